/*
 * The words for SQLite, and how they are said.
 *
 * Statements are prepared once, when first used. The first that writes after a commit opens
 * the next transaction.
 */
#include <stdio.h>

#include "sqlite.h"

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
/* clang-format on */

/* ---- statements ---- */

sqlite3_stmt *db_statement(struct store *s, enum statement which)
{
    if (!lite(s)->prepared[which])
        sqlite3_prepare_v3(lite(s)->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                           &lite(s)->prepared[which], NULL);
    return lite(s)->prepared[which];
}

const char *db_failure(const struct store *s) { return sqlite3_errmsg(lite_seen(s)->db); }

const char *db_run(struct store *s, sqlite3_stmt *q)
{
    int rc = q ? sqlite3_step(q) : SQLITE_ERROR;

    if (q)
        sqlite3_reset(q);
    return rc == SQLITE_DONE ? NULL : db_failure(s);
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
    refusal = db_run(s, db_statement(s, BEGIN));
    lite(s)->dirty = !refusal;
    lite(s)->lost = refusal;
    return refusal;
}

sqlite3_stmt *db_read(struct store *s, enum statement which, const char **refusal)
{
    sqlite3_stmt *q = db_statement(s, which);

    *refusal = q ? NULL : db_failure(s);
    return q;
}

sqlite3_stmt *db_write(struct store *s, enum statement which, const char **refusal)
{
    *refusal = db_begin(s);
    return *refusal ? NULL : db_read(s, which, refusal);
}

const char *db_run_text(struct store *s, enum statement which, const char *text)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_TEXT(q, 1, text);
    return db_run(s, q);
}

const char *db_run_key(struct store *s, enum statement which, int64_t key)
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
    return rc == SQLITE_DONE ? NULL : db_failure(s);
}

const char *db_first_row(struct store *s, sqlite3_stmt *q,
                         void (*take)(sqlite3_stmt *q, void *with), void *with, bool *found)
{
    int rc = sqlite3_step(q);

    *found = rc == SQLITE_ROW;
    if (*found)
        take(q, with);
    sqlite3_reset(q);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? NULL : db_failure(s);
}

void db_copy_text(char *to, size_t size, sqlite3_stmt *q, int column)
{
    const char *text = (const char *)sqlite3_column_text(q, column);

    snprintf(to, size, "%s", text ? text : "");
}

void db_read_count(sqlite3_stmt *q, void *count)
{
    *(int *)count = sqlite3_column_int(q, 0);
}
