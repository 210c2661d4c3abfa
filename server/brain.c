/*
 * Bots at the table. A job holds a copy of what its seat sees, and nothing else; it thinks
 * on a worker and its decision comes back to the loop.
 */
#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { AFTER_MAX = 16 }; /* parts of one decision */

struct thought {
    struct job job;
    struct server *server; /* only its pool is looked at from the worker */
    struct tb_bot *bot; /* NULL: made by the worker, so that who waits takes little room */
    char name[STORE_BOT];
    uint64_t seed;
    char table[STORE_ID];
    uint64_t serial;
    int seat;
    uint64_t client; /* 0: it plays; else it advises */
    json_int_t id;
    uint32_t at;
    int64_t until; /* by the monotonic clock, us */
    tb_move move;
    char note[TB_NOTE_MAX];
    const struct tb_game *game;
    _Alignas(16) char seen[];
};

static bool is_time_up(void *with)
{
    const struct thought *th = with;

    return monotonic_us() > th->until || pool_is_stopping(th->server->pool);
}

static void think(struct job *job)
{
    struct thought *th = (struct thought *)job;
    const struct tb_state *seen = (const struct tb_state *)(const void *)th->seen;

    th->until = monotonic_us() + (int64_t)THINK_MS * 1000;
    if (!th->bot)
        th->bot = tb_bot_new(th->game, th->name, th->seed);
    if (th->bot)
        th->move = tb_bot_move(th->bot, seen, th->seat, 0, is_time_up, th);
    if (th->move)
        tb_notate(th->game, seen, th->move, th->note);
}

/* Its book was held as long as somebody might read in it. */
static void thought_free(struct thought *th)
{
    shelf_give(th->server, tb_head_of((struct tb_state *)(void *)th->seen)->kit);
    tb_bot_free(th->bot);
    free(th);
}

static void played(struct job *job, void *with)
{
    struct thought *th = (struct thought *)job;
    struct server *s = with;
    struct table *t = s->stopping ? NULL : table_here(s, th->table);

    if (!t || t->thinking != th->serial || !th->move) {
        s->metrics.late_jobs++;
        if (t && t->thinking == th->serial) {
            t->thinking = 0;
            table_settle(s, t); /* there was no memory for the bot: again, later */
        }
        thought_free(th);
        return;
    }
    t->thinking = 0;
    if (!table_ply(s, t, th->seat, th->move, table_at(t))) {
        unsigned keys = table_settle(s, t);

        s->metrics.bot_moves++;
        tell_table(s, t, "play", KEY_PLAY | KEY_LOG | KEY_OFFER | keys, NULL);
    }
    /* It remembers the turn it plans. While others have theirs, megabytes would wait. */
    if (table_owes(t) >> th->seat & 1) {
        t->seat[th->seat].bot = th->bot;
        th->bot = NULL;
    }
    thought_free(th);
}

static void advised(struct job *job, void *with)
{
    struct thought *th = (struct thought *)job;
    struct server *s = with;
    char body[160];
    struct tb_text out = tb_text(body, sizeof body);

    for (struct client *c = s->clients; c; c = c->next)
        if (c->serial == th->client)
            c->advised = false;
    tb_put(&out, "{\"at\":%u,\"note\":", th->at);
    tb_put_json(&out, th->note);
    tb_put(&out, "}");
    answer_late(s, th->client, th->id,
                *th->note ? YES : (struct no){ "broken", TB_N("The bot had no idea.") },
                body);
    thought_free(th);
}

static struct thought *thought_new(struct server *s, struct table *t, int seat,
                                   const char *bot)
{
    struct thought *th =
        aligned_alloc(16, (sizeof *th + t->game->state_size + 15) & ~(size_t)15);

    assert(seat >= 0 && seat < t->row.seats); /* -1 would be the truth */
    if (!th)
        return NULL;
    memset(th, 0, sizeof *th);
    th->server = s;
    th->serial = ++s->serial;
    th->seat = seat;
    th->game = t->game;
    th->at = table_at(t);
    memcpy(th->table, t->row.id, sizeof th->table);
    snprintf(th->name, sizeof th->name, "%s", bot);
    randombytes_buf(&th->seed, sizeof th->seed);
    tb_observe(t->game, t->match.now, seat, (struct tb_state *)(void *)th->seen);
    shelf_hold(s, t->kit);
    return th;
}

static int seat_to_think(const struct table *t)
{
    uint8_t owes = table_owes(t);

    for (int i = 0; i < t->row.seats; i++)
        if (owes >> i & 1 && *t->row.seat[i].bot)
            return i;
    return -1;
}

/* Whether somebody who plays is looking. */
static bool is_awaited(const struct table *t)
{
    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        if (w->viewer >= 0)
            return true;
    return seat_elsewhere(t) >= 0;
}

/* The time is counted to one who plays and looks, or else to the host. */
static uint64_t payer_of(struct server *s, const struct table *t)
{
    int seat = seat_elsewhere(t);

    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        if (w->viewer >= 0)
            return account_of(s, w->client);
    return guard_of_text(s, seat < 0 ? t->row.host : t->row.seat[seat].who)->key;
}

void brain_start(struct server *s, struct table *t)
{
    int seat = seat_to_think(t);
    struct thought *th;

    if (seat < 0 || t->thinking || !t->think_at || t->think_at > s->now ||
        !table_is_ours(s, t))
        return;
    th = thought_new(s, t, seat, t->row.seat[seat].bot);
    if (!th)
        return;
    th->job = (struct job){ .work = think,
                            .done = played,
                            .whose = payer_of(s, t),
                            .where = (uint64_t)t->row.key,
                            .unwatched = !is_awaited(t) };
    th->bot = t->seat[seat].bot;
    t->seat[seat].bot = NULL;
    if (!pool_add(s->pool, &th->job)) {
        t->seat[seat].bot = th->bot; /* the queue is full: again at the next tick */
        th->bot = NULL;
        thought_free(th);
        return;
    }
    t->thinking = th->serial;
    t->think_at = 0;
}

/* Plays a note in a position that is only imagined. One that would tell something is not
 * played: advice on what comes after would tell it too. */
static struct no play_imagined(const struct request *r, struct tb_state *s,
                               const char *note)
{
    const struct tb_game *g = r->table->game;
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    tb_move move;

    if (!(tb_head_of(s)->owes >> r->seat & 1) || !note ||
        tb_parse(g, s, r->seat, note, &move))
        return (struct no){ "rule", TB_N("This is not possible now.") };
    tb_step(g, s, r->seat, move, &told);
    for (int i = 0; i < told.count; i++)
        if (g->events[list[i].kind].reveals)
            return (struct no){ "rule", TB_N("This is not possible now.") };
    return YES;
}

/* What the seat would see after the notes that it was advised already. */
static struct no imagine(const struct request *r, struct thought *th)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *s = (struct tb_state *)(void *)room;
    const json_t *after = json_object_get(r->args, "after");
    struct no no = YES;

    if (json_array_size(after) > AFTER_MAX)
        return (struct no){ "form", TB_N("One decision has not so many parts.") };
    memcpy(room, r->table->match.now, r->table->game->state_size);
    for (size_t i = 0; i < json_array_size(after) && !no.why; i++)
        no = play_imagined(r, s, json_string_value(json_array_get(after, i)));
    if (!no.why && !(tb_head_of(s)->owes >> r->seat & 1))
        no = (struct no){ "turn", TB_N("It is not your turn.") };
    if (!no.why)
        tb_observe(r->table->game, s, r->seat, (struct tb_state *)(void *)th->seen);
    return no;
}

struct no brain_advise(struct request *r, const char *bot)
{
    struct thought *th = thought_new(r->server, r->table, r->seat, bot);
    struct no no;

    if (!th)
        return (struct no){ "broken", TB_N("Out of memory.") };
    no = imagine(r, th);
    if (no.why) {
        thought_free(th);
        return no;
    }
    th->job = (struct job){ .work = think,
                            .done = advised,
                            .whose = account_of(r->server, r->client) };
    th->client = r->client->serial;
    th->id = r->id;
    if (!pool_add(r->server->pool, &th->job)) {
        thought_free(th);
        return (struct no){ "full", TB_N("The server is busy: try again in a moment.") };
    }
    r->answered = r->client->advised = true; /* by advised() */
    return YES;
}
