/*
 * A game at a table: decisions as they are made, taken back or played again from the
 * store, who has how much time, and how it ends.
 *
 * Clocks are not stored move by move: they follow from the times of the plies, so they
 * run on over a restart, and over a crash.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { PLIES_ROOM = 16, SECOND = 1000 };

/* ---- who is asked ---- */

uint8_t table_owes(const struct table *t)
{
    return t->row.status == TABLE_PLAYING ? tb_head_of(t->match.now)->owes : 0;
}

static uint8_t asks(const struct tb_state *s)
{
    return tb_head_of(s)->owes | tb_head_of(s)->may;
}

uint8_t table_asks(const struct table *t)
{
    return t->row.status == TABLE_PLAYING ? asks(t->match.now) : 0;
}

static bool is_played_by_bot(const struct table *t, int seat)
{
    return *t->row.seat[seat].bot;
}

/* ---- clocks ---- */

/* Takes the time since the last change off the clocks that ran. */
static void clock_run(struct table *t, uint8_t owes, int64_t ms)
{
    int64_t gone = ms > t->settled ? ms - t->settled : 0;

    for (int i = 0; i < t->row.seats; i++)
        if (owes >> i & 1)
            t->left[i] -= gone;
    t->settled = ms;
}

/* Whoever has decided gets the increment, and gives it back by taking the decision back:
 * deciding again must not earn it twice. */
static void clock_wind(struct table *t, int mover, uint8_t before, uint8_t after)
{
    for (int i = 0; i < t->row.seats; i++) {
        bool owed = before >> i & 1, owes = after >> i & 1;

        if (t->row.pace == PACE_LIVE && i == mover)
            t->left[i] += ((int)owed - (int)owes) * t->row.plus_ms;
        if (t->row.pace == PACE_DAYS && (i == mover || (owes && !owed)))
            t->left[i] = t->row.main_ms;
    }
}

static void clock_begin(struct table *t, int64_t ms)
{
    for (int i = 0; i < t->row.seats; i++)
        t->left[i] = t->row.main_ms;
    t->settled = ms;
}

int64_t table_left(const struct table *t, int seat, int64_t now)
{
    int64_t left = t->left[seat];

    if (table_owes(t) >> seat & 1)
        left -= now > t->settled ? now - t->settled : 0;
    return left > 0 ? left : 0;
}

/* From here on the clocks are told from what they show now. */
static void clock_keep(struct server *s, struct table *t)
{
    clock_run(t, table_owes(t), s->now);
    t->row.clock_ply = t->match.count;
    t->row.clock_ms = s->now;
    memcpy(t->row.clock_left, t->left, sizeof t->row.clock_left);
}

/* What was earned by decisions taken back is given back: who decides and takes back, again
 * and again, wins no time. A second stays, so that nobody loses by agreeing. */
static void clock_unwind(struct table *t, uint32_t ply, uint32_t count)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *s = (struct tb_state *)(void *)room;

    if (t->row.pace != PACE_LIVE)
        return;
    memcpy(s, t->match.now, t->game->state_size);
    for (; ply < count; ply++) {
        const struct tb_ply *p = &t->match.plies[ply];
        int64_t *left = &t->left[p->seat], had = *left;
        int owed = tb_head_of(s)->owes >> p->seat & 1, owes;

        tb_step(t->game, s, p->seat, p->move, NULL);
        owes = tb_head_of(s)->owes >> p->seat & 1;
        *left -= (owed - owes) * t->row.plus_ms;
        if (*left < SECOND)
            *left = had < SECOND ? had : SECOND;
    }
}

/* ---- plies ---- */

/* Case and blanks do not matter, as in tb_parse. */
uint64_t notes_hash(uint64_t hash, const char *note)
{
    bool blank = true; /* the one before was: so blanks at the beginning vanish */

    for (; *note; note++) {
        char c = *note >= 'A' && *note <= 'Z' ? (char)(*note + 'a' - 'A') : *note;

        if (c == ' ') {
            blank = true;
            continue;
        }
        if (blank)
            hash = (hash ^ ' ') * 1099511628211u;
        blank = false;
        hash = (hash ^ (unsigned char)c) * 1099511628211u;
    }
    return (hash ^ '\n') * 1099511628211u;
}

/* All moves that answer one and the same question are one play. */
static void remember_play(struct seat *seat, uint32_t at, const char *note)
{
    uint64_t hash = seat->last.made && seat->last.at == at ? seat->last.hash : 0;

    seat->last = (struct last_play){ .made = true, .at = at };
    seat->last.hash = notes_hash(hash, note);
}

static void keep_events(struct table *t, const struct tb_events *told)
{
    for (int i = 0; i < told->count; i++) {
        if (t->logged - t->log_first == LOG_KEPT)
            t->log_first++;
        t->log[t->logged++ % LOG_KEPT] = (struct log_entry){ .n = t->n + 1,
                                                             .ply = t->match.count,
                                                             .event = told->list[i] };
    }
}

static uint64_t hash_of_legal(const struct table *t, int seat)
{
    tb_move legal[TB_MOVES_MAX];
    int count = tb_legal(t->game, t->match.now, seat, legal);
    uint64_t hash = (uint64_t)count;

    for (int i = 0; i < count; i++)
        hash = (hash ^ legal[i]) * 1099511628211u;
    return hash;
}

static bool make_room(struct tb_match *m)
{
    uint32_t room = m->room ? 2 * m->room : PLIES_ROOM;
    struct tb_ply *plies;

    if (m->count < m->room)
        return true;
    plies = realloc(m->plies, room * sizeof *plies);
    if (!plies)
        return false;
    m->plies = plies;
    m->room = room;
    return true;
}

/* What the line took of a player's time, and no more than the time there was. */
static int64_t give_back(const struct table *t, const struct store_ply *ply)
{
    int64_t gone = ply->ms > t->settled ? ply->ms - t->settled : 0;

    if (t->row.pace != PACE_LIVE)
        return 0;
    return ply->lag < gone ? ply->lag : gone;
}

/* The lag of the person who sits there, by its nearest connection. */
static uint16_t lag_of(const struct table *t, int seat)
{
    int lag = -1;

    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        if (w->viewer == seat && (lag < 0 || net_lag(w->client->conn) < lag))
            lag = net_lag(w->client->conn);
    return (uint16_t)(lag < 0 ? 0 : lag > LAG_MAX ? LAG_MAX : lag);
}

/* Plays a decision in memory: position, log, clocks, and what each seat is asked now. */
static const char *apply(struct table *t, int seat, tb_move move,
                         const struct store_ply *ply)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    uint8_t before = tb_head_of(t->match.now)->owes, after;
    uint8_t could = asks(t->match.now), can;
    uint64_t asked[TB_SEATS_MAX] = { 0 };
    const char *refusal;

    if (!make_room(&t->match))
        return TB_N("Out of memory.");
    for (int i = 0; i < t->row.seats; i++)
        if (i != seat && could >> i & 1)
            asked[i] = hash_of_legal(t, i);
    refusal = tb_match_play(&t->match, seat, move, &told);
    if (refusal)
        return refusal;
    assert(t->log && seat >= 0 && seat < t->row.seats);
    after = tb_head_of(t->match.now)->owes;
    can = asks(t->match.now);
    keep_events(t, &told);
    if (before >> seat & 1)
        t->left[seat] += give_back(t, ply);
    clock_run(t, before, ply->ms);
    clock_wind(t, seat, before, after);
    for (int i = 0; i < t->row.seats; i++) {
        bool same =
            i != seat && could >> i & 1 && can >> i & 1 && asked[i] == hash_of_legal(t, i);

        if (!same)
            t->seat[i].asked = t->row.base + t->match.count;
    }
    remember_play(&t->seat[seat], ply->at, ply->note);
    return NULL;
}

const char *table_ply(struct server *s, struct table *t, int seat, tb_move move,
                      uint32_t seen_at)
{
    char note[TB_NOTE_MAX];
    struct store_ply ply = { .note = note,
                             .ms = s->now,
                             .n = t->match.count,
                             .at = seen_at,
                             .seat = (uint8_t)seat };
    bool timed = t->row.pace == PACE_LIVE && !*t->row.seat[seat].bot;
    const char *refusal;

    tb_notate(t->game, t->match.now, move, note);
    ply.lag = timed ? lag_of(t, seat) : 0;
    refusal = apply(t, seat, move, &ply);
    if (refusal)
        return refusal;
    table_in_turn(s, t);
    kept(s, store_ply_add(s->store, t->row.key, &ply));
    /* A decision of somebody who was to answer an offer means no. */
    if (t->offer.kind == OFFER_UNDO || (table_persons(t) & ~t->offer.yes) >> seat & 1)
        t->offer = (struct offer){ 0 };
    s->metrics.moves++;
    return NULL;
}

/* ---- beginning, now or again ---- */

static const char *begin_match(struct server *s, struct table *t)
{
    uint64_t options[TB_OPTIONS_MAX];

    if (!table_options(&t->row, t->game, options))
        return TB_N("This table was made by another version of the game.");
    t->match.game = t->game;
    t->match.now = aligned_alloc(16, (t->game->state_size + 15u) & ~15u);
    t->log = calloc(LOG_KEPT, sizeof *t->log);
    if (!t->match.now || !t->log)
        return TB_N("Out of memory.");
    return tb_match_new(&t->match, t->row.seats, options, t->kit, t->row.seed);
}

static void compute_result(struct table *t)
{
    bool lost = t->row.why == OVER_RESIGNED || t->row.why == OVER_TIME;

    memset(&t->result, 0, sizeof t->result);
    t->game->score(t->match.now, &t->result);
    for (int i = 0; i < t->row.seats; i++) {
        if (t->row.why == OVER_DRAW)
            t->result.place[i] = 1;
        else if (lost && t->row.seats > 1)
            t->result.place[i] = i == t->row.why_seat ? 2 : 1;
        else if (lost)
            t->result.place[i] = 0;
    }
}

struct loading {
    struct table *t;
    const char *refusal;
};

static void take_clock_from_row(struct table *t)
{
    if (t->row.clock_ms && t->row.clock_ply == t->match.count) {
        memcpy(t->left, t->row.clock_left, sizeof t->left);
        t->settled = t->row.clock_ms;
        for (int i = 0; i < t->row.seats; i++)
            t->seat[i].asked = table_at(t);
    }
}

static void load_ply(void *with, const struct store_ply *p)
{
    struct loading *loading = with;
    struct table *t = loading->t;
    tb_move move;

    if (loading->refusal)
        return;
    loading->refusal = tb_parse(t->game, t->match.now, p->seat, p->note, &move);
    if (!loading->refusal)
        loading->refusal = apply(t, p->seat, move, p);
    take_clock_from_row(t);
}

const char *table_replay(struct server *s, struct table *t)
{
    struct loading loading = { .t = t };
    const char *refusal = begin_match(s, t);

    if (refusal)
        return refusal;
    clock_begin(t, t->row.started);
    take_clock_from_row(t);
    refusal = disk_told(s, store_plies(s->store, t->row.key, load_ply, &loading));
    if (!refusal)
        refusal = loading.refusal;
    if (!refusal && t->row.status == TABLE_OVER)
        compute_result(t);
    return refusal;
}

/* ---- going on, going back, ending ---- */

struct no table_start(struct server *s, struct table *t)
{
    const char *refusal;

    for (int i = 0; i < t->row.seats; i++)
        if (t->row.seat[i].kind < SEAT_PERSON)
            return (struct no){ "status", TB_N("A seat is still free.") };
    t->row.started = s->now;
    refusal = begin_match(s, t);
    if (refusal) {
        free(t->match.now);
        t->match.now = NULL;
        free(t->log);
        t->log = NULL;
        return (struct no){ "rule", refusal };
    }
    t->row.status = TABLE_PLAYING;
    t->row.holder = store_node(s->store);
    t->gap_from = t->n + 1;
    clock_begin(t, s->now);
    table_change(s, t);
    s->metrics.games_started++;
    table_settle(s, t);
    return YES;
}

bool table_start_if_full(struct server *s, struct table *t)
{
    return !t->row.by_host && !table_start(s, t).why;
}

void table_over(struct server *s, struct table *t, enum table_why why, int seat)
{
    clock_keep(s, t);
    t->row.status = TABLE_OVER;
    t->row.why = (uint8_t)why;
    t->row.why_seat = (uint8_t)(seat < 0 ? 0 : seat);
    t->offer = (struct offer){ 0 };
    t->thinking = 0;
    t->think_at = 0;
    compute_result(t);
    table_change(s, t);
    results_keep(s, t);
    s->metrics.games_over++;
}

unsigned table_settle(struct server *s, struct table *t)
{
    uint8_t owes = tb_head_of(t->match.now)->owes;

    if (t->row.status != TABLE_PLAYING)
        return 0;
    if (!owes) {
        table_over(s, t, OVER_PLAYED, -1);
        return KEY_STATUS | KEY_RESULT | KEY_OFFER;
    }
    t->think_at = 0;
    if (!table_is_ours(s, t))
        return 0;
    for (int i = 0; i < t->row.seats && !t->thinking; i++)
        if (owes >> i & 1 && is_played_by_bot(t, i)) {
            t->think_at = s->now + s->options->bot_delay;
            if (t->think_at < s->due)
                s->due = t->think_at;
            table_in_turn(s, t);
        }
    return 0;
}

void table_rewind(struct server *s, struct table *t, uint32_t ply)
{
    uint32_t count = t->match.count;

    clock_run(t, table_owes(t), s->now);
    t->row.base += count - ply + 1;
    tb_match_rewind(&t->match, ply);
    clock_unwind(t, ply, count);
    while (t->logged > t->log_first && t->log[(t->logged - 1) % LOG_KEPT].ply > ply)
        t->logged--;
    for (int i = 0; i < t->row.seats; i++) {
        t->seat[i].asked = table_at(t);
        t->seat[i].last.made = false;
        tb_bot_free(t->seat[i].bot); /* its memory is of what did not happen */
        t->seat[i].bot = NULL;
        if (t->row.pace == PACE_DAYS)
            t->left[i] = t->row.main_ms;
    }
    clock_keep(s, t);
    t->thinking = 0;
    t->offer = (struct offer){ 0 };
    t->gap_from = t->n + 1;
    kept(s, store_plies_cut(s->store, t->row.key, ply));
    table_change(s, t);
    s->metrics.undos++;
}

const char *table_no_bots(const struct table *t)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *begun = (struct tb_state *)(void *)room;
    uint64_t options[TB_OPTIONS_MAX];

    if (!t->game->no_bots)
        return NULL;
    if (t->match.now)
        return tb_no_bots(t->game, t->match.now);
    if (!table_options(&t->row, t->game, options) ||
        tb_new(t->game, begun, t->row.seats, options, t->kit, t->row.seed))
        return NULL; /* it cannot begin either, which is said then */
    return tb_no_bots(t->game, begun);
}

/* Whether the game goes on without the person of that seat. */
static bool goes_on_without(const struct table *t, int seat, enum seat_gone gone)
{
    if (table_no_bots(t))
        return __builtin_popcount(table_persons(t) & ~(1u << seat)) >= 2;
    return t->row.seats > 2 || gone == GONE_FORGOTTEN;
}

void table_give_up(struct server *s, struct table *t, int seat, enum seat_gone gone)
{
    struct store_seat *row = &t->row.seat[seat];

    if (!goes_on_without(t, seat, gone)) {
        table_over(s, t, gone == GONE_TIME ? OVER_TIME : OVER_RESIGNED, seat);
        return;
    }
    row->gone = (uint8_t)gone;
    if (!table_no_bots(t))
        snprintf(row->bot, sizeof row->bot, "normal");
    t->offer = (struct offer){ 0 };
    table_refresh_viewers(s, t);
    table_change(s, t);
    table_settle(s, t);
}

void table_check_clocks(struct server *s, struct table *t)
{
    uint8_t owes;

    if (t->row.pace == PACE_NONE || !table_is_ours(s, t))
        return;
    owes = table_owes(t);
    for (int i = 0; i < t->row.seats && t->row.status == TABLE_PLAYING; i++)
        if (owes >> i & 1 && !table_left(t, i, s->now) && !t->row.seat[i].gone &&
            t->row.seat[i].kind == SEAT_PERSON) {
            table_give_up(s, t, i, GONE_TIME);
            tell_table(s, t, t->row.status == TABLE_OVER ? "over" : "seats",
                       KEY_STATUS | KEY_RESULT | KEY_PLAY | KEY_SEATS | KEY_OFFER, NULL);
        }
}
