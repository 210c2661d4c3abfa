/*
 * The signature of a game. Compiled into the native tests, the benchmark and the
 * WebAssembly tests alike, so it uses nothing but tablier.h and memory.
 */
#include <stdlib.h>

#include "signature.h"

enum {
    VIEW_BYTES = 1 << 16,
    STRIDE = 64, /* plies between two looks: a thousand games take a second or two */
};

struct hashing {
    const struct tb_game *g;
    const struct tb_kit *kit;
    struct tb_state *s, *seen;
    char *view;
    uint64_t hash;
};

static void add_byte(struct hashing *h, unsigned byte)
{
    h->hash = (h->hash ^ (byte & 255)) * 0x100000001b3u;
}

static void add_views(struct hashing *h)
{
    for (int viewer = TB_PUBLIC; viewer < tb_head_of(h->s)->seats; viewer++) {
        struct tb_text out = tb_text(h->view, VIEW_BYTES);

        if (viewer == TB_TRUTH)
            continue;
        tb_observe(h->g, h->s, viewer, h->seen);
        h->g->view(h->seen, &out);
        for (const char *c = h->view; *c; c++)
            add_byte(h, (unsigned char)*c);
    }
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

/* Every other game has its options drawn; those the game does not allow stay usual. */
static void choose_options(const struct tb_game *g, uint64_t *rng, uint64_t *options)
{
    tb_options_usual(g, options);
    for (int i = 0; g->options && g->options[i].id; i++) {
        const struct tb_option *o = &g->options[i];

        if (o->max - o->min < 64)
            options[i] = o->min + tb_random_below(rng, (uint32_t)(o->max - o->min) + 1);
    }
}

static void add_game(struct hashing *h, int number)
{
    int range = h->g->seats_max - h->g->seats_min + 1;
    int seats = h->g->seats_min + number % range;
    uint64_t seed = (uint64_t)number, rng = ~seed, options[TB_OPTIONS_MAX];

    choose_options(h->g, &rng, options);
    if (number / range % 2 == 0 || tb_new(h->g, h->s, seats, options, h->kit, seed))
        if (tb_new(h->g, h->s, seats, NULL, h->kit, seed))
            return;
    while (tb_head_of(h->s)->owes) {
        int seat = __builtin_ctz(tb_head_of(h->s)->owes);

        if (tb_head_of(h->s)->ply % STRIDE == 0)
            add_views(h);
        tb_step(h->g, h->s, seat, tb_pick(h->g, h->s, seat, &rng), NULL);
    }
    add_views(h);
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
