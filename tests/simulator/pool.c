/* pool.h without threads: what is to be done is done by the loop itself, at a moment that
 * chance chooses, so that answers come in any order. */
#include "../../server/pool.h"

#include <stdlib.h>

#include "sim.h"

enum { THINKING_US = 3 * SECOND_US };

struct pool {
    struct job *todo, *finished;
    int waiting, room, each;
    bool stopping;
    void (*wake)(void *with);
    void *with;
    struct pool *next;
    uint64_t serial; /* events find it by this: it may have gone */
};

static struct pool *pools;

struct pool *pool_new(int threads, int queue_max, int each, void (*wake)(void *with),
                      void *with)
{
    struct pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        abort();
    *pool = (struct pool){ .room = queue_max, .each = each, .wake = wake, .with = with };
    pool->serial = ++sim.serial;
    pool->next = pools;
    pools = pool;
    return pool;
}

static void finish(struct pool *pool, struct job *job)
{
    job->next = pool->finished;
    pool->finished = job;
}

static struct job *take(struct pool *pool)
{
    struct job *job = pool->todo;

    pool->todo = job->next;
    pool->waiting--;
    return job;
}

void pool_free(struct pool *pool, void *with)
{
    struct pool **at = &pools;

    pool->stopping = true;
    while (pool->todo)
        finish(pool, take(pool));
    pool_collect(pool, with);
    while (*at != pool)
        at = &(*at)->next;
    *at = pool->next;
    free(pool);
}

bool pool_add(struct pool *pool, struct job *job)
{
    int same = 0;

    for (const struct job *other = pool->todo; other; other = other->next)
        same += other->whose == job->whose;
    if (pool->waiting >= pool->room || same >= pool->each)
        return false;
    job->next = pool->todo;
    pool->todo = job;
    pool->waiting++;
    happen(sim.us + between(1000, one_in(20) ? 10 * THINKING_US : THINKING_US / 10),
           HAPPEN_THINK, (void *)(uintptr_t)pool->serial, NULL, 0);
    return true;
}

void pool_hurry(struct pool *pool, uint64_t where) {}

/* The pool may have gone meanwhile, and the house with it. */
void pool_happens(const struct event *e)
{
    struct pool *pool = pools;

    while (pool && pool->serial != (uintptr_t)e->whom)
        pool = pool->next;
    if (!pool || !pool->todo)
        return;
    struct job *job = take(pool);

    sim.at_work = 1;
    job->work(job);
    sim.at_work = 0;
    finish(pool, job);
    pool->wake(pool->with);
}

void pool_collect(struct pool *pool, void *with)
{
    while (pool->finished) {
        struct job *job = pool->finished;

        pool->finished = job->next;
        job->done(job, with);
    }
}

int pool_waiting(struct pool *pool) { return pool->waiting; }
bool pool_is_stopping(struct pool *pool) { return pool->stopping; }
