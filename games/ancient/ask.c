/*
 * Questions and answers. choices() is the one account of what may be answered; it depends
 * only on the position, so a redealt hand gets its answers from there too.
 */
#include "work.h"

/* ---- questions and answers ---- */

/* What the bits of options stand for, and the verb of the answer. */
enum over {
    OVER_VERBS,
    OVER_HAND,
    OVER_VICTIM,
    OVER_ASIDE,
    OVER_FACES,
    OVER_SPACES,
    OVER_NUMBERS,
    OVER_SLOTS,
    OVER_BOARD,
    OVER_MEMBERS,
    OVER_CHRONICLE,
    OVER_ALL_SLOTS
};

/* clang-format off */
static const struct { uint8_t verb, over; } question[ASKS] = {
    [ASK_ACTION]        = { DO_CREATE, OVER_VERBS },
    [ASK_CREATE]        = { CREATE,    OVER_HAND },
    [ASK_SPACE]         = { SPACE,     OVER_SPACES },
    [ASK_PAY]           = { PAY,       OVER_HAND },
    [ASK_LEARN]         = { LEARN,     OVER_FACES },
    [ASK_ARCHIVE]       = { ARCHIVE,   OVER_HAND },
    [ASK_ARCHIVE_TOKEN] = { TOKEN,     OVER_SLOTS },
    [ASK_EXCAVATE]      = { EXCAVATE,  OVER_NUMBERS },
    [ASK_MAY]           = { YES,       OVER_VERBS },
    [ASK_NEXT]          = { NEXT,      OVER_MEMBERS },
    [ASK_ACTIVATE]      = { ACTIVATE,  OVER_CHRONICLE },
    [ASK_DECLINE]       = { DECLINE,   OVER_SLOTS },
    [ASK_TOKEN]         = { TOKEN,     OVER_SLOTS },
    [ASK_MONUMENT]      = { CHOOSE,    OVER_SLOTS },
    [ASK_MOVE_SPACE]    = { SPACE,     OVER_SPACES },
    [ASK_AMOUNT]        = { AMOUNT,    OVER_NUMBERS },
    [ASK_HAND_CARD]     = { DISCARD,   OVER_HAND },
    [ASK_ARTEFACT]      = { DISCARD,   OVER_BOARD },
    [ASK_OPP_HAND_CARD] = { DISCARD,   OVER_HAND },
    [ASK_OPP_ARTEFACT]  = { DISCARD,   OVER_BOARD },
    [ASK_OPP_MONUMENT]  = { CHOOSE,    OVER_ALL_SLOTS },
    [ASK_OPPONENT]      = { ROB,       OVER_NUMBERS },
    [ASK_STOLEN]        = { TAKE,      OVER_VICTIM },
    [ASK_BURY]          = { BURY,      OVER_FACES },
    [ASK_KEEP]          = { TAKE,      OVER_ASIDE },
    [ASK_LOOK_CREATE]   = { CREATE,    OVER_ASIDE },
    [ASK_DRAFT]         = { TAKE,      OVER_ASIDE },
    [ASK_LOOK_LEARN]    = { LEARN,     OVER_ASIDE },
    [ASK_ORDER]         = { UNDER,     OVER_ASIDE },
    [ASK_FLIP]          = { FLIP,      OVER_SPACES },
};
/* clang-format on */

static const uint64_t stop = (uint64_t)1 << STOP_BIT;

static uint64_t action_set(const struct tb_state *s)
{
    const struct player *p = &s->player[s->active];
    uint64_t set = 1u << (DO_SEARCH - DO_CREATE);

    if (ak_any_creatable(s, s->active, MONUMENTS | 1 << ARTEFACT))
        set |= 1u; /* DO_CREATE comes first */
    if (ak_any_learnable(s, s->active, false))
        set |= 1u << (DO_LEARN - DO_CREATE);
    if (p->cards && p->laden)
        set |= 1u << (DO_ARCHIVE - DO_CREATE);
    if (ak_straight(p))
        set |= 1u << (DO_EXCAVATE - DO_CREATE);
    return set;
}

static uint64_t archive_set(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];

    return (p->laden ? ak_hand_set(p, 0) : 0) | (f->x[X_DONE] ? stop : 0);
}

static uint64_t monument_set(const struct tb_state *s, const struct frame *f)
{
    const struct op *op = ak_op_of(f);

    if (f->code == OP_REMOVE_PICK)
        return ak_pickable(s, f) | (op->flags & F_UPTO ? stop : 0);
    if (f->code == OP_MOVE)
        return ak_movable(s, s->active, f->card, op);
    return ak_swappable(s, s->active) & ~(f->x[X_PICK] ? 1u << (f->x[X_PICK] - 1) : 0);
}

static uint64_t move_space_set(const struct tb_state *s, const struct frame *f)
{
    const struct op *op = ak_op_of(f);
    unsigned set = ak_open_spaces(&s->player[s->active]) & ~(1u << f->x[X_PICK] / 2);

    return op->count ? set & 1u << (op->count - 1) : set;
}

static uint64_t amount_set(const struct tb_state *s, const struct frame *f)
{
    const struct player *p = &s->player[s->active];
    int most = f->x[X_LEFT];

    if (f->code == OP_PURGE)
        return (2ull << (p->lost < most ? p->lost : most)) - 1;
    most = p->tokens[f->x[X_PICKED] >> 4];
    if (most > f->x[X_DONE])
        most = f->x[X_DONE];
    return (2ull << most) - 2;
}

static uint64_t opp_monument_set(const struct tb_state *s, const struct frame *f)
{
    uint64_t set = 0;

    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != s->active &&
            (f->code == OP_GIVE_LOST || seat == ak_next_opponent(s, f)))
            set |= (uint64_t)occupied(&s->player[seat]) << SLOTS * seat;
    return set;
}

static uint64_t opponent_set(const struct tb_state *s)
{
    uint64_t set = 0;

    for (int seat = 0; seat < s->head.seats; seat++)
        if (seat != s->active && s->player[seat].cards)
            set |= 1u << seat;
    return set;
}

static uint64_t bury_set(const struct tb_state *s, const struct frame *f)
{
    unsigned level = ak_op_of(f)->count;
    const uint8_t *face = s->face;
    uint64_t set = 0;

    for (int i = 0; i < TILES * FACES; i++)
        if (face[i] != NONE && (!level || ancient_card[face[i]].level == level))
            set |= 1u << i;
    return set;
}

static uint64_t aside_set(const struct tb_state *s)
{
    const struct player *p = &s->player[s->active];
    uint64_t set = 0;

    for (int i = 0; i < s->asides; i++) {
        unsigned card = s->aside[i];

        if (s->ask == ASK_LOOK_LEARN ? ak_learnable(s, s->active, card)
                                     : kind_bit(card) & ak_op_of(top_of(s))->kinds &&
                                           ak_creatable_card(p, card, p->cards))
            set |= 1u << i;
    }
    return set;
}

static uint64_t flip_set(const struct tb_state *s)
{
    uint64_t set = 0;

    for (int i = 0; i < TILES; i++)
        if (s->tile_level[i] == 1)
            set |= 1u << i;
    return set;
}

static uint64_t choices(const struct tb_state *s)
{
    const struct player *p = &s->player[s->who];
    const struct frame *f = &s->frame[s->frames ? s->frames - 1 : 0];

    switch ((enum ask)s->ask) {
    case ASK_ACTION:
        return action_set(s);
    case ASK_CREATE:
        return ak_creatable(s, s->active, f->x[X_KINDS]);
    case ASK_SPACE:
        return ak_spaces_for(p, f->x[X_CARD], p->cards);
    case ASK_PAY:
        return ak_hand_set(p, 0);
    case ASK_LEARN:
        return ak_learnable_faces(s, s->active, f->x[X_FREE]);
    case ASK_ARCHIVE:
        return archive_set(s, f);
    case ASK_ARCHIVE_TOKEN:
        return p->laden;
    case ASK_EXCAVATE:
        return (2ull << ak_straight(p)) - 2;
    case ASK_MAY: /* bit 0: yes, bit 1: no */
        return ak_may_possible(s, f->card, f->at, false) ? 3 : 2;
    case ASK_NEXT:
        return (1u << f->at) - 1;
    case ASK_ACTIVATE:
        return (1u << s->chronicles) - 1;
    case ASK_DECLINE:
        return occupied(p) & 3;
    case ASK_TOKEN:
        return (ak_slots_in(s, s->active, f->card, &ak_op_of(f)->of) & p->laden) |
               (ak_op_of(f)->flags & F_UPTO ? stop : 0);
    case ASK_MONUMENT:
        return monument_set(s, f);
    case ASK_MOVE_SPACE:
        return move_space_set(s, f);
    case ASK_AMOUNT:
        return amount_set(s, f);
    case ASK_HAND_CARD:
        return ak_hand_set(p, ak_op_of(f)->kinds) |
               (ak_op_of(f)->flags & F_UPTO ? stop : 0);
    case ASK_ARTEFACT:
        return ((1u << p->artefacts) - 1) | stop;
    case ASK_OPP_HAND_CARD:
        return ak_hand_set(p, 0);
    case ASK_OPP_ARTEFACT:
        return (1u << p->artefacts) - 1;
    case ASK_OPP_MONUMENT:
        return opp_monument_set(s, f);
    case ASK_OPPONENT:
        return opponent_set(s);
    case ASK_STOLEN:
        return ak_hand_set(&s->player[f->x[X_PICK]], 0);
    case ASK_BURY:
        return bury_set(s, f);
    case ASK_KEEP:
    case ASK_DRAFT:
    case ASK_ORDER:
        return (1u << s->asides) - 1;
    case ASK_LOOK_CREATE:
    case ASK_LOOK_LEARN:
        return aside_set(s);
    case ASK_FLIP:
        return flip_set(s);
    case ASK_NOTHING:
    case ASK_PUT_AWAY:
    case ASKS:
        break;
    }
    return 0;
}

int ak_cards_owed(const struct tb_state *s)
{
    return s->ask == ASK_HAND_CARD && ak_op_of(top_of(s))->flags & F_PAY
               ? top_of(s)->x[X_LEFT]
               : 1;
}

void ak_refresh(struct tb_state *s) { s->options = choices(s); }

void ak_answer(struct tb_state *s, int i, struct tb_events *to)
{
    enum ask kind = (enum ask)s->ask;
    struct frame *f = &s->frame[s->frames ? s->frames - 1 : 0];

    s->ask = ASK_NOTHING;
    s->options = 0;
    switch (kind) {
    case ASK_ACTION:
        ak_answer_action(s, i, to);
        break;
    case ASK_CREATE:
        ak_answer_create(s, i);
        break;
    case ASK_SPACE:
        ak_answer_space(s, i);
        break;
    case ASK_PAY:
        ak_pay_one(s, i, to);
        break;
    case ASK_LEARN:
        ak_answer_learn(s, i, to);
        break;
    case ASK_ARCHIVE:
        ak_answer_archive(s, i, to);
        break;
    case ASK_ARCHIVE_TOKEN:
        f->x[X_STAGE] = 0;
        ak_take_tokens(s, s->active, i, 1, f->card, to);
        break;
    case ASK_EXCAVATE:
        ak_answer_excavate(s, i, to);
        break;
    case ASK_MAY:
        ak_answer_may(s, i == 0);
        break;
    case ASK_NEXT:
        ak_take_member(s, i);
        break;
    case ASK_ACTIVATE:
        ak_answer_activate(s, i, to);
        break;
    case ASK_DECLINE:
        ak_answer_decline(s, i);
        break;
    case ASK_TOKEN:
        if (i == STOP_BIT)
            ak_pop(s);
        else {
            f->x[X_LEFT]--;
            ak_take_tokens(s, s->active, i, 1, f->card, to);
        }
        break;
    case ASK_MONUMENT:
        if (i == STOP_BIT)
            ak_pop(s);
        else
            ak_answer_monument(s, i, to);
        break;
    case ASK_MOVE_SPACE: {
        int slot = f->x[X_PICK];
        unsigned source = f->card;

        ak_pop(s);
        ak_move_monument(s, slot, i, source, to);
        break;
    }
    case ASK_AMOUNT:
        ak_answer_amount(s, i, to);
        break;
    case ASK_HAND_CARD:
        if (i == STOP_BIT)
            f->x[X_LEFT] = 0;
        else
            ak_discard_one(s, i, to);
        break;
    case ASK_ARTEFACT:
        if (i == STOP_BIT)
            f->x[X_STAGE] = 1;
        else {
            f->x[X_DONE]++;
            ak_leave_board(s, s->active, i, f->card, to);
        }
        break;
    case ASK_OPP_HAND_CARD:
        f->x[X_LEFT]--;
        ak_give_up(s, s->who, i, !f->x[X_LEFT], E_FORCED, f->card, to);
        break;
    case ASK_OPP_ARTEFACT:
        f->x[X_LEFT]--;
        ak_leave_board(s, s->who, i, f->card, to);
        break;
    case ASK_OPP_MONUMENT:
        ak_answer_opp_monument(s, i, to);
        break;
    case ASK_OPPONENT:
        ak_answer_opponent(s, i, to);
        break;
    case ASK_STOLEN:
        ak_answer_stolen(s, i, to);
        break;
    case ASK_BURY:
        ak_answer_bury(s, i, to);
        break;
    case ASK_KEEP:
        ak_answer_keep(s, i, to);
        break;
    case ASK_LOOK_CREATE:
        ak_answer_look_create(s, i, to);
        break;
    case ASK_DRAFT:
        ak_answer_draft(s, i, to);
        break;
    case ASK_LOOK_LEARN:
        ak_answer_look_learn(s, i, to);
        break;
    case ASK_ORDER:
        ak_answer_order(s, i, to);
        break;
    case ASK_FLIP:
        ak_flip(s, i, to);
        break;
    case ASK_NOTHING:
    case ASK_PUT_AWAY:
    case ASKS:
        break;
    }
}

/* Questions asked even where there is but one answer. An action: nobody's turn should
 * pass without its player. What depends on the hand: the others would learn what is in
 * it, and that could not be taken back. */
static bool always_asked(enum ask kind)
{
    return kind == ASK_ACTION || kind == ASK_MAY || question[kind].over == OVER_HAND;
}

static bool pose(struct tb_state *s, enum ask kind, uint64_t set, struct tb_events *to)
{
    if (set & (set - 1) || (set && set != stop && always_asked(kind))) {
        s->options = set;
        s->head.owes = (uint8_t)(1 << s->who);
    } else if (set) {
        ak_answer(s, (int)first_of(set), to);
    } else {
        s->ask = ASK_NOTHING;
    }
    return set != 0;
}

/* False: there is nothing to answer, and nobody was asked. */
bool ak_ask(struct tb_state *s, int who, enum ask kind, struct tb_events *to)
{
    s->ask = (uint8_t)kind;
    s->who = (uint8_t)who;
    return pose(s, kind, choices(s), to);
}

/* Every third question is this one: its answers are found without asking what is asked. */
void ak_ask_action(struct tb_state *s)
{
    s->ask = ASK_ACTION;
    s->who = s->active;
    s->options = action_set(s);
    s->head.owes = (uint8_t)(1 << s->who);
}

/* The cards that the bits stand for, in their order; NULL: they stand for numbers. */
static const uint8_t *subjects(const struct tb_state *s, enum over over)
{
    switch (over) {
    case OVER_HAND:
        return s->player[s->who].hand;
    case OVER_VICTIM:
        return s->player[top_of(s)->x[X_PICK]].hand;
    case OVER_ASIDE:
        return s->aside;
    case OVER_FACES:
        return s->face;
    case OVER_SLOTS:
        return s->player[s->who].card;
    case OVER_BOARD:
        return s->player[s->who].artefact;
    case OVER_MEMBERS:
        return top_of(s)->x;
    case OVER_CHRONICLE:
        return s->chronicle;
    case OVER_ALL_SLOTS:
    case OVER_SPACES:
    case OVER_VERBS:
    case OVER_NUMBERS:
        break;
    }
    return NULL;
}

tb_move ak_move_of(const struct tb_state *s, int i)
{
    unsigned verb = question[s->ask].verb;
    enum over over = (enum over)question[s->ask].over;
    const uint8_t *cards = subjects(s, over);

    if (i == STOP_BIT)
        return tb_mv(STOP, 0, 0);
    if (cards)
        return tb_mv(verb, cards[i], 0);
    if (over == OVER_VERBS)
        return tb_mv(verb + (unsigned)i, 0, 0);
    if (over == OVER_ALL_SLOTS)
        return tb_mv(verb, s->player[i / SLOTS].card[i % SLOTS], 0);
    return tb_mv(verb, (unsigned)i + (over == OVER_SPACES), 0);
}

static int slot_of_anybody(const struct tb_state *s, unsigned card)
{
    int seat = 0;

    while (ak_slot_of(&s->player[seat], card) < 0)
        seat++;
    return SLOTS * seat + ak_slot_of(&s->player[seat], card);
}

int ak_option_of(const struct tb_state *s, tb_move move)
{
    unsigned verb = tb_verb(move), arg = tb_arg(move, 0);
    enum over over = (enum over)question[s->ask].over;
    const uint8_t *cards = subjects(s, over);
    int i = 0;

    if (verb == STOP)
        return STOP_BIT;
    if (over == OVER_HAND) {
        /* No way out of the loop: it would be foreseen wrongly every time. */
        for (int at = HAND - 1; at >= 0; at--)
            i = cards[at] == arg ? at : i;
        return i;
    }
    if (cards) {
        while (cards[i] != arg)
            i++;
        return i;
    }
    if (over == OVER_VERBS)
        return (int)(verb - question[s->ask].verb);
    if (over == OVER_ALL_SLOTS)
        return slot_of_anybody(s, arg);
    return (int)arg - (over == OVER_SPACES);
}
