/* The store: which kind an address names, and every call handed on to it. */
#include "face.h"

#include <string.h>

const char store_damaged[] =
    TB_N("This table is damaged on the disk of the house. It is kept aside, and nothing of "
         "it is deleted: tell the host of the house.");

bool store_is_address(const char *where)
{
    return !strncmp(where, "postgresql://", 13) || !strncmp(where, "postgres://", 11);
}

static const char *open_one(const char *where, bool making, struct store **out)
{
    return store_is_address(where) ? postgres_store_open(where, making, out)
                                   : sqlite_store_open(where, making, out);
}

const char *store_open(const char *where, struct store **out)
{
    return open_one(where, true, out);
}

const char *store_open_to_look(const char *where, struct store **out)
{
    return open_one(where, false, out);
}

void store_close(struct store *s)
{
    if (s)
        s->face->close(s);
}

void store_abort(struct store *s) { s->face->abort(s); }

void store_hear(struct store *s) { s->face->hear(s); }

void store_hold(struct store *s, const struct store_table *t) { s->face->hold(s, t); }

void store_drop(struct store *s, int64_t key) { s->face->drop(s, key); }

const char store_later[] = "What was asked for is not here yet.";

void store_reads_free(struct store *s, struct store_reads *r)
{
    if (r)
        s->face->reads_free(s, r);
}

void store_reads_use(struct store *s, struct store_reads *r) { s->face->reads_use(s, r); }

bool store_reads_are_here(const struct store_reads *r) { return !r->waiting; }

bool store_reads_are_none(const struct store_reads *r) { return !r->asked; }

#ifndef __cppcheck__ /* as in sqlite.h */
/* clang-format off */
#define HAND_ON(type, name, takes, given) \
    type store_##name takes { return s->face->name given; }
STORE_FACE(HAND_ON)
/* clang-format on */
#endif
