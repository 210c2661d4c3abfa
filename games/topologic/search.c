/*
 * Where to stand at the next announcement.
 *
 * A placement splits the tiles that may be the secret into blocks of equal score, and
 * each block must then be gathered upon. One more pawn turns eleven blocks into eleven
 * others with a few operations on sets, so placements are improved one pawn at a time,
 * from many starts, with an estimate for every block; the best ones met are then judged
 * anew with the best reply found to each score in place of the estimate.
 */
#include <string.h>

#include "seeker.h"

enum { SCORES = 2 * PAWNS_MAX + 1, BAD = 1 << 30 };

/* ---- sets ---- */

/* Without a call to the library where the processor has no instruction for it. */
static inline int bits(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    return (int)(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

static inline bool is_single(uint64_t set) { return !(set & (set - 1)); }

/* The tiles that share the tile's colour or value. */
static inline uint64_t kin_of(unsigned tile)
{
    return (uint64_t)63 << VALUES * colour_of(tile) | (uint64_t)0x0041041041041041
                                                          << value_of(tile);
}

unsigned tile_of(uint64_t set, uint64_t *rng)
{
    for (uint32_t n = tb_random_below(rng, (uint32_t)bits(set)); n; n--)
        set &= set - 1;
    return first_of(set);
}

/* ---- the net ---- */

/* R2.3: no tile is farther than FAR_MAX; so every search by distance comes to an end. */
void net_make(struct net *net, const struct tb_state *s)
{
    net->far = 1;
    for (unsigned t = 0; t < TILES; t++) {
        net->within[t][0] = bit(t);
        net->within[t][1] = bit(t) | s->reach[t];
    }
    for (int d = 2; d <= FAR_MAX; d++)
        for (unsigned t = 0; t < TILES; t++) {
            uint64_t set = net->within[t][d - 1];

            if (set != all_tiles()) {
                net->far = d;
                for (uint64_t from = net->within[t][1]; from; from &= from - 1)
                    set |= net->within[first_of(from)][d - 1];
            }
            net->within[t][d] = d < FAR_MAX ? set : all_tiles();
        }
    net->ties = 0;
    for (unsigned t = 0; t < TILES; t++)
        net->ties += s->ways[t];
    net->ties = net->ties * 100 / (TILES * (TILES - 1));
}

int net_distance(const struct net *net, unsigned from, unsigned to)
{
    int d = 0;

    while (!(net->within[from][d] >> to & 1))
        d++;
    return d;
}

void hunt_ready(struct hunt *h)
{
    uint64_t wanted = 0;

    for (int i = 0; i < h->pawns; i++)
        wanted |= h->option[i];
    for (; wanted; wanted &= wanted - 1) {
        unsigned tile = first_of(wanted);
        int moves = 0;

        for (int d = 1; d < h->net->far; d++)
            moves += bits(h->may_be & ~h->net->within[tile][d]);
        h->apart[tile] = (uint16_t)moves;
    }
}

/* ---- blocks ---- */

/* The tiles by score, after two empty sets for a pawn to look back at. */
struct blocks {
    uint64_t of[SCORES + 2];
};

static inline void add_pawn(struct blocks *to, const struct blocks *from, unsigned tile,
                            int scores)
{
    uint64_t kin = kin_of(tile), two = bit(tile), one = kin ^ two;

    for (int i = scores + 1; i >= 2; i--)
        to->of[i] =
            (from->of[i] & ~kin) | (from->of[i - 1] & one) | (from->of[i - 2] & two);
}

/* `out`: a pawn to leave out, or -1. */
static void split(struct blocks *b, const struct hunt *h, const uint8_t *at, int out)
{
    memset(b, 0, sizeof *b);
    b->of[2] = h->may_be;
    for (int i = 0, scores = 3; i < h->pawns; i++)
        if (i != out) {
            add_pawn(b, b, at[i], scores);
            scores += 2;
        }
}

/* ---- what a block costs ---- */

/* The pawns at an announcement, as far as it matters to what follows. */
struct stand {
    const struct net *net;
    int pawns;
    uint64_t all;               /* what may be the secret before the score is told */
    uint64_t step[PAWNS_MAX];   /* where each can be a turn later */
    uint64_t near[FAR_MAX + 1]; /* [d]: where all can be d turns later */
};

static inline void go_near(uint64_t near[FAR_MAX + 1], const uint64_t others[FAR_MAX + 1],
                           const struct net *net, unsigned tile)
{
    for (int d = 1; d <= net->far; d++)
        near[d] = others[d] & net->within[tile][d];
}

static void stand_at(struct stand *q, const struct hunt *h, const uint8_t *at, int out)
{
    q->net = h->net;
    q->pawns = h->pawns;
    q->all = h->may_be;
    for (int d = 1; d <= h->net->far; d++)
        q->near[d] = all_tiles();
    for (int i = 0; i < h->pawns; i++) {
        /* cppcheck-suppress negativeIndex ; `out` is only compared, -1 leaves none out */
        q->step[i] = h->net->within[at[i]][1];
        if (i != out)
            go_near(q->near, q->near, h->net, at[i]);
    }
}

static inline int single_cost(const struct stand *q, uint64_t b)
{
    int d = 1;

    while (!(b & q->near[d]))
        d++;
    return d * TURN;
}

/* As if every tile were told apart on the way: one at most can be gathered upon by the
 * very next announcement, and here none is. */
static inline int walk_cost(const struct stand *q, uint64_t b)
{
    int turns = 2 * bits(b);

    for (int d = 2; d < q->net->far; d++)
        turns += bits(b & ~q->near[d]);
    return turns * TURN;
}

/* Either gather on one of the two, or tell them apart from where both can be reached. */
static inline int pair_cost(const struct stand *q, uint64_t b)
{
    unsigned a = first_of(b), c = first_of(b & (b - 1));
    uint64_t between = q->net->within[a][1] & q->net->within[c][1];
    int i = 0;

    if ((b & q->near[1]) && between >> a & 1)
        return 3 * TURN;
    while (i < q->pawns && q->step[i] & between)
        i++;
    if (i == q->pawns || ((b & q->near[1]) && q->net->within[a][2] >> c & 1))
        return 4 * TURN;
    return walk_cost(q, b) + TURN * 6 / 10;
}

/* A score known beforehand is a turn lost, and two such placements could follow each other
 * for ever. */
static inline int idle_cost(const struct stand *q, uint64_t b)
{
    return b == q->all && !is_single(b) ? TURN / 2 * bits(b) : 0;
}

/* Pairs of its tiles that are a move apart, each counted twice; in a large block as many
 * as usual on this field. */
static inline int ties(const struct stand *q, uint64_t b, int n)
{
    enum { LARGE = 9 };
    int count = -n;

    if (n >= LARGE)
        return q->net->ties * n * (n - 1) / 100;
    for (uint64_t set = b; set; set &= set - 1)
        count += bits(b & q->net->within[first_of(set)][1]);
    return count;
}

/* Three tiles or more: what they take beyond two turns each, fitted to the replies found
 * in play, but for the walking. Fewer pawns tell less; tiles a move from each other are
 * gathered on sooner. */
static inline int many_cost(const struct stand *q, uint64_t b)
{
    static const int16_t extra[] = { 0,   0,   0,   207,  297,  390,  507,  611,
                                     744, 857, 951, 1050, 1150, 1300, 1450, 1600 };
    enum { EXTRAS = sizeof extra / sizeof *extra, MORE = 165, FEWER = 20 };
    enum { GATHER_3 = 80, GATHER = 45, TIE = 50 };
    int n = bits(b), last = n < EXTRAS ? n : EXTRAS - 1;
    int cost = 2 * TURN * n + extra[last] + MORE * (n - last);

    if (n > 4)
        cost += FEWER * (PAWNS_MAX - q->pawns) * (n - 4);
    if (b & q->near[1])
        cost -= n == 3 ? GATHER_3 : GATHER;
    return cost - TIE * ties(q, b, n) / (n - 1);
}

/* Part of the walking is done while such tiles are told apart. It is the same in whatever
 * blocks they are. */
static inline int many_walk(const struct stand *q, uint64_t many)
{
    enum { WALK = 58 };
    int cost = 0;

    for (int d = 2; many && d < q->net->far; d++)
        cost += WALK * bits(many & ~q->near[d]);
    return cost;
}

/* All pawns on the secret is the end: that last block costs nothing. The sum may stop
 * short once it reaches the limit. */
static inline int blocks_cost(const struct stand *q, const struct blocks *b, int limit)
{
    uint64_t many = 0;
    int cost = 0;

    for (int i = 2; i < 2 * q->pawns + 2 && cost < limit; i++) {
        uint64_t block = b->of[i];

        if (is_single(block)) {
            cost += block ? single_cost(q, block) : 0;
            continue;
        }
        cost += idle_cost(q, block);
        if (is_single(block & (block - 1))) {
            cost += pair_cost(q, block);
        } else {
            cost += many_cost(q, block);
            many |= block;
        }
    }
    return cost < limit ? cost + many_walk(q, many) : cost;
}

int placement_estimate(const struct hunt *h, const uint8_t *at)
{
    struct stand q;
    struct blocks b;

    stand_at(&q, h, at, -1);
    split(&b, h, at, -1);
    return blocks_cost(&q, &b, BAD);
}

/* ---- the best placements met ---- */

struct kept {
    int cost;
    uint64_t key; /* the pawns' tiles in order: pawns are alike */
    uint8_t at[PAWNS_MAX];
};
struct top {
    int count, room;
    int worst; /* the cost to beat */
    struct kept list[KEEP_MAX];
};

static uint64_t key_of(const uint8_t *at, int pawns)
{
    uint8_t sorted[PAWNS_MAX];
    uint64_t key = 0;

    for (int i = 0; i < pawns; i++) {
        int k = i;

        for (; k && sorted[k - 1] > at[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = at[i];
    }
    for (int i = 0; i < pawns; i++)
        key = key << 8 | sorted[i];
    return key;
}

/* Inserts in order of cost, dropping the worst when full. */
static void top_offer(struct top *top, const uint8_t *at, int pawns, int cost)
{
    uint64_t key = key_of(at, pawns);
    int i;

    for (i = 0; i < top->count; i++)
        if (top->list[i].key == key)
            return;
    i = top->count < top->room ? top->count++ : top->count - 1;
    for (; i && top->list[i - 1].cost > cost; i--)
        top->list[i] = top->list[i - 1];
    top->list[i].cost = cost;
    top->list[i].key = key;
    memcpy(top->list[i].at, at, PAWNS_MAX);
    if (top->count == top->room)
        top->worst = top->list[top->count - 1].cost;
}

/* ---- improving a placement pawn by pawn ---- */

/* One pawn alone can rarely make a tile one that all can reach, so a little is paid for
 * each pawn that is nearer: a slope towards gathering. */
enum { SLOPE = 2 };

static bool is_barred(const struct hunt *h, const uint8_t *at)
{
    return !memcmp(h->barred, at, h->pawns);
}

/* Moves one pawn to where the placement costs least; what it costs then. */
static int improve_pawn(const struct hunt *h, uint8_t *at, int pawn, int cost,
                        struct top *top)
{
    struct stand rest, q;
    struct blocks others, all = { { 0 } };
    uint8_t best = at[pawn];
    int apart = 0;

    stand_at(&rest, h, at, pawn);
    split(&others, h, at, pawn);
    for (int i = 0; i < h->pawns; i++)
        apart += i == pawn ? 0 : SLOPE * h->apart[at[i]];
    q = rest;
    for (uint64_t set = h->option[pawn]; set; set &= set - 1) {
        unsigned tile = first_of(set);
        int away = apart + SLOPE * h->apart[tile];
        int limit = top && top->worst > cost ? top->worst : cost, c;

        q.step[pawn] = h->net->within[tile][1];
        go_near(q.near, rest.near, h->net, tile);
        add_pawn(&all, &others, tile, 2 * h->pawns + 1);
        c = away + blocks_cost(&q, &all, limit - away);
        at[pawn] = (uint8_t)tile;
        if (c >= limit || is_barred(h, at))
            continue;
        if (top && c < top->worst)
            top_offer(top, at, h->pawns, c);
        if (c < cost) {
            cost = c;
            best = (uint8_t)tile;
        }
    }
    at[pawn] = best;
    return cost;
}

static void improve(const struct hunt *h, uint8_t *at, struct top *top)
{
    int cost = BAD;

    for (int pawn = 0, idle = 0; idle < h->pawns; pawn = (pawn + 1) % h->pawns) {
        int before = cost;

        cost = improve_pawn(h, at, pawn, cost, top);
        idle = cost < before ? 1 : idle + 1;
    }
}

/* ---- starts ---- */

static void start_anywhere(const struct hunt *h, uint8_t *at, uint64_t *rng)
{
    for (int i = 0; i < h->pawns; i++)
        at[i] = (uint8_t)tile_of(h->option[i], rng);
}

/* Everybody as near to one tile as can be. */
static void start_towards(const struct hunt *h, unsigned tile, uint8_t *at, uint64_t *rng)
{
    for (int i = 0; i < h->pawns; i++) {
        int d = 0;

        while (!(h->option[i] & h->net->within[tile][d]))
            d++;
        at[i] = (uint8_t)tile_of(h->option[i] & h->net->within[tile][d], rng);
    }
}

/* Towards each tile that may be the secret, then anywhere. */
static void start(const struct hunt *h, uint32_t number, uint8_t *at, uint64_t *rng)
{
    uint64_t set = h->may_be;

    for (uint32_t i = 0; set && i < number; i++)
        set &= set - 1;
    if (set)
        start_towards(h, first_of(set), at, rng);
    else
        start_anywhere(h, at, rng);
}

/* ---- replies ---- */

/* Less than this a block cannot cost. */
static int bound(const struct stand *q, uint64_t b)
{
    return is_single(b) ? single_cost(q, b) : walk_cost(q, b) - (b & q->near[1] ? TURN : 0);
}

/* What a block costs with the best reply found. */
static int reply_cost(const struct hunt *h, const uint8_t *at, const struct stand *q,
                      uint64_t b, uint32_t starts, uint64_t *rng)
{
    struct hunt next = { .net = h->net, .may_be = b, .pawns = h->pawns };
    int turn = TURN * bits(b), least = bound(q, b), best = BAD;

    if (is_single(b) || (is_single(b & (b - 1)) && pair_cost(q, b) == least))
        return least + idle_cost(q, b);
    memcpy(next.option, q->step, sizeof next.option);
    memcpy(next.barred, at, sizeof next.barred);
    hunt_ready(&next);
    for (uint32_t i = 0; i < starts && best > least; i++) {
        uint8_t to[PAWNS_MAX] = { 0 };
        int cost;

        start(&next, i, to, rng);
        improve(&next, to, NULL);
        cost = turn + placement_estimate(&next, to);
        best = cost < best ? cost : best;
    }
    return best + idle_cost(q, b);
}

/* The cost with the best replies found, or anything not below the limit. */
static int placement_cost(const struct hunt *h, const uint8_t *at, uint32_t starts,
                          int limit, uint64_t *rng)
{
    struct stand q;
    struct blocks b;
    int cost = 0;

    stand_at(&q, h, at, -1);
    split(&b, h, at, -1);
    for (int i = 0; i < h->pawns; i++)
        cost += h->apart[at[i]];
    for (int i = 2; i < 2 * h->pawns + 2; i++)
        if (b.of[i])
            cost += bound(&q, b.of[i]);
    for (int i = 2; i < 2 * h->pawns + 2 && cost < limit; i++)
        if (b.of[i])
            cost += reply_cost(h, at, &q, b.of[i], starts, rng) - bound(&q, b.of[i]);
    return cost;
}

int placement_judge(const struct hunt *h, const uint8_t *at, uint32_t starts, uint64_t rng)
{
    int cost = placement_cost(h, at, starts, BAD, &rng);

    for (int i = 0; i < h->pawns; i++)
        cost -= h->apart[at[i]]; /* a slope for the search, not a turn */
    return cost;
}

/* ---- the search ---- */

static bool told_to_stop(const struct stop *stop)
{
    return stop->ask && stop->ask(stop->with);
}

/* Of those kept, the one with the best replies. */
static int choose(const struct hunt *h, const struct top *top, uint32_t starts,
                  const struct stop *stop, uint64_t rng, uint8_t best[PAWNS_MAX])
{
    int least = BAD;

    memcpy(best, top->list[0].at, PAWNS_MAX);
    for (int i = 0; starts && i < top->count && !told_to_stop(stop); i++) {
        int cost = placement_cost(h, top->list[i].at, starts, least, &rng);

        if (cost < least) {
            least = cost;
            memcpy(best, top->list[i].at, PAWNS_MAX);
        }
    }
    return least;
}

int seek(const struct hunt *h, const struct effort *effort, const struct stop *stop,
         uint64_t rng, uint8_t best[PAWNS_MAX])
{
    struct top top = { .room = (int)effort->keep, .worst = BAD };

    for (uint32_t i = 0; i < effort->starts; i++) {
        uint8_t at[PAWNS_MAX] = { 0 };

        start(h, i, at, &rng);
        improve(h, at, &top);
        if (told_to_stop(stop))
            break;
    }
    return choose(h, &top, effort->reply, stop, rng, best);
}

/* ---- the first placement ---- */

/* How many pawns share a colour, and how many a value, in the placements that tell most.
 * Which colours and values matters only to the ways from tile to tile. */
struct pattern {
    uint8_t colour[PAWNS_MAX], value[PAWNS_MAX]; /* of each pawn, by any names */
};

/* clang-format off */
static const struct pattern patterns[PAWNS_MAX + 1] = {
    [3] = { { 0, 1, 2 },       { 0, 0, 1 } },
    [4] = { { 0, 1, 2, 3 },    { 0, 0, 1, 1 } },
    [5] = { { 0, 0, 1, 2, 3 }, { 0, 0, 0, 1, 1 } },
};
/* clang-format on */

static void shuffle(uint8_t *items, int count, uint64_t *rng)
{
    for (int left = count; left > 1; left--) {
        uint32_t pick = tb_random_below(rng, (uint32_t)left);
        uint8_t held = items[pick];

        items[pick] = items[left - 1];
        items[left - 1] = held;
    }
}

/* Gives the pattern colours and values at random; false: a pawn may not stand there. */
static bool dress(const struct hunt *h, uint8_t *at, uint64_t *rng)
{
    const struct pattern *p = &patterns[h->pawns];
    uint8_t colour[COLOURS], value[VALUES], order[PAWNS_MAX];

    for (uint8_t i = 0; i < COLOURS; i++)
        colour[i] = i;
    for (uint8_t i = 0; i < VALUES; i++)
        value[i] = i;
    for (uint8_t i = 0; i < PAWNS_MAX; i++)
        order[i] = i;
    shuffle(colour, COLOURS, rng);
    shuffle(value, VALUES, rng);
    shuffle(order, h->pawns, rng);
    for (int i = 0; i < h->pawns; i++) {
        at[i] = (uint8_t)(VALUES * colour[p->colour[i]] + value[p->value[order[i]]]);
        if (!(h->option[i] >> at[i] & 1))
            return false;
    }
    return true;
}

/* Of a few, the one with the shortest way to gather anywhere. */
static void draw_placement(const struct hunt *h, uint8_t *best, uint64_t *rng)
{
    enum { DRAWS = 32 };
    int least = BAD;

    for (int i = 0; i < DRAWS; i++) {
        uint8_t at[PAWNS_MAX] = { 0 };
        struct stand q;
        int cost;

        while (!dress(h, at, rng))
            ;
        stand_at(&q, h, at, -1);
        cost = walk_cost(&q, h->may_be);
        if (cost < least) {
            least = cost;
            memcpy(best, at, PAWNS_MAX);
        }
    }
}

/* What a first placement costs when the second turn, too, is chosen by its replies. */
static int prospect(const struct hunt *h, const uint8_t *at, int limit,
                    const struct stop *stop, uint64_t rng)
{
    static const struct effort light = { .starts = 20, .keep = 6, .reply = 3 };
    struct blocks b;
    int cost = 0;

    split(&b, h, at, -1);
    for (int i = 2; i < 2 * h->pawns + 2 && cost < limit; i++) {
        struct hunt next = { .net = h->net, .may_be = b.of[i], .pawns = h->pawns };
        uint8_t to[PAWNS_MAX];

        if (!b.of[i])
            continue;
        for (int k = 0; k < h->pawns; k++)
            next.option[k] = h->net->within[at[k]][1];
        memcpy(next.barred, at, sizeof next.barred);
        hunt_ready(&next);
        cost += TURN * bits(b.of[i]) + seek(&next, &light, stop, rng, to);
    }
    return cost;
}

int seek_first(const struct hunt *h, const struct effort *effort, const struct stop *stop,
               uint64_t rng, uint8_t best[PAWNS_MAX])
{
    struct top top = { .room = (int)effort->keep, .worst = BAD };
    int least = BAD;

    for (uint32_t i = 0; i < effort->starts && !(i && told_to_stop(stop)); i++) {
        uint8_t at[PAWNS_MAX] = { 0 };
        int cost;

        draw_placement(h, at, &rng);
        cost = placement_cost(h, at, effort->reply, top.worst, &rng);
        if (cost < top.worst)
            top_offer(&top, at, h->pawns, cost);
    }
    memcpy(best, top.list[0].at, PAWNS_MAX);
    for (int i = 0; top.count > 1 && i < top.count && !told_to_stop(stop); i++) {
        int cost = prospect(h, top.list[i].at, least, stop, rng);

        if (cost < least) {
            least = cost;
            memcpy(best, top.list[i].at, PAWNS_MAX);
        }
    }
    return least;
}
