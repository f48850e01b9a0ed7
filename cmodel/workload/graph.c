#include "workload/graph.h"

#include <errno.h>

#include "workload/input.h"

/* A drawn edge between two nodes. */
typedef struct draw {
    uint32_t a, b;
    int32_t weight;
} draw_t;

static int allocate(host_t *h, graph_t *g)
{
    g->node = host_memory(h, g->nodes, sizeof *g->node);
    g->target = host_memory(h, g->edges, sizeof *g->target);
    g->weight = host_memory(h, g->edges, sizeof *g->weight);
    return host_ok(h) ? 0 : -ENOMEM;
}

int graph_make(host_t *h, uint32_t nodes, graph_t *g)
{
    draw_t *draws = host_memory(h, (size_t)nodes * 4, sizeof *draws);
    uint32_t *used = host_memory(h, nodes, sizeof *used);
    if (!host_ok(h))
        return -ENOMEM;
    uint32_t n = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        uint32_t own = 2 + rng_below(&h->rng, 3);
        for (uint32_t i = 0; i < own; i++) {
            uint32_t other = rng_below(&h->rng, nodes);
            int32_t weight = 1 + (int32_t)rng_below(&h->rng, 10);
            draws[n++] = (draw_t){v, other, weight};
            used[v]++;
            used[other]++;
        }
    }
    *g = (graph_t){.nodes = nodes, .edges = 2 * n, .source = 0};
    if (allocate(h, g))
        return -ENOMEM;
    int32_t first = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        g->node[v].first = first;
        first += (int32_t)used[v];
    }
    for (uint32_t i = 0; i < n; i++) {
        graph_node_t *a = &g->node[draws[i].a], *b = &g->node[draws[i].b];
        int32_t ab = a->first + a->degree++;
        int32_t ba = b->first + b->degree++;
        g->target[ab] = (int32_t)draws[i].b;
        g->target[ba] = (int32_t)draws[i].a;
        g->weight[ab] = g->weight[ba] = draws[i].weight;
    }
    return 0;
}

/* Each node's edges in the order of the file's. */
static int by_nodes(host_t *h, const input_t *in, graph_t *g)
{
    *g = (graph_t){.nodes = in->rows, .edges = in->entries, .source = in->source};
    if (allocate(h, g))
        return -ENOMEM;
    for (uint32_t i = 0; i < in->entries; i++)
        g->node[in->row[i]].degree++;
    int32_t first = 0;
    for (uint32_t v = 0; v < g->nodes; v++) {
        g->node[v].first = first;
        first += g->node[v].degree;
        g->node[v].degree = 0;
    }
    for (uint32_t i = 0; i < in->entries; i++) {
        graph_node_t *node = &g->node[in->row[i]];
        int32_t at = node->first + node->degree++;
        g->target[at] = in->col[i];
        g->weight[at] = (int32_t)in->value[i];
    }
    return 0;
}

int graph_read(host_t *h, const char *file, bool weights, graph_t *g)
{
    input_t in;
    int rc = input_read(h, file, weights ? INPUT_DISTANCES : INPUT_LINKS, &in);
    for (uint32_t i = 0; !rc && !weights && i < in.entries; i++)
        in.value[i] = 1.0;
    return rc ? rc : by_nodes(h, &in, g);
}
