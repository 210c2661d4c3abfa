/*
 * pool.h: threads for what would hold up the loop: bots thinking, passphrases.
 *
 * A job owns all it needs. It is worked on by one thread and given back to the loop, which
 * alone looks at tables, sockets and the store.
 *
 * The queue is fair: of those for whom work waits, the one for whom least time was spent is
 * served first, whatever the others have piled up; and what nobody waits for comes last.
 */
#ifndef POOL_H
#define POOL_H

#include <stdbool.h>
#include <stdint.h>

struct pool;

struct job { /* first member of what is to be done */
    struct job *next;
    void (*work)(struct job *job);             /* on a worker */
    void (*done)(struct job *job, void *with); /* on the loop; frees the job */
    uint64_t whose;                            /* whom its time is counted to */
    uint64_t where;                            /* for pool_hurry; 0: nowhere */
    bool unwatched;                            /* nobody waits for it */
};

/* `each` jobs may wait for one and the same, `queue_max` that nobody waits for, and
 * sixteen times as many in all. `wake` is called from a worker when something is finished.
 */
struct pool *pool_new(int threads, int queue_max, int each, void (*wake)(void *with),
                      void *with);
/* Waits for what is being worked on; what has not begun is given to done() as it is. */
void pool_free(struct pool *pool, void *with);
/* False: the queue is full, and the job still the caller's. */
bool pool_add(struct pool *pool, struct job *job);
/* Somebody has come to watch: what waits there is waited for from now on. */
void pool_hurry(struct pool *pool, uint64_t where);
/* Calls done() of whatever is finished. */
void pool_collect(struct pool *pool, void *with);
int pool_waiting(struct pool *pool);
bool pool_is_stopping(struct pool *pool); /* asked by long work */

#endif
