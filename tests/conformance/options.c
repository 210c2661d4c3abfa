/*
 * Pairwise covering, greedily: of many random choices the one is taken that brings the
 * most pairs of values not seen together before, until none brings any.
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"

enum { VALUES_MAX = 12, CANDIDATES = 60, PATIENCE = 3 };

struct range {
    uint64_t value[VALUES_MAX];
    unsigned count;
};

struct cover {
    const struct tb_game *g;
    const struct tb_kit *kit;
    int seats, options;
    struct range range[TB_OPTIONS_MAX];
    bool seen[TB_OPTIONS_MAX][VALUES_MAX][TB_OPTIONS_MAX][VALUES_MAX];
    uint64_t rng;
};

static void add_value(struct range *r, uint64_t value)
{
    for (unsigned i = 0; i < r->count; i++)
        if (r->value[i] == value)
            return;
    if (r->count < VALUES_MAX)
        r->value[r->count++] = value;
}

static void fill_range(struct cover *c, const struct tb_option *o, struct range *r)
{
    uint64_t width = o->max - o->min;

    add_value(r, o->usual);
    add_value(r, o->min);
    add_value(r, o->max);
    if (width < VALUES_MAX)
        for (uint64_t v = o->min; v < o->max; v++)
            add_value(r, v);
    else
        for (int i = 0; i < 4; i++)
            add_value(r, o->min + tb_random(&c->rng) % width);
}

/* As tb_new asks, but without setting up: that may take long. */
static bool is_allowed(const struct cover *c, const unsigned *pick)
{
    struct tb_head head = { .viewer = TB_TRUTH, .seats = (uint8_t)c->seats };

    head.kit = c->kit;
    for (int i = 0; i < c->options; i++)
        head.option[i] = c->range[i].value[pick[i]];
    return !c->g->allow || !c->g->allow(&head);
}

/* Pairs this choice would bring; an option alone pairs with itself. */
static int pairs_in(struct cover *c, const unsigned *pick, bool mark)
{
    int fresh = 0;

    for (int i = 0; i < c->options; i++)
        for (int k = 0; k <= i; k++) {
            fresh += !c->seen[i][pick[i]][k][pick[k]];
            c->seen[i][pick[i]][k][pick[k]] |= mark;
        }
    return fresh;
}

static bool best_choice(struct cover *c, unsigned *best)
{
    int most = 0;

    for (int n = 0; n < CANDIDATES; n++) {
        unsigned pick[TB_OPTIONS_MAX];
        int fresh;

        for (int i = 0; i < c->options; i++)
            pick[i] = tb_random_below(&c->rng, c->range[i].count);
        fresh = pairs_in(c, pick, false);
        if (fresh > most && is_allowed(c, pick)) {
            most = fresh;
            memcpy(best, pick, sizeof pick);
        }
    }
    return most > 0;
}

int options_cover(const struct tb_game *g, int seats, const struct tb_kit *kit,
                  uint64_t out[TABLES_MAX][TB_OPTIONS_MAX])
{
    struct cover *c = calloc(1, sizeof *c);
    unsigned usual[TB_OPTIONS_MAX] = { 0 }; /* the first of every range */
    int count = 0, idle = 0;

    c->g = g;
    c->kit = kit;
    c->seats = seats;
    c->rng = (uint64_t)seats;
    for (; g->options && g->options[c->options].id; c->options++)
        fill_range(c, &g->options[c->options], &c->range[c->options]);
    tb_options_usual(g, out[0]); /* the table people play at comes first */
    count = is_allowed(c, usual);
    while (c->options && idle < PATIENCE && count < TABLES_MAX) {
        unsigned pick[TB_OPTIONS_MAX] = { 0 };

        if (!best_choice(c, pick)) {
            idle++;
            continue;
        }
        idle = 0;
        pairs_in(c, pick, true);
        memset(out[count], 0, sizeof out[count]);
        for (int i = 0; i < c->options; i++)
            out[count][i] = c->range[i].value[pick[i]];
        count++;
    }
    free(c);
    return count;
}
