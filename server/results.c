/*
 * How games ended, for those who played them: one's own games, and the puzzle of the day
 * among the others of this house. A result that somebody sends is not believed: its record
 * is played again. Nobody is named to anybody; only how many had which result is told.
 */
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum {
    RESULTS_AT_ONCE = 1000, /* some 130 bytes each, within what may wait to be sent */
    UNTOLD_AT_ONCE = 50,    /* old tables that are played again in one turn of the loop */
    PUZZLE_PLIES = 600,     /* the longest without going back and forth has some 360 */
    LATE_DAYS = 7,          /* a train may be long */
    HOUR = 3600,
    DAY = 86400
};

static const char *text_arg(const struct request *r, const char *key)
{
    return json_string_value(json_object_get(r->args, key));
}

static void put_or_null(struct tb_text *out, bool is, int64_t number)
{
    if (is)
        tb_put(out, "%lld", (long long)number);
    else
        tb_put(out, "null");
}

/* ---- tables ---- */

/* The strength of the bots that played from the start, if they are all alike. */
static void read_bots(const struct table *t, char bot[STORE_BOT])
{
    for (int i = 0; i < t->row.seats; i++) {
        const struct store_seat *seat = &t->row.seat[i];

        if (seat->kind != SEAT_BOT)
            continue;
        if (*bot && strcmp(bot, seat->bot) != 0) {
            *bot = 0;
            return;
        }
        memcpy(bot, seat->bot, STORE_BOT);
    }
}

static struct store_result result_of(const struct table *t, int seat)
{
    struct store_result r = { .ended = t->row.changed,
                              .points = t->result.points[seat],
                              .seats = t->row.seats,
                              .place = t->result.place[seat],
                              .helped = t->row.helped >> seat & 1 };

    memcpy(r.who, t->row.seat[seat].who, sizeof r.who);
    memcpy(r.source, t->row.id, sizeof t->row.id);
    memcpy(r.game, t->row.game, sizeof r.game);
    read_bots(t, r.bot);
    for (int i = 0; i < t->row.seats; i++) {
        if (t->row.seat[i].kind == SEAT_PERSON)
            r.persons++;
        if (t->result.place[i] == 1)
            r.firsts++;
    }
    if (t->row.seat[seat].gone) /* whatever the bot that played on has reached */
        r.place = t->row.seats > 1 ? 2 : 0;
    return r;
}

void results_keep(struct server *s, const struct table *t)
{
    if (t->row.why == OVER_ABANDONED)
        return;
    for (int i = 0; i < t->row.seats; i++)
        if (t->row.seat[i].kind == SEAT_PERSON && *t->row.seat[i].who &&
            !t->seat[i].program) {
            struct store_result r = result_of(t, i);

            kept(s, store_result_add(s->store, &r));
        }
}

/* ---- games that ended before results were kept ---- */

struct untold {
    struct server *server;
    const char *who;
};

/* All of them are in memory before the first is kept. */
static void load_untold(void *with, const struct store_table *row)
{
    const struct untold *u = with;

    table_of_row(u->server, row);
}

/* What cannot be read any more is marked, or it would be tried again every time. */
static void keep_untold(void *with, const struct store_table *row)
{
    const struct untold *u = with;
    struct table *t = table_here(u->server, row->id);
    struct store_result r = { .ended = row->changed };

    if (t) {
        results_keep(u->server, t);
        return;
    }
    if (damage_is_aside(u->server, row->id))
        return; /* it may be mended yet */
    snprintf(r.who, sizeof r.who, "%s", u->who);
    memcpy(r.source, row->id, sizeof row->id);
    memcpy(r.game, row->game, sizeof r.game);
    kept(u->server, store_result_add(u->server->store, &r));
}

/* ---- one's own games ---- */

struct listing {
    struct tb_text *out;
    int count;
    int64_t last;
};

static void put_one(void *with, const struct store_result *r)
{
    struct listing *l = with;

    tb_put(l->out, "%s{\"source\":\"%s\",\"game\":\"%s\",\"ended\":%lld,\"day\":",
           l->count++ ? "," : "", r->source, r->game, (long long)r->ended);
    put_or_null(l->out, r->day, r->day);
    tb_put(l->out,
           ",\"points\":%d,\"seats\":%d,\"persons\":%d,\"place\":%d,\"firsts\":%d,"
           "\"helped\":%s,\"bot\":",
           r->points, r->seats, r->persons, r->place, r->firsts,
           r->helped ? "true" : "false");
    if (*r->bot)
        tb_put_json(l->out, r->bot);
    else
        tb_put(l->out, "null");
    tb_put_byte(l->out, '}');
    l->last = r->ended;
}

static void keep_all_untold(struct server *s, const char *who)
{
    struct untold untold = { s, who };
    struct store_query old = { .what = LIST_UNTOLD, .who = who, .most = UNTOLD_AT_ONCE };

    kept(s, store_tables(s->store, &old, load_untold, &untold));
    if (s->late)
        return;
    kept(s, store_tables(s->store, &old, keep_untold, &untold));
    s->errand->acted = true;
}

struct no do_results(struct request *r)
{
    struct server *s = r->server;
    const char *who = r->client->who.id;
    int64_t before = json_integer_value(json_object_get(r->args, "before"));
    struct tb_text out;
    struct listing listing = { .out = &out };

    tables_keep(s); /* what the store is asked below must be true now */
    if (!s->errand->acted)
        keep_all_untold(s, who);
    if (s->late)
        return LATER;
    out = page(s);
    tb_put(&out, "{\"results\":[");
    kept(s, store_results(s->store, who, before, RESULTS_AT_ONCE, put_one, &listing));
    tb_put(&out, "],\"more\":");
    put_or_null(&out, listing.count == RESULTS_AT_ONCE, listing.last);
    tb_put_byte(&out, '}');
    answer(r, s->page, (size_t)(out.at - s->page));
    return YES;
}

/* ---- the puzzle of the day ---- */

/* Whether a result of that day may still be sent; clocks are not all right. */
static bool is_current(const struct server *s, uint32_t day)
{
    int64_t now = s->now / 1000;

    return day <= tb_day(now + HOUR) && day >= tb_day(now - LATE_DAYS * (int64_t)DAY);
}

/* Plays a record again, in memory that is freed with it. */
static const char *replay(struct server *s, const struct tb_record *record,
                          struct tb_match *m)
{
    int line;

    m->game = record->game;
    m->room = record->plies;
    m->now = calloc(1, m->game->state_size);
    m->plies = malloc((record->plies + 1) * sizeof *m->plies);
    if (!m->now || !m->plies)
        return TB_N("Out of memory.");
    return tb_match_load(m, record, tb_kits_of(s->kits, m->game), &line);
}

static struct no not_that_puzzle(void)
{
    return (struct no){ "rule", TB_N("This is not a finished game of that puzzle.") };
}

static void keep_puzzle(struct server *s, const char *who, const struct tb_match *m,
                        uint32_t day)
{
    struct tb_result score;
    struct store_result r = { .ended = s->now, .day = day, .seats = 1, .persons = 1 };

    m->game->score(m->now, &score);
    snprintf(r.who, sizeof r.who, "%s", who);
    snprintf(r.source, sizeof r.source, "%s %u", m->game->id, day);
    snprintf(r.game, sizeof r.game, "%s", m->game->id);
    r.result = tb_daily_result(m);
    r.points = score.points[0];
    r.place = r.firsts = score.place[0];
    kept(s, store_result_add(s->store, &r));
}

/* The header is looked at first: setting up costs, and only a puzzle is set up. */
static struct no take_record(struct request *r, const struct tb_game *g, uint32_t day,
                             const char *text)
{
    struct tb_match m = { 0 };
    struct tb_record record = { 0 };
    struct no no = not_that_puzzle();

    if (!is_current(r->server, day))
        return (struct no){ "rule", TB_N("This puzzle is not of these days.") };
    if (!bucket_take(&r->client->puzzles, r->server->now, 8, 0.2))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    if (tb_record_read(text, &record) || record.game != g || record.seats != 1 ||
        record.seed.number != day || record.plies > PUZZLE_PLIES)
        return no;
    if (!replay(r->server, &record, &m) && tb_daily_of(&m) == day &&
        !tb_head_of(m.now)->owes) {
        keep_puzzle(r->server, r->client->who.id, &m, day);
        no = YES;
    }
    free(m.now);
    free(m.plies);
    return no;
}

struct spread {
    struct tb_text *out;
    int players;
    bool told; /* to somebody who has played: before, it is only counted */
};

static void put_spread(void *with, int result, int count)
{
    struct spread *spread = with;

    if (spread->told) {
        tb_put(spread->out, spread->players ? ",{\"result\":" : "{\"result\":");
        put_or_null(spread->out, result >= 0, result);
        tb_put(spread->out, ",\"count\":%d}", count);
    }
    spread->players += count;
}

static void answer_spread(struct request *r, const struct tb_game *g, uint32_t day)
{
    struct server *s = r->server;
    struct tb_text out = page(s);
    struct spread spread = { .out = &out };
    int mine = -1;

    kept(s, store_day_result(s->store, g->id, day, r->client->who.id, &mine, &spread.told));
    tb_put(&out, "{\"game\":\"%s\",\"day\":%u,\"mine\":%s", g->id, day,
           spread.told ? "{\"result\":" : "null");
    if (spread.told) {
        put_or_null(&out, mine >= 0, mine);
        tb_put_byte(&out, '}');
    }
    tb_put(&out, ",\"results\":%s", spread.told ? "[" : "null");
    kept(s, store_day_counts(s->store, g->id, day, put_spread, &spread));
    tb_put(&out, "%s,\"players\":%d}", spread.told ? "]" : "", spread.players);
    answer(r, s->page, (size_t)(out.at - s->page));
}

struct no do_daily(struct request *r)
{
    const struct tb_game *g = tb_find(text_arg(r, "game"));
    uint32_t day = tb_day_read(text_arg(r, "day"));
    const char *record = text_arg(r, "record");

    if (!g || !g->daily)
        return (struct no){ "rule", TB_N("This game has no puzzle of the day.") };
    if (!day)
        return (struct no){ "form", TB_N("There is no such day.") };
    if (record && !r->server->errand->acted) {
        struct no no = take_record(r, g, day, record);

        if (no.why)
            return no;
        r->server->errand->acted = true;
    }
    answer_spread(r, g, day);
    return YES;
}
