/*
 * R15.3: what the buildings laid contradict.
 *
 * A fact is contradicted when no legal city that has these buildings fits it. So too much
 * and too little, a clue left empty, an expert clue and a claim already refused are all
 * one question, asked of each fact alone: what several facts rule out together is for the
 * player to find.
 */
#include <assert.h>
#include <string.h>

#include "clues.h"
#include "solver.h"

static unsigned laid_tiles(const uint8_t laid[TILES])
{
    unsigned set = 0;

    for (int t = 0; t < TILES; t++)
        set |= (laid[t] != NONE ? 1u : 0u) << t;
    return set;
}

/* The words of a group, a bit each, that may have such a plan: each building is in one. */
static uint64_t words_with_each(const struct kit *kit, uint32_t group,
                                const uint8_t laid[TILES])
{
    uint64_t words = UINT64_MAX;

    for (int t = 0; t < TILES; t++)
        if (laid[t] != NONE)
            words &= kit->words_with[t][laid[t]][group];
    return words;
}

/* Those of a word, a bit each, that have all these buildings. */
static uint64_t plans_with_all(const struct kit *kit, uint32_t word,
                               const uint8_t laid[TILES])
{
    uint64_t plans = plans_of_word(word);

    for (unsigned t = 0; t < TILES && plans; t++)
        if (laid[t] != NONE)
            plans &= plans_with(kit, word, t, laid[t]);
    return plans;
}

/* The facts among `asked`, a bit each, that the city fits. */
static uint64_t facts_fitting(const struct kit *kit, const struct facts *facts,
                              uint64_t asked, const uint8_t at[TILES])
{
    uint64_t fitting = 0;

    for (; asked; asked &= asked - 1) {
        int i = __builtin_ctzll(asked);

        if (fact_holds(kit, &facts->list[i], at))
            fitting |= (uint64_t)1 << i;
    }
    return fitting;
}

/* Takes from `open` the facts that a plan of the word fits; whether there is any such plan.
 */
static bool look_at_word(const struct kit *kit, const struct facts *facts, uint32_t word,
                         const uint8_t laid[TILES], uint64_t *open)
{
    uint64_t plans = plans_with_all(kit, word, laid);

    for (uint64_t left = plans; left; left &= left - 1) {
        uint32_t plan = 64 * word + (uint32_t)__builtin_ctzll(left);

        *open &= ~facts_fitting(kit, facts, *open, kit->plan[plan]);
    }
    return plans;
}

struct warnings warnings_of(const struct kit *kit, const struct facts *facts,
                            const uint8_t laid[TILES])
{
    struct warnings warnings = { .no_city = true };
    uint64_t open = facts->count ? UINT64_MAX >> (64 - facts->count) : 0;

    _Static_assert(FACTS_MAX <= 64, "a bit for each fact");
    if (!laid_tiles(laid))
        return (struct warnings){ 0 };
    for (uint32_t group = 0; group < PLAN_GROUPS; group++) {
        uint64_t words = words_with_each(kit, group, laid);

        for (; words && (open || warnings.no_city); words &= words - 1)
            if (look_at_word(kit, facts, 64 * group + (uint32_t)__builtin_ctzll(words),
                             laid, &open))
                warnings.no_city = false;
    }
    /* Without any such city the facts have nothing to do with it, unless all is laid. */
    if (!warnings.no_city)
        warnings.facts = open;
    else if (laid_tiles(laid) == (1 << TILES) - 1)
        warnings.facts = open & ~facts_fitting(kit, facts, open, laid);
    return warnings;
}

/* ---- in words ---- */

static void put_fact(const struct fact *fact, struct tb_text *out)
{
    switch ((enum fact_kind)fact->kind) {
    case FACT_CLUE:
        put_clue(out, fact->a);
        break;
    case FACT_ANSWER:
    case FACT_PUSHED:
        put_asked(out, fact->a, fact->b);
        break;
    case FACT_STATEMENT:
        statement_put(fact->statement, out);
        break;
    case FACT_CLAIM:
        tb_put(out, "%s ", tb_say(out, TB_N("a claim already refused, right:")));
        put_tiles(out, fact->b);
        break;
    }
}

void warnings_put(const struct kit *kit, const struct facts *facts,
                  const uint8_t laid[TILES], int most, struct tb_text *out)
{
    struct warnings warnings = warnings_of(kit, facts, laid);

    if (warnings.no_city) {
        tb_put(out, "%s ", tb_say(out, TB_N("No city has these buildings as they lie:")));
        put_tiles(out, laid_tiles(laid));
        tb_put(out, "\n");
    }
    if (warnings.facts)
        tb_put(out, "%s\n", tb_say(out, TB_N("Your plan contradicts:")));
    for (uint64_t set = warnings.facts; set; set &= set - 1) {
        if (!most--) {
            tb_put(out, "  …\n");
            return;
        }
        tb_put(out, "  ✗ ");
        put_fact(&facts->list[__builtin_ctzll(set)], out);
        tb_put(out, "\n");
    }
}

/* ---- in JSON ---- */

/* The number of a claim among the claims. */
static int claim_number(const struct facts *facts, int fact)
{
    int number = 0;

    for (int i = 0; i < fact; i++)
        number += facts->list[i].kind == FACT_CLAIM;
    return number;
}

static void json_fact(const struct facts *facts, int i, struct tb_text *out)
{
    const struct fact *fact = &facts->list[i];

    switch ((enum fact_kind)fact->kind) {
    case FACT_CLUE:
        tb_put(out, "{\"zone\":\"");
        put_zone(out, clue_zone(fact->a));
        tb_put(out, "\"}");
        break;
    case FACT_ANSWER:
    case FACT_PUSHED:
        tb_put(out, "{\"axis\":\"");
        put_axis(out, question_axis(fact->a));
        tb_put(out, "\",\"subject\":\"%s\"}", subject_id[question_subject(fact->a)]);
        break;
    case FACT_STATEMENT:
        tb_put(out, "{\"expert\":\"");
        statement_notate(fact->statement, out);
        tb_put(out, "\"}");
        break;
    case FACT_CLAIM:
        tb_put(out, "{\"claim\":%d}", claim_number(facts, i));
        break;
    }
}

void warnings_json(const struct kit *kit, const struct facts *facts,
                   const uint8_t laid[TILES], struct tb_text *out)
{
    struct warnings warnings = warnings_of(kit, facts, laid);

    tb_put(out, "\"warnings\":[");
    if (warnings.no_city) {
        tb_put(out, "{\"buildings\":\"");
        put_tiles(out, laid_tiles(laid));
        tb_put(out, warnings.facts ? "\"}," : "\"}");
    }
    for (uint64_t set = warnings.facts; set; set &= set - 1) {
        json_fact(facts, __builtin_ctzll(set), out);
        tb_put(out, set & (set - 1) ? "," : "");
    }
    tb_put(out, "]");
}
