/*
 * How many turns Topologic's bot needs as a seeker, for every secret of a field.
 *
 * Sixty matches differ only in the secret and run side by side: as long as the seeker
 * sees the same in several of them, it is asked once for all. Used by the benchmark and
 * by the tests.
 */
#ifndef EVERY_SECRET_H
#define EVERY_SECRET_H

#include "tablier.h"

/* CPU time of one turn of the seeker, all its decisions together, in milliseconds. */
struct clock {
    double sum, longest;
    long count;
};
struct tally {
    double sum, squares;  /* of a field's mean turns */
    int fields, longest;  /* turns of the longest round */
    struct clock turn[2]; /* the first placement; the second turn */
};

/* Adds one field to the tally; the options are tb_new's. */
void every_secret(const struct tb_game *g, const uint64_t *options, uint64_t seed,
                  int level, struct tally *tally);
double tally_mean(const struct tally *t);
/* Twice the standard error of the mean. */
double tally_error(const struct tally *t);

#endif
