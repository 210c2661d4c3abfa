/*
 * The random games on which the rules are checked, and what is asked of whole tables.
 *
 * The first rule answered with false is the verdict, so rules that others take for granted
 * come first.
 */
#include <stdio.h>
#include <stdlib.h>

#include "trial.h"

enum {
    CHANGES = 8, /* of mind, in one game */
    OFTEN = 3,   /* close looks before they become rarer */
};

/* ---- whole tables ---- */

/* FNV-1a of a set-up; *lucky: whether it drew luck. */
static uint64_t hash_of_setup(struct trial *t, uint64_t seed, bool *lucky)
{
    uint64_t hash = 0xcbf29ce484222325u;

    memset(t->a, 0x5a, t->g->state_size); /* what tb_new must not depend on */
    tb_new(t->g, t->a, t->tables->seats, t->tables->options, t->tables->kit,
           tb_seed_of(seed));
    *lucky = tb_head(t->a)->rng != seed;
    tb_head(t->a)->rng = 0;
    for (uint32_t i = 0; i < t->g->state_size; i++)
        hash = (hash ^ ((const uint8_t *)t->a)[i]) * 0x100000001b3u;
    return hash;
}

static bool seeds_decide_the_setup(struct trial *t)
{
    bool lucky;

    t->setup_1 = hash_of_setup(t, 1, &lucky);
    return t->setup_1 == hash_of_setup(t, 1, &lucky);
}

static bool seeds_make_a_difference(struct trial *t)
{
    bool lucky = true;

    for (uint64_t seed = 2; seed < 10 && lucky; seed++)
        if (hash_of_setup(t, seed, &lucky) != t->setup_1)
            return true;
    return !lucky;
}

static bool redealt_worlds_differ(struct trial *t)
{
    return t->hidden < 50 || t->differing > 0;
}

static const struct rule before_the_games[] = {
    { "a seed decides the set-up", seeds_decide_the_setup },
    { "seeds make a difference", seeds_make_a_difference },
    { NULL, NULL },
};

static const struct rule after_the_games[] = {
    { "redealt worlds differ", redealt_worlds_differ },
    { "the truth is among the worlds that are guessed", the_truth_may_be_guessed },
    { "guesses are fair at set-up", guesses_are_fair_at_setup },
    { "guesses are fair in mid-game", guesses_are_fair_in_midgame },
    { NULL, NULL },
};

/* Those that are no question, but found on the way. */
enum { CAN_BE_SET_UP, GUESS_ENDS, ALL_ENDS };

static const struct rule on_the_way[] = {
    { "a table that is offered can be set up", NULL },
    { "guess() ends", NULL },
    { "what a game is asked to do ends", NULL },
    { NULL, NULL },
};

const char *rules_name(int number)
{
    enum { TABLES = 11 };
    static const struct rule *const tables[TABLES] = {
        on_the_way,         before_the_games, rules_at_every_ply, rules_of_the_move,
        rules_of_moves,     rules_of_secrets, rules_of_words,     rules_before_a_move,
        rules_after_a_move, rules_at_the_end, after_the_games
    };

    for (size_t i = 0; i < TABLES; i++)
        for (const struct rule *r = tables[i]; r->name; r++)
            if (!number--)
                return r->name;
    return NULL;
}

static void find(struct trial *t, const char *rule)
{
    const char *detail = t->detail ? t->detail : rule != t->asking ? t->asking : NULL;
    struct tb_text where;

    t->verdict->rule = rule;
    where = tb_text(t->verdict->where, sizeof t->verdict->where);
    tb_put(&where, "%s, %d seats, match seed ", t->g->id, t->tables->seats);
    tb_seed_put(&t->match.seed, &where);
    tb_put(&where, ", ply %u, viewer %d%s%s", t->match.count, t->viewer, detail ? ": " : "",
           detail ? detail : "");
}

static bool ask(struct trial *t, const struct rule *rules)
{
    for (; rules->name; rules++) {
        t->detail = NULL;
        t->viewer = TB_TRUTH;
        t->asking = rules->name;
        watch_live(&t->watch);
        if (!rules->holds(t)) {
            find(t, rules->name);
            return false;
        }
    }
    t->asking = NULL;
    return true;
}

/* ---- random games ---- */

/* Mostly of a seat that owes; now and then of one that only may, so that minds change but
 * nothing loops. */
static void choose_move(struct trial *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);
    bool change = head->may && t->changes < CHANGES && !tb_random_below(&t->luck, 4);
    unsigned mask = change ? head->may : head->owes;

    t->changes += change;
    do
        t->seat = (int)tb_random_below(&t->luck, (uint32_t)t->tables->seats);
    while (!(mask >> t->seat & 1));
    t->move = t->list[t->seat][tb_random_below(&t->luck, (uint32_t)t->count[t->seat])];
}

/* A few positions, each ply as likely to be kept. */
static void maybe_keep(struct trial *t)
{
    uint32_t i = tb_random_below(&t->luck, t->match.count + 1);

    if (i >= SNAPSHOTS)
        return;
    copy(t, t->snapshot[i].s, t->match.now);
    t->snapshot[i].ply = t->match.count;
}

static bool make_move(struct trial *t)
{
    if (!ask(t, rules_of_the_move))
        return false;
    copy(t, t->before, t->match.now);
    t->told_a = (struct tb_events){ t->list_a, 0, TB_EVENTS_MAX };
    tb_match_play(&t->match, t->seat, t->move, &t->told_a);
    t->stale = t->move;
    return ask(t, rules_after_a_move);
}

static bool look_closely(struct trial *t)
{
    t->verdict->samples++;
    if (!ask(t, rules_of_moves) || !ask(t, rules_of_secrets) || !ask(t, rules_of_words))
        return false;
    fair_look(t);
    return true;
}

static bool stand(struct trial *t, bool closely)
{
    t->verdict->positions++;
    maybe_keep(t);
    return ask(t, rules_at_every_ply) && (!closely || look_closely(t));
}

/* Sampled: the first positions, the last, and every `stride`th, which grows so that long
 * games are sampled throughout and short ones at every ply. */
static bool play_game(struct trial *t)
{
    uint32_t next = 0, taken = 0, stride = 1;

    memset(t->list, 0, sizeof t->list);
    t->stale = 0;
    t->changes = 0;
    for (int i = 0; i < SNAPSHOTS; i++)
        t->snapshot[i].ply = 0;
    copy(t, t->before, t->match.now);
    copy(t, t->snapshot[0].s, t->match.now);
    for (;;) {
        bool over = !tb_head_of(t->match.now)->owes;
        bool closely = t->match.count == next;

        if (!stand(t, closely || over))
            return false;
        if (over || t->match.count == t->match.room)
            return ask(t, rules_at_the_end);
        choose_move(t);
        if (closely) {
            if (!ask(t, rules_before_a_move))
                return false;
            if (++taken % OFTEN == 0)
                stride *= 2 + stride / 4;
            next += 1 + tb_random_below(&t->luck, stride);
        }
        if (!make_move(t))
            return false;
    }
}

static struct tb_state *new_state(const struct trial *t)
{
    struct tb_state *s = calloc(1, t->g->state_size);

    if (!s)
        abort();
    return s;
}

static void make_room(struct trial *t)
{
    t->match.game = t->g;
    t->match.now = new_state(t);
    t->match.room = t->g->plies_max + CHANGES * PER_CHANGE;
    t->match.plies = calloc(t->match.room, sizeof *t->match.plies);
    t->plies_again = calloc(t->match.room, sizeof *t->plies_again);
    t->at_setup = calloc(t->g->state_size, sizeof *t->at_setup);
    t->in_midgame = calloc(t->g->state_size, sizeof *t->in_midgame);
    t->varies = calloc(t->g->state_size, sizeof *t->varies);
    t->before = new_state(t);
    t->a = new_state(t);
    t->b = new_state(t);
    t->see_a = new_state(t);
    t->see_b = new_state(t);
    t->text = malloc(TEXT_ROOM);
    t->text_again = malloc(TEXT_ROOM);
    t->record_room = 1024 + (size_t)t->match.room * (TB_NOTE_MAX + 3);
    t->record = malloc(t->record_room);
    for (int i = 0; i < VIEWERS; i++) {
        t->seen[i] = new_state(t);
        t->world[i] = new_state(t);
        t->scene[i] = calloc(1, TEXT_ROOM);
    }
    for (int i = 0; i < SNAPSHOTS; i++)
        t->snapshot[i].s = new_state(t);
    for (int i = 0; i < WORLDS_MAX; i++)
        t->worlds.world[i] = new_state(t);
}

static void free_room(struct trial *t)
{
    free(t->match.now);
    free(t->match.plies);
    free(t->plies_again);
    free(t->at_setup);
    free(t->in_midgame);
    free(t->varies);
    free(t->before);
    free(t->a);
    free(t->b);
    free(t->see_a);
    free(t->see_b);
    free(t->text);
    free(t->text_again);
    free(t->record);
    for (int i = 0; i < VIEWERS; i++) {
        free(t->seen[i]);
        free(t->world[i]);
        free(t->scene[i]);
    }
    for (int i = 0; i < SNAPSHOTS; i++)
        free(t->snapshot[i].s);
    for (int i = 0; i < WORLDS_MAX; i++)
        free(t->worlds.world[i]);
}

/* Every other match has a key, as those of a server have. */
static struct tb_seed choose_seed(struct trial *t)
{
    struct tb_seed seed = tb_seed_of(tb_random(&t->luck));

    if (!(seed.number & 1))
        return seed;
    memcpy(seed.key + TB_KEY - sizeof seed.number, &seed.number, sizeof seed.number);
    seed.number = 0;
    return seed;
}

static bool set_up(struct trial *t)
{
    watch_live(&t->watch);
    t->detail = tb_match_new(&t->match, t->tables->seats, t->tables->options,
                             t->tables->kit, choose_seed(t));
    if (t->detail)
        find(t, on_the_way[CAN_BE_SET_UP].name);
    return !t->detail;
}

static bool is_enough(const struct trial *t, long positions, long samples)
{
    return t->verdict->positions - positions >= t->tables->positions &&
           t->verdict->samples - samples >= t->tables->samples;
}

static void judge(struct trial *t)
{
    long positions = t->verdict->positions, samples = t->verdict->samples;

    if (!set_up(t) || !ask(t, before_the_games))
        return;
    do {
        if (!set_up(t) || !play_game(t))
            return;
        t->verdict->games++;
    } while (!is_enough(t, positions, samples));
    ask(t, after_the_games);
}

/* What hangs is left where it is, and named. */
static void judge_watched(struct trial *t)
{
    if (sigsetjmp(t->watch.out, 1)) {
        find(t, on_the_way[t->dealing ? GUESS_ENDS : ALL_ENDS].name);
        return;
    }
    watch_begin(&t->watch, t->tables->patience);
    judge(t);
}

void rules_judge(const struct tables *tables, struct verdict *verdict)
{
    struct trial *t = calloc(1, sizeof *t);

    t->tables = tables;
    t->g = tables->game;
    t->verdict = verdict;
    t->luck = tables->seed;
    t->viewer = TB_TRUTH;
    make_room(t);
    judge_watched(t);
    watch_end(&t->watch);
    free_room(t);
    free(t);
}
