/*
 * The book as a kit: what can be read of a text, leaf by leaf, digested once.
 *
 * A kit is one block of bytes without pointers: what stands in it is named by its distance
 * from the kit's beginning, so that one made by the build can lie in the program as it is.
 */
#ifndef CONTREES_BOOK_H
#define CONTREES_BOOK_H

#include "passage.h"

enum {
    KIT_BYTES = 2 << 20,
    LEAVES_MAX = 6144,
    PAGE_MIN = 12, /* lines of a page: 9.4 */
    PAGE_MAX = 30,
    HITS_MAX = 255,
};

/* One right page. */
struct nc_leaf {
    uint32_t text;           /* six lines, each ended by a 0; 0: it has fewer */
    uint32_t meaning;        /* the first whole sentence, a blank or a 0 between words */
    uint32_t hits;           /* struct nc_hit, in order of their parts */
    uint32_t missions;       /* a bit each: true of these lines */
    uint16_t meaning_length; /* 0: no sentence is whole on this page */
    uint16_t marks; /* bits 0 to 5: the line begins a block; 6 to 11: it is a verse */
    uint8_t easy;   /* the missions with an easier form, a bit each in their order */
    uint8_t words;
    uint8_t hit_count;
    uint8_t unused;
};

struct nc_volume {
    uint32_t leaf;   /* where the table stands */
    uint32_t leaves; /* leaf k is page 2k + 1 */
    uint32_t pages;
    uint32_t body; /* the first leaf that a journey may begin on */
    uint32_t title, author;
    uint8_t lang; /* TB_EN, TB_FR */
    uint8_t width, height;
    uint8_t unused;
};

struct nc_kit {
    struct tb_kit tb;
    uint32_t size; /* bytes in use */
    uint32_t volumes;
    struct nc_volume volume[TB_LANGS]; /* a book, or our novella in each language */
};

/* Adds a book to a kit of `room` bytes that are 0 but for earlier books. */
const char *nc_bind(struct nc_kit *kit, size_t room, const char *text, size_t length);
const char *nc_kit_make(struct tb_kit *kit, const char *text, size_t length);
const struct tb_kit *nc_kit_default(void);
uint64_t nc_digest(const char *text, size_t length);

/* The novella, digested by the build. */
extern const uint64_t nc_novella[];
extern const uint32_t nc_novella_size;

static inline const void *nc_at(const struct nc_kit *kit, uint32_t offset)
{
    return (const char *)kit + offset;
}
static inline const struct nc_leaf *nc_leaf(const struct nc_kit *kit,
                                            const struct nc_volume *v, unsigned leaf)
{
    return (const struct nc_leaf *)nc_at(kit, v->leaf) + leaf;
}
static inline bool nc_is_usable(const struct nc_kit *kit, const struct nc_volume *v,
                                unsigned leaf)
{
    return leaf < v->leaves && nc_leaf(kit, v, leaf)->text != 0;
}
/* The passage of a usable leaf. */
void nc_open(const struct nc_kit *kit, const struct nc_volume *v, unsigned leaf,
             struct nc_passage *p);
/* Whether mission 0 to 27 is true of a usable leaf. */
bool nc_is_true(const struct nc_leaf *leaf, unsigned mission, bool easy);
/* The leaf whose sentence is the hidden meaning when `leaf` is wanted: D17. -1: none. */
int nc_meaning_leaf(const struct nc_kit *kit, const struct nc_volume *v, unsigned leaf);
void nc_put_meaning(const struct nc_kit *kit, const struct nc_leaf *leaf,
                    struct tb_text *out);

#endif
