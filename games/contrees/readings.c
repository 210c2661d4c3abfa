/*
 * The 21 reading constraints: what the listeners hear of six lines. Section 11.
 *
 * "In place": words are replaced, what stands between them stays. "Bare": the words with
 * single blanks between.
 */
#include <string.h>

#include "passage.h"

struct reader {
    const struct nc_passage *p;
    struct nc_reading *out;
    char *at;
};

static char *end_of(const struct reader *r) { return r->out->text + READING_BYTES - 8; }

static void put_bytes(struct reader *r, const char *bytes, size_t length)
{
    size_t room = (size_t)(end_of(r) - r->at);

    if (length > room)
        length = room;
    memcpy(r->at, bytes, length);
    r->at += length;
}

static void put(struct reader *r, const char *text) { put_bytes(r, text, strlen(text)); }

static void put_character(struct reader *r, uint32_t c)
{
    if (r->at < end_of(r))
        r->at += nc_write(r->at, c);
}

static void begin_line(struct reader *r) { r->out->line[r->out->lines++] = r->at; }
static void end_line(struct reader *r) { *r->at++ = 0; }

static const char *text_of(const struct nc_passage *p, int word)
{
    return p->line[p->word[word].at.line] + p->word[word].at.from;
}
static size_t bytes_of(const struct nc_passage *p, int word)
{
    return (size_t)(p->word[word].at.to - p->word[word].at.from);
}

static void put_word(struct reader *r, int word)
{
    put_bytes(r, text_of(r->p, word), bytes_of(r->p, word));
}

/* ---- shapes ---- */

typedef void word_rule(struct reader *r, int word);

static void put_in_place(struct reader *r, int line, word_rule *rule)
{
    const char *text = r->p->line[line];
    size_t from = 0;

    for (int i = nc_first_word(r->p, line), end = nc_first_word(r->p, line + 1); i < end;
         i++) {
        put_bytes(r, text + from, r->p->word[i].at.from - from);
        rule(r, i);
        from = r->p->word[i].at.to;
    }
    put(r, text + from);
}

static void read_in_place(struct reader *r, word_rule *rule)
{
    for (int line = 0; line < LINES; line++) {
        begin_line(r);
        put_in_place(r, line, rule);
        end_line(r);
    }
}

/* A blank between what a line holds already and what comes. */
static void put_gap(struct reader *r)
{
    if (r->at > r->out->line[r->out->lines - 1])
        put(r, " ");
}

typedef bool word_kept(const struct nc_passage *p, int word);

/* The words of a line that are kept; `end` comes after them, NULL: nothing. */
static void read_bare(struct reader *r, word_kept *kept, const char *instead,
                      const char *end)
{
    for (int line = 0; line < LINES; line++) {
        begin_line(r);
        for (int i = nc_first_word(r->p, line); i < nc_first_word(r->p, line + 1); i++) {
            if (kept(r->p, i)) {
                put_gap(r);
                put_word(r, i);
            } else if (instead) {
                put_gap(r);
                put(r, instead);
            }
        }
        if (end) {
            put_gap(r);
            put(r, end);
        }
        end_line(r);
    }
}

static void put_backwards(struct reader *r, int from, int to)
{
    while (to-- > from) {
        put_gap(r);
        put_word(r, to);
    }
}

static void as_printed(struct reader *r, int line)
{
    begin_line(r);
    put(r, r->p->line[line]);
    end_line(r);
}

/* ---- peripeteia ---- */

static void read_plain(struct reader *r)
{
    for (int line = 0; line < LINES; line++)
        as_printed(r, line);
}

static void read_bottom_up(struct reader *r)
{
    for (int line = LINES - 1; line >= 0; line--)
        as_printed(r, line);
}

static void read_echo(struct reader *r)
{
    for (int line = 0; line < LINES; line++) {
        int last = nc_first_word(r->p, line + 1) - 1;

        begin_line(r);
        put(r, r->p->line[line]);
        for (int n = 0; n < 2 && last >= nc_first_word(r->p, line); n++) {
            put(r, " … ");
            put_word(r, last);
        }
        end_line(r);
    }
}

/* The last vowel of a longer word, three times. */
static void sing(struct reader *r, int word)
{
    const char *at = text_of(r->p, word), *end = at + bytes_of(r->p, word), *last = NULL;

    for (const char *c = at; c < end;) {
        const char *from = c;
        uint32_t letter = nc_next(&c);

        if (nc_is_letter(letter) && nc_is_vowel(letter))
            last = from;
    }
    if (r->p->word[word].letters < 4 || !last) {
        put_word(r, word);
        return;
    }
    put_bytes(r, at, (size_t)(last - at));
    at = last;
    nc_next(&at);
    for (int i = 0; i < 3; i++)
        put_bytes(r, last, (size_t)(at - last));
    put_bytes(r, at, (size_t)(end - at));
}

static bool is_worth_a_telegram(const struct nc_passage *p, int word)
{
    return p->word[word].letters > 3;
}

static void read_non_stop(struct reader *r)
{
    begin_line(r);
    for (int i = 0; i < r->p->words; i++) {
        const char *at = text_of(r->p, i), *end = at + bytes_of(r->p, i);

        put_gap(r);
        while (at < end)
            put_character(r, nc_lower(nc_next(&at)));
    }
    end_line(r);
}

/* The folded word with its ' and -, as it is sorted. */
static int fold_word(const struct nc_passage *p, int word, char *to)
{
    const char *at = text_of(p, word), *end = at + bytes_of(p, word);
    char *from = to;

    while (at < end)
        to += nc_fold(nc_next(&at), to);
    *to = 0;
    return (int)(to - from);
}

static int compare_words(const struct nc_passage *p, int a, int b)
{
    char one[LINE_BYTES + 1], two[LINE_BYTES + 1];
    size_t length = bytes_of(p, a) < bytes_of(p, b) ? bytes_of(p, a) : bytes_of(p, b);
    int order;

    fold_word(p, a, one);
    fold_word(p, b, two);
    order = strcmp(one, two);
    if (!order)
        order = memcmp(text_of(p, a), text_of(p, b), length);
    return order ? order : (int)bytes_of(p, a) - (int)bytes_of(p, b);
}

static void read_sorted(struct reader *r)
{
    for (int line = 0; line < LINES; line++) {
        int first = nc_first_word(r->p, line),
            count = nc_first_word(r->p, line + 1) - first;
        uint8_t order[WORDS_MAX];

        for (int i = 0; i < count; i++) {
            int k = i;

            for (; k > 0 && compare_words(r->p, order[k - 1], first + i) > 0; k--)
                order[k] = order[k - 1];
            order[k] = (uint8_t)(first + i);
        }
        begin_line(r);
        for (int i = 0; i < count; i++) {
            put_gap(r);
            put_word(r, order[i]);
        }
        end_line(r);
    }
}

static void read_backtrack(struct reader *r)
{
    for (int line = 0; line < LINES; line++) {
        begin_line(r);
        put_backwards(r, nc_first_word(r->p, line), nc_first_word(r->p, line + 1));
        end_line(r);
    }
}

/* Whether the letter is a vowel here: not the u of "qu". */
static bool sounds(uint32_t letter, uint32_t before)
{
    return nc_is_letter(letter) && nc_is_vowel(letter) &&
           !(nc_lower(letter) == 'u' && nc_lower(before) == 'q');
}

static uint32_t capital_if(uint32_t letter, bool capital)
{
    return capital ? letter - 'a' + 'A' : letter;
}

/* Calls for each letter of a word, told whether it begins or goes on a vowel group. */
enum voice { SILENT, BEGINS, GOES_ON };
typedef void letter_rule(struct reader *r, uint32_t letter, enum voice voice);

static void put_letters(struct reader *r, int word, letter_rule *rule)
{
    const char *at = text_of(r->p, word), *end = at + bytes_of(r->p, word);
    uint32_t before = 0;
    bool open = false;

    while (at < end) {
        uint32_t letter = nc_next(&at);
        bool vowel = sounds(letter, before);

        rule(r, letter, vowel ? (open ? GOES_ON : BEGINS) : SILENT);
        open = vowel;
        before = letter;
    }
}

static void in_fire_tongue(struct reader *r, uint32_t letter, enum voice voice)
{
    const char *inserted = r->p->lang == TB_FR ? "av" : "ub";

    if (voice == BEGINS) {
        put_character(r, capital_if((uint32_t)inserted[0], nc_is_capital(letter)));
        put(r, inserted + 1);
        letter = nc_lower(letter);
    }
    put_character(r, letter);
}
static void speak_fire(struct reader *r, int word) { put_letters(r, word, in_fire_tongue); }

static void in_one_vowel(struct reader *r, uint32_t letter, enum voice voice)
{
    uint32_t vowel = r->p->lang == TB_FR ? 'a' : 'o';

    if (voice == BEGINS)
        put_character(r, capital_if(vowel, nc_is_capital(letter)));
    else if (voice == SILENT)
        put_character(r, letter);
}
static void speak_one_vowel(struct reader *r, int word)
{
    put_letters(r, word, in_one_vowel);
}

static bool softens(uint32_t next)
{
    char folded[4];

    return next && nc_fold(next, folded) &&
           (*folded == 'e' || *folded == 'i' || *folded == 'y');
}

static const char *whispered(uint32_t letter, uint32_t next)
{
    switch (nc_lower(letter)) {
    case 'b':
        return "p";
    case 'd':
        return "t";
    case 'v':
        return "f";
    case 'z':
        return "s";
    case 'j':
        return "ch";
    case 'g':
        return softens(next) ? "ch" : "k";
    default:
        return NULL;
    }
}

static void whisper(struct reader *r, int word)
{
    const char *at = text_of(r->p, word), *end = at + bytes_of(r->p, word);

    while (at < end) {
        uint32_t letter = nc_next(&at);
        const char *breath = whispered(letter, at < end ? nc_peek(at) : 0);

        if (!breath) {
            put_character(r, letter);
            continue;
        }
        put_character(r, capital_if((uint32_t)breath[0], nc_is_capital(letter)));
        put(r, breath + 1);
    }
}

static void read_tunnel(struct reader *r)
{
    for (int line = 0; line < LINES; line++) {
        begin_line(r);
        put(r, line == 2 || line == 3 ? "…" : r->p->line[line]);
        end_line(r);
    }
}

static void hum_giants(struct reader *r, int word)
{
    if (r->p->word[word].letters >= 8)
        put(r, "hum");
    else
        put_word(r, word);
}

static void read_last_first(struct reader *r)
{
    int next = r->p->words;

    for (int line = LINES - 1; line >= 0; line--) {
        int count = nc_first_word(r->p, line + 1) - nc_first_word(r->p, line);

        begin_line(r);
        put_backwards(r, next - count, next);
        next -= count;
        end_line(r);
    }
}

static bool is_odd(const struct nc_passage *p, int word) { return word % 2 == 0; }

/* The first half of the letters; œ is one here. */
static void break_word(struct reader *r, int word)
{
    const char *at = text_of(r->p, word), *end = at + bytes_of(r->p, word), *cut = at;
    int letters = 0, kept = 0;

    for (const char *c = at; c < end;)
        letters += nc_count(nc_next(&c)) > 0;
    if (letters < 4) {
        put_word(r, word);
        return;
    }
    for (const char *c = at; c < end && kept < (letters + 1) / 2; cut = c)
        kept += nc_count(nc_next(&c)) > 0;
    put_bytes(r, at, (size_t)(cut - at));
    put(r, "-");
}

/* ---- cities ---- */

static void read_furrow(struct reader *r)
{
    for (int line = 0; line < LINES; line++) {
        if (line % 2 == 0) {
            as_printed(r, line);
            continue;
        }
        begin_line(r);
        put_backwards(r, nc_first_word(r->p, line), nc_first_word(r->p, line + 1));
        end_line(r);
    }
}

static void drown(struct reader *r, int word)
{
    if (word % 3 == 2)
        put(r, r->p->lang == TB_FR ? "glou" : "blub");
    else
        put_word(r, word);
}

static bool has_a_or_o(const struct nc_passage *p, int word)
{
    char folded[LINE_BYTES + 1];

    fold_word(p, word, folded);
    return strpbrk(folded, "ao") != NULL;
}

static bool is_above_the_sand(const struct nc_passage *p, int word)
{
    int line = p->word[word].at.line;

    return word < nc_first_word(p, line + 1) - (line + 1);
}

/* The lips: 'm' of p, b and m, 'f' of f and v; the rest cannot be seen. */
static void mouth(struct reader *r, int word)
{
    const char *at = text_of(r->p, word), *end = at + bytes_of(r->p, word);

    while (at < end) {
        uint32_t c = nc_next(&at);
        uint32_t lower = nc_lower(c);

        if (nc_joins(c) || (nc_is_letter(c) && nc_is_vowel(c)))
            put_character(r, c);
        else if (lower == 'p' || lower == 'b' || lower == 'm')
            put(r, "m");
        else
            put(r, lower == 'f' || lower == 'v' ? "f" : "·");
    }
}

static void read_silent(struct reader *r)
{
    for (int line = 0; line < LINES; line++) {
        if (line % 2) {
            as_printed(r, line);
            continue;
        }
        begin_line(r);
        put_in_place(r, line, mouth);
        end_line(r);
    }
}

/* ---- the table ---- */

static void read_sung(struct reader *r) { read_in_place(r, sing); }
static void read_telegram(struct reader *r)
{
    read_bare(r, is_worth_a_telegram, NULL, "STOP");
}
static void read_fire(struct reader *r) { read_in_place(r, speak_fire); }
static void read_whisper(struct reader *r) { read_in_place(r, whisper); }
static void read_giants(struct reader *r) { read_in_place(r, hum_giants); }
static void read_one_vowel(struct reader *r) { read_in_place(r, speak_one_vowel); }
static void read_every_other(struct reader *r) { read_bare(r, is_odd, NULL, NULL); }
static void read_broken(struct reader *r) { read_in_place(r, break_word); }
static void read_sunken(struct reader *r) { read_in_place(r, drown); }
static void read_two_vowels(struct reader *r) { read_bare(r, has_a_or_o, "·", NULL); }
static void read_sands(struct reader *r) { read_bare(r, is_above_the_sand, NULL, "…"); }

typedef void reading_rule(struct reader *r);
static reading_rule *const readings[PERIPETEIA + CITIES] = {
    read_plain,    read_bottom_up, read_echo,      read_sung,       read_telegram,
    read_non_stop, read_sorted,    read_backtrack, read_fire,       read_whisper,
    read_tunnel,   read_giants,    read_one_vowel, read_last_first, read_every_other,
    read_broken,   read_furrow,    read_sunken,    read_two_vowels, read_sands,
    read_silent,
};

void nc_read_aloud(const struct nc_passage *p, unsigned card, struct nc_reading *out)
{
    struct reader r = { p, out, out->text };

    out->lines = 0;
    if (card >= PERIPETEIA0 && card < CITY0 + CITIES)
        readings[card - PERIPETEIA0](&r);
    else
        read_plain(&r);
}

/* ---- what bots hear ---- */

enum {
    TELEGRAM = PERIPETEIA0 + 4,
    TUNNEL = PERIPETEIA0 + 10,
    GIANTS = PERIPETEIA0 + 11,
    EVERY_OTHER = PERIPETEIA0 + 14,
    SUNKEN = CITY0 + 1,
    TWO_VOWELS = CITY0 + 2,
    SANDS = CITY0 + 3,
    SILENCE = CITY0 + 4
};

static bool survives(const struct nc_passage *p, int word, unsigned card)
{
    int line = p->word[word].at.line;

    switch (card) {
    case TELEGRAM:
        return is_worth_a_telegram(p, word);
    case TUNNEL:
        return line != 2 && line != 3;
    case GIANTS:
        return p->word[word].letters < 8;
    case EVERY_OTHER:
        return is_odd(p, word);
    case SUNKEN:
        return word % 3 != 2;
    case TWO_VOWELS:
        return has_a_or_o(p, word);
    case SANDS:
        return is_above_the_sand(p, word);
    default:
        return true;
    }
}

int nc_audible(const struct nc_passage *p, int word, unsigned card)
{
    if (card < PERIPETEIA0 || card >= CITY0 + CITIES)
        return 100;
    if (card == SILENCE && p->word[word].at.line % 2)
        return 100;
    return survives(p, word, card) ? nc_card[card].hear : 0;
}
