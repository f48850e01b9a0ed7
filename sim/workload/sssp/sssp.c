/*
 * sssp: lengths of the shortest paths from one source, by repeated products with the minimum as
 * the sum; the reference is Dijkstra's algorithm.
 */
#include <errno.h>

#include "workload/check.h"
#include "workload/shortest.h"

#define THREADS 256

/* The device's copy: edges by the node they lead to, lengths now and next. */
typedef struct search {
    uint64_t row, col, length, x, y, more;
} search_t;

static int upload(host_t *h, const graph_t *g, search_t *s)
{
    graph_t r;
    int rc = graph_reverse(h, g, &r);
    if (rc)
        return rc;
    int32_t *first = graph_rows(h, &r), *x = host_memory(h, g->nodes, sizeof *x);
    for (uint32_t v = 0; x && v < g->nodes; v++)
        x[v] = v == g->source ? 0 : SHORTEST_NONE;
    s->row = host_upload(h, first, ((size_t)g->nodes + 1) * sizeof *first);
    s->col = host_upload(h, r.target, g->edges * sizeof *r.target);
    s->length = host_upload(h, r.weight, g->edges * sizeof *r.weight);
    s->x = host_upload(h, x, g->nodes * sizeof *x);
    s->y = host_buffer(h, g->nodes * sizeof *x);
    s->more = host_buffer(h, sizeof(int32_t));
    return 0;
}

/* Until a product changes nothing. A failed check returns 1. */
static int rounds(host_t *h, const graph_t *g, const search_t *s)
{
    dim3_t grid = {host_ctas(g->nodes, THREADS), 1, 1}, block = {THREADS, 1, 1};
    int32_t more = 1;
    for (uint32_t round = 0; more && host_ok(h); round++) {
        if (round > g->nodes)
            return check_fail(h, "lengths still change after %u rounds of %u nodes", round,
                              g->nodes);
        dev_fill(h->d, s->more, 0, sizeof more);
        HOST_LAUNCH(h, "sssp_min_dot_plus", grid, block, dev_arg_ptr(s->row), dev_arg_ptr(s->col),
                    dev_arg_ptr(s->length), dev_arg_ptr(s->x), dev_arg_ptr(s->y),
                    dev_arg_u32(g->nodes));
        HOST_LAUNCH(h, "sssp_diff", grid, block, dev_arg_ptr(s->x), dev_arg_ptr(s->y),
                    dev_arg_ptr(s->more), dev_arg_u32(g->nodes));
        HOST_LAUNCH(h, "sssp_assign", grid, block, dev_arg_ptr(s->x), dev_arg_ptr(s->y),
                    dev_arg_u32(g->nodes));
        dev_read(h->d, &more, s->more, sizeof more);
    }
    return 0;
}

static int make_input(host_t *h, graph_t *g)
{
    if (h->o->input)
        return graph_read(h, h->o->input, true, g);
    switch (h->o->scale) {
    case SCALE_TINY:
        return graph_arcs(h, 256, 16384, g);
    case SCALE_DEFAULT:
        return graph_arcs(h, 1024, 131072, g);
    default:
        return graph_roads(h, 339, 338, 5068, g);
    }
}

static int sssp(host_t *h)
{
    graph_t g;
    shortest_t s;
    search_t device;
    int rc = make_input(h, &g);
    if (rc || (rc = shortest_open(h, &g, &s)))
        return rc;
    int32_t *want = host_memory(h, g.nodes, sizeof *want);
    /* First, because a path may be too long for the device's numbers. */
    if (!want || (rc = shortest_from(h, &s, g.source, want)))
        return rc;
    if ((rc = upload(h, &g, &device)) || (rc = rounds(h, &g, &device)))
        return rc;
    int32_t *got = host_download(h, device.x, g.nodes * sizeof *got);
    return host_ok(h) ? check_i32(h, "length", got, want, g.nodes) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = sssp(&h);
    return host_close(&h, rc);
}

const workload_t workload_sssp = {
    .name = "sssp",
    .suite = "Pannotia",
    .groups = "apcm:cs",
    .variants = "unrolled",
    .doc = "shortest paths from one node as products with the minimum as the sum",
    .geometry = {"1x256, 256 nodes, 16384 arcs", "4x256, 1024 nodes, 131072 arcs",
                 "448x256, 114582 crossings"},
    .warp_inst = {98902, 2165664, 381090784},
    .reads_file = true,
    .run = run,
};
