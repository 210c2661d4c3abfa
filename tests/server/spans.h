/* spans.h: the server's messages taken apart without copying, for tests that hold them
 * against texts of their own. They are known to be JSON. */
#ifndef SPANS_H
#define SPANS_H

#include <stdbool.h>
#include <stddef.h>

enum { MEMBERS = 40 };

/* A value of a message, as it is written there. */
struct span {
    const char *at;
    size_t length;
};

/* An object, taken apart. */
struct object {
    struct span key[MEMBERS], value[MEMBERS];
    int count;
};

void take_apart(const char *at, struct object *o);
/* The end of the value that begins there. */
const char *step_over(const char *at);
bool is(struct span value, const char *text);
/* The value of a key; NULL: it has none. */
const struct span *member(const struct object *o, const char *key);
bool says(const struct object *o, const char *key, const char *value);

#endif
