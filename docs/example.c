/*
 * A game against the hard bot, through tablier.h alone:
 *
 *     cc example.c $(pkg-config --cflags --libs tablier) -o example && ./example
 *
 * Seat 0 plays at random, as a person might who has not read the rules; seat 1 is the bot.
 * Each is shown only what it may know: tb_observe is the one door to a position.
 */
#include <stdio.h>
#include <stdlib.h>
#include <tablier.h>

static void show(const struct tb_game *g, const struct tb_state *seen)
{
    static char board[1 << 16];
    struct tb_text out = tb_text(board, sizeof board);

    g->show(seen, &out);
    puts(board);
}

int main(void)
{
    const struct tb_game *g = tb_find("topologic");
    struct tb_state *table = malloc(g->state_size), *seen = malloc(g->state_size);
    struct tb_bot *player[2] = { tb_bot_new(g, "random", 1), tb_bot_new(g, "hard", 2) };
    struct tb_result result;
    const char *refusal = tb_new(g, table, 2, NULL, NULL, tb_seed_of(42));

    while (!refusal && tb_head(table)->owes) {
        int seat = tb_head(table)->owes & 1 ? 0 : 1;
        char note[TB_NOTE_MAX];
        tb_move move;

        tb_observe(g, table, seat, seen);
        move = tb_bot_move(player[seat], seen, seat, 0, NULL, NULL);
        tb_notate(g, seen, move, note);
        if (seat == 1)
            printf("The bot plays: %s\n", note);
        refusal = tb_play(g, table, seat, move, NULL);
    }
    if (refusal)
        return fprintf(stderr, "%s\n", refusal), 1;
    tb_observe(g, table, TB_PUBLIC, seen);
    show(g, seen);
    g->score(table, &result);
    printf("You have %d points, the bot %d.\n", result.points[0], result.points[1]);
    tb_bot_free(player[0]);
    tb_bot_free(player[1]);
    free(table);
    free(seen);
}
