/* The store keeps every ply that was committed, in order, whatever happens to the others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../store/sqlite.h"

enum { PLIES = 40000, PLAYED_AT = 1700000000 }; /* more than the journal holds */

/* ---- a store of the test's own ---- */

struct here {
    char folder[64], file[96];
    struct store *store;
};

static void must(const char *refusal)
{
    if (refusal)
        fail_msg("%s", refusal);
}

static void make_folder(struct here *h)
{
    snprintf(h->folder, sizeof h->folder, "/tmp/tablier-store-XXXXXX");
    assert_non_null(mkdtemp(h->folder));
    snprintf(h->file, sizeof h->file, "%s/tablier.db", h->folder);
}

static int open_one(void **state)
{
    struct here *h = calloc(1, sizeof *h);

    make_folder(h);
    must(store_open(h->folder, &h->store));
    *state = h;
    return 0;
}

static int close_one(void **state)
{
    static const char *const end[] = { "", "-wal", "-shm" };
    struct here *h = *state;
    char path[128];

    store_close(h->store);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", h->file, end[i]);
        unlink(path);
    }
    rmdir(h->folder);
    free(h);
    return 0;
}

/* ---- plies that tell where they belong ---- */

static void write_note(char note[TB_NOTE_MAX], int64_t key, uint32_t n)
{
    snprintf(note, TB_NOTE_MAX, "créer %d of %d", (int)n, (int)key);
}

static void add(struct store *s, int64_t key, uint32_t n)
{
    char note[TB_NOTE_MAX];
    struct store_ply p = {
        .note = note, .ms = PLAYED_AT + n, .n = n, .at = 2 * n + 1, .seat = (uint8_t)(n % 4)
    };

    write_note(note, key, n);
    must(store_ply_add(s, key, &p));
}

static void add_many(struct store *s, int64_t key, uint32_t from, uint32_t to)
{
    for (uint32_t n = from; n < to; n++)
        add(s, key, n);
}

struct reading {
    int64_t key;
    uint32_t next;
};

static void check_ply(void *with, const struct store_ply *p)
{
    struct reading *r = with;
    char note[TB_NOTE_MAX];

    write_note(note, r->key, r->next);
    assert_int_equal(p->n, r->next);
    assert_int_equal(p->seat, r->next % 4);
    assert_int_equal(p->at, 2 * r->next + 1);
    assert_int_equal(p->ms, PLAYED_AT + r->next);
    assert_string_equal(p->note, note);
    r->next++;
}

static uint32_t count(struct store *s, int64_t key)
{
    struct reading r = { .key = key };

    must(store_plies(s, key, check_ply, &r));
    return r.next;
}

/* ---- tests ---- */

static void plies_of_many_turns_come_back_by_table(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    for (uint32_t n = 0; n < 30; n++) {
        for (int64_t key = 1; key <= 3; key++)
            add(s, key, n);
        must(store_commit(s));
    }
    for (int64_t key = 1; key <= 3; key++)
        assert_int_equal(count(s, key), 30);
    assert_int_equal(count(s, 4), 0);
}

static void plies_of_the_turn_under_way_are_read(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    add(s, 1, 0);
    must(store_commit(s));
    add(s, 1, 1);
    assert_int_equal(count(s, 1), 2);
    add(s, 1, 2);
    must(store_commit(s));
    assert_int_equal(count(s, 1), 3);
}

static void what_is_aborted_did_not_happen(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    add(s, 1, 0);
    must(store_commit(s));
    add(s, 1, 1);
    store_abort(s);
    assert_int_equal(count(s, 1), 1);
    add(s, 1, 1);
    assert_int_equal(count(s, 1), 2); /* reading puts it into the journal */
    store_abort(s);
    assert_int_equal(count(s, 1), 1);
}

static void a_long_journal_is_bound_without_loss(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    for (uint32_t i = 0; i < PLIES; i++) {
        add(s, 1 + i % 100, i / 100);
        if (i % 1000 == 999)
            must(store_commit(s));
    }
    for (int64_t key = 1; key <= 100; key++)
        assert_int_equal(count(s, key), PLIES / 100);
}

static void read_number(sqlite3_stmt *q, void *number)
{
    *(int *)number = sqlite3_column_int(q, 0);
}

/* Whoever reads a record reads the whole journal. */
static void a_journal_of_short_turns_is_bound_too(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    sqlite3_stmt *q;
    int turns = 0;

    for (uint32_t n = 0; n < 1000; n++) {
        add(s, 1, n);
        must(store_commit(s));
    }
    assert_int_equal(
        sqlite3_prepare_v2(s->db, "SELECT count(*) FROM journal", -1, &q, NULL), SQLITE_OK);
    must(db_each_row(s, q, read_number, &turns));
    sqlite3_finalize(q);
    assert_true(turns < 300);
    assert_int_equal(count(s, 1), 1000);
}

static void a_binding_that_is_aborted_is_done_again(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    add_many(s, 1, 0, 10);
    must(store_commit(s));
    must(store_plies_cut(s, 1, 5));
    store_abort(s);
    assert_int_equal(count(s, 1), 10);
    must(store_plies_cut(s, 1, 7));
    must(store_commit(s));
    assert_int_equal(count(s, 1), 7);
}

static void plies_are_cut_wherever_they_are(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    add_many(s, 2, 0, 8); /* a neighbour who keeps everything */
    add_many(s, 1, 0, 10);
    must(store_commit(s));
    must(store_plies_cut(s, 1, 8)); /* in the journal */
    assert_int_equal(count(s, 1), 8);
    add_many(s, 1, 8, 12); /* a second chapter */
    must(store_plies_cut(s, 1, 12));
    must(store_commit(s));
    assert_int_equal(count(s, 1), 12);
    must(store_plies_cut(s, 1, 8)); /* where one begins */
    assert_int_equal(count(s, 1), 8);
    must(store_plies_cut(s, 1, 3)); /* in the middle of one */
    assert_int_equal(count(s, 1), 3);
    add_many(s, 1, 3, 5);
    must(store_commit(s));
    assert_int_equal(count(s, 1), 5);
    must(store_plies_cut(s, 1, 0));
    assert_int_equal(count(s, 1), 0);
    assert_int_equal(count(s, 2), 8);
}

static void a_deleted_table_leaves_no_ply(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = { .id = "aaaaaaaaaa" }, u = { .id = "bbbbbbbbbb" };

    must(store_table_add(s, &t));
    add_many(s, t.key, 0, 5);
    must(store_commit(s));
    must(store_table_delete(s, t.key));
    must(store_commit(s));
    must(store_table_add(s, &u)); /* the store may give the number again */
    assert_int_equal(count(s, u.key), 0);
}

static void another_process_may_read_and_bind(void **state)
{
    struct here *h = *state;
    struct store *other;

    add_many(h->store, 1, 0, 6);
    must(store_commit(h->store));
    must(store_open(h->folder, &other)); /* which binds */
    assert_int_equal(count(other, 1), 6);
    add_many(h->store, 1, 6, 9);
    must(store_commit(h->store));
    assert_int_equal(count(other, 1), 9);
    store_close(other);
    assert_int_equal(count(h->store, 1), 9);
    must(store_plies_cut(h->store, 1, 2));
    must(store_commit(h->store));
    assert_int_equal(count(h->store, 1), 2);
}

static void a_backup_holds_the_journal_too(void **state)
{
    struct here *h = *state, copy = { { 0 }, { 0 }, NULL };
    void *of_copy;

    add_many(h->store, 1, 0, 6);
    must(store_commit(h->store));
    make_folder(&copy);
    must(store_backup(h->folder, copy.file));
    must(store_open(copy.folder, &copy.store));
    assert_int_equal(count(copy.store, 1), 6);
    of_copy = malloc(sizeof copy);
    memcpy(of_copy, &copy, sizeof copy);
    close_one(&of_copy);
}

/* Another process that binds the journal while this one reads. */
struct meddling {
    struct reading reading;
    struct store *other;
    bool done;
};

static void check_while_bound(void *with, const struct store_ply *p)
{
    struct meddling *m = with;

    check_ply(&m->reading, p);
    if (m->done)
        return;
    m->done = true;
    must(plies_bind(m->other));
    must(store_commit(m->other));
}

static void a_record_read_while_another_process_binds_is_whole(void **state)
{
    struct here *h = *state;
    struct meddling m = { .reading = { .key = 1 } };

    add_many(h->store, 1, 0, 5);
    must(plies_bind(h->store));
    add_many(h->store, 1, 5, 9);
    must(store_commit(h->store));
    must(store_open(h->folder, &m.other));
    add_many(h->store, 1, 9, 12);
    must(store_commit(h->store));
    must(store_plies(h->store, 1, check_while_bound, &m));
    assert_int_equal(m.reading.next, 12);
    store_close(m.other);
    assert_int_equal(count(h->store, 1), 12);
}

/* A disk without room makes SQLite take the whole transaction back by itself. */
static void nothing_is_kept_of_a_turn_that_the_disk_refused(void **state)
{
    struct here *h = *state;
    struct store_table t = { .id = "aaaaaaaaaa" };
    char *large = calloc(1, 1 << 20);
    struct store_line line = { .text = large, .ms = 1 };
    bool found;

    memset(large, 'x', (1 << 20) - 1);
    assert_int_equal(
        sqlite3_exec(h->store->db, "PRAGMA max_page_count=60", NULL, NULL, NULL),
        SQLITE_OK);
    add(h->store, 1, 0);
    assert_non_null(store_line_add(h->store, 1, &line));
    assert_true(sqlite3_get_autocommit(h->store->db)); /* or the test tests nothing */
    assert_non_null(store_table_add(h->store, &t));
    assert_non_null(store_commit(h->store));
    must(store_table_get(h->store, t.id, &t, &found));
    assert_false(found);
    assert_int_equal(count(h->store, 1), 0);
    add(h->store, 1, 0); /* the next turn goes well */
    must(store_commit(h->store));
    assert_int_equal(count(h->store, 1), 1);
    free(large);
}

/* A turn has many moves: only the first of them waits for whoever holds the file. */
static void a_turn_waits_once_for_another_process(void **state)
{
    struct here *h = *state;
    struct store_ply p = { .note = "a" };
    struct store *other;

    must(store_open(h->folder, &other));
    add(other, 2, 0);
    sqlite3_busy_timeout(h->store->db, 0);
    assert_non_null(store_ply_add(h->store, 1, &p));
    must(store_commit(other));
    assert_non_null(store_ply_add(h->store, 1, &p)); /* it is still the same turn */
    store_abort(h->store);
    add(h->store, 1, 0);
    must(store_commit(h->store));
    assert_int_equal(count(h->store, 1), 1);
    store_close(other);
}

/* A server and a command that are started together on an empty folder. */
static void processes_may_make_the_file_together(void **state)
{
    enum { PROCESSES = 8 };
    struct here h = { { 0 }, { 0 }, NULL };
    void *of_here;
    int status;

    make_folder(&h);
    for (int i = 0; i < PROCESSES; i++)
        if (!fork()) {
            const char *refusal = store_open(h.folder, &h.store);

            if (refusal)
                fprintf(stderr, "%s\n", refusal);
            _exit(refusal != NULL);
        }
    for (int i = 0; i < PROCESSES; i++) {
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    }
    of_here = malloc(sizeof h);
    memcpy(of_here, &h, sizeof h);
    close_one(&of_here);
}

/* ---- results ---- */

static void keep_result(struct store *s, const char *who, const char *source, uint32_t day,
                        int result)
{
    struct store_result r = { .ended = PLAYED_AT + result,
                              .day = day,
                              .result = result,
                              .points = 60 - result,
                              .seats = 1,
                              .persons = 1,
                              .place = result >= 0,
                              .firsts = 1,
                              .helped = true };

    snprintf(r.who, sizeof r.who, "%s", who);
    snprintf(r.source, sizeof r.source, "%s", source);
    snprintf(r.game, sizeof r.game, "topologic");
    snprintf(r.bot, sizeof r.bot, "hard");
    must(store_result_add(s, &r));
}

struct gathering {
    int count, players;
    struct store_result row[8];
    int result[8], had[8];
};

static void gather(void *with, const struct store_result *r)
{
    struct gathering *g = with;

    g->row[g->count++] = *r;
}

static void gather_count(void *with, int result, int had)
{
    struct gathering *g = with;

    g->result[g->count] = result;
    g->had[g->count++] = had;
    g->players += had;
}

static struct gathering results_of(struct store *s, const char *who, int64_t before)
{
    struct gathering g = { 0 };

    must(store_results(s, who, before, 8, gather, &g));
    return g;
}

static struct gathering spread_of(struct store *s, uint32_t day)
{
    struct gathering g = { 0 };

    must(store_day_counts(s, "topologic", day, gather_count, &g));
    return g;
}

static void results_come_back_whole_and_newest_first(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct gathering g;

    keep_result(s, "ada", "t1", 0, 5);
    keep_result(s, "ada", "t2", 0, 4);
    keep_result(s, "bob", "t1", 0, 7);
    must(store_commit(s));
    g = results_of(s, "ada", 0);
    assert_int_equal(g.count, 2);
    assert_string_equal(g.row[0].source, "t1");
    assert_string_equal(g.row[0].game, "topologic");
    assert_string_equal(g.row[0].bot, "hard");
    assert_int_equal(g.row[0].ended, PLAYED_AT + 5);
    assert_int_equal(g.row[0].points, 55);
    assert_true(g.row[0].helped && g.row[0].place == 1 && g.row[0].seats == 1);
    assert_int_equal(results_of(s, "ada", PLAYED_AT + 5).count, 1);
}

/* One result a person and puzzle: the first counts. */
static void a_puzzle_is_counted_once_a_person(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct gathering g;
    int mine;
    bool found;

    keep_result(s, "ada", "topologic 20261116", 20261116, 5);
    keep_result(s, "ada", "topologic 20261116", 20261116, 1);
    keep_result(s, "bob", "topologic 20261116", 20261116, 5);
    keep_result(s, "eve", "topologic 20261116", 20261116, -1);
    keep_result(s, "eve", "topologic 20261117", 20261117, 3);
    keep_result(s, "eve", "t1", 0, 3);
    g = spread_of(s, 20261116);
    assert_int_equal(g.count, 2);
    assert_int_equal(g.players, 3);
    assert_int_equal(g.result[0], -1);
    assert_int_equal(g.result[1], 5);
    assert_int_equal(g.had[1], 2);
    must(store_day_result(s, "topologic", 20261116, "ada", &mine, &found));
    assert_true(found && mine == 5);
    must(store_day_result(s, "topologic", 20261117, "ada", &mine, &found));
    assert_false(found);
    assert_int_equal(spread_of(s, 0).count, 0); /* tables are no puzzle */
}

/* They go with the person, and to the person a guest turns out to be. */
static void results_are_their_persons(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person ada = { .id = "ada", .created = 1 }, bob = { .id = "bob" };

    must(store_person_add(s, &ada));
    must(store_person_add(s, &bob));
    keep_result(s, "ada", "t1", 0, 5);
    keep_result(s, "ada", "topologic 20261116", 20261116, 5);
    keep_result(s, "bob", "topologic 20261116", 20261116, 4);
    must(store_person_merge(s, "ada", "bob"));
    assert_int_equal(results_of(s, "ada", 0).count, 0);
    assert_int_equal(results_of(s, "bob", 0).count, 2);
    assert_int_equal(spread_of(s, 20261116).players, 1); /* bob's own stays */
    assert_int_equal(spread_of(s, 20261116).result[0], 4);
    must(store_person_delete(s, "bob"));
    assert_int_equal(results_of(s, "bob", 0).count, 0);
    assert_int_equal(spread_of(s, 20261116).players, 0);
}

static void see_table(void *with, const struct store_table *t) { ++*(int *)with; }

static int count_untold(struct store *s, const char *who)
{
    struct store_query q = { .what = LIST_UNTOLD, .who = who, .most = 10 };
    int tables = 0;

    must(store_tables(s, &q, see_table, &tables));
    return tables;
}

/* A file from before has finished tables and no results; a table's end outlives it. */
static void finished_tables_without_a_result_are_found(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = {
        .id = "t1", .game = "topologic", .seats = 1, .status = 2, .why = OVER_PLAYED
    };

    t.seat[0] = (struct store_seat){ .who = "ada", .kind = SEAT_PERSON };
    must(store_table_add(s, &t));
    assert_int_equal(count_untold(s, "ada"), 1);
    assert_int_equal(count_untold(s, "bob"), 0);
    t.why = OVER_ABANDONED;
    must(store_table_set(s, &t));
    assert_int_equal(count_untold(s, "ada"), 0);
    t.why = OVER_PLAYED;
    must(store_table_set(s, &t));
    keep_result(s, "ada", "t1", 0, 5);
    assert_int_equal(count_untold(s, "ada"), 0);
    must(store_table_delete(s, t.key));
    assert_int_equal(results_of(s, "ada", 0).count, 1);
}

struct text_read {
    char text[16];
    size_t length;
};

static void read_text(void *with, const char *text, size_t length)
{
    struct text_read *read = with;

    memcpy(read->text, text, length < sizeof read->text ? length : sizeof read->text);
    read->length = length;
}

static bool has_book(struct store *store, const struct store_book *book)
{
    struct text_read read = { { 0 }, 0 };
    bool found;

    must(store_book_get(store, book, read_text, &read, &found));
    assert_true(!found || (read.length == 5 && !memcmp(read.text, "a\0b c", 5)));
    return found;
}

/* Who sent it may use it for a while; after that it stays where a table names it. */
static void a_book_is_kept_while_it_is_held_or_named(void **state)
{
    struct store *store = ((struct here *)*state)->store;
    const struct store_book book = { "contrees", 0xfedcba9876543210u };
    struct store_table row = { .id = "t", .game = "contrees", .book = book.digest };
    bool held;
    int sent;

    must(store_book_add(store, &book, "a\0b c", 5));
    must(store_book_hold(store, &book, "ada", 1000));
    must(store_book_held(store, &book, "ada", &held));
    assert_true(held);
    must(store_book_held(store, &book, "bob", &held));
    assert_false(held);
    must(store_books_sent(store, "ada", 1001, &sent));
    assert_int_equal(sent, 0);
    must(store_books_tidy(store, 1000)); /* it is not older than that */
    assert_true(has_book(store, &book));
    must(store_table_add(store, &row));
    must(store_books_tidy(store, 2000));
    must(store_book_held(store, &book, "ada", &held));
    assert_false(held);
    assert_true(has_book(store, &book));
    must(store_table_delete(store, row.key));
    must(store_books_tidy(store, 2000));
    assert_false(has_book(store, &book));
}

/* The first version of the file had a row for each ply. */
static void the_first_version_of_the_file_is_read(void **state)
{
    struct here *h = *state;
    char note[TB_NOTE_MAX], sql[256];
    sqlite3 *db;

    assert_int_equal(sqlite3_open(h->file, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(
            db,
            "DROP TABLE journal; DROP TABLE chapters;"
            "DROP INDEX tables_by_host; DROP INDEX tables_by_book; DROP TABLE books;"
            "DROP TABLE holders; DROP TABLE results; ALTER TABLE tables DROP COLUMN book;"
            "PRAGMA user_version=1;"
            "ALTER TABLE tables DROP COLUMN helps;"
            "ALTER TABLE tables DROP COLUMN helped;"
            "ALTER TABLE tokens DROP COLUMN seen; ALTER TABLE tokens DROP COLUMN device;"
            "ALTER TABLE lines DROP COLUMN said;"
            "CREATE TABLE plies (key INTEGER NOT NULL, n INTEGER NOT NULL,"
            " seat INTEGER NOT NULL, at INTEGER NOT NULL, ms INTEGER NOT NULL,"
            " note TEXT NOT NULL, PRIMARY KEY (key, n)) WITHOUT ROWID",
            NULL, NULL, NULL),
        SQLITE_OK);
    for (int i = 0; i < 60; i++) {
        int key = 1 + i % 3, n = 19 - i / 3; /* not in their order */

        write_note(note, key, (uint32_t)n);
        snprintf(sql, sizeof sql, "INSERT INTO plies VALUES (%d,%d,%d,%d,%d,'%s')", key, n,
                 n % 4, 2 * n + 1, PLAYED_AT + n, note);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    }
    sqlite3_close(db);
    store_close(h->store);
    must(store_open(h->folder, &h->store));
    for (int64_t key = 1; key <= 3; key++)
        assert_int_equal(count(h->store, key), 20);
    add(h->store, 2, 20);
    must(store_plies_cut(h->store, 1, 4));
    must(store_commit(h->store));
    assert_int_equal(count(h->store, 1), 4);
    assert_int_equal(count(h->store, 2), 21);
    assert_int_equal(results_of(h->store, "ada", 0).count, 0); /* there is room for them */
}

#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, open_one, close_one)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(plies_of_many_turns_come_back_by_table),
        WITH_STORE(plies_of_the_turn_under_way_are_read),
        WITH_STORE(what_is_aborted_did_not_happen),
        WITH_STORE(a_long_journal_is_bound_without_loss),
        WITH_STORE(a_journal_of_short_turns_is_bound_too),
        WITH_STORE(a_binding_that_is_aborted_is_done_again),
        WITH_STORE(plies_are_cut_wherever_they_are),
        WITH_STORE(a_deleted_table_leaves_no_ply),
        WITH_STORE(another_process_may_read_and_bind),
        WITH_STORE(a_backup_holds_the_journal_too),
        WITH_STORE(a_record_read_while_another_process_binds_is_whole),
        WITH_STORE(nothing_is_kept_of_a_turn_that_the_disk_refused),
        WITH_STORE(a_turn_waits_once_for_another_process),
        cmocka_unit_test(processes_may_make_the_file_together),
        WITH_STORE(a_book_is_kept_while_it_is_held_or_named),
        WITH_STORE(the_first_version_of_the_file_is_read),
        WITH_STORE(results_come_back_whole_and_newest_first),
        WITH_STORE(a_puzzle_is_counted_once_a_person),
        WITH_STORE(results_are_their_persons),
        WITH_STORE(finished_tables_without_a_result_are_found),
    };

    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
