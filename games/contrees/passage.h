/*
 * A passage: six printed lines, taken apart into words; what missions find in it and what
 * reading constraints make of it. Nothing here knows a position.
 */
#ifndef CONTREES_PASSAGE_H
#define CONTREES_PASSAGE_H

#include "cards.h"
#include "letters.h"

enum {
    LINES = 6,
    WIDTH_MIN = 45, /* characters of a line: 9.3 */
    WIDTH_MAX = 70,
    LINE_BYTES = 4 * WIDTH_MAX,
    WORDS_MAX = LINES * (WIDTH_MAX / 2 + 1),
    PARTS_MAX = LINES * WIDTH_MAX / 2 + LINES,
    SPANS_MAX = WORDS_MAX,
};

/* A place in a line, in bytes. */
struct nc_span {
    uint16_t from, to;
    uint8_t line;
};

/* A word, joined by ' and -: 9.6. */
struct nc_word {
    struct nc_span at;
    uint8_t first, parts; /* its parts */
    uint8_t letters;      /* of a to z, folded */
    uint32_t initial;     /* folded; 0: it begins with a digit */
};

/* A piece of a word between ' and -, folded. */
struct nc_part {
    struct nc_span at;
    const char *fold; /* `length` bytes, not ended */
    uint8_t length;
    uint8_t letters;
    uint8_t word;
};
static inline bool nc_all_letters(const struct nc_part *p)
{
    return p->letters == p->length;
}

struct nc_passage {
    const char *line[LINES]; /* each ended by a 0 */
    uint8_t starts, verse;   /* a bit a line: it begins a block; it is of a verse */
    uint8_t lang;            /* TB_EN or TB_FR: whose rules */
    int words, parts;
    struct nc_word word[WORDS_MAX];
    struct nc_part part[PARTS_MAX];
    char folded[LINES * (LINE_BYTES + 1)];
};

/* Takes the six lines apart; they must outlive the passage. */
void nc_passage_read(struct nc_passage *p, const char *const line[LINES], unsigned starts,
                     unsigned verse, unsigned lang);
/* The words of a line: from word_first(l) up to word_first(l + 1). */
int nc_first_word(const struct nc_passage *p, int line);

/* ---- missions.c ---- */

/* What a mission counts in a passage, and where. */
struct nc_proof {
    int count;
    int need; /* at least that many, or with `most` at most */
    bool most;
    int spans;
    struct nc_span span[SPANS_MAX];
};
/* Counts mission 0 to 27. True: its condition holds. */
bool nc_mission(const struct nc_passage *p, unsigned mission, bool easy,
                struct nc_proof *proof);

/* ---- readings.c ---- */

enum { READING_BYTES = 6 * LINE_BYTES * LINES };

/* The passage as it is heard. */
struct nc_reading {
    int lines;
    const char *line[LINES];
    char text[READING_BYTES];
};
/* `card` is a peripeteia or a city; anything else: as printed. */
void nc_read_aloud(const struct nc_passage *p, unsigned card, struct nc_reading *out);
/* Hundredths of a chance that a bot hears the word under that constraint: 17. */
int nc_audible(const struct nc_passage *p, int word, unsigned card);

/* ---- themes ---- */

/* One word of the lexicon found in a passage. */
struct nc_hit {
    uint8_t part;
    uint8_t theme;
    uint16_t stem;
};
/* All of them; at most `room` are written. */
int nc_hits(const struct nc_passage *p, struct nc_hit *out, int room);

#endif
