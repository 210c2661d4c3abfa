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

/* What frame.x holds. */
enum { X_STAGE = 0 };
enum { X_KINDS = 1, X_CARD = 2, X_SPACE = 3, X_PRICE = 4 }; /* CREATE */
enum { X_LEFT = 1, X_DONE = 2, X_PICK = 3, X_PICKED = 4 };
enum { X_CHOSEN = 1, X_ACCEPTED = 2 }; /* EFFECT */
enum { X_FREE = 1 };                   /* LEARN */

/* Effects started by one event: R7.3. */
struct group {
    uint8_t member[MEMBERS];
    uint8_t count;
};

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

static inline void ak_pop(struct tb_state *s)
{
    s->frame[--s->frames] = (struct frame){ 0 };
}

static inline const struct op *ak_op_of(const struct frame *f)
{
    return &ancient_card[f->card].effect.op[f->at];
}

/* ---- hands and the Past ---- */

static inline void ak_leave_hand(struct player *p, int i)
{
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

void ak_report_chosen(struct tb_state *s, unsigned card, unsigned count);
void ak_begin_effect(struct tb_state *s, unsigned card);
void ak_join_triggers(const struct tb_state *s, struct group *g, enum trigger event,
                      unsigned kind, int space, unsigned granter, unsigned except);
void ak_join_own(struct group *g, unsigned card);
void ak_push_group(struct tb_state *s, const struct group *g);
void ak_take_member(struct tb_state *s, int i);
void ak_answer_may(struct tb_state *s, bool yes);
void ak_answer_amount(struct tb_state *s, int count, struct tb_events *to);
void ak_run_frame(struct tb_state *s, struct tb_events *to);

/* ---- ops.c: what effects do ---- */

void ak_give_up(struct tb_state *s, int seat, int i, bool last, enum event told,
                unsigned source, struct tb_events *to);
void ak_discard_one(struct tb_state *s, int i, struct tb_events *to);
void ak_run_discard(struct tb_state *s, struct tb_events *to);
void ak_leave_board(struct tb_state *s, int seat, int i, unsigned source,
                    struct tb_events *to);
void ak_discard_self(struct tb_state *s, unsigned card, struct tb_events *to);
void ak_run_discard_artefacts(struct tb_state *s, struct tb_events *to);
int ak_next_opponent(const struct tb_state *s, const struct frame *f);
void ak_run_opp_discard(struct tb_state *s, struct tb_events *to);
void ak_take_each(struct tb_state *s, unsigned slots, int count, unsigned source,
                  struct tb_events *to);
void ak_run_remove(struct tb_state *s, struct tb_events *to);
unsigned ak_pickable(const struct tb_state *s, const struct frame *f);
void ak_run_remove_pick(struct tb_state *s, struct tb_events *to);
void ak_purge(struct tb_state *s, int count, unsigned source, struct tb_events *to);
void ak_run_opp_add(struct tb_state *s, struct tb_events *to);
void ak_run_give_lost(struct tb_state *s, struct tb_events *to);
void ak_answer_opp_monument(struct tb_state *s, int i, struct tb_events *to);
void ak_run_steal(struct tb_state *s, struct tb_events *to);
void ak_answer_opponent(struct tb_state *s, int victim, struct tb_events *to);
void ak_answer_stolen(struct tb_state *s, int i, struct tb_events *to);
void ak_run_swap(struct tb_state *s, struct tb_events *to);
void ak_move_monument(struct tb_state *s, int slot, int space, unsigned source,
                      struct tb_events *to);
void ak_run_move(struct tb_state *s, struct tb_events *to);
void ak_answer_monument(struct tb_state *s, int slot, struct tb_events *to);
void ak_straighten(struct tb_state *s, int count, unsigned source, struct tb_events *to);
void ak_begin_look_keep(struct tb_state *s, unsigned card, unsigned at, int count,
                        struct tb_events *to);
void ak_run_look_keep(struct tb_state *s, struct tb_events *to);
void ak_answer_keep(struct tb_state *s, int i, struct tb_events *to);
void ak_reveal_until(struct tb_state *s, unsigned source, unsigned kinds, int count,
                     struct tb_events *to);
void ak_run_look_create(struct tb_state *s, struct tb_events *to);
void ak_answer_look_create(struct tb_state *s, int i, struct tb_events *to);
void ak_begin_look_learn(struct tb_state *s, unsigned source, unsigned at, int count,
                         unsigned level, struct tb_events *to);
void ak_run_look_learn(struct tb_state *s, struct tb_events *to);
void ak_answer_look_learn(struct tb_state *s, int i, struct tb_events *to);
void ak_answer_order(struct tb_state *s, int i, struct tb_events *to);
void ak_run_draft(struct tb_state *s, struct tb_events *to);
void ak_answer_draft(struct tb_state *s, int i, struct tb_events *to);

/* ---- action.c: CREATE, LEARN, ARCHIVE, EXCAVATE ---- */

void ak_begin_create(struct tb_state *s, unsigned kinds, unsigned granter);
void ak_pay_one(struct tb_state *s, int i, struct tb_events *to);
void ak_run_create(struct tb_state *s, struct tb_events *to);
void ak_choose_card(struct tb_state *s, unsigned card);
void ak_answer_create(struct tb_state *s, int i);
void ak_answer_space(struct tb_state *s, int space);
void ak_begin_learn(struct tb_state *s, bool free, unsigned granter);
void ak_learning_event(struct tb_state *s, unsigned technology, unsigned granter);
void ak_acquire(struct tb_state *s, unsigned technology, unsigned granter,
                struct tb_events *to);
void ak_answer_learn(struct tb_state *s, int face, struct tb_events *to);
void ak_run_learn(struct tb_state *s, struct tb_events *to);
void ak_run_bury(struct tb_state *s, struct tb_events *to);
void ak_answer_bury(struct tb_state *s, int face, struct tb_events *to);
void ak_run_archive(struct tb_state *s, struct tb_events *to);
void ak_answer_archive(struct tb_state *s, int i, struct tb_events *to);
void ak_answer_excavate(struct tb_state *s, int count, struct tb_events *to);
void ak_run_excavate(struct tb_state *s, struct tb_events *to);

/* ---- turn.c: phases ---- */

void ak_begin_turn(struct tb_state *s, int seat, struct tb_events *to);
void ak_answer_action(struct tb_state *s, int action, struct tb_events *to);
void ak_answer_activate(struct tb_state *s, int i, struct tb_events *to);
void ak_answer_decline(struct tb_state *s, int slot);

/* ---- ask.c: questions and answers ---- */

void ak_answer(struct tb_state *s, int i, struct tb_events *to);
void ak_ask_action(struct tb_state *s);
bool ak_ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to);
int ak_option_of(const struct tb_state *s, tb_move move);

#pragma GCC visibility pop

#endif
