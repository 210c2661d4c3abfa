/* A fixed number of threads, one bounded queue in, one list out. */
#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

struct list {
    struct job *first, *last;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct list todo, finished;
    int waiting, queue_max, threads;
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

static void *worker(void *of)
{
    struct pool *pool = of;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        struct job *job;

        while (!pool->todo.first && !pool->stopping)
            pthread_cond_wait(&pool->more, &pool->lock);
        if (pool->stopping)
            break;
        job = take_first(&pool->todo);
        pool->waiting--;
        pthread_mutex_unlock(&pool->lock);
        job->work(job);
        pthread_mutex_lock(&pool->lock);
        append(&pool->finished, job);
        pool->wake(pool->with);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct pool *pool_new(int threads, int queue_max, void (*wake)(void *with), void *with)
{
    struct pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    pool->queue_max = queue_max;
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

bool pool_add(struct pool *pool, struct job *job)
{
    bool room;

    pthread_mutex_lock(&pool->lock);
    room = pool->waiting < pool->queue_max;
    if (room) {
        append(&pool->todo, job);
        pool->waiting++;
        pthread_cond_signal(&pool->more);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
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
