/*
 * Greedy: takes the points that lie before it.
 *
 * Every legal move is tried in the same few redealt worlds; the one after which the seat
 * stands at the most points is played. Where the seat has more to decide at once (a turn
 * is a chain of small decisions, and the first of them rarely pays) the chain is finished
 * at random before points are counted. Among equals evaluate() decides where the game has
 * it, then chance.
 */
#include <assert.h>
#include <string.h>

#include "bots.h"

enum { WORLDS = 16, WORLDS_MAX = 1 << 16, CHAIN_MAX = 24 };

struct gain {
    int64_t points, outlook; /* sums over the worlds */
};

/* A world as dealt, and the same after a move. */
static size_t world_size(const struct tb_game *g)
{
    return (g->state_size + 63) & ~(size_t)63;
}

size_t greedy_size(const struct tb_game *g) { return 2 * world_size(g); }

static struct gain gain_of(const struct tb_game *g, struct tb_state *world, int seat)
{
    struct tb_result result;
    struct gain gain = { 0 };

    g->score(world, &result);
    gain.points = result.points[seat];
    gain.outlook = g->evaluate ? g->evaluate(world, seat) : 0;
    return gain;
}

static int compare(const struct gain *a, const struct gain *b)
{
    if (a->points != b->points)
        return a->points < b->points ? -1 : 1;
    return (a->outlook > b->outlook) - (a->outlook < b->outlook);
}

/* The best of the list, each of equals as likely. */
static int best_of(const struct gain *gain, int count, uint64_t *rng)
{
    int best = 0, equals = 1;

    for (int i = 1; i < count; i++) {
        int order = compare(&gain[i], &gain[best]);

        if (order > 0)
            best = i, equals = 1;
        else if (order == 0 && !tb_random_below(rng, (uint32_t)++equals))
            best = i;
    }
    return best;
}

static void finish_chain(const struct tb_game *g, struct tb_state *world, int seat,
                         uint64_t *rng)
{
    for (int i = 0; i < CHAIN_MAX && tb_head_of(world)->owes >> seat & 1; i++)
        tb_step(g, world, seat, tb_pick(g, world, seat, rng), NULL);
}

tb_move greedy_decide(const struct tb_game *g, void *memory, const struct tb_state *seen,
                      int seat, const struct search_ask *ask)
{
    struct tb_state *dealt = memory;
    struct tb_state *world = (struct tb_state *)((char *)memory + world_size(g));
    struct gain gain[TB_MOVES_MAX] = { 0 };
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(g, seen, seat, legal);
    uint32_t worlds = ask->nodes ? ask->nodes : WORLDS;
    uint64_t rng = ask->seed;

    assert(count > 0 && tb_head_of(seen)->viewer == seat);
    if (worlds > WORLDS_MAX)
        worlds = WORLDS_MAX;
    for (uint32_t w = 0; w < worlds; w++) {
        /* Only whole rounds count, so that no move is judged on fewer worlds. */
        if (ask->stop && ask->stop(ask->with))
            break;
        tb_redeal(g, seen, tb_random(&rng), dealt);
        for (int i = 0; i < count; i++) {
            struct gain once;

            memcpy(world, dealt, g->state_size);
            tb_step(g, world, seat, legal[i], NULL);
            finish_chain(g, world, seat, &rng);
            once = gain_of(g, world, seat);
            gain[i].points += once.points;
            gain[i].outlook += once.outlook;
        }
    }
    return legal[best_of(gain, count, &rng)];
}
