/*
 * The seeker's search: where to stand at the next announcement.
 *
 * Costs are sums, over the tiles that may be the secret, of the turns still needed after
 * an announcement, in hundredths. Whole numbers only, so that every machine finds the
 * same placement.
 */
#ifndef TOPOLOGIC_SEEKER_H
#define TOPOLOGIC_SEEKER_H

#include "topologic.h"

enum { TURN = 100, KEEP_MAX = 64 };

/* Who is how far from whom. */
struct net {
    uint64_t within[TILES][FAR_MAX + 1]; /* [t][d]: the tiles at most d moves from t */
    int far;                             /* moves between the two remotest tiles */
    int ties;                            /* pairs of tiles a move apart, in a hundred */
};

/* One turn to plan. */
struct hunt {
    const struct net *net;
    uint64_t may_be;            /* tiles that may be the secret, one at least */
    uint64_t option[PAWNS_MAX]; /* where each pawn may stand at the announcement */
    uint8_t barred[PAWNS_MAX];  /* the one placement not wanted; NONE first: all are */
    uint8_t pawns;
    uint16_t apart[TILES]; /* how many moves too far a pawn there is from them, in all */
};

/* How hard to look. */
struct effort {
    uint32_t starts; /* placements to improve pawn by pawn */
    uint32_t keep;   /* of all those met, how many to judge by their replies */
    uint32_t reply;  /* starts for a reply; 0: trust the estimates */
};

struct stop {
    bool (*ask)(void *with);
    void *with;
};

void net_make(struct net *net, const struct tb_state *s);
int net_distance(const struct net *net, unsigned from, unsigned to);
/* To be called when the rest of a hunt is filled in. */
void hunt_ready(struct hunt *h);
/* A tile of the set, each as likely. */
unsigned tile_of(uint64_t set, uint64_t *rng);
/* A placement's cost at a glance. */
int placement_estimate(const struct hunt *h, const uint8_t *at);
/* The same with the best reply found to each score, from so many starts. */
int placement_judge(const struct hunt *h, const uint8_t *at, uint32_t starts, uint64_t rng);

/* Both fill `best` with a placement and return its cost. The second is for the first
 * turn, with no pawn placed yet. */
int seek(const struct hunt *h, const struct effort *effort, const struct stop *stop,
         uint64_t rng, uint8_t best[PAWNS_MAX]);
int seek_first(const struct hunt *h, const struct effort *effort, const struct stop *stop,
               uint64_t rng, uint8_t best[PAWNS_MAX]);

#endif
