/*
 * A watch over code that may never come back.
 *
 * It counts processor time, not time on the wall, so a busy machine changes nothing; and
 * only between two signs of life, so a slow game may take as long as it likes.
 */
#ifndef WATCH_H
#define WATCH_H

#include <setjmp.h>

struct watch {
    sigjmp_buf out;        /* where to go on when patience is over: set it first */
    volatile int seconds;  /* without a sign of life, so far */
    volatile int patience; /* seconds; 0: nobody watches */
};

/* From now on; one watch at a time. */
void watch_begin(struct watch *w, int patience);
void watch_end(struct watch *w);
static inline void watch_live(struct watch *w) { w->seconds = 0; }

#endif
