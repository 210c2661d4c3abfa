/*
 * A page of an EPUB before it is parsed: in UTF-8, without its document type, and with the
 * named characters of HTML written out. What is left means the same to every parser, so a
 * browser reads the same text from it: web/src/books/page.ts does this step for step.
 */
#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <string.h>

#include "books.h"

struct span {
    const char *at, *end;
};

/* Where the declaration that begins here ends, quotes and brackets heeded; NULL: nowhere.
 */
static const char *after_type(struct span s)
{
    int depth = 0;
    char quote = 0;

    for (; s.at < s.end; s.at++) {
        if (quote)
            quote = *s.at == quote ? 0 : quote;
        else if (*s.at == '"' || *s.at == '\'')
            quote = *s.at;
        else if (*s.at == '[' || *s.at == ']')
            depth += *s.at == '[' ? 1 : -1;
        else if (*s.at == '>' && depth <= 0)
            return s.at + 1;
    }
    return NULL;
}

static bool is_type(struct span s)
{
    return s.end - s.at > 9 && !strncasecmp(s.at, "<!doctype", 9);
}

/* A reference "&...;" that begins here: what stands between; none: length 0. */
static size_t name_length(struct span s)
{
    size_t n = 1;

    while (s.at + n < s.end && n < 12 && s.at[n] != ';' && s.at[n] != '&')
        n++;
    return s.at + n < s.end && n < 12 && s.at[n] == ';' ? n - 1 : 0;
}

/* The number of "#146" or "#x92"; 0: it is none. */
static unsigned long number_of(const char *name)
{
    bool hex = name[0] == '#' && (name[1] | 0x20) == 'x';
    const char *digits = name + 1 + hex;
    char *end;
    unsigned long number;

    if (name[0] != '#' ||
        strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789") != strlen(digits))
        return 0;
    number = strtoul(digits, &end, hex ? 16 : 10);
    return end > digits && !*end ? number : 0;
}

/* The character that a reference stands for; 0: the parser knows better. */
static int32_t character_of(const char *name)
{
    static const char *const xml[] = { "amp", "lt", "gt", "quot", "apos", NULL };
    const htmlEntityDesc *entity;
    unsigned long number = number_of(name);

    if (number >= 0x80 && number < 0xa0)
        return text_windows((unsigned char)number); /* as old editors wrote them */
    for (int i = 0; xml[i]; i++)
        if (!strcmp(name, xml[i]))
            return 0;
    entity = htmlEntityLookup((const xmlChar *)name);
    return entity ? (int32_t)entity->value : 0;
}

/* One reference, or the "&" alone; how far it reached. */
static size_t put_reference(struct book_bytes *to, struct span s)
{
    char name[16] = "";
    size_t length = name_length(s);
    int32_t c;

    memcpy(name, s.at + 1, length);
    c = length ? character_of(name) : 0;
    if (!c) {
        bytes_add(to, s.at, 1);
        return 1;
    }
    text_put(to, c);
    return length + 2;
}

void page_tidy(const void *bytes, size_t length, struct book_bytes *to)
{
    struct book_bytes text = { 0 };
    struct span s;
    bool typed = false;

    text_decode(bytes, length, &text);
    to->failed |= text.failed;
    s = (struct span){ text.at, text.at ? text.at + text.length : text.at };
    while (s.at < s.end && !to->failed) {
        const char *next = s.at;

        while (next < s.end && *next != '&' && *next != '<')
            next++;
        bytes_add(to, s.at, (size_t)(next - s.at));
        s.at = next;
        next = !typed && s.at < s.end && is_type(s) ? after_type(s) : NULL;
        typed |= next != NULL;
        if (next) {
            s.at = next;
        } else if (s.at < s.end && *s.at == '&') {
            s.at += put_reference(to, s);
        } else if (s.at < s.end) {
            bytes_add(to, s.at++, 1);
        }
    }
    bytes_free(&text);
}
