/*
 * A game of tablier play as it stands in the terminal, for the files that share it: what is
 * on the screen (screen.c), what is kept (keep.c), what may be typed (verbs.c) and the
 * course of it all (play.c).
 */
#ifndef SITTING_H
#define SITTING_H

#include "cli.h"
#include "notes.h"

enum outcome { GO_ON, LEAVE };
#define NEVER UINT32_MAX

struct table {
    struct tb_match *match;
    struct tb_kit *kit;
    struct players players;
    char *seats;     /* as written, cut up by the players */
    char about[512]; /* the lines on top of a record */
    char *own;       /* the record this game came from or was saved in; NULL: none */
    struct term term;
    struct line *line[TB_SEATS_MAX]; /* one a person: nobody brings back another's lines */
    struct tb_state *room;
    struct notes notes;
    bool completing;              /* a move is asked for, not an answer */
    int at_screen;                /* the person who looks at it; -1: nobody yet */
    uint32_t drawn;               /* plies when that person was last asked */
    uint32_t told[TB_SEATS_MAX];  /* plies whose news the person has read */
    uint32_t shown[TB_SEATS_MAX]; /* plies when the picture was last shown; NEVER */
    uint32_t hinted;              /* the position the hints are about */
    int hints;                    /* hints given there */
    char *notice;                 /* what to say under the picture; NULL: nothing */
    uint32_t puzzle;              /* the day whose puzzle this is: no helps; 0: none */
    int code;                     /* for the exit */
};

/* ---- play.c ---- */

/* Plays a match that has been begun, to its end or until everybody has left; the table is
 * cleared away. Returns the exit code. */
int sit_down(struct table *t);

/* ---- screen.c ---- */

/* A text in the making. */
struct memo {
    FILE *to;
    char *text;
    size_t size;
};

void memo_open(struct memo *memo);
/* Under the next picture, or on a page of its own where it would push that away; in a
 * pipe at once. */
void memo_notice(struct table *t, struct memo *memo);
/* The same for one sentence. */
void remark(struct table *t, const char *text);
/* What stands under the next picture; takes the text over. */
void notice(struct table *t, char *text);
/* A long text: page by page on a screen. */
void show_pages(struct table *t, char *text);
/* The line of whoever is at the screen. */
struct line *line_here(const struct table *t);
/* An answer to a question; NULL: the end of the input, or a signal. */
const char *ask(struct table *t, const char *question);
/* Whether that was typed, in English or the user's language. */
bool is_word(const char *typed, const char *msgid);
bool is_yes(const char *word);
const char *bold(const struct table *t);
const char *plain(const struct table *t);
void clear_screen(void);
/* The position for a seat who decides; the screen as a viewer may see it; the picture. */
void draw(struct table *t, int seat);
void draw_screen(struct table *t, int viewer);
void print_picture(struct table *t, int viewer);
void put_question(struct table *t, int seat, FILE *to);
int count_persons(const struct table *t);
/* Whose eyes a picture is for when nobody is asked: no secret may show by accident. */
int only_person(const struct table *t);

/* ---- keep.c ---- */

bool save(struct table *t, const char *path);
/* Nobody can be asked: the file is named there, and the cause said in one line. */
void save_at_once(struct table *t, const char *cause);
enum outcome offer_to_save(struct table *t);
/* The input ended, or a signal came, while somebody was asked. */
enum outcome no_answer(struct table *t);
void catch_signals(void);

/* ---- verbs.c ---- */

struct verb {
    const char *word, *help; /* msgids: the word may be typed in both languages */
    enum outcome (*obey)(struct table *t, int seat, const char *rest);
};

/* NULL: no verb. `rest` is what follows it. */
const struct verb *verb_typed(const char *typed, const char **rest);
/* For Tab: the moves, then the verbs. */
const char *verb_or_move(void *with, int i);

#endif
