/*
 * Facts as people write them, one a line:
 *
 *     D1 fire                  a starting clue
 *     E empties 3              an answer: axis, subject, what was seen
 *     4 traps ssf              or - for nothing
 *     2 S os
 *     expert right V O         an expert clue in its short form
 *     claim S r0 C1, V r2 D1, T r1 C4, L r0 B3, O r1 A1, I r3 A3 right TLOI
 *     lay S r1 A1              no fact, but what lies on the plan
 *
 * Small and capital letters are the same but for S, the building, and s, the symbol.
 */
#include <string.h>

#include "clues.h"
#include "solver.h"

static char large(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* The next word into `word`, in capitals; false: there is none, or it is too long. */
static bool next_word(const char **text, char *word, size_t room)
{
    size_t length = 0;

    while (**text == ' ' || **text == '\t' || **text == ',')
        ++*text;
    for (; **text && **text != ' ' && **text != '\t' && **text != ','; ++*text) {
        if (length + 1 == room)
            return false;
        word[length++] = large(**text);
    }
    word[length] = 0;
    return length > 0;
}

static bool at_end(const char *text) { return !text[strspn(text, " \t,")]; }

static bool read_zone(const char *word, unsigned *zone)
{
    if (strlen(word) != 2 || word[0] < 'A' || word[0] > 'E' || word[1] < '1' ||
        word[1] > '5')
        return false;
    *zone = (unsigned)(SIDE * (word[1] - '1') + word[0] - 'A');
    return true;
}

bool axis_read(const char *word, unsigned *axis)
{
    if (strlen(word) != 1)
        return false;
    if (*word >= '1' && *word <= '5')
        *axis = (unsigned)(*word - '1');
    else if (*word >= 'A' && *word <= 'E')
        *axis = (unsigned)(SIDE + *word - 'A');
    else
        return false;
    return true;
}

static int tile_of(char c)
{
    const char *at = c ? strchr(tile_letter, c) : NULL;

    return at ? (int)(at - tile_letter) : -1;
}

static bool read_subject(const char *word, unsigned *subject)
{
    static const char *const names[] = { "BUILDINGS", "EMPTIES", "TRAPS" };

    for (*subject = 0; *subject < ONE_TILE; ++*subject)
        if (!strcmp(word, names[*subject]))
            return true;
    if (strlen(word) != 1 || tile_of(*word) < 0)
        return false;
    *subject = (unsigned)(ONE_TILE + tile_of(*word));
    return true;
}

/* OOS, or - for none; three of a kind at most. */
static bool read_symbols(const char *word, uint8_t *answer)
{
    unsigned safe = 0, sharp = 0, fire = 0;

    for (; *word; word++) {
        safe += *word == 'O';
        sharp += *word == 'S';
        fire += *word == 'F';
        if (!strchr("OSF-", *word) || safe > 3 || sharp > 3 || fire > 3)
            return false;
    }
    *answer = (uint8_t)(safe * ANSWER_SAFE + sharp * ANSWER_SHARP + fire * ANSWER_FIRE);
    return true;
}

static bool read_answer(const char *word, unsigned subject, uint8_t *answer)
{
    if (subject == SYMBOLS || subject >= ONE_TILE)
        return read_symbols(word, answer);
    if (strlen(word) != 1 || *word < '0' || *word > '5')
        return false;
    *answer = (uint8_t)(NUMBER + *word - '0');
    return true;
}

static const char *read_question(const char *text, unsigned axis, struct fact *fact)
{
    char word[16];
    unsigned subject;
    uint8_t answer;

    if (!next_word(&text, word, sizeof word) || !read_subject(word, &subject))
        return TB_N(
            "After an axis comes buildings, empties, traps or a building's letter.");
    if (!next_word(&text, word, sizeof word) || !read_answer(word, subject, &answer) ||
        !at_end(text))
        return TB_N("That is no answer to this question.");
    *fact = (struct fact){ .kind = FACT_ANSWER,
                           .a = (uint8_t)(SUBJECTS * axis + subject),
                           .b = answer };
    return NULL;
}

static const char *read_clue(const char *text, unsigned zone, struct fact *fact)
{
    char word[16];
    bool sharp;

    if (!next_word(&text, word, sizeof word) || !at_end(text))
        return TB_N("A clue is a zone and sharp or fire.");
    sharp = !strcmp(word, "SHARP") || !strcmp(word, "S");
    if (!sharp && strcmp(word, "FIRE") && strcmp(word, "F"))
        return TB_N("A clue is a zone and sharp or fire.");
    *fact = (struct fact){ .kind = FACT_CLUE, .a = (uint8_t)(zone | (sharp ? 32 : 64)) };
    return NULL;
}

static bool read_placement(const struct box *box, const char **text, uint8_t at[TILES])
{
    char letter[4], turn[4], corner[4];
    unsigned zone;
    int tile;

    if (!next_word(text, letter, sizeof letter) || strlen(letter) != 1 ||
        (tile = tile_of(*letter)) < 0 || !next_word(text, turn, sizeof turn) ||
        turn[0] != 'R' || !next_word(text, corner, sizeof corner) ||
        !read_zone(corner, &zone))
        return false;
    for (int n = 0; n < placements_of[tile]; n++)
        if (box->place[tile][n].corner == zone && box->place[tile][n].turn == turn[1] - '0')
            at[tile] = (uint8_t)n;
    return at[tile] != NONE;
}

static bool is_overlapping(const struct box *box, const uint8_t at[TILES])
{
    uint32_t cells = 0;

    for (int t = 0; t < TILES; t++)
        if (at[t] != NONE) {
            if (cells & box->place[t][at[t]].cells)
                return true;
            cells |= box->place[t][at[t]].cells;
        }
    return false;
}

const char *laid_read(const struct box *box, const char *text, uint8_t at[TILES])
{
    uint8_t one[TILES], all[TILES];

    memset(one, NONE, TILES);
    if (!read_placement(box, &text, one) || !at_end(text))
        return TB_N("A building laid is a placement, such as S r0 C1, on the plan.");
    for (int t = 0; t < TILES; t++)
        all[t] = one[t] != NONE ? one[t] : at[t];
    if (is_overlapping(box, all))
        return TB_N("Buildings overlap.");
    memcpy(at, all, TILES);
    return NULL;
}

/* Six placements; `text` moves behind them. */
static const char *read_plan(const struct box *box, const char **text, uint8_t at[TILES])
{
    memset(at, NONE, TILES);
    for (int i = 0; i < TILES; i++)
        if (!read_placement(box, text, at))
            return TB_N("A city is six placements, such as S r0 C1, on the plan.");
    return plan_fits(box, at) ? NULL : TB_N("Buildings overlap, or one is missing.");
}

const char *city_read(const struct box *box, const char *text, uint32_t *plan)
{
    uint8_t at[TILES];
    const char *refusal = read_plan(box, &text, at);

    if (refusal)
        return refusal;
    if (!at_end(text))
        return TB_N("A city is six placements, such as S r0 C1, on the plan.");
    if (!plan_is_legal(box, at))
        return TB_N("In this city a row or column has more than three traps.");
    *plan = plan_rank(box, at);
    return NULL;
}

static const char *read_claim(const struct kit *kit, const char *text, struct fact *fact)
{
    struct fact claim = { .kind = FACT_CLAIM };
    const char *refusal = read_plan(&kit->box, &text, claim.at);
    char word[16];

    if (refusal)
        return refusal;
    if (!next_word(&text, word, sizeof word) || strcmp(word, "RIGHT"))
        return TB_N("A claim ends with right and the letters of the right buildings.");
    if (!at_end(text) && next_word(&text, word, sizeof word))
        for (const char *c = word; *c; c++) {
            if (*c != '-' && tile_of(*c) < 0)
                return TB_N(
                    "A claim ends with right and the letters of the right buildings.");
            if (*c != '-')
                claim.b |= (uint8_t)(1 << tile_of(*c));
        }
    if (!at_end(text))
        return TB_N("A claim ends with right and the letters of the right buildings.");
    *fact = claim;
    return NULL;
}

const char *fact_read(const struct kit *kit, const char *text, struct fact *fact)
{
    const char *rest = text;
    char word[16];
    unsigned number;

    if (!next_word(&rest, word, sizeof word))
        return TB_N("This is no fact.");
    if (read_zone(word, &number))
        return read_clue(rest, number, fact);
    if (axis_read(word, &number))
        return read_question(rest, number, fact);
    if (!strcmp(word, "CLAIM"))
        return read_claim(kit, rest, fact);
    if (strcmp(word, "EXPERT"))
        return TB_N("This is no fact.");
    if (!statement_read(rest + strspn(rest, " \t"), &number))
        return TB_N("There is no such expert clue.");
    *fact = fact_statement(number);
    return NULL;
}
