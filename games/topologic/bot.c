/*
 * Topologic's own player: where to seek, and what to hide.
 *
 * A turn is planned for all pawns together and played out pawn by pawn. What is planned
 * depends on the position at the turn's start, the level and the work allowed, and on
 * nothing else: the memory only saves planning again, so a hint asked with an empty one
 * in mid-turn continues the same plan. When somebody else moved a pawn elsewhere, the
 * rest of the turn is planned around it.
 */
#include <limits.h>
#include <string.h>

#include "seeker.h"

struct plan {
    uint64_t key;          /* of the turn it was made for; 0: no plan */
    uint8_t to[PAWNS_MAX]; /* where each pawn is to stand */
    uint8_t whole;         /* made at the start of the turn, for all pawns */
    uint8_t unused[2];
};
_Static_assert(sizeof(struct plan) == TOPOLOGIC_MEMORY, "topologic.h says otherwise");

struct level {
    struct effort first, later;
};

/* Normal takes the first good placement; hard judges by replies, and looks further where
 * ways are long and placements differ more. Easy does not search. */
enum { NORMAL, HARD, HARD_AFAR };
static const struct level levels[] = {
    [NORMAL] = { { 1, 1, 1 }, { 3, 1, 0 } },
    [HARD] = { { 120, 12, 2 }, { 60, 32, 6 } },
    [HARD_AFAR] = { { 240, 24, 2 }, { 120, 48, 6 } },
};

/* ---- which turn this is ---- */

static uint64_t fold(uint64_t key, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;

    while (count--)
        key = (key ^ *byte++) * 0x100000001b3u;
    return key;
}

static uint64_t turn_key(const struct tb_state *s, int seat, const struct tb_ask *ask)
{
    uint8_t small[] = { s->pawns, s->round, (uint8_t)s->head.option[OPTION_START],
                        (uint8_t)ask->level, s->spent[seat] };
    uint64_t key = fold(0xcbf29ce484222325u, s->at, sizeof s->at);

    key = fold(key, small, sizeof small);
    key = fold(key, &ask->nodes, sizeof ask->nodes);
    key = fold(key, s->log[seat], s->spent[seat] * sizeof *s->log[seat]);
    return tb_random(&key) | 1;
}

/* Where the pawns stood when the turn began; NULL in the first one. */
static const uint8_t *stood(const struct tb_state *s, int seat)
{
    return s->spent[seat] ? s->log[seat][s->spent[seat] - 1].pawn : NULL;
}

/* ---- what the level makes of it ---- */

static struct effort effort_of(const struct tb_ask *ask, const struct net *net, bool first)
{
    enum { AFAR = 4 };
    int hard = net->far < AFAR ? HARD : HARD_AFAR;
    const struct level *level = &levels[ask->level < TB_HARD ? NORMAL : hard];
    struct effort effort = first ? level->first : level->later;

    if (ask->nodes) {
        effort.starts = ask->nodes;
        if (effort.keep > ask->nodes)
            effort.keep = ask->nodes;
    }
    return effort;
}

static bool is_free(const struct hunt *h, int pawn)
{
    return h->option[pawn] & (h->option[pawn] - 1);
}

/* Somewhere near a tile that may be it: on it, if the pawn can. */
static unsigned stroll(const struct hunt *h, int pawn, uint64_t *rng)
{
    uint64_t goals = h->option[pawn] & h->may_be;
    unsigned goal;
    int d = 0;

    if (goals)
        return tile_of(goals, rng);
    goal = tile_of(h->may_be, rng);
    while (!(h->option[pawn] & h->net->within[goal][d]))
        d++;
    return tile_of(h->option[pawn] & h->net->within[goal][d], rng);
}

/* Easy: every pawn on its own to a tile that may be the secret; of two such ideas, the
 * one that promises more. */
static void stroll_all(const struct hunt *h, uint64_t rng, uint8_t *to)
{
    enum { IDEAS = 2 };
    int least = INT_MAX;

    for (int i = 0; i < IDEAS; i++) {
        uint8_t at[PAWNS_MAX] = { 0 };
        int cost;

        for (int pawn = 0; pawn < h->pawns; pawn++)
            at[pawn] = (uint8_t)stroll(h, pawn, &rng);
        if (!memcmp(at, h->barred, h->pawns))
            at[0] = (uint8_t)tile_of(h->option[0] & ~bit(at[0]), &rng);
        cost = placement_estimate(h, at);
        if (cost < least) {
            least = cost;
            memcpy(to, at, sizeof at);
        }
    }
}

/* What easy believes: one turn in ten, a score but the latest has slipped its mind. */
static uint64_t half_remembered(const struct tb_state *s, int seat, uint64_t *rng)
{
    enum { ONE_IN = 10 };
    int known = s->spent[seat], lost = known;
    uint64_t set = all_tiles();

    if (known > 1 && !tb_random_below(rng, ONE_IN))
        lost = (int)tb_random_below(rng, (uint32_t)known - 1);
    for (int i = 0; i < known; i++)
        if (i != lost)
            set &= tiles_scoring(&s->log[seat][i], s->pawns);
    return set;
}

/* ---- planning ---- */

/* Plans a turn for the pawns that are free, the others standing where they stand. */
static void make_plan(const struct tb_state *s, int seat, const struct tb_ask *ask,
                      struct hunt *h, uint64_t rng, uint8_t *to)
{
    struct stop stop = { ask->stop, ask->with };
    struct effort effort;
    bool first = !s->spent[seat];

    if (ask->level <= TB_EASY)
        h->may_be = half_remembered(s, seat, &rng);
    hunt_ready(h);
    if (ask->level <= TB_EASY) {
        stroll_all(h, rng, to);
        return;
    }
    for (int i = 0; i < h->pawns; i++)
        first = first && is_free(h, i);
    effort = effort_of(ask, h->net, first);
    if (first)
        seek_first(h, &effort, &stop, rng, to);
    else
        seek(h, &effort, &stop, rng, to);
}

/* R3.4: of pawns on one tile those that move come first, as the rules list them. */
static void movers_first(const uint8_t *from, unsigned fixed, int pawns, uint8_t *to)
{
    for (int i = 0; i < pawns; i++)
        for (int k = i + 1; k < pawns; k++)
            if (!(fixed >> i & 1) && !(fixed >> k & 1) && from[i] == from[k] &&
                to[i] == from[i]) {
                to[i] = to[k];
                to[k] = from[k];
            }
}

/* The whole turn, from where it began; or what is left of it, around the pawns in
 * `fixed`, a bit each. */
static void plan_turn(const struct tb_state *s, int seat, const struct tb_ask *ask,
                      unsigned fixed, uint64_t rng, uint8_t *to)
{
    const uint8_t *from = stood(s, seat);
    struct net net;
    struct hunt h = { .net = &net, .pawns = s->pawns };

    net_make(&net, s);
    h.may_be = consistent(s, seat);
    h.barred[0] = NONE;
    if (from && !fixed)
        memcpy(h.barred, from, sizeof h.barred);
    for (int i = 0; i < s->pawns; i++) {
        if (fixed >> i & 1)
            h.option[i] = bit(s->pawn[i]);
        else
            h.option[i] = from ? net.within[from[i]][1] : start_tiles(s);
    }
    make_plan(s, seat, ask, &h, rng, to);
    if (from)
        movers_first(from, fixed, s->pawns, to);
}

/* ---- playing a plan ---- */

/* Takes the placed pawns out of the plan: the places left, or -1 if one is not in it. */
static int places_left(const struct tb_state *s, const struct plan *plan, uint8_t *left)
{
    int count = s->pawns;

    memcpy(left, plan->to, PAWNS_MAX);
    for (int i = 0; i < s->placed; i++) {
        int k = 0;

        while (k < count && left[k] != s->pawn[i])
            k++;
        if (k == count)
            return -1;
        memmove(left + k, left + k + 1, (size_t)(--count - k));
    }
    return count;
}

static bool is_on_plan(const struct tb_state *s, const struct plan *plan)
{
    uint8_t left[PAWNS_MAX];

    if (s->phase == PLACING)
        return places_left(s, plan, left) >= 0;
    for (int i = 0; i < s->pawns; i++)
        if (s->moved >> i & 1 && s->pawn[i] != plan->to[i])
            return false;
    return true;
}

static tb_move next_move(const struct tb_state *s, const struct plan *plan)
{
    uint8_t left[PAWNS_MAX];

    if (s->phase == PLACING && places_left(s, plan, left) > 0)
        return tb_mv(PLACE, s->placed, left[0]);
    if (s->phase == MOVING)
        for (unsigned i = 0; i < s->pawns; i++)
            if (!(s->moved >> i & 1) && plan->to[i] != s->pawn[i])
                return tb_mv(MOVE, i, plan->to[i]);
    return tb_mv(ANNOUNCE, 0, 0);
}

static tb_move advise_seeker(const struct tb_state *s, int seat, const struct tb_ask *ask)
{
    uint64_t key = turn_key(s, seat, ask);
    struct plan plan = { 0 };

    if (ask->memory)
        memcpy(&plan, ask->memory, sizeof plan);
    if (plan.key != key || !(plan.whole || is_on_plan(s, &plan))) {
        plan = (struct plan){ .key = key, .whole = 1 };
        plan_turn(s, seat, ask, 0, key, plan.to);
    }
    if (!is_on_plan(s, &plan)) {
        unsigned fixed = s->phase == PLACING ? (1u << s->placed) - 1 : s->moved;

        plan.whole = 0;
        plan_turn(s, seat, ask, fixed, fold(key, s->pawn, sizeof s->pawn), plan.to);
    }
    if (ask->memory)
        memcpy(ask->memory, &plan, sizeof plan);
    return next_move(s, &plan);
}

/* ---- hiding ---- */

/* Remote tiles take a little longer to gather on: hard hides there a little more often. */
static tb_move advise_coder(const struct tb_state *s, const struct tb_ask *ask)
{
    uint64_t rng = ask->seed;
    uint32_t weight[TILES], total = 0, pick;
    unsigned tile = 0;
    struct net net;

    net_make(&net, s);
    for (unsigned t = 0; t < TILES; t++) {
        weight[t] = 1;
        for (unsigned u = 0; ask->level >= TB_HARD && u < TILES; u++)
            weight[t] += (uint32_t)net_distance(&net, t, u);
        total += weight[t];
    }
    pick = tb_random_below(&rng, total);
    while (pick >= weight[tile])
        pick -= weight[tile++];
    return tb_mv(SECRET, 0, tile);
}

tb_move topologic_advise(const struct tb_state *seen, int seat, const struct tb_ask *ask)
{
    switch ((enum phase)seen->phase) {
    case CHOOSING:
        return advise_coder(seen, ask);
    case PLACING:
    case MOVING:
        return advise_seeker(seen, seat, ask);
    case OVER:
        break;
    }
    return 0;
}
