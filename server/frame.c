/* Frames: two bytes, a length in one of three sizes, a mask, the payload. */
#include "frame.h"

#include <string.h>

enum { FINAL = 0x80, RESERVED = 0x70, KIND = 0x0f, MASKED = 0x80, LENGTH = 0x7f };

static bool is_known(int kind) { return kind <= FRAME_BINARY || (kind >= 8 && kind <= 10); }

static uint64_t read_number(const uint8_t *bytes, int count)
{
    uint64_t number = 0;

    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* A length is written in as few bytes as it takes. */
static bool is_short_enough(int more, uint64_t length)
{
    return more == 0 ||
           (more == 2 ? length > FRAME_SMALL : length > UINT16_MAX && length <= INT64_MAX);
}

enum frame_verdict frame_read(const uint8_t *b, size_t have, struct frame *f)
{
    int more;

    if (have < 1)
        return FRAME_WAIT;
    f->final = b[0] & FINAL;
    f->kind = b[0] & KIND;
    if (b[0] & RESERVED || !is_known(f->kind) || (f->kind >= FRAME_CLOSE && !f->final))
        return FRAME_BAD;
    if (have < 2)
        return FRAME_WAIT;
    f->length = b[1] & LENGTH;
    if (!(b[1] & MASKED) || (f->kind >= FRAME_CLOSE && f->length > FRAME_SMALL))
        return FRAME_BAD;
    more = f->length < 126 ? 0 : f->length == 126 ? 2 : 8;
    f->head = (uint8_t)(2 + more + 4);
    if (have < f->head)
        return FRAME_WAIT;
    if (more)
        f->length = read_number(b + 2, more);
    memcpy(f->mask, b + 2 + more, sizeof f->mask);
    return is_short_enough(more, f->length) ? FRAME_READ : FRAME_BAD;
}

void frame_unmask(char *bytes, size_t length, const uint8_t mask[4])
{
    uint64_t wide, word;
    size_t i = 0;

    memcpy(&wide, mask, 4);
    memcpy((char *)&wide + 4, mask, 4);
    for (; i + 8 <= length; i += 8) {
        memcpy(&word, bytes + i, 8);
        word ^= wide;
        memcpy(bytes + i, &word, 8);
    }
    for (; i < length; i++)
        bytes[i] = (char)(bytes[i] ^ mask[i % 4]);
}

size_t frame_write(uint8_t out[FRAME_HEAD], enum frame_kind kind, size_t length)
{
    int more = length <= FRAME_SMALL ? 0 : length <= UINT16_MAX ? 2 : 8;

    out[0] = (uint8_t)(FINAL | kind);
    out[1] = (uint8_t)(more == 0 ? length : more == 2 ? 126 : 127);
    for (int i = 0; i < more; i++)
        out[2 + i] = (uint8_t)((uint64_t)length >> 8 * (more - 1 - i));
    return 2 + (size_t)more;
}

/* RFC 6455, 7.4: those that may stand in a frame. */
static bool may_be_sent(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

int frame_close_code(const uint8_t *payload, size_t length)
{
    int code = length >= 2 ? payload[0] << 8 | payload[1] : 0;

    if (!length)
        return 1005;
    return may_be_sent(code) && is_utf8((const char *)payload + 2, length - 2) ? code
                                                                               : 1002;
}

/* ---- UTF-8 ---- */

/* Bytes of the character at `b`; 0: it is none. */
static size_t character(const uint8_t *b, size_t left)
{
    size_t count = b[0] < 0x80   ? 1
                   : b[0] < 0xc2 ? 0
                   : b[0] < 0xe0 ? 2
                   : b[0] < 0xf0 ? 3
                                 : 4;
    /* The second byte shows overlong forms, surrogates, and what is past the last. */
    uint8_t low = b[0] == 0xe0 ? 0xa0 : b[0] == 0xf0 ? 0x90 : 0x80;
    uint8_t high = b[0] == 0xed ? 0x9f : b[0] == 0xf4 ? 0x8f : 0xbf;

    if (b[0] > 0xf4 || count > left || !count)
        return 0;
    if (count > 1 && (b[1] < low || b[1] > high))
        return 0;
    for (size_t i = 2; i < count; i++)
        if ((b[i] & 0xc0) != 0x80)
            return 0;
    return count;
}

bool is_utf8(const char *bytes, size_t length)
{
    const uint8_t *b = (const uint8_t *)bytes, *end = b + length;

    while (b < end) {
        size_t count;
        uint64_t word;

        if (end - b >= 8) { /* most of it is plain */
            memcpy(&word, b, 8);
            if (!(word & 0x8080808080808080u)) {
                b += 8;
                continue;
            }
        }
        count = character(b, (size_t)(end - b));
        if (!count)
            return false;
        b += count;
    }
    return true;
}
