/* Luck for the rules, from the head's generator alone: so a seed replays a game. */
#include <assert.h>

#include "tablier.h"

uint32_t tb_roll(struct tb_state *s, uint32_t n)
{
    assert(n);
    return tb_random_below(&tb_head(s)->rng, n);
}

void tb_shuffle(struct tb_state *s, uint8_t *items, int count)
{
    uint64_t rng = tb_head(s)->rng; /* at hand: the items might be anywhere in the state */

    assert(count >= 0);
    for (int left = count; left > 1; left--) {
        uint32_t pick = tb_random_below(&rng, (uint32_t)left);
        uint8_t held = items[pick];

        items[pick] = items[left - 1];
        items[left - 1] = held;
    }
    tb_head(s)->rng = rng;
}
