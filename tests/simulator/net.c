/*
 * net.h without sockets: lines that lag, break and fill up.
 *
 * As TCP has it, messages of one line come in order and whole, or not at all once it is
 * cut; but the two ends do not learn of that at the same time, so that a message may still
 * arrive over a line that its sender has given up, after others over a new one.
 */
#include "../../server/net.h"

#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum {
    PASSING_US = 200000,
    NOTICED_US = 30 * SECOND_US,
    SILENCE_US = 60 * SECOND_US,
    COOKIE = 96,
};

struct letter {
    struct letter *next;
    uint64_t turn; /* that must be kept before it is let out */
    size_t length;
    char text[];
};

struct letters {
    struct letter *first, **last;
    size_t bytes;
};

struct net_conn {
    struct net_conn *next, *prev;
    struct net *net;
    struct line *line;
    void *client;
    struct letters held, backlog; /* backlog: let out, and not read */
    int close_code;
    bool dear, farewell; /* farewell: it was let out */
};

/* An answer to POST /api/me that waits to be let out. */
struct reply {
    struct reply *next;
    struct agent *agent;
    uint64_t id, turn;
    int status; /* 0: none yet */
    char cookie[COOKIE];
    char who[STORE_ID];
};

struct net {
    struct net_options options;
    struct net_handlers handlers;
    struct net_counts counts;
    struct net_conn *conns;
    struct reply *replies;
    uint64_t turn;
    bool awake;
};

static struct line *lines;
static int line_count;
static uint64_t requests;

/* ---- letters ---- */

static void letters_free(struct letters *list)
{
    while (list->first) {
        struct letter *next = list->first->next;

        free(list->first);
        list->first = next;
    }
    list->last = &list->first;
    list->bytes = 0;
}

static struct letter *take(struct letters *list)
{
    struct letter *letter = list->first;

    list->first = letter->next;
    if (!list->first)
        list->last = &list->first;
    list->bytes -= letter->length;
    return letter;
}

static void append(struct letters *list, struct letter *letter)
{
    letter->next = NULL;
    *list->last = letter;
    list->last = &letter->next;
    list->bytes += letter->length;
}

/* ---- the house's end ---- */

static struct net_conn *conn_new(struct net *net, struct line *l)
{
    struct net_conn *c = calloc(1, sizeof *c);

    if (!c)
        abort();
    c->net = net;
    c->line = l;
    c->held.last = &c->held.first;
    c->backlog.last = &c->backlog.first;
    c->next = net->conns;
    if (c->next)
        c->next->prev = c;
    net->conns = c;
    net->counts.open++;
    net->counts.opened++;
    l->conn = c;
    return c;
}

static void conn_free(struct net_conn *c)
{
    struct net *net = c->net;

    c->line->conn = NULL;
    if (c->client)
        net->handlers.on_close(net->handlers.with, c->client);
    if (c->next)
        c->next->prev = c->prev;
    if (c->prev)
        c->prev->next = c->next;
    else
        net->conns = c->next;
    letters_free(&c->held);
    letters_free(&c->backlog);
    net->counts.open--;
    free(c);
}

const char *net_new(const struct net_options *options, const struct net_handlers *handlers,
                    struct net **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        abort();
    (*out)->options = *options;
    (*out)->handlers = *handlers;
    return NULL;
}

static void replies_free(struct net *net)
{
    while (net->replies) {
        struct reply *r = net->replies;

        net->replies = r->next;
        free(r);
    }
}

void net_free(struct net *net)
{
    for (struct net_conn *c = net->conns, *next; c; c = next) {
        struct line *l = c->line;

        next = c->next;
        conn_free(c);
        l->cut = true;
        happen(sim.us + between(0, NOTICED_US), HAPPEN_LOSE, l, NULL, 0);
    }
    replies_free(net);
    free(net);
}

int net_port(const struct net *net) { return 0; }

void net_turn(struct net *net, int64_t ms)
{
    events_wait(sim.us + ms * 1000);
    if (net->awake && !sim.dead)
        net->handlers.on_wake(net->handlers.with);
    net->awake = false;
}

void net_wake(struct net *net) { net->awake = true; }

static bool is_too_slow(const struct net_conn *c)
{
    const struct net_options *o = &c->net->options;

    return c->backlog.bytes > (c->dear ? o->dear_max : o->queue_max) ||
           c->held.bytes > o->burst_max;
}

bool net_send(struct net_conn *c, const struct net_piece *pieces, int count)
{
    struct letter *letter;
    size_t length = 0;

    if (c->close_code)
        return false;
    if (is_too_slow(c)) {
        c->net->counts.slow++;
        letters_free(&c->held);
        letters_free(&c->backlog);
        net_close(c, 1013, "too slow");
        return false;
    }
    for (int i = 0; i < count; i++)
        length += pieces[i].length;
    letter = malloc(sizeof *letter + length + 1);
    if (!letter)
        abort();
    letter->turn = c->net->turn;
    letter->length = 0;
    for (int i = 0; i < count; i++) {
        memcpy(letter->text + letter->length, pieces[i].bytes, pieces[i].length);
        letter->length += pieces[i].length;
    }
    letter->text[length] = 0;
    append(&c->held, letter);
    if (!sim.dead)
        oracle_said(c->line, letter->text, length);
    return true;
}

void net_hold_dear(struct net_conn *c, bool dear) { c->dear = dear; }

void net_close(struct net_conn *c, int code, const char *reason)
{
    if (!c->close_code)
        c->close_code = code;
}

bool net_is_closing(const struct net_conn *c) { return c->close_code; }

int net_lag(const struct net_conn *c) { return c->line->lag; }

void net_fail(struct net_conn *c, int code, const char *reason)
{
    letters_free(&c->held);
    c->close_code = code;
}

/* One house alone is never beaten to anything. */
uint64_t net_about(struct net *net, uint64_t what) { return 0; }
void net_take_back(struct net_conn *c, uint64_t what) {}

void net_fail_held(struct net *net, int code, const char *reason,
                   const struct net_response *instead)
{
    for (struct net_conn *c = net->conns; c; c = c->next)
        if (c->held.first || (c->close_code && !c->farewell))
            net_fail(c, code, reason);
    for (struct reply *r = net->replies; r; r = r->next)
        if (r->status)
            r->status = instead->status;
}

bool net_is_idle(const struct net *net) { return true; }
const struct net_counts *net_counts(const struct net *net) { return &net->counts; }

/* ---- from the house ---- */

static int64_t passing(const struct line *l)
{
    return sim.us + (int64_t)l->lag * 500 + between(0, PASSING_US / 100);
}

/* On its way: what the agent does not read stays in the backlog. */
static void deliver(struct net_conn *c)
{
    struct line *l = c->line;

    while (c->backlog.first && sim.us >= l->slow_until) {
        struct letter *letter = take(&c->backlog);
        int64_t us = passing(l);

        l->last_down = us > l->last_down ? us : l->last_down;
        if (!l->given_up)
            happen(l->last_down, HAPPEN_DELIVER, l, letter->text, letter->length);
        free(letter);
    }
}

void line_read_again(struct line *l)
{
    l->slow_until = 0;
    if (l->conn)
        deliver(l->conn);
}

static void say_farewell(struct net_conn *c)
{
    struct line *l = c->line;

    c->farewell = true;
    happen(l->last_down > sim.us ? l->last_down : sim.us, HAPPEN_LOSE, l, NULL, 0);
    happen(sim.us + between(0, 10 * SECOND_US), HAPPEN_HANG_UP, l, NULL, 0);
}

static void release_conn(struct net_conn *c, uint64_t turn)
{
    while (c->held.first && c->held.first->turn <= turn) {
        struct letter *letter = take(&c->held);

        sim.counts.messages++;
        note(&c->line->number, sizeof c->line->number);
        note(&sim.us, sizeof sim.us);
        note(letter->text, letter->length);
        oracle_released(c->line, letter->text, letter->length);
        append(&c->backlog, letter);
    }
    deliver(c);
    if (c->close_code && !c->farewell && !c->held.first)
        say_farewell(c);
}

static void release_replies(struct net *net, uint64_t turn)
{
    char text[COOKIE + STORE_ID + 1];

    for (struct reply **at = &net->replies; *at;) {
        struct reply *r = *at;

        if (!r->status || r->turn > turn) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        note(r->cookie, sizeof r->cookie);
        snprintf(text, sizeof text, "%s %s", r->cookie, r->who);
        if (r->status == 200 && !one_in(8)) /* else nobody hears it */
            happen(sim.us + between(0, PASSING_US), HAPPEN_ANSWER, r->agent, text,
                   strlen(text));
        free(r);
    }
}

void net_begin(struct net *net, uint64_t turn) { net->turn = turn; }
void net_heed(struct net *net, int fd, bool writing) {}

void net_release(struct net *net, uint64_t turn)
{
    if (sim.dead || !sim.house) /* or it did not open */
        return;
    oracle_turn_released();
    for (struct net_conn *c = net->conns; c; c = c->next)
        release_conn(c, turn);
    release_replies(net, turn);
}

void net_respond(struct net *net, uint64_t request, const struct net_response *response)
{
    for (struct reply *r = net->replies; r; r = r->next) {
        if (r->id != request || r->status)
            continue;
        r->status = response->status;
        r->turn = net->turn;
        sscanf(response->body, "{\"who\":\"%23[^\"]", r->who);
        for (int i = 0; i < NET_FIELDS && response->field[i][0]; i++)
            if (!strcmp(response->field[i][0], "set-cookie:"))
                snprintf(r->cookie, sizeof r->cookie, "%.*s",
                         (int)strcspn(response->field[i][1], ";"), response->field[i][1]);
    }
}

/* ---- the agent's end ---- */

struct line *line_open(struct agent *a)
{
    struct line *l = calloc(1, sizeof *l);

    if (!l)
        abort();
    l->next = lines;
    lines = l;
    l->agent = a;
    l->number = line_count++;
    l->lag = (int)between(1, one_in(5) ? 2000 : 120);
    l->last_up = passing(l);
    sim.counts.lines++;
    happen(l->last_up, HAPPEN_COME, l, NULL, 0);
    return l;
}

void line_say(struct line *l, const char *text)
{
    int64_t us = passing(l);

    l->last_up = us > l->last_up ? us : l->last_up;
    happen(l->last_up, HAPPEN_ARRIVE, l, text, strlen(text));
}

void line_give_up(struct line *l)
{
    l->given_up = true;
    if (one_in(2))
        l->cut = true; /* at once: what is under way is lost */
    happen(sim.us + (sim.calm ? 0 : between(0, SILENCE_US)), HAPPEN_HANG_UP, l, NULL, 0);
}

void lines_check(void)
{
    for (const struct line *l = lines; l; l = l->next)
        if (l->conn && !l->conn->close_code && l->asked != l->answered)
            broken("answer", "%d messages came over line %d, and %d were answered",
                   l->asked, l->number, l->answered);
}

void lines_free(void)
{
    while (lines) {
        struct line *next = lines->next;

        free(lines);
        lines = next;
    }
    line_count = 0;
    requests = 0;
}

void post_me(struct agent *a)
{
    happen(sim.us + between(0, PASSING_US), HAPPEN_POST, a, NULL, 0);
}

/* ---- what happens ---- */

static struct net_head head_of(const struct agent *a)
{
    return (struct net_head){ .path = "/ws",
                              .origin = "",
                              .host = "",
                              .cookie = agent_cookie(a),
                              .authorization = "",
                              .none_match = "",
                              .encoding = "",
                              .agent = "",
                              .forwarded = "" };
}

static void come(struct net *net, struct line *l)
{
    struct net_head head = head_of(l->agent);
    struct net_conn *c;

    if (l->cut)
        return;
    if (!net->handlers.may_open(net->handlers.with, &head))
        broken("door", "a line was refused");
    c = conn_new(net, l);
    c->client = net->handlers.on_open(net->handlers.with, c, &head);
}

static void arrive(struct net *net, struct line *l, const struct event *e)
{
    char *text;

    if (l->cut || !l->conn || l->conn->close_code)
        return;
    text = malloc(e->length + 1);
    if (!text)
        abort();
    memcpy(text, e->text, e->length + 1);
    sim.counts.heard++;
    oracle_asked(l, text, e->length);
    net->handlers.on_text(net->handlers.with, l->conn->client, text, e->length);
    free(text);
}

static void hang_up(struct line *l)
{
    l->cut = true;
    if (!l->given_up)
        happen(sim.us, HAPPEN_LOSE, l, NULL, 0);
    if (l->conn)
        conn_free(l->conn);
}

static void post(struct net *net, struct agent *a)
{
    struct reply *r = calloc(1, sizeof *r);
    struct net_request q = { .head = head_of(a), .is_post = true, .body = "" };

    if (!r)
        abort();
    r->agent = a;
    r->id = q.id = ++requests;
    r->next = net->replies;
    net->replies = r;
    q.head.path = "/api/me";
    net->handlers.on_http(net->handlers.with, &q);
}

void net_happens(const struct event *e)
{
    struct net *net = sim.house ? sim.house->net : NULL;

    if (!net && (e->what == HAPPEN_COME || e->what == HAPPEN_ARRIVE)) {
        struct line *l = e->whom; /* nobody answers the door */

        if (!l->given_up)
            happen(sim.us + between(0, SECOND_US), HAPPEN_LOSE, l, NULL, 0);
        l->cut = true;
    }
    if (!net)
        return;
    if (e->what == HAPPEN_COME)
        come(net, e->whom);
    else if (e->what == HAPPEN_ARRIVE)
        arrive(net, e->whom, e);
    else if (e->what == HAPPEN_HANG_UP)
        hang_up(e->whom);
    else
        post(net, e->whom);
}
