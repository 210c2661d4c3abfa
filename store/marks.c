/* The marks: a file in memory, one slot for each number of a table. */
#include "marks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

enum {
    SLOTS_MORE = 1024,    /* what the file grows by: 48 KB */
    SLOTS_MAX = 64 << 20, /* a number beyond is damage, not a table */
};

static const char title[STORE_ID] = "tablier marks 1";

_Static_assert(sizeof(struct mark) == 48, "a mark has no padding");

/* ---- the file ---- */

/* Some marks are read and written with every move: a few multiplications must do. */
static uint64_t check_of(const struct mark *mark)
{
    uint64_t word[offsetof(struct mark, check) / sizeof(uint64_t)], check = 1;

    memcpy(word, mark, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        check = (check ^ word[i]) * 0x9e3779b97f4a7c15u;
        check ^= check >> 32;
    }
    return check;
}

static bool is_sound(const struct mark *mark) { return mark->check == check_of(mark); }

/* NULL: there are none. */
static struct mark *marks_in(const struct marks *m) { return m->file.bytes; }

static size_t slots_of(const struct marks *m)
{
    return m->file.length / sizeof(struct mark);
}

static bool take_in(struct marks *m) { return map_follow(&m->file) && slots_of(m); }

static bool grow_file(struct marks *m, size_t slots)
{
    slots = (slots + SLOTS_MORE - 1) / SLOTS_MORE * SLOTS_MORE;
    return map_grow(&m->file, slots * sizeof(struct mark));
}

/* Another process may have made the file longer. */
static struct mark *slot_of(struct marks *m, int64_t key, bool making)
{
    if (!marks_in(m) || key < 1 || key >= SLOTS_MAX)
        return NULL;
    if ((size_t)key >= slots_of(m))
        take_in(m);
    if ((size_t)key >= slots_of(m) && (!making || !grow_file(m, (size_t)key + 1)))
        return NULL;
    return &marks_in(m)[key];
}

bool mark_read(struct marks *m, int64_t key, struct mark *mark)
{
    const struct mark *slot = slot_of(m, key, false);

    if (!slot)
        return false;
    *mark = *slot;
    return *mark->id && is_sound(mark) && !mark->id[STORE_ID - 1];
}

int64_t marks_top(struct marks *m)
{
    if (marks_in(m))
        take_in(m);
    return marks_in(m) ? (int64_t)slots_of(m) - 1 : 0;
}

static void mark_write(struct marks *m, int64_t key, const struct mark *mark)
{
    struct mark *slot = slot_of(m, key, true);

    if (!slot)
        return;
    *slot = *mark;
    slot->check = check_of(slot);
}

/* ---- what a turn changes ---- */

static uint32_t find(const struct marks *m, int64_t key)
{
    uint32_t at = m->bucket[key & (CHANGES_BUCKETS - 1)];

    while (at && m->changes[at - 1].key != key)
        at = m->changes[at - 1].next;
    return at;
}

const struct change *change_find(const struct marks *m, int64_t key)
{
    uint32_t at = find(m, key);

    return at ? &m->changes[at - 1] : NULL;
}

static bool make_room(struct marks *m)
{
    size_t room = m->room ? 2 * m->room : 64;
    struct change *changes;

    if (m->count < m->room)
        return true;
    changes = realloc(m->changes, room * sizeof *changes);
    if (!changes)
        return false;
    m->changes = changes;
    m->room = room;
    return true;
}

struct change *change_of(struct marks *m, int64_t key)
{
    uint32_t at = find(m, key), *bucket = &m->bucket[key & (CHANGES_BUCKETS - 1)];

    if (at)
        return &m->changes[at - 1];
    if (!make_room(m))
        return NULL;
    m->changes[m->count++] = (struct change){ .key = key, .next = *bucket };
    *bucket = (uint32_t)m->count;
    return &m->changes[m->count - 1];
}

struct head mark_expects(struct marks *m, int64_t key)
{
    const struct change *c = change_find(m, key);
    struct mark mark;

    if (c && (c->gone || c->has_head))
        return (struct head){ .sum = c->mark.sum, .n = c->gone ? 0 : c->mark.n };
    if (!mark_read(m, key, &mark))
        return (struct head){ 0 };
    return (struct head){ .sum = mark.sum, .n = mark.n };
}

/* The mark as it will be; zeros where the table is gone. */
static struct mark mark_after(const struct change *c, const struct mark *before)
{
    struct mark after = *before;

    if (c->gone)
        return (struct mark){ 0 };
    if (c->has_row) {
        memcpy(after.id, c->mark.id, sizeof after.id);
        after.status = c->mark.status;
    }
    if (c->has_head) {
        after.n = c->mark.n;
        after.sum = c->mark.sum;
    }
    return after;
}

static bool is_lower(const struct mark *after, const struct mark *before)
{
    return after->n < before->n || after->status < before->status ||
           strcmp(after->id, before->id) != 0;
}

/* It must be on the disk before the shorter table is: else a power cut between would leave
 * a mark that speaks of plies that were taken back. A disk that refuses it once is asked
 * again when the turn is tried again, though the marks in memory are low by then. */
const char *marks_lower(struct marks *m)
{
    for (size_t i = 0; i < m->count; i++) {
        struct mark before, after;

        if (!mark_read(m, m->changes[i].key, &before))
            continue;
        after = mark_after(&m->changes[i], &before);
        if (!is_lower(&after, &before))
            continue;
        mark_write(m, m->changes[i].key, &after);
        m->lowered = true;
    }
    if (m->lowered && !map_sync(&m->file))
        return TB_N("The marks of the tables could not be written.");
    m->lowered = false;
    return NULL;
}

void marks_raise(struct marks *m)
{
    for (size_t i = 0; i < m->count; i++) {
        struct mark before, after;

        if (!mark_read(m, m->changes[i].key, &before))
            memset(&before, 0, sizeof before);
        after = mark_after(&m->changes[i], &before);
        if (*after.id || *before.id)
            mark_write(m, m->changes[i].key, &after);
    }
    marks_forget(m);
}

void marks_forget(struct marks *m)
{
    for (size_t i = 0; i < m->count; i++)
        m->bucket[m->changes[i].key & (CHANGES_BUCKETS - 1)] = 0;
    m->count = 0;
}

/* ---- opening ---- */

/* Opens what is there; its name, or 0: there is nothing that can be read. */
static uint64_t open_old(struct marks *m, const char *path)
{
    const struct mark *first;

    if (!map_open(&m->file, path, false))
        return 0;
    first = take_in(m) ? marks_in(m) : NULL;
    if (first && is_sound(first) && !memcmp(first->id, title, sizeof title))
        return first->sum;
    map_close(&m->file);
    return 0;
}

static void mark_table(void *with, const struct store_table *t)
{
    struct store *s = with;
    struct mark mark = { .status = t->status };
    struct head head;

    plies_look(s, t->key, &head); /* of a damaged one what is sound */
    memcpy(mark.id, t->id, sizeof mark.id);
    mark.n = head.n;
    mark.sum = head.sum;
    mark_write(&lite(s)->marks, t->key, &mark);
}

static const char *fill(struct store *s, uint64_t name)
{
    struct store_query all = { .what = LIST_ALL, .most = 100000000 };
    struct mark *first = marks_in(&lite(s)->marks);

    memcpy(first->id, title, sizeof title);
    first->sum = name;
    first->check = check_of(first);
    return sqlite_tables(s, &all, mark_table, s);
}

/* Marks what the database has; until all of it is marked, the old file stays. */
static const char *open_new(struct store *s, const char *path, uint64_t name)
{
    struct marks *m = &lite(s)->marks;
    const char *refusal = NULL;
    char draft[4200];

    snprintf(draft, sizeof draft, "%s-new", path);
    m->lost = !map_open(&m->file, draft, true) || !grow_file(m, 1);
    if (!m->lost)
        refusal = fill(s, name);
    if (!m->lost && !refusal)
        m->lost = !map_rename(&m->file, draft, path);
    if (m->lost || refusal)
        map_close(&m->file);
    return refusal;
}

/*
 * The database has the name of its marks. A copy that a backup made names none, and an old
 * file none either: both are marked as they are. A database that is new though there are
 * marks has lost all it had: the marks stay, and tell.
 */
const char *marks_open(struct store *s, const char *path)
{
    struct marks *m = &lite(s)->marks;
    int64_t named;
    uint64_t found;
    bool lost;
    const char *refusal = db_begin(s); /* one process makes them */

    assert(m->file.file < 0 && !marks_in(m));
    if (!refusal)
        refusal = house_mark(s, &named);
    if (refusal)
        return refusal;
    found = named == MARKS_RENEW ? 0 : open_old(m, path);
    if (found && (named == MARKS_NONE || found == (uint64_t)named))
        return named == MARKS_NONE ? house_mark_set(s, (int64_t)found) : NULL;
    map_close(&m->file);
    lost = named > 0;
    sqlite3_randomness(sizeof found, &found);
    found = (found >> 2) + 1; /* neither MARKS_NONE nor MARKS_RENEW */
    refusal = open_new(s, path, found);
    m->lost = m->lost || lost;
    if (!refusal && marks_in(m))
        refusal = house_mark_set(s, (int64_t)found);
    return refusal;
}

void marks_close(struct marks *m)
{
    if (marks_in(m))
        map_sync(&m->file);
    map_close(&m->file);
    free(m->changes);
}
