/*
 * face.h: what a store has to do, one row a function of store.h.
 *
 * Whoever keeps a house puts a struct store first in a struct of its own, and fills a table
 * of these functions; store.c hands every call on.
 */
#ifndef STORE_FACE_H
#define STORE_FACE_H

#include "store.h"

/* clang-format off */
#define STORE_FACE(X) \
    X(const char *, commit, (struct store *s), (s)) \
    X(const char *, join, (struct store *s), (s)) \
    X(struct store_reads *, reads_new, (struct store *s), (s)) \
    X(bool, news, (struct store *s, struct store_news *news), (s, news)) \
    X(int64_t, version, (struct store *s, int64_t key), (s, key)) \
    X(int64_t, node, (const struct store *s), (s)) \
    X(const char *, beat, (struct store *s), (s)) \
    X(const char *, leave, (struct store *s), (s)) \
    X(uint64_t, send, (struct store *s), (s)) \
    X(uint64_t, kept, (const struct store *s), (s)) \
    X(const char *, failure, (struct store *s), (s)) \
    X(int, fd, (struct store *s, bool *writing), (s, writing)) \
    X(bool, is_dirty, (const struct store *s), (s)) \
    X(const char *, person_add, (struct store *s, const struct store_person *p), (s, p)) \
    X(const char *, person_set, (struct store *s, const struct store_person *p), (s, p)) \
    X(const char *, person_get, (struct store *s, const char *id, struct store_person *p, bool *found), (s, id, p, found)) \
    X(const char *, person_by_token, (struct store *s, const uint8_t hash[STORE_TOKEN], struct store_person *p, bool *found), (s, hash, p, found)) \
    X(const char *, person_by_handle, (struct store *s, const char *handle, struct store_person *p, bool *found), (s, handle, p, found)) \
    X(const char *, person_delete, (struct store *s, const char *id), (s, id)) \
    X(const char *, person_merge, (struct store *s, const char *from, const char *to), (s, from, to)) \
    X(const char *, programs, (struct store *s, const char *owner, void (*each)(void *with, const struct store_person *p), void *with), (s, owner, each, with)) \
    X(const char *, token_add, (struct store *s, const uint8_t hash[STORE_TOKEN], const char *person, int64_t ms), (s, hash, person, ms)) \
    X(const char *, token_delete, (struct store *s, const uint8_t hash[STORE_TOKEN]), (s, hash)) \
    X(const char *, token_note, (struct store *s, const uint8_t hash[STORE_TOKEN], const char *device, int64_t ms), (s, hash, device, ms)) \
    X(const char *, tokens_end, (struct store *s, const char *person, const uint8_t keep[STORE_TOKEN]), (s, person, keep)) \
    X(const char *, tokens, (struct store *s, const char *person, void (*each)(void *with, const struct store_token *t), void *with), (s, person, each, with)) \
    X(const char *, table_add, (struct store *s, struct store_table *t), (s, t)) \
    X(const char *, table_set, (struct store *s, const struct store_table *t), (s, t)) \
    X(const char *, table_get, (struct store *s, const char *id, struct store_table *t, bool *found), (s, id, t, found)) \
    X(const char *, table_delete, (struct store *s, int64_t key), (s, key)) \
    X(const char *, tables, (struct store *s, const struct store_query *q, void (*each)(void *with, const struct store_table *t), void *with), (s, q, each, with)) \
    X(const char *, table_count, (struct store *s, int *count), (s, count)) \
    X(const char *, busy, (struct store *s, const char *who, int *count), (s, who, count)) \
    X(const char *, ply_add, (struct store *s, int64_t key, const struct store_ply *p), (s, key, p)) \
    X(const char *, plies, (struct store *s, int64_t key, void (*each)(void *with, const struct store_ply *p), void *with), (s, key, each, with)) \
    X(const char *, plies_cut, (struct store *s, int64_t key, uint32_t n), (s, key, n)) \
    X(const char *, look, (struct store *s, const struct store_table *t, struct store_harm *harm), (s, t, harm)) \
    X(bool, lacks_end, (struct store *s, const struct store_table *t), (s, t)) \
    X(const char *, lost, (struct store *s, bool unfinished, void (*each)(void *with, const struct store_harm *harm), void *with), (s, unfinished, each, with)) \
    X(const char *, check_file, (struct store *s, void (*each)(void *with, const char *line), void (*tick)(void *with), void *with), (s, each, tick, with)) \
    X(bool, is_corrupt, (const struct store *s), (s)) \
    X(bool, marks_lost, (const struct store *s), (s)) \
    X(const char *, result_add, (struct store *s, const struct store_result *r), (s, r)) \
    X(const char *, results, (struct store *s, const char *who, int64_t before, int most, void (*each)(void *with, const struct store_result *r), void *with), (s, who, before, most, each, with)) \
    X(const char *, result_get, (struct store *s, const char *who, const char *source, struct store_result *r, bool *found), (s, who, source, r, found)) \
    X(const char *, day_counts, (struct store *s, const char *game, uint32_t day, void (*each)(void *with, int result, int count), void *with), (s, game, day, each, with)) \
    X(const char *, day_result, (struct store *s, const char *game, uint32_t day, const char *who, int *result, bool *found), (s, game, day, who, result, found)) \
    X(const char *, book_add, (struct store *s, const struct store_book *b, const char *text, size_t length), (s, b, text, length)) \
    X(const char *, book_hold, (struct store *s, const struct store_book *b, const char *who, int64_t ms), (s, b, who, ms)) \
    X(const char *, book_held, (struct store *s, const struct store_book *b, const char *who, bool *held), (s, b, who, held)) \
    X(const char *, book_get, (struct store *s, const struct store_book *b, void (*take)(void *with, const char *text, size_t length), void *with, bool *found), (s, b, take, with, found)) \
    X(const char *, books_sent, (struct store *s, const char *who, int64_t since, int *count), (s, who, since, count)) \
    X(const char *, books_tidy, (struct store *s, int64_t before), (s, before)) \
    X(const char *, persons, (struct store *s, void (*each)(void *with, const struct store_person *p), void *with), (s, each, with)) \
    X(const char *, books, (struct store *s, void (*each)(void *with, const struct store_book *b), void *with), (s, each, with)) \
    X(const char *, holders, (struct store *s, void (*each)(void *with, const struct store_book *b, const char *who, int64_t ms), void *with), (s, each, with)) \
    X(const char *, alive, (struct store *s, int *count), (s, count)) \
    X(const char *, line_add, (struct store *s, int64_t key, const struct store_line *line), (s, key, line)) \
    X(const char *, lines, (struct store *s, int64_t key, int most, void (*each)(void *with, const struct store_line *line), void *with), (s, key, most, each, with))
/* clang-format on */

struct store_face {
    void (*close)(struct store *s);
    void (*abort)(struct store *s);
    void (*reads_free)(struct store *s, struct store_reads *r);
    void (*reads_use)(struct store *s, struct store_reads *r);
    void (*hear)(struct store *s);
    void (*hold)(struct store *s, const struct store_table *t);
    void (*drop)(struct store *s, int64_t key);
#define MEMBER(type, name, takes, given) type(*name) takes;
    STORE_FACE(MEMBER)
#undef MEMBER
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
