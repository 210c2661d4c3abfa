/* Persons and their tokens in SQLite. */
#include <string.h>

#include "sqlite.h"

#define BIND_TOKEN(q, n, hash) sqlite3_bind_blob(q, n, hash, STORE_TOKEN, SQLITE_STATIC)

/* ---- persons ---- */

static const char *write_person(struct store *s, enum statement which,
                                const struct store_person *p)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, p->id);
    BIND_TEXT(q, 2, p->name);
    BIND_TEXT(q, 3, p->handle);
    BIND_TEXT(q, 4, p->phrase);
    BIND_TEXT(q, 5, p->owner);
    BIND_INT(q, 6, p->created);
    BIND_INT(q, 7, p->colour);
    BIND_INT(q, 8, p->door);
    return db_run(s, q);
}

const char *sqlite_person_add(struct store *s, const struct store_person *p)
{
    return write_person(s, PERSON_ADD, p);
}

const char *sqlite_person_set(struct store *s, const struct store_person *p)
{
    return write_person(s, PERSON_SET, p);
}

static void read_person(sqlite3_stmt *q, void *person)
{
    struct store_person *p = person;

    memset(p, 0, sizeof *p);
    db_copy_text(p->id, sizeof p->id, q, 0);
    db_copy_text(p->name, sizeof p->name, q, 1);
    db_copy_text(p->handle, sizeof p->handle, q, 2);
    db_copy_text(p->phrase, sizeof p->phrase, q, 3);
    db_copy_text(p->owner, sizeof p->owner, q, 4);
    p->created = sqlite3_column_int64(q, 5);
    p->colour = (uint8_t)sqlite3_column_int(q, 6);
    p->door = sqlite3_column_int(q, 7);
}

static const char *find_person(struct store *s, enum statement which, const char *text,
                               struct store_person *p, bool *found)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, which, &refusal);

    *found = false;
    if (!q)
        return refusal;
    BIND_TEXT(q, 1, text);
    return db_first_row(s, q, read_person, p, found);
}

const char *sqlite_person_get(struct store *s, const char *id, struct store_person *p,
                              bool *found)
{
    return find_person(s, PERSON_GET, id, p, found);
}

const char *sqlite_person_by_handle(struct store *s, const char *handle,
                                    struct store_person *p, bool *found)
{
    return find_person(s, PERSON_BY_HANDLE, handle, p, found);
}

const char *sqlite_person_by_token(struct store *s, const uint8_t hash[STORE_TOKEN],
                                   struct store_person *p, bool *found)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, PERSON_BY_TOKEN, &refusal);

    *found = false;
    if (!q)
        return refusal;
    BIND_TOKEN(q, 1, hash);
    return db_first_row(s, q, read_person, p, found);
}

const char *sqlite_person_delete(struct store *s, const char *id)
{
    static const enum statement steps[] = {
        TOKENS_DELETE_PROGRAMS, TOKENS_DELETE_OF, PROGRAMS_DELETE, LINES_DELETE_OF,
        RESULTS_DELETE_OF,      SEATS_FORGET,     HOST_FORGET,     HOLDERS_DELETE_OF,
        PERSON_DELETE
    };
    const char *refusal = NULL;

    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refusal; i++)
        refusal = db_run_text(s, steps[i], id);
    return refusal;
}

/* Two texts: from whom, to whom. */
static const char *pass_on(struct store *s, enum statement which, const char *from,
                           const char *to)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, from);
    BIND_TEXT(q, 2, to);
    return db_run(s, q);
}

const char *sqlite_person_merge(struct store *s, const char *from, const char *to)
{
    static const enum statement steps[] = { SEATS_PASS,    HOST_PASS,    LINES_PASS,
                                            PROGRAMS_PASS, RESULTS_PASS, HOLDERS_PASS };
    const char *refusal = NULL;

    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refusal; i++)
        refusal = pass_on(s, steps[i], from, to);
    return refusal ? refusal : sqlite_person_delete(s, from);
}

struct telling_persons {
    void (*each)(void *with, const struct store_person *p);
    void *with;
};

static void tell_person(sqlite3_stmt *q, void *with)
{
    const struct telling_persons *to = with;
    struct store_person p;

    read_person(q, &p);
    to->each(to->with, &p);
}

const char *sqlite_programs(struct store *s, const char *owner,
                            void (*each)(void *with, const struct store_person *p),
                            void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, PROGRAMS, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, owner);
    return db_each_row(s, q, tell_person, &(struct telling_persons){ each, with });
}

const char *sqlite_persons(struct store *s,
                           void (*each)(void *with, const struct store_person *p),
                           void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, PERSONS, &refusal);

    if (!q)
        return refusal;
    return db_each_row(s, q, tell_person, &(struct telling_persons){ each, with });
}

/* ---- tokens ---- */

/* Whose it is, or on what device it is, and when. */
static const char *write_token(struct store *s, enum statement which,
                               const uint8_t hash[STORE_TOKEN], const char *text,
                               int64_t ms)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_TOKEN(q, 1, hash);
    BIND_TEXT(q, 2, text);
    BIND_INT(q, 3, ms);
    return db_run(s, q);
}

const char *sqlite_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                             const char *person, int64_t ms)
{
    return write_token(s, TOKEN_ADD, hash, person, ms);
}

const char *sqlite_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                              const char *device, int64_t ms)
{
    return write_token(s, TOKEN_NOTE, hash, device, ms);
}

const char *sqlite_tokens_end(struct store *s, const char *person,
                              const uint8_t keep[STORE_TOKEN])
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, TOKENS_END, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, person);
    if (keep)
        BIND_TOKEN(q, 2, keep);
    else
        sqlite3_bind_null(q, 2);
    return db_run(s, q);
}

struct telling_tokens {
    void (*each)(void *with, const struct store_token *t);
    void *with;
};

static void tell_token(sqlite3_stmt *q, void *with)
{
    const struct telling_tokens *to = with;
    struct store_token t = { .created = sqlite3_column_int64(q, 1),
                             .seen = sqlite3_column_int64(q, 2) };

    if (sqlite3_column_bytes(q, 0) == STORE_TOKEN)
        memcpy(t.hash, sqlite3_column_blob(q, 0), STORE_TOKEN);
    db_copy_text(t.device, sizeof t.device, q, 3);
    to->each(to->with, &t);
}

const char *sqlite_tokens(struct store *s, const char *person,
                          void (*each)(void *with, const struct store_token *t), void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, TOKENS, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, person);
    return db_each_row(s, q, tell_token, &(struct telling_tokens){ each, with });
}

const char *sqlite_token_delete(struct store *s, const uint8_t hash[STORE_TOKEN])
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, TOKEN_DELETE, &refusal);

    if (!q)
        return refusal;
    BIND_TOKEN(q, 1, hash);
    return db_run(s, q);
}
