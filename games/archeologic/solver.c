/*
 * Counting the cities that fit, and weighing questions by how they would split them.
 *
 * A question about one building depends on that building's placement alone, and the three
 * others on ten bits of an axis. So instead of ninety answers a plan only sixteen counters
 * are raised, and the ninety splits are read off the counters.
 */
#include <string.h>

#include "clues.h"
#include "solver.h"

/* ---- facts ---- */

bool facts_add(struct facts *facts, struct fact fact)
{
    if (facts->count == FACTS_MAX)
        return false;
    facts->list[facts->count++] = fact;
    return true;
}

struct fact fact_statement(unsigned statement)
{
    struct fact fact = { .kind = FACT_STATEMENT, .statement = (uint16_t)statement };
    struct statement st = statement_parts(statement);

    _Static_assert(sizeof st == sizeof fact.at, "a statement fits a fact");
    memcpy(fact.at, &st, sizeof st);
    return fact;
}

static void add_turn(struct facts *facts, const struct seat *seat, const struct turn *turn,
                     bool open, bool alone)
{
    if (turn->question == CLAIM_TURN) {
        const struct claim *claim = &seat->claim[turn->answer];
        struct fact fact = { .kind = FACT_CLAIM, .b = claim->right };

        memcpy(fact.at, claim->at, TILES);
        if (open && claim->verdict != WAITING)
            facts_add(facts, fact);
    } else if (open) {
        facts_add(facts, (struct fact){
                             .kind = FACT_ANSWER, .a = turn->question, .b = turn->answer });
    } else if (alone) {
        facts_add(facts, (struct fact){
                             .kind = FACT_PUSHED, .a = turn->question, .b = turn->pushed });
    }
}

void facts_of_clues(const struct tb_state *s, int seat, struct facts *facts)
{
    int clues = seat < 0 ? base_clues(&s->head) : s->seat[seat].clues;

    facts->count = 0;
    for (int i = 0; i < EXPERT_MAX && s->expert[i] != NO_STATEMENT; i++)
        facts_add(facts, fact_statement(s->expert[i]));
    for (int i = 0; i < clues; i++)
        facts_add(facts, (struct fact){ .kind = FACT_CLUE, .a = s->clue[i] });
}

static void collect(const struct tb_state *s, int seat, struct facts *facts)
{
    int only = s->head.seats == 1 ? 0 : seat;

    facts_of_clues(s, seat, facts);
    for (int i = 0; only >= 0 && i < s->seat[only].turns; i++)
        add_turn(facts, &s->seat[only], &s->seat[only].turn[i], seat >= 0,
                 s->head.seats == 1);
}

void facts_of_seat(const struct tb_state *s, int seat, struct facts *facts)
{
    collect(s, seat, facts);
}

void facts_of(const struct tb_state *s, struct facts *facts)
{
    collect(s, s->head.viewer, facts);
}

static unsigned tiles_right(const uint8_t *claimed, const uint8_t *at)
{
    unsigned right = 0;

    for (int t = 0; t < TILES; t++)
        right |= (claimed[t] == at[t] ? 1u : 0u) << t;
    return right;
}

bool fact_holds(const struct kit *kit, const struct fact *fact, const uint8_t at[TILES])
{
    switch ((enum fact_kind)fact->kind) {
    case FACT_CLUE: {
        uint32_t zone = 1u << clue_zone(fact->a), traps = 0;

        for (int t = 0; t < TILES; t++) {
            const struct placement *p = &kit->box.place[t][at[t]];

            traps |= clue_kind(fact->a) == SHARP ? p->sharp : p->fire;
        }
        return traps & zone;
    }
    case FACT_ANSWER:
        return plan_answer(kit, at, fact->a) == fact->b;
    case FACT_PUSHED:
        return answer_traps(plan_answer(kit, at, fact->a)) == fact->b;
    case FACT_STATEMENT:
        return statement_is_true(kit, (const struct statement *)fact->at, at);
    case FACT_CLAIM:
        return tiles_right(fact->at, at) == fact->b;
    }
    return false;
}

/* ---- the plans that fit ---- */

/*
 * What the facts leave, plan by plan. Trap clues are sets of plans to be met, 64 plans at
 * a time; statements about zones alone are looked at once for each outline; what is left
 * of the facts is asked of the few plans that pass.
 */
enum { OUTLINE_WORDS = (OUTLINES + 63) / 64 };
struct sieve {
    const struct kit *kit;
    const uint64_t *clue[TRAPS];
    int clues;
    const struct fact *fact[FACTS_MAX]; /* the others */
    int facts;
    bool by_outline;
    uint64_t outlined[PLAN_WORDS]; /* plans whose outline fits */
    uint64_t bits;                 /* plans of the current word still to come */
    uint32_t word;
};

static bool is_of_outline(const struct fact *fact)
{
    return fact->kind == FACT_STATEMENT &&
           statement_is_of_outline((const struct statement *)fact->at);
}

/* Drops the outlines that do not fit a statement. */
static void narrow(const struct kit *kit, const struct statement *st,
                   uint64_t outlines[OUTLINE_WORDS])
{
    struct pairs pairs;
    bool by_pairs = statement_pairs(kit, st, &pairs);

    for (uint32_t w = 0; w < OUTLINE_WORDS; w++)
        for (uint64_t left = outlines[w]; left; left &= left - 1) {
            const uint8_t *at = outline_plan(kit, 64 * w + (uint32_t)__builtin_ctzll(left));

            if (!(by_pairs ? pairs_have(&pairs, at) : statement_is_true(kit, st, at)))
                outlines[w] &= ~(left & -left);
        }
}

static void add_plans(struct sieve *s, const uint64_t outlines[OUTLINE_WORDS])
{
    const struct kit *kit = s->kit;

    memset(s->outlined, 0, sizeof s->outlined);
    for (uint32_t w = 0; w < OUTLINE_WORDS; w++)
        for (uint64_t left = outlines[w]; left; left &= left - 1) {
            const uint32_t *first =
                &kit->outline_first[64 * w + (uint32_t)__builtin_ctzll(left)];

            for (uint32_t i = first[0]; i < first[1]; i++)
                s->outlined[kit->outline_plans[i] / 64] |= (uint64_t)1
                                                           << kit->outline_plans[i] % 64;
        }
}

static void sieve_outlines(struct sieve *s, const struct facts *facts)
{
    uint64_t outlines[OUTLINE_WORDS];

    memset(outlines, 255, sizeof outlines);
    outlines[OUTLINE_WORDS - 1] >>= 64 * OUTLINE_WORDS - OUTLINES;
    for (int i = 0; i < facts->count; i++)
        if (is_of_outline(&facts->list[i])) {
            s->by_outline = true;
            narrow(s->kit, (const struct statement *)facts->list[i].at, outlines);
        }
    if (s->by_outline)
        add_plans(s, outlines);
}

static uint64_t sieve_word(const struct sieve *s, uint32_t word)
{
    uint64_t bits = s->by_outline ? s->outlined[word] : plans_of_word(word);

    for (int i = 0; i < s->clues; i++)
        bits &= s->clue[i][word];
    return bits;
}

/* After the answers, which rule out more and are quicker to hold against a plan. Two clues
 * leave fewer plans than there are outlines. */
static void sieve_statements(struct sieve *s, const struct facts *facts)
{
    bool few = s->clues >= 2;

    for (int i = 0; i < facts->count; i++)
        if (facts->list[i].kind == FACT_STATEMENT &&
            (few || !is_of_outline(&facts->list[i])))
            s->fact[s->facts++] = &facts->list[i];
    if (!few)
        sieve_outlines(s, facts);
}

static void sieve_start(struct sieve *s, const struct kit *kit, const struct facts *facts)
{
    s->kit = kit;
    s->clues = s->facts = 0;
    s->by_outline = false;
    for (int i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->list[i];

        if (fact->kind == FACT_CLUE && s->clues < TRAPS)
            s->clue[s->clues++] =
                kit->has_trap[clue_kind(fact->a) == FIRE][clue_zone(fact->a)];
        else if (fact->kind != FACT_STATEMENT)
            s->fact[s->facts++] = fact;
    }
    sieve_statements(s, facts);
    s->word = 0;
    s->bits = sieve_word(s, 0);
}

static bool passes(const struct sieve *s, uint32_t plan)
{
    for (int i = 0; i < s->facts; i++)
        if (!fact_holds(s->kit, s->fact[i], s->kit->plan[plan]))
            return false;
    return true;
}

/* The next plan that fits, in order; LEGAL_PLANS: there is none. */
static uint32_t sieve_next(struct sieve *s)
{
    for (;;) {
        for (; s->bits; s->bits &= s->bits - 1) {
            uint32_t plan = 64 * s->word + (uint32_t)__builtin_ctzll(s->bits);

            if (passes(s, plan)) {
                s->bits &= s->bits - 1;
                return plan;
            }
        }
        if (++s->word >= PLAN_WORDS)
            return LEGAL_PLANS;
        s->bits = sieve_word(s, s->word);
    }
}

void solver_counts(const struct kit *kit, const struct facts *facts,
                   uint32_t after[FACTS_MAX + 1])
{
    uint32_t fell[FACTS_MAX + 1] = { 0 }; /* plans that the fact excludes first */

    for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++) {
        int i = 0;

        while (i < facts->count && fact_holds(kit, &facts->list[i], kit->plan[plan]))
            i++;
        fell[i]++;
    }
    after[0] = LEGAL_PLANS;
    for (int i = 0; i < facts->count; i++)
        after[i + 1] = after[i] - fell[i];
}

uint32_t solver_list(const struct kit *kit, const struct facts *facts, uint32_t *out,
                     uint32_t room)
{
    struct sieve sieve;
    uint32_t count = 0, plan;

    sieve_start(&sieve, kit, facts);
    for (; (plan = sieve_next(&sieve)) < LEGAL_PLANS; count++)
        if (count < room)
            out[count] = plan;
    return count;
}

static bool fits_all(const struct kit *kit, const struct facts *facts, uint32_t plan)
{
    for (int i = 0; i < facts->count; i++)
        if (!fact_holds(kit, &facts->list[i], kit->plan[plan]))
            return false;
    return true;
}

/* One of those that fit, by going through all: each met replaces the one held with a chance
 * of one in as many as were met. */
static uint32_t draw_from_all(const struct kit *kit, const struct facts *facts,
                              uint64_t *rng)
{
    struct sieve sieve;
    uint32_t held = LEGAL_PLANS, plan;

    sieve_start(&sieve, kit, facts);
    for (uint32_t met = 1; (plan = sieve_next(&sieve)) < LEGAL_PLANS; met++)
        if (!tb_random_below(rng, met))
            held = plan;
    return held;
}

static bool any_clue(const struct facts *facts)
{
    for (int i = 0; i < facts->count; i++)
        if (facts->list[i].kind == FACT_CLUE)
            return true;
    return false;
}

/* Clues leave few plans, found 64 at a time. Without any, one that fits is mostly met long
 * before all were gone through by drawing blindly, and every one is as likely. */
uint32_t solver_draw(const struct kit *kit, const struct facts *facts, uint64_t *rng)
{
    enum { BLINDLY = 2048 };

    for (int i = any_clue(facts) ? BLINDLY : 0; i < BLINDLY; i++) {
        uint32_t plan = tb_random_below(rng, LEGAL_PLANS);

        if (fits_all(kit, facts, plan))
            return plan;
    }
    return draw_from_all(kit, facts, rng);
}

/* ---- tallies ---- */

void tally_clear(struct tally *tally) { memset(tally, 0, sizeof *tally); }

void tally_add(struct tally *tally, const struct kit *kit, uint32_t plan)
{
    /* Cells go from 2 to 5 on an axis: with 2 more, their lowest two bits tell. */
    static const uint64_t two_each = (uint64_t)0x100 << 40 | (uint64_t)0x100 << 30 |
                                     (uint64_t)0x100 << 20 | 0x100u << 10 | 0x100u;
    const uint8_t *at = kit->plan[plan];
    struct sums sums = plan_sums(kit, at);

    tally->count++;
    for (int t = 0; t < TILES; t++)
        tally->place[t][at[t]]++;
    for (unsigned line = 0; line < 2; line++) {
        uint64_t rest = sums.line[line] + two_each;

        for (unsigned i = 0; i < SIDE; i++, rest >>= AXIS_BITS)
            tally->axis[SIDE * line + i][rest & 511]++;
    }
}

void tally_make(struct tally *tally, const struct kit *kit, const struct facts *facts)
{
    struct sieve sieve;
    uint32_t plan;

    sieve_start(&sieve, kit, facts);
    tally_clear(tally);
    while ((plan = sieve_next(&sieve)) < LEGAL_PLANS)
        tally_add(tally, kit, plan);
}

/* Numbers at 64 + n, symbols as they are. */
static unsigned split_index(unsigned answer)
{
    return answer >= NUMBER ? 64 + answer - NUMBER : answer;
}

/* The three questions about a whole axis at once: one look at its 512 counters. */
static void split_axis(const struct tally *tally, unsigned axis,
                       uint32_t split[ONE_TILE][ANSWERS])
{
    memset(split, 0, ONE_TILE * sizeof *split);
    for (unsigned i = 0; i < 512; i++) {
        uint32_t often = tally->axis[axis][i];
        unsigned sum = (i & 127) | ((i >> CELL_SHIFT) + 2) << CELL_SHIFT;

        for (unsigned subject = 0; often && subject < ONE_TILE; subject++)
            split[subject][split_index(axis_answer(sum, subject))] += often;
    }
}

static void split_tile(const struct tally *tally, const struct kit *kit, unsigned axis,
                       unsigned tile, uint32_t split[ANSWERS])
{
    memset(split, 0, ANSWERS * sizeof *split);
    for (int n = 0; n < placements_of[tile]; n++)
        split[kit->box.place[tile][n].answer[axis]] += tally->place[tile][n];
}

void tally_split(const struct tally *tally, const struct kit *kit, unsigned question,
                 uint32_t split[ANSWERS])
{
    unsigned axis = question_axis(question), subject = question_subject(question);
    uint32_t whole[ONE_TILE][ANSWERS];

    if (subject >= ONE_TILE) {
        split_tile(tally, kit, axis, subject - ONE_TILE, split);
        return;
    }
    split_axis(tally, axis, whole);
    memcpy(split, whole[subject], sizeof whole[subject]);
}

void tally_shares(const struct tally *tally, const struct kit *kit, struct shares *shares)
{
    memset(shares, 0, sizeof *shares);
    for (unsigned z = 0; z < ZONES; z++)
        shares->empty[z] = tally->count;
    for (int t = 0; t < TILES; t++)
        for (int n = 0; n < placements_of[t]; n++) {
            const struct placement *p = &kit->box.place[t][n];
            uint32_t often = tally->place[t][n];

            for (uint32_t cells = often ? p->cells : 0; cells; cells &= cells - 1) {
                unsigned z = (unsigned)__builtin_ctz(cells);
                unsigned kind = p->sharp >> z & 1 ? SHARP : p->fire >> z & 1 ? FIRE : SAFE;

                shares->cell[z][t][kind] += often;
                shares->empty[z] -= often;
            }
        }
}

struct certain shares_certain(const struct shares *shares, uint32_t count, unsigned zone)
{
    struct certain it = { NONE, NONE };
    uint32_t kind[4] = { 0 };

    for (unsigned t = 0; t < TILES; t++) {
        uint32_t tile = 0;

        for (unsigned k = SAFE; k <= FIRE; k++) {
            tile += shares->cell[zone][t][k];
            kind[k] += shares->cell[zone][t][k];
        }
        if (tile == count)
            it.tile = (uint8_t)t;
    }
    kind[EMPTY] = shares->empty[zone];
    for (unsigned k = EMPTY; k <= FIRE; k++)
        if (kind[k] == count)
            it.kind = (uint8_t)k;
    return it;
}

/* ---- weighing ---- */

/* Whole part by the highest bit; each further bit by squaring. */
uint32_t log2_fixed(uint32_t n)
{
    unsigned whole = n > 1 ? 31u - (unsigned)__builtin_clz(n) : 0;
    uint64_t x = (uint64_t)n << (31 - whole); /* between 1 and 2, times 2^31 */
    uint32_t bits = whole << 16;

    if (n < 2)
        return 0;
    for (uint32_t bit = 1u << 15; bit; bit >>= 1) {
        x = x * x >> 31;
        if (x >> 32) {
            x >>= 1;
            bits |= bit;
        }
    }
    return bits;
}

uint32_t split_bits(const uint32_t split[ANSWERS], uint32_t count)
{
    uint64_t left = 0;

    if (!count)
        return 0;
    for (int i = 0; i < ANSWERS; i++)
        if (split[i] > 1)
            left += (uint64_t)split[i] * log2_fixed(split[i]);
    return log2_fixed(count) - (uint32_t)((left + count / 2) / count);
}

/* Time still needed with n plans left, in 256ths: one, and 1.2 for each bit. */
static uint32_t value_of(uint32_t log2_n)
{
    return 256 + (uint32_t)((uint64_t)log2_n * 307 >> 16);
}

static struct weighed weigh(const uint32_t split[ANSWERS], uint32_t count,
                            unsigned question, unsigned cost)
{
    struct weighed w = { .question = (uint8_t)question, .cost = (uint8_t)cost };
    uint64_t value = 0, left = 0;

    for (int i = 0; i < ANSWERS; i++) {
        uint32_t n = split[i], log2_n;

        if (!n)
            continue;
        w.answers++;
        w.worst = n > w.worst ? n : w.worst;
        if (n < 2)
            continue;
        log2_n = log2_fixed(n);
        left += (uint64_t)n * log2_n;
        value += (uint64_t)n * value_of(log2_n);
    }
    w.bits = count ? log2_fixed(count) - (uint32_t)((left + count / 2) / count) : 0;
    w.value = 256 * cost + (uint32_t)(count ? value / count : 0);
    return w;
}

/* The nine questions about an axis. */
static void weigh_axis(const struct tally *tally, const struct kit *kit, unsigned axis,
                       unsigned aim, struct weighed out[SUBJECTS])
{
    uint32_t split[SUBJECTS][ANSWERS];

    split_axis(tally, axis, split);
    for (unsigned t = 0; t < TILES; t++)
        split_tile(tally, kit, axis, t, split[ONE_TILE + t]);
    for (unsigned subject = 0; subject < SUBJECTS; subject++)
        out[subject] = weigh(split[subject], tally->count, SUBJECTS * axis + subject,
                             aim + subject_cost(subject));
}

int solver_rank(const struct tally *tally, const struct kit *kit,
                const uint8_t axis_cost[AXES], struct weighed out[QUESTIONS])
{
    int count = 0;

    for (unsigned axis = 0; axis < AXES; axis++) {
        struct weighed w[SUBJECTS];

        weigh_axis(tally, kit, axis, axis_cost[axis], w);
        for (unsigned subject = 0; subject < SUBJECTS; subject++) {
            int at = count;

            if (w[subject].answers < 2)
                continue;
            for (; at > 0 && out[at - 1].value > w[subject].value; at--)
                out[at] = out[at - 1];
            out[at] = w[subject];
            count++;
        }
    }
    return count;
}

unsigned solver_greedy(const struct tally *tally, const struct kit *kit, unsigned circle,
                       const uint8_t axis_cost[AXES])
{
    struct weighed best = { .question = NONE, .cost = 1 };

    for (unsigned place = 0; place < AXES; place++) {
        unsigned axis = circle_axis(circle, place);
        struct weighed w[SUBJECTS];

        weigh_axis(tally, kit, axis, axis_cost[axis], w);
        for (unsigned subject = 0; subject < SUBJECTS; subject++)
            if (w[subject].answers > 1 && (uint64_t)w[subject].bits * best.cost >
                                              (uint64_t)best.bits * w[subject].cost)
                best = w[subject];
    }
    return best.question;
}
