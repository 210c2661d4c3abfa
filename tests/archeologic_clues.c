/* ArcheOlogic: expert clues, after the specification's tests T50 to T59. */
#include "archeologic.h"

static unsigned statement(const char *text)
{
    unsigned number = 0;

    if (!statement_read(text, &number))
        fail_msg("no such statement: %s", text);
    return number;
}

static bool is_true(const char *text)
{
    return statement_holds(the_kit(), statement(text), the_kit()->plan[Q50000]);
}

static void t50_further_right_and_lower(void **unused)
{
    assert_true(is_true("right V O"));
    assert_true(is_true("below T O"));
    assert_false(is_true("right O V"));
    assert_false(is_true("right T L")); /* they share column C */
}

static void t51_touching(void **unused)
{
    assert_true(is_true("touch S V yes"));
    assert_false(is_true("touch S V no"));
    assert_true(is_true("neighbours O 3"));
    assert_true(is_true("neighbours S 3"));
    assert_false(is_true("neighbours S 4"));
}

static void t52_edge_and_corner(void **unused)
{
    assert_true(is_true("edge L 2"));
    assert_true(is_true("corner I yes"));
    assert_true(is_true("corner L no"));
    assert_true(is_true("reach L bottom yes"));
    assert_true(is_true("reach L left no"));
}

static void t53_empty_zones(void **unused)
{
    assert_true(is_true("emptynext S 2"));
    assert_true(is_true("emptypairs 0"));
    assert_true(is_true("spread rows 3"));
    assert_true(is_true("spread columns 1"));
    assert_true(is_true("emptyedge 3"));
}

static void t54_lying_and_centre(void **unused)
{
    assert_true(is_true("lying S yes"));
    assert_true(is_true("parallel S T yes"));
    assert_true(is_true("parallel S L no"));
    assert_true(is_true("centre S"));
    assert_true(is_true("centre safe"));
    assert_false(is_true("centre trap"));
    assert_false(is_true("centre empty"));
}

static void t55_traps_in_order(void **unused)
{
    assert_true(is_true("trapright S-sharp L-sharp"));
    assert_true(is_true("trapbelow T-fire V-fire"));
    assert_true(is_true("trapline V-fire T-fire columns yes"));
}

static void t56_distances(void **unused)
{
    assert_true(is_true("trapnext O-sharp I-fire yes"));
    assert_true(is_true("apart O-sharp I-fire 1"));
    assert_true(is_true("apart V-fire O-fire 3"));
}

static void t57_traps_counted(void **unused)
{
    assert_true(is_true("trapedge sharp 2"));
    assert_true(is_true("trapedge fire 3"));
    assert_true(is_true("trappairs sharp 0"));
    assert_true(is_true("trappairs fire 0"));
    assert_true(is_true("dark sharp 0"));
    assert_true(is_true("dark fire 2"));
}

static void t58_axes_and_halves(void **unused)
{
    assert_true(is_true("axis rows traps 2 > 1"));
    assert_false(is_true("axis rows traps 1 > 2"));
    assert_true(is_true("within T C-E"));
    assert_true(is_true("within T 3-5"));
    assert_false(is_true("within T 1-3"));
    assert_true(is_true("column S T yes"));
    assert_true(is_true("row S L yes"));
}

/* Section 13.2: each clue can be explained by a picture, which tells nothing of the quest.
 */
static void every_statement_that_can_be_true_has_an_example(void **unused)
{
    for (unsigned i = 0; i < STATEMENTS; i++) {
        uint32_t plan = statement_example(the_kit(), i);

        assert_int_equal(plan<LEGAL_PLANS, statement_plans[i]> 0);
        if (plan < LEGAL_PLANS)
            assert_true(statement_holds(the_kit(), i, the_kit()->plan[plan]));
    }
}

static uint32_t plans_left(const uint16_t set[EXPERT_MAX])
{
    struct facts facts = { 0 };

    for (int i = 0; i < EXPERT_MAX && set[i] != NO_STATEMENT; i++) {
        assert_true(statement_holds(the_kit(), set[i], the_kit()->plan[Q50000]));
        facts_add(&facts, fact_statement(set[i]));
    }
    return solver_list(the_kit(), &facts, NULL, 0);
}

static void t59_two_sets_for_one_quest(void **unused)
{
    uint16_t first[EXPERT_MAX], second[EXPERT_MAX], plus[EXPERT_MAX];

    expert_draw(the_kit(), Q50000, MODE_EXPERT, 1, first);
    expert_draw(the_kit(), Q50000, MODE_EXPERT, 2, second);
    expert_draw(the_kit(), Q50000, MODE_EXPERT_PLUS, 1, plus);
    assert_memory_not_equal(first, second, sizeof first);
    assert_in_range(plans_left(first), 250, 1200);
    assert_in_range(plans_left(second), 250, 1200);
    assert_in_range(plans_left(plus), 600, 2500);
    expert_draw(the_kit(), Q50000, MODE_EXPERT, 2, plus);
    assert_memory_equal(plus, second, sizeof second);
}

/* 1,024 statements can be true and can be false, as the specification counts. */
static void shares_are_what_counting_gives(void **unused)
{
    int telling = 0;

    for (unsigned i = 0; i < STATEMENTS; i++)
        telling += statement_plans[i] > 0 && statement_plans[i] < LEGAL_PLANS;
    assert_int_equal(telling, 1024);
    for (unsigned i = 0; i < STATEMENTS; i += 53) {
        struct statement st = statement_parts(i);
        uint32_t count = 0;

        for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++)
            count += statement_is_true(the_kit(), &st, the_kit()->plan[plan]);
        assert_int_equal(count, statement_plans[i]);
    }
}

/* Where two placements decide, what is worked out of them says the same of every plan. */
static void pairs_say_what_the_statement_says(void **unused)
{
    int decided = 0;

    for (unsigned i = 0; i < STATEMENTS; i += 7) {
        struct statement st = statement_parts(i);
        struct pairs pairs;
        uint32_t count = 0;

        if (!statement_pairs(the_kit(), &st, &pairs))
            continue;
        decided++;
        for (uint32_t plan = 0; plan < LEGAL_PLANS; plan++)
            count += pairs_have(&pairs, the_kit()->plan[plan]);
        assert_int_equal(count, statement_plans[i]);
        for (uint32_t plan = i; plan < LEGAL_PLANS; plan += 997)
            assert_int_equal(pairs_have(&pairs, the_kit()->plan[plan]),
                             statement_is_true(the_kit(), &st, the_kit()->plan[plan]));
    }
    assert_true(decided > 50);
}

static void every_statement_reads_back(void **unused)
{
    for (unsigned i = 0; i < STATEMENTS; i += 3) {
        char note[TB_NOTE_MAX], words[160];
        struct tb_text out = tb_text(note, sizeof note),
                       text = tb_text(words, sizeof words);

        statement_notate(i, &out);
        statement_put(i, &text);
        assert_false(out.cut);
        assert_false(text.cut);
        assert_int_equal(statement(note), i);
        assert_null(strchr(words, '{'));
    }
}

/* The page says them in its reader's language: a sentence, and what stands in its braces.
 */
static void a_statement_is_told_apart_from_its_words(void **unused)
{
    static const char *const told[][2] = {
        { "right V O",
          "{\"note\":\"right V O\",\"says\":\"{a} is totally further right than "
          "{b}.\",\"with\":{\"a\":\"V\",\"b\":\"O\"}}" },
        { "reach T left no",
          "{\"note\":\"reach T left no\",\"says\":\"{a} does not reach the "
          "{side}.\",\"with\":{\"a\":\"T\",\"side\":\"left edge\"}}" },
        { "apart S-sharp V-fire 3",
          "{\"note\":\"apart S-sharp V-fire 3\",\"says\":\"Steps between the {t} and the "
          "{u}: "
          "exactly {k}.\",\"with\":{\"t\":\"S-sharp\",\"u\":\"V-fire\",\"k\":\"3\"}}" },
        { "axis columns traps B = D", "{\"note\":\"axis columns traps B = "
                                      "D\",\"says\":\"There are as many traps on {x} as "
                                      "on {y}.\",\"with\":{\"x\":\"B\",\"y\":\"D\"}}" },
        { "centre empty",
          "{\"note\":\"centre empty\",\"says\":\"C3 is empty.\",\"with\":{}}" },
    };

    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        char json[300];
        struct tb_text out = tb_text(json, sizeof json);

        statement_json(statement(told[i][0]), &out);
        assert_string_equal(json, told[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t50_further_right_and_lower),
        cmocka_unit_test(t51_touching),
        cmocka_unit_test(t52_edge_and_corner),
        cmocka_unit_test(t53_empty_zones),
        cmocka_unit_test(t54_lying_and_centre),
        cmocka_unit_test(t55_traps_in_order),
        cmocka_unit_test(t56_distances),
        cmocka_unit_test(t57_traps_counted),
        cmocka_unit_test(t58_axes_and_halves),
        cmocka_unit_test(t59_two_sets_for_one_quest),
        cmocka_unit_test(shares_are_what_counting_gives),
        cmocka_unit_test(pairs_say_what_the_statement_says),
        cmocka_unit_test(every_statement_that_can_be_true_has_an_example),
        cmocka_unit_test(every_statement_reads_back),
        cmocka_unit_test(a_statement_is_told_apart_from_its_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
