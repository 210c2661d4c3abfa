/*
 * How games ended, person by person. A table may be tidied away, or its rules may change;
 * what somebody has reached in it stays until that person wants to be forgotten.
 */
#include "sqlite.h"

#include <string.h>

const char *sqlite_result_add(struct store *s, const struct store_result *r)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, RESULT_ADD, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, r->who);
    BIND_TEXT(q, 2, r->source);
    BIND_TEXT(q, 3, r->game);
    BIND_INT(q, 4, r->ended);
    BIND_INT(q, 5, r->day);
    BIND_INT(q, 6, r->result);
    BIND_INT(q, 7, r->points);
    BIND_INT(q, 8, r->seats);
    BIND_INT(q, 9, r->persons);
    BIND_INT(q, 10, r->place);
    BIND_INT(q, 11, r->firsts);
    BIND_INT(q, 12, r->helped);
    BIND_TEXT(q, 13, r->bot);
    return db_run(s, q);
}

static void read_result(sqlite3_stmt *q, struct store_result *r)
{
    memset(r, 0, sizeof *r);
    db_copy_text(r->who, sizeof r->who, q, 0);
    db_copy_text(r->source, sizeof r->source, q, 1);
    db_copy_text(r->game, sizeof r->game, q, 2);
    r->ended = sqlite3_column_int64(q, 3);
    r->day = (uint32_t)sqlite3_column_int64(q, 4);
    r->result = sqlite3_column_int(q, 5);
    r->points = sqlite3_column_int(q, 6);
    r->seats = (uint8_t)sqlite3_column_int(q, 7);
    r->persons = (uint8_t)sqlite3_column_int(q, 8);
    r->place = (uint8_t)sqlite3_column_int(q, 9);
    r->firsts = (uint8_t)sqlite3_column_int(q, 10);
    r->helped = sqlite3_column_int(q, 11);
    db_copy_text(r->bot, sizeof r->bot, q, 12);
}

static void take_result(sqlite3_stmt *q, void *r) { read_result(q, r); }

const char *sqlite_result_get(struct store *s, const char *who, const char *source,
                              struct store_result *r, bool *found)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, RESULT_GET, &refusal);

    *found = false;
    if (!q)
        return refusal;
    BIND_TEXT(q, 1, who);
    BIND_TEXT(q, 2, source);
    return db_first_row(s, q, take_result, r, found);
}

struct telling_results {
    void (*each)(void *with, const struct store_result *r);
    void *with;
};

static void tell_result(sqlite3_stmt *q, void *with)
{
    const struct telling_results *to = with;
    struct store_result r;

    read_result(q, &r);
    to->each(to->with, &r);
}

const char *sqlite_results(struct store *s, const char *who, int64_t before, int most,
                           void (*each)(void *with, const struct store_result *r),
                           void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, RESULTS, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, who);
    BIND_INT(q, 2, before);
    BIND_INT(q, 3, most);
    return db_each_row(s, q, tell_result, &(struct telling_results){ each, with });
}

struct telling_counts {
    void (*each)(void *with, int result, int count);
    void *with;
};

static void tell_count(sqlite3_stmt *q, void *with)
{
    const struct telling_counts *to = with;

    to->each(to->with, sqlite3_column_int(q, 0), sqlite3_column_int(q, 1));
}

const char *sqlite_day_counts(struct store *s, const char *game, uint32_t day,
                              void (*each)(void *with, int result, int count), void *with)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, RESULT_COUNTS, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, day);
    BIND_TEXT(q, 2, game);
    return db_each_row(s, q, tell_count, &(struct telling_counts){ each, with });
}

static void read_number(sqlite3_stmt *q, void *result)
{
    *(int *)result = sqlite3_column_int(q, 0);
}

const char *sqlite_day_result(struct store *s, const char *game, uint32_t day,
                              const char *who, int *result, bool *found)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, RESULT_OF_DAY, &refusal);

    *found = false;
    if (!q)
        return refusal;
    BIND_INT(q, 1, day);
    BIND_TEXT(q, 2, game);
    BIND_TEXT(q, 3, who);
    return db_first_row(s, q, read_number, result, found);
}
