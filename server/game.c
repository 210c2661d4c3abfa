/* The game itself: playing, taking back, giving up, agreeing, hints, replays. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

static const char *text_arg(const struct request *r, const char *key)
{
    return json_string_value(json_object_get(r->args, key));
}

/* ---- playing ---- */

static struct no bad_moves(void)
{
    return (struct no){ "form", TB_N("Send 1 to 32 moves, as notes.") };
}

static struct no check_notes(const json_t *moves, uint64_t *hash)
{
    const json_t *value;
    size_t i;

    *hash = 0;
    if (json_array_size(moves) < 1 || json_array_size(moves) > MOVES_AT_ONCE)
        return bad_moves();
    json_array_foreach(moves, i, value)
    {
        if (!json_is_string(value) || json_string_length(value) >= TB_NOTE_MAX)
            return bad_moves();
        *hash = notes_hash(*hash, json_string_value(value));
    }
    return YES;
}

/* Whether the seat is still asked what it was asked when `at` was so. A seat that may
 * change a choice though nobody waits for it is asked too. */
static struct no check_decision(const struct table *t, int seat, json_int_t at)
{
    if (t->row.status == TABLE_OPEN)
        return (struct no){ "status", TB_N("The game has not begun.") };
    if (t->row.status == TABLE_OVER)
        return (struct no){ "status", TB_N("The game is over.") };
    if (*t->row.seat[seat].bot)
        return (struct no){ "seat", TB_N("A bot plays your seat: take it back first.") };
    if (!(table_asks(t) >> seat & 1))
        return (struct no){ "turn", TB_N("It is not your turn.") };
    if (at < (json_int_t)t->seat[seat].asked || at > (json_int_t)table_at(t))
        return (struct no){ "stale", TB_N("The table has changed: look again.") };
    return YES;
}

/* Tries all the notes on a copy: all are played, or none. */
static const char *read_moves(const struct table *t, int seat, const json_t *notes,
                              tb_move *moves)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *s = (struct tb_state *)(void *)room;
    size_t count = json_array_size(notes);
    const char *refusal = NULL;

    if (count == 1)
        return tb_parse(t->game, t->match.now, seat,
                        json_string_value(json_array_get(notes, 0)), moves);
    memcpy(s, t->match.now, t->game->state_size);
    for (size_t i = 0; i < count && !refusal; i++) {
        refusal = tb_parse(t->game, s, seat, json_string_value(json_array_get(notes, i)),
                           &moves[i]);
        if (!refusal)
            tb_step(t->game, s, seat, moves[i], NULL);
    }
    return refusal;
}

/* Said again: answered again, with nothing done. */
static struct no answer_as_it_is(struct request *r)
{
    struct tb_text out = page(r->server);

    put_table(r->server, r->table, r->seat, "gap", KEY_PLAY | KEY_STATUS | KEY_RESULT,
              r->table->n, &out);
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
    return YES;
}

struct no do_play(struct request *r)
{
    struct table *t = r->table;
    json_int_t at = json_integer_value(json_object_get(r->args, "at"));
    const json_t *notes = json_object_get(r->args, "moves");
    const struct last_play *last = &t->seat[r->seat].last;
    bool had_offer = t->offer.kind;
    tb_move moves[MOVES_AT_ONCE] = { 0 };
    const char *refusal;
    uint64_t hash;
    unsigned keys;
    struct no no = check_notes(notes, &hash);

    if (no.why)
        return no;
    if (last->made && last->at == at && last->hash == hash)
        return answer_as_it_is(r);
    no = check_decision(t, r->seat, at);
    if (no.why)
        return no;
    refusal = read_moves(t, r->seat, notes, moves);
    if (refusal)
        return (struct no){ "move", refusal };
    for (size_t i = 0; i < json_array_size(notes) && !refusal; i++)
        refusal = table_ply(r->server, t, r->seat, moves[i], (uint32_t)at);
    if (refusal)
        r->server->failed = true; /* out of memory half-way: nothing of it is kept */
    keys = KEY_PLAY | KEY_LOG | table_settle(r->server, t);
    if (had_offer && !t->offer.kind)
        keys |= KEY_OFFER;
    tell_table(r->server, t, "play", keys, r);
    return YES;
}

/* ---- agreeing ---- */

/* Before the seat's last decision; the end of the record where it has none. */
static uint32_t undo_ply(const struct table *t, int seat)
{
    uint32_t ply = t->match.count;

    while (ply && t->match.plies[ply - 1].seat != seat)
        ply--;
    return ply ? ply - 1 : t->match.count;
}

static void undo_to(struct request *r, uint32_t ply, struct request *asker)
{
    table_rewind(r->server, r->table, ply);
    table_settle(r->server, r->table);
    tell_table(r->server, r->table, "undo", KEY_PLAY | KEY_OFFER, asker);
}

/* Does what everybody agreed to. */
static void carry_out(struct request *r)
{
    struct table *t = r->table;
    struct offer offer = t->offer;

    t->offer = (struct offer){ 0 };
    if (offer.kind == OFFER_UNDO) {
        undo_to(r, offer.ply, NULL);
        return;
    }
    table_over(r->server, t, offer.kind == OFFER_DRAW ? OVER_DRAW : OVER_ABANDONED, -1);
    tell_table(r->server, t, "over",
               KEY_STATUS | KEY_RESULT | KEY_PLAY | KEY_OFFER | KEY_SEATS, NULL);
}

static void offer_or_do(struct request *r, enum offer_kind kind, uint32_t ply)
{
    struct table *t = r->table;

    t->offer = (struct offer){ .kind = (uint8_t)kind,
                               .by = (uint8_t)r->seat,
                               .yes = (uint8_t)(1 << r->seat),
                               .ply = ply };
    if (!(table_persons(t) & ~t->offer.yes))
        carry_out(r);
    else
        tell_table(r->server, t, "offer", KEY_OFFER, NULL);
}

/* Every undo moves `at` on by one and leaves the clocks as told at its ply: so it is known
 * from the table alone, after a restart too, that what was seen then is taken back. */
static bool is_undone(const struct table *t, json_int_t at)
{
    return at + 1 == (json_int_t)table_at(t) && t->row.base && t->row.clock_ms &&
           t->row.clock_ply == t->match.count;
}

struct no do_undo(struct request *r)
{
    struct table *t = r->table;
    uint32_t ply = undo_ply(t, r->seat);
    const json_t *at = json_object_get(r->args, "at");

    if (at && is_undone(t, json_integer_value(at)))
        return answer_as_it_is(r);
    if (at && json_integer_value(at) != (json_int_t)table_at(t))
        return (struct no){ "stale", TB_N("The table has changed: look again.") };
    if (*t->row.seat[r->seat].bot)
        return (struct no){ "seat", TB_N("A bot plays your seat: take it back first.") };
    if (ply == t->match.count)
        return (struct no){ "status", TB_N("You have nothing to take back.") };
    if (tb_match_may_undo(&t->match, r->seat) || !(table_persons(t) & ~(1 << r->seat))) {
        undo_to(r, ply, r);
        return YES;
    }
    if (t->offer.kind)
        return (struct no){ "status", TB_N("Another offer is waiting for an answer.") };
    offer_or_do(r, OFFER_UNDO, ply);
    answer(r, "{\"offered\":true}", 16);
    return YES;
}

struct no do_resign(struct request *r)
{
    struct table *t = r->table;

    table_give_up(r->server, t, r->seat, GONE_RESIGNED);
    tell_table(r->server, t, t->row.status == TABLE_OVER ? "over" : "seats",
               KEY_STATUS | KEY_RESULT | KEY_PLAY | KEY_SEATS | KEY_OFFER, NULL);
    return YES;
}

struct no do_offer(struct request *r)
{
    const char *kind = text_arg(r, "kind");
    bool draw = !strcmp(kind, "draw");

    if (!draw && strcmp(kind, "abandon"))
        return (struct no){ "form", TB_N("One can offer a draw, or to abandon the game.") };
    if (r->table->offer.kind)
        return (struct no){ "status", TB_N("Another offer is waiting for an answer.") };
    if (draw && !(table_persons(r->table) & ~(1 << r->seat)))
        return (struct no){ "seat", TB_N("There is nobody to agree with.") };
    offer_or_do(r, draw ? OFFER_DRAW : OFFER_ABANDON, 0);
    return YES;
}

struct no do_answer(struct request *r)
{
    struct table *t = r->table;

    if (!t->offer.kind)
        return (struct no){ "status", TB_N("Nobody offers anything.") };
    if (!json_is_true(json_object_get(r->args, "yes"))) {
        t->offer = (struct offer){ 0 };
        tell_table(r->server, t, "offer", KEY_OFFER, NULL);
        return YES;
    }
    t->offer.yes |= (uint8_t)(1 << r->seat);
    if (!(table_persons(t) & ~t->offer.yes))
        carry_out(r);
    else
        tell_table(r->server, t, "offer", KEY_OFFER, NULL);
    return YES;
}

/* ---- hints ---- */

static const struct no no_help = { "rule",
                                   TB_N("Between persons this table allows no help.") };

/* The result will say who was helped. */
static void note_help(struct request *r)
{
    uint8_t helped = (uint8_t)(r->table->row.helped | 1 << r->seat);

    if (helped == r->table->row.helped)
        return;
    r->table->row.helped = helped;
    table_change(r->server, r->table);
}

struct no do_hint(struct request *r)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *seen = (struct tb_state *)(void *)room;
    const struct tb_game *g = r->table->game;
    json_int_t step = json_integer_value(json_object_get(r->args, "step"));
    const char *lang = text_arg(r, "lang");
    char text[1024];
    struct tb_text hint = tb_text(text, sizeof text);
    struct tb_text out = page(r->server);

    assert(r->seat >= 0); /* -1 would be the truth */
    if (step > 100)
        return (struct no){ "form", TB_N("There are not so many hints.") };
    if (!table_helps(r->table))
        return no_help;
    if (lang && !strcmp(lang, "fr")) {
        hint.say = r->server->options->french;
        hint.lang = TB_FR;
    }
    tb_observe(g, r->table->match.now, r->seat, seen);
    if (g->hint && g->hint(seen, r->seat, (int)step, &hint)) {
        note_help(r);
        tb_put(&out, "{\"text\":");
        tb_put_json(&out, text);
        tb_put(&out, "}");
    } else {
        tb_put(&out, "{\"text\":null}");
    }
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
    return YES;
}

struct no do_advise(struct request *r)
{
    const char *bot = text_arg(r, "bot");
    const struct tb_game *g = r->table->game;

    if (bot && !is_bot_name(bot))
        return (struct no){ "rule", TB_N("There is no such bot.") };
    if (!table_helps(r->table))
        return no_help;
    if (!may_advise(g, r->table->match.now))
        return (struct no){ "rule", TB_N("This table does not allow advice.") };
    if (!(table_owes(r->table) >> r->seat & 1))
        return (struct no){ "turn", TB_N("It is not your turn.") };
    if (r->client->advised)
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    note_help(r);
    return brain_advise(r, bot ? bot : "hard");
}

/* ---- replays ---- */

static struct no read_eyes(const struct request *r, int *viewer)
{
    const json_t *as = json_object_get(r->args, "as");

    if (json_is_integer(as) && json_integer_value(as) >= 0 &&
        json_integer_value(as) < r->table->row.seats)
        *viewer = (int)json_integer_value(as);
    else if (json_is_string(as) && !strcmp(json_string_value(as), "public"))
        *viewer = TB_PUBLIC;
    else if (json_is_string(as) && !strcmp(json_string_value(as), "truth"))
        *viewer = TB_TRUTH;
    else
        return (struct no){ "form",
                            TB_N("A replay is seen by a seat, the public or in truth.") };
    return YES;
}

/* Plays the record up to the ply before; then the ply itself, with its events and note. */
static void replay_to(const struct table *t, uint32_t ply, struct tb_state *s,
                      char note[TB_NOTE_MAX], struct tb_events *told)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    assert(ply <= t->match.count);
    tb_new(t->game, s, head->seats, head->option, head->kit, t->match.seed);
    for (uint32_t i = 0; i < ply; i++) {
        const struct tb_ply *p = &t->match.plies[i];

        if (i == ply - 1)
            tb_notate(t->game, s, p->move, note);
        tb_step(t->game, s, p->seat, p->move, i == ply - 1 ? told : NULL);
    }
}

static void put_replay_log(const struct table *t, uint32_t ply, int viewer,
                           const struct tb_events *told, struct tb_text *out)
{
    bool more = false;

    tb_put(out, ",\"log\":[");
    for (int i = 0; i < told->count; i++)
        if (tb_event_known(&told->list[i], viewer)) {
            tb_put(out, more ? "," : "");
            more = true;
            put_event(t, &told->list[i], ply, out);
        }
    tb_put(out, "]");
}

static void put_replay(const struct server *s, const struct table *t, uint32_t ply,
                       int viewer, struct tb_text *out)
{
    _Alignas(16) char room[STATE_MAX], seen_room[STATE_MAX];
    struct tb_state *then = (struct tb_state *)(void *)room;
    struct tb_state *seen = (struct tb_state *)(void *)seen_room;
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    char note[TB_NOTE_MAX] = "";

    assert(t->row.status == TABLE_OVER); /* then anybody may know everything */
    replay_to(t, ply, then, note, &told);
    tb_observe(t->game, then, viewer, seen);
    tb_put(out, "{\"table\":\"%s\",\"game\":\"%s\",\"options\":", t->row.id, t->row.game);
    put_options(t, out);
    tb_put(out, ",\"seats\":");
    put_seats(s, t, out);
    tb_put(out, ",\"plies\":%u,\"ply\":%u,\"as\":", t->match.count, ply);
    if (viewer >= 0)
        tb_put(out, "%d", viewer);
    else
        tb_put(out, viewer == TB_TRUTH ? "\"truth\"" : "\"public\"");
    if (ply) {
        tb_put(out, ",\"seat\":%d,\"note\":", t->match.plies[ply - 1].seat);
        tb_put_json(out, note);
    } else {
        tb_put(out, ",\"seat\":null,\"note\":null");
    }
    put_replay_log(t, ply, viewer, &told, out);
    tb_put(out, ",\"owes\":");
    put_owes(tb_head_of(then)->owes, out);
    put_shown(",\"scene\":", t->game->scene, seen, out);
    put_shown(",\"view\":", t->game->view, seen, out);
    tb_put(out, ",\"result\":");
    put_result(t, out);
    tb_put(out, "}");
}

struct no do_replay(struct request *r)
{
    json_int_t ply = json_integer_value(json_object_get(r->args, "ply"));
    struct tb_text out;
    int viewer;
    struct no no = read_eyes(r, &viewer);

    if (no.why)
        return no;
    if (r->table->row.book && viewer != TB_PUBLIC && r->seat < 0)
        return (struct no){ "secret", TB_N("Its book is read again by its players only.") };
    if (ply > (json_int_t)r->table->match.count)
        return (struct no){ "unknown", TB_N("The game was not that long.") };
    r->table->touched = r->server->now;
    out = page(r->server);
    put_replay(r->server, r->table, (uint32_t)ply, viewer, &out);
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
    return YES;
}
