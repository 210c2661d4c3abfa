/* The store: every call of store.h handed on to whoever keeps the house. */
#include "face.h"

const char store_damaged[] =
    TB_N("This table is damaged on the disk of the house. It is kept aside, and nothing of "
         "it is deleted: tell the host of the house.");

const char *store_open(const char *folder, struct store **out)
{
    return sqlite_store_open(folder, true, out);
}

const char *store_open_to_look(const char *folder, struct store **out)
{
    return sqlite_store_open(folder, false, out);
}

void store_close(struct store *s)
{
    if (s)
        s->face->close(s);
}

void store_abort(struct store *s) { s->face->abort(s); }

/* clang-format off */
#define HAND_ON(type, name, takes, given) \
    type store_##name takes { return s->face->name given; }
STORE_FACE(HAND_ON)
/* clang-format on */
