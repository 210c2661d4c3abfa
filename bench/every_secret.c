/* Turns for every secret of a field; see the header. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "every_secret.h"

enum { SECRETS = 60, MEMORY_MAX = 256 };

/* One of the sixty matches. */
struct match {
    struct tb_state *now;
    int turns;
};

struct run {
    const struct tb_game *game;
    struct match match[SECRETS];
    struct tb_state *seen, *other;
    int level;
    struct tally *tally;
    int turns_of_field;
};

static double cpu_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void *block(size_t size)
{
    void *p = calloc(1, size);

    if (!p) {
        fputs("every_secret: no memory\n", stderr);
        exit(1);
    }
    return p;
}

static void must(const char *refusal)
{
    if (refusal) {
        fprintf(stderr, "every_secret: %s\n", refusal);
        exit(1);
    }
}

static bool is_announcement(const struct run *r, const struct tb_state *s, tb_move move)
{
    char note[TB_NOTE_MAX];

    tb_notate(r->game, s, move, note);
    return !strcmp(note, "announce");
}

/* Seat 0 seeks first; when it owes nothing any more, the round is over. */
static bool is_seeking(const struct tb_state *s) { return tb_head_of(s)->owes & 1; }

static void clock_add(struct tally *tally, int turn, double ms)
{
    struct clock *clock = &tally->turn[turn];

    clock->sum += ms;
    clock->count++;
    clock->longest = ms > clock->longest ? ms : clock->longest;
}

/* Plays the seeker's turn in all matches of a group. */
static void play_turn(struct run *r, const int *group, int count, void *memory)
{
    struct tb_ask ask = { .level = r->level, .memory = memory };
    int turn = r->match[group[0]].turns;
    bool told = false;
    double ms = 0;

    while (!told) {
        double before = cpu_ms();
        tb_move move;

        tb_observe(r->game, r->match[group[0]].now, 0, r->seen);
        move = r->game->advise(r->seen, 0, &ask);
        ms += cpu_ms() - before;
        told = is_announcement(r, r->seen, move);
        for (int i = 0; i < count; i++)
            must(tb_play(r->game, r->match[group[i]].now, 0, move, NULL));
    }
    if (turn < 2)
        clock_add(r->tally, turn, ms);
}

/* Counts the turn; the matches that go on, a bit each. */
static uint64_t count_turn(struct run *r, const int *group, int count)
{
    uint64_t going_on = 0;

    for (int i = 0; i < count; i++) {
        struct match *m = &r->match[group[i]];

        m->turns++;
        if (is_seeking(m->now))
            going_on |= (uint64_t)1 << i;
        else
            r->turns_of_field += m->turns;
        if (m->turns > r->tally->longest)
            r->tally->longest = m->turns;
    }
    return going_on;
}

/* Moves to `alike` the matches that look to the seeker like the first of those going on. */
static int take_alike(struct run *r, const int *group, uint64_t *going_on, int *alike)
{
    int found = 0;

    tb_observe(r->game, r->match[group[__builtin_ctzll(*going_on)]].now, 0, r->seen);
    for (uint64_t set = *going_on; set; set &= set - 1) {
        int i = __builtin_ctzll(set);

        tb_observe(r->game, r->match[group[i]].now, 0, r->other);
        if (!memcmp(r->seen, r->other, r->game->state_size)) {
            alike[found++] = group[i];
            *going_on &= ~((uint64_t)1 << i);
        }
    }
    return found;
}

/* Plays on in matches that look alike to the seeker, until all are over. */
static void play_group(struct run *r, const int *group, int count, void *memory)
{
    uint64_t going_on;

    play_turn(r, group, count, memory);
    going_on = count_turn(r, group, count);
    while (going_on) {
        unsigned char copy[MEMORY_MAX];
        int alike[SECRETS], found = take_alike(r, group, &going_on, alike);

        memcpy(copy, memory, r->game->memory_size);
        play_group(r, alike, found, copy);
    }
}

static void play_field(struct run *r, const uint64_t *options, uint64_t seed)
{
    unsigned char memory[MEMORY_MAX] = { 0 };
    tb_move legal[TB_MOVES_MAX];
    int all[SECRETS] = { 0 };
    double mean;

    for (int i = 0; i < SECRETS; i++) {
        struct tb_state *s = r->match[i].now;

        must(tb_new(r->game, s, 2, options, NULL, tb_seed_of(seed)));
        tb_legal(r->game, s, 1, legal);
        must(tb_play(r->game, s, 1, legal[i], NULL));
        tb_legal(r->game, s, 0, legal);
        must(tb_play(r->game, s, 0, legal[0], NULL));
        r->match[i].turns = 0;
        all[i] = i;
    }
    r->turns_of_field = 0;
    play_group(r, all, SECRETS, memory);
    mean = (double)r->turns_of_field / SECRETS;
    r->tally->sum += mean;
    r->tally->squares += mean * mean;
    r->tally->fields++;
}

void every_secret(const struct tb_game *g, const uint64_t *options, uint64_t seed,
                  int level, struct tally *tally)
{
    struct run r = { .game = g, .level = level, .tally = tally };

    assert(g->memory_size <= MEMORY_MAX);
    for (int i = 0; i < SECRETS; i++)
        r.match[i].now = block(g->state_size);
    r.seen = block(g->state_size);
    r.other = block(g->state_size);
    play_field(&r, options, seed);
    for (int i = 0; i < SECRETS; i++)
        free(r.match[i].now);
    free(r.seen);
    free(r.other);
}

double tally_mean(const struct tally *t) { return t->sum / t->fields; }

double tally_error(const struct tally *t)
{
    double mean = tally_mean(t), variance = t->squares / t->fields - mean * mean;

    return t->fields > 1 ? 2 * sqrt(fabs(variance) / (t->fields - 1)) : 0;
}
