/* Which expert clues a quest is told: a set that fits together and gives nothing away. */
#include <string.h>

#include "clues.h"

struct window {
    uint32_t least, most; /* plans that a set leaves */
};
static const struct window windows[] = { { 250, 1200 }, { 600, 2500 } };
enum { NAMED_MAX = 3, PLACES_MIN = 8 };

/* Sets of plans, a bit each. */
struct plans {
    uint64_t word[PLAN_WORDS];
};

/* What a statement says of each plan, worked out beforehand as far as can be. */
struct verdicts {
    const struct statement *statement;
    enum { FROM_PAIRS, FROM_OUTLINES, FROM_PLANS } from;
    struct pairs pairs;
    uint64_t outlines[(OUTLINES + 63) / 64];
};

static void look_at_outlines(const struct kit *kit, struct verdicts *v)
{
    memset(v->outlines, 0, sizeof v->outlines);
    for (uint32_t i = 0; i < OUTLINES; i++)
        if (statement_is_true(kit, v->statement, outline_plan(kit, i)))
            v->outlines[i / 64] |= (uint64_t)1 << i % 64;
}

static void verdicts_make(const struct kit *kit, const struct statement *st,
                          struct verdicts *v)
{
    v->statement = st;
    if (statement_pairs(kit, st, &v->pairs)) {
        v->from = FROM_PAIRS;
    } else if (statement_is_of_outline(st)) {
        v->from = FROM_OUTLINES;
        look_at_outlines(kit, v);
    } else {
        v->from = FROM_PLANS;
    }
}

static inline bool is_true_of(const struct kit *kit, const struct verdicts *v,
                              uint32_t plan)
{
    const uint8_t *at = kit->plan[plan];
    unsigned outline = kit->outline[plan];

    if (v->from == FROM_PAIRS)
        return pairs_have(&v->pairs, at);
    if (v->from == FROM_OUTLINES)
        return v->outlines[outline / 64] >> outline % 64 & 1;
    return statement_is_true(kit, v->statement, at);
}

static uint32_t count_true(const struct kit *kit, const struct plans *set,
                           const struct statement *st, struct plans *kept)
{
    struct verdicts verdicts;
    uint32_t count = 0;

    verdicts_make(kit, st, &verdicts);
    for (uint32_t w = 0; w < PLAN_WORDS; w++) {
        kept->word[w] = 0;
        for (uint64_t left = set->word[w]; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);

            if (is_true_of(kit, &verdicts, 64 * w + bit)) {
                kept->word[w] |= (uint64_t)1 << bit;
                count++;
            }
        }
    }
    return count;
}

struct draw {
    const struct kit *kit;
    const struct window *window;
    struct statement chosen[EXPERT_MAX];
    uint16_t number[EXPERT_MAX];
    int count;
    uint8_t named[TILES];
    uint32_t families; /* used already, a bit each */
    uint32_t left;
    struct plans set;
};

static bool names_too_often(const struct draw *d, unsigned tiles)
{
    for (int t = 0; t < TILES; t++)
        if (tiles >> t & 1 && d->named[t] == NAMED_MAX)
            return true;
    return false;
}

static void try_statement(struct draw *d, unsigned number)
{
    struct statement st = statement_parts(number);
    unsigned tiles = statement_tiles(&st);
    struct plans kept;
    uint32_t left;

    if (d->families >> st.family & 1 || names_too_often(d, tiles))
        return;
    left = count_true(d->kit, &d->set, &st, &kept);
    if (5 * left < d->left || 5 * left > 3 * d->left || left < d->window->least)
        return;
    d->set = kept;
    d->left = left;
    d->families |= 1u << st.family;
    d->chosen[d->count] = st;
    d->number[d->count++] = (uint16_t)number;
    for (int t = 0; t < TILES; t++)
        d->named[t] = (uint8_t)(d->named[t] + (tiles >> t & 1));
}

/* Whether the set would be a quarter larger without each of its statements: plans of which
 * only that one is false would come back. */
static bool all_needed(const struct draw *d)
{
    struct verdicts verdicts[EXPERT_MAX];
    uint32_t only[EXPERT_MAX] = { 0 };

    for (int i = 0; i < d->count; i++)
        verdicts_make(d->kit, &d->chosen[i], &verdicts[i]);
    for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++) {
        int untrue = 0, which = 0;

        for (int i = 0; i < d->count && untrue < 2; i++)
            if (!is_true_of(d->kit, &verdicts[i], plan)) {
                untrue++;
                which = i;
            }
        only[which] += untrue == 1;
    }
    for (int i = 0; i < d->count; i++)
        if (4 * only[i] < d->left)
            return false;
    return true;
}

static bool no_tile_given_away(const struct draw *d)
{
    uint64_t places[TILES] = { 0 };

    for (int w = 0; w < PLAN_WORDS; w++)
        for (uint64_t left = d->set.word[w]; left; left &= left - 1) {
            const uint8_t *at = d->kit->plan[64 * w + __builtin_ctzll(left)];

            for (int t = 0; t < TILES; t++)
                places[t] |= (uint64_t)1 << at[t];
        }
    for (int t = 0; t < TILES; t++)
        if (__builtin_popcountll(places[t]) < PLACES_MIN)
            return false;
    return true;
}

/* Statements true of the plan that tell 0.4 to 3 bits by themselves. */
static int list_telling(const struct kit *kit, uint32_t plan, uint16_t out[STATEMENTS])
{
    int count = 0;

    for (unsigned i = 0; i < STATEMENTS; i++)
        if (8 * statement_plans[i] >= LEGAL_PLANS &&
            /* 2^-0.4 is 0.757858 */
            (uint64_t)statement_plans[i] * 1000000 <= (uint64_t)LEGAL_PLANS * 757858 &&
            statement_holds(kit, i, kit->plan[plan]))
            out[count++] = (uint16_t)i;
    return count;
}

static void shuffle(uint16_t *items, int count, uint64_t *rng)
{
    for (int left = count; left > 1; left--) {
        uint32_t pick = tb_random_below(rng, (uint32_t)left);
        uint16_t held = items[pick];

        items[pick] = items[left - 1];
        items[left - 1] = held;
    }
}

static void draw_once(struct draw *d, const uint16_t *list, int count)
{
    d->count = 0;
    d->families = 0;
    d->left = LEGAL_PLANS;
    memset(d->named, 0, sizeof d->named);
    memset(&d->set, 255, sizeof d->set);
    d->set.word[PLAN_WORDS - 1] >>= 64 * PLAN_WORDS - LEGAL_PLANS;
    for (int i = 0; i < count && d->count < EXPERT_MAX && d->left > d->window->most; i++)
        try_statement(d, list[i]);
}

void expert_draw(const struct kit *kit, uint32_t plan, int mode, uint64_t seed,
                 uint16_t out[EXPERT_MAX])
{
    struct draw d = { .kit = kit, .window = &windows[mode >= MODE_EXPERT_PLUS] };
    uint64_t rng = seed + (uint64_t)mode * 0x632be59bd9b4e019u;
    uint16_t list[STATEMENTS];
    int count = list_telling(kit, plan, list);

    do {
        shuffle(list, count, &rng);
        draw_once(&d, list, count);
    } while (d.left > d.window->most || !no_tile_given_away(&d) || !all_needed(&d));
    memset(out, 255, EXPERT_MAX * sizeof *out);
    memcpy(out, d.number, (size_t)d.count * sizeof *out);
}
