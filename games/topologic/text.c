/* Topologic in words, in a terminal and in JSON. */
#include <string.h>

#include "topologic.h"

static void put_tile(struct tb_text *out, unsigned tile)
{
    tb_put(out, "%c%d", (int)('A' + colour_of(tile)), (int)value_of(tile) + 1);
}

void topologic_word(char kind, unsigned value, struct tb_text *out)
{
    put_tile(out, value); /* 't' is the only kind of our own */
}

void topologic_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    switch ((enum verb)tb_verb(move)) {
    case SECRET:
        tb_put(out, "secret ");
        put_tile(out, tb_arg(move, 1));
        break;
    case PLACE:
        tb_put(out, "place ");
        put_tile(out, tb_arg(move, 1));
        break;
    case MOVE:
        tb_put(out, "move %u ", tb_arg(move, 0) + 1);
        put_tile(out, tb_arg(move, 1));
        break;
    case ANNOUNCE:
        tb_put(out, "announce");
        break;
    }
}

/* clang-format off */
const struct tb_event_kind topologic_events[] = {
    [CHOSEN]  = { "chosen",  TB_N("{seat} has hidden a secret."),                        "",   false },
    [HIDDEN]  = { "hidden",  TB_N("Your secret is {0}."),                                "t",  false },
    [PLACED]  = { "placed",  TB_N("{seat} places pawn {0} on {1}."),                     "nt", false },
    [MOVED]   = { "moved",   TB_N("{seat} moves pawn {0} to {1}."),                      "nt", false },
    [SCORED]  = { "scored",  TB_N("Turn {0} of {seat} scores {1}."),                     "nn", true  },
    [FOUND]   = { "found",   TB_N("{seat} gathers every pawn on {0} in {1} turns."),     "tn", true  },
    [STOPPED] = { "stopped", TB_N("The round of {seat} is stopped: the secret was {0}."), "tn", true  },
    [BEGUN]   = { "begun",   TB_N("Round {0}: {seat} seeks."),                           "n",  true  },
    [WON]     = { "won",     TB_N("{seat} wins, {0} turns to {1}."),                     "nn", true  },
    [DRAWN]   = { "drawn",   TB_N("Both needed {0} turns: it is a draw."),               "n",  true  },
    [DRAWN + 1] = { NULL, NULL, NULL, false },
};

/* Terminal palette: background and foreground of each colour, apart in grey as well. */
static const struct { uint8_t back, fore; } paint[COLOURS] = {
    { 196, 16 }, { 208, 16 }, { 226, 16 }, { 82, 16 }, { 22, 15 },
    { 51, 16 },  { 27, 15 },  { 93, 15 },  { 213, 16 }, { 250, 16 },
};
/* clang-format on */

/* ---- the terminal ---- */

enum { CELL = 5 }; /* columns: sixteen tiles fit a line of eighty */

static unsigned pawns_on(const struct tb_state *s, unsigned tile)
{
    unsigned set = 0;

    for (unsigned i = 0; i < s->placed && s->phase != CHOOSING; i++)
        if (s->pawn[i] == tile)
            set |= 1u << i;
    return set;
}

/* The numbers of the pawns, in brackets where no colour sets them off. */
static void write_pawns(unsigned set, bool brackets, char text[CELL + 1])
{
    struct tb_text out = tb_text(text, CELL + 1);
    bool room = count_of(set) < CELL - 1;

    tb_put(&out, brackets && room ? "(" : room ? " " : "");
    for (unsigned i = 0; i < PAWNS_MAX; i++)
        if (set >> i & 1)
            tb_put(&out, "%u", i + 1);
    tb_put(&out, brackets && room ? ")" : "");
}

/* A tile is two lines: its name, and the pawns on it. */
static void put_cell(const struct tb_state *s, unsigned tile, int line, struct tb_text *out)
{
    unsigned pawns = line == 1 ? pawns_on(s, tile) : 0;
    char text[CELL + 1] = "";
    struct tb_text cell = tb_text(text, sizeof text);

    if (pawns)
        write_pawns(pawns, !out->colour, text);
    else if (line == 0) {
        tb_put(&cell, " ");
        put_tile(&cell, tile);
    }
    if (!out->colour) {
        tb_put(out, "%-5s", text);
        return;
    }
    if (pawns)
        tb_put(out, "\033[1;97;40m");
    else
        tb_put(out, "\033[48;5;%d;38;5;%dm", paint[colour_of(tile)].back,
               paint[colour_of(tile)].fore);
    tb_put(out, "%-4s\033[0m", text);
    if (count_of(pawns) < CELL)
        tb_put(out, " ");
}

static void put_field(const struct tb_state *s, struct tb_text *out)
{
    uint8_t tile_at[SIDE_MAX * SIDE_MAX];

    memset(tile_at, NONE, sizeof tile_at);
    for (unsigned t = 0; t < TILES; t++)
        tile_at[s->at[t]] = (uint8_t)t;
    for (int i = 0; i < 2 * s->height; i++) {
        for (int x = 0; x < s->width; x++) {
            uint8_t tile = tile_at[SIDE_MAX * (i / 2) + x];

            if (tile == NONE)
                tb_put(out, "%5s", "");
            else
                put_cell(s, tile, i % 2, out);
        }
        tb_put(out, "\n");
    }
}

static void put_history(const struct tb_state *s, int seeker, struct tb_text *out)
{
    for (int i = 0; i < s->spent[seeker]; i++) {
        const struct turn *turn = &s->log[seeker][i];

        tb_put(out, "  %s %2d ", tb_say(out, TB_N("turn")), i + 1);
        for (int p = 0; p < s->pawns; p++) {
            tb_put(out, " ");
            put_tile(out, turn->pawn[p]);
        }
        tb_put(out, "   %2d\n", turn->score);
    }
}

static void put_rounds(const struct tb_state *s, struct tb_text *out)
{
    for (int round = 0; round <= s->round; round++) {
        bool running = round == s->round && s->phase != CHOOSING && s->phase != OVER;

        if (!running && !s->turns[round])
            continue;
        tb_put(out, "%s %d, %s %d", tb_say(out, TB_N("Round")), round + 1,
               tb_say(out, TB_N("seeker: seat")), seeker_of(s, round));
        if (s->turns[round])
            tb_put(out, ", %s %d", tb_say(out, TB_N("turns:")), s->turns[round]);
        if (s->secret[round] != NONE) {
            tb_put(out, ", %s ", tb_say(out, TB_N("secret:")));
            put_tile(out, s->secret[round]);
        }
        tb_put(out, "\n");
        if (round >= s->round - 1)
            put_history(s, seeker_of(s, round), out);
    }
}

void topologic_show(const struct tb_state *s, struct tb_text *out)
{
    put_field(s, out);
    tb_put(out, "\n");
    put_rounds(s, out);
    if (s->phase == CHOOSING && s->head.viewer >= 0) {
        unsigned mine = s->secret[(s->round & ~1) + 1 - s->head.viewer];

        if (mine != NONE) {
            tb_put(out, "%s ", tb_say(out, TB_N("Your secret:")));
            put_tile(out, mine);
            tb_put(out, "\n");
        }
    }
    if (s->head.seats == 1)
        tb_put(out, "%s %d, %s %d\n", tb_say(out, TB_N("Par:")), par_of(s),
               tb_say(out, TB_N("good:")), par_of(s) + 1);
}

/* ---- JSON ---- */

static void put_json_tile(struct tb_text *out, unsigned tile)
{
    if (tile == NONE)
        tb_put(out, "null");
    else
        tb_put(out, "\"%c%d\"", (int)('A' + colour_of(tile)), (int)value_of(tile) + 1);
}

static void put_json_tiles(struct tb_text *out, const uint8_t *tiles, int count)
{
    tb_put(out, "[");
    for (int i = 0; i < count; i++) {
        tb_put(out, i ? "," : "");
        put_json_tile(out, tiles[i]);
    }
    tb_put(out, "]");
}

static void put_json_set(struct tb_text *out, uint64_t set)
{
    tb_put(out, "[");
    for (bool more = false; set; set &= set - 1, more = true) {
        tb_put(out, more ? "," : "");
        put_json_tile(out, first_of(set));
    }
    tb_put(out, "]");
}

void topologic_scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{\"shape\":\"");
    tb_option_put(&game_topologic, OPTION_SHAPE, s->head.option[OPTION_SHAPE], out);
    tb_put(out, "\",\"pawns\":%d,\"par\":%d,\"width\":%d,\"height\":%d,\"field\":{",
           s->pawns, par_of(s), s->width, s->height);
    for (unsigned t = 0; t < TILES; t++) {
        tb_put(out, t ? "," : "");
        put_json_tile(out, t);
        tb_put(out, ":[%d,%d]", s->at[t] % SIDE_MAX, s->at[t] / SIDE_MAX);
    }
    tb_put(out, "},\"border\":");
    put_json_set(out, s->border);
    tb_put(out, "}");
}

static void put_json_history(const struct tb_state *s, int seeker, struct tb_text *out)
{
    tb_put(out, "[");
    for (int i = 0; i < s->spent[seeker]; i++) {
        tb_put(out, i ? ",{\"pawns\":" : "{\"pawns\":");
        put_json_tiles(out, s->log[seeker][i].pawn, s->pawns);
        tb_put(out, ",\"score\":%d}", s->log[seeker][i].score);
    }
    tb_put(out, "]");
}

static void put_json_rounds(const struct tb_state *s, struct tb_text *out)
{
    int last = s->head.seats == 1 ? 0 : s->round | 1;

    tb_put(out, "[");
    for (int round = 0; round <= last; round++) {
        tb_put(out, "%s{\"seeker\":%d,\"turns\":%d,\"secret\":", round ? "," : "",
               seeker_of(s, round), s->turns[round]);
        put_json_tile(out, s->secret[round]);
        tb_put(out, ",\"history\":");
        /* Each seeker's latest round is remembered turn by turn, older ones by result. */
        if (round <= s->round && round >= s->round - 1 && s->phase != CHOOSING)
            put_json_history(s, seeker_of(s, round), out);
        else
            tb_put(out, "[]");
        tb_put(out, "}");
    }
    tb_put(out, "]");
}

/* What the table's aid allows the seeker to see of the tiles that remain. */
static void put_json_aid(const struct tb_state *s, struct tb_text *out)
{
    uint64_t aid = s->head.option[OPTION_AID];
    uint64_t left;

    if (aid == AID_NONE || (s->phase != PLACING && s->phase != MOVING))
        return;
    left = consistent(s, seeker_of(s, s->round));
    tb_put(out, ",\"remaining\":%d", count_of(left));
    if (aid >= AID_SHOW) {
        tb_put(out, ",\"candidates\":");
        put_json_set(out, left);
    }
}

void topologic_view(const struct tb_state *s, struct tb_text *out)
{
    static const char *const phase[] = { "choosing", "placing", "moving", "over" };

    tb_put(out, "{\"phase\":\"%s\",\"round\":%d,\"seeker\":%d,\"pawns\":", phase[s->phase],
           s->round, s->phase == CHOOSING ? -1 : seeker_of(s, s->round));
    put_json_tiles(out, s->pawn, s->phase == CHOOSING ? 0 : s->placed);
    tb_put(out, ",\"moved\":[");
    for (int i = 0, more = 0; i < s->pawns; i++)
        if (s->moved >> i & 1)
            tb_put(out, more++ ? ",%d" : "%d", i + 1);
    tb_put(out, "],\"rounds\":");
    put_json_rounds(s, out);
    put_json_aid(s, out);
    tb_put(out, "}");
}

/* ---- hints ---- */

/* First how many tiles the scores allow, then which. */
bool topologic_hint(const struct tb_state *seen, int seat, int step, struct tb_text *out)
{
    uint64_t aid = seen->head.option[OPTION_AID];
    uint64_t left;

    if ((seen->phase != PLACING && seen->phase != MOVING) ||
        seat != seeker_of(seen, seen->round) || step > 1 ||
        aid < (uint64_t)step + AID_COUNT)
        return false;
    left = consistent(seen, seat);
    if (step == 0) {
        tb_put(out, "%s %d", tb_say(out, TB_N("Tiles that fit every score:")),
               count_of(left));
        return true;
    }
    for (; left; left &= left - 1) {
        put_tile(out, first_of(left));
        tb_put(out, left & (left - 1) ? " " : "");
    }
    return true;
}
