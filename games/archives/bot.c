/*
 * What a position is worth to somebody who plays on, and which move to try first: for the
 * generic bots. All in 64ths of a prestige point.
 *
 * A position is worth the score that it will probably end with: prestige, expertise, each
 * player's chance of being a type's expert in the end times what the expert will then get,
 * and, less and less as the end draws near, what the zones promise or threaten.
 */
#include <assert.h>
#include "archives.h"

enum {
    POINT = 64,
    AHEAD = 64,  /* of `early` and of shares: one */
    ENOUGH = 26, /* gained by a square that is worth stopping at */
};

/* ---- how far the game is ---- */

/* From AHEAD at the start to 0 at the end. */
static int early_of(const struct tb_state *s)
{
    int most = 0;

    if (s->end)
        return 0;
    for (unsigned type = 0; type < TYPES; type++)
        if (s->expert[type] != NONE && s->pe[s->expert[type]][type] > most)
            most = s->pe[s->expert[type]][type];
    return most >= 10 ? 0 : AHEAD * (10 - most) / 10;
}

/* ---- who will be the expert ---- */

/* How much weight `behind` points less than the expert's carry, in 256ths: early on a lead
 * means little, in the end everything. Rows: `early` in eighths. */
static int weight_of(int behind, int early)
{
    static const uint8_t weight[5][5] = {
        { 255, 73, 21, 6, 2 },    /* the end: exp(-1.25 x) */
        { 255, 105, 43, 18, 7 },  /* exp(-0.89 x) */
        { 255, 134, 70, 37, 19 }, /* exp(-0.65 x) */
        { 255, 156, 95, 58, 35 }, /* exp(-0.49 x) */
        { 255, 163, 104, 66, 42 },
    };

    return behind > 4 ? 0 : weight[(early + 8) / 16][behind];
}

/* Everybody's share of a type's expert, in AHEADths. */
static void find_shares(const struct tb_state *s, unsigned type, int early, int *share)
{
    int most = s->pe[s->expert[type]][type], sum = early / 2;

    for (unsigned i = 0; i < s->head.seats; i++) {
        int pe = s->pe[i][type];

        share[i] = pe ? weight_of(most - pe, early) : 0;
        sum += share[i];
    }
    for (unsigned i = 0; i < s->head.seats; i++)
        share[i] = AHEAD * share[i] / sum;
}

/* ---- what the zones promise ---- */

/* Free places of the Entry zones that accept a type. */
static int places_for(const struct tb_state *s, unsigned type)
{
    int free = 0;

    for (unsigned site = 0; site < SITES; site++)
        if (av_accepts(site, type))
            free += av_board.site[site].entry - (int)av_sum(s->entry[site]);
    return free;
}

struct demand {
    uint8_t met[LANES], unmet[LANES]; /* requests with and without a cube in the store */
};

static void count_demand(const struct tb_state *s, struct demand *d)
{
    uint8_t stock[ZONES][LANES];

    memset(d, 0, sizeof *d);
    memcpy(stock, s->store, sizeof s->store);
    for (unsigned type = 0; type < LANES; type++)
        stock[EXTERNAL][type] =
            (uint8_t)(s->store[0][type] + s->store[1][type] + s->store[2][type]);
    for (unsigned zone = 0; zone < ZONES; zone++)
        for (unsigned i = 0; i < s->requests[zone]; i++) {
            unsigned type = s->request[zone][i];

            if (stock[zone][type]) {
                stock[zone][type]--;
                d->met[type]++;
            } else {
                d->unmet[type]++;
            }
        }
}

/* What being expert now is good for: others' actions pay, waiting cubes cost. */
static int worth_of_expert(const struct tb_state *s, unsigned type, const struct demand *d,
                           int early)
{
    int free = places_for(s, type), entry = 0, worth;

    for (unsigned site = 0; site < SITES; site++)
        entry += s->entry[site][type];
    worth =
        -POINT * s->waiting[type] * (6 * s->head.seats * early + 10 * AHEAD) / 10 / AHEAD;
    if (free < 3)
        worth -= (3 - free) * 38 * (19 + 45 * early / AHEAD) / AHEAD;
    worth += entry * 16 * early / AHEAD;
    worth += (32 * d->met[type] - 29 * d->unmet[type]) * (26 + 38 * early / AHEAD) / AHEAD;
    return worth;
}

/* ---- the track ---- */

/* What a square is worth to whoever is behind it: those who are far ahead have paid with
 * moves that the others now get for nothing. */
enum { TEMPO = 48 };

static int worth_of_place(const struct tb_state *s, unsigned seat, int lowest)
{
    if (!s->end)
        return -TEMPO * (s->pos[seat] - lowest);
    if (s->finished >> seat & 1 || s->pos[seat] >= s->end)
        return 0;
    return TEMPO * (s->end - s->pos[seat]);
}

static int rearmost(const struct tb_state *s)
{
    int lowest = s->pos[0];

    for (unsigned i = 1; i < s->head.seats; i++)
        lowest = s->pos[i] < lowest ? s->pos[i] : lowest;
    return lowest;
}

/* ---- the whole ---- */

static const uint8_t card_worth[KINDS] = { 58, 115, 64, 77, 58, 64, 64, 77, 77, 58 };

static int worth_of_hand(const struct tb_state *s, unsigned seat, int early)
{
    int worth = 0;

    for (unsigned kind = 0; kind < KINDS; kind++)
        worth += s->hand[seat][kind] * card_worth[kind];
    return worth * (13 + 51 * early / AHEAD) / AHEAD;
}

static void outlooks(const struct tb_state *s, int *worth)
{
    int early = early_of(s), lowest = rearmost(s);
    struct demand d;

    count_demand(s, &d);
    for (unsigned i = 0; i < s->head.seats; i++)
        worth[i] = POINT * (s->pp[i] + (int)av_sum(s->pe[i])) + worth_of_hand(s, i, early) +
                   worth_of_place(s, i, lowest);
    for (unsigned type = 0; type < TYPES; type++) {
        int share[PLAYERS], prize;
        unsigned cubes;

        if (s->expert[type] == NONE)
            continue;
        av_largest_site(s, type, &cubes);
        prize = (int)(cubes + av_done(s, type)) * POINT + 4 * early;
        find_shares(s, type, early, share);
        for (unsigned i = 0; i < s->head.seats; i++)
            worth[i] += prize * share[i] / AHEAD;
        worth[s->expert[type]] += worth_of_expert(s, type, &d, early);
    }
}

/* What the others come to: half their best, half their mean, which for two is the same. */
static int worth_of_others(const struct tb_state *s, int seat, const int *worth)
{
    int best = INT32_MIN, sum = 0, others = s->head.seats - 1;

    assert(others > 0);
    for (int i = 0; i < s->head.seats; i++) {
        if (i == seat)
            continue;
        sum += worth[i];
        best = worth[i] > best ? worth[i] : best;
    }
    return (best + sum / others) / 2;
}

/* A lead tells the more the nearer the end is, and the fewer the players are: else a bot
 * that is a little behind would put the end off at any price. */
int archives_evaluate(const struct tb_state *s, int seat)
{
    int worth[PLAYERS], seats = s->head.seats, lead, much;

    outlooks(s, worth);
    lead = worth[seat] - worth_of_others(s, seat, worth);
    much = (3 * seats - 2) * POINT + (5 * seats + 10) * POINT * early_of(s) / AHEAD;
    return (int)((int64_t)1000 * lead / ((lead < 0 ? -lead : lead) + much));
}

/* ---- which move first ---- */

/* A point of expertise: itself, nearness to the expert, and what others get for it. */
static int promise(const struct tb_state *s, unsigned type, int pays)
{
    unsigned expert = s->expert[type];
    int worth = POINT;

    if (expert == NONE)
        return worth + 4 * POINT;
    if (expert == s->active)
        return worth + POINT;
    worth += POINT / 2 - pays * POINT / 2;
    if (s->pe[s->active][type] + 1 >= s->pe[expert][type])
        worth += 6 * POINT;
    return worth;
}

static int best_store(const struct tb_state *s)
{
    int best = -POINT;

    for (unsigned site = 0; site < SITES; site++) {
        int first = 0, second = 0;

        for (unsigned types = av_types(s->entry[site]); types; types &= types - 1) {
            unsigned type = av_first(types);
            int worth = promise(s, type, 2);

            if (worth > first)
                second = first, first = worth;
            else if (worth > second)
                second = worth;
            if (s->entry[site][type] > 1 && POINT > second)
                second = POINT;
        }
        best = first && first + second > best ? first + second : best;
    }
    return best;
}

static int worth_of_answer(const struct tb_state *s, unsigned type)
{
    return s->expert[type] == s->active ? 2 * POINT : promise(s, type, 2);
}

static int best_answer(const struct tb_state *s)
{
    unsigned all = av_types(s->store[0]) | av_types(s->store[1]) | av_types(s->store[2]);
    int best = -POINT;

    for (unsigned zone = 0; zone < ZONES; zone++) {
        unsigned stock = zone == EXTERNAL ? all : av_types(s->store[zone]);
        int sum = 0, count = 0;

        for (unsigned i = 0; i < s->requests[zone] && count < 3; i++)
            if (stock >> s->request[zone][i] & 1) {
                sum += worth_of_answer(s, s->request[zone][i]);
                count++;
            }
        best = count && sum > best ? sum : best;
    }
    return best;
}

static int best_exhibit(const struct tb_state *s)
{
    int best = -POINT;

    for (unsigned site = 0; site < SITES; site++)
        for (unsigned types = s->room[site].size ? 0 : av_types(s->store[site]); types;
             types &= types - 1) {
            unsigned type = av_first(types);
            int size = s->store[site][type], room = av_board.site[site].room;
            int worth = POINT * (size < room ? size : room) + promise(s, type, 0);

            best = worth > best ? worth : best;
        }
    return best;
}

static int worth_of_action(const struct tb_state *s, unsigned action)
{
    switch ((enum action)action) {
    case STORE:
        return best_store(s);
    case REQUEST:
        return 2 * POINT;
    case ANSWER:
        return best_answer(s);
    case EXHIBIT:
        return best_exhibit(s);
    case DRAW:
        return s->decks ? 16 + POINT * early_of(s) / AHEAD : -POINT;
    }
    return 0;
}

/* Squares on the way cost nothing extra: of those that gain enough the nearest comes first,
 * before passing; the others after it, by what they lose. */
static int order_move(const struct tb_state *s, unsigned steps)
{
    unsigned square = av_square(s->pos[s->active] + steps);
    int cost = av_cost(s, s->active, steps), gain;

    if (cost > 6)
        return -POINT * cost;
    gain = worth_of_action(s, s->nature[square - 1]) - POINT * cost;
    gain -= cost > 1 ? 13 * cost : 0;
    return gain >= ENOUGH ? 8 * POINT - 4 * (int)steps : gain - 2 * POINT;
}

static int order_request(const struct tb_state *s, unsigned type)
{
    unsigned zone = s->count < SITES ? s->count : EXTERNAL;
    int stock = 0;

    for (unsigned site = 0; site < SITES; site++)
        if (zone == EXTERNAL || zone == site)
            stock += s->store[site][type];
    if (s->expert[type] == s->active)
        return stock ? 3 * POINT : -POINT;
    return stock ? POINT : s->expert[type] == NONE ? 0 : POINT / 2;
}

/* Cubes that would wait for me go in first; then those that I am to store. */
static int order_placing(const struct tb_state *s, unsigned type)
{
    return s->expert[type] == s->active ? POINT - 8 * places_for(s, type) : 0;
}

int archives_order(const struct tb_state *s, int seat, tb_move move)
{
    unsigned a = tb_arg(move, 0), b = tb_arg(move, 1);

    switch ((enum verb)tb_verb(move)) {
    case DO_MOVE:
        return order_move(s, a);
    case DO_NATURE:
        return worth_of_action(s, a) - 2 * POINT;
    case DO_KEEP:
        return worth_of_action(s, s->action);
    case DO_CARD:
        return a == MARKER ? -POINT : POINT / 2;
    case DO_STORE:
        return promise(s, b, 2);
    case DO_REQUEST:
        return order_request(s, a);
    case DO_ANSWER:
    case DO_LEND:
        return worth_of_answer(s, b);
    case DO_EXHIBIT:
        return POINT * (int)tb_arg(move, 2) + promise(s, b, 0);
    case DO_ABANDON:
        return s->waiting[a] > 2 ? POINT * (s->waiting[a] - 2) : -4 * POINT;
    case DO_WAIT:
    case DO_PUT:
        return order_placing(s, a);
    case DO_SKIP3:
    case DO_IMMUNITY:
    case DO_CHOOSE3:
        return POINT;
    case DO_PASS:
    case DO_STOP:
    case DO_NONE:
    case DO_SETTLE:
    case DO_PICK:
    case DO_MARK:
    case DO_TRANSFER:
    case DO_MORE:
    case DO_ROOM:
    case DO_RECUBE:
    case DO_REHEX:
    case DO_RETURN:
    case VERBS:
        break;
    }
    return 0;
}
