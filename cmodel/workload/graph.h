/*
 * Directed graphs as adjacency lists, as Rodinia's bfs has them: made from a seed, or read from a
 * file of any of the formats of input.h.
 */
#ifndef LW_WORKLOAD_GRAPH_H
#define LW_WORKLOAD_GRAPH_H

#include <stdbool.h>
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
    int32_t *weight;
} graph_t;

/* Each node draws 2 to 4 random neighbours, and every edge is there in both directions (mean degree
 * 6), which is how Rodinia makes its graphs. Weights are 1 to 10. Memory is the host's. 0 or a
 * negative errno. */
int graph_make(host_t *h, uint32_t nodes, graph_t *g);

/* Reads a file. Weights are the file's if asked for (whole, 0 to INPUT_MOST_WEIGHT; 1 where it has
 * none), otherwise 1 whatever the file has. */
int graph_read(host_t *h, const char *file, bool weights, graph_t *g);

#endif
