/*
 * HTTP and WebSocket on epoll.
 *
 * Whatever waits, waits in a list of its own kind: timers are first-in-first-out lists, one
 * for each duration, so that ten thousand who think cost nothing. All read into one room;
 * only a thing that has come in part is kept with its connection. A socket is asked whether
 * it can be written to only while it could not.
 *
 * A connection that ends is hung up at once, its owner is told when the turn ends, and its
 * memory goes when nothing is held any more: so no list has to be searched for it.
 */
#include "net.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "frame.h"
#include "head.h"
#include "tablier.h"
#include "tls.h"

enum {
    READ = 65536,     /* bytes taken from a socket at once */
    EVENTS = 512,     /* sockets of one turn */
    ACCEPTS = 128,    /* newcomers of one turn */
    PIECES = 64,      /* letters written at once */
    EXPIRIES = 512,   /* of one list in one turn: the others come in the next */
    SMALL = 960,      /* letters up to here malloc finds at once */
    LETTER = 2048,    /* those up to here are kept and used again */
    SPARES = 256,     /* so many at most: half a megabyte */
    FIELDS_MAX = 4096 /* bytes of an answer's head */
};

/* What a connection waits for, and how long, in ms. A phone that changes networks is
 * noticed within a minute; pings of many who came together are spread. */
enum wait {
    WAIT_NOTHING,
    WAIT_HEAD,
    WAIT_NEXT, /* another request */
    WAIT_BODY,
    WAIT_UPLOAD, /* a long body */
    WAIT_READER,
    WAIT_PING_A,
    WAIT_PING_B,
    WAIT_PING_C,
    WAIT_PING_D,
    WAIT_PONG,
    WAIT_FAREWELL,
    WAIT_LINGER,
    WAITS
};
static const int64_t patience[WAITS] = {
    [WAIT_HEAD] = 20000,    [WAIT_NEXT] = 30000,    [WAIT_BODY] = 20000,
    [WAIT_UPLOAD] = 300000, [WAIT_READER] = 30000,  [WAIT_PING_A] = 22000,
    [WAIT_PING_B] = 24000,  [WAIT_PING_C] = 26000,  [WAIT_PING_D] = 28000,
    [WAIT_PONG] = 32000,    [WAIT_FAREWELL] = 5000, [WAIT_LINGER] = 2000,
};
enum { LONG_BODY = 65536 }; /* it may take as long as an upload */

/* Bytes that wait to be written: their own, or such as never go away. */
struct letter {
    struct letter *next;
    const char *bytes;
    size_t length, room;
    uint64_t turn; /* that must be kept before it goes out */
    uint64_t about;
    bool is_message;
    char own[];
};

/* A request from its head to the last byte of its answer. */
struct exchange {
    struct head head;
    char *text; /* where the head's texts lie */
    char *body;
    size_t reserved; /* bytes of it, in net->bodies */
    size_t have;
    bool too_long, answered;
};

enum phase { ASKING, ANSWERING, TALKING, LINGERING };

struct net_conn {
    struct net *net;
    struct tls_conn *tls;
    void *client;          /* a WebSocket's */
    struct exchange *http; /* NULL between requests, and of a WebSocket */
    struct letter *first, *last;
    struct net_conn *next_held; /* list of those with something unreleased */
    struct net_conn *next_resumed, *next_gone;
    struct net_conn *before, *after; /* of those who wait for the same */
    int64_t since;                   /* when it began to wait */
    int64_t pinged;                  /* when it was last asked; 0: it has answered */
    int lag;                         /* ms until it answered */
    char *in;                        /* what has come, of a thing that is not whole */
    char *part;                      /* a message so far, of several frames */
    uint32_t in_length, part_length;
    size_t queued, backlog; /* bytes in the queue; of these, since earlier turns */
    size_t written;         /* bytes of the first letter that are gone */
    int ready, waiting;     /* letters that may go out; all letters */
    uint64_t id;
    const char *close_reason;
    int fd, close_code; /* 0: stays open */
    uint8_t phase, wait, peer[16];
    bool held, resumed, gone, dear;
    bool blocked, paused; /* EPOLLOUT asked for; EPOLLIN not */
    bool heard_farewell;  /* the other side has closed the WebSocket */
    bool deaf;            /* what it says cannot be read any more */
    bool offered;         /* TLS has seen part of the first letter */
};

struct line {
    struct net_conn *first, *last;
};

struct net {
    struct net_options options;
    size_t bodies; /* bytes of what is being posted */
    struct net_handlers handlers;
    struct tls *tls;
    int epoll, listener, wakeup, reserve; /* file descriptors */
    struct net_conn **by_fd;
    int fds;
    struct net_conn *held, *resumed, *going, *gone;
    struct line waits[WAITS];
    uint64_t serial;
    uint64_t turn, about; /* of what is being sent */
    int heeded;           /* a file of somebody else's; -1: none */
    int64_t now;          /* ms, of a clock that nobody sets */
    struct net_counts counts;
    int unwritten, asking; /* letters in all queues; requests without an answer */
    struct letter *spare;
    int spares;
    char *room; /* what is being read */
    size_t room_size;
    bool woken;
};

static int64_t clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- timers ---- */

static void stop_waiting(struct net_conn *c)
{
    struct line *line = &c->net->waits[c->wait];

    if (c->wait == WAIT_NOTHING)
        return;
    if (c->before)
        c->before->after = c->after;
    else
        line->first = c->after;
    if (c->after)
        c->after->before = c->before;
    else
        line->last = c->before;
    c->wait = WAIT_NOTHING;
}

static void wait_for(struct net_conn *c, enum wait what)
{
    struct line *line = &c->net->waits[what];

    stop_waiting(c);
    c->wait = (uint8_t)what;
    c->since = c->net->now;
    if (what == WAIT_NOTHING)
        return;
    c->after = NULL;
    c->before = line->last;
    if (line->last)
        line->last->after = c;
    else
        line->first = c;
    line->last = c;
}

static void wait_for_ping(struct net_conn *c)
{
    wait_for(c, (enum wait)(WAIT_PING_A + c->fd % 4));
}

/* ---- letters ---- */

static struct letter *letter_new(struct net *net, size_t length)
{
    size_t room = length > SMALL && length < LETTER ? LETTER : length;
    struct letter *letter = net->spare;

    if (letter && room == LETTER) {
        net->spare = letter->next;
        net->spares--;
    } else {
        letter = malloc(sizeof *letter + room);
        if (!letter)
            return NULL;
    }
    letter->next = NULL;
    letter->bytes = letter->own;
    letter->length = length;
    letter->room = room;
    letter->is_message = false;
    letter->turn = net->turn;
    letter->about = net->about;
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

static void hold(struct net_conn *c)
{
    if (c->held)
        return;
    c->held = true;
    c->next_held = c->net->held;
    c->net->held = c;
}

static void append(struct net_conn *c, struct letter *letter)
{
    if (c->last)
        c->last->next = letter;
    else
        c->first = letter;
    c->last = letter;
    c->queued += letter->length;
    c->waiting++;
    c->net->unwritten++;
    hold(c);
}

static void drop_letter(struct net_conn *c, struct letter **at)
{
    struct letter *letter = *at;

    *at = letter->next;
    c->queued -= letter->length;
    c->waiting--;
    c->net->unwritten--;
    letter_free(c->net, letter);
}

/* Lets go all letters but the first few. */
static void keep_letters(struct net_conn *c, int count)
{
    struct letter **at = &c->first, *last = NULL;

    assert(count <= c->waiting);
    for (int i = 0; i < count; i++, at = &last->next)
        last = *at;
    while (*at)
        drop_letter(c, at);
    c->last = last;
    if (c->ready > c->waiting)
        c->ready = c->waiting;
}

void net_take_back(struct net_conn *c, uint64_t what)
{
    struct letter **at = &c->first, *last = NULL;

    for (int i = 0; *at; i++) {
        if (i >= c->ready && (*at)->about == what) {
            drop_letter(c, at);
            continue;
        }
        last = *at;
        at = &last->next;
    }
    c->last = last;
}

uint64_t net_about(struct net *net, uint64_t what)
{
    uint64_t before = net->about;

    net->about = what;
    return before;
}

/* ---- the end of a connection ---- */

static void exchange_free(struct net_conn *c)
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

static void forget_input(struct net_conn *c)
{
    free(c->in);
    free(c->part);
    c->in = c->part = NULL;
    c->in_length = c->part_length = 0;
}

/* The socket is closed now; who owns the connection hears of it when the turn ends. */
static void hang_up(struct net_conn *c)
{
    struct net *net = c->net;

    if (c->gone)
        return;
    c->gone = true;
    stop_waiting(c);
    keep_letters(c, 0);
    exchange_free(c);
    forget_input(c);
    if (c->tls)
        tls_close(c->tls);
    net->by_fd[c->fd] = NULL;
    close(c->fd);
    if (net->reserve < 0) /* it was given up when there were no more */
        net->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
    c->next_gone = net->going;
    net->going = c;
}

static void tell_gone(struct net *net)
{
    while (net->going) {
        struct net_conn *c = net->going;

        net->going = c->next_gone;
        c->next_gone = net->gone;
        net->gone = c;
        if (c->client) {
            net->counts.open--;
            net->handlers.on_close(net->handlers.with, c->client);
            c->client = NULL;
        }
    }
}

/* Nothing is held now; those who wait to go on are looked through for the dead. */
static void bury(struct net *net)
{
    if (!net->gone)
        return;
    for (struct net_conn **at = &net->resumed; *at;)
        if ((*at)->gone)
            *at = (*at)->next_resumed;
        else
            at = &(*at)->next_resumed;
    while (net->gone) {
        struct net_conn *c = net->gone;

        assert(!c->held);
        net->gone = c->next_gone;
        free(c);
    }
}

/* ---- writing ---- */

static void want(struct net_conn *c, bool in, bool out)
{
    struct epoll_event event = { .events = (in ? (uint32_t)EPOLLIN : 0) |
                                           (out ? (uint32_t)EPOLLOUT : 0),
                                 .data.ptr = c };

    if (c->paused == !in && c->blocked == out)
        return;
    c->paused = !in;
    c->blocked = out;
    epoll_ctl(c->net->epoll, EPOLL_CTL_MOD, c->fd, &event);
}

/* Takes so many written bytes off the queue. */
static void take_written(struct net_conn *c, size_t bytes)
{
    struct net *net = c->net;

    net->counts.bytes_out += bytes;
    c->written += bytes;
    while (c->first && c->written >= c->first->length) {
        struct letter *letter = c->first;

        c->written -= letter->length;
        c->first = letter->next;
        if (!c->first)
            c->last = NULL;
        c->queued -= letter->length;
        c->ready--;
        c->waiting--;
        net->unwritten--;
        net->counts.messages_out += letter->is_message;
        letter_free(net, letter);
    }
}

static ssize_t write_some(struct net_conn *c)
{
    struct iovec pieces[PIECES];
    struct letter *letter = c->first;
    int count = 0;

    if (c->tls) {
        c->offered = true;
        return tls_write(c->tls, letter->bytes + c->written, letter->length - c->written);
    }
    for (; count < PIECES && count < c->ready; count++, letter = letter->next)
        pieces[count] = (struct iovec){ (void *)(uintptr_t)letter->bytes, letter->length };
    pieces[0].iov_base = (char *)pieces[0].iov_base + c->written;
    pieces[0].iov_len -= c->written;
    return writev(c->fd, pieces, count);
}

static bool is_again(const struct net_conn *c, ssize_t done)
{
    return c->tls ? done == TLS_AGAIN
                  : done < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOBUFS);
}

static void resume(struct net_conn *c)
{
    if (c->resumed || c->gone)
        return;
    c->resumed = true;
    c->next_resumed = c->net->resumed;
    c->net->resumed = c;
}

/* Nothing more is said. What is still on its way is read and forgotten: a reset would eat
 * our last words. */
static void linger(struct net_conn *c)
{
    c->phase = LINGERING;
    forget_input(c);
    if (c->tls)
        tls_end(c->tls);
    shutdown(c->fd, SHUT_WR);
    wait_for(c, WAIT_LINGER);
    want(c, true, false);
}

/* After the last byte of an answer: the next request, or the end. */
static void after_answer(struct net_conn *c)
{
    bool keeps = c->http->head.keeps, unread = c->http->have < c->http->head.body;

    exchange_free(c);
    if (!keeps || unread) {
        linger(c);
        return;
    }
    c->phase = ASKING;
    wait_for(c, WAIT_NEXT);
    want(c, true, false);
    if (c->in_length)
        resume(c);
}

static void after_all_is_written(struct net_conn *c)
{
    if (c->phase == ANSWERING && c->http->answered)
        after_answer(c);
    else if (c->close_code && c->heard_farewell)
        hang_up(c);
    else if (c->close_code && c->deaf)
        linger(c);
    else
        want(c, !c->paused, false);
}

static void write_ready(struct net_conn *c)
{
    while (c->ready) {
        ssize_t done = write_some(c);

        if (is_again(c, done)) {
            want(c, !c->paused, true);
            break;
        }
        if (done <= 0) {
            hang_up(c);
            return;
        }
        c->offered = false;
        take_written(c, (size_t)done);
        if (c->phase == ANSWERING)
            wait_for(c, WAIT_READER);
    }
    c->backlog = c->queued - c->written;
    if (!c->waiting)
        after_all_is_written(c);
}

void net_begin(struct net *net, uint64_t turn) { net->turn = turn; }

/* Letters lie in the order of their turns. */
static int letters_up_to(const struct net_conn *c, uint64_t turn)
{
    int count = 0;

    if (c->last && c->last->turn <= turn)
        return c->waiting;
    for (const struct letter *l = c->first; l && l->turn <= turn; l = l->next)
        count++;
    return count;
}

void net_release(struct net *net, uint64_t turn)
{
    struct net_conn *held = net->held;

    net->held = NULL;
    while (held) {
        struct net_conn *c = held;

        held = c->next_held;
        c->held = false;
        c->ready = letters_up_to(c, turn);
        if (!c->gone && c->ready < c->waiting)
            hold(c);
        if (!c->gone)
            write_ready(c);
    }
    bury(net);
}

/* ---- WebSocket: out ---- */

static bool send_frame(struct net_conn *c, enum frame_kind kind,
                       const struct net_piece *pieces, int count)
{
    size_t length = 0, head;
    uint8_t front[FRAME_HEAD];
    struct letter *letter;
    char *at;

    for (int i = 0; i < count; i++)
        length += pieces[i].length;
    head = frame_write(front, kind, length);
    letter = letter_new(c->net, head + length);
    if (!letter)
        return false;
    memcpy(letter->own, front, head);
    at = letter->own + head;
    for (int i = 0; i < count; at += pieces[i++].length)
        memcpy(at, pieces[i].bytes, pieces[i].length);
    letter->is_message = kind == FRAME_TEXT;
    append(c, letter);
    return true;
}

/* What was begun must be ended, or the other side could not read the farewell. */
static void drop_slow(struct net_conn *c)
{
    c->net->counts.slow++;
    keep_letters(c, c->first && (c->written || c->offered) ? 1 : 0);
    net_close(c, 1013, "too slow");
}

static bool is_too_slow(const struct net_conn *c)
{
    const struct net_options *o = &c->net->options;

    return c->backlog > (c->dear ? o->dear_max : o->queue_max) ||
           c->queued - c->backlog > o->burst_max;
}

bool net_send(struct net_conn *c, const struct net_piece *pieces, int count)
{
    if (c->close_code || c->gone)
        return false;
    if (is_too_slow(c) || !send_frame(c, FRAME_TEXT, pieces, count)) {
        drop_slow(c);
        return false;
    }
    return true;
}

void net_hold_dear(struct net_conn *c, bool dear) { c->dear = dear; }

static void send_farewell(struct net_conn *c, int code, const char *reason)
{
    uint8_t bytes[2] = { (uint8_t)(code >> 8), (uint8_t)code };

    send_frame(c, FRAME_CLOSE,
               (struct net_piece[]){ { (const char *)bytes, sizeof bytes },
                                     { reason, strlen(reason) } },
               2);
}

void net_close(struct net_conn *c, int code, const char *reason)
{
    if (c->close_code || c->gone)
        return;
    c->close_code = code;
    c->close_reason = reason;
    send_farewell(c, code, reason);
    hold(c);
    wait_for(c, WAIT_FAREWELL); /* a reader that reads nothing at all is cut off */
}

bool net_is_closing(const struct net_conn *c) { return c->close_code || c->gone; }

int net_lag(const struct net_conn *c) { return c->lag; }

static bool send_ping(struct net_conn *c)
{
    c->pinged = c->net->now;
    return send_frame(c, FRAME_PING, NULL, 0);
}

/* ---- HTTP: out ---- */

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
    append(c, letter);
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

static void respond(struct net_conn *c, const struct net_response *r)
{
    c->http->answered = true;
    if (!send_response(c, r))
        hang_up(c);
    else
        wait_for(c, WAIT_READER);
}

enum { FD_BITS = 24 }; /* of an id; the rest counts requests */

void net_respond(struct net *net, uint64_t id, const struct net_response *r)
{
    int fd = (int)(id & ((1u << FD_BITS) - 1));
    struct net_conn *c = fd < net->fds ? net->by_fd[fd] : NULL;

    if (c && c->id == id && c->http && !c->http->answered)
        respond(c, r); /* else the asker has gone */
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
    respond(c, &r);
}

void net_fail(struct net_conn *c, int code, const char *reason)
{
    int promised = letters_up_to(c, 0);

    if (c->gone)
        return;
    keep_letters(c, promised > c->ready ? promised : c->ready);
    c->close_code = 0; /* why it was to be closed did not happen */
    net_close(c, code, reason);
}

void net_fail_held(struct net *net, int code, const char *reason,
                   const struct net_response *instead)
{
    for (struct net_conn *c = net->held; c; c = c->next_held) {
        if (c->phase == TALKING) {
            net_fail(c, code, reason);
        } else if (!c->gone) {
            keep_letters(c, c->ready);
            if (c->http && c->http->answered && !c->ready)
                respond(c, instead);
        }
    }
}

bool net_is_idle(const struct net *net) { return !net->unwritten && !net->asking; }

/* ---- WebSocket: in ---- */

static void break_off(struct net_conn *c, int code, const char *reason)
{
    c->net->counts.malformed += code != 1009;
    c->net->counts.oversized += code == 1009;
    c->deaf = true;
    free(c->part);
    c->part = NULL;
    c->part_length = 0;
    net_close(c, code, reason);
}

static void on_ping(struct net_conn *c, const char *payload, size_t length)
{
    if (is_too_slow(c))
        drop_slow(c);
    else
        send_frame(c, FRAME_PONG, &(struct net_piece){ payload, length }, 1);
}

/* Both have said good-bye when ours is written. */
static void on_farewell(struct net_conn *c, const char *payload, size_t length)
{
    int code = frame_close_code((const uint8_t *)payload, length);

    c->heard_farewell = true;
    if (c->close_code) {
        if (!c->waiting)
            hang_up(c);
        return;
    }
    if (code == 1002)
        break_off(c, 1002, "wrong farewell");
    else
        net_close(c, code == 1005 ? 1000 : code, "");
}

static void on_control(struct net_conn *c, const struct frame *f, const char *payload)
{
    if (f->kind == FRAME_CLOSE)
        on_farewell(c, payload, (size_t)f->length);
    else if (f->kind == FRAME_PING && !c->close_code)
        on_ping(c, payload, (size_t)f->length);
    else if (f->kind == FRAME_PONG && c->pinged) {
        c->lag = (int)(c->net->now - c->pinged);
        c->pinged = 0;
    }
}

/* The byte behind the text is lent for its final 0. */
static void on_message(struct net_conn *c, char *text, size_t length)
{
    const struct net_handlers *to = &c->net->handlers;
    char behind = text[length];

    if (!is_utf8(text, length)) {
        break_off(c, 1007, "not UTF-8");
        return;
    }
    text[length] = 0;
    to->on_text(to->with, c->client, text, length);
    text[length] = behind;
}

static void on_part(struct net_conn *c, const char *bytes, size_t length, bool final)
{
    char *part = c->part;

    if (!part && !(part = c->part = malloc(c->net->options.message_max + 1))) {
        hang_up(c);
        return;
    }
    memcpy(part + c->part_length, bytes, length);
    c->part_length += (uint32_t)length;
    if (!final)
        return;
    length = c->part_length;
    c->part = NULL;
    c->part_length = 0;
    on_message(c, part, length);
    free(part);
}

/* Most messages come whole and are handed over from where they were read. */
static void on_data(struct net_conn *c, const struct frame *f, char *payload)
{
    size_t length = (size_t)f->length;

    c->net->counts.bytes_in += length;
    if (c->close_code)
        return;
    if ((f->kind == FRAME_MORE) != (c->part != NULL))
        break_off(c, 1002, "fragments");
    else if (f->final && !c->part)
        on_message(c, payload, length);
    else
        on_part(c, payload, length, f->final);
}

/* What is wrong with a frame before its payload has come; 0: nothing. */
static int wrong_with(const struct net_conn *c, const struct frame *f)
{
    if (f->kind == FRAME_BINARY)
        return 1003;
    return f->length + (f->kind < FRAME_CLOSE ? c->part_length : 0) >
                   c->net->options.message_max
               ? 1009
               : 0;
}

/* A frame at the beginning of what has come; returns its bytes, 0: it is not whole. */
static size_t take_frame(struct net_conn *c, char *bytes, size_t length)
{
    struct frame f;
    enum frame_verdict verdict = frame_read((const uint8_t *)bytes, length, &f);
    int wrong = verdict == FRAME_BAD ? 1002 : verdict == FRAME_READ ? wrong_with(c, &f) : 0;

    if (wrong) {
        break_off(c, wrong,
                  wrong == 1009   ? "message too big"
                  : wrong == 1003 ? "text only"
                                  : "broken frame");
        return length;
    }
    if (verdict == FRAME_WAIT || f.head + f.length > length)
        return 0;
    frame_unmask(bytes + f.head, (size_t)f.length, f.mask);
    if (f.kind >= FRAME_CLOSE)
        on_control(c, &f, bytes + f.head);
    else
        on_data(c, &f, bytes + f.head);
    return f.head + (size_t)f.length;
}

/* Frame after frame. Who makes us say much in one turn is heard on in the next, when that
 * is out. */
static size_t talk(struct net_conn *c, char *bytes, size_t length)
{
    size_t done = 0, taken = 1;

    if (!c->close_code)
        wait_for_ping(c);
    while (taken && done < length && !c->gone) {
        if (c->deaf)
            return length;
        if (c->queued - c->backlog > c->net->options.queue_max) {
            resume(c);
            break;
        }
        taken = take_frame(c, bytes + done, length - done);
        done += taken;
    }
    return done;
}

/* ---- HTTP: in ---- */

static void open_socket(struct net_conn *c)
{
    struct net *net = c->net;
    char text[160], answer[ACCEPT_TEXT];
    struct tb_text out = tb_text(text, sizeof text);
    struct letter *letter;

    websocket_accept(c->http->head.key, answer);
    tb_put(&out,
           "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: "
           "Upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
           answer);
    letter = letter_new(net, (size_t)(out.at - text));
    c->client =
        letter ? net->handlers.on_open(net->handlers.with, c, &c->http->head.said) : NULL;
    if (!c->client) {
        if (letter)
            letter_free(net, letter);
        hang_up(c);
        return;
    }
    memcpy(letter->own, text, letter->length);
    letter->turn = 0; /* it promises nothing, and whatever fails is said after it */
    append(c, letter);
    c->phase = TALKING;
    exchange_free(c);
    net->counts.opened++;
    net->counts.open++;
    send_ping(c); /* how far away it is */
    wait_for_ping(c);
}

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
        open_socket(c);
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
    wait_for(c, WAIT_NOTHING); /* for us: a passphrase takes its time */
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
    wait_for(c, x->head.body > LONG_BODY ? WAIT_UPLOAD : WAIT_BODY);
    if (x->head.expects) {
        struct letter *letter = letter_new(net, sizeof go_on - 1);

        if (!letter)
            return false;
        memcpy(letter->own, go_on, sizeof go_on - 1);
        append(c, letter);
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
        hang_up(c);
        return length;
    }
    c->net->asking++;
    c->net->counts.malformed++;
    c->http->head.body = 1; /* there is more that nobody will read */
    refuse(c, 431);
    return length;
}

/* One request at a time: what comes behind it waits for its answer. */
static size_t listen_to(struct net_conn *c, const char *bytes, size_t length)
{
    size_t done = 0;

    if (!c->http) {
        done = head_length(bytes, length < HEAD_MAX ? length : HEAD_MAX);
        if (!done)
            return length < HEAD_MAX ? 0 : refuse_long(c, length);
        if (!read_head(c, bytes, done)) {
            hang_up(c);
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

/* ---- reading ---- */

static bool keep_rest(struct net_conn *c, const char *bytes, size_t length)
{
    char *in = length ? malloc(length) : NULL;

    if (length && !in)
        return false;
    if (length)
        memcpy(in, bytes, length);
    free(c->in);
    c->in = in;
    c->in_length = (uint32_t)length;
    return true;
}

static void take_in(struct net_conn *c, char *bytes, size_t length)
{
    size_t done = 0;

    if (c->phase == ASKING)
        done = listen_to(c, bytes, length);
    if (c->phase == TALKING && !c->gone)
        done += talk(c, bytes + done, length - done);
    if (c->phase == LINGERING || c->gone)
        return;
    if (!keep_rest(c, bytes + done, length - done))
        hang_up(c);
}

static ssize_t read_some(struct net_conn *c, char *to, size_t length)
{
    return c->tls ? tls_read(c->tls, to, length) : read(c->fd, to, length);
}

/* There is always a byte left behind what was read. */
static void on_readable(struct net_conn *c)
{
    struct net *net = c->net;
    size_t had = c->in_length;
    ssize_t got;

    if (c->phase == ANSWERING || c->resumed) {
        want(c, false, c->blocked);
        return;
    }
    assert(had + READ < net->room_size);
    got = read_some(c, net->room + had, READ);
    if (is_again(c, got))
        return;
    if (got <= 0) {
        hang_up(c);
        return;
    }
    if (had)
        memcpy(net->room, c->in, had);
    take_in(c, net->room, had + (size_t)got);
    if (c->tls && !c->gone && tls_has_more(c->tls))
        resume(c);
}

/* Goes on with what was left over, and hears the socket again. */
static void go_on(struct net_conn *c)
{
    size_t had = c->in_length;

    if (c->gone || c->phase == ANSWERING)
        return;
    want(c, true, c->blocked);
    if (had) {
        memcpy(c->net->room, c->in, had);
        take_in(c, c->net->room, had);
    }
    if (!c->gone && !c->resumed && c->tls && tls_has_more(c->tls))
        on_readable(c);
}

static void resume_all(struct net *net)
{
    struct net_conn *c = net->resumed;

    net->resumed = NULL;
    while (c) {
        struct net_conn *next = c->next_resumed;

        c->resumed = false;
        go_on(c);
        c = next;
    }
}

/* ---- newcomers ---- */

static bool make_place(struct net *net, int fd)
{
    int fds = net->fds ? net->fds : 64;
    struct net_conn **by_fd;

    while (fds <= fd)
        fds *= 2;
    if (fds == net->fds)
        return true;
    by_fd = realloc(net->by_fd, (size_t)fds * sizeof(void *));
    if (!by_fd)
        return false;
    memset(by_fd + net->fds, 0, (size_t)(fds - net->fds) * sizeof(void *));
    net->by_fd = by_fd;
    net->fds = fds;
    return true;
}

static void note_peer(struct net_conn *c, const struct sockaddr_storage *from)
{
    if (from->ss_family == AF_INET6) {
        memcpy(c->peer, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
        return;
    }
    memset(c->peer + 10, 0xff, 2);
    memcpy(c->peer + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
}

static bool welcome(struct net *net, int fd, const struct sockaddr_storage *from)
{
    struct net_conn *c = make_place(net, fd) ? calloc(1, sizeof *c) : NULL;
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = c };
    int one = 1;

    if (!c)
        return false;
    c->net = net;
    c->fd = fd;
    note_peer(c, from);
    if ((net->tls && !(c->tls = tls_accept(net->tls, fd))) ||
        epoll_ctl(net->epoll, EPOLL_CTL_ADD, fd, &event)) {
        if (c->tls)
            tls_close(c->tls);
        free(c);
        return false;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    net->by_fd[fd] = c;
    wait_for(c, WAIT_HEAD);
    return true;
}

/* Without a file descriptor nobody can be accepted, and whoever stands at the door would
 * keep the loop awake. The one kept for this lets them in to be turned away. */
static bool turn_away(struct net *net)
{
    int fd;

    if (net->reserve < 0)
        return false;
    close(net->reserve);
    fd = accept4(net->listener, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0) {
        close(fd);
        net->counts.turned_away++;
    }
    net->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return fd >= 0;
}

static void on_newcomers(struct net *net)
{
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage from = { 0 };
        socklen_t size = sizeof from;
        int fd = accept4(net->listener, (struct sockaddr *)&from, &size,
                         SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
            if (!turn_away(net))
                return;
        } else if (fd < 0 && errno != ECONNABORTED && errno != EINTR) {
            return;
        } else if (fd >= 0 && !welcome(net, fd, &from)) {
            close(fd);
        }
    }
}

/* ---- turns ---- */

static void on_expiry(struct net_conn *c)
{
    bool is_ping = c->wait >= WAIT_PING_A && c->wait <= WAIT_PING_D;

    if (is_ping && send_ping(c)) {
        wait_for(c, WAIT_PONG);
        return;
    }
    c->net->counts.late += c->wait != WAIT_NEXT && c->wait != WAIT_LINGER;
    hang_up(c);
}

static void expire(struct net *net)
{
    for (int i = 1; i < WAITS; i++)
        for (int count = 0; count < EXPIRIES; count++) {
            struct net_conn *c = net->waits[i].first;

            if (!c || c->since + patience[i] > net->now)
                break;
            on_expiry(c);
        }
}

/* How long nothing expires, at most `ms`. */
static int until_expiry(const struct net *net, int64_t ms)
{
    if (net->resumed || net->going)
        return 0;
    for (int i = 1; i < WAITS; i++)
        if (net->waits[i].first) {
            int64_t left = net->waits[i].first->since + patience[i] - net->now;

            if (left < ms)
                ms = left;
        }
    return ms < 0 ? 0 : ms > 60000 ? 60000 : (int)ms;
}

static void on_event(struct net *net, const struct epoll_event *event)
{
    struct net_conn *c = event->data.ptr;

    if ((void *)c == (void *)&net->listener) {
        on_newcomers(net);
        return;
    }
    if ((void *)c == (void *)&net->heeded)
        return;
    if ((void *)c == (void *)&net->wakeup) {
        uint64_t count;

        net->woken = read(net->wakeup, &count, sizeof count) == sizeof count;
        return;
    }
    if (c->gone)
        return;
    if (event->events & EPOLLOUT)
        write_ready(c);
    if (c->gone)
        return;
    /* A connection that is not heard tells its end in this way only. */
    if (c->paused && event->events & (EPOLLHUP | EPOLLERR))
        hang_up(c);
    else if (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR))
        on_readable(c);
}

void net_turn(struct net *net, int64_t ms)
{
    struct epoll_event events[EVENTS];
    int count;

    net->now = clock_now();
    count = epoll_wait(net->epoll, events, EVENTS, until_expiry(net, ms));
    net->now = clock_now();
    resume_all(net);
    for (int i = 0; i < count; i++)
        on_event(net, &events[i]);
    expire(net);
    if (net->woken) {
        net->woken = false;
        net->handlers.on_wake(net->handlers.with);
    }
    tell_gone(net);
}

void net_wake(struct net *net)
{
    uint64_t one = 1;

    if (write(net->wakeup, &one, sizeof one) < 0)
        return; /* it is full: the loop is awake */
}

/* ---- life ---- */

static void raise_file_limit(void)
{
    struct rlimit files;

    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max > 65536 ? 65536 : files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

/* One address, or every one: IPv6 hears IPv4 too, where the machine has it. */
static const char *read_address(const char *bind, int port, struct sockaddr_storage *to,
                                socklen_t *size)
{
    struct sockaddr_in *four = (struct sockaddr_in *)(void *)to;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)to;

    memset(to, 0, sizeof *to);
    if (bind && inet_pton(AF_INET, bind, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        *size = sizeof *four;
        return NULL;
    }
    if (bind && inet_pton(AF_INET6, bind, &six->sin6_addr) != 1)
        return TB_N("What to listen on is an address, as 127.0.0.1 or ::1.");
    six->sin6_family = AF_INET6;
    six->sin6_port = htons((uint16_t)port);
    *size = sizeof *six;
    return NULL;
}

static bool listen_at(struct net *net, const struct sockaddr_storage *to, socklen_t size,
                      bool both)
{
    int one = 1, only = !both;

    net->listener = socket(to->ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (net->listener < 0)
        return false;
    setsockopt(net->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (to->ss_family == AF_INET6)
        setsockopt(net->listener, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only);
    if (!bind(net->listener, (const struct sockaddr *)to, size) &&
        !listen(net->listener, 4096))
        return true;
    close(net->listener);
    net->listener = -1;
    return false;
}

static const char *open_port(struct net *net)
{
    const struct net_options *o = &net->options;
    struct sockaddr_storage to;
    socklen_t size;
    const char *refusal = read_address(o->bind, o->port, &to, &size);

    if (refusal)
        return refusal;
    if (listen_at(net, &to, size, !o->bind))
        return NULL;
    if (!o->bind && !read_address("0.0.0.0", o->port, &to, &size) &&
        listen_at(net, &to, size, false))
        return NULL;
    return TB_N("The port cannot be opened: is it in use?");
}

void net_heed(struct net *net, int fd, bool writing)
{
    struct epoll_event event = { .events = EPOLLIN | (writing ? (uint32_t)EPOLLOUT : 0),
                                 .data.ptr = &net->heeded };

    if (net->heeded >= 0 && net->heeded != fd)
        epoll_ctl(net->epoll, EPOLL_CTL_DEL, net->heeded, NULL); /* or it is closed */
    net->heeded = fd;
    if (fd >= 0 && epoll_ctl(net->epoll, EPOLL_CTL_MOD, fd, &event))
        epoll_ctl(net->epoll, EPOLL_CTL_ADD, fd, &event);
}

static bool watch_over(struct net *net, const int *fd)
{
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = (void *)(uintptr_t)fd };

    return !epoll_ctl(net->epoll, EPOLL_CTL_ADD, *fd, &event);
}

static const char *begin(struct net *net)
{
    const struct net_options *o = &net->options;
    const char *refusal = NULL;
    size_t kept =
        o->message_max + FRAME_IN > HEAD_MAX ? o->message_max + FRAME_IN : HEAD_MAX;

    net->room_size = READ + READ + kept + 1;
    net->room = malloc(net->room_size);
    net->epoll = epoll_create1(EPOLL_CLOEXEC);
    net->wakeup = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    net->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (!net->room || net->epoll < 0 || net->wakeup < 0)
        return TB_N("Out of memory.");
    if (o->tls_cert)
        refusal = tls_new(o->tls_cert, o->tls_key, &net->tls);
    if (!refusal)
        refusal = open_port(net);
    if (!refusal && (!watch_over(net, &net->listener) || !watch_over(net, &net->wakeup)))
        refusal = TB_N("Out of memory.");
    return refusal;
}

const char *net_new(const struct net_options *options, const struct net_handlers *handlers,
                    struct net **out)
{
    struct net *net = calloc(1, sizeof *net);
    const char *refusal;

    *out = NULL;
    if (!net)
        return TB_N("Out of memory.");
    net->options = *options;
    net->handlers = *handlers;
    net->epoll = net->listener = net->wakeup = net->reserve = net->heeded = -1;
    net->now = clock_now();
    raise_file_limit();
    refusal = begin(net);
    if (refusal) {
        net_free(net);
        return refusal;
    }
    *out = net;
    return NULL;
}

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

void net_free(struct net *net)
{
    for (int i = 0; i < net->fds; i++)
        if (net->by_fd[i])
            hang_up(net->by_fd[i]);
    tell_gone(net);
    net_release(net, UINT64_MAX);
    while (net->spare) {
        struct letter *next = net->spare->next;

        free(net->spare);
        net->spare = next;
    }
    if (net->tls)
        tls_free(net->tls);
    close_fd(net->epoll);
    close_fd(net->listener);
    close_fd(net->wakeup);
    close_fd(net->reserve);
    free(net->by_fd);
    free(net->room);
    free(net);
}

int net_port(const struct net *net)
{
    struct sockaddr_storage at;
    socklen_t size = sizeof at;

    if (getsockname(net->listener, (struct sockaddr *)&at, &size))
        return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&at)->sin6_port
                                          : ((struct sockaddr_in *)(void *)&at)->sin_port);
}

const struct net_counts *net_counts(const struct net *net) { return &net->counts; }
