/*
 * Nobody notices a redeal: from any position of a random game, for every pair of eyes, a
 * world dealt from what they see is a possible one and looks the same to them.
 *
 *   redeal POSITIONS     so many of each game, on all tables that options_cover names
 *
 * tests/conformance/ looks at fewer positions from more sides; this is for nights.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/options.h"
#include "tablier.h"

enum { ROOM = 1 << 16, SIGN_OF_LIFE = 200000 };

static _Alignas(16) char truth[ROOM], seen[ROOM], world[ROOM], seen_again[ROOM];
static uint64_t luck = 11;

static struct tb_state *state(char *room) { return (struct tb_state *)(void *)room; }

/* What is wrong with a redeal for those eyes; NULL: nothing. */
static const char *look(const struct tb_game *g, int viewer)
{
    const char *wrong;

    tb_observe(g, state(truth), viewer, state(seen));
    tb_redeal(g, state(seen), tb_random(&luck), state(world));
    wrong = g->check ? g->check(state(world)) : NULL;
    if (wrong)
        return wrong;
    tb_observe(g, state(world), viewer, state(seen_again));
    return memcmp(seen, seen_again, g->state_size) ? "it looks otherwise" : NULL;
}

static int seat_to_move(const struct tb_state *s)
{
    int first = (int)tb_random_below(&luck, TB_SEATS_MAX), i = 0;

    while (!(tb_head_of(s)->owes >> (first + i) % TB_SEATS_MAX & 1))
        i++;
    return (first + i) % TB_SEATS_MAX;
}

/* Looks at one position; false: somebody notices. */
static bool look_around(const struct tb_game *g, int seats, uint64_t seed)
{
    for (int i = 0; i <= seats; i++) {
        int viewer = i < seats ? i : TB_PUBLIC;
        const char *wrong = look(g, viewer);

        if (!wrong)
            continue;
        printf("FOUND: %s, %d seats, seed %llu, ply %d, viewer %d: %s\n", g->id, seats,
               (unsigned long long)seed, tb_head_of(state(truth))->ply, viewer, wrong);
        return false;
    }
    return true;
}

/* Positions of one random game; -1: somebody notices. */
static long play(const struct tb_game *g, int seats, const uint64_t *options,
                 const struct tb_kit *kit, uint64_t seed)
{
    struct tb_state *s = state(truth);
    long positions = 0;

    if (tb_new(g, s, seats, options, kit, tb_seed_of(seed)))
        return 0;
    for (; tb_head_of(s)->owes; positions++) {
        int seat = seat_to_move(s);

        if (!look_around(g, seats, seed))
            return -1;
        tb_step(g, s, seat, tb_pick(g, s, seat, &luck), NULL);
    }
    return positions;
}

static bool try_game(const struct tb_game *g, long wanted)
{
    static uint64_t options[TABLES_MAX][TB_OPTIONS_MAX];
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);
    long positions = 0, games = 0, told = 0, more = 0;

    for (uint64_t round = 1; positions < wanted && more >= 0; round++)
        for (int seats = g->seats_min; seats <= g->seats_max && more >= 0; seats++) {
            int tables = options_cover(g, seats, kit, options);

            for (int i = 0; i < tables && positions < wanted && more >= 0; i++) {
                more = play(g, seats, options[i], kit, round * 1000 + (uint64_t)i);
                positions += more > 0 ? more : 0;
                games++;
                if (positions - told >= SIGN_OF_LIFE) {
                    told = positions;
                    printf("  %s: %ld positions\n", g->id, positions);
                }
            }
        }
    tb_kit_free(kit);
    printf("%s: %ld positions of %ld games, dealt anew for everybody: %s\n", g->id,
           positions, games, more < 0 ? "SOMEBODY NOTICED" : "nobody noticed");
    return more >= 0;
}

int main(int count, char **words)
{
    long wanted = count > 1 ? strtol(words[1], NULL, 10) : 1000;
    bool good = true;

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 0; tb_games[i]; i++)
        good &= try_game(tb_games[i], wanted);
    return good ? 0 : 1;
}
