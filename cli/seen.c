/*
 * What a seat sees, as one line: game, edition, size, a check sum, the bytes in base 64.
 *
 * For bots that link this same library and want to imagine worlds with tb_redeal. The
 * secrets are blanked already and the pointer to the kit is not sent. The sum finds lines
 * that were cut or altered on the way before any rule reads them.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char digit[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static uint64_t sum_of(const unsigned char *bytes, size_t size)
{
    uint64_t sum = size;

    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        sum = tb_random(&sum);
    }
    return sum;
}

void seen_write(const struct tb_game *g, const struct tb_state *seen, struct tb_text *out)
{
    size_t size = g->state_size;
    unsigned char *bytes = must(calloc(1, size + 2)); /* base 64 takes three at a time */

    memcpy(bytes, seen, size);
    memset(bytes + offsetof(struct tb_head, kit_room), 0, sizeof(uint64_t));
    tb_put(out, "%s %d %u %llx ", g->id, g->edition, (unsigned)size,
           (unsigned long long)sum_of(bytes, size));
    for (size_t i = 0; i < size; i += 3) {
        unsigned three =
            (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2];

        tb_put(out, "%c%c%c%c", digit[three >> 18], digit[three >> 12 & 63],
               digit[three >> 6 & 63], digit[three & 63]);
    }
    free(bytes);
}

static bool decode(const char *text, unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i += 3) {
        unsigned three = 0;

        for (int k = 0; k < 4; k++) {
            const char *found = *text ? strchr(digit, *text++) : NULL;

            if (!found)
                return false;
            three = three << 6 | (unsigned)(found - digit);
        }
        bytes[i] = (unsigned char)(three >> 16);
        bytes[i + 1] = (unsigned char)(three >> 8);
        bytes[i + 2] = (unsigned char)three;
    }
    return !*text;
}

static const char *read_bytes(const struct tb_game *g, const char *text,
                              unsigned char *bytes)
{
    char id[32];
    unsigned edition, size;
    unsigned long long sum;
    int at = 0;

    if (sscanf(text, "%31s %u %u %llx %n", id, &edition, &size, &sum, &at) != 4 || !at)
        return "seen: it is not GAME EDITION SIZE SUM BASE64";
    if (strcmp(id, g->id))
        return "seen: it is of another game";
    if (edition != g->edition || size != g->state_size)
        return "seen: it comes from another version of the library";
    if (!decode(text + at, bytes, size))
        return "seen: the bytes are not base 64 of that size";
    if (sum_of(bytes, size) != sum)
        return "seen: the bytes do not have that sum";
    return NULL;
}

static const char *check_head(const struct tb_game *g, const struct tb_head *head, int seat)
{
    if (head->seats < g->seats_min || head->seats > g->seats_max)
        return "seen: the game is not for that number of players";
    if (head->viewer != seat || seat >= head->seats)
        return "seen: it is not what this seat sees";
    if (head->rng || tb_is_key(head->key) || head->kit_room ||
        (head->owes | head->may) >> head->seats)
        return "seen: its head is impossible";
    for (int i = 0; g->options && g->options[i].id; i++)
        if (head->option[i] < g->options[i].min || head->option[i] > g->options[i].max)
            return "seen: an option has an impossible value";
    return NULL;
}

const char *seen_read(const struct tb_game *g, const char *text, int seat,
                      const struct tb_kit *kit, struct tb_state *out)
{
    unsigned char *bytes = must(calloc(1, g->state_size + 2));
    struct tb_state *world = must(malloc(g->state_size));
    const char *refusal = read_bytes(g, text, bytes);

    if (!refusal)
        refusal = check_head(g, (const struct tb_head *)(const void *)bytes, seat);
    if (!refusal) {
        ((struct tb_head *)(void *)bytes)->kit = kit;
        tb_redeal(g, (const struct tb_state *)(const void *)bytes, 1, world);
        if (g->check && g->check(world))
            refusal = "seen: the position is impossible";
    }
    if (!refusal)
        memcpy(out, bytes, g->state_size);
    free(world);
    free(bytes);
    return refusal;
}
