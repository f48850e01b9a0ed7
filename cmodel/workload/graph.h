/*
 * Directed graphs as adjacency lists, as Rodinia's bfs has them: made from a seed, or read from a
 * file of its format (free-form whole numbers: node count; first edge and degree of each node;
 * source; edge count; target and weight of each edge).
 */
#ifndef LW_WORKLOAD_GRAPH_H
#define LW_WORKLOAD_GRAPH_H

#include <stdint.h>

#include "workload/host.h"

typedef struct graph_node {
    int32_t first, degree; /* of its edges */
} graph_node_t;

typedef struct graph {
    uint32_t nodes, edges;
    uint32_t source;
    graph_node_t *node;
    int32_t *target;
    int32_t *weight; /* 1 to 10 in made graphs */
} graph_t;

/* Each node draws 2 to 4 random neighbours, and every edge is there in both directions (mean degree
 * 6), which is how Rodinia makes its graphs. Memory is the host's. 0 or a negative errno. */
int graph_make(host_t *h, uint32_t nodes, graph_t *g);

/* Reads a file; targets, edge ranges and the source are checked. */
int graph_read(host_t *h, const char *file, graph_t *g);

#endif
