/* Six lines taken apart into words and parts, and the words of the lexicon among them. */
#include <assert.h>
#include <string.h>

#include "passage.h"

static const char *skip(const char *at)
{
    nc_next(&at);
    return at;
}

/* Where the run of letters and digits that begins at `at` ends. */
static const char *run_end(const char *at)
{
    while (*at && nc_is_of_word(nc_peek(at)))
        at = skip(at);
    return at;
}

/* A part ends there; a single ' or - that another run follows leads on. */
static bool leads_on(const char *end)
{
    return nc_joins((unsigned char)*end) && end[1] && nc_is_of_word(nc_peek(end + 1));
}

static char *read_part(struct nc_passage *p, int line, const char *from, const char *to,
                       char *fold)
{
    struct nc_part *part = &p->part[p->parts++];

    assert(p->parts <= PARTS_MAX);
    part->at = (struct nc_span){ (uint16_t)(from - p->line[line]),
                                 (uint16_t)(to - p->line[line]), (uint8_t)line };
    part->fold = fold;
    part->letters = 0;
    part->word = (uint8_t)p->words;
    while (from < to) {
        uint32_t c = nc_next(&from);

        part->letters = (uint8_t)(part->letters + nc_count(c));
        fold += nc_fold(c, fold);
    }
    part->length = (uint8_t)(fold - part->fold);
    return fold;
}

static uint32_t initial_of(const char *at)
{
    char folded[5] = "";
    const char *first = folded;
    uint32_t c = nc_peek(at);

    nc_fold(c, folded);
    return nc_is_digit(c) ? 0 : nc_next(&first);
}

/* The word that begins at `at`; where it ends. */
static const char *read_word(struct nc_passage *p, int line, const char *at, char **fold)
{
    struct nc_word *word = &p->word[p->words];
    const char *from = at, *end;

    assert(p->words < WORDS_MAX);
    *word = (struct nc_word){ .first = (uint8_t)p->parts, .initial = initial_of(at) };
    for (;; at = end + 1) {
        end = run_end(at);
        *fold = read_part(p, line, at, end, *fold);
        word->letters = (uint8_t)(word->letters + p->part[p->parts - 1].letters);
        word->parts++;
        if (!leads_on(end))
            break;
    }
    word->at = (struct nc_span){ (uint16_t)(from - p->line[line]),
                                 (uint16_t)(end - p->line[line]), (uint8_t)line };
    p->words++;
    return end;
}

void nc_passage_read(struct nc_passage *p, const char *const line[LINES], unsigned starts,
                     unsigned verse, unsigned lang)
{
    char *fold = p->folded;

    p->words = p->parts = 0;
    p->starts = (uint8_t)starts;
    p->verse = (uint8_t)verse;
    p->lang = (uint8_t)lang;
    for (int i = 0; i < LINES; i++) {
        const char *at = p->line[i] = line[i];

        assert(strlen(at) <= LINE_BYTES);
        while (*at)
            at = nc_is_of_word(nc_peek(at)) ? read_word(p, i, at, &fold) : skip(at);
    }
}

int nc_first_word(const struct nc_passage *p, int line)
{
    int i = 0;

    while (i < p->words && p->word[i].at.line < line)
        i++;
    return i;
}

/* ---- the lexicon ---- */

static bool matches(const char *stem, size_t length, const struct nc_part *part)
{
    bool whole = stem[length - 1] == '=';

    length -= whole;
    return (whole ? part->length == length : part->length >= length) &&
           !memcmp(stem, part->fold, length);
}

int nc_hits(const struct nc_passage *p, struct nc_hit *out, int room)
{
    const struct nc_lexicon *lexicon = &nc_lexicon[p->lang];
    int count = 0;

    for (int i = 0; i < p->parts; i++) {
        int letter = p->part[i].fold[0] - 'a';
        const char *stem;

        if (letter < 0 || letter >= 26)
            continue;
        stem = lexicon->stems[letter];
        for (unsigned n = lexicon->first[letter]; n < lexicon->first[letter + 1]; n++) {
            size_t length = strcspn(stem, " ");

            if (count < room && matches(stem, length, &p->part[i]))
                out[count++] =
                    (struct nc_hit){ (uint8_t)i, lexicon->theme[n], (uint16_t)n };
            stem += length + 1;
        }
    }
    return count;
}
