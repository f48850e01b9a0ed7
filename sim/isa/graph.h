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

/* The dominator tree. Of nodes that are not reached from the root all are GRAPH_NONE. */
typedef struct graph_dom {
    uint32_t *idom;  /* the immediate dominator; the root's is itself */
    uint32_t *first; /* place in a preorder of the tree; those that k dominates, and no others, */
    uint32_t *end;   /* have places from first[k] to below end[k] */
} graph_dom_t;

graph_dom_t graph_dominators(pool_t *pool, const graph_t *g, uint32_t root);

/* Every path from the root to x passes a (also a itself), and there is one. */
static inline bool graph_dominates(const graph_dom_t *d, uint32_t a, uint32_t x)
{
    return d->first[x] != GRAPH_NONE && d->first[x] >= d->first[a] && d->first[x] < d->end[a];
}

#endif
