/*
 * Every game of the registry, every number of seats, a covering set of options: the rules
 * of tests/conformance/ on random games. A new game is tested for its line in
 * games/list.h; nothing here knows any.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "conformance/options.h"
#include "conformance/rules.h"
#include "sanitized.h"

enum {
    CASES_MAX = 64,
    /* Positions stood on, and looked at closely, shared out among a case's tables; but
     * never fewer than LEAST closely at each. */
    POSITIONS = 4000,
    SAMPLES = OF(400),
    LEAST = 8,
    /* Where more tables than MANY cover what may be chosen, TABLES of them are played: the
     * first cover the most. With CONFORMANCE_ALL in the environment all are. */
    MANY = OF(32),
    TABLES = OF(12),
    DEALS = OF(2000), /* set-ups of the usual table, to see whether guesses are fair */
    PATIENCE = 240,   /* seconds of processor time between two signs of life */
};

struct seating {
    const struct tb_game *game;
    int seats;
    char name[64];
};

static struct tb_kit *new_kit(const struct tb_game *g)
{
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);

    assert_null(refusal);
    return kit;
}

static void say_options(const struct tables *t)
{
    char line[512];
    struct tb_text out = tb_text(line, sizeof line);

    for (int i = 0; t->game->options && t->game->options[i].id; i++) {
        tb_put(&out, " %s=", t->game->options[i].id);
        tb_option_put(t->game, i, t->options[i], &out);
    }
    print_message("options:%s\n", line);
}

static int share(int of, int count, int least)
{
    return of / count > least ? of / count : least;
}

static void keeps_the_rules(void **state)
{
    const struct seating *seating = *state;
    uint64_t(*options)[TB_OPTIONS_MAX] = calloc(TABLES_MAX, sizeof *options);
    struct verdict v = { 0 };
    struct tables t = { .game = seating->game,
                        .seats = seating->seats,
                        .patience = PATIENCE };
    struct tb_kit *kit = new_kit(t.game);
    int count = options_cover(t.game, t.seats, kit, options);
    int most = count > MANY && !getenv("CONFORMANCE_ALL") ? TABLES : count;
    int played = 0;

    assert_true(count > 0);
    t.kit = kit;
    t.samples = share(SAMPLES, most, LEAST);
    t.positions = share(POSITIONS, most, LEAST);
    for (; played < most && !v.rule; played++) {
        for (int k = 0; k < TB_OPTIONS_MAX; k++)
            t.options[k] = options[played][k];
        t.seed = (uint64_t)played + 1;
        t.deals = played == 0 ? DEALS : 0;
        rules_judge(&t, &v);
    }
    print_message(
        "%s: %d of %d tables, %ld games, %ld positions, %ld of them from every side, "
        "%ld with all worlds counted\n",
        seating->name, played, count, v.games, v.positions, v.samples, v.counted);
    if (v.rule) {
        say_options(&t);
        print_message("broken: %s (%s)\n", v.rule, v.where);
    }
    tb_kit_free(kit);
    free(options);
    assert_null(v.rule);
    assert_true(v.positions >= POSITIONS / 2 && v.samples >= SAMPLES / 2);
}

/* ---- what needs no playing ---- */

static int arguments_of(const struct tb_event_kind *kind)
{
    int count = 0;

    while (kind->args && kind->args[count])
        count++;
    return count;
}

/* A line of the log names only arguments that its kind has. */
static void log_lines_name_what_there_is(void **state)
{
    for (int i = 0; tb_games[i]; i++)
        for (const struct tb_event_kind *kind = tb_games[i]->events; kind->id; kind++)
            for (const char *c = kind->text; c && *c; c++)
                if (*c == '{' && c[1] >= '0' && c[1] <= '9')
                    assert_true(c[1] - '0' < arguments_of(kind));
}

static void option_values_are_named(void **state)
{
    for (int i = 0; tb_games[i]; i++)
        for (int k = 0; tb_games[i]->options && tb_games[i]->options[k].id; k++) {
            const struct tb_option *o = &tb_games[i]->options[k];

            assert_true(k < TB_OPTIONS_MAX);
            assert_non_null(o->name);
            assert_non_null(o->help);
            assert_true(o->min <= o->usual && o->usual <= o->max);
            assert_true(!o->values == !o->labels && !o->read == !o->write);
            for (uint64_t v = 0; o->values && v <= o->max - o->min; v++) {
                assert_non_null(o->values[v]);
                assert_non_null(o->labels[v]);
            }
        }
}

/* Whether a game is asked for: `test-conformance hush` tries that one alone. */
static bool is_wanted(const struct tb_game *g, int words, char **word)
{
    for (int i = 1; i < words; i++)
        if (!strcmp(word[i], g->id))
            return true;
    return words < 2;
}

int main(int words, char **word)
{
    static struct seating seating[CASES_MAX];
    struct CMUnitTest tests[CASES_MAX + 2] = {
        cmocka_unit_test(log_lines_name_what_there_is),
        cmocka_unit_test(option_values_are_named),
    };
    size_t count = 2;

    for (int i = 0; tb_games[i]; i++)
        for (int seats = tb_games[i]->seats_min; seats <= tb_games[i]->seats_max; seats++) {
            struct seating *s = &seating[count - 2];

            if (!is_wanted(tb_games[i], words, word))
                continue;
            s->game = tb_games[i];
            s->seats = seats;
            snprintf(s->name, sizeof s->name, "%s keeps the rules, seats: %d",
                     tb_games[i]->id, seats);
            tests[count++] = (struct CMUnitTest){ .name = s->name,
                                                  .test_func = keeps_the_rules,
                                                  .initial_state = s };
        }
    return _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
}
