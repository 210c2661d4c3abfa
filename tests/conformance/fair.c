/*
 * Whether guess() deals fairly.
 *
 * At set-up the truth and a guess are two draws from one hat. Later they are not: players
 * choose by what they hold, and guess() knows nothing of that. It promises to be even among
 * the worlds that the viewer's memory allows, and where these are few they can be counted:
 * they are dealt until none is new, all of them come alike often, and the truth is one of
 * them.
 */
#include <math.h>

#include "trial.h"

enum {
    PER_WORLD = 40, /* deals for each world, when they are counted */
    FIRST = 256,    /* deals before anything is concluded: some may still be to come */
    ALL_NEW = 20,   /* so many deals without one that came before: there are too many */
    FEW = 8,        /* positions too few to say anything about the truth */
    ONE_IN = 3,     /* positions, of those looked at closely, whose worlds are counted */
};

/* ---- at set-up ---- */

static void compare_bytes(struct trial *t)
{
    for (uint32_t i = sizeof(struct tb_head); i < t->g->state_size; i++) {
        uint8_t truth = ((const uint8_t *)t->a)[i], dealt = ((const uint8_t *)t->b)[i];

        t->more[i] += (truth > dealt) - (truth < dealt);
        t->unlike[i] += truth != dealt;
    }
}

/* Over many set-ups, no byte may be greater in one of the two more often than in the
 * other. */
bool guesses_are_fair_at_setup(struct trial *t)
{
    memset(t->more, 0, t->g->state_size * sizeof *t->more);
    memset(t->unlike, 0, t->g->state_size * sizeof *t->unlike);
    for (int n = 0; n < t->tables->deals; n++) {
        tb_new(t->g, t->a, t->tables->seats, t->tables->options, t->tables->kit,
               tb_random(&t->luck));
        tb_observe(t->g, t->a, viewer_at(t, n % viewers(t)), t->see_a);
        deal(t, t->see_a, t->b);
        compare_bytes(t);
    }
    for (uint32_t i = 0; i < t->g->state_size; i++)
        if ((double)t->more[i] * t->more[i] > (double)(Z_MAX * Z_MAX) * t->unlike[i])
            return false;
    return true;
}

/* ---- in mid-game ---- */

/* What guess() decides: the body, without the luck to come. FNV-1a, eight bytes at once. */
static uint64_t hash_of_body(const struct trial *t, const struct tb_state *s)
{
    const uint8_t *bytes = (const uint8_t *)s;
    uint64_t hash = 0xcbf29ce484222325u;

    for (uint32_t i = sizeof(struct tb_head); i < t->g->state_size; i += 8) {
        uint64_t word = 0;

        memcpy(&word, bytes + i, t->g->state_size - i < 8 ? t->g->state_size - i : 8);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Counts one more of that world; false: there are too many kinds to count. */
static bool count_world(struct trial *t, struct worlds *w, const struct tb_state *world)
{
    uint64_t hash = hash_of_body(t, world);
    int i = 0;

    while (i < w->kinds && w->hash[i] != hash)
        i++;
    if (i == WORLDS_MAX)
        return false;
    if (i == w->kinds) {
        copy(t, w->world[i], world);
        w->hash[i] = hash;
        w->times[i] = 0;
        w->kinds++;
    }
    w->times[i]++;
    w->deals++;
    return true;
}

bool worlds_count(struct trial *t, const struct tb_state *seen, struct worlds *w)
{
    w->kinds = w->deals = 0;
    while (w->deals < FIRST || w->deals < PER_WORLD * w->kinds) {
        deal(t, seen, t->b);
        if (!count_world(t, w, t->b) || (w->deals == ALL_NEW && w->kinds == ALL_NEW))
            return false;
    }
    return true;
}

/* Chi-square as a deviation from what is usual (Wilson and Hilferty). */
static double unevenness(const struct worlds *w)
{
    double expected = (double)w->deals / w->kinds, chi = 0, free = w->kinds - 1;

    if (w->kinds < 2)
        return 0;
    for (int i = 0; i < w->kinds; i++)
        chi += (w->times[i] - expected) * (w->times[i] - expected) / expected;
    return (cbrt(chi / free) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free));
}

/* The same in every byte that is not the same in all worlds. What guess() never varies may
 * be unlike the truth: a decision that another seat has begun need not seem begun. */
static bool is_alike(const struct trial *t, const struct tb_state *a,
                     const struct tb_state *b)
{
    const uint8_t *one = (const uint8_t *)a, *two = (const uint8_t *)b;

    for (uint32_t i = sizeof(struct tb_head); i < t->g->state_size; i++)
        if (t->unlike[i] && one[i] != two[i])
            return false;
    return true;
}

static void find_what_varies(struct trial *t, const struct worlds *w)
{
    for (uint32_t i = 0; i < t->g->state_size; i++) {
        t->unlike[i] = 0;
        for (int k = 1; k < w->kinds; k++)
            t->unlike[i] |=
                ((const uint8_t *)w->world[k])[i] != ((const uint8_t *)w->world[0])[i];
    }
}

static bool has_world(struct trial *t, const struct worlds *w, const struct tb_state *s)
{
    find_what_varies(t, w);
    for (int i = 0; i < w->kinds; i++)
        if (is_alike(t, w->world[i], s))
            return true;
    return false;
}

/* Counts the worlds of one viewer at this position, another one each time. */
static void count_worlds_here(struct trial *t)
{
    int i = (int)tb_random_below(&t->luck, (uint32_t)viewers(t));

    t->viewer = viewer_at(t, i);
    if (!worlds_count(t, t->seen[i], &t->worlds))
        t->worlds.kinds = 0;
    if (t->worlds.kinds < 2)
        return;
    t->verdict->counted++;
    t->counted++;
    t->missed += !has_world(t, &t->worlds, t->match.now);
}

bool guesses_are_fair_in_midgame(struct trial *t)
{
    if (!t->g->guess || tb_random_below(&t->luck, ONE_IN))
        return true;
    count_worlds_here(t);
    return t->worlds.kinds < 2 || unevenness(&t->worlds) < Z_MAX;
}

/* Mostly: a guess may take another seat for wiser than a random player is. */
bool the_truth_may_be_guessed(struct trial *t)
{
    return t->counted < FEW || 2 * t->missed < t->counted;
}
