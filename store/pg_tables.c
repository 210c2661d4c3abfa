/*
 * Tables, their plies and their lines in PostgreSQL.
 *
 * Whatever changes a table claims it first: its row gets a new version, and the rest asks
 * for that version. Lines of chat claim nothing: two people may talk at the same moment.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres.h"

enum { KEYS_AT_ONCE = 1000 }; /* as the sequence counts */

/* ---- writing tables ---- */

static void put_clocks(const struct store_table *t, char *text, size_t size)
{
    struct tb_text out = tb_text(text, size);

    for (int i = 0; i < TB_SEATS_MAX; i++)
        tb_put(&out, i ? " %lld" : "%lld", (long long)t->clock_left[i]);
}

static const char *write_row(struct postgres *p, enum pg_statement which,
                             const struct store_table *t, int64_t version)
{
    struct pg_call c = pg_call(which);
    char clocks[TB_SEATS_MAX * 24], seed[2 * TB_KEY + 24];
    struct tb_text seed_out = tb_text(seed, sizeof seed);

    put_clocks(t, clocks, sizeof clocks);
    tb_seed_put(&t->seed, &seed_out);
    pg_put_int(&c, t->key);
    pg_put_text(&c, t->id);
    pg_put_text(&c, t->game);
    pg_put_text(&c, t->host);
    pg_put_text(&c, t->rematch);
    pg_put_text(&c, t->options);
    pg_put_text(&c, seed);
    pg_put_int(&c, t->created);
    pg_put_int(&c, t->started);
    pg_put_int(&c, t->changed);
    pg_put_int(&c, t->main_ms);
    pg_put_int(&c, t->plus_ms);
    pg_put_int(&c, t->base);
    pg_put_int(&c, t->clock_ply);
    pg_put_int(&c, t->clock_ms);
    pg_put_text(&c, clocks);
    pg_put_int(&c, t->edition);
    pg_put_int(&c, t->seats);
    pg_put_int(&c, t->status);
    pg_put_int(&c, t->why);
    pg_put_int(&c, t->why_seat);
    pg_put_int(&c, t->pace);
    pg_put_int(&c, t->is_public);
    pg_put_int(&c, t->by_host);
    pg_put_int(&c, t->helps);
    pg_put_int(&c, t->helped);
    pg_put_int(&c, (int64_t)t->book);
    pg_put_int(&c, version);
    pg_put_int(&c, t->holder);
    pg_put_int(&c, t->offer);
    return pg_write(p, &c);
}

static const char *write_seats(struct postgres *p, const struct store_table *t,
                               int64_t version)
{
    const char *refusal = NULL;

    for (int i = 0; i < t->seats && !refusal; i++) {
        struct pg_call c = pg_call(PG_SEAT_SET);

        pg_put_int(&c, t->key);
        pg_put_int(&c, i);
        pg_put_int(&c, t->seat[i].kind);
        pg_put_int(&c, t->seat[i].gone);
        pg_put_text(&c, t->seat[i].who);
        pg_put_text(&c, t->seat[i].bot);
        pg_put_int(&c, version);
        refusal = pg_write(p, &c);
    }
    return refusal;
}

/* A thousand numbers are taken at a time, so that making a table asks nothing. */
static const char *choose_key(struct postgres *p, int64_t *key)
{
    struct pg_call c = pg_call(PG_KEYS);
    struct pg_rows rows;
    const char *refusal;

    if (p->key_next == p->key_end) {
        refusal = pg_ask_apart(p, &c, &rows);
        if (refusal)
            return refusal;
        p->key_next = pg_int(&rows, 0, 0);
        p->key_end = p->key_next + KEYS_AT_ONCE;
        pg_clear(&rows);
    }
    *key = p->key_next++;
    return NULL;
}

const char *postgres_table_add(struct store *s, struct store_table *t)
{
    struct postgres *p = pg(s);
    const char *refusal = choose_key(p, &t->key);

    if (!refusal)
        refusal = pg_claim_new(p, t->key, &t->version);
    if (!refusal)
        refusal = write_row(p, PG_TABLE_ADD, t, t->version);
    return refusal ? refusal : write_seats(p, t, t->version);
}

const char *postgres_table_set(struct store *s, const struct store_table *t)
{
    struct postgres *p = pg(s);
    int64_t version;
    const char *refusal = pg_claim(p, t->key, &version);

    if (!refusal)
        refusal = write_row(p, PG_TABLE_SET, t, version);
    return refusal ? refusal : write_seats(p, t, version);
}

static const char *run_with_version(struct postgres *p, enum pg_statement which,
                                    int64_t key, int64_t version)
{
    struct pg_call c = pg_call(which);

    pg_put_int(&c, key);
    pg_put_int(&c, version);
    return pg_write(p, &c);
}

const char *postgres_table_delete(struct store *s, int64_t key)
{
    static const enum pg_statement steps[] = { PG_SEATS_CLEAR, PG_LINES_CLEAR,
                                               PG_TABLE_DELETE };
    struct postgres *p = pg(s);
    int64_t version;
    const char *refusal = pg_claim(p, key, &version);

    if (!refusal)
        refusal = postgres_plies_cut(s, key, 0);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refusal; i++)
        refusal = run_with_version(p, steps[i], key, version);
    return refusal;
}

/* ---- reading tables ---- */

static void read_clocks(struct store_table *t, const char *text)
{
    char *rest;

    for (int i = 0; i < TB_SEATS_MAX; i++, text = rest)
        t->clock_left[i] = strtoll(text, &rest, 10);
}

static void copy_name(char *to, size_t size, const char *name)
{
    snprintf(to, size, "%s", strcmp(name, "-") ? name : "");
}

/* "seat kind gone who bot", a semicolon between them. */
static void read_seats(struct store_table *t, const char *text)
{
    char who[STORE_ID], bot[STORE_BOT];
    int seat, kind, gone, length;

    while (sscanf(text, "%d %d %d %23s %15[^;]%n", &seat, &kind, &gone, who, bot,
                  &length) == 5) {
        if (seat >= 0 && seat < TB_SEATS_MAX) {
            t->seat[seat].kind = (uint8_t)kind;
            t->seat[seat].gone = (uint8_t)gone;
            copy_name(t->seat[seat].who, STORE_ID, who);
            copy_name(t->seat[seat].bot, STORE_BOT, bot);
        }
        text += length;
        text += *text == ';';
    }
}

static void read_table(const struct pg_rows *rows, int row, struct store_table *t)
{
    memset(t, 0, sizeof *t);
    t->key = pg_int(rows, row, 0);
    pg_text(rows, row, 1, t->id, sizeof t->id);
    pg_text(rows, row, 2, t->game, sizeof t->game);
    pg_text(rows, row, 3, t->host, sizeof t->host);
    pg_text(rows, row, 4, t->rematch, sizeof t->rematch);
    pg_text(rows, row, 5, t->options, sizeof t->options);
    tb_seed_read(pg_value(rows, row, 6), &t->seed); /* else it is 0, and fits no record */
    t->created = pg_int(rows, row, 7);
    t->started = pg_int(rows, row, 8);
    t->changed = pg_int(rows, row, 9);
    t->main_ms = pg_int(rows, row, 10);
    t->plus_ms = pg_int(rows, row, 11);
    t->base = (uint32_t)pg_int(rows, row, 12);
    t->clock_ply = (uint32_t)pg_int(rows, row, 13);
    t->clock_ms = pg_int(rows, row, 14);
    read_clocks(t, pg_value(rows, row, 15));
    t->edition = (uint16_t)pg_int(rows, row, 16);
    t->seats = (uint8_t)pg_int(rows, row, 17);
    t->status = (uint8_t)pg_int(rows, row, 18);
    t->why = (uint8_t)pg_int(rows, row, 19);
    t->why_seat = (uint8_t)pg_int(rows, row, 20);
    t->pace = (uint8_t)pg_int(rows, row, 21);
    t->is_public = pg_int(rows, row, 22);
    t->by_host = pg_int(rows, row, 23);
    t->helps = pg_int(rows, row, 24);
    t->helped = (uint8_t)pg_int(rows, row, 25);
    t->book = (uint64_t)pg_int(rows, row, 26);
    t->version = pg_int(rows, row, 27);
    t->holder = pg_int(rows, row, 28);
    t->offer = pg_int(rows, row, 29);
    read_seats(t, pg_value(rows, row, 30));
}

const char *postgres_table_get(struct store *s, const char *id, struct store_table *t,
                               bool *found)
{
    struct pg_call c = pg_call(PG_TABLE_GET);
    struct pg_rows rows;
    const char *refusal;

    *found = false;
    pg_put_text(&c, id);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    *found = rows.count;
    if (*found)
        read_table(&rows, 0, t);
    pg_clear(&rows);
    return NULL;
}

const char *postgres_tables(struct store *s, const struct store_query *ask,
                            void (*each)(void *with, const struct store_table *t),
                            void *with)
{
    static const enum pg_statement which[] = {
        [LIST_MINE] = PG_LIST_MINE,     [LIST_OPEN] = PG_LIST_OPEN,
        [LIST_LIVE] = PG_LIST_LIVE,     [LIST_FINISHED] = PG_LIST_FINISHED,
        [LIST_TIMED] = PG_LIST_TIMED,   [LIST_ALL] = PG_LIST_ALL,
        [LIST_STALE] = PG_LIST_STALE,   [LIST_OLD] = PG_LIST_OLD,
        [LIST_UNTOLD] = PG_LIST_UNTOLD, [LIST_UNFINISHED] = PG_LIST_UNFINISHED,
    };
    struct pg_call c = pg_call(which[ask->what]);
    struct pg_rows rows;
    const char *refusal;

    if (ask->what == LIST_TIMED && pg(s)->node)
        pg_put_int(&c, pg(s)->node);
    else
        pg_put_text(&c, ask->who);
    pg_put_text(&c, ask->game);
    pg_put_int(&c, ask->before);
    pg_put_int(&c, ask->most);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_table t;

        read_table(&rows, i, &t);
        each(with, &t);
    }
    pg_clear(&rows);
    return NULL;
}

static const char *ask_number(struct postgres *p, const struct pg_call *c, int *number)
{
    struct pg_rows rows;
    const char *refusal = pg_ask(p, c, &rows);

    *number = 0;
    if (refusal)
        return refusal;
    if (rows.count)
        *number = (int)pg_int(&rows, 0, 0);
    pg_clear(&rows);
    return NULL;
}

const char *postgres_table_count(struct store *s, int *count)
{
    struct pg_call c = pg_call(PG_TABLE_COUNT);

    return ask_number(pg(s), &c, count);
}

const char *postgres_alive(struct store *s, int *count)
{
    struct pg_call c = pg_call(PG_ALIVE);

    return ask_number(pg(s), &c, count);
}

const char *postgres_busy(struct store *s, const char *who, int *count)
{
    struct pg_call c = pg_call(PG_BUSY);

    pg_put_text(&c, who);
    return ask_number(pg(s), &c, count);
}

/* ---- plies ---- */

const char *postgres_ply_add(struct store *s, int64_t key, const struct store_ply *ply)
{
    struct pg_call c = pg_call(PG_PLY_ADD);
    int64_t version;
    const char *refusal = pg_claim(pg(s), key, &version);

    if (refusal)
        return refusal;
    pg_put_int(&c, key);
    pg_put_int(&c, ply->n);
    pg_put_int(&c, ply->seat);
    pg_put_int(&c, ply->at);
    pg_put_int(&c, ply->ms);
    pg_put_int(&c, ply->lag);
    pg_put_text(&c, ply->note);
    pg_put_int(&c, version);
    return pg_write(pg(s), &c);
}

const char *postgres_plies_cut(struct store *s, int64_t key, uint32_t n)
{
    struct pg_call c = pg_call(PG_PLIES_CUT);
    int64_t version;
    const char *refusal = pg_claim(pg(s), key, &version);

    if (refusal)
        return refusal;
    pg_put_int(&c, key);
    pg_put_int(&c, n);
    pg_put_int(&c, version);
    return pg_write(pg(s), &c);
}

const char *postgres_plies(struct store *s, int64_t key,
                           void (*each)(void *with, const struct store_ply *p), void *with)
{
    struct pg_call c = pg_call(PG_PLIES);
    struct pg_rows rows;
    const char *refusal;
    int i = 0;

    pg_put_int(&c, key);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    for (; i < rows.count && pg_int(&rows, i, 0) == i; i++) {
        struct store_ply ply = { .n = (uint32_t)i,
                                 .seat = (uint8_t)pg_int(&rows, i, 1),
                                 .at = (uint32_t)pg_int(&rows, i, 2),
                                 .ms = pg_int(&rows, i, 3),
                                 .lag = (uint16_t)pg_int(&rows, i, 4),
                                 .note = pg_value(&rows, i, 5) };

        each(with, &ply);
    }
    refusal = i < rows.count ? store_damaged : NULL;
    pg_clear(&rows);
    return refusal;
}

/* ---- lines ---- */

const char *postgres_line_add(struct store *s, int64_t key, const struct store_line *line)
{
    struct pg_call c = pg_call(PG_LINE_ADD);
    char number[24];
    const char *refusal;

    pg_put_int(&c, key);
    pg_put_text(&c, line->who);
    pg_put_int(&c, line->ms);
    pg_put_text(&c, line->text);
    pg_put_int(&c, line->said);
    snprintf(number, sizeof number, "%lld", (long long)key);
    refusal = pg_write(pg(s), &c);
    return refusal ? refusal : pg_notice(pg(s), 'l', number);
}

const char *postgres_lines(struct store *s, int64_t key, int most,
                           void (*each)(void *with, const struct store_line *line),
                           void *with)
{
    struct pg_call c = pg_call(PG_LINES);
    struct pg_rows rows;
    const char *refusal;

    pg_put_int(&c, key);
    pg_put_int(&c, most);
    refusal = pg_ask(pg(s), &c, &rows);
    if (refusal)
        return refusal;
    for (int i = 0; i < rows.count; i++) {
        struct store_line line = { .text = pg_value(&rows, i, 3),
                                   .ms = pg_int(&rows, i, 2),
                                   .said = pg_int(&rows, i, 4) };

        pg_text(&rows, i, 0, line.who, sizeof line.who);
        pg_text(&rows, i, 1, line.name, sizeof line.name);
        each(with, &line);
    }
    pg_clear(&rows);
    return NULL;
}
