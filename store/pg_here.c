/*
 * Who is at which table, at every node: a row for each node and table where somebody is.
 *
 * A node writes its own rows, with its turns. A notice makes the others ask for those of
 * the tables that they hold; and now and then each looks at all of them, where rows of
 * nodes that are dead do not count. That look mends what went wrong in between: a turn that
 * was not kept, a table that left the memory in a hurry, a crash of the database.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "postgres.h"

enum {
    SEE_SECONDS = 5,
    PEOPLE_MAX = 4096, /* bytes: eight seats of 24, at twenty nodes */
};

static const struct pg_people nobody;

static const char *who_of(const struct pg_people *p) { return p->who ? p->who : ""; }

static bool are(const struct pg_people *p, const char *who, int lookers)
{
    return p->lookers == lookers && !strcmp(who_of(p), who);
}

/* Where there is no memory they stay as they were, and a look finds it. */
static bool become(struct pg_people *p, const char *who, int lookers)
{
    char *copy = *who ? strdup(who) : NULL;

    if (*who && !copy)
        return false;
    free(p->who);
    *p = (struct pg_people){ copy, lookers };
    return true;
}

void pg_people_free(struct pg_held *h)
{
    free(h->mine.who);
    free(h->others.who);
}

/* ---- telling ---- */

static const char *say(struct postgres *p, int64_t key, const struct pg_people *people)
{
    bool absent = are(people, "", 0);
    struct pg_call c = pg_call(absent ? PG_ABSENT : PG_PRESENT);
    const char *refusal;
    char number[24];

    pg_put_int(&c, key);
    pg_put_int(&c, p->node);
    if (!absent) {
        pg_put_text(&c, who_of(people));
        pg_put_int(&c, people->lookers);
    }
    refusal = pg_write(p, &c);
    snprintf(number, sizeof number, "%lld", (long long)key);
    return refusal ? refusal : pg_notice(p, 'h', number);
}

/* What cannot leave now is said by the look that follows each call. */
const char *postgres_present(struct store *s, int64_t key, const struct store_here *here)
{
    struct postgres *p = pg(s);
    struct pg_held *held = p->node ? pg_held(p, key) : NULL;

    if (!held || are(&held->mine, here->who, here->lookers))
        return NULL;
    if (!become(&held->mine, here->who, here->lookers) || !postgres_is_up(s))
        return NULL;
    return say(p, key, &held->mine);
}

struct store_here postgres_elsewhere(struct store *s, int64_t key)
{
    const struct pg_held *held = pg_held(pg(s), key);
    const struct pg_people *others = held ? &held->others : &nobody;

    return (struct store_here){ who_of(others), others->lookers };
}

/* ---- looking ---- */

enum { KEY, NODE, WHO, LOOKERS }; /* the columns */

/* All that the rows say of one table, from a row on; returns the next. */
static int gather(const struct postgres *p, const struct pg_rows *rows, int row,
                  int64_t key, char who[PEOPLE_MAX], int *lookers)
{
    size_t length = 0;

    *who = 0;
    *lookers = 0;
    for (; row < rows->count && pg_int(rows, row, KEY) <= key; row++) {
        const char *here = pg_value(rows, row, WHO);

        if (pg_int(rows, row, KEY) < key || pg_int(rows, row, NODE) == p->node)
            continue;
        *lookers += (int)pg_int(rows, row, LOOKERS);
        if (*here && length + strlen(here) + 2 < PEOPLE_MAX)
            length += (size_t)snprintf(who + length, PEOPLE_MAX - length, "%s%s",
                                       length ? " " : "", here);
    }
    return row;
}

static void hear_others(struct postgres *p, const struct pg_rows *rows)
{
    char who[PEOPLE_MAX];
    int lookers, row = 0;

    for (int i = 0; i < p->sight.count; i++) {
        struct pg_held *held = pg_held(p, p->sight.keys[i]);

        row = gather(p, rows, row, p->sight.keys[i], who, &lookers);
        if (held && !are(&held->others, who, lookers) &&
            become(&held->others, who, lookers))
            pg_tell(p, NEWS_HERE, held->id);
    }
}

/* A row of ours; what is said here is no loss where it fails, but said again. */
static void mend_row(struct postgres *p, const struct pg_rows *rows, int row)
{
    int64_t key = pg_int(rows, row, KEY);
    struct pg_held *held = pg_held(p, key);
    const struct pg_people *mine = held ? &held->mine : &nobody;

    if (!are(mine, pg_value(rows, row, WHO), (int)pg_int(rows, row, LOOKERS)))
        say(p, key, mine);
    if (held)
        held->seen = true;
}

static void mend(struct postgres *p, const struct pg_rows *rows)
{
    for (int i = 0; i < rows->count; i++)
        if (pg_int(rows, i, NODE) == p->node)
            mend_row(p, rows, i);
    for (int i = 0; i < HELD_BUCKETS; i++)
        for (struct pg_held *h = p->held[i]; h; h = h->next) {
            if (!h->seen && !are(&h->mine, "", 0))
                say(p, h->key, &h->mine);
            h->seen = false;
        }
}

/* Asks, or has the answer. */
static const char *ask(struct postgres *p, struct pg_rows *rows)
{
    struct pg_call c = pg_call(PG_HERE);
    struct pg_reads *before = p->reads;
    const char *refusal;

    pg_put_text(&c, p->sight.list);
    pg_put_int(&c, p->sight.whole ? p->node : 0);
    p->reads = (struct pg_reads *)p->sight.reads;
    refusal = pg_ask(p, &c, rows);
    p->reads = before;
    return refusal;
}

void pg_sight_free(struct postgres *p)
{
    store_reads_free(&p->is, p->sight.reads);
    free(p->sight.keys);
    free(p->sight.list);
    p->sight = (struct pg_sight){ 0 };
}

static void end_sight(struct postgres *p)
{
    struct pg_rows rows;
    bool answered = !ask(p, &rows);

    if (answered)
        hear_others(p, &rows);
    if (answered && p->sight.whole)
        mend(p, &rows);
    pg_sight_free(p);
}

static void forget_curiosity(struct postgres *p)
{
    for (int i = 0; i < p->sight.count; i++)
        pg_held(p, p->sight.keys[i])->curious = false;
    p->curious = p->see_all = false;
}

static void begin_sight(struct postgres *p, bool whole)
{
    struct pg_rows rows;

    p->sight.whole = whole;
    p->sight.keys = pg_held_keys(p, !whole, &p->sight.count);
    p->sight.list = p->sight.keys ? pg_list(p->sight.keys, p->sight.count) : NULL;
    p->sight.reads = p->sight.list ? postgres_reads_new(&p->is) : NULL;
    if (!p->sight.reads) {
        pg_sight_free(p); /* another time */
        return;
    }
    forget_curiosity(p);
    ask(p, &rows);
}

static bool is_time(const struct postgres *p, int64_t now)
{
    return now < p->saw || now - p->saw >= SEE_SECONDS; /* or somebody has set the clock */
}

void pg_see(struct postgres *p, bool at_once)
{
    int64_t now = (int64_t)time(NULL);

    p->see_all = p->see_all || at_once;
    if (p->sight.reads && store_reads_are_here(p->sight.reads))
        end_sight(p);
    if (p->sight.reads)
        return;
    if (p->see_all || is_time(p, now)) {
        p->saw = now;
        begin_sight(p, true);
    } else if (p->curious) {
        begin_sight(p, false);
    }
}
