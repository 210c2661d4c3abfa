/*
 * The plies of the tables.
 *
 * A row for each ply would touch a page of its own at every move. So the plies of one
 * commit go together into one row of the journal, in the order of their coming. From time
 * to time the journal is bound: sorted by tables, a chapter for each. The record of a
 * table is its chapters, and what the journal has of it since.
 *
 * Both are lines of text: "key n sum seat at ms note" in the journal, "sum seat at ms note"
 * in a chapter, beside which the n of its first ply stands. The sums are a chain (chain.h):
 * whoever reads a record reads only as far as it holds, and is told.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sqlite.h"

enum {
    PLY_LINE = TB_NOTE_MAX + 96, /* bytes of a line: a note, a sum and five numbers */
    /* Whoever reads a record reads all of the journal: it is bound after so many plies,
     * or turns, where they have few plies each. */
    PLIES_MAX = 16384,
    TURNS_MAX = 256,
};

static const char no_memory[] = TB_N("Out of memory.");

/* ---- where a chain begins and ends ---- */

static void sum_set_up(sqlite3_stmt *q, void *sum)
{
    char text[STORE_OPTIONS + 256];
    struct tb_text out = tb_text(text, sizeof text);

    for (int i = 0; i < sqlite3_column_count(q); i++)
        tb_put(&out, "%s\n", (const char *)sqlite3_column_text(q, i));
    *(uint64_t *)sum = sum_of(0, 0, text, (size_t)(out.at - text));
}

/* The chain begins with all that the record depends on besides its plies. */
static const char *begin_chain(struct store *s, int64_t key, struct head *head)
{
    const char *refusal;
    sqlite3_stmt *q = db_read(s, TABLE_SET_UP, &refusal);
    bool found;

    *head = (struct head){ 0 };
    if (!q)
        return refusal;
    BIND_INT(q, 1, key);
    return db_first_row(s, q, sum_set_up, &head->sum, &found);
}

/* What ply n follows on. Whoever adds it has read the record or begun it: mostly the mark
 * knows, and nothing is read. */
static const char *find_head(struct store *s, int64_t key, uint32_t n, struct head *head)
{
    const char *refusal = NULL;

    *head = mark_expects(&lite(s)->marks, key);
    if (!n && !head->n)
        return begin_chain(s, key, head);
    if (n != head->n)
        refusal = plies_look(s, key, head);
    if (!refusal && n != head->n)
        refusal = TB_N("A move does not follow on those that are kept.");
    return refusal;
}

/* ---- adding ---- */

static bool make_room(struct store *s)
{
    size_t room = lite(s)->room ? 2 * lite(s)->room : 4096;
    char *plies;

    if (lite(s)->room - lite(s)->length >= PLY_LINE)
        return true;
    plies = realloc(lite(s)->plies, room);
    if (!plies)
        return false;
    lite(s)->plies = plies;
    lite(s)->room = room;
    return true;
}

static void write_ply(struct store *s, int64_t key, const struct store_ply *p,
                      struct head *head)
{
    struct tb_text line = tb_text(lite(s)->plies + lite(s)->length, PLY_LINE);
    char *sum, *rest;

    assert(p->n == head->n);
    tb_put(&line, "%lld %u ", (long long)key, p->n);
    sum = line.at;
    tb_put(&line, "........ "); /* the sum's place: it is taken of what follows */
    rest = line.at;
    tb_put(&line, "%u %u %lld", (unsigned)p->seat, p->at, (long long)p->ms);
    if (p->lag)
        tb_put(&line, "/%u", (unsigned)p->lag);
    tb_put(&line, " %s", p->note);
    *head = chain_next(*head, key, rest, (size_t)(line.at - rest));
    sum_write(head->sum, sum);
    tb_put(&line, "\n");
    lite(s)->length = (size_t)(line.at - lite(s)->plies);
    lite(s)->unbound++;
}

const char *sqlite_ply_add(struct store *s, int64_t key, const struct store_ply *p)
{
    const char *refusal = db_begin(s);
    struct change *change;
    struct head head;

    if (!refusal)
        refusal = find_head(s, key, p->n, &head);
    if (refusal)
        return refusal;
    change = change_of(&lite(s)->marks, key);
    if (!change || !make_room(s))
        return no_memory;
    write_ply(s, key, p, &head);
    change->has_head = true;
    change->mark.n = head.n;
    change->mark.sum = head.sum;
    return NULL;
}

void plies_forget(struct store *s) { lite(s)->length = 0; }

static const char *write_journal(struct store *s)
{
    const char *refusal;
    sqlite3_stmt *q;

    if (!lite(s)->length)
        return NULL;
    q = db_write(s, JOURNAL_ADD, &refusal);
    if (!q)
        return refusal;
    sqlite3_bind_blob64(q, 1, lite(s)->plies, lite(s)->length, SQLITE_STATIC);
    lite(s)->length = 0;
    lite(s)->turns++;
    return db_run(s, q);
}

const char *plies_write(struct store *s)
{
    return lite(s)->unbound >= PLIES_MAX || lite(s)->turns >= TURNS_MAX ? plies_bind(s)
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

static const char *add_chapter(struct store *s, enum statement which,
                               const struct entry *first, const char *text, size_t length)
{
    const char *refusal;
    sqlite3_stmt *q = db_write(s, which, &refusal);

    if (!q)
        return refusal;
    BIND_INT(q, 1, first->key);
    BIND_INT(q, 2, first->n);
    sqlite3_bind_blob64(q, 3, text, length, SQLITE_STATIC);
    return db_run(s, q);
}

/* A number that was damaged may be there already. */
static const char *write_chapter(struct store *s, const struct entry *first,
                                 const char *text, size_t length)
{
    const char *refusal = add_chapter(s, CHAPTER_ADD, first, text, length);

    if (refusal && sqlite3_errcode(lite(s)->db) == SQLITE_CONSTRAINT)
        refusal = add_chapter(s, CHAPTER_ADD_LAST, first, text, length);
    return refusal;
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
        lite(s)->unbound = lite(s)->turns = 0;
    free(j.entries);
    free(j.text);
    return refusal;
}

/* A journal that cannot be read to its end stays in the file under another name. */
static const char *put_journal_aside(struct store *s)
{
    char text[160];

    snprintf(text, sizeof text,
             "ALTER TABLE journal RENAME TO damaged_journal_%lld;"
             "CREATE TABLE journal (turn INTEGER PRIMARY KEY, plies BLOB NOT NULL)",
             (long long)time(NULL));
    return db_execute(s, text);
}

/* What can be read of it is bound. SQLite goes on with no transaction in which it met
 * damage: all is read before one begins. */
const char *plies_salvage(struct store *s)
{
    struct journal j = { 0 };
    const char *refusal;

    sqlite_abort(s);
    refusal = read_journal(s, &j);
    if (refusal && j.length && !read_entries(&j))
        j.count = 0;
    refusal = db_begin(s);
    if (!refusal)
        refusal = put_journal_aside(s);
    if (!refusal && j.count)
        refusal = write_chapters(s, &j);
    free(j.entries);
    free(j.text);
    return refusal;
}

/* ---- reading ---- */

struct telling {
    int64_t key;
    char begins[24]; /* as a line of the journal does */
    size_t begins_length;
    struct head head;   /* of what was told */
    struct head expect; /* what there must be at least */
    bool broken;        /* what follows the head does not fit it */
    uint64_t there;     /* the sum where the last one marked should be */
    void (*each)(void *with, const struct store_ply *p);
    void *with;
};

/* A line from the seat on; the note is the rest of it. */
static void tell_ply(const struct telling *to, uint32_t n, const char *line, size_t length)
{
    char text[PLY_LINE], *rest = text;
    struct store_ply p = { .n = n };

    snprintf(text, sizeof text, "%.*s", (int)length, line);
    p.seat = (uint8_t)strtoul(rest, &rest, 10);
    p.at = (uint32_t)strtoul(rest, &rest, 10);
    p.ms = strtoll(rest, &rest, 10);
    if (*rest == '/')
        p.lag = (uint16_t)strtoul(rest + 1, &rest, 10);
    p.note = *rest ? rest + 1 : rest;
    to->each(to->with, &p);
}

/* A line from its sum on. One that does not fit may have strayed from another table: if the
 * next one fits, nothing is missing here. */
static void take_line(struct telling *to, uint32_t n, const char *line, size_t length)
{
    if (n != to->head.n || !chain_follows(&to->head, to->key, line, length)) {
        to->broken = true;
        return;
    }
    to->broken = false;
    if (to->head.n == to->expect.n)
        to->there = to->head.sum;
    if (to->each)
        tell_ply(to, n, line + SUM_LETTERS + 1, length - SUM_LETTERS - 1);
}

/* A chapter is the table's alone; a turn of the journal has lines of any. */
static void tell_part(sqlite3_stmt *q, void *with)
{
    struct telling *to = with;
    bool is_chapter = !sqlite3_column_int(q, 0);
    const char *at = sqlite3_column_blob(q, 2);
    const char *end = at + sqlite3_column_bytes(q, 2);

    for (const char *next; at < end; at = next + 1) {
        char *rest;

        next = memchr(at, '\n', (size_t)(end - at));
        next = next ? next : end;
        if (is_chapter) {
            take_line(to, to->head.n, at, (size_t)(next - at));
        } else if ((size_t)(next - at) > to->begins_length + SUM_LETTERS &&
                   !memcmp(at, to->begins, to->begins_length)) {
            uint32_t n = (uint32_t)strtoul(at + to->begins_length, &rest, 10);

            if (rest < next)
                take_line(to, n, rest + 1, (size_t)(next - rest - 1));
        }
    }
}

static bool same_head(struct head a, struct head b) { return a.n == b.n && a.sum == b.sum; }

/* One statement, so that another process cannot bind the journal between its parts. If the
 * mark moves meanwhile, another process plays: it is not held against what was read. */
static const char *read_record(struct store *s, int64_t key, struct telling *to)
{
    const char *refusal = write_journal(s);
    sqlite3_stmt *q;

    to->key = key;
    to->expect = mark_expects(&lite(s)->marks, key);
    if (!refusal)
        refusal = begin_chain(s, key, &to->head);
    if (refusal || !(q = db_read(s, RECORD, &refusal)))
        return refusal;
    to->begins_length =
        (size_t)snprintf(to->begins, sizeof to->begins, "%lld ", (long long)key);
    BIND_INT(q, 1, key);
    refusal = db_each_row(s, q, tell_part, to);
    if (refusal && db_is_corrupt(s)) {
        to->broken = true;
        refusal = NULL;
    }
    if (!same_head(to->expect, mark_expects(&lite(s)->marks, key)))
        to->expect = (struct head){ 0 };
    return refusal;
}

static enum store_harm_kind harm_of(const struct telling *to)
{
    if (to->broken)
        return HARM_MOVES;
    if (to->head.n < to->expect.n)
        return HARM_SHORT;
    return to->expect.n && to->there != to->expect.sum ? HARM_OTHER : HARM_NONE;
}

const char *plies_look(struct store *s, int64_t key, struct head *head)
{
    struct telling to = { 0 };
    const char *refusal = read_record(s, key, &to);

    *head = to.head;
    return !refusal && harm_of(&to) ? store_damaged : refusal;
}

const char *sqlite_plies(struct store *s, int64_t key,
                         void (*each)(void *with, const struct store_ply *p), void *with)
{
    struct telling to = { .each = each, .with = with };
    const char *refusal = read_record(s, key, &to);

    return !refusal && harm_of(&to) ? store_damaged : refusal;
}

static void read_status(sqlite3_stmt *q, void *status)
{
    *(uint32_t *)status = (uint32_t)sqlite3_column_int(q, 0);
}

/* The row may be old: what counts is what the file has after the mark was read. */
bool sqlite_lacks_end(struct store *s, const struct store_table *t)
{
    const char *refusal;
    sqlite3_stmt *q;
    struct mark mark;
    uint32_t status;
    bool found;

    if (change_find(&lite(s)->marks, t->key) ||
        !mark_read(&lite(s)->marks, t->key, &mark) || strcmp(mark.id, t->id) != 0 ||
        mark.status <= t->status)
        return false;
    q = db_read(s, TABLE_STATUS, &refusal);
    if (!q)
        return false;
    BIND_TEXT(q, 1, t->id);
    refusal = db_first_row(s, q, read_status, &status, &found);
    return !refusal && found && mark.status > status;
}

const char *sqlite_look(struct store *s, const struct store_table *t,
                        struct store_harm *harm)
{
    struct telling to = { 0 };
    const char *refusal = read_record(s, t->key, &to);

    *harm = (struct store_harm){ .from = to.head.n, .marked = to.expect.n };
    memcpy(harm->id, t->id, sizeof harm->id);
    if (refusal)
        return refusal;
    harm->kind = harm_of(&to);
    if (!harm->kind && sqlite_lacks_end(s, t))
        harm->kind = HARM_END;
    return NULL;
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

static const char *cut_chapters(struct store *s, int64_t key, uint32_t n)
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

const char *sqlite_plies_cut(struct store *s, int64_t key, uint32_t n)
{
    const char *refusal = cut_chapters(s, key, n);
    struct change *change = refusal ? NULL : change_of(&lite(s)->marks, key);
    struct head head = { 0 };

    if (!change)
        return refusal ? refusal : no_memory;
    change->has_head = true;
    change->mark.n = 0; /* no more is expected of it now */
    change->mark.sum = 0;
    if (n)
        refusal = plies_look(s, key, &head);
    change->mark.n = head.n;
    change->mark.sum = head.sum;
    return refusal;
}

/* ---- plies without sums ---- */

/* Chapters as they come, by table and ply; lines "seat at ms note" become such with sums.
 */
struct chaining {
    struct store *store;
    int64_t key;
    struct head head;
    const char *refusal;
};

static size_t chain_lines(struct chaining *c, const char *at, const char *end, char *to)
{
    const char *began = to;

    for (const char *next; at < end; at = next + 1) {
        size_t length;

        next = memchr(at, '\n', (size_t)(end - at));
        next = next ? next : end;
        length = (size_t)(next - at);
        c->head = chain_next(c->head, c->key, at, length);
        sum_write(c->head.sum, to);
        to[SUM_LETTERS] = ' ';
        memcpy(to + SUM_LETTERS + 1, at, length);
        to += SUM_LETTERS + 1 + length;
        *to++ = '\n';
    }
    return (size_t)(to - began);
}

static size_t lines_in(const char *at, const char *end)
{
    size_t count = 1;

    for (; at < end; at++)
        count += *at == '\n';
    return count;
}

static void chain_chapter(sqlite3_stmt *q, void *with)
{
    struct chaining *c = with;
    struct entry first = { .key = sqlite3_column_int64(q, 0),
                           .n = (uint32_t)sqlite3_column_int64(q, 1) };
    const char *text = sqlite3_column_blob(q, 2);
    const char *end = text + sqlite3_column_bytes(q, 2);
    char *to;

    if (c->refusal)
        return;
    if (first.key != c->key || !first.n)
        c->refusal = begin_chain(c->store, first.key, &c->head);
    c->key = first.key;
    to = malloc((size_t)(end - text) + lines_in(text, end) * (SUM_LETTERS + 2));
    if (!to)
        c->refusal = no_memory;
    if (!c->refusal)
        c->refusal = write_chapter(c->store, &first, to, chain_lines(c, text, end, to));
    free(to);
}

const char *plies_chain_all(struct store *s)
{
    struct chaining c = { .store = s };
    const char *refusal = plies_bind(s); /* which does not look into its lines */
    sqlite3_stmt *q = NULL;

    if (!refusal)
        refusal = db_execute(s, "ALTER TABLE chapters RENAME TO plain_chapters;"
                                "CREATE TABLE chapters (key INTEGER NOT NULL, n INTEGER NOT"
                                " NULL, plies BLOB NOT NULL, PRIMARY KEY (key, n))");
    if (!refusal && sqlite3_prepare_v2(lite(s)->db,
                                       "SELECT key, n, plies FROM plain_chapters"
                                       " ORDER BY key, n",
                                       -1, &q, NULL) != SQLITE_OK)
        refusal = sqlite3_errmsg(lite(s)->db);
    if (!refusal)
        refusal = db_each_row(s, q, chain_chapter, &c);
    sqlite3_finalize(q);
    if (!refusal)
        refusal = c.refusal;
    return refusal ? refusal : db_execute(s, "DROP TABLE plain_chapters");
}
