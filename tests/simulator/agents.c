/*
 * The clients: they come, go, lag, say things again, stop reading, look on and lie; and
 * they play, from what they were told alone. Each merges patches as docs/protocol.md says.
 */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum {
    SEEN = 3,    /* tables that an agent has to do with */
    KNOWN = 256, /* and all that there are */
    KEPT = 160,  /* entries of a log */
    TEXT = 1024,
    COOKIE = 96,
    PATIENCE_US = 20 * SECOND_US,
};

/* The keys of a table that replace the old value. */
static const char *const keys[] = {
    "game",  "edition",  "options", "pace",   "public",  "start",   "helps",
    "host",  "created",  "status",  "seats",  "you",     "lookers", "at",
    "ply",   "owes",     "scene",   "hints",  "advice",  "view",    "legal",
    "clock", "may_undo", "offer",   "result", "rematch",
};
enum { KEYS = sizeof keys / sizeof *keys };

struct entries {
    char *text[KEPT];
    int count;
};

/* A table as an agent knows it. */
struct seen {
    char table[STORE_ID]; /* "": none */
    bool watching;        /* over the line that it has */
    bool whole;           /* there is something to merge with */
    uint32_t n, epoch;
    char *value[KEYS];
    struct entries log, chat;
    bool other_eyes; /* it lost or got its seat: what it heard before was another's */
    bool sure;       /* it was just held against what a newcomer is told */
};

enum asking { ASK_OTHER, ASK_PLAY, ASK_UNDO, ASK_CHAT, ASK_WATCH, ASK_LOOK, ASK_TABLE };

/* What an agent waits for. */
struct asked {
    json_int_t id;
    enum asking what;
    char table[STORE_ID];
    char text[TEXT];  /* "": nothing */
    char words[TEXT]; /* a note, or a line of chat */
    uint32_t at;
    int64_t since;
};

struct agent {
    int number;
    char cookie[COOKIE];
    struct line *line, *false_line;
    struct seen seen[SEEN];
    struct asked asked;
    json_int_t last_id;
    int64_t away_until;
    int chats, tables;
    char who[STORE_ID];
};

static struct agent agents[AGENTS];
static struct {
    char id[STORE_ID];
    bool open;
} known[KNOWN];
static int knows;

const char *agent_who(const struct agent *a) { return a->who; }
const char *agent_cookie(const struct agent *a) { return a->cookie; }

/* ---- what is known of a table ---- */

static void entries_free(struct entries *e)
{
    for (int i = 0; i < e->count; i++)
        free(e->text[i]);
    e->count = 0;
}

static void seen_forget(struct seen *t)
{
    for (int i = 0; i < KEYS; i++)
        free(t->value[i]);
    entries_free(&t->log);
    entries_free(&t->chat);
    memset(t, 0, sizeof *t);
}

static int key_number(struct span key)
{
    for (int i = 0; i < KEYS; i++)
        if (is(key, keys[i]))
            return i;
    return -1;
}

static const char *value_of(const struct seen *t, const char *key)
{
    int i = key_number((struct span){ key, strlen(key) });
    const char *value = i < 0 ? NULL : t->value[i];

    return value ? value : "null";
}

static uint32_t number_of(const struct seen *t, const char *key)
{
    return (uint32_t)strtoul(value_of(t, key), NULL, 10);
}

static int seat_of(const struct seen *t)
{
    const char *you = value_of(t, "you");

    return *you == 'n' ? -1 : atoi(you);
}

static bool is_status(const struct seen *t, const char *status)
{
    return !strcmp(value_of(t, "status"), status);
}

/* The values of a list, one after the other; NULL begins, and ends. */
static const char *next_of(const char *list, const char *at, struct span *value)
{
    at = at ? at : list;
    if (!at || (*at != '[' && *at != ',') || at[1] == ']')
        return NULL;
    value->at = at + 1;
    at = step_over(value->at);
    value->length = (size_t)(at - value->at);
    return at;
}

static void entries_add(struct entries *e, struct span entry)
{
    if (e->count == KEPT) {
        free(e->text[0]);
        memmove(e->text, e->text + 1, (KEPT - 1) * sizeof *e->text);
        e->count--;
    }
    e->text[e->count] = strndup(entry.at, entry.length);
    if (!e->text[e->count++])
        abort();
}

static void entries_add_all(struct entries *e, const char *list)
{
    struct span entry;

    for (const char *at = NULL; (at = next_of(list, at, &entry));)
        entries_add(e, entry);
}

/* An undo takes back what was told after that ply. */
static void entries_undo(struct entries *e, uint32_t ply)
{
    while (e->count && strtoul(e->text[e->count - 1] + strlen("{\"ply\":"), NULL, 10) > ply)
        free(e->text[--e->count]);
}

static void merge(struct seen *t, const struct object *o)
{
    const struct span *you = member(o, "you");

    if (you && !is(*you, value_of(t, "you"))) {
        entries_free(&t->log);
        t->other_eyes = true;
    }
    for (int i = 0; i < o->count; i++) {
        int key = key_number(o->key[i]);

        if (key < 0)
            continue;
        free(t->value[key]);
        t->value[key] = strndup(o->value[i].at, o->value[i].length);
    }
    if (says(o, "what", "\"undo\""))
        entries_undo(&t->log, number_of(t, "ply"));
    if (member(o, "log"))
        entries_add_all(&t->log, member(o, "log")->at);
    if (member(o, "chat"))
        entries_add_all(&t->chat, member(o, "chat")->at);
    t->n = (uint32_t)strtoul(member(o, "n")->at, NULL, 10);
    if (member(o, "epoch"))
        t->epoch = (uint32_t)strtoul(member(o, "epoch")->at, NULL, 10);
}

/* ---- holding it against what a newcomer is told ---- */

/* Who is here is told once a second, and how long somebody has been away not at all. */
static void put_calm_seats(const char *seats, bool strict, char *out)
{
    for (; *seats; seats++) {
        bool moving = !strncmp(seats, "\"replaced_in\":", 14) ||
                      (!strict && !strncmp(seats, "\"here\":", 7));

        if (moving)
            seats += strcspn(seats, ",}");
        *out++ = *seats;
    }
    *out = 0;
}

static bool same_value(const char *key, const char *mine, const char *told, bool strict)
{
    char a[8192], b[8192];

    if (!strcmp(key, "clock") || (!strict && !strcmp(key, "lookers")))
        return true;
    if (strcmp(key, "seats"))
        return !strcmp(mine, told);
    put_calm_seats(mine, strict, a);
    put_calm_seats(told, strict, b);
    return !strcmp(a, b);
}

static bool is_tail(const struct entries *all, const char *list, bool partly)
{
    struct entries told = { .count = 0 };
    bool same;

    entries_add_all(&told, list);
    same = told.count <= all->count || partly;
    for (int i = 1; i <= told.count && i <= all->count && same; i++)
        same = !strcmp(told.text[told.count - i], all->text[all->count - i]);
    entries_free(&told);
    return same;
}

static void compare_entries(const struct agent *a, const struct seen *t,
                            const struct entries *mine, struct span told)
{
    if (is_tail(mine, told.at, t->other_eyes))
        return;
    for (int i = 0; i < mine->count; i++)
        printf("%s\n", mine->text[i]);
    broken("converge", "agent %d has this of %s at %u, and a newcomer\n%.*s", a->number,
           t->table, t->n, (int)told.length, told.at);
}

static void compare(const struct agent *a, struct seen *t, const struct object *o)
{
    uint32_t n = (uint32_t)strtoul(member(o, "n")->at, NULL, 10);

    if (n != t->n)
        broken("converge", "agent %d has number %u of %s, not %u", a->number, t->n,
               t->table, n);
    for (int i = 0; i < KEYS; i++) {
        const struct span *told = member(o, keys[i]);
        char text[1 << 16];

        if (!told || told->length >= sizeof text)
            continue;
        memcpy(text, told->at, told->length);
        text[told->length] = 0;
        if (!same_value(keys[i], t->value[i] ? t->value[i] : "", text, sim.calm))
            broken("converge", "agent %d has of %s at %u %s\n%s\nand a newcomer\n%s",
                   a->number, t->table, t->n, keys[i],
                   t->value[i] ? t->value[i] : "nothing", text);
    }
    compare_entries(a, t, &t->log, *member(o, "log"));
    compare_entries(a, t, &t->chat, *member(o, "chat"));
    t->sure = sim.calm;
}

/* ---- hearing ---- */

static struct seen *find_seen(struct agent *a, struct span table)
{
    for (int i = 0; i < SEEN; i++)
        if (*a->seen[i].table && table.length == strlen(a->seen[i].table) + 2 &&
            !memcmp(table.at + 1, a->seen[i].table, table.length - 2))
            return &a->seen[i];
    return NULL;
}

static struct seen *free_seen(struct agent *a)
{
    for (int i = 0; i < SEEN; i++)
        if (!*a->seen[i].table)
            return &a->seen[i];
    return NULL;
}

static void remember(const char *id, bool open)
{
    for (int i = 0; i < knows; i++)
        if (!strcmp(known[i].id, id)) {
            known[i].open = open;
            return;
        }
    if (knows == KNOWN)
        return;
    memcpy(known[knows].id, id, STORE_ID);
    known[knows++].open = open;
}

/* A patch over the line where the table is watched is the next one, always. */
static void hear_patch(const struct agent *a, struct seen *t, const struct object *o)
{
    uint32_t n = (uint32_t)strtoul(member(o, "n")->at, NULL, 10);

    if (!t->watching || !t->whole || n <= t->n)
        return;
    if (n != t->n + 1)
        broken("patch", "agent %d has number %u of %s and is told %u", a->number, t->n,
               t->table, n);
    merge(t, o);
}

static void hear_whole(struct agent *a, struct seen *t, const struct object *o)
{
    bool looks = a->asked.what == ASK_LOOK && t->watching && t->whole;

    if (looks && strtoul(member(o, "epoch")->at, NULL, 10) == t->epoch)
        compare(a, t, o);
    entries_free(&t->log);
    entries_free(&t->chat);
    merge(t, o);
    t->watching = t->whole = true;
    t->other_eyes = false;
}

/* An answer tells of the asker's table, which may be one that it had not heard of. */
static void hear_table(struct agent *a, const struct object *o, bool is_answer)
{
    struct span table = *member(o, "table");
    struct seen *t = find_seen(a, table);

    if (!t && is_answer && a->asked.what == ASK_TABLE && (t = free_seen(a)))
        snprintf(t->table, sizeof t->table, "%.*s", (int)table.length - 2, table.at + 1);
    if (!t)
        return;
    if (says(o, "what", "\"closed\"")) {
        remember(t->table, false);
        seen_forget(t);
        return;
    }
    if (says(o, "whole", "true"))
        hear_whole(a, t, o);
    else if (says(o, "whole", "false") && is_answer)
        merge(t, o), t->watching = true;
    else
        hear_patch(a, t, o);
    if (t->whole)
        remember(t->table, is_status(t, "\"open\""));
}

static bool is_one_of(struct span why, const char *const *list)
{
    for (; *list; list++)
        if (is(why, *list))
            return true;
    return false;
}

static void hear_refusal(struct agent *a, const struct object *o)
{
    static const char *const never[] = { "\"who\"", "\"door\"", NULL };
    static const char *const late[] = { "\"stale\"", "\"turn\"", "\"status\"", NULL };
    struct asked *asked = &a->asked;
    struct span why = *member(o, "why");
    struct seen *t;
    struct span quoted;
    char text[STORE_ID + 3];

    if (is(why, "\"damaged\""))
        broken("damage", "agent %d is told that %s is damaged", a->number, asked->table);
    if (is_one_of(why, never))
        broken("refusal", "agent %d asked %s and is told %.*s", a->number, asked->text,
               (int)why.length, why.at);
    if (is(why, "\"unknown\"") && asked->what != ASK_OTHER && oracle_knows(asked->table))
        broken("lost table", "agent %d is told that there is no %s: %s %.*s", a->number,
               asked->table, asked->text, (int)member(o, "no")->length,
               member(o, "no")->at);
    snprintf(text, sizeof text, "\"%s\"", asked->table);
    quoted = (struct span){ text, strlen(text) };
    t = find_seen(a, quoted);
    if (asked->what == ASK_PLAY && t && is_one_of(why, late))
        oracle_refused(asked->table, asked->words, asked->at);
    if (asked->what == ASK_PLAY && (is(why, "\"move\"") || is(why, "\"form\"")))
        broken("play", "a legal move is refused: %s", asked->text);
    if (t && (is(why, "\"unknown\"") || asked->what == ASK_TABLE))
        seen_forget(t);
}

static void hear_answer(struct agent *a, const struct object *o)
{
    const struct asked *asked = &a->asked;

    if (asked->what == ASK_PLAY && says(o, "what", "\"play\""))
        oracle_played(asked->table, (uint32_t)strtoul(member(o, "at")->at, NULL, 10),
                      (uint32_t)strtoul(member(o, "ply")->at, NULL, 10), asked->words);
    if (asked->what == ASK_CHAT)
        oracle_chatted(asked->table, asked->words);
}

void agent_hears(struct agent *a, struct line *l, const char *text, size_t length)
{
    struct object o;
    bool mine;

    if (l != a->line)
        return;
    take_apart(text, &o);
    if (!member(&o, "id")) {
        if (member(&o, "n"))
            hear_table(a, &o, false);
        return;
    }
    mine = *a->asked.text && strtoll(member(&o, "id")->at, NULL, 10) == a->asked.id;
    if (mine && member(&o, "no"))
        hear_refusal(a, &o);
    if (member(&o, "ok")) {
        take_apart(member(&o, "ok")->at, &o);
        if (mine)
            hear_answer(a, &o);
        if (member(&o, "n"))
            hear_table(a, &o, mine);
    }
    if (mine)
        *a->asked.text = 0;
}

void agent_loses(struct agent *a, struct line *l)
{
    if (l == a->false_line)
        a->false_line = NULL;
    if (l != a->line)
        return;
    l->given_up = true;
    a->line = NULL;
    for (int i = 0; i < SEEN; i++)
        a->seen[i].watching = false;
}

/* ---- speaking ---- */

/* What can be said twice and done once is asked for until it is answered. */
static void ask(struct agent *a, enum asking what, const char *table, const char *format,
                ...) __attribute__((format(printf, 4, 5)));

static void ask(struct agent *a, enum asking what, const char *table, const char *format,
                ...)
{
    char rest[TEXT - 32];
    va_list args;

    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    a->asked.id = ++a->last_id;
    a->asked.what = what;
    a->asked.since = sim.us;
    snprintf(a->asked.table, sizeof a->asked.table, "%s", table);
    snprintf(a->asked.text, sizeof a->asked.text, "{\"id\":%lld,\"do\":%s}",
             (long long)a->asked.id, rest);
    line_say(a->line, a->asked.text);
    if (!sim.calm && what != ASK_OTHER && one_in(12)) {
        sim.counts.repeats++;
        line_say(a->line, a->asked.text);
    }
}

static void ask_of(struct agent *a, const struct seen *t, const char *what,
                   const char *more)
{
    ask(a, ASK_OTHER, t->table, "\"%s\",\"table\":\"%s\"%s", what, t->table, more);
}

static void watch(struct agent *a, struct seen *t)
{
    if (t->whole && !one_in(4))
        ask(a, ASK_WATCH, t->table, "\"watch\",\"table\":\"%s\",\"since\":%u,\"epoch\":%u",
            t->table, t->n, t->epoch);
    else
        ask(a, ASK_WATCH, t->table, "\"watch\",\"table\":\"%s\"", t->table);
}

static void look(struct agent *a, const struct seen *t)
{
    ask(a, ASK_LOOK, t->table, "\"watch\",\"table\":\"%s\"", t->table);
}

/* Each kind of decision as likely, then each of that kind: so a match comes to its end. */
static struct span pick(const char *legal)
{
    struct span note, last = { 0 }, picked = { 0 };
    uint32_t kinds = 0, alike = 0;

    for (const char *at = NULL; (at = next_of(legal, at, &note)); last = note) {
        size_t word = strcspn(note.at + 1, " \"") + 1;
        bool same = last.at && !memcmp(last.at, note.at, word + 1);

        if (!same && one_in(++kinds)) {
            alike = 0;
            picked = note;
        }
        if (picked.at && !memcmp(picked.at, note.at, word + 1) && one_in(++alike))
            picked = note;
    }
    return picked;
}

static void play(struct agent *a, const struct seen *t)
{
    struct span note = pick(value_of(t, "legal"));

    a->asked.at = number_of(t, "at");
    snprintf(a->asked.words, sizeof a->asked.words, "%d %.*s", seat_of(t),
             (int)note.length - 2, note.at + 1);
    ask(a, ASK_PLAY, t->table, "\"play\",\"table\":\"%s\",\"at\":%u,\"moves\":[%.*s]",
        t->table, a->asked.at, (int)note.length, note.at);
    sim.counts.plays++;
}

static void undo(struct agent *a, const struct seen *t)
{
    ask(a, ASK_UNDO, t->table, "\"undo\",\"table\":\"%s\",\"at\":%u", t->table,
        number_of(t, "at"));
    sim.counts.undos++;
}

static void chat(struct agent *a, const struct seen *t)
{
    snprintf(a->asked.words, sizeof a->asked.words, "line %d of %d", ++a->chats, a->number);
    ask(a, ASK_CHAT, t->table,
        "\"chat\",\"table\":\"%s\",\"text\":\"%s\",\"key\":\"the key of line %d of %d\"",
        t->table, a->asked.words, a->chats, a->number);
    sim.counts.chats++;
}

static void create(struct agent *a)
{
    static const struct {
        const char *game, *options;
        int least, most;
    } games[] = {
        { "topologic", "\"pawns\":\"3\"", 1, 2 },
        { "archeologic", "\"aids\":\"none\"", 1, 4 },
        { "ancient", "\"hands\":\"ready\"", 2, 4 },
        { "archives", "\"abandon\":\"none\"", 2, 4 },
        { "contrees", "\"book\":\"novella-en\"", 2, 4 },
    };
    static const char *const others[] = { "open", "open", "random", "greedy" };
    static const char *const paces[] = {
        "", "", ",\"pace\":{\"kind\":\"live\",\"main\":300,\"plus\":20}",
        ",\"pace\":{\"kind\":\"days\",\"days\":1}"
    };
    uint32_t which = chance(sizeof games / sizeof *games);
    int64_t seats = between(games[which].least, games[which].most);
    char list[64] = "\"me\"";
    const char *pace, *start;

    while (--seats)
        snprintf(list + strlen(list), sizeof list - strlen(list), ",\"%s\"",
                 others[chance(4)]);
    pace = paces[chance(4)];
    start = one_in(6) ? ",\"start\":\"host\"" : "";
    ask(a, ASK_TABLE, "",
        "\"create\",\"game\":\"%s\",\"seats\":[%s],\"options\":{%s},\"public\":true,"
        "\"key\":\"the key of table %d of %d\"%s%s",
        games[which].game, list, games[which].options, ++a->tables, a->number, pace, start);
    sim.counts.games++;
}

/* Finds something to do with a free place: a seat, somebody to look at, or a new table. */
static void begin(struct agent *a)
{
    int first = knows ? (int)chance((uint32_t)knows) : 0;

    for (int i = 0; i < knows && i < 40; i++) {
        const char *id = known[(first + i) % knows].id;
        bool open = known[(first + i) % knows].open;

        if ((open && !one_in(4)) || one_in(60)) {
            ask(a, ASK_TABLE, id, "\"%s\",\"table\":\"%s\"",
                open && !one_in(8) ? "sit" : "watch", id);
            return;
        }
    }
    create(a);
}

/* ---- lying ---- */

/* A message that was once true, with something wrong in it. */
static void mutate(char *text)
{
    for (uint32_t i = chance(3) + 1; i && strlen(text) > 2; i--) {
        size_t at = chance((uint32_t)strlen(text));

        switch (chance(4)) {
        case 0:
            text[at] = (char)between(1, 255);
            break;
        case 1:
            text[at] = 0;
            break;
        case 2:
            text[at] = (char)between('0', '9');
            break;
        default:
            memmove(text, text + 1, strlen(text));
        }
    }
}

static void forge(char *text, size_t room)
{
    static const struct {
        const char *what, *number, *more;
    } lies[] = {
        { "play", "at", ",\"moves\":" },
        { "undo", "at", "" },
        { "replay", "ply", ",\"as\":\"truth\"" },
        { "hint", "step", "" },
        { "watch", "since", ",\"epoch\":1" },
        { "takeover", "seat", ",\"bot\":\"random\"" },
        { "sit", "seat", "" },
    };
    const struct agent *other = &agents[chance(AGENTS)];
    const struct seen *t = &other->seen[chance(SEEN)];
    uint32_t which = chance(sizeof lies / sizeof *lies);
    struct span legal = pick(value_of(t, "legal"));
    uint32_t id = chance(1000);
    uint32_t number = one_in(2) ? number_of(t, "at") : chance(200);
    char moves[80] = "";

    if (!which)
        snprintf(moves, sizeof moves, "[%.*s]", (int)legal.length,
                 legal.at ? legal.at : "");
    snprintf(text, room, "{\"id\":%u,\"do\":\"%s\",\"table\":\"%s\",\"%s\":%u%s%s}", id,
             lies[which].what, t->table, lies[which].number, number, lies[which].more,
             moves);
}

/* Over a line of its own, so that the agent itself stays in its right mind. */
static void lie(struct agent *a)
{
    char text[TEXT];

    if (!a->false_line)
        a->false_line = line_open(a);
    if (*a->asked.text && one_in(2)) {
        snprintf(text, sizeof text, "%s", a->asked.text);
        mutate(text);
    } else {
        forge(text, sizeof text);
        if (one_in(4))
            mutate(text);
    }
    line_say(a->false_line, text);
    sim.counts.lies++;
}

/* ---- deciding ---- */

static bool waits_for(const struct seen *t, int seat)
{
    const char *offer = value_of(t, "offer"), *wait = strstr(offer, "\"wait\":[");
    char digit[2] = { (char)('0' + seat), 0 };

    return wait && strcspn(wait + 8, digit) < strcspn(wait + 8, "]");
}

/* Whether a bot stands in for us. */
static bool is_replaced(const struct seen *t)
{
    struct span seat;
    const char *at = NULL, *list = value_of(t, "seats");

    for (int i = 0; (at = next_of(list, at, &seat)) && i < seat_of(t); i++)
        ;
    return at && seat_of(t) >= 0 && memmem(seat.at, seat.length, "\"bot\":\"", 7) &&
           memmem(seat.at, seat.length, "\"gone\":null", 11);
}

static void ask_something(struct agent *a, const struct seen *t)
{
    static const char *const things[] = { "\"list\",\"what\":\"mine\"",
                                          "\"list\",\"what\":\"live\"",
                                          "\"results\"",
                                          "\"me\"",
                                          "\"devices\"",
                                          "\"list\",\"what\":\"finished\"",
                                          "\"ping\"" };

    if (one_in(3))
        ask_of(a, t, "hint", ",\"step\":0");
    else
        ask(a, ASK_OTHER, "", "%s", things[chance(7)]);
}

static void look_away(struct agent *a, struct seen *t)
{
    ask_of(a, t, "unwatch", "");
    t->watching = false;
}

static void give_up_line(struct agent *a)
{
    struct line *l = a->line;

    line_give_up(l);
    agent_loses(a, l);
}

/* Things that are done now and then, whatever the table. */
static bool has_whim(struct agent *a, struct seen *t)
{
    uint32_t dice = chance(1000);

    if (dice < 30)
        look(a, t);
    else if (dice < 60)
        chat(a, t);
    else if (dice < 90)
        lie(a);
    else if (dice < 105)
        ask_something(a, t);
    else if (dice < 110)
        look_away(a, t);
    else if (dice < 120)
        give_up_line(a);
    else if (dice < 125)
        a->line->slow_until = sim.us + between(SECOND_US, 300 * SECOND_US);
    else if (dice < 133)
        a->away_until = sim.us + between(60 * SECOND_US, (int64_t)12 * 3600 * SECOND_US);
    else
        return false;
    return true;
}

static void act_at_game(struct agent *a, struct seen *t)
{
    int seat = seat_of(t);
    uint32_t dice = chance(1000);

    if (seat >= 0 && is_replaced(t) && one_in(3))
        ask(a, ASK_TABLE, t->table, "\"sit\",\"table\":\"%s\"", t->table);
    else if (seat >= 0 && waits_for(t, seat) && one_in(6))
        ask_of(a, t, "answer", one_in(4) ? ",\"yes\":true" : ",\"yes\":false");
    else if (seat >= 0 && dice < 20)
        undo(a, t);
    else if (seat >= 0 && dice < 30)
        ask_of(a, t, "offer", one_in(8) ? ",\"kind\":\"abandon\"" : ",\"kind\":\"draw\"");
    else if (seat >= 0 && dice < 31)
        ask_of(a, t, "resign", "");
    else if (seat >= 0 && dice < 50)
        ask_of(a, t, "takeover",
               one_in(2) ? ",\"seat\":0,\"bot\":\"random\""
                         : ",\"seat\":1,\"bot\":\"random\"");
    else if (seat >= 0 && dice < 53)
        ask_of(a, t, "advise", ",\"bot\":\"random\"");
    else if (pick(value_of(t, "legal")).at)
        play(a, t);
    else if (seat < 0 && one_in(40))
        seen_forget(t); /* still watched: what is told of it is ignored */
}

static void act_when_over(struct agent *a, struct seen *t)
{
    if (seat_of(t) >= 0 && one_in(4))
        ask(a, ASK_TABLE, t->table, "\"rematch\",\"table\":\"%s\"", t->table);
    else if (one_in(2))
        ask_of(a, t, "replay", ",\"ply\":0,\"as\":\"truth\"");
    else
        ask_of(a, t, "unwatch", "");
    seen_forget(t);
}

static void act_before(struct agent *a, struct seen *t)
{
    uint32_t dice = chance(100);

    if (dice < 10)
        ask_of(a, t, "start", "");
    else if (dice < 14)
        ask_of(a, t, "seat", ",\"seat\":1,\"kind\":\"bot\",\"bot\":\"random\"");
    else if (dice < 16)
        ask_of(a, t, "seat", ",\"seat\":1,\"kind\":\"open\"");
    else if (dice < 17) {
        ask_of(a, t, "leave", "");
        seen_forget(t);
    }
}

static void act(struct agent *a)
{
    struct seen *t = &a->seen[chance(SEEN)];

    if (!*t->table) {
        if (!sim.calm)
            begin(a);
    } else if (!t->watching) {
        watch(a, t);
    } else if (sim.calm) {
        if (!t->sure)
            look(a, t);
    } else if (!has_whim(a, t)) {
        if (is_status(t, "\"open\""))
            act_before(a, t);
        else if (is_status(t, "\"over\""))
            act_when_over(a, t);
        else
            act_at_game(a, t);
    }
}

/* Nobody has answered: it is said again, over this line or another. */
static void insist(struct agent *a)
{
    if (sim.us - a->asked.since < PATIENCE_US)
        return;
    a->asked.since = sim.us;
    if (one_in(3)) {
        give_up_line(a);
        return;
    }
    sim.counts.repeats++;
    line_say(a->line, a->asked.text);
}

/* The line was lost with a question: what may be said twice is, the rest is let go. */
static void come_back(struct agent *a)
{
    a->line = line_open(a);
    if (!*a->asked.text)
        return;
    if (a->asked.what == ASK_WATCH || a->asked.what == ASK_LOOK ||
        a->asked.what == ASK_OTHER) {
        *a->asked.text = 0;
        return;
    }
    a->asked.since = sim.us;
    sim.counts.repeats++;
    line_say(a->line, a->asked.text);
}

static int64_t pause_of(void)
{
    uint32_t dice = chance(100);

    if (sim.calm || dice < 75)
        return between(SECOND_US / 4, 4 * SECOND_US);
    return dice < 97 ? between(SECOND_US, 40 * SECOND_US)
                     : between(60 * SECOND_US, 900 * SECOND_US);
}

static void wake(struct agent *a)
{
    if (sim.us < a->away_until && !sim.calm) {
        if (a->line)
            give_up_line(a);
        return;
    }
    if (a->line && a->line->slow_until && sim.us >= a->line->slow_until)
        line_read_again(a->line);
    if (!*a->cookie)
        post_me(a);
    else if (!a->line)
        come_back(a);
    else if (*a->asked.text)
        insist(a);
    else
        act(a);
}

void agent_happens(const struct event *e)
{
    struct agent *a = e->whom;

    if (e->what == HAPPEN_ANSWER) {
        if (!*a->cookie)
            sscanf(e->text, "%95s %23s", a->cookie, a->who);
        return;
    }
    if (sim.empty)
        return;
    wake(a);
    happen(sim.us + pause_of(), HAPPEN_WAKE, a, NULL, 0);
}

bool agents_are_sure(void)
{
    for (int i = 0; i < AGENTS; i++)
        for (int k = 0; k < SEEN; k++)
            if (*agents[i].seen[k].table && !agents[i].seen[k].sure)
                return false;
    return true;
}

void agents_leave(void)
{
    sim.empty = true;
    for (int i = 0; i < AGENTS; i++) {
        if (agents[i].false_line)
            line_give_up(agents[i].false_line);
        if (agents[i].line)
            give_up_line(&agents[i]);
    }
}

void agents_new(void)
{
    for (int i = 0; i < AGENTS; i++) {
        agents[i].number = i;
        happen(between(0, 60 * SECOND_US), HAPPEN_WAKE, &agents[i], NULL, 0);
    }
}

void agents_free(void)
{
    for (int i = 0; i < AGENTS; i++)
        for (int k = 0; k < SEEN; k++)
            seen_forget(&agents[i].seen[k]);
    memset(agents, 0, sizeof agents);
    memset(known, 0, sizeof known);
    knows = 0;
}
