/*
 * Information-set Monte-Carlo tree search: plays any game through tablier.h alone.
 *
 * Every iteration deals the hidden places anew from what the seat sees, walks down what
 * was learned so far, tries one new move, plays on at random, and adds the result to the
 * moves it came by. Decisions taken here:
 *
 * - Every seat has a tree of its own, in which a place is what that seat did and was told
 *   since the root. So seats that decide at the same time do not know each other's moves,
 *   and nobody in the tree acts on a secret. What a seat is told are play()'s events: a
 *   move of which all is told is known as such; of another only what was told.
 * - The trees are one hash table of moves. There are no nodes: a place is a 64-bit key,
 *   rolled on from move to move, and a move's entry is found by place and move. When the
 *   table is full the tree stops growing and goes on learning.
 * - Luck is open at first: what a move brought about does not matter to where it leads,
 *   else a deck of cards would shatter the tree. Once the outcomes are few for the visits,
 *   they are told apart, so that a question can be worth asking.
 * - Each seat wants its own result: the place it ends at, and a little its points.
 *   Curiosity (UCB, with the count of times a move was on offer) is measured in the spread
 *   of a seat's results, so that it fits games of every scale.
 * - Integers only: the same decision on every machine.
 */
#include <assert.h>
#include <string.h>

#include "bots.h"

enum {
    ONE = 1 << 16,      /* a result: 0 is the worst, ONE the best */
    STEPS_MAX = 256,    /* moves of one walk down that are learned from */
    OUTCOMES_MAX = 255, /* beyond this many, a move's outcomes are never told apart */
    EDGES_MIN = 1024,
    ENDS_MAX = 64, /* the first ends set the scale: later ones are of better play */
    ROOTS = 1024,
    LOGS = 32 * 8,
    REDEAL_WORK = 8, /* what dealing a world costs, in steps of play */
    DECIDED_EVERY =
        64, /* iterations between two looks whether more could change anything */
};

const struct manner search_manner = {
    .explore = 512,
    .first = 384,
    .ordered = 128,
    .horizon = 60,
    .contest = 3,
    .familiar = 8,
};

/* A move at a place of one seat's tree; or an outcome of a move, which has only a key. */
struct edge {
    uint64_t key;     /* 0: free */
    uint64_t sum;     /* of the seat's results */
    uint32_t visits;  /* times played */
    uint32_t offered; /* times it could have been played */
    uint32_t first;   /* the outcome met first, hashed, never 0 */
    uint32_t outcomes;
};

struct tally {
    uint64_t sum, squares;
};

struct search {
    const struct tb_game *game;
    struct care care;
    struct manner manner;
    struct edge *edges;
    struct tb_state *world;
    uint64_t rng;
    uint32_t mask, used, full; /* of the edges; how many make it full */
    uint32_t iterations;
    uint64_t work;
    int path_length;
    struct edge *path[STEPS_MAX];
    uint8_t path_seat[STEPS_MAX];
    uint64_t place[TB_SEATS_MAX];     /* where each seat is in its tree */
    struct tally tally[TB_SEATS_MAX]; /* of all results */
    int64_t spread[TB_SEATS_MAX];     /* their standard deviation */
    uint64_t margins;                 /* sum of differences in points, for their scale */
    int64_t points[TB_SEATS_MAX];     /* sum of points */
    uint32_t ends;                    /* how many of these */
    uint32_t inverse_root[ROOTS];     /* ONE / sqrt(i) */
    uint32_t root_log[LOGS];          /* 256 sqrt(ln n), by exponent and three bits */
};

/* ---- numbers ---- */

static uint64_t root_of(uint64_t n)
{
    uint64_t root = 0;

    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= n)
            root |= bit;
    return root;
}

static void make_tables(struct search *s)
{
    for (uint64_t i = 1; i < ROOTS; i++)
        s->inverse_root[i] = (uint32_t)(((uint64_t)1 << 32) / root_of(i << 32));
    /* ln 2 is 45426 / 65536, an eighth of it for each of the three bits. */
    for (uint64_t i = 0; i < LOGS; i++)
        s->root_log[i] = (uint32_t)root_of(i * 45426 / 8);
}

static int64_t inverse_root(const struct search *s, uint32_t n)
{
    int halvings = 0;

    for (; n >= ROOTS; n >>= 2)
        halvings++;
    return s->inverse_root[n] >> halvings;
}

static int64_t root_log(const struct search *s, uint32_t n)
{
    int exponent = 31 - __builtin_clz(n);
    uint32_t bits = exponent < 3 ? n << (3 - exponent) : n >> (exponent - 3);

    return s->root_log[8 * exponent + (int)(bits & 7)];
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t z = a + 0x9e3779b97f4a7c15u * (b ^ b >> 32 ^ 1);

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* ---- the table of moves ---- */

static uint64_t key_of(uint64_t place, tb_move move)
{
    uint64_t key = mix(place, move);

    return key ? key : 1;
}

/* The entry with that key, or the free one where it would stand. */
static struct edge *edge_at(const struct search *s, uint64_t key)
{
    uint32_t i = (uint32_t)key & s->mask;

    while (s->edges[i].key && s->edges[i].key != key)
        i = (i + 1) & s->mask;
    return &s->edges[i];
}

/* Takes a free entry; NULL: the table is full. */
static struct edge *edge_take(struct search *s, struct edge *free, uint64_t key)
{
    assert(!free->key && s->used <= s->full && s->full <= s->mask); /* one stays free */
    if (s->used == s->full)
        return NULL;
    s->used++;
    free->key = key;
    return free;
}

/* ---- what a move tells ---- */

/* What the seat was told, hashed; *whole: nothing was kept from it. */
static uint64_t heard(const struct tb_events *told, int seat, bool *whole)
{
    uint64_t hash = 1;

    *whole = true;
    for (int i = 0; i < told->count; i++) {
        uint64_t bytes;

        if (!tb_event_known(&told->list[i], seat)) {
            *whole = false;
            continue;
        }
        memcpy(&bytes, &told->list[i], sizeof bytes);
        hash = mix(hash, bytes);
    }
    return hash;
}

/* Where the one who moved is now: by the move alone, or by its outcome too. */
static uint64_t place_after(struct search *s, struct edge *edge, uint64_t key,
                            uint64_t outcome)
{
    uint32_t short_hash = (uint32_t)(outcome >> 32) | 1;
    uint64_t told_apart = key_of(key, outcome);
    struct edge *mark;

    if (!edge)
        return key;
    if (!edge->first) {
        edge->first = short_hash;
        edge->outcomes = 1;
    }
    if (edge->first == short_hash || edge->outcomes == OUTCOMES_MAX)
        return key;
    mark = edge_at(s, told_apart);
    if (!mark->key) {
        if (!edge_take(s, mark, told_apart))
            return key;
        edge->outcomes++;
    }
    return edge->visits >= s->manner.familiar * edge->outcomes ? told_apart : key;
}

/* Plays a move and moves every seat on in its tree. */
static void advance(struct search *s, int seat, tb_move move, uint64_t key,
                    struct edge *edge)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    const struct tb_head *head = tb_head_of(s->world);
    bool alone = !(head->owes & (head->owes - 1)), whole;

    tb_step(s->game, s->world, seat, move, &told);
    s->work++;
    for (int other = 0; other < head->seats; other++) {
        uint64_t hash = heard(&told, other, &whole);

        if (other == seat)
            s->place[seat] = place_after(s, edge, key, hash);
        else if (whole && (alone || told.count)) /* else in silence, beside others */
            s->place[other] = mix(s->place[other], move);
        else
            s->place[other] = mix(s->place[other], hash);
    }
}

/* ---- results ---- */

/* -ONE to ONE, straight within four times the scale: points are worth what they count. */
static int64_t bounded(int64_t x, int64_t scale)
{
    int64_t most = 4 * scale;

    return (x < -most ? -most : x > most ? most : x) * ONE / most;
}

/* How far ahead of the best other seat; together, or alone, of what is usual here. */
static int64_t margin(const struct search *s, const struct tb_result *result, int seats,
                      int seat, bool together)
{
    int64_t best = INT64_MIN;

    if (together)
        return s->ends ? result->points[seat] - s->points[seat] / (int64_t)s->ends : 0;
    for (int i = 0; i < seats; i++)
        if (i != seat && result->points[i] > best)
            best = result->points[i];
    return result->points[seat] - best;
}

/* Three quarters for the first place, shared by those who share it; the rest for points,
 * so that a search that wins or loses whatever it does still plays on sensibly. */
static void value_end(struct search *s, int64_t *value)
{
    int seats = tb_head_of(s->world)->seats, firsts = 0;
    int64_t lead[TB_SEATS_MAX];
    struct tb_result result;
    bool together = true;

    s->game->score(s->world, &result);
    for (int i = 0; i < seats; i++) {
        firsts += result.place[i] == 1;
        together &= result.place[i] == result.place[0];
    }
    for (int i = 0; i < seats; i++) {
        int64_t ahead = margin(s, &result, seats, i, together);
        int64_t scale = s->ends ? (int64_t)(s->margins / s->ends) / seats + 1 : 1;

        value[i] = result.place[i] == 1 ? ONE / 4 * 3 / firsts : 0;
        value[i] += (bounded(ahead, scale) + ONE) / 8;
        lead[i] = ahead < 0 ? -ahead : ahead;
    }
    if (s->ends == ENDS_MAX)
        return;
    for (int i = 0; i < seats; i++) {
        s->margins += (uint64_t)lead[i];
        s->points[i] += result.points[i];
    }
    s->ends++;
}

static void value_position(struct search *s, int64_t *value)
{
    for (int i = 0; i < tb_head_of(s->world)->seats; i++) {
        int64_t judged = s->game->evaluate(s->world, i);

        judged = judged < -1000 ? -1000 : judged > 1000 ? 1000 : judged;
        value[i] = (judged + 1000) * ONE / 2000;
    }
}

/* ---- playing on ---- */

static int next_seat(const struct tb_state *world)
{
    return __builtin_ctz(tb_head_of(world)->owes);
}

static tb_move playout_move(struct search *s, int seat)
{
    tb_move move = tb_pick(s->game, s->world, seat, &s->rng);
    int best;

    if (s->manner.contest < 2 || !s->game->order)
        return move;
    best = s->game->order(s->world, seat, move);
    for (int i = 1; i < s->manner.contest; i++) {
        tb_move other = tb_pick(s->game, s->world, seat, &s->rng);
        int order = s->game->order(s->world, seat, other);

        if (order > best)
            best = order, move = other;
    }
    return move;
}

static void play_out(struct search *s, int64_t *value)
{
    uint32_t steps = s->game->evaluate ? s->manner.horizon : s->game->plies_max;

    while (tb_head_of(s->world)->owes && steps--) {
        int seat = next_seat(s->world);

        tb_step(s->game, s->world, seat, playout_move(s, seat), NULL);
        s->work += s->game->order ? s->manner.contest : 1;
    }
    if (tb_head_of(s->world)->owes && s->game->evaluate)
        value_position(s, value);
    else
        value_end(s, value);
}

/* ---- one iteration ---- */

struct choice {
    tb_move move;
    uint64_t key;
    struct edge *edge; /* NULL: never tried, and no room to remember it */
    bool fresh;        /* never tried */
};

static int64_t curiosity(const struct search *s, const struct edge *edge, int seat)
{
    return s->manner.explore * s->spread[seat] * root_log(s, edge->offered) / 65536 *
           inverse_root(s, edge->visits) / ONE;
}

/* Which of those never tried: what order() names first, else any. */
static int best_fresh(struct search *s, int seat, const tb_move *legal, const int *fresh,
                      int count)
{
    int best = fresh[tb_random_below(&s->rng, (uint32_t)count)], most;

    if (!s->game->order)
        return best;
    most = s->game->order(s->world, seat, legal[best]);
    for (int i = 0; i < count; i++) {
        int order = s->game->order(s->world, seat, legal[fresh[i]]);

        if (order > most)
            most = order, best = fresh[i];
    }
    return best;
}

/* Where order() has named the better ones first, the rest can wait; not at the root,
 * where everything deserves a try. */
static int64_t hope_of_untried(const struct search *s)
{
    return s->game->order && s->path_length ? s->manner.ordered : s->manner.first;
}

static struct choice choose(struct search *s, int seat, const tb_move *legal, int count)
{
    struct choice best = { 0 };
    int64_t best_value = INT64_MIN, untried;
    uint64_t sum = 0, visits = 0;
    int fresh[TB_MOVES_MAX], fresh_count = 0;

    for (int i = 0; i < count; i++) {
        uint64_t key = key_of(s->place[seat], legal[i]);
        struct edge *edge = edge_at(s, key);
        int64_t value;

        if (!edge->key) {
            fresh[fresh_count++] = i;
            continue;
        }
        edge->offered++;
        sum += edge->sum;
        visits += edge->visits;
        value = (int64_t)(edge->sum / edge->visits) + curiosity(s, edge, seat);
        if (value > best_value) {
            best_value = value;
            best = (struct choice){ legal[i], key, edge, false };
        }
    }
    untried = visits ? (int64_t)(sum / visits) : 0;
    untried += hope_of_untried(s) * s->spread[seat] / 256;
    if (fresh_count && (!visits || untried >= best_value)) {
        int i = best_fresh(s, seat, legal, fresh, fresh_count);

        best = (struct choice){ .move = legal[i], .fresh = true };
        best.key = key_of(s->place[seat], best.move);
        best.edge = edge_take(s, edge_at(s, best.key), best.key);
        if (best.edge)
            best.edge->offered = 1;
    }
    return best;
}

/* Down the tree to the first move never tried; a forced one is no reason to stop. */
static void walk(struct search *s, int root_seat)
{
    tb_move legal[TB_MOVES_MAX];
    int seat = root_seat;

    for (;;) {
        int count = s->game->moves(s->world, seat, legal);
        struct choice choice = choose(s, seat, legal, count);

        assert(count > 0 && s->path_length < STEPS_MAX);
        s->work += (uint64_t)count / 2;
        if (choice.edge) {
            choice.edge->visits++;
            s->path[s->path_length] = choice.edge;
            s->path_seat[s->path_length++] = (uint8_t)seat;
        }
        advance(s, seat, choice.move, choice.key, choice.edge);
        if (!tb_head_of(s->world)->owes || (choice.fresh && count > 1) || !choice.edge ||
            s->path_length == STEPS_MAX)
            return;
        seat = next_seat(s->world);
    }
}

static void learn(struct search *s, const int64_t *value)
{
    for (int i = 0; i < s->path_length; i++)
        s->path[i]->sum += (uint64_t)value[s->path_seat[i]];
    s->iterations++;
    for (int i = 0; i < tb_head_of(s->world)->seats; i++) {
        struct tally *t = &s->tally[i];
        uint64_t n = s->iterations, mean;
        int64_t spread;

        t->sum += (uint64_t)value[i];
        t->squares += (uint64_t)(value[i] * value[i]);
        mean = t->sum / n;
        /* A few results say little; and once all agree on a move, their spread is not
         * that of what else could be. */
        if (n % 16)
            continue;
        spread = (int64_t)root_of(t->squares / n - mean * mean) + 1;
        if (n == 16 || spread > s->spread[i])
            s->spread[i] = spread;
    }
}

static void iterate(struct search *s, const struct tb_state *seen, int seat)
{
    int64_t value[TB_SEATS_MAX];

    tb_redeal(s->game, seen, tb_random(&s->rng), s->world);
    s->work += REDEAL_WORK;
    s->path_length = 0;
    for (int i = 0; i < TB_SEATS_MAX; i++)
        s->place[i] = mix(0, (uint64_t)i);
    walk(s, seat);
    play_out(s, value);
    learn(s, value);
}

/* ---- one decision ---- */

/* By chance, what was tried more often more often, of what was tried often enough. */
static int draw(struct search *s, const uint32_t *visits, int count, uint32_t least)
{
    uint32_t total = 0;
    int drawn = 0;

    for (int i = 0; i < count; i++) {
        if (!visits[i] || visits[i] < least)
            continue;
        total += visits[i];
        if (tb_random_below(&s->rng, total) < visits[i])
            drawn = i;
    }
    return drawn;
}

/* The move tried most. Beside others who decide at the same time, a move that can be
 * foreseen can be countered: there, a draw among the good ones. */
static tb_move conclude(struct search *s, const tb_move *legal, int count, int seat,
                        bool beside)
{
    uint32_t visits[TB_MOVES_MAX] = { 0 }, most = 0;
    uint64_t best_sum = 0;
    int best = 0;

    for (int i = 0; i < count; i++) {
        const struct edge *edge = edge_at(s, key_of(mix(0, (uint64_t)seat), legal[i]));

        visits[i] = edge->visits;
        if (edge->visits > most || (edge->visits == most && edge->sum > best_sum)) {
            best = i;
            most = edge->visits;
            best_sum = edge->sum;
        }
    }
    if (!most)
        return 0;
    if (s->care.loose)
        best = draw(s, visits, count, 1);
    else if (beside)
        best = draw(s, visits, count, (most + 3) / 4);
    return legal[best];
}

/* Forgets the last decision. A small task gets a small table: it is the quicker cleared,
 * and stays near. */
static void begin(struct search *s, const struct search_ask *ask)
{
    uint32_t size = s->care.edges;

    if (s->used)
        memset(s->edges, 0, ((size_t)s->mask + 1) * sizeof *s->edges);
    while (ask->nodes && size > EDGES_MIN && size / 16 >= ask->nodes)
        size /= 2;
    s->mask = size - 1;
    s->full = size / 4 * 3;
    s->rng = ask->seed;
    s->used = s->iterations = s->ends = 0;
    s->work = s->margins = 0;
    memset(s->points, 0, sizeof s->points);
    memset(s->tally, 0, sizeof s->tally);
    for (int i = 0; i < TB_SEATS_MAX; i++)
        s->spread[i] = ONE / 4;
}

static bool is_spent(const struct search *s, const struct search_ask *ask)
{
    return ask->nodes ? s->iterations >= ask->nodes : s->work >= s->care.work;
}

static bool goes_on(const struct search *s, const struct search_ask *ask)
{
    return !is_spent(s, ask) && (!ask->stop || !ask->stop(ask->with));
}

/* Iterations to come, or about as many as the work left will do. */
static uint64_t iterations_left(const struct search *s, const struct search_ask *ask)
{
    if (ask->nodes)
        return ask->nodes - s->iterations;
    return (s->care.work - s->work) * s->iterations / s->work;
}

/* Whether the move tried most will stay that, whatever is still to come. */
static bool is_decided(const struct search *s, const struct search_ask *ask,
                       const tb_move *legal, int count, int seat)
{
    uint32_t most = 0, second = 0;

    if (s->iterations % DECIDED_EVERY || is_spent(s, ask))
        return false;
    for (int i = 0; i < count; i++) {
        uint32_t visits = edge_at(s, key_of(mix(0, (uint64_t)seat), legal[i]))->visits;

        if (visits > most)
            second = most, most = visits;
        else if (visits > second)
            second = visits;
    }
    return most - second > iterations_left(s, ask);
}

tb_move search_decide(struct search *s, const struct tb_state *seen, int seat,
                      const struct search_ask *ask)
{
    uint8_t others = tb_head_of(seen)->owes & (uint8_t) ~(1 << seat);
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(s->game, seen, seat, legal);

    assert(count > 0 && tb_head_of(seen)->viewer == seat);
    begin(s, ask);
    if (count == 1)
        return legal[0];
    while (goes_on(s, ask)) {
        iterate(s, seen, seat);
        /* Where the move is drawn, how often each was tried matters to the end. */
        if (!s->care.loose && !others && is_decided(s, ask, legal, count, seat))
            break;
    }
    return conclude(s, legal, count, seat, others);
}

/* ---- making one ---- */

struct manner search_manner_of(const struct tb_game *g)
{
    struct manner manner = search_manner;

    if (g->horizon)
        manner.horizon = g->horizon;
    if (g->contest)
        manner.contest = g->contest;
    return manner;
}

static size_t rounded(size_t size) { return (size + 63) & ~(size_t)63; }

size_t search_size(const struct tb_game *g, const struct care *care)
{
    return rounded(sizeof(struct search)) + rounded(care->edges * sizeof(struct edge)) +
           g->state_size;
}

struct search *search_setup(void *memory, const struct tb_game *g, const struct care *care)
{
    struct search *s = memory;
    char *rest = (char *)memory + rounded(sizeof *s);

    assert(care->edges >= EDGES_MIN && !(care->edges & (care->edges - 1)));
    s->game = g;
    s->care = *care;
    s->manner = search_manner_of(g);
    s->edges = (struct edge *)rest;
    s->world = (struct tb_state *)(rest + rounded(care->edges * sizeof(struct edge)));
    make_tables(s);
    return s;
}

void search_set_manner(struct search *s, const struct manner *manner)
{
    s->manner = *manner;
}

void search_effort(const struct search *s, uint32_t *iterations, uint64_t *work)
{
    *iterations = s->iterations;
    *work = s->work;
}
