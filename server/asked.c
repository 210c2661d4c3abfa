/* HTTP requests that wait for the store: a copy of all that was said outlives the call. */
#include <stdlib.h>
#include <string.h>

#include "server.h"

struct asked {
    struct errand errand;
    struct net_request request;
    char text[];
};

static void asked_run(struct server *s, struct errand *e)
{
    s->now = house_ms(s);
    http_handle(s, &((struct asked *)e)->request);
}

static void asked_done(struct server *s, struct errand *e) { free(e); }

enum { TEXTS_OF_HEAD = 9 };

static void texts_of(struct net_head *head, const char **text[TEXTS_OF_HEAD])
{
    const char **const all[TEXTS_OF_HEAD] = { &head->path,          &head->origin,
                                              &head->host,          &head->cookie,
                                              &head->authorization, &head->none_match,
                                              &head->encoding,      &head->agent,
                                              &head->forwarded };

    memcpy(text, all, sizeof all);
}

/* Bytes and a 0, moved to where there is room; what follows them there. */
static char *move_text(char *to, const char **text, size_t length)
{
    if (length)
        memcpy(to, *text, length);
    to[length] = 0;
    *text = to;
    return to + length + 1;
}

static struct asked *asked_new(const struct net_request *q)
{
    struct net_request request = *q;
    const char **text[TEXTS_OF_HEAD];
    size_t length = q->length + 1;
    struct asked *a;
    char *at;

    texts_of(&request.head, text);
    for (int i = 0; i < TEXTS_OF_HEAD; i++)
        length += strlen(*text[i]) + 1;
    a = calloc(1, sizeof *a + length);
    if (!a)
        return NULL;
    at = a->text;
    for (int i = 0; i < TEXTS_OF_HEAD; i++)
        at = move_text(at, text[i], strlen(*text[i]));
    move_text(at, &request.body, q->length);
    a->request = request;
    a->errand = (struct errand){ .run = asked_run, .done = asked_done };
    return a;
}

void errand_http(struct server *s, const struct net_request *q)
{
    struct errand first = { 0 };
    struct asked *a;

    errand_enter(s, &first);
    http_handle(s, q);
    if (errand_leave(s)) {
        errand_give_back(s, &first);
        return;
    }
    a = asked_new(q);
    if (a) {
        errand_keep(s, &a->errand, &first);
        return;
    }
    store_reads_free(s->store, first.reads);
    http_no_memory(s, q);
}
