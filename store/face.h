/*
 * face.h: what a store has to do, a member for each function of store.h.
 *
 * Whoever keeps a house puts a struct store first in a struct of its own, and fills a table
 * of these functions; store.c hands every call on.
 */
#ifndef STORE_FACE_H
#define STORE_FACE_H

#include "store.h"

struct store_face {
    void (*close)(struct store *s);
    void (*abort)(struct store *s);
    void (*reads_free)(struct store *s, struct store_reads *r);
    void (*reads_use)(struct store *s, struct store_reads *r);
    void (*hear)(struct store *s);
    void (*hold)(struct store *s, const struct store_table *t);
    void (*drop)(struct store *s, int64_t key);
    const char *(*commit)(struct store *s);
    const char *(*join)(struct store *s);
    struct store_reads *(*reads_new)(struct store *s);
    bool (*news)(struct store *s, struct store_news *news);
    int64_t (*version)(struct store *s, int64_t key);
    int64_t (*node)(const struct store *s);
    const char *(*beat)(struct store *s);
    const char *(*leave)(struct store *s);
    const char *(*present)(struct store *s, int64_t key, const struct store_here *here);
    struct store_here (*elsewhere)(struct store *s, int64_t key);
    const char *(*pass_on)(struct store *s, const char *word);
    const char *(*secret)(const struct store *s);
    uint64_t (*send)(struct store *s);
    uint64_t (*kept)(const struct store *s);
    const char *(*failure)(struct store *s);
    int (*fd)(struct store *s, bool *writing);
    bool (*is_up)(struct store *s);
    bool (*is_dirty)(const struct store *s);
    const char *(*person_add)(struct store *s, const struct store_person *p);
    const char *(*person_set)(struct store *s, const struct store_person *p);
    const char *(*person_get)(struct store *s, const char *id, struct store_person *p,
                              bool *found);
    const char *(*person_by_token)(struct store *s, const uint8_t hash[STORE_TOKEN],
                                   struct store_person *p, bool *found);
    const char *(*person_by_handle)(struct store *s, const char *handle,
                                    struct store_person *p, bool *found);
    const char *(*person_delete)(struct store *s, const char *id);
    const char *(*person_merge)(struct store *s, const char *from, const char *to);
    const char *(*programs)(struct store *s, const char *owner,
                            void (*each)(void *with, const struct store_person *p),
                            void *with);
    const char *(*token_add)(struct store *s, const uint8_t hash[STORE_TOKEN],
                             const char *person, int64_t ms);
    const char *(*token_delete)(struct store *s, const uint8_t hash[STORE_TOKEN]);
    const char *(*token_note)(struct store *s, const uint8_t hash[STORE_TOKEN],
                              const char *device, int64_t ms);
    const char *(*tokens_end)(struct store *s, const char *person,
                              const uint8_t keep[STORE_TOKEN]);
    const char *(*tokens)(struct store *s, const char *person,
                          void (*each)(void *with, const struct store_token *t),
                          void *with);
    const char *(*table_add)(struct store *s, struct store_table *t);
    const char *(*table_set)(struct store *s, const struct store_table *t);
    const char *(*table_get)(struct store *s, const char *id, struct store_table *t,
                             bool *found);
    const char *(*table_delete)(struct store *s, int64_t key);
    const char *(*tables)(struct store *s, const struct store_query *q,
                          void (*each)(void *with, const struct store_table *t),
                          void *with);
    const char *(*table_count)(struct store *s, int *count);
    const char *(*busy)(struct store *s, const char *who, int *count);
    const char *(*ply_add)(struct store *s, int64_t key, const struct store_ply *p);
    const char *(*plies)(struct store *s, int64_t key,
                         void (*each)(void *with, const struct store_ply *p), void *with);
    const char *(*plies_cut)(struct store *s, int64_t key, uint32_t n);
    const char *(*look)(struct store *s, const struct store_table *t,
                        struct store_harm *harm);
    bool (*lacks_end)(struct store *s, const struct store_table *t);
    const char *(*lost)(struct store *s, bool unfinished,
                        void (*each)(void *with, const struct store_harm *harm),
                        void *with);
    const char *(*check_file)(struct store *s, void (*each)(void *with, const char *line),
                              void (*tick)(void *with), void *with);
    bool (*is_corrupt)(const struct store *s);
    bool (*marks_lost)(const struct store *s);
    const char *(*result_add)(struct store *s, const struct store_result *r);
    const char *(*results)(struct store *s, const char *who, int64_t before, int most,
                           void (*each)(void *with, const struct store_result *r),
                           void *with);
    const char *(*result_get)(struct store *s, const char *who, const char *source,
                              struct store_result *r, bool *found);
    const char *(*day_counts)(struct store *s, const char *game, uint32_t day,
                              void (*each)(void *with, int result, int count), void *with);
    const char *(*day_result)(struct store *s, const char *game, uint32_t day,
                              const char *who, int *result, bool *found);
    const char *(*book_add)(struct store *s, const struct store_book *b, const char *text,
                            size_t length);
    const char *(*book_hold)(struct store *s, const struct store_book *b, const char *who,
                             int64_t ms);
    const char *(*book_held)(struct store *s, const struct store_book *b, const char *who,
                             bool *held);
    const char *(*book_get)(struct store *s, const struct store_book *b,
                            void (*take)(void *with, const char *text, size_t length),
                            void *with, bool *found);
    const char *(*books_sent)(struct store *s, const char *who, int64_t since, int *count);
    const char *(*books_tidy)(struct store *s, int64_t before);
    const char *(*persons)(struct store *s,
                           void (*each)(void *with, const struct store_person *p),
                           void *with);
    const char *(*books)(struct store *s,
                         void (*each)(void *with, const struct store_book *b), void *with);
    const char *(*holders)(struct store *s,
                           void (*each)(void *with, const struct store_book *b,
                                        const char *who, int64_t ms),
                           void *with);
    const char *(*alive)(struct store *s, int *count);
    const char *(*line_add)(struct store *s, int64_t key, const struct store_line *line);
    const char *(*lines)(struct store *s, int64_t key, int most,
                         void (*each)(void *with, const struct store_line *line),
                         void *with);
};

struct store {
    const struct store_face *face;
};

/* First of what a store keeps for a purpose. */
struct store_reads {
    int asked, waiting; /* questions; those without an answer */
};

/* Opens what is kept in a folder, or at an address; making: where there is nothing yet. */
const char *sqlite_store_open(const char *folder, bool making, struct store **out);
const char *postgres_store_open(const char *address, bool making, struct store **out);

#endif
