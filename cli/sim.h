/* sim.h: what tablier sim counts (sim.c), and how it says so (report.c). */
#ifndef SIM_H
#define SIM_H

#include <stdatomic.h>

#include "cli.h"

/* Of so many numbers, for their mean and its standard error. */
struct sums {
    double sum, squares;
};

struct totals {
    uint64_t games, decisions, shared; /* shared: games whose first place has company */
    /* These by player, the place in --bots. A win is a first place alone, a draw one that
     * is shared, a loss all else: lost together too. */
    uint64_t wins[TB_SEATS_MAX], draws[TB_SEATS_MAX], losses[TB_SEATS_MAX];
    uint64_t forfeits[TB_SEATS_MAX];
    struct sums points[TB_SEATS_MAX];
    struct sums length; /* in decisions */
    struct sums figures[TB_FIGURES_MAX];
};

struct job {
    const struct tb_game *game;
    const struct tb_kit *kit;
    uint64_t options[TB_OPTIONS_MAX];
    uint64_t seed, games, block; /* games in a block */
    int seats;
    const char *bots;    /* one a seat, with commas */
    const char *records; /* the folder for them; NULL: none are kept */
    struct budget budget;
    bool all_random, rotate, bar;
    double begun, cpu; /* when it began, by the clock and in processor time */
    double ended;
    struct totals *blocks;
    _Atomic uint64_t next, done;
    atomic_int working; /* threads that still play */
    atomic_bool complained[TB_SEATS_MAX];
};

double cpu_now(void); /* seconds of processor time, of this program and its children */
/* The first bot of a list, cut where it does not fit. */
void first_of(const char *list, char *one, size_t size);
void print_json(const struct job *j, const struct totals *t, double seconds, double cpu);
void say_report(const struct job *j, const struct totals *t, double seconds, double cpu);

#endif
