/*
 * marks.h: how far each table had come, in a file beside the database.
 *
 * SQLite drops the end of a damaged write-ahead log without a word, and the tables that it
 * finds then are sound, only shorter. So the head of each table is written down a second
 * time, after its commit, in a file of its own that lies in memory: that costs no call. A
 * mark is never ahead of the database: it is lowered before a commit that shortens a table,
 * and raised after one that prolongs it. What it says more than the database is missing.
 */
#ifndef STORE_MARKS_H
#define STORE_MARKS_H

#include "chain.h"
#include "disk.h"
#include "store.h"

struct mark {
    char id[STORE_ID]; /* "": no table has this number */
    uint64_t sum;
    uint32_t n;
    uint32_t status; /* enum table_status */
    uint64_t check;  /* of all before: a mark half written is none */
};

enum { CHANGES_BUCKETS = 1024 };

/* What the turn under way will do to a mark. */
struct change {
    int64_t key;
    uint32_t next; /* of its bucket, counted from 1; 0: none */
    struct mark mark;
    bool has_head, has_row; /* the plies of it are known; the rest is */
    bool gone;
};

struct marks {
    struct disk_map file; /* of marks, the first of them the file's own */
    struct change *changes;
    size_t count, room;
    uint32_t bucket[CHANGES_BUCKETS]; /* as next */
    bool lost;    /* what was marked is not known: nothing missing would be noticed */
    bool lowered; /* and not yet on the disk */
};

const char *marks_open(struct store *s, const char *path);
void marks_close(struct marks *m);
/* False: none, or one that cannot be read. */
bool mark_read(struct marks *m, int64_t key, struct mark *mark);
/* The highest number that may be marked. */
int64_t marks_top(struct marks *m);
/* The change under way, made where there is none; NULL: no memory. */
struct change *change_of(struct marks *m, int64_t key);
/* The same, and NULL where there is none. */
const struct change *change_find(const struct marks *m, int64_t key);
/* What the table must have at least, the turn under way included. */
struct head mark_expects(struct marks *m, int64_t key);

const char *marks_lower(struct marks *m); /* before the commit */
void marks_raise(struct marks *m);        /* after it */
void marks_forget(struct marks *m);       /* there was none */

#endif
