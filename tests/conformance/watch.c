/* A tick for every second of processor time; see watch.h. */
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

#include "watch.h"

static struct watch *watching;

static void tick(int signal)
{
    struct watch *w = watching;

    if (w && ++w->seconds > w->patience)
        siglongjmp(w->out, 1);
}

static void set_clock(int seconds)
{
    const struct itimerval every = { { seconds, 0 }, { seconds, 0 } };

    setitimer(ITIMER_PROF, &every, NULL);
}

void watch_begin(struct watch *w, int patience)
{
    struct sigaction on_tick = { .sa_handler = tick, .sa_flags = SA_RESTART };

    if (!patience)
        return;
    w->seconds = 0;
    w->patience = patience;
    watching = w;
    sigaction(SIGPROF, &on_tick, NULL);
    set_clock(1);
}

void watch_end(struct watch *w)
{
    if (watching != w)
        return;
    set_clock(0);
    watching = NULL;
}
