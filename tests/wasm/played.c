/* Seeded random games, hashed: native and WebAssembly must agree on every byte. */
#include <stdlib.h>

#include "played.h"

enum { VIEW_BYTES = 1 << 16, PLIES = 60 };

static uint64_t hash(uint64_t h, const char *text) /* FNV-1a */
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

static uint64_t hash_views(const struct tb_game *g, const struct tb_state *s,
                           struct tb_state *seen, char *view, uint64_t h)
{
    for (int viewer = TB_PUBLIC; viewer < tb_head_of(s)->seats; viewer++) {
        struct tb_text out = tb_text(view, VIEW_BYTES);

        tb_observe(g, s, viewer, seen);
        g->view(seen, &out);
        h = hash(h, view);
    }
    return h;
}

DESK_API(played) uint64_t played(int game, int games)
{
    const struct tb_game *g = NULL;
    struct tb_state *s, *seen;
    struct tb_kit *kit;
    char *view;
    uint64_t h = 0xcbf29ce484222325u;

    for (int i = 0; i <= game; i++)
        if (!(g = tb_games[i]))
            return 0;
    s = malloc(g->state_size);
    seen = malloc(g->state_size);
    view = malloc(VIEW_BYTES);
    kit = g->kit_size ? malloc(g->kit_size) : NULL;
    if (kit && g->kit_make(kit, NULL, 0))
        return 0;
    for (int i = 0; i < games; i++) {
        int seats = g->seats_min + i % (g->seats_max - g->seats_min + 1);
        uint64_t rng = (uint64_t)i;

        if (tb_new(g, s, seats, NULL, kit, (uint64_t)i))
            continue;
        for (int ply = 0; tb_head_of(s)->owes && ply < PLIES; ply++) {
            int seat = __builtin_ctz(tb_head_of(s)->owes);

            tb_step(g, s, seat, tb_pick(g, s, seat, &rng), NULL);
            h = hash_views(g, s, seen, view, h);
        }
    }
    free(kit);
    free(view);
    free(seen);
    free(s);
    return h;
}
