/*
 * What every store does, whichever it is: the same cases over SQLite in a folder of the
 * test's own and over a PostgreSQL that tests/postgres.py has started.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "store_here.h"

/* ---- plies ---- */

static void plies_of_many_turns_come_back_by_table(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t[3] = { lay(s, "aa", 0), lay(s, "bb", 0), lay(s, "cc", 0) };

    for (uint32_t n = 0; n < 30; n++) {
        for (int i = 0; i < 3; i++)
            add(s, t[i].key, n);
        must(store_commit(s));
    }
    for (int i = 0; i < 3; i++)
        assert_int_equal(count(s, t[i].key), 30);
    assert_int_equal(count(s, t[2].key + 1), 0);
}

static void plies_of_the_turn_under_way_are_read(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 1);

    must(store_commit(s));
    add(s, t.key, 1);
    assert_int_equal(count(s, t.key), 2);
    add(s, t.key, 2);
    must(store_commit(s));
    assert_int_equal(count(s, t.key), 3);
}

static void what_is_aborted_did_not_happen(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 1);

    must(store_commit(s));
    add(s, t.key, 1);
    assert_true(store_is_dirty(s));
    store_abort(s);
    assert_false(store_is_dirty(s));
    assert_int_equal(count(s, t.key), 1);
    add(s, t.key, 1);
    assert_int_equal(count(s, t.key), 2); /* reading sends it ahead */
    store_abort(s);
    assert_int_equal(count(s, t.key), 1);
}

static void what_is_committed_is_there_for_who_comes_next(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 7);

    must(store_commit(h->store));
    add(h->store, t.key, 7); /* never durable */
    open_again(h);
    assert_int_equal(count(h->store, t.key), 7);
    add(h->store, t.key, 7);
    must(store_commit(h->store));
    assert_int_equal(count(h->store, t.key), 8);
}

static void plies_are_cut_wherever_they_are(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table u = lay(s, "bb", 8); /* a neighbour who keeps everything */
    struct store_table t = lay(s, "aa", 10);

    must(store_commit(s));
    must(store_plies_cut(s, t.key, 8));
    assert_int_equal(count(s, t.key), 8);
    add_many(s, t.key, 8, 12);
    must(store_plies_cut(s, t.key, 12));
    must(store_commit(s));
    assert_int_equal(count(s, t.key), 12);
    must(store_plies_cut(s, t.key, 3));
    add_many(s, t.key, 3, 5); /* others in their place, in one turn */
    must(store_commit(s));
    assert_int_equal(count(s, t.key), 5);
    must(store_plies_cut(s, t.key, 0));
    assert_int_equal(count(s, t.key), 0);
    assert_int_equal(count(s, u.key), 8);
}

static void a_cut_that_is_aborted_cuts_nothing(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 10);

    must(store_commit(s));
    must(store_plies_cut(s, t.key, 5));
    store_abort(s);
    assert_int_equal(count(s, t.key), 10);
    must(store_plies_cut(s, t.key, 7));
    must(store_commit(s));
    assert_int_equal(count(s, t.key), 7);
}

/* Refused at once, or with its turn: nothing of it is kept. */
static void a_ply_that_does_not_follow_is_refused(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 3);
    struct store_ply p = { .note = "x", .n = 5 };
    const char *refusal;

    must(store_commit(s));
    refusal = store_ply_add(s, t.key, &p);
    if (!refusal)
        refusal = store_commit(s);
    assert_non_null(refusal);
    store_abort(s);
    add(s, t.key, 3);
    must(store_commit(s));
    assert_int_equal(count(s, t.key), 4);
}

static void a_deleted_table_leaves_no_ply(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 5), u;
    bool found;

    must(store_commit(s));
    must(store_table_delete(s, t.key));
    must(store_commit(s));
    must(store_table_get(s, "aa", &u, &found));
    assert_false(found);
    assert_int_equal(count(s, t.key), 0);
    u = lay(s, "bb", 0); /* the store may give the number again */
    assert_int_equal(count(s, u.key), 0);
}

static void another_process_sees_what_is_committed(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 6);
    struct store *other;

    must(store_commit(h->store));
    must(store_open(h->where, &other));
    assert_int_equal(count(other, t.key), 6);
    add_many(h->store, t.key, 6, 9);
    assert_int_equal(count(other, t.key), 6);
    must(store_commit(h->store));
    assert_int_equal(count(other, t.key), 9);
    store_close(other);
}

static void a_long_record_is_whole(void **state)
{
    enum { PLIES = 3000 };
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 0);

    for (uint32_t n = 0; n < PLIES; n += 500) {
        add_many(s, t.key, n, n + 500);
        must(store_commit(s));
    }
    assert_int_equal(count(s, t.key), PLIES);
}

/* ---- tables ---- */

static struct store_table full_table(void)
{
    struct store_table t = { .id = "22233344455566677788",
                             .game = "archives",
                             .host = "ada",
                             .rematch = "zz",
                             .options = "aid show\nlength 3\n",
                             .seed = { .number = 0xfedcba9876543210u },
                             .book = 0x8123456789abcdefu,
                             .created = 1,
                             .started = 2,
                             .changed = 3,
                             .main_ms = 4,
                             .plus_ms = 5,
                             .base = 6,
                             .clock_ply = 7,
                             .clock_ms = 8,
                             .clock_left = { 9, -10, 11, 12, 13, 1LL << 40 },
                             .edition = 14,
                             .seats = 3,
                             .status = TABLE_PLAYING,
                             .why = OVER_TIME,
                             .why_seat = 2,
                             .pace = PACE_LIVE,
                             .is_public = true,
                             .by_host = true,
                             .helps = true,
                             .helped = 5 };

    t.seat[0] = (struct store_seat){ .who = "ada", .kind = SEAT_PERSON };
    t.seat[1] = (struct store_seat){ .bot = "hard", .kind = SEAT_BOT };
    t.seat[2] = (struct store_seat){
        .who = "bob", .bot = "normal", .kind = SEAT_PERSON, .gone = GONE_TIME
    };
    return t;
}

/* The version is the store's own. */
static void assert_same_table(struct store_table a, struct store_table b)
{
    a.version = b.version = 0;
    assert_memory_equal(&a, &b, sizeof a);
}

static void a_table_comes_back_as_it_was(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = full_table(), u;
    bool found;

    must(store_table_add(s, &t));
    must(store_commit(s));
    must(store_table_get(s, t.id, &u, &found));
    assert_true(found);
    assert_same_table(t, u);
    t.seat[0] = (struct store_seat){ .kind = SEAT_OPEN };
    t.status = TABLE_OVER;
    t.clock_left[1] = 77;
    memset(t.host, 0, sizeof t.host);
    must(store_table_set(s, &t));
    must(store_commit(s));
    must(store_table_get(s, t.id, &u, &found));
    assert_same_table(t, u);
    must(store_table_get(s, "none", &u, &found));
    assert_false(found);
    for (int i = 0; i < TB_KEY; i++) /* zeros among them */
        t.seed.key[i] = (uint8_t)(i & 1 ? 7 * i : 0);
    t.seed.number = 0;
    must(store_table_set(s, &t));
    must(store_commit(s));
    must(store_table_get(s, t.id, &u, &found));
    assert_same_table(t, u);
}

struct found {
    char ids[64]; /* those found, in their order */
    struct store_table last;
};

static void note_id(void *with, const struct store_table *t)
{
    struct found *f = with;

    strncat(f->ids, t->id, sizeof f->ids - strlen(f->ids) - 1);
    f->last = *t;
}

static struct found list(struct store *s, enum store_list what, const char *who)
{
    struct store_query q = { .what = what, .who = who, .most = 10 };
    struct found f = { { 0 }, { 0 } };

    must(store_tables(s, &q, note_id, &f));
    return f;
}

/* a: open, public, Ada's; b: playing, with a bot; c: playing, between persons; d: over. */
static void lay_four(struct store *s)
{
    struct store_table t[4] = {
        { .id = "a", .game = "topologic", .host = "ada", .is_public = true },
        { .id = "b", .game = "archives", .status = TABLE_PLAYING, .is_public = true },
        { .id = "c", .game = "archives", .status = TABLE_PLAYING },
        { .id = "d", .game = "ancient", .status = TABLE_OVER, .why = OVER_PLAYED },
    };

    for (int i = 0; i < 4; i++) {
        t[i].seats = 2;
        t[i].changed = i + 1;
        t[i].seat[0] = (struct store_seat){ .who = "ada", .kind = SEAT_PERSON };
    }
    t[1].seat[1] = (struct store_seat){ .bot = "easy", .kind = SEAT_BOT };
    t[2].seat[1] = (struct store_seat){ .who = "bob", .kind = SEAT_INVITED };
    for (int i = 0; i < 4; i++)
        must(store_table_add(s, &t[i]));
    must(store_commit(s));
}

static void lists_have_what_they_say_newest_first(void **state)
{
    struct store *s = ((struct here *)*state)->store;

    lay_four(s);
    assert_string_equal(list(s, LIST_MINE, "ada").ids, "cba");
    assert_string_equal(list(s, LIST_MINE, "bob").ids, "c");
    assert_string_equal(list(s, LIST_OPEN, NULL).ids, "a");
    assert_string_equal(list(s, LIST_LIVE, NULL).ids, "b");
    assert_string_equal(list(s, LIST_FINISHED, NULL).ids, "");
    assert_string_equal(list(s, LIST_FINISHED, "ada").ids, "d");
    assert_string_equal(list(s, LIST_TIMED, NULL).ids, "b");
    assert_string_equal(list(s, LIST_ALL, NULL).ids, "dcba");
    assert_string_equal(list(s, LIST_STALE, NULL).ids, "a");
    assert_string_equal(list(s, LIST_OLD, NULL).ids, "d");
    assert_string_equal(list(s, LIST_UNFINISHED, NULL).ids, "cba");
    assert_string_equal(list(s, LIST_UNTOLD, "ada").ids, "d");
    assert_string_equal(list(s, LIST_LIVE, NULL).last.seat[1].bot, "easy");
}

static void lists_are_bounded(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_query q = { .what = LIST_ALL, .game = "archives", .most = 10 };
    struct found f = { { 0 }, { 0 } };

    lay_four(s);
    must(store_tables(s, &q, note_id, &f));
    assert_string_equal(f.ids, "cb");
    q = (struct store_query){ .what = LIST_ALL, .before = 3, .most = 1 };
    f = (struct found){ { 0 }, { 0 } };
    must(store_tables(s, &q, note_id, &f));
    assert_string_equal(f.ids, "b");
}

static void tables_are_counted(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    int n;

    lay_four(s);
    must(store_table_count(s, &n));
    assert_int_equal(n, 4);
    must(store_busy(s, "ada", &n));
    assert_int_equal(n, 3);
    must(store_busy(s, "bob", &n)); /* who is invited does not sit there yet */
    assert_int_equal(n, 0);
}

struct asking {
    struct store *store;
    int rows;
};

static void ask_of_each(void *with, const struct store_table *t)
{
    struct asking *a = with;
    struct store_table again;
    bool found;

    must(store_table_get(a->store, t->id, &again, &found));
    assert_true(found);
    a->rows++;
}

static void who_is_told_of_tables_may_ask_meanwhile(void **state)
{
    struct asking a = { .store = ((struct here *)*state)->store };
    struct store_query all = { .what = LIST_ALL, .most = 10 };

    lay_four(a.store);
    must(store_tables(a.store, &all, ask_of_each, &a));
    assert_int_equal(a.rows, 4);
}

static void a_sound_table_has_no_harm(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 4);
    struct store_harm harm;

    must(store_commit(s));
    must(store_look(s, &t, &harm));
    assert_int_equal(harm.kind, HARM_NONE);
    assert_int_equal(harm.from, 4);
    assert_string_equal(harm.id, "aa");
    assert_false(store_lacks_end(s, &t));
    assert_false(store_marks_lost(s));
    assert_false(store_is_corrupt(s));
}

/* ---- persons ---- */

static void a_person_comes_back_as_it_was(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace, q;
    bool found;

    must(store_person_add(s, &p));
    must(store_commit(s));
    must(store_person_get(s, "ada", &q, &found));
    assert_true(found);
    assert_memory_equal(&p, &q, sizeof p);
    must(store_person_by_handle(s, "ada_l", &q, &found));
    assert_true(found);
    p.colour = 2;
    *p.handle = 0;
    must(store_person_set(s, &p));
    must(store_person_by_handle(s, "ada_l", &q, &found));
    assert_false(found);
    must(store_person_get(s, "ada", &q, &found));
    assert_int_equal(q.colour, 2);
    assert_string_equal(q.handle, "");
}

static void two_persons_may_have_no_handle(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person a = { .id = "a" }, b = { .id = "b" }, p;
    bool found;

    must(store_person_add(s, &a));
    must(store_person_add(s, &b));
    must(store_commit(s));
    must(store_person_by_handle(s, "", &p, &found));
    assert_false(found);
}

struct persons {
    char ids[64];
};

static void note_person(void *with, const struct store_person *p)
{
    struct persons *all = with;
    size_t length = strlen(all->ids);

    snprintf(all->ids + length, sizeof all->ids - length, "%s", p->id);
}

static void programs_are_their_owners(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace, x = { .id = "x", .owner = "ada", .created = 2 },
                        y = { .id = "y", .owner = "ada", .created = 1 };
    struct persons all = { "" };
    bool found;

    must(store_person_add(s, &p));
    must(store_person_add(s, &x));
    must(store_person_add(s, &y));
    must(store_programs(s, "ada", note_person, &all));
    assert_string_equal(all.ids, "yx");
    must(store_person_delete(s, "ada"));
    must(store_commit(s));
    must(store_person_get(s, "x", &p, &found));
    assert_false(found);
}

struct devices {
    int count;
    struct store_token token[4];
};

static void note_token(void *with, const struct store_token *t)
{
    struct devices *d = with;

    d->token[d->count++] = *t;
}

static struct devices devices_of(struct store *s, const char *who)
{
    struct devices d = { 0 };

    must(store_tokens(s, who, note_token, &d));
    return d;
}

static void tokens_are_known_until_they_end(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace;
    uint8_t phone[STORE_TOKEN] = { 0, 1, 0xff }, desk[STORE_TOKEN] = { 9 };
    struct devices d;
    bool found;

    must(store_person_add(s, &p));
    must(store_token_add(s, phone, "ada", 1000));
    must(store_token_add(s, desk, "ada", 2000));
    must(store_token_note(s, phone, "Firefox, Android", 5000000));
    must(store_token_note(s, phone, "other", 5000001)); /* within the hour: nothing */
    must(store_commit(s));
    must(store_person_by_token(s, phone, &p, &found));
    assert_true(found && !strcmp(p.id, "ada"));
    d = devices_of(s, "ada");
    assert_int_equal(d.count, 2);
    assert_memory_equal(d.token[0].hash, phone, sizeof phone);
    assert_string_equal(d.token[0].device, "Firefox, Android");
    assert_int_equal(d.token[0].seen, 5000000);
    assert_int_equal(d.token[1].created, 2000);
    must(store_tokens_end(s, "ada", phone));
    assert_int_equal(devices_of(s, "ada").count, 1);
    must(store_token_delete(s, phone));
    must(store_commit(s));
    must(store_person_by_token(s, phone, &p, &found));
    assert_false(found);
    must(store_token_add(s, desk, "ada", 1));
    must(store_tokens_end(s, "ada", NULL));
    assert_int_equal(devices_of(s, "ada").count, 0);
}

static void who_is_forgotten_leaves_no_trace_at_a_table(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace;
    struct store_table t = full_table();
    bool found;

    must(store_person_add(s, &p));
    must(store_table_add(s, &t));
    must(store_line_add(s, t.key, &(struct store_line){ .who = "ada", .text = "me" }));
    must(store_commit(s));
    must(store_person_delete(s, "ada"));
    must(store_commit(s));
    must(store_table_get(s, t.id, &t, &found));
    assert_string_equal(t.seat[0].who, "");
    assert_int_equal(t.seat[0].kind, SEAT_PERSON);
    assert_string_equal(t.host, "");
    assert_string_equal(t.seat[2].who, "bob");
}

static void what_a_guest_had_is_passed_on(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace, guest = { .id = "guest" };
    struct store_table t = full_table();
    bool found;

    memcpy(t.seat[0].who, "guest", 6);
    memcpy(t.host, "guest", 6);
    must(store_person_add(s, &p));
    must(store_person_add(s, &guest));
    must(store_table_add(s, &t));
    must(store_person_merge(s, "guest", "ada"));
    must(store_commit(s));
    must(store_table_get(s, t.id, &t, &found));
    assert_string_equal(t.seat[0].who, "ada");
    assert_string_equal(t.host, "ada");
    must(store_person_get(s, "guest", &p, &found));
    assert_false(found);
}

/* ---- lines ---- */

struct heard {
    int count;
    char text[256];
    struct store_line last;
};

static void hear(void *with, const struct store_line *line)
{
    struct heard *h = with;

    h->count++;
    strncat(h->text, line->text, sizeof h->text - strlen(h->text) - 1);
    h->last = *line;
    h->last.text = NULL;
}

static void lines_come_back_oldest_first(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace;
    struct store_table t = lay(s, "aa", 0);
    struct heard h = { 0 };

    must(store_person_add(s, &p));
    for (int i = 0; i < 5; i++) {
        char text[] = { (char)('a' + i), 0 };
        struct store_line line = { .text = text, .ms = i, .said = -i };

        snprintf(line.who, sizeof line.who, i == 4 ? "ada" : "eve");
        must(store_line_add(s, t.key, &line));
    }
    must(store_commit(s));
    must(store_lines(s, t.key, 3, hear, &h));
    assert_string_equal(h.text, "cde");
    assert_string_equal(h.last.name, lovelace.name);
    assert_int_equal(h.last.ms, 4);
    assert_int_equal(h.last.said, -4);
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

/* ---- without waiting ---- */

/* Also what the turn has written that leaves with it. */
static void a_read_has_its_answer_when_it_is_asked_again(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_person p = lovelace;
    struct store_reads *reads = store_reads_new(s);

    must(store_join(s));
    must(store_person_add(s, &p));
    assert_true(find_later(s, reads, "ada"));
    assert_false(find_later(s, reads, "bob"));
    store_reads_free(s, reads);
}

static void a_purpose_may_be_given_up_while_its_answer_is_on_its_way(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_reads *reads = store_reads_new(s);
    struct store_person p = lovelace;
    const char *refusal;
    bool found;

    must(store_join(s));
    for (int sent = 0; sent < 2; sent++) {
        reads = sent ? store_reads_new(s) : reads;
        store_reads_use(s, reads);
        refusal = store_person_get(s, "ada", &p, &found);
        assert_true(!refusal || refusal == store_later);
        store_reads_use(s, NULL);
        if (sent)
            store_send(s);
        store_reads_free(s, reads);
    }
    must(store_person_add(s, &p));
    wait_for(s, turn_is_over, &refusal);
    must(refusal);
    must(store_person_get(s, "ada", &p, &found));
    assert_true(found);
}

/* More than what two sockets hold, both ways. */
static void a_question_is_answered_however_much_is_on_its_way(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    enum { TABLES = 3000 };
    struct store_table t;
    const char *refusal;
    bool found;
    char id[24];

    must(store_join(s));
    for (int i = 0; i < TABLES; i++) {
        snprintf(id, sizeof id, "%d", i);
        lay(s, id, 1);
        if (i % 500 == 499)
            store_send(s);
    }
    must(store_table_get(s, "0", &t, &found));
    assert_true(found);
    wait_for(s, turn_is_over, &refusal);
    must(refusal);
    must(store_table_get(s, id, &t, &found));
    assert_true(found);
}

static void turns_are_kept_in_their_order(void **state)
{
    struct here *h = *state;
    struct store_table t = lay(h->store, "aa", 0);
    const char *refusal;

    must(store_commit(h->store));
    must(store_join(h->store));
    for (uint32_t n = 0; n < 200; n++) {
        add(h->store, t.key, n);
        store_send(h->store);
        store_hear(h->store);
        must(store_failure(h->store));
    }
    wait_for(h->store, turn_is_over, &refusal);
    must(refusal);
    assert_true(store_kept(h->store) > 0);
    open_again(h);
    assert_int_equal(count(h->store, t.key), 200);
}

/* It is told once; what is sent after that is kept. */
static void a_turn_that_fails_leaves_nothing(void **state)
{
    struct store *s = ((struct here *)*state)->store;
    struct store_table t = lay(s, "aa", 3), u = lay(s, "bb", 1);
    struct store_ply p = { .note = "x", .n = 5 };
    const char *refusal;

    must(store_commit(s));
    must(store_join(s));
    add(s, u.key, 1);
    refusal = store_ply_add(s, t.key, &p); /* SQLite knows at once */
    if (refusal) {
        store_abort(s);
    } else {
        wait_for(s, turn_is_over, &refusal);
        assert_non_null(refusal);
    }
    assert_null(store_failure(s));
    assert_false(store_is_dirty(s));
    assert_int_equal(count(s, u.key), 1);
    add(s, t.key, 3);
    wait_for(s, turn_is_over, &refusal);
    must(refusal);
    assert_int_equal(count(s, t.key), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_STORE(plies_of_many_turns_come_back_by_table),
        WITH_STORE(plies_of_the_turn_under_way_are_read),
        WITH_STORE(what_is_aborted_did_not_happen),
        WITH_STORE(what_is_committed_is_there_for_who_comes_next),
        WITH_STORE(plies_are_cut_wherever_they_are),
        WITH_STORE(a_cut_that_is_aborted_cuts_nothing),
        WITH_STORE(a_ply_that_does_not_follow_is_refused),
        WITH_STORE(a_deleted_table_leaves_no_ply),
        WITH_STORE(another_process_sees_what_is_committed),
        WITH_STORE(a_long_record_is_whole),
        WITH_STORE(a_table_comes_back_as_it_was),
        WITH_STORE(lists_have_what_they_say_newest_first),
        WITH_STORE(lists_are_bounded),
        WITH_STORE(tables_are_counted),
        WITH_STORE(who_is_told_of_tables_may_ask_meanwhile),
        WITH_STORE(a_sound_table_has_no_harm),
        WITH_STORE(a_person_comes_back_as_it_was),
        WITH_STORE(two_persons_may_have_no_handle),
        WITH_STORE(programs_are_their_owners),
        WITH_STORE(tokens_are_known_until_they_end),
        WITH_STORE(who_is_forgotten_leaves_no_trace_at_a_table),
        WITH_STORE(what_a_guest_had_is_passed_on),
        WITH_STORE(lines_come_back_oldest_first),
        WITH_STORE(results_come_back_whole_and_newest_first),
        WITH_STORE(a_puzzle_is_counted_once_a_person),
        WITH_STORE(results_are_their_persons),
        WITH_STORE(finished_tables_without_a_result_are_found),
        WITH_STORE(a_book_is_kept_while_it_is_held_or_named),
        WITH_STORE(a_read_has_its_answer_when_it_is_asked_again),
        WITH_STORE(a_purpose_may_be_given_up_while_its_answer_is_on_its_way),
        WITH_STORE(a_question_is_answered_however_much_is_on_its_way),
        WITH_STORE(turns_are_kept_in_their_order),
        WITH_STORE(a_turn_that_fails_leaves_nothing),
    };

    if (!getenv("TABLIER_POSTGRES"))
        return cmocka_run_group_tests_name("store in SQLite", tests, NULL, NULL);
    return cmocka_run_group_tests_name("store in PostgreSQL", tests, NULL, NULL) +
           test_nodes();
}
