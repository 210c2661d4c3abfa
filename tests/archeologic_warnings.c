/* ArcheOlogic, R15.3: what a plan on the table contradicts, for page and terminal alike. */
#include <stdio.h>

#include "archeologic.h"

/* ---- sheets ---- */

static const char *solved_as(const char *facts, bool words)
{
    static char page[8192];
    struct tb_text out = tb_text(page, sizeof page);

    assert_true(archeologic_solve(&the_kit()->head, facts, words, &out, &(int){ 0 }));
    assert_false(out.cut);
    return page;
}

static void warned(const char *facts, const char *warnings)
{
    char expected[400];

    snprintf(expected, sizeof expected, "{\"warnings\":[%s]}", warnings);
    assert_string_equal(solved_as(facts, false), expected);
}

static int refused_line(const char *facts)
{
    char page[400];
    struct tb_text out = tb_text(page, sizeof page);
    int line = 0;

    assert_false(archeologic_solve(&the_kit()->head, facts, false, &out, &line));
    return line;
}

static const char six_laid[] = "lay S r1 A1\nlay V r2 C2\nlay T r1 A3\nlay L r2 D1\n"
                               "lay O r3 D4\nlay I r2 A5\n";

/* Column D of quest 5C2VQNQ9 was seen to hold sff; these six buildings show less there. */
static void an_answer_too_large_is_contradicted_by_six_buildings(void **unused)
{
    char sheet[400];

    snprintf(sheet, sizeof sheet, "D traps sff\n%s", six_laid);
    warned(sheet, "{\"axis\":\"D\",\"subject\":\"traps\"}");
    assert_non_null(strstr(solved_as(sheet, true), "the traps on D = ◆▲▲"));
}

static void more_than_was_seen_is_contradicted_at_once(void **unused)
{
    warned("1 empties 5\nlay S r1 A1\n", "{\"axis\":\"1\",\"subject\":\"empties\"}");
    warned("1 buildings 0\nlay S r1 A1\n", "{\"axis\":\"1\",\"subject\":\"buildings\"}");
}

/* Too few is said as soon as no city with these buildings has enough, and not before. */
static void less_than_was_seen_is_contradicted_once_it_cannot_be_reached(void **unused)
{
    warned("A S -\nlay S r0 A1\n", "{\"axis\":\"A\",\"subject\":\"S\"}");
    warned("A buildings 5\nlay I r1 A1\n", "{\"axis\":\"A\",\"subject\":\"buildings\"}");
    warned("A buildings 3\nlay I r1 A1\n", "");
}

/* A trap is known there, and the six buildings leave the zone empty. */
static void a_clue_left_empty_is_contradicted(void **unused)
{
    uint8_t laid[TILES], kinds[ZONES], tiles[ZONES];
    int empty = 0;

    plan_read(the_kit(), "S r1 A1, V r2 C2, T r1 A3, L r2 D1, O r3 D4, I r2 A5", laid);
    plan_paint(the_kit(), laid, kinds, tiles);
    for (unsigned z = 0; z < ZONES; z++) {
        struct facts facts = { 0 };

        facts_add(&facts, (struct fact){ .kind = FACT_CLUE, .a = (uint8_t)(z | 32) });
        facts_add(&facts, (struct fact){ .kind = FACT_CLUE, .a = (uint8_t)(z | 64) });
        if (tiles[z] == NONE) {
            assert_int_equal(warnings_of(the_kit(), &facts, laid).facts, 3);
            empty++;
        }
    }
    assert_int_equal(empty, 3);
    warned("A2 sharp\nlay O r0 A1\n", "{\"zone\":\"A2\"}");
}

static void an_expert_clue_is_contradicted(void **unused)
{
    warned("expert within S A-C\nlay S r0 D1\n", "{\"expert\":\"within S A-C\"}");
    warned("expert touch S V no\nlay S r1 C2\nlay V r1 C1\n",
           "{\"expert\":\"touch S V no\"}");
    assert_non_null(strstr(solved_as("expert within S A-C\nlay S r0 D1\n", true),
                           "S lies within columns A to C."));
}

/* R9.5: what was right must lie there, what was wrong must not. */
static void a_refused_claim_is_contradicted(void **unused)
{
    static const char claim[] =
        "claim S r0 C1, V r2 D1, T r1 C4, L r0 B3, O r1 A1, I r3 A3 right TLOI\n";
    char sheet[400];

    snprintf(sheet, sizeof sheet, "%slay S r0 C1\n", claim);
    warned(sheet, "{\"claim\":0}");
    snprintf(sheet, sizeof sheet, "%slay T r0 A3\n", claim);
    warned(sheet, "{\"claim\":0}");
    snprintf(sheet, sizeof sheet, "%slay T r1 C4\n", claim);
    warned(sheet, "");
}

/* R3.4: buildings that no city has together are no fact's fault. */
static void buildings_that_no_city_has_are_named(void **unused)
{
    warned("lay O r0 A1\nlay S r1 C1\nlay T r2 A3\n", "{\"buildings\":\"STO\"}");
}

static void a_plan_that_cannot_lie_is_refused(void **unused)
{
    assert_int_equal(refused_line("lay S r0 A1\nlay V r0 A1\n"), 2);
    assert_int_equal(refused_line("D1 fire\nlay S r0 E5\n"), 2);
    assert_int_equal(refused_line("lay S r0 A1, V r0 C1\n"), 1);
}

/* ---- many quests ---- */

static struct fact answered(const uint8_t *city, unsigned question)
{
    return (struct fact){ .kind = FACT_ANSWER,
                          .a = (uint8_t)question,
                          .b = plan_answer(the_kit(), city, question) };
}

/* Everything that might be known of a city, of every kind. */
static void know(const uint8_t *city, uint64_t *rng, struct facts *facts)
{
    const struct kit *kit = the_kit();
    uint16_t expert[EXPERT_MAX];
    uint8_t traps[TRAPS];

    facts->count = 0;
    plan_traps(kit, city, traps);
    for (int i = 0; i < 4; i++)
        facts_add(facts, (struct fact){ .kind = FACT_CLUE, .a = traps[i] });
    expert_draw(kit, plan_number(kit, city), 1 + (int)tb_random_below(rng, 6),
                tb_random(rng), expert);
    for (int i = 0; i < EXPERT_MAX && expert[i] != NO_STATEMENT; i++)
        facts_add(facts, fact_statement(expert[i]));
    for (int i = 0; i < 12; i++)
        facts_add(facts, answered(city, tb_random_below(rng, QUESTIONS)));
}

/* With six buildings laid every fact that does not hold is said, and no other. */
static void six_buildings_are_judged_completely(void **unused)
{
    const struct kit *kit = the_kit();
    uint64_t rng = 7;
    int contradicted = 0;

    for (int i = 0; i < 200; i++) {
        const uint8_t *city = kit->plan[tb_random_below(&rng, LEGAL_PLANS)];
        const uint8_t *laid = kit->plan[tb_random_below(&rng, LEGAL_PLANS)];
        struct warnings warnings;
        struct facts facts;

        know(city, &rng, &facts);
        warnings = warnings_of(kit, &facts, laid);
        assert_false(warnings.no_city);
        for (int k = 0; k < facts.count; k++) {
            bool holds = fact_holds(kit, &facts.list[k], laid);

            assert_int_equal(warnings.facts >> k & 1, !holds);
            contradicted += !holds;
        }
        warnings = warnings_of(kit, &facts, city);
        assert_true(warnings.facts == 0 && !warnings.no_city);
    }
    assert_true(contradicted > 1000);
}

/* One building after the other: what is right is never warned of, and what is contradicted
 * stays so. */
static void warnings_come_before_the_last_building_and_stay(void **unused)
{
    const struct kit *kit = the_kit();
    uint64_t rng = 11;
    int early = 0;

    for (int i = 0; i < 30; i++) {
        const uint8_t *city = kit->plan[tb_random_below(&rng, LEGAL_PLANS)];
        const uint8_t *wrong = kit->plan[tb_random_below(&rng, LEGAL_PLANS)];
        uint8_t laid[TILES], right[TILES];
        uint64_t before = 0;
        struct facts facts;

        memset(laid, NONE, sizeof laid);
        memset(right, NONE, sizeof right);
        know(city, &rng, &facts);
        for (int tile = 0; tile < TILES; tile++) {
            struct warnings now;

            right[tile] = city[tile];
            now = warnings_of(kit, &facts, right);
            assert_true(now.facts == 0 && !now.no_city);
            laid[tile] = wrong[tile];
            now = warnings_of(kit, &facts, laid);
            assert_true((before & ~now.facts) == 0);
            before = now.facts;
            early += tile < TILES - 1 && before;
        }
    }
    assert_true(early > 30);
}

/* Nothing laid contradicts nothing. */
static void an_empty_plan_is_not_warned_of(void **unused)
{
    uint8_t laid[TILES];
    struct facts facts = { 0 };
    struct warnings warnings;

    memset(laid, NONE, sizeof laid);
    facts_add(&facts, (struct fact){ .kind = FACT_ANSWER,
                                     .a = (uint8_t)question("1 empties"),
                                     .b = answer("5") });
    warnings = warnings_of(the_kit(), &facts, laid);
    assert_true(warnings.facts == 0 && !warnings.no_city);
}

/* ---- symmetric clues, both circles ---- */

/* S and V touch as V and S do: either way is read, one way is written. */
static void symmetric_clues_are_read_both_ways(void **unused)
{
    static const char *const pairs[][2] = {
        { "touch S V yes", "touch V S yes" },
        { "column V T no", "column T V no" },
        { "row O I yes", "row I O yes" },
        { "parallel S T yes", "parallel T S yes" },
        { "trapline V-fire T-fire columns yes", "trapline T-fire V-fire columns yes" },
        { "trapnext O-sharp I-fire yes", "trapnext I-fire O-sharp yes" },
        { "apart V-fire O-fire 3", "APART o-fire v-fire 3" },
        { "axis rows traps 1 = 2", "axis rows traps 2 = 1" },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        unsigned one = 0, other = 1;

        if (!statement_read(pairs[i][0], &one) || !statement_read(pairs[i][1], &other))
            fail_msg("%s", pairs[i][1]);
        assert_int_equal(one, other);
    }
}

static void ordered_clues_stay_in_order(void **unused)
{
    unsigned one = 0, other = 0;

    assert_true(statement_read("right S V", &one) && statement_read("right V S", &other));
    assert_int_not_equal(one, other);
    assert_true(statement_read("axis rows traps 1 > 2", &one) &&
                statement_read("axis rows traps 2 > 1", &other));
    assert_int_not_equal(one, other);
}

/* R5.1: round the second circle 1 is followed by 2, round the usual one by A. */
static void a_sheet_knows_both_circles(void **unused)
{
    static const char a[] = "{\"axis\":\"A\",\"subject\":\"empties\",\"cost\":1,";
    static const char two[] = "{\"axis\":\"2\",\"subject\":\"empties\",\"cost\":1,";
    static const char sheet[] = "C1 fire\nA2 sharp\nB2 fire\n3 empties 1\n";
    char text[200];

    snprintf(text, sizeof text, "%sviewfinder 1\n", sheet);
    assert_null(strstr(solved_as(text, false), two));
    snprintf(text, sizeof text, "%sviewfinder 1\ncircle alternating\n", sheet);
    assert_null(strstr(solved_as(text, false), two));
    snprintf(text, sizeof text, "%scircle sequential\nviewfinder 1\n", sheet);
    assert_null(strstr(solved_as(text, false), a));
    assert_non_null(strstr(solved_as(text, false), two));
    snprintf(text, sizeof text, "%sviewfinder 1\ncircle sequential\n", sheet);
    assert_non_null(strstr(solved_as(text, false), two));
    assert_int_equal(refused_line("circle round\n"), 1);
}

/* Whether a city has all that is laid. */
static bool city_has(const uint8_t at[TILES], const uint8_t laid[TILES])
{
    for (int t = 0; t < TILES; t++)
        if (laid[t] != NONE && laid[t] != at[t])
            return false;
    return true;
}

/* By looking at every legal city, one after the other. */
static struct warnings warnings_one_by_one(const struct facts *facts,
                                           const uint8_t laid[TILES])
{
    struct warnings found = { .facts = ((uint64_t)1 << facts->count) - 1, .no_city = true };

    for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++)
        if (city_has(the_kit()->plan[plan], laid)) {
            found.no_city = false;
            for (int i = 0; i < facts->count; i++)
                if (fact_holds(the_kit(), &facts->list[i], the_kit()->plan[plan]))
                    found.facts &= ~((uint64_t)1 << i);
        }
    return found;
}

/* Some buildings of one city, one of them where another city has it: what is said is what a
 * look at all cities says. */
static void warnings_miss_no_city(void **unused)
{
    uint64_t dice = 7;
    int none = 0, contradicted = 0;

    for (int round = 0; round < 300; round++) {
        const uint8_t *city = the_kit()->plan[tb_random_below(&dice, LEGAL_PLANS)];
        const uint8_t *other = the_kit()->plan[tb_random_below(&dice, LEGAL_PLANS)];
        unsigned some = 1 + tb_random_below(&dice, (1 << TILES) - 1);
        uint8_t laid[TILES];
        struct facts facts = { 0 };
        struct warnings said, seen;

        for (int t = 0; t < TILES; t++)
            laid[t] = some >> t & 1 ? city[t] : NONE;
        if (round % 2) {
            uint32_t moved = tb_random_below(&dice, TILES);

            laid[moved] = other[moved];
        }
        for (unsigned zone = 0; zone < 4; zone++)
            facts_add(&facts,
                      (struct fact){ .kind = FACT_CLUE, .a = (uint8_t)(zone * 5 | 32) });
        said = warnings_of(the_kit(), &facts, laid);
        seen = warnings_one_by_one(&facts, laid);
        assert_int_equal(said.no_city, seen.no_city);
        if (!seen.no_city)
            assert_int_equal(said.facts, seen.facts);
        none += seen.no_city;
        contradicted += seen.facts != 0;
    }
    assert_true(none > 20 && contradicted - none > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_too_large_is_contradicted_by_six_buildings),
        cmocka_unit_test(more_than_was_seen_is_contradicted_at_once),
        cmocka_unit_test(less_than_was_seen_is_contradicted_once_it_cannot_be_reached),
        cmocka_unit_test(a_clue_left_empty_is_contradicted),
        cmocka_unit_test(an_expert_clue_is_contradicted),
        cmocka_unit_test(a_refused_claim_is_contradicted),
        cmocka_unit_test(buildings_that_no_city_has_are_named),
        cmocka_unit_test(a_plan_that_cannot_lie_is_refused),
        cmocka_unit_test(six_buildings_are_judged_completely),
        cmocka_unit_test(warnings_come_before_the_last_building_and_stay),
        cmocka_unit_test(an_empty_plan_is_not_warned_of),
        cmocka_unit_test(symmetric_clues_are_read_both_ways),
        cmocka_unit_test(ordered_clues_stay_in_order),
        cmocka_unit_test(a_sheet_knows_both_circles),
        cmocka_unit_test(warnings_miss_no_city),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
