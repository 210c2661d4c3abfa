/*
 * Work half done: the stack of frames, groups of effects, and the effects themselves.
 *
 * ak_run_frame() does the next piece of work of the top frame. A frame that needs an answer
 * calls ak_ask(): no possible answer, and the frame goes on without; a single one, and it
 * is taken at once; else the player is asked. A frame is taken off before its last piece of
 * work is begun: so the stack grows only where something is really left to do.
 */
#include <assert.h>
#include <string.h>

#include "work.h"

/* ---- frames ---- */

/* Tells the effect that goes on below how many cards its first half discarded. */
void ak_report_chosen(struct tb_state *s, unsigned card, unsigned count)
{
    struct frame *f = s->frames ? ak_top(s) : NULL;

    if (f && f->code == OP_EFFECT && f->card == card)
        f->x[X_CHOSEN] = (uint8_t)count;
}

void ak_begin_effect(struct tb_state *s, unsigned card)
{
    const struct effect *e = &ancient_card[card].effect;

    if (e->event || ak_holds(s, s->active, card, e->when, e->atoms))
        ak_push(s, OP_EFFECT, card, 0);
}

/* ---- groups: R7.3 ---- */

static void join(struct group *g, unsigned card)
{
    assert(g->count < MEMBERS);
    g->member[g->count++] = (uint8_t)card;
}

/* A permanent effect joins if it waits for this; never for what it granted itself. */
static void join_if(const struct tb_state *s, struct group *g, unsigned card,
                    enum trigger event, unsigned kind, int space, unsigned granter)
{
    const struct effect *e = &ancient_card[card].effect;

    if (e->event != event || (kind && !(e->kinds & kind)) || card == granter)
        return;
    if (e->spaces && (space < 0 || !(e->spaces >> space & 1)))
        return;
    if (ak_holds(s, s->active, card, e->when, e->atoms))
        join(g, card);
}

void ak_join_triggers(const struct tb_state *s, struct group *g, enum trigger event,
                      unsigned kind, int space, unsigned granter, unsigned except)
{
    const struct player *p = &s->player[s->active];

    if (!(p->roles >> (event - 1) & 1))
        return;
    for (unsigned slots = occupied(p); slots; slots &= slots - 1) {
        unsigned card = p->card[first_of(slots)];

        if (card != except)
            join_if(s, g, card, event, kind, space, granter);
    }
    for (int i = 0; i < p->artefacts; i++)
        if (p->artefact[i] != except)
            join_if(s, g, p->artefact[i], event, kind, space, granter);
}

void ak_join_own(struct group *g, unsigned card)
{
    const struct card *facts = &ancient_card[card];

    if (facts->timing == T_IMMEDIATE && facts->effect.op[0].code != OP_ENTRY_SELF)
        join(g, card);
}

void ak_push_group(struct tb_state *s, const struct group *g)
{
    struct frame *f;

    if (g->count == 1) {
        ak_begin_effect(s, g->member[0]);
    } else if (g->count) {
        f = ak_push(s, OP_GROUP, NONE, g->count);
        memcpy(f->x, g->member, MEMBERS);
    }
}

void ak_take_member(struct tb_state *s, int i)
{
    struct frame *f = ak_top(s);
    unsigned card = f->x[i];

    f->at--;
    memmove(f->x + i, f->x + i + 1, (size_t)(MEMBERS - 1 - i));
    f->x[MEMBERS - 1] = 0;
    if (!f->at)
        ak_pop(s);
    ak_begin_effect(s, card);
}

static void run_group(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    for (int i = 0; i < f->at; i++)
        if (ak_possible(s, f->x[i])) {
            ak_ask(s, s->active, ASK_NEXT, to);
            return;
        }
    ak_pop(s);
}

/* ---- effects ---- */

static void start_op(struct tb_state *s, unsigned card, unsigned at, int chosen,
                     struct tb_events *to);

static void run_effect(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    const struct effect *e = &ancient_card[f->card].effect;
    unsigned card = f->card, at = f->at;
    int chosen = f->x[X_CHOSEN];

    if (e->op[at].may && !f->x[X_ACCEPTED]) {
        if (ak_may_possible(s, card, (int)at, true)) {
            ak_ask(s, s->active, ASK_MAY, to);
            return;
        }
        f->at = (uint8_t)(at + e->op[at].may);
        if (f->at >= e->ops)
            ak_pop(s);
        return;
    }
    f->x[X_ACCEPTED] = 0;
    if (++f->at >= e->ops)
        ak_pop(s);
    start_op(s, card, at, chosen, to);
}

void ak_answer_may(struct tb_state *s, bool yes)
{
    struct frame *f = ak_top(s);
    const struct effect *e = &ancient_card[f->card].effect;

    if (yes) {
        f->x[X_ACCEPTED] = 1;
        s->replaced |= e->event == IN_PLACE_OF_DRAW;
        return;
    }
    f->at = (uint8_t)(f->at + e->op[f->at].may);
    if (f->at >= e->ops)
        ak_pop(s);
}

/* ---- an operation begins ---- */

static struct frame *push_count(struct tb_state *s, unsigned code, unsigned card,
                                unsigned at, int count)
{
    struct frame *f = ak_push(s, code, card, at);

    f->x[X_LEFT] = (uint8_t)(count > 255 ? 255 : count);
    return f;
}

static void start_op(struct tb_state *s, unsigned card, unsigned at, int chosen,
                     struct tb_events *to)
{
    const struct op *op = &ancient_card[card].effect.op[at];
    int count = ak_value_of(s, s->active, card, chosen, &op->amount);
    struct frame *f;

    switch ((enum op_code)op->code) {
    case OP_DRAW:
        ak_draw(s, s->active, count, card, to);
        break;
    case OP_DISCARD:
    case OP_REMOVE:
    case OP_STEAL:
    case OP_BURY:
    case OP_GIVE_LOST:
        push_count(s, op->code, card, at, count);
        break;
    case OP_DISCARD_SELF:
        ak_discard_self(s, card, to);
        break;
    case OP_DISCARD_ARTEFACTS:
    case OP_SWAP:
    case OP_MOVE:
    case OP_ARCHIVE:
        ak_push(s, op->code, card, at);
        break;
    case OP_REMOVE_EACH:
        ak_take_each(s, ak_slots_in(s, s->active, card, &op->of), count, card, to);
        break;
    case OP_REMOVE_PICK:
        f = push_count(s, op->code, card, at, op->count);
        f->x[X_DONE] = (uint8_t)count; /* tokens off each */
        break;
    case OP_PURGE:
        if (op->flags & F_UPTO)
            push_count(s, OP_PURGE, card, at, count);
        else
            ak_purge(s, count, card, to);
        break;
    case OP_OPP_DISCARD:
    case OP_OPP_DISCARD_ARTEFACT:
    case OP_OPP_ADD:
        f = push_count(s, op->code, card, at, count);
        f->x[X_STAGE] = 1; /* the opponent whose turn it is, counted from the active one */
        f->x[X_DONE] = f->x[X_LEFT];
        break;
    case OP_STRAIGHTEN:
        ak_straighten(s, count, card, to);
        break;
    case OP_CREATE:
        ak_begin_create(s, op->kinds, card);
        break;
    case OP_LEARN:
        ak_begin_learn(s, op->flags & F_FREE, card);
        break;
    case OP_LOOK_KEEP:
        ak_begin_look_keep(s, card, at, count, to);
        break;
    case OP_REVEAL_UNTIL:
        ak_reveal_until(s, card, op->kinds, count, to);
        break;
    case OP_LOOK_CREATE:
        if (ak_look(s, count, false, card, to))
            ak_push(s, OP_LOOK_CREATE, card, at);
        break;
    case OP_LOOK_LEARN:
        ak_begin_look_learn(s, card, at, count, op->count, to);
        break;
    case OP_DRAFT:
        ak_look(s, count, true, card, to);
        ak_push(s, OP_DRAFT, card, at);
        break;
    case OP_SKIP_DECLINE:
        if (s->phase != PHASE_DECLINE)
            s->skip = 1;
        break;
    case OP_NONE:
    case OP_VP:
    case OP_ENTRY:
    case OP_ENTRY_SELF:
    case OP_REQ_LESS:
    case OP_EXCAVATE_RATE:
    case OP_EXCAVATE:
    case OP_EFFECT:
    case OP_GROUP:
        break;
    }
}

static void run_purge(struct tb_state *s, struct tb_events *to)
{
    if (!s->player[s->active].lost || !ak_ask(s, s->active, ASK_AMOUNT, to))
        ak_pop(s);
}

void ak_answer_amount(struct tb_state *s, int count, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned card = f->card;

    if (f->code == OP_PURGE) {
        ak_pop(s);
        ak_purge(s, count, card, to);
    } else {
        f->x[X_STAGE] = 0;
        ak_take_tokens(s, s->active, f->x[X_PICKED] >> 4, count, card, to);
    }
}

void ak_run_frame(struct tb_state *s, struct tb_events *to)
{
    switch ((enum op_code)ak_top(s)->code) {
    case OP_EFFECT:
        run_effect(s, to);
        break;
    case OP_GROUP:
        run_group(s, to);
        break;
    case OP_DISCARD:
        ak_run_discard(s, to);
        break;
    case OP_DISCARD_ARTEFACTS:
        ak_run_discard_artefacts(s, to);
        break;
    case OP_REMOVE:
        ak_run_remove(s, to);
        break;
    case OP_REMOVE_PICK:
        ak_run_remove_pick(s, to);
        break;
    case OP_PURGE:
        run_purge(s, to);
        break;
    case OP_OPP_DISCARD:
    case OP_OPP_DISCARD_ARTEFACT:
        ak_run_opp_discard(s, to);
        break;
    case OP_OPP_ADD:
        ak_run_opp_add(s, to);
        break;
    case OP_GIVE_LOST:
        ak_run_give_lost(s, to);
        break;
    case OP_STEAL:
        ak_run_steal(s, to);
        break;
    case OP_SWAP:
        ak_run_swap(s, to);
        break;
    case OP_MOVE:
        ak_run_move(s, to);
        break;
    case OP_CREATE:
        ak_run_create(s, to);
        break;
    case OP_LEARN:
        ak_run_learn(s, to);
        break;
    case OP_ARCHIVE:
        ak_run_archive(s, to);
        break;
    case OP_EXCAVATE:
        ak_run_excavate(s, to);
        break;
    case OP_BURY:
        ak_run_bury(s, to);
        break;
    case OP_LOOK_KEEP:
        ak_run_look_keep(s, to);
        break;
    case OP_LOOK_CREATE:
        ak_run_look_create(s, to);
        break;
    case OP_LOOK_LEARN:
        ak_run_look_learn(s, to);
        break;
    case OP_DRAFT:
        ak_run_draft(s, to);
        break;
    case OP_NONE:
    case OP_DRAW:
    case OP_DISCARD_SELF:
    case OP_REMOVE_EACH:
    case OP_STRAIGHTEN:
    case OP_REVEAL_UNTIL:
    case OP_SKIP_DECLINE:
    case OP_VP:
    case OP_ENTRY:
    case OP_ENTRY_SELF:
    case OP_REQ_LESS:
    case OP_EXCAVATE_RATE:
        ak_pop(s); /* done when begun */
        break;
    }
}
