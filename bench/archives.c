/*
 * Archives' bots against the greedy bot of its specification.
 *
 *     archives                                    figures of eager and prudent games
 *     archives NODES GAMES SEATS SEED [CHANGES]   the search on one seat, eager elsewhere
 *
 * NODES are iterations a decision, or a time: 0.2s of the processor. CHANGES: a manner of
 * the search other than the usual, as horizon=20,contest=8. Every deal, seeds SEED and on,
 * is played from every seat. A share of wins comes with its 95 % interval (Wilson's).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bots/bots.h"
#include "../games/archives/archives.h"
#include "../tests/archives_greedy.h"

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct budget {
    uint32_t nodes;
    double limit, until, spent;
    uint64_t choices, iterations;
};

static bool is_late(void *with) { return now() >= ((struct budget *)with)->until; }

static tb_move think(struct search *search, struct budget *b, const struct tb_state *seen,
                     int seat, uint64_t *rng)
{
    struct search_ask ask = { .nodes = b->nodes, .seed = tb_random(rng), .with = b };
    tb_move legal[TB_MOVES_MAX], move;
    double before = now();
    uint32_t iterations;
    uint64_t work;

    ask.stop = b->limit > 0 ? is_late : NULL;
    b->until = before + b->limit;
    move = search_decide(search, seen, seat, &ask);
    if (tb_legal(&game_archives, seen, seat, legal) > 1) {
        search_effort(search, &iterations, &work);
        b->spent += now() - before;
        b->choices++;
        b->iterations += iterations;
    }
    return move ? move : legal[0];
}

/* The share of the win that the search gets from its seat. */
static double play(struct search *search, struct budget *b, int seats, int seat,
                   uint64_t seed, uint64_t *rng, double *lead)
{
    struct tb_state s, seen;
    struct tb_result result;
    int firsts = 0, best = -1000000;

    tb_new(&game_archives, &s, seats, NULL, NULL, tb_seed_of(seed));
    while (s.head.owes) {
        tb_observe(&game_archives, &s, s.active, &seen);
        tb_step(&game_archives, &s, s.active,
                s.active == seat ? think(search, b, &seen, seat, rng)
                                 : archives_greedy(&seen, s.active, EAGER, rng),
                NULL);
    }
    archives_score(&s, &result);
    for (int i = 0; i < seats; i++) {
        firsts += result.place[i] == 1;
        best = i != seat && result.points[i] > best ? result.points[i] : best;
    }
    *lead = result.points[seat] - best;
    return result.place[seat] == 1 ? 1.0 / firsts : 0;
}

static void set_manner(struct manner *m, char *changes)
{
    for (char *word = strtok(changes, ","); word; word = strtok(NULL, ",")) {
        char *equals = strchr(word, '=');
        uint16_t value = (uint16_t)strtoul(equals ? equals + 1 : "0", NULL, 10);

        if (!strncmp(word, "explore", 7))
            m->explore = value;
        else if (!strncmp(word, "first", 5))
            m->first = value;
        else if (!strncmp(word, "ordered", 7))
            m->ordered = value;
        else if (!strncmp(word, "horizon", 7))
            m->horizon = value;
        else if (!strncmp(word, "contest", 7))
            m->contest = value;
        else if (!strncmp(word, "familiar", 8))
            m->familiar = value;
    }
}

static void match(const char *nodes, int games, int seats, uint64_t seed, char *changes)
{
    static const struct care care = { .work = 2000000, .edges = 1 << 17 };
    struct search *search =
        search_setup(calloc(1, search_size(&game_archives, &care)), &game_archives, &care);
    struct manner manner = search_manner_of(&game_archives);
    struct budget b = { .nodes = (uint32_t)strtoul(nodes, NULL, 10) };
    double wins = 0, leads = 0, n = games, z = 1.96, p, middle, half;
    uint64_t rng = seed;

    if (nodes[strlen(nodes) - 1] == 's') {
        b.limit = strtod(nodes, NULL);
        b.nodes = UINT32_MAX;
    }
    if (changes)
        set_manner(&manner, changes);
    search_set_manner(search, &manner);
    for (int i = 0; i < games; i++) {
        double lead;

        wins +=
            play(search, &b, seats, i % seats, seed + (uint64_t)(i / seats), &rng, &lead);
        leads += lead;
    }
    p = wins / n;
    middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    printf("search@%s against eager, %d seats, %d games, seeds %llu to %llu: "
           "wins %.1f %% (95 %%: %.1f to %.1f), mean lead %.1f, %.1f ms and %.0f "
           "iterations a choice\n",
           nodes, seats, games, (unsigned long long)seed,
           (unsigned long long)seed + (unsigned long long)((games - 1) / seats), 100 * p,
           100 * (middle - half), 100 * (middle + half), leads / n,
           1e3 * b.spent / (double)b.choices, (double)b.iterations / (double)b.choices);
    free(search);
}

/* ---- the figures of section 17 ---- */

static void figures(int kind, int seats, int games)
{
    double turns = 0, actions = 0, of[ACTIONS] = { 0 }, points = 0, win[PLAYERS] = { 0 };
    uint64_t rng = 1;

    for (int g = 1; g <= games; g++) {
        struct tb_state s, seen;
        struct tb_result result;
        int firsts = 0;

        tb_new(&game_archives, &s, seats, NULL, NULL, tb_seed_of((uint64_t)g));
        while (s.head.owes) {
            tb_observe(&game_archives, &s, s.active, &seen);
            tb_step(&game_archives, &s, s.active,
                    archives_greedy(&seen, s.active, kind, &rng), NULL);
        }
        archives_score(&s, &result);
        turns += s.passes;
        for (int a = 0; a < ACTIONS; a++) {
            of[a] += s.actions[a];
            actions += s.actions[a];
        }
        for (int i = 0; i < seats; i++)
            firsts += result.place[i] == 1;
        for (int i = 0; i < seats; i++) {
            points += result.points[i];
            if (result.place[i] == 1)
                win[s.start[i] - 1] += 1.0 / firsts;
        }
    }
    printf("%-8s %d seats: turns %.1f, actions a turn %.2f, S/Q/A/E/D",
           kind ? "prudent" : "eager", seats, turns / games, actions / turns);
    for (int a = 0; a < ACTIONS; a++)
        printf(" %.0f", 100 * of[a] / actions);
    printf(" %%, points %.1f, wins by start", points / games / seats);
    for (int i = 0; i < seats; i++)
        printf(" %.1f", 100 * win[i] / games);
    printf(" %% (%d games, seeds 1 on)\n", games);
}

int main(int argc, char **argv)
{
    if (argc >= 5) {
        match(argv[1], atoi(argv[2]), atoi(argv[3]), strtoull(argv[4], NULL, 10),
              argc > 5 ? argv[5] : NULL);
        return 0;
    }
    for (int kind = EAGER; kind <= PRUDENT; kind++)
        for (int seats = 2; seats <= 4; seats++)
            figures(kind, seats, argc > 1 ? atoi(argv[1]) : 300);
    return 0;
}
