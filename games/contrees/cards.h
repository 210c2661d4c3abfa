/* The cards of Nouvelles Contrées and what bots know of words: made from the tables. */
#ifndef CONTREES_CARDS_H
#define CONTREES_CARDS_H

#include "tablier.h"

/* One number for every card of the box, in the order of cards.tsv. */
enum {
    EXPLORATIONS = 32,
    MISSIONS = 28,
    PERIPETEIA = 16,
    CITIES = 5,
    CHARACTERS = 6,
    MISSION0 = EXPLORATIONS,
    JOKER = MISSION0 + MISSIONS,
    PERIPETEIA0 = JOKER + 1,
    CITY0 = PERIPETEIA0 + PERIPETEIA,
    CHARACTER0 = CITY0 + CITIES,
    CARDS = CHARACTER0 + CHARACTERS,
    DOMAINS = 4, /* and the joker's, which is any */
};

struct nc_card {
    uint8_t value;      /* leaves: of an exploration, or a peripeteia's bonus */
    uint8_t domain;     /* of an exploration or a mission; DOMAINS: none, or any */
    uint8_t hear;       /* hundredths of the words a bot hears under this constraint */
    uint8_t related[3]; /* of an exploration: themes near to its own */
    uint8_t likely[TB_LANGS]; /* of a mission: hundredths of the passages it is true of */
};
struct nc_words {
    const char *id;
    const char *name[TB_LANGS]; /* "" of a landscape */
    const char *text[TB_LANGS];
};
extern const struct nc_card nc_card[CARDS];
extern const struct nc_words nc_words[CARDS];

/* The stems of a language by first letter, each followed by a blank; one that ends with
 * '=' is a whole word. */
struct nc_lexicon {
    const char *const *stems;
    const uint8_t *theme;        /* by number of the stem */
    uint16_t first[27];          /* by letter: the number of its first stem */
    uint16_t base[EXPLORATIONS]; /* matching words in a thousand passages */
};
extern const struct nc_lexicon nc_lexicon[TB_LANGS];

#endif
