/*
 * The six buildings, every way to lay one, and every plan of the city.
 *
 * Plans are listed in order straight away: outlines by sets of placements that exclude
 * each other, the square and the straight by shifting the free zones over themselves,
 * and the traps' orientations last, because an outline is the same for several of them.
 */
#include <assert.h>
#include <string.h>

#include "archeologic.h"

/* Facing north (r0), a letter a cell: o safe, s sharp, f fire. */
struct drawing {
    uint8_t width, height;
    char cells[2 * 3 + 1];
};
/* clang-format off */
static const struct drawing drawings[TILES] = {
    [S] = { 2, 3, "s."
                  "oo"
                  ".o" },
    [V] = { 2, 2, "f."
                  "oo" },
    [T] = { 2, 3, "o."
                  "of"
                  "s." },
    [L] = { 2, 3, "s."
                  "o."
                  "oo" },
    [O] = { 2, 2, "of"
                  "os" },
    [I] = { 3, 1, "oof" },
};
/* clang-format on */
const uint8_t placements_of[TILES] = { 48, 64, 48, 48, 64, 60 };

/* ---- placements ---- */

/* A quarter turn clockwise: the left column, read upwards, becomes the top row. */
static struct drawing turned(const struct drawing *d)
{
    struct drawing r = { .width = d->height, .height = d->width };

    for (int y = 0; y < r.height; y++)
        for (int x = 0; x < r.width; x++)
            r.cells[y * r.width + x] = d->cells[(d->height - 1 - x) * d->width + y];
    return r;
}

static void count_axis(struct placement *p, unsigned axis, uint32_t zones)
{
    int cells = __builtin_popcount(p->cells & zones);
    int sharp = __builtin_popcount(p->sharp & zones);
    int fire = __builtin_popcount(p->fire & zones);
    uint64_t sum = (uint64_t)cells << CELL_SHIFT | (uint64_t)(cells > 0) << TILE_SHIFT |
                   (uint64_t)sharp << SHARP_SHIFT | (uint64_t)fire << FIRE_SHIFT;

    *(axis < SIDE ? &p->rows : &p->columns) |= sum << AXIS_BITS * (axis % SIDE);
    p->trapped |= (uint64_t)(sharp + fire) << 4 * axis;
    p->answer[axis] = (uint8_t)((cells - sharp - fire) * ANSWER_SAFE +
                                sharp * ANSWER_SHARP + fire * ANSWER_FIRE);
}

static uint32_t axis_zones(unsigned axis)
{
    return axis < SIDE ? 31u << SIDE * axis : 0x108421u << (axis - SIDE);
}

static uint32_t zones_around(uint32_t cells)
{
    uint32_t left = axis_zones(SIDE), right = axis_zones(AXES - 1);
    uint32_t around =
        cells << SIDE | cells >> SIDE | (cells & ~right) << 1 | (cells & ~left) >> 1;

    return around & ~cells & 0x1ffffffu;
}

static struct placement placed(const struct drawing *d, int row, int column)
{
    struct placement p = { .corner = (uint8_t)(SIDE * row + column),
                           .left = (uint8_t)column,
                           .right = (uint8_t)(column + d->width - 1),
                           .top = (uint8_t)row,
                           .bottom = (uint8_t)(row + d->height - 1) };

    for (int y = 0; y < d->height; y++)
        for (int x = 0; x < d->width; x++) {
            char cell = d->cells[y * d->width + x];
            uint32_t zone = 1u << (SIDE * (row + y) + column + x);

            p.cells |= cell == '.' ? 0 : zone;
            p.sharp |= cell == 's' ? zone : 0;
            p.fire |= cell == 'f' ? zone : 0;
        }
    for (unsigned axis = 0; axis < AXES; axis++)
        count_axis(&p, axis, axis_zones(axis));
    p.around = zones_around(p.cells);
    return p;
}

static void place_tile(struct box *box, int tile)
{
    struct drawing d = drawings[tile];
    int count = 0;

    for (int turn = 0; turn < 4; turn++, d = turned(&d))
        for (int row = 0; row + d.height <= SIDE; row++)
            for (int column = 0; column + d.width <= SIDE; column++) {
                struct placement *p = &box->place[tile][count];

                *p = placed(&d, row, column);
                p->tile = (uint8_t)tile;
                p->turn = (uint8_t)turn;
                p->number = (uint8_t)count++;
            }
}

static uint64_t clear_of(const struct box *box, uint32_t cells, int tile)
{
    uint64_t set = 0;

    for (int n = 0; n < placements_of[tile]; n++)
        if (!(box->place[tile][n].cells & cells))
            set |= (uint64_t)1 << n;
    return set;
}

void box_fill(struct box *box)
{
    for (int t = 0; t < TILES; t++)
        place_tile(box, t);
    for (int t = 0; t < TILES; t++)
        for (int n = 0; n < placements_of[t]; n++)
            for (int u = 0; u < TILES; u++)
                box->clear[t][n][u] = clear_of(box, box->place[t][n].cells, u);
}

/* ---- plans ---- */

static inline unsigned first_of(uint64_t set) { return (unsigned)__builtin_ctzll(set); }

/* Corners where a square of free zones lies. */
static inline uint32_t square_corners(uint32_t free)
{
    uint32_t pairs = free & free >> 1 & 0x0f7bdefu;

    return pairs & pairs >> SIDE;
}
static inline uint32_t flat_corners(uint32_t free)
{
    return free & free >> 1 & free >> 2 & 0x739ce7u;
}
static inline uint32_t upright_corners(uint32_t free)
{
    return free & free >> SIDE & free >> 2 * SIDE;
}

/* Where in the list of one orientation a corner's placement stands. */
static inline unsigned square_index(unsigned corner) { return corner - corner / SIDE; }
static inline unsigned flat_index(unsigned corner) { return corner - 2 * (corner / SIDE); }

enum { SQUARES = 16, STRAIGHTS = 15, SKEWS = 24 };

struct lister {
    uint8_t (*at)[TILES];
    uint8_t head[4]; /* S V T L */
};

static inline void put_plan(struct lister *to, unsigned o, unsigned i)
{
    memcpy(*to->at, to->head, sizeof to->head);
    (*to->at)[O] = (uint8_t)o;
    (*to->at)[I] = (uint8_t)i;
    to->at++;
}

/* Every way to add the square and the straight to the four others. */
static void list_rest(struct lister *to, uint32_t free)
{
    uint8_t ways[9][2 + 2 * 4]; /* square; straights: how many, flat ones, upright ones */
    int squares = 0;

    for (uint32_t o = square_corners(free); o; o &= o - 1) {
        unsigned corner = first_of(o);
        uint32_t left = free & ~(0x63u << corner);
        uint32_t flat = flat_corners(left), upright = upright_corners(left);
        uint8_t *way = ways[squares];
        int count = 2;

        if (!(flat | upright))
            continue;
        way[0] = (uint8_t)square_index(corner);
        for (; flat; flat &= flat - 1)
            way[count++] = (uint8_t)flat_index(first_of(flat));
        for (; upright; upright &= upright - 1)
            way[count++] = (uint8_t)(STRAIGHTS + first_of(upright));
        way[1] = (uint8_t)(count - 2);
        squares++;
    }
    for (unsigned turn = 0; turn < 4; turn++)
        for (int k = 0; k < squares; k++)
            for (unsigned half = 0; half < 4 * STRAIGHTS; half += 2 * STRAIGHTS)
                for (int i = 0; i < ways[k][1]; i++)
                    put_plan(to, SQUARES * turn + ways[k][0], half + ways[k][2 + i]);
}

/* A skew upside down covers the same zones: the second half repeats the first. */
static int turn_skews(uint8_t (*out)[TILES], int count)
{
    memcpy(out[count], out[0], (size_t)count * TILES);
    for (int i = count; i < 2 * count; i++)
        out[i][S] = (uint8_t)(out[i][S] + SKEWS);
    return 2 * count;
}

int plans_list(const struct box *box, uint8_t (*out)[TILES])
{
    struct lister to = { .at = out };

    for (unsigned s = 0; s < SKEWS; s++) {
        to.head[S] = (uint8_t)s;
        for (uint64_t vs = box->clear[S][s][V]; vs; vs &= vs - 1) {
            unsigned v = first_of(vs);
            uint32_t sv = box->place[S][s].cells | box->place[V][v].cells;
            uint64_t ls_free = box->clear[S][s][L] & box->clear[V][v][L];

            to.head[V] = (uint8_t)v;
            for (uint64_t ts = box->clear[S][s][T] & box->clear[V][v][T]; ts;
                 ts &= ts - 1) {
                unsigned t = first_of(ts);
                uint32_t svt = sv | box->place[T][t].cells;
                uint64_t ls = ls_free & box->clear[T][t][L];

                if (!square_corners(0x1ffffffu & ~svt))
                    continue;
                to.head[T] = (uint8_t)t;
                for (; ls; ls &= ls - 1) {
                    uint32_t free = 0x1ffffffu & ~(svt | box->place[L][first_of(ls)].cells);

                    if (!square_corners(free))
                        continue;
                    to.head[L] = (uint8_t)first_of(ls);
                    list_rest(&to, free);
                }
            }
        }
    }
    return turn_skews(out, (int)(to.at - out));
}

bool plan_fits(const struct box *box, const uint8_t at[TILES])
{
    uint32_t cells = 0;

    for (int t = 0; t < TILES; t++) {
        if (at[t] >= placements_of[t] || cells & box->place[t][at[t]].cells)
            return false;
        cells |= box->place[t][at[t]].cells;
    }
    return true;
}

bool plan_is_legal(const struct box *box, const uint8_t at[TILES])
{
    uint64_t trapped = 0;

    for (int t = 0; t < TILES; t++)
        trapped += box->place[t][at[t]].trapped;
    return !((trapped + 0x4444444444) & 0x8888888888); /* no axis has four or more */
}

/* ---- a plan's number, without the list ---- */

struct ranking {
    const struct box *box;
    const uint8_t *at;   /* the plan whose number is wanted */
    uint8_t laid[TILES]; /* the first few of a plan before it, or of itself */
};

static uint64_t clear_placements(const struct ranking *r, int tile)
{
    uint64_t set = ~(uint64_t)0 >> (64 - placements_of[tile]);

    for (int t = 0; t < tile; t++)
        set &= r->box->clear[t][r->laid[t]][tile];
    return set;
}

/* Legal plans that begin as laid and come before it; `tied`: it begins so itself. */
static uint32_t count_before(struct ranking *r, int tile, bool tied)
{
    uint64_t set;
    uint32_t count = 0;

    if (tile == TILES)
        return !tied && plan_is_legal(r->box, r->laid);
    set = clear_placements(r, tile);
    if (tied)
        set &= ((uint64_t)1 << r->at[tile]) - 1;
    for (; set; set &= set - 1) {
        r->laid[tile] = (uint8_t)first_of(set);
        count += count_before(r, tile + 1, false);
    }
    r->laid[tile] = r->at[tile];
    return tied ? count + count_before(r, tile + 1, true) : count;
}

uint32_t plan_rank(const struct box *box, const uint8_t at[TILES])
{
    struct ranking r = { .box = box, .at = at };

    assert(plan_fits(box, at) && plan_is_legal(box, at));
    return count_before(&r, 0, true);
}

/* ---- the kit ---- */

static uint64_t trap_zones(const struct kit *kit, const uint8_t at[TILES])
{
    uint64_t zones = 0;

    for (int t = 0; t < TILES; t++)
        zones |= kit->box.place[t][at[t]].sharp | (uint64_t)kit->box.place[t][at[t]].fire
                                                      << 32;
    return zones;
}

static void index_traps(struct kit *kit)
{
    for (uint32_t i = 0; i < LEGAL_PLANS; i++)
        for (uint64_t left = kit->traps[i]; left; left &= left - 1) {
            unsigned bit = first_of(left);

            kit->has_trap[bit / 32][bit % 32][i / 64] |= (uint64_t)1 << i % 64;
        }
}

static void index_placements(struct kit *kit)
{
    _Static_assert(TURNED_MAX <= 1 << TURNED_BITS, "bits for every placement");
    for (uint32_t i = 0; i < LEGAL_PLANS; i++)
        for (int t = 0; t < TILES; t++) {
            unsigned n = kit->plan[i][t];

            for (unsigned bit = 0; bit < TURNED_BITS; bit++)
                kit->has_bit[t][bit][i / 64] |= (uint64_t)(n >> bit & 1) << i % 64;
            kit->words_with[t][n][i / 4096] |= (uint64_t)1 << i / 64 % 64;
        }
}

/* A plan's outline: its placements, with turns that cover the same zones counted once. */
static uint32_t outline_code(const uint8_t at[TILES])
{
    uint32_t code = at[S] % SKEWS;

    code = code * 64 + at[V];
    code = code * 48 + at[T];
    code = code * 48 + at[L];
    code = code * SQUARES + at[O] % SQUARES;
    return code * 2 * STRAIGHTS + at[I] % (2 * STRAIGHTS);
}

/* Numbers outlines as they come. */
static void index_outlines(struct kit *kit)
{
    enum { SLOTS = 1 << 15, EMPTY_SLOT = 0 };
    uint32_t *code = kit->outline_code;
    uint16_t *number = kit->outline_number;
    uint16_t count = 0;

    for (uint32_t i = 0; i < LEGAL_PLANS; i++) {
        uint32_t wanted = outline_code(kit->plan[i]) + 1;
        uint32_t slot = wanted * 2654435761u >> 17;

        while (code[slot] != EMPTY_SLOT && code[slot] != wanted)
            slot = (slot + 1) % SLOTS;
        if (code[slot] == EMPTY_SLOT) {
            code[slot] = wanted;
            number[slot] = count++;
        }
        kit->outline[i] = number[slot];
    }
}

/* The plans of each, one outline after the other. */
static void sort_outlines(struct kit *kit)
{
    uint32_t *first = kit->outline_first;

    for (uint32_t i = 0; i < LEGAL_PLANS; i++)
        first[kit->outline[i]]++;
    for (uint32_t o = 1; o < OUTLINES; o++)
        first[o] += first[o - 1];
    for (uint32_t i = LEGAL_PLANS; i-- > 0;) /* from behind: ends become beginnings */
        kit->outline_plans[--first[kit->outline[i]]] = i;
    first[OUTLINES] = LEGAL_PLANS;
}

const char *archeologic_kit_make(struct tb_kit *made, const char *text, size_t length)
{
    struct kit *kit = (struct kit *)made;
    int all, legal = 0;

    box_fill(&kit->box);
    all = plans_list(&kit->box, kit->plan);
    for (int i = 0; i < all; i++)
        if (plan_is_legal(&kit->box, kit->plan[i]))
            memmove(kit->plan[legal++], kit->plan[i], TILES);
    for (int i = 0; i < legal; i++)
        kit->traps[i] = trap_zones(kit, kit->plan[i]);
    assert(all == ALL_PLANS && legal == LEGAL_PLANS);
    index_traps(kit);
    index_placements(kit);
    index_outlines(kit);
    sort_outlines(kit);
    return NULL;
}

uint32_t plan_number(const struct kit *kit, const uint8_t at[TILES])
{
    uint32_t low = 0, high = LEGAL_PLANS;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = memcmp(kit->plan[middle], at, TILES);

        if (!order)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return HIDDEN_PLAN;
}

uint8_t plan_answer(const struct kit *kit, const uint8_t at[TILES], unsigned question)
{
    unsigned axis = question_axis(question), subject = question_subject(question);
    struct sums sums;

    if (subject >= ONE_TILE)
        return kit->box.place[subject - ONE_TILE][at[subject - ONE_TILE]].answer[axis];
    sums = plan_sums(kit, at);
    return axis_answer(sums_axis(&sums, axis), subject);
}

void plan_paint(const struct kit *kit, const uint8_t at[TILES], uint8_t kinds[ZONES],
                uint8_t tiles[ZONES])
{
    memset(kinds, EMPTY, ZONES);
    memset(tiles, NONE, ZONES);
    for (int t = 0; t < TILES; t++) {
        const struct placement *p;

        if (at[t] == NONE)
            continue;
        p = &kit->box.place[t][at[t]];
        for (unsigned z = 0; z < ZONES; z++)
            if (p->cells >> z & 1) {
                kinds[z] = p->sharp >> z & 1 ? SHARP : p->fire >> z & 1 ? FIRE : SAFE;
                tiles[z] = (uint8_t)t;
            }
    }
}

void plan_traps(const struct kit *kit, const uint8_t at[TILES], uint8_t traps[TRAPS])
{
    uint64_t zones = trap_zones(kit, at);
    int count = 0;

    for (unsigned z = 0; z < ZONES; z++)
        if (zones >> z & 1)
            traps[count++] = (uint8_t)(z | 32);
        else if (zones >> 32 >> z & 1)
            traps[count++] = (uint8_t)(z | 64);
}
