/*
 * color: a colouring by rounds of an undirected graph. The reference uses that a node's colour is
 * the first round in which no neighbour of higher priority is left, which is one more than the
 * highest colour among those neighbours: one pass over the nodes by falling priority. That the
 * colouring is proper is checked for itself.
 */
#include <errno.h>

#include "workload/check.h"
#include "workload/graph.h"

#define THREADS 256

static int reference(host_t *h, const graph_t *g, const int32_t *priority, int32_t *color)
{
    int32_t *node = host_memory(h, g->nodes, sizeof *node); /* by priority */
    if (!node)
        return -ENOMEM;
    for (uint32_t v = 0; v < g->nodes; v++)
        node[priority[v]] = (int32_t)v;
    for (uint32_t i = g->nodes; i-- > 0;) {
        int32_t v = node[i];
        color[v] = 0;
        for (int32_t e = g->node[v].first; e < g->node[v].first + g->node[v].degree; e++) {
            int32_t w = g->target[e];
            if (priority[w] > priority[v] && color[w] >= color[v])
                color[v] = color[w] + 1;
        }
    }
    return 0;
}

static int check_proper(host_t *h, const graph_t *g, const int32_t *color)
{
    for (uint32_t v = 0; v < g->nodes; v++) {
        if (color[v] < 0)
            return check_fail(h, "node %u has no colour", v);
        for (int32_t e = g->node[v].first; e < g->node[v].first + g->node[v].degree; e++)
            if (color[g->target[e]] == color[v])
                return check_fail(h, "neighbours %u and %d have the colour %d", v, g->target[e],
                                  color[v]);
    }
    return 0;
}

/* Rounds until none is left with a neighbour that is left too; a failed check returns 1. */
static int rounds(host_t *h, const graph_t *g, const int32_t *priority, uint64_t color)
{
    int32_t *first = graph_rows(h, g);
    uint64_t row = host_upload(h, first, ((size_t)g->nodes + 1) * sizeof *first);
    uint64_t col = host_upload(h, g->target, g->edges * sizeof *g->target);
    uint64_t rank = host_upload(h, priority, g->nodes * sizeof *priority);
    uint64_t most = host_buffer(h, g->nodes * sizeof(int32_t));
    uint64_t more_at = host_buffer(h, sizeof(int32_t));
    dim3_t grid = {host_ctas(g->nodes, THREADS), 1, 1}, block = {THREADS, 1, 1};
    int32_t more = 1;
    for (uint32_t round = 0; more && host_ok(h); round++) {
        if (round > g->nodes)
            return check_fail(h, "nodes without a colour are left after %u rounds of %u nodes",
                              round, g->nodes);
        dev_fill(h->d, more_at, 0, sizeof more);
        HOST_LAUNCH(h, "color_most", grid, block, dev_arg_ptr(row), dev_arg_ptr(col),
                    dev_arg_ptr(rank), dev_arg_ptr(color), dev_arg_ptr(more_at), dev_arg_ptr(most),
                    dev_arg_u32(g->nodes));
        HOST_LAUNCH(h, "color_assign", grid, block, dev_arg_ptr(rank), dev_arg_ptr(most),
                    dev_arg_ptr(color), dev_arg_u32(round), dev_arg_u32(g->nodes));
        dev_read(h->d, &more, more_at, sizeof more);
    }
    return 0;
}

static int make_input(host_t *h, graph_t *g)
{
    if (h->o->input)
        return graph_read(h, h->o->input, false, g);
    if (h->o->scale == SCALE_PAPER)
        return graph_grid(h, 1000, 1000, 0, g);
    return graph_collaboration(h, h->o->scale == SCALE_TINY ? 512 : 5242, g);
}

static int color(host_t *h)
{
    graph_t read, g;
    int rc = make_input(h, &read);
    if (rc || (rc = graph_undirected(h, &read, &g)))
        return rc;
    int32_t *priority = (int32_t *)host_shuffle(h, g.nodes);
    uint64_t at = host_buffer(h, g.nodes * sizeof(int32_t));
    if (host_ok(h))
        dev_fill(h->d, at, 0xff, g.nodes * sizeof(int32_t)); /* -1: no colour */
    if ((rc = rounds(h, &g, priority, at)))
        return rc;
    int32_t *got = host_download(h, at, g.nodes * sizeof *got);
    int32_t *want = host_memory(h, g.nodes, sizeof *want);
    if (!host_ok(h) || (rc = reference(h, &g, priority, want)))
        return rc;
    rc = check_proper(h, &g, got);
    return rc ? rc : check_i32(h, "color", got, want, g.nodes);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = color(&h);
    return host_close(&h, rc);
}

const workload_t workload_color = {
    .name = "color",
    .suite = "Pannotia",
    .groups = "apcm:cs",
    .variants = "unrolled",
    .doc = "colours a graph, each round the nodes above all their neighbours",
    .geometry = {"2x256, 512 nodes", "21x256, 5242 nodes", "3907x256, 1000x1000 grid"},
    .warp_inst = {146714, 1926706, 38215889},
    .reads_file = true,
    .run = run,
};
