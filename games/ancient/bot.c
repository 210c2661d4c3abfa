/*
 * What a position is worth to somebody who plays on, and which move to try first: for the
 * generic bots. All in 16ths of a point.
 *
 * A position is worth the points that it will probably end with: those that lie in the
 * Past, those that are on the way there, less the knowledge that will be lost on the way,
 * and a price for the means in hand, which lose their worth as the end draws near.
 */
#include "ancient.h"

enum { POINT = 16 };

/* ---- how long the game will last ---- */

/* Turns until the Past of this player holds fourteen: what stands in the Timeline comes
 * of itself, what is missing takes about two turns for three monuments. */
static int turns_to_end(const struct player *p)
{
    int missing = END_AT - p->pasts;

    for (int slot = 0; slot < SLOTS; slot++) {
        missing -= p->card[slot] != NONE;
        if (missing <= 0)
            return slot / 2 + 1;
    }
    return SPACES + missing * 2 / 3;
}

static int turns_left(const struct tb_state *s)
{
    int least = 99;

    if (s->ending)
        return 0;
    for (int i = 0; i < s->head.seats; i++) {
        int turns = turns_to_end(&s->player[i]);

        least = turns < least ? turns : least;
    }
    return least;
}

/* ---- what things are worth ---- */

/* Monuments that go to waste where knowledge is left on them. */
static bool must_be_empty(unsigned card)
{
    const struct card *facts = &ancient_card[card];

    return facts->timing == T_DECLINE && facts->effect.op[0].code == OP_DISCARD_SELF;
}

/* What a monument that scores at the end will find to count by then, besides what it
 * counts now. */
static int growth(int turns) { return 3 * (turns < 16 ? turns : 16); }

/* A monument in the Timeline that will decline in space + 1 turns. */
static int worth_on_the_way(const struct tb_state *s, int seat, int slot, int turns)
{
    /* How much of a knowledge will be lost, by the turns there are to take it off. */
    static const uint8_t loss[SPACES] = { 14, 13, 12, 11, 10, 10 };
    const struct player *p = &s->player[seat];
    unsigned card = p->card[slot];
    int space = slot / 2, tokens = p->tokens[slot], worth;

    if (space >= turns)
        return POINT; /* it will still stand there at the end */
    worth = POINT * ancient_card[card].vp;
    if (must_be_empty(card)) {
        int chance = 16 - 5 * tokens / (space + 1);

        return tokens ? worth * (chance > 0 ? chance : 0) / 16 : worth;
    }
    if (ancient_card[card].timing == T_ENDGAME)
        worth += POINT * ak_points_of(s, seat, card) + growth(turns);
    return worth - loss[space] * tokens;
}

static int outlook(const struct tb_state *s, int seat, int turns)
{
    const struct player *p = &s->player[seat];
    struct sheet sheet = ak_score_sheet(s, seat, NULL);
    int worth = POINT * (sheet.total - sheet.row[ROW_TIMELINE]);
    int means = turns < 6 ? turns : 6; /* sixths of their full worth */

    for (unsigned slots = occupied(p); slots; slots &= slots - 1)
        worth += worth_on_the_way(s, seat, (int)first_of(slots), turns);
    worth += growth(turns) * p->past_scoring;
    worth += means * 10 * p->cards / 6;
    worth += means * 8 * (p->pasts - count_of(p->tilted)) / 6;
    worth += means * 6 * count_of(p->tech) / 6;
    worth += 6 * (turns < 10 ? turns : 10) * p->artefacts;
    return worth;
}

int ancient_evaluate(const struct tb_state *s, int seat)
{
    int turns = turns_left(s), own = outlook(s, seat, turns), best = -100000, lead;

    for (int i = 0; i < s->head.seats; i++)
        if (i != seat) {
            int other = outlook(s, i, turns);

            best = other > best ? other : best;
        }
    lead = own - best;
    return 1000 * lead / ((lead < 0 ? -lead : lead) + 30 * POINT);
}

/* ---- which move first ---- */

/* A card in hand, before anything is known of where it would go. */
static int promise(unsigned card)
{
    const struct card *facts = &ancient_card[card];
    int worth;

    if (facts->kind == ARTEFACT)
        return 28 - 8 * facts->cost;
    worth = POINT * facts->vp - 9 * facts->knowledge - 8 * facts->cost;
    if (facts->timing == T_ENDGAME)
        worth += 72;
    else if (facts->timing != T_IMMEDIATE)
        worth += 16;
    return worth;
}

/* Creating is as good as the best card for it. */
static int best_promise(const struct player *p)
{
    int best = 0;

    for (int i = 0; i < p->cards; i++) {
        int worth = promise(p->hand[i]);

        best = worth > best ? worth : best;
    }
    return best;
}

static int worth_of_action(const struct tb_state *s, const struct player *p, unsigned verb)
{
    int tokens = 0;

    switch (verb) {
    case DO_CREATE:
        return 20 + best_promise(p);
    case DO_LEARN:
        return 40;
    case DO_ARCHIVE:
        for (int slot = 0; slot < 4; slot++)
            tokens += p->tokens[slot];
        return 10 * (tokens < p->cards ? tokens : p->cards);
    case DO_EXCAVATE:
        return 8 * (p->pasts - count_of(p->tilted)) - 4 * p->cards;
    default:
        return 20 - 4 * p->cards;
    }
}

int ancient_order(const struct tb_state *s, int seat, tb_move move)
{
    const struct player *p = &s->player[seat];
    unsigned arg = tb_arg(move, 0);
    int slot;

    switch ((enum verb)tb_verb(move)) {
    case DO_CREATE:
    case DO_LEARN:
    case DO_ARCHIVE:
    case DO_EXCAVATE:
    case DO_SEARCH:
        return worth_of_action(s, p, tb_verb(move));
    case CREATE:
    case TAKE:
    case KEEP:
        return promise(arg);
    case PUT:
    case PAY:
    case ARCHIVE:
    case DISCARD:
        return -promise(arg);
    case LEARN:
        return is_technology(arg) ? 4 * ak_points_of(s, seat, arg) : 0;
    case TOKEN:
        slot = ak_slot_of(p, arg);
        return slot < 0 ? 0 : must_be_empty(arg) ? 20 : SLOTS - slot;
    case SPACE:
        return s->ask == ASK_SPACE ? -ak_price_of(ak_card_in_creation(s), (int)arg - 1) : 0;
    case YES:
        return 1;
    case EXCAVATE:
    case AMOUNT:
        return (int)arg;
    case STOP:
        return -100;
    case NO:
    case NEXT:
    case ACTIVATE:
    case DECLINE:
    case CHOOSE:
    case ROB:
    case BURY:
    case UNDER:
    case FLIP:
    case VERBS:
        break;
    }
    return 0;
}
