/*
 * head.h: the head of an HTTP request, read from bytes that a stranger sent.
 *
 * Pure functions over a buffer: no socket, no memory of their own. What is doubtful is
 * refused, because a proxy in front may read it in another way than we do.
 */
#ifndef HEAD_H
#define HEAD_H

#include "net.h"

enum { HEAD_MAX = 16384 }; /* cookies of others may be long */

struct head {
    struct net_head said; /* its texts lie in the buffer */
    const char *key;      /* of a WebSocket handshake; "": none */
    bool is_get, is_post, is_head;
    bool keeps;    /* the connection may serve another request */
    bool upgrades; /* to a WebSocket */
    bool version_13;
    bool expects; /* waits for "100 Continue" before it sends the body */
    size_t body;  /* bytes that follow */
};

/* Bytes up to and with the empty line; 0: it has not come yet. */
size_t head_length(const char *text, size_t length);
/* Reads a whole head, which is cut into texts where it lies. Returns 0, or the status to
 * refuse it with. */
int head_read(char *text, size_t length, struct head *head);

#endif
