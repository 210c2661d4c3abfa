/*
 * The store in one SQLite file.
 *
 * Write-ahead log with synchronous=FULL: a commit is on disk when it returns. The first
 * write after a commit opens the next transaction, so that the server's loop pays one
 * fsync for all the moves of one turn. sql.c has the words.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sqlite.h"

/* clang-format off */
/* Each step brings a file one version further; a new one is appended, none is changed. */
static const char *const migrations[] = {
    "CREATE TABLE persons (id TEXT PRIMARY KEY, name TEXT NOT NULL, handle TEXT UNIQUE,"
    " phrase TEXT NOT NULL, owner TEXT NOT NULL, created INTEGER NOT NULL,"
    " colour INTEGER NOT NULL, door INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX persons_by_owner ON persons (owner);"
    "CREATE TABLE tokens (hash BLOB PRIMARY KEY, person TEXT NOT NULL, created INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX tokens_by_person ON tokens (person);"
    "CREATE TABLE tables (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,"
    " host TEXT NOT NULL, rematch TEXT NOT NULL, options TEXT NOT NULL, seed INTEGER NOT NULL,"
    " created INTEGER NOT NULL, started INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " main_ms INTEGER NOT NULL, plus_ms INTEGER NOT NULL, base INTEGER NOT NULL,"
    " clock_ply INTEGER NOT NULL, clock_ms INTEGER NOT NULL, clock_left BLOB NOT NULL,"
    " edition INTEGER NOT NULL, seats INTEGER NOT NULL, status INTEGER NOT NULL, why INTEGER NOT NULL,"
    " why_seat INTEGER NOT NULL, pace INTEGER NOT NULL, is_public INTEGER NOT NULL, by_host INTEGER NOT NULL);"
    "CREATE INDEX tables_by_status ON tables (status, changed);"
    "CREATE TABLE seats (key INTEGER NOT NULL, seat INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " gone INTEGER NOT NULL, who TEXT NOT NULL, bot TEXT NOT NULL, PRIMARY KEY (key, seat)) WITHOUT ROWID;"
    "CREATE INDEX seats_by_who ON seats (who);"
    "CREATE TABLE plies (key INTEGER NOT NULL, n INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " at INTEGER NOT NULL, ms INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID;"
    "CREATE TABLE lines (key INTEGER NOT NULL, who TEXT NOT NULL, ms INTEGER NOT NULL, text TEXT NOT NULL);"
    "CREATE INDEX lines_by_table ON lines (key);"
    "CREATE INDEX lines_by_who ON lines (who);",
    "CREATE TABLE journal (turn INTEGER PRIMARY KEY, plies BLOB NOT NULL);"
    "CREATE TABLE chapters (key INTEGER NOT NULL, n INTEGER NOT NULL, plies BLOB NOT NULL, PRIMARY KEY (key, n));"
    "INSERT INTO chapters SELECT key, 0, CAST(group_concat(seat||' '||at||' '||ms||' '||note||char(10), '') AS BLOB)"
    " FROM (SELECT * FROM plies ORDER BY key, n) GROUP BY key;"
    "DROP TABLE plies;",
    "CREATE INDEX tables_by_host ON tables (host);",
    ("ALTER TABLE tables ADD COLUMN helps INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE tables ADD COLUMN helped INTEGER NOT NULL DEFAULT 0;"),
    ("CREATE TABLE results (who TEXT NOT NULL, source TEXT NOT NULL, game TEXT NOT NULL, ended INTEGER NOT NULL,"
    " day INTEGER NOT NULL, result INTEGER NOT NULL, points INTEGER NOT NULL, seats INTEGER NOT NULL,"
    " persons INTEGER NOT NULL, place INTEGER NOT NULL, firsts INTEGER NOT NULL, helped INTEGER NOT NULL,"
    " bot TEXT NOT NULL, PRIMARY KEY (who, source)) WITHOUT ROWID;"
    "CREATE INDEX results_by_day ON results (day, game) WHERE day > 0;"),
    ("ALTER TABLE tokens ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
     "ALTER TABLE tokens ADD COLUMN device TEXT NOT NULL DEFAULT '';"
     "ALTER TABLE lines ADD COLUMN said INTEGER NOT NULL DEFAULT 0;"),
    ("ALTER TABLE tables ADD COLUMN book INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_by_book ON tables (book) WHERE book<>0;"
    "CREATE TABLE books (game TEXT NOT NULL, digest INTEGER NOT NULL, text BLOB NOT NULL,"
    " PRIMARY KEY (game, digest));"
    "CREATE TABLE holders (game TEXT NOT NULL, digest INTEGER NOT NULL, who TEXT NOT NULL,"
    " ms INTEGER NOT NULL, PRIMARY KEY (game, digest, who)) WITHOUT ROWID;"
    "CREATE INDEX holders_by_who ON holders (who, ms);"),
    "CREATE TABLE house (one INTEGER PRIMARY KEY, mark INTEGER NOT NULL);", /* and sums: unchained */
    "", /* a seed may be a key, the bytes of it: programs before would take it for a number */
};
enum { LATEST = sizeof migrations / sizeof *migrations };
enum { UNCHAINED = 7 }; /* the last version whose plies have no sums */
/* clang-format on */
/* ---- opening ---- */

static const char *execute(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK ? NULL
                                                                 : sqlite3_errmsg(db);
}

const char *db_execute(struct store *s, const char *text)
{
    return execute(lite(s)->db, text);
}

bool db_is_corrupt(const struct store *s)
{
    int why = sqlite3_errcode(lite_seen(s)->db);

    return why == SQLITE_CORRUPT || why == SQLITE_NOTADB;
}

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *q = NULL;
    int version = -1;

    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        version = sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return version;
}

/* Plies get their sums, and there is nothing yet that marks could be held against. */
static const char *chain(struct store *s, bool is_new)
{
    const char *refusal = plies_chain_all(s);

    return refusal || is_new ? refusal : house_mark_set(s, MARKS_RENEW);
}

static const char *climb(struct store *s, int version)
{
    bool is_new = !version;
    const char *refusal = NULL;

    for (; version < LATEST && !refusal; version++) {
        refusal = execute(lite(s)->db, migrations[version]);
        if (!refusal && version == UNCHAINED)
            refusal = chain(s, is_new);
    }
    return refusal;
}

static const char *migrate(struct store *s)
{
    const char *refusal = NULL;
    int version = version_of(lite(s)->db);
    char mark[64];

    if (version == LATEST)
        return NULL;
    refusal = execute(lite(s)->db, "BEGIN EXCLUSIVE");
    if (refusal)
        return refusal;
    version = version_of(lite(s)->db); /* another process may have been faster */
    if (version < 0)
        return sqlite3_errmsg(lite(s)->db);
    if (version > LATEST)
        return TB_N("The data was written by a newer version of the program.");
    lite(s)->dirty = true; /* it is: those who write need not begin */
    refusal = climb(s, version);
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d; COMMIT", LATEST);
    if (!refusal)
        refusal = execute(lite(s)->db, mark);
    lite(s)->dirty = false;
    return refusal;
}

static void name_file(char *path, size_t size, const char *folder)
{
    snprintf(path, size, "%s/tablier.db", folder);
}

static const char *const beside[] = { "-wal", "-shm", "-marks", NULL };

/* Of several processes that turn a new file to the write-ahead log at once all but one are
 * told that it is locked, without the usual wait: they try again. */
static const char *set_up(sqlite3 *db)
{
    enum { TRIES = 500, PAUSE_MS = 10 };
    const char *refusal = NULL;

    for (int i = 0; i < TRIES; i++) {
        refusal = execute(db, "PRAGMA page_size=4096; PRAGMA journal_mode=WAL;"
                              "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                              "PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-32000;"
                              "PRAGMA temp_store=MEMORY");
        if (sqlite3_errcode(db) != SQLITE_BUSY)
            break;
        sqlite3_sleep(PAUSE_MS);
    }
    return refusal;
}

static const char *bind_or_salvage(struct store *s)
{
    const char *refusal = plies_bind(s);

    return refusal && db_is_corrupt(s) ? plies_salvage(s) : refusal;
}

static const char *bring_up(struct store *s, const char *path, bool bind)
{
    char marks[4200];
    const char *refusal;

    sqlite3_busy_timeout(lite(s)->db, 5000);
    refusal = set_up(lite(s)->db);
    if (!refusal)
        refusal = migrate(s);
    if (!refusal && bind)
        refusal = bind_or_salvage(s);
    snprintf(marks, sizeof marks, "%s-marks", path);
    if (!refusal)
        refusal = marks_open(s, marks);
    return refusal ? refusal : sqlite_commit(s);
}

static const char *open_file(struct store *s, const char *folder, int flags, bool bind)
{
    char path[4096];
    const char *refusal;

    name_file(path, sizeof path, folder);
    if (flags & SQLITE_OPEN_CREATE)
        disk_keep_private(path, beside);
    /* One thread uses a store, and nobody asks how much memory SQLite has: it need not
     * lock and count at every step. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (sqlite3_open_v2(path, &lite(s)->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return TB_N("The data file cannot be opened.");
    refusal = bring_up(s, path, bind);
    if (refusal && db_is_corrupt(s))
        refusal = TB_N("The data file is damaged beyond what can be read. Keep it, and put "
                       "a backup in its place.");
    return refusal;
}

static void sqlite_close(struct store *s);

static void reads_free(struct store *s, struct store_reads *r);
static void reads_use(struct store *s, struct store_reads *r);
static void hear(struct store *s);
static void hold(struct store *s, const struct store_table *t);
static void drop(struct store *s, int64_t key);

/* clang-format off */
static const struct store_face face = {
    .close = sqlite_close,
    .abort = sqlite_abort,
    .reads_free = reads_free,
    .reads_use = reads_use,
    .hear = hear,
    .hold = hold,
    .drop = drop,
    .commit = sqlite_commit,
    .join = sqlite_join,
    .reads_new = sqlite_reads_new,
    .news = sqlite_news,
    .version = sqlite_version,
    .node = sqlite_node,
    .beat = sqlite_beat,
    .leave = sqlite_leave,
    .present = sqlite_present,
    .elsewhere = sqlite_elsewhere,
    .pass_on = sqlite_pass_on,
    .secret = sqlite_secret,
    .send = sqlite_send,
    .kept = sqlite_kept,
    .failure = sqlite_failure,
    .fd = sqlite_fd,
    .is_up = sqlite_is_up,
    .is_dirty = sqlite_is_dirty,
    .person_add = sqlite_person_add,
    .person_set = sqlite_person_set,
    .person_get = sqlite_person_get,
    .person_by_token = sqlite_person_by_token,
    .person_by_handle = sqlite_person_by_handle,
    .person_delete = sqlite_person_delete,
    .person_merge = sqlite_person_merge,
    .programs = sqlite_programs,
    .token_add = sqlite_token_add,
    .token_delete = sqlite_token_delete,
    .token_note = sqlite_token_note,
    .tokens_end = sqlite_tokens_end,
    .tokens = sqlite_tokens,
    .table_add = sqlite_table_add,
    .table_set = sqlite_table_set,
    .table_get = sqlite_table_get,
    .table_delete = sqlite_table_delete,
    .tables = sqlite_tables,
    .table_count = sqlite_table_count,
    .busy = sqlite_busy,
    .ply_add = sqlite_ply_add,
    .plies = sqlite_plies,
    .plies_cut = sqlite_plies_cut,
    .look = sqlite_look,
    .lacks_end = sqlite_lacks_end,
    .lost = sqlite_lost,
    .check_file = sqlite_check_file,
    .is_corrupt = sqlite_is_corrupt,
    .marks_lost = sqlite_marks_lost,
    .result_add = sqlite_result_add,
    .results = sqlite_results,
    .result_get = sqlite_result_get,
    .day_counts = sqlite_day_counts,
    .day_result = sqlite_day_result,
    .book_add = sqlite_book_add,
    .book_hold = sqlite_book_hold,
    .book_held = sqlite_book_held,
    .book_get = sqlite_book_get,
    .books_sent = sqlite_books_sent,
    .books_tidy = sqlite_books_tidy,
    .persons = sqlite_persons,
    .books = sqlite_books,
    .holders = sqlite_holders,
    .alive = sqlite_alive,
    .line_add = sqlite_line_add,
    .lines = sqlite_lines,
};
/* clang-format on */

static const char *open_store(const char *folder, int flags, bool bind, struct store **out)
{
    static const char no_memory[] = TB_N("Out of memory.");
    struct sqlite *l = calloc(1, sizeof *l);
    struct store *s = (struct store *)l;
    const char *refusal;

    *out = NULL;
    if (!l)
        return no_memory;
    s->face = &face;
    l->marks.file.file = -1;
    refusal = open_file(s, folder, flags, bind);
    if (refusal) {
        static _Thread_local char said[256]; /* outlives the connection it is about */

        snprintf(said, sizeof said, "%s", refusal);
        sqlite_close(s);
        return said;
    }
    *out = s;
    return NULL;
}

const char *sqlite_store_open(const char *folder, bool making, struct store **out)
{
    int create = making ? SQLITE_OPEN_CREATE : 0;

    return open_store(folder, SQLITE_OPEN_READWRITE | create, making, out);
}

static void sqlite_close(struct store *s)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(lite(s)->prepared[i]);
    sqlite3_close(lite(s)->db);
    marks_close(&lite(s)->marks);
    free(lite(s)->plies);
    free(s);
}

const char *sqlite_commit(struct store *s)
{
    static _Thread_local char said[256];
    const char *refusal;

    if (!sqlite_is_dirty(s))
        return NULL;
    refusal = db_begin(s);
    if (!refusal)
        refusal = plies_write(s);
    if (!refusal)
        refusal = marks_lower(&lite(s)->marks);
    if (!refusal)
        refusal = db_run(s, db_statement(s, COMMIT));
    if (refusal) {
        snprintf(said, sizeof said, "%s", refusal);
        sqlite_abort(s);
        return said;
    }
    lite(s)->dirty = false;
    marks_raise(&lite(s)->marks);
    return NULL;
}

void sqlite_abort(struct store *s)
{
    if (!sqlite3_get_autocommit(lite(s)->db))
        db_run(s, db_statement(s, ROLLBACK));
    lite(s)->dirty = lite(s)->lost = false;
    plies_forget(s);
    marks_forget(&lite(s)->marks);
}

bool sqlite_is_up(struct store *s) { return true; }

bool sqlite_is_dirty(const struct store *s)
{
    return lite_seen(s)->dirty || lite_seen(s)->lost;
}

/* ---- without waiting: SQLite answers at once ---- */

const char *sqlite_join(struct store *s) { return NULL; }

struct store_reads *sqlite_reads_new(struct store *s) { return &lite(s)->none; }

static void reads_free(struct store *s, struct store_reads *r) {}

static void reads_use(struct store *s, struct store_reads *r) {}

static void hear(struct store *s) {}

/* ---- other nodes: there are none ---- */

static void hold(struct store *s, const struct store_table *t) {}

static void drop(struct store *s, int64_t key) {}

bool sqlite_news(struct store *s, struct store_news *news) { return false; }

int64_t sqlite_version(struct store *s, int64_t key) { return 0; }

int64_t sqlite_node(const struct store *s) { return 0; }

const char *sqlite_beat(struct store *s) { return NULL; }

const char *sqlite_leave(struct store *s) { return NULL; }

const char *sqlite_present(struct store *s, int64_t key, const struct store_here *here)
{
    return NULL;
}

struct store_here sqlite_elsewhere(struct store *s, int64_t key)
{
    return (struct store_here){ "", 0 };
}

const char *sqlite_pass_on(struct store *s, const char *word) { return NULL; }

const char *sqlite_secret(const struct store *s) { return ""; }

const char *sqlite_alive(struct store *s, int *count)
{
    *count = 0; /* who plays in a folder has locked it */
    return NULL;
}

uint64_t sqlite_send(struct store *s)
{
    struct sqlite *l = lite(s);
    const char *refusal;

    if (!sqlite_is_dirty(s))
        return l->sent;
    refusal = sqlite_commit(s);
    l->sent++;
    if (refusal)
        snprintf(l->failure, sizeof l->failure, "%s", refusal);
    else
        l->kept = l->sent;
    return l->sent;
}

uint64_t sqlite_kept(const struct store *s) { return lite_seen(s)->kept; }

const char *sqlite_failure(struct store *s)
{
    struct sqlite *l = lite(s);

    if (!*l->failure)
        return NULL;
    memcpy(l->told, l->failure, sizeof l->told);
    *l->failure = 0;
    l->sent = l->kept;
    sqlite_abort(s);
    return l->told;
}

int sqlite_fd(struct store *s, bool *writing)
{
    *writing = false;
    return -1;
}

/* One step copies a consistent state of a file that another process may be writing. */
bool store_is_kept(const char *folder)
{
    char path[4096];

    name_file(path, sizeof path, folder);
    return !access(path, F_OK);
}

const char *store_backup(const char *folder, const char *file)
{
    static _Thread_local char said[256];
    sqlite3 *from = NULL, *to = NULL;
    sqlite3_backup *copy = NULL;
    char path[4096];
    int rc;

    name_file(path, sizeof path, folder);
    rc = sqlite3_open_v2(path, &from, SQLITE_OPEN_READWRITE, NULL);
    if (rc == SQLITE_OK)
        disk_keep_private(file, beside);
    if (rc == SQLITE_OK)
        rc = sqlite3_open(file, &to);
    if (rc == SQLITE_OK) {
        sqlite3_busy_timeout(from, 5000);
        copy = sqlite3_backup_init(to, "main", from, "main");
        rc = copy ? sqlite3_backup_step(copy, -1) : sqlite3_errcode(to);
        if (copy)
            sqlite3_backup_finish(copy);
        if (rc == SQLITE_DONE) /* a file from before has no such table, and no need */
            sqlite3_exec(to, "INSERT OR REPLACE INTO house (one, mark) VALUES (1,-1)", NULL,
                         NULL, NULL);
    }
    snprintf(said, sizeof said, "%s", sqlite3_errstr(rc));
    sqlite3_close(from);
    sqlite3_close(to);
    return rc == SQLITE_DONE ? NULL : said;
}
