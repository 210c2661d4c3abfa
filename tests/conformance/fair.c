/*
 * Whether guess() deals fairly.
 *
 * At set-up the truth and a guess are two draws from one hat. Later they are not: players
 * choose by what they hold, and guess() knows nothing of that. But then its guesses can be
 * held against each other. Whoever looks on knows less than a seat; so a world guessed for
 * whoever looks on, and another guessed for a seat in that world, are two draws from one
 * hat again: that of all worlds in which the seat would know what it knows there.
 *
 * Where only few worlds are left they are counted: dealt until none is new. The truth must
 * be one of them. How often each should come, only its game knows, since one world may
 * stand for several ways to deal it; the toy in tests/faults is held against an
 * enumeration.
 */
#include "trial.h"

enum {
    PER_WORLD = 40, /* deals for each world, when they are counted */
    FIRST = 256,    /* deals before anything is concluded: some may still be to come */
    ALL_NEW = 20,   /* so many deals without one that came before: there are too many */
    FEW = 8,        /* positions too few to say anything about the truth */
    ONE_IN = 3,     /* positions, of those looked at closely, whose worlds are counted */
    TWICE = 2,      /* pairs of guesses for each seat, at those looked at closely */
};

/* ---- two draws from one hat ---- */

/* Counts which of t->a and t->b is the greater, byte by byte. */
static void compare_bytes(const struct trial *t, struct scale *to)
{
    for (uint32_t i = sizeof(struct tb_head); i < t->g->state_size; i++) {
        uint8_t one = ((const uint8_t *)t->a)[i], two = ((const uint8_t *)t->b)[i];

        to[i].more += (one > two) - (one < two);
        to[i].unlike += one != two;
    }
}

/* No byte is greater in one of the two more often than in the other. */
static bool is_even(const struct trial *t, const struct scale *of)
{
    for (uint32_t i = 0; i < t->g->state_size; i++)
        if ((double)of[i].more * of[i].more > (double)(Z_MAX * Z_MAX) * of[i].unlike)
            return false;
    return true;
}

bool guesses_are_fair_at_setup(struct trial *t)
{
    for (int n = 0; n < t->tables->deals; n++) {
        tb_new(t->g, t->a, t->tables->seats, t->tables->options, t->tables->kit,
               tb_seed_of(tb_random(&t->luck)));
        tb_observe(t->g, t->a, viewer_at(t, n % viewers(t)), t->see_a);
        deal(t, t->see_a, t->b);
        compare_bytes(t, t->at_setup);
    }
    return is_even(t, t->at_setup);
}

static void guess_twice(struct trial *t)
{
    for (int seat = 0; seat < t->tables->seats; seat++)
        for (int n = 0; n < TWICE; n++) {
            deal(t, t->seen[t->tables->seats], t->a);
            tb_observe(t->g, t->a, seat, t->see_a);
            deal(t, t->see_a, t->b);
            compare_bytes(t, t->in_midgame);
        }
}

bool guesses_are_fair_in_midgame(struct trial *t) { return is_even(t, t->in_midgame); }

/* ---- few worlds, counted ---- */

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

/* Deals until none is new; false: there are more than can be counted. */
static bool worlds_count(struct trial *t, const struct tb_state *seen, struct worlds *w)
{
    w->kinds = w->deals = 0;
    while (w->deals < FIRST || w->deals < PER_WORLD * w->kinds) {
        deal(t, seen, t->b);
        if (!count_world(t, w, t->b) || (w->deals == ALL_NEW && w->kinds == ALL_NEW))
            return false;
    }
    return true;
}

/* The same in every byte that is not the same in all worlds. What guess() never varies may
 * be unlike the truth: a decision that another seat has begun need not seem begun. */
static bool is_alike(const struct trial *t, const struct tb_state *a,
                     const struct tb_state *b)
{
    const uint8_t *one = (const uint8_t *)a, *two = (const uint8_t *)b;

    for (uint32_t i = sizeof(struct tb_head); i < t->g->state_size; i++)
        if (t->varies[i] && one[i] != two[i])
            return false;
    return true;
}

static void find_what_varies(struct trial *t, const struct worlds *w)
{
    for (uint32_t i = 0; i < t->g->state_size; i++) {
        t->varies[i] = false;
        for (int k = 1; k < w->kinds; k++)
            t->varies[i] |=
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

/* No rule by itself: what those after the games are judged by. */
void fair_look(struct trial *t)
{
    if (!t->g->guess)
        return;
    guess_twice(t);
    if (!tb_random_below(&t->luck, ONE_IN))
        count_worlds_here(t);
}

/* Mostly: a guess may take another seat for wiser than a random player is. */
bool the_truth_may_be_guessed(struct trial *t)
{
    return t->counted < FEW || 2 * t->missed < t->counted;
}
