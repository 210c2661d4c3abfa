/*
 * Bots: players of one seat, known by name.
 *
 * A bot is given what its seat sees and nothing else; whatever it imagines beyond that
 * comes from tb_redeal. A game's own bot plays the levels if it has one.
 */
#include <stdlib.h>
#include <string.h>

#include "tablier.h"

enum kind { RANDOM, EASY, NORMAL, HARD };

const char *const tb_bot_names[] = { "random", "easy", "normal", "hard", NULL };

struct tb_bot {
    const struct tb_game *game;
    enum kind kind;
    uint64_t rng;
    void *memory;
};

struct tb_bot *tb_bot_new(const struct tb_game *g, const char *name, uint64_t seed)
{
    struct tb_bot *bot;
    int kind = 0;

    while (tb_bot_names[kind] && strcmp(tb_bot_names[kind], name))
        kind++;
    if (!tb_bot_names[kind])
        return NULL;
    bot = calloc(1, sizeof *bot + g->memory_size);
    if (!bot)
        return NULL;
    bot->game = g;
    bot->kind = (enum kind)kind;
    bot->rng = seed;
    bot->memory = bot + 1;
    return bot;
}

void tb_bot_free(struct tb_bot *bot) { free(bot); }

tb_move tb_bot_move(struct tb_bot *bot, const struct tb_state *seen, int seat,
                    uint32_t nodes, bool (*stop)(void *with), void *with)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(bot->game, seen, seat, legal);
    tb_move move = 0;

    if (!count)
        return 0;
    if (bot->kind != RANDOM && bot->game->advise) {
        struct tb_ask ask = { .level = (int)bot->kind,
                              .nodes = nodes,
                              .memory = bot->memory };

        ask.seed = tb_random(&bot->rng);
        ask.stop = stop;
        ask.with = with;
        move = bot->game->advise(seen, seat, &ask);
    }
    return move ? move : legal[tb_random_below(&bot->rng, (uint32_t)count)];
}
