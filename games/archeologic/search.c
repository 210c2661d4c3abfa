/*
 * The search behind the hard bot.
 *
 * Sets of at most six plans are solved exactly. Larger ones try the few questions that a
 * rule of thumb likes best, fewer the deeper they stand and the larger they are, down to
 * one: that is a playout of the rule of thumb, valued without chance over all plans.
 *
 * Plans are bits; a question is a list of masks, one an answer. Small sets get masks of
 * one word. Answers are looked up only on the axes that a set really asks about, for most
 * questions of good play are about the axis where the viewfinder stands anyway.
 *
 * Every value belongs to a way of playing that exists, so the least one found is kept
 * whichever effort found it.
 */
#include <assert.h>
#include <string.h>

#include "search.h"
#include "solver.h"

enum { MANY = 1 << 28, KEEP_MAX = 16, LEVELS = 8 };

static const uint8_t asked[ASKED_SUBJECTS] = { BUILDINGS, EMPTIES, SYMBOLS, ONE_TILE + V,
                                               ONE_TILE + I };
static const uint8_t asked_cost[ASKED_SUBJECTS] = { 1, 1, 2, 2, 2 };
static const uint8_t first_class[ASKED_SUBJECTS + 1] = { 0, 5, 9, 19, 24, AXIS_CLASSES };
static const uint8_t class_answer[AXIS_CLASSES] = {
    NUMBER + 1, NUMBER + 2, NUMBER + 3, NUMBER + 4, NUMBER + 5, NUMBER, NUMBER + 1,
    NUMBER + 2, NUMBER + 3, 0,          4,          8,          12,     16,
    20,         24,         32,         36,         48,         0,      16,
    1,          17,         2,          0,          16,         1,      18,
};

/* How many questions a set tries: by its depth, and by its size at any depth. */
struct effort {
    uint8_t wide[LEVELS];
    struct {
        uint8_t plans, wide;
    } size[3];
};
static const struct effort efforts[] = {
    { { 12 }, { { 0, 1 } } },
    { { 12 }, { { 12, 3 }, { 64, 2 } } },
    { { 10, 4, 2 }, { { 12, 3 }, { 64, 2 } } },
    { { 12, 6, 3, 2 }, { { 12, 4 }, { 32, 3 }, { 100, 2 } } },
    { { 16, 8, 4, 3, 2 }, { { 16, 6 }, { 40, 4 }, { 200, 3 } } },
};
enum { EFFORTS = sizeof efforts / sizeof *efforts };

/* A set of plans with masks of its own, or a part of one. */
struct frame {
    int count, words;
    unsigned built;  /* places whose masks are made, a bit each */
    uint16_t *index; /* into struct search */
    uint64_t *mask;  /* [place][class][word] */
};

struct candidate {
    int32_t value;
    uint8_t place, subject, cost;
};

/* ---- memory ---- */

static void *take(struct search *s, size_t bytes)
{
    void *at = s->arena + s->used;

    s->used += (bytes + 15) & ~(size_t)15;
    return s->used <= ARENA ? at : NULL;
}

static struct frame frame_new(struct search *s, int count)
{
    struct frame f = { .count = count, .words = (count + 63) / 64 };

    f.index = take(s, (size_t)count * sizeof *f.index);
    f.mask = take(s, (size_t)(AXES * AXIS_CLASSES) * (size_t)f.words * sizeof *f.mask);
    return f;
}

static void frame_build(const struct search *s, struct frame *f, unsigned place)
{
    size_t words = (size_t)f->words;
    uint64_t *mask = f->mask + place * AXIS_CLASSES * words;

    memset(mask, 0, AXIS_CLASSES * words * sizeof *mask);
    for (int i = 0; i < f->count; i++) {
        const uint8_t *row = s->row[f->index[i]] + place * ASKED_SUBJECTS;
        uint64_t bit = (uint64_t)1 << (i & 63);

        for (int q = 0; q < ASKED_SUBJECTS; q++)
            mask[row[q] * words + (size_t)(i >> 6)] |= bit;
    }
    f->built |= 1u << place;
}

static const uint64_t *masks(const struct search *s, struct frame *f, unsigned place)
{
    if (!(f->built >> place & 1))
        frame_build(s, f, place);
    return f->mask + place * AXIS_CLASSES * (size_t)f->words;
}

static uint64_t set_key(const struct search *s, const struct frame *f, const uint64_t *set)
{
    uint64_t key = 0;

    for (int w = 0; w < f->words; w++)
        for (uint64_t left = set[w]; left; left &= left - 1)
            key ^= s->key[f->index[64 * w + __builtin_ctzll(left)]];
    return key;
}

static uint64_t position_key(uint64_t set, unsigned place, unsigned kind)
{
    uint64_t key = set + (place + 1) * 0x9e3779b97f4a7c15u + kind * 0xd1342543de82ef95u;

    key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9u;
    return (key ^ key >> 32) | 1;
}

/* ---- time ---- */

static inline unsigned around(unsigned place)
{
    return place < AXES ? place : place - AXES;
}

/* Where the viewfinder stands before its next step of ours. */
static unsigned place_after(const struct search *s, unsigned place, unsigned class)
{
    unsigned push = s->pace.pushed ? answer_traps(class_answer[class]) : s->pace.drift;

    return (place + push) % AXES;
}

static inline unsigned aim(unsigned steps) { return steps < 2 ? steps : 2; }

/* A claim for every plan, where claims are counted; alone they are the same for all. */
static inline int claim_time(const struct search *s, int count)
{
    return s->pace.claims ? CLAIM_COST * count : 0;
}

/* No way of playing needs less: every plan of two or more costs a question. */
static inline int least_time(const struct search *s, int count)
{
    return (count > 1 ? count : 0) + claim_time(s, count);
}

/* ---- small sets, exactly ---- */

/* The cheapest question that tells two plans apart. */
static int pair_cost(const uint8_t *x, const uint8_t *y, unsigned step)
{
    const uint8_t *a = x + ASKED_SUBJECTS * step, *b = y + ASKED_SUBJECTS * step;
    const uint8_t *c = x + ASKED_SUBJECTS * around(step + 1);
    const uint8_t *d = y + ASKED_SUBJECTS * around(step + 1);

    if (a[0] != b[0] || a[1] != b[1])
        return 1;
    if (a[2] != b[2] || a[3] != b[3] || a[4] != b[4] || c[0] != d[0] || c[1] != d[1])
        return 2;
    if (c[2] != d[2] || c[3] != d[3] || c[4] != d[4])
        return 3;
    for (int i = 0; i < ROW; i += ASKED_SUBJECTS)
        if (x[i] != y[i] || x[i + 1] != y[i + 1])
            return 3;
    return 4;
}

/* A set of plans, with their rows at hand. */
struct few {
    int count;
    uint64_t set;
    const uint8_t *row[EXACT_PLANS];
    uint16_t index[EXACT_PLANS];
};

static int exact(struct search *s, struct frame *f, uint64_t set, int count, unsigned place,
                 struct decision *best_move);

/* Adds a question to the sorted list if it might beat `best`; a question that tells all
 * plans apart needs no list. */
static int list_question(const struct search *s, const struct few *few, unsigned place,
                         unsigned q, unsigned cost, int *best, struct candidate *list,
                         int listed, struct candidate *outright)
{
    int value = (int)cost * few->count + claim_time(s, few->count);
    uint32_t once = 0, twice = 0;

    if (value >= *best)
        return listed;
    for (int i = 0; i < few->count; i++) {
        uint32_t bit = (uint32_t)1 << few->row[i][ASKED_SUBJECTS * place + q];

        twice |= once & bit;
        once |= bit;
    }
    if (!twice) {
        *best = value;
        *outright = (struct candidate){ value, (uint8_t)place, (uint8_t)q, (uint8_t)cost };
        return listed;
    }
    value += few->count - __builtin_popcount(once & ~twice);
    if (!(once & (once - 1)) || value >= *best)
        return listed;
    for (; listed > 0 && list[listed - 1].value > value; listed--)
        list[listed] = list[listed - 1];
    list[listed] = (struct candidate){ value, (uint8_t)place, (uint8_t)q, (uint8_t)cost };
    return -1; /* the caller counts */
}

/* The time after this question, or something not less than `best`. */
static int exact_question(struct search *s, struct frame *f, const struct few *few,
                          const struct candidate *c, int best)
{
    const uint64_t *mask = masks(s, f, c->place);
    int value = c->value;

    for (unsigned k = first_class[c->subject]; k < first_class[c->subject + 1]; k++) {
        uint64_t part = mask[k] & few->set;
        int count = __builtin_popcountll(part);

        if (count < 2)
            continue;
        value += exact(s, f, part, count, place_after(s, c->place, k), NULL) -
                 least_time(s, count);
        if (value >= best)
            break;
    }
    return value;
}

/* The time if this plan is claimed now and the verdict used. */
static int exact_claim(struct search *s, struct frame *f, const struct few *few, int i,
                       unsigned place, int best)
{
    const uint8_t *claimed = s->kit->plan[s->plan[few->index[i]]];
    uint64_t part[EXACT_PLANS];
    unsigned verdict[EXACT_PLANS];
    int parts = 0, value = claim_time(s, few->count);
    uint64_t left = few->set;

    for (int j = 0; j < few->count; j++, left &= left - 1) {
        const uint8_t *at = s->kit->plan[s->plan[few->index[j]]];
        unsigned right = 0;
        int p = 0;

        if (j == i)
            continue;
        for (int t = 0; t < TILES; t++)
            right |= (claimed[t] == at[t] ? 1u : 0u) << t;
        while (p < parts && verdict[p] != right)
            p++;
        if (p == parts) {
            verdict[parts] = right;
            part[parts++] = 0;
        }
        part[p] |= left & -left;
    }
    for (int p = 0; p < parts && value < best; p++)
        value += exact(s, f, part[p], __builtin_popcountll(part[p]), place, NULL);
    return value;
}

/* Questions on the axis reached by the step and on the next one; then all others, unless
 * paying two for the aim cannot win any more. */
static int exact_ask(struct search *s, struct frame *f, const struct few *few,
                     unsigned place, struct candidate *chosen)
{
    int best = MANY, n = few->count;
    unsigned steps = 0;

    for (unsigned stage = 0; stage < 2; stage++) {
        struct candidate list[ROW];
        int listed = 0, far = 3 * n + 2 * (n > 5 ? n - 5 : 0);

        if (stage && claim_time(s, n) + (far < 4 * n ? far : 4 * n) >= best)
            break;
        for (; steps < (stage ? (unsigned)AXES : 2u); steps++)
            for (unsigned q = 0; q < ASKED_SUBJECTS; q++) {
                int now =
                    list_question(s, few, around(place + steps), q,
                                  aim(steps) + asked_cost[q], &best, list, listed, chosen);

                listed += now < 0;
            }
        for (int i = 0; i < listed && list[i].value < best; i++) {
            int value = exact_question(s, f, few, &list[i], best);

            if (value < best) {
                best = value;
                *chosen = list[i];
            }
        }
    }
    return best;
}

static unsigned question_of(const struct search *s, unsigned place, unsigned q)
{
    return SUBJECTS * circle_axis(s->pace.circle, place) + asked[q];
}

static void decide(const struct search *s, struct decision *move, const struct candidate *c)
{
    if (move)
        *move =
            (struct decision){ .claim = HIDDEN_PLAN,
                               .question = (uint8_t)question_of(s, c->place, c->subject),
                               .cost = c->cost };
}

static int exact(struct search *s, struct frame *f, uint64_t set, int count, unsigned place,
                 struct decision *move)
{
    struct few few = { .count = count, .set = set };
    unsigned step = around(place + 1);
    struct candidate chosen = { 0 };
    struct entry *entry = NULL;
    uint64_t key = 0;
    int best;

    if (count == 1)
        return claim_time(s, 1);
    for (int i = 0; i < count; i++, set &= set - 1) {
        few.index[i] = f->index[__builtin_ctzll(set)];
        few.row[i] = s->row[few.index[i]];
    }
    if (count == 2 && !move) {
        best = 2 * pair_cost(few.row[0], few.row[1], step) + claim_time(s, 2);
        return s->pace.claims && best > 3 * CLAIM_COST ? 3 * CLAIM_COST : best;
    }
    if (!move) {
        key = position_key(set_key(s, f, &few.set), place, 0);
        entry = &s->exact[key >> 40 & (EXACT_ENTRIES - 1)];
        if (entry->key == key && entry->round == s->round)
            return (int)entry->value;
    }
    best = exact_ask(s, f, &few, step, &chosen);
    if (best < MANY)
        decide(s, move, &chosen);
    else /* only a large building tells them apart: rare, and dear */
        best = 5 * count + claim_time(s, count);
    for (int i = 0; s->pace.claims && i < count; i++) {
        int value = exact_claim(s, f, &few, i, place, best);

        if (value < best) {
            best = value;
            if (move)
                move->claim = s->plan[few.index[i]];
        }
    }
    if (entry)
        *entry = (struct entry){ key, (uint32_t)best, s->round };
    return best;
}

/* ---- larger sets, by the likeliest questions ---- */

static inline int part_count(const uint64_t *mask, const uint64_t *set, int words)
{
    int count = 0;

    for (int w = 0; w < words; w++)
        count += __builtin_popcountll(mask[w] & set[w]);
    return count;
}

/* Weighs the questions on one axis and keeps the best `keep` of all so far. */
static int rank_axis(const struct search *s, struct frame *f, const uint64_t *set,
                     int count, unsigned place, unsigned aim_cost, struct candidate *list,
                     int listed, int keep)
{
    const uint64_t *mask = masks(s, f, place);

    for (unsigned q = 0; q < ASKED_SUBJECTS; q++) {
        unsigned cost = aim_cost + asked_cost[q];
        int32_t value = (int32_t)cost * count * 256;
        int parts = 0, i;

        for (unsigned k = first_class[q]; k < first_class[q + 1]; k++) {
            int part = f->words == 1
                           ? __builtin_popcountll(mask[k] & *set)
                           : part_count(mask + k * (size_t)f->words, set, f->words);

            parts += part > 0;
            value += s->guess[part];
        }
        if (parts < 2 || (listed == keep && value >= list[keep - 1].value))
            continue;
        listed += listed < keep;
        for (i = listed - 1; i > 0 && list[i - 1].value > value; i--)
            list[i] = list[i - 1];
        list[i] = (struct candidate){ value, (uint8_t)place, (uint8_t)q, (uint8_t)cost };
    }
    return listed;
}

static int rank(const struct search *s, struct frame *f, const uint64_t *set, int count,
                unsigned place, struct candidate *list, int keep)
{
    unsigned step = around(place + 1);
    int listed = rank_axis(s, f, set, count, step, 0, list, 0, keep);

    listed = rank_axis(s, f, set, count, around(step + 1), 1, list, listed, keep);
    /* Aiming elsewhere pays only if both are poor. */
    if (listed < keep || list[listed - 1].value > s->guess[count] + 154 * count)
        for (unsigned steps = 2; steps < AXES; steps++)
            listed =
                rank_axis(s, f, set, count, around(step + steps), 2, list, listed, keep);
    return listed;
}

static int search(struct search *s, struct frame *f, const uint64_t *set, int count,
                  unsigned place, int depth);

/* The time after this question; stops counting at `best`. */
static int try_question(struct search *s, struct frame *f, const uint64_t *set, int count,
                        const struct candidate *c, int depth, int best)
{
    const uint64_t *mask = masks(s, f, c->place);
    size_t words = (size_t)f->words, mark = s->used;
    int value = (int)c->cost * count, parts = 0;
    uint64_t *part = take(s, AXIS_CLASSES * words * sizeof *part);
    uint16_t of[AXIS_CLASSES], size[AXIS_CLASSES];

    if (!part)
        s->stopped = true;
    for (unsigned k = first_class[c->subject]; part && k < first_class[c->subject + 1];
         k++) {
        int left = 0;

        for (size_t w = 0; w < words; w++) {
            uint64_t word = mask[k * words + w] & set[w];

            part[(size_t)parts * words + w] = word;
            left += __builtin_popcountll(word);
        }
        if (!left)
            continue;
        of[parts] = (uint16_t)k;
        size[parts++] = (uint16_t)left;
        value += least_time(s, left);
    }
    for (int i = 0; i < parts && value < best && !s->stopped; i++)
        value += search(s, f, part + (size_t)i * words, size[i],
                        place_after(s, c->place, of[i]), depth + 1) -
                 least_time(s, size[i]);
    s->used = mark;
    return value;
}

/* The same set with masks of one word. */
static int search_small(struct search *s, const struct frame *f, const uint64_t *set,
                        int count, unsigned place, int depth)
{
    size_t mark = s->used;
    struct frame small = frame_new(s, count);
    uint64_t all = UINT64_MAX >> (64 - count);
    int i = 0, value = MANY;

    if (!small.index || !small.mask)
        s->stopped = true;
    else {
        for (int w = 0; w < f->words; w++)
            for (uint64_t left = set[w]; left; left &= left - 1)
                small.index[i++] = f->index[64 * w + __builtin_ctzll(left)];
        value = search(s, &small, &all, count, place, depth);
    }
    s->used = mark;
    return value;
}

static int width_of(const struct effort *e, int count, int depth)
{
    int wide = depth < LEVELS && e->wide[depth] ? e->wide[depth] : 1;

    for (int i = 0; i < 3; i++)
        if (count <= e->size[i].plans)
            return e->size[i].wide > wide ? e->size[i].wide : wide;
    return wide;
}

/* The depth matters to what is found only where it widens the search. */
static unsigned kind_of(const struct search *s, int depth)
{
    unsigned effort = (unsigned)(s->effort - efforts);

    return depth < LEVELS && s->effort->wide[depth] ? effort * 16u + (unsigned)depth
                                                    : effort * 16u + 15u;
}

static bool out_of_work(struct search *s)
{
    if (++s->nodes >= s->nodes_max)
        s->stopped = true;
    else if (s->stop && s->nodes % 256 == 0 && s->stop(s->with))
        s->stopped = true;
    return s->stopped;
}

static int search(struct search *s, struct frame *f, const uint64_t *set, int count,
                  unsigned place, int depth)
{
    struct candidate list[KEEP_MAX];
    struct entry *entry;
    uint64_t key;
    int best = MANY, listed;

    if (count == 1)
        return claim_time(s, 1);
    if (f->words > 1 && count <= 64)
        return search_small(s, f, set, count, place, depth);
    if (count <= EXACT_PLANS)
        return exact(s, f, *set, count, place, NULL);
    key = position_key(set_key(s, f, set), place, 1 + kind_of(s, depth));
    entry = &s->node[key >> 40 & (NODE_ENTRIES - 1)];
    if (entry->key == key && entry->round == s->round)
        return (int)entry->value;
    if (out_of_work(s))
        return MANY;
    listed = rank(s, f, set, count, place, list, width_of(s->effort, count, depth));
    for (int i = 0; i < listed && !s->stopped; i++) {
        int value = try_question(s, f, set, count, &list[i], depth, best);

        if (value < best)
            best = value;
    }
    if (!listed)
        best = 5 * count + claim_time(s, count);
    if (!s->stopped)
        *entry = (struct entry){ key, (uint32_t)best, s->round };
    return best;
}

/* ---- the decision ---- */

/* What n plans take by rule of thumb: one, and 1.2 for each bit. */
static void fill_guesses(struct search *s, int count)
{
    s->guess[0] = 0;
    s->guess[1] = 256 * claim_time(s, 1);
    for (int n = 2; n <= count; n++)
        s->guess[n] = n * (256 + (int32_t)((uint64_t)log2_fixed((uint32_t)n) * 307 >> 16)) +
                      256 * claim_time(s, n);
}

static void fill_row(const struct search *s, const uint8_t *at, uint8_t row[ROW])
{
    struct sums sums = plan_sums(s->kit, at);

    for (unsigned place = 0; place < AXES; place++) {
        unsigned axis = circle_axis(s->pace.circle, place);

        for (unsigned q = 0; q < ASKED_SUBJECTS; q++) {
            unsigned tile = asked[q] - (unsigned)ONE_TILE;
            uint8_t answer = asked[q] < ONE_TILE
                                 ? axis_answer(sums_axis(&sums, axis), asked[q])
                                 : s->kit->box.place[tile][at[tile]].answer[axis];
            unsigned k = first_class[q];

            while (class_answer[k] != answer)
                k++;
            row[ASKED_SUBJECTS * place + q] = (uint8_t)k;
        }
    }
}

static void prepare(struct search *s, const uint32_t *plans, int count)
{
    s->count = count;
    s->used = 0;
    s->nodes = 0;
    s->round++;
    for (int i = 0; i < count; i++) {
        uint64_t seed = plans[i];

        s->plan[i] = plans[i];
        s->key[i] = tb_random(&seed);
        fill_row(s, s->kit->plan[plans[i]], s->row[i]);
    }
    fill_guesses(s, count);
}

static int rank_root(const struct search *s, struct frame *f, const uint64_t *set,
                     struct candidate *list, int keep)
{
    unsigned step = around(s->pace.place + 1u);
    int listed = 0;

    for (unsigned steps = 0; steps < AXES; steps++) {
        unsigned place = around(step + steps), cost = s->pace.first ? 0 : aim(steps);

        if (s->pace.axis == NONE || circle_axis(s->pace.circle, place) == s->pace.axis)
            listed = rank_axis(s, f, set, s->count, place, cost, list, listed, keep);
    }
    return listed;
}

/* Every effort in turn, while there is work left: the best of all that was found. */
static void choose(struct search *s, struct frame *f, const uint64_t *set,
                   struct decision *move)
{
    int best = MANY;

    for (int e = 0; e < EFFORTS && !s->stopped; e++) {
        struct candidate list[KEEP_MAX];
        int listed;

        s->effort = &efforts[e];
        listed = rank_root(s, f, set, list, s->effort->wide[0]);
        if (!e && listed)
            decide(s, move, &list[0]);
        for (int i = 0; i < listed && !s->stopped; i++) {
            int value = try_question(s, f, set, s->count, &list[i], 0, best);

            if (value < best && !s->stopped) {
                best = value;
                decide(s, move, &list[i]);
            }
        }
        if (s->count <= EXACT_PLANS)
            break; /* every effort solves the rest */
    }
    move->value = (uint32_t)best;
}

static bool any_axis(const struct search *s)
{
    return s->pace.axis == NONE && !s->pace.first;
}

struct decision search_choose(struct search *s, const struct kit *kit,
                              const uint32_t *plans, int count, struct pace pace,
                              uint32_t nodes, bool (*stop)(void *), void *with)
{
    struct decision move = { .claim = HIDDEN_PLAN, .question = NONE };
    uint64_t set[SEARCH_WORDS];
    struct frame f;

    if (count == 1)
        return (
            struct decision){ .claim = plans[0], .value = CLAIM_COST, .question = NONE };
    s->kit = kit;
    s->pace = pace;
    s->nodes_max = nodes ? nodes : NODES_USUAL;
    s->stop = stop;
    s->with = with;
    s->stopped = false;
    prepare(s, plans, count);
    f = frame_new(s, count);
    assert(f.index && f.mask); /* the arena is empty, and holds more than one */
    for (int i = 0; i < count; i++)
        f.index[i] = (uint16_t)i;
    memset(set, 255, sizeof set);
    set[f.words - 1] >>= 64 * f.words - count;
    if (count <= EXACT_PLANS && any_axis(s))
        move.value = (uint32_t)exact(s, &f, *set, count, pace.place, &move);
    else
        choose(s, &f, set, &move);
    if (!pace.claims)
        move.value += (uint32_t)(CLAIM_COST * count);
    return move;
}
