/*
 * HTTP and WebSocket by libwebsockets, which only this file knows.
 *
 * Things of 4.1.6 that shaped it: our protocol is the first of the list, because a client
 * that names no subprotocol gets that one; messages arrive in pieces and are put together
 * here; WRITEABLE requests are a flag, so each socket has its own bounded queue; extensions
 * stay off and ALPN says http/1.1, because compression and WebSocket inside HTTP/2 are not
 * sound in this version.
 */
#include "net.h"

#include <arpa/inet.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tablier.h"

enum {
    CHUNK = 8192,    /* bytes of a body written at a time */
    HEAD_MAX = 4096, /* as much as the library takes: cookies of others may be long */
    PIECE = 1024,    /* bytes the library keeps per socket to read into */
    SMALL = 960,     /* letters up to here malloc finds at once */
    LETTER = 2048,   /* those up to here are kept and used again */
    SPARES = 256,    /* so many at most: half a megabyte */
    WHOLE = 1 << 20, /* and how much it writes at once: unsaid, no more than it reads */
};

/* A message that waits to be written; the bytes follow LWS_PRE bytes of room. */
struct letter {
    struct letter *next;
    size_t length, room;
    unsigned char bytes[];
};

struct net_conn {
    struct lws *wsi;
    struct net *net;
    void *client;
    struct letter *first, *last;
    struct net_conn *next_held; /* list of those with something unreleased */
    size_t queued;              /* bytes in the queue */
    int ready, waiting;         /* letters that may go out; all letters */
    bool held;
    int close_code; /* 0: stays open */
    char close_reason[48];
    char *part; /* a message so far */
    size_t part_length;
};

/* A request from its headers until its last byte is written. */
struct exchange {
    struct exchange *next;
    struct lws *wsi;
    uint64_t id;
    char *body;
    size_t body_length, body_room;
    struct net_head head;
    char text[7][HEAD_MAX];
    bool is_post, is_head, is_other, answered, released, headed, too_long;
    int status;
    char *header; /* as written */
    size_t header_length;
    const char *out;
    char *owned; /* the same when it must be freed */
    size_t out_length, out_done;
};

/* What the library keeps for us with each connection. */
struct session {
    struct net_conn *conn;
    struct exchange *exchange;
};

struct net {
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct net_options options;
    struct net_handlers handlers;
    struct net_conn *held;
    struct exchange *exchanges;
    uint64_t last_id;
    lws_sorted_usec_list_t timer;
    struct net_counts counts;
    int unwritten; /* letters in all queues */
    struct letter *spare;
    int spares;
    const struct lws_protocols *protocols;
};

/* ---- sending ---- */

static void hold(struct net_conn *c)
{
    if (c->held)
        return;
    c->held = true;
    c->next_held = c->net->held;
    c->net->held = c;
}

static struct letter *letter_new(struct net *net, size_t length)
{
    size_t room = length > SMALL && length < LETTER ? LETTER : length;
    struct letter *letter = net->spare;

    if (letter && room == LETTER) {
        net->spare = letter->next;
        net->spares--;
    } else {
        letter = malloc(sizeof *letter + LWS_PRE + room);
        if (!letter)
            return NULL;
    }
    letter->next = NULL;
    letter->length = length;
    letter->room = room;
    return letter;
}

static void letter_free(struct net *net, struct letter *letter)
{
    if (letter->room != LETTER || net->spares == SPARES) {
        free(letter);
        return;
    }
    letter->next = net->spare;
    net->spare = letter;
    net->spares++;
}

static void drop_letters(struct net_conn *c)
{
    while (c->first) {
        struct letter *next = c->first->next;

        letter_free(c->net, c->first);
        c->first = next;
        c->net->unwritten--;
    }
    c->last = NULL;
    c->queued = 0;
    c->ready = c->waiting = 0;
}

bool net_send(struct net_conn *c, const struct net_piece *pieces, int count)
{
    size_t length = 0;
    struct letter *letter;
    unsigned char *at;

    if (c->close_code)
        return false;
    for (int i = 0; i < count; i++)
        length += pieces[i].length;
    if (c->queued + length > c->net->options.queue_max ||
        !(letter = letter_new(c->net, length))) {
        c->net->counts.slow++;
        drop_letters(c);
        net_close(c, 1013, "too slow");
        return false;
    }
    at = letter->bytes + LWS_PRE;
    for (int i = 0; i < count; at += pieces[i++].length)
        memcpy(at, pieces[i].bytes, pieces[i].length);
    if (c->last)
        c->last->next = letter;
    else
        c->first = letter;
    c->last = letter;
    c->queued += length;
    c->waiting++;
    c->net->unwritten++;
    hold(c);
    return true;
}

void net_close(struct net_conn *c, int code, const char *reason)
{
    if (c->close_code)
        return;
    c->close_code = code;
    snprintf(c->close_reason, sizeof c->close_reason, "%s", reason);
    hold(c);
    /* A reader that reads nothing at all never becomes writeable. */
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, 5);
}

bool net_is_closing(const struct net_conn *c) { return c->close_code; }

static bool write_first(struct net_conn *c)
{
    struct letter *letter = c->first;
    int wrote;

    c->first = letter->next;
    if (!c->first)
        c->last = NULL;
    c->queued -= letter->length;
    c->ready--;
    c->waiting--;
    c->net->unwritten--;
    c->net->counts.bytes_out += letter->length;
    c->net->counts.messages_out++;
    wrote = lws_write(c->wsi, letter->bytes + LWS_PRE, letter->length, LWS_WRITE_TEXT);
    letter_free(c->net, letter);
    return wrote >= 0;
}

/* Writes what may go out without waiting for the socket to be found writeable: the
 * kernel nearly always has room, and a turn of the loop is saved. What does not fit the
 * library keeps, and tells by lws_partial_buffered. */
static void write_ready(struct net_conn *c)
{
    while (c->ready && !lws_partial_buffered(c->wsi))
        if (!write_first(c)) {
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
            return;
        }
    if (c->ready || c->close_code)
        lws_callback_on_writable(c->wsi);
}

void net_release(struct net *net)
{
    while (net->held) {
        struct net_conn *c = net->held;

        net->held = c->next_held;
        c->held = false;
        c->ready = c->waiting;
        write_ready(c);
    }
    for (struct exchange *x = net->exchanges; x; x = x->next)
        if (x->answered) {
            x->released = true;
            lws_callback_on_writable(x->wsi);
        }
}

static void drop_answer(struct exchange *x)
{
    free(x->header);
    free(x->owned);
    x->header = x->owned = NULL;
    x->answered = false;
}

void net_fail_held(struct net *net, int code, const char *reason,
                   const struct net_response *instead)
{
    for (struct net_conn *c = net->held; c; c = c->next_held) {
        drop_letters(c);
        c->close_code = 0; /* why it was to be closed did not happen */
        net_close(c, code, reason);
    }
    for (struct exchange *x = net->exchanges; x; x = x->next)
        if (x->answered && !x->released) {
            drop_answer(x);
            net_respond(net, x->id, instead);
        }
}

bool net_is_idle(const struct net *net) { return !net->unwritten && !net->exchanges; }

/* Returns -1 to have the library close the connection. */
static int on_writeable(struct net_conn *c)
{
    if (c->ready && !write_first(c))
        return -1;
    if (c->ready) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    if (c->close_code && !c->waiting) {
        lws_close_reason(c->wsi, (enum lws_close_status)c->close_code,
                         (unsigned char *)c->close_reason, strlen(c->close_reason));
        return -1;
    }
    return 0;
}

/* ---- heads ---- */

static const char *copy_header(struct lws *wsi, char *to, enum lws_token_indexes which)
{
    if (lws_hdr_copy(wsi, to, HEAD_MAX, which) < 0)
        *to = 0;
    return to;
}

static void read_head(struct lws *wsi, struct net_head *head, char text[7][HEAD_MAX])
{
    *head = (struct net_head){
        .origin = copy_header(wsi, text[0], WSI_TOKEN_ORIGIN),
        .host = copy_header(wsi, text[1], WSI_TOKEN_HOST),
        .cookie = copy_header(wsi, text[2], WSI_TOKEN_HTTP_COOKIE),
        .authorization = copy_header(wsi, text[3], WSI_TOKEN_HTTP_AUTHORIZATION),
        .none_match = copy_header(wsi, text[4], WSI_TOKEN_HTTP_IF_NONE_MATCH),
        .encoding = copy_header(wsi, text[5], WSI_TOKEN_HTTP_ACCEPT_ENCODING),
        .path = copy_header(wsi, text[6], WSI_TOKEN_GET_URI),
    };
}

/* ---- WebSocket ---- */

static int confirm_upgrade(struct net *net, struct lws *wsi)
{
    char text[7][HEAD_MAX];
    struct net_head head;

    read_head(wsi, &head, text);
    if (!strcmp(head.path, "/ws") && net->handlers.may_open(net->handlers.with, &head))
        return 0;
    net->counts.refused++;
    if (lws_return_http_status(wsi, strcmp(head.path, "/ws") ? 404 : 403, NULL) ||
        lws_http_transaction_completed(wsi))
        return -1;
    return 1;
}

static int on_established(struct net *net, struct lws *wsi, struct session *session)
{
    struct net_conn *c = calloc(1, sizeof *c);
    char text[7][HEAD_MAX];
    struct net_head head;

    session->conn = NULL;
    if (!c)
        return -1;
    c->wsi = wsi;
    c->net = net;
    read_head(wsi, &head, text);
    c->client = net->handlers.on_open(net->handlers.with, c, &head);
    if (!c->client) {
        free(c);
        return -1;
    }
    session->conn = c;
    net->counts.opened++;
    net->counts.open++;
    return 0;
}

static void on_closed(struct net *net, struct session *session)
{
    struct net_conn *c = session->conn;

    if (!c)
        return;
    session->conn = NULL;
    net->handlers.on_close(net->handlers.with, c->client);
    drop_letters(c);
    for (struct net_conn **at = &net->held; *at; at = &(*at)->next_held)
        if (*at == c) {
            *at = c->next_held;
            break;
        }
    free(c->part);
    free(c);
    net->counts.open--;
}

static void forget_part(struct net_conn *c)
{
    free(c->part);
    c->part = NULL;
    c->part_length = 0;
}

/* Most messages come whole and are handed over without a copy kept. */
static int on_receive(struct net_conn *c, const char *bytes, size_t length)
{
    const struct net_handlers *to = &c->net->handlers;
    bool last = lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi);
    char whole[PIECE + 1];

    c->net->counts.bytes_in += length;
    if (c->close_code)
        return 0;
    if (c->part_length + length > c->net->options.message_max) {
        forget_part(c);
        c->net->counts.oversized++;
        net_close(c, 1009, "message too big");
        return 0;
    }
    if (last && !c->part && length <= PIECE) {
        memcpy(whole, bytes, length);
        whole[length] = 0;
        to->on_text(to->with, c->client, whole, length);
        return 0;
    }
    if (!c->part && !(c->part = malloc(c->net->options.message_max + 1)))
        return -1;
    memcpy(c->part + c->part_length, bytes, length);
    c->part_length += length;
    if (last) {
        char *part = c->part;

        part[c->part_length] = 0;
        length = c->part_length;
        c->part = NULL;
        c->part_length = 0;
        to->on_text(to->with, c->client, part, length);
        free(part);
    }
    return 0;
}

/* ---- HTTP ---- */

static void exchange_free(struct net *net, struct session *session)
{
    struct exchange *x = session->exchange;

    if (!x)
        return;
    session->exchange = NULL;
    for (struct exchange **at = &net->exchanges; *at; at = &(*at)->next)
        if (*at == x) {
            *at = x->next;
            break;
        }
    free(x->body);
    free(x->owned);
    free(x->header);
    free(x);
}

static void hand_over(struct net *net, struct exchange *x)
{
    struct net_request request = { .head = x->head,
                                   .is_post = x->is_post,
                                   .is_head = x->is_head,
                                   .is_other = x->is_other,
                                   .too_long = x->too_long,
                                   .body = x->body ? x->body : "",
                                   .length = x->body_length,
                                   .id = x->id };

    net->counts.requests++;
    net->handlers.on_http(net->handlers.with, &request);
}

static int on_http(struct net *net, struct lws *wsi, struct session *session,
                   const char *path)
{
    struct exchange *x;
    char size[24] = "";

    exchange_free(net, session);
    x = calloc(1, sizeof *x);
    if (!x)
        return -1;
    session->exchange = x;
    x->next = net->exchanges;
    net->exchanges = x;
    x->wsi = wsi;
    x->id = ++net->last_id;
    read_head(wsi, &x->head, x->text);
    snprintf(x->text[6], HEAD_MAX, "%s", path);
    x->is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI);
    x->is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI);
    x->is_other =
        !x->is_post && !x->is_head && !lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI);
    lws_hdr_copy(wsi, size, sizeof size, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (!x->is_post || !*size || !strcmp(size, "0"))
        hand_over(net, x);
    return 0;
}

static int on_body(struct net *net, struct exchange *x, const char *bytes, size_t length)
{
    if (!x || x->body_length + length > net->options.body_max) {
        if (x)
            x->too_long = true;
        return 0;
    }
    if (!x->body && !(x->body = malloc(net->options.body_max + 1)))
        return -1;
    if (length)
        memcpy(x->body + x->body_length, bytes, length);
    x->body_length += length;
    x->body[x->body_length] = 0;
    return 0;
}

static bool make_header(struct exchange *x, const struct net_response *r)
{
    unsigned char room[LWS_PRE + 4096], *start = room + LWS_PRE, *at = start;
    unsigned char *end = room + sizeof room - 1;

    if (lws_add_http_common_headers(x->wsi, (unsigned)r->status,
                                    r->type ? r->type : "text/plain; charset=utf-8",
                                    r->status == 304 ? 0 : r->length, &at, end))
        return false;
    for (int i = 0; i < NET_FIELDS && r->field[i][0]; i++)
        if (lws_add_http_header_by_name(x->wsi, (const unsigned char *)r->field[i][0],
                                        (const unsigned char *)r->field[i][1],
                                        (int)strlen(r->field[i][1]), &at, end))
            return false;
    if (lws_finalize_http_header(x->wsi, &at, end))
        return false;
    x->header_length = (size_t)(at - start);
    x->header = malloc(LWS_PRE + x->header_length);
    if (!x->header)
        return false;
    memcpy(x->header + LWS_PRE, start, x->header_length);
    return true;
}

void net_respond(struct net *net, uint64_t id, const struct net_response *r)
{
    struct exchange *x = net->exchanges;

    while (x && x->id != id)
        x = x->next;
    if (!x || x->answered)
        return; /* the asker has gone */
    x->answered = true;
    x->status = r->status;
    if (!make_header(x, r))
        return; /* closed when it becomes writeable */
    x->out_length = x->is_head ? 0 : r->length;
    x->out = r->body;
    if (!r->lasting && x->out_length) {
        x->owned = malloc(x->out_length);
        if (x->owned)
            memcpy(x->owned, r->body, x->out_length);
        else
            x->out_length = 0;
        x->out = x->owned;
    }
}

/* First the header, then the body in chunks; returns -1 to close. */
static int on_http_writeable(struct net *net, struct session *session)
{
    struct exchange *x = session->exchange;
    unsigned char room[LWS_PRE + CHUNK];
    size_t length;
    bool last;

    if (!x || !x->released)
        return 0;
    if (!x->header)
        return -1;
    if (!x->headed) {
        x->headed = true;
        last = !x->out_length;
        if (lws_write(x->wsi, (unsigned char *)x->header + LWS_PRE, x->header_length,
                      last ? LWS_WRITE_HTTP_HEADERS | LWS_WRITE_H2_STREAM_END
                           : LWS_WRITE_HTTP_HEADERS) < 0)
            return -1;
    } else {
        length = x->out_length - x->out_done < CHUNK ? x->out_length - x->out_done : CHUNK;
        memcpy(room + LWS_PRE, x->out + x->out_done, length);
        x->out_done += length;
        last = x->out_done == x->out_length;
        net->counts.bytes_out += length;
        if (lws_write(x->wsi, room + LWS_PRE, length,
                      last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
            return -1;
    }
    if (!last) {
        lws_callback_on_writable(x->wsi);
        return 0;
    }
    struct lws *wsi = x->wsi;

    exchange_free(net, session);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- the library's callback ---- */

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct lws_context *context = lws_get_context(wsi);
    struct net *net = context ? lws_context_user(context) : NULL;
    struct session *session = user;

    if (!net)
        return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(net, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return on_established(net, wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return session->conn ? on_receive(session->conn, in, length) : 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return session->conn ? on_writeable(session->conn) : 0;
    case LWS_CALLBACK_CLOSED:
        on_closed(net, session);
        return 0;
    case LWS_CALLBACK_HTTP:
        return on_http(net, wsi, session, in);
    case LWS_CALLBACK_HTTP_BODY:
        return on_body(net, session->exchange, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (session->exchange && !session->exchange->answered)
            hand_over(net, session->exchange);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return on_http_writeable(net, session);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (session)
            exchange_free(net, session);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        net->handlers.on_wake(net->handlers.with);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

static const struct lws_protocols protocols[] = {
    { "tablier", on_event, sizeof(struct session), PIECE, 0, NULL, WHOLE },
    { NULL, NULL, 0, 0, 0, NULL, 0 },
};

/* Phones change networks: notice within a minute. */
static const lws_retry_bo_t idle = { .secs_since_valid_ping = 25,
                                     .secs_since_valid_hangup = 60 };

/* ---- life ---- */

static void raise_file_limit(void)
{
    struct rlimit files;

    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max > 65536 ? 65536 : files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

/* With IPv6 at hand the library hears every address when it is given one of IPv4, and with
 * a word that it does not know it does so too: both must not happen. */
static const char *bind_to(const char *address, struct lws_context_creation_info *info)
{
    unsigned char room[sizeof(struct in6_addr)];

    if (!address)
        return NULL;
    info->iface = address;
    if (inet_pton(AF_INET, address, room) == 1)
        info->options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    else if (inet_pton(AF_INET6, address, room) != 1)
        return TB_N("What to listen on is an address, as 127.0.0.1 or ::1.");
    return NULL;
}

const char *net_new(const struct net_options *options, const struct net_handlers *handlers,
                    struct net **out)
{
    struct lws_context_creation_info info = { 0 };
    const char *refusal = bind_to(options->bind, &info);
    struct net *net = refusal ? NULL : calloc(1, sizeof *net);

    *out = NULL;
    if (!net)
        return refusal ? refusal : TB_N("Out of memory.");
    net->options = *options;
    net->handlers = *handlers;
    raise_file_limit();
    lws_set_log_level(0, NULL); /* what matters, our metrics count */
    info.port = options->port ? options->port : 0;
    info.protocols = protocols;
    info.user = net;
    info.gid = -1;
    info.uid = -1;
    info.alpn = "http/1.1";
    info.retry_and_idle_policy = &idle;
    info.keepalive_timeout = 30;
    info.timeout_secs = 20;
    info.server_string = "tablier";
    if (options->tls_cert) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = options->tls_cert;
        info.ssl_private_key_filepath = options->tls_key;
    }
    info.options |= LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    net->context = lws_create_context(&info);
    if (net->context)
        net->vhost = lws_create_vhost(net->context, &info);
    if (!net->vhost) {
        net_free(net);
        return TB_N("The port cannot be opened: is it in use?");
    }
    *out = net;
    return NULL;
}

void net_free(struct net *net)
{
    if (net->context)
        lws_context_destroy(net->context);
    while (net->spare) {
        struct letter *next = net->spare->next;

        free(net->spare);
        net->spare = next;
    }
    free(net);
}

int net_port(const struct net *net) { return lws_get_vhost_listen_port(net->vhost); }

static void on_timer(lws_sorted_usec_list_t *timer) {}

/* The library waits until its next timer is due: ours bounds that. */
void net_turn(struct net *net, int64_t ms)
{
    lws_sul_schedule(net->context, 0, &net->timer, on_timer, ms * LWS_US_PER_MS);
    lws_service(net->context, 0);
}

void net_wake(struct net *net) { lws_cancel_service(net->context); }

const struct net_counts *net_counts(const struct net *net) { return &net->counts; }
