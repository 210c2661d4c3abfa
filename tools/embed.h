/* Files that travel inside the binary: what tools/embed.c writes. */
#ifndef EMBED_H
#define EMBED_H

#include <stddef.h>

struct embedded {
    const char *name;          /* NULL ends a table */
    const unsigned char *data; /* a 0 follows it, so that text is a string */
    size_t size;               /* without that 0 */
};

#endif
