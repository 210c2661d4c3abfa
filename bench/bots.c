/*
 * How fast and how well the bots play.
 *
 *     bots                                 iterations a second, every game
 *     bots GAME A B [games] [seats]        A on one seat, B on all others, seats rotated
 *
 * A player is a bot's name, then @N for N nodes a decision or @0.2s for a time, then
 * ,explore=N and so on for a search in another manner than the usual one. Times are of
 * the processor. A share of wins comes with its 95 % interval (Wilson's); those who share
 * the first place share the win.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../bots/bots.h"

enum { STATE_MAX = 1 << 16 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void die(const char *why, const char *what)
{
    fprintf(stderr, "bots: %s: %s\n", what, why);
    exit(2);
}

/* ---- players ---- */

struct player {
    const struct tb_game *game;
    struct tb_bot *bot;
    struct search *search; /* in a manner of its own, instead of the bot */
    uint32_t nodes;
    double limit, until, spent; /* seconds; 0: by nodes */
    uint64_t decisions, choices, seed;
};

static bool is_late(void *with) { return now() >= ((struct player *)with)->until; }

static bool set_manner(struct manner *m, const char *name, unsigned value)
{
    const struct {
        const char *name;
        uint16_t *field;
    } fields[] = {
        { "explore", &m->explore }, { "first", &m->first },
        { "ordered", &m->ordered }, { "horizon", &m->horizon },
        { "contest", &m->contest }, { "familiar", &m->familiar },
    };

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(fields[i].name, name)) {
            *fields[i].field = (uint16_t)value;
            return true;
        }
    return false;
}

static struct search *own_search(const struct tb_game *g, char *changes)
{
    static const struct care care = { .work = 2000000, .edges = 1 << 17 };
    struct search *s = search_setup(calloc(1, search_size(g, &care)), g, &care);
    struct manner manner = search_manner_of(g);

    for (char *word = strtok(changes, ","); word; word = strtok(NULL, ",")) {
        char *equals = strchr(word, '=');

        if (!equals)
            die("a change is NAME=NUMBER", word);
        *equals = 0;
        if (!set_manner(&manner, word, (unsigned)strtoul(equals + 1, NULL, 10)))
            die("no such manner", word);
    }
    search_set_manner(s, &manner);
    return s;
}

static struct player player_new(const struct tb_game *g, const char *text, uint64_t seed)
{
    struct player p = { .game = g, .seed = seed };
    char name[256];
    char *at, *comma;

    snprintf(name, sizeof name, "%s", text);
    comma = strchr(name, ',');
    if (comma)
        *comma++ = 0;
    at = strchr(name, '@');
    if (at) {
        *at++ = 0;
        if (at[strlen(at) - 1] == 's') {
            p.limit = strtod(at, NULL);
            p.nodes = UINT32_MAX;
        } else {
            p.nodes = (uint32_t)strtoul(at, NULL, 10);
        }
    }
    if (comma)
        p.search = own_search(g, comma);
    else
        p.bot = tb_bot_new(g, name, seed);
    if (!p.search && !p.bot)
        die("no such bot", name);
    return p;
}

static void player_free(struct player *p)
{
    free(p->search);
    tb_bot_free(p->bot);
}

static tb_move decide(struct player *p, const struct tb_state *seen, int seat)
{
    tb_move legal[TB_MOVES_MAX], move;
    double before = now();

    p->until = before + p->limit;
    if (p->search) {
        struct search_ask ask = { .nodes = p->nodes, .with = p };

        ask.seed = tb_random(&p->seed);
        ask.stop = p->limit > 0 ? is_late : NULL;
        move = search_decide(p->search, seen, seat, &ask);
        if (!move && tb_legal(p->game, seen, seat, legal))
            move = legal[0];
    } else {
        move = tb_bot_move(p->bot, seen, seat, p->nodes, p->limit > 0 ? is_late : NULL, p);
    }
    p->spent += now() - before;
    p->decisions++;
    p->choices += tb_legal(p->game, seen, seat, legal) > 1;
    return move;
}

/* ---- matches ---- */

/* One game; the share of the win that goes to `seat`, and its lead over the best other. */
static double play_game(const struct tb_game *g, const struct tb_kit *kit, int seats,
                        int seat, struct player *a, struct player *b, uint64_t seed,
                        double *lead)
{
    static union {
        char bytes[STATE_MAX];
        uint64_t align;
    } room[2];
    struct tb_state *s = (struct tb_state *)&room[0], *seen = (struct tb_state *)&room[1];
    const char *refusal = tb_new(g, s, seats, NULL, kit, tb_seed_of(seed));
    struct tb_result result;
    int firsts = 0, best = -1000000;

    if (refusal)
        die(refusal, g->id);
    while (tb_head_of(s)->owes) {
        int who = __builtin_ctz(tb_head_of(s)->owes);

        tb_observe(g, s, who, seen);
        refusal = tb_play(g, s, who, decide(who == seat ? a : b, seen, who), NULL);
        if (refusal)
            die(refusal, g->id);
    }
    g->score(s, &result);
    for (int i = 0; i < seats; i++) {
        firsts += result.place[i] == 1;
        if (i != seat && result.points[i] > best)
            best = result.points[i];
    }
    *lead = result.points[seat] - (seats > 1 ? best : 0);
    return result.place[seat] == 1 ? 1.0 / firsts : 0;
}

static double square_root(double x)
{
    double root = x > 1 ? x : 1;

    for (int i = 0; i < 60; i++)
        root = (root + x / root) / 2;
    return root;
}

static void print_share(double wins, int games)
{
    double n = games, p = wins / n, z = 1.96, zz = z * z / n;
    double middle = (p + zz / 2) / (1 + zz);
    double half = z * square_root(p * (1 - p) / n + zz / (4 * n)) / (1 + zz);

    printf("wins %.1f %%  (95 %%: %.1f to %.1f)", 100 * p, 100 * (middle - half),
           100 * (middle + half));
}

static void print_pace(const char *name, const struct player *p)
{
    printf("  %s: %.1f ms a choice, %llu decisions, %llu with a choice\n", name,
           1e3 * p->spent / (double)(p->choices ? p->choices : 1),
           (unsigned long long)p->decisions, (unsigned long long)p->choices);
}

static void run_match(const struct tb_game *g, const char *a, const char *b, int games,
                      int seats)
{
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);
    struct player one = player_new(g, a, 1), rest = player_new(g, b, 2);
    double wins = 0, leads = 0;

    if (refusal)
        die(refusal, g->id);
    for (int i = 0; i < games; i++) {
        double lead;

        /* Every deal is played from every seat before the next one comes. */
        wins += play_game(g, kit, seats, i % seats, &one, &rest, (uint64_t)(i / seats) + 1,
                          &lead);
        leads += lead;
    }
    printf("%s, %d seats, %d games: %s against %s: ", g->id, seats, games, a, b);
    print_share(wins, games);
    printf(", mean lead %.2f\n", leads / games);
    print_pace(a, &one);
    print_pace(b, &rest);
    player_free(&one);
    player_free(&rest);
    tb_kit_free(kit);
}

/* ---- speed ---- */

/* Iterations a second over the positions of one random game. */
static void run_speed(const struct tb_game *g, int seats)
{
    static const struct care care = { .work = 2000000, .edges = 1 << 17 };
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);
    struct search *search = search_setup(calloc(1, search_size(g, &care)), g, &care);
    struct tb_state *s = calloc(1, g->state_size), *seen = calloc(1, g->state_size);
    uint64_t rng = 1, work = 0, iterations = 0;
    double begun = now(), spent = 0;
    int decisions = 0;

    if (refusal || tb_new(g, s, seats, NULL, kit, tb_seed_of(1)))
        die("cannot be set up", g->id);
    while (tb_head_of(s)->owes && now() - begun < 2) {
        int who = __builtin_ctz(tb_head_of(s)->owes);
        struct search_ask ask = { .nodes = 0, .seed = 1 };
        double before = now();
        uint32_t did;
        uint64_t took;
        tb_move move;

        tb_observe(g, s, who, seen);
        move = search_decide(search, seen, who, &ask);
        search_effort(search, &did, &took);
        if (did) {
            iterations += did;
            work += took;
            spent += now() - before;
            decisions++;
        }
        tb_play(g, s, who, move, NULL);
        for (int i = 0; i < 16 && tb_head_of(s)->owes; i++) {
            who = __builtin_ctz(tb_head_of(s)->owes);
            tb_play(g, s, who, tb_pick(g, s, who, &rng), NULL);
        }
    }
    printf("%-12s %5d %14.0f %14.1f %12.0f\n", g->id, seats, (double)iterations / spent,
           (double)work / spent / 1e6, 1e3 * spent / decisions);
    free(s);
    free(seen);
    free(search);
    tb_kit_free(kit);
}

int main(int argc, char **argv)
{
    const struct tb_game *g;

    if (argc < 4) {
        printf("%-12s %5s %14s %14s %12s\n", "game", "seats", "iterations/s", "M steps/s",
               "ms/decision");
        for (int i = 0; tb_games[i]; i++)
            for (int seats = tb_games[i]->seats_min; seats <= tb_games[i]->seats_max;
                 seats++)
                if (argc < 2 || !strcmp(argv[1], tb_games[i]->id))
                    run_speed(tb_games[i], seats);
        return 0;
    }
    g = tb_find(argv[1]);
    if (!g)
        die("no such game", argv[1]);
    run_match(g, argv[2], argv[3], argc > 4 ? atoi(argv[4]) : 100,
              argc > 5 ? atoi(argv[5]) : 2);
    return 0;
}
