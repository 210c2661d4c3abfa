/* HTTP: a request from its head to the last byte of its answer. */
#include <stdlib.h>
#include <string.h>

#include "conn.h"
#include "tablier.h"

enum { FIELDS_MAX = 4096 }; /* bytes of an answer's head */
enum { LONG_BODY = 65536 }; /* it may take as long as an upload */

void exchange_free(struct net_conn *c)
{
    if (!c->http)
        return;
    c->net->asking--;
    c->net->bodies -= c->http->reserved;
    free(c->http->text);
    free(c->http->body);
    free(c->http);
    c->http = NULL;
}

/* ---- out ---- */

static const char *name_of(int status)
{
    static const struct {
        int status;
        const char *name;
    } names[] = {
        { 101, "Switching Protocols" }, { 200, "OK" },
        { 304, "Not Modified" },        { 400, "Bad Request" },
        { 403, "Forbidden" },           { 404, "Not Found" },
        { 405, "Method Not Allowed" },  { 409, "Conflict" },
        { 413, "Content Too Large" },   { 426, "Upgrade Required" },
        { 429, "Too Many Requests" },   { 431, "Request Header Fields Too Large" },
        { 501, "Not Implemented" },     { 503, "Service Unavailable" }
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].status == status)
            return names[i].name;
    return "Other";
}

static bool put_head(const struct net_conn *c, const struct net_response *r,
                     struct tb_text *out)
{
    bool keeps = c->http->head.keeps && c->http->have >= c->http->head.body;

    tb_put(out, "HTTP/1.1 %d %s\r\nserver: tablier\r\n", r->status, name_of(r->status));
    if (r->status != 304)
        tb_put(out, "content-type: %s\r\ncontent-length: %llu\r\n",
               r->type ? r->type : "text/plain; charset=utf-8",
               (unsigned long long)r->length);
    for (int i = 0; i < NET_FIELDS && r->field[i][0]; i++)
        tb_put(out, "%s %s\r\n", r->field[i][0], r->field[i][1]);
    if (c->net->options.strict)
        tb_put(out, "strict-transport-security: max-age=31536000\r\n");
    tb_put(out, keeps ? "\r\n" : "connection: close\r\n\r\n");
    return !out->cut;
}

static void append_answer(struct net_conn *c, struct letter *letter, bool at_once)
{
    if (at_once)
        letter->turn = 0;
    letters_append(c, letter);
}

/* Short bodies go with their head, lasting ones from where they lie. */
static bool send_response(struct net_conn *c, const struct net_response *r)
{
    char text[FIELDS_MAX];
    struct tb_text out = tb_text(text, sizeof text);
    bool whole = put_head(c, r, &out);
    size_t head = (size_t)(out.at - text);
    size_t body = c->http->head.is_head || r->status == 304 ? 0 : r->length;
    size_t copied = r->lasting ? 0 : body;
    struct letter *letter = whole ? letter_new(c->net, head + copied) : NULL;

    if (!letter)
        return false;
    memcpy(letter->own, text, head);
    if (copied)
        memcpy(letter->own + head, r->body, copied);
    append_answer(c, letter, r->at_once);
    if (body == copied)
        return true;
    letter = letter_new(c->net, 0);
    if (!letter)
        return false;
    letter->bytes = r->body;
    letter->length = body;
    append_answer(c, letter, r->at_once);
    return true;
}

void exchange_respond(struct net_conn *c, const struct net_response *r)
{
    c->http->answered = true;
    if (!send_response(c, r))
        conn_hang_up(c);
    else
        conn_wait(c, WAIT_READER);
}

enum { FD_BITS = 24 }; /* of an id; the rest counts requests */

void net_respond(struct net *net, uint64_t id, const struct net_response *r)
{
    int fd = (int)(id & ((1u << FD_BITS) - 1));
    struct net_conn *c = fd < net->fds ? net->by_fd[fd] : NULL;

    if (c && c->id == id && c->http && !c->http->answered)
        exchange_respond(c, r); /* else the asker has gone */
}

/* What cannot be read is answered by us. */
static void refuse(struct net_conn *c, int status)
{
    static const char body[] = "{\"no\":\"This is no request.\",\"why\":\"form\"}";
    const struct net_response r = { .status = status,
                                    .type = "application/json",
                                    .field = { { "cache-control:", "no-store" } },
                                    .body = body,
                                    .length = sizeof body - 1,
                                    .lasting = true };

    c->phase = ANSWERING;
    c->http->head.keeps = false;
    exchange_respond(c, &r);
}

/* ---- in ---- */

static void upgrade(struct net_conn *c)
{
    struct net *net = c->net;
    const struct head *head = &c->http->head;
    int status = 0;

    if (strcmp(head->said.path, "/ws"))
        status = 404;
    else if (!head->version_13)
        status = 426;
    else if (strlen(head->key) != 24)
        status = 400;
    else if (!net->handlers.may_open(net->handlers.with, &head->said))
        status = 403;
    if (!status) {
        websocket_open(c);
        return;
    }
    net->counts.refused++;
    refuse(c, status);
}

static void hand_over(struct net_conn *c)
{
    struct exchange *x = c->http;
    const struct head *head = &x->head;
    struct net_request request = { .head = head->said,
                                   .is_post = head->is_post,
                                   .is_head = head->is_head,
                                   .is_other =
                                       !head->is_get && !head->is_post && !head->is_head,
                                   .too_long = x->too_long,
                                   .body = x->body ? x->body : "",
                                   .length = x->body ? x->have : 0 };
    struct net *net = c->net;

    c->phase = ANSWERING;
    request.id = c->id = ++net->serial << FD_BITS | (uint64_t)c->fd;
    net->counts.requests++;
    conn_wait(c, WAIT_NOTHING); /* for us: a passphrase takes its time */
    net->handlers.on_http(net->handlers.with, &request);
}

/* Makes room for what follows the head, or none where that is too much. */
static bool expect_body(struct net_conn *c)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct exchange *x = c->http;
    struct net *net = c->net;
    size_t most =
        x->head.is_post ? net->handlers.body_max(net->handlers.with, &x->head.said) : 0;

    x->too_long =
        x->head.body > most || net->bodies + x->head.body > net->options.bodies_max;
    if (x->too_long || !x->head.body)
        return true;
    x->body = malloc(x->head.body + 1);
    if (!x->body)
        return false;
    x->reserved = x->head.body;
    net->bodies += x->reserved;
    conn_wait(c, x->head.body > LONG_BODY ? WAIT_UPLOAD : WAIT_BODY);
    if (x->head.expects) {
        struct letter *letter = letter_new(net, sizeof go_on - 1);

        if (!letter)
            return false;
        memcpy(letter->own, go_on, sizeof go_on - 1);
        letters_append(c, letter);
    }
    return true;
}

static bool read_head(struct net_conn *c, const char *bytes, size_t length)
{
    struct exchange *x = calloc(1, sizeof *x);
    int status;

    if (!x || !(x->text = malloc(length + 1))) {
        free(x);
        return false;
    }
    c->http = x;
    c->net->asking++;
    memcpy(x->text, bytes, length);
    x->text[length] = 0;
    status = head_read(x->text, length, &x->head);
    memcpy(x->head.said.peer, c->peer, sizeof c->peer);
    if (status) {
        c->net->counts.malformed++;
        refuse(c, status);
        return true;
    }
    return expect_body(c);
}

static size_t take_body(struct exchange *x, const char *bytes, size_t length)
{
    size_t wanted = x->head.body - x->have;

    if (!x->body)
        return 0;
    if (wanted > length)
        wanted = length;
    memcpy(x->body + x->have, bytes, wanted);
    x->have += wanted;
    x->body[x->have] = 0;
    return wanted;
}

/* A head that is too long, before its end has come. */
static size_t refuse_long(struct net_conn *c, size_t length)
{
    c->http = calloc(1, sizeof *c->http);
    if (!c->http) {
        conn_hang_up(c);
        return length;
    }
    c->net->asking++;
    c->net->counts.malformed++;
    c->http->head.body = 1; /* there is more that nobody will read */
    refuse(c, 431);
    return length;
}

/* One request at a time: what comes behind it waits for its answer. */
size_t exchange_listen(struct net_conn *c, const char *bytes, size_t length)
{
    size_t done = 0;

    if (!c->http) {
        done = head_length(bytes, length < HEAD_MAX ? length : HEAD_MAX);
        if (!done)
            return length < HEAD_MAX ? 0 : refuse_long(c, length);
        if (!read_head(c, bytes, done)) {
            conn_hang_up(c);
            return length;
        }
        if (c->phase != ASKING)
            return done;
    }
    done += take_body(c->http, bytes + done, length - done);
    if (!c->http->too_long && c->http->have < c->http->head.body)
        return done;
    if (c->http->head.upgrades && !c->http->head.body)
        upgrade(c);
    else
        hand_over(c);
    return done;
}
