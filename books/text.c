/* 9.1, plain text: what a file of lines holds as headings, verses and paragraphs. */
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "books.h"

#define N_(msgid) msgid

/* ---- charsets ---- */

void text_put(struct book_bytes *to, int32_t c)
{
    utf8proc_uint8_t bytes[4];

    bytes_add(to, (const char *)bytes, (size_t)utf8proc_encode_char(c, bytes));
}

static void decode_utf16(const unsigned char *s, size_t length, bool big,
                         struct book_bytes *to)
{
    for (size_t i = 0; i + 1 < length; i += 2) {
        int32_t c = big ? s[i] << 8 | s[i + 1] : s[i + 1] << 8 | s[i];

        if (c >= 0xd800 && c < 0xdc00 && i + 3 < length) {
            int32_t low = big ? s[i + 2] << 8 | s[i + 3] : s[i + 3] << 8 | s[i + 2];

            if (low >= 0xdc00 && low < 0xe000) {
                i += 2;
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        text_put(to, c >= 0xd800 && c < 0xe000 ? 0xfffd : c);
    }
}

int32_t text_windows(unsigned char byte)
{
    static const uint16_t high[32] = {
        0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021,
        0x2c6,  0x2030, 0x160,  0x2039, 0x152,  0x8d,   0x17d,  0x8f,
        0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
        0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178,
    };

    return byte >= 0x80 && byte < 0xa0 ? high[byte - 0x80] : byte;
}

static void decode_1252(const unsigned char *s, size_t length, struct book_bytes *to)
{
    for (size_t i = 0; i < length; i++)
        text_put(to, text_windows(s[i]));
}

static bool is_utf8(const unsigned char *s, size_t length)
{
    for (size_t i = 0; i < length;) {
        utf8proc_int32_t c;
        utf8proc_ssize_t n = utf8proc_iterate(s + i, (utf8proc_ssize_t)(length - i), &c);

        if (n <= 0)
            return false;
        i += (size_t)n;
    }
    return true;
}

void text_decode(const void *bytes, size_t length, struct book_bytes *to)
{
    const unsigned char *s = bytes;

    if (length >= 2 && ((s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff)))
        decode_utf16(s + 2, length - 2, s[0] == 0xfe, to);
    else if (length >= 3 && s[0] == 0xef && s[1] == 0xbb && s[2] == 0xbf)
        text_decode(s + 3, length - 3, to);
    else if (is_utf8(s, length))
        bytes_add(to, (const char *)s, length);
    else
        decode_1252(s, length, to);
}

/* ---- lines ---- */

struct line {
    const char *from;
    size_t length;
};

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static struct line strip(struct line l)
{
    while (l.length && is_space(*l.from))
        l.from++, l.length--;
    while (l.length && is_space(l.from[l.length - 1]))
        l.length--;
    return l;
}

/* Ends with \n, \r\n or \r. */
static bool next_line(const char **at, const char *end, struct line *l)
{
    if (*at == end)
        return false;
    l->from = *at;
    while (*at < end && **at != '\n' && **at != '\r')
        ++*at;
    l->length = (size_t)(*at - l->from);
    if (*at < end && **at == '\r' && *at + 1 < end && (*at)[1] == '\n')
        ++*at;
    if (*at < end)
        ++*at;
    return true;
}

static bool begins(struct line l, const char *word)
{
    return l.length >= strlen(word) && !memcmp(l.from, word, strlen(word));
}

/* ---- chunks: lines between blank ones ---- */

enum { CHUNK_LINES = 4096 };

struct chunk {
    struct line *line;
    int count, room;
};

static int characters(struct line l)
{
    int count = 0;

    for (size_t i = 0; i < l.length; i++)
        count += ((unsigned char)l.from[i] & 0xc0) != 0x80;
    return count;
}

static int chunk_characters(const struct chunk *c)
{
    int count = c->count - 1;

    for (int i = 0; i < c->count; i++)
        count += characters(c->line[i]);
    return count;
}

static int32_t character_at(struct line l, size_t *i)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)l.from + *i,
                                          (utf8proc_ssize_t)(l.length - *i), &c);

    *i += n > 0 ? (size_t)n : 1;
    return n > 0 ? c : 0xfffd;
}

static bool is_letter(int32_t c)
{
    utf8proc_category_t category = utf8proc_category(c);

    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* "Chapter 3", "LIVRE PREMIER": one of these as a whole word. */
static bool begins_a_part(struct line l)
{
    static const char *const words[] = {
        "chapter", "chapitre",     "part",       "partie",   "book",     "livre",
        "volume",  "tome",         "prologue",   "epilogue", "épilogue", "preface",
        "préface", "introduction", "conclusion", NULL
    };
    char word[32] = "";
    size_t i = 0, n = 0;

    while (i < l.length && n + 4 < sizeof word) {
        size_t from = i;
        int32_t c = character_at(l, &i);

        if (!is_letter(c) && !(c >= '0' && c <= '9')) {
            i = from;
            break;
        }
        n +=
            (size_t)utf8proc_encode_char(utf8proc_tolower(c), (utf8proc_uint8_t *)word + n);
    }
    word[n] = 0;
    for (int k = 0; words[k]; k++)
        if (!strcmp(word, words[k]))
            return true;
    return false;
}

static bool is_roman(const struct chunk *c)
{
    struct line l = c->line[0];

    if (c->count != 1)
        return false;
    if (l.length > 1 && l.from[l.length - 1] == '.')
        l.length--;
    for (size_t i = 0; i < l.length; i++)
        if (!strchr("IVXLCDM", l.from[i]))
            return false;
    return l.length > 0;
}

static bool is_in_capitals(const struct chunk *c)
{
    int letters = 0;
    int32_t last = 0;

    for (int k = 0; k < c->count; k++)
        for (size_t i = 0; i < c->line[k].length;) {
            last = character_at(c->line[k], &i);
            letters += is_letter(last);
            if (utf8proc_category(last) == UTF8PROC_CATEGORY_LL)
                return false;
        }
    return letters >= 3 && last != '!' && last != '?' && last != '"' && last != 0xbb &&
           last != 0x201d && last != 0x2019 && last != '\'';
}

static bool is_heading(const struct chunk *c)
{
    return c->count <= 2 && chunk_characters(c) <= 70 &&
           (begins_a_part(c->line[0]) || is_roman(c) || is_in_capitals(c));
}

static bool is_verse(const struct chunk *c)
{
    for (int i = 0; i < c->count; i++)
        if (characters(c->line[i]) >= 50)
            return false;
    return c->count >= 3;
}

/* _Italics_ of plain-text editions lose their underscores. */
static void add_line(struct book_bytes *to, struct line l)
{
    for (size_t i = 0; i < l.length; i++)
        if (l.from[i] != '_')
            bytes_add(to, l.from + i, 1);
}

static void add_joined(struct book *out, const struct chunk *c, enum block_kind kind)
{
    struct book_bytes text = { 0 };

    for (int i = 0; i < c->count; i++) {
        if (i)
            bytes_add(&text, " ", 1);
        add_line(&text, c->line[i]);
    }
    if (text.failed)
        out->blocks.refusal = N_("There is not enough memory.");
    else if (text.length)
        blocks_add(&out->blocks, kind, text.at, text.length);
    bytes_free(&text);
}

static void add_alone(struct book *out, struct line l, enum block_kind kind)
{
    struct chunk one = { &l, 1, 1 };

    add_joined(out, &one, kind);
}

static void add_chunk(struct book *out, struct chunk *c)
{
    if (!c->count)
        return;
    if (is_heading(c)) {
        add_joined(out, c, BLOCK_HEADING);
    } else if (is_verse(c)) {
        for (int i = 0; i < c->count; i++)
            add_alone(out, c->line[i], BLOCK_VERSE);
    } else {
        add_joined(out, c, BLOCK_PARAGRAPH);
    }
    c->count = 0;
}

static void push(struct book *out, struct chunk *c, struct line l)
{
    if (c->count == c->room) {
        int room = 2 * c->room + 16;
        struct line *more = realloc(c->line, (size_t)room * sizeof *more);

        if (!more) {
            out->blocks.refusal = N_("There is not enough memory.");
            return;
        }
        c->line = more;
        c->room = room;
    }
    c->line[c->count++] = l;
}

/* Our own marks are always honoured. */
static void add_marked(struct book *out, struct chunk *c, struct line l,
                       enum block_kind kind)
{
    add_chunk(out, c);
    add_alone(out, strip((struct line){ l.from + 2, l.length - 2 }), kind);
}

static void read_lines(const char *at, const char *end, struct book *out)
{
    struct chunk c = { 0 };
    struct line l;

    while (next_line(&at, end, &l) && !out->blocks.refusal) {
        l = strip(l);
        if (begins(l, "*** END OF") || begins(l, "End of the Project Gutenberg") ||
            begins(l, "End of Project Gutenberg"))
            break;
        if (!l.length)
            add_chunk(out, &c);
        else if (begins(l, "# "))
            add_marked(out, &c, l, BLOCK_HEADING);
        else if (begins(l, "| "))
            add_marked(out, &c, l, BLOCK_VERSE);
        else
            push(out, &c, l);
    }
    if (!out->blocks.refusal)
        add_chunk(out, &c);
    free(c.line);
}

/* Where the text begins: after *** START OF, above which stand title and author. */
static const char *skip_front(const char *from, const char *end, struct book *out)
{
    const char *at = from;
    struct line l;

    while (next_line(&at, end, &l))
        if (begins(l, "*** START OF")) {
            const char *start = at, *front = from;

            while (next_line(&front, start, &l)) {
                if (begins(l, "Title:"))
                    book_name(out->title, l.from + 6, l.length - 6);
                if (begins(l, "Author:"))
                    book_name(out->author, l.from + 7, l.length - 7);
            }
            return start;
        }
    return from;
}

const char *text_read(const void *bytes, size_t length, struct book *out)
{
    struct book_bytes text = { 0 };
    const char *refusal = NULL;

    if (length > 2 * (size_t)BOOK_TEXT_MAX + 2)
        return N_("The book has more than 4 MiB of text.");
    if (memchr(bytes, 0, length < 4096 ? length : 4096) &&
        ((const char *)bytes)[0] != '\xff' && ((const char *)bytes)[0] != '\xfe')
        return N_("This is neither an EPUB nor plain text.");
    text_decode(bytes, length, &text);
    if (text.failed)
        refusal = N_("There is not enough memory.");
    else if (text.length > BOOK_TEXT_MAX)
        refusal = N_("The book has more than 4 MiB of text.");
    else if (text.length)
        read_lines(skip_front(text.at, text.at + text.length, out), text.at + text.length,
                   out);
    bytes_free(&text);
    return refusal ? refusal : out->blocks.refusal;
}
