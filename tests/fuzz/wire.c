/* Heads of requests and WebSocket frames: whatever comes, nothing outside is touched. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../../server/frame.h"
#include "../../server/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void try_head(const uint8_t *bytes, size_t length)
{
    size_t whole = head_length((const char *)bytes, length < HEAD_MAX ? length : HEAD_MAX);
    char *text = whole ? malloc(whole + 1) : NULL;
    struct head head;

    if (!text)
        return;
    memcpy(text, bytes, whole);
    text[whole] = 0;
    if (!head_read(text, whole, &head)) {
        assert(*head.said.path == '/');
        assert(head.body < 1000000000);
        assert(strlen(head.said.cookie) < whole && strlen(head.said.forwarded) < whole);
    }
    free(text);
}

static void try_frames(const uint8_t *bytes, size_t length)
{
    char *copy = malloc(length + 1);
    struct frame f;

    if (!copy)
        return;
    memcpy(copy, bytes, length);
    for (size_t at = 0; frame_read((uint8_t *)copy + at, length - at, &f) == FRAME_READ;) {
        if (f.length > length - at - f.head)
            break;
        frame_unmask(copy + at + f.head, (size_t)f.length, f.mask);
        if (f.kind == FRAME_CLOSE)
            frame_close_code((uint8_t *)copy + at + f.head, (size_t)f.length);
        else
            is_utf8(copy + at + f.head, (size_t)f.length);
        at += f.head + (size_t)f.length;
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    try_head(bytes, length);
    try_frames(bytes, length);
    return 0;
}
