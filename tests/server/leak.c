/*
 * Nothing hidden reaches a client that may not know it.
 *
 * Random matches are played to their end through the messages of the protocol, with undos,
 * chat, returns and repetitions. Everything each seat and a spectator receive is taken
 * apart key by key: views, legal moves and events must be, byte for byte, what the test
 * writes of tb_observe for those eyes, on a match of its own; every other key must be one
 * of the few that tell nothing of the position. wire.py does the same over real sockets.
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
#include "../sanitized.h"
#include "fake_net.h"
#include "spans.h"

enum { ROOM = 1 << 18, COMMIT_EVERY = 64, PARSE_EVERY = 64 };

enum { SHARE = SANITIZED ? 10 : 1 };

/* Whole matches of each game; one that is not named plays the last number. The end of each
 * of Topologic's costs most: everybody is told what every turn came to. */
static const struct {
    const char *game;
    int matches;
} plan[] = { { "topologic", 200 / SHARE }, { NULL, 40 / SHARE } };

/* One pair of eyes: a connection, and how far it has been told. */
struct eyes {
    struct net_conn conn;
    struct client client;
    int viewer;
    char *answer;     /* to the latest request */
    int next;         /* the first of `told` that these eyes have not heard of */
    uint32_t left_at; /* n when the connection was lost; 0: it is there */
};

static struct server server;
static struct serve_options options;
static struct eyes eyes[TB_SEATS_MAX + 1]; /* the last looks on */
static int viewers;
static uint64_t rng = 7, messages, plies, gaps;
static char *room;

/* The test's own account of the match. */
static struct tb_match match;
static struct tb_event told[1 << 16];
static uint32_t told_ply[1 << 16];
static int tellings;
static int ring; /* the first of them that the server still keeps for snapshots */

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

static void expect(struct span value, const char *key, const char *text)
{
    if (value.length != strlen(text) || memcmp(value.at, text, value.length))
        fail_msg("%s is\n%.*s\nand not\n%s", key, (int)value.length, value.at, text);
}

static void expect_shown(struct span value, const char *key,
                         void (*write)(const struct tb_state *s, struct tb_text *out),
                         int viewer)
{
    struct tb_text out = tb_text(room, ROOM);

    write(observe(viewer), &out);
    assert_false(out.cut);
    expect(value, key, *room ? room : "null");
}

static void expect_legal(struct span value, int viewer)
{
    const struct tb_state *seen = observe(viewer);
    struct tb_text out = tb_text(room, ROOM);
    tb_move moves[TB_MOVES_MAX];
    int count = viewer < 0 ? 0 : tb_legal(match.game, seen, viewer, moves);

    if (!tb_head_of(match.now)->owes)
        count = 0;
    tb_put(&out, "[");
    for (int i = 0; i < count; i++) {
        char note[TB_NOTE_MAX];

        tb_notate(match.game, seen, moves[i], note);
        tb_put(&out, i ? "," : "");
        tb_put_json(&out, note);
    }
    tb_put(&out, "]");
    expect(value, "legal", room);
}

/* All that was told from one telling on and that those eyes may know: no more, no less. */
static void expect_log(struct span value, int from, int viewer)
{
    struct tb_text out = tb_text(room, ROOM);
    bool more = false;

    tb_put(&out, "[");
    for (int i = from; i < tellings; i++) {
        const struct tb_event *e = &told[i];
        char *brace;

        if (!tb_event_known(e, viewer))
            continue;
        tb_put(&out, "%s{\"ply\":%u", more ? "," : "", told_ply[i]);
        more = true;
        brace = out.at;
        tb_put_event_json(match.game, e, &out);
        *brace = ',';
    }
    tb_put(&out, "]");
    expect(value, "log", room);
}

/* ---- what is heard ---- */

static const char *const harmless[] = {
    "table",   "n",        "what",   "epoch", "whole",   "game",   "edition", "options",
    "pace",    "public",   "start",  "host",  "created", "status", "seats",   "you",
    "lookers", "at",       "ply",    "owes",  "clock",   "offer",  "result",  "rematch",
    "chat",    "may_undo", "advice", "helps", "hints"
};

static bool is_harmless(struct span key)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (is(key, harmless[i]))
            return true;
    return false;
}

static void examine_log(struct eyes *e, struct span log, bool whole)
{
    if (!match.now) {
        expect(log, "log", "[]");
        return;
    }
    expect_log(log, whole ? ring : e->next, e->viewer);
    e->next = tellings;
}

static void examine_key(struct eyes *e, struct span key, struct span value, bool over)
{
    if (is(key, "view") || is(key, "scene")) {
        if (!match.now)
            expect(value, "view", "null");
        else
            expect_shown(value, "view",
                         is(key, "view") ? match.game->view : match.game->scene, e->viewer);
    } else if (is(key, "legal")) {
        if (!match.now || over)
            expect(value, "legal", "[]");
        else
            expect_legal(value, e->viewer);
    } else if (!is_harmless(key)) {
        fail_msg("a message has the key %.*s", (int)key.length, key.at);
    }
}

static void examine(struct eyes *e, const struct object *o)
{
    for (int i = 0; i < o->count; i++)
        if (is(o->key[i], "log"))
            examine_log(e, o->value[i], says(o, "whole", "true"));
        else
            examine_key(e, o->key[i], o->value[i], says(o, "status", "\"over\""));
}

static void hear(void *with, const char *text, size_t length)
{
    struct eyes *e = with;
    struct object o;

    /* Whether all is JSON, jansson is asked now and then. */
    if (messages++ % PARSE_EVERY == 0) {
        json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

        if (!message)
            fail_msg("not JSON, %zu bytes: %.900s", length, text);
        json_decref(message);
    }
    take_apart(text, &o);
    if (member(&o, "id")) {
        free(e->answer);
        e->answer = strdup(text);
        if (member(&o, "ok"))
            take_apart(member(&o, "ok")->at, &o);
    }
    if (member(&o, "n"))
        examine(e, &o);
}

/* ---- speaking ---- */

/* The end of a turn, without sockets. Durability is for other tests: this one commits
 * now and then. */
static void end_turn(void)
{
    static unsigned turns;

    assert_false(server.failed);
    for (struct table *t = server.turn; t; t = t->next_in_turn)
        if (t->changed) {
            assert_null(store_table_set(server.store, &t->row));
            t->changed = false;
        }
    if (turns++ % COMMIT_EVERY == 0)
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
        e->next = 0;
        e->left_at = 0;
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
    assert_null(tb_match_new(&match, t->row.seats, NULL, t->kit, t->row.seed));
    tellings = ring = 0;
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
        if (tellings - ring > LOG_KEPT)
            ring++;
    }
}

static void follow_back(uint32_t ply)
{
    tb_match_rewind(&match, ply);
    while (tellings && told_ply[tellings - 1] > ply)
        tellings--;
    if (ring > tellings)
        ring = tellings;
    for (int i = 0; i < viewers; i++)
        if (eyes[i].next > tellings)
            eyes[i].next = tellings;
}

/* Each kind of decision as likely, then each of that kind: so a match ends before it is
 * five hundred plies of pawns pushed about. */
static tb_move pick(int seat)
{
    tb_move legal[TB_MOVES_MAX], kind[TB_MOVES_MAX];
    int count = tb_legal(match.game, match.now, seat, legal), alike = 0;
    unsigned verbs[256], kinds = 0, verb;
    bool seen[256] = { false };

    for (int i = 0; i < count; i++)
        if (!seen[tb_verb(legal[i])]) {
            seen[tb_verb(legal[i])] = true;
            verbs[kinds++] = tb_verb(legal[i]);
        }
    verb = verbs[tb_random_below(&rng, kinds)];
    for (int i = 0; i < count; i++)
        if (tb_verb(legal[i]) == verb)
            kind[alike++] = legal[i];
    return kind[tb_random_below(&rng, (uint32_t)alike)];
}

/* A seat that owes a decision and whose player is there; -1: none is. */
static int seat_to_play(const struct table *t)
{
    int first = (int)tb_random_below(&rng, t->row.seats);

    for (int i = 0; i < t->row.seats; i++) {
        int seat = (first + i) % t->row.seats;

        if (tb_head_of(match.now)->owes >> seat & 1 && !eyes[seat].left_at)
            return seat;
    }
    return -1;
}

/* A random decision, told to the server. */
static void play_some(struct table *t, int seat)
{
    char note[TB_NOTE_MAX], text[512];

    tb_notate(match.game, match.now, pick(seat), note);
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

/* Somebody takes back, not too much, and the others agree if they are asked. */
static void undo_some(struct table *t)
{
    int seat = (int)tb_random_below(&rng, t->row.seats);
    uint32_t ply = match.count;

    while (ply && match.plies[ply - 1].seat != seat)
        ply--;
    if (!ply || match.count - ply > 8)
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

/* Somebody loses the connection. */
static void lose_some(struct table *t)
{
    struct eyes *e = &eyes[tb_random_below(&rng, (uint32_t)viewers)];

    if (e->left_at)
        return;
    e->left_at = t->n;
    watch_drop_all(&e->client);
    end_turn();
}

/* And comes back, with or without what was known. */
static void return_one(struct table *t, int who)
{
    struct eyes *e = &eyes[who];
    char more[96] = "";

    if (tb_random_below(&rng, 4))
        snprintf(more, sizeof more, ",\"since\":%u,\"epoch\":%u", e->left_at, t->epoch);
    e->left_at = 0;
    command(t, who, "watch", more);
    end_turn();
    if (*more && strstr(answer_of(e), "\"whole\":false"))
        gaps++;
}

static void return_all(struct table *t)
{
    for (int i = 0; i < viewers; i++)
        if (eyes[i].left_at)
            return_one(t, i);
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

/* One match to its end, and now and then resigned before. */
static void play_match(const struct tb_game *g, int seats)
{
    struct table *t;
    bool resign = tb_random_below(&rng, 50) == 0;

    sit_clients(seats);
    t = open_table(g, seats);
    begin(t);
    while (tb_head_of(match.now)->owes && !(resign && match.count > 40)) {
        uint32_t dice = tb_random_below(&rng, 100);
        int seat = seat_to_play(t);

        if (seat < 0 || dice < 4)
            return_all(t);
        else if (dice < 7)
            undo_some(t);
        else if (dice < 10)
            lose_some(t);
        else if (dice < 12)
            pry_some(t);
        else
            play_some(t, seat);
    }
    plies += match.count;
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
    server.kits = tb_kits_new();
    server.now = server.began = 1;
    room = malloc(ROOM);
    return sodium_init() < 0 || store_open(data, &server.store) || !room || !server.page ||
           !server.kits;
}

static int close_house(void **state)
{
    static const char *const names[] = { "tablier.db", "tablier.db-wal", "tablier.db-shm",
                                         "tablier.db-marks" };
    char path[256];

    store_close(server.store);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", (char *)*state, names[i]);
        unlink(path);
    }
    rmdir(*state);
    free(server.page);
    tb_kits_free(server.kits);
    free(room);
    return 0;
}

/* A game that cannot show itself yet cannot be played over the network. */
static bool is_shown(const struct tb_game *g)
{
    _Alignas(16) static char state[65536];
    struct tb_state *s = (struct tb_state *)(void *)state;
    struct tb_text out = tb_text(room, ROOM);

    if (tb_new(g, s, g->seats_max, NULL, tb_kits_of(server.kits, g), tb_seed_of(1)))
        return false;
    g->view(s, &out);
    return out.at > room;
}

static int matches_of(const struct tb_game *g)
{
    int i = 0;

    while (plan[i].game && strcmp(plan[i].game, g->id))
        i++;
    return plan[i].matches;
}

static void everything_received_is_what_the_seat_may_know(void **state)
{
    for (int i = 0; tb_games[i]; i++) {
        const struct tb_game *g = tb_games[i];
        uint64_t before = plies;

        if (!is_shown(g))
            continue;
        for (int k = 0; k < matches_of(g); k++)
            play_match(g, g->seats_min + k % (g->seats_max - g->seats_min + 1));
        print_message("%s: %d matches, %llu plies each\n", g->id, matches_of(g),
                      (unsigned long long)(plies - before) / (unsigned)matches_of(g));
    }
    print_message("%llu messages examined, %llu gaps\n", (unsigned long long)messages,
                  (unsigned long long)gaps);
    assert_true(messages > 2 * plies && gaps > 1000 / SHARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_received_is_what_the_seat_may_know),
    };

    return cmocka_run_group_tests(tests, open_house, close_house);
}
