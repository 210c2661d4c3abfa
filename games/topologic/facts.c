/*
 * Scores written down, one a line: the tiles of the pawns and what they scored,
 *
 *     C4 A1 B2 B3 E5 3
 *
 * and which tiles fit them all. For whoever plays with the box, and for the page, which
 * marks what a score excludes.
 */
#include <string.h>

#include "topologic.h"

enum { LINE_MAX_BYTES = 64 };

struct sheet {
    uint64_t fits;
    int count;
    uint8_t after[TURNS_MAX]; /* tiles that fit the first lines */
};

static const char *read_tile(const char *at, struct turn *turn, unsigned *pawns)
{
    unsigned colour = (unsigned)(at[0] | 32) - 'a', value = (unsigned)at[1] - '1';

    if (*pawns == PAWNS_MAX || colour >= COLOURS || value >= VALUES)
        return NULL;
    turn->pawn[(*pawns)++] = (uint8_t)(VALUES * colour + value);
    return at + 2;
}

static const char *read_score(const char *at, struct turn *turn)
{
    unsigned score = 0;

    for (; *at >= '0' && *at <= '9' && score < 100; at++)
        score = 10 * score + (unsigned)(*at - '0');
    turn->score = (uint8_t)score;
    return at;
}

/* One line: NULL, or why it is refused. */
static const char *read_turn(const char *at, struct turn *turn, unsigned *pawns)
{
    *pawns = 0;
    for (at += strspn(at, " ,\t"); *at && !(*at >= '0' && *at <= '9');
         at += strspn(at, " ,\t")) {
        at = read_tile(at, turn, pawns);
        if (!at)
            return TB_N("A line is the tiles of the pawns, five at most, and their score.");
    }
    if (!*pawns || !*at)
        return TB_N("A line is the tiles of the pawns, five at most, and their score.");
    at = read_score(at, turn);
    if (at[strspn(at, " ,\t")] || turn->score > 2 * *pawns)
        return TB_N("A pawn scores two at most.");
    return NULL;
}

static const char *add_line(struct sheet *sheet, const char *written)
{
    struct turn turn;
    unsigned pawns;
    const char *refusal = read_turn(written, &turn, &pawns);

    if (refusal)
        return refusal;
    if (sheet->count == TURNS_MAX)
        return TB_N("There are too many lines.");
    sheet->fits &= tiles_scoring(&turn, pawns);
    sheet->after[sheet->count++] = (uint8_t)count_of(sheet->fits);
    return NULL;
}

static const char *read_sheet(const char *text, struct sheet *sheet, int *line)
{
    for (*line = 1; *text; ++*line) {
        size_t length = strcspn(text, "\r\n");
        char written[LINE_MAX_BYTES];
        const char *refusal;

        if (length >= sizeof written)
            return TB_N("This line is too long.");
        memcpy(written, text, length);
        written[length] = 0;
        text += length;
        text += *text == '\r';
        text += *text == '\n';
        if (!written[strspn(written, " \t")] || *written == '#')
            continue;
        refusal = add_line(sheet, written);
        if (refusal)
            return refusal;
    }
    return NULL;
}

static void put_fits(const struct sheet *sheet, bool words, struct tb_text *out)
{
    for (uint64_t set = sheet->fits; set; set &= set - 1) {
        tb_put(out, words ? "" : "\"");
        topologic_word('t', first_of(set), out);
        tb_put(out, "%s%s", words ? "" : "\"", !(set & (set - 1)) ? "" : words ? " " : ",");
    }
}

static void sheet_json(const struct sheet *sheet, struct tb_text *out)
{
    tb_put(out, "{\"count\":%d,\"after\":[", count_of(sheet->fits));
    for (int i = 0; i < sheet->count; i++)
        tb_put(out, i ? ",%d" : "%d", sheet->after[i]);
    tb_put(out, "],\"fits\":[");
    put_fits(sheet, false, out);
    tb_put(out, "]}");
}

bool topologic_solve(const struct tb_kit *kit, const char *facts, bool words,
                     struct tb_text *out, int *line)
{
    struct sheet sheet = { .fits = all_tiles() };
    const char *refusal = read_sheet(facts, &sheet, line);

    if (refusal) {
        tb_put(out, "%s", tb_say(out, refusal));
        return false;
    }
    if (!words) {
        sheet_json(&sheet, out);
        return true;
    }
    tb_put(out, "%s %d\n", tb_say(out, TB_N("Tiles that fit every score:")),
           count_of(sheet.fits));
    put_fits(&sheet, true, out);
    tb_put(out, sheet.fits ? "\n" : "");
    return true;
}
