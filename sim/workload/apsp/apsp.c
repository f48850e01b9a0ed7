/*
 * apsp: lengths of the shortest paths between all pairs of nodes, and a node between on each. The
 * reference is Dijkstra's algorithm from every node. A node between must lie on a shortest path;
 * which one of several it is, is not asked.
 */
#include <errno.h>

#include "workload/check.h"
#include "workload/shortest.h"

#define TILE 16

/* Two n x n matrices; n is a multiple of the tile, the nodes that fill it up have no edges. */
typedef struct pairs {
    uint32_t n;
    int32_t *length, *via;
} pairs_t;

/* The lengths of the edges, the shortest of those that are there twice. */
static int make_pairs(host_t *h, const graph_t *g, pairs_t *p)
{
    p->n = (g->nodes + TILE - 1) / TILE * TILE;
    size_t n = p->n;
    p->length = host_memory(h, n * n, sizeof *p->length);
    p->via = host_memory(h, n * n, sizeof *p->via);
    if (!host_ok(h))
        return -ENOMEM;
    for (size_t i = 0; i < n * n; i++) {
        p->length[i] = i / n == i % n ? 0 : SHORTEST_NONE;
        p->via[i] = -1;
    }
    for (uint32_t v = 0; v < g->nodes; v++) {
        for (int32_t e = g->node[v].first; e < g->node[v].first + g->node[v].degree; e++) {
            int32_t *at = &p->length[v * n + (size_t)g->target[e]];
            if (g->weight[e] < *at)
                *at = g->weight[e];
        }
    }
    return 0;
}

static void steps(host_t *h, uint32_t n, uint64_t length, uint64_t via)
{
    dim3_t grid = {n / TILE, n / TILE, 1}, block = {TILE, TILE, 1};
    for (uint32_t k = 0; k < n; k++)
        HOST_LAUNCH(h, "apsp_floyd_warshall", grid, block, dev_arg_ptr(length), dev_arg_ptr(via),
                    dev_arg_u32(n), dev_arg_u32(k));
}

static void block_steps(host_t *h, uint32_t n, uint64_t length, uint64_t via)
{
    static const char *const kernels[] = {"apsp_block_diagonal", "apsp_block_row",
                                          "apsp_block_column", "apsp_block_rest"};
    uint32_t others = n / TILE - 1;
    const dim3_t grid[] = {{1, 1, 1}, {others, 1, 1}, {others, 1, 1}, {others, others, 1}};
    for (uint32_t step = 0; step < n / TILE; step++)
        for (unsigned i = 0; i < (others ? 4 : 1); i++)
            HOST_LAUNCH(h, kernels[i], grid[i], ((dim3_t){TILE, TILE, 1}), dev_arg_ptr(length),
                        dev_arg_ptr(via), dev_arg_u32(n), dev_arg_u32(step));
}

/* Of a pair with this length: the edge if there is no node between, or two shortest ways. */
static bool on_the_way(const pairs_t *edges, const pairs_t *got, size_t v, size_t w)
{
    size_t n = got->n;
    int32_t via = got->via[v * n + w], length = got->length[v * n + w];
    if (via == -1)
        return length == edges->length[v * n + w];
    return via >= 0 && (uint32_t)via < n &&
           got->length[v * n + (size_t)via] + got->length[(size_t)via * n + w] == length;
}

static int check(host_t *h, shortest_t *s, const pairs_t *edges, const pairs_t *got)
{
    int32_t *want = host_memory(h, got->n, sizeof *want);
    uint32_t nodes = s->g->nodes;
    for (uint32_t v = 0; want && v < nodes; v++) {
        int rc = shortest_from(h, s, v, want);
        if (rc)
            return rc;
        for (uint32_t w = 0; w < nodes; w++) {
            int32_t length = got->length[(size_t)v * got->n + w];
            if (length != want[w])
                return check_fail(h, "length[%u][%u] is %d, expected %d", v, w, length, want[w]);
        }
    }
    for (uint32_t v = 0; want && v < nodes; v++)
        for (uint32_t w = 0; w < nodes; w++)
            if (!on_the_way(edges, got, v, w))
                return check_fail(h, "via[%u][%u] is %d, expected a node on a shortest path", v, w,
                                  got->via[(size_t)v * got->n + w]);
    return 0;
}

static int make_input(host_t *h, graph_t *g)
{
    static const uint32_t nodes[SCALES] = {48, 192, 256};
    /* Of a file. Work grows with their cube: 18, 145, 74,000 million warp instructions. */
    static const uint32_t most[SCALES] = {256, 512, 4096};
    if (!h->o->input)
        return graph_arcs(h, nodes[h->o->scale], nodes[h->o->scale] * 64, g);
    int rc = graph_read(h, h->o->input, true, g);
    if (!rc && g->nodes > most[h->o->scale])
        rc = diag_at(h->diag, h->o->input, g->line, g->column,
                     "%u nodes, expected at most %u at this scale (%u at the paper scale)",
                     g->nodes, most[h->o->scale], most[SCALE_PAPER]);
    return rc;
}

/* Paths may be too long for the device's numbers. */
static int check_lengths(host_t *h, shortest_t *s)
{
    int32_t *length = host_memory(h, s->g->nodes, sizeof *length);
    int rc = length ? 0 : -ENOMEM;
    for (uint32_t v = 0; h->o->input && !rc && v < s->g->nodes; v++)
        rc = shortest_from(h, s, v, length);
    return rc;
}

static int apsp(host_t *h)
{
    graph_t g;
    shortest_t s;
    pairs_t edges, got;
    int rc = make_input(h, &g);
    if (rc || (rc = shortest_open(h, &g, &s)) || (rc = check_lengths(h, &s)) ||
        (rc = make_pairs(h, &g, &edges)))
        return rc;
    size_t bytes = (size_t)edges.n * edges.n * sizeof *edges.length;
    uint64_t length = host_upload(h, edges.length, bytes), via = host_upload(h, edges.via, bytes);
    if (host_variant(h, "block"))
        block_steps(h, edges.n, length, via);
    else
        steps(h, edges.n, length, via);
    got = (pairs_t){.n = edges.n};
    got.length = host_download(h, length, bytes);
    got.via = host_download(h, via, bytes);
    return host_ok(h) ? check(h, &s, &edges, &got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = apsp(&h);
    return host_close(&h, rc);
}

const workload_t workload_apsp = {
    .name = "apsp",
    .suite = "Pannotia",
    .groups = "apcm:ci",
    .variants = "block unrolled",
    .doc = "shortest paths between all pairs of nodes (Floyd and Warshall)",
    .geometry = {"3x3 of 16x16, 48 nodes, 48 launches", "12x12 of 16x16, 192 nodes, 192 launches",
                 "16x16 of 16x16, 256 nodes, 256 launches"},
    .warp_inst = {125143, 7743022, 18177529},
    .reads_file = true,
    .run = run,
};
