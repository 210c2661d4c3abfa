/*
 * How well and how fast Topologic's bot seeks: mean turns over random fields and all sixty
 * secrets, beside the specification's figures.
 *
 *     bench-topologic [FIELDS [SHAPE [START [PAWNS [LEVEL]]]]]
 *
 * `-` stands for any. The check of the specification (T24) takes 200 fields.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "every_secret.h"

enum { LEVELS = 3 };
static const char *const level_name[LEVELS] = { "easy", "normal", "hard" };

/* Specification, section 8: mean turns [longest] of its three players; 0: not given. */
struct row {
    const char *shape, *start, *pawns;
    double spec[LEVELS];
    int longest[LEVELS];
    double bound; /* from information alone */
};
/* clang-format off */
static const struct row rows[] = {
    { "rectangle", "free",   "5", { 5.06, 4.11, 3.88 }, { 11, 6, 6 }, 0 },
    { "rectangle", "border", "5", { 5.11, 4.10, 3.91 }, { 12, 5, 6 }, 0 },
    { "ribbon",    "free",   "5", { 5.08, 4.11, 3.87 }, { 11, 6, 6 }, 0 },
    { "ribbon",    "border", "5", { 5.11, 4.10, 3.89 }, { 10, 6, 6 }, 0 },
    { "blob",      "free",   "5", { 5.12, 4.12, 3.92 }, { 11, 6, 6 }, 0 },
    { "blob",      "border", "5", { 5.08, 4.15, 3.95 }, { 11, 5, 6 }, 0 },
    { "holed",     "free",   "5", { 5.43, 4.37, 4.15 }, { 15, 7, 6 }, 0 },
    { "holed",     "border", "5", { 5.40, 4.38, 4.16 }, { 12, 7, 6 }, 0 },
    { "ragged",    "free",   "5", { 6.06, 4.85, 4.48 }, { 23, 9, 8 }, 0 },
    { "ragged",    "border", "5", { 6.06, 4.81, 4.48 }, { 17, 9, 7 }, 0 },
    { "rectangle", "free",   "4", { 0, 0, 4.03 },       { 0, 0, 0 },  3.68 },
    { "ribbon",    "free",   "4", { 0, 0, 0 },          { 0, 0, 0 },  3.68 },
    { "blob",      "free",   "4", { 0, 0, 0 },          { 0, 0, 0 },  3.68 },
    { "holed",     "free",   "4", { 0, 0, 0 },          { 0, 0, 0 },  3.68 },
    { "ragged",    "free",   "4", { 0, 0, 4.7 },        { 0, 0, 0 },  3.68 },
    { "rectangle", "free",   "3", { 0, 0, 0 },          { 0, 0, 0 },  3.92 },
    { "ribbon",    "free",   "3", { 0, 0, 0 },          { 0, 0, 0 },  3.92 },
    { "blob",      "free",   "3", { 0, 0, 0 },          { 0, 0, 0 },  3.92 },
    { "holed",     "free",   "3", { 0, 0, 0 },          { 0, 0, 0 },  3.92 },
    { "ragged",    "free",   "3", { 0, 0, 0 },          { 0, 0, 0 },  3.92 },
};
/* clang-format on */

static void must(const char *refusal)
{
    if (refusal) {
        fprintf(stderr, "bench-topologic: %s\n", refusal);
        exit(1);
    }
}

static void play_row(const struct row *row, int level, int fields, struct tally *tally)
{
    const struct tb_game *g = tb_find("topologic");
    uint64_t options[TB_OPTIONS_MAX];

    tb_options_usual(g, options);
    must(tb_option_set(g, options, "shape", row->shape));
    must(tb_option_set(g, options, "start", row->start));
    must(tb_option_set(g, options, "pawns", row->pawns));
    for (int i = 0; i < fields; i++)
        every_secret(g, options, (uint64_t)i + 1, TB_EASY + level, tally);
}

/* ---- the table ---- */

/* The mean and how far chance may have moved it: twice its standard error. */
static void print_level(const struct tally *t, double spec, int longest)
{
    printf(" | %5.3f ±%5.3f [%2d]", tally_mean(t), tally_error(t), t->longest);
    if (spec > 0 && longest)
        printf(" %4.2f [%2d]", spec, longest);
    else if (spec > 0)
        printf(" %4.2f     ", spec);
    else
        printf("    -     ");
}

static void print_clock(const struct clock *clock)
{
    double mean = clock->count ? clock->sum / (double)clock->count : 0;

    printf(" %6.1f %6.1f", mean, clock->longest);
}

static void print_head(int fields)
{
    printf("Mean turns [longest] over %d fields and all secrets; ours, then the "
           "specification's\n(naive, greedy information, wide beam). CPU of the level in "
           "the last column, in ms.\n",
           fields);
    printf("%-9s %-6s pawns", "field", "start");
    for (int level = 0; level < LEVELS; level++)
        printf(" | %-18s %-9s", level_name[level], "spec");
    printf(" | bound | turn 1, max   | turn 2, max\n");
}

static bool is_asked(const char *asked, const char *name)
{
    return !strcmp(asked, "-") || !strcmp(asked, name);
}

int main(int argc, char **argv)
{
    static const char *const usual[] = { "", "2", "-", "-", "-", "-" };
    const char *arg[6];
    int fields;

    for (int i = 1; i < 6; i++)
        arg[i] = i < argc ? argv[i] : usual[i];
    fields = atoi(arg[1]);
    if (fields < 1 || argc > 6) {
        fputs("usage: bench-topologic [FIELDS [SHAPE [START [PAWNS [LEVEL]]]]]\n", stderr);
        return 2;
    }
    print_head(fields);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        struct tally tally[LEVELS] = { 0 };
        int last = 0;

        if (!is_asked(arg[2], row->shape) || !is_asked(arg[3], row->start) ||
            !is_asked(arg[4], row->pawns))
            continue;
        printf("%-9s %-6s   %s  ", row->shape, row->start, row->pawns);
        for (int level = 0; level < LEVELS; level++) {
            if (is_asked(arg[5], level_name[level])) {
                play_row(row, level, fields, &tally[last = level]);
                print_level(&tally[level], row->spec[level], row->longest[level]);
            } else {
                printf(" | %29s", "");
            }
            fflush(stdout);
        }
        if (row->bound > 0)
            printf(" | %5.2f |", row->bound);
        else
            printf(" |   -   |");
        print_clock(&tally[last].turn[0]);
        printf(" |");
        print_clock(&tally[last].turn[1]);
        putchar('\n');
    }
    return 0;
}
