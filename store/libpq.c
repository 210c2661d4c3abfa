/* PostgreSQL's library, found by its name when it is needed. */
#include "libpq.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tablier.h"

/* A pointer to data is not one to a function, except where there is dlsym. */
static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);

    memcpy(function, &found, sizeof found);
    return found;
}

const char *libpq_load(struct libpq *pq)
{
    bool whole = true;

    pq->library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!pq->library)
        return TB_N("PostgreSQL's library is not installed here: libpq.so.5, of the "
                    "package libpq5.");
#define FIND(name) whole = whole && find(pq->library, #name, &pq->name);
    LIBPQ(FIND)
#undef FIND
    return whole ? NULL : TB_N("PostgreSQL's library is too old here: 14 or later.");
}
