/*
 * ccl: connected components of an undirected graph. Every node's label ends as the least number of
 * a node in its component; the reference searches each component from its least node.
 */
#include <errno.h>

#include "workload/check.h"
#include "workload/graph.h"

#define THREADS 256

static int reference(host_t *h, const graph_t *g, int32_t *label)
{
    int32_t *stack = host_memory(h, g->nodes, sizeof *stack);
    if (!stack)
        return -ENOMEM;
    for (uint32_t v = 0; v < g->nodes; v++)
        label[v] = -1;
    for (uint32_t v = 0; v < g->nodes; v++) {
        uint32_t n = 0;
        if (label[v] >= 0)
            continue;
        label[v] = (int32_t)v;
        stack[n++] = (int32_t)v;
        while (n) {
            graph_node_t at = g->node[stack[--n]];
            for (int32_t e = at.first; e < at.first + at.degree; e++) {
                if (label[g->target[e]] >= 0)
                    continue;
                label[g->target[e]] = (int32_t)v;
                stack[n++] = g->target[e];
            }
        }
    }
    return 0;
}

/* Rounds until no label changes; *label is where the last ones are. A failed check returns 1. */
static int rounds(host_t *h, const graph_t *g, uint64_t *label)
{
    int32_t *first = graph_rows(h, g), *own = host_memory(h, g->nodes, sizeof *own);
    for (uint32_t v = 0; own && v < g->nodes; v++)
        own[v] = (int32_t)v;
    uint64_t row = host_upload(h, first, ((size_t)g->nodes + 1) * sizeof *first);
    uint64_t col = host_upload(h, g->target, g->edges * sizeof *g->target);
    uint64_t least = host_buffer(h, g->nodes * sizeof *own);
    uint64_t more_at = host_buffer(h, sizeof(int32_t));
    uint64_t next = host_buffer(h, g->nodes * sizeof *own);
    *label = host_upload(h, own, g->nodes * sizeof *own);
    dim3_t grid = {host_ctas(g->nodes, THREADS), 1, 1}, block = {THREADS, 1, 1};
    int32_t more = 1;
    for (uint32_t round = 0; more && host_ok(h); round++) {
        if (round > g->nodes)
            return check_fail(h, "labels still change after %u rounds of %u nodes", round,
                              g->nodes);
        dev_fill(h->d, more_at, 0, sizeof more);
        HOST_LAUNCH(h, "ccl_propagate", grid, block, dev_arg_ptr(row), dev_arg_ptr(col),
                    dev_arg_ptr(*label), dev_arg_ptr(least), dev_arg_u32(g->nodes));
        HOST_LAUNCH(h, "ccl_jump", grid, block, dev_arg_ptr(*label), dev_arg_ptr(least),
                    dev_arg_ptr(next), dev_arg_u32(g->nodes));
        HOST_LAUNCH(h, "ccl_diff", grid, block, dev_arg_ptr(*label), dev_arg_ptr(next),
                    dev_arg_ptr(more_at), dev_arg_u32(g->nodes));
        dev_read(h->d, &more, more_at, sizeof more);
        uint64_t old = *label;
        *label = next;
        next = old;
    }
    return 0;
}

static int make_input(host_t *h, graph_t *g)
{
    if (h->o->input)
        return graph_read(h, h->o->input, false, g);
    switch (h->o->scale) {
    case SCALE_TINY:
        return graph_collaboration(h, 1024, g);
    case SCALE_DEFAULT:
        return graph_mesh(h, 106, 105, g);
    default:
        return graph_grid(h, 1000, 1000, 40, g);
    }
}

static int ccl(host_t *h)
{
    graph_t read, g;
    uint64_t label;
    int rc = make_input(h, &read);
    if (rc || (rc = graph_undirected(h, &read, &g)) || (rc = rounds(h, &g, &label)))
        return rc;
    int32_t *got = host_download(h, label, g.nodes * sizeof *got);
    int32_t *want = host_memory(h, g.nodes, sizeof *want);
    if (!host_ok(h) || (rc = reference(h, &g, want)))
        return rc;
    return check_i32(h, "label", got, want, g.nodes);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = ccl(&h);
    return host_close(&h, rc);
}

const workload_t workload_ccl = {
    .name = "ccl",
    .suite = "Pannotia-like",
    .groups = "apcm:cm",
    .variants = "unrolled",
    .doc = "connected components of a graph by label propagation and pointer jumping",
    .geometry = {"4x256, 1024 nodes", "44x256, 11130 nodes", "3907x256, 1000x1000 grid with gaps"},
    .warp_inst = {95176, 2318932, 273644300},
    .reads_file = true,
    .run = run,
};
