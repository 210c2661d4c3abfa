/*
 * Other nodes of the same house: what they do at tables that are in memory here, and what
 * they were first in (docs/several-machines.md).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { BEAT_MS = 1000 };

bool table_is_ours(const struct server *s, const struct table *t)
{
    int64_t node = store_node(s->store);

    return !node || t->row.holder == node;
}

void nodes_beat(struct server *s)
{
    if (!store_node(s->store) || s->now - s->beat < BEAT_MS)
        return;
    s->beat = s->now;
    kept(s, store_beat(s->store));
}

/* ---- being beaten ---- */

void table_note_asker(struct table *t, const struct client *c)
{
    if (t->askers == ASKERS_MAX || (t->askers && t->asker[t->askers - 1] == c->serial))
        return;
    t->asker[t->askers++] = c->serial;
}

static const char beaten[] = "broken";

static bool asked_at(const struct table *t, const struct client *c)
{
    for (int i = 0; i < t->askers; i++)
        if (t->asker[i] == c->serial)
            return true;
    return t->askers == ASKERS_MAX; /* who else did was not written down */
}

static bool looks_on(const struct client *c, const struct table *t)
{
    const struct watch *w = c->watches;

    while (w && w->table != t)
        w = w->next_of_client;
    return w;
}

/* What its people were to be told did not happen: they come back, and ask again. */
static void throw_out(struct server *s, struct table *t)
{
    bool was_stopping = s->stopping;

    for (struct client *c = s->clients; c; c = c->next)
        if (looks_on(c, t) || asked_at(t, c))
            net_fail(c->conn, 1011, beaten);
    s->stopping = true; /* nobody is to be told of who leaves */
    table_free(s, t);
    s->stopping = was_stopping;
    s->reload = true; /* it may be ours to run */
}

static void throw_all_out(struct server *s)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (s->bucket[i])
            throw_out(s, s->bucket[i]);
}

/* ---- reading again ---- */

struct renewal {
    struct errand errand;
    int64_t before; /* the version that was held when it began */
    bool lines;     /* somebody said something, which leaves the version as it is */
    char id[STORE_ID];
};

static bool has_begun(const struct table *t, const struct table *fresh)
{
    return t->row.status == TABLE_OPEN && fresh->row.status != TABLE_OPEN;
}

static const char *what_of(const struct table *t, const struct table *fresh)
{
    if (has_begun(t, fresh))
        return "start";
    if (t->row.status != fresh->row.status)
        return "over";
    if (t->row.base != fresh->row.base)
        return "undo";
    if (table_plies(t) != table_plies(fresh))
        return "play";
    return t->chats == fresh->chats ? "seats" : "chat";
}

/* What is new in it was told with the patch that follows. */
static void number_news(const struct table *t, struct table *fresh)
{
    bool undone = t->row.base != fresh->row.base;

    for (uint32_t i = fresh->log_first; i < fresh->logged; i++) {
        struct log_entry *e = &fresh->log[i % LOG_KEPT];

        e->n = !undone && e->ply > table_plies(t) ? t->n + 1 : 1;
    }
    for (int i = 0; i < fresh->chats; i++)
        fresh->chat[i].n =
            !t->chats || fresh->chat[i].ms > t->chat[t->chats - 1].ms ? t->n + 1 : 1;
}

static void pass_on(struct table *t, struct table *fresh)
{
    fresh->n = t->n;
    fresh->epoch = t->epoch;
    fresh->gap_from = t->n + 1;
    fresh->watches = t->watches;
    t->watches = NULL;
    for (struct watch *w = fresh->watches; w; w = w->next_of_table)
        w->table = fresh;
    for (int i = 0; i < fresh->row.seats; i++)
        fresh->seat[i].away_since = t->seat[i].away_since;
    if (table_at(t) == table_at(fresh) && t->row.status == fresh->row.status)
        fresh->offer = t->offer;
    table_refresh_viewers(fresh);
}

static void replace(struct server *s, struct table *t, struct table *fresh)
{
    const char *what = what_of(t, fresh);
    unsigned keys = KEY_ALL & ~(unsigned)(KEY_FACTS | KEY_SCENE);

    if (has_begun(t, fresh))
        keys |= KEY_SCENE;
    number_news(t, fresh);
    pass_on(t, fresh);
    t->held = false; /* the other is, by the same number */
    table_free(s, t);
    tell_table(s, fresh, what, keys, NULL);
}

static void close_gone(struct server *s, struct table *t)
{
    t->closed = "left";
    tell_table(s, t, "closed", 0, NULL);
    t->changed = false;
    table_free(s, t);
}

/* One that is in a turn of ours is read when that is over; one that we changed since the
 * question was asked is asked for again. */
static void renewal_run(struct server *s, struct errand *e)
{
    const struct renewal *r = (const struct renewal *)e;
    struct table *t = table_here(s, r->id), *fresh;
    struct store_table row;
    bool found;

    if (!t)
        return;
    t->stale = t->in_turn || store_version(s->store, t->row.key) != r->before;
    if (t->stale || !is_read(s, store_table_get(s->store, r->id, &row, &found)))
        return;
    if (!found) {
        close_gone(s, t);
        return;
    }
    if (row.version == r->before && row.holder == t->row.holder && !r->lines)
        return;
    fresh = table_read_again(s, &row);
    if (fresh)
        replace(s, t, fresh);
}

static void renew(struct server *s, struct table *t, bool lines);

static void renewal_done(struct server *s, struct errand *e)
{
    struct table *t = table_here(s, ((struct renewal *)e)->id);

    free(e);
    if (t && t->stale && !t->in_turn)
        renew(s, t, true);
}

static void renew(struct server *s, struct table *t, bool lines)
{
    struct renewal *r = calloc(1, sizeof *r);

    t->stale = false;
    if (!r)
        return; /* the next look of the store finds it again */
    *r = (struct renewal){ .errand = { .run = renewal_run, .done = renewal_done },
                           .before = store_version(s->store, t->row.key),
                           .lines = lines };
    memcpy(r->id, t->row.id, sizeof r->id);
    errand_do(s, &r->errand);
}

void table_left_turn(struct server *s, struct table *t)
{
    t->askers = 0;
    if (t->stale && !s->stopping)
        renew(s, t, true);
}

/* ---- persons ---- */

struct news_of_person {
    struct errand errand;
    char id[STORE_ID];
};

/* Their connections whose token is known no more are ended, after all are looked at. */
static void person_run(struct server *s, struct errand *e)
{
    const char *id = ((struct news_of_person *)e)->id;
    struct store_person p, of_token;
    bool found, known;

    if (!is_read(s, store_person_get(s->store, id, &p, &found)))
        return;
    for (struct client *c = s->clients; c; c = c->next)
        if (!strcmp(c->who.id, id))
            is_read(s, store_person_by_token(s->store, c->token, &of_token, &known));
    if (s->late)
        return;
    for (struct client *c = s->clients; c; c = c->next)
        if (!strcmp(c->who.id, id) &&
            is_read(s, store_person_by_token(s->store, c->token, &of_token, &known)) &&
            !known)
            client_end(c);
    if (found)
        person_changed(s, &p);
}

static void person_done(struct server *s, struct errand *e) { free(e); }

static void hear_of_person(struct server *s, const char *id)
{
    struct news_of_person *n = calloc(1, sizeof *n);

    if (!n)
        return;
    *n = (struct news_of_person){ .errand = { .run = person_run, .done = person_done } };
    memcpy(n->id, id, sizeof n->id);
    errand_do(s, &n->errand);
}

/* ---- news ---- */

static void hear_one(struct server *s, const struct store_news *news)
{
    struct table *t = table_here(s, news->id);

    switch (news->kind) {
    case NEWS_BEATEN:
        if (t)
            throw_out(s, t);
        break;
    case NEWS_TABLE:
    case NEWS_LINES:
        if (t && t->in_turn)
            t->stale = true;
        else if (t)
            renew(s, t, news->kind == NEWS_LINES);
        break;
    case NEWS_PERSON:
        hear_of_person(s, news->id);
        break;
    case NEWS_FENCED:
        log_aloud(s, "fenced", "the other nodes had given this one up: it begins anew");
        throw_all_out(s);
        break;
    case NEWS_TAKEN:
        s->reload = true;
        break;
    }
}

void nodes_hear(struct server *s)
{
    struct store_news news;

    while (store_news(s->store, &news))
        hear_one(s, &news);
}
