/* One random game under trial, as the rules look at it. */
#ifndef TRIAL_H
#define TRIAL_H

#include <string.h>
#include <time.h>

#include "rules.h"

enum {
    VIEWERS = TB_SEATS_MAX + 1, /* the seats, and whoever looks on */
    LIST_ROOM = 4 * TB_MOVES_MAX,
    TEXT_ROOM = 1 << 16, /* bytes that every view must fit */
    SNAPSHOTS = 4,
    PER_CHANGE = 16, /* decisions that one change of mind may bring again */
};

struct snapshot {
    struct tb_state *s;
    uint32_t ply;
};

struct trial {
    const struct tables *tables;
    const struct tb_game *g;
    struct verdict *verdict;
    uint64_t luck;         /* of the test, never of the game */
    struct tb_match match; /* match.now is the truth */
    struct tb_state *before, *a, *b, *see_a, *see_b;
    struct tb_state *seen[VIEWERS], *world[VIEWERS];
    tb_move list[TB_SEATS_MAX][LIST_ROOM];
    int count[TB_SEATS_MAX];
    char note[TB_MOVES_MAX][TB_NOTE_MAX];
    int seat; /* who moves next, or moved last, and what */
    tb_move move, stale;
    struct tb_event list_a[TB_EVENTS_MAX], list_b[TB_EVENTS_MAX];
    struct tb_events told_a, told_b;
    char *text, *text_again, *scene[VIEWERS], *record;
    size_t record_room;
    struct snapshot snapshot[SNAPSHOTS];
    uint32_t changes;       /* decisions of this game that nobody waited for */
    long hidden, differing; /* pairs of worlds where something was hidden; unlike pairs */
    clock_t begun;
    int viewer; /* that a broken rule was about */
    const char *detail;
};

/* A question about the trial as it stands, answered with true or false. */
struct rule {
    const char *name; /* NULL after the last of a table */
    bool (*holds)(struct trial *t);
};

extern const struct rule rules_at_every_ply[];
/* At some positions, from every side. */
extern const struct rule rules_of_moves[], rules_of_secrets[], rules_of_words[];
/* t->seat and t->move are about to be played, or were: told_a holds what was told. */
extern const struct rule rules_of_the_move[]; /* whatever the move */
extern const struct rule rules_before_a_move[], rules_after_a_move[];
extern const struct rule rules_at_the_end[];

/* Whether the time given is spent: a slow game is looked at less, never waited for. */
static inline bool is_late(const struct trial *t)
{
    double spent = (double)(clock() - t->begun) / (double)CLOCKS_PER_SEC;

    return t->tables->seconds > 0 && spent > t->tables->seconds;
}

static inline int viewers(const struct trial *t) { return t->tables->seats + 1; }

static inline int viewer_at(const struct trial *t, int i)
{
    return i < t->tables->seats ? i : TB_PUBLIC;
}

static inline bool same(const struct trial *t, const struct tb_state *a,
                        const struct tb_state *b)
{
    return !memcmp(a, b, t->g->state_size);
}

static inline void copy(const struct trial *t, struct tb_state *to,
                        const struct tb_state *from)
{
    memcpy(to, from, t->g->state_size);
}

#endif
