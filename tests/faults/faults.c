/*
 * The rules of tests/conformance/ can be broken: a healthy toy keeps them all, and each
 * fault planted in it breaks the one that was made for it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "conformance/json.h"
#include "conformance/rules.h"
#include "hush.h"

/* Stands in for games/list.c, so that records of the toy are found. */
const struct tb_game *const tb_games[] = { &game_hush, NULL };

struct planted {
    const char *what, *rule;
};

static const struct planted planted[FAULT_KINDS] = { { "healthy", NULL },
#define F(id, what, rule) { what, rule },
                                                     FAULTS(F)
#undef F
};

/* Judges tables of every kind with this fault until a rule is broken. */
static const char *first_broken(int fault, struct verdict *verdict)
{
    for (int seats = 2; seats <= 3; seats++)
        for (uint64_t hand = 2; hand <= 3 && !verdict->rule; hand++) {
            struct tables t = { .game = &game_hush,
                                .seats = seats,
                                .options = { hand, (uint64_t)fault },
                                .seed = hand,
                                .games = 40,
                                .samples = 12,
                                .deals = 1000 };

            rules_judge(&t, verdict);
        }
    return verdict->rule;
}

static void a_healthy_toy_keeps_every_rule(void **state)
{
    struct verdict verdict = { 0 };

    if (first_broken(HEALTHY, &verdict))
        print_message("%s (%s)\n", verdict.rule, verdict.where);
    assert_null(verdict.rule);
    assert_true(verdict.samples > 1000);
}

static void every_planted_fault_is_named(void **state)
{
    int caught = 0;

    for (int fault = 1; fault < FAULT_KINDS; fault++) {
        struct verdict verdict = { 0 };
        const char *rule = first_broken(fault, &verdict);

        print_message("%-62s %s\n", planted[fault].what, rule ? rule : "NOT CAUGHT");
        caught += rule && !strcmp(rule, planted[fault].rule);
    }
    print_message("%d of %d planted faults caught, each by its rule\n", caught,
                  FAULT_KINDS - 1);
    assert_true(FAULT_KINDS - 1 >= 16);
    assert_int_equal(caught, FAULT_KINDS - 1);
}

/* The JSON reader behind the rules, which must not be lenient. */
static void json_is_read_strictly(void **state)
{
    static const char *const good[] = {
        "{}",
        "[]",
        " [1, -0.5e+3, \"\\u00e9\\n\", {\"a\":null,\"b\":[true,false]}] ",
        "\"\xc3\xa9\"",
    };
    static const char *const bad[] = {
        "",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{\"a\":1,\"a\":2}",
        "01",
        "1.",
        "[1 2]",
        "\"\\x\"",
        "\"\t\"",
        "\"\xc3\"",
        "\"\xed\xa0\x80\"",
        "nul",
        "[] []",
        "{a:1}",
        "\"no end",
        "'a'",
        "\"\\u12g4\"",
        "+1",
        "{\"a\" 1}",
        "\"\xf5\x80\x80\x80\"",
    };

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_null(json_fault(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(json_fault(bad[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_read_strictly),
        cmocka_unit_test(a_healthy_toy_keeps_every_rule),
        cmocka_unit_test(every_planted_fault_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
