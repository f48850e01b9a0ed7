/* Graphs made from a seed, what becomes of a graph on its way to a kernel, and shortest paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "input_rig.h"
#include "workload/shortest.h"

static bool has_edge(const graph_t *g, uint32_t from, uint32_t to)
{
    for (int32_t e = g->node[from].first; e < g->node[from].first + g->node[from].degree; e++)
        if (g->target[e] == (int32_t)to)
            return true;
    return false;
}

/* Lists follow each other and have only nodes. */
static void must_be_whole(const graph_t *g)
{
    int64_t first = 0;
    for (uint32_t v = 0; v < g->nodes; v++) {
        assert_int_equal(g->node[v].first, first);
        first += g->node[v].degree;
    }
    assert_int_equal(first, g->edges);
    for (uint32_t e = 0; e < g->edges; e++)
        assert_true(g->target[e] >= 0 && (uint32_t)g->target[e] < g->nodes);
}

static void must_be_undirected(const graph_t *g)
{
    must_be_whole(g);
    for (uint32_t v = 0; v < g->nodes; v++) {
        for (int32_t i = 0; i < g->node[v].degree; i++) {
            int32_t to = g->target[g->node[v].first + i];
            assert_true(to != (int32_t)v && has_edge(g, (uint32_t)to, v));
            if (i)
                assert_true(g->target[g->node[v].first + i - 1] < to);
        }
    }
}

/* How many nodes can be reached from a node of a graph. */
static uint32_t reached(const graph_t *g, uint32_t from)
{
    uint32_t *stack = calloc(g->nodes, sizeof *stack), n = 0, count = 1;
    bool *seen = calloc(g->nodes, sizeof *seen);
    assert_true(stack && seen);
    seen[from] = true;
    stack[n++] = from;
    while (n) {
        graph_node_t at = g->node[stack[--n]];
        for (int32_t e = at.first; e < at.first + at.degree; e++) {
            if (seen[g->target[e]])
                continue;
            seen[g->target[e]] = true;
            stack[n++] = (uint32_t)g->target[e];
            count++;
        }
    }
    free(stack);
    free(seen);
    return count;
}

static void workload_040_a_directed_graph_becomes_undirected(void **state)
{
    (void)state;
    host_t h = new_host(1);
    /* 0 -> 1 twice, 1 -> 0, a loop, 2 -> 0, 3 alone. */
    int32_t row[] = {0, 1, 0, 2, 2}, col[] = {1, 0, 1, 2, 0};
    double value[] = {5, 6, 7, 8, 9};
    input_t in = {.rows = 4, .cols = 4, .entries = 5, .row = row, .col = col, .value = value};
    graph_t g, u, r;
    assert_int_equal(graph_of(&h, &in, &g), 0);
    must_be_whole(&g);
    const int32_t target[] = {1, 1, 0, 2, 0}, weight[] = {5, 7, 6, 8, 9};
    assert_memory_equal(g.target, target, sizeof target);
    assert_memory_equal(g.weight, weight, sizeof weight);
    assert_int_equal(graph_undirected(&h, &g, &u), 0);
    must_be_undirected(&u);
    const int32_t both[] = {1, 2, 0, 0}, first[] = {0, 2, 3, 4, 4};
    assert_int_equal(u.edges, 4);
    assert_memory_equal(u.target, both, sizeof both);
    assert_memory_equal(graph_rows(&h, &u), first, sizeof first);
    assert_int_equal(graph_reverse(&h, &g, &r), 0);
    must_be_whole(&r);
    const int32_t from[] = {1, 2, 0, 0, 2}, back[] = {6, 9, 5, 7, 8};
    assert_memory_equal(r.target, from, sizeof from);
    assert_memory_equal(r.weight, back, sizeof back);
    host_close(&h, 0);
}

static void workload_041_authors_form_cliques_and_components(void **state)
{
    (void)state;
    host_t h = new_host(6);
    graph_t g;
    enum { NODES = 2000 };
    assert_int_equal(graph_collaboration(&h, NODES, &g), 0);
    assert_int_equal(g.nodes, NODES);
    must_be_undirected(&g);
    /* Two neighbours of a node know each other far more often than in a random graph of this
     * density, where it would be one pair in several hundred. */
    uint64_t pairs = 0, triangles = 0;
    for (uint32_t v = 0; v < NODES; v++) {
        const int32_t *to = &g.target[g.node[v].first];
        for (int32_t a = 0; a < g.node[v].degree; a++)
            for (int32_t b = 0; b < a; b++, pairs++)
                triangles += has_edge(&g, (uint32_t)to[a], (uint32_t)to[b]);
    }
    assert_true(triangles * 2 > pairs);
    assert_in_range(g.edges, 3 * NODES, 8 * NODES);
    uint32_t most = 0;
    for (uint32_t v = 0; v < NODES; v += 100) {
        uint32_t n = reached(&g, v);
        most = n > most ? n : most;
    }
    assert_in_range(most, NODES / 2, NODES - 1);
    host_close(&h, 0);
}

static void workload_042_meshes_grids_and_roads(void **state)
{
    (void)state;
    host_t h = new_host(2);
    graph_t g, u;
    enum { W = 30, H = 20, NODES = W * H, STREETS = (W - 1) * H + W * (H - 1), CIRCLES = 17 };
    assert_int_equal(graph_mesh(&h, W, H, &g), 0);
    assert_int_equal(g.edges, 2 * (STREETS + (W - 1) * (H - 1)));
    assert_int_equal(graph_undirected(&h, &g, &u), 0);
    assert_int_equal(u.edges, g.edges); /* nothing was there twice */
    must_be_undirected(&u);
    assert_int_equal(reached(&g, 0), NODES);
    for (uint32_t v = 0; v < NODES; v++)
        assert_in_range(g.node[v].degree, 2, 8);

    assert_int_equal(graph_grid(&h, W, H, 0, &g), 0);
    assert_int_equal(g.edges, 2 * STREETS);
    for (uint32_t v = 0; v < NODES; v++) {
        assert_int_equal(has_edge(&g, v, v + 1), v % W != W - 1);
        assert_int_equal(has_edge(&g, v, v + W), v / W != H - 1);
        assert_int_equal(g.node[v].degree,
                         (v % W > 0) + (v % W < W - 1) + (v >= W) + (v / W < H - 1));
    }
    assert_int_equal(graph_grid(&h, W, H, 100, &g), 0);
    assert_int_equal(g.edges, 0);

    assert_int_equal(graph_roads(&h, W, H, CIRCLES, &g), 0);
    assert_int_equal(g.edges, 2 * (NODES - 1 + CIRCLES)); /* a tree and so many more */
    assert_int_equal(reached(&g, NODES / 2), NODES);
    assert_int_equal(graph_undirected(&h, &g, &u), 0);
    assert_int_equal(u.edges, g.edges);
    for (uint32_t v = 0; v < NODES; v++)
        for (int32_t e = g.node[v].first; e < g.node[v].first + g.node[v].degree; e++) {
            int32_t step = abs(g.target[e] - (int32_t)v);
            assert_true(step == 1 || step == W);
            assert_in_range(g.weight[e], 1, 100);
        }
    host_close(&h, 0);
}

static void workload_043_random_arcs(void **state)
{
    (void)state;
    host_t h = new_host(2);
    graph_t g;
    assert_int_equal(graph_arcs(&h, 300, 20000, &g), 0);
    must_be_whole(&g);
    assert_int_equal(g.edges, 20000);
    int64_t sum = 0;
    for (uint32_t v = 0; v < g.nodes; v++) {
        assert_false(has_edge(&g, v, v));
        assert_in_range(g.node[v].degree, 20, 130); /* 66.7, more than 5 standard deviations of 8 */
    }
    for (uint32_t e = 0; e < g.edges; e++) {
        assert_in_range(g.weight[e], 0, 99);
        sum += g.weight[e];
    }
    /* 49.5 in the mean, with a standard deviation of 28.9 / sqrt(20000) = 0.2 */
    assert_in_range(sum, 20000 * 485 / 10, 20000 * 505 / 10);
    host_close(&h, 0);
}

/* Against lengths by another algorithm: relaxing all edges until nothing changes. */
static void workload_050_shortest_paths(void **state)
{
    (void)state;
    for (uint32_t arcs = 0; arcs <= 400; arcs += 20) {
        host_t h = new_host(arcs + 1);
        graph_t g;
        shortest_t s;
        enum { NODES = 60 };
        assert_int_equal(graph_arcs(&h, NODES, arcs, &g), 0);
        assert_int_equal(shortest_open(&h, &g, &s), 0);
        for (uint32_t source = 0; source < NODES; source += 7) {
            int32_t got[NODES], want[NODES];
            for (uint32_t v = 0; v < NODES; v++)
                want[v] = v == source ? 0 : SHORTEST_NONE;
            for (bool again = true; again;) {
                again = false;
                for (uint32_t v = 0; v < NODES; v++)
                    for (int32_t e = g.node[v].first; e < g.node[v].first + g.node[v].degree; e++)
                        if (want[v] < SHORTEST_NONE && want[v] + g.weight[e] < want[g.target[e]]) {
                            want[g.target[e]] = want[v] + g.weight[e];
                            again = true;
                        }
            }
            assert_int_equal(shortest_from(&h, &s, source, got), 0);
            assert_memory_equal(got, want, sizeof want);
        }
        host_close(&h, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_040_a_directed_graph_becomes_undirected),
        cmocka_unit_test(workload_041_authors_form_cliques_and_components),
        cmocka_unit_test(workload_042_meshes_grids_and_roads),
        cmocka_unit_test(workload_043_random_arcs),
        cmocka_unit_test(workload_050_shortest_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
