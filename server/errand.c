/*
 * Errands: whatever needs the store, and is done again from its beginning when the store
 * has found what it needed (docs/several-machines.md).
 *
 * What is sent and answered while something is late goes nowhere (s->late), so that a
 * handler has one thing to see to: to read before it changes anything.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { SAID_MAX = 256 }; /* messages of one connection that wait */

/* ---- one try ---- */

void errand_enter(struct server *s, struct errand *e)
{
    assert(!s->errand && !s->late);
    if (!e->reads && s->spare_reads) {
        e->reads = s->spare_reads;
        s->spare_reads = NULL;
    } else if (!e->reads) {
        e->reads = store_reads_new(s->store);
    }
    s->errand = e;
    store_reads_use(s->store, s->patient ? NULL : e->reads);
}

bool errand_leave(struct server *s)
{
    bool late = s->late;

    assert(s->errand);
    store_reads_use(s->store, NULL);
    s->errand = NULL;
    s->late = false;
    return !late;
}

void errand_give_back(struct server *s, struct errand *e)
{
    if (e->reads && !s->spare_reads && store_reads_are_none(e->reads))
        s->spare_reads = e->reads;
    else
        store_reads_free(s->store, e->reads);
    e->reads = NULL;
}

static void wait(struct server *s, struct errand *e)
{
    e->next = NULL;
    *s->errands_last = e;
    s->errands_last = &e->next;
}

static void forget(struct server *s, const struct errand *e)
{
    struct errand **at = &s->errands;

    while (*at && *at != e)
        at = &(*at)->next;
    if (*at)
        *at = e->next;
    for (s->errands_last = &s->errands; *s->errands_last;)
        s->errands_last = &(*s->errands_last)->next;
}

void errand_do(struct server *s, struct errand *e)
{
    errand_enter(s, e);
    e->run(s, e);
    if (!errand_leave(s)) {
        wait(s, e);
        return;
    }
    errand_give_back(s, e);
    e->counted = e->acted = false;
    e->done(s, e);
}

/* Those for whom all has come. Who is done may begin others, which wait at the end. */
void errands_go_on(struct server *s)
{
    struct errand *list = s->errands;

    s->errands = NULL;
    s->errands_last = &s->errands;
    while (list) {
        struct errand *e = list;

        list = e->next;
        if (!s->patient && !store_reads_are_here(e->reads))
            wait(s, e);
        else
            errand_do(s, e);
    }
}

/* The house closes: what was begun is finished, however long the store takes. */
void errands_finish(struct server *s)
{
    s->patient = true;
    errands_go_on(s);
}

/* ---- messages ---- */

/* Of one connection, in their order; only the first of them is an errand that waits. */
struct said {
    struct errand errand;
    struct said *next;
    struct client *client;
    size_t length;
    char text[];
};

static void said_run(struct server *s, struct errand *e)
{
    struct said *said = (struct said *)e;

    s->now = house_ms(s);
    if (said->length)
        message_handle(said->client, said->text, said->length);
    else
        client_know(said->client);
}

static void said_done(struct server *s, struct errand *e)
{
    struct said *said = (struct said *)e;
    struct client *c = said->client;

    c->said = said->next;
    c->saids--;
    free(said);
    if (c->said)
        errand_do(s, &c->said->errand);
}

static struct said *said_new(struct client *c, const char *text, size_t length)
{
    struct said *said = calloc(1, sizeof *said + length + 1), **at = &c->said;

    if (!said || c->saids >= SAID_MAX) {
        free(said);
        net_close(c->conn, 1013, "too fast");
        return NULL;
    }
    *said = (struct said){ .errand = { .run = said_run, .done = said_done },
                           .client = c,
                           .length = length };
    if (length)
        memcpy(said->text, text, length);
    while (*at)
        at = &(*at)->next;
    *at = said;
    c->saids++;
    return said;
}

void errand_keep(struct server *s, struct errand *kept, const struct errand *tried)
{
    kept->reads = tried->reads;
    kept->counted = tried->counted;
    kept->acted = tried->acted;
    wait(s, kept);
}

/* Most messages need nothing: they are handled where they lie. */
void errand_message(struct client *c, const char *text, size_t length)
{
    struct server *s = c->server;
    struct errand first = { 0 };
    struct said *said;

    if (c->said) {
        said_new(c, text, length);
        return;
    }
    errand_enter(s, &first);
    if (length)
        message_handle(c, text, length);
    else
        client_know(c);
    if (errand_leave(s)) {
        errand_give_back(s, &first);
        return;
    }
    said = said_new(c, text, length);
    if (said)
        errand_keep(s, &said->errand, &first);
    else
        store_reads_free(s->store, first.reads);
}

void errands_forget(struct client *c)
{
    if (c->said)
        forget(c->server, &c->said->errand);
    while (c->said) {
        struct said *said = c->said;

        c->said = said->next;
        store_reads_free(c->server->store, said->errand.reads);
        free(said);
    }
}

/* ---- what a worker has done ---- */

struct finishing {
    struct errand errand;
    struct job *job;
    void (*finish)(struct server *s, struct job *job);
};

static void finishing_run(struct server *s, struct errand *e)
{
    struct finishing *f = (struct finishing *)e;

    f->finish(s, f->job);
}

static void finishing_done(struct server *s, struct errand *e)
{
    free(((struct finishing *)e)->job);
    free(e);
}

void errand_job(struct server *s, struct job *job,
                void (*finish)(struct server *s, struct job *job))
{
    struct finishing *f = calloc(1, sizeof *f);

    if (!f) { /* then the loop waits for once */
        finish(s, job);
        free(job);
        return;
    }
    *f = (struct finishing){ .errand = { .run = finishing_run, .done = finishing_done },
                             .job = job,
                             .finish = finish };
    errand_do(s, &f->errand);
}
