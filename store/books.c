/*
 * Books: texts that tables are played in. One lies here as long as a table names it, or
 * somebody who sent it may still open one.
 */
#include <stdio.h>
#include <string.h>

#include "sqlite.h"

static const char *bind_book(struct store *s, enum statement which, bool writes,
                             const struct store_book *b, sqlite3_stmt **q)
{
    const char *refusal;

    *q = writes ? db_write(s, which, &refusal) : db_read(s, which, &refusal);
    if (!*q)
        return refusal;
    BIND_TEXT(*q, 1, b->game);
    BIND_INT(*q, 2, b->digest);
    return NULL;
}

const char *sqlite_book_add(struct store *s, const struct store_book *b, const char *text,
                            size_t length)
{
    sqlite3_stmt *q;
    const char *refusal = bind_book(s, BOOK_ADD, true, b, &q);

    if (refusal)
        return refusal;
    sqlite3_bind_blob64(q, 3, text, length, SQLITE_STATIC);
    return db_run(s, q);
}

const char *sqlite_book_hold(struct store *s, const struct store_book *b, const char *who,
                             int64_t ms)
{
    sqlite3_stmt *q;
    const char *refusal = bind_book(s, HOLDER_ADD, true, b, &q);

    if (refusal)
        return refusal;
    BIND_TEXT(q, 3, who);
    BIND_INT(q, 4, ms);
    return db_run(s, q);
}

static void see(sqlite3_stmt *q, void *with) {}

const char *sqlite_book_held(struct store *s, const struct store_book *b, const char *who,
                             bool *held)
{
    sqlite3_stmt *q;
    const char *refusal = bind_book(s, HOLDER_GET, false, b, &q);

    *held = false;
    if (refusal)
        return refusal;
    BIND_TEXT(q, 3, who);
    return db_first_row(s, q, see, NULL, held);
}

struct reading_book {
    void (*take)(void *with, const char *text, size_t length);
    void *with;
};

static void read_book(sqlite3_stmt *q, void *with)
{
    const struct reading_book *to = with;
    const char *text = sqlite3_column_blob(q, 0);

    to->take(to->with, text ? text : "", (size_t)sqlite3_column_bytes(q, 0));
}

const char *sqlite_book_get(struct store *s, const struct store_book *b,
                            void (*take)(void *with, const char *text, size_t length),
                            void *with, bool *found)
{
    sqlite3_stmt *q;
    const char *refusal = bind_book(s, BOOK_GET, false, b, &q);

    *found = false;
    if (refusal)
        return refusal;
    return db_first_row(s, q, read_book, &(struct reading_book){ take, with }, found);
}

const char *sqlite_books_sent(struct store *s, const char *who, int64_t since, int *count)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, HOLDERS_OF, &refusal);
    bool found;

    *count = 0;
    if (!q)
        return refusal;
    BIND_TEXT(q, 1, who);
    BIND_INT(q, 2, since);
    return db_first_row(s, q, db_read_count, count, &found);
}

const char *sqlite_books_tidy(struct store *s, int64_t before)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, BOOKS_IDLE, &refusal);
    int idle = 0;
    bool found;

    if (!q)
        return refusal;
    BIND_INT(q, 1, before);
    refusal = db_first_row(s, q, db_read_count, &idle, &found);
    if (refusal || !idle) /* nothing is written where nothing is to be tidied */
        return refusal;
    q = db_write(s, HOLDERS_TIDY, &refusal);
    if (!q)
        return refusal;
    BIND_INT(q, 1, before);
    refusal = db_run(s, q);
    if (refusal)
        return refusal;
    q = db_write(s, BOOKS_TIDY, &refusal);
    return q ? db_run(s, q) : refusal;
}

/* ---- all of them ---- */

static struct store_book book_of(sqlite3_stmt *q)
{
    struct store_book b = { .digest = (uint64_t)sqlite3_column_int64(q, 1) };
    const char *game = (const char *)sqlite3_column_text(q, 0);

    snprintf(b.game, sizeof b.game, "%s", game ? game : "");
    return b;
}

struct telling_books {
    void (*each)(void *with, const struct store_book *b);
    void *with;
};

static void tell_book(sqlite3_stmt *q, void *with)
{
    const struct telling_books *to = with;
    struct store_book b = book_of(q);

    to->each(to->with, &b);
}

const char *sqlite_books(struct store *s,
                         void (*each)(void *with, const struct store_book *b), void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, BOOKS, &refusal);

    return q ? db_each_row(s, q, tell_book, &(struct telling_books){ each, with })
             : refusal;
}

struct telling_holders {
    void (*each)(void *with, const struct store_book *b, const char *who, int64_t ms);
    void *with;
};

static void tell_holder(sqlite3_stmt *q, void *with)
{
    const struct telling_holders *to = with;
    struct store_book b = book_of(q);

    to->each(to->with, &b, (const char *)sqlite3_column_text(q, 2),
             sqlite3_column_int64(q, 3));
}

const char *sqlite_holders(struct store *s,
                           void (*each)(void *with, const struct store_book *b,
                                        const char *who, int64_t ms),
                           void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, HOLDERS, &refusal);

    return q ? db_each_row(s, q, tell_holder, &(struct telling_holders){ each, with })
             : refusal;
}
