/* A strict reader of JSON, by recursive descent. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "json.h"

enum { KEYS_MAX = 512, DEPTH_MAX = 32 };

struct reader {
    const char *at;
    const char *fault;
    int depth;
};

struct key {
    const char *from;
    size_t length;
};

static void read_value(struct reader *r);

static void blame(struct reader *r, const char *fault)
{
    if (!r->fault)
        r->fault = fault;
}

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')
        r->at++;
}

static bool take(struct reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

/* Bytes of the character that begins here; 0: it is not UTF-8. */
static size_t character(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;
    size_t length = c[0] < 0x80   ? 1
                    : c[0] < 0xc2 ? 0
                    : c[0] < 0xe0 ? 2
                    : c[0] < 0xf0 ? 3
                    : c[0] < 0xf5 ? 4
                                  : 0;

    for (size_t i = 1; i < length; i++)
        if ((c[i] & 0xc0) != 0x80)
            return 0;
    if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) ||
        (c[0] == 0xf0 && c[1] < 0x90) || (c[0] == 0xf4 && c[1] > 0x8f))
        return 0;
    return length;
}

/* Most of all: a character of one byte that means itself. */
static bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

static void read_escape(struct reader *r)
{
    char c = *r->at;

    if (c == 'u') {
        if (strspn(r->at + 1, "0123456789abcdefABCDEF") < 4)
            blame(r, "\\u without four digits");
        else
            r->at += 5;
    } else if (c && strchr("\"\\/bfnrt", c)) {
        r->at++;
    } else {
        blame(r, "an escape that JSON does not know");
    }
}

static struct key read_string(struct reader *r)
{
    struct key key = { r->at, 0 };

    if (!take(r, '"'))
        blame(r, "a string expected");
    key.from = r->at;
    while (!r->fault && *r->at != '"') {
        size_t length;

        if (is_plain(*r->at)) {
            r->at++;
            continue;
        }
        length = character(r->at);
        if ((unsigned char)*r->at < 0x20)
            blame(r, *r->at ? "a control character in a string" : "a string without end");
        else if (!length)
            blame(r, "bytes that are not UTF-8");
        else
            r->at += length;
        if (!r->fault && r->at[-1] == '\\')
            read_escape(r);
    }
    key.length = (size_t)(r->at - key.from);
    if (!r->fault)
        r->at++;
    return key;
}

static size_t digits(struct reader *r)
{
    size_t length = strspn(r->at, "0123456789");

    if (!length)
        blame(r, "a digit expected");
    r->at += length;
    return length;
}

static void read_number(struct reader *r)
{
    bool zero;

    r->at += *r->at == '-';
    zero = *r->at == '0';
    if (digits(r) > 1 && zero)
        blame(r, "a number that begins with 0");
    if (*r->at == '.') {
        r->at++;
        digits(r);
    }
    if (*r->at == 'e' || *r->at == 'E') {
        r->at++;
        r->at += *r->at == '-' || *r->at == '+';
        digits(r);
    }
}

static bool is_there(const struct key *keys, int count, struct key key)
{
    for (int i = 0; i < count; i++)
        if (keys[i].length == key.length && !memcmp(keys[i].from, key.from, key.length))
            return true;
    return false;
}

static void read_object(struct reader *r)
{
    struct key keys[KEYS_MAX];
    int count = 0;

    if (take(r, '}'))
        return;
    do {
        struct key key;

        skip_blanks(r);
        key = read_string(r);
        if (r->fault)
            return;
        if (is_there(keys, count, key))
            blame(r, "a key twice in one object");
        if (count == KEYS_MAX)
            blame(r, "more keys than this reader holds");
        else
            keys[count++] = key;
        if (!take(r, ':'))
            blame(r, "':' expected");
        read_value(r);
    } while (!r->fault && take(r, ','));
    if (!take(r, '}'))
        blame(r, "'}' expected");
}

static void read_array(struct reader *r)
{
    if (take(r, ']'))
        return;
    do
        read_value(r);
    while (!r->fault && take(r, ','));
    if (!take(r, ']'))
        blame(r, "']' expected");
}

static bool take_word(struct reader *r, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(r->at, word, length))
        return false;
    r->at += length;
    return true;
}

static void read_value(struct reader *r)
{
    if (++r->depth > DEPTH_MAX)
        blame(r, "nested too deep");
    skip_blanks(r);
    if (r->fault)
        return;
    if (*r->at == '"')
        read_string(r);
    else if (take(r, '{'))
        read_object(r);
    else if (take(r, '['))
        read_array(r);
    else if (!take_word(r, "true") && !take_word(r, "false") && !take_word(r, "null"))
        read_number(r);
    r->depth--;
}

const char *json_fault(const char *text)
{
    struct reader r = { .at = text };

    read_value(&r);
    skip_blanks(&r);
    if (*r.at)
        blame(&r, "something after the end");
    return r.fault;
}

const char *utf8_fault(const char *text)
{
    while (*text) {
        size_t length = character(text);

        if (!length)
            return "bytes that are not UTF-8";
        if ((unsigned char)*text < 0x20 && *text != '\n' && *text != '\033')
            return "a control character";
        text += length;
    }
    return NULL;
}
