/*
 * store.h: where persons, tables and their moves are kept.
 *
 * The record of a table (how it was set up, and the notes of its decisions) is the only
 * thing saved; positions never are. Whatever is written between two store_commit calls
 * becomes durable together, or not at all: that is the group commit of the server's loop.
 *
 * One thread uses a store. Functions that can fail return NULL, or a sentence that says
 * why; callers treat any failure as a failed disk. Looking up what is not there is no
 * failure: `found` tells.
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tablier.h"

enum {
    STORE_ID = 24,        /* twenty characters (older ones: ten), the final 0, and spare */
    STORE_NAME = 132,     /* 32 characters of at most 4 bytes */
    STORE_HANDLE = 36,    /* 32 characters */
    STORE_PHRASE = 128,   /* crypto_pwhash_STRBYTES */
    STORE_TOKEN = 32,     /* bytes of a token's hash */
    STORE_BOT = 16,       /* a bot's name */
    STORE_DEVICE = 48,    /* what somebody's device calls itself, in short */
    STORE_OPTIONS = 1024, /* lines "id value" */
    STORE_CHAT = 1204,    /* 300 characters of at most 4 bytes */
    STORE_SOURCE = 32,    /* a table's id, or "topologic 20261116" */
};

enum seat_kind { SEAT_OPEN, SEAT_INVITED, SEAT_PERSON, SEAT_BOT };
enum seat_gone { GONE_NOT, GONE_RESIGNED, GONE_TIME, GONE_FORGOTTEN };
enum table_status { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };
enum table_why {
    OVER_NOT,
    OVER_PLAYED,
    OVER_RESIGNED,
    OVER_TIME,
    OVER_DRAW,
    OVER_ABANDONED
};
enum pace_kind { PACE_NONE, PACE_LIVE, PACE_DAYS };

struct store_person {
    char id[STORE_ID];
    char name[STORE_NAME];     /* "": none chosen yet */
    char handle[STORE_HANDLE]; /* "": no passphrase */
    char phrase[STORE_PHRASE]; /* hashed */
    char owner[STORE_ID];      /* "": a person; else whose program this is */
    int64_t created;           /* ms since 1970, as all times here */
    uint8_t colour;
    bool door; /* has said the passphrase of the house */
};

struct store_seat {
    char who[STORE_ID];  /* "": nobody */
    char bot[STORE_BOT]; /* "": none; of a person's seat: it stands in */
    uint8_t kind;        /* enum seat_kind */
    uint8_t gone;        /* enum seat_gone */
};

struct store_table {
    int64_t key;     /* the store's own number for it */
    int64_t version; /* of the row, where several may change it; 0: it has none */
    int64_t holder;  /* the node that runs its bots and clocks; 0: none does */
    int64_t offer; /* what somebody there offers, in the server's words, for other nodes to
                    * know; 0: nothing. A folder does not keep it */
    char id[STORE_ID];
    char game[STORE_BOT];
    char host[STORE_ID];
    char rematch[STORE_ID]; /* "": none */
    char options[STORE_OPTIONS];
    struct tb_seed seed;
    uint64_t book; /* the digest of the text it is played in; 0: the game's own, or none */
    int64_t created, started, changed;
    int64_t main_ms, plus_ms; /* of a live clock; main_ms also of a decision in days */
    uint32_t base;            /* `at` less the plies that stand */
    /* Clocks are told by the times of the plies after this one; undo sets it anew. */
    uint32_t clock_ply;
    int64_t clock_ms;
    int64_t clock_left[TB_SEATS_MAX];
    uint16_t edition;
    uint8_t seats, status, why, why_seat, pace;
    bool is_public, by_host; /* by_host: begins when the host says so */
    bool helps;              /* hints and advice though several persons play */
    uint8_t helped;          /* the seats that took some */
    struct store_seat seat[TB_SEATS_MAX];
};

struct store_ply {
    const char *note;
    int64_t ms;
    uint32_t n;   /* from 0 */
    uint32_t at;  /* what its player had seen */
    uint16_t lag; /* ms that the line took of the player's time, and that are given back */
    uint8_t seat;
};

struct store_line {
    char who[STORE_ID], name[STORE_NAME];
    const char *text;
    int64_t ms;
    int64_t said; /* its author's own mark of it, to know its repetition; 0: none */
};

/* A device on which somebody is known. */
struct store_token {
    uint8_t hash[STORE_TOKEN];
    int64_t created, seen;     /* seen: to the hour; 0: not since it is noted */
    char device[STORE_DEVICE]; /* "": not known */
};

/* How a game ended for a person: it outlives the table, and goes with the person. */
struct store_result {
    char who[STORE_ID];
    char source[STORE_SOURCE]; /* a person has one result of each */
    char game[STORE_BOT];
    char bot[STORE_BOT]; /* the bots' strength; "": none, or of several kinds */
    int64_t ended;
    uint32_t day;   /* of a puzzle, such as 20261116; 0: this was a table */
    int32_t result; /* of a puzzle; -1: not solved */
    int32_t points;
    uint8_t seats;         /* 0: the table cannot be read any more; it is never listed */
    uint8_t persons;       /* of the seats, this one included */
    uint8_t place, firsts; /* as tb_result has it, and how many share the first place */
    bool helped;
};

enum store_list {
    LIST_MINE,     /* open or running, of one person */
    LIST_OPEN,     /* public ones */
    LIST_LIVE,     /* public ones being played */
    LIST_FINISHED, /* of one person, or public ones */
    LIST_TIMED,    /* being played, with a clock or a bot, and ours to run */
    LIST_ALL,
    LIST_STALE,      /* open ones; with `before`, those that nothing happened at since */
    LIST_OLD,        /* finished ones, in the same way */
    LIST_UNFINISHED, /* open ones and those being played */
    LIST_UNTOLD, /* finished ones of a person, not abandoned, whose result is not kept */
};

struct store_query {
    enum store_list what;
    const char *who;  /* of LIST_MINE, and of LIST_FINISHED unless NULL */
    const char *game; /* NULL: any */
    int64_t before;   /* changed before; 0: no bound */
    int most;         /* rows */
};

struct store;

/* Opens or makes the store in a folder, or at an address of PostgreSQL; *out is NULL on
 * failure. */
const char *store_open(const char *where, struct store **out);
/* The same for who only looks: nothing is made where there is nothing. */
const char *store_open_to_look(const char *where, struct store **out);
/* Whether that is an address, and no folder. */
bool store_is_address(const char *where);
void store_close(struct store *s);
/* Makes all that was written since the last time durable; on failure, undoes it. */
const char *store_commit(struct store *s);
void store_abort(struct store *s); /* undoes all that was written since */
bool store_is_dirty(const struct store *s);
/* Copies all of a store into a file, while another process may be writing to it. */
bool store_is_kept(const char *folder); /* whether there is anything to open in it */
const char *store_backup(const char *folder, const char *file);

/* ---- without waiting ----
 *
 * What is above and below waits for its answer, as a command may. A server's loop may not:
 * its reads are for a purpose that can be taken up again, and its turns leave by
 * store_send.
 */

/* What a read answers whose rows are not here yet. The purpose is to be given up, with
 * nothing changed, and begun anew once store_reads_are_here: the same question then has its
 * answer. */
extern const char store_later[];

/* What was read for one purpose: it stays as it was read until it is freed. */
struct store_reads;
struct store_reads *store_reads_new(struct store *s); /* NULL: no memory */
void store_reads_free(struct store *s, struct store_reads *r);
/* Reads are for this purpose from now on, and do not wait; NULL: they do. */
void store_reads_use(struct store *s, struct store_reads *r);
bool store_reads_are_here(const struct store_reads *r); /* nothing more is on its way */
bool store_reads_are_none(const struct store_reads *r); /* nothing was asked for it */

/* Says that this is a node that will send turns, before it sends the first. */
const char *store_join(struct store *s);
/* Sends what was written since the last time, unless the turn before is still on its way:
 * then it leaves with the next. Returns the number of the latest turn that was sent. */
uint64_t store_send(struct store *s);
/* All turns up to this one are kept. */
uint64_t store_kept(const struct store *s);
/* Why the turn after that was not; NULL: it was not refused. It is told once, and all that
 * was written since is forgotten. */
const char *store_failure(struct store *s);
/* Hears what came. */
void store_hear(struct store *s);
/* What to wait for, to hear or, where *writing, to go on sending; -1: nothing. */
int store_fd(struct store *s, bool *writing);
/* Whether the store can be reached just now. */
bool store_is_up(struct store *s);

/* ---- other nodes ---- */

/* The caller has this table in memory as of that row: from now on it changes it only if
 * nobody else has, and hears of it if somebody does. */
void store_hold(struct store *s, const struct store_table *t);
void store_drop(struct store *s, int64_t key); /* no more */
/* The version it is held at; 0: it is not. */
int64_t store_version(struct store *s, int64_t key);
/* The number of this node; 0: there are no others. */
int64_t store_node(const struct store *s);
/* Says, with the turn, that this node is alive, and takes what dead ones held: once a
 * second or so. */
const char *store_beat(struct store *s);
/* Gives back what this node held, with the turn: its last. */
const char *store_leave(struct store *s);

enum store_news_kind {
    NEWS_BEATEN, /* a turn of ours is kept, but not what it did to this table */
    NEWS_TABLE,  /* another node changed a table that is held here, or deleted it */
    NEWS_LINES,  /* somebody said something there */
    NEWS_PERSON, /* another node changed a person, its tokens, or deleted it */
    NEWS_FENCED, /* the others gave this node up: it begins anew, and holds nothing */
    NEWS_TAKEN,  /* this node is to run tables that nobody ran: LIST_TIMED has them */
    NEWS_HERE,   /* who is at a held table at the other nodes has changed */
    NEWS_WORD,   /* another node passed something on */
};
struct store_news {
    enum store_news_kind kind;
    char id[STORE_ID]; /* of the table, or person; or the word */
};
/* The next of what happened elsewhere; false: nothing did. What a turn was beaten in is
 * told before the turn counts as kept. */
bool store_news(struct store *s, struct store_news *news);

/* Who is at a table. */
struct store_here {
    const char *who; /* ids, with a space between two; "": nobody */
    int lookers;     /* connections of others */
};
/* Tells the other nodes, with the turn, who is at a held table at this one; nothing where
 * it is no news. */
const char *store_present(struct store *s, int64_t key, const struct store_here *here);
/* Who is there at the other nodes that are alive, all together; it stays as it is until
 * the store is heard. */
struct store_here store_elsewhere(struct store *s, int64_t key);

/* Passes a word on to the other nodes, with the next turn that is made anyway; nobody keeps
 * it, and a node that does not listen just then misses it. It has no space, and room in a
 * struct store_news. */
const char *store_pass_on(struct store *s, const char *word);
/* What all nodes of a house know and nobody else; "": this is the only one. */
const char *store_secret(const struct store *s);

const char *store_person_add(struct store *s, const struct store_person *p);
const char *store_person_set(struct store *s, const struct store_person *p);
const char *store_person_get(struct store *s, const char *id, struct store_person *p,
                             bool *found);
const char *store_person_by_token(struct store *s, const uint8_t hash[STORE_TOKEN],
                                  struct store_person *p, bool *found);
const char *store_person_by_handle(struct store *s, const char *handle,
                                   struct store_person *p, bool *found);
/* Deletes the person, tokens, chat lines and programs; seats keep no trace. */
const char *store_person_delete(struct store *s, const char *id);
/* Whatever one person had is another's now, and the first is no more; tokens are not
 * passed on. */
const char *store_person_merge(struct store *s, const char *from, const char *to);
const char *store_programs(struct store *s, const char *owner,
                           void (*each)(void *with, const struct store_person *p),
                           void *with);
const char *store_token_add(struct store *s, const uint8_t hash[STORE_TOKEN],
                            const char *person, int64_t ms);
const char *store_token_delete(struct store *s, const uint8_t hash[STORE_TOKEN]);
/* Notes where and when a token was used; within an hour of the last time it does nothing.
 */
const char *store_token_note(struct store *s, const uint8_t hash[STORE_TOKEN],
                             const char *device, int64_t ms);
/* Deletes all tokens of a person but one; NULL: all. */
const char *store_tokens_end(struct store *s, const char *person,
                             const uint8_t keep[STORE_TOKEN]);
/* The latest first. */
const char *store_tokens(struct store *s, const char *person,
                         void (*each)(void *with, const struct store_token *t), void *with);

const char *store_table_add(struct store *s, struct store_table *t); /* sets t->key */
const char *store_table_set(struct store *s, const struct store_table *t);
const char *store_table_get(struct store *s, const char *id, struct store_table *t,
                            bool *found);
const char *store_table_delete(struct store *s, int64_t key);
const char *store_tables(struct store *s, const struct store_query *q,
                         void (*each)(void *with, const struct store_table *t), void *with);
const char *store_table_count(struct store *s, int *count);
/* At how many tables that are open or being played a person sits; those that are open and
 * have the person as their host count too. */
const char *store_busy(struct store *s, const char *who, int *count);

const char *store_ply_add(struct store *s, int64_t key, const struct store_ply *p);
/* store_damaged: some are damaged or missing, and only those before were told. */
const char *store_plies(struct store *s, int64_t key,
                        void (*each)(void *with, const struct store_ply *p), void *with);
/* Forgets the plies from number n on. */
const char *store_plies_cut(struct store *s, int64_t key, uint32_t n);

/* ---- damage ---- */

extern const char store_damaged[]; /* a refusal: the table is to be kept aside */

enum store_harm_kind {
    HARM_NONE,
    HARM_MOVES, /* a ply does not follow on those before it */
    HARM_SHORT, /* plies are missing that were once durable */
    HARM_OTHER, /* others stand where those were */
    HARM_END,   /* it had begun, or was over */
    HARM_LOST,  /* the table itself is missing */
};
struct store_harm {
    char id[STORE_ID];
    enum store_harm_kind kind;
    uint32_t from;   /* how many plies are sound */
    uint32_t marked; /* how many there were at least */
};
/* What is wrong with a table. */
const char *store_look(struct store *s, const struct store_table *t,
                       struct store_harm *harm);
/* HARM_END, which shows without the plies; the row is as the store has it. */
bool store_lacks_end(struct store *s, const struct store_table *t);
/* Tables that were durable once and are not there; unfinished: only such. */
const char *store_lost(struct store *s, bool unfinished,
                       void (*each)(void *with, const struct store_harm *harm), void *with);
/* What SQLite itself finds wrong with its file: a line of English each. `tick` is called
 * from time to time meanwhile. */
const char *store_check_file(struct store *s, void (*each)(void *with, const char *line),
                             void (*tick)(void *with), void *with);
/* Whether what failed last failed since the file is damaged. */
bool store_is_corrupt(const struct store *s);
/* Whether it cannot be known what is missing: the marks beside the file were not there. */
bool store_marks_lost(const struct store *s);

/* Keeps a result; where there is one of the same source already, that one stays. */
const char *store_result_add(struct store *s, const struct store_result *r);
/* The latest results of a person, newest first; before: 0, no bound. */
const char *store_results(struct store *s, const char *who, int64_t before, int most,
                          void (*each)(void *with, const struct store_result *r),
                          void *with);
/* What a person had in one table. */
const char *store_result_get(struct store *s, const char *who, const char *source,
                             struct store_result *r, bool *found);
/* How many persons had which result in a puzzle, by result. */
const char *store_day_counts(struct store *s, const char *game, uint32_t day,
                             void (*each)(void *with, int result, int count), void *with);
const char *store_day_result(struct store *s, const char *game, uint32_t day,
                             const char *who, int *result, bool *found);

/* ---- books: the texts that tables are played in ---- */

struct store_book {
    char game[STORE_BOT];
    uint64_t digest;
};
const char *store_book_add(struct store *s, const struct store_book *b, const char *text,
                           size_t length);
/* The person has that text: who only knows its digest may not play in it. */
const char *store_book_hold(struct store *s, const struct store_book *b, const char *who,
                            int64_t ms);
const char *store_book_held(struct store *s, const struct store_book *b, const char *who,
                            bool *held);
const char *store_book_get(struct store *s, const struct store_book *b,
                           void (*take)(void *with, const char *text, size_t length),
                           void *with, bool *found);
/* How many the person has sent since then. */
const char *store_books_sent(struct store *s, const char *who, int64_t since, int *count);
/* Forgets who sent what before then, and the books that no table needs. */
const char *store_books_tidy(struct store *s, int64_t before);

/* ---- all of a house, for who moves it ---- */

/* Programs too. */
const char *store_persons(struct store *s,
                          void (*each)(void *with, const struct store_person *p),
                          void *with);
const char *store_books(struct store *s,
                        void (*each)(void *with, const struct store_book *b), void *with);
const char *store_holders(struct store *s,
                          void (*each)(void *with, const struct store_book *b,
                                       const char *who, int64_t ms),
                          void *with);
/* How many nodes play in it now, of those that can be known of. */
const char *store_alive(struct store *s, int *count);

const char *store_line_add(struct store *s, int64_t key, const struct store_line *line);
/* The latest lines, oldest first. */
const char *store_lines(struct store *s, int64_t key, int most,
                        void (*each)(void *with, const struct store_line *line),
                        void *with);

#endif
