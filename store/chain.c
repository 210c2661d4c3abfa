/* Sums: SipHash-2-4, whose key carries what came before. It takes some thirty nanoseconds
 * for a ply, and 48 of its bits are kept. */
#include "chain.h"

#include <sodium.h>
#include <string.h>

static void put_number(uint8_t to[8], uint64_t value)
{
    for (int i = 0; i < 8; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

uint64_t sum_of(uint64_t a, uint64_t b, const void *bytes, size_t length)
{
    uint8_t key[crypto_shorthash_KEYBYTES], out[crypto_shorthash_BYTES];
    uint64_t sum = 0;

    _Static_assert(sizeof key == 16 && sizeof out == 8, "two numbers make a key");
    put_number(key, a);
    put_number(key + 8, b);
    crypto_shorthash(out, bytes, length, key);
    for (int i = 0; i < 6; i++)
        sum |= (uint64_t)out[i] << 8 * i;
    return sum;
}

struct head chain_next(struct head head, int64_t key, const char *line, size_t length)
{
    uint64_t place = (uint64_t)key << 32 | head.n;

    return (struct head){ .sum = sum_of(head.sum, place, line, length), .n = head.n + 1 };
}

void sum_write(uint64_t sum, char letters[SUM_LETTERS])
{
    static const char alphabet[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

    for (int i = 0; i < SUM_LETTERS; i++)
        letters[i] = alphabet[sum >> 6 * i & 63];
}

bool chain_follows(struct head *head, int64_t key, const char *line, size_t length)
{
    char letters[SUM_LETTERS];
    struct head next;

    if (length <= SUM_LETTERS || line[SUM_LETTERS] != ' ')
        return false;
    next = chain_next(*head, key, line + SUM_LETTERS + 1, length - SUM_LETTERS - 1);
    sum_write(next.sum, letters);
    if (memcmp(line, letters, SUM_LETTERS) != 0)
        return false;
    *head = next;
    return true;
}
