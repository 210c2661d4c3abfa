/*
 * Writing into a buffer that cannot overflow.
 *
 * Our own few conversions instead of vsnprintf: they ignore the locale, pad by characters
 * so that accents keep columns straight, and spare the WebAssembly build all of stdio.
 */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "tablier.h"

struct tb_text tb_text(char *buffer, size_t size)
{
    struct tb_text out = { .at = buffer, .end = buffer + size - 1 };

    assert(buffer && size); /* the final 0 always fits */
    *buffer = 0;
    return out;
}

void tb_put_bytes(struct tb_text *out, const char *bytes, size_t length)
{
    size_t room = (size_t)(out->end - out->at);

    assert(out->at <= out->end);
    if (length > room) {
        out->cut = true;
        length = room;
    }
    memcpy(out->at, bytes, length);
    out->at += length;
    *out->at = 0;
}

static void put_repeated(struct tb_text *out, char c, int count)
{
    while (count-- > 0)
        tb_put_byte(out, c);
}

static bool starts_character(char byte) { return ((unsigned char)byte & 0xc0) != 0x80; }

/* Bytes of the first `most` characters; *characters says how many there were. */
static size_t measure(const char *s, int most, int *characters)
{
    size_t length = 0;

    *characters = 0;
    while (s[length]) {
        if (starts_character(s[length]) && (*characters)++ == most) {
            (*characters)--;
            break;
        }
        length++;
    }
    return length;
}

struct conversion {
    bool left, zero;
    int width, precision, longs;
};

static const char *read_conversion(const char *f, struct conversion *c)
{
    *c = (struct conversion){ .precision = -1 };
    for (; *f == '-' || *f == '0'; f++) {
        c->left |= *f == '-';
        c->zero |= *f == '0';
    }
    for (; *f >= '0' && *f <= '9'; f++)
        c->width = 10 * c->width + (*f - '0');
    if (*f == '.') {
        c->precision = 0;
        for (f++; *f >= '0' && *f <= '9'; f++)
            c->precision = 10 * c->precision + (*f - '0');
    }
    for (; *f == 'l'; f++)
        c->longs++;
    return f;
}

static void put_string(struct tb_text *out, const char *s, const struct conversion *c)
{
    int characters;
    size_t length = measure(s, c->precision < 0 ? -1 : c->precision, &characters);

    if (!c->left)
        put_repeated(out, ' ', c->width - characters);
    tb_put_bytes(out, s, length);
    if (c->left)
        put_repeated(out, ' ', c->width - characters);
}

static void put_number(struct tb_text *out, uint64_t value, bool minus, unsigned base,
                       const struct conversion *c)
{
    char digits[24];
    char *first = digits + sizeof digits;
    int length;

    do
        *--first = "0123456789abcdef"[value % base];
    while (value /= base);
    length = (int)(digits + sizeof digits - first) + minus;
    if (!c->left && !c->zero)
        put_repeated(out, ' ', c->width - length);
    if (minus)
        tb_put_byte(out, '-');
    if (!c->left && c->zero)
        put_repeated(out, '0', c->width - length);
    tb_put_bytes(out, first, (size_t)(digits + sizeof digits - first));
    if (c->left)
        put_repeated(out, ' ', c->width - length);
}

static int64_t signed_argument(va_list *args, int longs)
{
    if (longs == 0)
        return va_arg(*args, int);
    return longs == 1 ? va_arg(*args, long) : va_arg(*args, long long);
}

static uint64_t unsigned_argument(va_list *args, int longs)
{
    if (longs == 0)
        return va_arg(*args, unsigned);
    return longs == 1 ? va_arg(*args, unsigned long) : va_arg(*args, unsigned long long);
}

static void put_argument(struct tb_text *out, char kind, const struct conversion *c,
                         va_list *args)
{
    if (kind == 's') {
        put_string(out, va_arg(*args, const char *), c);
    } else if (kind == 'c') {
        if (!c->left)
            put_repeated(out, ' ', c->width - 1);
        tb_put_byte(out, (char)va_arg(*args, int));
        if (c->left)
            put_repeated(out, ' ', c->width - 1);
    } else if (kind == 'd') {
        int64_t value = signed_argument(args, c->longs);

        put_number(out, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, 10, c);
    } else {
        assert(kind == 'u' || kind == 'x'); /* what else there is to printf is not here */
        put_number(out, unsigned_argument(args, c->longs), false, kind == 'x' ? 16 : 10, c);
    }
}

/* Copies up to the next conversion. Writing bytes through `out` would have its pointers
 * read again after each, as bytes may be anything. */
static const char *put_literal(struct tb_text *out, const char *format)
{
    char *at = out->at, *end = out->end;

    for (; *format && *format != '%'; format++) {
        if (at == end)
            out->cut = true;
        else
            *at++ = *format;
    }
    *at = 0;
    out->at = at;
    return format;
}

/* The commonest conversions, without flags or width; false: it is another. */
static bool put_plain(struct tb_text *out, char kind, va_list *args)
{
    static const struct conversion plain = { .precision = -1 };

    if (kind == 'd') {
        int value = va_arg(*args, int);

        if (value >= 0 && value < 10)
            tb_put_byte(out, (char)('0' + value));
        else
            put_number(out, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, 10,
                       &plain);
    } else if (kind == 'u') {
        put_number(out, va_arg(*args, unsigned), false, 10, &plain);
    } else if (kind == 'c') {
        tb_put_byte(out, (char)va_arg(*args, int));
    } else if (kind == 's') {
        const char *string = va_arg(*args, const char *);

        tb_put_bytes(out, string, strlen(string));
    } else {
        return false;
    }
    return true;
}

void tb_put(struct tb_text *out, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    while (*(format = put_literal(out, format))) {
        struct conversion c;

        format++;
        if (*format == '%') {
            tb_put_byte(out, '%');
        } else if (!put_plain(out, *format, &args)) {
            format = read_conversion(format, &c);
            put_argument(out, *format, &c, &args);
        }
        format++;
    }
    va_end(args);
}

static bool is_plain_in_json(char c)
{
    return (unsigned char)c >= 0x20 && c != '"' && c != '\\';
}

/* Whether a byte of the eight is `c`: the lowest 0 byte becomes negative, and none below
 * it. */
static bool has_byte(uint64_t eight, unsigned char c)
{
    const uint64_t ones = 0x0101010101010101u;
    uint64_t differ = eight ^ ones * c;

    return (differ - ones) & ~differ & ones << 7;
}

static bool are_plain_in_json(uint64_t eight)
{
    const uint64_t ones = 0x0101010101010101u;
    bool control = (eight - ones * 0x20) & ~eight & ones << 7;

    return !control && !has_byte(eight, '"') && !has_byte(eight, '\\');
}

/* How many bytes from here on are written as they are: novels are long. */
static size_t count_plain(const char *string, size_t length)
{
    size_t plain = 0;
    uint64_t eight;

    for (; plain + sizeof eight <= length; plain += sizeof eight) {
        memcpy(&eight, string + plain, sizeof eight);
        if (!are_plain_in_json(eight))
            break;
    }
    while (plain < length && is_plain_in_json(string[plain]))
        plain++;
    return plain;
}

void tb_put_json(struct tb_text *out, const char *string)
{
    const char *end = string + strlen(string);

    tb_put_byte(out, '"');
    for (;;) {
        size_t plain = count_plain(string, (size_t)(end - string));

        tb_put_bytes(out, string, plain);
        string += plain;
        if (string == end)
            break;
        tb_put(out, (unsigned char)*string < 0x20 ? "\\u%04x" : "\\%c",
               (unsigned char)*string);
        string++;
    }
    tb_put_byte(out, '"');
}

const char *tb_say(const struct tb_text *out, const char *msgid)
{
    return out->say ? out->say(msgid) : msgid;
}
