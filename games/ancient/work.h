/*
 * What the files that carry out the rules share: frames, and the halves of the work that
 * a question separates. Everybody else needs ancient.h only.
 */
#ifndef ANCIENT_WORK_H
#define ANCIENT_WORK_H

#include <assert.h>
#include <string.h>

#include "ancient.h"

#pragma GCC visibility push(hidden)

/* ---- operations and questions ---- */

/* An operation that begins. */
struct task {
    const struct op *op;
    unsigned card, at; /* whose it is, and which one of its effect */
    int count;         /* its amount */
};

struct operation {
    void (*begin)(struct tb_state *s, const struct task *t, struct tb_events *to);
    void (*run)(struct tb_state *s, struct tb_events *to);
    /* `openly`: as far as everybody can tell, who does not see the hand. */
    bool (*can)(const struct tb_state *s, unsigned source, const struct op *op,
                bool openly);
    const char *lacks; /* for programs; NULL: nothing that has a name */
};
extern const struct operation ak_operations[OPERATIONS];

/* What the bits of options stand for: numbers of some sort, or a list of cards. */
enum over {
    OVER_VERBS,     /* verbs that follow that of the question */
    OVER_NUMBERS,   /* themselves */
    OVER_SPACES,    /* spaces or tiles, which people count from 1 */
    OVER_ALL_SLOTS, /* monuments of everybody, SLOTS a seat */
    OVER_HAND,      /* cards of the hand of whoever is asked; here the lists begin */
    OVER_VICTIM,    /* of the hand that is robbed */
    OVER_ASIDE,     /* cards set aside */
    OVER_FACES,     /* technologies shown */
    OVER_SLOTS,     /* monuments of whoever is asked */
    OVER_BOARD,     /* artefacts of whoever is asked */
    OVER_MEMBERS,   /* effects of a group */
    OVER_CHRONICLE, /* cards still to be activated */
    OVERS,
};

/* NOLINTBEGIN(readability-redundant-declaration): rows share functions. */
#define OPERATION(code, begin, run, can, lacks)                                            \
    void begin(struct tb_state *s, const struct task *t, struct tb_events *to);            \
    void run(struct tb_state *s, struct tb_events *to);                                    \
    bool can(const struct tb_state *s, unsigned source, const struct op *op, bool openly);
#include "operations.h"
#undef OPERATION
#define QUESTION(kind, id, text, verb, over, choices, answered, left)                      \
    uint64_t choices(const struct tb_state *s, const struct frame *f);                     \
    void answered(struct tb_state *s, int i, struct tb_events *to);                        \
    int left(const struct tb_state *s, const struct frame *f);
#include "questions.h"
#undef QUESTION
/* NOLINTEND(readability-redundant-declaration) */

/* ---- frames ---- */

static inline struct frame *ak_top(struct tb_state *s) { return &s->frame[s->frames - 1]; }

static inline struct frame *ak_push(struct tb_state *s, unsigned code, unsigned card,
                                    unsigned at)
{
    struct frame *f;

    assert(s->frames < FRAMES);
    f = &s->frame[s->frames++];
    f->code = (uint8_t)code;
    f->card = (uint8_t)card;
    f->at = (uint8_t)at;
    return f;
}

/* Leaves zeros: a frame pushed later begins with them. */
static inline void ak_pop(struct tb_state *s)
{
    assert(s->frames > 0);
    s->frame[--s->frames] = (struct frame){ 0 };
}

static inline const struct op *ak_op_of(const struct frame *f)
{
    assert(f->card < CARDS);
    return &ancient_card[f->card].effect.op[f->at];
}

/* ---- hands, the Past, the cards set aside ---- */

static inline void ak_leave_hand(struct player *p, int i)
{
    assert(i < p->cards);
    p->cards--;
    for (int at = 0; at < HAND - 1; at++) /* all of it: quicker than to see how far */
        p->hand[at] = p->hand[at + (at >= i)];
    p->hand[HAND - 1] = 0;
}

/* Cards of these kinds, a bit each; 0: of any. */
static inline unsigned ak_hand_set(const struct player *p, unsigned kinds)
{
    unsigned set = 0;

    if (!kinds)
        return (1u << p->cards) - 1;
    for (int i = 0; i < p->cards; i++)
        if (kind_bit(p->hand[i]) & kinds)
            set |= 1u << i;
    return set;
}

static inline int ak_straight(const struct player *p)
{
    return p->pasts - count_of(p->tilted);
}

/* ---- work.c: frames, groups of effects, effects ---- */

/* Effects started by one event: R7.3. */
struct group {
    uint8_t member[MEMBERS];
    uint8_t count;
};

struct frame *ak_push_counted(struct tb_state *s, const struct task *t, int count);
void ak_report_chosen(struct tb_state *s, unsigned card, unsigned count);
void ak_begin_effect(struct tb_state *s, unsigned card);
void ak_join_waiting(const struct tb_state *s, struct group *g, enum trigger event,
                     unsigned kind, int space, unsigned granter, unsigned except);
/* Most often nobody waits for it. */
static inline void ak_join_triggers(const struct tb_state *s, struct group *g,
                                    enum trigger event, unsigned kind, int space,
                                    unsigned granter, unsigned except)
{
    if (s->player[s->active].roles >> (event - 1) & 1)
        ak_join_waiting(s, g, event, kind, space, granter, except);
}
void ak_join_own(struct group *g, unsigned card);
void ak_begin_group(struct tb_state *s, const struct group *g);
static inline void ak_push_group(struct tb_state *s, const struct group *g)
{
    if (g->count)
        ak_begin_group(s, g);
}

/* ---- discard.c ---- */

void ak_give_up(struct tb_state *s, int seat, int i, bool last, enum event told,
                unsigned source, struct tb_events *to);
/* Opponents in turn order, from 1 on. */
static inline int ak_opponent(const struct tb_state *s, int turn)
{
    return (s->active + turn) % s->head.seats;
}

/* ---- action.c: CREATE, LEARN ---- */

void ak_create(struct tb_state *s, unsigned kinds, unsigned granter);
void ak_choose_card(struct tb_state *s, unsigned card);
void ak_learn(struct tb_state *s, bool free, unsigned granter);
void ak_learning_event(struct tb_state *s, unsigned technology, unsigned granter);
void ak_acquire(struct tb_state *s, unsigned technology, unsigned granter,
                struct tb_events *to);

/* ---- turn.c: phases ---- */

void ak_begin_turn(struct tb_state *s, int seat, struct tb_events *to);
void ak_run_turn(struct tb_state *s, struct tb_events *to); /* its next piece of work */

/* ---- ask.c: questions and answers ---- */

static const uint64_t ak_stop = (uint64_t)1 << STOP_BIT; /* of options */

void ak_answer(struct tb_state *s, tb_move move, struct tb_events *to);
tb_move ak_pick(const struct tb_state *s, uint64_t *rng);
bool ak_ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to);

#pragma GCC visibility pop

#endif
