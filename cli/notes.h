/* notes.h: the moves that are possible now, as a person types them. */
#ifndef NOTES_H
#define NOTES_H

#include "cli.h"

struct notes {
    int count;
    char note[TB_MOVES_MAX][TB_NOTE_MAX];
    tb_move move[TB_MOVES_MAX];
};

void notes_list(struct notes *n, const struct tb_game *g, const struct tb_state *s,
                int seat);
/* The move that is typed, in full or so that each word begins like only one note's; -1:
 * none or several. */
int notes_find(const struct notes *n, const char *typed);
/* Why what is typed is no move, and what could come instead: one long line. */
void notes_explain(const struct notes *n, const char *typed, FILE *to);
/* All of them; those that differ in the last word alone share a line. */
void notes_print(const struct notes *n, int columns, FILE *to);

#endif
