/* A store of a test's own, and what tests of stores have in common. */
#ifndef TESTS_STORE_HERE_H
#define TESTS_STORE_HERE_H

#include "../store/store.h"

enum { PLAYED_AT = 1700000000 };

struct here {
    const char *where;         /* what store_open takes */
    char folder[64], file[96]; /* empty in a database */
    struct store *store;
};
/* A new one for each test: in a folder, or in the database that TABLIER_POSTGRES names. */
#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, open_one, close_one)
int open_one(void **state);
int close_one(void **state);
void open_again(struct here *h);
void make_folder(struct here *h);

void must(const char *refusal);

/* Plies tell where they belong, and reading looks at each. */
struct reading {
    int64_t key;
    uint32_t next;
    uint32_t old; /* plies before this one were kept when no lag was */
};
void write_note(char note[TB_NOTE_MAX], int64_t key, uint32_t n);
void check_ply(void *reading, const struct store_ply *p);
void add(struct store *s, int64_t key, uint32_t n);
void add_many(struct store *s, int64_t key, uint32_t from, uint32_t to);
uint32_t count(struct store *s, int64_t key);
uint32_t count_with_old(struct store *s, int64_t key, uint32_t old);
/* A table with so many plies, the latest of them not committed yet. */
struct store_table lay(struct store *s, const char *id, uint32_t plies);

extern const struct store_person lovelace;

/* Hears until something is so. */
void wait_for(struct store *s, bool (*is_so)(struct store *s, void *with), void *with);
bool are_here(struct store *s, void *reads);
/* Nothing is on its way: it is kept, or refused. */
bool turn_is_over(struct store *s, void *failure);
/* Asks for a person as a loop does: again, when it is told to. */
bool find_later(struct store *s, struct store_reads *reads, const char *id);

/* store_nodes.c: how many of its tests failed. */
int test_nodes(void);

#endif
