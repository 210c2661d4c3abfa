/*
 * How well and how fast Topologic's bot seeks: mean turns over random fields and all sixty
 * secrets, beside the specification's figures.
 *
 *     bench-topologic [FIELDS [SHAPE [START [PAWNS [LEVEL]]]]]
 *
 * Sixty matches differ only in the secret and run side by side: as long as the seeker
 * sees the same in several of them, it is asked once for all. `-` stands for any.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tablier.h"

enum { SECRETS = 60, LEVELS = 3, MEMORY_MAX = 256 };
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

/* CPU time of one turn of the seeker, all its decisions together, in milliseconds. */
struct clock {
    double sum, longest;
    long count;
};
struct tally {
    double sum, squares;  /* of a field's mean turns */
    int fields, longest;  /* turns of the longest round */
    struct clock turn[2]; /* the first placement; the second turn */
};

/* One of the sixty matches. */
struct match {
    struct tb_state *now;
    int turns;
};

struct run {
    const struct tb_game *game;
    struct match match[SECRETS];
    struct tb_state *seen, *other;
    int level;
    struct tally *tally;
    int turns_of_field;
};

static double cpu_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void *block(size_t size)
{
    void *p = calloc(1, size);

    if (!p) {
        fputs("bench-topologic: no memory\n", stderr);
        exit(1);
    }
    return p;
}

static void must(const char *refusal)
{
    if (refusal) {
        fprintf(stderr, "bench-topologic: %s\n", refusal);
        exit(1);
    }
}

static bool is_announcement(const struct run *r, const struct tb_state *s, tb_move move)
{
    char note[TB_NOTE_MAX];

    tb_notate(r->game, s, move, note);
    return !strcmp(note, "announce");
}

/* Seat 0 seeks first; when it owes nothing any more, the round is over. */
static bool is_seeking(const struct tb_state *s) { return tb_head_of(s)->owes & 1; }

static void clock_add(struct tally *tally, int turn, double ms)
{
    struct clock *clock = &tally->turn[turn];

    clock->sum += ms;
    clock->count++;
    clock->longest = ms > clock->longest ? ms : clock->longest;
}

/* Plays the seeker's turn in all matches of a group. */
static void play_turn(struct run *r, const int *group, int count, void *memory)
{
    struct tb_ask ask = { .level = r->level, .memory = memory };
    int turn = r->match[group[0]].turns;
    bool told = false;
    double ms = 0;

    while (!told) {
        double before = cpu_ms();
        tb_move move;

        tb_observe(r->game, r->match[group[0]].now, 0, r->seen);
        move = r->game->advise(r->seen, 0, &ask);
        ms += cpu_ms() - before;
        told = is_announcement(r, r->seen, move);
        for (int i = 0; i < count; i++)
            must(tb_play(r->game, r->match[group[i]].now, 0, move, NULL));
    }
    if (turn < 2)
        clock_add(r->tally, turn, ms);
}

/* Counts the turn; the matches that go on, a bit each. */
static uint64_t count_turn(struct run *r, const int *group, int count)
{
    uint64_t going_on = 0;

    for (int i = 0; i < count; i++) {
        struct match *m = &r->match[group[i]];

        m->turns++;
        if (is_seeking(m->now))
            going_on |= (uint64_t)1 << i;
        else
            r->turns_of_field += m->turns;
        if (m->turns > r->tally->longest)
            r->tally->longest = m->turns;
    }
    return going_on;
}

/* Moves to `alike` the matches that look to the seeker like the first of those going on. */
static int take_alike(struct run *r, const int *group, uint64_t *going_on, int *alike)
{
    int found = 0;

    tb_observe(r->game, r->match[group[__builtin_ctzll(*going_on)]].now, 0, r->seen);
    for (uint64_t set = *going_on; set; set &= set - 1) {
        int i = __builtin_ctzll(set);

        tb_observe(r->game, r->match[group[i]].now, 0, r->other);
        if (!memcmp(r->seen, r->other, r->game->state_size)) {
            alike[found++] = group[i];
            *going_on &= ~((uint64_t)1 << i);
        }
    }
    return found;
}

/* Plays on in matches that look alike to the seeker, until all are over. */
static void play_group(struct run *r, const int *group, int count, void *memory)
{
    uint64_t going_on;

    play_turn(r, group, count, memory);
    going_on = count_turn(r, group, count);
    while (going_on) {
        unsigned char copy[MEMORY_MAX];
        int alike[SECRETS], found = take_alike(r, group, &going_on, alike);

        memcpy(copy, memory, r->game->memory_size);
        play_group(r, alike, found, copy);
    }
}

static void play_field(struct run *r, const uint64_t *options, uint64_t seed)
{
    unsigned char memory[MEMORY_MAX] = { 0 };
    tb_move legal[TB_MOVES_MAX];
    int all[SECRETS];
    double mean;

    for (int i = 0; i < SECRETS; i++) {
        struct tb_state *s = r->match[i].now;

        must(tb_new(r->game, s, 2, options, NULL, seed));
        tb_legal(r->game, s, 1, legal);
        must(tb_play(r->game, s, 1, legal[i], NULL));
        tb_legal(r->game, s, 0, legal);
        must(tb_play(r->game, s, 0, legal[0], NULL));
        r->match[i].turns = 0;
        all[i] = i;
    }
    r->turns_of_field = 0;
    play_group(r, all, SECRETS, memory);
    mean = (double)r->turns_of_field / SECRETS;
    r->tally->sum += mean;
    r->tally->squares += mean * mean;
    r->tally->fields++;
}

static void play_row(struct run *r, const struct row *row, int level, int fields,
                     struct tally *tally)
{
    uint64_t options[TB_OPTIONS_MAX];

    tb_options_usual(r->game, options);
    must(tb_option_set(r->game, options, "shape", row->shape));
    must(tb_option_set(r->game, options, "start", row->start));
    must(tb_option_set(r->game, options, "pawns", row->pawns));
    r->tally = tally;
    r->level = TB_EASY + level;
    for (int i = 0; i < fields; i++)
        play_field(r, options, (uint64_t)i + 1);
}

/* ---- the table ---- */

/* The mean and how far chance may have moved it: twice its standard error. */
static void print_level(const struct tally *t, double spec, int longest)
{
    double mean = t->sum / t->fields, variance = t->squares / t->fields - mean * mean;
    double error = t->fields > 1 ? 2 * sqrt(fabs(variance) / (t->fields - 1)) : 0;

    printf(" | %5.3f ±%5.3f [%2d]", mean, error, t->longest);
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
    struct run r = { .game = tb_find("topologic") };
    int fields;

    for (int i = 1; i < 6; i++)
        arg[i] = i < argc ? argv[i] : usual[i];
    fields = atoi(arg[1]);
    if (fields < 1 || argc > 6) {
        fputs("usage: bench-topologic [FIELDS [SHAPE [START [PAWNS [LEVEL]]]]]\n", stderr);
        return 2;
    }
    assert(r.game->memory_size <= MEMORY_MAX);
    for (int i = 0; i < SECRETS; i++)
        r.match[i].now = block(r.game->state_size);
    r.seen = block(r.game->state_size);
    r.other = block(r.game->state_size);
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
                play_row(&r, row, level, fields, &tally[last = level]);
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
    for (int i = 0; i < SECRETS; i++)
        free(r.match[i].now);
    free(r.seen);
    free(r.other);
    return 0;
}
