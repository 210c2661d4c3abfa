/* The actions that effects can grant too: CREATE, LEARN, ARCHIVE; and EXCAVATE. */
#include "work.h"

/* ---- CREATE: R5.1, R5.2 ---- */

enum { CREATE_CARD, CREATE_SPACE, CREATE_PAY };

void ak_create(struct tb_state *s, unsigned kinds, unsigned granter)
{
    struct frame *f = ak_push(s, OP_CREATE, granter, 0);

    f->create.kinds = (uint8_t)kinds;
    f->create.card = NONE;
}

void ak_begin_create(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_create(s, t->op->kinds, t->card);
}

static bool has_place(const struct player *p, unsigned kinds)
{
    return (kinds & MONUMENTS && ak_open_spaces(p)) ||
           (kinds & 1 << ARTEFACT && p->artefacts < ARTEFACTS);
}

bool ak_can_create(const struct tb_state *s, unsigned source, const struct op *op,
                   bool openly)
{
    const struct player *p = &s->player[s->active];

    if (openly)
        return p->cards > 0 && has_place(p, op->kinds);
    return ak_any_creatable(s, s->active, op->kinds);
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
    unsigned card = f.create.card;
    bool artefact = ancient_card[card].kind == ARTEFACT;

    ak_pop(s);
    put_into_play(s, card, f.create.space, f.card, to);
    ak_join_own(&group, card);
    ak_join_triggers(s, &group, ON_CREATE, kind_bit(card), artefact ? -1 : f.create.space,
                     f.card, card);
    ak_push_group(s, &group);
}

/* A card being created lies open, out of the hand, while its price is paid. */
unsigned ak_card_in_creation(const struct tb_state *s)
{
    const struct frame *f = s->frames ? top_of(s) : NULL;

    return f && f->code == OP_CREATE ? f->create.card : NONE;
}

void ak_run_create(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (f->create.stage == CREATE_CARD) {
        if (!ak_ask(s, s->active, ASK_CREATE, to))
            ak_pop(s);
    } else if (f->create.stage == CREATE_SPACE) {
        ak_ask(s, s->active, ASK_SPACE, to);
    } else if (!f->create.price) {
        finish_create(s, to);
    } else {
        ak_ask(s, s->active, ASK_PAY, to);
    }
}

void ak_choose_card(struct tb_state *s, unsigned card)
{
    struct frame *f = ak_top(s);

    assert(f->code == OP_CREATE && f->create.card == NONE);
    f->create.card = (uint8_t)card;
    if (ancient_card[card].kind == ARTEFACT) {
        f->create.stage = CREATE_PAY;
        f->create.price = ancient_card[card].cost;
    } else {
        f->create.stage = CREATE_SPACE;
    }
}

uint64_t ak_choose_create(const struct tb_state *s, const struct frame *f)
{
    return ak_creatable(s, s->active, f->create.kinds);
}

void ak_answer_create(struct tb_state *s, int i, struct tb_events *to)
{
    unsigned card = s->player[s->active].hand[i];

    ak_leave_hand(&s->player[s->active], i);
    ak_see(s, card, ak_everybody(s), 0);
    ak_choose_card(s, card);
}

uint64_t ak_choose_space(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];

    return ak_spaces_for(p, f->create.card, p->cards);
}

void ak_answer_space(struct tb_state *s, int space, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->create.space = (uint8_t)space;
    f->create.price = (uint8_t)ak_price_of(f->create.card, space);
    f->create.stage = CREATE_PAY;
}

void ak_answer_pay(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    assert(f->create.price > 0);
    f->create.price--;
    ak_give_up(s, s->active, i, !f->create.price, E_DISCARDED, f->create.card, to);
}

int ak_left_price(const struct tb_state *s, const struct frame *f)
{
    return f->create.price;
}

/* ---- LEARN: R5.3 ---- */

void ak_learn(struct tb_state *s, bool free, unsigned granter)
{
    ak_push(s, OP_LEARN, granter, 0)->learn.free = free;
}

void ak_begin_learn(struct tb_state *s, const struct task *t, struct tb_events *to)
{
    ak_learn(s, t->op->flags & F_FREE, t->card);
}

bool ak_can_learn(const struct tb_state *s, unsigned source, const struct op *op,
                  bool openly)
{
    return ak_any_learnable(s, s->active, op->flags & F_FREE);
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

void ak_run_learn(struct tb_state *s, struct tb_events *to)
{
    if (!ak_ask(s, s->active, ASK_LEARN, to))
        ak_pop(s);
}

uint64_t ak_choose_learn(const struct tb_state *s, const struct frame *f)
{
    return ak_learnable_faces(s, s->active, f->learn.free);
}

void ak_answer_learn(struct tb_state *s, int face, struct tb_events *to)
{
    int tile = face / FACES;
    unsigned technology = s->face[face], granter = ak_top(s)->card;

    ak_pop(s);
    ak_acquire(s, technology, granter, to);
    ak_set_face(s, face, NONE);
    ak_refill(s, tile, to);
    ak_learning_event(s, technology, granter);
}

/* ---- a technology goes under its deck ---- */

void ak_run_bury(struct tb_state *s, struct tb_events *to)
{
    if (!ak_top(s)->count.left || !ak_ask(s, s->active, ASK_BURY, to))
        ak_pop(s);
}

uint64_t ak_choose_bury(const struct tb_state *s, const struct frame *f)
{
    unsigned level = ak_op_of(f)->count, set = 0;
    const uint8_t *face = s->face;

    for (int i = 0; i < TILES * FACES; i++)
        if (face[i] != NONE && (!level || ancient_card[face[i]].level == level))
            set |= 1u << i;
    return set;
}

void ak_answer_bury(struct tb_state *s, int face, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    int tile = face / FACES;
    unsigned technology = s->face[face];

    f->count.left--;
    ak_set_face(s, face, NONE);
    ak_put_under(s, technology, ak_everybody(s));
    ak_tell(to, E_BURIED, s->active, TB_ALL, technology, f->card, 0, 0);
    ak_refill(s, tile, to);
}

/* ---- ARCHIVE: R5.4 ---- */

bool ak_can_archive(const struct tb_state *s, unsigned source, const struct op *op,
                    bool openly)
{
    return s->player[s->active].cards > 0 && s->player[s->active].laden;
}

void ak_run_archive(struct tb_state *s, struct tb_events *to)
{
    enum ask ask = ak_top(s)->archive.owing ? ASK_ARCHIVE_TOKEN : ASK_ARCHIVE;

    if (!ak_ask(s, s->active, ask, to))
        ak_pop(s);
}

uint64_t ak_choose_archive(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];

    return (p->laden ? ak_hand_set(p, 0) : 0) | (f->archive.done ? ak_stop : 0);
}

void ak_answer_archive(struct tb_state *s, int i, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    if (i == STOP_BIT) {
        ak_flush_aside(s, s->active, E_LAID_DOWN, f->card, to);
        ak_pop(s);
        return;
    }
    f->archive.owing = 1;
    f->archive.done++;
    ak_give_up(s, s->active, i, false, E_DISCARDED, f->card, to);
}

void ak_answer_archive_token(struct tb_state *s, int slot, struct tb_events *to)
{
    struct frame *f = ak_top(s);

    f->archive.owing = 0;
    ak_take_tokens(s, s->active, slot, 1, f->card, to);
}

/* ---- EXCAVATE: R5.5 ---- */

enum { EXCAVATE_COUNT, EXCAVATE_REPLACE, EXCAVATE_DRAW };

uint64_t ak_choose_excavate(const struct tb_state *s, const struct frame *f)
{
    return (2ull << ak_straight(&s->player[s->active])) - 2;
}

void ak_answer_excavate(struct tb_state *s, int count, struct tb_events *to)
{
    struct player *p = &s->player[s->active];

    for (int i = 0; i < count; i++) /* the oldest straight one first */
        p->tilted |= p->tilted + 1;
    s->tilted = (uint8_t)count;
    s->replaced = 0;
    ak_top(s)->excavate.stage = EXCAVATE_REPLACE;
    ak_tell(to, E_TILTED, s->active, TB_ALL, (unsigned)count, 0, 0, 0);
}

static void draw_excavated(struct tb_state *s, struct tb_events *to)
{
    if (!s->replaced)
        ak_draw(s, s->active, s->tilted * ak_excavate_rate(s, s->active), NONE, to);
}

/* Stage after stage, as long as no effect has been begun. */
void ak_run_excavate(struct tb_state *s, struct tb_events *to)
{
    struct frame *f = ak_top(s);
    struct group group = { 0 };

    if (f->excavate.stage == EXCAVATE_COUNT) {
        ak_ask(s, s->active, ASK_EXCAVATE, to);
        if (s->ask)
            return;
    }
    if (f->excavate.stage == EXCAVATE_REPLACE) {
        f->excavate.stage = EXCAVATE_DRAW;
        ak_join_triggers(s, &group, IN_PLACE_OF_DRAW, 0, -1, NONE, NONE);
        ak_push_group(s, &group);
        if (ak_top(s) != f)
            return;
    }
    draw_excavated(s, to);
    ak_pop(s);
    group.count = 0;
    ak_join_triggers(s, &group, ON_EXCAVATE, 0, -1, NONE, NONE);
    ak_push_group(s, &group);
}
