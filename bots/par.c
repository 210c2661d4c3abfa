/* What the puzzle of a day is held against: the hard bot, who knows as little of it. Its
 * games on one puzzle are all alike, so one is played. */
#include <stdlib.h>

#include "bots.h"

static int play_out(struct tb_match *m, struct tb_state *seen, struct tb_bot *bot)
{
    while (tb_head_of(m->now)->owes) {
        tb_observe(m->game, m->now, 0, seen);
        tb_step(m->game, m->now, 0, tb_bot_move(bot, seen, 0, 0, NULL, NULL), NULL);
    }
    return tb_daily_result(m);
}

int tb_daily_par(const struct tb_game *g, uint32_t day, const struct tb_kit *kit)
{
    struct tb_match m = { .game = g, .now = calloc(1, g->state_size) };
    struct tb_state *seen = malloc(g->state_size);
    struct tb_bot *bot = tb_bot_new(g, "hard", day);
    int par = -1;

    if (m.now && seen && bot && !tb_daily_new(&m, day, kit))
        par = play_out(&m, seen, bot);
    tb_bot_free(bot);
    free(m.now);
    free(seen);
    return par;
}
