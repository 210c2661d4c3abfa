/*
 * What every game keeps, whatever it is: rules checked on random games of it, by code that
 * knows no game. tests/conformance.c runs them over the registry, tests/faults.c shows
 * that each can be broken and is then named.
 */
#ifndef RULES_H
#define RULES_H

#include "tablier.h"

/* Which games to play: one table, as many seeds as it takes. */
struct tables {
    const struct tb_game *game;
    int seats;
    uint64_t options[TB_OPTIONS_MAX];
    const struct tb_kit *kit; /* NULL: the game needs none */
    uint64_t seed;
    int positions; /* stood on at least, in as many whole games as that takes */
    int samples;   /* of these looked at from every side, at least */
    int deals;     /* set-ups over which guess() must be fair; 0: not looked at */
    int patience;  /* seconds of processor time until what does not end is named; 0: none */
};

struct verdict {
    const char *rule; /* the first one broken; NULL: none */
    char where[256];  /* seed, ply, viewer: enough to find it again */
    long games;       /* played */
    long positions;   /* stood on */
    long samples;     /* looked at from every side */
    long counted;     /* of these, how many had few worlds, that were all counted */
};

void rules_judge(const struct tables *tables, struct verdict *verdict);
/* The names of all rules, from 0; NULL: there is no such number. */
const char *rules_name(int number);

#endif
