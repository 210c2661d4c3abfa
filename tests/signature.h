/* One number per game that changes when anything changes that a player could see. */
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include "tablier.h"

/* FNV-1a over views, public and of every seat in turn, of that many seeded random games,
 * with every number of seats and the usual options, and over their results. The same
 * natively and in WebAssembly; tests/signatures.txt has those of 1,000 games. 0: no memory.
 */
uint64_t signature(const struct tb_game *g, int games);

#endif
