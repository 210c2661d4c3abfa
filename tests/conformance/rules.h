/*
 * What every game keeps, whatever it is: rules checked on random games of it, by code that
 * knows no game. tests/conformance.c runs them over the registry, tests/faults.c shows
 * that each can be broken and is then named.
 */
#ifndef RULES_H
#define RULES_H

#include "tablier.h"

/* Which games to play: one table, several seeds. */
struct tables {
    const struct tb_game *game;
    int seats;
    uint64_t options[TB_OPTIONS_MAX];
    const struct tb_kit *kit; /* NULL: the game needs none */
    uint64_t seed;
    int games;      /* played to the end */
    int samples;    /* positions of each that are looked at from every side */
    int deals;      /* set-ups over which guess() must be fair; 0: not looked at */
    double seconds; /* of processor time, then only the rest of the game; 0: no limit */
};

struct verdict {
    const char *rule; /* the first one broken; NULL: none */
    char where[256];  /* seed, ply, viewer: enough to find it again */
    long positions;   /* stood on */
    long samples;     /* looked at from every side */
};

void rules_judge(const struct tables *tables, struct verdict *verdict);

#endif
