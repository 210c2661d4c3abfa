/*
 * The field: sixty places in one of five shapes, and who can go where.
 *
 * Growing and carving work on a board twice as wide as a field may be, so that a field
 * started in the middle can never leave it before it is found too wide.
 */
#include <string.h>

#include "topologic.h"

enum { BOARD = 2 * SIDE_MAX + 3, PLACES = BOARD * BOARD, CENTRE = PLACES / 2 };
enum { FREE, FRONTIER, TAKEN };

static const int beside[4] = { -BOARD, -1, 1, BOARD };

struct board {
    uint8_t is[PLACES]; /* FREE, FRONTIER or TAKEN */
    int place[PLACES];  /* the taken ones, as they came */
    int taken;
    int frontier[4 * TILES];
    int waiting;
};

static int neighbours(const struct board *b, int place)
{
    int count = 0;

    for (int i = 0; i < 4; i++)
        count += b->is[place + beside[i]] == TAKEN;
    return count;
}

static void take(struct board *b, int place)
{
    b->is[place] = TAKEN;
    b->place[b->taken++] = place;
}

static void take_block(struct board *b, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            take(b, (y + 1) * BOARD + x + 1);
}

/* ---- grown shapes ---- */

static void extend_frontier(struct board *b, int place)
{
    for (int i = 0; i < 4; i++)
        if (b->is[place + beside[i]] == FREE) {
            b->is[place + beside[i]] = FRONTIER;
            b->frontier[b->waiting++] = place + beside[i];
        }
}

/* Picks a place of the frontier, weighted by how many neighbours it has, and removes it. */
static int pick_frontier(struct tb_state *s, struct board *b, const uint8_t weight[5])
{
    uint32_t total = 0, pick;
    int i = 0, place;

    for (int k = 0; k < b->waiting; k++)
        total += weight[neighbours(b, b->frontier[k])];
    pick = tb_roll(s, total);
    while (pick >= weight[neighbours(b, b->frontier[i])])
        pick -= weight[neighbours(b, b->frontier[i++])];
    place = b->frontier[i];
    b->frontier[i] = b->frontier[--b->waiting];
    return place;
}

/* Whether the taken places still fit a field; grown ones stay clear of the board's rim. */
static bool fits(const struct board *b)
{
    int left = BOARD, right = 0, top = BOARD, bottom = 0;

    for (int i = 0; i < b->taken; i++) {
        int x = b->place[i] % BOARD, y = b->place[i] / BOARD;

        left = x < left ? x : left;
        right = x > right ? x : right;
        top = y < top ? y : top;
        bottom = y > bottom ? y : bottom;
    }
    return right - left < SIDE_MAX && bottom - top < SIDE_MAX;
}

static bool grow(struct tb_state *s, struct board *b, const uint8_t weight[5])
{
    take(b, CENTRE);
    extend_frontier(b, CENTRE);
    while (b->taken < TILES) {
        int place = pick_frontier(s, b, weight);

        take(b, place);
        if (!fits(b))
            return false;
        extend_frontier(b, place);
    }
    return true;
}

/* ---- carved shapes ---- */

static bool is_connected(const struct board *b)
{
    uint8_t seen[PLACES] = { 0 };
    int queue[PLACES], head = 0, tail = 0;

    queue[tail++] = b->place[0];
    seen[b->place[0]] = 1;
    while (head < tail) {
        int place = queue[head++];

        for (int i = 0; i < 4; i++) {
            int next = place + beside[i];

            if (b->is[next] == TAKEN && !seen[next]) {
                seen[next] = 1;
                queue[tail++] = next;
            }
        }
    }
    return tail == b->taken;
}

static void carve(struct tb_state *s, struct board *b, int holes)
{
    while (holes) {
        int i = (int)tb_roll(s, (uint32_t)b->taken), place = b->place[i];

        b->is[place] = FREE;
        b->place[i] = b->place[--b->taken];
        if (is_connected(b)) {
            holes--;
            continue;
        }
        b->is[place] = TAKEN;
        b->place[b->taken++] = b->place[i];
        b->place[i] = place;
    }
}

/* ---- from places to a field ---- */

static bool lay_out(struct tb_state *s, struct board *b)
{
    static const uint8_t blob[5] = { 0, 1, 4, 9, 16 }, ragged[5] = { 0, 8, 2, 1, 1 };

    memset(b->is, FREE, sizeof b->is);
    b->taken = b->waiting = 0;
    switch ((enum shape)s->head.option[OPTION_SHAPE]) {
    case RECTANGLE:
        take_block(b, 10, 6);
        return true;
    case RIBBON:
        take_block(b, 15, 4);
        return true;
    case BLOB:
        return grow(s, b, blob);
    case HOLED:
        take_block(b, 9, 8);
        carve(s, b, 12);
        return true;
    case RAGGED:
        return grow(s, b, ragged);
    case SHAPES:
        break;
    }
    return false;
}

/* Shuffles the tiles onto the places, moved to the top left corner. */
static void deal_tiles(struct tb_state *s, const struct board *b)
{
    int left = BOARD, top = BOARD;
    uint8_t order[TILES];

    for (int i = 0; i < TILES; i++) {
        int x = b->place[i] % BOARD, y = b->place[i] / BOARD;

        order[i] = (uint8_t)i;
        left = x < left ? x : left;
        top = y < top ? y : top;
    }
    tb_shuffle(s, order, TILES);
    s->width = s->height = 0;
    for (int i = 0; i < TILES; i++) {
        int x = b->place[i] % BOARD - left, y = b->place[i] / BOARD - top;

        s->at[order[i]] = (uint8_t)(SIDE_MAX * y + x);
        s->width = (uint8_t)(x + 1 > s->width ? x + 1 : s->width);
        s->height = (uint8_t)(y + 1 > s->height ? y + 1 : s->height);
    }
}

/* R3.5: like a queen, over tiles only; a pawn in the way does not matter. */
void field_link(struct tb_state *s)
{
    enum { RIM = SIDE_MAX + 2 };
    static const int step[8] = { -RIM - 1, -RIM, -RIM + 1, -1, 1, RIM - 1, RIM, RIM + 1 };
    uint8_t tile_at[RIM * RIM];

    memset(tile_at, NONE, sizeof tile_at);
    for (unsigned t = 0; t < TILES; t++)
        tile_at[(s->at[t] / SIDE_MAX + 1) * RIM + s->at[t] % SIDE_MAX + 1] = (uint8_t)t;
    s->border = 0;
    for (unsigned t = 0; t < TILES; t++) {
        int home = (s->at[t] / SIDE_MAX + 1) * RIM + s->at[t] % SIDE_MAX + 1;

        s->reach[t] = 0;
        for (int d = 0; d < 8; d++)
            for (int p = home + step[d]; tile_at[p] != NONE; p += step[d])
                s->reach[t] |= bit(tile_at[p]);
        s->ways[t] = (uint8_t)count_of(s->reach[t]);
        if (tile_at[home - 1] == NONE || tile_at[home + 1] == NONE ||
            tile_at[home - RIM] == NONE || tile_at[home + RIM] == NONE)
            s->border |= bit(t);
    }
}

int field_depth(const struct tb_state *s, unsigned from)
{
    uint64_t seen = bit(from), edge = seen;
    int depth = 0;

    while (seen != all_tiles()) {
        uint64_t next = 0;

        for (; edge; edge &= edge - 1)
            next |= s->reach[first_of(edge)];
        edge = next & ~seen;
        if (!edge)
            return -1;
        seen |= edge;
        depth++;
    }
    return depth;
}

static bool too_far(const struct tb_state *s)
{
    for (unsigned t = 0; t < TILES; t++)
        if (field_depth(s, t) > FAR_MAX)
            return true;
    return false;
}

void field_make(struct tb_state *s)
{
    struct board b;

    do {
        while (!lay_out(s, &b))
            ;
        deal_tiles(s, &b);
        field_link(s);
    } while (too_far(s));
}
