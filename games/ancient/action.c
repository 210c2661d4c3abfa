/* The actions that effects can grant too: CREATE, LEARN, ARCHIVE; and EXCAVATE. */
#include "work.h"

/* ---- CREATE: R5.1, R5.2 ---- */

enum { CREATE_CARD, CREATE_SPACE, CREATE_PAY };

void ak_begin_create(struct tb_state *s, unsigned kinds, unsigned granter)
{
    struct frame *f = ak_push(s, OP_CREATE, granter, 0);

    f->x[X_KINDS] = (uint8_t)kinds;
    f->x[X_CARD] = NONE;
}

static void put_into_play(struct tb_state *s, unsigned card, int space, unsigned granter,
                          struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    if (ancient_card[card].kind == ARTEFACT) {
        p->artefact[p->artefacts++] = (uint8_t)card;
        p->roles |= ancient_card[card].role;
        ak_see(s, card, ak_everybody(s), 0);
        ak_tell(to, E_BUILT, s->active, TB_ALL, card, granter, 0, 0);
    } else {
        int tokens = ak_entry_tokens(s, s->active, card);

        ak_place_monument(s, s->active, card, space, tokens);
        ak_tell(to, E_CREATED, s->active, TB_ALL, card, (unsigned)space + 1,
                (unsigned)tokens, granter);
    }
}

static void finish_create(struct tb_state *s, struct tb_events *to)
{
    struct frame f = *ak_top(s);
    struct group group = { 0 };
    unsigned card = f.x[X_CARD];
    bool artefact = ancient_card[card].kind == ARTEFACT;

    ak_pop(s);
    put_into_play(s, card, f.x[X_SPACE], f.card, to);
    ak_join_own(&group, card);
    ak_join_triggers(s, &group, ON_CREATE, kind_bit(card), artefact ? -1 : f.x[X_SPACE],
                     f.card, card);
    ak_push_group(s, &group);
}

/* A card being created lies open, out of the hand, while its price is paid. */
unsigned ak_card_in_creation(const struct tb_state *s)
{
    const struct frame *f = s->frames ? top_of(s) : NULL;

    return f && f->code == OP_CREATE ? f->x[X_CARD] : NONE;
}

void ak_pay_one(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->x[X_PRICE]--;
    ak_give_up(s, s->active, i, !f->x[X_PRICE], E_DISCARDED, f->x[X_CARD], to);
}

void ak_run_create(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (f->x[X_STAGE] == CREATE_CARD) {
        if (!ak_ask(s, s->active, ASK_CREATE, to))
            ak_pop(s);
    } else if (f->x[X_STAGE] == CREATE_SPACE) {
        ak_ask(s, s->active, ASK_SPACE, to);
    } else if (!f->x[X_PRICE]) {
        finish_create(s, to);
    } else {
        ak_ask(s, s->active, ASK_PAY, to);
    }
}

void ak_choose_card(struct tb_state *s, unsigned card)
{
    struct frame *f = ak_top(s);

    f->x[X_CARD] = (uint8_t)card;
    if (ancient_card[card].kind == ARTEFACT) {
        f->x[X_STAGE] = CREATE_PAY;
        f->x[X_PRICE] = ancient_card[card].cost;
    } else {
        f->x[X_STAGE] = CREATE_SPACE;
    }
}

void ak_answer_create(struct tb_state *s, int i)
{
    unsigned card = s->player[s->active].hand[i];

    ak_leave_hand(&s->player[s->active], i);
    ak_see(s, card, ak_everybody(s), 0);
    ak_choose_card(s, card);
}

void ak_answer_space(struct tb_state *s, int space)
{
    struct frame *f = ak_top(s);

    f->x[X_SPACE] = (uint8_t)space;
    f->x[X_PRICE] = (uint8_t)ak_price_of(f->x[X_CARD], space);
    f->x[X_STAGE] = CREATE_PAY;
}

/* ---- LEARN: R5.3 ---- */

void ak_begin_learn(struct tb_state *s, bool free, unsigned granter)
{
    ak_push(s, OP_LEARN, granter, 0)->x[X_FREE] = free;
}

void ak_learning_event(struct tb_state *s, unsigned technology, unsigned granter)
{
    struct group group = { 0 };

    ak_join_own(&group, technology);
    ak_join_triggers(s, &group, ON_LEARN, kind_bit(technology), -1, granter, NONE);
    ak_push_group(s, &group);
}

void ak_acquire(struct tb_state *s, unsigned technology, unsigned granter,
                struct tb_events *to)
{
    s->player[s->active].tech |= tech_bit(technology);
    ak_tell(to, E_LEARNED, s->active, TB_ALL, technology, granter, 0, 0);
}

void ak_answer_learn(struct tb_state *s, int face, struct tb_events *to)
{
    int tile = face / FACES;
    unsigned technology = s->face[face], granter = ak_top(s)->card;

    ak_pop(s);
    ak_acquire(s, technology, granter, to);
    s->face[face] = NONE;
    ak_refill(s, tile, to);
    ak_learning_event(s, technology, granter);
}

void ak_run_learn(struct tb_state *s, struct tb_events *to)
{
    if (!ak_ask(s, s->active, ASK_LEARN, to))
        ak_pop(s);
}

void ak_run_bury(struct tb_state *s, struct tb_events *to)
{
    if (!ak_top(s)->x[X_LEFT] || !ak_ask(s, s->active, ASK_BURY, to))
        ak_pop(s);
}

void ak_answer_bury(struct tb_state *s, int face, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int tile = face / FACES;
    unsigned technology = s->face[face];

    f->x[X_LEFT]--;
    s->face[face] = NONE;
    ak_put_under(s, technology, ak_everybody(s));
    ak_tell(to, E_BURIED, s->active, TB_ALL, technology, f->card, 0, 0);
    ak_refill(s, tile, to);
}

/* ---- ARCHIVE: R5.4 ---- */

void ak_run_archive(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (!ak_ask(s, s->active, f->x[X_STAGE] ? ASK_ARCHIVE_TOKEN : ASK_ARCHIVE, to))
        ak_pop(s);
}

void ak_answer_archive(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (i == STOP_BIT) {
        ak_flush_aside(s, s->active, E_LAID_DOWN, f->card, to);
        ak_pop(s);
        return;
    }
    f->x[X_STAGE] = 1;
    f->x[X_DONE]++;
    ak_give_up(s, s->active, i, false, E_DISCARDED, f->card, to);
}

/* ---- EXCAVATE: R5.5 ---- */

enum { EXCAVATE_COUNT, EXCAVATE_REPLACE, EXCAVATE_DRAW, EXCAVATE_TRIGGERS };

void ak_answer_excavate(struct tb_state *s, int count, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    for (int i = 0; i < count; i++) /* the oldest straight one first */
        p->tilted |= p->tilted + 1;
    s->tilted = (uint8_t)count;
    s->replaced = 0;
    ak_top(s)->x[X_STAGE] = EXCAVATE_REPLACE;
    ak_tell(to, E_TILTED, s->active, TB_ALL, (unsigned)count, 0, 0, 0);
}

void ak_run_excavate(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    struct group group = { 0 };

    switch (f->x[X_STAGE]++) {
    case EXCAVATE_COUNT:
        f->x[X_STAGE] = EXCAVATE_COUNT;
        ak_ask(s, s->active, ASK_EXCAVATE, to);
        break;
    case EXCAVATE_REPLACE:
        ak_join_triggers(s, &group, IN_PLACE_OF_DRAW, 0, -1, NONE, NONE);
        ak_push_group(s, &group);
        break;
    case EXCAVATE_DRAW:
        if (!s->replaced)
            ak_draw(s, s->active, s->tilted * ak_excavate_rate(s, s->active), NONE, to);
        break;
    case EXCAVATE_TRIGGERS:
        ak_pop(s);
        ak_join_triggers(s, &group, ON_EXCAVATE, 0, -1, NONE, NONE);
        ak_push_group(s, &group);
        break;
    }
}
