/*
 * Expert clues: 26 families of statements, when they are true and how they are said.
 *
 * A statement is a number; its family's row says what it is about. The share of plans in
 * which each is true takes half a second to count, so it is a table (shares.c, made by
 * `bench archeologic shares`) that a test counts again.
 */
#include <assert.h>
#include <string.h>

#include "clues.h"

/* ---- what statements are about ---- */

enum operand {
    NOTHING,
    PAIR,   /* two different tiles, in order */
    COUPLE, /* two different tiles */
    TILE,
    LONG,        /* a tile that is longer than wide: S T L I */
    LONGS,       /* two different ones */
    TRAP_PAIR,   /* two traps of different tiles, in order */
    TRAP_COUPLE, /* two traps of different tiles */
    SIGN,        /* it is so; it is not */
    EDGE,        /* top, bottom, left, right */
    CENTRE,      /* a tile; empty; a trap; safe */
    LINE,        /* rows; columns */
    KIND,        /* sharp; fire */
    THING,       /* traps; empty zones; buildings */
    COMPARED,    /* two of five axes: more than, in order; as many as */
    HALF,        /* columns A-C, C-E, rows 1-3, 3-5 */
    UP_TO_2,     /* a count from 0 */
    UP_TO_3,
    UP_TO_4,
    UP_TO_5,
    ONE_TO_3, /* a count from 1 */
    ONE_TO_8,
};
enum family {
    RIGHT_OF,
    BELOW,
    TOUCH,
    SHARE_COLUMN,
    SHARE_ROW,
    EDGE_CELLS,
    CORNER,
    REACH,
    IN_CENTRE,
    EMPTY_NEXT,
    EMPTY_PAIRS,
    EMPTY_SPREAD,
    EMPTY_EDGE,
    LYING,
    PARALLEL,
    TRAP_RIGHT,
    TRAP_BELOW,
    TRAP_LINE,
    TRAP_NEXT,
    TRAP_EDGE,
    TRAP_PAIRS,
    AXIS_COMPARED,
    DARK,
    IN_HALF,
    TRAP_DISTANCE,
    NEIGHBOURS
};

/* {0} to {2} stand for the operands. With a SIGN or THING there is a sentence each. */
struct family_row {
    const char *id;
    uint8_t operand[OPERANDS];
    const char *says[6];
};
/* clang-format off */
static const struct family_row families[FAMILIES] = {
    [RIGHT_OF]      = { "right",      { PAIR },               { TB_N("{a} is totally further right than {b}.") } },
    [BELOW]         = { "below",      { PAIR },               { TB_N("{a} is totally lower than {b}.") } },
    [TOUCH]         = { "touch",      { COUPLE, SIGN },       { TB_N("{a} and {b} touch."),
                                                                TB_N("{a} and {b} do not touch.") } },
    [SHARE_COLUMN]  = { "column",     { COUPLE, SIGN },       { TB_N("{a} and {b} have a column in common."),
                                                                TB_N("{a} and {b} have no column in common.") } },
    [SHARE_ROW]     = { "row",        { COUPLE, SIGN },       { TB_N("{a} and {b} have a row in common."),
                                                                TB_N("{a} and {b} have no row in common.") } },
    [EDGE_CELLS]    = { "edge",       { TILE, UP_TO_4 },      { TB_N("Cells of {a} on the edge: exactly {k}.") } },
    [CORNER]        = { "corner",     { TILE, SIGN },         { TB_N("{a} covers a corner of the plan."),
                                                                TB_N("{a} covers no corner of the plan.") } },
    [REACH]         = { "reach",      { TILE, EDGE, SIGN },   { TB_N("{a} reaches the {side}."),
                                                                TB_N("{a} does not reach the {side}.") } },
    [IN_CENTRE]     = { "centre",     { CENTRE },             { TB_N("C3 belongs to {a}."), TB_N("C3 is empty."),
                                                                TB_N("C3 is a trap."), TB_N("C3 is a safe cell.") } },
    [EMPTY_NEXT]    = { "emptynext",  { TILE, UP_TO_3 },      { TB_N("Empty zones that touch {a}: exactly {k}.") } },
    [EMPTY_PAIRS]   = { "emptypairs", { UP_TO_2 },            { TB_N("Pairs of empty zones that touch: exactly {k}.") } },
    [EMPTY_SPREAD]  = { "spread",     { LINE, ONE_TO_3 },     { TB_N("Rows in which the empty zones lie: exactly {k}."),
                                                                TB_N("Columns in which the empty zones lie: exactly {k}.") } },
    [EMPTY_EDGE]    = { "emptyedge",  { UP_TO_3 },            { TB_N("Empty zones on the edge: exactly {k}.") } },
    [LYING]         = { "lying",      { LONG, SIGN },         { TB_N("{a} lies flat."), TB_N("{a} stands upright.") } },
    [PARALLEL]      = { "parallel",   { LONGS, SIGN },        { TB_N("{a} and {b} are parallel."),
                                                                TB_N("{a} and {b} are crosswise.") } },
    [TRAP_RIGHT]    = { "trapright",  { TRAP_PAIR },          { TB_N("The {t} is further right than the {u}.") } },
    [TRAP_BELOW]    = { "trapbelow",  { TRAP_PAIR },          { TB_N("The {t} is lower than the {u}.") } },
    [TRAP_LINE]     = { "trapline",   { TRAP_COUPLE, LINE, SIGN },
                                                              { TB_N("The {t} and the {u} are in the same row."),
                                                                TB_N("The {t} and the {u} are not in the same row."),
                                                                TB_N("The {t} and the {u} are in the same column."),
                                                                TB_N("The {t} and the {u} are not in the same column.") } },
    [TRAP_NEXT]     = { "trapnext",   { TRAP_COUPLE, SIGN },  { TB_N("The {t} and the {u} touch."),
                                                                TB_N("The {t} and the {u} do not touch.") } },
    [TRAP_EDGE]     = { "trapedge",   { KIND, UP_TO_4 },      { TB_N("Sharp traps on the edge: exactly {k}."),
                                                                TB_N("Fire traps on the edge: exactly {k}.") } },
    [TRAP_PAIRS]    = { "trappairs",  { KIND, UP_TO_4 },      { TB_N("Pairs of sharp traps that touch: exactly {k}."),
                                                                TB_N("Pairs of fire traps that touch: exactly {k}.") } },
    [AXIS_COMPARED] = { "axis",       { LINE, THING, COMPARED }, { TB_N("There are more traps on {x} than on {y}."),
                                                                TB_N("There are more empty zones on {x} than on {y}."),
                                                                TB_N("There are more buildings on {x} than on {y}."),
                                                                TB_N("There are as many traps on {x} as on {y}."),
                                                                TB_N("There are as many empty zones on {x} as on {y}."),
                                                                TB_N("There are as many buildings on {x} as on {y}.") } },
    [DARK]          = { "dark",       { KIND, UP_TO_4 },      { TB_N("Sharp traps on dark zones: exactly {k}."),
                                                                TB_N("Fire traps on dark zones: exactly {k}.") } },
    [IN_HALF]       = { "within",     { TILE, HALF },         { TB_N("{a} lies within columns A to C."), TB_N("{a} lies within columns C to E."),
                                                                TB_N("{a} lies within rows 1 to 3."), TB_N("{a} lies within rows 3 to 5.") } },
    [TRAP_DISTANCE] = { "apart",      { TRAP_COUPLE, ONE_TO_8 }, { TB_N("Steps between the {t} and the {u}: exactly {k}.") } },
    [NEIGHBOURS]    = { "neighbours", { TILE, UP_TO_5 },      { TB_N("Other buildings that {a} touches: exactly {k}.") } },
};
/* clang-format on */

static const struct {
    uint8_t tile, kind;
} trap[TRAPS] = { { S, SHARP }, { T, SHARP }, { L, SHARP }, { O, SHARP },
                  { V, FIRE },  { T, FIRE },  { O, FIRE },  { I, FIRE } };
static const uint8_t long_tile[] = { S, T, L, I };

/* What an operand's value stands for: one or two tiles or traps, a word, or a count. */
enum things { NO_THINGS, TILES_NAMED, LONG_NAMED, TRAPS_NAMED };
enum number { ONE, IN_ORDER, TOGETHER }; /* a alone; a then b; a and b */
struct operand_row {
    uint8_t ways, things, number;
    uint8_t from;            /* the least count */
    const char *const *word; /* by value, in notation; NULL: it is a count */
};

static const char *const sign_word[] = { "yes", "no" };
static const char *const edge_word[] = { "top", "bottom", "left", "right" };
static const char *const centre_word[] = { "S", "V",     "T",    "L",   "O",
                                           "I", "empty", "trap", "safe" };
static const char *const line_word[] = { "rows", "columns" };
static const char *const kind_word[] = { "sharp", "fire" };
static const char *const thing_word[] = { "traps", "empties", "buildings" };
static const char *const half_word[] = { "A-C", "C-E", "1-3", "3-5" };

/* clang-format off */
static const struct operand_row operands[] = {
    [NOTHING]     = { .ways = 1 },
    [PAIR]        = { .ways = 30, .things = TILES_NAMED, .number = IN_ORDER },
    [COUPLE]      = { .ways = 15, .things = TILES_NAMED, .number = TOGETHER },
    [TILE]        = { .ways = 6,  .things = TILES_NAMED },
    [LONG]        = { .ways = 4,  .things = LONG_NAMED },
    [LONGS]       = { .ways = 6,  .things = LONG_NAMED,  .number = TOGETHER },
    [TRAP_PAIR]   = { .ways = 52, .things = TRAPS_NAMED, .number = IN_ORDER },
    [TRAP_COUPLE] = { .ways = 26, .things = TRAPS_NAMED, .number = TOGETHER },
    [SIGN]        = { .ways = 2,  .word = sign_word },
    [EDGE]        = { .ways = 4,  .word = edge_word },
    [CENTRE]      = { .ways = 9,  .word = centre_word },
    [LINE]        = { .ways = 2,  .word = line_word },
    [KIND]        = { .ways = 2,  .word = kind_word },
    [THING]       = { .ways = 3,  .word = thing_word },
    [COMPARED]    = { .ways = 30 },
    [HALF]        = { .ways = 4,  .word = half_word },
    [UP_TO_2]     = { .ways = 3 },
    [UP_TO_3]     = { .ways = 4 },
    [UP_TO_4]     = { .ways = 5 },
    [UP_TO_5]     = { .ways = 6 },
    [ONE_TO_3]    = { .ways = 3,  .from = 1 },
    [ONE_TO_8]    = { .ways = 8,  .from = 1 },
};
/* clang-format on */

static unsigned family_size(const struct family_row *f)
{
    return (unsigned)operands[f->operand[0]].ways * operands[f->operand[1]].ways *
           operands[f->operand[2]].ways;
}

/* ---- operands that are two things ---- */

struct two {
    uint8_t a, b;
};

/* The index-th of all pairs of n things, in order, whose elements differ. */
static struct two nth_pair(unsigned index, unsigned n)
{
    struct two two = { (uint8_t)(index / (n - 1)), (uint8_t)(index % (n - 1)) };

    two.b = (uint8_t)(two.b + (two.b >= two.a));
    return two;
}

/* The index-th with a < b. */
static struct two nth_couple(unsigned index, unsigned n)
{
    struct two two = { 0, 1 };

    while (index--)
        if (++two.b == n) {
            two.a++;
            two.b = (uint8_t)(two.a + 1);
        }
    return two;
}

/* The same among traps, without two of one tile. */
static struct two nth_traps(unsigned index, bool ordered)
{
    for (unsigned i = 0;; i++) {
        struct two two = ordered ? nth_pair(i, TRAPS) : nth_couple(i, TRAPS);

        if (trap[two.a].tile != trap[two.b].tile && index-- == 0)
            return two;
    }
}

static struct two operand_two(unsigned operand, unsigned v)
{
    const struct operand_row *row = &operands[operand];
    bool alone = row->number == ONE, ordered = row->number == IN_ORDER;
    struct two two = { (uint8_t)v, 0 };

    if (operand == COMPARED)
        return v < 20 ? nth_pair(v, SIDE) : nth_couple(v - 20, SIDE);
    if (row->things == TRAPS_NAMED)
        return nth_traps(v, ordered);
    if (row->things == LONG_NAMED) {
        two = alone ? two : nth_couple(v, sizeof long_tile);
        return (struct two){ long_tile[two.a], alone ? 0 : long_tile[two.b] };
    }
    if (alone)
        return two;
    return ordered ? nth_pair(v, TILES) : nth_couple(v, TILES);
}

struct statement statement_parts(unsigned number)
{
    struct statement st = { 0 };
    const uint8_t *operand;
    struct two two;

    while (number >= family_size(&families[st.family]))
        number -= family_size(&families[st.family++]);
    operand = families[st.family].operand;
    for (int i = OPERANDS - 1; i >= 0; i--) {
        st.v[i] = (uint8_t)(number % operands[operand[i]].ways);
        number /= operands[operand[i]].ways;
    }
    two = st.family == AXIS_COMPARED ? operand_two(COMPARED, st.v[2])
                                     : operand_two(operand[0], st.v[0]);
    st.a = two.a;
    st.b = two.b;
    return st;
}

/* ---- truth ---- */

enum {
    EDGE_ZONES = 0x1f8c63f,
    CORNER_ZONES = 0x1100011,
    DARK_ZONES = 0x1555555, /* A1 and C3 are dark */
    ALL_ZONES = 0x1ffffff,
    CENTRE_ZONE = 1 << 12,
};

/* What the families look at, with the plan's six placements taken apart. */
struct sight {
    const struct placement *p[TILES];
    uint32_t cells, sharp, fire;
};

static struct sight look(const struct kit *kit, const uint8_t at[TILES])
{
    struct sight see = { .cells = 0 };

    for (int t = 0; t < TILES; t++) {
        see.p[t] = &kit->box.place[t][at[t]];
        see.cells |= see.p[t]->cells;
        see.sharp |= see.p[t]->sharp;
        see.fire |= see.p[t]->fire;
    }
    return see;
}

static inline int bits(uint32_t set) { return __builtin_popcount(set); }

static int trap_zone(const struct kit *kit, const uint8_t at[TILES], unsigned i)
{
    const struct placement *p = &kit->box.place[trap[i].tile][at[trap[i].tile]];

    return __builtin_ctz(trap[i].kind == SHARP ? p->sharp : p->fire);
}

static int steps(int from, int to)
{
    int rows = from / SIDE - to / SIDE, columns = from % SIDE - to % SIDE;

    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

static int touching_pairs(uint32_t set)
{
    return bits(set & set >> SIDE) + bits(set & set >> 1 & 0x0f7bdef);
}

static int lines_used(uint32_t set, unsigned line)
{
    int used = 0;

    for (unsigned i = 0; i < SIDE; i++)
        used += (set & (line ? 0x108421u << i : 31u << SIDE * i)) != 0;
    return used;
}

static int neighbours(const struct sight *see, unsigned a)
{
    int count = 0;

    for (unsigned t = 0; t < TILES; t++)
        count += t != a && see->p[a]->around & see->p[t]->cells;
    return count;
}

static bool is_centre(const struct sight *see, unsigned what)
{
    if (what < TILES)
        return see->p[what]->cells & CENTRE_ZONE;
    if (what == TILES)
        return !(see->cells & CENTRE_ZONE);
    return ((see->sharp | see->fire) & CENTRE_ZONE)
               ? what == TILES + 1
               : what == TILES + 2 && (see->cells & CENTRE_ZONE);
}

static bool reaches(const struct placement *p, unsigned edge)
{
    const bool reach[] = { p->top == 0, p->bottom == SIDE - 1, p->left == 0,
                           p->right == SIDE - 1 };

    return reach[edge];
}

static bool within(const struct placement *p, unsigned half)
{
    const bool inside[] = { p->right <= 2, p->left >= 2, p->bottom <= 2, p->top >= 2 };

    return inside[half];
}

static bool is_flat(const struct placement *p)
{
    return p->right - p->left > p->bottom - p->top;
}

static int things_on(const struct sight *see, unsigned line, unsigned axis, unsigned thing)
{
    uint32_t zones = line ? 0x108421u << axis : 31u << SIDE * axis;
    int count = 0;

    if (thing == 0)
        return bits((see->sharp | see->fire) & zones);
    if (thing == 1)
        return SIDE - bits(see->cells & zones);
    for (int t = 0; t < TILES; t++)
        count += (see->p[t]->cells & zones) != 0;
    return count;
}

static bool compare(const struct sight *see, const struct statement *st)
{
    int x = things_on(see, st->v[0], st->a, st->v[1]);
    int y = things_on(see, st->v[0], st->b, st->v[1]);

    return st->v[2] < 20 ? x > y : x == y;
}

static bool lines_meet(int from, int to, int other_from, int other_to)
{
    return from <= other_to && other_from <= to;
}

/* What decides a family: the rest of the city need not be looked at. */
enum decider { THE_CITY, TWO_BUILDINGS, TWO_TRAPS };
static enum decider decider_of(enum family family)
{
    const uint32_t buildings = 1u << RIGHT_OF | 1u << BELOW | 1u << TOUCH |
                               1u << SHARE_COLUMN | 1u << SHARE_ROW | 1u << EDGE_CELLS |
                               1u << CORNER | 1u << REACH | 1u << LYING | 1u << PARALLEL |
                               1u << IN_HALF;
    const uint32_t traps = 1u << TRAP_RIGHT | 1u << TRAP_BELOW | 1u << TRAP_LINE |
                           1u << TRAP_NEXT | 1u << TRAP_DISTANCE;

    if (buildings >> family & 1)
        return TWO_BUILDINGS;
    return traps >> family & 1 ? TWO_TRAPS : THE_CITY;
}

static bool buildings_say(const struct statement *st, const struct placement *a,
                          const struct placement *b)
{
    bool sign = !st->v[1];

    switch (st->family) {
    case RIGHT_OF:
        return a->left > b->right;
    case BELOW:
        return a->top > b->bottom;
    case TOUCH:
        return (a->around & b->cells) ? sign : !sign;
    case SHARE_COLUMN:
        return lines_meet(a->left, a->right, b->left, b->right) == sign;
    case SHARE_ROW:
        return lines_meet(a->top, a->bottom, b->top, b->bottom) == sign;
    case EDGE_CELLS:
        return bits(a->cells & EDGE_ZONES) == st->v[1];
    case CORNER:
        return ((a->cells & CORNER_ZONES) != 0) == sign;
    case REACH:
        return reaches(a, st->v[1]) == !st->v[2];
    case LYING:
        return is_flat(a) == sign;
    case PARALLEL:
        return (is_flat(a) == is_flat(b)) == sign;
    case IN_HALF:
        return within(a, st->v[1]);
    default:
        return false;
    }
}

static bool traps_say(const struct statement *st, int a, int b)
{
    switch (st->family) {
    case TRAP_RIGHT:
        return a % SIDE > b % SIDE;
    case TRAP_BELOW:
        return a / SIDE > b / SIDE;
    case TRAP_LINE:
        return (st->v[1] ? a % SIDE == b % SIDE : a / SIDE == b / SIDE) == !st->v[2];
    case TRAP_NEXT:
        return (steps(a, b) == 1) == !st->v[1];
    case TRAP_DISTANCE:
        return steps(a, b) == st->v[1] + 1;
    default:
        return false;
    }
}

static bool city_says(const struct statement *st, const struct sight *see)
{
    const struct placement *a = see->p[st->a < TILES ? st->a : 0];
    uint32_t empty = ALL_ZONES & ~see->cells, kind = st->v[0] ? see->fire : see->sharp;

    switch (st->family) {
    case IN_CENTRE:
        return is_centre(see, st->v[0]);
    case EMPTY_NEXT:
        return bits(a->around & empty) == st->v[1];
    case EMPTY_PAIRS:
        return touching_pairs(empty) == st->v[0];
    case EMPTY_SPREAD:
        return lines_used(empty, st->v[0]) == st->v[1] + 1;
    case EMPTY_EDGE:
        return bits(empty & EDGE_ZONES) == st->v[0];
    case TRAP_EDGE:
        return bits(kind & EDGE_ZONES) == st->v[1];
    case TRAP_PAIRS:
        return touching_pairs(kind) == st->v[1];
    case AXIS_COMPARED:
        return compare(see, st);
    case DARK:
        return bits(kind & DARK_ZONES) == st->v[1];
    case NEIGHBOURS:
        return neighbours(see, st->a) == st->v[1];
    default:
        return false;
    }
}

bool statement_is_true(const struct kit *kit, const struct statement *st,
                       const uint8_t at[TILES])
{
    struct sight see;

    switch (decider_of((enum family)st->family)) {
    case TWO_BUILDINGS: {
        unsigned a = st->a < TILES ? st->a : 0, b = st->b < TILES ? st->b : 0;

        return buildings_say(st, &kit->box.place[a][at[a]], &kit->box.place[b][at[b]]);
    }
    case TWO_TRAPS:
        return traps_say(st, trap_zone(kit, at, st->a), trap_zone(kit, at, st->b));
    case THE_CITY:
        break;
    }
    see = look(kit, at);
    return city_says(st, &see);
}

bool statement_holds(const struct kit *kit, unsigned number, const uint8_t at[TILES])
{
    struct statement st = statement_parts(number);

    return statement_is_true(kit, &st, at);
}

/* Plans beside each other are much alike: every statement begins its search elsewhere. */
uint32_t statement_example(const struct kit *kit, unsigned number)
{
    struct statement st = statement_parts(number);
    uint32_t from = number * 7919u % LEGAL_PLANS;

    for (uint32_t i = 0; i < LEGAL_PLANS; i++) {
        uint32_t plan = (from + i) % LEGAL_PLANS;

        if (statement_is_true(kit, &st, kit->plan[plan]))
            return plan;
    }
    return LEGAL_PLANS;
}

bool statement_is_of_outline(const struct statement *st)
{
    switch ((enum family)st->family) {
    case IN_CENTRE:
        return st->v[0] <= TILES;
    case AXIS_COMPARED:
        return st->v[1] != 0;
    case TRAP_RIGHT:
    case TRAP_BELOW:
    case TRAP_LINE:
    case TRAP_NEXT:
    case TRAP_EDGE:
    case TRAP_PAIRS:
    case DARK:
    case TRAP_DISTANCE:
        return false;
    case RIGHT_OF:
    case BELOW:
    case TOUCH:
    case SHARE_COLUMN:
    case SHARE_ROW:
    case EDGE_CELLS:
    case CORNER:
    case REACH:
    case EMPTY_NEXT:
    case EMPTY_PAIRS:
    case EMPTY_SPREAD:
    case EMPTY_EDGE:
    case LYING:
    case PARALLEL:
    case IN_HALF:
    case NEIGHBOURS:
        break;
    }
    return true;
}

unsigned statement_tiles(const struct statement *st)
{
    unsigned operand = families[st->family].operand[0], a = st->a, b = st->b;
    const struct operand_row *row = &operands[operand];

    if (operand == CENTRE)
        return a < TILES ? 1u << a : 0;
    if (row->things == NO_THINGS)
        return 0;
    if (row->things == TRAPS_NAMED) {
        a = trap[a].tile;
        b = trap[b].tile;
    }
    return 1u << a | (row->number == ONE ? 0 : 1u << b);
}

/* The placements of `other` with which it is true, beside what else is in `at`. */
static uint64_t true_with(const struct kit *kit, const struct statement *st,
                          uint8_t at[TILES], unsigned other)
{
    uint64_t set = 0;

    for (unsigned n = 0; n < placements_of[other]; n++) {
        at[other] = (uint8_t)n;
        set |= (uint64_t)statement_is_true(kit, st, at) << n;
    }
    return set;
}

bool statement_pairs(const struct kit *kit, const struct statement *st, struct pairs *out)
{
    unsigned tiles = statement_tiles(st), second = tiles & (tiles - 1);
    uint8_t at[TILES] = { 0 }; /* nothing but those tiles is looked at */

    if (decider_of((enum family)st->family) == THE_CITY)
        return false;
    out->a = (uint8_t)__builtin_ctz(tiles);
    out->b = second ? (uint8_t)__builtin_ctz(second) : out->a;
    for (unsigned n = 0; n < placements_of[out->a]; n++) {
        at[out->a] = (uint8_t)n;
        if (second)
            out->of[n] = true_with(kit, st, at, out->b);
        else
            out->of[n] = statement_is_true(kit, st, at) ? UINT64_MAX : 0;
    }
    return true;
}

/* ---- words ---- */

static const char *const edge_name[] = { TB_N("top edge"), TB_N("bottom edge"),
                                         TB_N("left edge"), TB_N("right edge") };

static bool is_count(unsigned operand) { return operand >= UP_TO_2 && operand <= ONE_TO_8; }

/* Which of the family's sentences. */
static unsigned sentence_of(const struct statement *st)
{
    const uint8_t *operand = families[st->family].operand;

    if (st->family == IN_CENTRE)
        return st->v[0] < TILES ? 0 : st->v[0] - (TILES - 1u);
    if (st->family == TRAP_LINE)
        return 2u * st->v[1] + st->v[2];
    if (st->family == AXIS_COMPARED)
        return st->v[1] + (st->v[2] < 20 ? 0u : 3u);
    for (int i = 0; i < OPERANDS; i++)
        if (operand[i] == SIGN || operand[i] == LINE || operand[i] == KIND ||
            operand[i] == HALF)
            return st->v[i];
    return 0;
}

static char axis_name(const struct statement *st, unsigned axis)
{
    return st->v[0] ? column_letter[axis] : row_digit[axis];
}

static void put_trap(struct tb_text *out, unsigned i)
{
    tb_put(
        out, "%s %c",
        tb_say(out, trap[i].kind == SHARP ? TB_N("sharp trap of") : TB_N("fire trap of")),
        tile_letter[trap[i].tile]);
}

/* The text that a name in braces stands for. */
static void put_named(struct tb_text *out, const struct statement *st, char name)
{
    const uint8_t *operand = families[st->family].operand;

    if (name == 'a')
        tb_put(out, "%c", tile_letter[st->a]);
    else if (name == 'b')
        tb_put(out, "%c", tile_letter[st->b]);
    else if (name == 't')
        put_trap(out, st->a);
    else if (name == 'u')
        put_trap(out, st->b);
    else if (name == 'x')
        tb_put(out, "%c", axis_name(st, st->a));
    else if (name == 'y')
        tb_put(out, "%c", axis_name(st, st->b));
    else if (name == 's')
        tb_put(out, "%s", tb_say(out, edge_name[st->v[1]]));
    else
        for (int i = 0; i < OPERANDS; i++)
            if (is_count(operand[i]))
                tb_put(out, "%u", st->v[i] + operands[operand[i]].from);
}

void statement_put(unsigned number, struct tb_text *out)
{
    struct statement st = statement_parts(number);
    const char *text = tb_say(out, families[st.family].says[sentence_of(&st)]);

    for (; *text; text++)
        if (*text == '{') {
            put_named(out, &st, text[1]);
            text = strchr(text, '}');
        } else {
            tb_put(out, "%c", *text);
        }
}

static void put_thing(struct tb_text *out, unsigned things, unsigned which)
{
    if (things == TRAPS_NAMED)
        tb_put(out, "%c-%s", tile_letter[trap[which].tile],
               kind_word[trap[which].kind == FIRE]);
    else
        tb_put(out, "%c", tile_letter[which]);
}

static void put_operand(struct tb_text *out, const struct statement *st, int i)
{
    unsigned operand = families[st->family].operand[i], v = st->v[i];
    const struct operand_row *row = &operands[operand];

    assert(v < row->ways);
    if (operand == NOTHING)
        return;
    if (operand == COMPARED) {
        tb_put(out, " %c %c %c", axis_name(st, st->a), v < 20 ? '>' : '=',
               axis_name(st, st->b));
    } else if (row->things) {
        tb_put(out, " ");
        put_thing(out, row->things, st->a);
        tb_put(out, row->number == ONE ? "" : " ");
        if (row->number != ONE)
            put_thing(out, row->things, st->b);
    } else if (row->word) {
        tb_put(out, " %s", row->word[v]);
    } else {
        tb_put(out, " %u", v + row->from);
    }
}

static void notate(const struct statement *st, struct tb_text *out)
{
    tb_put(out, "%s", families[st->family].id);
    for (int i = 0; i < OPERANDS; i++)
        put_operand(out, st, i);
}

void statement_notate(unsigned number, struct tb_text *out)
{
    struct statement st = statement_parts(number);

    notate(&st, out);
}

/* The name's value as notation has it; an edge as its msgid. */
static void json_named(struct tb_text *out, const struct statement *st, char name)
{
    bool first = name == 'a' || name == 't' || name == 'x';

    tb_put(out, "\"");
    if (name == 't' || name == 'u')
        put_thing(out, TRAPS_NAMED, first ? st->a : st->b);
    else if (name == 's')
        tb_put(out, "%s", edge_name[st->v[1]]);
    else
        put_named(out, st, name);
    tb_put(out, "\"");
}

void statement_json(unsigned number, struct tb_text *out)
{
    struct statement st = statement_parts(number);
    const char *says = families[st.family].says[sentence_of(&st)];
    bool more = false;

    tb_put(out, "{\"note\":\"");
    statement_notate(number, out);
    tb_put(out, "\",\"says\":");
    tb_put_json(out, says);
    tb_put(out, ",\"with\":{");
    for (const char *at = strchr(says, '{'); at; at = strchr(at + 1, '{')) {
        tb_put(out, more ? ",\"" : "\"");
        for (const char *c = at + 1; *c != '}'; c++)
            tb_put(out, "%c", *c);
        tb_put(out, "\":");
        json_named(out, &st, at[1]);
        more = true;
    }
    tb_put(out, "}}");
}

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_written_so(const struct statement *st, const char *text)
{
    char written[TB_NOTE_MAX];
    struct tb_text out = tb_text(written, sizeof written);
    int c = 0;

    notate(st, &out);
    while (written[c] && small(written[c]) == small(text[c]))
        c++;
    return !written[c] && !text[c];
}

/* Two things that are named together may be named either way round. */
static bool is_symmetric(const struct statement *st)
{
    if (st->family == AXIS_COMPARED)
        return st->v[2] >= 20;
    return operands[families[st->family].operand[0]].number == TOGETHER;
}

bool statement_read(const char *text, unsigned *number)
{
    for (unsigned i = 0; i < STATEMENTS; i++) {
        struct statement st = statement_parts(i), turned = st;

        turned.a = st.b;
        turned.b = st.a;
        if (is_written_so(&st, text) ||
            (is_symmetric(&st) && is_written_so(&turned, text))) {
            *number = i;
            return true;
        }
    }
    return false;
}
