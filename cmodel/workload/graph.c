#include "workload/graph.h"

#include <errno.h>

#include "workload/text.h"

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

/* The node list again, now that the edge count is known: each list must lie within the edges. */
static int check_ranges(text_t t, const graph_t *g)
{
    for (uint32_t v = 0; v < g->nodes; v++) {
        int64_t value;
        int rc = text_number(&t, "a node's first edge", 0, g->edges, &value);
        if (!rc)
            rc = text_number(&t, "a node's degree", 0, g->edges - value, &value);
        if (rc)
            return rc;
    }
    return 0;
}

static int read_nodes(text_t *t, graph_t *g)
{
    for (uint32_t v = 0; v < g->nodes; v++) {
        int64_t first, degree;
        int rc = text_number(t, "a node's first edge", 0, INT32_MAX, &first);
        if (!rc)
            rc = text_number(t, "a node's degree", 0, INT32_MAX, &degree);
        if (rc)
            return rc;
        g->node[v] = (graph_node_t){(int32_t)first, (int32_t)degree};
    }
    return 0;
}

static int read_edges(text_t *t, graph_t *g)
{
    for (uint32_t e = 0; e < g->edges; e++) {
        int64_t target, weight;
        int rc = text_number(t, "an edge's target", 0, (int64_t)g->nodes - 1, &target);
        if (!rc)
            rc = text_number(t, "an edge's weight", INT32_MIN, INT32_MAX, &weight);
        if (rc)
            return rc;
        g->target[e] = (int32_t)target;
        g->weight[e] = (int32_t)weight;
    }
    return 0;
}

static int read_graph(text_t *t, host_t *h, graph_t *g)
{
    int64_t value;
    int rc = text_count(t, "the node count", 1, 4, &value);
    if (rc)
        return rc;
    g->nodes = (uint32_t)value;
    text_t list = *t;
    g->node = host_memory(h, g->nodes, sizeof *g->node);
    if (!host_ok(h))
        return -ENOMEM;
    if ((rc = read_nodes(t, g)))
        return rc;
    if ((rc = text_number(t, "the source node", 0, (int64_t)g->nodes - 1, &value)))
        return rc;
    g->source = (uint32_t)value;
    if ((rc = text_count(t, "the edge count", 0, 4, &value)))
        return rc;
    g->edges = (uint32_t)value;
    g->target = host_memory(h, g->edges, sizeof *g->target);
    g->weight = host_memory(h, g->edges, sizeof *g->weight);
    if (!host_ok(h))
        return -ENOMEM;
    if ((rc = check_ranges(list, g)) || (rc = read_edges(t, g)))
        return rc;
    return text_end(t, "the last edge");
}

int graph_read(host_t *h, const char *file, graph_t *g)
{
    text_t t;
    *g = (graph_t){0};
    int rc = text_open(&t, file, h->diag);
    if (rc)
        return rc;
    rc = read_graph(&t, h, g);
    text_close(&t);
    return rc;
}
