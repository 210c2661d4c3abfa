/*
 * conn.h: a connection from inside, for the files behind net.h and for nobody else.
 *
 * conn.c makes it wait, write and end; letters.c keeps what is to be written; exchange.c
 * speaks HTTP over it and websocket.c WebSocket; net.c has the loop, the door and epoll.
 */
#ifndef CONN_H
#define CONN_H

#include <sys/types.h>

#include "frame.h"
#include "head.h"
#include "net.h"
#include "tls.h"

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

/* conn.c. A connection waits for one thing at a time; what does not come in time ends it.
 */
void conn_wait(struct net_conn *c, enum wait what);
void conn_wait_for_ping(struct net_conn *c);
extern const int64_t conn_patience[WAITS]; /* ms */
/* Goes on in the next turn with what was read and not yet taken. */
void conn_resume(struct net_conn *c);
/* It has something that is not released yet. */
void conn_hold(struct net_conn *c);
void conn_write(struct net_conn *c); /* what is ready */
/* Whether a read or a write only has to be tried again later. */
bool conn_is_again(const struct net_conn *c, ssize_t done);
/* The socket is closed now; who owns the connection hears of it when the turn ends. */
void conn_hang_up(struct net_conn *c);
void conns_tell_gone(struct net *net);

/* letters.c: what waits to be written, in order. */
struct letter *letter_new(struct net *net, size_t length); /* NULL: no memory */
void letter_free(struct net *net, struct letter *letter);
void letters_append(struct net_conn *c, struct letter *letter);
void letters_take_written(struct net_conn *c, size_t bytes);
void letters_keep(struct net_conn *c, int count); /* lets go all but the first few */
int letters_up_to(const struct net_conn *c, uint64_t turn);

/* exchange.c. Takes what it can of bytes that have come, and returns how many. */
size_t exchange_listen(struct net_conn *c, const char *bytes, size_t length);
void exchange_respond(struct net_conn *c, const struct net_response *r);
void exchange_free(struct net_conn *c);

/* websocket.c. The same for messages; and the answer to a request to begin with them. */
size_t websocket_talk(struct net_conn *c, char *bytes, size_t length);
void websocket_open(struct net_conn *c);
bool websocket_ping(struct net_conn *c);

/* net.c: what epoll tells of the socket. */
void conn_want(struct net_conn *c, bool in, bool out);

#endif
