/* Letters one by one: section by section what 9.6 says of a character. */
#include <string.h>

#include "letters.h"

uint32_t nc_next(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    uint32_t c = *s++;
    int more = c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;

    if (more)
        c &= 0x3fu >> more;
    while (more--)
        c = c << 6 | (*s++ & 0x3fu);
    *at = (const char *)s;
    return c;
}

int nc_write(char *to, uint32_t c)
{
    static const unsigned char mark[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    int length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    for (int i = length - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    to[0] = (char)(mark[length] | c);
    return length;
}

/* Bytes of the character there; 0: it is none that a text may hold. */
static size_t character_length(const unsigned char *s, size_t left)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t length = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    const char *at = (const char *)s;
    uint32_t c;

    if (!length || length > left || *s > 0xf4 || (*s < ' ') || *s == 0x7f)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    c = nc_next(&at);
    return length > 1 && (c < least[length] || c > 0x10ffff ||
                          (c >= 0xd800 && c < 0xe000) || c < NO_BREAK)
               ? 0
               : length;
}

bool nc_is_clean(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t next = character_length((const unsigned char *)text + i, length - i);

        if (!next)
            return false;
        i += next;
    }
    return true;
}

static const struct nc_letter *letter_of(uint32_t c)
{
    return c >= NC_LETTERS_FROM && c < NC_LETTERS_TO ? &nc_letters[c - NC_LETTERS_FROM]
                                                     : NULL;
}

static bool is_plain(uint32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

/* 23.2: from U+0370 on everything but signs and marks. */
static bool is_foreign(uint32_t c)
{
    return c >= 0x370 && !(c >= 0x2000 && c < 0x2c00) && !(c >= 0x3000 && c < 0x3040);
}

bool nc_is_letter(uint32_t c)
{
    if (c < NC_LETTERS_FROM)
        return is_plain(c);
    return c < NC_LETTERS_TO ? letter_of(c)->lower != 0 : is_foreign(c);
}

bool nc_is_capital(uint32_t c)
{
    const struct nc_letter *letter = letter_of(c);

    return letter ? letter->lower && letter->lower != c : c >= 'A' && c <= 'Z';
}

uint32_t nc_lower(uint32_t c)
{
    const struct nc_letter *letter = letter_of(c);

    if (letter)
        return letter->lower ? letter->lower : c;
    return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
}

bool nc_is_punctuation(uint32_t c)
{
    return !nc_is_of_word(c) && !nc_is_blank(c) && !nc_joins(c);
}

int nc_fold(uint32_t c, char to[4])
{
    const struct nc_letter *letter = letter_of(c);
    int length = letter ? (int)strlen(letter->plain) : 0;

    if (!length)
        return nc_write(to, nc_lower(c));
    memcpy(to, letter->plain, (size_t)length);
    return length;
}

int nc_count(uint32_t c)
{
    const struct nc_letter *letter = letter_of(c);

    return letter ? (int)strlen(letter->plain) : is_plain(c);
}

bool nc_is_vowel(uint32_t c)
{
    char folded[4];
    int length = nc_fold(c, folded);

    for (int i = 0; i < length; i++)
        if (!folded[i] || !strchr("aeiouy", folded[i]))
            return false;
    return true;
}
