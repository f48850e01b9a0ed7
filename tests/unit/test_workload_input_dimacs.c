/* DIMACS files: arcs with lengths, edges to be coloured, and what is refused where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "input_rig.h"

#include "workload/graph.h"

static void workload_070_both_forms_of_dimacs(void **state)
{
    (void)state;
    static const reading_t cases[] = {
        {"c a\np sp 3 3\na 1 2 5\na 2 1 6\na 3 3 0\n",
         INPUT_DISTANCES,
         3,
         3,
         0,
         3,
         {{0, 1, 5}, {1, 0, 6}, {2, 2, 0}}},
        /* An edge is there in both directions, a loop once. */
        {"p edge 3 2\ne 1 2\ne 3 3\n",
         INPUT_DISTANCES,
         3,
         3,
         0,
         3,
         {{0, 1, 1}, {1, 0, 1}, {2, 2, 1}}},
        /* Numbers of nodes, before, between and after the edges, change nothing. */
        {"p edge 3 2\nn 1 7\ne 1 2\n n\t3 -2 \ne 3 3\nn 3 0\n",
         INPUT_DISTANCES,
         3,
         3,
         0,
         3,
         {{0, 1, 1}, {1, 0, 1}, {2, 2, 1}}},
        {"p col 2 1\ne 2 1\n", INPUT_MATRIX, 2, 2, 0, 2, {{1, 0, 1}, {0, 1, 1}}},
        {"p edges 1 0\n", INPUT_LINKS, 1, 1, 0, 0, {{0}}},
        /* Comments and blank lines anywhere, also without a space and with other letters. */
        {"\n c\ncomment\n\n  p sp\t2 1  \nc a 1 1 1\n\n a\t2 1 -7 \nc\n\n",
         INPUT_LINKS,
         2,
         2,
         0,
         1,
         {{1, 0, -7}}},
        /* Arcs that are there twice stay twice. */
        {"p sp 2 2\na 1 2 3\na 1 2 3\n", INPUT_MATRIX, 2, 2, 0, 2, {{0, 1, 3}, {0, 1, 3}}},
    };
    must_read_any_ends(cases, sizeof cases / sizeof cases[0]);
}

static void workload_071_bad_graphs_are_refused_at_their_place(void **state)
{
    (void)state;
/* Spaces give the file room for what is missing from it. */
#define SP  "p sp 3 2                \n"
#define COL "p edge 3 2                \n"
    static const refusal_t cases[] = {
        {"c only\n", ":2:1: the end of the file, expected the p line: p sp NODES ARCS or p edge",
         0},
        {"a 1 2 3\n" SP, ":1:1: \"a\", expected the p line first: p sp NODES ARCS", 0},
        {"e 1 2\n", ":1:1: \"e\", expected the p line first", 0},
        {"p\n", ":1:2: the end of the line, expected the problem: sp, edge, edges, col", 0},
        {"p max 3 2\n", ":1:3: \"max\", expected the problem: sp, edge, edges, col", 0},
        {"p aux sp co 3\n", ":1:3: \"aux\", expected the problem: sp", 0},
        {"p sp\n", ":1:5: the end of the line, expected a whole number (the node count)", 0},
        {"p sp 0 0\n", ":1:6: \"0\", expected the node count from 1 to 67108864", 0},
        {"p sp 3\n3\n", ":1:7: the end of the line, expected a whole number (the arc count)", 0},
        {"p sp 3 -1\n", ":1:8: \"-1\", expected the arc count from 0", 0},
        {"p sp 3 1 1\n", ":1:10: \"1\", expected the end of the line after the p line's two", 0},
        {"p sp 60000000 0\n",
         ":1:6: 60000000 as the node count, expected at most 1048576 of a file of 16 bytes", 0},
        {"p sp 3 1000000\na 1 1 1\n", ":1:8: 1000000 as the arc count, expected at most the 2", 0},
        {"p edge 3 9\ne 1 1\n", ":1:10: 9 as the edge count, expected at most the 2 that", 0},
        {SP SP, ":2:1: \"p\", expected one p line", 0},
        {SP "e 1 2\n", ":2:1: \"e\", expected an arc (a FROM TO LENGTH)", 0},
        {COL "a 1 2 1\n", ":2:1: \"a\", expected an edge (e NODE NODE)", 0},
        {SP "x 1 2 1\n", ":2:1: \"x\", expected a line of DIMACS: c, p, a (arc), e", 0},
        {SP "a1 2 1\n", ":2:1: \"a1\", expected a line of DIMACS", 0},
        {SP "1 2 1\n", ":2:1: \"1\", expected a line of DIMACS", 0},
        {"n 1 5\n" COL, ":1:1: \"n\", expected the p line first: p edge NODES EDGES", 0},
        {SP "n 1 5\n", ":2:1: \"n\", expected an arc (a FROM TO LENGTH)", 0},
        {COL "n1 5\n", ":2:1: \"n1\", expected a line of DIMACS", 0},
        {COL "n\n", ":2:2: the end of the line, expected a whole number (a node)", 0},
        {COL "n 4 5\n", ":2:3: \"4\", expected a node from 1 to 3", 0},
        {COL "n 0 5\n", ":2:3: \"0\", expected a node from 1 to 3", 0},
        {COL "n 1\n5\n", ":2:4: the end of the line, expected a whole number (a node's number)", 0},
        {COL "n 1 x\n", ":2:5: \"x\", expected a whole number (a node's number)", 0},
        {COL "n 1 5 6\n", ":2:7: \"6\", expected the end of the line after a node (n NODE", 0},
        {SP "a\n", ":2:2: the end of the line, expected a whole number (a node)", 0},
        {SP "a 1\n2 1\n", ":2:4: the end of the line, expected a whole number (a node)", 0},
        {SP "a 1 2\n1\n", ":2:6: the end of the line, expected a whole number (a length)", 0},
        {SP "a 0 2 1\n", ":2:3: \"0\", expected a node from 1 to 3", 0},
        {SP "a 1 4 1\n", ":2:5: \"4\", expected a node from 1 to 3", 0},
        {SP "a 1 2 1.5\n", ":2:7: \"1.5\", expected a whole number (a length)", 0},
        {SP "a 1 2 2147483648\n", ":2:7: \"2147483648\", expected a length from -2147483648", 0},
        {SP "a 1 2 3 4\n", ":2:9: \"4\", expected the end of the line after an arc", 0},
        {COL "e 1 2 3\n", ":2:7: \"3\", expected the end of the line after an edge", 0},
        {SP "a 1 2 1\n",
         ":3:1: the end of the file, expected an arc (a FROM TO LENGTH): 1 of the 2 of the p line",
         0},
        {SP "a 1 2 1\na 1 2 1\na 1 2 1\n",
         ":4:1: \"a\", expected the end of the file after the 2 arcs of the p line", 0},
        {"p edge 3 0\ne 1 2\n", ":2:1: \"e\", expected the end of the file after the 0 edges", 0},
        {SP "a 1 2 -1\n", ":2:7: \"-1\", expected a length from 0 to 1073741823", INPUT_DISTANCES},
        {SP "a 1 2 1073741824\n", ":2:7: \"1073741824\", expected a length from 0 to 1073741823",
         INPUT_DISTANCES},
    };
    must_refuse(cases, sizeof cases / sizeof cases[0]);
}

static void workload_072_a_graph_written_is_the_graph_read(void **state)
{
    (void)state;
    host_t h = new_host(3);
    graph_t g, back;
    assert_int_equal(graph_make(&h, 200, &g), 0);
    const char *name = new_file("");
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fprintf(f, "c written by a test\np sp %u %u\n", g.nodes, g.edges);
    for (uint32_t v = 0; v < g.nodes; v++)
        for (int32_t e = g.node[v].first; e < g.node[v].first + g.node[v].degree; e++)
            fprintf(f, "a %u %d %d\n", v + 1, g.target[e] + 1, g.weight[e]);
    fclose(f);
    if (graph_read(&h, name, true, &back))
        fail_msg("%s", diag.text);
    unlink(name);
    assert_int_equal(back.nodes, g.nodes);
    assert_int_equal(back.edges, g.edges);
    assert_int_equal(back.source, 0);
    assert_memory_equal(back.node, g.node, g.nodes * sizeof *g.node);
    assert_memory_equal(back.target, g.target, g.edges * sizeof *g.target);
    assert_memory_equal(back.weight, g.weight, g.edges * sizeof *g.weight);
    host_close(&h, 0);
}

/* Each edge once in the file, both ways in the graph; also with the line ends of Windows. */
static void workload_074_a_graph_to_colour_written_is_the_graph_read(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "\r\n"};
    for (unsigned i = 0; i < 2; i++) {
        host_t h = new_host(5);
        graph_t g, back, both;
        assert_int_equal(graph_collaboration(&h, 300, &g), 0);
        const char *name = new_file("");
        FILE *f = fopen(name, "w");
        assert_non_null(f);
        fprintf(f, "c%sp col %u %u%s", ends[i], g.nodes, g.edges / 2, ends[i]);
        for (uint32_t v = 0; v < g.nodes; v++)
            for (int32_t e = g.node[v].first; e < g.node[v].first + g.node[v].degree; e++)
                if (g.target[e] > (int32_t)v)
                    fprintf(f, "e %u %d%s", v + 1, g.target[e] + 1, ends[i]);
        fclose(f);
        if (graph_read(&h, name, false, &back))
            fail_msg("%s", diag.text);
        unlink(name);
        assert_int_equal(back.edges, g.edges);
        assert_int_equal(graph_undirected(&h, &back, &both), 0);
        assert_memory_equal(both.node, g.node, g.nodes * sizeof *g.node);
        assert_memory_equal(both.target, g.target, g.edges * sizeof *g.target);
        host_close(&h, 0);
    }
}

/* Every arc of a real file, read here in another way. */
static void workload_073_a_real_graph_has_the_arcs_of_its_file(void **state)
{
    (void)state;
    FILE *f = fopen(DATA "256_16384.gr", "r");
    if (!f)
        skip();
    host_t h = new_host(1);
    input_t in;
    if (input_read(&h, DATA "256_16384.gr", INPUT_DISTANCES, &in))
        fail_msg("%s", diag.text);
    assert_int_equal(in.rows, 256);
    assert_int_equal(in.cols, 256);
    assert_int_equal(in.entries, 16384);
    char line[256];
    int from, to, length;
    uint32_t n = 0;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "a %d %d %d", &from, &to, &length) != 3)
            continue;
        assert_int_equal(in.row[n], from - 1);
        assert_int_equal(in.col[n], to - 1);
        assert_true(in.value[n] >= length && in.value[n] <= length);
        n++;
    }
    fclose(f);
    assert_int_equal(n, in.entries);
    host_close(&h, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_070_both_forms_of_dimacs),
        cmocka_unit_test(workload_071_bad_graphs_are_refused_at_their_place),
        cmocka_unit_test(workload_072_a_graph_written_is_the_graph_read),
        cmocka_unit_test(workload_073_a_real_graph_has_the_arcs_of_its_file),
        cmocka_unit_test(workload_074_a_graph_to_colour_written_is_the_graph_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
