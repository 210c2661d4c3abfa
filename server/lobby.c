/* Around the game: making tables, sitting down, watching, talking, finding. */
#include <math.h>
#include <sodium.h>
#include <string.h>

#include "server.h"

static const char *text_arg(const struct request *r, const char *key)
{
    return json_string_value(json_object_get(r->args, key));
}

bool is_bot_name(const char *name)
{
    for (int i = 0; tb_bot_names[i]; i++)
        if (!strcmp(tb_bot_names[i], name))
            return true;
    return false;
}

static struct no no_such_bot(void)
{
    return (struct no){ "rule", TB_N("There is no such bot.") };
}

/* Watches the table and answers with all of it. */
static struct no answer_snapshot(struct request *r, struct table *t)
{
    struct no no = watch_add(r->client, t);
    int seat = table_seat_of(t, r->client->who.id);
    struct tb_text out;

    if (no.why)
        return no;
    out = page(r->server);
    put_table(r->server, t, seat < 0 ? TB_PUBLIC : seat, NULL, KEY_ALL, 0, &out);
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
    return YES;
}

/* ---- making ---- */

static struct no read_seats(const struct request *r, struct store_table *row)
{
    const json_t *seats = json_object_get(r->args, "seats"), *value;
    bool person = false, me = false;
    size_t i;

    if (json_array_size(seats) < 1 || json_array_size(seats) > TB_SEATS_MAX)
        return (struct no){ "rule", TB_N("This game is not for that number of players.") };
    row->seats = (uint8_t)json_array_size(seats);
    json_array_foreach(seats, i, value)
    {
        struct store_seat *seat = &row->seat[i];
        const char *kind = json_string_value(value);

        if (!kind)
            return (struct no){ "form",
                                TB_N("Something in the message has a wrong type.") };
        if (!strcmp(kind, "me")) {
            if (me)
                return (struct no){ "rule", TB_N("You can sit on one seat only.") };
            seat->kind = SEAT_PERSON;
            memcpy(seat->who, r->client->who.id, sizeof seat->who);
            me = person = true;
        } else if (!strcmp(kind, "open")) {
            seat->kind = SEAT_OPEN;
            person = true;
        } else if (is_bot_name(kind)) {
            seat->kind = SEAT_BOT;
            snprintf(seat->bot, sizeof seat->bot, "%s", kind);
        } else {
            return no_such_bot();
        }
    }
    if (!person)
        return (struct no){ "rule", TB_N("A table needs at least one person.") };
    return YES;
}

static const char *set_option(const struct tb_game *g, uint64_t *options, const char *id,
                              const json_t *value)
{
    char number[24];

    if (json_is_string(value))
        return tb_option_set(g, options, id, json_string_value(value));
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return TB_N("This option does not have that value.");
    snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
    return tb_option_set(g, options, id, number);
}

/* A book is played in by who has sent it: its digest alone, which records tell, will not
 * do. */
static struct no read_book(const struct request *r, struct store_table *row)
{
    const char *hex = text_arg(r, "book");
    struct store_book book = { 0 };
    bool held = false;

    if (!hex)
        return YES;
    if (!read_digest(hex, &row->book))
        return (struct no){ "form", TB_N("A book is named by sixteen digits.") };
    memcpy(book.game, row->game, sizeof book.game);
    book.digest = row->book;
    kept(r->server, store_book_held(r->server->store, &book, r->client->who.id, &held));
    return held ? YES
                : (struct no){ "unknown",
                               TB_N("The house does not have this book yet: send it.") };
}

static bool has_bot(const struct store_table *row)
{
    for (int i = 0; i < row->seats; i++)
        if (row->seat[i].kind == SEAT_BOT)
            return true;
    return false;
}

/* Checks options and seats by setting a game up. */
static struct no read_options(const struct request *r, const struct tb_game *g,
                              struct store_table *row)
{
    _Alignas(16) char room[STATE_MAX];
    struct tb_state *s = (struct tb_state *)(void *)room;
    json_t *args = json_object_get(r->args, "options"), *value;
    struct tb_text out = tb_text(row->options, sizeof row->options);
    uint64_t options[TB_OPTIONS_MAX];
    const char *id, *refusal = NULL;
    const struct tb_kit *kit;
    struct no no;

    tb_options_usual(g, options);
    json_object_foreach(args, id, value)
    {
        if (!refusal)
            refusal = set_option(g, options, id, value);
    }
    kit = shelf_take(r->server, g, row->book, &no);
    if (no.why)
        return no;
    if (!refusal)
        refusal = tb_new(g, s, row->seats, options, kit, tb_seed_of(1));
    if (!refusal && has_bot(row))
        refusal = tb_no_bots(g, s);
    shelf_give(r->server, kit);
    if (refusal)
        return (struct no){ "rule", refusal };
    table_write_options(g, options, &out);
    return out.cut ? (struct no){ "rule", TB_N("An option is too long.") } : YES;
}

static struct no bad_pace(void)
{
    return (struct no){ "rule", TB_N("There is no such pace.") };
}

static struct no read_live_pace(const json_t *pace, struct store_table *row)
{
    const json_t *main = json_object_get(pace, "main"),
                 *plus = json_object_get(pace, "plus");

    if (json_object_size(pace) != 3 || !json_is_integer(main) || !json_is_integer(plus) ||
        json_integer_value(main) < 1 || json_integer_value(main) > 36000 ||
        json_integer_value(plus) < 0 || json_integer_value(plus) > 600)
        return bad_pace();
    row->pace = PACE_LIVE;
    row->main_ms = json_integer_value(main) * 1000;
    row->plus_ms = json_integer_value(plus) * 1000;
    return YES;
}

static struct no read_pace(const struct request *r, struct store_table *row)
{
    const json_t *pace = json_object_get(r->args, "pace");
    const char *kind = pace ? json_string_value(json_object_get(pace, "kind")) : "none";

    if (!kind)
        return bad_pace();
    if (!strcmp(kind, "none"))
        return !pace || json_object_size(pace) == 1 ? YES : bad_pace();
    if (!strcmp(kind, "live"))
        return read_live_pace(pace, row);
    if (!strcmp(kind, "days")) {
        double days = json_number_value(json_object_get(pace, "days"));

        if (json_object_size(pace) != 2 || !(days >= 0.00001) || days > 30)
            return bad_pace();
        row->pace = PACE_DAYS;
        row->main_ms = llround(days * 86400000);
        return YES;
    }
    return bad_pace();
}

/* Tables and bots for the person and for all of its address. */
static struct no check_spread(const struct request *r, const struct store_table *row)
{
    struct server *s = r->server;
    struct guard *who = guard_of_text(s, r->client->who.id);
    struct guard *from = guard_of_address(s, &r->client->address);
    bool may = guard_may(s, who, DEED_MAKE) && guard_may(s, from, DEED_MAKE);

    for (int i = 0; i < row->seats && may; i++)
        if (row->seat[i].kind == SEAT_BOT)
            may = guard_may(s, who, DEED_SEAT) && guard_may(s, from, DEED_SEAT);
    return may ? YES : (struct no){ "rate", TB_N("Too fast: wait a moment.") };
}

static struct no check_busy(const struct request *r)
{
    int busy;

    if (!kept(r->server, store_busy(r->server->store, r->client->who.id, &busy)))
        return (struct no){ "broken", TB_N("The server failed: nothing was changed.") };
    if (busy >= BUSY_MAX)
        return (struct no){ "full", TB_N("You already sit at twenty tables.") };
    return YES;
}

static struct no read_table(const struct request *r, struct store_table *row)
{
    const struct tb_game *g = tb_find(text_arg(r, "game"));
    const char *start = text_arg(r, "start");
    struct no no = check_busy(r);

    if (no.why)
        return no;
    if (!g)
        return (struct no){ "unknown", TB_N("There is no such game here.") };
    if (start && strcmp(start, "full") && strcmp(start, "host"))
        return (struct no){ "form", TB_N("A table starts when full, or by its host.") };
    snprintf(row->game, sizeof row->game, "%s", g->id);
    row->edition = g->edition;
    row->is_public = json_is_true(json_object_get(r->args, "public"));
    row->by_host = start && !strcmp(start, "host");
    row->helps = json_is_true(json_object_get(r->args, "helps"));
    no = read_seats(r, row);
    if (!no.why)
        no = read_book(r, row);
    if (!no.why)
        no = read_options(r, g, row);
    if (!no.why)
        no = read_pace(r, row);
    return no;
}

/* Said again, something is not done again: 16 to 64 letters of the asker's know it. */
static struct no check_key(const char *key)
{
    size_t length = key ? strlen(key) : KEY_SHORTEST;

    return length >= KEY_SHORTEST && length <= KEY_LONGEST
               ? YES
               : (struct no){ "form", TB_N("A key has 16 to 64 characters.") };
}

static void fill_new(const struct request *r, struct store_table *row)
{
    make_id(row->id);
    memcpy(row->host, r->client->who.id, sizeof row->host);
    randombytes_buf(row->seed.key, sizeof row->seed.key);
    row->created = row->changed = r->server->now;
}

/* The table that was made with this key already; NULL: none. */
static struct table *made_before(const struct request *r, const char *key,
                                 char id[STORE_ID])
{
    struct table *t;

    make_id_of(r->client->who.id, key, id);
    t = table_find(r->server, id);
    return t;
}

struct no do_create(struct request *r)
{
    struct store_table row = { 0 };
    const char *key = text_arg(r, "key");
    char id[STORE_ID];
    struct no no = check_key(key);
    struct table *t;

    if (no.why)
        return no;
    t = key ? made_before(r, key, id) : NULL;
    if (t)
        return answer_snapshot(r, t);
    if (key && r->server->unreadable)
        return no_table(r->server);
    no = read_table(r, &row);
    if (r->server->late)
        return LATER;
    if (no.why)
        return no;
    no = may_watch(r->client, NULL);
    if (no.why)
        return no;
    no = check_spread(r, &row);
    if (no.why)
        return no;
    fill_new(r, &row);
    if (key)
        memcpy(row.id, id, sizeof row.id);
    t = table_make(r->server, &row, &no);
    if (!t)
        return no;
    table_start_if_full(r->server, t);
    return answer_snapshot(r, t);
}

/* ---- sitting ---- */

static int find_seat(const struct request *r)
{
    const struct store_table *row = &r->table->row;
    const json_t *wanted = json_object_get(r->args, "seat");
    const char *who = r->client->who.id;

    for (int kind = SEAT_INVITED; kind >= SEAT_OPEN; kind--)
        for (int i = 0; i < row->seats; i++)
            if (row->seat[i].kind == kind &&
                (kind == SEAT_OPEN || !strcmp(row->seat[i].who, who)) &&
                (!wanted || json_integer_value(wanted) == i))
                return i;
    return -1;
}

static unsigned sit_down(struct server *s, struct table *t, int seat,
                         const struct store_person *p)
{
    for (int i = 0; i < t->row.seats; i++) /* the seat kept for this person is free now */
        if (i != seat && !strcmp(t->row.seat[i].who, p->id)) {
            t->row.seat[i] = (struct store_seat){ .kind = SEAT_OPEN };
            table_set_person(t, i, NULL);
        }
    t->row.seat[seat] = (struct store_seat){ .kind = SEAT_PERSON };
    memcpy(t->row.seat[seat].who, p->id, sizeof p->id);
    if (!*t->row.host)
        memcpy(t->row.host, p->id, sizeof p->id);
    table_set_person(t, seat, p);
    table_change(s, t);
    table_refresh_viewers(s, t);
    t->seat[seat].away_since = 0; /* who sits down looks on, as the answer will see to */
    return table_start_if_full(s, t) ? KEY_SEATS | KEY_STATUS | KEY_PLAY | KEY_SCENE
                                     : KEY_SEATS;
}

/* Back from where a bot stood in. */
static void take_back(struct request *r)
{
    struct table *t = r->table;

    memset(t->row.seat[r->seat].bot, 0, STORE_BOT);
    t->thinking = 0;
    tb_bot_free(t->seat[r->seat].bot);
    t->seat[r->seat].bot = NULL;
    table_change(r->server, t);
    table_settle(r->server, t);
    tell_table(r->server, t, "seats", KEY_SEATS | KEY_OFFER, NULL); /* whom it waits for */
}

struct no do_sit(struct request *r)
{
    struct table *t = r->table;
    struct no no = may_watch(r->client, t);
    unsigned keys;
    int seat;

    if (no.why)
        return no;
    if (r->seat >= 0) {
        if (t->row.status == TABLE_PLAYING && *t->row.seat[r->seat].bot)
            take_back(r);
        return answer_snapshot(r, t);
    }
    if (t->row.status != TABLE_OPEN)
        return (struct no){ "status", TB_N("The game has already begun.") };
    seat = find_seat(r);
    if (seat < 0)
        return (struct no){ "seat", TB_N("That seat is not free.") };
    no = check_busy(r);
    if (no.why)
        return no;
    keys = sit_down(r->server, t, seat, &r->client->who);
    tell_table(r->server, t, keys & KEY_SCENE ? "start" : "seats", keys, NULL);
    return answer_snapshot(r, t);
}

struct no do_leave(struct request *r)
{
    struct table *t = r->table;

    t->row.seat[r->seat] = (struct store_seat){ .kind = SEAT_OPEN };
    table_set_person(t, r->seat, NULL);
    if (!strcmp(t->row.host, r->client->who.id) && !table_pass_host(t)) {
        table_close(r->server, t, "left");
        return YES;
    }
    table_change(r->server, t);
    table_refresh_viewers(r->server, t);
    tell_table(r->server, t, "seats", KEY_SEATS | KEY_PLAY, NULL);
    return YES;
}

static bool is_last_for_persons(const struct table *t, int seat)
{
    for (int i = 0; i < t->row.seats; i++)
        if (i != seat && t->row.seat[i].kind != SEAT_BOT)
            return false;
    return true;
}

static bool may_seat_bot(const struct request *r)
{
    struct server *s = r->server;

    return guard_may(s, guard_of_text(s, r->client->who.id), DEED_SEAT) &&
           guard_may(s, guard_of_address(s, &r->client->address), DEED_SEAT);
}

struct no do_seat(struct request *r)
{
    struct table *t = r->table;
    json_int_t seat = json_integer_value(json_object_get(r->args, "seat"));
    const char *kind = text_arg(r, "kind"), *bot = text_arg(r, "bot");
    bool to_bot = !strcmp(kind, "bot"), started;

    if (seat >= t->row.seats)
        return (struct no){ "unknown", TB_N("There is no such seat.") };
    if (!to_bot && strcmp(kind, "open"))
        return (struct no){ "form", TB_N("A seat can be made open, or a bot's.") };
    if (to_bot && (!bot || !is_bot_name(bot)))
        return no_such_bot();
    if (seat == table_seat_of(t, r->client->who.id))
        return (struct no){ "seat", TB_N("That is your own seat: leave it first.") };
    if (to_bot && is_last_for_persons(t, (int)seat))
        return (struct no){ "rule", TB_N("A table needs at least one person.") };
    if (to_bot && table_no_bots(t))
        return (struct no){ "rule", table_no_bots(t) };
    if (to_bot && !may_seat_bot(r))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    t->row.seat[seat] = (struct store_seat){ .kind = to_bot ? SEAT_BOT : SEAT_OPEN };
    if (to_bot)
        snprintf(t->row.seat[seat].bot, STORE_BOT, "%s", bot);
    table_set_person(t, (int)seat, NULL);
    table_change(r->server, t);
    table_refresh_viewers(r->server, t);
    started = table_start_if_full(r->server, t);
    tell_table(r->server, t, started ? "start" : "seats",
               started ? KEY_SEATS | KEY_STATUS | KEY_PLAY | KEY_SCENE
                       : KEY_SEATS | KEY_PLAY,
               NULL);
    return YES;
}

struct no do_start(struct request *r)
{
    struct no no = table_start(r->server, r->table);

    if (!no.why)
        tell_table(r->server, r->table, "start",
                   KEY_SEATS | KEY_STATUS | KEY_PLAY | KEY_SCENE, NULL);
    return no;
}

struct no do_takeover(struct request *r)
{
    struct table *t = r->table;
    json_int_t seat = json_integer_value(json_object_get(r->args, "seat"));
    const char *bot = text_arg(r, "bot");

    if (seat >= t->row.seats || seat == r->seat)
        return (struct no){ "unknown", TB_N("There is no such seat.") };
    if (!is_bot_name(bot))
        return no_such_bot();
    if (table_no_bots(t))
        return (struct no){ "rule", table_no_bots(t) };
    if (t->row.seat[seat].kind != SEAT_PERSON || *t->row.seat[seat].bot)
        return (struct no){ "seat", TB_N("A bot already plays that seat.") };
    if (!t->seat[seat].away_since ||
        r->server->now - t->seat[seat].away_since < r->server->options->away_after)
        return (struct no){ "seat", TB_N("That player has not been away for long.") };
    snprintf(t->row.seat[seat].bot, STORE_BOT, "%s", bot);
    t->offer = (struct offer){ 0 }; /* whoever was asked, or asked, is not there */
    table_change(r->server, t);
    table_settle(r->server, t);
    tell_table(r->server, t, "seats", KEY_SEATS | KEY_OFFER, NULL);
    return YES;
}

/* ---- again ---- */

/* The same table with the seats moved on by one, so that another begins. */
static void row_for_rematch(const struct request *r, struct store_table *row)
{
    const struct store_table *old = &r->table->row;

    *row = (struct store_table){ .book = old->book,
                                 .main_ms = old->main_ms,
                                 .plus_ms = old->plus_ms,
                                 .edition = r->table->game->edition,
                                 .seats = old->seats,
                                 .pace = old->pace,
                                 .is_public = old->is_public,
                                 .helps = old->helps };
    memcpy(row->game, old->game, sizeof row->game);
    memcpy(row->options, old->options, sizeof row->options);
    fill_new(r, row);
    for (int i = 0; i < old->seats; i++) {
        const struct store_seat *from = &old->seat[(i + 1) % old->seats];

        row->seat[i] = *from;
        row->seat[i].gone = GONE_NOT;
        if (from->kind == SEAT_BOT)
            continue;
        memset(row->seat[i].bot, 0, STORE_BOT);
        row->seat[i].kind = *from->who ? SEAT_INVITED : SEAT_OPEN;
        if (!strcmp(from->who, r->client->who.id))
            row->seat[i].kind = SEAT_PERSON;
    }
}

struct no do_rematch(struct request *r)
{
    struct table *old = r->table;
    struct table *t = *old->row.rematch ? table_find(r->server, old->row.rematch) : NULL;
    struct no no = YES;

    if (t) {
        r->table = t;
        r->seat = table_seat_of(t, r->client->who.id);
        return do_sit(r);
    }
    if (r->server->late)
        return LATER;
    no = may_watch(r->client, NULL);
    if (!no.why)
        no = check_busy(r);
    if (!no.why) {
        struct store_table row;

        row_for_rematch(r, &row);
        no = check_spread(r, &row);
        t = no.why ? NULL : table_make(r->server, &row, &no);
    }
    if (!t)
        return no;
    memcpy(old->row.rematch, t->row.id, sizeof old->row.rematch);
    table_change(r->server, old);
    tell_table(r->server, old, "rematch", KEY_REMATCH, NULL);
    table_start_if_full(r->server, t);
    return answer_snapshot(r, t);
}

/* ---- watching ---- */

struct no do_watch(struct request *r)
{
    const json_t *since = json_object_get(r->args, "since");
    const json_t *epoch = json_object_get(r->args, "epoch");
    struct table *t = r->table;
    struct no no = watch_add(r->client, t);
    struct tb_text out;
    json_int_t n;

    if (no.why)
        return no;
    n = since ? json_integer_value(since) : -1;
    /* An entry that has left the ring may have been missed. */
    if (n < (json_int_t)t->gap_from || n > (json_int_t)t->n || !epoch ||
        json_integer_value(epoch) != (json_int_t)t->epoch ||
        (t->log_first &&
         (t->log_first == t->logged || t->log[t->log_first % LOG_KEPT].n > n)) ||
        (t->chats == CHAT_KEPT && t->chat[0].n > n))
        return answer_snapshot(r, t);
    out = page(r->server);
    put_table(r->server, t, r->seat < 0 ? TB_PUBLIC : r->seat, "gap",
              (KEY_ALL & ~(unsigned)(KEY_FACTS | KEY_SCENE)), (uint32_t)n, &out);
    out.at--; /* one more key before the closing brace */
    tb_put(&out, ",\"whole\":false,\"epoch\":%u}", t->epoch);
    answer(r, r->server->page, (size_t)(out.at - r->server->page));
    return YES;
}

struct no do_unwatch(struct request *r)
{
    watch_drop(r->client, r->table);
    return YES;
}

/* ---- talking ---- */

static int64_t mark_of(const char *key)
{
    int64_t mark = 0;

    if (key)
        crypto_generichash((unsigned char *)&mark, sizeof mark, (const unsigned char *)key,
                           strlen(key), NULL, 0);
    return mark;
}

/* Among the lines that are kept: who says it again does so soon. */
static bool was_said(const struct request *r, int64_t mark)
{
    const struct table *t = r->table;

    for (int i = 0; i < t->chats; i++)
        if (mark && t->chat[i].said == mark && !strcmp(t->chat[i].who, r->client->who.id))
            return true;
    return false;
}

struct no do_chat(struct request *r)
{
    const char *key = text_arg(r, "key");
    struct store_line line = { .text = text_arg(r, "text"), .ms = r->server->now };
    struct no no = check_key(key);
    int characters = 0;

    if (no.why)
        return no;
    line.said = mark_of(key);
    if (was_said(r, line.said))
        return YES;

    for (const char *c = line.text; *c; c++) {
        if ((unsigned char)*c < 0x20)
            return (struct no){ "form", TB_N("A line of chat has 1 to 300 characters.") };
        characters += ((unsigned char)*c & 0xc0) != 0x80;
    }
    if (characters < 1 || characters > CHAT_CHARACTERS)
        return (struct no){ "form", TB_N("A line of chat has 1 to 300 characters.") };
    if (!guard_may(r->server, guard_of_text(r->server, r->client->who.id), DEED_CHAT))
        return (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    memcpy(line.who, r->client->who.id, sizeof line.who);
    memcpy(line.name, r->client->who.name, sizeof line.name);
    kept(r->server, store_line_add(r->server->store, r->table->row.key, &line));
    table_chat_add(r->table, &line);
    r->once = !line.said;
    r->server->metrics.chat_lines++;
    tell_table(r->server, r->table, "chat", KEY_CHAT, NULL);
    return YES;
}

/* ---- finding ---- */

struct listing {
    struct request *r;
    struct tb_text out;
    int rows, seen; /* those of other rules are not written */
    int64_t last;
};

static void list_row(void *with, const struct store_table *row)
{
    struct listing *l = with;
    struct table *t = table_of_row(l->r->server, row);

    l->seen++;
    l->last = row->changed;
    if (!t)
        return;
    tb_put(&l->out, l->rows++ ? "," : "");
    put_row(l->r->server, t, l->r->client->who.id, &l->out);
}

struct no do_list(struct request *r)
{
    static const struct {
        const char *name;
        enum store_list what;
    } kinds[] = { { "mine", LIST_MINE },
                  { "open", LIST_OPEN },
                  { "live", LIST_LIVE },
                  { "finished", LIST_FINISHED } };
    struct listing l = { .r = r };
    struct store_query q = { .game = text_arg(r, "game"), .most = LIST_ROWS };
    bool found = false;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].name, text_arg(r, "what"))) {
            q.what = kinds[i].what;
            found = true;
        }
    if (!found)
        return (struct no){ "unknown", TB_N("There is no such list.") };
    if (q.what == LIST_MINE && !*r->client->who.id)
        return (struct no){ "who", TB_N("You need an identity for that.") };
    if (q.what == LIST_MINE || (q.what == LIST_FINISHED && *r->client->who.id))
        q.who = r->client->who.id;
    q.before = json_integer_value(json_object_get(r->args, "before"));
    l.out = page(r->server);
    tb_put(&l.out, "{\"tables\":[");
    kept(r->server, store_tables(r->server->store, &q, list_row, &l));
    tb_put(&l.out, "],\"more\":");
    tb_put(&l.out, l.seen == LIST_ROWS ? "%lld}" : "null}", (long long)l.last);
    answer(r, r->server->page, (size_t)(l.out.at - r->server->page));
    return YES;
}
