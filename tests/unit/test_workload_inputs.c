/* Graphs and sparse matrices made from a seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "input_rig.h"
#include "workload/graph.h"
#include "workload/sparse.h"

static void workload_020_made_graphs_have_every_edge_both_ways(void **state)
{
    (void)state;
    host_t h = new_host(5);
    graph_t g;
    enum { N = 3000 };
    assert_int_equal(graph_make(&h, N, &g), 0);
    /* Sums over unordered pairs cancel when each direction is there as often as the other. */
    int64_t balance = 0, count = 0;
    for (uint32_t v = 0; v < N; v++) {
        assert_int_equal(g.node[v].first, count);
        assert_true(g.node[v].degree >= 2);
        for (int32_t i = 0; i < g.node[v].degree; i++, count++) {
            int64_t to = g.target[g.node[v].first + i];
            assert_true(to >= 0 && to < N);
            int32_t weight = g.weight[g.node[v].first + i];
            assert_true(weight >= 1 && weight <= 10);
            int64_t low = to < v ? to : v, high = to < v ? v : to;
            balance += (to > v) * (low * N + high + weight) - (to < v) * (low * N + high + weight);
        }
    }
    assert_int_equal(balance, 0);
    assert_int_equal(count, g.edges);
    /* 2 to 4 draws of two directions: 6 edges a node, to within 4 standard deviations. */
    assert_in_range(g.edges, 6 * N - 4 * 2 * 45, 6 * N + 4 * 2 * 45);
    host_close(&h, 0);
}

static void workload_021_the_seed_decides_the_input(void **state)
{
    (void)state;
    graph_t g[3];
    sparse_t m[3];
    host_t h[3] = {new_host(7), new_host(7), new_host(8)};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(graph_make(&h[i], 500, &g[i]), 0);
        assert_int_equal(sparse_make(&h[i], 500, 45, 16, &m[i]), 0);
    }
    assert_int_equal(g[0].edges, g[1].edges);
    assert_memory_equal(g[0].target, g[1].target, g[0].edges * sizeof *g[0].target);
    assert_memory_not_equal(g[0].target, g[2].target, 500 * sizeof *g[0].target);
    assert_int_equal(m[0].entries, m[1].entries);
    assert_memory_equal(m[0].value, m[1].value, m[0].entries * sizeof *m[0].value);
    assert_memory_not_equal(m[0].value, m[2].value, 500 * sizeof *m[0].value);
    for (unsigned i = 0; i < 3; i++)
        host_close(&h[i], 0);
}

static int by_place(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void workload_030_made_matrices_are_symmetric_in_a_band(void **state)
{
    (void)state;
    host_t h = new_host(11);
    sparse_t m;
    enum { ROWS = 3001, MEAN = 45, BAND = 32, DOFS = 6 };
    assert_int_equal(sparse_make(&h, ROWS, MEAN, BAND, &m), 0);
    int64_t *place = host_memory(&h, m.entries, sizeof *place);
    double *value = calloc((size_t)ROWS * ROWS, sizeof *value);
    assert_true(place && value);
    for (uint32_t i = 0; i < m.entries; i++) {
        place[i] = (int64_t)m.row[i] * ROWS + m.col[i];
        value[place[i]] = (double)m.value[i];
        assert_true(abs(m.row[i] / DOFS - m.col[i] / DOFS) <= BAND);
    }
    for (uint32_t i = 0; i < m.entries; i++)
        assert_true(value[(int64_t)m.col[i] * ROWS + m.row[i]] == (double)m.value[i]);
    qsort(place, m.entries, sizeof *place, by_place);
    for (uint32_t i = 1; i < m.entries; i++)
        assert_true(place[i] != place[i - 1]); /* no entry twice */
    assert_in_range(m.entries, (uint32_t)(0.85 * MEAN * ROWS), (uint32_t)(1.15 * MEAN * ROWS));
    free(value);
    host_close(&h, 0);
}

static void workload_033_rows_keep_the_order_of_their_entries(void **state)
{
    (void)state;
    host_t h = new_host(1);
    int32_t row[] = {2, 0, 2, 0, 3, 2}, col[] = {5, 4, 3, 2, 1, 0};
    float value[] = {1, 2, 3, 4, 5, 6};
    sparse_t m = {.rows = 4, .cols = 6, .entries = 6, .row = row, .col = col, .value = value};
    sparse_rows_t by;
    assert_int_equal(sparse_by_rows(&h, &m, &by), 0);
    const int32_t first[] = {0, 2, 2, 5, 6}, cols[] = {4, 2, 5, 3, 0, 1};
    const float values[] = {2, 4, 1, 3, 6, 5};
    assert_memory_equal(by.first, first, sizeof first);
    assert_memory_equal(by.col, cols, sizeof cols);
    assert_memory_equal(by.value, values, sizeof values);
    host_close(&h, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_020_made_graphs_have_every_edge_both_ways),
        cmocka_unit_test(workload_021_the_seed_decides_the_input),
        cmocka_unit_test(workload_030_made_matrices_are_symmetric_in_a_band),
        cmocka_unit_test(workload_033_rows_keep_the_order_of_their_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
