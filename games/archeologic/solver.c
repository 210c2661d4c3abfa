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
        facts_add(facts,
                  (struct fact){ .kind = FACT_STATEMENT, .statement = s->expert[i] });
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
            const struct placement *p = &kit->place[t][at[t]];

            traps |= clue_kind(fact->a) == SHARP ? p->sharp : p->fire;
        }
        return traps & zone;
    }
    case FACT_ANSWER:
        return plan_answer(kit, at, fact->a) == fact->b;
    case FACT_PUSHED:
        return answer_traps(plan_answer(kit, at, fact->a)) == fact->b;
    case FACT_STATEMENT:
        return statement_holds(kit, fact->statement, at);
    case FACT_CLAIM:
        return tiles_right(fact->at, at) == fact->b;
    }
    return false;
}

/* The traps told by clues, as kit->traps has them: this sieve alone leaves a few hundred
 * plans of 136,132, and looks at one word of each. */
static uint64_t told_traps(const struct facts *facts)
{
    uint64_t told = 0;

    for (int i = 0; i < facts->count; i++)
        if (facts->list[i].kind == FACT_CLUE) {
            unsigned clue = facts->list[i].a;

            told |= (uint64_t)1 << clue_zone(clue) << (clue_kind(clue) == SHARP ? 0 : 32);
        }
    return told;
}

static bool others_hold(const struct kit *kit, const struct facts *facts, uint32_t plan)
{
    for (int i = 0; i < facts->count; i++)
        if (facts->list[i].kind != FACT_CLUE &&
            !fact_holds(kit, &facts->list[i], kit->plan[plan]))
            return false;
    return true;
}

/* ---- the plans that fit ---- */

/* The next fitting plan from this one on; LEGAL_PLANS: there is none. */
static uint32_t next_fitting(const struct kit *kit, const struct facts *facts,
                             uint64_t told, uint32_t plan)
{
    for (; plan < LEGAL_PLANS; plan++)
        if ((kit->traps[plan] & told) == told && others_hold(kit, facts, plan))
            return plan;
    return LEGAL_PLANS;
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
    uint64_t told = told_traps(facts);
    uint32_t count = 0;

    for (uint32_t plan = next_fitting(kit, facts, told, 0); plan < LEGAL_PLANS;
         plan = next_fitting(kit, facts, told, plan + 1), count++)
        if (count < room)
            out[count] = plan;
    return count;
}

uint32_t solver_nth(const struct kit *kit, const struct facts *facts, uint32_t n)
{
    uint64_t told = told_traps(facts);
    uint32_t plan = next_fitting(kit, facts, told, 0);

    while (n--)
        plan = next_fitting(kit, facts, told, plan + 1);
    return plan;
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
    uint64_t told = told_traps(facts);

    tally_clear(tally);
    for (uint32_t plan = next_fitting(kit, facts, told, 0); plan < LEGAL_PLANS;
         plan = next_fitting(kit, facts, told, plan + 1))
        tally_add(tally, kit, plan);
}

/* Numbers at 64 + n, symbols as they are. */
static unsigned split_index(unsigned answer)
{
    return answer >= NUMBER ? 64 + answer - NUMBER : answer;
}

void tally_split(const struct tally *tally, const struct kit *kit, unsigned question,
                 uint32_t split[ANSWERS])
{
    unsigned axis = question_axis(question), subject = question_subject(question);

    memset(split, 0, ANSWERS * sizeof *split);
    if (subject >= ONE_TILE) {
        unsigned t = subject - ONE_TILE;

        for (int n = 0; n < placements_of[t]; n++)
            split[kit->place[t][n].answer[axis]] += tally->place[t][n];
        return;
    }
    for (unsigned i = 0; i < 512; i++)
        if (tally->axis[axis][i]) {
            unsigned cells = (i >> CELL_SHIFT & 3) + 2;
            unsigned sum = (i & 127) | cells << CELL_SHIFT;

            split[split_index(axis_answer(sum, subject))] += tally->axis[axis][i];
        }
}

void tally_shares(const struct tally *tally, const struct kit *kit, struct shares *shares)
{
    memset(shares, 0, sizeof *shares);
    for (unsigned z = 0; z < ZONES; z++)
        shares->empty[z] = tally->count;
    for (int t = 0; t < TILES; t++)
        for (int n = 0; n < placements_of[t]; n++) {
            const struct placement *p = &kit->place[t][n];
            uint32_t often = tally->place[t][n];

            for (uint32_t cells = often ? p->cells : 0; cells; cells &= cells - 1) {
                unsigned z = (unsigned)__builtin_ctz(cells);
                unsigned kind = p->sharp >> z & 1 ? SHARP : p->fire >> z & 1 ? FIRE : SAFE;

                shares->cell[z][t][kind] += often;
                shares->empty[z] -= often;
            }
        }
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
static uint32_t value_of(uint32_t n)
{
    return n < 2 ? 0 : 256 + (uint32_t)((uint64_t)log2_fixed(n) * 307 >> 16);
}

static struct weighed weigh(const struct tally *tally, const struct kit *kit,
                            unsigned question, unsigned cost)
{
    struct weighed w = { .question = (uint8_t)question, .cost = (uint8_t)cost };
    uint32_t split[ANSWERS];
    uint64_t value = 0;

    tally_split(tally, kit, question, split);
    for (int i = 0; i < ANSWERS; i++) {
        w.answers = (uint16_t)(w.answers + (split[i] > 0));
        w.worst = split[i] > w.worst ? split[i] : w.worst;
        value += (uint64_t)split[i] * value_of(split[i]);
    }
    w.bits = split_bits(split, tally->count);
    w.value = 256 * cost + (uint32_t)(tally->count ? value / tally->count : 0);
    return w;
}

int solver_rank(const struct tally *tally, const struct kit *kit,
                const uint8_t axis_cost[AXES], struct weighed out[QUESTIONS])
{
    int count = 0;

    for (unsigned q = 0; q < QUESTIONS; q++) {
        unsigned cost = axis_cost[question_axis(q)] + subject_cost(question_subject(q));
        struct weighed w = weigh(tally, kit, q, cost);
        int at = count;

        if (w.answers < 2)
            continue;
        for (; at > 0 && out[at - 1].value > w.value; at--)
            out[at] = out[at - 1];
        out[at] = w;
        count++;
    }
    return count;
}

unsigned solver_greedy(const struct tally *tally, const struct kit *kit, unsigned circle,
                       const uint8_t axis_cost[AXES])
{
    struct weighed best = { .question = NONE, .cost = 1 };

    for (unsigned place = 0; place < AXES; place++)
        for (unsigned subject = 0; subject < SUBJECTS; subject++) {
            unsigned axis = circle_axis(circle, place);
            struct weighed w = weigh(tally, kit, SUBJECTS * axis + subject,
                                     axis_cost[axis] + subject_cost(subject));

            if (w.answers > 1 &&
                (uint64_t)w.bits * best.cost > (uint64_t)best.bits * w.cost)
                best = w;
        }
    return best.question;
}
