/*
 * net.h: HTTP and WebSocket as the rest of the server knows them.
 *
 * One thread runs everything here; only net_wake may be called from another. What is sent
 * or answered waits until net_release: the loop commits first, so nobody hears of what is
 * not yet on disk.
 */
#ifndef NET_H
#define NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct net;
struct net_conn; /* one WebSocket */

/* What a client said when it came: lives as long as the call it is given to. */
struct net_head {
    const char *path, *origin, *host, *cookie, *authorization; /* "" when absent */
    const char *none_match, *encoding, *agent;
    const char *forwarded; /* for whom a proxy says that it asks */
    uint8_t peer[16];      /* the other end: IPv6, or IPv4 as ::ffff:a.b.c.d */
};

struct net_request { /* HTTP; lives as long as the call */
    struct net_head head;
    bool is_post, is_head;
    bool is_other;    /* neither these nor GET */
    bool too_long;    /* the body, which is cut */
    const char *body; /* ends with a 0 */
    size_t length;
    uint64_t id; /* for net_respond, now or later */
};

enum { NET_FIELDS = 8 };
struct net_response {
    int status;
    const char *type;
    const char *field[NET_FIELDS][2]; /* more headers: "etag:", value; NULL ends */
    const void *body;
    size_t length;
    bool lasting; /* the body needs no copy: it never goes away */
    bool at_once; /* it promises nothing: whatever becomes of its turn */
};

/* A piece of a message. */
struct net_piece {
    const char *bytes;
    size_t length;
};

struct net_handlers {
    void *with;
    /* Whether a WebSocket may be opened; false: 403. */
    bool (*may_open)(void *with, const struct net_head *head);
    void *(*on_open)(void *with, struct net_conn *conn, const struct net_head *head);
    /* The text ends with a 0. NULL: fragments summed up to more than the limit. */
    void (*on_text)(void *with, void *client, char *text, size_t length);
    void (*on_close)(void *with, void *client);
    /* Bytes that a POST to that address may have. */
    size_t (*body_max)(void *with, const struct net_head *head);
    void (*on_http)(void *with, const struct net_request *request);
    void (*on_wake)(void *with);
};

struct net_options {
    const char *bind; /* NULL: every address, IPv4 and IPv6 */
    int port;         /* 0: any free one */
    const char *tls_cert, *tls_key;
    size_t message_max; /* bytes of one message */
    /* Bytes that may wait for a slow reader from turn to turn, however much one turn says;
     * and for one of those who are dear to the house. */
    size_t queue_max, dear_max;
    size_t burst_max;  /* bytes of one turn */
    bool strict;       /* browsers are told to come by https only */
    size_t bodies_max; /* bytes of POSTs that are being received, all together */
};

const char *net_new(const struct net_options *options, const struct net_handlers *handlers,
                    struct net **out);
void net_free(struct net *net);
int net_port(const struct net *net);
/* One turn: waits for something to happen, at most so many milliseconds, and lets the
 * handlers know. */
void net_turn(struct net *net, int64_t ms);
/* What is sent and answered from now on belongs to that turn. */
void net_begin(struct net *net, uint64_t turn);
/* Lets out what belongs to that turn or to one before it. */
void net_release(struct net *net, uint64_t turn);
/* Ends the wait of net_turn also when something can be read there, or written if so asked;
 * -1: nowhere. To be said before each turn: a number may come to mean another file. */
void net_heed(struct net *net, int fd, bool writing);
/* Ends the present or next wait of net_turn; from any thread. */
void net_wake(struct net *net);

/* Sends one text message. A reader too slow for its queue is closed: false. */
bool net_send(struct net_conn *conn, const struct net_piece *pieces, int count);
/* Somebody whom others wait for is the last to be dropped. */
void net_hold_dear(struct net_conn *conn, bool dear);
/* Closes after what was sent before; the reason is short, and lasts. */
void net_close(struct net_conn *conn, int code, const char *reason);
bool net_is_closing(const struct net_conn *conn);
/* Milliseconds that a message takes to the other side and back, as last measured. */
int net_lag(const struct net_conn *conn);
/* Drops what waits for net_release and closes the WebSockets it was for; what HTTP was
 * answered meanwhile is answered with this instead. */
void net_fail_held(struct net *net, int code, const char *reason,
                   const struct net_response *instead);
/* The same for one WebSocket. */
void net_fail(struct net_conn *conn, int code, const char *reason);
/* What is sent from now on is about that, 0: about nothing; returns what was before. */
uint64_t net_about(struct net *net, uint64_t what);
/* What was sent about that and has not been let out never was. */
void net_take_back(struct net_conn *conn, uint64_t what);
/* Whether everything was written: before the process ends. */
bool net_is_idle(const struct net *net);

void net_respond(struct net *net, uint64_t request, const struct net_response *response);

struct net_counts {
    uint64_t opened, refused, slow, oversized, requests, bytes_in, bytes_out, messages_out;
    uint64_t malformed;   /* frames and heads that break the protocol */
    uint64_t turned_away; /* newcomers when there were no more file descriptors */
    uint64_t late;        /* connections that did not send, or read, in time */
    int open;
};
const struct net_counts *net_counts(const struct net *net);

#endif
