/*
 * What may be answered to each ask, as a set of numbers, and the move a number stands for.
 *
 * The numbers are small so that a set is two words: counting them, picking one at random
 * and listing them all is then the same few instructions for every ask.
 */
#include <assert.h>

#include "archives.h"

enum {
    CARDS_AT = 48, /* TURN: steps 1 to 47, then kinds of cards, then passing */
    LAST = 63,     /* TURN: pass; elsewhere: stop */
    LOANS_AT = 32, /* ANSWER: the external site, by origin */
    COLUMN = 5,    /* REHEX: places of a site's column; the external one has one more */
};

static uint64_t bit(unsigned number) { return (uint64_t)1 << number; }

static struct av_set small(uint64_t low) { return (struct av_set){ low, 0 }; }

static void add(struct av_set *set, unsigned number)
{
    if (number < 64)
        set->low |= bit(number);
    else
        set->high |= bit(number - 64);
}

/* ---- the track: R4 ---- */

struct av_span av_span_of(const struct tb_state *s, unsigned seat)
{
    struct av_span span = { UINT16_MAX, 0 };

    for (unsigned i = 0; i < s->head.seats; i++) {
        if (i == seat)
            continue;
        span.lo = s->pos[i] < span.lo ? s->pos[i] : span.lo;
        span.hi = s->pos[i] > span.hi ? s->pos[i] : span.hi;
    }
    return span;
}

int av_cost(const struct tb_state *s, unsigned seat, unsigned steps)
{
    struct av_span span = av_span_of(s, seat);
    unsigned to = s->pos[seat] + steps;

    if (s->end && to == s->end)
        return av_board.rule.final_run_trigger_square_cost;
    if (to < span.lo)
        return 0;
    return to > span.hi ? (int)(to - span.hi) : 1;
}

/* Steps to every free square: to one short of the last other pawn's next lap, in the final
 * run to the end square, which may be shared. */
static uint64_t steps_of(const struct tb_state *s, unsigned seat)
{
    unsigned pos = s->pos[seat], furthest = s->end;
    uint64_t set;

    if (!s->end)
        furthest = av_span_of(s, seat).lo + SQUARES - 1;
    assert(furthest >= pos && furthest - pos < CARDS_AT);
    set = bit(furthest - pos + 1) - 2;
    for (unsigned i = 0; i < s->head.seats; i++)
        if (s->pos[i] > pos && s->pos[i] != s->end)
            set &= ~bit(s->pos[i] - pos);
    return set;
}

bool av_may_pass(const struct tb_state *s)
{
    return s->end || s->pos[s->active] > av_span_of(s, s->active).lo;
}

static struct av_set turn_options(const struct tb_state *s)
{
    uint64_t set = steps_of(s, s->active) | (uint64_t)av_playable(s) << CARDS_AT;

    return small(set | (av_may_pass(s) ? bit(LAST) : 0));
}

static struct av_set arrival_options(const struct tb_state *s)
{
    unsigned natures = 0;

    if (s->hand[s->active][WILD])
        natures = ((1u << ACTIONS) - 1) & ~(1u << s->action);
    return small(1 | natures << 1);
}

/* ---- actions: R6 ---- */

unsigned av_asked(const struct tb_state *s, unsigned zone)
{
    unsigned types = 0;

    for (unsigned i = 0; i < s->requests[zone]; i++)
        types |= 1u << s->request[zone][i];
    return types;
}

/* Of a chosen site only, once there is one. */
static bool is_open(const struct tb_state *s, unsigned site)
{
    return s->site == NONE || s->site == site;
}

static uint64_t stop_after_one(const struct tb_state *s)
{
    return s->count ? bit(LAST) : 0;
}

static struct av_set store_options(const struct tb_state *s)
{
    uint64_t set = stop_after_one(s);

    if (s->count == av_board.rule.store_max_cubes)
        return small(0);
    for (unsigned site = 0; site < SITES; site++)
        if (is_open(s, site))
            set |= (uint64_t)av_types(s->entry[site]) << 8 * site;
    return small(set);
}

static unsigned request_zone(const struct tb_state *s)
{
    return s->count < SITES ? s->count : EXTERNAL;
}

static struct av_set request_options(const struct tb_state *s)
{
    return small(av_board.site[request_zone(s)].accepts & av_types(s->reserve));
}

static struct av_set answer_options(const struct tb_state *s)
{
    uint64_t set = stop_after_one(s);
    unsigned outside;

    if (s->count == av_board.rule.answer_max_requests)
        return small(0);
    outside = is_open(s, EXTERNAL) ? av_asked(s, EXTERNAL) : 0;
    for (unsigned site = 0; site < SITES; site++) {
        unsigned here = av_types(s->left[site]);

        if (is_open(s, site))
            set |= (uint64_t)(here & av_asked(s, site)) << 8 * site;
        set |= (uint64_t)(here & outside) << (LOANS_AT + 8 * site);
    }
    return small(set);
}

/* Types in their eight lanes for 1, 2, 3 and 4 cubes. */
static uint32_t shows_at(const struct tb_state *s, unsigned site)
{
    uint32_t set = 0;

    for (unsigned types = av_types(s->store[site]); types; types &= types - 1) {
        unsigned type = av_first(types), most = av_board.site[site].room;

        most = s->store[site][type] < most ? s->store[site][type] : most;
        set |= (uint32_t)(0x01010101u & (((uint64_t)1 << 8 * most) - 1)) << type;
    }
    return set;
}

static struct av_set exhibit_options(const struct tb_state *s)
{
    uint32_t set[SITES] = { 0 };

    if (s->count)
        return small(0);
    for (unsigned site = 0; site < SITES; site++)
        if (!s->room[site].size)
            set[site] = shows_at(s, site);
    return (struct av_set){ set[0] | (uint64_t)set[1] << 32, set[2] };
}

/* ---- Pass: R8 ---- */

static struct av_set abandon_options(const struct tb_state *s)
{
    unsigned types = 0;

    for (unsigned type = 0; type < TYPES; type++)
        types |= (unsigned)(s->expert[type] == s->active) << type;
    return small(types ? 1 | types << 1 : 0);
}

/* Cubes that an Entry zone can take. */
static struct av_set entering(const struct tb_state *s, unsigned types)
{
    uint64_t set = 0;

    for (unsigned site = 0; types && site < SITES; site++)
        if (av_has_room(s, site))
            set |= (uint64_t)(types & av_board.site[site].accepts) << 8 * site;
    return small(set);
}

static struct av_set waiting_options(const struct tb_state *s)
{
    return entering(s, av_types(s->waiting));
}

static struct av_set place_options(const struct tb_state *s)
{
    return entering(s, av_types(s->drawn));
}

static struct av_set step3_options(const struct tb_state *s)
{
    const uint8_t *hand = s->hand[s->active];

    return small(1u | (hand[SKIP3] ? 2 : 0) | (hand[CHOOSE3] ? 4 : 0));
}

static struct av_set step4_options(const struct tb_state *s)
{
    return small(1u | (s->hand[s->active][IMMUNITY] ? 2 : 0));
}

static struct av_set pick_options(const struct tb_state *s)
{
    if (av_sum(s->drawn) == av_board.rule.pass_new_cubes)
        return small(0);
    return small(av_types(s->bag));
}

/* ---- cards: R7 ---- */

static struct av_set mark_options(const struct tb_state *s)
{
    struct av_set set = { 0, 0 };

    for (unsigned square = 0; square < SQUARES; square++)
        for (unsigned action = 0; action < ACTIONS; action++)
            if (s->supply[action] && s->nature[square] != action)
                add(&set, square * ACTIONS + action);
    return set;
}

static unsigned transferable(const struct tb_state *s, unsigned from, unsigned to)
{
    return av_types(s->store[from]) & av_board.site[to].accepts;
}

/* A byte for each pair of two sites: the last of all pairs would not fit, and is none. */
static struct av_set transfer_options(const struct tb_state *s)
{
    uint64_t set = stop_after_one(s);

    if (s->count == av_board.rule.transfer_max_cubes)
        return small(0);
    for (unsigned from = 0; from < SITES; from++)
        for (unsigned to = 0; to < SITES; to++)
            if (from != to && is_open(s, from) && (s->to == NONE || s->to == to))
                set |= (uint64_t)transferable(s, from, to) << 8 * (from * SITES + to);
    return small(set);
}

static struct av_set room_options(const struct tb_state *s)
{
    unsigned set = 0;

    for (unsigned site = 0; site < SITES; site++)
        set |= (unsigned)(s->room[site].size > 0) << site;
    return small(set);
}

static struct av_set recube_options(const struct tb_state *s)
{
    struct av_set set = { 0, 0 };
    unsigned bag = av_types(s->bag);

    for (unsigned site = 0; site < SITES; site++)
        for (unsigned old = av_types(s->entry[site]); old; old &= old - 1) {
            unsigned fresh = bag & av_board.site[site].accepts & ~(old & -old);

            for (; fresh; fresh &= fresh - 1)
                add(&set, (site * TYPES + av_first(old)) * TYPES + av_first(fresh));
        }
    return set;
}

static struct av_set rehex_options(const struct tb_state *s)
{
    struct av_set set = { 0, 0 };
    unsigned reserve = av_types(s->reserve);

    for (unsigned zone = 0; zone < ZONES; zone++)
        for (unsigned i = 0; i < s->requests[zone]; i++) {
            unsigned fresh =
                reserve & av_board.site[zone].accepts & ~(1u << s->request[zone][i]);

            for (; fresh; fresh &= fresh - 1)
                add(&set, (zone * COLUMN + i) * TYPES + av_first(fresh));
        }
    return set;
}

static struct av_set return_options(const struct tb_state *s)
{
    unsigned set = 0;

    for (unsigned zone = 0; zone < ZONES; zone++)
        set |= (unsigned)(s->lents[zone] > 0) << zone;
    return small(set);
}

static bool is_any(struct av_set set) { return set.low | set.high; }

/* As if the card were played now: nothing is under way. */
struct av_set av_card_options(const struct tb_state *s, unsigned kind)
{
    switch ((enum card)kind) {
    case MARKER:
        return mark_options(s);
    case TRANSFER:
        return transfer_options(s);
    case FREEROOM:
        return room_options(s);
    case RECUBE:
        return recube_options(s);
    case REHEX:
        return rehex_options(s);
    case RETURN:
        return return_options(s);
    case WILD:
    case IMMUNITY:
    case CHOOSE3:
    case SKIP3:
        break;
    }
    return small(0);
}

unsigned av_playable(const struct tb_state *s)
{
    const uint8_t *hand = s->hand[s->active];
    unsigned kinds = 0;

    if (!s->hands[s->active])
        return 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (hand[kind] && av_board.card[kind].window == IN_TURN)
            kinds |= (unsigned)is_any(av_card_options(s, kind)) << kind;
    return kinds;
}

/* ---- all of them ---- */

static struct av_set setup_options(const struct tb_state *s)
{
    return entering(s, av_types(s->drawn));
}

static struct av_set no_options(const struct tb_state *s) { return small(0); }

/* clang-format off */
static struct av_set (*const options[ASKS])(const struct tb_state *s) = {
    [ASK_SETUP]   = setup_options,   [ASK_TURN]     = turn_options,
    [ASK_ARRIVAL] = arrival_options, [ASK_STORE]    = store_options,
    [ASK_REQUEST] = request_options, [ASK_ANSWER]   = answer_options,
    [ASK_EXHIBIT] = exhibit_options, [ASK_ABANDON]  = abandon_options,
    [ASK_WAITING] = waiting_options, [ASK_STEP3]    = step3_options,
    [ASK_PICK]    = pick_options,    [ASK_PLACE]    = place_options,
    [ASK_STEP4]   = step4_options,   [ASK_MARK]     = mark_options,
    [ASK_TRANSFER] = transfer_options, [ASK_ROOM]   = room_options,
    [ASK_RECUBE]  = recube_options,  [ASK_REHEX]    = rehex_options,
    [ASK_RETURN]  = return_options,  [ASK_OVER]     = no_options,
};
/* clang-format on */

struct av_set av_options(const struct tb_state *s) { return options[s->ask](s); }

static tb_move three(unsigned verb, unsigned a, unsigned b, unsigned c)
{
    return tb_mv(verb, a, b) | (tb_move)c << 16;
}

static tb_move turn_move(unsigned n)
{
    if (n == LAST)
        return tb_mv(DO_PASS, 0, 0);
    return n < CARDS_AT ? tb_mv(DO_MOVE, n, 0) : tb_mv(DO_CARD, n - CARDS_AT, 0);
}

static tb_move answer_move(unsigned n)
{
    if (n >= LOANS_AT)
        return three(DO_LEND, EXTERNAL, n % 8, (n - LOANS_AT) / 8);
    return tb_mv(DO_ANSWER, n / 8, n % 8);
}

static tb_move transfer_move(const struct tb_state *s, unsigned n)
{
    if (s->count)
        return tb_mv(DO_MORE, n % 8, 0);
    return three(DO_TRANSFER, n / 8 / SITES, n / 8 % SITES, n % 8);
}

/* The external column is the last, so its sixth place runs into nobody's. */
static tb_move rehex_move(unsigned n)
{
    unsigned row = n / TYPES, zone = row / COLUMN < EXTERNAL ? row / COLUMN : EXTERNAL;

    return three(DO_REHEX, zone, row - zone * COLUMN, n % TYPES);
}

/* Card questions: 0 is "without a card". */
static tb_move card_move(unsigned n, unsigned first, unsigned second)
{
    return tb_mv(n == 0 ? DO_NONE : n == 1 ? first : second, 0, 0);
}

tb_move av_move(const struct tb_state *s, unsigned n)
{
    switch ((enum ask)s->ask) {
    case ASK_SETUP:
        return tb_mv(DO_SETTLE, n / 8, 0);
    case ASK_TURN:
        return turn_move(n);
    case ASK_ARRIVAL:
        return n ? tb_mv(DO_NATURE, n - 1, 0) : tb_mv(DO_KEEP, 0, 0);
    case ASK_STORE:
        return n == LAST ? tb_mv(DO_STOP, 0, 0) : tb_mv(DO_STORE, n / 8, n % 8);
    case ASK_REQUEST:
        return tb_mv(DO_REQUEST, n, 0);
    case ASK_ANSWER:
        return n == LAST ? tb_mv(DO_STOP, 0, 0) : answer_move(n);
    case ASK_EXHIBIT:
        return three(DO_EXHIBIT, n / 32, n % 8, n / 8 % 4 + 1);
    case ASK_ABANDON:
        return n ? tb_mv(DO_ABANDON, n - 1, 0) : tb_mv(DO_NONE, 0, 0);
    case ASK_WAITING:
        return tb_mv(DO_WAIT, n % 8, n / 8);
    case ASK_STEP3:
        return card_move(n, DO_SKIP3, DO_CHOOSE3);
    case ASK_PICK:
        return tb_mv(DO_PICK, n, 0);
    case ASK_PLACE:
        return tb_mv(DO_PUT, n % 8, n / 8);
    case ASK_STEP4:
        return card_move(n, DO_IMMUNITY, 0);
    case ASK_MARK:
        return tb_mv(DO_MARK, n / ACTIONS, n % ACTIONS);
    case ASK_TRANSFER:
        return n == LAST ? tb_mv(DO_STOP, 0, 0) : transfer_move(s, n);
    case ASK_ROOM:
        return tb_mv(DO_ROOM, n, 0);
    case ASK_RECUBE:
        return three(DO_RECUBE, n / TYPES / TYPES, n / TYPES % TYPES, n % TYPES);
    case ASK_REHEX:
        return rehex_move(n);
    case ASK_RETURN:
        return tb_mv(DO_RETURN, n, 0);
    case ASK_OVER:
    case ASKS:
        break;
    }
    return 0;
}
