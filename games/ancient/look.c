/* Cards off the decks: drawn, looked at, turned up, shared out. R8.6 has the details. */
#include <string.h>

#include "work.h"

/* ---- drawing ---- */

bool ak_can_draw(const struct tb_state *s, unsigned source, const struct op *op,
                 bool openly)
{
    return s->player[s->active].cards < HAND && s->decks + s->piles > 0;
}

void ak_begin_draw(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_draw(s, s->active, t->count, t->card, to);
}

/* What is turned up is set aside, so that a reshuffle cannot bring it back. */
void ak_begin_reveal_until(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    int room = HAND - s->player[s->active].cards;
    int wanted = t->count < room ? t->count : room, others = 0;
    uint8_t other[BUILDERS];

    while (wanted > 0) {
        unsigned card = ak_turn_up(s, to);

        if (card == NONE)
            break;
        ak_see(s, card, ak_everybody(s), 0);
        ak_tell(to, E_REVEALED, s->active, TB_ALL, card, t->card, 0, 0);
        if (kind_bit(card) & t->op->kinds) {
            ak_gain(s, s->active, card);
            ak_tell(to, E_TOOK, s->active, TB_ALL, card, t->card, 0, 0);
            wanted--;
        } else {
            other[others++] = (uint8_t)card;
        }
    }
    for (int i = 0; i < others; i++)
        ak_discard_openly(s, other[i]);
}

/* ---- some are kept ---- */

static unsigned leave_aside(struct tb_state *s, int i)
{
    unsigned card = s->aside[i];

    assert(i < s->asides);
    s->asides--;
    memmove(s->aside + i, s->aside + i + 1, (size_t)(s->asides - i));
    s->aside[s->asides] = 0;
    return card;
}

void ak_begin_look_keep(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    if (s->player[s->active].cards < HAND && ak_look(s, t->count, false, t->card, to))
        ak_push_counted(s, t, t->op->count);
}

void ak_run_look_keep(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    bool full = s->player[s->active].cards == HAND;

    if (f->count.left && !full && ak_ask(s, s->active, ASK_KEEP, to))
        return;
    ak_flush_aside(s, s->active, E_LAID_DOWN, f->card, to);
    ak_pop(s);
}

void ak_answer_keep(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    struct player *p = &s->player[s->active];
    unsigned card = leave_aside(s, i);

    f->count.left--;
    p->hand[p->cards++] = (uint8_t)card;
    ak_see(s, card, 1u << s->active, zone_hand(s->active));
    ak_move_unseen(s, Z_ASIDE, zone_hand(s->active), 1u << s->active);
    ak_tell(to, E_KEPT, s->active, 1 << s->active, card, f->card, 0, 0);
}

/* ---- one is created: chosen, the others discarded, then its cost is paid ---- */

void ak_begin_look_create(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    if (ak_look(s, t->count, false, t->card, to))
        ak_begin_bare(s, t, to);
}

void ak_run_look_create(struct tb_state *s, struct tb_events *to)
{
    if (ak_ask(s, s->active, ASK_LOOK_CREATE, to))
        return;
    ak_flush_aside(s, s->active, E_LAID_DOWN, ak_top(s)->card, to);
    ak_pop(s);
}

uint64_t ak_choose_look_create(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];
    unsigned kinds = ak_op_of(f)->kinds, set = 0;

    for (int i = 0; i < s->asides; i++)
        if (kind_bit(s->aside[i]) & kinds && ak_creatable_card(p, s->aside[i], p->cards))
            set |= 1u << i;
    return set;
}

void ak_answer_look_create(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned card = leave_aside(s, i), source = ak_top(s)->card;

    ak_see(s, card, ak_everybody(s), 0);
    ak_flush_aside(s, s->active, E_LAID_DOWN, source, to);
    ak_pop(s);
    ak_create(s, 0, source);
    ak_choose_card(s, card);
}

/* ---- one is learned, the others go under the deck, then it takes effect ---- */

static void look_at_technologies(struct tb_state *s, const struct task *t,
                                 struct tb_events *to)
{
    while (s->asides < t->count && s->asides < ASIDE) {
        unsigned card = ak_tech_turn_up(s, t->op->count, to);

        if (card == NONE)
            break;
        s->aside[s->asides++] = (uint8_t)card;
    }
}

void ak_begin_look_learn(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    look_at_technologies(s, t, to);
    if (!s->asides)
        return;
    ak_tell(to, E_LOOKED, s->active, TB_ALL, s->asides, t->card, 0, 0);
    for (int i = 0; i < s->asides; i++)
        ak_tell(to, E_LOOKED_CARD, s->active, 1 << s->active, s->aside[i], t->card, 0, 0);
    ak_push(s, OP_LOOK_LEARN, t->card, t->at)->look_learn.technology = NONE;
}

void ak_run_look_learn(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned technology = f->look_learn.technology, granter = f->card;

    if (!f->look_learn.asked) {
        f->look_learn.asked = 1;
        if (ak_ask(s, s->active, ASK_LOOK_LEARN, to))
            return;
    }
    if (s->asides) {
        ak_ask(s, s->active, ASK_ORDER, to);
        return;
    }
    ak_pop(s);
    if (technology != NONE)
        ak_learning_event(s, technology, granter);
}

uint64_t ak_choose_look_learn(const struct tb_state *s, const struct frame *f)
{
    unsigned set = 0;

    for (int i = 0; i < s->asides; i++)
        if (ak_learnable(s, s->active, s->aside[i]))
            set |= 1u << i;
    return set;
}

void ak_answer_look_learn(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned technology = leave_aside(s, i);

    f->look_learn.technology = (uint8_t)technology;
    ak_acquire(s, technology, f->card, to);
}

void ak_answer_order(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned technology = leave_aside(s, i), source = ak_top(s)->card;

    ak_put_under(s, technology, 1u << s->active);
    ak_tell(to, E_UNDER, s->active, TB_ALL, ancient_card[technology].level, source, 0, 0);
    ak_tell(to, E_UNDER_CARD, s->active, 1 << s->active, technology, source, 0, 0);
}

/* ---- everybody takes one, whose effect it is first and last ---- */

void ak_begin_draft(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_look(s, t->count, true, t->card, to);
    ak_begin_bare(s, t, to);
}

static void discard_rest(struct tb_state *s, unsigned source, struct tb_events *to)
{
    for (int i = 0; i < s->asides; i++)
        ak_discard_openly(s, s->aside[i]);
    if (s->asides)
        ak_tell(to, E_DISCARDED, s->active, TB_ALL, s->asides, s->aside[s->asides - 1],
                source, 0);
    s->asides = 0;
    memset(s->aside, 0, sizeof s->aside);
}

void ak_run_draft(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_opponent(s, f->forced.turn);

    if (f->forced.turn > s->head.seats || !s->asides) {
        discard_rest(s, f->card, to);
        ak_pop(s);
    } else if (s->player[seat].cards == HAND) {
        f->forced.turn++;
    } else {
        ak_ask(s, seat, ASK_DRAFT, to);
    }
}

void ak_answer_draft(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int seat = ak_opponent(s, f->forced.turn++);
    unsigned card = leave_aside(s, i);

    ak_gain(s, seat, card);
    ak_tell(to, E_TOOK, seat, TB_ALL, card, f->card, 0, 0);
}
