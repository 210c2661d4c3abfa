/* serve.h: what the command knows of the server. */
#ifndef SERVE_H
#define SERVE_H

#include <stdbool.h>
#include <stdint.h>

struct serve_options {
    const char *bind;  /* NULL: every address */
    const char *data;  /* folder of the store */
    const char *store; /* NULL: in that folder; else its address */
    const char *tls_cert, *tls_key;
    const char *public_url; /* NULL: none; its origin may connect, and https sets Secure */
    const char *proxy;      /* NULL: none; what it says of whom it asks for is believed */
    const char *origin;     /* NULL: none; one more origin that may connect */
    const char *(*french)(const char *msgid); /* NULL: hints are in English only */
    const char *door;                         /* NULL: everybody may come in */
    int port;                                 /* 0: any free one */
    int workers;          /* threads for bots; 0: one less than there are processors */
    int rate;             /* messages a second per connection; 0: no limit */
    int bot_delay;        /* ms that a bot waits before a decision, for people to follow */
    int away_after;       /* ms after which somebody counts as away */
    int idle_after;       /* ms after which an unwatched table leaves the memory */
    int64_t open_for;     /* ms that a table may wait for its players; 0: for ever */
    int64_t finished_for; /* ms that a finished table is kept; 0: for ever */
    bool log_json;
    bool quiet;
};

void serve_defaults(struct serve_options *o);
/* Runs until SIGTERM or SIGINT. Returns NULL, or why it could not begin. */
const char *serve(const struct serve_options *o);

#endif
