/* Options of the subcommands, their help, and how a command ends badly. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const struct arg args_common[] = {
    { "lang", TB_N("LANG"), TB_N("en or fr; usually as the environment says") },
    { "colour", TB_N("WHEN"), TB_N("auto, always or never; NO_COLOR is respected") },
    { "help", NULL, TB_N("print this help and end") },
    { 0 },
};

/* Of the program itself; cli/main.c does what they say. */
static const struct arg of_all[] = {
    { "version", NULL, TB_N("print the version and end") },
    { "licences", NULL, TB_N("print the notices of all that is in the program, and end") },
    { 0 },
};

/* ---- endings ---- */

__attribute__((format(printf, 1, 0))) static void complain(const char *format, va_list args)
{
    fflush(stdout);
    fputs("tablier: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void refuse(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain(format, args);
    va_end(args);
    exit(BAD_INPUT);
}

void give_up(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain(format, args);
    va_end(args);
    exit(FAILED);
}

void warn(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    complain(format, args);
    va_end(args);
}

void *must(void *memory)
{
    if (!memory)
        give_up(_("there is not enough memory"));
    return memory;
}

/* ---- reading ---- */

static const struct arg *find_in(const struct arg *table, const char *name, size_t length)
{
    for (; table && table->name; table++)
        if (strlen(table->name) == length && !strncmp(table->name, name, length))
            return table;
    return NULL;
}

const struct arg *args_find(const struct command *c, const char *written)
{
    const char *name = strncmp(written, "--", 2) ? NULL : written + 2;
    const struct arg *arg = name ? find_in(c->takes, name, strcspn(name, "=")) : NULL;

    return arg || !name ? arg : find_in(args_common, name, strcspn(name, "="));
}

/* Reads "--name value", "--name=value" or "--flag"; returns how many words it took. */
static int read_option(struct args *a, int count, char **word)
{
    const char *name = word[0] + 2;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    const struct arg *arg = find_in(a->command->takes, name, length);
    int taken = 1;

    if (!arg)
        arg = find_in(args_common, name, length);
    if (!arg)
        refuse(_("%s has no option --%.*s; see tablier %s --help"), a->command->name,
               (int)length, name, a->command->name);
    if (!arg->value && value)
        refuse(_("option --%s takes no value"), arg->name);
    if (arg->value && !value) {
        if (count < 2)
            refuse(_("option --%s needs a value"), arg->name);
        value = word[1];
        taken = 2;
    }
    if (a->count == GIVEN_MAX)
        refuse(_("there are too many options"));
    a->given[a->count].name = arg->name;
    a->given[a->count++].value = value ? value : "";
    return taken;
}

void args_read(struct args *a, const struct command *c, int count, char **word)
{
    bool only_words = false;

    *a = (struct args){ .command = c };
    for (int i = 0; i < count;) {
        if (!only_words && !strcmp(word[i], "--")) {
            only_words = true;
            i++;
        } else if (!only_words && !strncmp(word[i], "--", 2)) {
            i += read_option(a, count - i, word + i);
        } else if (!only_words && word[i][0] == '-' && word[i][1]) {
            refuse(_("%s has no option %s; see tablier %s --help"), c->name, word[i],
                   c->name);
        } else if (a->words == c->words_max) {
            refuse(_("%s does not expect the word '%s'; see tablier %s --help"), c->name,
                   word[i], c->name);
        } else {
            a->word[a->words++] = word[i++];
        }
    }
    if (args_text(a, "help")) {
        command_help(c);
        exit(FINE);
    }
    if (a->words < c->words_min)
        refuse(_("%s needs %s; see tablier %s --help"), c->name, _(c->words), c->name);
}

const char *args_text(const struct args *a, const char *name)
{
    for (int i = a->count - 1; i >= 0; i--)
        if (!strcmp(a->given[i].name, name))
            return a->given[i].value;
    return NULL;
}

bool read_number(const char *text, uint64_t max, uint64_t *value)
{
    *value = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)(*text - '0');

        if (*text < '0' || *text > '9' || digit > max || *value > (max - digit) / 10)
            return false;
        *value = 10 * *value + digit;
    }
    return true;
}

uint64_t args_number(const struct args *a, const char *name, uint64_t min, uint64_t max,
                     uint64_t usual)
{
    const char *text = args_text(a, name);
    uint64_t value = usual;

    if (text && (!read_number(text, max, &value) || value < min))
        refuse(_("option --%s: '%s' is not a whole number from %llu to %llu"), name, text,
               (unsigned long long)min, (unsigned long long)max);
    return value;
}

/* ---- help ---- */

static int width_of(const struct arg *arg)
{
    return 2 + columns_of(arg->name) + (arg->value ? 1 + columns_of(_(arg->value)) : 0);
}

static void put_table(const struct arg *table, int width)
{
    for (; table && table->name; table++) {
        printf("  --%s%s", table->name, table->value ? " " : "");
        put_padded(stdout, table->value ? _(table->value) : "",
                   width - 2 - columns_of(table->name) - (table->value != NULL));
        fputs("  ", stdout);
        put_wrapped(stdout, _(table->help), width + 4, 80);
        putchar('\n');
    }
}

static int widest(const struct arg *table, int width)
{
    for (; table && table->name; table++)
        if (width_of(table) > width)
            width = width_of(table);
    return width;
}

void common_help(void)
{
    int width = widest(of_all, widest(args_common, 0));

    put_table(args_common, width);
    put_table(of_all, width);
}

void command_help(const struct command *c)
{
    int width = widest(args_common, widest(c->takes, 0));

    printf(_("Usage: tablier %s%s%s [OPTION]...\n"), c->name, *c->words ? " " : "",
           *c->words ? _(c->words) : "");
    put_wrapped(stdout, _(c->about), 0, 80);
    puts("\n");
    put_table(c->takes, width);
    put_table(args_common, width);
    if (c->more)
        printf("\n%s\n", _(c->more));
}
