/*
 * Other nodes of the same house: what they do at tables that are in memory here, and what
 * they were first in (docs/several-machines.md).
 */
#include <assert.h>
#include <stdio.h>
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

/* ---- who is here ---- */

static void say_here(struct server *s, const struct table *t)
{
    char who[TB_SEATS_MAX * STORE_ID] = "";
    struct store_here here = { who, t->lookers - t->lookers_elsewhere };
    size_t length = 0;

    for (int i = 0; i < t->row.seats; i++)
        if (*t->row.seat[i].who && table_is_near(t, t->row.seat[i].who))
            length += (size_t)snprintf(who + length, sizeof who - length, "%s%s",
                                       length ? " " : "", t->row.seat[i].who);
    kept(s, store_present(s->store, t->row.key, &here));
}

void nodes_say_here(struct server *s, struct table *t)
{
    int64_t next = t->said + PRESENCE_MS;

    if (!t->unsaid)
        return;
    if (s->now < next && s->now >= t->said) {
        s->due = next < s->due ? next : s->due;
        return;
    }
    t->unsaid = false;
    t->said = s->now;
    if (store_node(s->store))
        say_here(s, t);
}

bool nodes_ask_here(struct server *s, struct table *t)
{
    struct store_here here;

    if (!store_node(s->store))
        return false;
    here = store_elsewhere(s->store, t->row.key);
    free(t->elsewhere);
    t->elsewhere = *here.who ? strdup(here.who) : NULL;
    t->lookers_elsewhere = here.lookers;
    return note_presence(s, t);
}

int seat_elsewhere(const struct table *t)
{
    for (int i = 0; i < t->row.seats && t->elsewhere; i++) {
        const struct store_seat *row = &t->row.seat[i];

        if (row->kind == SEAT_PERSON && !row->gone && *row->who && !t->seat[i].away_since &&
            !table_is_near(t, row->who))
            return i;
    }
    return -1;
}

static void hear_of_presence(struct server *s, struct table *t)
{
    if (nodes_ask_here(s, t)) {
        t->presence = true;
        tell_presence(s, t);
    }
    if (t->thinking && seat_elsewhere(t) >= 0)
        pool_hurry(s->pool, (uint64_t)t->row.key);
}

/* ---- being beaten ---- */

struct spoken {
    struct spoken *next;
    uint64_t turn, client; /* client: its serial */
    int64_t about;
    json_int_t id;
    bool once;
    size_t length;
    char text[];
};

void nodes_note(const struct request *r, const char *text, size_t length)
{
    struct server *s = r->server;
    struct spoken *w = store_node(s->store) ? malloc(sizeof *w + length + 1) : NULL;

    if (!w)
        return; /* then its asker waits in vain, and asks again */
    *w = (struct spoken){ .turn = s->turn_now,
                          .client = r->client->serial,
                          .about = r->about,
                          .id = r->id,
                          .once = r->once,
                          .length = length };
    memcpy(w->text, text, length);
    w->text[length] = 0;
    *s->spoken_last = w;
    s->spoken_last = &w->next;
}

void nodes_forget(struct server *s, uint64_t kept)
{
    while (s->spoken && s->spoken->turn <= kept) {
        struct spoken *w = s->spoken;

        s->spoken = w->next;
        free(w);
    }
    if (!s->spoken)
        s->spoken_last = &s->spoken;
}

/* Those of one table, in their order, taken out of the list. */
static struct spoken *take_spoken(struct server *s, int64_t about)
{
    struct spoken *list = NULL, **last = &list, **at = &s->spoken;

    while (*at) {
        struct spoken *w = *at;

        if (w->about != about) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        w->next = NULL;
        *last = w;
        last = &w->next;
    }
    s->spoken_last = at;
    return list;
}

static bool asked_at(const struct server *s, const struct table *t, const struct client *c)
{
    for (const struct spoken *w = s->spoken; w; w = w->next)
        if (w->about == t->row.key && w->client == c->serial)
            return true;
    return false;
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
        if (looks_on(c, t) || asked_at(s, t, c))
            net_fail(c->conn, 1011, "broken");
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

/* ---- handing over ----
 *
 * Another node was first: what this one made of the table since did not happen. Nobody is
 * sent away: the table is read again, whoever watches it is told that something is missing
 * (a number is left out, docs/protocol.md), and what was said there is handled again.
 */

struct handover {
    struct errand errand;
    char id[STORE_ID];
    int64_t key;
    uint32_t n;
    struct spoken *spoken;
    int watchers;
    uint64_t watcher[];
};

static struct client *client_of(const struct server *s, uint64_t serial)
{
    struct client *c = s->clients;

    while (c && c->serial != serial)
        c = c->next;
    return c;
}

static void tell_gone(struct server *s, const struct handover *h)
{
    char text[128];
    int length =
        snprintf(text, sizeof text,
                 "{\"table\":\"%s\",\"n\":%u,\"what\":\"closed\",\"why\":\"left\"}", h->id,
                 (unsigned)h->n + 2);

    for (int i = 0; i < h->watchers; i++) {
        struct client *c = client_of(s, h->watcher[i]);

        if (c)
            send_text(c, text, (size_t)length);
    }
}

static void handover_run(struct server *s, struct errand *e)
{
    const struct handover *h = (const struct handover *)e;
    struct table *t = table_find(s, h->id);

    if (s->late)
        return;
    if (!t) {
        tell_gone(s, h);
        return;
    }
    t->n = (t->n > h->n ? t->n : h->n) + 1;
    for (int i = 0; i < h->watchers; i++) {
        struct client *c = client_of(s, h->watcher[i]);

        if (c)
            watch_add(c, t);
    }
    /* All that may have changed, for those who do not count. */
    tell_table(s, t, "seats", KEY_ALL & ~(unsigned)KEY_FACTS, NULL);
}

static void say_again(struct server *s, const struct spoken *w)
{
    struct client *c = client_of(s, w->client);

    if (c && w->once)
        send_answer(c, w->id, "{}", 2);
    else if (c)
        errand_message(c, w->text, w->length);
}

static void handover_done(struct server *s, struct errand *e)
{
    struct handover *h = (struct handover *)e;
    struct spoken *list = h->spoken;

    if (!table_here(s, h->id))
        store_drop(s->store, h->key);
    free(e);
    while (list) {
        struct spoken *w = list;

        list = w->next;
        say_again(s, w);
        free(w);
    }
}

static struct handover *handover_new(struct server *s, const struct table *t)
{
    int count = 0;
    struct handover *h;

    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        count++;
    h = calloc(1, sizeof *h + (size_t)count * sizeof *h->watcher);
    if (!h)
        return NULL;
    h->errand = (struct errand){ .run = handover_run, .done = handover_done };
    h->n = t->n;
    h->key = t->row.key;
    memcpy(h->id, t->row.id, sizeof h->id);
    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        h->watcher[h->watchers++] = w->client->serial;
    h->spoken = take_spoken(s, t->row.key);
    return h;
}

static void hand_over(struct server *s, struct table *t)
{
    bool was_stopping = s->stopping;
    struct handover *h = handover_new(s, t);

    if (!h) {
        throw_out(s, t);
        return;
    }
    s->metrics.beaten++;
    for (struct client *c = s->clients; c; c = c->next)
        net_take_back(c->conn, (uint64_t)t->row.key);
    s->stopping = true; /* nobody leaves */
    t->held = false;    /* the store goes on knowing who is there */
    table_free(s, t);
    s->stopping = was_stopping;
    s->reload = true; /* it may be ours to run */
    errand_do(s, &h->errand);
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
    if (t->row.offer != fresh->row.offer)
        return "offer";
    return t->chats == fresh->chats ? "seats" : "chat";
}

/* Not by its time: two are said in one moment, or by nodes whose clocks differ. */
static bool is_new_line(const struct table *t, const struct chat_entry *line)
{
    for (int i = 0; i < t->chats; i++) {
        const struct chat_entry *known = &t->chat[i];

        if (known->ms == line->ms && known->said == line->said &&
            !strcmp(known->who, line->who) && !strcmp(known->text, line->text))
            return false;
    }
    return true;
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
        fresh->chat[i].n = is_new_line(t, &fresh->chat[i]) ? t->n + 1 : 1;
}

static void pass_on(struct server *s, struct table *t, struct table *fresh)
{
    fresh->n = t->n;
    fresh->epoch = t->epoch;
    fresh->gap_from = t->n + 1;
    fresh->watches = t->watches;
    t->watches = NULL;
    for (struct watch *w = fresh->watches; w; w = w->next_of_table)
        w->table = fresh;
    fresh->said = t->said;
    for (int i = 0; i < fresh->row.seats; i++)
        if (!strcmp(fresh->row.seat[i].who, t->row.seat[i].who))
            fresh->seat[i].away_since = t->seat[i].away_since;
    table_refresh_viewers(s, fresh);
    note_presence(s, fresh);
}

static void replace(struct server *s, struct table *t, struct table *fresh)
{
    const char *what = what_of(t, fresh);
    unsigned keys = KEY_ALL & ~(unsigned)(KEY_FACTS | KEY_SCENE);

    if (has_begun(t, fresh))
        keys |= KEY_SCENE;
    number_news(t, fresh);
    pass_on(s, t, fresh);
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
    t->stale_lines = t->stale && (t->stale_lines || r->lines);
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
        renew(s, t, t->stale_lines);
}

static void renew(struct server *s, struct table *t, bool lines)
{
    struct renewal *r = calloc(1, sizeof *r);

    t->stale = t->stale_lines = false;
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
    if (t->stale && !s->stopping)
        renew(s, t, t->stale_lines);
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

/* A look of the store may have missed what is on its way from here: then it finds the same
 * version, and nothing is told. */
static void hear_of_table(struct server *s, struct table *t, bool lines)
{
    if (!t->in_turn) {
        renew(s, t, lines);
        return;
    }
    t->stale = true;
    t->stale_lines = t->stale_lines || lines;
}

static void hear_one(struct server *s, const struct store_news *news)
{
    struct table *t = table_here(s, news->id);

    switch (news->kind) {
    case NEWS_BEATEN:
        if (t)
            hand_over(s, t);
        break;
    case NEWS_TABLE:
    case NEWS_LINES:
        if (t)
            hear_of_table(s, t, news->kind == NEWS_LINES);
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
    case NEWS_HERE:
        if (t)
            hear_of_presence(s, t);
        break;
    case NEWS_WORD:
        guard_hear(s, news->id);
        break;
    }
}

void nodes_hear(struct server *s)
{
    struct store_news news;

    while (store_news(s->store, &news))
        hear_one(s, &news);
}
