/*
 * The store in one SQLite file.
 *
 * Write-ahead log with synchronous=FULL: a commit is on disk when it returns. The first
 * write after a commit opens the next transaction, so that the server's loop pays one
 * fsync for all the moves of one turn. Statements are prepared once, when first used.
 */
#include "sqlite.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PERSON_COLUMNS "id, name, handle, phrase, owner, created, colour, door"
#define TABLE_COLUMNS                                                                      \
    "key, id, game, host, rematch, options, seed, created, started, changed, main_ms, "    \
    "plus_ms, base, clock_ply, clock_ms, clock_left, edition, seats, status, why, "        \
    "why_seat, pace, is_public, by_host, helps, helped, book"
#define RESULT_COLUMNS                                                                     \
    "who, source, game, ended, day, result, points, seats, persons, place, firsts, "       \
    "helped, bot"
#define PAGE_OF(where)                                                                     \
    "SELECT " TABLE_COLUMNS " FROM tables WHERE " where                                    \
    " AND (?2 IS NULL OR game = ?2) AND (?3 = 0 OR changed < ?3)"                          \
    " ORDER BY changed DESC LIMIT ?4"

#define NEEDED_BY_NONE                                                                     \
    " NOT EXISTS (SELECT 1 FROM holders AS h WHERE h.game=books.game AND"                  \
    " h.digest=books.digest) AND NOT EXISTS (SELECT 1 FROM tables AS t WHERE"              \
    " t.book=books.digest AND t.book<>0 AND t.game=books.game)"

/* clang-format off */
static const char *const sql[STATEMENTS] = {
    [PERSON_ADD] = "INSERT INTO persons (" PERSON_COLUMNS ") VALUES (?1,?2,nullif(?3,''),?4,?5,?6,?7,?8)",
    [PERSON_SET] = "UPDATE persons SET name=?2, handle=nullif(?3,''), phrase=?4, owner=?5, created=?6,"
                   " colour=?7, door=?8 WHERE id=?1",
    [PERSON_GET] = "SELECT " PERSON_COLUMNS " FROM persons WHERE id=?1",
    [PERSON_BY_TOKEN] = "SELECT " PERSON_COLUMNS " FROM persons WHERE id=(SELECT person FROM tokens WHERE hash=?1)",
    [PERSON_BY_HANDLE] = "SELECT " PERSON_COLUMNS " FROM persons WHERE handle=?1",
    [PERSON_DELETE] = "DELETE FROM persons WHERE id=?1",
    [PROGRAMS] = "SELECT " PERSON_COLUMNS " FROM persons WHERE owner=?1 ORDER BY created",
    [PERSONS] = "SELECT " PERSON_COLUMNS " FROM persons ORDER BY id",
    [BOOKS] = "SELECT game, digest FROM books",
    [HOLDERS] = "SELECT game, digest, who, ms FROM holders",
    [PROGRAMS_DELETE] = "DELETE FROM persons WHERE owner=?1",
    [TOKENS_DELETE_OF] = "DELETE FROM tokens WHERE person=?1",
    [TOKENS_DELETE_PROGRAMS] = "DELETE FROM tokens WHERE person IN (SELECT id FROM persons WHERE owner=?1)",
    [LINES_DELETE_OF] = "DELETE FROM lines WHERE who=?1",
    [SEATS_FORGET] = "UPDATE seats SET who='' WHERE who=?1",
    [HOST_FORGET] = "UPDATE tables SET host='' WHERE host=?1",
    [SEATS_PASS] = "UPDATE seats SET who=?2 WHERE who=?1",
    [HOST_PASS] = "UPDATE tables SET host=?2 WHERE host=?1",
    [LINES_PASS] = "UPDATE lines SET who=?2 WHERE who=?1",
    [PROGRAMS_PASS] = "UPDATE persons SET owner=?2 WHERE owner=?1",
    [TOKEN_ADD] = "INSERT INTO tokens (hash, person, created) VALUES (?1,?2,?3)",
    [TOKEN_DELETE] = "DELETE FROM tokens WHERE hash=?1",
    [TOKEN_NOTE] = "UPDATE tokens SET device=?2, seen=?3 WHERE hash=?1 AND (seen < ?3 - 3600000 OR seen > ?3)",
    [TOKENS_END] = "DELETE FROM tokens WHERE person=?1 AND (?2 IS NULL OR hash<>?2)",
    [TOKENS] = "SELECT hash, created, seen, device FROM tokens WHERE person=?1 ORDER BY max(seen, created) DESC",
    [TABLE_ADD] = "INSERT INTO tables (" TABLE_COLUMNS ") VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,"
                  "?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23,?24,?25,?26,?27)",
    [TABLE_SET] = "UPDATE tables SET id=?2, game=?3, host=?4, rematch=?5, options=?6, seed=?7, created=?8,"
                  " started=?9, changed=?10, main_ms=?11, plus_ms=?12, base=?13, clock_ply=?14, clock_ms=?15,"
                  " clock_left=?16, edition=?17, seats=?18, status=?19, why=?20, why_seat=?21, pace=?22,"
                  " is_public=?23, by_host=?24, helps=?25, helped=?26, book=?27 WHERE key=?1",
    [TABLE_GET] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id=?1",
    [TABLE_SET_UP] = "SELECT id, game, edition, seats, CASE typeof(seed) WHEN 'blob' THEN hex(seed) ELSE seed END,"
                     " book, options FROM tables WHERE key=?1",
    [TABLE_TOP] = "SELECT coalesce(max(key),0) FROM tables",
    [TABLE_COUNT] = "SELECT count(*) FROM tables",
    [TABLE_STATUS] = "SELECT status FROM tables WHERE id=?1",
    [TABLE_ID] = "SELECT id FROM tables WHERE key=?1",
    [TABLE_DELETE] = "DELETE FROM tables WHERE key=?1",
    [SEATS_CLEAR] = "DELETE FROM seats WHERE key=?1",
    [SEAT_ADD] = "INSERT INTO seats (key, seat, kind, gone, who, bot) VALUES (?1,?2,?3,?4,?5,?6)",
    [SEATS_GET] = "SELECT seat, kind, gone, who, bot FROM seats WHERE key=?1",
    [LIST_OF_MINE] = PAGE_OF("key IN (SELECT key FROM seats WHERE who=?1 AND kind IN (1,2)) AND status < 2"),
    [LIST_OF_OPEN] = PAGE_OF("?1 IS NULL AND is_public AND status=0"),
    [LIST_OF_LIVE] = PAGE_OF("?1 IS NULL AND is_public AND status=1"),
    [LIST_OF_FINISHED] = PAGE_OF("(CASE WHEN ?1 IS NULL THEN is_public ELSE"
                                 " key IN (SELECT key FROM seats WHERE who=?1) END) AND status=2"),
    [LIST_OF_TIMED] = PAGE_OF("?1 IS NULL AND status=1 AND (pace<>0 OR"
                              " EXISTS (SELECT 1 FROM seats WHERE seats.key=tables.key AND bot<>''))"),
    [LIST_OF_ALL] = PAGE_OF("?1 IS NULL"),
    [LIST_OF_STALE] = PAGE_OF("?1 IS NULL AND status=0"),
    [LIST_OF_OLD] = PAGE_OF("?1 IS NULL AND status=2"),
    [LIST_OF_UNFINISHED] = PAGE_OF("?1 IS NULL AND status<2"),
    [BUSY] = "SELECT count(*) FROM tables WHERE key IN (SELECT key FROM seats JOIN tables USING (key)"
             " WHERE who=?1 AND kind=2 AND gone=0 AND status<2 UNION SELECT key FROM tables WHERE host=?1 AND status=0)",
    [JOURNAL_ADD] = "INSERT INTO journal (plies) VALUES (?1)",
    [JOURNAL] = "SELECT plies FROM journal ORDER BY turn",
    [JOURNAL_CLEAR] = "DELETE FROM journal",
    [CHAPTER_ADD] = "INSERT INTO chapters (key, n, plies) VALUES (?1,?2,?3)",
    [CHAPTER_ADD_LAST] = "INSERT INTO chapters (key, n, plies) SELECT ?1, max(n, ?2)+1, ?3 FROM"
                         " (SELECT max(n) AS n FROM chapters WHERE key=?1)",
    [RECORD] = "SELECT 0, n, plies FROM chapters WHERE key=?1 UNION ALL"
               " SELECT 1, turn, plies FROM journal ORDER BY 1, 2",
    [CHAPTERS_CUT] = "DELETE FROM chapters WHERE key=?1 AND n>=?2",
    [CHAPTER_LAST] = "SELECT n, plies FROM chapters WHERE key=?1 ORDER BY n DESC LIMIT 1",
    [CHAPTER_SHORTEN] = "UPDATE chapters SET plies=substr(plies,1,?3) WHERE key=?1 AND n=?2",
    [BOOK_ADD] = "INSERT INTO books (game, digest, text) VALUES (?1,?2,?3)",
    [BOOK_GET] = "SELECT text FROM books WHERE game=?1 AND digest=?2",
    [HOLDER_ADD] = "INSERT OR REPLACE INTO holders (game, digest, who, ms) VALUES (?1,?2,?3,?4)",
    [HOLDER_GET] = "SELECT 1 FROM holders WHERE game=?1 AND digest=?2 AND who=?3",
    [HOLDERS_OF] = "SELECT count(*) FROM holders WHERE who=?1 AND ms>=?2",
    [HOLDERS_TIDY] = "DELETE FROM holders WHERE ms<?1",
    [HOLDERS_DELETE_OF] = "DELETE FROM holders WHERE who=?1",
    [HOLDERS_PASS] = "UPDATE OR REPLACE holders SET who=?2 WHERE who=?1",
    [BOOKS_IDLE] = "SELECT (SELECT count(*) FROM holders WHERE ms<?1) + (SELECT count(*) FROM books WHERE" NEEDED_BY_NONE ")",
    [BOOKS_TIDY] = "DELETE FROM books WHERE" NEEDED_BY_NONE,
    [LINE_ADD] = "INSERT INTO lines (key, who, ms, text, said) VALUES (?1,?2,?3,?4,?5)",
    [LINES] = "SELECT who, coalesce(name,''), ms, text, said FROM (SELECT rowid AS r, * FROM lines WHERE key=?1"
              " ORDER BY rowid DESC LIMIT ?2) LEFT JOIN persons ON id=who ORDER BY r",
    [LINES_CLEAR] = "DELETE FROM lines WHERE key=?1",
    [RESULT_ADD] = "INSERT OR IGNORE INTO results (" RESULT_COLUMNS ") VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)",
    [RESULTS] = "SELECT " RESULT_COLUMNS " FROM results WHERE who=?1 AND seats>0 AND (?2 = 0 OR ended < ?2)"
                " ORDER BY ended DESC LIMIT ?3",
    [RESULT_GET] = "SELECT " RESULT_COLUMNS " FROM results WHERE who=?1 AND source=?2 AND seats>0",
    [RESULT_COUNTS] = "SELECT result, count(*) FROM results WHERE day=?1 AND game=?2 AND day>0 GROUP BY result ORDER BY result",
    [RESULT_OF_DAY] = "SELECT result FROM results WHERE day=?1 AND game=?2 AND who=?3 AND day>0",
    [RESULTS_DELETE_OF] = "DELETE FROM results WHERE who=?1",
    [RESULTS_PASS] = "UPDATE OR IGNORE results SET who=?2 WHERE who=?1",
    [LIST_OF_UNTOLD] = PAGE_OF("key IN (SELECT key FROM seats WHERE who=?1 AND kind=2) AND status=2 AND why<>5"
                               " AND NOT EXISTS (SELECT 1 FROM results WHERE who=?1 AND source=tables.id)"),
    [HOUSE_MARK] = "SELECT mark FROM house",
    [HOUSE_MARK_SET] = "INSERT OR REPLACE INTO house (one, mark) VALUES (1,?1)",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
};

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

/* ---- statements ---- */

static sqlite3_stmt *statement(struct store *s, enum statement which)
{
    if (!lite(s)->prepared[which])
        sqlite3_prepare_v3(lite(s)->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &lite(s)->prepared[which], NULL);
    return lite(s)->prepared[which];
}

static const char *failure(const struct store *s)
{
    return sqlite3_errmsg(lite_seen(s)->db);
}

const char *db_run(struct store *s, sqlite3_stmt *q)
{
    int rc = q ? sqlite3_step(q) : SQLITE_ERROR;

    if (q)
        sqlite3_reset(q);
    return rc == SQLITE_DONE ? NULL : failure(s);
}

const char *db_begin(struct store *s)
{
    const char *refusal;

    /* SQLite takes a transaction back by itself when the disk is full: what came after
     * would be kept alone. And who waited in vain for the file does not wait again. */
    if (lite(s)->dirty && sqlite3_get_autocommit(lite(s)->db))
        lite(s)->lost = true;
    if (lite(s)->lost)
        return "An earlier write of this turn failed.";
    if (lite(s)->dirty)
        return NULL;
    refusal = db_run(s, statement(s, BEGIN));
    lite(s)->dirty = !refusal;
    lite(s)->lost = refusal;
    return refusal;
}

sqlite3_stmt *db_read(struct store *s, enum statement which, const char **refusal)
{
    sqlite3_stmt *q = statement(s, which);

    *refusal = q ? NULL : failure(s);
    return q;
}

sqlite3_stmt *db_write(struct store *s, enum statement which, const char **refusal)
{
    *refusal = db_begin(s);
    return *refusal ? NULL : db_read(s, which, refusal);
}

static const char *run_with_text(struct store *s, enum statement which, const char *text)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, text);
    return db_run(s, q);
}

static const char *run_with_key(struct store *s, enum statement which, int64_t key)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, key);
    return db_run(s, q);
}

const char *db_each_row(struct store *s, sqlite3_stmt *q,
                        void (*take)(sqlite3_stmt *q, void *with), void *with)
{
    int rc;

    while ((rc = sqlite3_step(q)) == SQLITE_ROW)
        take(q, with);
    sqlite3_reset(q);
    return rc == SQLITE_DONE ? NULL : failure(s);
}

const char *db_first_row(struct store *s, sqlite3_stmt *q,
                         void (*take)(sqlite3_stmt *q, void *with), void *with, bool *found)
{
    int rc = sqlite3_step(q);

    *found = rc == SQLITE_ROW;
    if (*found)
        take(q, with);
    sqlite3_reset(q);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? NULL : failure(s);
}

static void copy_text(char *to, size_t size, sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);

    snprintf(to, size, "%s", text ? text : "");
}

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
        refusal = db_run(s, statement(s, COMMIT));
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
        db_run(s, statement(s, ROLLBACK));
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
    copy_text(p->id, sizeof p->id, q, 0);
    copy_text(p->name, sizeof p->name, q, 1);
    copy_text(p->handle, sizeof p->handle, q, 2);
    copy_text(p->phrase, sizeof p->phrase, q, 3);
    copy_text(p->owner, sizeof p->owner, q, 4);
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
    sqlite3_bind_blob(q, 1, hash, STORE_TOKEN, SQLITE_STATIC);
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
        refusal = run_with_text(s, steps[i], id);
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

const char *sqlite_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                             const char *person, int64_t ms)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, TOKEN_ADD, &refusal);

    if (!q)
        return refusal;
    sqlite3_bind_blob(q, 1, hash, STORE_TOKEN, SQLITE_STATIC);
    BIND_TEXT(q, 2, person);
    BIND_INT(q, 3, ms);
    return db_run(s, q);
}

const char *sqlite_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                              const char *device, int64_t ms)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, TOKEN_NOTE, &refusal);

    if (!q)
        return refusal;
    sqlite3_bind_blob(q, 1, hash, STORE_TOKEN, SQLITE_STATIC);
    BIND_TEXT(q, 2, device);
    BIND_INT(q, 3, ms);
    return db_run(s, q);
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
        sqlite3_bind_blob(q, 2, keep, STORE_TOKEN, SQLITE_STATIC);
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
    copy_text(t.device, sizeof t.device, q, 3);
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
    sqlite3_bind_blob(q, 1, hash, STORE_TOKEN, SQLITE_STATIC);
    return db_run(s, q);
}

/* ---- tables ---- */

static const char *write_seats(struct store *s, const struct store_table *t)
{
    const char *refusal = run_with_key(s, SEATS_CLEAR, t->key);

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
    copy_text(t->id, sizeof t->id, q, 1);
    copy_text(t->game, sizeof t->game, q, 2);
    copy_text(t->host, sizeof t->host, q, 3);
    copy_text(t->rematch, sizeof t->rematch, q, 4);
    copy_text(t->options, sizeof t->options, q, 5);
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
    copy_text(t->seat[i].who, STORE_ID, q, 3);
    copy_text(t->seat[i].bot, STORE_BOT, q, 4);
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
        refusal = run_with_key(s, steps[i], key);
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

static void read_count(sqlite3_stmt *q, void *count)
{
    *(int *)count = sqlite3_column_int(q, 0);
}

const char *sqlite_table_count(struct store *s, int *count)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, TABLE_COUNT, &refusal);
    bool found;

    *count = 0;
    return q ? db_first_row(s, q, read_count, count, &found) : refusal;
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
    return db_first_row(s, q, read_count, count, &found);
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

    copy_text(line.who, sizeof line.who, q, 0);
    copy_text(line.name, sizeof line.name, q, 1);
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
