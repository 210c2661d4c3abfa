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

/* A list of legal moves has many notes, and a server writes one at every move. */
void topologic_notate(const struct tb_state *s, tb_move move, struct tb_text *out)
{
    static const char *const word[] = { [SECRET] = "secret ",
                                        [PLACE] = "place ",
                                        [MOVE] = "move 1 ",
                                        [ANNOUNCE] = "announce" };
    enum verb verb = (enum verb)tb_verb(move);
    unsigned tile = tb_arg(move, 1);
    size_t length = strlen(word[verb]);
    char note[16];

    memcpy(note, word[verb], length);
    if (verb == MOVE)
        note[length - 2] = (char)('1' + tb_arg(move, 0));
    if (verb != ANNOUNCE) {
        note[length++] = (char)('A' + colour_of(tile));
        note[length++] = (char)('1' + value_of(tile));
    }
    tb_put_bytes(out, note, length);
}

/* clang-format off */
const struct tb_event_kind topologic_events[] = {
    [CHOSEN]  = { "chosen",  TB_N("{seat||@} has hidden a secret."),                        "",   false },
    [HIDDEN]  = { "hidden",  TB_N("Your secret is {0}."),                                "t",  false },
    [PLACED]  = { "placed",  TB_N("{seat|You place|@ places} pawn {0} on {1}."),                     "nt", false },
    [MOVED]   = { "moved",   TB_N("{seat|You move|@ moves} pawn {0} to {1}."),                      "nt", false },
    [SCORED]  = { "scored",  TB_N("Turn {0}{seat|| of @} scores {1}."),                     "nn", true  },
    [FOUND]   = { "found",   TB_N("{seat|You gather|@ gathers} every pawn on {0}, in {1|# turn|# turns}."),     "tn", true  },
    [STOPPED] = { "stopped", TB_N("{seat|Your round|The round of @} is stopped: the secret was {0}."), "tn", true  },
    [BEGUN]   = { "begun",   TB_N("Round {0}: {seat|you seek|@ seeks}."),                           "n",  true  },
    [WON]     = { "won",     TB_N("{seat|You win|@ wins}, {0|# turn|# turns} to {1}."),                     "nn", true  },
    [DRAWN]   = { "drawn",   TB_N("It is a draw, {0|# turn|# turns} each."),                    "n",  true  },
    [DRAWN + 1] = { NULL, NULL, NULL, false },
};

/* Scores without pawns tell nothing: a height for each from 0 to 10. */
static const struct tb_sign topologic_signs[] = {
    { SCORED, 1, "▁▁▂▂▃▃▄▅▆▇█" },
    { 0, 0, NULL },
};
const struct tb_daily topologic_daily = { TB_N("turns"), NULL, topologic_signs };

/* Terminal palette: background and letters of each colour, apart in grey as well, and the
 * letters on a faded tile. */
#define PAWN_PAINT "\033[1;48;5;231;38;5;16m"
static const struct { uint8_t back, fore, faint; } paint[COLOURS] = {
    { 196, 16, 196 }, { 208, 16, 208 }, { 226, 16, 226 }, { 82, 16, 82 },   { 22, 15, 34 },
    { 51, 16, 51 },   { 27, 15, 69 },   { 93, 15, 135 },  { 213, 16, 213 }, { 250, 16, 250 },
};
/* clang-format on */

/* ---- the terminal ---- */

/*
 * A tile is four columns wide and one apart, so that sixteen fit a line of eighty. It has
 * two lines, its name and the pawns on it; a high field gets one line a tile. What
 * happened stands beside a narrow field and below a wide one.
 */
enum { CELL = 5, TALL = 9, NARROW = 10, PANEL_MAX = 8192 };

/* What the viewer may know that is not on the tiles themselves. */
struct marks {
    uint64_t out;    /* tiles that the scores exclude, where the table's aid shows them */
    unsigned secret; /* the viewer's own, or found; NONE: not known */
};

static bool is_seeking(const struct tb_state *s)
{
    return s->phase == PLACING || s->phase == MOVING;
}

static struct marks marks_of(const struct tb_state *s)
{
    struct marks m = { .out = 0, .secret = NONE };
    int seeker = seeker_of(s, s->round);

    /* With `advise` nothing is given away unasked: hints tell, step by step. */
    if (is_seeking(s) && s->head.option[OPTION_AID] == AID_SHOW && s->spent[seeker])
        m.out = all_tiles() & ~consistent(s, seeker);
    if (s->phase == CHOOSING && s->head.viewer >= 0)
        m.secret = s->secret[(s->round & ~1) + 1 - s->head.viewer];
    else if (s->phase != CHOOSING)
        m.secret = s->secret[s->round];
    return m;
}

static unsigned pawns_on(const struct tb_state *s, unsigned tile)
{
    unsigned set = 0;

    for (unsigned i = 0; i < s->placed && s->phase != CHOOSING; i++)
        if (s->pawn[i] == tile)
            set |= 1u << i;
    return set;
}

static void put_numbers(unsigned set, struct tb_text *out)
{
    for (unsigned i = 0; i < PAWNS_MAX; i++)
        if (set >> i & 1)
            tb_put(out, "%u", i + 1);
}

/* The tile's paint; what the scores exclude is faded to coloured letters. */
static void put_paint(unsigned tile, bool faded, struct tb_text *out)
{
    unsigned colour = colour_of(tile);

    if (!out->colour)
        return;
    if (faded)
        tb_put(out, "\033[48;5;235;38;5;%um", (unsigned)paint[colour].faint);
    else
        tb_put(out, "\033[1;48;5;%u;38;5;%um", (unsigned)paint[colour].back,
               (unsigned)paint[colour].fore);
}

static void put_plain(struct tb_text *out) { tb_put(out, out->colour ? "\033[0m" : ""); }

/* After the name: the secret, or, where no colour can fade the others, "still possible". */
static const char *mark_of(const struct marks *m, unsigned tile, bool colour)
{
    if (tile == m->secret)
        return "◆";
    return m->out && !colour && !(m->out >> tile & 1) ? "*" : " ";
}

static void put_name(const struct marks *m, unsigned tile, struct tb_text *out)
{
    put_paint(tile, m->out >> tile & 1, out);
    tb_put(out, " ");
    put_tile(out, tile);
    tb_put(out, "%s", mark_of(m, tile, out->colour));
    put_plain(out);
}

/* The lower half of a tile without pawns: half a line stays free, so that tiles part. */
static void put_foot(unsigned tile, bool faded, struct tb_text *out)
{
    if (out->colour)
        tb_put(out, "\033[38;5;%um▀▀▀▀\033[0m",
               faded ? 235u : (unsigned)paint[colour_of(tile)].back);
    else
        tb_put(out, "    ");
}

/* The second line of a tile with pawns: their numbers, black on white or in brackets. */
static void put_pawns(unsigned pawns, struct tb_text *out)
{
    bool brackets = !out->colour && count_of(pawns) < 3;
    char text[CELL + 1] = "";
    struct tb_text cell = tb_text(text, sizeof text);

    if (count_of(pawns) == PAWNS_MAX) {
        tb_put(&cell, " 1-5");
    } else {
        tb_put(&cell, brackets ? "(" : count_of(pawns) < 4 ? " " : "");
        put_numbers(pawns, &cell);
        tb_put(&cell, brackets ? ")" : "");
    }
    tb_put(out, "%s%-4s", out->colour ? PAWN_PAINT : "", text);
    put_plain(out);
}

/* A tile in one line: its name, and the pawns or how many. */
static void put_both(const struct marks *m, unsigned tile, unsigned pawns,
                     struct tb_text *out)
{
    if (!pawns) {
        put_name(m, tile, out);
        return;
    }
    put_paint(tile, m->out >> tile & 1, out);
    put_tile(out, tile);
    tb_put(out, "%s", out->colour ? PAWN_PAINT : "");
    if (count_of(pawns) > 2)
        tb_put(out, "×%d", count_of(pawns));
    else if (count_of(pawns) == 1)
        tb_put(out, ":");
    if (count_of(pawns) <= 2)
        put_numbers(pawns, out);
    put_plain(out);
}

/* One line of the field: tiles, and blanks where there are none. */
static void put_line(const struct tb_state *s, const struct marks *m,
                     const uint8_t *tile_at, int line, struct tb_text *out)
{
    int per_tile = s->height > TALL ? 1 : 2;
    int first = SIDE_MAX * (line / per_tile);

    for (int x = 0; x < s->width; x++) {
        unsigned tile = tile_at[first + x];

        tb_put(out, x ? " " : "");
        if (tile == NONE)
            tb_put(out, "    ");
        else if (per_tile == 1)
            put_both(m, tile, pawns_on(s, tile), out);
        else if (line % 2 == 0)
            put_name(m, tile, out);
        else if (pawns_on(s, tile))
            put_pawns(pawns_on(s, tile), out);
        else
            put_foot(tile, m->out >> tile & 1, out);
    }
}

/* The latest turns, at most so many. */
static void put_history(const struct tb_state *s, int seeker, int most, struct tb_text *out)
{
    int first = s->spent[seeker] > most ? s->spent[seeker] - most : 0;

    if (first)
        tb_put(out, "  … %s %d\n", tb_say(out, TB_N("earlier turns:")), first);
    for (int i = first; i < s->spent[seeker]; i++) {
        const struct turn *turn = &s->log[seeker][i];

        tb_put(out, "%3d ", i + 1);
        for (int p = 0; p < s->pawns; p++) {
            tb_put(out, " ");
            put_tile(out, turn->pawn[p]);
        }
        tb_put(out, "  → %s%d", out->colour ? "\033[1m" : "", turn->score);
        put_plain(out);
        tb_put(out, "\n");
    }
}

/* Who seeks: as the viewer says it, or by seat. */
static void put_role(const struct tb_state *s, int round, struct tb_text *out)
{
    int seeker = seeker_of(s, round);

    tb_put(out, "%s%s %d%s", out->colour ? "\033[1m" : "", tb_say(out, TB_N("Round")),
           round + 1, tb_say(out, TB_N(": ")));
    if (s->head.viewer < 0)
        tb_put(out, "%s %d", tb_say(out, TB_N("seeker: seat")), seeker + 1);
    else
        tb_put(out, "%s",
               seeker == s->head.viewer ? tb_say(out, TB_N("you seek"))
                                        : tb_say(out, TB_N("you hide")));
    put_plain(out);
    tb_put(out, "\n");
}

static void put_round(const struct tb_state *s, int round, int most, struct tb_text *out)
{
    put_role(s, round, out);
    if (s->secret[round] != NONE) {
        tb_put(out, "    %s ◆", tb_say(out, TB_N("secret:")));
        put_tile(out, s->secret[round]);
        if (s->turns[round])
            tb_put(out, ", %s %d", tb_say(out, TB_N("turns:")), s->turns[round]);
        tb_put(out, "\n");
    }
    if (round >= s->round - 1)
        put_history(s, seeker_of(s, round), most, out);
}

/* What this turn has come to. */
static void put_turn(const struct tb_state *s, struct tb_text *out)
{
    if (s->moved) {
        tb_put(out, "%s", tb_say(out, TB_N("moved this turn:")));
        for (unsigned i = 0; i < PAWNS_MAX; i++)
            if (s->moved >> i & 1)
                tb_put(out, " %u", i + 1);
        tb_put(out, "\n");
    }
    if (s->head.option[OPTION_AID] == AID_COUNT || s->head.option[OPTION_AID] == AID_SHOW)
        tb_put(out, "%s %d\n", tb_say(out, TB_N("tiles that fit:")),
               count_of(consistent(s, seeker_of(s, s->round))));
}

static void put_panel(const struct tb_state *s, int most, struct tb_text *out)
{
    struct marks m = marks_of(s);

    for (int round = 0; round <= s->round; round++) {
        bool running = round == s->round && is_seeking(s);

        if (running || s->turns[round])
            put_round(s, round, most, out);
        if (running)
            put_turn(s, out);
    }
    if (s->phase == CHOOSING && m.secret != NONE) {
        tb_put(out, "%s ◆", tb_say(out, TB_N("Your secret:")));
        put_tile(out, m.secret);
        tb_put(out, "\n");
    }
    if (s->head.seats == 1)
        tb_put(out, "%s %d, %s %d\n", tb_say(out, TB_N("Par:")), par_of(s),
               tb_say(out, TB_N("good:")), par_of(s) + 1);
}

/* The picture with at most so many turns of each round. */
static void put_picture(const struct tb_state *s, int most, struct tb_text *out)
{
    struct marks m = marks_of(s);
    int lines = s->height > TALL ? s->height : 2 * s->height;
    uint8_t tile_at[SIDE_MAX * SIDE_MAX];
    char text[PANEL_MAX], *panel = text;
    struct tb_text beside = *out;

    memset(tile_at, NONE, sizeof tile_at);
    for (unsigned t = 0; t < TILES; t++)
        tile_at[s->at[t]] = (uint8_t)t;
    beside.at = text;
    beside.end = text + sizeof text - 1;
    *text = 0;
    put_panel(s, most, &beside);
    for (int i = 0; i < lines || *panel; i++) {
        int length = (int)strcspn(panel, "\n");

        if (i == lines && s->width > NARROW)
            tb_put(out, "\n");
        if (i < lines)
            put_line(s, &m, tile_at, i, out);
        else if (s->width <= NARROW)
            for (int x = 0; x < CELL * s->width - 1; x++)
                tb_put(out, " ");
        if (s->width <= NARROW || i >= lines) {
            tb_put(out, "%s", s->width <= NARROW ? "   " : "");
            while (length--)
                tb_put(out, "%c", *panel++);
            panel += *panel == '\n';
        }
        tb_put(out, "\n");
    }
}

static bool is_too_tall(const char *picture, int lines)
{
    int count = 0;

    for (; *picture; picture++)
        count += *picture == '\n';
    return lines && count > lines;
}

/* Where a long round does not fit, its latest turns do. */
void topologic_show(const struct tb_state *s, struct tb_text *out)
{
    struct tb_text before = *out;

    for (int most = TURNS_MAX; most > 0; most = most > 8 ? most / 2 : most - 1) {
        *out = before;
        put_picture(s, most, out);
        if (!is_too_tall(before.at, out->lines))
            break;
    }
}

/* ---- the decision ---- */

static void put_seeking(const struct tb_state *s, struct tb_text *out)
{
    int turn = s->spent[seeker_of(s, s->round)] + 1;

    if (s->placed < s->pawns)
        tb_put(out, "%s %d/%d. %s",
               s->head.option[OPTION_START] == START_BORDER
                   ? tb_say(out, TB_N("Place a pawn on a tile of the border:"))
                   : tb_say(out, TB_N("Place a pawn on any tile:")),
               s->placed + 1, s->pawns,
               tb_say(out, TB_N("Free, and undone freely until you announce.")));
    else if (s->phase == PLACING)
        tb_put(out, "%s",
               tb_say(out, TB_N("All pawns stand: announce them and hear the score. Price: "
                                "one turn, your first.")));
    else
        tb_put(out, "%s %d.",
               tb_say(out, TB_N("Move pawns, each once at most and free, then announce for "
                                "a score. Price: one turn, number")),
               turn);
}

void topologic_question(const struct tb_state *seen, int seat, struct tb_text *out)
{
    if (seen->phase == CHOOSING)
        tb_put(out, "%s",
               tb_say(out, TB_N("Hide a tile: the other player will have to find it. It "
                                "costs nothing.")));
    else
        put_seeking(seen, out);
}

/* ---- JSON ---- */

/* Most of a view is tiles, and a server writes a view for every player after every move:
 * lists are put together in a buffer and written at one go. */
enum { TILE_JSON = 6 }; /* bytes of ,"C4" and more than ,null */

/* A comma before it, unless it is the first. */
static char *write_next(char *at, unsigned tile, bool first)
{
    if (!first)
        *at++ = ',';
    if (tile == NONE) {
        memcpy(at, "null", 4);
        return at + 4;
    }
    *at++ = '"';
    *at++ = (char)('A' + colour_of(tile));
    *at++ = (char)('1' + value_of(tile));
    *at++ = '"';
    return at;
}

static char *write_tiles(char *at, const uint8_t *tiles, int count)
{
    *at++ = '[';
    for (int i = 0; i < count; i++)
        at = write_next(at, tiles[i], i == 0);
    *at++ = ']';
    return at;
}

static void put_json_tile(struct tb_text *out, unsigned tile)
{
    char text[TILE_JSON];

    tb_put_bytes(out, text, (size_t)(write_next(text, tile, true) - text));
}

static void put_json_tiles(struct tb_text *out, const uint8_t *tiles, int count)
{
    char text[2 + TILE_JSON * PAWNS_MAX];

    tb_put_bytes(out, text, (size_t)(write_tiles(text, tiles, count) - text));
}

static void put_json_set(struct tb_text *out, uint64_t set)
{
    char text[2 + TILE_JSON * TILES], *at = text;

    *at++ = '[';
    for (bool first = true; set; set &= set - 1, first = false)
        at = write_next(at, first_of(set), first);
    *at++ = ']';
    tb_put_bytes(out, text, (size_t)(at - text));
}

void topologic_scene(const struct tb_state *s, struct tb_text *out)
{
    tb_put(out, "{\"shape\":\"");
    tb_option_put(&game_topologic, OPTION_SHAPE, s->head.option[OPTION_SHAPE], out);
    tb_put(out, "\",\"pawns\":%d,\"par\":%d,\"width\":%d,\"height\":%d,\"field\":{",
           s->pawns, par_of(s), s->width, s->height);
    for (unsigned t = 0; t < TILES; t++) {
        if (t)
            tb_put_byte(out, ',');
        put_json_tile(out, t);
        tb_put(out, ":[%d,%d]", s->at[t] % SIDE_MAX, s->at[t] / SIDE_MAX);
    }
    tb_put(out, "},\"border\":");
    put_json_set(out, s->border);
    tb_put_byte(out, '}');
}

/* ,{"pawns":["C4",...],"score":10} */
static char *write_turn(char *at, const struct turn *turn, int pawns, bool first)
{
    static const char before[] = ",{\"pawns\":", after[] = ",\"score\":";

    memcpy(at, before + first, sizeof before - 1 - first);
    at = write_tiles(at + sizeof before - 1 - first, turn->pawn, pawns);
    memcpy(at, after, sizeof after - 1);
    at += sizeof after - 1;
    if (turn->score >= 10)
        *at++ = (char)('0' + turn->score / 10);
    *at++ = (char)('0' + turn->score % 10);
    *at++ = '}';
    return at;
}

static void put_json_history(const struct tb_state *s, int seeker, struct tb_text *out)
{
    tb_put_byte(out, '[');
    for (int i = 0; i < s->spent[seeker]; i++) {
        char text[32 + TILE_JSON * PAWNS_MAX];
        char *end = write_turn(text, &s->log[seeker][i], s->pawns, i == 0);

        tb_put_bytes(out, text, (size_t)(end - text));
    }
    tb_put_byte(out, ']');
}

static void put_json_rounds(const struct tb_state *s, struct tb_text *out)
{
    int last = s->head.seats == 1 ? 0 : s->round | 1;

    tb_put_byte(out, '[');
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
        tb_put_byte(out, '}');
    }
    tb_put_byte(out, ']');
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

/* {"before":60,"after":14,"turns":297,"best":{"pawns":["C4",...],"turns":280}} */
static void put_json_reviewed(const struct tb_state *s, const struct reviewed *it,
                              struct tb_text *out)
{
    tb_put(out, "{\"before\":%d,\"after\":%d,\"turns\":%d,\"best\":", it->before, it->after,
           it->turns);
    if (it->best[0] == NONE) {
        tb_put(out, "null}");
        return;
    }
    tb_put(out, "{\"pawns\":");
    put_json_tiles(out, it->best, s->pawns);
    tb_put(out, ",\"turns\":%d}}", it->best_turns);
}

/* After the game, for each seeker: what every turn of the latest round came to. */
static void put_json_review(const struct tb_state *s, struct tb_text *out)
{
    struct reviewed turn[TURNS_MAX];

    tb_put(out, ",\"review\":[");
    for (int seeker = 0; seeker < s->head.seats; seeker++) {
        int count = review_round(s, seeker, turn);

        tb_put(out, seeker ? ",[" : "[");
        for (int i = 0; i < count; i++) {
            tb_put(out, i ? "," : "");
            put_json_reviewed(s, &turn[i], out);
        }
        tb_put_byte(out, ']');
    }
    tb_put_byte(out, ']');
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
    if (s->phase == OVER)
        put_json_review(s, out);
    tb_put_byte(out, '}');
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
