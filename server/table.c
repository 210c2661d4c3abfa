/*
 * Tables in memory: brought from the store by playing their record again, and let go when
 * nobody has looked at them for a while.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { OVER_IDLE = 30000, TIDY_ROWS = 200 };

/* ---- facts ---- */

uint32_t table_plies(const struct table *t) { return t->match.now ? t->match.count : 0; }

uint32_t table_at(const struct table *t) { return t->row.base + table_plies(t); }

uint8_t table_persons(const struct table *t)
{
    uint8_t set = 0;

    for (int i = 0; i < t->row.seats; i++)
        if (t->row.seat[i].kind == SEAT_PERSON && !t->row.seat[i].gone &&
            !*t->row.seat[i].bot)
            set |= (uint8_t)(1 << i);
    return set;
}

bool table_helps(const struct table *t)
{
    int persons = 0;

    for (int i = 0; i < t->row.seats; i++)
        persons += t->row.seat[i].kind != SEAT_BOT;
    return t->row.helps || persons < 2;
}

int table_seat_of(const struct table *t, const char *who)
{
    for (int i = 0; i < t->row.seats; i++)
        if (t->row.seat[i].kind == SEAT_PERSON && !t->row.seat[i].gone && *who &&
            !strcmp(t->row.seat[i].who, who))
            return i;
    return -1;
}

bool table_is_near(const struct table *t, const char *who)
{
    for (const struct watch *w = t->watches; w; w = w->next_of_table)
        if (!strcmp(w->client->who.id, who))
            return true;
    return false;
}

/* Ids with a space between two. */
static bool is_listed(const char *list, const char *who)
{
    size_t length = strlen(who);

    for (const char *at = list; at && (at = strstr(at, who)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

bool table_is_here(const struct table *t, const char *who)
{
    return table_is_near(t, who) || is_listed(t->elsewhere, who);
}

/* ---- memory ---- */

static unsigned bucket_of(const char *id)
{
    unsigned hash = 2166136261u;

    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return hash % TABLE_BUCKETS;
}

static void clear_seat(struct seat *seat)
{
    tb_bot_free(seat->bot);
    free(seat->name);
    memset(seat, 0, sizeof *seat);
}

static void clear_chat(struct chat_entry *line)
{
    free(line->text);
    free(line->name);
}

void table_free(struct server *s, struct table *t)
{
    while (t->watches)
        watch_drop(t->watches->client, t);
    for (struct table **at = &s->bucket[bucket_of(t->row.id)]; *at; at = &(*at)->next)
        if (*at == t) {
            *at = t->next;
            s->tables--;
            break;
        }
    for (struct table **at = &s->turn; *at; at = &(*at)->next_in_turn)
        if (*at == t) {
            *at = t->next_in_turn;
            break;
        }
    table_rest(t);
    if (t->held)
        store_drop(s->store, t->row.key);
    for (int i = 0; i < TB_SEATS_MAX; i++)
        clear_seat(&t->seat[i]);
    for (int i = 0; i < t->chats; i++)
        clear_chat(&t->chat[i]);
    free(t->chat);
    free(t->elsewhere);
    free(t->log);
    free(t->match.now);
    free(t->match.plies);
    shelf_give(s, t->kit);
    free(t);
}

void table_free_all(struct server *s)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (s->bucket[i])
            table_free(s, s->bucket[i]);
}

static bool may_leave(const struct server *s, const struct table *t)
{
    int64_t patience = t->row.status == TABLE_OVER && s->options->idle_after > OVER_IDLE
                           ? OVER_IDLE
                           : s->options->idle_after;

    if (t->watches || t->thinking || t->think_at || t->in_turn)
        return false;
    if (t->row.status == TABLE_PLAYING && t->row.pace != PACE_NONE)
        return false; /* somebody must look at its clock */
    if (t->row.status == TABLE_PLAYING && t->row.holder && table_is_ours(s, t))
        return false; /* and wait for its bots' turn, which another node may bring */
    return s->now - t->touched > patience;
}

void tables_sweep(struct server *s)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *t = s->bucket[i], *next; t; t = next) {
            next = t->next;
            if (may_leave(s, t)) {
                table_free(s, t);
                s->metrics.unloads++;
            }
        }
    shelf_sweep(s);
}

void table_close(struct server *s, struct table *t, const char *why)
{
    t->closed = why;
    tell_table(s, t, "closed", 0, NULL);
    kept(s, store_table_delete(s->store, t->row.key));
    t->changed = false;
    table_free(s, t);
}

struct table *table_here(struct server *s, const char *id)
{
    struct table *t = s->bucket[bucket_of(id)];

    while (t && strcmp(t->row.id, id))
        t = t->next;
    return t;
}

/* Those in memory have watchers, maybe, who are told; the others just go. */
static void tidy_row(struct server *s, const struct store_table *row)
{
    struct table *t = table_here(s, row->id);

    if (t) {
        table_close(s, t, row->status == TABLE_OPEN ? "unused" : "old");
    } else {
        store_hold(s->store, row); /* unless another node has changed it since */
        kept(s, store_table_delete(s->store, row->key));
        store_drop(s->store, row->key);
    }
    s->metrics.tidied++;
}

/* What is to be tidied away: all of it is known before the first is. */
struct tidying {
    struct server *server;
    struct store_table *rows;
    int count;
};

/* Nothing of a damaged one is deleted. */
static void note_row(void *with, const struct store_table *row)
{
    struct tidying *tidy = with;
    bool damaged = !table_here(tidy->server, row->id) && damage_found(tidy->server, row);

    if (!damaged && !tidy->server->late)
        tidy->rows[tidy->count++] = *row;
}

static void note_rows(struct tidying *tidy, enum store_list what, int64_t after)
{
    struct server *s = tidy->server;
    struct store_query q = { .what = what, .before = s->now - after, .most = TIDY_ROWS };

    if (after && q.before > 0)
        kept(s, store_tables(s->store, &q, note_row, tidy));
}

void tables_tidy(struct server *s)
{
    struct tidying tidy = { .server = s, .rows = calloc(2 * TIDY_ROWS, sizeof *tidy.rows) };

    if (!tidy.rows)
        return; /* another time */
    note_rows(&tidy, LIST_STALE, s->options->open_for);
    note_rows(&tidy, LIST_OLD, s->options->finished_for);
    for (int i = 0; i < tidy.count && !s->late; i++)
        tidy_row(s, &tidy.rows[i]);
    free(tidy.rows);
    if (!s->late)
        kept(s, store_books_tidy(s->store, s->now - BOOK_HELD_FOR));
}

void table_stir(struct server *s, struct table *t)
{
    if (t->restless)
        return;
    t->next_restless = s->restless;
    if (s->restless)
        s->restless->restless = &t->next_restless;
    t->restless = &s->restless;
    s->restless = t;
}

void table_rest(struct table *t)
{
    if (!t->restless)
        return;
    *t->restless = t->next_restless;
    if (t->next_restless)
        t->next_restless->restless = t->restless;
    t->restless = NULL;
}

void table_in_turn(struct server *s, struct table *t)
{
    assert(!s->late);
    t->touched = s->now;
    t->turn = s->turn_now;
    table_stir(s, t);
    if (t->in_turn)
        return;
    t->in_turn = true;
    t->next_in_turn = s->turn;
    s->turn = t;
}

void table_change(struct server *s, struct table *t)
{
    t->row.changed = s->now;
    t->changed = true;
    table_in_turn(s, t);
}

static int64_t pack_offer(const struct offer *o)
{
    return o->kind | (int64_t)o->by << 8 | (int64_t)o->yes << 16 | (int64_t)o->ply << 24;
}

static struct offer unpack_offer(int64_t packed)
{
    return (struct offer){ .kind = (uint8_t)packed,
                           .by = (uint8_t)(packed >> 8),
                           .yes = (uint8_t)(packed >> 16),
                           .ply = (uint32_t)(packed >> 24) };
}

/* Other nodes learn of it by the row. */
static void note_offer(struct server *s, struct table *t)
{
    int64_t packed = pack_offer(&t->offer);

    if (!store_node(s->store) || packed == t->row.offer)
        return;
    t->row.offer = packed;
    t->changed = true;
}

void tables_keep(struct server *s)
{
    for (struct table *t = s->turn; t; t = t->next_in_turn) {
        note_offer(s, t);
        if (t->changed) {
            kept(s, store_table_set(s->store, &t->row));
            t->changed = false;
        }
    }
}

bool table_options(const struct store_table *row, const struct tb_game *g,
                   uint64_t options[TB_OPTIONS_MAX])
{
    char text[STORE_OPTIONS];
    char *at = text;

    memcpy(text, row->options, sizeof text);
    tb_options_usual(g, options);
    while (*at) {
        char *blank = strchr(at, ' '), *end = strchr(at, '\n');

        if (!blank || !end || blank > end)
            return false;
        *blank = *end = 0;
        if (tb_option_set(g, options, at, blank + 1))
            return false;
        at = end + 1;
    }
    return true;
}

void table_write_options(const struct tb_game *g, const uint64_t *options,
                         struct tb_text *out)
{
    for (int i = 0; g->options && g->options[i].id; i++) {
        tb_put(out, "%s ", g->options[i].id);
        tb_option_put(g, i, options[i], out);
        tb_put(out, "\n");
    }
}

/* ---- loading ---- */

static void load_line(void *with, const struct store_line *line)
{
    table_chat_add(with, line);
}

const char *disk_told(struct server *s, const char *refusal)
{
    if (refusal != store_damaged)
        kept(s, refusal);
    return refusal;
}

static struct table *make(struct server *s, const struct store_table *row)
{
    struct table *t = calloc(1, sizeof *t);
    unsigned bucket = bucket_of(row->id);

    if (!t)
        return NULL;
    t->row = *row;
    t->game = tb_find(row->game);
    t->touched = s->now;
    t->offer = unpack_offer(row->offer);
    t->gap_from = 1;
    t->epoch = (uint32_t)(++s->serial * 2654435761u ^ (uint64_t)s->began) & 0x7fffffff;
    for (int i = 0; i < TB_SEATS_MAX; i++)
        t->seat[i].away_since = s->now;
    t->next = s->bucket[bucket];
    s->bucket[bucket] = t;
    s->tables++;
    table_stir(s, t);
    return t;
}

struct no no_table(const struct server *s)
{
    if (s->unreadable == store_damaged)
        return (struct no){ "damaged", store_damaged };
    return (struct no){ "unknown",
                        s->unreadable ? s->unreadable : TB_N("There is no such table.") };
}

/* Its book may have gone, from a folder that was tampered with say. */
static const char *take_kit(struct server *s, struct table *t)
{
    struct no no = YES;

    t->kit = t->game ? shelf_take(s, t->game, t->row.book, &no) : NULL;
    return no.text;
}

static void hold(struct server *s, struct table *t)
{
    store_hold(s->store, &t->row);
    t->held = true;
}

static struct table *load(struct server *s, const struct store_table *row)
{
    struct table *t = make(s, row);
    const char *refusal = t ? take_kit(s, t) : NULL;

    if (!t)
        return NULL;
    s->unreadable = refusal;
    if (!t->game || t->game->edition != row->edition)
        refusal = TB_N("This table was made by another version of the game.");
    if (store_lacks_end(s->store, row))
        refusal = store_damaged;
    if (!refusal && row->status != TABLE_OPEN)
        refusal = table_replay(s, t);
    if (is_read(s, refusal) || s->late) /* all that it needs is asked for at once */
        refusal = disk_told(s, store_lines(s->store, row->key, CHAT_KEPT, load_line, t));
    table_name_seats(s, t);
    if (s->late) {
        table_free(s, t);
        return NULL;
    }
    if (refusal && damage_found(s, row))
        s->unreadable = store_damaged;
    else if (refusal)
        log_line(s, "table-unreadable", refusal);
    if (refusal) {
        table_free(s, t);
        return NULL;
    }
    t->n = 1;
    if (row->status == TABLE_OPEN && !*row->host)
        table_pass_host(t); /* the host was forgotten */
    s->metrics.loads++;
    hold(s, t);
    nodes_ask_here(s, t);
    if (row->status == TABLE_PLAYING)
        table_settle(s, t);
    return t;
}

struct table *table_read_again(struct server *s, const struct store_table *row)
{
    return load(s, row);
}

struct table *table_find(struct server *s, const char *id)
{
    struct table *t = table_here(s, id);
    struct store_table row;
    bool found;

    s->unreadable = NULL;
    if (t)
        return t;
    if (damage_is_aside(s, id)) {
        s->unreadable = store_damaged;
        return NULL;
    }
    if (disk_told(s, store_table_get(s->store, id, &row, &found)) || !found)
        return NULL;
    return load(s, &row);
}

struct table *table_of_row(struct server *s, const struct store_table *row)
{
    struct table *t = table_here(s, row->id);

    if (t || damage_is_aside(s, row->id))
        return t;
    return load(s, row);
}

/* It is counted before it is known whether there is one: else the answer would tell. */
struct table *table_look_up(struct server *s, const struct address *by, const char *id,
                            struct no *no)
{
    struct table *t;

    *no = (struct no){ "rate", TB_N("Too fast: wait a moment.") };
    if (!s->errand->counted && !guard_may(s, guard_of_address(s, by), DEED_LOOK))
        return NULL;
    s->errand->counted = true;
    t = table_find(s, id);
    *no = no_table(s);
    return t;
}

struct table *table_make(struct server *s, const struct store_table *row, struct no *no)
{
    struct table *t = make(s, row);
    const char *refusal = t ? take_kit(s, t) : TB_N("Out of memory.");

    if (t)
        table_name_seats(s, t);
    if (refusal || s->late) {
        *no = (struct no){ "broken", refusal ? refusal : store_later };
        if (t)
            table_free(s, t);
        return NULL;
    }
    t->n = 1;
    kept(s, store_table_add(s->store, &t->row));
    hold(s, t);
    table_in_turn(s, t);
    s->metrics.tables_made++;
    return t;
}

/* ---- persons at the table ---- */

void table_set_person(struct table *t, int seat, const struct store_person *p)
{
    free(t->seat[seat].name);
    t->seat[seat].name = p && *p->name ? strdup(p->name) : NULL;
    t->seat[seat].colour = p ? p->colour : 0;
    t->seat[seat].program = p && *p->owner;
}

void table_name_seats(struct server *s, struct table *t)
{
    for (int i = 0; i < t->row.seats; i++) {
        struct store_person p;
        bool found = false;

        if (*t->row.seat[i].who)
            is_read(s, store_person_get(s->store, t->row.seat[i].who, &p, &found));
        table_set_person(t, i, found ? &p : NULL);
    }
}

bool table_pass_host(struct table *t)
{
    memset(t->row.host, 0, sizeof t->row.host);
    for (int i = 0; i < t->row.seats && !*t->row.host; i++)
        if (t->row.seat[i].kind == SEAT_PERSON)
            memcpy(t->row.host, t->row.seat[i].who, sizeof t->row.host);
    return *t->row.host;
}

const char *put_about(struct store *store, const struct store_table *row,
                      struct tb_text *out)
{
    static const char *const why[] = { "",
                                       "played to the end",
                                       "resigned by seat",
                                       "out of time: seat",
                                       "draw agreed",
                                       "abandoned" };
    bool by_seat = row->why == OVER_RESIGNED || row->why == OVER_TIME;
    const char *refusal = NULL;

    tb_put(out, "# table %s\n", row->id);
    for (int i = 0; i < row->seats; i++) {
        struct store_person p = { 0 };
        bool found = false;

        if (row->seat[i].kind == SEAT_BOT)
            tb_put(out, "# seat %d: bot %s\n", i, row->seat[i].bot);
        else
            refusal = store_person_get(store, row->seat[i].who, &p, &found);
        if (!refusal && found && *p.name)
            tb_put(out, "# seat %d: %s\n", i, p.name);
    }
    if (row->status != TABLE_OVER)
        return refusal;
    tb_put(out, "# result: %s", why[row->why]);
    tb_put(out, by_seat ? " %d\n" : "\n", row->why_seat);
    return refusal;
}

void table_chat_add(struct table *t, const struct store_line *line)
{
    struct chat_entry *entry;

    if (!t->chat && !(t->chat = calloc(CHAT_KEPT, sizeof *t->chat)))
        return;
    if (t->chats == CHAT_KEPT) {
        clear_chat(&t->chat[0]);
        memmove(t->chat, t->chat + 1, (size_t)--t->chats * sizeof *t->chat);
    }
    entry = &t->chat[t->chats++];
    *entry = (struct chat_entry){ .n = t->n + 1, .ms = line->ms, .said = line->said };
    memcpy(entry->who, line->who, sizeof entry->who);
    entry->text = strdup(line->text);
    entry->name = strdup(line->name);
    if (!entry->text || !entry->name) {
        clear_chat(entry);
        t->chats--;
    }
}

void table_chat_forget(struct table *t, const char *who)
{
    int left = 0;

    for (int i = 0; i < t->chats; i++)
        if (strcmp(t->chat[i].who, who))
            t->chat[left++] = t->chat[i];
        else
            clear_chat(&t->chat[i]);
    t->chats = left;
}
