/* Files of Rodinia's graph format, and what is refused where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "input_rig.h"

#include "workload/graph.h"

static void workload_080_lists_of_edges(void **state)
{
    (void)state;
    static const reading_t cases[] = {
        {"2\n0 1\n1 1\n\n1\n\n2\n1 4\n0 5\n", INPUT_DISTANCES, 2, 2, 1, 2, {{0, 1, 4}, {1, 0, 5}}},
        /* Free-form: what is on which line does not matter. */
        {"2 0 1\n1 1 1 2 1\n4\n0 5\n", INPUT_MATRIX, 2, 2, 1, 2, {{0, 1, 4}, {1, 0, 5}}},
        /* Lists in any order, and an edge that is nobody's. */
        {"2\n2 1\n0 1\n0\n3\n0 7\n1 -8\n1 9\n", INPUT_LINKS, 2, 2, 0, 2, {{0, 1, 9}, {1, 0, 7}}},
        {"1\n0 0\n0\n0\n", INPUT_DISTANCES, 1, 1, 0, 0, {{0}}},
    };
    must_read_any_ends(cases, sizeof cases / sizeof cases[0]);
}

static void workload_081_bad_graphs_are_refused_at_their_place(void **state)
{
    (void)state;
    static const refusal_t cases[] = {
        {"0\n", ":1:1: \"0\", expected the node count from 1", 0},
        {"-3\n", ":1:1: \"-3\", expected the node count from 1", 0},
        {"3.5\n", ":1:1: \"3.5\", expected a whole number (the node count)", 0},
        {"1000\n0 0\n", ":1:1: 1000 as the node count, expected at most", 0},
        {"99999999999999999999\n", ":1:1: \"99999999999999999999\", expected the node count", 0},
        {"2\n0 1\n\n\n\n", ":6:1: the end of the file, expected a whole number (a node's first", 0},
        {"2\n0 1\n1 x\n", ":3:3: \"x\", expected a whole number (a node's degree)", 0},
        {"2\n0 1\n-1 1\n", ":3:1: \"-1\", expected a node's first edge from 0", 0},
        {"2\n0 1\n1 1\n\n2\n\n2\n", ":5:1: \"2\", expected the source node from 0 to 1", 0},
        {"2\n0 1\n1 1\n0\n2000000000\n1 1\n0 1\n", ":5:1: 2000000000 as the edge count", 0},
        {"2\n0 1\n1 2\n\n0\n\n2\n1 1\n0 1\n", ":3:3: \"2\", expected a node's degree from 0 to 1",
         0},
        {"2\n0 1\n3 0\n\n0\n\n2\n1 1\n0 1\n", ":3:1: \"3\", expected a node's first edge", 0},
        {"2\n0 2\n1 1\n\n0\n\n2\n1 1\n0 1\n",
         ":3:3: degrees that sum to 3 so far, expected at most the 2 edges", 0},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n2 1\n", ":9:1: \"2\", expected an edge's target from 0 to 1",
         0},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n0\n",
         ":10:1: the end of the file, expected a whole number (an edge's weight)", 0},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 1 7\n", ":9:5: \"7\" after the last edge, expected the end",
         0},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 2147483648\n", ":9:3: \"2147483648\", expected an edge's",
         0},
        {"2\n0 1\n1 1\n\n0\n\n2\n1 1\n0 -1\n",
         ":9:3: \"-1\", expected an edge's weight from 0 to 1073741823", INPUT_DISTANCES},
    };
    must_refuse(cases, sizeof cases / sizeof cases[0]);
}

static void workload_082_a_graph_written_is_the_graph_read(void **state)
{
    (void)state;
    host_t h = new_host(3);
    graph_t g, back;
    assert_int_equal(graph_make(&h, 100, &g), 0);
    g.source = 42;
    const char *name = new_file("");
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(f, "%u\n", g.nodes);
    for (uint32_t v = 0; v < g.nodes; v++)
        fprintf(f, "%d %d\n", g.node[v].first, g.node[v].degree);
    fprintf(f, "\n%u\n\n%u\n", g.source, g.edges);
    for (uint32_t e = 0; e < g.edges; e++)
        fprintf(f, "%d %d\n", g.target[e], g.weight[e]);
    fclose(f);
    for (int weights = 0; weights < 2; weights++) {
        if (graph_read(&h, name, weights, &back))
            fail_msg("%s", diag.text);
        assert_int_equal(back.nodes, g.nodes);
        assert_int_equal(back.edges, g.edges);
        assert_int_equal(back.source, 42);
        assert_memory_equal(back.node, g.node, g.nodes * sizeof *g.node);
        assert_memory_equal(back.target, g.target, g.edges * sizeof *g.target);
        for (uint32_t e = 0; e < g.edges; e++)
            assert_int_equal(back.weight[e], weights ? g.weight[e] : 1);
    }
    unlink(name);
    host_close(&h, 0);
}

static void workload_083_a_real_graph_has_the_nodes_of_its_header(void **state)
{
    (void)state;
    if (access(DATA "graph4096.txt", R_OK))
        skip();
    FILE *f = fopen(DATA "graph4096.txt", "r");
    assert_non_null(f);
    int nodes, first, degree, source, edges;
    assert_int_equal(fscanf(f, "%d", &nodes), 1);
    for (int v = 0; v < nodes; v++)
        assert_int_equal(fscanf(f, "%d %d", &first, &degree), 2);
    assert_int_equal(fscanf(f, "%d %d", &source, &edges), 2);
    fclose(f);
    host_t h = new_host(1);
    input_t in;
    if (input_read(&h, DATA "graph4096.txt", INPUT_DISTANCES, &in))
        fail_msg("%s", diag.text);
    assert_int_equal(in.rows, nodes);
    assert_int_equal(in.source, source);
    assert_int_equal(in.entries, edges);
    assert_int_equal(in.row[in.entries - 1], nodes - 1);
    host_close(&h, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_080_lists_of_edges),
        cmocka_unit_test(workload_081_bad_graphs_are_refused_at_their_place),
        cmocka_unit_test(workload_082_a_graph_written_is_the_graph_read),
        cmocka_unit_test(workload_083_a_real_graph_has_the_nodes_of_its_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
