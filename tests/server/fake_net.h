/* fake_net.h: net.h without sockets, for tests that listen to every message. */
#ifndef FAKE_NET_H
#define FAKE_NET_H

#include "../../server/net.h"

/* Somebody to whom messages are sent: hear() gets each, once it is let out. */
struct net_conn {
    void (*hear)(void *with, const char *text, size_t length);
    void *with;
    struct fake_letter *first, *last;
    int closed; /* the code */
};

/* Lets out what was sent, as net_release does. */
void fake_release(struct net_conn *c);

#endif
