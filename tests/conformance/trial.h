/* One random game under trial, as the rules look at it. */
#ifndef TRIAL_H
#define TRIAL_H

#include <string.h>

#include "rules.h"
#include "watch.h"

enum {
    VIEWERS = TB_SEATS_MAX + 1, /* the seats, and whoever looks on */
    LIST_ROOM = 4 * TB_MOVES_MAX,
    TEXT_ROOM = 1 << 16, /* bytes that every view must fit */
    SNAPSHOTS = 2,
    PER_CHANGE = 16, /* decisions that one change of mind may bring again */
    WORLDS_MAX = 64, /* more are not counted */
    Z_MAX = 6,       /* deviations from even: once in 500 million by chance */
};

struct snapshot {
    struct tb_state *s;
    uint32_t ply;
};

/* Of two draws from one hat, how often a byte was greater in one less in the other. */
struct scale {
    int32_t more, unlike;
};

/* The worlds that guess() deals for somebody, where they are few. */
struct worlds {
    struct tb_state *world[WORLDS_MAX];
    uint64_t hash[WORLDS_MAX];
    int times[WORLDS_MAX];
    int kinds, deals;
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
    struct tb_ply *plies_again;
    uint64_t setup_1;       /* of seed 1, hashed */
    uint32_t changes;       /* decisions of this game that nobody waited for */
    long hidden, differing; /* pairs of worlds where something was hidden; unlike pairs */
    /* What the pairs of worlds before this move showed: see course.c. */
    int untold, overtold;                /* the viewer who noticed; TB_TRUTH: nobody did */
    struct scale *at_setup, *in_midgame; /* by byte of the state: see fair.c */
    bool *varies;                        /* as well */
    struct worlds worlds;
    long counted, missed; /* positions with few worlds; where the truth was none of them */
    struct watch watch;
    const char *asking; /* the rule asked now; NULL: a move is made */
    bool dealing;       /* guess() is at work */
    int viewer;         /* that a broken rule was about */
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

/* fair.c */
bool guesses_are_fair_at_setup(struct trial *t);
bool the_truth_may_be_guessed(struct trial *t);
bool guesses_are_fair_in_midgame(struct trial *t);
void fair_look(struct trial *t); /* at a position looked at closely */

/* A redeal by the luck of the test, watched. */
static inline void deal(struct trial *t, const struct tb_state *seen, struct tb_state *out)
{
    watch_live(&t->watch);
    t->dealing = true;
    tb_redeal(t->g, seen, tb_random(&t->luck), out);
    t->dealing = false;
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
