/* kept.h: tables of a house, for the commands that read them. */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H

#include "../store/store.h"
#include "cli.h"

enum row_is {
    ROW_WHOLE,
    ROW_OTHER_RULES, /* of another edition, or of a game that is not here */
    ROW_NO_BOOK,
    ROW_DAMAGED, /* its sums say so; the moves before are played */
    ROW_WRONG,   /* a move that the game refuses */
    ROW_UNREAD,  /* the store failed */
};

struct row_match {
    struct tb_match *match; /* NULL: other rules, no book */
    struct tb_kit *own;     /* of its book */
    const char *refusal;    /* of ROW_WRONG and ROW_UNREAD: why */
    enum row_is is;
};

/* The address that --store has; NULL: none was given. Any other word is refused. */
const char *store_address(const struct args *a);
/* A place as it may be said aloud: an address may hold a passphrase. */
const char *store_name(const char *where);
/* The store of --store or --data; gives up where it cannot be opened. */
struct store *store_given(const struct args *a,
                          const char *(*open)(const char *where, struct store **out));
/* Plays a table's record again. */
struct row_match row_replay(struct store *store, const struct store_table *row,
                            struct tb_kit *const *kits);
void row_free(struct row_match *r);

#endif
