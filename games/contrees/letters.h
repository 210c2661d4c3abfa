/*
 * Letters of a novel: what is a letter, what its capital means, and how it counts.
 *
 * Only Latin letters have a table. Of other scripts everything is a letter that stands for
 * itself, so that their texts can be read but prove no mission about the alphabet.
 */
#ifndef CONTREES_LETTERS_H
#define CONTREES_LETTERS_H

#include "tablier.h"

enum {
    NC_LETTERS_FROM = 0x80,
    NC_LETTERS_TO = 0x250,
    NC_LETTERS = NC_LETTERS_TO - NC_LETTERS_FROM,
    NO_BREAK = 0xa0
};

struct nc_letter {
    uint16_t lower; /* itself, if it is none of the capitals; 0: no letter */
    char plain[3];  /* its letters of a to z: "e" of É, "oe" of Œ; "": none */
};
extern const struct nc_letter nc_letters[NC_LETTERS];

/* The character at *at, which moves on. The text is valid UTF-8. */
uint32_t nc_next(const char **at);
static inline uint32_t nc_peek(const char *at) { return nc_next(&at); }
/* Bytes written: 1 to 4. */
int nc_write(char *to, uint32_t c);
/* Whether the bytes are UTF-8 without control characters. */
bool nc_is_clean(const char *text, size_t length);

bool nc_is_letter(uint32_t c);
bool nc_is_capital(uint32_t c);
uint32_t nc_lower(uint32_t c);
static inline bool nc_is_digit(uint32_t c) { return c >= '0' && c <= '9'; }
static inline bool nc_is_blank(uint32_t c) { return c == ' ' || c == NO_BREAK; }
/* What makes words of letters: 9.6. */
static inline bool nc_is_of_word(uint32_t c) { return nc_is_letter(c) || nc_is_digit(c); }
static inline bool nc_joins(uint32_t c) { return c == '\'' || c == '-'; }
bool nc_is_punctuation(uint32_t c);

/* Folded: lower case without accents, "oe" for œ. Bytes written, 1 to 4. */
int nc_fold(uint32_t c, char to[4]);
/* A letter all of whose plain letters are a, e, i, o, u or y. */
bool nc_is_vowel(uint32_t c);
/* How many letters of a to z it counts for. */
int nc_count(uint32_t c);

#endif
