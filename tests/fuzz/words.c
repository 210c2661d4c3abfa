/*
 * Any lines as what a person types: options as name=value, then moves. What is refused
 * changes nothing; what is played keeps the game's invariants.
 */
#include <stdlib.h>
#include <string.h>

#include "tablier.h"

enum { TEXT_MAX = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct tb_kit **kits; /* made by the first input */

static void must(bool true_always)
{
    if (!true_always)
        abort();
}

static void read_option(const struct tb_game *g, uint64_t *options, char *line)
{
    uint64_t before[TB_OPTIONS_MAX];
    char *equals = strchr(line, '=');

    memcpy(before, options, sizeof before);
    *equals = 0;
    if (tb_option_set(g, options, line, equals + 1))
        must(!memcmp(before, options, sizeof before));
    for (int i = 0; g->options && g->options[i].id; i++) {
        char text[256];
        struct tb_text out = tb_text(text, sizeof text);
        uint64_t again[TB_OPTIONS_MAX] = { 0 };

        tb_option_put(g, i, options[i], &out);
        must(!out.cut && !tb_option_set(g, again, g->options[i].id, text));
        must(again[i] == options[i]);
    }
}

/* The first character may name the seat; otherwise the first that owes moves. */
static void read_move(const struct tb_game *g, struct tb_state *s, struct tb_state *before,
                      const char *line)
{
    bool named = *line >= '0' && *line <= '9';
    int seat = named ? *line - '0' : __builtin_ctz(tb_head_of(s)->owes | 256);
    tb_move move;

    memcpy(before, s, g->state_size);
    if (tb_parse(g, s, seat, line + named, &move)) {
        must(!memcmp(before, s, g->state_size));
        return;
    }
    must(!tb_play(g, s, seat, move, NULL));
    must(!g->check || !g->check(s));
}

static void play_lines(const struct tb_game *g, const char *seats, char *text)
{
    uint64_t options[TB_OPTIONS_MAX];
    struct tb_state *s = calloc(1, g->state_size), *before = calloc(1, g->state_size);
    bool playing = false;

    tb_options_usual(g, options);
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = 0;
        if (!playing && strchr(line, '=')) {
            read_option(g, options, line);
            continue;
        }
        if (!playing &&
            tb_new(g, s, *seats - '0', options, tb_kits_of(kits, g), tb_seed_of(7)))
            break;
        playing = true;
        read_move(g, s, before, line);
    }
    free(s);
    free(before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX + 1];
    int games = 0;

    if (size < 3 || size > TEXT_MAX)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    while (tb_games[games])
        games++;
    if (!kits)
        kits = tb_kits_new();
    play_lines(tb_games[data[0] % games], text + 1, text + 2);
    return 0;
}
