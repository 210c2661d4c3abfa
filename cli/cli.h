/*
 * cli.h: what the subcommands of `tablier` share.
 *
 * A subcommand is one file with one constant struct command, and one line in commands.h.
 * Bad usage and bad input end the program at once through refuse(): one line that names
 * the cause, and exit code 2.
 */
#ifndef CLI_H
#define CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "embed.h"
#include "tablier.h"

enum { FINE = 0, FAILED = 1, BAD_INPUT = 2 }; /* exit codes */

/* ---- say.c: the two languages ---- */

/* NULL: as the environment says. False: there is no such language. */
bool say_choose(const char *lang);
int say_lang(void);         /* TB_EN or TB_FR */
const char *say_code(void); /* "en" or "fr" */
/* The translation of a msgid, or itself. */
const char *say(const char *msgid) __attribute__((format_arg(1)));
#define _(msgid) say(msgid)
/* The sentence for that many, both already in the user's language: none is one in French.
 */
const char *say_many(uint64_t count, const char *one, const char *many)
    __attribute__((format_arg(2), format_arg(3)));

/* ---- args.c: subcommands and their options ---- */

struct arg {
    const char *name;  /* without the dashes; NULL ends the table */
    const char *value; /* msgid: what the value is called; NULL: a flag */
    const char *help;  /* msgid */
};

struct args;
struct command {
    const char *name;
    const char *words; /* msgid: the words after the name, as "GAME" */
    int words_min, words_max;
    const char *about;       /* msgid: one line */
    const char *more;        /* msgid: paragraphs of the help, or NULL */
    const struct arg *takes; /* options; --help, --lang and --colour come on top */
    int (*run)(const struct args *a);
};

enum { WORDS_MAX = 2, GIVEN_MAX = 64 };
struct args {
    const struct command *command;
    const char *word[WORDS_MAX];
    int words;
    struct {
        const char *name, *value; /* value of a flag: "" */
    } given[GIVEN_MAX];
    int count;
};

void args_read(struct args *a, const struct command *c, int count, char **word);
/* The last value given, or NULL. */
const char *args_text(const struct args *a, const char *name);
/* A whole number from min to max; `usual` where none is given. */
uint64_t args_number(const struct args *a, const char *name, uint64_t min, uint64_t max,
                     uint64_t usual);
bool read_number(const char *text, uint64_t max, uint64_t *value);
void command_help(const struct command *c);
extern const struct arg args_common[]; /* that every command takes */
/* What "--name" or "--name=value" is to a command; NULL: nothing. */
const struct arg *args_find(const struct command *c, const char *written);
/* complete.c: what a shell may offer for the last word. */
void complete_words(const struct command *const *commands, int count, char **word);
/* The options every command takes; for the help of `tablier` itself. */
void common_help(void);

/* "tablier: ..." on standard error, and the end: bad usage or input, exit code 2. */
void refuse(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* The same for what is not the user's fault: no memory, no disk. Exit code 1. */
void give_up(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* The same line, and life goes on. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *must(void *memory); /* gives up where malloc did */

/* ---- term.c: the terminal ---- */

struct term {
    bool colour; /* of standard output */
    bool screen; /* standard input and output are a terminal that can be cleared */
    bool bar;    /* standard error is one, for a progress bar */
};
struct term term_open(const struct args *a);
void term_size(int *columns, int *lines);
int columns_of(const char *text); /* characters, not bytes, without colours */
/* The text, then blanks up to that many columns. */
void put_padded(FILE *to, const char *text, int columns);
/* Text broken at blanks to fit the columns, each line but the first indented. */
void put_wrapped(FILE *to, const char *text, int indent, int columns);
/* A number with the language's decimal mark; *room holds it. */
const char *decimal(double value, int digits, char room[32]);
void progress_draw(uint64_t done, uint64_t total, double seconds);
void progress_clear(void);
double seconds_now(void); /* of a clock that only goes forward */

/* ---- table.c: games, options, kits, matches ---- */

/* A writer in the user's language. */
struct tb_text words_in(char *buffer, size_t size);
const struct tb_game *game_named(const char *id); /* refuses */
/* What option i may be: a|b|c, 3..5 or CODE. */
void option_values(const struct tb_game *g, int i, struct tb_text *out);
void options_given(const struct tb_game *g, const struct args *a, uint64_t *options);
/* The same for a person: what nobody chose is in the language that is spoken. */
void options_to_play(const struct tb_game *g, const struct args *a, uint64_t *options);
/* The game's kit, made from --book where it reads one; NULL: it has none, or no book was
 * given. The caller frees it. */
struct tb_kit *kit_for(const struct tb_game *g, const struct args *a);
/* ---- book.c: the books that kits are made of ---- */

/* A file, or a book that is kept; laid out so that the options are possible. Refuses. */
struct tb_kit *book_kit(const struct tb_game *g, const char *name, const uint64_t *options);
/* The kept book of a record; NULL: there is none such. */
struct tb_kit *book_kit_of(const struct tb_game *g, uint64_t digest);
/* Its text; NULL: it is not kept. The caller frees it. */
char *book_text_of(uint64_t digest, size_t *length);

/* A match with memory for a whole game. */
struct tb_match *match_new(const struct tb_game *g);
void match_free(struct tb_match *m);
/* A record's match, or a refusal naming the file and the line. */
struct tb_match *match_read(const char *path, const struct args *a, struct tb_kit **kit);
/* What one seat sees, in memory of the caller's own: free it. */
struct tb_state *observe(const struct tb_match *m, int viewer);
/* Writes the record; NULL, or why not (translated). `about` lines go on top. Nothing but a
 * record is ever written over, and a record only where `over` says so. */
const char *record_write(const struct tb_match *m, const char *path, const char *about,
                         bool over);
bool is_record(const char *path); /* whether such a file is there */
const char *why_not(int error);   /* errno in words */
/* A whole file as a string; NULL: errno says why. "-": standard input. Caller frees. */
char *file_read(const char *path);
/* What a picture or a JSON text needs; they are all far shorter. */
enum { PICTURE_MAX = 1 << 18 };
/* The picture of what the state's viewer knows; within so many lines, or 0. */
void show(const struct tb_game *g, const struct tb_state *seen, bool colour, int lines,
          FILE *to);
/* {"points":[...],"place":[...]} */
void put_result_json(const struct tb_game *g, const struct tb_state *s,
                     struct tb_text *out);
void say_result(const struct tb_match *m, const char *const *names, FILE *to);
void say_moves(const struct tb_match *m, const char *const *names, int viewer,
               uint32_t from, FILE *to);
/* The rules of a game in the user's language, or NULL. */
const char *rules_of(const struct tb_game *g);
/* The first seat that owes a decision; -1: the game is over. */
int next_seat(const struct tb_state *s);

/* ---- players.c: who sits where ---- */

enum player_kind { PERSON, BOT, PROGRAM };
struct player {
    enum player_kind kind;
    char *name;          /* for people: "Player 1" */
    const char *written; /* as the command line had it */
    char level[16];      /* of a BOT */
    uint32_t nodes;      /* its own, for a decision; 0: as the budget says */
    uint32_t ms;         /* of processor time; 0: not limited so */
    double until;        /* when this decision's are spent */
    struct tb_bot *bot;
    struct remote *remote;
};
struct budget {
    uint32_t nodes; /* 0: not limited so */
    uint32_t ms;    /* told to programs; 0: not limited so */
    uint32_t wait;  /* ms after which a program that has not answered forfeits */
};
struct players {
    const struct tb_game *game;
    int count;
    struct player seat[TB_SEATS_MAX];
    const char *names[TB_SEATS_MAX];
    struct budget budget;
};

/* Whom "person,bot:hard,easy@500,cmd:./mybot" means; refuses what it does not understand.
 * Nobody is started yet. `written` is cut up and must live as long. */
void players_read(struct players *p, const struct tb_game *g, char *written, bool persons);
/* --ms, --nodes and --wait. */
struct budget budget_given(const struct args *a);
/* Wakes the bots for a new game, or again after an undo. A program that does not start
 * properly: its seat, and why in `why`; else -1. */
int players_begin(struct players *p, const struct tb_match *m, char why[256]);
/* What a bot decides; 0: it forfeits, and `why` says why. */
tb_move player_decide(struct players *p, const struct tb_match *m, int seat,
                      struct tb_state *room, char why[256]);
/* Tells the programs what happened. */
void players_tell(struct players *p, const struct tb_events *told);
void players_over(struct players *p, const struct tb_state *s);
void players_free(struct players *p);

/* Set by a signal; bots stop thinking, and whoever looks must deal with it. */
extern volatile int interrupted;

/* ---- remote.c: a bot program, docs/bot-protocol.md ---- */

struct remote;
struct remote *remote_start(const char *program, const struct tb_game *g, uint32_t wait,
                            char why[256]);
const char *remote_name(const struct remote *r); /* as it calls itself, or NULL */
bool remote_begin(struct remote *r, const struct tb_state *s, int seat, uint64_t seed,
                  char why[256]);
void remote_event(struct remote *r, const struct tb_event *e);
tb_move remote_decide(struct remote *r, const struct tb_state *seen, int seat,
                      const struct budget *budget, char why[256]);
void remote_over(struct remote *r, const struct tb_state *s);
void remote_stop(struct remote *r); /* NULL is fine; leaves no process behind */

/* ---- seen.c: what a seat sees, as one line for programs that link the library ---- */

void seen_write(const struct tb_game *g, const struct tb_state *seen, struct tb_text *out);
/* NULL, or why it is not what a seat of this game could see. */
const char *seen_read(const struct tb_game *g, const char *text, int seat,
                      const struct tb_kit *kit, struct tb_state *out);

/* ---- line.c: a line from a person or a pipe ---- */

struct line;
/* candidate(with, i): what could be typed, NULL after the last. */
struct line *line_open(bool screen, const char *(*candidate)(void *with, int i),
                       void *with);
/* The line without its end, valid until the next call; NULL: the end, or a signal. */
const char *line_read(struct line *l, const char *prompt);
void line_close(struct line *l);

#endif
