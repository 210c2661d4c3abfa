/* PostgreSQL alone: what happens to a node, and between two. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../store/libpq.h"
#include "store_here.h"

/* ---- one node ---- */

/* Somebody else at the same database. */
struct other {
    struct libpq pq;
    PGconn *line;
};

static struct other call_other(const struct here *h)
{
    struct other o = { { 0 }, NULL };

    must(libpq_load(&o.pq));
    o.line = o.pq.PQconnectdb(h->where);
    return o;
}

static void say(const struct other *o, const char *text)
{
    PGresult *r = o->pq.PQexec(o->line, text);
    ExecStatusType status = o->pq.PQresultStatus(r);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s", o->pq.PQerrorMessage(o->line));
    o->pq.PQclear(r);
}

static const char cut_lines[] =
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name="
    "'tablier'";

/* The answer to a commit that was lost is not the commit. */
static void a_turn_whose_answer_was_lost_is_found_kept(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 1);
    struct other o = call_other(h);
    int nowhere = open("/dev/null", O_RDWR);
    const char *refusal;
    bool writing;

    must(store_commit(h->store));
    must(store_join(h->store));
    add(h->store, t.key, 1);
    store_send(h->store);
    say(&o, "DO $$ BEGIN FOR i IN 1..6000 LOOP EXIT WHEN (SELECT count(*) FROM plies) = 2;"
            " COMMIT; PERFORM pg_sleep(0.01); END LOOP; END $$");
    assert_true(dup2(nowhere, store_fd(h->store, &writing)) >= 0);
    close(nowhere);
    wait_for(h->store, turn_is_over, &refusal);
    must(refusal);
    add(h->store, t.key, 2); /* and it goes on */
    wait_for(h->store, turn_is_over, &refusal);
    must(refusal);
    assert_int_equal(count(h->store, t.key), 3);
    o.pq.PQfinish(o.line);
}

static void a_turn_that_was_cut_off_is_found_lost(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 1);
    struct other o = call_other(h);
    const char *refusal;

    must(store_commit(h->store));
    must(store_join(h->store));
    say(&o, "BEGIN; LOCK TABLE plies");
    add(h->store, t.key, 1);
    store_send(h->store);
    say(&o, cut_lines);
    say(&o, "COMMIT");
    wait_for(h->store, turn_is_over, &refusal);
    assert_non_null(refusal);
    assert_int_equal(count(h->store, t.key), 1);
    add(h->store, t.key, 1);
    wait_for(h->store, turn_is_over, &refusal);
    must(refusal);
    assert_int_equal(count(h->store, t.key), 2);
    o.pq.PQfinish(o.line);
}

/* The fence: others have given it another session. */
static void a_node_that_was_given_up_writes_nothing(void **state)
{
    struct here *h = *state;
    struct store_news news;
    struct store_table t = lay(h->store, "aa", 1);
    struct other o = call_other(h);
    const char *refusal;

    must(store_commit(h->store));
    must(store_join(h->store));
    add(h->store, t.key, 1);
    wait_for(h->store, turn_is_over, &refusal);
    must(refusal);
    say(&o, "UPDATE nodes SET session = session + 1");
    add(h->store, t.key, 2);
    wait_for(h->store, turn_is_over, &refusal);
    assert_non_null(refusal);
    assert_true(store_news(h->store, &news));
    assert_int_equal(news.kind, NEWS_FENCED);
    assert_int_equal(count(h->store, t.key), 2);
    add(h->store, t.key, 2); /* it has come back with a session of its own */
    wait_for(h->store, turn_is_over, &refusal);
    must(refusal);
    assert_int_equal(count(h->store, t.key), 3);
    o.pq.PQfinish(o.line);
}

/* Questions outlive the line that they were asked on. */
static void a_question_is_asked_again_on_the_next_line(void **state)
{
    struct here *h = *state;
    struct store *s = h->store;
    struct store_reads *reads = store_reads_new(s);
    struct store_person p = lovelace;
    struct other o = call_other(h);
    bool found;

    must(store_person_add(s, &p));
    must(store_commit(s));
    must(store_join(s));
    say(&o, "BEGIN; LOCK TABLE persons");
    store_reads_use(s, reads);
    assert_ptr_equal(store_person_get(s, "ada", &p, &found), store_later);
    store_reads_use(s, NULL);
    store_send(s);
    say(&o, cut_lines);
    say(&o, "COMMIT");
    wait_for(s, are_here, reads);
    assert_true(find_later(s, reads, "ada"));
    store_reads_free(s, reads);
    o.pq.PQfinish(o.line);
}

/* ---- two nodes ---- */

static struct store *second_node(const struct here *h)
{
    struct store *s;

    must(store_open(h->where, &s));
    must(store_join(s));
    return s;
}

/* Holds a table as who has it in memory does. */
static void hold(struct store *s, const char *id)
{
    struct store_table t;
    bool found;

    must(store_table_get(s, id, &t, &found));
    assert_true(found);
    store_hold(s, &t);
}

static void send(struct store *s)
{
    const char *refusal;

    wait_for(s, turn_is_over, &refusal);
    must(refusal);
}

struct expected {
    enum store_news_kind kind;
    const char *id;
};

/* Whatever else is told before. */
static bool has_news(struct store *s, void *with)
{
    const struct expected *e = with;
    struct store_news news;

    while (store_news(s, &news))
        if (news.kind == e->kind && !strcmp(news.id, e->id))
            return true;
    return false;
}

static void hear_of(struct store *s, enum store_news_kind kind, const char *id)
{
    wait_for(s, has_news, &(struct expected){ kind, id });
}

/* Both play ply 1 of a table; the other tables of the one who was later are not harmed. */
static void of_two_nodes_that_play_at_once_one_is_beaten(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 1), u = lay(h->store, "bb", 1);
    struct store_result of_t = { .who = "ada", .source = "aa", .game = "g", .seats = 2 };
    struct store_result of_u = { .who = "ada", .source = "bb", .game = "g", .seats = 2 };
    struct store *other;
    struct store_news news;
    bool found;

    must(store_commit(h->store));
    must(store_join(h->store));
    other = second_node(h);
    hold(h->store, "aa");
    hold(h->store, "bb");
    hold(other, "aa");
    add(other, t.key, 1);
    send(other);
    add(h->store, t.key, 1);
    add(h->store, u.key, 1);
    must(store_result_add(h->store, &of_t));
    must(store_result_add(h->store, &of_u));
    send(h->store);
    assert_true(store_news(h->store, &news)); /* told before the turn counts as kept */
    while (news.kind != NEWS_BEATEN)
        assert_true(store_news(h->store, &news));
    assert_string_equal(news.id, "aa");
    assert_int_equal(count(h->store, t.key), 2);
    assert_int_equal(count(h->store, u.key), 2);
    must(store_result_get(h->store, "ada", "aa", &of_t, &found));
    assert_false(found); /* who was beaten has not ended it */
    must(store_result_get(h->store, "ada", "bb", &of_u, &found));
    assert_true(found);
    hold(h->store, "aa"); /* it was read again */
    add(h->store, t.key, 2);
    send(h->store);
    assert_int_equal(count(other, t.key), 3);
    store_close(other);
}

static void who_plays_on_is_not_beaten_by_itself(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 0);
    struct store_news news;

    must(store_commit(h->store));
    must(store_join(h->store));
    hold(h->store, "aa");
    for (uint32_t n = 0; n < 50; n++) {
        add(h->store, t.key, n);
        store_send(h->store);
        store_hear(h->store);
    }
    send(h->store);
    while (store_news(h->store, &news)) /* a look may have missed what was on its way */
        assert_int_equal(news.kind, NEWS_TABLE);
    assert_int_equal(count(h->store, t.key), 50);
}

static void a_node_hears_of_what_another_does_at_its_tables(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 1), u = lay(h->store, "bb", 0);
    struct store_person p = lovelace;
    struct store *other;
    struct store_news news;

    must(store_person_add(h->store, &p));
    must(store_commit(h->store));
    must(store_join(h->store));
    other = second_node(h);
    hold(h->store, "aa");
    add(other, u.key, 0); /* which nobody has here */
    add(other, t.key, 1);
    send(other);
    hear_of(h->store, NEWS_TABLE, "aa");
    must(store_line_add(other, t.key, &(struct store_line){ .who = "ada", .text = "x" }));
    must(store_person_set(other, &p));
    send(other);
    hear_of(h->store, NEWS_LINES, "aa");
    hear_of(h->store, NEWS_PERSON, "ada");
    store_drop(h->store, t.key);
    while (store_news(h->store, &news)) {
    } /* a look may have found it too */
    add(other, t.key, 2);
    send(other);
    must(store_person_set(other, &p));
    send(other);
    do { /* what is told of comes in its order */
        while (!store_news(h->store, &news))
            store_hear(h->store);
        assert_int_not_equal(news.kind, NEWS_TABLE);
    } while (news.kind != NEWS_PERSON);
    store_close(other);
}

/* And is not given up, however long the test takes. */
static void tell_here(const struct other *o, struct store *s, int64_t key, const char *who,
                      int lookers)
{
    must(store_present(s, key, &(struct store_here){ who, lookers }));
    assert_true(store_is_dirty(s));
    send(s);
    say(o, "UPDATE nodes SET beat='infinity'");
    must(store_present(s, key, &(struct store_here){ who, lookers }));
    assert_false(store_is_dirty(s)); /* which is no news */
}

static void hear_here(struct store *s, int64_t key, const char *who, int lookers)
{
    hear_of(s, NEWS_HERE, "aa");
    assert_string_equal(store_elsewhere(s, key).who, who);
    assert_int_equal(store_elsewhere(s, key).lookers, lookers);
}

/* Also to who holds the table later; and a dead one's people are not there. */
static void who_is_at_a_table_is_told_to_the_other_nodes(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 1);
    struct other o = call_other(h);
    struct store *other, *third;

    must(store_commit(h->store));
    must(store_join(h->store));
    other = second_node(h);
    third = second_node(h);
    hold(h->store, "aa");
    hold(other, "aa");
    tell_here(&o, h->store, t.key, "ada bob", 2);
    hear_here(other, t.key, "ada bob", 2);
    hold(third, "aa");
    hear_here(third, t.key, "ada bob", 2);
    tell_here(&o, other, t.key, "cyd", 1);
    hear_here(third, t.key, "ada bob cyd", 3);
    hear_here(h->store, t.key, "cyd", 1);
    tell_here(&o, h->store, t.key, "", 0);
    hear_here(third, t.key, "cyd", 1);
    say(&o, "UPDATE nodes SET beat=to_timestamp(0)");
    hear_here(third, t.key, "", 0);
    store_close(other);
    store_close(third);
    o.pq.PQfinish(o.line);
}

/* It was told while there was no line. */
static void a_notice_that_was_missed_is_made_good(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 1);
    struct other o = call_other(h);
    struct store *other;

    must(store_commit(h->store));
    must(store_join(h->store));
    hold(h->store, "aa");
    say(&o, cut_lines);
    must(store_open(h->where, &other));
    add(other, t.key, 1);
    must(store_commit(other));
    hear_of(h->store, NEWS_TABLE, "aa");
    hold(h->store, "aa");
    must(store_table_delete(other, t.key)); /* as a command does, without a notice */
    must(store_commit(other));
    hear_of(h->store, NEWS_TABLE, "aa");
    store_close(other);
    o.pq.PQfinish(o.line);
}

int test_nodes(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(a_turn_whose_answer_was_lost_is_found_kept),
        WITH_STORE(a_turn_that_was_cut_off_is_found_lost),
        WITH_STORE(a_node_that_was_given_up_writes_nothing),
        WITH_STORE(a_question_is_asked_again_on_the_next_line),
        WITH_STORE(of_two_nodes_that_play_at_once_one_is_beaten),
        WITH_STORE(who_plays_on_is_not_beaten_by_itself),
        WITH_STORE(a_node_hears_of_what_another_does_at_its_tables),
        WITH_STORE(who_is_at_a_table_is_told_to_the_other_nodes),
        WITH_STORE(a_notice_that_was_missed_is_made_good),
    };

    return cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}
