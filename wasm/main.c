/*
 * The desk: the engine as a page sees it, compiled to WebAssembly.
 *
 * Texts grow with the game, so the page of output is written again, twice as long, when it
 * was cut. Memory is taken here and nowhere below. The same file compiles natively for the
 * test that holds the two builds against each other.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"

enum { PAGE_BYTES = 1 << 14 };

struct desk {
    struct tb_match match;
    struct tb_state *seen;     /* what a viewer knows, while it is written */
    struct tb_kit *kit;        /* of match.game, made from nothing; NULL: it needs none */
    const struct tb_kit *lent; /* for the next load; NULL: none */
    const char *why;           /* the last kit could not be made */
    struct tb_bot *bot[TB_SEATS_MAX];
    char bot_name[TB_SEATS_MAX][16];
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told; /* by the last move */
    char *input, *page;
    size_t input_size, page_size;
    int line, lang;
};

/* ---- memory ---- */

DESK_API(desk_open) struct desk *desk_open(void)
{
    struct desk *d = calloc(1, sizeof *d);

    if (!d)
        return NULL;
    d->told = (struct tb_events){ d->list, 0, TB_EVENTS_MAX };
    d->page_size = PAGE_BYTES;
    d->page = malloc(d->page_size);
    if (!d->page || !desk_input(d, 0)) {
        desk_close(d);
        return NULL;
    }
    return d;
}

static void forget_bots(struct desk *d)
{
    for (int i = 0; i < TB_SEATS_MAX; i++) {
        tb_bot_free(d->bot[i]);
        d->bot[i] = NULL;
    }
}

static void clear_match(struct desk *d)
{
    forget_bots(d);
    free(d->match.now);
    free(d->match.plies);
    free(d->seen);
    tb_kit_free(d->kit);
    d->match = (struct tb_match){ 0 };
    d->seen = NULL;
    d->kit = NULL;
    d->told.count = 0;
}

DESK_API(desk_close) void desk_close(struct desk *d)
{
    clear_match(d);
    free(d->input);
    free(d->page);
    free(d);
}

DESK_API(desk_input) char *desk_input(struct desk *d, size_t bytes)
{
    if (bytes + 1 > d->input_size) {
        char *longer = realloc(d->input, bytes + 1);

        if (!longer)
            return NULL;
        d->input = longer;
        d->input_size = bytes + 1;
    }
    d->input[0] = d->input[bytes] = 0;
    return d->input;
}

/* ---- output ---- */

#ifdef __wasm__
/* A failed assertion is a trap, which the host sees; the C library would print it, and
 * bring all of stdio along. */
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *in);
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *in)
{
    __builtin_trap();
}

__attribute__((import_module("host"), import_name("say"))) const char *
host_say(const char *msgid);
#else
static const char *host_say(const char *msgid) { return msgid; }
#endif

DESK_API(desk_speak) void desk_speak(struct desk *d, int lang) { d->lang = lang; }

/* What a page of output is about. */
struct topic {
    int viewer, seat, step;
    bool found;
};
typedef void writer(struct desk *d, struct topic *topic, struct tb_text *out);

/* Writes a page, and longer ones until it fits; NULL: no memory for it. */
static const char *write_page(struct desk *d, writer *writes, struct topic *topic)
{
    for (;;) {
        struct tb_text out = tb_text(d->page, d->page_size);
        char *longer;

        out.lang = (uint8_t)d->lang;
        out.say = d->lang == TB_EN ? NULL : host_say;
        writes(d, topic, &out);
        if (!out.cut)
            return d->page;
        longer = realloc(d->page, 2 * d->page_size);
        if (!longer)
            return NULL;
        d->page = longer;
        d->page_size *= 2;
    }
}

static const char *write_seen(struct desk *d, writer *writes, int viewer)
{
    struct topic topic = { .viewer = viewer };

    if (!d->match.now)
        return "null";
    tb_observe(d->match.game, d->match.now, viewer, d->seen);
    return write_page(d, writes, &topic);
}

static void comma(struct tb_text *out, bool *more)
{
    tb_put(out, *more ? "," : "");
    *more = true;
}

/* ---- the games ---- */

static void write_games(struct desk *d, struct topic *topic, struct tb_text *out)
{
    out->say = NULL; /* msgids: the page says them in its reader's language */
    tb_put_games_json(NULL, out);
}

DESK_API(desk_games) const char *desk_games(struct desk *d)
{
    return write_page(d, write_games, NULL);
}

/* ---- kits ---- */

DESK_API(desk_why) const char *desk_why(const struct desk *d) { return d->why; }
DESK_API(desk_kit_free) void desk_kit_free(struct tb_kit *kit) { tb_kit_free(kit); }
DESK_API(desk_lend) void desk_lend(struct desk *d, const struct tb_kit *kit)
{
    d->lent = kit;
}

DESK_API(desk_kit) struct tb_kit *desk_kit(struct desk *d)
{
    char *text = strchr(d->input, '\n');
    const struct tb_game *g;
    struct tb_kit *kit = NULL;

    if (text)
        *text++ = 0;
    g = text ? tb_find(d->input) : NULL;
    d->why = TB_N("This game is played without a book.");
    if (g && g->kit_size && !g->kit_bare)
        kit = tb_kit_new(g, text, strlen(text), &d->why);
    return kit;
}

DESK_API(desk_digest) const char *desk_digest(struct desk *d, const struct tb_kit *kit)
{
    struct tb_text out = tb_text(d->page, d->page_size);

    tb_put(&out, "%llu", (unsigned long long)kit->digest);
    return d->page;
}

/* ---- records ---- */

DESK_API(desk_line) int desk_line(const struct desk *d) { return d->line; }

/* Room for the record's match beside the one on the desk. */
static const char *make_room(struct desk *next, const struct tb_record *r)
{
    const struct tb_game *g = r->game;
    const char *refusal = NULL;

    next->match.game = g;
    next->match.room = g->plies_max > r->plies ? g->plies_max : r->plies;
    assert(next->match.room); /* no game is without a decision */
    next->match.now = calloc(1, g->state_size);
    next->match.plies = malloc(next->match.room * sizeof *next->match.plies);
    next->seen = malloc(g->state_size);
    if (!next->match.now || !next->match.plies || !next->seen)
        return TB_N("There is not enough memory.");
    if (!next->kit && g->kit_bare)
        next->kit = tb_kit_new(g, NULL, 0, &refusal);
    return refusal;
}

/* A record without a book is played with what the game itself has. */
static const struct tb_kit *kit_for(const struct desk *d, const struct desk *next,
                                    const struct tb_record *r)
{
    return next->kit ? next->kit : r->kit_digest ? d->lent : NULL;
}

DESK_API(desk_load) const char *desk_load(struct desk *d)
{
    struct desk next = { 0 };
    struct tb_record record = { 0 };
    const char *refusal = tb_record_read(d->input, &record);
    bool lent; /* a kit that needs no text serves the next match of its game too */

    d->line = record.body_line;
    if (refusal)
        return refusal;
    lent = record.game == d->match.game && record.game->kit_bare;
    next.kit = lent ? d->kit : NULL;
    refusal = make_room(&next, &record);
    if (!refusal)
        refusal = tb_match_load(&next.match, &record, kit_for(d, &next, &record), &d->line);
    if (lent)
        *(refusal ? &next.kit : &d->kit) = NULL; /* one of the two is cleared */
    if (refusal) {
        clear_match(&next);
        return refusal;
    }
    clear_match(d);
    d->match = next.match;
    d->seen = next.seen;
    d->kit = next.kit;
    return NULL;
}

/* ---- the puzzle of the day ---- */

/* A game and a day, as "topologic 2026-11-16". */
static const char *read_daily(char *text, struct tb_record *r, uint32_t *day)
{
    char *blank = strchr(text, ' ');

    if (!blank)
        return TB_N("There is no such day.");
    *blank = 0;
    *day = tb_day_read(blank + 1);
    *r = (struct tb_record){ .game = tb_find(text) };
    return r->game ? NULL : TB_N("This record is of a game that is not here.");
}

DESK_API(desk_daily) const char *desk_daily(struct desk *d)
{
    struct desk next = { 0 };
    struct tb_record record;
    uint32_t day;
    const char *refusal = read_daily(d->input, &record, &day);

    if (!refusal)
        refusal = make_room(&next, &record);
    if (!refusal)
        refusal = tb_daily_new(&next.match, day, next.kit);
    if (refusal) {
        clear_match(&next);
        return refusal;
    }
    clear_match(d);
    d->match = next.match;
    d->seen = next.seen;
    d->kit = next.kit;
    return NULL;
}

static void write_told(struct desk *d, struct topic *topic, struct tb_text *out)
{
    char line[512];
    struct tb_text told = tb_text(line, sizeof line);

    told.say = out->say;
    tb_daily_put(&d->match, d->seen, &told);
    tb_put(out, "{\"day\":%u,\"result\":%d,\"line\":", tb_daily_of(&d->match),
           tb_daily_result(&d->match));
    tb_put_json(out, line);
    tb_put_byte(out, '}');
}

DESK_API(desk_told) const char *desk_told(struct desk *d)
{
    return d->match.now && tb_daily_of(&d->match) && !tb_head_of(d->match.now)->owes
               ? write_page(d, write_told, NULL)
               : "null";
}

DESK_API(desk_par) int desk_par(const struct desk *d)
{
    uint32_t day = d->match.now ? tb_daily_of(&d->match) : 0;

    return day ? tb_daily_par(d->match.game, day, d->kit) : -1;
}

/* ---- saving ---- */

static void write_record(struct desk *d, struct topic *topic, struct tb_text *out)
{
    tb_match_save(&d->match, d->seen, out);
}

DESK_API(desk_save) const char *desk_save(struct desk *d)
{
    return d->match.now ? write_page(d, write_record, NULL) : "";
}

/* ---- the position ---- */

static void put_seats(struct desk *d, bool (*has)(struct desk *d, int seat),
                      struct tb_text *out)
{
    bool more = false;

    for (int seat = 0; seat < tb_head_of(d->match.now)->seats; seat++)
        if (has(d, seat)) {
            comma(out, &more);
            tb_put(out, "%d", seat);
        }
}

static bool owes(struct desk *d, int seat)
{
    return tb_head_of(d->match.now)->owes >> seat & 1;
}

static bool may_undo(struct desk *d, int seat)
{
    return d->match.count && tb_match_may_undo(&d->match, seat);
}

/* The ply where an undo of this seat goes back to; -1: it has decided nothing yet. */
static int before_last(const struct desk *d, int seat)
{
    int ply = (int)d->match.count;

    while (ply && d->match.plies[ply - 1].seat != seat)
        ply--;
    return ply - 1;
}

static void write_state(struct desk *d, struct topic *topic, struct tb_text *out)
{
    const struct tb_game *g = d->match.game;
    int seats = tb_head_of(d->match.now)->seats;
    struct tb_result result;

    g->score(d->match.now, &result);
    tb_put(out, "{\"game\":\"%s\",\"seats\":%d,\"ply\":%u,\"owes\":[", g->id, seats,
           d->match.count);
    put_seats(d, owes, out);
    tb_put(out, "],\"undo\":[");
    put_seats(d, may_undo, out);
    tb_put(out, "],\"before\":[");
    for (int seat = 0; seat < seats; seat++)
        tb_put(out, seat ? ",%d" : "%d", before_last(d, seat));
    tb_put(out, "],\"advise\":%s,\"points\":[",
           !g->may_advise || g->may_advise(d->match.now) ? "true" : "false");
    for (int i = 0; i < seats; i++)
        tb_put(out, i ? ",%d" : "%d", result.points[i]);
    tb_put(out, "],\"place\":[");
    for (int i = 0; i < seats; i++)
        tb_put(out, i ? ",%d" : "%d", result.place[i]);
    tb_put(out, "]}");
}

DESK_API(desk_state) const char *desk_state(struct desk *d)
{
    return d->match.now ? write_page(d, write_state, NULL) : "null";
}

static void write_scene(struct desk *d, struct topic *topic, struct tb_text *out)
{
    d->match.game->scene(d->seen, out);
}

DESK_API(desk_scene) const char *desk_scene(struct desk *d, int viewer)
{
    return write_seen(d, write_scene, viewer);
}

static void write_view(struct desk *d, struct topic *topic, struct tb_text *out)
{
    d->match.game->view(d->seen, out);
}

DESK_API(desk_view) const char *desk_view(struct desk *d, int viewer)
{
    return write_seen(d, write_view, viewer);
}

static void write_show(struct desk *d, struct topic *topic, struct tb_text *out)
{
    d->match.game->show(d->seen, out);
}

DESK_API(desk_show) const char *desk_show(struct desk *d, int viewer)
{
    return write_seen(d, write_show, viewer);
}

/* From what the seat sees, as at a server's table. */
static void write_legal(struct desk *d, struct topic *topic, struct tb_text *out)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(d->match.game, d->seen, topic->viewer, legal);

    tb_put_byte(out, '[');
    for (int i = 0; i < count; i++) {
        if (i)
            tb_put_byte(out, ',');
        tb_put_note(d->match.game, d->seen, legal[i], out);
    }
    tb_put_byte(out, ']');
}

DESK_API(desk_legal) const char *desk_legal(struct desk *d, int seat)
{
    return seat < 0 ? "[]" : write_seen(d, write_legal, seat);
}

/* ---- what happened ---- */

static void put_events(const struct desk *d, const struct tb_events *told, int viewer,
                       struct tb_text *out)
{
    bool more = false;

    tb_put_byte(out, '[');
    for (int i = 0; i < told->count; i++)
        if (tb_event_known(&told->list[i], viewer)) {
            comma(out, &more);
            tb_put_event_json(d->match.game, &told->list[i], out);
        }
    tb_put_byte(out, ']');
}

static void write_events(struct desk *d, struct topic *topic, struct tb_text *out)
{
    put_events(d, &d->told, topic->viewer, out);
}

DESK_API(desk_events) const char *desk_events(struct desk *d, int viewer)
{
    struct topic topic = { .viewer = viewer };

    return write_page(d, write_events, &topic);
}

/* Plays the match again beside itself; the position on the desk does not move. */
static void write_history(struct desk *d, struct topic *topic, struct tb_text *out)
{
    const struct tb_game *g = d->match.game;
    const struct tb_head head = *tb_head_of(d->match.now);
    struct tb_event list[TB_EVENTS_MAX] = { 0 };

    tb_new(g, d->seen, head.seats, head.option, head.kit, d->match.seed);
    tb_put_byte(out, '[');
    for (uint32_t i = 0; i < d->match.count; i++) {
        struct tb_events told = { list, 0, TB_EVENTS_MAX };

        tb_step(g, d->seen, d->match.plies[i].seat, d->match.plies[i].move, &told);
        if (i)
            tb_put_byte(out, ',');
        put_events(d, &told, topic->viewer, out);
    }
    tb_put_byte(out, ']');
}

DESK_API(desk_history) const char *desk_history(struct desk *d, int viewer)
{
    struct topic topic = { .viewer = viewer };

    return d->match.now ? write_page(d, write_history, &topic) : "[]";
}

/* ---- deeds ---- */

DESK_API(desk_play) const char *desk_play(struct desk *d, int seat)
{
    const char *refusal;
    tb_move move;

    if (!d->match.now)
        return TB_N("There is no game on the table.");
    refusal = tb_parse(d->match.game, d->match.now, seat, d->input, &move);
    if (refusal)
        return refusal;
    d->told.count = 0;
    return tb_match_play(&d->match, seat, move, &d->told);
}

DESK_API(desk_rewind) void desk_rewind(struct desk *d, uint32_t plies)
{
    if (!d->match.now || plies > d->match.count)
        return;
    tb_match_rewind(&d->match, plies);
    d->told.count = 0;
    forget_bots(d); /* what they remember has not happened */
}

/* The bot of a seat, kept while its name stays: some remember what they planned. */
static struct tb_bot *bot_of(struct desk *d, int seat)
{
    if (d->bot[seat] && strcmp(d->bot_name[seat], d->input)) {
        tb_bot_free(d->bot[seat]);
        d->bot[seat] = NULL;
    }
    if (!d->bot[seat] && strlen(d->input) < sizeof d->bot_name[seat]) {
        strncpy(d->bot_name[seat], d->input, sizeof d->bot_name[seat] - 1);
        d->bot[seat] =
            tb_bot_new(d->match.game, d->input,
                       tb_seed_luck(&d->match.seed) + (uint64_t)seat + d->match.count);
    }
    return d->bot[seat];
}

static void write_bot(struct desk *d, struct topic *topic, struct tb_text *out)
{
    char note[TB_NOTE_MAX];
    tb_move move = tb_bot_move(d->bot[topic->seat], d->seen, topic->seat,
                               (uint32_t)topic->step, NULL, NULL);

    if (!move)
        return;
    tb_notate(d->match.game, d->seen, move, note);
    tb_put(out, "%s", note);
}

DESK_API(desk_bot) const char *desk_bot(struct desk *d, int seat, uint32_t nodes)
{
    struct topic topic = { .seat = seat, .step = (int)nodes };

    if (!d->match.now || seat < 0 || seat >= tb_head_of(d->match.now)->seats ||
        !owes(d, seat) || !bot_of(d, seat))
        return "";
    tb_observe(d->match.game, d->match.now, seat, d->seen);
    return write_page(d, write_bot, &topic);
}

static void write_hint(struct desk *d, struct topic *topic, struct tb_text *out)
{
    topic->found = d->match.game->hint(d->seen, topic->seat, topic->step, out);
}

DESK_API(desk_hint) const char *desk_hint(struct desk *d, int seat, int step)
{
    struct topic topic = { .seat = seat, .step = step };
    const char *page;

    if (!d->match.now || !d->match.game->hint || seat < 0 ||
        seat >= tb_head_of(d->match.now)->seats)
        return NULL;
    tb_observe(d->match.game, d->match.now, seat, d->seen);
    page = write_page(d, write_hint, &topic);
    return topic.found ? page : NULL;
}

static void write_solved(struct desk *d, struct topic *topic, struct tb_text *out)
{
    char why[512];
    struct tb_text refusal = tb_text(why, sizeof why), start = *out;
    int line;

    if (d->match.game->solve(tb_head_of(d->match.now)->kit, d->input, false, out, &line))
        return;
    tb_put_bytes(&refusal, start.at, (size_t)(out->at - start.at));
    *out = start;
    tb_put(out, "{\"refused\":");
    tb_put_json(out, why);
    tb_put(out, ",\"line\":%d}", line);
}

DESK_API(desk_solve) const char *desk_solve(struct desk *d)
{
    return d->match.now && d->match.game->solve ? write_page(d, write_solved, NULL)
                                                : "null";
}
