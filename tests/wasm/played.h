/* played.h: a number that changes when any view of seeded random games does. */
#ifndef PLAYED_H
#define PLAYED_H

#include "desk.h"

/* A hash of what `games` random games of game number `game`, with every number of seats,
 * show every viewer; 0: there is no such game. */
DESK_API(played) uint64_t played(int game, int games);

#endif
