/*
 * What must hold, whatever happens.
 *
 * The oracle keeps an account of each table: a match of its own, played with the engine
 * alone, against which everything that is said is held; and what the house has let out,
 * which must be there after every crash, once.
 */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { ROOM = 1 << 18, EVENTS_EACH = 8 };

struct telling {
    uint32_t ply;
    struct tb_event event;
};

struct ply {
    uint8_t seat;
    char note[TB_NOTE_MAX];
};

struct plies {
    struct ply *list;
    uint32_t count, room;
};

/* A play that came to the house: so many moves may answer what was seen then. */
struct wish {
    uint32_t at;
    size_t moves;
};

struct account {
    struct account *next;
    char id[STORE_ID];
    struct tb_match own; /* follows the house; now is NULL: it does not yet */
    uint32_t base;       /* of it */
    struct plies plies;  /* the same in notation */
    struct telling *told;
    size_t tellings, tellings_room;
    struct plies promised;
    uint32_t promised_base;
    uint8_t promised_status;
    bool is_promised;
    bool undoing, leaving; /* something was asked for and is not answered */
    struct wish *wishes;
    size_t wish_count, wish_room;
    char **lines; /* of chat, that are acknowledged */
    size_t line_count, line_room;
};

static struct account *accounts;
static uint64_t commits; /* of this house, as last seen */
static char *room;

/* ---- small things ---- */

static void *grow(void *list, size_t count, size_t *have, size_t each)
{
    if (count < *have)
        return list;
    *have = 2 * *have + 16;
    list = realloc(list, *have * each);
    if (!list)
        abort();
    return list;
}

static struct account *find(const char *id)
{
    struct account *a = accounts;

    while (a && strcmp(a->id, id))
        a = a->next;
    return a;
}

static struct account *account_for(const char *id)
{
    struct account *a = find(id);

    if (a)
        return a;
    a = calloc(1, sizeof *a);
    if (!a)
        abort();
    snprintf(a->id, sizeof a->id, "%s", id);
    a->next = accounts;
    accounts = a;
    return a;
}

static void plies_add(struct plies *p, int seat, const char *text)
{
    size_t have = p->room;

    p->list = grow(p->list, p->count, &have, sizeof *p->list);
    p->room = (uint32_t)have;
    p->list[p->count].seat = (uint8_t)seat;
    snprintf(p->list[p->count++].note, TB_NOTE_MAX, "%s", text);
}

static bool same_ply(const struct ply *a, const struct ply *b)
{
    return a->seat == b->seat && !strcmp(a->note, b->note);
}

/* ---- a match of our own ---- */

static void own_free(struct account *a)
{
    free(a->own.now);
    free(a->own.plies);
    memset(&a->own, 0, sizeof a->own);
    a->plies.count = 0;
    a->tellings = 0;
}

static void own_begin(struct account *a, const struct table *t)
{
    const struct tb_head *head = tb_head_of(t->match.now);

    a->own.game = t->game;
    a->own.now = aligned_alloc(16, (t->game->state_size + 15u) & ~15u);
    if (!a->own.now ||
        tb_match_new(&a->own, head->seats, head->option, t->kit, t->match.seed))
        abort();
}

static void own_play(struct account *a, const struct tb_ply *p)
{
    struct tb_event list[TB_EVENTS_MAX];
    struct tb_events told = { list, 0, TB_EVENTS_MAX };
    char text[TB_NOTE_MAX];
    size_t have = a->own.room;
    const char *refusal;

    a->own.plies = grow(a->own.plies, a->own.count, &have, sizeof *a->own.plies);
    a->own.room = (uint32_t)have;
    tb_notate(a->own.game, a->own.now, p->move, text);
    refusal = tb_match_play(&a->own, p->seat, p->move, &told);
    if (refusal)
        broken("record", "move %u of %s, %s by seat %d: %s", a->own.count, a->id, text,
               p->seat, refusal);
    plies_add(&a->plies, p->seat, text);
    for (int i = 0; i < told.count; i++) {
        a->told = grow(a->told, a->tellings, &a->tellings_room, sizeof *a->told);
        a->told[a->tellings++] = (struct telling){ a->own.count, list[i] };
    }
    sim.counts.plies++;
}

static void own_rewind(struct account *a, uint32_t count)
{
    tb_match_rewind(&a->own, count);
    a->plies.count = count;
    while (a->tellings && a->told[a->tellings - 1].ply > count)
        a->tellings--;
}

/* A turn that failed may have been followed by another: every ply is held against ours. */
static void follow(struct account *a, const struct table *t)
{
    uint32_t same = 0;

    if (!t->match.now)
        return;
    /* A table that was made in such a turn may be made again, with other luck. */
    if (memcmp(&a->own.seed, &t->match.seed, sizeof a->own.seed) != 0)
        own_free(a);
    if (!a->own.now)
        own_begin(a, t);
    while (same < a->own.count && same < t->match.count &&
           a->own.plies[same].move == t->match.plies[same].move &&
           a->own.plies[same].seat == t->match.plies[same].seat)
        same++;
    if (same < a->own.count)
        own_rewind(a, same);
    while (a->own.count < t->match.count)
        own_play(a, &t->match.plies[a->own.count]);
    a->base = t->row.base;
}

/* ---- nobody learns what is not for them ---- */

static const struct tb_state *seen_by(const struct account *a, int viewer)
{
    static _Alignas(16) char state[STATE_MAX];

    tb_observe(a->own.game, a->own.now, viewer, (struct tb_state *)(void *)state);
    return (const struct tb_state *)(const void *)state;
}

static void expect(const struct account *a, int viewer, const char *key, struct span value)
{
    if (!is(value, room))
        broken("secret", "of %s seat %d is told %s\n%.*s\nand not\n%s", a->id, viewer, key,
               (int)value.length, value.at, room);
}

static void expect_shown(const struct account *a, int viewer, const char *key,
                         struct span value)
{
    struct tb_text out = tb_text(room, ROOM);
    const struct tb_game *g = a->own.game;

    *room = 0;
    (!strcmp(key, "view") ? g->view : g->scene)(seen_by(a, viewer), &out);
    if (out.at == room)
        tb_put(&out, "null");
    expect(a, viewer, key, value);
}

static void expect_legal(const struct account *a, const struct table *t, int viewer,
                         struct span value)
{
    const struct tb_state *seen = seen_by(a, viewer);
    struct tb_text out = tb_text(room, ROOM);
    tb_move moves[TB_MOVES_MAX];
    int count = 0;

    if (viewer >= 0 && t->row.status == TABLE_PLAYING)
        count = tb_legal(a->own.game, seen, viewer, moves);
    tb_put(&out, "[");
    for (int i = 0; i < count; i++) {
        tb_put(&out, i ? "," : "");
        tb_put_note(a->own.game, seen, moves[i], &out);
    }
    tb_put(&out, "]");
    expect(a, viewer, "legal", value);
}

/* What is told of the course is the end of what may be known of it, and nothing else. */
static void expect_log(const struct account *a, int viewer, struct span value)
{
    const char *end = is(value, "[]") ? value.at + 1 : value.at + value.length;

    for (size_t i = a->tellings; i-- && end > value.at + 1;) {
        struct tb_text out = tb_text(room, ROOM);
        size_t length;
        char *brace;

        if (!tb_event_known(&a->told[i].event, viewer))
            continue;
        tb_put(&out, "{\"ply\":%u", a->told[i].ply);
        brace = out.at;
        tb_put_event_json(a->own.game, &a->told[i].event, &out);
        *brace = ',';
        length = (size_t)(out.at - room);
        end -= length + 1; /* and what comes after: a comma, or the bracket */
        if (end < value.at || memcmp(end, room, length))
            broken("secret", "of %s seat %d is told the log\n%.*s\nwhere is not\n%s", a->id,
                   viewer, (int)value.length, value.at, room);
    }
    if (end != value.at + 1)
        broken("secret", "of %s seat %d is told more than there is\n%.*s", a->id, viewer,
               (int)value.length, value.at);
}

static bool is_harmless(struct span key)
{
    static const char *const harmless[] = {
        "table",   "n",        "what",   "epoch", "whole",   "game",   "edition", "options",
        "pace",    "public",   "start",  "host",  "created", "status", "seats",   "you",
        "lookers", "at",       "ply",    "owes",  "clock",   "offer",  "result",  "rematch",
        "chat",    "may_undo", "advice", "helps", "hints",   "why",
    };

    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (is(key, harmless[i]))
            return true;
    return false;
}

static void examine(const struct account *a, const struct table *t, int viewer,
                    struct span key, struct span value)
{
    bool shown = is(key, "view") || is(key, "scene");

    if (is_harmless(key))
        return;
    if (!shown && !is(key, "legal") && !is(key, "log"))
        broken("secret", "a table has the key %.*s", (int)key.length, key.at);
    if (!t->match.now) {
        snprintf(room, ROOM, "%s", shown ? "null" : "[]");
        expect(a, viewer, "what has not begun", value);
    } else if (shown) {
        expect_shown(a, viewer, is(key, "view") ? "view" : "scene", value);
    } else if (is(key, "legal")) {
        expect_legal(a, t, viewer, value);
    } else {
        expect_log(a, viewer, value);
    }
}

/* Looking must not change what the house remembers of its last look. */
static struct table *table_in_house(struct span id)
{
    const char *unreadable = sim.house->unreadable;
    char text[STORE_ID];
    struct table *t;

    snprintf(text, sizeof text, "%.*s", (int)id.length - 2, id.at + 1);
    t = table_find(sim.house, text);
    sim.house->unreadable = unreadable;
    return t;
}

static void examine_table(const struct line *l, const struct object *o)
{
    struct table *t = table_in_house(*member(o, "table"));
    struct account *a;
    int seat;

    if (!t)
        broken("table", "something is told of a table that is not there");
    if (!member(o, "n")) { /* a replay */
        if (member(o, "view") && t->row.status != TABLE_OVER)
            broken("secret", "%s is replayed while it is played", t->row.id);
        return;
    }
    a = account_for(t->row.id);
    seat = table_seat_of(t, agent_who(l->agent));
    follow(a, t);
    for (int i = 0; i < o->count; i++)
        examine(a, t, seat < 0 ? TB_PUBLIC : seat, o->key[i], o->value[i]);
}

void oracle_said(struct line *l, const char *text, size_t length)
{
    struct object o;

    take_apart(text, &o);
    if (member(&o, "id") && ++l->answered > l->asked)
        broken("answer", "more answers than messages on line %d: %s", l->number, text);
    if (member(&o, "ok"))
        take_apart(member(&o, "ok")->at, &o);
    if (member(&o, "table"))
        examine_table(l, &o);
}

/* ---- what is asked ---- */

static void wish_for(struct account *a, uint32_t at, size_t moves)
{
    a->wishes = grow(a->wishes, a->wish_count, &a->wish_room, sizeof *a->wishes);
    a->wishes[a->wish_count++] = (struct wish){ at, moves };
}

void oracle_asked(struct line *l, const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *what = json_string_value(json_object_get(message, "do"));
    const char *table = json_string_value(json_object_get(message, "table"));
    struct account *a = table ? find(table) : NULL;

    l->asked++;
    if (a && what && !strcmp(what, "play"))
        wish_for(a, (uint32_t)json_integer_value(json_object_get(message, "at")),
                 json_array_size(json_object_get(message, "moves")));
    if (a && what && (!strcmp(what, "undo") || !strcmp(what, "answer")))
        a->undoing = true;
    if (a && what && !strcmp(what, "leave"))
        a->leaving = true;
    json_decref(message);
}

void oracle_released(struct line *l, const char *text, size_t length) {}

/* ---- what is promised ---- */

static void copy_plies(struct plies *to, const struct plies *from)
{
    to->count = 0;
    for (uint32_t i = 0; i < from->count; i++)
        plies_add(to, from->list[i].seat, from->list[i].note);
}

static void promise(struct account *a, const struct table *t)
{
    copy_plies(&a->promised, &a->plies);
    a->promised_base = t->row.base;
    a->promised_status = t->row.status;
    a->is_promised = true;
}

void oracle_turn_released(void)
{
    bool committed = sim.house->metrics.commits != commits;

    commits = sim.house->metrics.commits;
    for (struct account *a = accounts; a && committed; a = a->next)
        a->undoing = false;
    for (struct table *t = sim.house->turn; t; t = t->next_in_turn) {
        struct account *a = account_for(t->row.id);

        follow(a, t);
        promise(a, t);
    }
}

void oracle_played(const char *table, uint32_t at, uint32_t ply, const char *words)
{
    const struct account *a = find(table);
    const struct ply *kept;

    if (!a || a->promised_base != at - ply)
        return; /* something was taken back since */
    kept = ply && ply <= a->promised.count ? &a->promised.list[ply - 1] : NULL;
    if (!kept || kept->seat != atoi(words) || strcmp(kept->note, words + 2))
        broken("lost move", "move %u of %s, %s, was acknowledged and is not there", ply,
               table, words);
}

void oracle_chatted(const char *table, const char *text)
{
    struct account *a = account_for(table);

    a->lines = grow(a->lines, a->line_count, &a->line_room, sizeof *a->lines);
    a->lines[a->line_count] = strdup(text);
    if (!a->lines[a->line_count++])
        abort();
}

void oracle_refused(const char *table, const char *words, uint32_t at)
{
    char quoted[STORE_ID + 3];
    const struct table *t;
    const struct last_play *last;

    snprintf(quoted, sizeof quoted, "\"%s\"", table);
    t = sim.house ? table_in_house((struct span){ quoted, strlen(quoted) }) : NULL;
    if (!t || atoi(words) < 0 || !t->match.now)
        return;
    last = &t->seat[atoi(words)].last;
    if (last->made && last->at == at && last->hash == notes_hash(0, words + 2))
        broken("repetition", "%s at %u of %s was played, said again, and refused", words,
               at, table);
}

bool oracle_knows(const char *table)
{
    const struct account *a = find(table);

    return a && a->is_promised && !a->leaving;
}

/* ---- what was kept ---- */

struct reading {
    struct account *a;
    struct plies plies;
    uint32_t at[1 << 14];
};

static void read_ply(void *with, const struct store_ply *p)
{
    struct reading *r = with;

    r->at[r->plies.count % (1 << 14)] = p->at;
    plies_add(&r->plies, p->seat, p->note);
}

/* Moves that answer one and the same question are one play: never more than were sent. */
static void check_doubled(const struct account *a, const struct reading *r)
{
    for (uint32_t i = 0; i < r->plies.count; i++) {
        size_t same = 0, most = 1;

        for (uint32_t k = i; k < r->plies.count; k++)
            same += r->at[k] == r->at[i] && r->plies.list[k].seat == r->plies.list[i].seat;
        for (size_t k = 0; k < a->wish_count && same > 1; k++)
            if (a->wishes[k].at == r->at[i] && a->wishes[k].moves > most)
                most = a->wishes[k].moves;
        if (same > most)
            broken("doubled move", "%s of %s, answering %u, was played %zu times",
                   r->plies.list[i].note, a->id, r->at[i], same);
    }
}

static void check_plies(const struct account *a, const struct store_table *row,
                        const struct plies *kept)
{
    bool undone = row->base != a->promised_base;

    if (row->base < a->promised_base || (undone && !a->undoing))
        broken("undo", "%s has taken back %u, and %u was told", a->id, row->base,
               a->promised_base);
    if (!undone && kept->count < a->promised.count)
        broken("lost move", "%s has %u moves, and %u were told", a->id, kept->count,
               a->promised.count);
    for (uint32_t i = 0; i < kept->count && i < a->promised.count && !undone; i++)
        if (!same_ply(&kept->list[i], &a->promised.list[i]))
            broken("lost move", "move %u of %s is %s, and %s was told", i, a->id,
                   kept->list[i].note, a->promised.list[i].note);
    if (row->status < a->promised_status)
        broken("lost end", "%s has status %d, and %d was told", a->id, row->status,
               a->promised_status);
}

static void count_line(void *with, const struct store_line *line)
{
    struct account *a = with;

    for (size_t i = 0; i < a->line_count; i++)
        if (a->lines[i] && !strcmp(a->lines[i], line->text)) {
            free(a->lines[i]);
            a->lines[i] = NULL;
            return;
        }
}

struct talk {
    char last[64];
    const struct account *a;
};

/* An author's lines are numbered, and follow one another. */
static void check_line(void *with, const struct store_line *line)
{
    struct talk *talk = with;

    if (!strcmp(talk->last, line->text))
        broken("doubled line", "%s of %s is there twice", line->text, talk->a->id);
    snprintf(talk->last, sizeof talk->last, "%s", line->text);
}

static void check_lines(struct account *a, const struct store_table *row)
{
    enum { ALL = 1 << 20 };
    struct talk talk = { .a = a };

    store_lines(sim.house->store, row->key, ALL, check_line, &talk);
    store_lines(sim.house->store, row->key, ALL, count_line, a);
    for (size_t i = 0; i < a->line_count; i++)
        if (a->lines[i])
            broken("lost line", "%s of %s", a->lines[i], a->id);
    a->line_count = 0;
}

static void check_table(struct account *a)
{
    static struct reading r;
    struct store_table row;
    bool found;
    const char *refusal = store_table_get(sim.house->store, a->id, &row, &found);

    if (refusal)
        broken("store", "%s: %s", a->id, refusal);
    if (!found && a->is_promised && !a->leaving)
        broken("lost table", "%s", a->id);
    if (!found) {
        a->leaving = true;
        return;
    }
    r.plies.count = 0;
    r.a = a;
    refusal = store_plies(sim.house->store, row.key, read_ply, &r);
    if (refusal)
        broken("store", "%s: %s", a->id, refusal);
    if (a->is_promised)
        check_plies(a, &row, &r.plies);
    check_doubled(a, &r);
    check_lines(a, &row);
    copy_plies(&a->promised, &r.plies);
    a->promised_base = row.base;
    a->promised_status = row.status;
    a->is_promised = true;
    a->undoing = false;
}

void oracle_opened(void)
{
    commits = 0;
    if (sim.house->metrics.damaged || store_marks_lost(sim.house->store))
        broken("damage", "nothing was damaged, and the house says so");
    for (struct account *a = accounts; a; a = a->next) {
        own_free(a);
        check_table(a);
    }
}

static int number_of(const char *game)
{
    int i = 0;

    while (strcmp(tb_games[i]->id, game))
        i++;
    return i;
}

void oracle_count_ends(void)
{
    for (const struct account *a = accounts; a; a = a->next) {
        struct store_table row;
        bool found;

        if (store_table_get(sim.house->store, a->id, &row, &found) || !found ||
            row.status != TABLE_OVER)
            continue;
        sim.counts.ended++;
        sim.counts.of_game[number_of(row.game)] += row.why == OVER_PLAYED;
    }
}

/* ---- memory ---- */

static bool must_stay(const struct table *t)
{
    return t->row.status == TABLE_PLAYING &&
           (t->row.pace != PACE_NONE || t->thinking || t->think_at);
}

void oracle_memory(void)
{
    if (sim.house->clients)
        broken("memory", "somebody is there who left");
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const struct table *t = sim.house->bucket[i]; t; t = t->next)
            if (!must_stay(t))
                broken("memory", "%s is still there, and nobody needs it", t->row.id);
}

/* ---- the run ---- */

void oracle_new(void)
{
    room = room ? room : malloc(ROOM);
    if (!room)
        abort();
    commits = 0;
}

static void account_free(struct account *a)
{
    own_free(a);
    for (size_t i = 0; i < a->line_count; i++)
        free(a->lines[i]);
    free(a->lines);
    free(a->wishes);
    free(a->told);
    free(a->plies.list);
    free(a->promised.list);
    free(a);
}

void oracle_free(void)
{
    while (accounts) {
        struct account *next = accounts->next;

        account_free(accounts);
        accounts = next;
    }
}
