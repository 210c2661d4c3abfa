/* tablier games: what can be played here. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- for programs ---- */

static void put_value(const struct tb_game *g, int i, uint64_t value, struct tb_text *out)
{
    char text[64];
    struct tb_text word = tb_text(text, sizeof text);

    tb_option_put(g, i, value, &word);
    tb_put_json(out, text);
}

static void put_option_json(const struct tb_game *g, int i, struct tb_text *out)
{
    const struct tb_option *o = &g->options[i];

    tb_put(out, "%s{\"id\":\"%s\",\"name\":", i ? "," : "", o->id);
    tb_put_json(out, _(o->name));
    tb_put(out, ",\"help\":");
    tb_put_json(out, _(o->help));
    tb_put(out, ",\"usual\":");
    put_value(g, i, o->usual, out);
    if (o->values) {
        tb_put(out, ",\"values\":[");
        for (uint64_t v = o->min; v <= o->max; v++) {
            tb_put(out, "%s{\"id\":\"%s\",\"name\":", v > o->min ? "," : "",
                   o->values[v - o->min]);
            tb_put_json(out, _(o->labels[v - o->min]));
            tb_put(out, "}");
        }
        tb_put(out, "]}");
    } else {
        tb_put(out, ",\"min\":");
        put_value(g, i, o->min, out);
        tb_put(out, ",\"max\":");
        put_value(g, i, o->max, out);
        tb_put(out, "}");
    }
}

static void put_game_json(const struct tb_game *g, struct tb_text *out)
{
    tb_put(out, "{\"id\":\"%s\",\"name\":", g->id);
    tb_put_json(out, _(g->name));
    tb_put(out, ",\"about\":");
    tb_put_json(out, _(g->about));
    tb_put(out, ",\"edition\":%d,\"seats_min\":%d,\"seats_max\":%d,\"options\":[",
           g->edition, g->seats_min, g->seats_max);
    for (int i = 0; g->options && g->options[i].id; i++)
        put_option_json(g, i, out);
    tb_put(out, "],\"figures\":[");
    for (int i = 0; g->figures && g->figures[i]; i++)
        tb_put(out, "%s\"%s\"", i ? "," : "", g->figures[i]);
    tb_put(out, "]}");
}

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

    printf("  --option %s=", o->id);
    if (o->values)
        for (uint64_t v = o->min; v <= o->max; v++)
            printf("%s%s", v > o->min ? "|" : "", o->values[v - o->min]);
    else if (o->read)
        printf("%s", _("CODE"));
    else
        printf("%llu..%llu", (unsigned long long)o->min, (unsigned long long)o->max);
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

static int run(const struct args *a)
{
    const struct tb_game *one = a->words ? game_named(a->word[0]) : NULL;
    struct term term = term_open(a);
    bool json = args_text(a, "json");
    char *text = must(malloc(PICTURE_MAX));
    struct tb_text out = tb_text(text, PICTURE_MAX);

    tb_put(&out, "[");
    for (int i = 0, more = 0; tb_games[i]; i++) {
        if (one && tb_games[i] != one)
            continue;
        if (!json) {
            if (more++)
                puts("");
            say_game(tb_games[i], term);
            continue;
        }
        tb_put(&out, more++ ? ",\n" : "");
        put_game_json(tb_games[i], &out);
    }
    tb_put(&out, "]");
    if (json)
        puts(text);
    free(text);
    return FINE;
}

static const struct arg takes[] = {
    { "json", NULL, TB_N("print a JSON array for programs") },
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
