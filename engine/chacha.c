/* ChaCha20's block function, by the letter of RFC 8439: additions, rotations and exclusive
 * ors of 32-bit words, the same on every machine. */
#include "chacha.h"

#include <string.h>

enum { ROUNDS = 20 };

static uint32_t turned(uint32_t x, int by) { return x << by | x >> (32 - by); }

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b], x[d] = turned(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = turned(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = turned(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = turned(x[b] ^ x[c], 7);
}

/* The columns, then the diagonals. */
static void two_rounds(uint32_t x[CHACHA_WORDS])
{
    for (int i = 0; i < 4; i++)
        quarter(x, i, 4 + i, 8 + i, 12 + i);
    for (int i = 0; i < 4; i++)
        quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
}

static uint32_t word_of(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

void chacha_block(const uint8_t key[CHACHA_KEY], const uint32_t place[CHACHA_PLACE],
                  uint32_t out[CHACHA_WORDS])
{
    uint32_t x[CHACHA_WORDS] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };

    for (int i = 0; i < CHACHA_KEY / 4; i++)
        x[4 + i] = word_of(key + 4 * i);
    memcpy(x + 12, place, CHACHA_PLACE * sizeof *place);
    memcpy(out, x, sizeof x);
    for (int i = 0; i < ROUNDS; i += 2)
        two_rounds(x);
    for (int i = 0; i < CHACHA_WORDS; i++)
        out[i] += x[i];
}
