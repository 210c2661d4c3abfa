/*
 * What the shell may offer next: `tablier --complete WORD...` prints it, one a line, for
 * the scripts completion.bash and completion.zsh. They know nothing of commands, options
 * and games themselves, so they cannot go stale. "@files" asks them for names of files.
 */
#include <string.h>

#include "cli.h"

/* Prints what begins like the word; `before` stands in front of it. */
static void offer(const char *typed, const char *before, const char *candidate)
{
    size_t length = strlen(before);

    if (!strncmp(typed, before, length) &&
        !strncmp(candidate, typed + length, strlen(typed + length)))
        printf("%s%s\n", before, candidate);
}

/* All of them, or those that a day's puzzle is made of. */
static void offer_games(const struct command *c, const char *typed)
{
    bool daily = !strcmp(c->name, "today");

    for (int i = 0; tb_games[i]; i++)
        if (!daily || tb_games[i]->daily)
            offer(typed, "", tb_games[i]->id);
}

/* Everything after the last comma is another player. */
static void offer_players(const struct command *c, const char *typed, const char *before)
{
    const char *comma = strrchr(typed, ',');
    char start[1024];

    snprintf(start, sizeof start, "%.*s", comma ? (int)(comma + 1 - typed) : 0, typed);
    if (!comma)
        snprintf(start, sizeof start, "%s", before);
    if (!strcmp(c->name, "play"))
        offer(typed, start, "person");
    for (int i = 0; tb_bot_names[i]; i++)
        offer(typed, start, tb_bot_names[i]);
    offer(typed, start, "cmd:");
}

static void offer_bots(const char *typed, const char *before)
{
    for (int i = 0; tb_bot_names[i]; i++)
        offer(typed, before, tb_bot_names[i]);
}

/* Of the values of an option; where there are numbers, the first few. */
static void offer_values(const struct tb_game *g, int i, const char *typed,
                         const char *before)
{
    enum { NUMBERS = 20 };
    const struct tb_option *o = &g->options[i];

    for (uint64_t v = o->min; v <= o->max && v - o->min < NUMBERS && !o->read; v++) {
        char text[64];
        struct tb_text out = tb_text(text, sizeof text);

        tb_option_put(g, i, v, &out);
        offer(typed, before, text);
    }
}

/* pawns=, and after it its values. */
static void offer_options(const struct tb_game *g, const char *typed, const char *before)
{
    for (int i = 0; g && g->options && g->options[i].id; i++) {
        char start[256];

        snprintf(start, sizeof start, "%s%s=", before, g->options[i].id);
        if (!strncmp(typed, start, strlen(start)))
            offer_values(g, i, typed, start);
        else
            offer(typed, "", start);
    }
}

static void offer_words(const char *typed, const char *before, const char *const *words)
{
    for (; *words; words++)
        offer(typed, before, *words);
}

static bool is_file(const char *value)
{
    return !strcmp(value, "FILE") || !strcmp(value, "FOLDER") || !strcmp(value, "RECORD");
}

/* By what the help calls the value. */
static void offer_value(const struct command *c, const struct tb_game *g,
                        const struct arg *arg, const char *typed, const char *before)
{
    static const char *const langs[] = { "en", "fr", NULL };
    static const char *const whens[] = { "auto", "always", "never", NULL };
    static const char *const forms[] = { "text", "json", "none", NULL };

    if (is_file(arg->value))
        puts("@files");
    else if (!strcmp(arg->value, "LIST"))
        offer_players(c, typed, before);
    else if (!strcmp(arg->value, "LEVEL"))
        offer_bots(typed, before);
    else if (!strcmp(arg->value, "NAME=VALUE"))
        offer_options(g, typed, before);
    else if (!strcmp(arg->value, "LANG"))
        offer_words(typed, before, langs);
    else if (!strcmp(arg->value, "WHEN"))
        offer_words(typed, before, whens);
    else if (!strcmp(arg->value, "FORM"))
        offer_words(typed, before, forms);
}

static void offer_flags(const struct arg *table, const char *typed)
{
    for (; table && table->name; table++)
        offer(typed, "--", table->name);
}

/* The game among the words typed so far, if any: its options are offered. */
static const struct tb_game *game_among(int count, char **word)
{
    for (int i = 0; i < count; i++)
        if (tb_find(word[i]))
            return tb_find(word[i]);
    return NULL;
}

/* Words that are neither options nor their values. */
static int count_words(const struct command *c, int count, char **word)
{
    int words = 0;

    for (int i = 0; i < count; i++) {
        const struct arg *arg = args_find(c, word[i]);

        if (word[i][0] != '-')
            words++;
        else if (arg && arg->value && !strchr(word[i], '='))
            i++;
    }
    return words;
}

static void offer_word(const struct command *c, int place, const char *typed)
{
    if (place == 0 && strstr(c->words, "GAME"))
        offer_games(c, typed);
    else if (*c->words)
        puts("@files");
}

static void complete_after(const struct command *c, int count, char **word)
{
    const char *typed = word[count - 1];
    const struct arg *last = count > 1 ? args_find(c, word[count - 2]) : NULL;
    const struct tb_game *g = game_among(count - 1, word);
    char before[256];

    if (last && last->value && !strchr(word[count - 2], '=')) {
        offer_value(c, g, last, typed, "");
    } else if (!strncmp(typed, "--", 2) && strchr(typed, '=')) {
        last = args_find(c, typed);
        snprintf(before, sizeof before, "%.*s=", (int)strcspn(typed, "="), typed);
        if (last && last->value)
            offer_value(c, g, last, typed, before);
    } else if (*typed == '-') {
        offer_flags(c->takes, typed);
        offer_flags(args_common, typed);
    } else {
        offer_word(c, count_words(c, count - 1, word), typed);
    }
}

void complete_words(const struct command *const *commands, int count, char **word)
{
    static const char *const flags[] = { "--help", "--version", NULL };

    if (count == 1) {
        for (int i = 0; commands[i]; i++)
            offer(word[0], "", commands[i]->name);
        if (*word[0] == '-')
            offer_words(word[0], "", flags);
    }
    for (int i = 0; count > 1 && commands[i]; i++)
        if (!strcmp(commands[i]->name, word[0]))
            complete_after(commands[i], count - 1, word + 1);
}
