/*
 * bfs: levels of a graph from one source. Two launches a level until a level is empty; the
 * reference is a queue.
 */
#include <errno.h>

#include "workload/check.h"
#include "workload/graph.h"

#define THREADS 512

static const uint32_t sizes[SCALES] = {4096, 65536,
                                       1000000, [SCALE_ABYP] = 1000000, [SCALE_MRPB] = 65536};

/* Edges from the source to each node, -1 where there is no way. */
static int reference(host_t *h, const graph_t *g, int32_t *level)
{
    int32_t *queue = host_memory(h, g->nodes, sizeof *queue);
    if (!queue)
        return -ENOMEM;
    for (uint32_t v = 0; v < g->nodes; v++)
        level[v] = -1;
    uint32_t head = 0, tail = 0;
    level[g->source] = 0;
    queue[tail++] = (int32_t)g->source;
    while (head < tail) {
        int32_t v = queue[head++];
        for (int32_t i = 0; i < g->node[v].degree; i++) {
            int32_t to = g->target[g->node[v].first + i];
            if (level[to] < 0) {
                level[to] = level[v] + 1;
                queue[tail++] = to;
            }
        }
    }
    return 0;
}

/* The device's copy of the search's state. */
typedef struct search {
    uint64_t node, edge, frontier, next, visited, cost, more;
} search_t;

static search_t upload(host_t *h, const graph_t *g)
{
    search_t s = {
        .node = host_upload(h, g->node, g->nodes * sizeof *g->node),
        .edge = host_upload(h, g->target, g->edges * sizeof *g->target),
        .frontier = host_buffer(h, g->nodes),
        .next = host_buffer(h, g->nodes),
        .visited = host_buffer(h, g->nodes),
        .cost = host_buffer(h, g->nodes * sizeof(int32_t)),
        .more = host_buffer(h, 1),
    };
    if (!host_ok(h))
        return s;
    int32_t zero = 0;
    dev_fill(h->d, s.cost, 0xff, g->nodes * sizeof(int32_t)); /* -1 */
    dev_write(h->d, s.cost + g->source * sizeof zero, &zero, sizeof zero);
    dev_fill(h->d, s.frontier + g->source, 1, 1);
    dev_fill(h->d, s.visited + g->source, 1, 1);
    return s;
}

static int bfs(host_t *h, uint32_t size)
{
    graph_t g;
    int rc = h->o->input ? graph_read(h, h->o->input, false, &g) : graph_make(h, size, &g);
    if (rc)
        return rc;
    search_t s = upload(h, &g);
    dim3_t grid = {host_ctas(g.nodes, THREADS), 1, 1}, block = {THREADS, 1, 1};
    uint8_t more = 1;
    for (uint32_t level = 0; more && host_ok(h); level++) {
        if (level > g.nodes)
            return check_fail(h, "the frontier is not empty after %u levels of %u nodes", level,
                              g.nodes);
        dev_fill(h->d, s.more, 0, 1);
        HOST_LAUNCH(h, "bfs_kernel1", grid, block, dev_arg_ptr(s.node), dev_arg_ptr(s.edge),
                    dev_arg_ptr(s.frontier), dev_arg_ptr(s.next), dev_arg_ptr(s.visited),
                    dev_arg_ptr(s.cost), dev_arg_u32(g.nodes));
        HOST_LAUNCH(h, "bfs_kernel2", grid, block, dev_arg_ptr(s.frontier), dev_arg_ptr(s.next),
                    dev_arg_ptr(s.visited), dev_arg_ptr(s.more), dev_arg_u32(g.nodes));
        dev_read(h->d, &more, s.more, 1);
    }
    int32_t *cost = host_download(h, s.cost, g.nodes * sizeof *cost);
    int32_t *want = host_memory(h, g.nodes, sizeof *want);
    if (!host_ok(h) || (rc = reference(h, &g, want)))
        return rc;
    return check_i32(h, "cost", cost, want, g.nodes);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = bfs(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_bfs = {
    .name = "bfs",
    .suite = "Rodinia",
    .groups = "apres:cs mrpb:rodinia apcm:cs abyp",
    .variants = "",
    .doc = "breadth-first search by level of a random graph of mean degree 6",
    .geometry = {"8x512, 4096 nodes", "128x512, 65536 nodes", "1954x512, 1000000 nodes",
                 [SCALE_ABYP] = "1954x512, 1000000 nodes", [SCALE_MRPB] = "128x512, 65536 nodes"},
    .warp_inst = {125262, 2155079, 33519069, [SCALE_ABYP] = 33519069, [SCALE_MRPB] = 2155079},
    .reads_file = true,
    .run = run,
};
