/*
 * server.h: what the files of the server share.
 *
 * One thread, the loop, owns everything here. A turn of the loop takes in what the sockets
 * brought, changes tables in memory and the store in a transaction, commits, and only then
 * lets the answers and patches out.
 */
#ifndef SERVER_H
#define SERVER_H

#include <jansson.h>

#include "../store/store.h"
#include "net.h"
#include "now.h"
#include "pool.h"
#include "serve.h"
#include "tablier.h"

enum {
    MESSAGE_MAX = 16384,
    QUEUE_MAX = 256 * 1024,     /* bytes that wait for who looks on */
    QUEUE_DEAR = 4 * QUEUE_MAX, /* and for who sits at a running table */
    BURST_MAX = 4 << 20, /* one turn's: 32 tables watched at once, and as much again */
    BODY_MAX = 4096,
    BOOK_MAX = 5 << 20,    /* bytes of a book's text, spaces of its language and all */
    BODIES_MAX = 64 << 20, /* of all that is being sent at a time */
    PAGE_MAX = 512 * 1024, /* the longest message written: a snapshot is some 40 KB */
    STATE_MAX = 16384, /* bytes of a position; games keep theirs under two thousand or so */
    LOG_KEPT = 64,
    CHAT_KEPT = 32,
    CHAT_CHARACTERS = 300,
    NAME_CHARACTERS = 32,
    WATCHES_MAX = 32, /* tables that a connection may watch */
    MOVES_AT_ONCE = 32,
    KEY_SHORTEST = 16, /* letters by which something is known when it is said again */
    KEY_LONGEST = 64,
    BUSY_MAX = 20, /* open or running tables per person */
    LIST_ROWS = 50,
    REFUSALS_MAX = 200, /* then the connection is closed */
    COLOURS_OF_PERSONS = 12,
    TABLE_BUCKETS = 4096,
    JOBS_MAX = 256,
    JOBS_EACH = 64,   /* that wait for one person */
    PHRASES_MAX = 64, /* that wait to be hashed, and for one address */
    PHRASES_EACH = 4,
    PRESENCE_MS = 1000,
    LAG_MAX = 500,           /* ms given back for one decision */
    THINK_MS = 3000,         /* a bot's time for one decision */
    BOOK_HELD_FOR = 3600000, /* who sent a book may open tables with it for an hour */
    COMMIT_BUCKETS = 12,
    REASONS = 17, /* codes of refusals, and one for any other */
};

/* A refusal: a code for programs and a msgid for people. {NULL}: none. */
struct no {
    const char *why, *text;
};
#define YES ((struct no){ NULL, NULL })

/* Lets through `burst` at once and then `rate` per second. */
struct bucket {
    double level;
    int64_t since;
};
bool bucket_take(struct bucket *b, int64_t now, double burst, double rate);
/* What was let through elsewhere; it may make debts. */
void bucket_owe(struct bucket *b, int64_t now, double burst, double rate);

/* ---- limits ---- */

struct server;

struct address {
    uint8_t bytes[16]; /* IPv6, or IPv4 as ::ffff:a.b.c.d */
};

enum deed { DEED_COME, DEED_LOOK, DEED_MAKE, DEED_SEAT, DEED_CHAT, DEED_TRY, DEEDS };

/* The account of an address, a person or a handle. */
struct guard {
    uint64_t key;
    int64_t seen, until; /* until: no guess is heard */
    int failures;        /* wrong passphrases in a row */
    struct bucket deed[DEEDS];
};

enum {
    REST_ADDRESS = 900000, /* ms: the longest pause for one who guesses */
    REST_HANDLE = 30000,   /* and for whose handle is guessed: others must not lock it */
};

/* Whoever really asks, behind a proxy of ours too. */
void address_of(const struct server *s, const struct net_head *head, struct address *a);
bool read_address(const char *text, struct address *a);
struct guard *guard_of(struct server *s, const void *bytes, size_t length);
struct guard *guard_of_address(struct server *s, const struct address *a);
struct guard *guard_of_text(struct server *s, const char *text);
bool guard_may(struct server *s, struct guard *g, enum deed deed);
bool guard_rests(const struct server *s, const struct guard *g);
/* A wrong passphrase; the pause grows up to `most` milliseconds. */
void guard_fail(struct server *s, struct guard *g, int64_t most);
void guard_forgive(struct server *s, struct guard *g); /* after a right one */
void guard_hear(struct server *s, const char *word);   /* from another node */

/* ---- errands ---- */

/* What needs the store: done again from its beginning when that has found what it needs. */
struct errand {
    struct errand *next; /* of those that wait */
    struct store_reads *reads;
    void (*run)(struct server *s, struct errand *e);
    void (*done)(struct server *s, struct errand *e);
    bool counted; /* by a guard, which does not count it twice */
    bool acted;   /* its first part is done for good */
};

struct client;
struct said;
void errand_do(struct server *s, struct errand *e);
/* One try by hand, of what is kept only where it must be done again. */
void errand_enter(struct server *s, struct errand *e);
bool errand_leave(struct server *s); /* true: it is done, and gives its reads back */
void errand_give_back(struct server *s, struct errand *e);
void errand_keep(struct server *s, struct errand *kept, const struct errand *tried);
void errands_go_on(struct server *s);
void errands_finish(struct server *s);
/* A message, or with no length: that the connection has opened. */
void errand_message(struct client *c, const char *text, size_t length);
void errands_forget(struct client *c);
void errand_http(struct server *s, const struct net_request *q);
/* `finish` changes nothing where something is late; the job is freed after it. */
void errand_job(struct server *s, struct job *job,
                void (*finish)(struct server *s, struct job *job));
/* What is tried. */
void message_handle(struct client *c, const char *text, size_t length);
void client_know(struct client *c);
void client_end(struct client *c); /* nothing that was opened as this person goes on */
void http_handle(struct server *s, const struct net_request *q);
void http_no_memory(struct server *s, const struct net_request *q);

/* ---- persons and connections ---- */

struct client {
    struct server *server;
    struct net_conn *conn;
    struct client *next, *prev;
    struct store_person who; /* id "": nobody */
    struct watch *watches;
    int watching, refusals;
    struct bucket rate, puzzles;
    struct address address;
    uint8_t token[STORE_TOKEN]; /* of this device, hashed; zeros: none */
    struct said *said;          /* messages that wait, the first of them for the store */
    int saids;
    char device[STORE_DEVICE];
    bool door_said;
    bool advised;    /* or will be, when the bot has thought */
    uint64_t serial; /* answers that come late find their asker by it */
};

/* A connection at a table, in the lists of both. */
struct watch {
    struct client *client;
    struct table *table;
    struct watch *next_of_table, *next_of_client;
    int viewer; /* a seat or TB_PUBLIC */
};

/* ---- tables ---- */

struct log_entry {
    uint32_t n, ply;
    struct tb_event event;
};
struct chat_entry {
    uint32_t n;
    int64_t ms;
    int64_t said; /* its author's mark; 0: none */
    char who[STORE_ID];
    char *text;
    char *name;
};

enum offer_kind { OFFER_NONE, OFFER_UNDO, OFFER_DRAW, OFFER_ABANDON };
struct offer {
    uint8_t kind, by;
    uint8_t yes; /* bit per seat */
    uint32_t ply;
};

/* The latest decision of a seat, to know its repetition. */
struct last_play {
    uint64_t hash;
    uint32_t at;
    bool made;
};

struct seat {
    struct tb_bot *bot; /* in the middle of its turn; NULL while it thinks */
    int64_t away_since; /* 0: here */
    char *name;         /* of its person; NULL: none */
    uint8_t colour;
    bool program;
    uint32_t asked; /* `at` when the decision it owes, or may take, began */
    struct last_play last;
};

struct table {
    struct table *next; /* of its bucket */
    struct store_table row;
    const struct tb_game *game;
    const struct tb_kit *kit; /* the server's, or the shelf's; NULL: the game has none */
    struct tb_match match;    /* now is NULL before the start */
    struct seat seat[TB_SEATS_MAX];
    struct tb_result result;
    uint32_t n, epoch;
    uint32_t gap_from;          /* n of the start or the latest undo: no gap across it */
    int64_t left[TB_SEATS_MAX]; /* clocks at `settled` */
    int64_t settled;
    int64_t touched;
    struct log_entry *log;      /* a ring of LOG_KEPT, NULL before the start */
    uint32_t log_first, logged; /* entries kept, counted from the first ever */
    struct chat_entry *chat;
    int chats;
    struct watch *watches;
    int lookers;
    char *elsewhere; /* who is here at other nodes, as store_here has it; NULL: nobody */
    int lookers_elsewhere; /* of the lookers */
    bool unsaid;           /* who is here may have changed, and other nodes do not know */
    int64_t said;          /* when they were last told */
    bool presence;         /* who is here has changed, and is not told yet */
    int64_t presence_told; /* when it was last */
    struct offer offer;
    uint64_t thinking;  /* serial of the job at work; 0: none */
    int64_t think_at;   /* when a bot may begin; 0: none has to */
    const char *closed; /* why it is no more, while that is told; NULL: it is */
    bool changed;       /* the row is to be written when the turn ends */
    bool held;          /* the store knows that it is in memory */
    bool stale;         /* another node changed it: it is to be read again */
    bool stale_lines;   /* or somebody said something there */
    bool in_turn;       /* touched in a turn of the loop that is not kept yet */
    uint64_t turn;      /* that one */
    struct table *next_in_turn;
    struct table *next_restless, **restless; /* what points to it there; NULL: nothing */
};

struct metrics {
    uint64_t messages, refused, broken, floods, moves, bot_moves, undos, commits,
        commit_failures, tables_made, games_started, games_over, persons_made, chat_lines,
        http_requests, http_refused, loads, unloads, late_jobs, tidied, damaged, beaten;
    uint64_t refused_why[REASONS]; /* by the codes of docs/protocol.md */
    uint64_t commit_bucket[COMMIT_BUCKETS + 1];
    double commit_seconds;
};

/*
 * The clock of the house: ms since 1970, but nobody can set it, and it stands still while
 * the house does. It goes by the monotonic clock and comes back to the wall's by half a
 * percent at most, so that no game is lost because somebody moved the hands.
 */
struct house_clock {
    int64_t us;   /* microseconds since 1970; 0: it has not begun */
    int64_t seen; /* of the monotonic clock */
};

struct server {
    const struct serve_options *options;
    struct store *store;
    struct net *net;
    struct pool *pool;
    struct pool *vault; /* hashes passphrases, which must not wait for bots */
    struct guards *guards;
    struct guard no_guard;
    struct client *clients;
    struct table *bucket[TABLE_BUCKETS];
    struct table *turn;     /* tables changed in turns that are not kept yet */
    struct table *restless; /* those on which time has something to do */
    uint64_t turn_now;      /* the one under way */
    int64_t sent_at;        /* when the turn that is on its way left; monotonic, us */
    struct errand *errand;  /* what is being tried; NULL: nothing */
    struct errand *errands, **errands_last; /* that wait for the store */
    struct store_reads *spare_reads;
    struct spoken *spoken, **spoken_last; /* at tables, in turns that are not kept */
    struct errand reloading, tidying;     /* of the house itself */
    int64_t beat; /* when the other nodes were last told that we live */
    bool patient; /* reads are waited for */
    bool late;    /* what is being tried needs something that is not here: it is given up */
    int tables;
    uint64_t serial;
    int64_t now; /* ms since 1970 by the clock of the house, taken at each turn */
    struct house_clock clock;
    int64_t began; /* ms since 1970 */
    struct metrics metrics;
    char *page;            /* PAGE_MAX bytes to write in */
    char *games;           /* the catalogue, written once */
    struct tb_kit **kits;  /* of the games, made once and only read */
    struct shelved *shelf; /* kits of books */
    int shelved;
    struct bucket books;
    struct aside *aside;    /* damaged tables */
    const char *unreadable; /* why the table last asked for is there and cannot be had */
    int folder;             /* locked; -1: not */
    bool reload; /* a turn failed: tables with clocks or bots may have left the memory */
    bool stopping;
    bool failed;    /* the store refused something in this turn */
    int64_t heard;  /* when the loop last took in what came, by the monotonic clock, us */
    int64_t due;    /* when it must look at its tables next */
    int64_t swept;  /* when idle tables were last let go */
    int64_t tidied; /* when old tables were last looked for */
};

/* Remembers a failure of the store: the turn will not be committed. What only is not here
 * yet makes the errand late. */
bool kept(struct server *s, const char *refusal);
/* The same for what may well be missing: a name, say. */
bool is_read(struct server *s, const char *refusal);
/* The same for what makes up a table: what the disk could not tell is not known, and
 * whoever asked asks again; a damaged table is known to be one. Returns the refusal. */
const char *disk_told(struct server *s, const char *refusal);
/* What a handler says that gives up, and nobody hears. */
#define LATER ((struct no){ "later", store_later })

int64_t house_ms(struct server *s);

/* ---- the loop ---- */

/* Opens the house that the options describe; else says why not, and *out is NULL. */
const char *house_open(const struct serve_options *o, struct server **out);
/* One turn: what was changed is committed and told, then what has come is taken in. */
void house_turn(struct server *s);
/* Commits what was changed, and gives everything back. */
void house_close(struct server *s);

/* ---- one message ---- */

struct request {
    struct server *server;
    struct client *client;
    json_int_t id;
    json_t *args;
    struct table *table; /* where the message names one */
    int seat;            /* the client's seat there, or -1 */
    bool answered;       /* or will be, later */
    bool told;           /* it was, now */
    bool once;           /* it must not be handled again: it acts whoever was first */
    int64_t about;       /* the key of that table, which may be gone; 0: none */
    char *text;          /* the message as it came: kept as long as the request */
};

void on_text(void *server, void *client, char *text, size_t length);
/* Sends {"id":N,"ok":body}. */
void answer(struct request *r, const char *body, size_t length);
void send_answer(struct client *c, json_int_t id, const char *body, size_t length);
/* The same for somebody who may have gone meanwhile. */
void answer_late(struct server *s, uint64_t client, json_int_t id, struct no no,
                 const char *body);
/* A writer over the page, and the length of what was written. */
struct tb_text page(struct server *s);
void send_text(struct client *c, const char *text, size_t length);

/* clang-format off */
#define MESSAGES(X) \
    X(hello) X(ping) X(me) X(rename) X(passphrase) X(forget) X(bot) X(bots) X(devices) X(end) \
    X(unbot) X(games) X(create) X(sit) X(leave) X(seat) X(start) X(watch) \
    X(unwatch) X(play) X(undo) X(resign) X(offer) X(answer) X(takeover) X(rematch) \
    X(chat) X(hint) X(advise) X(list) X(replay) X(results) X(daily)
/* clang-format on */
#define DECLARE(name) struct no do_##name(struct request *r);
MESSAGES(DECLARE)
#undef DECLARE

/* Whom the time that is spent for somebody is counted to. */
uint64_t account_of(struct server *s, const struct client *c);

/* ---- tables ---- */

/* Finds a table in memory or in the store; NULL: there is none, or it is late. */
struct table *table_find(struct server *s, const char *id);
struct table *table_of_row(struct server *s, const struct store_table *row);
struct table *table_here(struct server *s, const char *id); /* in memory */
/* The same for a stranger: NULL and *no where too many were asked for. */
struct table *table_look_up(struct server *s, const struct address *by, const char *id,
                            struct no *no);
/* What is said where there is none, or where it cannot be read. */
struct no no_table(const struct server *s);
struct table *table_make(struct server *s, const struct store_table *row, struct no *no);
void table_free(struct server *s, struct table *t);
void tables_sweep(struct server *s); /* lets idle ones leave the memory */
/* Deletes it; whoever watches is told why: "left", "unused" or "old". */
void table_close(struct server *s, struct table *t, const char *why);
/* Closes open tables that nobody completed, and finished ones past their time. */
void tables_tidy(struct server *s);
/* Who played and how it ended, as comments for the top of a record. */
const char *put_about(struct store *store, const struct store_table *row,
                      struct tb_text *out);
void table_free_all(struct server *s);
int table_seat_of(const struct table *t, const char *who); /* -1: none */
bool table_is_here(const struct table *t, const char *who);
bool table_is_near(const struct table *t, const char *who); /* at this node */
uint32_t table_at(const struct table *t);
uint32_t table_plies(const struct table *t);
uint8_t table_owes(const struct table *t);
uint8_t table_asks(const struct table *t); /* those who owe, or may decide all the same */
uint8_t table_persons(const struct table *t); /* who play, without bots */
bool table_helps(const struct table *t);      /* hints and advice are given */
/* The options of a row, as lines "id value"; false: they are of another version. */
bool table_options(const struct store_table *row, const struct tb_game *g,
                   uint64_t options[TB_OPTIONS_MAX]);
void table_write_options(const struct tb_game *g, const uint64_t *options,
                         struct tb_text *out);
/* Writes the row when the turn ends. */
void table_change(struct server *s, struct table *t);
/* Writes the changed rows now. */
void tables_keep(struct server *s);
/* Makes sure the table is looked at when the turn ends, unloaded if it fails. */
void table_in_turn(struct server *s, struct table *t);
/* From now on the loop looks at it from time to time, until it finds nothing to wait for
 * there: thousands of tables at which people think cost nothing. */
void table_stir(struct server *s, struct table *t);
/* So no longer. */
void table_rest(struct table *t);
/* Plays again what the store has of its game. */
const char *table_replay(struct server *s, struct table *t);
struct no table_start(struct server *s, struct table *t);
bool table_start_if_full(struct server *s, struct table *t);
/* Plays one decision; the events are told, the ply stored, nobody notified yet. */
const char *table_ply(struct server *s, struct table *t, int seat, tb_move move,
                      uint32_t seen_at);
uint64_t notes_hash(uint64_t hash, const char *note);
void table_rewind(struct server *s, struct table *t, uint32_t ply);
/* After a change of position: ends the game if it is over, wakes the bot whose turn it is.
 * Returns the keys of what changed besides. */
unsigned table_settle(struct server *s, struct table *t);
void table_over(struct server *s, struct table *t, enum table_why why, int seat);
void table_check_clocks(struct server *s, struct table *t);
int64_t table_left(const struct table *t, int seat, int64_t now);
/* Why no bot may sit at the table, open or playing; NULL: they may. */
const char *table_no_bots(const struct table *t);
/* The person leaves the seat for good: the game ends, a bot plays on or, where none can,
 * the others do. */
void table_give_up(struct server *s, struct table *t, int seat, enum seat_gone gone);
void table_set_person(struct table *t, int seat, const struct store_person *p);
void table_name_seats(struct server *s, struct table *t);
/* The host's place passes to the first person who sits; false: nobody does. */
bool table_pass_host(struct table *t);
void table_chat_add(struct table *t, const struct store_line *line);
void table_chat_forget(struct table *t, const char *who);

/* Whether a connection may watch one more table; NULL: a new one. */
struct no may_watch(const struct client *c, const struct table *t);
struct no watch_add(struct client *c, struct table *t);
void watch_drop(struct client *c, struct table *t);
void watch_drop_all(struct client *c);
void table_refresh_viewers(struct server *s, struct table *t);
/* Notes who of the seated came or went; returns whether the others see a difference. */
bool note_presence(struct server *s, struct table *t);
/* Tells who came and went, once a second at most, however many do. */
void tell_presence(struct server *s, struct table *t);

/* ---- other nodes ---- */

/* Takes in what others did, and what they were first in. */
void nodes_hear(struct server *s);
/* Tells them that we are here, once a second. */
void nodes_beat(struct server *s);
/* Tells them who is at a table here, once a second at most. */
void nodes_say_here(struct server *s, struct table *t);
/* Takes over who is there at the others; returns whether it makes a difference. */
bool nodes_ask_here(struct server *s, struct table *t);
/* A seat of somebody who is there at another node; -1: none. */
int seat_elsewhere(const struct table *t);
/* Whether its bots and clocks are run here. */
bool table_is_ours(const struct server *s, const struct table *t);
/* What was said at a table is kept until its turn is: if another node was first, it is
 * handled again. */
void nodes_note(const struct request *r, const char *text, size_t length);
/* All turns up to this one are kept. */
void nodes_forget(struct server *s, uint64_t kept);
void table_left_turn(struct server *s, struct table *t);
/* A second one beside that in memory, read anew; NULL: it is late, or cannot be read. */
struct table *table_read_again(struct server *s, const struct store_table *row);

/* ---- damage ---- */

/* Looks at the tables that are not over, for some seconds at most, and names the harm. */
const char *damage_look(struct server *s);
/* Whether a table must be kept aside; if so, it is from now on. */
bool damage_found(struct server *s, const struct store_table *row);
bool damage_is_aside(const struct server *s, const char *id);
void damage_free(struct server *s);

/* ---- writing ---- */

enum patch_keys {
    KEY_SEATS = 1,
    KEY_STATUS = 2,
    KEY_PLAY = 4, /* at, ply, owes, view, legal, may_undo, clock */
    KEY_SCENE = 8,
    KEY_LOG = 16,
    KEY_CHAT = 32,
    KEY_OFFER = 64,
    KEY_RESULT = 128,
    KEY_REMATCH = 256,
    KEY_FACTS = 512, /* game, options, pace ... */
    KEY_ALL = 1023,
};
/* One table as a viewer sees it: those keys, and what was told after n `since`. */
void put_table(struct server *s, struct table *t, int viewer, const char *what,
               unsigned keys, uint32_t since, struct tb_text *out);
/* Tells whoever watches; the asker of `r`, if it watches, gets it as its answer. */
void tell_table(struct server *s, struct table *t, const char *what, unsigned keys,
                struct request *r);
void put_row(struct server *s, struct table *t, const char *who, struct tb_text *out);
void put_me(const struct client *c, struct tb_text *out);
void put_options(const struct table *t, struct tb_text *out);
void put_seats(const struct server *s, const struct table *t, struct tb_text *out);
void put_pace(const struct store_table *row, struct tb_text *out);
void put_result(const struct table *t, struct tb_text *out);
void put_owes(uint8_t owes, struct tb_text *out);
void put_event(const struct table *t, const struct tb_event *e, uint32_t ply,
               struct tb_text *out);
void put_shown(const char *key,
               void (*write)(const struct tb_state *s, struct tb_text *out),
               const struct tb_state *seen, struct tb_text *out);
bool may_advise(const struct tb_game *g, const struct tb_state *s);
char *write_games(void);

/* ---- results ---- */

/* Keeps how the game ended for each person at a finished table. */
void results_keep(struct server *s, const struct table *t);

/* ---- books ---- */

/* The kit of a game, of the book of that digest unless it is 0. Whoever takes one of a
 * book gives it back. */
const struct tb_kit *shelf_take(struct server *s, const struct tb_game *g, uint64_t digest,
                                struct no *no);
void shelf_hold(struct server *s, const struct tb_kit *kit); /* once more */
void shelf_give(struct server *s, const struct tb_kit *kit);
/* Takes a kit for good; false: there is no room. */
bool shelf_put(struct server *s, const struct tb_game *g, struct tb_kit *kit);
void shelf_sweep(struct server *s);
void shelf_free(struct server *s);

/* Sixteen digits, as `tablier book list` writes them. */
bool read_digest(const char *hex, uint64_t *digest);
/* Somebody sends a book; answer_book answers later, unless it is refused at once. */
struct no book_receive(struct server *s, const struct net_request *q, const char *path,
                       const struct store_person *p);
void answer_book(struct server *s, uint64_t request, const char *refusal);

/* ---- bots ---- */

void brain_start(struct server *s, struct table *t); /* if a bot has to decide */
struct no brain_advise(struct request *r, const char *bot);
bool is_bot_name(const char *name);

/* ---- identity ---- */

void make_id(char id[STORE_ID]);
/* The id of what a person makes with a key of its own: the same key, the same id. */
void make_id_of(const char *who, const char *key, char id[STORE_ID]);
/* A new token as text, and its hash. */
enum { TOKEN_TEXT = 36 };
void make_token(char text[TOKEN_TEXT], uint8_t hash[STORE_TOKEN]);
bool hash_token(const char *text, uint8_t hash[STORE_TOKEN]);
/* The person of a cookie or Authorization header; false: nobody. */
bool person_of_head(struct server *s, const struct net_head *head, struct store_person *p);
void person_changed(struct server *s, const struct store_person *p);
/* The token that a head brings, hashed; false: none. */
bool token_of_head(const struct net_head *head, uint8_t hash[STORE_TOKEN]);
/* A device in few words, "": not known. */
void name_device(const char *agent, char device[STORE_DEVICE]);
/* The token of a cookie is known no more, and what was opened with it is closed. */
void forget_token(struct server *s, const struct net_head *head);
/* What a guest has is the person's from now on. Refused, with nothing changed, where both
 * sit at one table. */
struct no person_merge(struct server *s, const char *guest, struct store_person *p);
void hash_phrase(struct server *s, struct client *c, json_int_t id, const char *handle,
                 const char *phrase);

/* ---- HTTP ---- */

void on_http(void *server, const struct net_request *request);
bool may_open(void *server, const struct net_head *head);
/* How long a body may be: books are long, and taken from persons only. */
size_t body_max(void *server, const struct net_head *head);
/* Whether browsers come by https, here or at a proxy. */
bool is_secure(const struct serve_options *o);

void write_metrics(struct server *s, struct tb_text *out);
void note_commit(struct metrics *m, double seconds);
void note_refusal(struct metrics *m, const char *why);
void log_line(struct server *s, const char *event, const char *detail);
/* The same where the log is off too. */
void log_aloud(struct server *s, const char *event, const char *detail);

#endif
