/* Connections at tables: who looks on, and who of the seated is here. */
#include <stdlib.h>

#include "server.h"

enum { NOT_YET = TB_PUBLIC - 1 }; /* a viewer who is told nothing */

static int viewer_of(const struct client *c, const struct table *t)
{
    int seat = table_seat_of(t, c->who.id);

    return seat >= 0 ? seat : TB_PUBLIC;
}

static void count_lookers(struct server *s, struct table *t)
{
    t->lookers = t->lookers_elsewhere;
    for (struct watch *w = t->watches; w; w = w->next_of_table)
        t->lookers += viewer_of(w->client, t) == TB_PUBLIC;
    t->unsaid = true;
    table_stir(s, t);
}

/* Who plays somewhere is the last to be dropped: others wait for it. */
static void weigh(const struct client *c)
{
    bool plays = false;

    for (const struct watch *w = c->watches; w; w = w->next_of_client)
        plays |= w->viewer >= 0 && w->table->row.status == TABLE_PLAYING;
    net_hold_dear(c->conn, plays);
}

void table_refresh_viewers(struct server *s, struct table *t)
{
    for (struct watch *w = t->watches; w; w = w->next_of_table) {
        w->viewer = viewer_of(w->client, t);
        weigh(w->client);
    }
    count_lookers(s, t);
}

bool note_presence(struct server *s, struct table *t)
{
    int lookers = t->lookers;
    bool changed = false;

    count_lookers(s, t);
    for (int i = 0; i < t->row.seats; i++) {
        bool here = t->row.seat[i].kind == SEAT_PERSON && *t->row.seat[i].who &&
                    table_is_here(t, t->row.seat[i].who);

        if (here == !t->seat[i].away_since)
            continue;
        t->seat[i].away_since = here ? 0 : s->now;
        changed = true;
    }
    return changed || lookers != t->lookers;
}

static bool has_audience(const struct table *t)
{
    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        if (w->viewer != NOT_YET)
            return true;
    return false;
}

void tell_presence(struct server *s, struct table *t)
{
    int64_t next = t->presence_told + PRESENCE_MS;

    if (!t->presence)
        return;
    if (s->now < next && s->now >= t->presence_told) {
        s->due = next < s->due ? next : s->due;
        table_stir(s, t);
        return;
    }
    t->presence = false;
    if (!has_audience(t))
        return;
    t->presence_told = s->now;
    tell_table(s, t, "seats", KEY_SEATS, NULL);
}

static void came_or_went(struct server *s, struct table *t)
{
    if (note_presence(s, t)) {
        t->presence = true;
        tell_presence(s, t);
    }
    nodes_say_here(s, t);
}

static bool is_watching(const struct client *c, const struct table *t)
{
    const struct watch *w = c->watches;

    while (w && w->table != t)
        w = w->next_of_client;
    return w;
}

struct no may_watch(const struct client *c, const struct table *t)
{
    if (c->watching == WATCHES_MAX && !is_watching(c, t))
        return (struct no){ "full", TB_N("You watch too many tables at once.") };
    return YES;
}

struct no watch_add(struct client *c, struct table *t)
{
    struct no no = may_watch(c, t);
    struct watch *w;

    if (no.why || is_watching(c, t))
        return no;
    w = calloc(1, sizeof *w);
    if (!w)
        return (struct no){ "broken", TB_N("Out of memory.") };
    *w = (struct watch){ .client = c, .table = t, .viewer = NOT_YET };
    w->next_of_table = t->watches;
    t->watches = w;
    w->next_of_client = c->watches;
    c->watches = w;
    c->watching++;
    t->touched = c->server->now;
    came_or_went(c->server, t);
    w->viewer = viewer_of(c, t);
    weigh(c);
    if (t->thinking && w->viewer >= 0)
        pool_hurry(c->server->pool, (uint64_t)t->row.key);
    return YES;
}

void watch_drop(struct client *c, struct table *t)
{
    struct watch **of_client = &c->watches, **of_table = &t->watches;
    struct watch *w;

    while (*of_client && (*of_client)->table != t)
        of_client = &(*of_client)->next_of_client;
    w = *of_client;
    if (!w)
        return;
    while (*of_table != w)
        of_table = &(*of_table)->next_of_table;
    *of_client = w->next_of_client;
    *of_table = w->next_of_table;
    free(w);
    c->watching--;
    t->touched = c->server->now;
    weigh(c);
    if (!c->server->stopping && !t->closed)
        came_or_went(c->server, t);
}

void watch_drop_all(struct client *c)
{
    while (c->watches)
        watch_drop(c, c->watches->table);
}
