#include "gpu/wheel.h"

#include <stdio.h>

void wheel_grow(wheel_t *w)
{
    uint32_t n = w->n_nodes ? w->n_nodes * 2 : 64;
    wheel_node_t *node = realloc(w->node, n * sizeof *node);
    if (!node) {
        fputs("lockwarp: out of memory\n", stderr);
        abort();
    }
    for (uint32_t i = w->n_nodes; i < n; i++)
        node[i].next = i + 1 < n ? i + 1 : WHEEL_NIL;
    w->free = w->n_nodes;
    w->node = node;
    w->n_nodes = n;
}
