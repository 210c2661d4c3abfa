/* Time and chance. Reading the clock takes a microsecond, so that it never stands still. */
#include "sim.h"

#include <sodium.h>
#include <string.h>

enum { LOOK_UP_US = 100000 };

static const int64_t epoch_ms = 1800000000000;

int64_t wall_ms(void) { return epoch_ms + sim.set_ms + sim.us / 1000; }

/* A worker's time passes beside the loop's, and quickly: bots look up now and then. */
int64_t monotonic_us(void)
{
    return sim.at_work ? sim.us + (sim.at_work += LOOK_UP_US) : sim.us++;
}

uint32_t chance(uint32_t n) { return tb_random_below(&sim.chance, n); }

bool one_in(uint32_t n) { return !chance(n); }

int64_t between(int64_t least, int64_t most)
{
    return least + (int64_t)(tb_random(&sim.chance) % (uint64_t)(most - least + 1));
}

void note(const void *bytes, size_t length)
{
    const char *at = bytes;
    uint64_t word = length;

    sim.hash = (sim.hash ^ word) * 0x9e3779b97f4a7c15u;
    for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
        memcpy(&word, at, sizeof word);
        sim.hash = (sim.hash ^ word) * 0x9e3779b97f4a7c15u;
        sim.hash ^= sim.hash >> 29;
    }
    for (; length; at++, length--)
        sim.hash = (sim.hash ^ (unsigned char)*at) * 0x100000001b3u;
}

/* ---- libsodium's chance ---- */

static const char *name_us(void) { return "simulated"; }

static uint32_t some(void) { return (uint32_t)tb_random(&sim.entropy); }

static void fill(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)some();
}

static struct randombytes_implementation simulated = { .implementation_name = name_us,
                                                       .random = some,
                                                       .buf = fill };

void chance_install(void) { randombytes_set_implementation(&simulated); }
