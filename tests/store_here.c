#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "../store/libpq.h"
#include "store_here.h"

/* ---- a store of the test's own ---- */

void must(const char *refusal)
{
    if (refusal)
        fail_msg("%s", refusal);
}

void make_folder(struct here *h)
{
    snprintf(h->folder, sizeof h->folder, "/tmp/tablier-store-XXXXXX");
    assert_non_null(mkdtemp(h->folder));
    snprintf(h->file, sizeof h->file, "%s/tablier.db", h->folder);
    h->where = h->folder;
}

/* The house of the test before is cleared away. */
static void clear_database(const char *address)
{
    struct libpq pq = { 0 };
    PGconn *line;
    PGresult *r;

    must(libpq_load(&pq));
    line = pq.PQconnectdb(address);
    r = pq.PQexec(line, "SET client_min_messages=error; DROP SCHEMA public CASCADE;"
                        "CREATE SCHEMA public");
    if (pq.PQresultStatus(r) != PGRES_COMMAND_OK)
        fail_msg("%s", pq.PQerrorMessage(line));
    pq.PQclear(r);
    pq.PQfinish(line);
}

int open_one(void **state)
{
    struct here *h = calloc(1, sizeof *h);

    h->where = getenv("TABLIER_POSTGRES");
    if (h->where)
        clear_database(h->where);
    else
        make_folder(h);
    must(store_open(h->where, &h->store));
    *state = h;
    return 0;
}

int close_one(void **state)
{
    static const char *const end[] = { "", "-wal", "-shm", "-marks" };
    struct here *h = *state;
    char path[128];

    store_close(h->store);
    for (int i = 0; i < 4 && *h->folder; i++) {
        snprintf(path, sizeof path, "%s%s", h->file, end[i]);
        unlink(path);
    }
    if (*h->folder)
        rmdir(h->folder);
    free(h);
    return 0;
}

void open_again(struct here *h)
{
    store_close(h->store);
    must(store_open(h->where, &h->store));
}

/* ---- tables and plies that tell where they belong ---- */

void write_note(char note[TB_NOTE_MAX], int64_t key, uint32_t n)
{
    snprintf(note, TB_NOTE_MAX, "créer %d of %d", (int)n, (int)key);
}

void add(struct store *s, int64_t key, uint32_t n)
{
    char note[TB_NOTE_MAX];
    struct store_ply p = { .note = note,
                           .ms = PLAYED_AT + n,
                           .n = n,
                           .at = 2 * n + 1,
                           .lag = (uint16_t)(n % 3),
                           .seat = (uint8_t)(n % 4) };

    write_note(note, key, n);
    must(store_ply_add(s, key, &p));
}

void add_many(struct store *s, int64_t key, uint32_t from, uint32_t to)
{
    for (uint32_t n = from; n < to; n++)
        add(s, key, n);
}

void check_ply(void *reading, const struct store_ply *p)
{
    struct reading *r = reading;
    char note[TB_NOTE_MAX];

    write_note(note, r->key, r->next);
    assert_int_equal(p->n, r->next);
    assert_int_equal(p->seat, r->next % 4);
    assert_int_equal(p->lag, r->next < r->old ? 0 : r->next % 3);
    assert_int_equal(p->at, 2 * r->next + 1);
    assert_int_equal(p->ms, PLAYED_AT + r->next);
    assert_string_equal(p->note, note);
    r->next++;
}

uint32_t count_with_old(struct store *s, int64_t key, uint32_t old)
{
    struct reading r = { .key = key, .old = old };

    must(store_plies(s, key, check_ply, &r));
    return r.next;
}

uint32_t count(struct store *s, int64_t key) { return count_with_old(s, key, 0); }

struct store_table lay(struct store *s, const char *id, uint32_t plies)
{
    struct store_table t = { .game = "topologic", .seats = 2, .status = TABLE_PLAYING };

    snprintf(t.id, sizeof t.id, "%s", id);
    must(store_table_add(s, &t));
    add_many(s, t.key, 0, plies);
    return t;
}

const struct store_person lovelace = { .id = "ada",
                                       .name = "Ada \"Lovelace\" é",
                                       .handle = "ada_l",
                                       .phrase = "$argon2id$v=19$x",
                                       .created = 1700000000123,
                                       .colour = 11,
                                       .door = true };

/* ---- without waiting ---- */

/* Hears until something is so. */
void wait_for(struct store *s, bool (*is_so)(struct store *s, void *with), void *with)
{
    store_send(s);
    while (!is_so(s, with)) {
        struct pollfd on = { .events = POLLIN };
        bool writing;

        on.fd = store_fd(s, &writing);
        if (writing)
            on.events |= POLLOUT;
        poll(&on, 1, 50);
        store_hear(s);
        store_send(s);
    }
}

bool are_here(struct store *s, void *reads) { return store_reads_are_here(reads); }

/* Nothing is on its way: it is kept, or refused. */
bool turn_is_over(struct store *s, void *failure)
{
    const char **refusal = failure;

    *refusal = store_failure(s);
    return *refusal || (!store_is_dirty(s) && store_kept(s) == store_send(s));
}

/* Asks for a person as a loop does: again, when it is told to. */
bool find_later(struct store *s, struct store_reads *reads, const char *id)
{
    struct store_person p;
    const char *refusal;
    bool found;

    store_reads_use(s, reads);
    refusal = store_person_get(s, id, &p, &found);
    store_reads_use(s, NULL);
    if (refusal == store_later) {
        wait_for(s, are_here, reads);
        store_reads_use(s, reads);
        refusal = store_person_get(s, id, &p, &found);
        store_reads_use(s, NULL);
    }
    must(refusal);
    return found;
}
