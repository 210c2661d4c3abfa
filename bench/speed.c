/*
 * How fast every registered game plays: decisions of random players, and the price of
 * what a server or a search does besides. CPU time of one core. Ids of games after the
 * name choose among them.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tablier.h"

enum { SAMPLE = 64 }; /* positions kept for timing single operations */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int first_owing(const struct tb_state *s)
{
    return __builtin_ctz(tb_head_of(s)->owes);
}

/* Plays whole games for about a second; keeps a few positions on the way. The clock is
 * asked now and then only: of a short game asking takes a thirtieth. */
static double decisions_per_second(const struct tb_game *g, int seats,
                                   const struct tb_kit *kit, struct tb_state *s,
                                   char *sample)
{
    uint64_t rng = 1, decisions = 0, seed = 0;
    double start = now(), spent;

    do {
        tb_new(g, s, seats, NULL, kit, tb_seed_of(seed++));
        while (tb_head_of(s)->owes) {
            int seat = first_owing(s);

            if (seed <= SAMPLE && tb_head_of(s)->ply <= 3 * seed)
                memcpy(sample + (seed - 1) * g->state_size, s, g->state_size);
            tb_step(g, s, seat, tb_pick(g, s, seat, &rng), NULL);
            decisions++;
        }
        spent = seed % SAMPLE ? 0 : now() - start;
    } while (spent < 1);
    return (double)decisions / spent;
}

enum operation { LIST, COPY, OBSERVE, REDEAL, VIEW, OPERATIONS };
static const char *const operation_names[] = { "list", "copy", "observe", "redeal",
                                               "view" };

static void operate(enum operation what, const struct tb_game *g, const struct tb_state *s,
                    struct tb_state *seen, struct tb_state *world, uint64_t seed)
{
    static char buffer[1 << 18];
    tb_move moves[TB_MOVES_MAX];
    struct tb_text out;

    switch (what) {
    case LIST:
        tb_legal(g, s, first_owing(s), moves);
        break;
    case COPY:
        memcpy(world, s, g->state_size);
        break;
    case OBSERVE:
        tb_observe(g, s, first_owing(s), seen);
        break;
    case REDEAL:
        tb_redeal(g, seen, seed, world);
        break;
    case VIEW:
        out = tb_text(buffer, sizeof buffer);
        g->view(seen, &out);
        break;
    case OPERATIONS:
        break;
    }
}

static double nanoseconds(enum operation what, const struct tb_game *g, const char *sample,
                          struct tb_state *seen, struct tb_state *world)
{
    uint64_t count = 0;
    double start = now(), spent;

    tb_observe(g, (const struct tb_state *)(const void *)sample, 0, seen);
    do {
        const char *at = sample + count % SAMPLE * g->state_size;

        operate(what, g, (const struct tb_state *)(const void *)at, seen, world, count);
        count++;
        spent = count % SAMPLE ? 0 : now() - start;
    } while (spent < 0.2);
    return 1e9 * spent / (double)count;
}

static void measure(const struct tb_game *g)
{
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);
    char *sample = malloc((size_t)g->state_size * SAMPLE);
    struct tb_state *s = malloc(g->state_size), *seen = malloc(g->state_size);

    if (refusal || !sample || !s || !seen) {
        fprintf(stderr, "%s: %s\n", g->id, refusal ? refusal : "no memory");
        exit(1);
    }
    for (int seats = g->seats_min; seats <= g->seats_max; seats++) {
        double rate = decisions_per_second(g, seats, kit, s, sample);

        printf("%-12s %5d %8u %14.2f", g->id, seats, g->state_size, rate / 1e6);
        for (int i = 0; i < OPERATIONS; i++)
            printf(" %9.0f", nanoseconds((enum operation)i, g, sample, seen, s));
        printf("\n");
    }
    free(sample);
    free(s);
    free(seen);
    tb_kit_free(kit);
}

static bool is_wanted(const char *id, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], id))
            return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    printf("%-12s %5s %8s %14s", "game", "seats", "bytes", "M decisions/s");
    for (int i = 0; i < OPERATIONS; i++)
        printf(" %6s ns", operation_names[i]);
    printf("\n");
    for (int i = 0; tb_games[i]; i++)
        if (is_wanted(tb_games[i]->id, argc, argv))
            measure(tb_games[i]);
    return 0;
}
