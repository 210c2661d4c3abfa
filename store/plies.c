/*
 * The plies of the tables.
 *
 * A row for each ply would touch a page of its own at every move. So the plies of one
 * commit go together into one row of the journal, in the order of their coming. From time
 * to time the journal is bound: sorted by tables, a chapter for each. The record of a
 * table is its chapters, and what the journal has of it since.
 *
 * Both are lines of text: "key n seat at ms note" in the journal, "seat at ms note" in a
 * chapter, beside which the n of its first ply stands.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite.h"

enum {
    PLY_LINE = TB_NOTE_MAX + 80, /* bytes of a line: a note and five numbers */
    /* Whoever reads a record reads all of the journal: it is bound after so many plies,
     * or turns, where they have few plies each. */
    PLIES_MAX = 16384,
    TURNS_MAX = 256,
};

static const char no_memory[] = TB_N("Out of memory.");

/* ---- adding ---- */

static bool make_room(struct store *s)
{
    size_t room = s->room ? 2 * s->room : 4096;
    char *plies;

    if (s->room - s->length >= PLY_LINE)
        return true;
    plies = realloc(s->plies, room);
    if (!plies)
        return false;
    s->plies = plies;
    s->room = room;
    return true;
}

const char *store_ply_add(struct store *s, int64_t key, const struct store_ply *p)
{
    const char *refusal = db_begin(s);
    struct tb_text line;

    if (refusal)
        return refusal;
    if (!make_room(s))
        return no_memory;
    line = tb_text(s->plies + s->length, PLY_LINE);
    tb_put(&line, "%lld %u %u %u %lld", (long long)key, p->n, (unsigned)p->seat, p->at,
           (long long)p->ms);
    if (p->lag)
        tb_put(&line, "/%u", (unsigned)p->lag);
    tb_put(&line, " %s\n", p->note);
    s->length = (size_t)(line.at - s->plies);
    s->unbound++;
    return NULL;
}

void plies_forget(struct store *s) { s->length = 0; }

static const char *write_journal(struct store *s)
{
    const char *refusal;
    sqlite3_stmt *q;

    if (!s->length)
        return NULL;
    q = db_write(s, JOURNAL_ADD, &refusal);
    if (!q)
        return refusal;
    sqlite3_bind_blob64(q, 1, s->plies, s->length, SQLITE_STATIC);
    s->length = 0;
    s->turns++;
    return db_run(s, q);
}

const char *plies_write(struct store *s)
{
    return s->unbound >= PLIES_MAX || s->turns >= TURNS_MAX ? plies_bind(s)
                                                            : write_journal(s);
}

/* ---- binding ---- */

/* A ply of the journal. */
struct entry {
    int64_t key;
    uint32_t n;
    const char *line; /* from the seat to the end of the line */
    size_t length;
};

/* All of the journal. */
struct journal {
    char *text;
    size_t length, room;
    struct entry *entries;
    size_t count;
    bool full; /* no memory for more */
};

static void take_turn(sqlite3_stmt *q, void *with)
{
    struct journal *j = with;
    size_t length = (size_t)sqlite3_column_bytes(q, 0);

    if (j->room - j->length <= length) {
        size_t room = 2 * j->room + length + 1;
        char *text = j->full ? NULL : realloc(j->text, room);

        j->full = !text;
        if (j->full)
            return;
        j->text = text;
        j->room = room;
    }
    memcpy(j->text + j->length, sqlite3_column_blob(q, 0), length);
    j->length += length;
    j->text[j->length] = 0;
}

static size_t count_lines(const char *text)
{
    size_t count = 0;

    for (; (text = strchr(text, '\n')); text++)
        count++;
    return count;
}

static bool read_entries(struct journal *j)
{
    const char *at = j->text;

    j->entries = malloc((count_lines(j->text) + 1) * sizeof *j->entries);
    for (const char *end; j->entries && (end = strchr(at, '\n')); at = end + 1) {
        struct entry *e = &j->entries[j->count++];
        char *rest;

        e->key = strtoll(at, &rest, 10);
        e->n = (uint32_t)strtoul(rest, &rest, 10);
        e->line = rest + 1;
        e->length = (size_t)(end + 1 - e->line);
    }
    return j->entries;
}

static const char *read_journal(struct store *s, struct journal *j)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, JOURNAL, &refusal);

    if (q)
        refusal = db_each_row(s, q, take_turn, j);
    if (!refusal && (j->full || (j->length && !read_entries(j))))
        refusal = no_memory;
    return refusal;
}

/* By tables, and within one as they came. */
static int by_table(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->line > y->line) - (x->line < y->line);
}

static const char *write_chapter(struct store *s, const struct entry *first,
                                 const char *text, size_t length)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, CHAPTER_ADD, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, first->key);
    BIND_INT(q, 2, first->n);
    sqlite3_bind_blob64(q, 3, text, length, SQLITE_STATIC);
    return db_run(s, q);
}

static const char *write_chapters(struct store *s, struct journal *j)
{
    char *text = malloc(j->length);
    const char *refusal = text ? NULL : no_memory;

    qsort(j->entries, j->count, sizeof *j->entries, by_table);
    for (size_t i = 0, next; i < j->count && !refusal; i = next) {
        size_t length = 0;

        for (next = i; next < j->count && j->entries[next].key == j->entries[i].key;
             next++) {
            memcpy(text + length, j->entries[next].line, j->entries[next].length);
            length += j->entries[next].length;
        }
        refusal = write_chapter(s, &j->entries[i], text, length);
    }
    free(text);
    return refusal;
}

static const char *clear_journal(struct store *s)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, JOURNAL_CLEAR, &refusal);

    return q ? db_run(s, q) : refusal;
}

const char *plies_bind(struct store *s)
{
    struct journal j = { 0 };
    const char *refusal = db_begin(s); /* no other process may bind it meanwhile */

    if (!refusal)
        refusal = write_journal(s);
    if (!refusal)
        refusal = read_journal(s, &j);
    if (!refusal && j.count)
        refusal = write_chapters(s, &j);
    if (!refusal && j.count)
        refusal = clear_journal(s);
    if (!refusal)
        s->unbound = s->turns = 0;
    free(j.entries);
    free(j.text);
    return refusal;
}

/* ---- reading ---- */

struct telling {
    char key[24]; /* as a line of the journal begins */
    size_t key_length;
    void (*each)(void *with, const struct store_ply *p);
    void *with;
};

/* A line from the seat on; the note is the rest of it. */
static void tell_ply(const struct telling *to, uint32_t n, const char *line, size_t length)
{
    char text[PLY_LINE], *rest = text;
    struct store_ply p = { .n = n };

    snprintf(text, sizeof text, "%.*s", (int)length - 1, line);
    p.seat = (uint8_t)strtoul(rest, &rest, 10);
    p.at = (uint32_t)strtoul(rest, &rest, 10);
    p.ms = strtoll(rest, &rest, 10);
    if (*rest == '/')
        p.lag = (uint16_t)strtoul(rest + 1, &rest, 10);
    p.note = *rest ? rest + 1 : rest;
    to->each(to->with, &p);
}

/* A chapter is the table's alone; a turn of the journal has lines of any. */
static void tell_part(sqlite3_stmt *q, void *with)
{
    const struct telling *to = with;
    bool is_chapter = !sqlite3_column_int(q, 0);
    uint32_t n = (uint32_t)sqlite3_column_int64(q, 1);
    const char *at = sqlite3_column_blob(q, 2);
    const char *end = at + sqlite3_column_bytes(q, 2);

    for (const char *next; at < end; at = next) {
        char *rest;

        next = memchr(at, '\n', (size_t)(end - at));
        next = next ? next + 1 : end;
        if (is_chapter) {
            tell_ply(to, n++, at, (size_t)(next - at));
        } else if ((size_t)(next - at) > to->key_length &&
                   !memcmp(at, to->key, to->key_length)) {
            n = (uint32_t)strtoul(at + to->key_length, &rest, 10);
            tell_ply(to, n, rest + 1, (size_t)(next - rest - 1));
        }
    }
}

/* One statement, so that another process cannot bind the journal between its parts. */
const char *store_plies(struct store *s, int64_t key,
                        void (*each)(void *with, const struct store_ply *p), void *with)
{
    struct telling to = { .each = each, .with = with };
    const char *refusal = write_journal(s);
    sqlite3_stmt *q;

    if (refusal || !(q = db_read(s, RECORD, &refusal)))
        return refusal;
    to.key_length = (size_t)snprintf(to.key, sizeof to.key, "%lld ", (long long)key);
    BIND_INT(q, 1, key);
    return db_each_row(s, q, tell_part, &to);
}

/* ---- taking back ---- */

static const char *change_chapters(struct store *s, enum statement which, int64_t key,
                                   uint32_t n, size_t length)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, key);
    BIND_INT(q, 2, n);
    if (which == CHAPTER_SHORTEN)
        BIND_INT(q, 3, length);
    return db_run(s, q);
}

/* The last chapter of a table, and how much of it stands before ply `cut`. */
struct last_chapter {
    uint32_t cut, n;
    size_t stays;
};

static void measure_chapter(sqlite3_stmt *q, void *with)
{
    struct last_chapter *last = with;
    const char *text = sqlite3_column_blob(q, 1);
    size_t length = (size_t)sqlite3_column_bytes(q, 1);

    last->n = (uint32_t)sqlite3_column_int64(q, 0);
    for (uint32_t n = last->n; n < last->cut && last->stays < length; n++) {
        const char *end = memchr(text + last->stays, '\n', length - last->stays);

        last->stays = end ? (size_t)(end + 1 - text) : length;
    }
}

const char *store_plies_cut(struct store *s, int64_t key, uint32_t n)
{
    struct last_chapter last = { .cut = n };
    const char *refusal = plies_bind(s);
    sqlite3_stmt *q;
    bool found = false;

    if (!refusal)
        refusal = change_chapters(s, CHAPTERS_CUT, key, n, 0);
    if (refusal || !(q = db_read(s, CHAPTER_LAST, &refusal)))
        return refusal;
    BIND_INT(q, 1, key);
    refusal = db_first_row(s, q, measure_chapter, &last, &found);
    return found ? change_chapters(s, CHAPTER_SHORTEN, key, last.n, last.stays) : refusal;
}
