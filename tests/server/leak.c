/*
 * Nothing hidden reaches a client that may not know it.
 *
 * A thousand random matches are played through the messages of the protocol, with undos,
 * chat, returns and repetitions. Everything each seat and a spectator receive is taken
 * apart key by key: views, legal moves and events must be exactly what the test makes of
 * tb_observe for those eyes, on a match of its own; every other key must be one of the
 * few that tell nothing of the position.
 */
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>

#include "../../server/server.h"
#include "fake_net.h"

enum { MATCHES = 1000, WHOLE_EVERY = 500, PLIES_SHORT = 9, ROOM = 1 << 18 };

/* One pair of eyes: a connection, and what it has been told. */
struct eyes {
    struct net_conn conn;
    struct client client;
    int viewer;
    char *answer; /* to the latest request */
    uint64_t heard;
    json_t *log;    /* entries of the present match, as patches and snapshots left them */
    size_t fresh;   /* entries that the latest message brought */
    json_int_t ply; /* of the latest message that says it */
};

static struct server server;
static struct serve_options options;
static struct eyes eyes[TB_SEATS_MAX + 1]; /* the last looks on */
static int viewers;
static uint64_t rng = 7, messages;
static char *room;

/* The test's own account of the match. */
static struct tb_match match;
static struct tb_event told[1 << 16];
static uint32_t told_ply[1 << 16];
static int tellings, most_told; /* now, and ever in this match */

/* ---- expectations, made from tb_observe alone ---- */

static json_t *read_json(const char *text)
{
    json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);

    assert_non_null(json);
    return json;
}

static struct tb_state *observe(int viewer)
{
    static _Alignas(16) char seen[65536];

    tb_observe(match.game, match.now, viewer, (struct tb_state *)(void *)seen);
    return (struct tb_state *)(void *)seen;
}

static void expect_text(const json_t *value,
                        void (*write)(const struct tb_state *s, struct tb_text *out),
                        int viewer)
{
    struct tb_text out = tb_text(room, ROOM);
    json_t *expected;

    write(observe(viewer), &out);
    assert_false(out.cut);
    expected = read_json(room);
    assert_true(json_equal(value, expected));
    json_decref(expected);
}

static void expect_legal(const json_t *legal, int viewer)
{
    tb_move moves[TB_MOVES_MAX];
    int count = viewer < 0 ? 0 : tb_legal(match.game, observe(viewer), viewer, moves);

    if (server.turn == NULL && !tb_head_of(match.now)->owes)
        count = 0;
    assert_int_equal(json_array_size(legal), count);
    for (int i = 0; i < count; i++) {
        char note[TB_NOTE_MAX];

        tb_notate(match.game, observe(viewer), moves[i], note);
        assert_string_equal(json_string_value(json_array_get(legal, (size_t)i)), note);
    }
}

/* Whether those eyes may know it, and how it is then told. */
static json_t *expected_entry(int i, int viewer)
{
    const struct tb_event *e = &told[i];
    bool mine = viewer >= 0 && e->knows >> viewer & 1;
    struct tb_text out = tb_text(room, ROOM);
    json_t *entry;

    if (e->knows != TB_ALL && !mine)
        return NULL;
    tb_put_event_json(match.game, e, &out);
    entry = read_json(room);
    json_object_set_new(entry, "ply", json_integer(told_ply[i]));
    return entry;
}

/* ---- what is heard ---- */

static const char *const harmless[] = {
    "table",   "n",      "what",    "epoch", "whole",   "game",    "edition",
    "options", "pace",   "public",  "start", "host",    "created", "status",
    "seats",   "you",    "lookers", "at",    "ply",     "owes",    "clock",
    "offer",   "result", "rematch", "chat",  "may_undo"
};

static bool is_harmless(const char *key)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strcmp(harmless[i], key))
            return true;
    return false;
}

static void take_log(struct eyes *e, json_t *log, bool whole, bool undone, json_int_t ply)
{
    if (whole)
        json_array_clear(e->log);
    while (undone && json_array_size(e->log) &&
           json_integer_value(json_object_get(
               json_array_get(e->log, json_array_size(e->log) - 1), "ply")) > ply)
        json_array_remove(e->log, json_array_size(e->log) - 1);
    e->fresh = json_array_size(log);
    if (log)
        json_array_extend(e->log, log);
}

/* The log as told so far must end with the latest that these eyes may know, none left
 * out and none besides. What was checked before needs no second look. */
static void expect_log(struct eyes *e)
{
    size_t left = json_array_size(e->log), looked = 0;
    int i = tellings - 1;

    while (left && looked++ < e->fresh + 4) {
        json_t *expected = NULL;

        for (; i >= 0 && !expected; i--)
            expected = expected_entry(i, e->viewer);
        assert_non_null(expected);
        assert_true(json_equal(json_array_get(e->log, --left), expected));
        json_decref(expected);
    }
    if (!left && most_told <= LOG_KEPT)
        for (; i >= 0; i--) { /* nothing more was to be told */
            json_t *missing = expected_entry(i, e->viewer);

            assert_null(missing);
        }
    while (json_array_size(e->log) > LOG_KEPT)
        json_array_remove(e->log, 0);
}

static void examine(struct eyes *e, json_t *message)
{
    const char *key;
    json_t *value;
    bool whole = json_is_true(json_object_get(message, "whole"));
    const char *what = json_string_value(json_object_get(message, "what"));
    bool over = false;

    if (json_object_get(message, "ply"))
        e->ply = json_integer_value(json_object_get(message, "ply"));
    if (json_object_get(message, "status"))
        over = !strcmp(json_string_value(json_object_get(message, "status")), "over");
    json_object_foreach(message, key, value)
    {
        if (!strcmp(key, "view") && match.now)
            expect_text(value, match.game->view, e->viewer);
        else if (!strcmp(key, "scene") && match.now)
            expect_text(value, match.game->scene, e->viewer);
        else if (!strcmp(key, "legal") && !over && match.now)
            expect_legal(value, e->viewer);
        else if (!strcmp(key, "log"))
            assert_true(json_is_array(value));
        else if (strcmp(key, "view") && strcmp(key, "scene") && strcmp(key, "legal") &&
                 !is_harmless(key))
            fail_msg("a message has the key %s", key);
    }
    take_log(e, json_object_get(message, "log"), whole, what && !strcmp(what, "undo"),
             e->ply);
    if (match.now)
        expect_log(e);
}

static void hear(void *with, const char *text, size_t length)
{
    struct eyes *e = with;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    json_t *ok = json_object_get(message, "ok");

    if (!message)
        fail_msg("not JSON, %zu bytes: %.900s", length, text);
    e->heard++;
    messages++;
    if (json_object_get(message, "id")) {
        free(e->answer);
        e->answer = strdup(text);
    }
    if (json_object_get(ok, "n"))
        examine(e, ok);
    else if (json_object_get(message, "n"))
        examine(e, message);
    json_decref(message);
}

/* ---- speaking ---- */

/* The end of a turn, without sockets. */
static void end_turn(void)
{
    assert_false(server.failed);
    for (struct table *t = server.turn; t; t = t->next_in_turn)
        if (t->changed) {
            assert_null(store_table_set(server.store, &t->row));
            t->changed = false;
        }
    assert_null(store_commit(server.store));
    while (server.turn) {
        server.turn->in_turn = false;
        server.turn = server.turn->next_in_turn;
    }
    for (int i = 0; i < viewers; i++)
        fake_release(&eyes[i].conn);
}

static void say(struct eyes *e, const char *text)
{
    char copy[4096];

    snprintf(copy, sizeof copy, "%s", text);
    on_text(&server, &e->client, copy, strlen(copy));
}

static const char *answer_of(struct eyes *e) { return e->answer; }

/* ---- matches ---- */

static void sit_clients(int seats)
{
    viewers = seats + 1;
    for (int i = 0; i < viewers; i++) {
        struct eyes *e = &eyes[i];

        memset(&e->client, 0, sizeof e->client);
        e->conn = (struct net_conn){ .hear = hear, .with = e };
        e->client.server = &server;
        e->client.conn = &e->conn;
        e->client.serial = ++server.serial;
        e->viewer = TB_PUBLIC;
        e->log = json_array();
        if (i < seats) {
            make_id(e->client.who.id);
            assert_null(store_person_add(server.store, &e->client.who));
        }
    }
}

static void stand_up(void)
{
    for (int i = 0; i < viewers; i++) {
        watch_drop_all(&eyes[i].client);
        fake_release(&eyes[i].conn);
        json_decref(eyes[i].log);
        free(eyes[i].answer);
        eyes[i].answer = NULL;
    }
}

static struct table *open_table(const struct tb_game *g, int seats)
{
    char text[512], *at = text;
    struct table *t = NULL;

    at += snprintf(
        text, sizeof text,
        "{\"id\":1,\"do\":\"create\",\"game\":\"%s\",\"start\":\"host\",\"seats\":[\"me\"",
        g->id);
    for (int i = 1; i < seats; i++)
        at += snprintf(at, 16, ",\"open\"");
    snprintf(at, 16, "]}");
    say(&eyes[0], text);
    end_turn();
    json_t *answer = read_json(answer_of(&eyes[0]));
    const char *id =
        json_string_value(json_object_get(json_object_get(answer, "ok"), "table"));

    if (!id)
        fail_msg("%s", answer_of(&eyes[0]));
    for (int i = 1; i < viewers; i++) {
        snprintf(text, sizeof text, "{\"id\":2,\"do\":\"%s\",\"table\":\"%s\"}",
                 i < seats ? "sit" : "watch", id);
        say(&eyes[i], text);
        end_turn();
    }
    t = table_find(&server, id);
    json_decref(answer);
    assert_non_null(t);
    return t;
}

/* Begins, and sets the test's own match up alike. */
static void begin(struct table *t)
{
    char text[128];

    snprintf(text, sizeof text, "{\"id\":3,\"do\":\"start\",\"table\":\"%s\"}", t->row.id);
    say(&eyes[0], text);
    for (int i = 0; i < t->row.seats; i++)
        eyes[i].viewer = i;
    match.game = t->game;
    match.now = aligned_alloc(16, (t->game->state_size + 15u) & ~15u);
    match.room = 1 << 16;
    match.plies = calloc(match.room, sizeof *match.plies);
    assert_null(tb_match_new(&match, t->row.seats, NULL, NULL, t->row.seed));
    tellings = most_told = 0;
    end_turn();
}

static void finish(void)
{
    free(match.now);
    free(match.plies);
    memset(&match, 0, sizeof match);
}

static void follow(int seat, const char *note)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events events = { list, 0, TB_EVENTS_MAX };
    tb_move move;

    assert_null(tb_parse(match.game, match.now, seat, note, &move));
    assert_null(tb_match_play(&match, seat, move, &events));
    for (int i = 0; i < events.count; i++) {
        told[tellings] = list[i];
        told_ply[tellings++] = match.count;
        if (tellings > most_told)
            most_told = tellings;
    }
}

static void follow_back(uint32_t ply)
{
    tb_match_rewind(&match, ply);
    while (tellings && told_ply[tellings - 1] > ply)
        tellings--;
}

/* A random decision of a random seat that owes one, told to the server. */
static void play_some(struct table *t)
{
    int seat = (int)tb_random_below(&rng, t->row.seats);
    tb_move move;
    char note[TB_NOTE_MAX], text[512];

    while (!(tb_head_of(match.now)->owes >> seat & 1))
        seat = (seat + 1) % t->row.seats;
    move = tb_pick(match.game, match.now, seat, &rng);
    tb_notate(match.game, match.now, move, note);
    snprintf(text, sizeof text,
             "{\"id\":4,\"do\":\"play\",\"table\":\"%s\",\"at\":%u,\"moves\":[\"%s\"]}",
             t->row.id, table_at(t), note);
    say(&eyes[seat], text);
    follow(seat, note);
    end_turn();
    if (tb_random_below(&rng, 20) == 0) { /* said again */
        say(&eyes[seat], text);
        end_turn();
    }
    assert_int_equal(t->match.count, match.count);
}

static void command(struct table *t, int who, const char *what, const char *more)
{
    char text[256];

    snprintf(text, sizeof text, "{\"id\":5,\"do\":\"%s\",\"table\":\"%s\"%s}", what,
             t->row.id, more);
    say(&eyes[who], text);
}

/* Somebody takes back, and the others agree if they are asked. */
static void undo_some(struct table *t)
{
    int seat = (int)tb_random_below(&rng, t->row.seats);
    uint32_t ply = match.count;

    while (ply && match.plies[ply - 1].seat != seat)
        ply--;
    if (!ply)
        return;
    command(t, seat, "undo", "");
    if (t->offer.kind) {
        end_turn();
        for (int i = 0; i < t->row.seats; i++)
            if (i != seat && t->offer.kind) {
                command(t, i, "answer", ",\"yes\":true");
                if (t->offer.kind)
                    end_turn();
            }
    }
    follow_back(ply - 1);
    end_turn();
    assert_int_equal(t->match.count, match.count);
}

/* Somebody loses the connection and comes back, with or without what was known. */
static void return_some(struct table *t)
{
    int who = (int)tb_random_below(&rng, (uint32_t)viewers);
    char more[96] = "";

    if (tb_random_below(&rng, 2))
        snprintf(more, sizeof more, ",\"since\":%u,\"epoch\":%u", t->n, t->epoch);
    watch_drop_all(&eyes[who].client);
    end_turn();
    command(t, who, "watch", more);
    end_turn();
}

/* What a seat or a looker might try besides. */
static void pry_some(struct table *t)
{
    static const char *const tries[][2] = {
        { "replay", ",\"ply\":0,\"as\":\"truth\"" },
        { "replay", ",\"ply\":1,\"as\":0" },
        { "hint", ",\"step\":0" },
        { "hint", ",\"step\":1" },
        { "chat", ",\"text\":\"hm\"" },
    };
    uint32_t which = tb_random_below(&rng, 5);
    int who = (int)tb_random_below(&rng, (uint32_t)viewers);

    command(t, who, tries[which][0], tries[which][1]);
    end_turn();
    if (which < 2)
        assert_non_null(strstr(answer_of(&eyes[who]), "\"why\":\"status\""));
}

static void play_match(const struct tb_game *g, int seats, bool whole)
{
    struct table *t;

    sit_clients(seats);
    t = open_table(g, seats);
    begin(t);
    while (tb_head_of(match.now)->owes &&
           (whole || tb_random_below(&rng, PLIES_SHORT) != 0)) {
        uint32_t dice = tb_random_below(&rng, 100);

        if (dice < 3)
            undo_some(t);
        else if (dice < 8)
            return_some(t);
        else if (dice < 10)
            pry_some(t);
        else
            play_some(t);
    }
    if (tb_head_of(match.now)->owes && seats <= 2) /* else a bot would play on */
        command(t, 0, "resign", "");
    end_turn();
    stand_up();
    end_turn();
    table_free(&server, t);
    finish();
}

static int open_house(void **state)
{
    static char folder[] = "/tmp/tablier-leak-XXXXXX",
                memory[] = "/dev/shm/tablier-leak-XXXXXX";
    char *data = !access("/dev/shm", W_OK) ? mkdtemp(memory) : mkdtemp(folder);

    serve_defaults(&options);
    options.rate = 0;
    options.quiet = true;
    *state = data;
    server.options = &options;
    server.page = malloc(PAGE_MAX);
    server.now = server.began = 1;
    room = malloc(ROOM);
    return sodium_init() < 0 || store_open(data, &server.store) || !room || !server.page;
}

static int close_house(void **state)
{
    static const char *const names[] = { "tablier.db", "tablier.db-wal", "tablier.db-shm" };
    char path[256];

    store_close(server.store);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", (char *)*state, names[i]);
        unlink(path);
    }
    rmdir(*state);
    free(server.page);
    free(room);
    return 0;
}

/* A game that cannot show itself yet cannot be played over the network. */
static bool is_shown(const struct tb_game *g)
{
    _Alignas(16) static char state[65536];
    struct tb_state *s = (struct tb_state *)(void *)state;
    struct tb_text out = tb_text(room, ROOM);

    if (tb_new(g, s, g->seats_max, NULL, NULL, 1))
        return false;
    g->view(s, &out);
    return out.at > room;
}

static void everything_received_is_what_the_seat_may_know(void **state)
{
    const struct tb_game *shown[16];
    int games = 0;

    for (int i = 0; tb_games[i]; i++)
        if (is_shown(tb_games[i]))
            shown[games++] = tb_games[i];
    assert(games);
    for (int i = 0; i < MATCHES; i++) {
        const struct tb_game *g = shown[i % games];
        int span = g->seats_max - g->seats_min + 1;
        int seats = g->seats_min + (i / games) % span;

        play_match(g, seats, i % (WHOLE_EVERY * games) < games);
    }
    print_message("%llu messages examined\n", (unsigned long long)messages);
    assert_true(messages > 10 * MATCHES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_received_is_what_the_seat_may_know),
    };

    return cmocka_run_group_tests(tests, open_house, close_house);
}
