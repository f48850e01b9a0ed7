#include "workload/graph.h"

#include <errno.h>
#include <string.h>

static int allocate(host_t *h, graph_t *g)
{
    g->node = host_memory(h, g->nodes, sizeof *g->node);
    g->target = host_memory(h, g->edges, sizeof *g->target);
    g->weight = host_memory(h, g->edges, sizeof *g->weight);
    return host_ok(h) ? 0 : -ENOMEM;
}

int graph_of(host_t *h, const input_t *in, graph_t *g)
{
    *g = (graph_t){.nodes = in->rows, .edges = in->entries, .source = in->source};
    g->line = in->line;
    g->column = in->column;
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
    return rc ? rc : graph_of(h, &in, g);
}

int32_t *graph_rows(host_t *h, const graph_t *g)
{
    int32_t *first = host_memory(h, (size_t)g->nodes + 1, sizeof *first);
    for (uint32_t v = 0; first && v < g->nodes; v++)
        first[v + 1] = first[v] + g->node[v].degree;
    return first;
}

int graph_reverse(host_t *h, const graph_t *g, graph_t *r)
{
    *r = (graph_t){.nodes = g->nodes, .edges = g->edges, .source = g->source};
    if (allocate(h, r))
        return -ENOMEM;
    for (uint32_t e = 0; e < g->edges; e++)
        r->node[g->target[e]].degree++;
    int32_t first = 0;
    for (uint32_t v = 0; v < g->nodes; v++) {
        r->node[v].first = first;
        first += r->node[v].degree;
        r->node[v].degree = 0;
    }
    for (uint32_t v = 0; v < g->nodes; v++) {
        for (int32_t e = g->node[v].first; e < g->node[v].first + g->node[v].degree; e++) {
            graph_node_t *to = &r->node[g->target[e]];
            int32_t at = to->first + to->degree++;
            r->target[at] = (int32_t)v;
            r->weight[at] = g->weight[e];
        }
    }
    return 0;
}

/* Appends v to w's list unless it is there: lists are filled in the order of v. */
static void meet(graph_t *u, uint32_t w, uint32_t v)
{
    graph_node_t *node = &u->node[w];
    int32_t end = node->first + node->degree;
    if (w != v && (!node->degree || u->target[end - 1] != (int32_t)v)) {
        u->target[end] = (int32_t)v;
        u->weight[end] = 1;
        node->degree++;
    }
}

int graph_undirected(host_t *h, const graph_t *g, graph_t *u)
{
    graph_t r;
    if (graph_reverse(h, g, &r))
        return -ENOMEM;
    if (g->edges > INT32_MAX / 2)
        return diag_at(h->diag, h->w->name, 0, 0, "%u edges, expected at most %d", g->edges,
                       INT32_MAX / 2);
    *u = (graph_t){.nodes = g->nodes, .edges = 2 * g->edges, .source = g->source};
    if (allocate(h, u))
        return -ENOMEM;
    int32_t first = 0;
    for (uint32_t v = 0; v < u->nodes; v++) {
        u->node[v].first = first;
        first += g->node[v].degree + r.node[v].degree;
    }
    for (uint32_t v = 0; v < u->nodes; v++) {
        for (int32_t e = 0; e < g->node[v].degree; e++)
            meet(u, (uint32_t)g->target[g->node[v].first + e], v);
        for (int32_t e = 0; e < r.node[v].degree; e++)
            meet(u, (uint32_t)r.target[r.node[v].first + e], v);
    }
    /* The gaps that loops and repeated edges leave are closed. */
    u->edges = 0;
    for (uint32_t v = 0; v < u->nodes; v++) {
        memmove(u->target + u->edges, u->target + u->node[v].first,
                (size_t)u->node[v].degree * sizeof *u->target);
        u->node[v].first = (int32_t)u->edges;
        u->edges += (uint32_t)u->node[v].degree;
    }
    return 0;
}
