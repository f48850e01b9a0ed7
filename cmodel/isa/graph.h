/*
 * Directed graphs of a kernel's blocks, and who dominates whom. Private to isa/.
 */
#ifndef LW_ISA_GRAPH_H
#define LW_ISA_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/pool.h"

#define GRAPH_NONE UINT32_MAX

/* A graph of n nodes as lists. */
typedef struct graph {
    uint32_t n;
    uint32_t **succ, **pred;
    uint32_t *n_succ, *n_pred;
} graph_t;

graph_t graph_new(pool_t *pool, uint32_t n);
void graph_edge(pool_t *pool, graph_t *g, uint32_t from, uint32_t to);

/* idom[k]: the immediate dominator of node k, GRAPH_NONE: not reached; the root's is itself. */
void graph_dominators(pool_t *pool, const graph_t *g, uint32_t root, uint32_t *idom);

/* Every path from the root to x passes a (also a itself). */
bool graph_dominates(const uint32_t *idom, uint32_t a, uint32_t x);

#endif
