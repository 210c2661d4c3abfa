/* The clock of the house: see struct house_clock. */
#include "server.h"

enum {
    STALL_US =
        1000000, /* the loop looks up four times a second: this long, it stood still */
    TICK_US = 250000,
    SLEW = 200, /* one part in so many */
};

int64_t house_ms(struct server *s)
{
    struct house_clock *c = &s->clock;
    int64_t now = monotonic_us(), gone = now - c->seen, ahead, most;

    c->seen = now;
    if (!c->us) {
        c->us = wall_ms() * 1000;
        return c->us / 1000;
    }
    if (gone > STALL_US)
        gone = TICK_US; /* the rest nobody could have used */
    ahead = wall_ms() * 1000 - (c->us + gone);
    most = gone / SLEW;
    c->us += gone + (ahead > most ? most : ahead < -most ? -most : ahead);
    return c->us / 1000;
}
