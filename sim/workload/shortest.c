#include "workload/shortest.h"

#include <errno.h>

/* A node that can be reached over an edge, by this length; what is nearest is taken first. A node
 * is there once an edge at most, and counts the first time only. */
typedef struct shortest_step {
    int64_t length;
    uint32_t node;
} step_t;

static void push(step_t *heap, uint32_t *n, step_t s)
{
    uint32_t at = (*n)++;
    for (; at && heap[(at - 1) / 2].length > s.length; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = s;
}

static step_t pop(step_t *heap, uint32_t *n)
{
    step_t top = heap[0], s = heap[--*n];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < *n; at = child) {
        if (child + 1 < *n && heap[child + 1].length < heap[child].length)
            child++;
        if (heap[child].length >= s.length)
            break;
        heap[at] = heap[child];
    }
    heap[at] = s;
    return top;
}

int shortest_open(host_t *h, const graph_t *g, shortest_t *s)
{
    s->g = g;
    s->heap = host_memory(h, (size_t)g->edges + 1, sizeof *s->heap);
    s->length = host_memory(h, g->nodes, sizeof *s->length);
    return host_ok(h) ? 0 : -ENOMEM;
}

int shortest_from(host_t *h, shortest_t *s, uint32_t source, int32_t *length)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < s->g->nodes; v++)
        s->length[v] = -1;
    push(s->heap, &n, (step_t){0, source});
    while (n) {
        step_t at = pop(s->heap, &n);
        if (s->length[at.node] >= 0)
            continue;
        s->length[at.node] = at.length;
        graph_node_t node = s->g->node[at.node];
        for (int32_t e = node.first; e < node.first + node.degree; e++)
            if (s->length[s->g->target[e]] < 0)
                push(s->heap, &n, (step_t){at.length + s->g->weight[e], (uint32_t)s->g->target[e]});
    }
    for (uint32_t v = 0; v < s->g->nodes; v++) {
        if (s->length[v] >= SHORTEST_NONE)
            return diag_at(h->diag, h->o->input ? h->o->input : h->w->name, 0, 0,
                           "the way from node %u to node %u is %lld long, expected less than %d",
                           source + 1, v + 1, (long long)s->length[v], SHORTEST_NONE);
        length[v] = s->length[v] < 0 ? SHORTEST_NONE : (int32_t)s->length[v];
    }
    return 0;
}
