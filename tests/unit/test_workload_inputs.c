/* Graphs and sparse matrices: made from a seed, and read from files. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "workload/graph.h"
#include "workload/sparse.h"

#define DATA "../shared/data/" /* real files, beside the repository where they are */

static diag_t diag;
static const workload_t none = {.name = "none", .variants = ""};
static const workload_opts_t options = {.seed = 1};

static host_t new_host(uint64_t seed)
{
    diag = (diag_t){0};
    host_t h = {.w = &none, .o = &options, .diag = &diag};
    rng_seed(&h.rng, seed);
    return h;
}

/* Writes a text to a new file; the name lives until the next call. */
static const char *new_file(const char *text)
{
    static char name[32];
    snprintf(name, sizeof name, "/tmp/lw_input_XXXXXX");
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    size_t n = strlen(text);
    assert_int_equal(write(fd, text, n), n);
    close(fd);
    return name;
}

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

static void workload_022_a_graph_written_is_the_graph_read(void **state)
{
    (void)state;
    host_t h = new_host(3);
    graph_t g, back;
    assert_int_equal(graph_make(&h, 100, &g), 0);
    g.source = 42;
    const char *name = new_file("");
    FILE *f = fopen(name, "w");
    fprintf(f, "%u\n", g.nodes);
    for (uint32_t v = 0; v < g.nodes; v++)
        fprintf(f, "%d %d\n", g.node[v].first, g.node[v].degree);
    fprintf(f, "\n%u\n\n%u\n", g.source, g.edges);
    for (uint32_t e = 0; e < g.edges; e++)
        fprintf(f, "%d %d\n", g.target[e], g.weight[e]);
    fclose(f);
    assert_int_equal(graph_read(&h, name, &back), 0);
    unlink(name);
    assert_int_equal(back.nodes, g.nodes);
    assert_int_equal(back.edges, g.edges);
    assert_int_equal(back.source, 42);
    assert_memory_equal(back.node, g.node, g.nodes * sizeof *g.node);
    assert_memory_equal(back.target, g.target, g.edges * sizeof *g.target);
    assert_memory_equal(back.weight, g.weight, g.edges * sizeof *g.weight);
    host_close(&h, 0);
}

typedef struct refusal {
    const char *text, *says;
} refusal_t;

static void workload_023_bad_graphs_are_refused_at_their_place(void **state)
{
    (void)state;
    static const refusal_t cases[] = {
        {"", ":1:1: the end of the file, expected a whole number (the node count)"},
        {"0\n", ":1:1: \"0\", expected the node count from 1"},
        {"1000\n0 0\n", ":1:1: 1000 as the node count, expected at most"},
        {"2\n0 1\n1 x\n", ":3:3: \"x\", expected a whole number (a node's degree)"},
        {"2\n0 1\n-1 1\n", ":3:1: \"-1\", expected a node's first edge from 0"},
        {"2\n0 1\n1 1\n\n2\n\n2\n", ":5:1: \"2\", expected the source node from 0 to 1"},
        {"2\n0 1\n1 2\n\n0\n\n2\n1 1\n0 1\n", ":3:3: \"2\", expected a node's degree from 0 to 1"},
        {"2\n0 1\n3 0\n\n0\n\n2\n1 1\n0 1\n", ":3:1: \"3\", expected a node's first edge"},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n2 1\n", ":9:1: \"2\", expected an edge's target from 0 to 1"},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n0\n", ":10:1: the end of the file, expected a whole number"},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 1 7\n",
         ":9:5: \"7\" after the last edge, expected the end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        host_t h = new_host(1);
        graph_t g;
        const char *name = new_file(cases[i].text);
        int rc = graph_read(&h, name, &g);
        unlink(name);
        if (rc != -EINVAL || !strstr(diag.text, cases[i].says))
            fail_msg("case %zu: %d, %s", i, rc, diag.text);
        host_close(&h, 0);
    }
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

/* The same 3 x 3 matrix, or the one its symmetry makes of the entries, in each form of the format.
 */
static void workload_031_every_form_of_matrix_market(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        float want[9];
    } cases[] = {
        {"%%MatrixMarket matrix coordinate real general\n% note\n\n3 3 3\n1 1 1.5\n3 1 -2e0\n2 3 "
         "4\n",
         {1.5f, 0, 0, 0, 0, 4, -2, 0, 0}},
        {"%%MatrixMarket MATRIX Coordinate Integer Symmetric\r\n3 3 2\r\n1 1 7\r\n3 1 -2\r\n",
         {7, 0, -2, 0, 0, 0, -2, 0, 0}},
        {"%%MatrixMarket matrix coordinate pattern symmetric\n%\n3 3 2\n2 2\n3 2",
         {0, 0, 0, 0, 1, 1, 0, 1, 0}},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n3 2 0.5\n\n",
         {0, 0, 0, 0, 0, -0.5f, 0, 0.5f, 0}},
        {"%%MatrixMarket matrix coordinate real general\n3 3 0\n", {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        host_t h = new_host(1);
        sparse_t m;
        const char *name = new_file(cases[i].text);
        int rc = sparse_read(&h, name, &m);
        unlink(name);
        if (rc)
            fail_msg("case %zu: %s", i, diag.text);
        float got[9] = {0};
        for (uint32_t e = 0; e < m.entries; e++)
            got[m.row[e] * 3 + m.col[e]] += m.value[e];
        assert_memory_equal(got, cases[i].want, sizeof got);
        host_close(&h, 0);
    }
}

static void workload_032_bad_matrices_are_refused_at_their_place(void **state)
{
    (void)state;
#define HEAD "%%MatrixMarket matrix coordinate real general\n"
#define SYMM "%%MatrixMarket matrix coordinate real symmetric\n"
    static const refusal_t cases[] = {
        {"", ":1:1: \"\", expected the banner: %%matrixmarket"},
        {"3 3 1\n1 1 1\n", ":1:1: \"3\", expected the banner"},
        {"%%MatrixMarket vector", ":1:16: \"vector\", expected the object: matrix"},
        {"%%MatrixMarket matrix array real general\n", ":1:23: \"array\", expected the format"},
        {"%%MatrixMarket matrix coordinate complex general\n",
         ":1:34: \"complex\", expected the field: real, integer, pattern"},
        {"%%MatrixMarket matrix coordinate real hermitian\n",
         ":1:39: \"hermitian\", expected the symmetry: general, symmetric, skew-symmetric"},
        {"%%MatrixMarket matrix coordinate real\n", ":1:38: \"\", expected the symmetry"},
        {"%%MatrixMarket matrix coordinate real general x\n", ":1:47: more than five words"},
        {HEAD, ":2:1: the end of the file, expected a whole number (the row count)"},
        {HEAD "0 3 1\n", ":2:1: \"0\", expected the row count from 1"},
        {HEAD "3 3 1000\n1 1 1\n", ":2:5: 1000 as the entry count, expected at most"},
        {SYMM "3 4 1\n1 1 1\n", "expected a square symmetric matrix"},
        {HEAD "3 3 1\n4 1 1\n", ":3:1: \"4\", expected a row from 1 to 3"},
        {HEAD "3 3 1\n1 0 1\n", ":3:3: \"0\", expected a column from 1 to 3"},
        {HEAD "3 3 1\n1 1 x\n", ":3:5: \"x\", expected a number"},
        {HEAD "3 3 1\n1 1 1e99\n", ":3:5: \"1e99\", expected a number of single precision"},
        {HEAD "3 3 1\n1 1 1 1\n", ":3:7: more words than an entry has"},
        {HEAD "3 3 2\n1 1 1\n", ":4:1: the end of the file, expected a whole number (a row)"},
        {HEAD "3 3 1\n1 1 1\n2 2 2\n", ":4:1: \"2\" after the last entry"},
        {SYMM "3 3 1\n1 2 1\n", ":3:4: entry (1, 2), expected one on or below the diagonal"},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 1\n",
         ":3:4: entry (2, 2), expected one below the diagonal of a skew-symmetric matrix"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        host_t h = new_host(1);
        sparse_t m;
        const char *name = new_file(cases[i].text);
        int rc = sparse_read(&h, name, &m);
        unlink(name);
        if (rc != -EINVAL || !strstr(diag.text, cases[i].says))
            fail_msg("case %zu: %d, %s", i, rc, diag.text);
        host_close(&h, 0);
    }
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

/* Real files: counts as their headers say, read here in another way. */
static void workload_034_real_files_have_the_counts_of_their_headers(void **state)
{
    (void)state;
    static const char *const files[] = {DATA "1138_bus.mtx", DATA "ca-GrQc.mtx",
                                        DATA "fe_4elt2.mtx"};
    unsigned found = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *f = fopen(files[i], "r");
        if (!f)
            continue;
        found++;
        char line[256];
        unsigned rows = 0, cols = 0, stored = 0, diagonal = 0, r, c;
        while (fgets(line, sizeof line, f) && line[0] == '%')
            continue;
        assert_int_equal(sscanf(line, "%u %u %u", &rows, &cols, &stored), 3);
        while (fgets(line, sizeof line, f))
            if (sscanf(line, "%u %u", &r, &c) == 2)
                diagonal += r == c;
        fclose(f);
        host_t h = new_host(1);
        sparse_t m;
        if (sparse_read(&h, files[i], &m))
            fail_msg("%s", diag.text);
        assert_int_equal(m.rows, rows);
        assert_int_equal(m.cols, cols);
        assert_int_equal(m.entries, 2 * stored - diagonal); /* all three are symmetric */
        host_close(&h, 0);
    }
    if (access(DATA "graph4096.txt", R_OK) == 0) {
        found++;
        host_t h = new_host(1);
        graph_t g;
        if (graph_read(&h, DATA "graph4096.txt", &g))
            fail_msg("%s", diag.text);
        assert_int_equal(g.nodes, 4096);
        host_close(&h, 0);
    }
    if (!found)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_020_made_graphs_have_every_edge_both_ways),
        cmocka_unit_test(workload_021_the_seed_decides_the_input),
        cmocka_unit_test(workload_022_a_graph_written_is_the_graph_read),
        cmocka_unit_test(workload_023_bad_graphs_are_refused_at_their_place),
        cmocka_unit_test(workload_030_made_matrices_are_symmetric_in_a_band),
        cmocka_unit_test(workload_031_every_form_of_matrix_market),
        cmocka_unit_test(workload_032_bad_matrices_are_refused_at_their_place),
        cmocka_unit_test(workload_033_rows_keep_the_order_of_their_entries),
        cmocka_unit_test(workload_034_real_files_have_the_counts_of_their_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
