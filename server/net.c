/*
 * HTTP and WebSocket on epoll: the loop and the door.
 *
 * All read into one room; only a thing that has come in part is kept with its connection. A
 * socket is asked whether it can be written to only while it could not.
 */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "conn.h"
#include "tablier.h"

enum {
    READ = 65536,  /* bytes taken from a socket at once */
    EVENTS = 512,  /* sockets of one turn */
    ACCEPTS = 128, /* newcomers of one turn */
    EXPIRIES = 512 /* of one list in one turn: the others come in the next */
};

static int64_t clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void conn_want(struct net_conn *c, bool in, bool out)
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
        done = exchange_listen(c, bytes, length);
    if (c->phase == TALKING && !c->gone)
        done += websocket_talk(c, bytes + done, length - done);
    if (c->phase == LINGERING || c->gone)
        return;
    if (!keep_rest(c, bytes + done, length - done))
        conn_hang_up(c);
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
        conn_want(c, false, c->blocked);
        return;
    }
    assert(had + READ < net->room_size);
    got = read_some(c, net->room + had, READ);
    if (conn_is_again(c, got))
        return;
    if (got <= 0) {
        conn_hang_up(c);
        return;
    }
    if (had)
        memcpy(net->room, c->in, had);
    take_in(c, net->room, had + (size_t)got);
    if (c->tls && !c->gone && tls_has_more(c->tls))
        conn_resume(c);
}

/* Goes on with what was left over, and hears the socket again. */
static void go_on(struct net_conn *c)
{
    size_t had = c->in_length;

    if (c->gone || c->phase == ANSWERING)
        return;
    conn_want(c, true, c->blocked);
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
    conn_wait(c, WAIT_HEAD);
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

/* ---- what fails ---- */

void net_fail_held(struct net *net, int code, const char *reason,
                   const struct net_response *instead)
{
    for (struct net_conn *c = net->held; c; c = c->next_held) {
        if (c->phase == TALKING) {
            net_fail(c, code, reason);
        } else if (!c->gone) {
            letters_keep(c, c->ready);
            if (c->http && c->http->answered && !c->ready)
                exchange_respond(c, instead);
        }
    }
}

/* ---- turns ---- */

static void on_expiry(struct net_conn *c)
{
    bool is_ping = c->wait >= WAIT_PING_A && c->wait <= WAIT_PING_D;

    if (is_ping && websocket_ping(c)) {
        conn_wait(c, WAIT_PONG);
        return;
    }
    c->net->counts.late += c->wait != WAIT_NEXT && c->wait != WAIT_LINGER;
    conn_hang_up(c);
}

static void expire(struct net *net)
{
    for (int i = 1; i < WAITS; i++)
        for (int count = 0; count < EXPIRIES; count++) {
            struct net_conn *c = net->waits[i].first;

            if (!c || c->since + conn_patience[i] > net->now)
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
            int64_t left = net->waits[i].first->since + conn_patience[i] - net->now;

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
        conn_write(c);
    if (c->gone)
        return;
    /* A connection that is not heard tells its end in this way only. */
    if (c->paused && event->events & (EPOLLHUP | EPOLLERR))
        conn_hang_up(c);
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
    conns_tell_gone(net);
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
            conn_hang_up(net->by_fd[i]);
    conns_tell_gone(net);
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

bool net_is_idle(const struct net *net) { return !net->unwritten && !net->asking; }
