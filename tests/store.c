/* SQLite alone: it keeps every ply that was committed, in order, whatever happens to the
 * others, and says aloud what was damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../store/sqlite.h"
#include "store_here.h"

enum { PLIES = 40000 }; /* more than the journal holds */

/* ---- the journal and its chapters ---- */

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

static int number_of(struct store *s, const char *sql)
{
    sqlite3_stmt *q;
    int number = 0;

    assert_int_equal(sqlite3_prepare_v2(lite(s)->db, sql, -1, &q, NULL), SQLITE_OK);
    must(db_each_row(s, q, read_number, &number));
    sqlite3_finalize(q);
    return number;
}

/* Whoever reads a record reads the whole journal. */
static void a_journal_of_short_turns_is_bound_too(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    for (uint32_t n = 0; n < 1000; n++) {
        add(s, 1, n);
        must(store_commit(s));
    }
    assert_true(number_of(s, "SELECT count(*) FROM journal") < 300);
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
    struct here *h = *state, copy = { 0 };
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
        sqlite3_exec(lite(h->store)->db, "PRAGMA max_page_count=60", NULL, NULL, NULL),
        SQLITE_OK);
    add(h->store, 1, 0);
    assert_non_null(store_line_add(h->store, 1, &line));
    assert_true(sqlite3_get_autocommit(lite(h->store)->db)); /* or the test tests nothing */
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
    sqlite3_busy_timeout(lite(h->store)->db, 0);
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
    struct here h = { 0 };
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

static void no_result(void *with, const struct store_result *r) { fail_msg("%s", r->who); }

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
            "DROP TABLE holders; DROP TABLE results; DROP TABLE house;"
            "ALTER TABLE tables DROP COLUMN book;"
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
        assert_int_equal(count_with_old(h->store, key, 20), 20);
    add(h->store, 2, 20);
    must(store_plies_cut(h->store, 1, 4));
    must(store_commit(h->store));
    assert_int_equal(count_with_old(h->store, 1, 20), 4);
    assert_int_equal(count_with_old(h->store, 2, 20), 21);
    must(
        store_results(h->store, "ada", 0, 8, no_result, NULL)); /* there is room for them */
}

/* ---- damage ---- */

/* A table with so many plies, each in a turn of its own. */
static struct store_table lay_table(struct store *s, const char *id, uint32_t plies)
{
    struct store_table t = { .game = "topologic", .seats = 2, .status = TABLE_PLAYING };

    snprintf(t.id, sizeof t.id, "%s", id);
    must(store_table_add(s, &t));
    must(store_commit(s));
    for (uint32_t n = 0; n < plies; n++) {
        add(s, t.key, n);
        must(store_commit(s));
    }
    return t;
}

static char *slurp(const char *path, long *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes;

    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = ftell(f);
    rewind(f);
    bytes = calloc(1, (size_t)*size + 1);
    assert_int_equal(fread(bytes, 1, (size_t)*size, f), *size);
    fclose(f);
    return bytes;
}

static void spill(const char *path, const char *bytes, long size)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, (size_t)size, f), size);
    fclose(f);
}

static void copy_file(const struct here *from, const struct here *to, const char *end)
{
    char path[128];
    long size;
    char *bytes;

    snprintf(path, sizeof path, "%s%s", from->file, end);
    bytes = slurp(path, &size);
    snprintf(path, sizeof path, "%s%s", to->file, end);
    spill(path, bytes, size);
    free(bytes);
}

/* The files as they are this moment: what a crash leaves. */
static struct here crash(const struct here *h)
{
    struct here left = { 0 };

    make_folder(&left);
    copy_file(h, &left, "");
    copy_file(h, &left, "-wal");
    copy_file(h, &left, "-marks");
    return left;
}

static void end_crash(struct here *h)
{
    void *of_here = malloc(sizeof *h);

    memcpy(of_here, h, sizeof *h);
    close_one(&of_here);
}

/* Where bytes are in a file; the last time they are, for a log has old pages too. */
static long find_last(const char *bytes, long size, const char *text)
{
    long length = (long)strlen(text);

    for (long at = size - length; at >= 0; at--)
        if (!memcmp(bytes + at, text, (size_t)length))
            return at;
    fail_msg("'%s' is not in the file", text);
    return -1;
}

static void flip(const struct here *h, const char *end, const char *text)
{
    char path[128];
    long size;
    char *bytes;

    snprintf(path, sizeof path, "%s%s", h->file, end);
    bytes = slurp(path, &size);
    bytes[find_last(bytes, size, text)] ^= 1;
    spill(path, bytes, size);
    free(bytes);
}

static void cut_file(const struct here *h, const char *end, double part)
{
    char path[128];
    long size;
    char *bytes;

    snprintf(path, sizeof path, "%s%s", h->file, end);
    bytes = slurp(path, &size);
    spill(path, bytes, (long)((double)size * part));
    free(bytes);
}

static struct store_harm look(struct store *s, const struct store_table *t)
{
    struct store_harm harm;

    must(store_look(s, t, &harm));
    return harm;
}

static void count_told(void *with, const struct store_ply *p) { ++*(uint32_t *)with; }

/* Those before the damage are told, and no other. */
static uint32_t told_of_damaged(struct store *s, int64_t key)
{
    uint32_t told = 0;

    assert_ptr_equal(store_plies(s, key, count_told, &told), store_damaged);
    return told;
}

static void a_changed_ply_is_noticed_and_the_others_go_on(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 20);
    struct store_table u = lay_table(h->store, "bbbbbbbbbb", 20);
    char text[64];

    assert_int_equal(look(h->store, &t).kind, HARM_NONE);
    store_close(h->store);
    must(store_open(h->folder, &h->store)); /* which binds */
    store_close(h->store);
    snprintf(text, sizeof text, "er 7 of %d", (int)t.key);
    flip(h, "", text);
    must(store_open(h->folder, &h->store));
    assert_int_equal(told_of_damaged(h->store, t.key), 7);
    assert_int_equal(look(h->store, &t).kind, HARM_MOVES);
    assert_int_equal(look(h->store, &t).from, 7);
    assert_string_equal(look(h->store, &t).id, "aaaaaaaaaa");
    assert_int_equal(count(h->store, u.key), 20);
    assert_int_equal(look(h->store, &u).kind, HARM_NONE);
}

/* The first sum is of the set-up: another seed is another game. */
static void a_changed_set_up_is_noticed(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay_table(s, "aaaaaaaaaa", 3);

    must(db_execute(s, "UPDATE tables SET seed = seed + 1"));
    assert_int_equal(look(s, &t).kind, HARM_MOVES);
    assert_int_equal(look(s, &t).from, 0);
    must(db_execute(s, "UPDATE tables SET seed = seed - 1"));
    assert_int_equal(look(s, &t).kind, HARM_NONE);
}

/* SQLite has no numbers of 256 bits: a key is kept as its bytes, zeros among them. */
static struct store_table lay_keyed(struct store *s, uint32_t plies)
{
    struct store_table t = lay_table(s, "aaaaaaaaaa", 0);

    for (int i = 0; i < TB_KEY; i++)
        t.seed.key[i] = (uint8_t)(i & 1 ? 7 * i : 0);
    must(store_table_set(s, &t));
    for (uint32_t n = 0; n < plies; n++)
        add(s, t.key, n);
    must(store_commit(s));
    return t;
}

static void a_seed_comes_back_whole(void **state)
{
    struct here *h = *state;
    struct store_table keyed = lay_keyed(h->store, 0), read;
    struct store_table numbered = lay_table(h->store, "bbbbbbbbbb", 0);
    bool found;

    numbered.seed = tb_seed_of(UINT64_MAX - 1);
    must(store_table_set(h->store, &numbered));
    must(store_commit(h->store));
    store_close(h->store);
    must(store_open(h->folder, &h->store));
    must(store_table_get(h->store, keyed.id, &read, &found));
    assert_memory_equal(&read.seed, &keyed.seed, sizeof read.seed);
    must(store_table_get(h->store, numbered.id, &read, &found));
    assert_memory_equal(&read.seed, &numbered.seed, sizeof read.seed);
}

/* The sum is over all of it: each byte in turn is changed. */
static void a_changed_key_is_noticed(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay_keyed(s, 3), other = t;

    assert_int_equal(look(s, &t).kind, HARM_NONE);
    for (int i = 0; i < TB_KEY; i++) {
        other.seed.key[i] ^= 1;
        must(store_table_set(s, &other));
        assert_int_equal(look(s, &t).kind, HARM_MOVES);
        assert_int_equal(look(s, &t).from, 0);
        other.seed.key[i] ^= 1;
    }
    must(db_execute(s, "UPDATE tables SET seed = substr(seed, 1, 31)"));
    assert_int_equal(look(s, &t).kind, HARM_MOVES);
    must(store_table_set(s, &t));
    assert_int_equal(look(s, &t).kind, HARM_NONE);
    must(store_commit(s));
}

/* Keys came with version 9; what an eighth has goes on with its numbers and its sums. */
static void a_house_of_numbers_goes_on(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 0), read;
    bool found;

    t.seed = tb_seed_of(UINT64_MAX - 1);
    must(store_table_set(h->store, &t));
    for (uint32_t n = 0; n < 5; n++)
        add(h->store, t.key, n);
    must(store_commit(h->store));
    must(db_execute(h->store, "PRAGMA user_version=8"));
    store_close(h->store);
    must(store_open(h->folder, &h->store));
    assert_int_equal(number_of(h->store, "PRAGMA user_version"), 9);
    must(store_table_get(h->store, t.id, &read, &found));
    assert_memory_equal(&read.seed, &t.seed, sizeof read.seed);
    assert_int_equal(count(h->store, t.key), 5);
    assert_int_equal(look(h->store, &t).kind, HARM_NONE);
    assert_false(store_marks_lost(h->store));
    add(h->store, t.key, 5);
    must(store_commit(h->store));
    assert_int_equal(look(h->store, &t).kind, HARM_NONE);
}

/* A line whose number became another table's: one table lacks it, the other does not. */
static void a_line_that_strays_harms_its_own_table_only(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 9);
    struct store_table u = lay_table(h->store, "bbbbbbbbbb", 9);
    char text[256];

    snprintf(
        text, sizeof text,
        "UPDATE journal SET plies = CAST(replace(CAST(plies AS TEXT), '%d 5 ', '%d 5 ')"
        " AS BLOB)",
        (int)t.key, (int)u.key);
    must(db_execute(h->store, text));
    for (int bound = 0; bound < 2; bound++) {
        assert_int_equal(look(h->store, &t).kind, HARM_MOVES);
        assert_int_equal(look(h->store, &t).from, 5);
        assert_int_equal(look(h->store, &u).kind, HARM_NONE);
        assert_int_equal(count(h->store, u.key), 9);
        must(plies_bind(h->store));
        must(store_commit(h->store));
    }
}

static void note_lost(void *with, const struct store_harm *harm)
{
    struct store_harm *last = with;

    assert_int_equal(harm->kind, HARM_LOST);
    *last = *harm;
}

/* Nothing is missing after a mere crash, whatever was taken back or deleted before. */
static void a_crash_alone_harms_nothing(void **state)
{
    struct here *h = *state, left;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 9);
    struct store_table u = lay_table(h->store, "bbbbbbbbbb", 9);
    struct store_harm lost = { .kind = HARM_NONE };

    must(store_plies_cut(h->store, t.key, 4));
    must(store_commit(h->store));
    must(store_table_delete(h->store, u.key));
    must(store_commit(h->store));
    must(store_plies_cut(h->store, t.key, 2)); /* never durable */
    left = crash(h);
    store_abort(h->store);
    must(store_open(left.folder, &left.store));
    assert_int_equal(count(left.store, t.key), 4);
    assert_int_equal(look(left.store, &t).kind, HARM_NONE);
    must(store_lost(left.store, false, note_lost, &lost));
    assert_int_equal(lost.kind, HARM_NONE);
    assert_false(store_marks_lost(left.store));
    add(left.store, t.key, 4);
    must(store_commit(left.store));
    end_crash(&left);
}

/* SQLite drops the end of a damaged log without a word; the marks do not. */
static void the_end_of_a_log_that_was_lost_is_noticed(void **state)
{
    static const char *const how[] = { "cut", "flipped" };

    for (size_t i = 0; i < 2; i++) {
        struct here *h = *state, left;
        struct store_harm lost = { .kind = HARM_NONE };
        struct store_table t, u;

        must(db_execute(h->store, "DELETE FROM tables; PRAGMA wal_checkpoint(TRUNCATE)"));
        t = lay_table(h->store, i ? "aaaaaaaaaa" : "cccccccccc", 40);
        u = lay_table(h->store, i ? "bbbbbbbbbb" : "dddddddddd", 3);
        left = crash(h);
        if (!strcmp(how[i], "cut"))
            cut_file(&left, "-wal", 0.5);
        else
            flip(&left, "-wal", "er 17 of");
        must(store_open(left.folder, &left.store));
        assert_int_equal(look(left.store, &t).kind, HARM_SHORT);
        assert_true(look(left.store, &t).from < 40);
        assert_int_equal(look(left.store, &t).marked, 40);
        assert_int_equal(told_of_damaged(left.store, t.key), look(left.store, &t).from);
        must(store_lost(left.store, true, note_lost, &lost));
        assert_string_equal(lost.id, u.id);
        assert_int_equal(lost.marked, 3);
        end_crash(&left);
    }
}

/* What a mark tells of must not be covered by the next table. */
static void a_missing_table_keeps_its_number(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 3), u;
    struct store_harm lost = { .kind = HARM_NONE };

    must(db_execute(h->store, "DELETE FROM tables; DELETE FROM journal"));
    u = lay_table(h->store, "bbbbbbbbbb", 2);
    assert_true(u.key > t.key);
    must(store_lost(h->store, true, note_lost, &lost));
    assert_string_equal(lost.id, t.id);
    assert_int_equal(look(h->store, &u).kind, HARM_NONE);
}

/* A young house is all in its log. */
static void a_house_that_lost_everything_says_so(void **state)
{
    struct here *h = *state, left;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 3);
    struct store_harm lost = { .kind = HARM_NONE };

    left = crash(h);
    cut_file(&left, "-wal", 0);
    must(store_open(left.folder, &left.store));
    must(store_lost(left.store, true, note_lost, &lost));
    assert_string_equal(lost.id, t.id);
    end_crash(&left);
}

static void an_end_that_was_lost_is_noticed(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay_table(s, "aaaaaaaaaa", 3);
    bool found;

    t.status = TABLE_OVER;
    must(store_table_set(s, &t));
    must(store_commit(s));
    assert_int_equal(look(s, &t).kind, HARM_NONE);
    must(db_execute(s, "UPDATE tables SET status = 1"));
    must(store_table_get(s, t.id, &t, &found));
    assert_int_equal(look(s, &t).kind, HARM_END);
}

static void a_backup_that_is_put_back_lacks_nothing(void **state)
{
    struct here *h = *state, copy = { 0 };
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 5);

    make_folder(&copy);
    must(store_backup(h->folder, copy.file));
    for (uint32_t n = 5; n < 9; n++)
        add(h->store, t.key, n);
    must(store_commit(h->store));
    copy_file(h, &copy, "-marks"); /* they speak of plies that the backup has not */
    must(store_open(copy.folder, &copy.store));
    assert_false(store_marks_lost(copy.store));
    assert_int_equal(look(copy.store, &t).kind, HARM_NONE);
    assert_int_equal(count(copy.store, t.key), 5);
    end_crash(&copy);
}

static void marks_that_are_gone_are_missed(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 5);
    char path[128];

    assert_false(store_marks_lost(h->store));
    store_close(h->store);
    snprintf(path, sizeof path, "%s-marks", h->file);
    assert_int_equal(unlink(path), 0);
    must(store_open(h->folder, &h->store));
    assert_true(store_marks_lost(h->store));
    assert_int_equal(look(h->store, &t).kind, HARM_NONE);
    store_close(h->store);
    must(store_open(h->folder, &h->store));
    assert_false(store_marks_lost(h->store));
}

/* Of a damaged mark nothing is believed. */
static void a_damaged_mark_harms_no_table(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 5);

    store_close(h->store);
    flip(h, "-marks", "aaaaaaaaaa");
    must(store_open(h->folder, &h->store));
    assert_int_equal(look(h->store, &t).kind, HARM_NONE);
    add(h->store, t.key, 5);
    must(store_commit(h->store));
    assert_int_equal(count(h->store, t.key), 6);
}

/* Whoever reads a record reads the journal: one torn page must not take all tables along.
 */
static void a_torn_journal_is_put_aside(void **state)
{
    struct here *h = *state, left;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 9), u;
    int tables = 0;
    long size, at;
    char *bytes, text[64];
    sqlite3_stmt *q;

    must(plies_bind(h->store));
    must(store_commit(h->store));
    u = lay_table(h->store, "bbbbbbbbbb", 4);
    must(db_execute(h->store, "PRAGMA wal_checkpoint(TRUNCATE)"));
    left = crash(h);
    bytes = slurp(left.file, &size);
    snprintf(text, sizeof text, "er 2 of %d", (int)u.key);
    at = find_last(bytes, size, text) / 4096 * 4096;
    memset(bytes + at, 0xff, 64); /* no page of SQLite begins so */
    spill(left.file, bytes, size);
    free(bytes);
    must(store_open(left.folder, &left.store));
    assert_int_equal(count(left.store, t.key), 9);
    assert_int_equal(look(left.store, &u).kind, HARM_SHORT);
    assert_int_equal(look(left.store, &u).marked, 4);
    assert_int_equal(sqlite3_prepare_v2(lite(left.store)->db,
                                        "SELECT count(*) FROM sqlite_schema WHERE name LIKE"
                                        " 'damaged_journal_%'",
                                        -1, &q, NULL),
                     SQLITE_OK);
    must(db_each_row(left.store, q, read_number, &tables));
    sqlite3_finalize(q);
    assert_int_equal(tables, 1);
    end_crash(&left);
}

static void a_file_that_is_no_database_is_refused_in_words(void **state)
{
    struct here *h = *state;
    struct store *other;
    const char *refusal;

    store_close(h->store);
    cut_file(h, "", 0.3);
    refusal = store_open(h->folder, &h->store);
    assert_non_null(refusal);
    assert_non_null(strstr(refusal, "damaged"));
    refusal = store_open_to_look(h->folder, &other);
    assert_non_null(refusal);
}

/* Version 7 had plies without sums, in chapters and in the journal. */
static void plies_without_sums_get_them(void **state)
{
    struct here *h = *state;
    struct store_table t = lay_table(h->store, "aaaaaaaaaa", 0);
    char text[256];

    for (int n = 0; n < 12; n++) {
        char note[TB_NOTE_MAX];

        write_note(note, t.key, (uint32_t)n);
        snprintf(text, sizeof text,
                 n < 8 ? "INSERT INTO chapters VALUES (%d,%d,CAST('%d %d %d %s' ||"
                         " char(10) AS BLOB))"
                       : "INSERT INTO journal (plies) VALUES (CAST('%d %d %d %d %d %s' ||"
                         " char(10) AS BLOB))",
                 (int)t.key, n, n % 4, 2 * n + 1, PLAYED_AT + n, note);
        must(db_execute(h->store, text));
    }
    must(db_execute(h->store, "DROP TABLE house; PRAGMA user_version=7"));
    store_close(h->store);
    must(store_open(h->folder, &h->store));
    assert_int_equal(count_with_old(h->store, t.key, 12), 12);
    assert_int_equal(look(h->store, &t).kind, HARM_NONE);
    assert_false(store_marks_lost(h->store));
    add(h->store, t.key, 12);
    must(store_commit(h->store));
    must(
        db_execute(h->store, "UPDATE chapters SET plies = substr(plies, 1, 20) WHERE n=2"));
    assert_int_equal(look(h->store, &t).from, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(plies_of_many_turns_come_back_by_table),
        WITH_STORE(a_long_journal_is_bound_without_loss),
        WITH_STORE(a_journal_of_short_turns_is_bound_too),
        WITH_STORE(a_binding_that_is_aborted_is_done_again),
        WITH_STORE(plies_are_cut_wherever_they_are),
        WITH_STORE(another_process_may_read_and_bind),
        WITH_STORE(a_backup_holds_the_journal_too),
        WITH_STORE(a_record_read_while_another_process_binds_is_whole),
        WITH_STORE(nothing_is_kept_of_a_turn_that_the_disk_refused),
        WITH_STORE(a_turn_waits_once_for_another_process),
        cmocka_unit_test(processes_may_make_the_file_together),
        WITH_STORE(the_first_version_of_the_file_is_read),
        WITH_STORE(a_changed_ply_is_noticed_and_the_others_go_on),
        WITH_STORE(a_changed_set_up_is_noticed),
        WITH_STORE(a_seed_comes_back_whole),
        WITH_STORE(a_changed_key_is_noticed),
        WITH_STORE(a_house_of_numbers_goes_on),
        WITH_STORE(a_line_that_strays_harms_its_own_table_only),
        WITH_STORE(a_crash_alone_harms_nothing),
        WITH_STORE(the_end_of_a_log_that_was_lost_is_noticed),
        WITH_STORE(a_missing_table_keeps_its_number),
        WITH_STORE(a_house_that_lost_everything_says_so),
        WITH_STORE(an_end_that_was_lost_is_noticed),
        WITH_STORE(a_backup_that_is_put_back_lacks_nothing),
        WITH_STORE(marks_that_are_gone_are_missed),
        WITH_STORE(a_damaged_mark_harms_no_table),
        WITH_STORE(a_torn_journal_is_put_aside),
        WITH_STORE(a_file_that_is_no_database_is_refused_in_words),
        WITH_STORE(plies_without_sums_get_them),
    };

    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
