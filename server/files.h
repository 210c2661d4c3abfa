/* files.h: the page, put into the program at build time by server/embed.py. */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stddef.h>

struct file {
    const char *path; /* as asked for: "/assets/index-1a2b3c.js" */
    const char *type;
    const char *etag;
    const unsigned char *bytes;
    size_t length;
    const unsigned char *tighter; /* the same in brotli; NULL: it would gain nothing */
    size_t tighter_length;
    size_t whole;   /* length uncompressed; 0: it is not compressed */
    bool immutable; /* its name changes with its content */
};

extern const struct file files[]; /* path NULL ends it */

#endif
