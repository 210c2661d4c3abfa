/* Few tables that together cover what may be chosen before a game. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "tablier.h"

enum { TABLES_MAX = 128 };

/* Choices of options, allowed for that many seats, in which every pair of values of two
 * options occurs if it is allowed at all. Of an option with many values the least, the
 * greatest, the usual one and a few others stand for all. Returns how many. */
int options_cover(const struct tb_game *g, int seats, const struct tb_kit *kit,
                  uint64_t out[TABLES_MAX][TB_OPTIONS_MAX]);

#endif
