/*
 * One message: read, checked against its row of the table below, handed to its function,
 * answered.
 */
#include <string.h>

#include "server.h"

enum { ARGS_MAX = 9 };

struct argument {
    const char *key;
    char type; /* s text, i whole number, b truth, a list, o object, v anything; capital:
                  may be missing */
};

enum needs {
    ANYBODY = 1, /* also before the door */
    PERSON = 2,
    TABLE = 4,
    SEATED = 8,
    HOST = 16,
    WHEN_OPEN = 32,
    WHEN_PLAYING = 64,
    WHEN_OVER = 128,
};

struct message {
    const char *name;
    struct no (*act)(struct request *r);
    unsigned needs;
    struct argument args[ARGS_MAX];
};

/* clang-format off */
static const struct message messages[] = {
    { "play",       do_play,       TABLE | PERSON | SEATED,        { { "table", 's' }, { "at", 'i' }, { "moves", 'a' } } },
    { "watch",      do_watch,      TABLE,                          { { "table", 's' }, { "since", 'I' }, { "epoch", 'I' } } },
    { "ping",       do_ping,       ANYBODY,                        { { 0 } } },
    { "hello",      do_hello,      ANYBODY,                        { { "token", 'S' }, { "door", 'S' } } },
    { "me",         do_me,         ANYBODY,                        { { 0 } } },
    { "games",      do_games,      ANYBODY,                        { { 0 } } },
    { "rename",     do_rename,     PERSON,                         { { "name", 's' }, { "colour", 'I' } } },
    { "passphrase", do_passphrase, PERSON,                         { { "handle", 's' }, { "phrase", 's' }, { "old", 'S' } } },
    { "devices",    do_devices,    PERSON,                         { { 0 } } },
    { "end",        do_end,        PERSON,                         { { "device", 's' } } },
    { "forget",     do_forget,     PERSON,                         { { "sure", 'b' } } },
    { "bot",        do_bot,        PERSON,                         { { "name", 's' } } },
    { "bots",       do_bots,       PERSON,                         { { 0 } } },
    { "unbot",      do_unbot,      PERSON,                         { { "who", 's' } } },
    { "create",     do_create,     PERSON,                         { { "game", 's' }, { "seats", 'a' }, { "options", 'O' }, { "public", 'B' },
                                                                     { "pace", 'O' }, { "start", 'S' }, { "helps", 'B' }, { "key", 'S' },
                                                                     { "book", 'S' } } },
    { "sit",        do_sit,        TABLE | PERSON,                 { { "table", 's' }, { "seat", 'I' } } },
    { "leave",      do_leave,      TABLE | PERSON | SEATED | WHEN_OPEN, { { "table", 's' } } },
    { "seat",       do_seat,       TABLE | PERSON | HOST | WHEN_OPEN,   { { "table", 's' }, { "seat", 'i' }, { "kind", 's' }, { "bot", 'S' } } },
    { "start",      do_start,      TABLE | PERSON | HOST | WHEN_OPEN,   { { "table", 's' } } },
    { "unwatch",    do_unwatch,    TABLE,                          { { "table", 's' } } },
    { "undo",       do_undo,       TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' }, { "at", 'I' } } },
    { "resign",     do_resign,     TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' } } },
    { "offer",      do_offer,      TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' }, { "kind", 's' } } },
    { "answer",     do_answer,     TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' }, { "yes", 'b' } } },
    { "takeover",   do_takeover,   TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' }, { "seat", 'i' }, { "bot", 's' } } },
    { "rematch",    do_rematch,    TABLE | PERSON | SEATED | WHEN_OVER,    { { "table", 's' } } },
    { "chat",       do_chat,       TABLE | PERSON,                 { { "table", 's' }, { "text", 's' }, { "key", 'S' } } },
    { "hint",       do_hint,       TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' }, { "step", 'i' }, { "lang", 'S' } } },
    { "advise",     do_advise,     TABLE | PERSON | SEATED | WHEN_PLAYING, { { "table", 's' }, { "bot", 'S' }, { "after", 'A' } } },
    { "list",       do_list,       0,                              { { "what", 's' }, { "before", 'I' }, { "game", 'S' } } },
    { "replay",     do_replay,     TABLE | WHEN_OVER,              { { "table", 's' }, { "ply", 'i' }, { "as", 'v' } } },
    { "results",    do_results,    PERSON,                         { { "before", 'I' } } },
    { "daily",      do_daily,      PERSON,                         { { "game", 's' }, { "day", 's' }, { "record", 'S' } } },
};
/* clang-format on */

/* ---- answers ---- */

void send_text(struct client *c, const char *text, size_t length)
{
    if (c->server->late)
        return;
    net_send(c->conn, &(struct net_piece){ text, length }, 1);
}

struct tb_text page(struct server *s) { return tb_text(s->page, PAGE_MAX); }

void send_answer(struct client *c, json_int_t id, const char *body, size_t length)
{
    char head[64];
    struct tb_text out = tb_text(head, sizeof head);

    if (c->server->late)
        return;
    tb_put(&out, "{\"id\":%lld,\"ok\":", (long long)id);
    net_send(c->conn,
             (struct net_piece[]){
                 { head, (size_t)(out.at - head) }, { body, length }, { "}", 1 } },
             3);
}

void answer(struct request *r, const char *body, size_t length)
{
    uint64_t before = net_about(r->server->net, (uint64_t)r->about);

    r->answered = r->told = true;
    send_answer(r->client, r->id, body, length);
    net_about(r->server->net, before);
}

static void refuse(struct client *c, json_int_t id, struct no no)
{
    char text[512];
    struct tb_text out = tb_text(text, sizeof text);

    if (c->server->late)
        return;
    note_refusal(&c->server->metrics, no.why);
    if (id < 0)
        tb_put(&out, "{\"id\":null,\"no\":");
    else
        tb_put(&out, "{\"id\":%lld,\"no\":", (long long)id);
    tb_put_json(&out, no.text);
    tb_put(&out, ",\"why\":\"%s\"}", no.why);
    send_text(c, text, (size_t)(out.at - text));
}

static void say_no(struct request *r, struct no no)
{
    uint64_t before = net_about(r->server->net, (uint64_t)r->about);

    r->told = true;
    refuse(r->client, r->id, no);
    net_about(r->server->net, before);
}

void answer_late(struct server *s, uint64_t client, json_int_t id, struct no no,
                 const char *body)
{
    for (struct client *c = s->clients; c; c = c->next)
        if (c->serial == client) {
            if (no.why)
                refuse(c, id, no);
            else
                send_answer(c, id, body, strlen(body));
            return;
        }
}

/* ---- checks ---- */

static const struct message *find_message(const char *name)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (!strcmp(messages[i].name, name))
            return &messages[i];
    return NULL;
}

static bool has_type(const json_t *value, char type)
{
    switch (type | 32) {
    case 's':
        return json_is_string(value);
    case 'i':
        return json_is_integer(value) && json_integer_value(value) >= 0;
    case 'b':
        return json_is_boolean(value);
    case 'a':
        return json_is_array(value);
    case 'o':
        return json_is_object(value);
    default:
        return true;
    }
}

static struct no check_args(const struct message *m, json_t *args)
{
    size_t known = 2; /* id and do */

    for (int i = 0; i < ARGS_MAX && m->args[i].key; i++) {
        const json_t *value = json_object_get(args, m->args[i].key);

        if (!value && m->args[i].type & 32)
            return (struct no){ "form", TB_N("Something is missing in the message.") };
        if (value && !has_type(value, m->args[i].type))
            return (struct no){ "form",
                                TB_N("Something in the message has a wrong type.") };
        known += value != NULL;
    }
    if (known != json_object_size(args))
        return (struct no){ "form",
                            TB_N("The message has a key that it should not have.") };
    return YES;
}

static struct no check_status(const struct message *m, const struct table *t)
{
    if (m->needs & WHEN_OPEN && t->row.status != TABLE_OPEN)
        return (struct no){ "status", TB_N("The game has already begun.") };
    if (m->needs & WHEN_PLAYING && t->row.status == TABLE_OPEN)
        return (struct no){ "status", TB_N("The game has not begun.") };
    if (m->needs & WHEN_PLAYING && t->row.status == TABLE_OVER)
        return (struct no){ "status", TB_N("The game is over.") };
    if (m->needs & WHEN_OVER && t->row.status != TABLE_OVER)
        return (struct no){ "status", TB_N("The game is not over.") };
    return YES;
}

static bool is_let_in(const struct client *c)
{
    return !c->server->options->door || c->who.door || c->door_said;
}

/* Who watches a table has found it already. */
static struct table *find_table(const struct request *r, const char *id, struct no *no)
{
    for (const struct watch *w = r->client->watches; w; w = w->next_of_client)
        if (!strcmp(w->table->row.id, id))
            return w->table;
    return table_look_up(r->server, &r->client->address, id, no);
}

static struct no check_needs(const struct message *m, struct request *r)
{
    struct no no;

    if (!(m->needs & ANYBODY) && !is_let_in(r->client))
        return (struct no){ "door", TB_N("This house is private: say its passphrase.") };
    if (m->needs & PERSON && !*r->client->who.id)
        return (struct no){ "who", TB_N("You need an identity for that.") };
    if (!(m->needs & TABLE))
        return YES;
    r->table = find_table(r, json_string_value(json_object_get(r->args, "table")), &no);
    if (!r->table)
        return no;
    r->about = r->table->row.key;
    r->seat = table_seat_of(r->table, r->client->who.id);
    if (m->needs & SEATED && r->seat < 0)
        return (struct no){ "seat", TB_N("You do not sit at this table.") };
    if (m->needs & HOST && strcmp(r->table->row.host, r->client->who.id))
        return (struct no){ "seat", TB_N("Only the host may do that.") };
    return check_status(m, r->table);
}

static struct no act(struct request *r, const char *name)
{
    const struct message *m = find_message(name);
    struct no no;

    if (!m)
        return (struct no){ "unknown", TB_N("There is no such message.") };
    no = check_args(m, r->args);
    if (!no.why)
        no = check_needs(m, r);
    if (!no.why)
        no = m->act(r);
    return no;
}

/* ---- reading ---- */

static void count_refusal(struct client *c)
{
    if (++c->refusals == REFUSALS_MAX)
        net_close(c->conn, 1008, "too many refusals");
}

static struct no read_message(struct request *r, const char *text, size_t length)
{
    json_t *id, *name;

    r->args = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(r->args)) {
        r->server->metrics.broken++;
        return (struct no){ "form", TB_N("This is not a message.") };
    }
    id = json_object_get(r->args, "id");
    if (json_is_integer(id) && json_integer_value(id) >= 0 &&
        json_integer_value(id) < (json_int_t)1 << 53)
        r->id = json_integer_value(id);
    name = json_object_get(r->args, "do");
    if (r->id < 0 || !json_is_string(name)) {
        r->server->metrics.broken++;
        return (struct no){ "form", TB_N("A message has an id and says what to do.") };
    }
    return act(r, json_string_value(name));
}

void message_handle(struct client *c, const char *text, size_t length)
{
    struct request r = { .server = c->server, .client = c, .id = -1, .seat = -1 };
    struct no no = read_message(&r, text, length);

    if (no.why && !c->server->late)
        count_refusal(c);
    if (no.why)
        say_no(&r, no);
    else if (!r.answered)
        answer(&r, "{}", 2);
    if (r.told && r.about && !c->server->late)
        nodes_note(&r, text, length);
    json_decref(r.args);
}

static void refuse_flood(struct client *c, const char *text, size_t length)
{
    json_t *args = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *id = json_object_get(args, "id");

    c->server->metrics.floods++;
    count_refusal(c);
    refuse(c, json_is_integer(id) ? json_integer_value(id) : -1,
           (struct no){ "rate", TB_N("Too fast: wait a moment.") });
    json_decref(args);
}

void on_text(void *server, void *client, char *text, size_t length)
{
    struct server *s = server;
    struct client *c = client;
    int rate = s->options->rate;

    s->now = house_ms(s);
    s->metrics.messages++;
    if (rate && !bucket_take(&c->rate, s->now, 2.0 * rate, rate))
        refuse_flood(c, text, length);
    else if (length)
        errand_message(c, text, length);
    else
        message_handle(c, "", 0); /* which is no message */
}
