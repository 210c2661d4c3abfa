/* Tables, their seats and their lines in SQLite; plies.c has their plies. */
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

/* ---- tables ---- */

static const char *write_seats(struct store *s, const struct store_table *t)
{
    const char *refusal = db_run_key(s, SEATS_CLEAR, t->key);

    for (int i = 0; i < t->seats && !refusal; i++) {
        sqlite3_stmt *q = db_write(s, SEAT_ADD, &refusal);

        if (!q)
            return refusal;
        BIND_INT(q, 1, t->key);
        BIND_INT(q, 2, i);
        BIND_INT(q, 3, t->seat[i].kind);
        BIND_INT(q, 4, t->seat[i].gone);
        BIND_TEXT(q, 5, t->seat[i].who);
        BIND_TEXT(q, 6, t->seat[i].bot);
        refusal = db_run(s, q);
    }
    return refusal;
}

/* A number, or the bytes of a key: the column takes both. */
static void bind_seed(sqlite3_stmt *q, int at, const struct tb_seed *seed)
{
    if (tb_seed_is_secret(seed))
        sqlite3_bind_blob(q, at, seed->key, sizeof seed->key, SQLITE_STATIC);
    else
        BIND_INT(q, at, seed->number);
}

/* Bytes of another number are damage: what there is of them is still nobody's guess. */
static struct tb_seed column_seed(sqlite3_stmt *q, int at)
{
    struct tb_seed seed = { 0 };
    size_t bytes = (size_t)sqlite3_column_bytes(q, at);

    bytes = bytes < sizeof seed.key ? bytes : sizeof seed.key;
    if (sqlite3_column_type(q, at) != SQLITE_BLOB)
        seed.number = (uint64_t)sqlite3_column_int64(q, at);
    else if (bytes)
        memcpy(seed.key, sqlite3_column_blob(q, at), bytes);
    return seed;
}

static const char *write_table(struct store *s, enum statement which,
                               const struct store_table *t)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, t->key);
    BIND_TEXT(q, 2, t->id);
    BIND_TEXT(q, 3, t->game);
    BIND_TEXT(q, 4, t->host);
    BIND_TEXT(q, 5, t->rematch);
    BIND_TEXT(q, 6, t->options);
    bind_seed(q, 7, &t->seed);
    BIND_INT(q, 8, t->created);
    BIND_INT(q, 9, t->started);
    BIND_INT(q, 10, t->changed);
    BIND_INT(q, 11, t->main_ms);
    BIND_INT(q, 12, t->plus_ms);
    BIND_INT(q, 13, t->base);
    BIND_INT(q, 14, t->clock_ply);
    BIND_INT(q, 15, t->clock_ms);
    sqlite3_bind_blob(q, 16, t->clock_left, sizeof t->clock_left, SQLITE_STATIC);
    BIND_INT(q, 17, t->edition);
    BIND_INT(q, 18, t->seats);
    BIND_INT(q, 19, t->status);
    BIND_INT(q, 20, t->why);
    BIND_INT(q, 21, t->why_seat);
    BIND_INT(q, 22, t->pace);
    BIND_INT(q, 23, t->is_public);
    BIND_INT(q, 24, t->by_host);
    BIND_INT(q, 25, t->helps);
    BIND_INT(q, 26, t->helped);
    BIND_INT(q, 27, t->book);
    return db_run(s, q);
}

static void read_key(sqlite3_stmt *q, void *key)
{
    *(int64_t *)key = sqlite3_column_int64(q, 0);
}

/* A number that is marked as another table's is not given again: the mark is all that tells
 * of a table that is missing. */
static const char *choose_key(struct store *s, int64_t *key)
{
    const char *refusal = db_begin(s);
    sqlite3_stmt *q = refusal ? NULL : db_read(s, TABLE_TOP, &refusal);
    struct mark mark;
    bool found;

    if (!q)
        return refusal;
    refusal = db_first_row(s, q, read_key, key, &found);
    do
        ++*key;
    while (mark_read(&lite(s)->marks, *key, &mark) && !change_find(&lite(s)->marks, *key));
    return refusal;
}

static const char *mark_row(struct store *s, const struct store_table *t, bool is_new)
{
    struct change *c = change_of(&lite(s)->marks, t->key);

    if (!c)
        return TB_N("Out of memory.");
    if (is_new)
        *c = (struct change){ .key = t->key, .next = c->next, .has_head = true };
    c->has_row = true;
    c->mark.status = t->status;
    memcpy(c->mark.id, t->id, sizeof c->mark.id);
    return NULL;
}

const char *sqlite_table_add(struct store *s, struct store_table *t)
{
    const char *refusal = choose_key(s, &t->key);

    if (!refusal)
        refusal = write_table(s, TABLE_ADD, t);
    if (!refusal)
        refusal = mark_row(s, t, true);
    return refusal ? refusal : write_seats(s, t);
}

const char *sqlite_table_set(struct store *s, const struct store_table *t)
{
    const char *refusal = write_table(s, TABLE_SET, t);

    if (!refusal)
        refusal = mark_row(s, t, false);
    return refusal ? refusal : write_seats(s, t);
}

static void read_table(sqlite3_stmt *q, void *table)
{
    struct store_table *t = table;

    memset(t, 0, sizeof *t);
    t->key = sqlite3_column_int64(q, 0);
    db_copy_text(t->id, sizeof t->id, q, 1);
    db_copy_text(t->game, sizeof t->game, q, 2);
    db_copy_text(t->host, sizeof t->host, q, 3);
    db_copy_text(t->rematch, sizeof t->rematch, q, 4);
    db_copy_text(t->options, sizeof t->options, q, 5);
    t->seed = column_seed(q, 6);
    t->created = sqlite3_column_int64(q, 7);
    t->started = sqlite3_column_int64(q, 8);
    t->changed = sqlite3_column_int64(q, 9);
    t->main_ms = sqlite3_column_int64(q, 10);
    t->plus_ms = sqlite3_column_int64(q, 11);
    t->base = (uint32_t)sqlite3_column_int64(q, 12);
    t->clock_ply = (uint32_t)sqlite3_column_int64(q, 13);
    t->clock_ms = sqlite3_column_int64(q, 14);
    if (sqlite3_column_bytes(q, 15) == sizeof t->clock_left)
        memcpy(t->clock_left, sqlite3_column_blob(q, 15), sizeof t->clock_left);
    t->edition = (uint16_t)sqlite3_column_int(q, 16);
    t->seats = (uint8_t)sqlite3_column_int(q, 17);
    t->status = (uint8_t)sqlite3_column_int(q, 18);
    t->why = (uint8_t)sqlite3_column_int(q, 19);
    t->why_seat = (uint8_t)sqlite3_column_int(q, 20);
    t->pace = (uint8_t)sqlite3_column_int(q, 21);
    t->is_public = sqlite3_column_int(q, 22);
    t->by_host = sqlite3_column_int(q, 23);
    t->helps = sqlite3_column_int(q, 24);
    t->helped = (uint8_t)sqlite3_column_int(q, 25);
    t->book = (uint64_t)sqlite3_column_int64(q, 26);
}

static void read_seat(sqlite3_stmt *q, void *table)
{
    struct store_table *t = table;
    int i = sqlite3_column_int(q, 0);

    if (i < 0 || i >= TB_SEATS_MAX)
        return;
    t->seat[i].kind = (uint8_t)sqlite3_column_int(q, 1);
    t->seat[i].gone = (uint8_t)sqlite3_column_int(q, 2);
    db_copy_text(t->seat[i].who, STORE_ID, q, 3);
    db_copy_text(t->seat[i].bot, STORE_BOT, q, 4);
}

static const char *read_seats(struct store *s, struct store_table *t)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, SEATS_GET, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, t->key);
    return db_each_row(s, q, read_seat, t);
}

const char *sqlite_table_get(struct store *s, const char *id, struct store_table *t,
                             bool *found)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, TABLE_GET, &refusal);

    *found = false;
    if (!q)
        return refusal;
    BIND_TEXT(q, 1, id);
    refusal = db_first_row(s, q, read_table, t, found);
    return *found ? read_seats(s, t) : refusal;
}

const char *sqlite_table_delete(struct store *s, int64_t key)
{
    static const enum statement steps[] = { SEATS_CLEAR, LINES_CLEAR, TABLE_DELETE };
    const char *refusal = sqlite_plies_cut(s, key, 0);

    for (size_t i = 0; i < sizeof steps / sizeof *steps && !refusal; i++)
        refusal = db_run_key(s, steps[i], key);
    if (!refusal) /* where its plies were cut a change was made */
        change_of(&lite(s)->marks, key)->gone = true;
    return refusal;
}

struct gathered {
    struct store_table *rows;
    int count, room;
    bool full; /* no memory for one more */
};

static void gather_table(sqlite3_stmt *q, void *with)
{
    struct gathered *g = with;

    if (g->count == g->room && !g->full) {
        int room = 2 * g->room + 16;
        struct store_table *more = realloc(g->rows, (size_t)room * sizeof *more);

        g->full = !more;
        if (more) {
            g->rows = more;
            g->room = room;
        }
    }
    if (!g->full)
        read_table(q, &g->rows[g->count++]);
}

static void bind_text_or_null(sqlite3_stmt *q, int n, const char *text)
{
    if (text)
        BIND_TEXT(q, n, text);
    else
        sqlite3_bind_null(q, n);
}

/* The rows are gathered first: what is called for each may use the store itself. */
const char *sqlite_tables(struct store *s, const struct store_query *ask,
                          void (*each)(void *with, const struct store_table *t), void *with)
{
    static const enum statement which[] = {
        [LIST_MINE] = LIST_OF_MINE,     [LIST_OPEN] = LIST_OF_OPEN,
        [LIST_LIVE] = LIST_OF_LIVE,     [LIST_FINISHED] = LIST_OF_FINISHED,
        [LIST_TIMED] = LIST_OF_TIMED,   [LIST_ALL] = LIST_OF_ALL,
        [LIST_STALE] = LIST_OF_STALE,   [LIST_OLD] = LIST_OF_OLD,
        [LIST_UNTOLD] = LIST_OF_UNTOLD, [LIST_UNFINISHED] = LIST_OF_UNFINISHED,
    };
    struct gathered g = { 0 };
    const char *refusal;
    sqlite3_stmt *q = db_read(s, which[ask->what], &refusal);

    if (!q)
        return refusal;
    bind_text_or_null(q, 1, ask->who);
    bind_text_or_null(q, 2, ask->game);
    BIND_INT(q, 3, ask->before);
    BIND_INT(q, 4, ask->most);
    refusal = db_each_row(s, q, gather_table, &g);
    if (!refusal && g.full)
        refusal = TB_N("Out of memory.");
    for (int i = 0; i < g.count && !refusal; i++) {
        refusal = read_seats(s, &g.rows[i]);
        if (!refusal)
            each(with, &g.rows[i]);
    }
    free(g.rows);
    return refusal;
}

const char *sqlite_table_count(struct store *s, int *count)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, TABLE_COUNT, &refusal);
    bool found;

    *count = 0;
    return q ? db_first_row(s, q, db_read_count, count, &found) : refusal;
}

const char *sqlite_busy(struct store *s, const char *who, int *count)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, BUSY, &refusal);
    bool found;

    *count = 0;
    if (!q)
        return refusal;
    BIND_TEXT(q, 1, who);
    return db_first_row(s, q, db_read_count, count, &found);
}

/* ---- lines ---- */

const char *sqlite_line_add(struct store *s, int64_t key, const struct store_line *line)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, LINE_ADD, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, key);
    BIND_TEXT(q, 2, line->who);
    BIND_INT(q, 3, line->ms);
    BIND_TEXT(q, 4, line->text);
    BIND_INT(q, 5, line->said);
    return db_run(s, q);
}

struct telling_lines {
    void (*each)(void *with, const struct store_line *line);
    void *with;
};

static void tell_line(sqlite3_stmt *q, void *with)
{
    const struct telling_lines *to = with;
    struct store_line line = { .ms = sqlite3_column_int64(q, 2),
                               .said = sqlite3_column_int64(q, 4) };

    db_copy_text(line.who, sizeof line.who, q, 0);
    db_copy_text(line.name, sizeof line.name, q, 1);
    line.text = (const char *)sqlite3_column_text(q, 3);
    to->each(to->with, &line);
}

const char *sqlite_lines(struct store *s, int64_t key, int most,
                         void (*each)(void *with, const struct store_line *line),
                         void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, LINES, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, key);
    BIND_INT(q, 2, most);
    return db_each_row(s, q, tell_line, &(struct telling_lines){ each, with });
}
