/*
 * Directed graphs as adjacency lists, as Rodinia's bfs has them: made from a seed (graph_make.c),
 * or read from a file of any of the formats of input.h. Memory is the host's; what returns int
 * returns 0 or a negative errno.
 */
#ifndef LW_WORKLOAD_GRAPH_H
#define LW_WORKLOAD_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "workload/input.h"

typedef struct graph_node {
    int32_t first, degree; /* of its edges */
} graph_node_t;

typedef struct graph {
    uint32_t nodes, edges;
    uint32_t source;
    graph_node_t *node;
    int32_t *target;
    int32_t *weight;
    int line, column; /* of the node count in the file that was read */
} graph_t;

/* Each node draws 2 to 4 random neighbours, and every edge is there in both directions (mean degree
 * 6), which is how Rodinia makes its graphs. Weights are 1 to 10. */
int graph_make(host_t *h, uint32_t nodes, graph_t *g);

/* Who wrote papers with whom: authors join over time, papers are cliques, co-authors write again;
 * undirected, numbered at random, weights 1. docs/workloads/color.md compares it with ca-GrQc. */
int graph_collaboration(host_t *h, uint32_t nodes, graph_t *g);

/* Arcs between random pairs of different nodes, with weights 0 to 99: the graphs of Pannotia's
 * shortest paths (256_16384.gr, 1k_128k.gr). */
int graph_arcs(host_t *h, uint32_t nodes, uint32_t arcs, graph_t *g);

/* A grid of width x height crossings with streets both ways between neighbours, of which `missing`
 * percent are not there. Row by row, weights 1. */
int graph_grid(host_t *h, uint32_t width, uint32_t height, unsigned missing, graph_t *g);

/* Streets of such a grid, in random order, where they join two parts or, `circles` of them, close a
 * circle: all crossings are connected, by few ways. Row by row, weights 1 to 100. */
int graph_roads(host_t *h, uint32_t width, uint32_t height, uint32_t circles, graph_t *g);

/* A mesh of triangles: width x height corners, each square of four cut by one of its diagonals at
 * random; undirected, row by row, weights 1. docs/workloads/ccl.md compares it with fe_4elt2. */
int graph_mesh(host_t *h, uint32_t width, uint32_t height, graph_t *g);

/* The graph of a list of edges: each node's in the order of the list. */
int graph_of(host_t *h, const input_t *in, graph_t *g);

/* Reads a file. Weights are the file's if asked for (whole, 0 to INPUT_MOST_WEIGHT; 1 where it has
 * none), otherwise 1 whatever the file has. */
int graph_read(host_t *h, const char *file, bool weights, graph_t *g);

/* first[nodes + 1] of compressed rows; lists must follow each other, as those of this file do. */
int32_t *graph_rows(host_t *h, const graph_t *g);

/* Every edge the other way. */
int graph_reverse(host_t *h, const graph_t *g, graph_t *r);

/* Every edge in both directions, once, without loops; lists ascending; weights 1. */
int graph_undirected(host_t *h, const graph_t *g, graph_t *u);

#endif
