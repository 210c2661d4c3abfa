/*
 * A connection waits, writes and ends.
 *
 * Whatever waits, waits in a list of its own kind: timers are first-in-first-out lists, one
 * for each duration, so that ten thousand who think cost nothing. A connection that ends is
 * hung up at once, its owner is told when the turn ends, and its memory goes when nothing
 * is held any more: so no list has to be searched for it.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "conn.h"

enum { PIECES = 64 }; /* letters written at once */

const int64_t conn_patience[WAITS] = {
    [WAIT_HEAD] = 20000,    [WAIT_NEXT] = 30000,    [WAIT_BODY] = 20000,
    [WAIT_UPLOAD] = 300000, [WAIT_READER] = 30000,  [WAIT_PING_A] = 22000,
    [WAIT_PING_B] = 24000,  [WAIT_PING_C] = 26000,  [WAIT_PING_D] = 28000,
    [WAIT_PONG] = 32000,    [WAIT_FAREWELL] = 5000, [WAIT_LINGER] = 2000,
};

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

void conn_wait(struct net_conn *c, enum wait what)
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

void conn_wait_for_ping(struct net_conn *c)
{
    conn_wait(c, (enum wait)(WAIT_PING_A + c->fd % 4));
}

/* ---- the end of a connection ---- */

static void forget_input(struct net_conn *c)
{
    free(c->in);
    free(c->part);
    c->in = c->part = NULL;
    c->in_length = c->part_length = 0;
}

/* The socket is closed now; who owns the connection hears of it when the turn ends. */
void conn_hang_up(struct net_conn *c)
{
    struct net *net = c->net;

    if (c->gone)
        return;
    c->gone = true;
    stop_waiting(c);
    letters_keep(c, 0);
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

void conns_tell_gone(struct net *net)
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

void conn_hold(struct net_conn *c)
{
    if (c->held)
        return;
    c->held = true;
    c->next_held = c->net->held;
    c->net->held = c;
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

bool conn_is_again(const struct net_conn *c, ssize_t done)
{
    return c->tls ? done == TLS_AGAIN
                  : done < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOBUFS);
}

void conn_resume(struct net_conn *c)
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
    conn_wait(c, WAIT_LINGER);
    conn_want(c, true, false);
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
    conn_wait(c, WAIT_NEXT);
    conn_want(c, true, false);
    if (c->in_length)
        conn_resume(c);
}

static void after_all_is_written(struct net_conn *c)
{
    if (c->phase == ANSWERING && c->http->answered)
        after_answer(c);
    else if (c->close_code && c->heard_farewell)
        conn_hang_up(c);
    else if (c->close_code && c->deaf)
        linger(c);
    else
        conn_want(c, !c->paused, false);
}

void conn_write(struct net_conn *c)
{
    while (c->ready) {
        ssize_t done = write_some(c);

        if (conn_is_again(c, done)) {
            conn_want(c, !c->paused, true);
            break;
        }
        if (done <= 0) {
            conn_hang_up(c);
            return;
        }
        c->offered = false;
        letters_take_written(c, (size_t)done);
        if (c->phase == ANSWERING)
            conn_wait(c, WAIT_READER);
    }
    c->backlog = c->queued - c->written;
    if (!c->waiting)
        after_all_is_written(c);
}

void net_begin(struct net *net, uint64_t turn) { net->turn = turn; }

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
            conn_hold(c);
        if (!c->gone)
            conn_write(c);
    }
    bury(net);
}
