/*
 * Other nodes on the same PostgreSQL: what is held in memory here, what the others are told
 * of, and what they tell.
 *
 * A notice is "writer kind what kind what ...", where the writer knows its own. The kinds:
 * t a table was changed, l somebody said something there, h who is there has changed (what:
 * its number); p a person was changed (its id); w a word that the house passes on; a all is
 * to be looked at. One that was missed is made good by a look at the versions of all that
 * is held; words are not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "postgres.h"

enum { LOOK_SECONDS = 5 };

/* ---- what is held ---- */

static struct pg_held **place_of(struct postgres *p, int64_t key)
{
    struct pg_held **at = &p->held[(uint64_t)key % HELD_BUCKETS];

    while (*at && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

struct pg_held *pg_held(struct postgres *p, int64_t key) { return *place_of(p, key); }

const struct pg_held *pg_held_as(const struct postgres *p, const char *id)
{
    for (int i = 0; i < HELD_BUCKETS; i++)
        for (const struct pg_held *h = p->held[i]; h; h = h->next)
            if (!strcmp(h->id, id))
                return h;
    return NULL;
}

void pg_hold(struct store *s, const struct store_table *t)
{
    struct postgres *p = pg(s);
    struct pg_held **at = place_of(p, t->key);

    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            return; /* then its claims are made on any version, and it hears nothing */
        p->holds++;
        (*at)->curious = p->curious = true;
    }
    (*at)->key = t->key;
    (*at)->version = t->version;
    memcpy((*at)->id, t->id, sizeof t->id);
}

void pg_drop(struct store *s, int64_t key)
{
    struct pg_held **at = place_of(pg(s), key), *gone = *at;

    if (!gone)
        return;
    *at = gone->next;
    pg(s)->holds--;
    pg_people_free(gone);
    free(gone);
}

/* ---- news ---- */

void pg_tell(struct postgres *p, enum store_news_kind kind, const char *id)
{
    if (p->news_count == p->news_room) {
        int room = 2 * p->news_room + 16;
        struct store_news *news = realloc(p->news, (size_t)room * sizeof *news);

        if (!news)
            return; /* the next look finds it */
        p->news = news;
        p->news_room = room;
    }
    p->news[p->news_count] = (struct store_news){ .kind = kind };
    snprintf(p->news[p->news_count++].id, STORE_ID, "%s", id);
}

bool postgres_news(struct store *s, struct store_news *news)
{
    struct postgres *p = pg(s);

    if (p->news_read == p->news_count) {
        p->news_read = p->news_count = 0;
        return false;
    }
    *news = p->news[p->news_read++];
    return true;
}

void pg_forget_news(struct postgres *p)
{
    for (int i = 0; i < HELD_BUCKETS; i++)
        while (p->held[i])
            pg_drop(&p->is, p->held[i]->key);
    free(p->news);
}

/* ---- telling ---- */

const char *pg_notice_end(struct postgres *p)
{
    struct pg_call c = pg_call(PG_NOTIFY);

    if (!p->notice_length)
        return NULL;
    p->notice_length = 0;
    pg_put_text(&c, p->notice);
    return pg_write(p, &c);
}

const char *pg_notice(struct postgres *p, char kind, const char *what)
{
    size_t left = sizeof p->notice - p->notice_length;
    const char *refusal = NULL;

    if (!p->node)
        return NULL;
    if (p->notice_length > NOTICE_MAX - STORE_ID)
        refusal = pg_notice_end(p);
    if (!p->notice_length) {
        left = sizeof p->notice;
        p->notice_length = (size_t)snprintf(p->notice, left, "%lld", (long long)p->writer);
        left -= p->notice_length;
    }
    p->notice_length +=
        (size_t)snprintf(p->notice + p->notice_length, left, " %c %s", kind, what);
    return refusal;
}

/* What cannot leave now is not worth waiting for. */
const char *postgres_pass_on(struct store *s, const char *word)
{
    return postgres_is_up(s) ? pg_notice(pg(s), 'w', word) : NULL;
}

const char *postgres_secret(const struct store *s)
{
    return ((const struct postgres *)s)->secret;
}

/* A table that is new nobody else can have. */
const char *pg_notice_tables(struct postgres *p)
{
    const char *refusal = NULL;

    for (int i = 0; i < p->claimed && !refusal; i++) {
        char key[24];

        snprintf(key, sizeof key, "%lld", (long long)p->claims[i].key);
        if (!p->claims[i].is_new)
            refusal = pg_notice(p, 't', key);
    }
    return refusal;
}

/* ---- hearing ---- */

static void hear_of_table(struct postgres *p, char kind, struct pg_held *held)
{
    if (kind == 'h')
        held->curious = p->curious = true;
    else
        pg_tell(p, kind == 't' ? NEWS_TABLE : NEWS_LINES, held->id);
}

static void hear_item(struct postgres *p, char kind, const char *what)
{
    struct pg_held *held;

    if (kind == 'p' || kind == 'w')
        pg_tell(p, kind == 'p' ? NEWS_PERSON : NEWS_WORD, what);
    else if (kind == 'a')
        p->see_all = true;
    else if ((held = pg_held(p, strtoll(what, NULL, 10))))
        hear_of_table(p, kind, held);
}

static void hear_notice(struct postgres *p, const char *text)
{
    char kind, what[STORE_ID], *rest;
    int length;

    if (strtoll(text, &rest, 10) == p->writer)
        return;
    for (; sscanf(rest, " %c %23s%n", &kind, what, &length) == 2; rest += length)
        hear_item(p, kind, what);
}

void pg_hear_notices(struct postgres *p)
{
    PGnotify *n;

    while (p->line && (n = p->pq.PQnotifies(p->line))) {
        hear_notice(p, n->extra);
        p->pq.PQfreemem(n);
    }
}

/* ---- leases ---- */

int64_t postgres_version(struct store *s, int64_t key)
{
    const struct pg_held *held = pg_held(pg(s), key);

    return held ? held->version : 0;
}

int64_t postgres_node(const struct store *s) { return ((const struct postgres *)s)->node; }

/* Of the node; and for what changes tables without a claim, the version that these get and
 * which versions are of this very turn, and stay. */
static const char *write_for_node(struct postgres *p, enum pg_statement which, bool changes)
{
    struct pg_call c = pg_call(which);

    pg_put_int(&c, p->node);
    if (changes) {
        pg_put_int(&c, pg_stamp(p));
        pg_put_int(&c, p->turn_first);
        pg_put_int(&c, (p->writer + 1) << 32);
    }
    return pg_write(p, &c);
}

/* The mark of the turn is the beat. */
const char *postgres_beat(struct store *s)
{
    const char *refusal = NULL;

    if (!postgres_is_up(s))
        return NULL; /* it could not leave in time */
    refusal = write_for_node(pg(s), PG_FENCE, false);
    return refusal ? refusal : write_for_node(pg(s), PG_TAKE, true);
}

const char *postgres_leave(struct store *s)
{
    const char *refusal = pg(s)->node ? write_for_node(pg(s), PG_LET_GO, true) : NULL;

    if (!refusal && pg(s)->node)
        refusal = write_for_node(pg(s), PG_ABSENT_ALL, false);
    if (!refusal && pg(s)->node)
        refusal = write_for_node(pg(s), PG_LEAVE, false);
    return refusal;
}

/* ---- looking ---- */

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

int64_t *pg_held_keys(struct postgres *p, bool curious, int *count)
{
    int64_t *keys = malloc(((size_t)p->holds + 1) * sizeof *keys);

    *count = 0;
    for (int i = 0; i < HELD_BUCKETS && keys; i++)
        for (const struct pg_held *h = p->held[i]; h; h = h->next)
            if (!curious || h->curious)
                keys[(*count)++] = h->key;
    if (keys)
        qsort(keys, (size_t)*count, sizeof *keys, by_number);
    return keys;
}

char *pg_list(const int64_t *keys, int count)
{
    size_t room = 24 * (size_t)count + 3, length = 1;
    char *list = malloc(room);

    if (!list)
        return NULL;
    snprintf(list, room, "{");
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(list + length, room - length, "%s%lld", i ? "," : "",
                                   (long long)keys[i]);
    snprintf(list + length, room - length, "}");
    return list;
}

static char *list_held(struct postgres *p)
{
    int count;
    int64_t *keys = pg_held_keys(p, false, &count);
    char *list = keys ? pg_list(keys, count) : NULL;

    free(keys);
    return list;
}

/* Those whose version is another, or that are there no more. */
static void compare(struct postgres *p, const struct pg_rows *rows)
{
    int64_t *same = malloc(((size_t)rows->count + 1) * sizeof *same);
    size_t count = 0;

    for (int i = 0; i < rows->count && same; i++) {
        const struct pg_held *h = pg_held(p, pg_int(rows, i, 0));

        if (h && h->version == pg_int(rows, i, 1))
            same[count++] = h->key;
    }
    if (same)
        qsort(same, count, sizeof *same, by_number);
    for (int i = 0; i < HELD_BUCKETS && same; i++)
        for (const struct pg_held *h = p->held[i]; h; h = h->next)
            if (!bsearch(&h->key, same, count, sizeof *same, by_number))
                pg_tell(p, NEWS_TABLE, h->id);
    free(same);
}

/* Asks, or reads the answer: the list is the same in both cases, or it is asked again. */
static void look(struct postgres *p)
{
    struct pg_call c = pg_call(PG_VERSIONS);
    struct pg_reads *before = p->reads;
    struct pg_rows rows;
    const char *refusal;
    char *list = list_held(p);

    if (!list)
        return;
    pg_put_text(&c, list);
    p->reads = (struct pg_reads *)p->looking;
    refusal = pg_ask(p, &c, &rows);
    p->reads = before;
    if (!refusal)
        compare(p, &rows);
    free(list);
}

static void end_look(struct postgres *p)
{
    look(p); /* if it has changed meanwhile, nobody waits for what that asks */
    store_reads_free(&p->is, p->looking);
    p->looking = NULL;
}

void pg_look(struct postgres *p, bool at_once)
{
    int64_t now = (int64_t)time(NULL);

    if (p->looking && store_reads_are_here(p->looking))
        end_look(p);
    if (p->looking || !p->holds || (!at_once && now - p->looked < LOOK_SECONDS))
        return;
    p->looked = now;
    p->looking = postgres_reads_new(&p->is);
    if (p->looking)
        look(p);
}
