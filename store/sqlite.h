/* sqlite.h: what the files of the SQLite store share. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>

#include "face.h"
#include "marks.h"

enum statement {
    PERSON_ADD,
    PERSON_SET,
    PERSON_GET,
    PERSON_BY_TOKEN,
    PERSON_BY_HANDLE,
    PERSON_DELETE,
    PROGRAMS,
    PERSONS,
    BOOKS,
    HOLDERS,
    PROGRAMS_DELETE,
    TOKENS_DELETE_OF,
    TOKENS_DELETE_PROGRAMS,
    LINES_DELETE_OF,
    SEATS_FORGET,
    HOST_FORGET,
    SEATS_PASS,
    HOST_PASS,
    LINES_PASS,
    PROGRAMS_PASS,
    TOKEN_ADD,
    TOKEN_DELETE,
    TOKEN_NOTE,
    TOKENS_END,
    TOKENS,
    TABLE_ADD,
    TABLE_SET,
    TABLE_GET,
    TABLE_SET_UP,
    TABLE_TOP,
    TABLE_COUNT,
    TABLE_ID,
    TABLE_STATUS,
    TABLE_DELETE,
    SEATS_CLEAR,
    SEAT_ADD,
    SEATS_GET,
    LIST_OF_MINE,
    LIST_OF_OPEN,
    LIST_OF_LIVE,
    LIST_OF_FINISHED,
    LIST_OF_TIMED,
    LIST_OF_ALL,
    LIST_OF_STALE,
    LIST_OF_OLD,
    LIST_OF_UNFINISHED,
    BUSY,
    JOURNAL_ADD,
    JOURNAL,
    JOURNAL_CLEAR,
    CHAPTER_ADD,
    CHAPTER_ADD_LAST,
    RECORD,
    CHAPTERS_CUT,
    CHAPTER_LAST,
    CHAPTER_SHORTEN,
    BOOK_ADD,
    BOOK_GET,
    HOLDER_ADD,
    HOLDER_GET,
    HOLDERS_OF,
    HOLDERS_TIDY,
    HOLDERS_DELETE_OF,
    HOLDERS_PASS,
    BOOKS_IDLE,
    BOOKS_TIDY,
    LINE_ADD,
    LINES,
    LINES_CLEAR,
    RESULT_ADD,
    RESULTS,
    RESULT_GET,
    RESULT_COUNTS,
    RESULT_OF_DAY,
    RESULTS_DELETE_OF,
    RESULTS_PASS,
    LIST_OF_UNTOLD,
    HOUSE_MARK,
    HOUSE_MARK_SET,
    BEGIN,
    COMMIT,
    ROLLBACK,
    STATEMENTS
};

struct sqlite {
    struct store is;
    sqlite3 *db;
    sqlite3_stmt *prepared[STATEMENTS];
    bool dirty;              /* a transaction is open */
    bool lost;               /* and failed: nothing more is written until it ends */
    char *plies;             /* those since the last commit, lines of the journal */
    size_t length, room;     /* of them, in bytes */
    uint32_t unbound, turns; /* plies and turns added since the journal was bound */
    struct marks marks;
    struct store_reads none; /* every purpose is served at once */
    uint64_t sent, kept;     /* turns */
    char failure[256];       /* of the turn sent last; "": it went well */
    char told[256];          /* the same, while it is told */
};

static inline struct sqlite *lite(struct store *s) { return (struct sqlite *)s; }
static inline const struct sqlite *lite_seen(const struct store *s)
{
    return (const struct sqlite *)s;
}

void sqlite_abort(struct store *s);
const char *sqlite_commit(struct store *s);
const char *sqlite_join(struct store *s);
struct store_reads *sqlite_reads_new(struct store *s);
bool sqlite_news(struct store *s, struct store_news *news);
int64_t sqlite_version(struct store *s, int64_t key);
int64_t sqlite_node(const struct store *s);
const char *sqlite_beat(struct store *s);
const char *sqlite_leave(struct store *s);
const char *sqlite_present(struct store *s, int64_t key, const struct store_here *here);
struct store_here sqlite_elsewhere(struct store *s, int64_t key);
const char *sqlite_pass_on(struct store *s, const char *word);
const char *sqlite_secret(const struct store *s);
uint64_t sqlite_send(struct store *s);
uint64_t sqlite_kept(const struct store *s);
const char *sqlite_failure(struct store *s);
int sqlite_fd(struct store *s, bool *writing);
bool sqlite_is_up(struct store *s);
bool sqlite_is_dirty(const struct store *s);
const char *sqlite_person_add(struct store *s, const struct store_person *p);
const char *sqlite_person_set(struct store *s, const struct store_person *p);
const char *sqlite_person_get(struct store *s, const char *id, struct store_person *p,
                              bool *found);
const char *sqlite_person_by_token(struct store *s, const uint8_t hash[STORE_TOKEN],
                                   struct store_person *p, bool *found);
const char *sqlite_person_by_handle(struct store *s, const char *handle,
                                    struct store_person *p, bool *found);
const char *sqlite_person_delete(struct store *s, const char *id);
const char *sqlite_person_merge(struct store *s, const char *from, const char *to);
const char *sqlite_programs(struct store *s, const char *owner,
                            void (*each)(void *with, const struct store_person *p),
                            void *with);
const char *sqlite_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                             const char *person, int64_t ms);
const char *sqlite_token_delete(struct store *s, const uint8_t hash[STORE_TOKEN]);
const char *sqlite_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                              const char *device, int64_t ms);
const char *sqlite_tokens_end(struct store *s, const char *person,
                              const uint8_t keep[STORE_TOKEN]);
const char *sqlite_tokens(struct store *s, const char *person,
                          void (*each)(void *with, const struct store_token *t),
                          void *with);
const char *sqlite_table_add(struct store *s, struct store_table *t);
const char *sqlite_table_set(struct store *s, const struct store_table *t);
const char *sqlite_table_get(struct store *s, const char *id, struct store_table *t,
                             bool *found);
const char *sqlite_table_delete(struct store *s, int64_t key);
const char *sqlite_tables(struct store *s, const struct store_query *q,
                          void (*each)(void *with, const struct store_table *t),
                          void *with);
const char *sqlite_table_count(struct store *s, int *count);
const char *sqlite_busy(struct store *s, const char *who, int *count);
const char *sqlite_ply_add(struct store *s, int64_t key, const struct store_ply *p);
const char *sqlite_plies(struct store *s, int64_t key,
                         void (*each)(void *with, const struct store_ply *p), void *with);
const char *sqlite_plies_cut(struct store *s, int64_t key, uint32_t n);
const char *sqlite_look(struct store *s, const struct store_table *t,
                        struct store_harm *harm);
bool sqlite_lacks_end(struct store *s, const struct store_table *t);
const char *sqlite_lost(struct store *s, bool unfinished,
                        void (*each)(void *with, const struct store_harm *harm),
                        void *with);
const char *sqlite_check_file(struct store *s, void (*each)(void *with, const char *line),
                              void (*tick)(void *with), void *with);
bool sqlite_is_corrupt(const struct store *s);
bool sqlite_marks_lost(const struct store *s);
const char *sqlite_result_add(struct store *s, const struct store_result *r);
const char *sqlite_results(struct store *s, const char *who, int64_t before, int most,
                           void (*each)(void *with, const struct store_result *r),
                           void *with);
const char *sqlite_result_get(struct store *s, const char *who, const char *source,
                              struct store_result *r, bool *found);
const char *sqlite_day_counts(struct store *s, const char *game, uint32_t day,
                              void (*each)(void *with, int result, int count), void *with);
const char *sqlite_day_result(struct store *s, const char *game, uint32_t day,
                              const char *who, int *result, bool *found);
const char *sqlite_book_add(struct store *s, const struct store_book *b, const char *text,
                            size_t length);
const char *sqlite_book_hold(struct store *s, const struct store_book *b, const char *who,
                             int64_t ms);
const char *sqlite_book_held(struct store *s, const struct store_book *b, const char *who,
                             bool *held);
const char *sqlite_book_get(struct store *s, const struct store_book *b,
                            void (*take)(void *with, const char *text, size_t length),
                            void *with, bool *found);
const char *sqlite_books_sent(struct store *s, const char *who, int64_t since, int *count);
const char *sqlite_books_tidy(struct store *s, int64_t before);
const char *sqlite_persons(struct store *s,
                           void (*each)(void *with, const struct store_person *p),
                           void *with);
const char *sqlite_books(struct store *s,
                         void (*each)(void *with, const struct store_book *b), void *with);
const char *sqlite_holders(struct store *s,
                           void (*each)(void *with, const struct store_book *b,
                                        const char *who, int64_t ms),
                           void *with);
const char *sqlite_alive(struct store *s, int *count);
const char *sqlite_line_add(struct store *s, int64_t key, const struct store_line *line);
const char *sqlite_lines(struct store *s, int64_t key, int most,
                         void (*each)(void *with, const struct store_line *line),
                         void *with);

/* ---- sql.c ---- */

sqlite3_stmt *db_statement(struct store *s,
                           enum statement which); /* NULL: db_failure says why */
const char *db_failure(const struct store *s);    /* of what was asked last */
/* A statement ready for its values; *refusal: why not. */
sqlite3_stmt *db_read(struct store *s, enum statement which, const char **refusal);
/* The same for one that writes: the transaction is open. */
sqlite3_stmt *db_write(struct store *s, enum statement which, const char **refusal);
const char *db_begin(struct store *s);
/* Runs a statement that answers no rows. */
const char *db_run(struct store *s, sqlite3_stmt *q);
/* The same with its one value. */
const char *db_run_text(struct store *s, enum statement which, const char *text);
const char *db_run_key(struct store *s, enum statement which, int64_t key);
/* Takes every row of an answer. */
const char *db_each_row(struct store *s, sqlite3_stmt *q,
                        void (*take)(sqlite3_stmt *q, void *with), void *with);
/* Takes the first row, if there is one. */
const char *db_first_row(struct store *s, sqlite3_stmt *q,
                         void (*take)(sqlite3_stmt *q, void *with), void *with,
                         bool *found);
void db_copy_text(char *to, size_t size, sqlite3_stmt *q, int column);
void db_read_count(sqlite3_stmt *q, void *count); /* takes a row that is one int */

/* ---- sqlite.c ---- */

const char *db_execute(struct store *s, const char *text);
bool db_is_corrupt(const struct store *s); /* what failed last failed for damage */

/* The texts outlive the statement, which runs before its caller returns. */
#define BIND_INT(q, n, value) sqlite3_bind_int64(q, n, (sqlite3_int64)(value))
#define BIND_TEXT(q, n, value) sqlite3_bind_text(q, n, value, -1, SQLITE_STATIC)

/* plies.c: writes what was added into the journal, and binds it when it has grown long. */
const char *plies_write(struct store *s);
const char *plies_bind(struct store *s);
/* The same for a journal that is damaged; it stays in the file, aside. */
const char *plies_salvage(struct store *s);
void plies_forget(struct store *s); /* those since the last commit */
/* How far a table's plies hold together; store_damaged: not to their end. */
const char *plies_look(struct store *s, int64_t key, struct head *head);
/* Gives plies of a file from before there were any their sums. */
const char *plies_chain_all(struct store *s);

/* The name of the marks that belong to the database. */
enum { MARKS_NONE = 0, MARKS_RENEW = -1 };
const char *house_mark(struct store *s, int64_t *name);
const char *house_mark_set(struct store *s, int64_t name);

#endif
