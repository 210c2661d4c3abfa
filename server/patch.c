/*
 * What is told of a table: one writer for snapshots, gaps and patches.
 *
 * Whatever a viewer gets is written from tb_observe of that viewer, or from the facts of
 * the table that everybody may know; the true position never comes near a writer.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

/* ---- small parts ---- */

static void put_text_or_null(struct tb_text *out, const char *text)
{
    if (text && *text)
        tb_put_json(out, text);
    else
        tb_put(out, "null");
}

void put_owes(uint8_t owes, struct tb_text *out)
{
    tb_put_byte(out, '[');
    for (int i = 0, more = 0; i < 8; i++)
        if (owes >> i & 1)
            tb_put(out, more++ ? ",%d" : "%d", i);
    tb_put_byte(out, ']');
}

void put_me(const struct client *c, struct tb_text *out)
{
    if (!*c->who.id) {
        tb_put(out, "null");
        return;
    }
    tb_put(out, "{\"who\":\"%s\",\"name\":", c->who.id);
    tb_put_json(out, c->who.name);
    tb_put(out, ",\"colour\":%d,\"handle\":", c->who.colour);
    put_text_or_null(out, c->who.handle);
    tb_put(out, ",\"program\":%s,\"door\":%s}", *c->who.owner ? "true" : "false",
           !c->server->options->door || c->who.door || c->door_said ? "true" : "false");
}

/* An option can tell a secret, as a quest's code does: until the match is over it is said
 * only as far as the game shows it to whoever looks on. */
static void options_shown(const struct table *t, const uint64_t *options,
                          bool shown[TB_OPTIONS_MAX])
{
    _Alignas(16) char room[STATE_MAX], seen_room[STATE_MAX];
    struct tb_state *begun = (struct tb_state *)(void *)room;
    struct tb_state *seen = (struct tb_state *)(void *)seen_room;
    const struct tb_state *now = t->match.now;

    if (!now && !tb_new(t->game, begun, t->row.seats, options, t->kit, t->row.seed))
        now = begun;
    if (now)
        tb_observe(t->game, now, TB_PUBLIC, seen);
    for (int i = 0; i < TB_OPTIONS_MAX; i++)
        shown[i] = t->row.status == TABLE_OVER ||
                   (now && tb_head_of(seen)->option[i] == tb_head_of(now)->option[i]);
}

void put_options(const struct table *t, struct tb_text *out)
{
    uint64_t options[TB_OPTIONS_MAX];
    bool shown[TB_OPTIONS_MAX];
    int told = 0;

    tb_put_byte(out, '{');
    if (table_options(&t->row, t->game, options)) {
        options_shown(t, options, shown);
        for (int i = 0; t->game->options && t->game->options[i].id; i++) {
            char text[STORE_OPTIONS];
            struct tb_text value = tb_text(text, sizeof text);

            if (!shown[i])
                continue;
            tb_option_put(t->game, i, options[i], &value);
            tb_put(out, told++ ? ",\"%s\":" : "\"%s\":", t->game->options[i].id);
            tb_put_json(out, text);
        }
    }
    tb_put_byte(out, '}');
}

void put_pace(const struct store_table *row, struct tb_text *out)
{
    enum { DAY_MS = 86400000 };

    if (row->pace == PACE_NONE)
        tb_put(out, "{\"kind\":\"none\"}");
    else if (row->pace == PACE_LIVE)
        tb_put(out, "{\"kind\":\"live\",\"main\":%lld,\"plus\":%lld}",
               (long long)row->main_ms / 1000, (long long)row->plus_ms / 1000);
    else
        tb_put(out, "{\"kind\":\"days\",\"days\":%lld.%08lld}",
               (long long)(row->main_ms / DAY_MS),
               (long long)(row->main_ms % DAY_MS * 100000000 / DAY_MS));
}

/* Milliseconds until a bot may play for somebody who is away; -1: nobody is missed. */
static int64_t replaced_in(const struct server *s, const struct table *t, int seat)
{
    int64_t since = t->seat[seat].away_since;
    int64_t left = since + s->options->away_after - s->now;

    if (t->row.status != TABLE_PLAYING || t->row.seat[seat].kind != SEAT_PERSON ||
        *t->row.seat[seat].bot || !since)
        return -1;
    return left > 0 ? left : 0;
}

static bool is_here(const struct table *t, int i)
{
    const struct store_seat *row = &t->row.seat[i];

    if (row->kind == SEAT_PERSON)
        return *row->who && !t->seat[i].away_since;
    return row->kind == SEAT_BOT || (*row->who && table_is_here(t, row->who));
}

static void put_seat(const struct server *s, const struct table *t, int i,
                     struct tb_text *out)
{
    static const char *const kind[] = { "open", "invited", "person", "bot" };
    static const char *const gone[] = { "null", "\"resigned\"", "\"time\"",
                                        "\"forgotten\"" };
    const struct store_seat *row = &t->row.seat[i];
    const struct seat *seat = &t->seat[i];

    tb_put(out, "{\"kind\":\"%s\",\"who\":", kind[row->kind]);
    put_text_or_null(out, row->who);
    tb_put(out, ",\"name\":");
    tb_put_json(out, seat->name ? seat->name : "");
    tb_put(out, ",\"colour\":%d,\"program\":%s,\"here\":%s,\"bot\":", seat->colour,
           seat->program ? "true" : "false", is_here(t, i) ? "true" : "false");
    put_text_or_null(out, row->bot);
    tb_put(out, ",\"gone\":%s,\"replaced_in\":", gone[row->gone]);
    if (replaced_in(s, t, i) < 0)
        tb_put(out, "null}");
    else
        tb_put(out, "%lld}", (long long)replaced_in(s, t, i));
}

void put_seats(const struct server *s, const struct table *t, struct tb_text *out)
{
    tb_put_byte(out, '[');
    for (int i = 0; i < t->row.seats; i++) {
        if (i)
            tb_put_byte(out, ',');
        put_seat(s, t, i, out);
    }
    tb_put_byte(out, ']');
}

static const char *status_name(const struct table *t)
{
    static const char *const name[] = { "open", "playing", "over" };

    return name[t->row.status];
}

void put_result(const struct table *t, struct tb_text *out)
{
    static const char *const why[] = {
        "", "played", "resigned", "time", "draw", "abandoned"
    };
    bool by_seat = t->row.why == OVER_RESIGNED || t->row.why == OVER_TIME;

    if (t->row.status != TABLE_OVER) {
        tb_put(out, "null");
        return;
    }
    tb_put(out, "{\"why\":\"%s\",\"seat\":", why[t->row.why]);
    tb_put(out, by_seat ? "%d" : "null", t->row.why_seat);
    tb_put(out, ",\"helped\":");
    put_owes(t->row.helped, out);
    if (t->row.why == OVER_ABANDONED) {
        tb_put(out, ",\"points\":null,\"place\":null}");
        return;
    }
    tb_put(out, ",\"points\":[");
    for (int i = 0; i < t->row.seats; i++)
        tb_put(out, i ? ",%d" : "%d", t->result.points[i]);
    tb_put(out, "],\"place\":[");
    for (int i = 0; i < t->row.seats; i++)
        tb_put(out, i ? ",%d" : "%d", t->result.place[i]);
    tb_put(out, "]}");
}

/* ---- what the game shows ---- */

/* What the game writes; null where it writes nothing. */
void put_shown(const char *key,
               void (*write)(const struct tb_state *s, struct tb_text *out),
               const struct tb_state *seen, struct tb_text *out)
{
    char *before;

    tb_put(out, "%s", key);
    before = out->at;
    if (write)
        write(seen, out);
    if (out->at == before)
        tb_put(out, "null");
}

bool may_advise(const struct tb_game *g, const struct tb_state *s)
{
    return !g->may_advise || g->may_advise(s);
}

static void put_legal(const struct table *t, const struct tb_state *seen, int viewer,
                      struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX];
    int count = 0;

    if (viewer >= 0 && t->row.status == TABLE_PLAYING)
        count = tb_legal(t->game, seen, viewer, legal);
    tb_put(out, ",\"legal\":[");
    for (int i = 0; i < count; i++) {
        if (i)
            tb_put_byte(out, ',');
        tb_put_note(t->game, seen, legal[i], out);
    }
    tb_put_byte(out, ']');
}

static void put_clock(const struct server *s, const struct table *t, struct tb_text *out)
{
    if (t->row.pace == PACE_NONE || t->row.status == TABLE_OPEN) {
        tb_put(out, ",\"clock\":null");
        return;
    }
    tb_put(out, ",\"clock\":{\"time\":%lld,\"left\":[", (long long)s->now);
    for (int i = 0; i < t->row.seats; i++)
        tb_put(out, i ? ",%lld" : "%lld", (long long)table_left(t, i, s->now));
    tb_put(out, "],\"runs\":");
    put_owes(table_owes(t), out);
    tb_put_byte(out, '}');
}

/* A writer that fails to fit leaves the text cut; the caller looks at out->cut. */
static void put_play(const struct server *s, const struct table *t, int viewer,
                     bool with_scene, struct tb_text *out)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *seen = (struct tb_state *)(void *)room;
    bool may_undo = viewer >= 0 && t->row.status == TABLE_PLAYING && t->match.count &&
                    tb_match_may_undo(&t->match, viewer);

    tb_put(out, ",\"at\":%u,\"ply\":%u,\"owes\":", table_at(t), table_plies(t));
    put_owes(table_owes(t), out);
    if (!t->match.now) {
        tb_put(out, "%s,\"view\":null,\"legal\":[],\"may_undo\":false",
               with_scene ? ",\"scene\":null,\"hints\":false,\"advice\":false" : "");
        put_clock(s, t, out);
        return;
    }
    tb_observe(t->game, t->match.now, viewer, seen);
    if (with_scene) {
        put_shown(",\"scene\":", t->game->scene, seen, out);
        tb_put(out, ",\"hints\":%s,\"advice\":%s",
               t->game->hint && table_helps(t) ? "true" : "false",
               table_helps(t) && may_advise(t->game, seen) ? "true" : "false");
    }
    put_shown(",\"view\":", t->game->view, seen, out);
    put_legal(t, seen, viewer, out);
    tb_put(out, ",\"may_undo\":%s", may_undo ? "true" : "false");
    put_clock(s, t, out);
}

/* ---- log and chat ---- */

/* {"ply":12,"kind":...}: the engine's object with one key before its own. */
void put_event(const struct table *t, const struct tb_event *e, uint32_t ply,
               struct tb_text *out)
{
    char *brace;

    tb_put(out, "{\"ply\":%u", ply);
    brace = out->at;
    tb_put_event_json(t->game, e, out);
    if (brace < out->at)
        *brace = ',';
}

static void put_log(const struct table *t, int viewer, uint32_t since, struct tb_text *out)
{
    uint32_t first = t->log_first;
    bool more = false;

    /* Most patches tell the last entry or two: look for the first new one from the end. */
    for (uint32_t i = t->logged; i > first; i--)
        if (t->log[(i - 1) % LOG_KEPT].n <= since) {
            first = i;
            break;
        }
    tb_put(out, ",\"log\":[");
    for (uint32_t i = first; i < t->logged; i++) {
        const struct log_entry *entry = &t->log[i % LOG_KEPT];

        if (!tb_event_known(&entry->event, viewer))
            continue;
        if (more)
            tb_put_byte(out, ',');
        more = true;
        put_event(t, &entry->event, entry->ply, out);
    }
    tb_put_byte(out, ']');
}

static void put_chat(const struct table *t, uint32_t since, struct tb_text *out)
{
    bool more = false;

    tb_put(out, ",\"chat\":[");
    for (int i = 0; i < t->chats; i++) {
        const struct chat_entry *line = &t->chat[i];

        if (since && line->n <= since)
            continue;
        tb_put(out, "%s{\"n\":%u,\"who\":", more ? "," : "", line->n);
        more = true;
        put_text_or_null(out, line->who);
        tb_put(out, ",\"name\":");
        tb_put_json(out, line->name);
        tb_put(out, ",\"time\":%lld,\"text\":", (long long)line->ms);
        tb_put_json(out, line->text);
        tb_put_byte(out, '}');
    }
    tb_put_byte(out, ']');
}

/* ---- the table ---- */

static void put_offer(const struct table *t, struct tb_text *out)
{
    static const char *const kind[] = { "", "undo", "draw", "abandon" };

    if (!t->offer.kind) {
        tb_put(out, ",\"offer\":null");
        return;
    }
    tb_put(out, ",\"offer\":{\"kind\":\"%s\",\"by\":%d", kind[t->offer.kind], t->offer.by);
    if (t->offer.kind == OFFER_UNDO)
        tb_put(out, ",\"ply\":%u", t->offer.ply);
    tb_put(out, ",\"yes\":");
    put_owes(t->offer.yes, out);
    tb_put(out, ",\"wait\":");
    put_owes(table_persons(t) & (uint8_t)~t->offer.yes, out);
    tb_put_byte(out, '}');
}

static void put_facts(const struct table *t, struct tb_text *out)
{
    tb_put(out, ",\"game\":\"%s\",\"edition\":%d,\"options\":", t->row.game,
           t->row.edition);
    put_options(t, out);
    tb_put(out, ",\"pace\":");
    put_pace(&t->row, out);
    tb_put(out, ",\"public\":%s,\"start\":\"%s\",\"created\":%lld",
           t->row.is_public ? "true" : "false", t->row.by_host ? "host" : "full",
           (long long)t->row.created);
}

void put_table(struct server *s, struct table *t, int viewer, const char *what,
               unsigned keys, uint32_t since, struct tb_text *out)
{
    assert(viewer == TB_PUBLIC || (viewer >= 0 && viewer < t->row.seats));
    tb_put(out, "{\"table\":\"%s\",\"n\":%u", t->row.id, t->n);
    if (what)
        tb_put(out, ",\"what\":\"%s\"", what);
    if (t->closed)
        tb_put(out, ",\"why\":\"%s\"", t->closed);
    if (keys & KEY_FACTS) {
        tb_put(out, ",\"epoch\":%u,\"whole\":true", t->epoch);
        put_facts(t, out);
    }
    if (keys & KEY_STATUS)
        tb_put(out, ",\"status\":\"%s\"", status_name(t));
    if (keys & KEY_SEATS) {
        tb_put(out, ",\"host\":");
        put_text_or_null(out, t->row.host);
        tb_put(out, ",\"seats\":");
        put_seats(s, t, out);
        tb_put(out, viewer >= 0 ? ",\"you\":%d" : ",\"you\":null", viewer);
        tb_put(out, ",\"lookers\":%d,\"helps\":%s", t->lookers,
               table_helps(t) ? "true" : "false"); /* by who sits there */
    }
    if (keys & KEY_PLAY)
        put_play(s, t, viewer, keys & KEY_SCENE, out);
    if (keys & KEY_LOG)
        put_log(t, viewer, since, out);
    if (keys & KEY_CHAT)
        put_chat(t, since, out);
    if (keys & KEY_OFFER)
        put_offer(t, out);
    if (keys & KEY_RESULT) {
        tb_put(out, ",\"result\":");
        put_result(t, out);
    }
    if (keys & KEY_RESULT && !(keys & KEY_FACTS) && t->row.status == TABLE_OVER) {
        tb_put(out, ",\"options\":"); /* now there is nothing to hide */
        put_options(t, out);
    }
    if (keys & KEY_REMATCH) {
        tb_put(out, ",\"rematch\":");
        put_text_or_null(out, t->row.rematch);
    }
    tb_put_byte(out, '}');
}

/* Sends one text to every watcher with those eyes; whoever asked gets it as the answer. */
static void tell_viewer(struct table *t, int viewer, struct request *r, const char *text,
                        size_t length)
{
    for (struct watch *w = t->watches; w; w = w->next_of_table) {
        if (w->viewer != viewer)
            continue;
        if (r && w->client == r->client && !r->answered)
            answer(r, text, length);
        else
            send_text(w->client, text, length);
    }
}

void tell_table(struct server *s, struct table *t, const char *what, unsigned keys,
                struct request *r)
{
    unsigned told = 0; /* bit 0: TB_PUBLIC, bit 2: seat 0 */
    uint64_t before = net_about(s->net, (uint64_t)t->row.key);

    assert(!s->late); /* whoever reads does so before anything changes */
    t->n++;
    table_in_turn(s, t);
    for (struct watch *w = t->watches; w; w = w->next_of_table) {
        if (w->viewer < TB_PUBLIC || told >> (w->viewer - TB_PUBLIC) & 1)
            continue; /* not let in yet, or done */
        told |= 1u << (w->viewer - TB_PUBLIC);
        struct tb_text out = page(s);

        put_table(s, t, w->viewer, what, keys, t->n - 1, &out);
        tell_viewer(t, w->viewer, r, s->page, (size_t)(out.at - s->page));
    }
    if (r && !r->answered) {
        struct tb_text out = page(s);

        put_table(s, t, r->seat < 0 ? TB_PUBLIC : r->seat, what, keys, t->n - 1, &out);
        answer(r, s->page, (size_t)(out.at - s->page));
    }
    net_about(s->net, before);
}

void put_row(struct server *s, struct table *t, const char *who, struct tb_text *out)
{
    int you = *who ? table_seat_of(t, who) : -1;

    tb_put(out,
           "{\"table\":\"%s\",\"game\":\"%s\",\"status\":\"%s\",\"public\":%s,\"pace\":",
           t->row.id, t->row.game, status_name(t), t->row.is_public ? "true" : "false");
    put_pace(&t->row, out);
    tb_put(out, ",\"seats\":");
    put_seats(s, t, out);
    tb_put(out, you >= 0 ? ",\"you\":%d" : ",\"you\":null", you);
    tb_put(out,
           ",\"ply\":%u,\"your_turn\":%s,\"created\":%lld,\"changed\":%lld,\"result\":",
           table_plies(t), you >= 0 && table_owes(t) >> you & 1 ? "true" : "false",
           (long long)t->row.created, (long long)t->row.changed);
    put_result(t, out);
    tb_put(out, ",\"host\":");
    put_text_or_null(out, t->row.host);
    tb_put_byte(out, '}');
}

/* ---- the catalogue ---- */

char *write_games(void)
{
    enum { ROOM = 256 * 1024 };
    char *text = malloc(ROOM);
    struct tb_text out;

    if (!text)
        return NULL;
    out = tb_text(text, ROOM);
    tb_put_games_json(NULL, &out);
    return text;
}
