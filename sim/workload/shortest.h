/* Lengths of shortest paths, by Dijkstra's algorithm: the reference of workloads that find them. */
#ifndef LW_WORKLOAD_SHORTEST_H
#define LW_WORKLOAD_SHORTEST_H

#include <stdint.h>

#include "workload/graph.h"

/* No way. The sum of two of them is still a 32-bit number, so that kernels need not ask. */
#define SHORTEST_NONE ((1 << 30) - 1)

typedef struct shortest {
    const graph_t *g;
    struct shortest_step *heap; /* edges + 1 */
    int64_t *length;            /* nodes */
} shortest_t;

/* Weights must be 0 or more. Memory is the host's. */
int shortest_open(host_t *h, const graph_t *g, shortest_t *s);

/* length[nodes] from a source. -EINVAL with a message if a length is not below SHORTEST_NONE. */
int shortest_from(host_t *h, shortest_t *s, uint32_t source, int32_t *length);

#endif
