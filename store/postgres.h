/*
 * postgres.h: what the files of the PostgreSQL store share.
 *
 * pg_line.c is the line to the database: a pipeline on which turns and questions leave in
 * order and are answered in order. pg_dial.c has it, again and again; pg_sql.c has the
 * words. The others fill the face.
 */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "face.h"
#include "libpq.h"

enum pg_statement {
    PG_PERSON_ADD,
    PG_PERSON_SET,
    PG_PERSON_GET,
    PG_PERSON_BY_TOKEN,
    PG_PERSON_BY_HANDLE,
    PG_PROGRAMS,
    PG_PERSONS,
    PG_BOOKS,
    PG_HOLDERS,
    PG_ALIVE,
    PG_TOKENS_DELETE_PROGRAMS,
    PG_TOKENS_DELETE_OF,
    PG_PROGRAMS_DELETE,
    PG_LINES_DELETE_OF,
    PG_RESULTS_DELETE_OF,
    PG_TABLES_TOUCH,
    PG_SEATS_FORGET,
    PG_HOST_FORGET,
    PG_HOLDERS_DELETE_OF,
    PG_PERSON_DELETE,
    PG_SEATS_PASS,
    PG_HOST_PASS,
    PG_LINES_PASS,
    PG_PROGRAMS_PASS,
    PG_RESULTS_PASS,
    PG_HOLDERS_PASS,
    PG_TOKEN_ADD,
    PG_TOKEN_DELETE,
    PG_TOKEN_NOTE,
    PG_TOKENS_END,
    PG_TOKENS,
    PG_KEYS,
    PG_CLAIM,
    PG_TABLE_ADD,
    PG_TABLE_SET,
    PG_SEAT_SET,
    PG_TABLE_GET,
    PG_TABLE_DELETE,
    PG_SEATS_CLEAR,
    PG_LINES_CLEAR,
    PG_TABLE_COUNT,
    PG_BUSY,
    PG_LIST_MINE,
    PG_LIST_OPEN,
    PG_LIST_LIVE,
    PG_LIST_FINISHED,
    PG_LIST_TIMED,
    PG_LIST_ALL,
    PG_LIST_STALE,
    PG_LIST_OLD,
    PG_LIST_UNFINISHED,
    PG_LIST_UNTOLD,
    PG_PLY_ADD,
    PG_PLIES,
    PG_PLIES_CUT,
    PG_RESULT_ADD,
    PG_RESULTS,
    PG_RESULT_GET,
    PG_DAY_COUNTS,
    PG_DAY_RESULT,
    PG_BOOK_ADD,
    PG_BOOK_GET,
    PG_HOLDER_ADD,
    PG_HOLDER_GET,
    PG_HOLDERS_OF,
    PG_HOLDERS_TIDY,
    PG_BOOKS_TIDY,
    PG_LINE_ADD,
    PG_LINES,
    PG_FAIL,
    PG_MARK,
    PG_GREET,
    PG_JOIN,
    PG_JOIN_AGAIN,
    PG_LISTEN,
    PG_NOTIFY,
    PG_VERSIONS,
    PG_FENCE,
    PG_TAKE,
    PG_LET_GO,
    PG_LEAVE,
    PG_PRESENT,
    PG_ABSENT,
    PG_ABSENT_ALL,
    PG_HERE,
    PG_STATEMENTS
};

extern const char *const pg_sql[PG_STATEMENTS];
extern const char *const pg_migrations[];
extern const int pg_latest; /* how many migrations there are */

enum { PG_VALUES = 32 };

/* A statement and its values, before it is sent. */
struct pg_call {
    enum pg_statement which;
    int count;
    const char *value[PG_VALUES]; /* NULL: none */
    int length[PG_VALUES];
    bool is_bytes[PG_VALUES];
    char digits[PG_VALUES][24];
};

static inline struct pg_call pg_call(enum pg_statement which)
{
    return (struct pg_call){ .which = which };
}
void pg_put_int(struct pg_call *c, int64_t value);
void pg_put_text(struct pg_call *c, const char *text);
void pg_put_bytes(struct pg_call *c, const void *bytes, size_t length);

/* Bytes that grow. */
struct pg_bytes {
    char *at;
    size_t length, room;
};

/* A question, and its answer when it is there. */
struct pg_question {
    struct pg_question *next;     /* of its set */
    struct pg_question *next_out; /* of those that are to be sent */
    struct pg_reads *set;         /* NULL: none, or it is freed */
    struct pg_bytes call;
    PGresult *rows; /* NULL: it failed */
    bool answered;
};

/* The questions for one purpose. */
struct pg_reads {
    struct store_reads is;
    struct pg_question *first;
};

/* What was sent and not answered yet, in order. */
enum pg_sent_kind {
    SENT_WRITE,
    SENT_CHANGE, /* of tables that are not claimed */
    SENT_TAKE,   /* the same, of those that become ours */
    SENT_MARK,
    SENT_CLAIM,
    SENT_QUESTION,
    SENT_SYNC
};
struct pg_sent {
    enum pg_sent_kind kind;
    int64_t key;                  /* of a claim */
    bool held;                    /* it is on a version: it may be lost */
    struct pg_question *question; /* NULL: it is none */
    uint64_t turn;                /* that this Sync ends; 0: none */
};

/* A table that this turn changes: whether somebody else was first is known when it ends. */
struct pg_claim {
    int64_t key, version;
    int64_t before; /* what the row must have; 0: anything */
    bool sent, is_new;
};

/* Who is at a table. */
struct pg_people {
    char *who; /* NULL: nobody; else ids, with a space between two */
    int lookers;
};

/* A table that somebody has in memory. */
struct pg_held {
    struct pg_held *next; /* of its bucket */
    int64_t key, version;
    char id[STORE_ID];
    struct pg_people mine, others; /* at this node, as the others were told; and there */
    bool curious;                  /* it is to be asked who is there */
    bool seen;                     /* that we are, while a look is read */
};

/* A look at who is where. */
struct pg_sight {
    struct store_reads *reads; /* NULL: none is under way */
    int64_t *keys;             /* of the tables, in order */
    int count;
    char *list; /* the same, as PostgreSQL writes it */
    bool whole; /* of all that is held; and what the others were told is mended */
};

/* How far a node is that dials again, without anybody waiting for it. */
enum pg_dialling {
    DIALLING_NOT,
    DIALLING,         /* libpq does */
    DIALLING_GREETING /* and then all that is said first is on its way */
};

enum { HELD_BUCKETS = 4096, NOTICE_MAX = 7000 }; /* bytes: PostgreSQL takes 8,000 */

struct postgres {
    struct store is;
    struct libpq pq;
    PGconn *line; /* NULL: none */
    char *address;

    /* The turn under way. */
    struct pg_bytes writes; /* not sent yet */
    struct pg_claim *claims;
    int claimed, claims_room;
    bool dirty;         /* something was written */
    bool begun;         /* and part of it was sent, for the sake of a question */
    bool failed;        /* said has why */
    int64_t turn_first; /* the first version that it made */
    char said[512];

    /* What is on its way. */
    struct pg_sent *sent; /* a ring */
    size_t sent_first, sent_count, sent_room;
    bool answering;     /* the first of them has begun to be answered */
    bool fenced;        /* others have given this node up: it begins anew */
    bool in_flight;     /* a turn is */
    bool heard_failure; /* in what is being answered, up to the next Sync; heard has why */
    char heard[512];
    uint64_t turns_sent, turns_kept;
    char failure[512], told[512]; /* of the latest turn; while it is told */

    struct pg_reads *reads;              /* the purpose of reads; NULL: they wait */
    struct pg_question *out, **out_last; /* to be sent */

    int64_t node, marks; /* who we are among the nodes, and how many turns it has kept */
    int64_t writer;      /* this line, among all that ever wrote here */
    char secret[72];     /* of the house, for its nodes */
    int64_t stamps;      /* versions made so far */
    int64_t key_next, key_end; /* numbers for new tables that are ours */
    int64_t tried;             /* s: when the line was last dialled */
    enum pg_dialling dialling; /* the line is not to be used yet */
    bool dial_writes;          /* libpq waits until it can write */
    struct pg_question joining;
    int64_t heard_at; /* s: when something came, or the first was sent */

    /* Other nodes. */
    struct pg_held *held[HELD_BUCKETS];
    int holds;
    struct store_news *news; /* a list that is read from its beginning */
    int news_count, news_read, news_room;
    char notice[NOTICE_MAX + 64]; /* what this turn will tell the others */
    size_t notice_length;
    struct store_reads *looking; /* at the versions of all that is held; NULL: not now */
    int64_t looked;              /* s: when it last began */
    struct pg_sight sight;
    int64_t saw;           /* s: when a whole one last began */
    bool curious, see_all; /* some table is; a whole one is due */
};

static inline struct postgres *pg(struct store *s) { return (struct postgres *)s; }

/* ---- the line ---- */

/* Puts a write into the turn under way. */
const char *pg_write(struct postgres *p, const struct pg_call *c);
/* Says that the turn changes a table: *version is what its row has from then on. */
const char *pg_claim(struct postgres *p, int64_t key, int64_t *version);
/* The same for a table that the turn makes. */
const char *pg_claim_new(struct postgres *p, int64_t key, int64_t *version);
int64_t pg_stamp(struct postgres *p); /* a version that no row ever had */

/* The rows of an answer. */
struct pg_rows {
    const struct libpq *pq;
    PGresult *is;
    int count;
    bool kept; /* by the purpose that they were asked for */
};
/* Asks. Whoever got no refusal clears the rows. */
const char *pg_ask(struct postgres *p, const struct pg_call *c, struct pg_rows *rows);
/* The same, waiting for the answer, and apart from the turn under way. */
const char *pg_ask_apart(struct postgres *p, const struct pg_call *c, struct pg_rows *rows);
void pg_clear(struct pg_rows *rows);
int64_t pg_int(const struct pg_rows *rows, int row, int column);
void pg_text(const struct pg_rows *rows, int row, int column, char *to, size_t size);
const char *pg_value(const struct pg_rows *rows, int row, int column);

/* ---- other nodes ---- */

struct pg_held *pg_held(struct postgres *p, int64_t key); /* NULL: it is not */
const struct pg_held *pg_held_as(const struct postgres *p, const char *id);
/* Tells the others with this turn: a letter (pg_nodes.c) and what is meant. */
const char *pg_notice(struct postgres *p, char kind, const char *what);
const char *pg_notice_tables(struct postgres *p); /* those that were claimed */
const char *pg_notice_end(struct postgres *p);
void pg_tell(struct postgres *p, enum store_news_kind kind, const char *id);
void pg_hear_notices(struct postgres *p);
/* Now and then, and after each call: whether a notice was missed. */
void pg_look(struct postgres *p, bool at_once);
/* The numbers of tables as PostgreSQL writes a list; the caller frees it. */
char *pg_list(const int64_t *keys, int count);
/* All that is held, or of those only who is curious, in order; the caller frees them. */
int64_t *pg_held_keys(struct postgres *p, bool curious, int *count);
/* The same for who is at the tables, which also ends a look. */
void pg_see(struct postgres *p, bool at_once);
void pg_sight_free(struct postgres *p);
void pg_people_free(struct pg_held *h);
void pg_hold(struct store *s, const struct store_table *t);
void pg_drop(struct store *s, int64_t key);
void pg_forget_news(struct postgres *p);

const char *pg_connect(struct postgres *p, bool making);
void pg_hang_up(struct postgres *p);
void pg_free_question(struct postgres *p, struct pg_question *q);

void postgres_abort(struct store *s);
void postgres_hear(struct store *s);
const char *postgres_commit(struct store *s);
const char *postgres_join(struct store *s);
struct store_reads *postgres_reads_new(struct store *s);
bool postgres_news(struct store *s, struct store_news *news);
int64_t postgres_version(struct store *s, int64_t key);
int64_t postgres_node(const struct store *s);
const char *postgres_beat(struct store *s);
const char *postgres_leave(struct store *s);
const char *postgres_present(struct store *s, int64_t key, const struct store_here *here);
struct store_here postgres_elsewhere(struct store *s, int64_t key);
const char *postgres_pass_on(struct store *s, const char *word);
const char *postgres_secret(const struct store *s);
uint64_t postgres_send(struct store *s);
uint64_t postgres_kept(const struct store *s);
const char *postgres_failure(struct store *s);
int postgres_fd(struct store *s, bool *writing);
bool postgres_is_up(struct store *s);
bool postgres_is_dirty(const struct store *s);
const char *postgres_person_add(struct store *s, const struct store_person *p);
const char *postgres_person_set(struct store *s, const struct store_person *p);
const char *postgres_person_get(struct store *s, const char *id, struct store_person *p,
                                bool *found);
const char *postgres_person_by_token(struct store *s, const uint8_t hash[STORE_TOKEN],
                                     struct store_person *p, bool *found);
const char *postgres_person_by_handle(struct store *s, const char *handle,
                                      struct store_person *p, bool *found);
const char *postgres_person_delete(struct store *s, const char *id);
const char *postgres_person_merge(struct store *s, const char *from, const char *to);
const char *postgres_programs(struct store *s, const char *owner,
                              void (*each)(void *with, const struct store_person *p),
                              void *with);
const char *postgres_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                               const char *person, int64_t ms);
const char *postgres_token_delete(struct store *s, const uint8_t hash[STORE_TOKEN]);
const char *postgres_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                                const char *device, int64_t ms);
const char *postgres_tokens_end(struct store *s, const char *person,
                                const uint8_t keep[STORE_TOKEN]);
const char *postgres_tokens(struct store *s, const char *person,
                            void (*each)(void *with, const struct store_token *t),
                            void *with);
const char *postgres_table_add(struct store *s, struct store_table *t);
const char *postgres_table_set(struct store *s, const struct store_table *t);
const char *postgres_table_get(struct store *s, const char *id, struct store_table *t,
                               bool *found);
const char *postgres_table_delete(struct store *s, int64_t key);
const char *postgres_tables(struct store *s, const struct store_query *q,
                            void (*each)(void *with, const struct store_table *t),
                            void *with);
const char *postgres_table_count(struct store *s, int *count);
const char *postgres_busy(struct store *s, const char *who, int *count);
const char *postgres_ply_add(struct store *s, int64_t key, const struct store_ply *p);
const char *postgres_plies(struct store *s, int64_t key,
                           void (*each)(void *with, const struct store_ply *p), void *with);
const char *postgres_plies_cut(struct store *s, int64_t key, uint32_t n);
const char *postgres_look(struct store *s, const struct store_table *t,
                          struct store_harm *harm);
bool postgres_lacks_end(struct store *s, const struct store_table *t);
const char *postgres_lost(struct store *s, bool unfinished,
                          void (*each)(void *with, const struct store_harm *harm),
                          void *with);
const char *postgres_check_file(struct store *s, void (*each)(void *with, const char *line),
                                void (*tick)(void *with), void *with);
bool postgres_is_corrupt(const struct store *s);
bool postgres_marks_lost(const struct store *s);
const char *postgres_result_add(struct store *s, const struct store_result *r);
const char *postgres_results(struct store *s, const char *who, int64_t before, int most,
                             void (*each)(void *with, const struct store_result *r),
                             void *with);
const char *postgres_result_get(struct store *s, const char *who, const char *source,
                                struct store_result *r, bool *found);
const char *postgres_day_counts(struct store *s, const char *game, uint32_t day,
                                void (*each)(void *with, int result, int count),
                                void *with);
const char *postgres_day_result(struct store *s, const char *game, uint32_t day,
                                const char *who, int *result, bool *found);
const char *postgres_book_add(struct store *s, const struct store_book *b, const char *text,
                              size_t length);
const char *postgres_book_hold(struct store *s, const struct store_book *b, const char *who,
                               int64_t ms);
const char *postgres_book_held(struct store *s, const struct store_book *b, const char *who,
                               bool *held);
const char *postgres_book_get(struct store *s, const struct store_book *b,
                              void (*take)(void *with, const char *text, size_t length),
                              void *with, bool *found);
const char *postgres_books_sent(struct store *s, const char *who, int64_t since,
                                int *count);
const char *postgres_books_tidy(struct store *s, int64_t before);
const char *postgres_persons(struct store *s,
                             void (*each)(void *with, const struct store_person *p),
                             void *with);
const char *postgres_books(struct store *s,
                           void (*each)(void *with, const struct store_book *b),
                           void *with);
const char *postgres_holders(struct store *s,
                             void (*each)(void *with, const struct store_book *b,
                                          const char *who, int64_t ms),
                             void *with);
const char *postgres_alive(struct store *s, int *count);
const char *postgres_line_add(struct store *s, int64_t key, const struct store_line *line);
const char *postgres_lines(struct store *s, int64_t key, int most,
                           void (*each)(void *with, const struct store_line *line),
                           void *with);

#endif
