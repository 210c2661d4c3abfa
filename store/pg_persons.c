/* Persons and their tokens in PostgreSQL. */
#include <sodium.h>
#include <string.h>

#include "postgres.h"

/* ---- writing ---- */

static const char *write_person(struct store *s, enum pg_statement which,
                                const struct store_person *p)
{
    struct pg_call c = pg_call(which);

    pg_put_text(&c, p->id);
    pg_put_text(&c, p->name);
    pg_put_text(&c, p->handle);
    pg_put_text(&c, p->phrase);
    pg_put_text(&c, p->owner);
    pg_put_int(&c, p->created);
    pg_put_int(&c, p->colour);
    pg_put_int(&c, p->door);
    return pg_write(pg(s), &c);
}

const char *postgres_person_add(struct store *s, const struct store_person *p)
{
    return write_person(s, PG_PERSON_ADD, p);
}

const char *postgres_person_set(struct store *s, const struct store_person *p)
{
    const char *refusal = write_person(s, PG_PERSON_SET, p);

    return refusal ? refusal : pg_notice(pg(s), 'p', p->id);
}

static const char *run_with_text(struct store *s, enum pg_statement which, const char *text)
{
    struct pg_call c = pg_call(which);

    pg_put_text(&c, text);
    return pg_write(pg(s), &c);
}

/* Whoever has one of the person's tables in memory reads it again. */
static const char *touch_tables(struct store *s, const char *who)
{
    struct pg_call c = pg_call(PG_TABLES_TOUCH);

    pg_put_text(&c, who);
    pg_put_int(&c, pg_stamp(pg(s)));
    pg_put_int(&c, pg(s)->turn_first);
    pg_put_int(&c, (pg(s)->writer + 1) << 32);
    return pg_write(pg(s), &c);
}

const char *postgres_person_delete(struct store *s, const char *id)
{
    static const enum pg_statement steps[] = { PG_TOKENS_DELETE_PROGRAMS,
                                               PG_TOKENS_DELETE_OF,
                                               PG_PROGRAMS_DELETE,
                                               PG_LINES_DELETE_OF,
                                               PG_RESULTS_DELETE_OF,
                                               PG_SEATS_FORGET,
                                               PG_HOST_FORGET,
                                               PG_HOLDERS_DELETE_OF,
                                               PG_PERSON_DELETE };
    const char *refusal = touch_tables(s, id);

    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refusal; i++)
        refusal = run_with_text(s, steps[i], id);
    return refusal ? refusal : pg_notice(pg(s), 'p', id);
}

/* Two texts: from whom, to whom. */
static const char *pass_on(struct store *s, enum pg_statement which, const char *from,
                           const char *to)
{
    struct pg_call c = pg_call(which);

    pg_put_text(&c, from);
    pg_put_text(&c, to);
    return pg_write(pg(s), &c);
}

const char *postgres_person_merge(struct store *s, const char *from, const char *to)
{
    static const enum pg_statement steps[] = { PG_SEATS_PASS,   PG_HOST_PASS,
                                               PG_LINES_PASS,   PG_PROGRAMS_PASS,
                                               PG_RESULTS_PASS, PG_HOLDERS_PASS };
    const char *refusal = touch_tables(s, from);

    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refusal; i++)
        refusal = pass_on(s, steps[i], from, to);
    return refusal ? refusal : postgres_person_delete(s, from);
}

/* ---- reading ---- */

static void read_person(const struct pg_rows *rows, int row, struct store_person *p)
{
    memset(p, 0, sizeof *p);
    pg_text(rows, row, 0, p->id, sizeof p->id);
    pg_text(rows, row, 1, p->name, sizeof p->name);
    pg_text(rows, row, 2, p->handle, sizeof p->handle);
    pg_text(rows, row, 3, p->phrase, sizeof p->phrase);
    pg_text(rows, row, 4, p->owner, sizeof p->owner);
    p->created = pg_int(rows, row, 5);
    p->colour = (uint8_t)pg_int(rows, row, 6);
    p->door = pg_int(rows, row, 7);
}

static const char *find_person(struct store *s, const struct pg_call *c,
                               struct store_person *p, bool *found)
{
    struct pg_rows rows;
    const char *refusal = pg_ask(pg(s), c, &rows);

    *found = false;
    if (refusal)
        return refusal;
    *found = rows.count;
    if (*found)
        read_person(&rows, 0, p);
    pg_clear(&rows);
    return NULL;
}

const char *postgres_person_get(struct store *s, const char *id, struct store_person *p,
                                bool *found)
{
    struct pg_call c = pg_call(PG_PERSON_GET);

    pg_put_text(&c, id);
    return find_person(s, &c, p, found);
}

const char *postgres_person_by_handle(struct store *s, const char *handle,
                                      struct store_person *p, bool *found)
{
    struct pg_call c = pg_call(PG_PERSON_BY_HANDLE);

    pg_put_text(&c, handle);
    return find_person(s, &c, p, found);
}

const char *postgres_person_by_token(struct store *s, const uint8_t hash[STORE_TOKEN],
                                     struct store_person *p, bool *found)
{
    struct pg_call c = pg_call(PG_PERSON_BY_TOKEN);

    pg_put_bytes(&c, hash, STORE_TOKEN);
    return find_person(s, &c, p, found);
}

static const char *tell_persons(struct store *s, const struct pg_call *c,
                                void (*each)(void *with, const struct store_person *p),
                                void *with)
{
    struct pg_rows rows;
    const char *refusal = pg_ask(pg(s), c, &rows);

    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_person p;

        read_person(&rows, i, &p);
        each(with, &p);
    }
    pg_clear(&rows);
    return NULL;
}

const char *postgres_programs(struct store *s, const char *owner,
                              void (*each)(void *with, const struct store_person *p),
                              void *with)
{
    struct pg_call c = pg_call(PG_PROGRAMS);

    pg_put_text(&c, owner);
    return tell_persons(s, &c, each, with);
}

const char *postgres_persons(struct store *s,
                             void (*each)(void *with, const struct store_person *p),
                             void *with)
{
    struct pg_call c = pg_call(PG_PERSONS);

    return tell_persons(s, &c, each, with);
}

/* ---- tokens ---- */

const char *postgres_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                               const char *person, int64_t ms)
{
    struct pg_call c = pg_call(PG_TOKEN_ADD);

    pg_put_bytes(&c, hash, STORE_TOKEN);
    pg_put_text(&c, person);
    pg_put_int(&c, ms);
    return pg_write(pg(s), &c);
}

const char *postgres_token_delete(struct store *s, const uint8_t hash[STORE_TOKEN])
{
    struct pg_call c = pg_call(PG_TOKEN_DELETE);

    pg_put_bytes(&c, hash, STORE_TOKEN);
    return pg_write(pg(s), &c);
}

const char *postgres_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                                const char *device, int64_t ms)
{
    struct pg_call c = pg_call(PG_TOKEN_NOTE);

    pg_put_bytes(&c, hash, STORE_TOKEN);
    pg_put_text(&c, device);
    pg_put_int(&c, ms);
    return pg_write(pg(s), &c);
}

const char *postgres_tokens_end(struct store *s, const char *person,
                                const uint8_t keep[STORE_TOKEN])
{
    struct pg_call c = pg_call(PG_TOKENS_END);
    const char *refusal;

    pg_put_text(&c, person);
    pg_put_bytes(&c, keep, keep ? STORE_TOKEN : 0);
    refusal = pg_write(pg(s), &c);
    return refusal ? refusal : pg_notice(pg(s), 'p', person);
}

const char *postgres_tokens(struct store *s, const char *person,
                            void (*each)(void *with, const struct store_token *t),
                            void *with)
{
    struct pg_call c = pg_call(PG_TOKENS);
    struct pg_rows rows;
    const char *refusal;

    pg_put_text(&c, person);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_token t = { .created = pg_int(&rows, i, 1),
                                 .seen = pg_int(&rows, i, 2) };
        const char *hex = pg_value(&rows, i, 0);

        sodium_hex2bin(t.hash, sizeof t.hash, hex, strlen(hex), NULL, NULL, NULL);
        pg_text(&rows, i, 3, t.device, sizeof t.device);
        each(with, &t);
    }
    pg_clear(&rows);
    return NULL;
}
