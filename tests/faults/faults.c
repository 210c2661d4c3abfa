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

/* The toy with all that is optional. */
static struct tb_game hush;

/* Stands in for games/list.c, so that records of the toy are found. */
const struct tb_game *const tb_games[] = { &hush, NULL };

struct planted {
    const char *what, *rule;
};

enum { FIRST_FAULT = HEALTHY_AT_ONCE + 1 };

static const struct planted planted[FAULT_KINDS] = { { "healthy", NULL },
                                                     { "healthy, drawing at once", NULL },
#define F(id, what, rule) { what, rule },
                                                     FAULTS(F)
#undef F
};

/* Judges tables of every kind with this fault until a rule is broken. */
static const char *first_broken(int fault, struct verdict *verdict)
{
    for (int seats = 2; seats <= 3; seats++)
        for (uint64_t hand = 2; hand <= 3 && !verdict->rule; hand++) {
            struct tables t = { .game = &hush,
                                .seats = seats,
                                .options = { hand, (uint64_t)fault },
                                .seed = hand,
                                .positions = 1200,
                                .samples = 1000,
                                .deals = 1000,
                                .patience = 2 };

            rules_judge(&t, verdict);
        }
    return verdict->rule;
}

static void a_healthy_toy_keeps_every_rule(void **state)
{
    for (int fault = HEALTHY; fault <= HEALTHY_AT_ONCE; fault++) {
        struct verdict v = { 0 };

        if (first_broken(fault, &v))
            print_message("%s (%s)\n", v.rule, v.where);
        assert_null(v.rule);
        print_message("%ld games, %ld positions, %ld of them from every side, %ld with all "
                      "worlds counted\n",
                      v.games, v.positions, v.samples, v.counted);
        assert_true(v.positions >= 4000 && v.samples >= 4000 && v.counted >= 200);
    }
}

static void every_planted_fault_is_named(void **state)
{
    int caught = 0, all = FAULT_KINDS - FIRST_FAULT;

    for (int fault = FIRST_FAULT; fault < FAULT_KINDS; fault++) {
        struct verdict verdict = { 0 };
        const char *rule = first_broken(fault, &verdict);

        print_message("%-62s %s\n", planted[fault].what, rule ? rule : "NOT CAUGHT");
        caught += rule && !strcmp(rule, planted[fault].rule);
    }
    print_message("%d of %d planted faults caught, each by its rule\n", caught, all);
    assert_int_equal(caught, all);
}

static bool is_planted(const char *rule)
{
    for (int fault = FIRST_FAULT; fault < FAULT_KINDS; fault++)
        if (!strcmp(planted[fault].rule, rule))
            return true;
    return false;
}

/* These hold the engine to its word: no game can break them alone. */
static bool is_the_engines(const char *rule)
{
    return !strcmp(rule, "undo follows the events") ||
           !strcmp(rule, "illegal and stale moves change nothing") ||
           !strcmp(rule, "rewinding finds the same positions");
}

/* A rule that nothing can break would be no rule. */
static void every_rule_has_a_fault_that_breaks_it(void **state)
{
    int without = 0;

    for (int i = 0; rules_name(i); i++)
        if (!is_planted(rules_name(i)) && !is_the_engines(rules_name(i))) {
            print_message("no fault is planted for: %s\n", rules_name(i));
            without++;
        }
    assert_int_equal(without, 0);
}

/* ---- the worlds of the toy, enumerated ---- */

enum { WORLDS_MAX = 24, PER_WORLD = 100 };

/* How often each world is dealt; returns how many there are. */
static int deal_all(const struct tb_state *seen, int deals, int times[WORLDS_MAX])
{
    static uint8_t world[WORLDS_MAX][1024];
    size_t head = sizeof(struct tb_head), body = game_hush.state_size - head;
    _Alignas(16) uint8_t room[1024];
    int kinds = 0;

    for (int n = 0; n < deals; n++) {
        int i = 0;

        tb_redeal(&game_hush, seen, (uint64_t)n, (struct tb_state *)(void *)room);
        while (i < kinds && memcmp(world[i], room + head, body))
            i++;
        assert_true(i < WORLDS_MAX);
        if (i == kinds) {
            memcpy(world[kinds++], room + head, body);
            times[i] = 0;
        }
        times[i]++;
    }
    return kinds;
}

/* Of n cards unseen there are n! orders: each is dealt, and as often. */
static int deals_every_order(const struct tb_state *seen)
{
    static const int orders[] = { 1, 1, 2, 6, 24 };
    int unseen = hush_unseen(seen), times[WORLDS_MAX], kinds;

    if (unseen < 2 || unseen > 4)
        return 0;
    kinds = deal_all(seen, PER_WORLD * orders[unseen], times);
    assert_int_equal(kinds, orders[unseen]);
    for (int i = 0; i < kinds; i++) /* six deviations of ten */
        assert_in_range(times[i], PER_WORLD - 60, PER_WORLD + 60);
    return 1;
}

static void a_healthy_toy_guesses_every_world_as_often(void **state)
{
    uint64_t options[TB_OPTIONS_MAX] = { 3, HEALTHY }, luck = 1;
    _Alignas(16) uint8_t room[1024], seen_room[1024];
    struct tb_state *s = (struct tb_state *)(void *)room;
    struct tb_state *seen = (struct tb_state *)(void *)seen_room;
    int enumerated = 0;

    assert_true(game_hush.state_size <= sizeof room);
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_null(tb_new(&game_hush, s, 3, options, NULL, tb_seed_of(seed)));
        while (tb_head(s)->owes) {
            int seat = __builtin_ctz(tb_head(s)->owes);

            tb_step(&game_hush, s, seat, tb_pick(&game_hush, s, seat, &luck), NULL);
            for (int viewer = 0; viewer < 3; viewer++) {
                tb_observe(&game_hush, s, viewer, seen);
                enumerated += deals_every_order(seen);
            }
        }
    }
    print_message("%d positions with all worlds enumerated\n", enumerated);
    assert_true(enumerated > 100);
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
        cmocka_unit_test(a_healthy_toy_guesses_every_world_as_often),
        cmocka_unit_test(every_planted_fault_is_named),
        cmocka_unit_test(every_rule_has_a_fault_that_breaks_it),
    };

    hush = game_hush;
    hush.hint = hush_hint;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
