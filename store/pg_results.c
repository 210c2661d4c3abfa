/* How games ended, and the books that tables are played in, in PostgreSQL. */
#include <string.h>

#include "postgres.h"

/* ---- results ---- */

/* The result of a table is kept if its end is: another node may be first. */
static const char *put_source(struct postgres *p, struct pg_call *c, const char *source)
{
    const struct pg_held *table = pg_held_as(p, source);
    int64_t version = 0;
    const char *refusal = table ? pg_claim(p, table->key, &version) : NULL;

    if (table && !refusal)
        pg_put_int(c, table->key);
    else
        pg_put_text(c, NULL);
    pg_put_int(c, version);
    return refusal;
}

const char *postgres_result_add(struct store *s, const struct store_result *r)
{
    struct pg_call c = pg_call(PG_RESULT_ADD);
    const char *refusal;

    pg_put_text(&c, r->who);
    pg_put_text(&c, r->source);
    pg_put_text(&c, r->game);
    pg_put_int(&c, r->ended);
    pg_put_int(&c, r->day);
    pg_put_int(&c, r->result);
    pg_put_int(&c, r->points);
    pg_put_int(&c, r->seats);
    pg_put_int(&c, r->persons);
    pg_put_int(&c, r->place);
    pg_put_int(&c, r->firsts);
    pg_put_int(&c, r->helped);
    pg_put_text(&c, r->bot);
    refusal = put_source(pg(s), &c, r->source);
    return refusal ? refusal : pg_write(pg(s), &c);
}

static void read_result(const struct pg_rows *rows, int row, struct store_result *r)
{
    memset(r, 0, sizeof *r);
    pg_text(rows, row, 0, r->who, sizeof r->who);
    pg_text(rows, row, 1, r->source, sizeof r->source);
    pg_text(rows, row, 2, r->game, sizeof r->game);
    r->ended = pg_int(rows, row, 3);
    r->day = (uint32_t)pg_int(rows, row, 4);
    r->result = (int32_t)pg_int(rows, row, 5);
    r->points = (int32_t)pg_int(rows, row, 6);
    r->seats = (uint8_t)pg_int(rows, row, 7);
    r->persons = (uint8_t)pg_int(rows, row, 8);
    r->place = (uint8_t)pg_int(rows, row, 9);
    r->firsts = (uint8_t)pg_int(rows, row, 10);
    r->helped = pg_int(rows, row, 11);
    pg_text(rows, row, 12, r->bot, sizeof r->bot);
}

const char *postgres_result_get(struct store *s, const char *who, const char *source,
                                struct store_result *r, bool *found)
{
    struct pg_call c = pg_call(PG_RESULT_GET);
    struct pg_rows rows;
    const char *refusal;

    *found = false;
    pg_put_text(&c, who);
    pg_put_text(&c, source);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    *found = rows.count;
    if (*found)
        read_result(&rows, 0, r);
    pg_clear(&rows);
    return NULL;
}

const char *postgres_results(struct store *s, const char *who, int64_t before, int most,
                             void (*each)(void *with, const struct store_result *r),
                             void *with)
{
    struct pg_call c = pg_call(PG_RESULTS);
    struct pg_rows rows;
    const char *refusal;

    pg_put_text(&c, who);
    pg_put_int(&c, before);
    pg_put_int(&c, most);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_result r;

        read_result(&rows, i, &r);
        each(with, &r);
    }
    pg_clear(&rows);
    return NULL;
}

const char *postgres_day_counts(struct store *s, const char *game, uint32_t day,
                                void (*each)(void *with, int result, int count), void *with)
{
    struct pg_call c = pg_call(PG_DAY_COUNTS);
    struct pg_rows rows;
    const char *refusal;

    pg_put_int(&c, day);
    pg_put_text(&c, game);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++)
        each(with, (int)pg_int(&rows, i, 0), (int)pg_int(&rows, i, 1));
    pg_clear(&rows);
    return NULL;
}

const char *postgres_day_result(struct store *s, const char *game, uint32_t day,
                                const char *who, int *result, bool *found)
{
    struct pg_call c = pg_call(PG_DAY_RESULT);
    struct pg_rows rows;
    const char *refusal;

    *found = false;
    pg_put_int(&c, day);
    pg_put_text(&c, game);
    pg_put_text(&c, who);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    *found = rows.count;
    if (*found)
        *result = (int)pg_int(&rows, 0, 0);
    pg_clear(&rows);
    return NULL;
}

/* ---- books ---- */

static struct pg_call call_of(enum pg_statement which, const struct store_book *b)
{
    struct pg_call c = pg_call(which);

    pg_put_text(&c, b->game);
    return c;
}

const char *postgres_book_add(struct store *s, const struct store_book *b, const char *text,
                              size_t length)
{
    struct pg_call c = call_of(PG_BOOK_ADD, b);

    pg_put_int(&c, (int64_t)b->digest);
    pg_put_bytes(&c, text, length);
    return pg_write(pg(s), &c);
}

const char *postgres_book_hold(struct store *s, const struct store_book *b, const char *who,
                               int64_t ms)
{
    struct pg_call c = call_of(PG_HOLDER_ADD, b);

    pg_put_int(&c, (int64_t)b->digest);
    pg_put_text(&c, who);
    pg_put_int(&c, ms);
    return pg_write(pg(s), &c);
}

const char *postgres_book_held(struct store *s, const struct store_book *b, const char *who,
                               bool *held)
{
    struct pg_call c = call_of(PG_HOLDER_GET, b);
    struct pg_rows rows;
    const char *refusal;

    *held = false;
    pg_put_int(&c, (int64_t)b->digest);
    pg_put_text(&c, who);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    *held = rows.count;
    pg_clear(&rows);
    return NULL;
}

static const char *take_book(struct postgres *p, const struct pg_rows *rows,
                             void (*take)(void *with, const char *text, size_t length),
                             void *with)
{
    size_t length;
    unsigned char *text =
        p->pq.PQunescapeBytea((const unsigned char *)pg_value(rows, 0, 0), &length);

    if (!text)
        return TB_N("Out of memory.");
    take(with, (const char *)text, length);
    p->pq.PQfreemem(text);
    return NULL;
}

const char *postgres_book_get(struct store *s, const struct store_book *b,
                              void (*take)(void *with, const char *text, size_t length),
                              void *with, bool *found)
{
    struct pg_call c = call_of(PG_BOOK_GET, b);
    struct pg_rows rows;
    const char *refusal;

    *found = false;
    pg_put_int(&c, (int64_t)b->digest);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    *found = rows.count;
    if (*found)
        refusal = take_book(pg(s), &rows, take, with);
    pg_clear(&rows);
    return refusal;
}

const char *postgres_books_sent(struct store *s, const char *who, int64_t since, int *count)
{
    struct pg_call c = pg_call(PG_HOLDERS_OF);
    struct pg_rows rows;
    const char *refusal;

    *count = 0;
    pg_put_text(&c, who);
    pg_put_int(&c, since);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    *count = (int)pg_int(&rows, 0, 0);
    pg_clear(&rows);
    return NULL;
}

const char *postgres_books_tidy(struct store *s, int64_t before)
{
    struct pg_call holders = pg_call(PG_HOLDERS_TIDY), books = pg_call(PG_BOOKS_TIDY);
    const char *refusal;

    pg_put_int(&holders, before);
    refusal = pg_write(pg(s), &holders);
    return refusal ? refusal : pg_write(pg(s), &books);
}

/* ---- all of them ---- */

static struct store_book book_of(const struct pg_rows *rows, int row)
{
    struct store_book b = { .digest = (uint64_t)pg_int(rows, row, 1) };

    pg_text(rows, row, 0, b.game, sizeof b.game);
    return b;
}

const char *postgres_books(struct store *s,
                           void (*each)(void *with, const struct store_book *b), void *with)
{
    struct pg_call c = pg_call(PG_BOOKS);
    struct pg_rows rows;
    const char *refusal = pg_ask(pg(s), &c, &rows);

    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_book b = book_of(&rows, i);

        each(with, &b);
    }
    pg_clear(&rows);
    return NULL;
}

const char *postgres_holders(struct store *s,
                             void (*each)(void *with, const struct store_book *b,
                                          const char *who, int64_t ms),
                             void *with)
{
    struct pg_call c = pg_call(PG_HOLDERS);
    struct pg_rows rows;
    const char *refusal = pg_ask(pg(s), &c, &rows);

    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_book b = book_of(&rows, i);

        each(with, &b, pg_value(&rows, i, 2), pg_int(&rows, i, 3));
    }
    pg_clear(&rows);
    return NULL;
}
