/*
 * chain.h: the sums over a table's plies, by which damage is noticed.
 *
 * The sum of a ply is taken over its line, its place and the sum of the ply before; that
 * of the first over how the table was set up. So a line that was changed, lost, doubled or
 * moved to another table does not fit, and neither does a changed seed. It is no signature:
 * who can write the file can write sums too.
 */
#ifndef STORE_CHAIN_H
#define STORE_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUM_LETTERS = 8 }; /* of six bits each */

/* Where a table's chain ends. */
struct head {
    uint64_t sum; /* of the last ply; where there is none, of the set-up */
    uint32_t n;   /* plies */
};

/* The sum of anything, keyed by two numbers. */
uint64_t sum_of(uint64_t a, uint64_t b, const void *bytes, size_t length);
/* The head when a line follows, from its seat to the end of its note. */
struct head chain_next(struct head head, int64_t key, const char *line, size_t length);
void sum_write(uint64_t sum, char letters[SUM_LETTERS]);
/* Whether a line "SUM rest" follows on a head, which then moves on. */
bool chain_follows(struct head *head, int64_t key, const char *line, size_t length);

#endif
