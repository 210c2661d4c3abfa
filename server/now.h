/* now.h: the server's only door to the machine's clocks, so that a test may bring others.
 */
#ifndef NOW_H
#define NOW_H

#include <stdint.h>

/* Milliseconds since 1970, by a clock that people set. */
int64_t wall_ms(void);
/* Microseconds since some moment, by one that nobody does. */
int64_t monotonic_us(void);

#endif
