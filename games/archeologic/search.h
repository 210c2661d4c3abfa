/*
 * Searching for the quickest way to certainty among the plans that are left.
 *
 * A position of the search is a set of plans and the viewfinder's place. Its value is the
 * time that a concrete way of playing takes, added up over the plans of the set: whole
 * numbers, the same on every machine, and never better than what can be reached.
 */
#ifndef ARCHEOLOGIC_SEARCH_H
#define ARCHEOLOGIC_SEARCH_H

#include "archeologic.h"

enum {
    ASKED_SUBJECTS = 5,  /* buildings, empties, traps, V, I: large buildings never pay */
    AXIS_CLASSES = 28,   /* answers to those five on one axis */
    SEARCH_PLANS = 2600, /* three clues leave at most 2,572, expert+ 2,500 */
    SEARCH_WORDS = (SEARCH_PLANS + 63) / 64,
    ROW = AXES * ASKED_SUBJECTS,
    EXACT_PLANS = 6, /* sets up to this size are solved */
};

/* How the time runs: what the search needs to know of the rules at this table. */
struct pace {
    uint8_t circle;
    uint8_t drift; /* places that the others push the viewfinder between two turns */
    bool pushed;   /* alone: traps seen push it too */
    bool claims;   /* a wrong claim only costs time: guessing may pay */
    bool first;    /* the viewfinder may start anywhere */
    uint8_t place; /* where it stands before its step */
    uint8_t axis;  /* the only axis to ask about; NONE: any */
};

struct entry {
    uint64_t key;
    uint32_t value;
    uint32_t round; /* of the search that wrote it: others do not count */
};
enum { NODE_ENTRIES = 1 << 16, EXACT_ENTRIES = 1 << 15, ARENA = 1 << 20 };

/* All that a search needs, in one block. */
struct search {
    const struct kit *kit;
    struct pace pace;
    const struct effort *effort;
    uint32_t nodes, nodes_max;
    uint32_t round; /* searches so far: nothing but this outlives one */
    bool (*stop)(void *with);
    void *with;
    bool stopped;
    int count;
    uint32_t plan[SEARCH_PLANS];
    uint8_t row[SEARCH_PLANS][ROW]; /* class of each plan's answer, by place and subject */
    uint64_t key[SEARCH_PLANS];
    int32_t guess[SEARCH_PLANS + 1]; /* time for n plans by rule of thumb, in 256ths */
    struct entry node[NODE_ENTRIES];
    struct entry exact[EXACT_ENTRIES];
    size_t used;
    _Alignas(16) unsigned char arena[ARENA];
};

/* What was decided, and what it is worth. */
struct decision {
    uint32_t value;   /* time over all plans of the set, the last claim included */
    uint32_t claim;   /* the plan to claim; HIDDEN_PLAN: ask instead */
    uint8_t question; /* what to ask */
    uint8_t cost;
};

/* Chooses for these plans, at most SEARCH_PLANS and at least one. `nodes`: work allowed;
 * the memory of earlier searches plays no part. */
struct decision search_choose(struct search *s, const struct kit *kit,
                              const uint32_t *plans, int count, struct pace pace,
                              uint32_t nodes, bool (*stop)(void *), void *with);
enum { NODES_USUAL = 3500 };

#endif
