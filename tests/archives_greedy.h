/*
 * The greedy bot of the specification's section 18, as the measure of ours: eager takes
 * every square that gains at least 0.4, prudent at least 1.5. In floating point and through
 * the game's own header, for tests and measurements only.
 */
#ifndef ARCHIVES_GREEDY_H
#define ARCHIVES_GREEDY_H

#include "tablier.h"

enum { EAGER, PRUDENT };

tb_move archives_greedy(const struct tb_state *seen, int seat, int kind, uint64_t *rng);

#endif
