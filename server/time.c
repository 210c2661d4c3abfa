/* Time, what it allows, and what a server does unless told otherwise. */
#include <time.h>

#include "server.h"

int64_t wall_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool bucket_take(struct bucket *b, int64_t now, double burst, double rate)
{
    if (!b->since)
        b->level = burst;
    else if (now > b->since)
        b->level += (double)(now - b->since) * rate / 1000;
    if (b->level > burst)
        b->level = burst;
    b->since = now;
    if (b->level < 1)
        return false;
    b->level -= 1;
    return true;
}

bool kept(struct server *s, const char *refusal)
{
    if (refusal) {
        s->failed = true;
        log_line(s, "store", refusal);
    }
    return !refusal;
}

void serve_defaults(struct serve_options *o)
{
    *o = (struct serve_options){ .data = "data",
                                 .port = 8080,
                                 .rate = 20,
                                 .bot_delay = 400,
                                 .away_after = 60000,
                                 .idle_after = 300000,
                                 .open_for = (int64_t)7 * 86400000 };
}
