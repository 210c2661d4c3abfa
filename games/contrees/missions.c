/*
 * The 28 missions: what each counts in the six printed lines, and where it stands.
 *
 * Every condition is a number of things found against a number needed, so that a referee
 * can show both: "commas: 6 of 5", and the commas.
 */
#include <string.h>

#include "passage.h"

struct count {
    const struct nc_passage *p;
    struct nc_proof *proof;
    int arg; /* letters that a word must have, by mission */
};
typedef int count_rule(struct count *c);

static void mark(struct count *c, struct nc_span at)
{
    if (c->proof->spans < SPANS_MAX)
        c->proof->span[c->proof->spans++] = at;
}

static void clear(struct count *c) { c->proof->spans = 0; }

/* ---- characters ---- */

typedef bool is_kind(uint32_t c);

/* Counts the characters of one kind. */
static int count_characters(struct count *c, is_kind *is)
{
    int count = 0;

    for (int i = 0; i < LINES; i++)
        for (const char *at = c->p->line[i]; *at;) {
            const char *from = at;

            if (is(nc_next(&at))) {
                mark(c, (struct nc_span){ (uint16_t)(from - c->p->line[i]),
                                          (uint16_t)(at - c->p->line[i]), (uint8_t)i });
                count++;
            }
        }
    return count;
}

static bool is_comma(uint32_t c) { return c == ','; }
static bool is_colon(uint32_t c) { return c == ';' || c == ':'; }
static bool is_question(uint32_t c) { return c == '?' || c == '!'; }
static bool is_stop(uint32_t c) { return c == '.' || c == '!' || c == '?' || c == 0x2026; }
static bool is_quote(uint32_t c)
{
    return c == 0xab || c == 0xbb || c == '"' || c == 0x201c || c == 0x201d ||
           c == 0x201e || c == 0x2013 || c == 0x2014;
}
static bool is_circumflex(uint32_t c)
{
    c = nc_lower(c);
    return c == 0xe2 || c == 0xea || c == 0xee || c == 0xf4 || c == 0xfb;
}

static int commas(struct count *c) { return count_characters(c, is_comma); }
static int colons(struct count *c) { return count_characters(c, is_colon); }
static int questions(struct count *c) { return count_characters(c, is_question); }
static int quotes(struct count *c) { return count_characters(c, is_quote); }
static int capitals(struct count *c) { return count_characters(c, nc_is_capital); }

/* ---- lines ---- */

static struct nc_span whole_line(const struct nc_passage *p, int line)
{
    return (struct nc_span){ 0, (uint16_t)strlen(p->line[line]), (uint8_t)line };
}

static int paragraphs(struct count *c)
{
    int count = 0;

    for (int i = 1; i < LINES; i++)
        if (c->p->starts >> i & 1) {
            int word = nc_first_word(c->p, i);

            count++;
            mark(c, word < c->p->words && c->p->word[word].at.line == i
                        ? c->p->word[word].at
                        : whole_line(c->p, i));
        }
    return count;
}

static bool is_bare(const char *line)
{
    while (*line)
        if (nc_is_punctuation(nc_next(&line)))
            return false;
    return true;
}

static int bare_lines(struct count *c)
{
    int count = 0;

    for (int i = 0; i < LINES; i++)
        if (is_bare(c->p->line[i])) {
            mark(c, whole_line(c->p, i));
            count++;
        }
    return count;
}

/* The first word of a line; NULL: it has none. */
static const struct nc_word *first_of(const struct nc_passage *p, int line)
{
    int i = nc_first_word(p, line);

    return i < p->words && p->word[i].at.line == line ? &p->word[i] : NULL;
}

static const struct nc_word *last_of(const struct nc_passage *p, int line)
{
    int i = nc_first_word(p, line + 1) - 1;

    return i >= 0 && p->word[i].at.line == line ? &p->word[i] : NULL;
}

/* Of a word that begins with a digit, the digit. */
static int first_character(const struct nc_passage *p, const struct nc_word *w)
{
    return w->initial ? (int)w->initial : p->part[w->first].fold[0];
}

static int different_starts(struct count *c)
{
    int count = 0, seen[LINES] = { 0 };

    for (int i = 0; i < LINES; i++) {
        const struct nc_word *word = first_of(c->p, i);
        bool fresh = word != NULL;

        for (int k = 0; k < count && fresh; k++)
            fresh = seen[k] != first_character(c->p, word);
        if (fresh) {
            seen[count++] = first_character(c->p, word);
            mark(c, word->at);
        }
    }
    return count;
}

/* A run of marks is one end. In verses without any, every verse is a sentence. */
static int sentence_ends(struct count *c)
{
    int count = 0;

    for (int i = 0; i < LINES; i++)
        for (const char *at = c->p->line[i]; *at;) {
            const char *from = at;

            if (!is_stop(nc_next(&at)))
                continue;
            while (is_stop(nc_peek(at)))
                nc_next(&at);
            mark(c, (struct nc_span){ (uint16_t)(from - c->p->line[i]),
                                      (uint16_t)(at - c->p->line[i]), (uint8_t)i });
            count++;
        }
    if (!count && c->p->verse)
        for (int i = 0; i < LINES; i++)
            if (c->p->verse & c->p->starts & 1 << i) {
                mark(c, whole_line(c->p, i));
                count++;
            }
    return count;
}

/* The letters that rhyme: the last three of a line's last word. */
static int rhyme_of(const struct nc_passage *p, int line, char to[3])
{
    const struct nc_word *word = last_of(p, line);
    int count = 0;

    for (int i = word ? word->first + word->parts - 1 : -1; word && i >= word->first; i--)
        for (int k = p->part[i].length - 1; k >= 0 && count < 3; k--)
            if (p->part[i].fold[k] >= 'a' && p->part[i].fold[k] <= 'z')
                to[count++] = p->part[i].fold[k];
    return count;
}

static int rhymes(struct count *c)
{
    char rhyme[LINES][3];
    int length[LINES], best = 0;

    for (int i = 0; i < LINES; i++)
        length[i] = rhyme_of(c->p, i, rhyme[i]);
    for (int i = 0; i < LINES; i++) {
        int same = 0;

        for (int k = 0; k < LINES; k++)
            same += length[i] && length[k] == length[i] &&
                    !memcmp(rhyme[i], rhyme[k], (size_t)length[i]);
        if (same <= best)
            continue;
        best = same;
        clear(c);
        for (int k = 0; k < LINES; k++)
            if (length[k] == length[i] && !memcmp(rhyme[i], rhyme[k], (size_t)length[i]))
                mark(c, last_of(c->p, k)->at);
    }
    return best;
}

/* ---- words ---- */

typedef bool is_word(const struct count *c, const struct nc_word *w);

static int count_words(struct count *c, is_word *is)
{
    int count = 0;

    for (int i = 0; i < c->p->words; i++)
        if (is(c, &c->p->word[i])) {
            mark(c, c->p->word[i].at);
            count++;
        }
    return count;
}

static bool has_hyphen(const struct count *c, const struct nc_word *w)
{
    const char *line = c->p->line[w->at.line];

    return memchr(line + w->at.from, '-', (size_t)(w->at.to - w->at.from)) != NULL;
}

static bool is_az(char c) { return c >= 'a' && c <= 'z'; }

static bool part_has_double(const struct nc_part *part)
{
    for (int i = 1; i < part->length; i++)
        if (is_az(part->fold[i]) && part->fold[i] == part->fold[i - 1])
            return true;
    return false;
}

static bool has_double(const struct count *c, const struct nc_word *w)
{
    for (int i = 0; i < w->parts; i++)
        if (part_has_double(&c->p->part[w->first + i]))
            return true;
    return false;
}

static bool is_long(const struct count *c, const struct nc_word *w)
{
    return w->letters >= c->arg;
}

static int hyphened(struct count *c) { return count_words(c, has_hyphen); }
static int doubled(struct count *c) { return count_words(c, has_double); }
static int long_words(struct count *c) { return count_words(c, is_long); }

/* The longest run of words that go on; a word without letters breaks it. */
typedef bool goes_on(const struct nc_word *before, const struct nc_word *w);

static int longest_run(struct count *c, goes_on *on, goes_on *may_begin)
{
    int best = 0, begun = 0;

    for (int i = 0; i < c->p->words; i++) {
        const struct nc_word *w = &c->p->word[i];

        if (!w->letters || !may_begin(NULL, w)) {
            begun = i + 1;
            continue;
        }
        if (i > begun && !on(w - 1, w))
            begun = i;
        if (i - begun < best)
            continue;
        best = i - begun + 1;
        clear(c);
        for (int k = begun; k <= i; k++)
            mark(c, c->p->word[k].at);
    }
    return best;
}

static bool is_short(const struct nc_word *before, const struct nc_word *w)
{
    return w->letters <= 3;
}
static bool any_word(const struct nc_word *before, const struct nc_word *w) { return true; }
static bool is_longer(const struct nc_word *before, const struct nc_word *w)
{
    return w->letters > before->letters;
}

static int short_run(struct count *c) { return longest_run(c, any_word, is_short); }
static int growing_run(struct count *c) { return longest_run(c, is_longer, any_word); }

/* Of four words in a row, the most that begin alike. */
static int alike_starts(struct count *c)
{
    int best = 0;

    for (int i = 0; i < c->p->words; i++) {
        const struct nc_word *w = &c->p->word[i];
        int same = 0, end = i + 4 < c->p->words ? i + 4 : c->p->words;

        for (int k = i; k < end; k++)
            same += w->initial && c->p->word[k].initial == w->initial;
        if (same <= best)
            continue;
        best = same;
        clear(c);
        for (int k = i; k < end; k++)
            if (c->p->word[k].initial == w->initial)
                mark(c, c->p->word[k].at);
    }
    return best;
}

/* ---- parts of words ---- */

typedef bool is_part(const struct count *c, const struct nc_part *part);

static int count_parts(struct count *c, is_part *is)
{
    int count = 0;

    for (int i = 0; i < c->p->parts; i++)
        if (is(c, &c->p->part[i])) {
            mark(c, c->p->part[i].at);
            count++;
        }
    return count;
}

static bool equals(const struct nc_part *part, const char *word)
{
    return part->length == strlen(word) && !memcmp(part->fold, word, part->length);
}

static bool same_part(const struct nc_part *a, const struct nc_part *b)
{
    return a->length == b->length && !memcmp(a->fold, b->fold, a->length);
}

static bool is_root(const struct nc_part *part)
{
    return nc_all_letters(part) && part->letters >= 5;
}

static bool has_kin(const struct count *c, const struct nc_part *part)
{
    for (int i = 0; i < c->p->parts && is_root(part); i++) {
        const struct nc_part *other = &c->p->part[i];

        if (is_root(other) && !same_part(part, other) &&
            !memcmp(part->fold, other->fold, 4))
            return true;
    }
    return false;
}

/* A bit for every vowel of `among` that the part has. */
static unsigned vowels_of(const struct nc_part *part, const char *among)
{
    unsigned set = 0;

    for (int i = 0; i < part->length; i++) {
        const char *found = part->fold[i] ? strchr(among, part->fold[i]) : NULL;

        if (found)
            set |= 1u << (found - among);
    }
    return set;
}

static bool has_one_vowel(const struct count *c, const struct nc_part *part)
{
    return part->letters >= 7 && __builtin_popcount(vowels_of(part, "aeiouy")) == 1;
}

static bool has_four_vowels(const struct count *c, const struct nc_part *part)
{
    return __builtin_popcount(vowels_of(part, "aeiou")) >= 4;
}

static bool is_barred(const struct count *c, const struct nc_part *part)
{
    return c->p->lang == TB_FR ? equals(part, "il") || equals(part, "ils")
                               : equals(part, "i");
}

static bool is_listed(const char *const *list, const struct nc_part *part)
{
    for (; *list; list++)
        if (equals(part, *list))
            return true;
    return false;
}

static bool is_number(const struct count *c, const struct nc_part *part)
{
    static const char *const french[] = {
        "deux",     "trois",     "quatre",   "cinq",     "six",     "sept",
        "huit",     "neuf",      "dix",      "onze",     "douze",   "treize",
        "quatorze", "quinze",    "seize",    "vingt",    "vingts",  "trente",
        "quarante", "cinquante", "soixante", "septante", "octante", "huitante",
        "nonante",  "cent",      "cents",    "mille",    "million", "millions",
        "milliard", "milliards", NULL
    };
    static const char *const english[] = {
        "two",      "three",     "four",     "five",     "six",      "seven",    "eight",
        "nine",     "ten",       "eleven",   "twelve",   "thirteen", "fourteen", "fifteen",
        "sixteen",  "seventeen", "eighteen", "nineteen", "twenty",   "thirty",   "forty",
        "fifty",    "sixty",     "seventy",  "eighty",   "ninety",   "hundred",  "hundreds",
        "thousand", "thousands", "million",  "millions", "dozen",    "dozens",   NULL
    };
    int digits = 0;

    for (int i = 0; i < part->length; i++) {
        digits += part->fold[i] >= '0' && part->fold[i] <= '9';
        if (part->fold[i] >= '2' && part->fold[i] <= '9')
            return true;
    }
    return digits >= 2 || is_listed(c->p->lang == TB_FR ? french : english, part);
}

static bool is_palindrome(const struct nc_part *part)
{
    for (int i = 0; i < part->length / 2; i++)
        if (part->fold[i] != part->fold[part->length - 1 - i])
            return false;
    return nc_all_letters(part) && part->letters >= 3;
}

static bool has_abba(const struct nc_part *part)
{
    const char *f = part->fold;

    for (int i = 0; i + 3 < part->length; i++)
        if (is_az(f[i]) && is_az(f[i + 1]) && f[i] == f[i + 3] && f[i + 1] == f[i + 2])
            return true;
    return false;
}

static bool is_mirror(const struct count *c, const struct nc_part *part)
{
    return c->p->lang == TB_FR ? is_palindrome(part) : has_abba(part);
}

static bool has_lost_letter(const struct count *c, const struct nc_part *part)
{
    return vowels_of(part, c->p->lang == TB_FR ? "j" : "jqxz") != 0;
}

static bool is_locked(const struct count *c, const struct nc_part *part)
{
    return is_root(part) && part->fold[0] == part->fold[part->length - 1];
}

static int kin(struct count *c) { return count_parts(c, has_kin); }
static int one_vowelled(struct count *c) { return count_parts(c, has_one_vowel); }
static int many_vowelled(struct count *c) { return count_parts(c, has_four_vowels); }
static int barred(struct count *c) { return count_parts(c, is_barred); }
static int numbers(struct count *c) { return count_parts(c, is_number); }
static int mirrors(struct count *c) { return count_parts(c, is_mirror); }
static int lost_letters(struct count *c) { return count_parts(c, has_lost_letter); }
static int locked(struct count *c) { return count_parts(c, is_locked); }

/* How often the commonest part of so many letters comes. */
static int commonest(struct count *c)
{
    int best = 0;

    for (int i = 0; i < c->p->parts; i++) {
        int same = 0;

        if (c->p->part[i].letters < c->arg)
            continue;
        for (int k = i; k < c->p->parts; k++)
            same += same_part(&c->p->part[i], &c->p->part[k]);
        if (same <= best)
            continue;
        best = same;
        clear(c);
        for (int k = i; k < c->p->parts; k++)
            if (same_part(&c->p->part[i], &c->p->part[k]))
                mark(c, c->p->part[k].at);
    }
    return best;
}

static int count_th(struct count *c)
{
    int count = 0;

    for (int i = 0; i < c->p->parts; i++) {
        const struct nc_part *part = &c->p->part[i];
        int here = 0;

        for (int k = 1; k < part->length; k++)
            here += part->fold[k - 1] == 't' && part->fold[k] == 'h';
        if (here)
            mark(c, part->at);
        count += here;
    }
    return count;
}

static int accents(struct count *c)
{
    return c->p->lang == TB_FR ? count_characters(c, is_circumflex) : count_th(c);
}

static int alphabet(struct count *c)
{
    uint32_t set = 0;

    for (int i = 0; i < c->p->parts; i++)
        for (int k = 0; k < c->p->part[i].length; k++)
            if (is_az(c->p->part[i].fold[k]))
                set |= 1u << (c->p->part[i].fold[k] - 'a');
    return __builtin_popcount(set);
}

/* ---- the table ---- */

/* clang-format off */
static const struct mission {
    count_rule *count;
    uint8_t need[TB_LANGS], easy; /* easy 0: as ever */
    uint8_t arg, easy_arg;
    bool most;
} missions[MISSIONS] = {
    /*           counts                en  fr  easy   arg   */
    /* M01 */ { paragraphs,        {  2,  2 },  1,   0,  0, false },
    /* M02 */ { bare_lines,        {  1,  1 },  0,   0,  0, false },
    /* M03 */ { different_starts,  {  6,  6 },  0,   0,  0, false },
    /* M04 */ { commas,            {  5,  5 },  3,   0,  0, false },
    /* M05 */ { colons,            {  1,  1 },  0,   0,  0, false },
    /* M06 */ { hyphened,          {  1,  1 },  0,   0,  0, false },
    /* M07 */ { sentence_ends,     {  2,  2 },  0,   0,  0, true  },
    /* M08 */ { kin,               {  2,  2 },  0,   0,  0, false },
    /* M09 */ { doubled,           {  7,  7 },  5,   0,  0, false },
    /* M10 */ { long_words,        {  1,  1 },  0,  12, 10, false },
    /* M11 */ { short_run,         {  5,  4 },  0,   0,  0, false },
    /* M12 */ { growing_run,       {  4,  4 },  0,   0,  0, false },
    /* M13 */ { one_vowelled,      {  1,  1 },  0,   0,  0, false },
    /* M14 */ { many_vowelled,     {  1,  3 },  0,   0,  0, false },
    /* M15 */ { barred,            {  0,  0 },  0,   0,  0, true  },
    /* M16 */ { questions,         {  1,  1 },  0,   0,  0, false },
    /* M17 */ { capitals,          {  8,  6 },  3,   0,  0, false },
    /* M18 */ { commonest,         {  2,  2 },  0,   5,  0, false },
    /* M19 */ { quotes,            {  1,  1 },  0,   0,  0, false },
    /* M20 */ { numbers,           {  1,  1 },  0,   0,  0, false },
    /* M21 */ { accents,           {  9,  2 },  0,   0,  0, false },
    /* M22 */ { mirrors,           {  1,  1 },  0,   0,  0, false },
    /* M23 */ { alike_starts,      {  3,  3 },  0,   0,  0, false },
    /* M24 */ { lost_letters,      {  0,  0 },  0,   0,  0, true  },
    /* M25 */ { alphabet,          { 23, 23 },  0,   0,  0, false },
    /* M26 */ { commonest,         {  5,  5 },  0,   0,  0, false },
    /* M27 */ { rhymes,            {  2,  2 },  0,   0,  0, false },
    /* M28 */ { locked,            {  2,  2 },  0,   0,  0, false },
};
/* clang-format on */

bool nc_mission(const struct nc_passage *p, unsigned mission, bool easy,
                struct nc_proof *proof)
{
    const struct mission *m = &missions[mission];
    struct count c = { p, proof, easy && m->easy_arg ? m->easy_arg : m->arg };

    proof->spans = 0;
    proof->most = m->most;
    proof->need = easy && m->easy ? m->easy : m->need[p->lang];
    proof->count = m->count(&c);
    return m->most ? proof->count <= proof->need : proof->count >= proof->need;
}
