/*
 * Work half done: the table of operations.h, the stack of frames, groups of effects, and
 * the effects themselves.
 *
 * ak_resume() does the next piece of work of the top frame, or of the turn where there is
 * none, until somebody is asked. A frame that needs an answer calls ak_ask(): no possible
 * answer, and the frame goes on without; a single one, and it is taken at once; else the
 * player is asked. A frame is taken off before its last piece of work is begun: so the
 * stack grows only where something is really left to do.
 */
#include <assert.h>
#include <string.h>

#include "work.h"

const struct operation ak_operations[OPERATIONS] = {
#define OPERATION(code, begin, run, can, lacks) { begin, run, can, lacks },
#include "operations.h"
#undef OPERATION
};

/* ---- what several operations share ---- */

struct frame *ak_push_counted(struct tb_state *s, const struct task *t, int count)
{
    struct frame *f = ak_push(s, t->op->code, t->card, t->at);

    f->count.left = (uint8_t)(count > 255 ? 255 : count);
    return f;
}

void ak_begin_counted(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_push_counted(s, t, t->count);
}

void ak_begin_bare(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_push(s, t->op->code, t->card, t->at);
}

void ak_begin_nothing(struct tb_state *s, const struct task *t, struct tb_events *to) {}

void ak_run_nothing(struct tb_state *s, struct tb_events *to)
{
    assert(false && "what is done when begun has no frame");
}

bool ak_can_always(const struct tb_state *s, unsigned source, const struct op *op,
                   bool openly)
{
    return true;
}

bool ak_can_never(const struct tb_state *s, unsigned source, const struct op *op,
                  bool openly)
{
    return false;
}

void ak_resume(struct tb_state *s, struct tb_events *to)
{
    while (!s->ask)
        if (s->frames)
            ak_operations[ak_top(s)->code].run(s, to);
        else if (s->phase != PHASE_OVER)
            ak_run_turn(s, to);
        else
            return;
}

/* ---- could it do anything? ---- */

static bool op_possible(const struct tb_state *s, unsigned source, const struct op *op,
                        bool openly)
{
    return ak_operations[op->code].can(s, source, op, openly);
}

/* R8.5: where there is a price, it is enough that the price can be paid. */
static bool may_possible(const struct tb_state *s, unsigned card, int at, bool openly)
{
    const struct op *op = &ancient_card[card].effect.op[at];

    if (op->flags & F_PAY)
        return op_possible(s, card, op, openly);
    for (int i = 0; i < op->may; i++)
        if (op_possible(s, card, op + i, openly))
            return true;
    return false;
}

/* Judged openly, so that what is skipped tells nothing about a hand. */
bool ak_possible(const struct tb_state *s, unsigned card)
{
    const struct effect *e = &ancient_card[card].effect;

    /* A trigger's condition was judged when its event happened. */
    if (!e->event && !ak_holds(s, s->active, card, e->when, e->atoms))
        return false;
    for (int i = 0; i < e->ops; i += e->op[i].may ? e->op[i].may : 1)
        if (e->op[i].may ? may_possible(s, card, i, true)
                         : op_possible(s, card, &e->op[i], true))
            return true;
    return false;
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

void ak_join_waiting(const struct tb_state *s, struct group *g, enum trigger event,
                     unsigned kind, int space, unsigned granter, unsigned except)
{
    const struct player *p = &s->player[s->active];

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

void ak_begin_group(struct tb_state *s, const struct group *g)
{
    if (g->count == 1)
        ak_begin_effect(s, g->member[0]);
    else
        memcpy(ak_push(s, OP_GROUP, NONE, g->count)->member, g->member, MEMBERS);
}

void ak_run_group(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    for (int i = 0; i < f->at; i++)
        if (ak_possible(s, f->member[i])) {
            ak_ask(s, s->active, ASK_NEXT, to);
            return;
        }
    ak_pop(s);
}

uint64_t ak_choose_next(const struct tb_state *s, const struct frame *f)
{
    return (1u << f->at) - 1;
}

void ak_answer_next(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    unsigned card = f->member[i];

    f->at--;
    memmove(f->member + i, f->member + i + 1, (size_t)(MEMBERS - 1 - i));
    f->member[MEMBERS - 1] = 0;
    if (!f->at)
        ak_pop(s);
    ak_begin_effect(s, card);
}

/* ---- effects ---- */

void ak_begin_effect(struct tb_state *s, unsigned card)
{
    const struct effect *e = &ancient_card[card].effect;

    if (e->event || ak_holds(s, s->active, card, e->when, e->atoms))
        ak_push(s, OP_EFFECT, card, 0);
}

/* Tells the effect that goes on below how many cards its first half discarded. */
void ak_report_chosen(struct tb_state *s, unsigned card, unsigned count)
{
    struct frame *f = s->frames ? ak_top(s) : NULL;

    if (f && f->code == OP_EFFECT && f->card == card)
        f->effect.chosen = (uint8_t)count;
}

static void begin_op(struct tb_state *s, unsigned card, unsigned at, int chosen,
                     struct tb_events *to)
{
    const struct op *op = &ancient_card[card].effect.op[at];
    struct task task = { op, card, at,
                         ak_value_of(s, s->active, card, chosen, &op->amount) };

    ak_operations[op->code].begin(s, &task, to);
}

/* Passes over what "you may" governs. */
static void decline_offer(struct tb_state *s)
{
    struct frame *f = ak_top(s);
    const struct effect *e = &ancient_card[f->card].effect;

    f->at = (uint8_t)(f->at + e->op[f->at].may);
    if (f->at >= e->ops)
        ak_pop(s);
}

void ak_run_effect(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    const struct effect *e = &ancient_card[f->card].effect;
    unsigned card = f->card, at = f->at;
    int chosen = f->effect.chosen;

    if (e->op[at].may && !f->effect.accepted) {
        if (may_possible(s, card, (int)at, true))
            ak_ask(s, s->active, ASK_MAY, to);
        else
            decline_offer(s);
        return;
    }
    f->effect.accepted = 0;
    if (++f->at >= e->ops)
        ak_pop(s);
    begin_op(s, card, at, chosen, to);
}

/* Bit 0: yes, bit 1: no. */
uint64_t ak_choose_may(const struct tb_state *s, const struct frame *f)
{
    return may_possible(s, f->card, f->at, false) ? 3 : 2;
}

void ak_answer_may(struct tb_state *s, int no, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (no) {
        decline_offer(s);
        return;
    }
    f->effect.accepted = 1;
    s->replaced |= ancient_card[f->card].effect.event == IN_PLACE_OF_DRAW;
}
