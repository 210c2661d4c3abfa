/*
 * Bots: players of one seat, known by name.
 *
 * A bot is given what its seat sees and nothing else; whatever it imagines beyond that
 * comes from tb_redeal. A game's own bot plays the levels if it has one, else the search
 * does. All the memory a bot ever needs is one block, taken when it is made.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bots.h"

enum kind { RANDOM, GREEDY, ADVICE, SEARCH };

/* clang-format off */
static const struct player {
    enum kind kind;
    int level;          /* for advise() */
    struct care care;   /* for the search */
} players[] = {
    { RANDOM, 0,         { 0 } },
    { GREEDY, 0,         { 0 } },
    { ADVICE, TB_EASY,   {   10000, 1 << 12, true  } },
    { ADVICE, TB_NORMAL, {  200000, 1 << 15, false } },
    { ADVICE, TB_HARD,   { 2000000, 1 << 17, false } },
    { SEARCH, TB_HARD,   { 2000000, 1 << 17, false } },
};
const char *const tb_bot_names[] = {
    "random", "greedy", "easy", "normal", "hard", "search", NULL,
};
/* clang-format on */

struct tb_bot {
    const struct tb_game *game;
    enum kind kind;
    int level;
    uint64_t rng;
    struct search *search; /* NULL: does not search */
    void *memory;          /* advise()'s, or the world greedy tries moves in */
};

/* What follows the bot in its block must suit any type. */
static size_t rounded(size_t size) { return (size + 63) & ~(size_t)63; }

/* A level is the game's own bot where there is one. */
static enum kind kind_in(const struct tb_game *g, const struct player *player)
{
    return player->kind == ADVICE && !g->advise ? SEARCH : player->kind;
}

static size_t memory_size(const struct tb_game *g, const struct player *player)
{
    switch (kind_in(g, player)) {
    case RANDOM:
        return 0;
    case GREEDY:
        return greedy_size(g);
    case ADVICE:
        return g->memory_size;
    case SEARCH:
        return search_size(g, &player->care);
    }
    return 0;
}

struct tb_bot *tb_bot_new(const struct tb_game *g, const char *name, uint64_t seed)
{
    const struct player *player = players;
    struct tb_bot *bot;
    int i = 0;

    while (tb_bot_names[i] && strcmp(tb_bot_names[i], name))
        i++;
    if (!tb_bot_names[i])
        return NULL;
    player += i;
    bot = calloc(1, rounded(sizeof *bot) + memory_size(g, player));
    if (!bot)
        return NULL;
    bot->game = g;
    bot->kind = kind_in(g, player);
    bot->level = player->level;
    bot->rng = seed;
    bot->memory = (char *)bot + rounded(sizeof *bot);
    assert(bot->kind != ADVICE || g->advise);
    if (bot->kind == SEARCH)
        bot->search = search_setup(bot->memory, g, &player->care);
    return bot;
}

void tb_bot_free(struct tb_bot *bot) { free(bot); }

static tb_move advised(struct tb_bot *bot, const struct tb_state *seen, int seat,
                       const struct search_ask *wish)
{
    struct tb_ask ask = { .level = bot->level, .nodes = wish->nodes };

    ask.seed = wish->seed;
    ask.memory = bot->memory;
    ask.stop = wish->stop;
    ask.with = wish->with;
    return bot->game->advise(seen, seat, &ask);
}

tb_move tb_bot_move(struct tb_bot *bot, const struct tb_state *seen, int seat,
                    uint32_t nodes, bool (*stop)(void *with), void *with)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(bot->game, seen, seat, legal);
    struct search_ask ask = { .nodes = nodes, .stop = stop, .with = with };
    tb_move move = 0;

    /* What it is given is all that keeps a bot from cheating. */
    assert(tb_head_of(seen)->viewer == seat);
    if (!count)
        return 0;
    ask.seed = tb_random(&bot->rng);
    if (bot->kind == ADVICE)
        move = advised(bot, seen, seat, &ask);
    else if (bot->kind == GREEDY)
        move = greedy_decide(bot->game, bot->memory, seen, seat, &ask);
    else if (bot->kind == SEARCH)
        move = search_decide(bot->search, seen, seat, &ask);
    /* A game's own bot may have no opinion: one secret is as good as another. */
    return move ? move : legal[tb_random_below(&ask.seed, (uint32_t)count)];
}
