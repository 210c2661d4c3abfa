/*
 * frame.h: WebSocket frames (RFC 6455), as bytes in a buffer.
 *
 * Pure functions: what strangers send is read here, and a test gives them every cut of it.
 */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_kind {
    FRAME_MORE = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10
};
enum {
    FRAME_HEAD = 10,  /* bytes before what we send, at most */
    FRAME_IN = 14,    /* the same of what comes, with its mask */
    FRAME_SMALL = 125 /* bytes of a control frame */
};

struct frame {
    uint64_t length;
    uint8_t head; /* bytes before the payload */
    uint8_t kind, mask[4];
    bool final;
};

enum frame_verdict { FRAME_WAIT, FRAME_READ, FRAME_BAD };
/* Reads the head of a client's frame. */
enum frame_verdict frame_read(const uint8_t *bytes, size_t length, struct frame *f);
void frame_unmask(char *bytes, size_t length, const uint8_t mask[4]);
/* Writes the head of a whole message of ours; returns its length. */
size_t frame_write(uint8_t out[FRAME_HEAD], enum frame_kind kind, size_t length);
/* The code that a close frame gives; 1005: none, 1002: it may not say so. */
int frame_close_code(const uint8_t *payload, size_t length);
bool is_utf8(const char *bytes, size_t length);

#endif
