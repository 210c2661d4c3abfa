/* What happens and when, and what goes wrong. */
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum {
    WINDOW_US = 2000,   /* what comes within it comes in one turn of the loop */
    SLEEPY_US = 950000, /* the loop may look up a little late */
    TICK_US = 200000,
    MS_OF_DAY = 86400000,
};

static struct event *heap;
static size_t count, have;
static uint64_t order;
static int64_t stopped_until; /* the process is */

/* ---- a heap of events ---- */

static bool is_before(const struct event *a, const struct event *b)
{
    return a->us != b->us ? a->us < b->us : a->order < b->order;
}

static void swap(size_t a, size_t b)
{
    struct event e = heap[a];

    heap[a] = heap[b];
    heap[b] = e;
}

void happen(int64_t us, enum happening what, void *whom, const char *text, size_t length)
{
    struct event e = { .us = us, .order = order++, .what = what, .whom = whom };
    size_t at = count;

    if (text) {
        e.text = malloc(length + 1);
        if (!e.text)
            abort();
        memcpy(e.text, text, length);
        e.text[length] = 0;
        e.length = length;
    }
    if (count == have) {
        have = 2 * have + 64;
        heap = realloc(heap, have * sizeof *heap);
        if (!heap)
            abort();
    }
    heap[count++] = e;
    for (; at && is_before(&heap[at], &heap[(at - 1) / 2]); at = (at - 1) / 2)
        swap(at, (at - 1) / 2);
}

static struct event take(void)
{
    struct event first = heap[0];
    size_t at = 0, next;

    heap[0] = heap[--count];
    while ((next = 2 * at + 1) < count) {
        if (next + 1 < count && is_before(&heap[next + 1], &heap[next]))
            next++;
        if (!is_before(&heap[next], &heap[at]))
            break;
        swap(at, next);
        at = next;
    }
    return first;
}

void events_free(void)
{
    while (count)
        free(take().text);
    free(heap);
    heap = NULL;
    have = 0;
    order = 0;
    stopped_until = 0;
}

/* ---- the house falls, and rises ---- */

void crash(const char *where)
{
    if (sim.dead || !sim.us)
        return;
    say("the house crashes %s", where);
    sim.counts.crashes++;
    disk_die();
    sim.dead = true;
}

static void rise_later(void)
{
    int64_t least = sim.calm ? 0 : SECOND_US / 5;

    happen(sim.us + between(least, sim.calm ? SECOND_US : 60 * SECOND_US), HAPPEN_RISE,
           NULL, NULL, 0);
}

void house_falls(void)
{
    struct server *s = sim.house;

    if (s)
        house_close(s);
    sim.house = NULL;
    sim.dead = false;
    disk_revive();
    rise_later();
}

static void restart(void)
{
    say("the house is closed and opened");
    sim.counts.restarts++;
    house_close(sim.house);
    sim.house = NULL;
    if (sim.dead) {
        sim.dead = false;
        disk_revive();
    }
    rise_later();
}

/* A few operations, or a bad while of them. */
static void fail_soon(void)
{
    int after = (int)between(0, 80);

    disk_fail_after(after, (int)between(1, one_in(4) ? 300 : 6));
}

void house_rises(void)
{
    uint64_t faults = sim.counts.faults;
    const char *refusal = house_open(sim_options(), &sim.house);

    if (sim.dead) {
        house_falls();
        return;
    }
    if (refusal && faults == sim.counts.faults && !disk_is_full())
        broken("start", "%s", refusal);
    if (refusal) {
        say("the house does not open: %s", refusal);
        rise_later();
        return;
    }
    disk_trust(true);
    oracle_opened();
    disk_trust(false);
    if (!sim.calm && one_in(3))
        fail_soon(); /* while all must be read anew */
}

/* ---- trouble ---- */

static void crash_now(void) { crash("between two turns"); }
static void crash_in_write(void) { disk_crash_after((int)between(1, 60)); }

static void fill_disk(void)
{
    say("the disk is full");
    sim.counts.faults++;
    disk_fill(true);
    happen(sim.us + between(SECOND_US, 300 * SECOND_US), HAPPEN_RELIEF, NULL, NULL, 0);
}

static void set_clock(void)
{
    sim.set_ms += between(-3 * (int64_t)MS_OF_DAY, 3 * (int64_t)MS_OF_DAY);
    say("the clock is set by %lld ms", (long long)sim.set_ms);
}

static void stop_process(void)
{
    stopped_until = sim.us + between(SECOND_US / 10, 20 * SECOND_US);
}

static void close_and_open(void)
{
    if (sim.house)
        sim.restarting = true;
}

static const struct {
    void (*happens)(void);
    uint32_t often;
} troubles[] = {
    { crash_now, 3 }, { crash_in_write, 6 }, { fail_soon, 5 },      { fill_disk, 2 },
    { set_clock, 1 }, { stop_process, 6 },   { close_and_open, 1 },
};

static void trouble(void)
{
    uint32_t all = 0, which = 0, dice;

    happen(sim.us + between(SECOND_US, 2400 * (int64_t)SECOND_US), HAPPEN_TROUBLE, NULL,
           NULL, 0);
    if (sim.calm || !sim.house)
        return;
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++)
        all += troubles[i].often;
    for (dice = chance(all); dice >= troubles[which].often; which++)
        dice -= troubles[which].often;
    troubles[which].happens();
}

/* ---- waiting ---- */

static bool concerns_house(enum happening what)
{
    return what == HAPPEN_COME || what == HAPPEN_ARRIVE || what == HAPPEN_HANG_UP ||
           what == HAPPEN_POST || what == HAPPEN_THINK;
}

static void dispatch(const struct event *e)
{
    struct line *l = e->whom;

    switch (e->what) {
    case HAPPEN_WAKE:
    case HAPPEN_ANSWER:
        agent_happens(e);
        break;
    case HAPPEN_COME:
    case HAPPEN_ARRIVE:
    case HAPPEN_HANG_UP:
    case HAPPEN_POST:
        net_happens(e);
        break;
    case HAPPEN_DELIVER:
        if (!l->given_up)
            agent_hears(l->agent, l, e->text, e->length);
        break;
    case HAPPEN_LOSE:
        agent_loses(l->agent, l);
        break;
    case HAPPEN_THINK:
        pool_happens(e);
        break;
    case HAPPEN_TROUBLE:
        trouble();
        break;
    case HAPPEN_RELIEF:
        disk_fill(false);
        break;
    case HAPPEN_RISE:
        house_rises();
        break;
    }
}

/* A loop that would only look up may do so a little late: thousands of hours are mostly
 * nights. */
static int64_t sleepy(int64_t until)
{
    int64_t late = sim.us + SLEEPY_US;

    if (until - sim.us < TICK_US || (count && heap[0].us <= until))
        return until;
    return count && heap[0].us < late ? heap[0].us : late;
}

void events_wait(int64_t until)
{
    until = sleepy(until);
    if (stopped_until > sim.us) {
        sim.us = stopped_until;
        until = until > sim.us ? until : sim.us;
    }
    while (count && heap[0].us <= until && !sim.dead && !sim.restarting) {
        struct event e = take();

        sim.us = e.us > sim.us ? e.us : sim.us;
        if (concerns_house(e.what) && until > sim.us + WINDOW_US)
            until = sim.us + WINDOW_US;
        dispatch(&e);
        free(e.text);
    }
    if (sim.us < until && !sim.dead && !sim.restarting)
        sim.us = until;
}

void world_step(void)
{
    sim.step++;
    sim.counts.turns++;
    if (sim.house)
        house_turn(sim.house);
    else
        events_wait(sim.us + SECOND_US);
    if (sim.dead)
        house_falls();
    if (sim.restarting && sim.house)
        restart();
    sim.restarting = false;
}
