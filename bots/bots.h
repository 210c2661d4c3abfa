/* What the bots share among themselves; nobody else includes this. */
#ifndef BOTS_H
#define BOTS_H

#include "tablier.h"

/* How much a search thinks and how carefully it chooses. */
struct care {
    uint32_t work;  /* steps of play that a decision usually takes */
    uint32_t edges; /* moves the tree can remember, a power of two */
    bool loose;     /* chooses by chance, what it tried more often more often */
};

/* How the search goes about it: the same for every level, and for every game but for what
 * the game says itself. */
struct manner {
    uint16_t explore;  /* weight of curiosity, in 256ths of the spread of results */
    uint16_t first;    /* curiosity about what was never tried, in the same unit */
    uint16_t ordered;  /* the same below the root, where order() has put it last */
    uint16_t horizon;  /* steps of a playout before evaluate() judges */
    uint16_t contest;  /* moves drawn in a playout, of which order() keeps the best */
    uint16_t familiar; /* visits per outcome before outcomes are told apart */
};
extern const struct manner search_manner;
struct manner search_manner_of(const struct tb_game *g);

/* What a caller asks of one decision. */
struct search_ask {
    uint32_t nodes; /* iterations; 0: as `care` says */
    uint64_t seed;
    bool (*stop)(void *with);
    void *with;
};

struct search;
size_t search_size(const struct tb_game *g, const struct care *care);
/* Makes a search in search_size() zeroed bytes. */
struct search *search_setup(void *memory, const struct tb_game *g, const struct care *care);
/* Replaces the usual manner: for measurements. */
void search_set_manner(struct search *s, const struct manner *manner);
tb_move search_decide(struct search *s, const struct tb_state *seen, int seat,
                      const struct search_ask *ask);
/* Iterations and steps of play that the latest decision took. */
void search_effort(const struct search *s, uint32_t *iterations, uint64_t *work);

size_t greedy_size(const struct tb_game *g);
/* `memory` has greedy_size() bytes; nodes: redealt worlds a move is tried in. */
tb_move greedy_decide(const struct tb_game *g, void *memory, const struct tb_state *seen,
                      int seat, const struct search_ask *ask);

#endif
