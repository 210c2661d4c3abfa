/* 9.2: one way to write each character, one kind of blank, French spaces. */
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "books.h"

/* A block as characters, before it is bytes again. */
struct run {
    int32_t *at;
    size_t length;
};

static bool is_mark(int32_t c)
{
    utf8proc_category_t category = utf8proc_category(c);

    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

static bool is_blank(int32_t c)
{
    utf8proc_category_t category = utf8proc_category(c);

    return (c >= '\t' && c <= '\r') || c == 0x85 || category == UTF8PROC_CATEGORY_ZS ||
           category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

/* What leaves no trace: soft hyphens, marks that compose with nothing, zero widths. */
static bool is_dropped(int32_t c)
{
    return c == 0xad || c == 0x200b || c == 0x2060 || c == 0xfeff ||
           (c < ' ' && !is_blank(c)) || (c >= 0x7f && c < 0xa0 && !is_blank(c)) ||
           is_mark(c);
}

static int32_t plain(int32_t c)
{
    switch (c) {
    case 0x2019:
    case 0x02bc:
    case 0x2018:
        return '\'';
    case 0x2010:
    case 0x2011:
        return '-';
    case 0x2013:
        return 0x2014;
    default:
        return is_blank(c) ? ' ' : c;
    }
}

/* How often the character at i comes in a row. */
static size_t repeats(const struct run *r, size_t i)
{
    size_t n = 1;

    while (i + n < r->length && r->at[i + n] == r->at[i])
        n++;
    return n;
}

static void clean(struct run *r)
{
    size_t to = 0;

    for (size_t i = 0; i < r->length; i++)
        if (!is_dropped(r->at[i]))
            r->at[to++] = plain(r->at[i]);
    r->length = to;
}

/* Runs of hyphens, points and blanks become one character. */
static void join_runs(struct run *r)
{
    size_t to = 0;

    for (size_t i = 0, n; i < r->length; i += n) {
        int32_t c = r->at[i];

        n = c == '-' || c == '.' || c == ' ' ? repeats(r, i) : 1;
        if (c == '-' && n >= 2)
            c = 0x2014;
        if (c == '.' && n >= 3)
            c = 0x2026;
        else if (c == '.')
            n = 1;
        r->at[to++] = c;
    }
    r->length = to;
}

static bool binds_before(int32_t c)
{
    return c == ';' || c == ':' || c == '!' || c == '?' || c == 0xbb;
}

static void put(struct book_bytes *to, int32_t c)
{
    utf8proc_uint8_t bytes[4];

    bytes_add(to, (const char *)bytes, (size_t)utf8proc_encode_char(c, bytes));
}

static void put_french(struct book_bytes *to, const struct run *r, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        int32_t before = i > first ? r->at[i - 1] : 0, c = r->at[i];
        bool opens = i == first + 1 && before == 0x2014;

        if (opens && c != ' ')
            put(to, 0xa0);
        if (c == ' ' && (opens || before == 0xab || binds_before(r->at[i + 1])))
            c = 0xa0;
        put(to, c);
    }
}

static void put_run(struct book_bytes *to, const struct run *r, bool french)
{
    size_t first = 0, end = r->length;

    while (first < end && r->at[first] == ' ')
        first++;
    while (end > first && r->at[end - 1] == ' ')
        end--;
    if (french)
        put_french(to, r, first, end);
    else
        for (size_t i = first; i < end; i++)
            put(to, r->at[i]);
}

void normal_add(struct book_bytes *to, const char *from, size_t length, bool french)
{
    utf8proc_option_t how = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    const utf8proc_uint8_t *bytes = (const utf8proc_uint8_t *)from;
    struct run r = { malloc((length + 1) * sizeof *r.at), 0 };
    utf8proc_ssize_t count;

    if (!r.at) {
        to->failed = true;
        return;
    }
    /* Composed text is never longer than what it was decomposed from, but that may be. */
    count = utf8proc_decompose(bytes, (utf8proc_ssize_t)length, r.at,
                               (utf8proc_ssize_t)length, how);
    if (count > (utf8proc_ssize_t)length) {
        int32_t *more = realloc(r.at, ((size_t)count + 1) * sizeof *r.at);

        if (more) {
            r.at = more;
            count = utf8proc_decompose(bytes, (utf8proc_ssize_t)length, r.at, count, how);
        } else {
            count = -1;
        }
    }
    if (count > 0)
        count = utf8proc_normalize_utf32(r.at, count, how);
    if (count < 0) {
        to->failed = true;
        free(r.at);
        return;
    }
    r.length = (size_t)count;
    clean(&r);
    join_runs(&r);
    put_run(to, &r, french);
    free(r.at);
}
