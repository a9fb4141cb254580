/* Tree search over an engine.
 *
 * Nodes hold no states: an iteration steps a copy of the root's state along its path. The moves of a node stand in one
 * array, and the first `tried` of them, in the order in which they were tried, have a child each. */
#ifndef BOARDWRIGHT_SEARCH_H
#define BOARDWRIGHT_SEARCH_H

#include "engine.h"

typedef struct {
    double prior;
    uint32_t tie;
    int32_t action, child, rank;
} Branch;

typedef struct {
    Branch *branches;
    int32_t count, tried, visits;
    double total;
} Node;

typedef struct {
    const Engine *engine;
    double exploration, sum, squares, spread;
    long evaluations;
    Rng rng;
    Rng luck; /* for chance outcomes and play-outs of one iteration */
    uint64_t seed;
    Node *nodes;
    int32_t used, room;
    size_t bytes;
    int is_full;
    int root_actor;
    int32_t only;            /* the one move of the root to look at, or -1 for all */
    double sums[MAX_SEATS]; /* of the values of all evaluations, by seat */
    uint32_t root[MAX_WORDS];
    int32_t *moves; /* room for all moves of one state */
    double *priors;
    long made, iterations; /* of the present run */
    double began, stop;    /* when it began and when its time is up; 0 if iterations count */
} Search;

/* A search from a state in which somebody is to move, of all moves or of `only` one that is legal; NULL if memory ran out.
 * The engine must outlive it. */
Search *search_new(const Engine *engine, const uint32_t *state, double exploration, uint64_t seed, int32_t only);
void search_free(Search *search);

/* A run lasts until the iterations are made, or the time is up if `seconds` is not 0, or no move can overtake the first,
 * or memory ran out. `search_continue` makes some iterations of it and returns whether there are more to make. */
void search_begin(Search *search, long iterations, double seconds);
int search_continue(Search *search, long most);

/* Makes the node of that state the root if it lies within a few steps, and begins a new tree otherwise; 1 in the first
 * case, 0 in the second, -1 if memory ran out. */
int search_move_root(Search *search, const uint32_t *state, uint64_t seed);

/* Shared by search.c and search_root.c: a new node's number or -1; the root's moves with the evaluation after each. */
int32_t search_new_node(Search *search);
int search_rank_root(Search *search);

#endif
