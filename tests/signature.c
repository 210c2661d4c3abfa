/*
 * The signature of a game. Compiled into the native tests, the benchmark and the
 * WebAssembly tests alike, so it uses nothing but tablier.h and memory.
 */
#include <stdlib.h>

#include "signature.h"

enum { VIEW_BYTES = 1 << 16 };

struct hashing {
    const struct tb_game *g;
    const struct tb_kit *kit;
    struct tb_state *s, *seen;
    char *view;
    unsigned looks;
    uint64_t hash;
};

static void add_byte(struct hashing *h, unsigned byte)
{
    h->hash = (h->hash ^ (byte & 255)) * 0x100000001b3u;
}

/* One viewer a look, each in turn. */
static void add_view(struct hashing *h)
{
    unsigned viewers = tb_head_of(h->s)->seats + 1u, i = h->looks++ % viewers;
    struct tb_text out = tb_text(h->view, VIEW_BYTES);

    tb_observe(h->g, h->s, i + 1 < viewers ? (int)i : TB_PUBLIC, h->seen);
    h->g->view(h->seen, &out);
    for (const char *c = h->view; *c; c++)
        add_byte(h, (unsigned char)*c);
}

static void add_result(struct hashing *h)
{
    struct tb_result result = { 0 };

    h->g->score(h->s, &result);
    for (int seat = 0; seat < tb_head_of(h->s)->seats; seat++) {
        add_byte(h, (unsigned)result.points[seat]);
        add_byte(h, result.place[seat]);
    }
}

/* Plies 0, 1, 2, 4, 8 and so on: long games cost little more than short ones. */
static bool is_look(unsigned ply) { return !(ply & (ply - 1)); }

static void add_game(struct hashing *h, int number)
{
    int range = h->g->seats_max - h->g->seats_min + 1;
    int seats = h->g->seats_min + number % range;
    uint64_t seed = (uint64_t)number, rng = ~seed;

    if (tb_new(h->g, h->s, seats, NULL, h->kit, tb_seed_of(seed)))
        return;
    while (tb_head_of(h->s)->owes) {
        int seat = __builtin_ctz(tb_head_of(h->s)->owes);

        if (is_look(tb_head_of(h->s)->ply))
            add_view(h);
        tb_step(h->g, h->s, seat, tb_pick(h->g, h->s, seat, &rng), NULL);
    }
    if (number % 16 == 0) /* a view that looks back on a whole game may take long */
        add_view(h);
    add_result(h);
}

uint64_t signature(const struct tb_game *g, int games)
{
    const char *refusal;
    struct tb_kit *kit = tb_kit_new(g, NULL, 0, &refusal);
    struct hashing h = { .g = g, .kit = kit, .hash = 0xcbf29ce484222325u };

    h.s = malloc(g->state_size);
    h.seen = malloc(g->state_size);
    h.view = malloc(VIEW_BYTES);
    if (refusal || !h.s || !h.seen || !h.view)
        h.hash = 0;
    for (int i = 0; h.hash && i < games; i++)
        add_game(&h, i);
    free(h.view);
    free(h.seen);
    free(h.s);
    tb_kit_free(kit);
    return h.hash;
}
