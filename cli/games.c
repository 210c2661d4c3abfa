/* tablier games: what can be played here. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- for people ---- */

static void say_usual(const struct tb_game *g, int i)
{
    char text[64];
    struct tb_text word = tb_text(text, sizeof text);

    tb_option_put(g, i, g->options[i].usual, &word);
    printf(_(" (usually %s)"), text);
}

static void say_option(const struct tb_game *g, int i)
{
    const struct tb_option *o = &g->options[i];
    char values[512];
    struct tb_text out = words_in(values, sizeof values);

    option_values(g, i, &out);
    printf("  --option %s=%s", o->id, values);
    say_usual(g, i);
    printf("\n      %s. ", _(o->name));
    put_wrapped(stdout, _(o->help), 6 + columns_of(_(o->name)) + 2, 200);
    puts("");
    for (uint64_t v = o->min; o->values && v <= o->max; v++) {
        fputs("      ", stdout);
        put_padded(stdout, o->values[v - o->min], 12);
        puts(_(o->labels[v - o->min]));
    }
}

static void say_game(const struct tb_game *g, struct term term)
{
    printf("%s%s%s (%s", term.colour ? "\033[1m" : "", _(g->name),
           term.colour ? "\033[0m" : "", g->id);
    if (g->seats_min == g->seats_max)
        printf(_(", for %d)\n"), g->seats_min);
    else
        printf(_(", for %d to %d)\n"), g->seats_min, g->seats_max);
    printf("  %s\n", _(g->about));
    for (int i = 0; g->options && g->options[i].id; i++)
        say_option(g, i);
}

static void print_json(const struct tb_game *one)
{
    char *text = must(malloc(PICTURE_MAX));
    struct tb_text out = words_in(text, PICTURE_MAX);

    tb_put_games_json(one, &out);
    puts(text);
    free(text);
}

static int run(const struct args *a)
{
    const struct tb_game *one = a->words ? game_named(a->word[0]) : NULL;
    struct term term = term_open(a);
    bool more = false;

    if (args_text(a, "json")) {
        print_json(one);
        return FINE;
    }
    for (int i = 0; tb_games[i]; i++) {
        if (one && tb_games[i] != one)
            continue;
        if (more)
            puts("");
        more = true;
        say_game(tb_games[i], term);
    }
    return FINE;
}

static const struct arg takes[] = {
    { "json", NULL, TB_N("print one JSON object for programs, as /api/games of a server") },
    { 0 },
};

const struct command command_games = {
    .name = "games",
    .words = TB_N("[GAME]"),
    .words_max = 1,
    .about = TB_N("List the games, their seats and their options."),
    .takes = takes,
    .run = run,
};
