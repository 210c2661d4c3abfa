/* Looking for damage: tables that are missing, and what SQLite says of its own file. */
#include <string.h>

#include "sqlite.h"

static void read_mark(sqlite3_stmt *q, void *name)
{
    *(int64_t *)name = sqlite3_column_int64(q, 0);
}

const char *house_mark(struct store *s, int64_t *name)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, HOUSE_MARK, &refusal);
    bool found;

    *name = MARKS_NONE;
    return q ? db_first_row(s, q, read_mark, name, &found) : refusal;
}

const char *house_mark_set(struct store *s, int64_t name)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, HOUSE_MARK_SET, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, name);
    return db_run(s, q);
}

bool sqlite_is_corrupt(const struct store *s) { return db_is_corrupt(s); }

bool sqlite_marks_lost(const struct store *s) { return lite_seen(s)->marks.lost; }

/* ---- missing tables ---- */

static void compare_id(sqlite3_stmt *q, void *mark)
{
    const char *id = (const char *)sqlite3_column_text(q, 0);
    struct mark *m = mark;

    if (id && !strcmp(id, m->id))
        *m->id = 0; /* it is there */
}

static const char *look_for(struct store *s, int64_t key, struct mark *mark)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, TABLE_ID, &refusal);
    bool found;

    if (!q)
        return refusal;
    BIND_INT(q, 1, key);
    return db_first_row(s, q, compare_id, mark, &found);
}

/* A server that plays may be deleting it just now: then the mark goes too. */
static bool is_marked_still(struct store *s, int64_t key, const struct mark *mark)
{
    struct mark now;

    return mark_read(&lite(s)->marks, key, &now) && !strcmp(now.id, mark->id);
}

const char *sqlite_lost(struct store *s, bool unfinished,
                        void (*each)(void *with, const struct store_harm *harm), void *with)
{
    const char *refusal = NULL;

    for (int64_t key = 1; key <= marks_top(&lite(s)->marks) && !refusal; key++) {
        struct store_harm harm = { .kind = HARM_LOST };
        struct mark mark;

        if (!mark_read(&lite(s)->marks, key, &mark) ||
            (unfinished && mark.status == TABLE_OVER))
            continue;
        memcpy(harm.id, mark.id, sizeof harm.id);
        harm.marked = mark.n;
        refusal = look_for(s, key, &mark);
        if (!refusal && *mark.id && is_marked_still(s, key, &mark))
            each(with, &harm);
    }
    return refusal;
}

/* ---- the file ---- */

struct file_check {
    void (*each)(void *with, const char *line);
    void (*tick)(void *with);
    void *with;
};

static int tick(void *of)
{
    const struct file_check *c = of;

    c->tick(c->with);
    return 0;
}

static void say_line(sqlite3_stmt *q, void *of)
{
    const struct file_check *c = of;
    const char *line = (const char *)sqlite3_column_text(q, 0);

    if (line && strcmp(line, "ok") != 0)
        c->each(c->with, line);
}

const char *sqlite_check_file(struct store *s, void (*each)(void *with, const char *line),
                              void (*tick_of)(void *with), void *with)
{
    enum { STEPS = 100000 };
    struct file_check check = { each, tick_of, with };
    sqlite3_stmt *q = NULL;
    const char *refusal;

    if (sqlite3_prepare_v2(lite(s)->db, "PRAGMA integrity_check(20)", -1, &q, NULL) !=
        SQLITE_OK)
        return sqlite3_errmsg(lite(s)->db);
    sqlite3_progress_handler(lite(s)->db, STEPS, tick, &check);
    refusal = db_each_row(s, q, say_line, &check);
    sqlite3_progress_handler(lite(s)->db, 0, NULL, NULL);
    sqlite3_finalize(q);
    return refusal;
}
