/*
 * Luck for the rules, from the head alone: so a seed replays a game. Of a number it is
 * splitmix64; of a secret key it is ChaCha20, of which nothing that was dealt tells what
 * is dealt next.
 */
#include <assert.h>
#include <string.h>

#include "chacha.h"
#include "tablier.h"

/* One key makes several streams that tell nothing of each other: its nonce. */
enum stream { OF_THE_RULES, OF_THE_BOTS };

_Static_assert((int)TB_KEY == (int)CHACHA_KEY, "a seed's key is ChaCha20's");

/* The head's luck taken in hand: what is shuffled might be anywhere in the state, and a
 * block serves sixteen times. */
struct luck {
    uint64_t rng;       /* of a key: how many words of its stream were drawn */
    const uint8_t *key; /* NULL: none */
    uint32_t block[CHACHA_WORDS];
};

static void make_block(struct luck *l, enum stream stream)
{
    uint64_t number = l->rng / CHACHA_WORDS;

    chacha_block(l->key,
                 (uint32_t[]){ (uint32_t)number, (uint32_t)(number >> 32), stream, 0 },
                 l->block);
}

static void take(const struct tb_head *head, struct luck *l)
{
    l->rng = head->rng;
    l->key = tb_is_key(head->key) ? head->key : NULL;
    if (l->key && l->rng % CHACHA_WORDS)
        make_block(l, OF_THE_RULES);
}

static uint32_t next_word(struct luck *l)
{
    if (l->rng % CHACHA_WORDS == 0)
        make_block(l, OF_THE_RULES);
    return l->block[l->rng++ % CHACHA_WORDS];
}

/* As tb_random_below: each result exactly as likely. */
static uint32_t secret_below(struct luck *l, uint32_t n)
{
    uint32_t unfair = -n % n;
    uint64_t product;

    do
        product = (uint64_t)next_word(l) * n;
    while ((uint32_t)product < unfair);
    return (uint32_t)(product >> 32);
}

static uint32_t secret_roll(struct tb_state *s, uint32_t n)
{
    struct luck l;
    uint32_t rolled;

    take(tb_head(s), &l);
    rolled = secret_below(&l, n);
    tb_head(s)->rng = l.rng;
    return rolled;
}

uint32_t tb_roll(struct tb_state *s, uint32_t n)
{
    assert(n);
    return tb_is_key(tb_head(s)->key) ? secret_roll(s, n)
                                      : tb_random_below(&tb_head(s)->rng, n);
}

void tb_shuffle(struct tb_state *s, uint8_t *items, int count)
{
    struct luck l;

    assert(count >= 0);
    take(tb_head(s), &l);
    for (int left = count; left > 1; left--) {
        uint32_t pick = l.key ? secret_below(&l, (uint32_t)left)
                              : tb_random_below(&l.rng, (uint32_t)left);
        uint8_t held = items[pick];

        items[pick] = items[left - 1];
        items[left - 1] = held;
    }
    tb_head(s)->rng = l.rng;
}

uint64_t tb_seed_luck(const struct tb_seed *seed)
{
    struct luck l = { .key = seed->key };

    if (!tb_seed_is_secret(seed))
        return seed->number;
    make_block(&l, OF_THE_BOTS);
    return (uint64_t)l.block[1] << 32 | l.block[0];
}
