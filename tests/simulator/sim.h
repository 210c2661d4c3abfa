/*
 * sim.h: what the parts of the simulator share.
 *
 * The server's own code runs in this process over another net.h, pool.h, now.h, disk.h and
 * another VFS of SQLite. All that happens comes from one seed, so a run can be had again.
 */
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../server/server.h"
#include "../server/spans.h"

enum { AGENTS = 7, GAMES_MAX = 16, SECOND_US = 1000000 };

struct agent;
struct line;

/* ---- the run ---- */

struct counts {
    uint64_t runs, turns, messages, heard, plays, plies, crashes, faults, lines, lies,
        repeats, undos, chats, games, ended, restarts, seconds;
    uint64_t of_game[GAMES_MAX]; /* tables played to their end, as tb_games has them */
};

struct sim {
    uint64_t seed;
    uint64_t chance;      /* of the world: whom, when, what */
    uint64_t entropy;     /* of the machine: what libsodium and SQLite are given */
    uint64_t hash;        /* of all that was sent and stored */
    uint64_t step;        /* turns of the loop */
    uint64_t serial;      /* of what must be told apart */
    int64_t us;           /* the monotonic clock */
    int64_t at_work;      /* a worker is, and for so long; 0: none */
    int64_t set_ms;       /* what people have set the wall clock by */
    struct server *house; /* NULL: nobody is at home */
    bool dead;            /* it has crashed: nothing that it still does counts */
    bool restarting;      /* it is to be closed and opened */
    bool calm;            /* nothing more goes wrong */
    bool empty;           /* and nobody does anything more */
    bool trace;           /* says what happens */
    struct counts counts; /* of all runs */
};
extern struct sim sim;

/* Never two of these in one expression: compilers differ in what they ask first. */
uint32_t chance(uint32_t n); /* 0..n-1 */
bool one_in(uint32_t n);     /* the chance of one in n */
int64_t between(int64_t least, int64_t most);
void note(const void *bytes, size_t length); /* mixes into the hash */
/* A rule was broken: says which, with the seed and the step, and ends the program. */
_Noreturn void broken(const char *rule, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- what happens ---- */

enum happening {
    HAPPEN_WAKE,    /* an agent does something */
    HAPPEN_COME,    /* a line is opened */
    HAPPEN_ARRIVE,  /* a message at the house */
    HAPPEN_HANG_UP, /* the house notices that a line is gone */
    HAPPEN_DELIVER, /* a message at an agent */
    HAPPEN_LOSE,    /* an agent notices that a line is gone */
    HAPPEN_POST,    /* an agent asks for an identity */
    HAPPEN_ANSWER,  /* and gets it */
    HAPPEN_THINK,   /* a worker is done */
    HAPPEN_TROUBLE,
    HAPPEN_RELIEF, /* there is room on the disk again */
    HAPPEN_RISE,   /* the house is opened again */
};

struct event {
    int64_t us;
    uint64_t order; /* of equals the first comes first */
    enum happening what;
    void *whom;
    char *text; /* of a message; the event's own */
    size_t length;
};

void happen(int64_t us, enum happening what, void *whom, const char *text, size_t length);
/* Waits for something that concerns the house, at most until then. */
void events_wait(int64_t until);
void events_free(void);
void crash(const char *where); /* here and now */
void house_rises(void);
void house_falls(void);
void world_step(void);
const struct serve_options *sim_options(void);

/* ---- the network ---- */

/* What is between an agent and the house: it outlives both ends, until the run is over. */
struct line {
    struct line *next;
    struct agent *agent;
    struct net_conn *conn; /* the house's end; NULL: none */
    int number;
    int64_t last_up, last_down; /* messages come in order */
    int64_t slow_until;         /* the agent does not read */
    int lag;                    /* ms */
    bool given_up;              /* by the agent: it hears nothing more of it */
    bool cut;                   /* nothing more arrives at the house */
    int asked, answered; /* messages that came to the house, and answers that left it */
};

struct line *line_open(struct agent *a);
void line_say(struct line *l, const char *text);
/* The agent hangs up; what is under way may arrive all the same. */
void line_give_up(struct line *l);
void line_read_again(struct line *l);
void lines_check(void); /* every message was answered, once */
void lines_free(void);
void net_happens(const struct event *e);
void post_me(struct agent *a);

/* ---- workers ---- */

void pool_happens(const struct event *e);

void chance_install(void);

/* ---- the disk ---- */

void disk_install(void);
void disk_new(void); /* an empty one */
void disk_free(void);
/* What is on it after the power was cut, or the process killed, now; until disk_revive
 * nothing works. */
void disk_die(void);
void disk_revive(void);
void disk_fill(bool full);
bool disk_is_full(void);
void disk_fail_after(int operations, int how_many);
/* The house crashes in the middle of an operation, after so many of them. */
void disk_crash_after(int operations);
void disk_trust(bool trusted); /* nothing fails for a while */

/* ---- the clients ---- */

void agents_new(void);
void agents_free(void);
void agent_happens(const struct event *e);
void agent_hears(struct agent *a, struct line *l, const char *text, size_t length);
void agent_loses(struct agent *a, struct line *l);
const char *agent_who(const struct agent *a);
const char *agent_cookie(const struct agent *a);
bool agents_are_sure(void); /* each has looked, and knows what a newcomer is told */
void agents_leave(void);

/* ---- the rules ---- */

void oracle_new(void);
void oracle_free(void);
/* A message goes to the house; before it is heard. */
void oracle_asked(struct line *l, const char *text, size_t length);
/* The house writes a message. */
void oracle_said(struct line *l, const char *text, size_t length);
/* It is let out. */
void oracle_released(struct line *l, const char *text, size_t length);
void oracle_turn_released(void); /* and with it all that the house knows */
void oracle_opened(void);        /* the house is open again: all promises are kept */
void oracle_count_ends(void);
void oracle_memory(void); /* nobody is there any more: what is not needed was given back */
/* What an agent has been told. */
/* words: "SEAT NOTE". */
void oracle_played(const char *table, uint32_t at, uint32_t ply, const char *words);
void oracle_chatted(const char *table, const char *text);
/* A play was refused as one that comes late. */
void oracle_refused(const char *table, const char *words, uint32_t at);
bool oracle_knows(const char *table); /* that it is there, and to stay */

#endif
