/* Why a note that is not legal is not: what the rules of moving say to whoever tries. */
#include <stdlib.h>
#include <string.h>

#include "topologic.h"

/* C4, in any case and nothing after it; NONE: it is no tile. */
static unsigned tile_named(const char *text)
{
    unsigned colour = (unsigned)(text[0] | 32) - 'a', value;

    if (colour >= COLOURS || !text[1] || text[2])
        return NONE;
    value = (unsigned)text[1] - '1';
    return value < VALUES ? VALUES * colour + value : NONE;
}

static bool is_in_line(const struct tb_state *s, unsigned from, unsigned to)
{
    int rows = abs(s->at[to] / SIDE_MAX - s->at[from] / SIDE_MAX);
    int columns = abs(s->at[to] % SIDE_MAX - s->at[from] % SIDE_MAX);

    return !rows || !columns || rows == columns;
}

/* R3.5 */
static const char *why_not_there(const struct tb_state *s, unsigned pawn, unsigned tile)
{
    if (s->moved >> pawn & 1)
        return TB_N("This pawn has already moved in this turn.");
    if (s->pawn[pawn] == tile)
        return TB_N("The pawn stands on this tile already.");
    if (!is_in_line(s, s->pawn[pawn], tile))
        return TB_N(
            "A pawn moves like a queen in chess: in a row, a column or diagonally.");
    if (!(s->reach[s->pawn[pawn]] >> tile & 1))
        return TB_N("There is a gap on the way: a pawn cannot leave the tiles.");
    return TB_N("Pawns on one tile are alike: the one with the lowest number moves.");
}

static bool begins(const char *note, const char *verb)
{
    return !strncmp(note, verb, strlen(verb));
}

const char *topologic_refuse(const struct tb_state *s, int seat, const char *note)
{
    unsigned pawn, tile;

    /* A tile that is there is refused for one reason only. */
    if (begins(note, "place ") && s->phase == PLACING && s->placed < s->pawns &&
        tile_named(note + 6) != NONE)
        return TB_N("The pawns enter on the border of the field."); /* R3.2 */
    if (!begins(note, "move ") || s->phase != MOVING || !note[5] || note[6] != ' ')
        return NULL;
    pawn = (unsigned)note[5] - '1';
    tile = tile_named(note + 7);
    return pawn < s->pawns && tile != NONE ? why_not_there(s, pawn, tile) : NULL;
}
