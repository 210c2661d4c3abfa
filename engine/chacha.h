/*
 * chacha.h: the block function of ChaCha20 (RFC 8439, section 2.3), for random.c alone.
 */
#ifndef ENGINE_CHACHA_H
#define ENGINE_CHACHA_H

#include <stdint.h>

enum { CHACHA_KEY = 32, CHACHA_PLACE = 4, CHACHA_WORDS = 16 }; /* bytes; words; words */

/* `place` is words 12 to 15 of its table: the counter and the nonce. */
void chacha_block(const uint8_t key[CHACHA_KEY], const uint32_t place[CHACHA_PLACE],
                  uint32_t out[CHACHA_WORDS]);

#endif
