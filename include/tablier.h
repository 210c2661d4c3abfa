/*
 * tablier.h: everything the rest of the program may know about a game.
 *
 * A game is one constant struct tb_game. A position is one flat struct tb_state, copied
 * with memcpy and compared with memcmp. It stays incomplete here; each game completes it
 * in its own private header, so the compiler itself keeps everybody else out. Nothing
 * here prints, reads a clock or has a global that changes; only tb_bot_new,
 * tb_kit_new and tb_kits_new allocate.
 *
 * Functions that can refuse return NULL, or why they refused: an English sentence that
 * is also the msgid of its translation. A refusal changes nothing.
 */
#ifndef TABLIER_H
#define TABLIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TB_SEATS_MAX = 6,    /* Nouvelles Contrées seats six */
    TB_MOVES_MAX = 512,  /* the longest list: 332 placements of six buildings */
    TB_NOTE_MAX = 64,    /* bytes of a move in notation, the final 0 included */
    TB_OPTIONS_MAX = 13, /* Nouvelles Contrées has thirteen */
    TB_EVENTS_MAX = 256, /* what one decision can set off */
    TB_FIGURES_MAX = 8,  /* numbers of its own that a game reports to tb sim */
    TB_KEY = 32,         /* bytes of a secret seed */
};
enum { TB_TRUTH = -1, TB_PUBLIC = -2 };           /* head.viewer, when it is not a seat */
enum { TB_ALL = 255 };                            /* every seat, and whoever looks on */
enum { TB_EASY = 1, TB_NORMAL = 2, TB_HARD = 3 }; /* how well a bot should play */
enum { TB_EN = 0, TB_FR = 1, TB_LANGS = 2 };      /* columns of the content tables */

/* Marks a msgid for the catalogues in po/ without translating it on the spot. */
#define TB_N(msgid) msgid

/*
 * One decision: byte 7 is a verb from the game's own enum, never 0; bytes 0 to 6 are its
 * operands. 0 is therefore no move. Files and sockets carry the text notation instead,
 * so these bits may change with any release.
 */
typedef uint64_t tb_move;

static inline tb_move tb_mv(unsigned verb, unsigned a, unsigned b)
{
    return (tb_move)verb << 56 | (tb_move)(b & 255) << 8 | (a & 255);
}
static inline unsigned tb_verb(tb_move m) { return (unsigned)(m >> 56); }
static inline unsigned tb_arg(tb_move m, int i) { return (unsigned)(m >> 8 * i) & 255; }

/* First member of whatever the matches of a game share and never change: a digested
 * book, a table too long to ship. The rest of it is the game's own. */
struct tb_kit {
    uint64_t digest; /* names the content in records; 0: the same for everybody */
};

/* First member of every state. The engine owns it; the rules write only `owes` and
 * `may`. */
struct tb_head {
    uint64_t rng; /* with `key` all luck to come: whoever knows them knows the deck */
    uint8_t key[TB_KEY]; /* of a secret seed, whose draws `rng` counts; 0: `rng` is all */
    union {
        const struct tb_kit *kit; /* read-only, shared; NULL: the game has none */
        uint64_t kit_room;        /* so that a state is as long in WebAssembly */
    };
    uint64_t option[TB_OPTIONS_MAX]; /* values chosen, in the order of tb_game.options */
    uint16_t ply;                    /* decisions taken so far */
    uint8_t owes;                    /* seats that owe a decision, bit 0: seat 0; 0: over */
    int8_t viewer; /* whose knowledge this is: a seat, TB_PUBLIC, TB_TRUTH */
    uint8_t seats; /* players at this table */
    uint8_t may; /* seats that may decide though nobody waits for them: to change a vote */
    uint8_t unused[2];
};
struct tb_state; /* begins with: struct tb_head head; */

static inline struct tb_head *tb_head(struct tb_state *s) { return (struct tb_head *)s; }
static inline const struct tb_head *tb_head_of(const struct tb_state *s)
{
    return (const struct tb_head *)s;
}

/* A bounded writer: it never overflows, it remembers being cut. */
struct tb_text {
    char *at, *end; /* `end` is where the final 0 may stand */
    bool cut;       /* something did not fit */
    bool colour;    /* show() may use terminal colours */
    uint8_t lang;   /* TB_EN or TB_FR: column of the content tables; TB_LANGS: ids */
    uint8_t lines;  /* show() keeps within so many, of 80 columns; 0: as many as it takes */
    const char *(*say)(const char *msgid); /* the translation; NULL: as it stands */
};

/* A choice made before the game: a number, or one of a few named values. */
struct tb_option {
    const char *id;            /* in records and on the command line; NULL ends the table */
    const char *name;          /* msgid: what a person reads */
    const char *help;          /* msgid: what it means, in a sentence */
    const char *const *values; /* ids of min, min+1, ...; NULL: it is a number */
    const char *const *labels; /* msgids of the values, in the same order */
    uint64_t min, max, usual;
    /* A value with a notation of its own, as a quest code. Both, or neither. */
    const char *(*read)(const char *text, uint64_t *value);
    void (*write)(uint64_t value, struct tb_text *out);
};

/* Something happened, and these seats may know it. Log, motion and speech come of it. */
struct tb_event {
    uint8_t kind;   /* index into tb_game.events */
    uint8_t seat;   /* who did it, or whom it befell */
    uint8_t knows;  /* bit per seat; TB_ALL: everybody, and whoever looks on */
    uint8_t arg[5]; /* what `args` of the kind says */
};
/* Whether the viewer (a seat, TB_PUBLIC, TB_TRUTH) may know it. Nobody else decides this:
 * whoever passes events on asks here. */
static inline bool tb_event_known(const struct tb_event *e, int viewer)
{
    return viewer == TB_TRUTH || e->knows == TB_ALL ||
           (viewer >= 0 && viewer < TB_SEATS_MAX && e->knows >> viewer & 1);
}
struct tb_event_kind {
    const char *id;   /* in JSON; NULL ends the table */
    const char *text; /* msgid of the line in the log, see tb_put_event(); NULL: unsaid */
    const char *args; /* a letter per argument: 'n' number, 's' seat, else see word() */
    bool reveals;     /* somebody learned something: undo stops here */
};
/* Where play() tells. A search passes NULL instead. */
struct tb_events {
    struct tb_event *list;
    int count, room;
};

/* How a game is the puzzle of a day, for one seat: measure()'s first number is the result,
 * and less is better. What is told of it to those who have not played yet is a row of
 * signs, made of events; none may say anything of the secret. */
struct tb_sign {
    uint8_t kind;      /* index into tb_game.events */
    uint8_t arg;       /* the argument that chooses among the signs */
    const char *signs; /* characters by its value, the last for more; NULL ends the table */
};
struct tb_daily {
    const char *counts; /* msgid: what the result is a number of, as "turns" */
    const char *option; /* id of one that takes a day; NULL: the seed is enough */
    const struct tb_sign *signs;
};

/* How a game ended, or stands. */
struct tb_result {
    int points[TB_SEATS_MAX];    /* as the players count them */
    uint8_t place[TB_SEATS_MAX]; /* 1: first; equal places are shared; 0: lost together */
};

/* What a bot is asked, besides the position. */
struct tb_ask {
    int level; /* TB_EASY to TB_HARD */
    uint32_t
        nodes; /* work allowed, in the bot's own unit; 0: what the level usually takes */
    uint64_t seed; /* same position, level, nodes and seed: same answer */
    void *memory;  /* tb_game.memory_size bytes of the seat's own, zero at first: kept */
    bool (*stop)(void *with); /* true: answer now; NULL: never asked */
    void *with;
};

struct tb_game {
    const char *id;    /* names the folder, the URL and the records: "hush" */
    const char *name;  /* msgid */
    const char *about; /* msgid: one sentence */
    uint16_t edition;  /* raised when old records would replay differently */
    uint8_t seats_min, seats_max;
    uint32_t state_size;
    uint32_t plies_max;                 /* a longer game is a bug */
    const struct tb_option *options;    /* NULL: none */
    const struct tb_event_kind *events; /* by tb_event.kind */
    const char *const *figures;         /* ids of measure()'s numbers; NULL: none */
    const struct tb_daily *daily;       /* NULL: it is no puzzle of the day */

    /* Rules. play() gets only what moves() listed for that seat: the engine checked.
     * moves() is asked only of seats that owe or may, and never answers with nothing. */
    const char *(*allow)(
        const struct tb_head *h); /* why not these seats and options; or NULL */
    /* Why no bot can play at such a table, which allow() lets be; NULL, or a NULL answer:
     * bots may. A novel that lies on somebody's table, say, only people can read. */
    const char *(*no_bots)(const struct tb_head *h);
    void (*setup)(struct tb_state *s); /* all is 0 but the head */
    int (*moves)(const struct tb_state *s, int seat, tb_move *out); /* how many */
    void (*play)(struct tb_state *s, int seat, tb_move move, struct tb_events *to);
    void (*score)(const struct tb_state *s, struct tb_result *result);

    /* Secrets from head.viewer; both NULL if all lies open. hide() blanks what that
     * viewer may not know. guess() deals the same places anew, whatever lies there:
     * two accounts of one secret, so that tests can hold each against the other. */
    void (*hide)(struct tb_state *s);
    void (*guess)(struct tb_state *s);

    /* Words. show(), scene() and view() get a hidden state: they cannot tell a secret. */
    void (*notate)(const struct tb_state *s, tb_move move, struct tb_text *out);
    void (*word)(char kind, unsigned value, struct tb_text *out); /* an event's argument */
    void (*show)(const struct tb_state *s, struct tb_text *out);  /* for a terminal */
    void (*scene)(const struct tb_state *s, struct tb_text *out); /* JSON: what stays */
    void (*view)(const struct tb_state *s, struct tb_text *out);  /* JSON: what changes */

    /* Optional. */
    /* What the seat that sees this, and owes or may, has to decide: the decision in a
     * sentence, and what it costs. NULL: the moves speak for themselves. */
    void (*question)(const struct tb_state *seen, int seat, struct tb_text *out);
    const char *(*check)(const struct tb_state *s); /* the broken invariant, or NULL */
    void (*measure)(const struct tb_state *s, double *figures); /* of a finished game */
    int (*evaluate)(const struct tb_state *s, int seat);        /* -1000..1000, for bots */
    int (*order)(const struct tb_state *s, int seat,
                 tb_move move); /* more: try it sooner */
    /* How the search plays on where its usual manner does not suit, docs/bots.md: steps
     * before evaluate() judges, and moves drawn of which order() keeps one. 0: the usual.
     */
    uint16_t horizon, contest;
    /* One of moves()' list without making the list, for playouts: exactly
     * list[tb_random_below(rng, count)]. NULL: the list is made. */
    tb_move (*pick)(const struct tb_state *s, int seat, uint64_t *rng);
    /* A bot of the game's own; NULL: the generic search plays it. 0: no opinion. */
    tb_move (*advise)(const struct tb_state *seen, int seat, const struct tb_ask *ask);
    size_t memory_size; /* bytes advise() keeps between decisions */
    /* Hints that this table allows, from a nudge on: writes number `step`, from 0, for
     * the seat that sees this; false: there is no such step. NULL: none. */
    bool (*hint)(const struct tb_state *seen, int seat, int step, struct tb_text *out);
    /* Why a note that is none of moves()' list is not possible: a msgid. NULL, or a NULL
     * answer: there is nothing more to say. Looks at nothing that the seat does not see. */
    const char *(*refuse)(const struct tb_state *s, int seat, const char *note);
    /* What facts written down, one a line, tell of the secret, of any match or none: in
     * words or as JSON. False: they are refused, `out` says why and *line where. For those
     * who play with the box. NULL: there is no solver. */
    bool (*solve)(const struct tb_kit *kit, const char *facts, bool words,
                  struct tb_text *out, int *line);
    /* Whether this table lets a player ask what a bot would do. NULL: always. */
    bool (*may_advise)(const struct tb_state *s);
    /* Fills kit_size zeroed bytes, from a text, a book say, or from nothing. */
    const char *(*kit_make)(struct tb_kit *kit, const char *text, size_t length);
    size_t kit_size; /* 0: the game has no kit */
    bool kit_bare;   /* it reads no text, so the kit is the same for everybody */
    /* A kit that is part of the program, which never changes: tb_new takes it where none is
     * given. NULL: there is none. */
    const struct tb_kit *(*kit)(void);
};

/* ---- luck: the same numbers on every machine ---- */

/* Where a match's luck comes from. A number, as people type and share it, is for puzzles,
 * tests and bots: its deals can be found by trying numbers. Where strangers play for a
 * secret it is a key of 256 bits, and ChaCha20 deals. One of the two is 0. */
struct tb_seed {
    uint64_t number;
    uint8_t key[TB_KEY];
};
static inline struct tb_seed tb_seed_of(uint64_t number)
{
    struct tb_seed seed = { number, { 0 } };

    return seed;
}
static inline bool tb_is_key(const uint8_t bytes[TB_KEY])
{
    uint64_t word[TB_KEY / sizeof(uint64_t)];

    memcpy(word, bytes, sizeof word);
    return word[0] | word[1] | word[2] | word[3];
}
static inline bool tb_seed_is_secret(const struct tb_seed *seed)
{
    return tb_is_key(seed->key);
}
/* As records have it: "42", or the key's bytes as 64 hexadecimal digits. */
const char *tb_seed_read(const char *text, struct tb_seed *seed);
void tb_seed_put(const struct tb_seed *seed, struct tb_text *out);
/* For the luck of bots: of a number it is that number; of a key nothing of the key nor of
 * what it deals can be told from it. */
uint64_t tb_seed_luck(const struct tb_seed *seed);

/* splitmix64: for numbers, for bots and for redeals. Its whole state is one word and any
 * word is a good seed, so a redeal reseeds freely. */
static inline uint64_t tb_random(uint64_t *rng)
{
    uint64_t z = *rng += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* 0..n-1. Lemire's multiplication; the loop throws away the few values that would favour
 * low results, so each is exactly as likely. */
static inline uint32_t tb_random_below(uint64_t *rng, uint32_t n)
{
    uint64_t product = (tb_random(rng) >> 32) * n;

    if ((uint32_t)product < n) {
        uint32_t unfair = -n % n;

        while ((uint32_t)product < unfair)
            product = (tb_random(rng) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

/* ---- the registry ---- */

extern const struct tb_game *const tb_games[]; /* NULL ends it */
const struct tb_game *tb_find(const char *id); /* NULL: no such game */

/* ---- positions ---- */

/* Sets up a game. `s` has room for g->state_size bytes; NULL options: the usual ones. */
const char *tb_new(const struct tb_game *g, struct tb_state *s, int seats,
                   const uint64_t *options, const struct tb_kit *kit, struct tb_seed seed);
/* Why no bot may sit at this table; NULL: they may. Whoever seats one asks here first. */
const char *tb_no_bots(const struct tb_game *g, const struct tb_state *s);
/* Lists what the seat can do now: 0 if it neither owes nor may. `out` holds TB_MOVES_MAX.
 */
int tb_legal(const struct tb_game *g, const struct tb_state *s, int seat, tb_move *out);
/* Plays a move if it is legal. A search that picks from tb_legal's list may call
 * tb_step instead, which does not check. */
const char *tb_play(const struct tb_game *g, struct tb_state *s, int seat, tb_move move,
                    struct tb_events *to);
static inline void tb_step(const struct tb_game *g, struct tb_state *s, int seat,
                           tb_move move, struct tb_events *to)
{
    tb_head(s)->ply++;
    g->play(s, seat, move, to);
}
/* A legal move, each as likely; the seat owes one. */
tb_move tb_pick(const struct tb_game *g, const struct tb_state *s, int seat, uint64_t *rng);
/* Writes a move in notation. */
void tb_notate(const struct tb_game *g, const struct tb_state *s, tb_move move,
               char note[TB_NOTE_MAX]);
/* The same as a JSON string, straight into a text. */
void tb_put_note(const struct tb_game *g, const struct tb_state *s, tb_move move,
                 struct tb_text *out);
/* Reads it back, whatever the case, among the legal ones. */
const char *tb_parse(const struct tb_game *g, const struct tb_state *s, int seat,
                     const char *note, tb_move *out);

/* What `viewer` knows of s: the only door from a match to a player or a bot. */
void tb_observe(const struct tb_game *g, const struct tb_state *s, int viewer,
                struct tb_state *out);
/* A world that `seen` does not contradict: what a bot searches. */
void tb_redeal(const struct tb_game *g, const struct tb_state *seen, uint64_t seed,
               struct tb_state *out);

/* ---- kits: what the matches of a game share ---- */

/* Made once, from a text where the game reads one, owned by the caller and given to every
 * tb_new; whoever plays with it only reads it, so threads may share it. NULL with *refusal
 * NULL: the game has none, so a caller may ask for any game alike. */
struct tb_kit *tb_kit_new(const struct tb_game *g, const char *text, size_t length,
                          const char **refusal);
void tb_kit_free(struct tb_kit *kit); /* takes NULL too */
/* For those who host any game: a kit for each that needs no text, in the order of tb_games,
 * and NULL for the others. NULL: no memory. tb_kits_free takes that too. */
struct tb_kit **tb_kits_new(void);
const struct tb_kit *tb_kits_of(struct tb_kit *const *kits, const struct tb_game *g);
void tb_kits_free(struct tb_kit **kits);

/* ---- options ---- */

/* Fills TB_OPTIONS_MAX values with the usual ones. */
void tb_options_usual(const struct tb_game *g, uint64_t *options);
/* Sets one by its id and value as text: a value's id or a number. */
const char *tb_option_set(const struct tb_game *g, uint64_t *options, const char *id,
                          const char *value);
/* Writes the value of option i as text. */
void tb_option_put(const struct tb_game *g, int i, uint64_t value, struct tb_text *out);

/* ---- matches: a position and how it came about ---- */

struct tb_ply {
    tb_move move;
    uint8_t seat;
    uint8_t reveals; /* somebody learned something by it: undo needs everybody's consent */
    uint8_t unused[6];
};
/* The caller owns the memory of `now` and `plies` and may move the latter to grow it. */
struct tb_match {
    const struct tb_game *game;
    struct tb_state *now;
    struct tb_ply *plies;
    uint32_t count, room; /* plies taken; plies that fit */
    struct tb_seed seed;
};

const char *tb_match_new(struct tb_match *m, int seats, const uint64_t *options,
                         const struct tb_kit *kit, struct tb_seed seed);
const char *tb_match_play(struct tb_match *m, int seat, tb_move move, struct tb_events *to);
/* Whether the seat may take back its last decision on its own: it is the last of all,
 * and nobody learned anything by it. */
bool tb_match_may_undo(const struct tb_match *m, int seat);
/* Goes back to the position after `count` plies by playing them again. */
void tb_match_rewind(struct tb_match *m, uint32_t count);
/* Writes the record, docs/record.md: header and moves. `room` holds a position, in which
 * the moves are played again: notation may depend on where they are made. */
void tb_match_save(const struct tb_match *m, struct tb_state *room, struct tb_text *out);

/* The header of a record, read before its match: what to make room for. */
struct tb_record {
    const struct tb_game *game;
    int seats;
    uint64_t options[TB_OPTIONS_MAX];
    struct tb_seed seed;
    uint64_t kit_digest;
    uint32_t plies;   /* moves written in it */
    const char *body; /* the first line of moves */
    int body_line;    /* its number in the file, for messages */
};
const char *tb_record_read(const char *text, struct tb_record *r);
/* Plays a record's moves in place of the match that was here, or of zeros in m->now. On a
 * refusal, *line says which line is at fault. */
const char *tb_match_load(struct tb_match *m, const struct tb_record *r,
                          const struct tb_kit *kit, int *line);

/* ---- the puzzle of the day: from the date alone, so the same for everybody ---- */

/* A day is a number such as 20261116, in the calendar of UTC: one's own would give two
 * neighbours across a border two puzzles at the same moment. 0: no day. */
uint32_t tb_day(int64_t seconds);       /* of a time since 1970 */
uint32_t tb_day_read(const char *text); /* "2026-11-16" */
void tb_day_put(uint32_t day, struct tb_text *out);
/* Sets up that day's: one seat, the usual options, and the day itself as the seed. */
const char *tb_daily_new(struct tb_match *m, uint32_t day, const struct tb_kit *kit);
/* The day whose puzzle a match is; 0: it is none. */
uint32_t tb_daily_of(const struct tb_match *m);
/* The result of a finished one; -1: the puzzle was not solved. */
int tb_daily_result(const struct tb_match *m);
/* "Topologic 2026-11-16 ▂▄█ 3": what may be shared. `room` as for tb_match_save. */
void tb_daily_put(const struct tb_match *m, struct tb_state *room, struct tb_text *out);
/* What to hold a result against: that of the hard bot on the same puzzle; -1: it did not
 * solve it, or there is no memory. Thinks for a moment. */
int tb_daily_par(const struct tb_game *g, uint32_t day, const struct tb_kit *kit);

/* ---- bots: players of one seat ---- */

struct tb_bot;
extern const char *const tb_bot_names[]; /* "random", "greedy", "easy", ...; NULL ends it */
/* A bot by name; NULL: no such name, or no memory. tb_bot_free takes NULL too. */
struct tb_bot *tb_bot_new(const struct tb_game *g, const char *name, uint64_t seed);
void tb_bot_free(struct tb_bot *bot);
/* Its decision in what its seat sees. `nodes` 0: the usual; stop as in tb_ask. */
tb_move tb_bot_move(struct tb_bot *bot, const struct tb_state *seen, int seat,
                    uint32_t nodes, bool (*stop)(void *with), void *with);

/* ---- for the rules: luck from the head, telling, writing ---- */

uint32_t tb_roll(struct tb_state *s, uint32_t n); /* 0..n-1, each as likely */
void tb_shuffle(struct tb_state *s, uint8_t *items, int count);
void tb_tell(struct tb_events *to, struct tb_event event); /* `to` NULL: nobody listens */

/* A writer over a buffer of `size` bytes. */
struct tb_text tb_text(char *buffer, size_t size);
/* printf's %d %u %x %c %s %% with width, '-', '0', 'l', 'll', and .N for %s; widths count
 * characters, not bytes. The same on every machine, whatever the locale. */
void tb_put(struct tb_text *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tb_put_bytes(struct tb_text *out, const char *bytes, size_t length); /* as they are */
static inline void tb_put_byte(struct tb_text *out, char byte)
{
    if (out->at == out->end) {
        out->cut = true;
        return;
    }
    *out->at++ = byte;
    *out->at = 0;
}
void tb_put_json(struct tb_text *out, const char *string); /* quoted and escaped */
const char *tb_say(const struct tb_text *out, const char *msgid);
/* A line of the log, with the players' names in place of {seat} and 's' arguments. Forms:
 * {seat|You draw|@ draws} speaks to `reader` (a seat, or TB_PUBLIC) or names the seat;
 * {0|# card|# cards} is one or many. A line that begins with "{seat||" is not for the
 * seat itself: nothing is put. */
void tb_put_event(const struct tb_game *g, const struct tb_event *e,
                  const char *const *names, int reader, struct tb_text *out);
/* {"games":[...],"bots":[...]}: what can be played here, docs/protocol.md; one game alone,
 * or NULL: all. */
void tb_put_games_json(const struct tb_game *only, struct tb_text *out);
/* {"kind":"moved","seat":0,"args":["1","C4"]} */
void tb_put_event_json(const struct tb_game *g, const struct tb_event *e,
                       struct tb_text *out);

#ifdef __cplusplus
}
#endif

#endif
