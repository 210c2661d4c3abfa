/* A fixed number of threads, one bounded and fair queue in, one list out. */
#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "now.h"

enum {
    THREADS_MAX = 64,
    ACCOUNTS = 1024,   /* two who share one share their luck */
    GUESS_US = 100000, /* what a job is thought to take until it is known */
    IN_ALL = 16,       /* times queue_max */
};

struct list {
    struct job *first, *last;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct list todo, finished;
    int waiting, unwatched, queue_max, each, threads;
    uint64_t spent[ACCOUNTS]; /* microseconds for each */
    uint64_t least;           /* of those served lately: newcomers begin here */
    atomic_bool stopping;
    void (*wake)(void *with);
    void *with;
    pthread_t thread[THREADS_MAX];
};

static void append(struct list *list, struct job *job)
{
    job->next = NULL;
    if (list->last)
        list->last->next = job;
    else
        list->first = job;
    list->last = job;
}

static struct job *take_first(struct list *list)
{
    struct job *job = list->first;

    assert(job);
    list->first = job->next;
    if (!list->first)
        list->last = NULL;
    return job;
}

/* ---- fairness ---- */

static uint64_t *account_of(struct pool *pool, const struct job *job)
{
    return &pool->spent[job->whose % ACCOUNTS];
}

static bool is_before(struct pool *pool, const struct job *a, const struct job *b)
{
    if (a->unwatched != b->unwatched)
        return b->unwatched;
    return *account_of(pool, a) < *account_of(pool, b);
}

/* The link to whatever is served next; the longest waiting of equals. */
static struct job *take_next(struct pool *pool)
{
    struct list rest = { NULL, NULL };
    struct job *best = pool->todo.first;

    assert(best);
    for (struct job *job = best->next; job; job = job->next)
        if (is_before(pool, job, best))
            best = job;
    while (pool->todo.first) {
        struct job *job = take_first(&pool->todo);

        if (job != best)
            append(&rest, job);
    }
    pool->todo = rest;
    pool->waiting--;
    pool->unwatched -= best->unwatched;
    return best;
}

/* Whoever was not there for long begins where the others are, without savings. */
static void charge(struct pool *pool, const struct job *job)
{
    uint64_t *spent = account_of(pool, job);

    if (!job->unwatched)
        pool->least = *spent > pool->least ? *spent : pool->least;
    *spent += GUESS_US;
}

static void settle(struct pool *pool, const struct job *job, uint64_t took)
{
    *account_of(pool, job) += took;
    *account_of(pool, job) -= GUESS_US;
}

static void *worker(void *of)
{
    struct pool *pool = of;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct job *job;
        int64_t began;

        while (!pool->todo.first && !pool->stopping)
            pthread_cond_wait(&pool->more, &pool->lock);
        if (pool->stopping)
            break;
        job = take_next(pool);
        charge(pool, job);
        pthread_mutex_unlock(&pool->lock);
        began = monotonic_us();
        job->work(job);
        pthread_mutex_lock(&pool->lock);
        settle(pool, job, (uint64_t)(monotonic_us() - began));
        append(&pool->finished, job);
        pool->wake(pool->with);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct pool *pool_new(int threads, int queue_max, int each, void (*wake)(void *with),
                      void *with)
{
    struct pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pool->queue_max = queue_max;
    pool->each = each;
    pool->wake = wake;
    pool->with = with;
    while (pool->threads < threads && pool->threads < THREADS_MAX &&
           !pthread_create(&pool->thread[pool->threads], NULL, worker, pool))
        pool->threads++;
    return pool;
}

void pool_free(struct pool *pool, void *with)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    while (pool->todo.first)
        append(&pool->finished, take_first(&pool->todo));
    pool_collect(pool, with);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->more);
    free(pool);
}

static bool has_room(const struct pool *pool, const struct job *job)
{
    int same = 0;

    if (pool->waiting >= IN_ALL * pool->queue_max ||
        (job->unwatched && pool->unwatched >= pool->queue_max))
        return false;
    for (const struct job *other = pool->todo.first; other; other = other->next)
        same += other->whose == job->whose;
    return same < pool->each;
}

bool pool_add(struct pool *pool, struct job *job)
{
    bool room;

    pthread_mutex_lock(&pool->lock);
    room = has_room(pool, job);
    if (room) {
        if (*account_of(pool, job) < pool->least)
            *account_of(pool, job) = pool->least;
        append(&pool->todo, job);
        pool->waiting++;
        pool->unwatched += job->unwatched;
        pthread_cond_signal(&pool->more);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

void pool_hurry(struct pool *pool, uint64_t where)
{
    pthread_mutex_lock(&pool->lock);
    for (struct job *job = pool->todo.first; job; job = job->next)
        if (job->where == where && job->unwatched) {
            job->unwatched = false;
            pool->unwatched--;
        }
    pthread_mutex_unlock(&pool->lock);
}

void pool_collect(struct pool *pool, void *with)
{
    struct job *job;

    pthread_mutex_lock(&pool->lock);
    job = pool->finished.first;
    pool->finished = (struct list){ NULL, NULL };
    pthread_mutex_unlock(&pool->lock);
    while (job) {
        struct job *next = job->next;

        job->done(job, with);
        job = next;
    }
}

int pool_waiting(struct pool *pool)
{
    int waiting;

    pthread_mutex_lock(&pool->lock);
    waiting = pool->waiting;
    pthread_mutex_unlock(&pool->lock);
    return waiting;
}

bool pool_is_stopping(struct pool *pool) { return pool->stopping; }
