/* How often something may be done: each deed takes a drop from a bucket that fills slowly.
 */
#include "server.h"

static void fill(struct bucket *b, int64_t now, double burst, double rate)
{
    if (!b->since)
        b->level = burst;
    else if (now > b->since)
        b->level += (double)(now - b->since) * rate / 1000;
    if (b->level > burst)
        b->level = burst;
    b->since = now;
}

bool bucket_take(struct bucket *b, int64_t now, double burst, double rate)
{
    fill(b, now, burst, rate);
    if (b->level < 1)
        return false;
    b->level -= 1;
    return true;
}

void bucket_owe(struct bucket *b, int64_t now, double burst, double rate)
{
    fill(b, now, burst, rate);
    if (b->level > -burst)
        b->level -= 1;
}
