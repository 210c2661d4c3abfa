/* The command: finds the subcommand and hands over. */
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define COMMAND(name) extern const struct command command_##name;
#include "commands.h"
#undef COMMAND

#define COMMAND(name) &command_##name,
static const struct command *const commands[] = {
#include "commands.h"
    NULL,
};
#undef COMMAND

static void help(void)
{
    fputs(_("Usage: tablier COMMAND [WORD]... [OPTION]...\n"
            "Board games in the terminal: for one person, with bots, around one table.\n"),
          stdout);
    puts("");
    for (int i = 0; commands[i]; i++) {
        fputs("  ", stdout);
        put_padded(stdout, commands[i]->name, 12);
        put_wrapped(stdout, _(commands[i]->about), 14, 80);
        puts("");
    }
    puts("");
    common_help();
    fputs(_("\nEach command explains itself: tablier COMMAND --help. To begin:\n"
            "  tablier play topologic\n"),
          stdout);
}

extern const struct embedded licences[]; /* one text: tools/licences wrote it */

static void say_licences(void)
{
    puts(_("Tablier is free software. What it is made of, and the notices that come with "
           "it:"));
    puts("");
    fputs((const char *)licences[0].data, stdout);
#ifndef ALONE
    puts("");
    puts(_("The libraries of the system that it uses bring their own notices "
           "(on Debian in /usr/share/doc)."));
#endif
}

/* The language must be known before anything is said, even a complaint. */
static void choose_language(int count, char **word)
{
    const char *lang = NULL;

    say_choose(NULL);
    for (int i = 1; i < count && strcmp(word[i], "--"); i++) {
        if (!strncmp(word[i], "--lang=", 7))
            lang = word[i] + 7;
        else if (!strcmp(word[i], "--lang") && i + 1 < count)
            lang = word[++i];
    }
    if (lang && !say_choose(lang)) {
        say_choose(NULL);
        refuse(_("option --lang: '%s' is not one of en, fr"), lang);
    }
}

/* Words are measured and edited as UTF-8 even where the locale is a plain C. */
static void choose_characters(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8"))
        setlocale(LC_CTYPE, "C.UTF-8");
}

static int run(int count, char **word)
{
    struct args a;

    for (int i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, word[0])) {
            args_read(&a, commands[i], count - 1, word + 1);
            return commands[i]->run(&a);
        }
    refuse(_("there is no command '%s'; see tablier --help"), word[0]);
}

/* A full disk or a closed pipe shows only when the last bytes leave. */
static int finish(int code)
{
    if (fflush(stdout) || ferror(stdout)) {
        warn(_("the output could not be written"));
        return code ? code : FAILED;
    }
    return code;
}

int main(int count, char **word)
{
    int first = 1;

    signal(SIGPIPE, SIG_IGN); /* a bot that died shows as an error of write() */
    choose_characters();
    if (count > 2 && !strcmp(word[1], "--complete")) {
        complete_words(commands, count - 2, word + 2);
        return finish(FINE);
    }
    choose_language(count, word);
    while (first < count && !strncmp(word[first], "--lang", 6))
        first += strchr(word[first], '=') ? 1 : 2;
    if (first >= count)
        refuse(_("which command? see tablier --help"));
    if (!strcmp(word[first], "--help") || !strcmp(word[first], "-h") ||
        !strcmp(word[first], "help")) {
        help();
        return finish(FINE);
    }
    if (!strcmp(word[first], "--version")) {
        puts("tablier " VERSION);
        return finish(FINE);
    }
    if (!strcmp(word[first], "--licences")) {
        say_licences();
        return finish(FINE);
    }
    return finish(run(count - first, word + first));
}
