/*
 * What a position is worth to somebody who plays on, in hundredths of a victory point:
 * for the generic bots. Points that stand, points still to come from the Timeline less
 * the knowledge that will be lost with it, and rough prices for what earns points later.
 * The prices were chosen by playing the searching bot against itself.
 */
#include "ancient.h"

enum {
    POINT = 100,
    CARD = 55,       /* a card in hand */
    CARD_SPARE = 25, /* from the seventh on: hands fill up */
    STRAIGHT = 60,   /* a monument that EXCAVATE can still tilt */
    LESSON = 40,     /* a technology of level I: it counts for others */
    PERMANENT = 22,  /* a permanent effect, each round to come */
    CHRONICLED = 40, /* a chronicle effect, each round to come */
};

/* Rounds that the player with the longest Past will leave, more or less. */
static int rounds_left(const struct tb_state *s)
{
    int left = 99;

    for (int seat = 0; seat < s->head.seats; seat++) {
        const struct player *p = &s->player[seat];
        int missing = END_AT - p->pasts, timeline = count_of(occupied(p));
        int rounds = missing <= timeline ? (missing + 1) / 2 + 1 : missing - timeline / 2;

        if (rounds < left)
            left = rounds;
    }
    return s->phase == PHASE_OVER ? 0 : left < 1 ? 1 : left > 14 ? 14 : left;
}

/* What it will score in the Past: now, and a share of what it may grow to. */
static int scoring_value(const struct tb_state *s, int seat, unsigned card, int rounds)
{
    if (ancient_card[card].timing != T_ENDGAME)
        return 0;
    return POINT * ak_points_of(s, seat, card) + 12 * rounds;
}

static int decline_value(const struct op *op)
{
    switch (op->code) {
    case OP_DRAW:
        return 45 * op->amount.times;
    case OP_REMOVE:
        return 200;
    case OP_LEARN:
        return 150;
    default:
        return 90;
    }
}

static bool perishes(const struct effect *e) { return e->op[0].code == OP_DISCARD_SELF; }

/* A monument in the Timeline, `turns` before it declines. */
static int monument_value(const struct tb_state *s, int seat, int slot, int rounds)
{
    const struct player *p = &s->player[seat];
    unsigned card = p->card[slot];
    const struct card *facts = &ancient_card[card];
    int turns = slot / 2 + 1, tokens = POINT * p->tokens[slot];
    int value;

    if (turns > rounds)
        return POINT + PERMANENT;
    /* Some of the knowledge will be taken off in time. */
    tokens -= tokens * turns / 14;
    value = POINT * facts->vp;
    if (facts->timing == T_DECLINE && perishes(&facts->effect))
        value = p->tokens[slot] ? value * (12 - p->tokens[slot]) * turns / 90 : value;
    else
        value -= tokens;
    value += scoring_value(s, seat, card, rounds - turns);
    if (facts->timing == T_TIMELINE)
        value += CHRONICLED * turns;
    else if (facts->timing == T_PERMANENT)
        value += PERMANENT * turns;
    else if (facts->timing == T_DECLINE && !perishes(&facts->effect))
        value += decline_value(&facts->effect.op[0]);
    return value + STRAIGHT;
}

static int hand_value(const struct player *p, int rounds)
{
    int full = p->cards < 6 ? p->cards : 6;

    if (rounds < 3)
        return 10 * p->cards * rounds;
    return CARD * full + CARD_SPARE * (p->cards - full);
}

static int board_value(const struct player *p, int rounds)
{
    int value = 0;

    for (int i = 0; i < p->artefacts; i++)
        value +=
            (ancient_card[p->artefact[i]].timing == T_TIMELINE ? CHRONICLED : PERMANENT) *
            rounds;
    return value;
}

static int player_value(const struct tb_state *s, int seat, int rounds)
{
    const struct player *p = &s->player[seat];
    struct sheet sheet = ak_score_sheet(s, seat);
    int straight = p->pasts - count_of(p->tilted);
    int value = POINT * (sheet.total - sheet.timeline);

    if (!rounds)
        return POINT * sheet.total;
    for (unsigned slots = occupied(p); slots; slots &= slots - 1)
        value += monument_value(s, seat, (int)first_of(slots), rounds);
    for (int i = 0; i < p->pasts; i++)
        if (ancient_card[p->past[i]].timing == T_ENDGAME)
            value += 12 * rounds;
    value += hand_value(p, rounds) + board_value(p, rounds);
    value += (rounds > 2 ? STRAIGHT : 0) * straight;
    return value + LESSON * count_of(p->tech & ak_technologies_of(ANY_KIND, 1));
}

/* A lead of twenty points is as good as won. */
int ancient_evaluate(const struct tb_state *s, int seat)
{
    int rounds = rounds_left(s), own = player_value(s, seat, rounds), best = -1000000, lead;

    for (int other = 0; other < s->head.seats; other++)
        if (other != seat) {
            int value = player_value(s, other, rounds);

            best = value > best ? value : best;
        }
    lead = (own - best) / 2;
    return lead < -1000 ? -1000 : lead > 1000 ? 1000 : lead;
}

/* ---- which move to try first ---- */

/* What a card in hand is worth keeping for. */
static int card_worth(const struct tb_state *s, int seat, unsigned card)
{
    const struct card *facts = &ancient_card[card];

    if (facts->kind == ARTEFACT)
        return s->player[seat].artefacts < ARTEFACTS ? 250 - 60 * facts->cost : 10;
    return POINT * facts->vp - 70 * ak_entry_tokens(s, seat, card) - 60 * facts->cost +
           scoring_value(s, seat, card, 4) + 100;
}

/* Knowledge is best taken off what declines soon, and off what perishes with it. */
static int token_worth(const struct player *p, unsigned card)
{
    int slot = ak_slot_of(p, card);

    if (slot < 0)
        return 0;
    if (perishes(&ancient_card[card].effect))
        return 40 * ancient_card[card].vp - 25 * p->tokens[slot];
    return 120 - 8 * slot;
}

static int learn_worth(unsigned technology)
{
    return 200 + POINT * ancient_card[technology].vp +
           (ancient_card[technology].effect.op[0].code == OP_DRAW ? 150 : 0);
}

int ancient_order(const struct tb_state *s, int seat, tb_move move)
{
    const struct player *p = &s->player[seat];
    unsigned arg = tb_arg(move, 0);

    switch ((enum verb)tb_verb(move)) {
    case DO_CREATE:
        return 500;
    case DO_LEARN:
        return 450;
    case DO_EXCAVATE:
        return p->cards < 5 ? 480 : 200;
    case DO_ARCHIVE:
        return p->cards > 3 ? 150 : 50;
    case DO_SEARCH:
        return 100;
    case CREATE:
        return card_worth(s, seat, arg);
    case PUT:
    case PAY:
    case ARCHIVE:
    case DISCARD:
        return arg < BUILDERS ? -card_worth(s, seat, arg) : 0;
    case KEEP:
        return -1000;
    case LEARN:
        return learn_worth(arg);
    case SPACE:
        return 100 - 40 * (s->ask == ASK_SPACE
                               ? ak_price_of(ak_card_in_creation(s), (int)arg - 1)
                               : 0);
    case TOKEN:
    case CHOOSE:
        return token_worth(p, arg);
    case TAKE:
        return arg < BUILDERS ? card_worth(s, seat, arg) : 0;
    case EXCAVATE:
    case AMOUNT:
        return 10 * (int)arg;
    case YES:
        return 100;
    case STOP:
        return s->ask == ASK_ARCHIVE ? 0 : -200;
    case NO:
    case NEXT:
    case ACTIVATE:
    case DECLINE:
    case ROB:
    case BURY:
    case UNDER:
    case FLIP:
    case VERBS:
        break;
    }
    return 0;
}
