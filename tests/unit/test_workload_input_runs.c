/* Workloads on files: small and odd ones, limits, and every format to every workload. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "workload_device.h"

#define DATA "../shared/data/" /* real files, beside the repository where they are */
#define HEAD "%%MatrixMarket matrix coordinate real general\n"

/* Those that read files, with all variants of them. */
static const struct {
    const char *workload, *variant;
} readers[] = {
    {"bfs", "default"},   {"spmv", "default"},  {"spmv", "unrolled"}, {"spmv", "csr"},
    {"ccl", "default"},   {"ccl", "unrolled"},  {"color", "default"}, {"color", "unrolled"},
    {"sssp", "default"},  {"sssp", "unrolled"}, {"apsp", "default"},  {"apsp", "block"},
    {"apsp", "unrolled"},
};
enum { READERS = sizeof readers / sizeof readers[0] };

/* Runs a workload on a file with these bytes. */
static workload_result_t run_on(const char *workload, const char *variant, const char *text)
{
    char name[] = "/tmp/lw_run_XXXXXX";
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    size_t n = strlen(text);
    assert_int_equal(write(fd, text, n), n);
    close(fd);
    workload_opts_t o = {.scale = SCALE_TINY, .seed = 1, .input = name, .variant = variant};
    workload_result_t r = workload_run_alone(workload_find(workload), &o);
    unlink(name);
    return r;
}

static void must_be_right(const char *workload, const char *variant, const char *text)
{
    workload_result_t r = run_on(workload, variant, text);
    if (r.rc || *r.diag.text)
        fail_msg("%s, variant %s: %d, %s of:\n%s", workload, variant, r.rc, r.diag.text, text);
    assert_true(r.summary.warp_instructions > 0);
}

/* Odd shapes, in every format: one node, no edges, an unreachable part, loops, edges that are there
 * twice, an edge of no weight, one node with all edges. */
static void workload_204_small_and_odd_inputs(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "1\n0 0\n0\n0\n",
        "3\n0 1\n1 1\n2 0\n1\n2\n1 4\n1 4\n",
        "2\n0 2\n2 0\n0\n2\n1 1\n1 1\n",
        HEAD "1 1 0\n",
        HEAD "1 1 1\n1 1 2\n",
        HEAD "40 40 2\n40 3 1e3\n2 1 0\n",
        "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 3 7\n",
        "p sp 1 0\n",
        "p sp 5 6\na 1 2 9\na 1 3 1\na 3 2 0\na 2 4 3\na 4 1 2\na 5 1 1\n",
        "p edge 6 5\ne 1 2\ne 1 3\ne 1 4\ne 1 5\ne 1 6\n",
        "p col 4 6\ne 1 2\ne 2 1\ne 2 3\ne 3 1\ne 4 4\ne 4 3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t v = 0; v < READERS; v++)
            must_be_right(readers[v].workload, readers[v].variant, texts[i]);
}

/* A matrix may be rectangular, a graph may not. */
static void workload_209_rectangular_matrices(void **state)
{
    (void)state;
    static const char *const matrices[] = {HEAD "40 3 2\n40 3 1e3\n2 1 -1\n", HEAD
                                           "2 5 6\n2 1 1\n2 2 1\n2 3 1\n2 4 1\n2 5 1\n2 5 1\n"};
    for (size_t i = 0; i < sizeof matrices / sizeof matrices[0]; i++) {
        for (size_t v = 0; v < READERS; v++) {
            if (!strcmp(readers[v].workload, "spmv")) {
                must_be_right("spmv", readers[v].variant, matrices[i]);
                continue;
            }
            workload_result_t r = run_on(readers[v].workload, readers[v].variant, matrices[i]);
            assert_int_equal(r.rc, -EINVAL);
            assert_non_null(strstr(r.diag.text, "as many as rows (nodes of a graph)"));
            assert_int_equal(r.summary.launches, 0);
        }
    }
}

/* The jagged form's constant tables have limits; the message names the way out. */
static void workload_205_limits_of_the_jagged_form(void **state)
{
    (void)state;
    char text[128];
    snprintf(text, sizeof text, "%s%d 1 1\n1 1 1\n", HEAD, 8192 * 32 + 1);
    workload_result_t r = run_on("spmv", NULL, text);
    assert_int_equal(r.rc, -EINVAL);
    assert_non_null(strstr(r.diag.text, ":2:1: 262145 rows, expected at most 262144"));
    assert_non_null(strstr(r.diag.text, "variant csr"));
    assert_int_equal(run_on("spmv", "csr", text).rc, 0);

    enum { LONG = 8193 };
    char *wide = malloc(LONG * 16 + 128);
    size_t n = (size_t)sprintf(wide, "%s2 %d %d\n", HEAD, LONG, LONG);
    for (int i = 1; i <= LONG; i++)
        n += (size_t)sprintf(wide + n, "2 %d 1\n", i);
    r = run_on("spmv", NULL, wide);
    assert_int_equal(r.rc, -EINVAL);
    assert_non_null(strstr(r.diag.text, "row 2 has 8193 entries, expected at most 8192"));
    assert_int_equal(run_on("spmv", "csr", wide).rc, 0);
    free(wide);
}

static void workload_206_real_inputs(void **state)
{
    (void)state;
    static const char *const files[] = {DATA "graph4096.txt", DATA "1138_bus.mtx",
                                        DATA "ca-GrQc.mtx", DATA "fe_4elt2.mtx",
                                        DATA "256_16384.gr"};
    unsigned found = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (access(files[i], R_OK))
            continue;
        found++;
        for (size_t v = 0; v < READERS; v++) {
            /* The steps of all pairs are as many as the nodes' third power. */
            if (!strcmp(readers[v].workload, "apsp") && !strstr(files[i], "256_16384"))
                continue;
            workload_opts_t o = {
                .scale = SCALE_TINY, .seed = 1, .input = files[i], .variant = readers[v].variant};
            workload_result_t r = workload_run_alone(workload_find(readers[v].workload), &o);
            if (r.rc || *r.diag.text)
                fail_msg("%s, variant %s, of %s: %d, %s", readers[v].workload, readers[v].variant,
                         files[i], r.rc, r.diag.text);
        }
    }
    if (!found)
        skip();
}

static void must_refuse_run(const char *workload, const char *text, const char *says)
{
    workload_result_t r = run_on(workload, NULL, text);
    if (r.rc != -EINVAL || !strstr(r.diag.text, says))
        fail_msg("%s: %d, %s; expected %s", workload, r.rc, r.diag.text, says);
    assert_int_equal(r.summary.launches, 0);
}

/* Weights that are no lengths, and lengths that the kernels' numbers do not hold. The others read
 * the same files. */
static void workload_210_lengths_of_paths(void **state)
{
    (void)state;
    static const char *const shortest[] = {"sssp", "apsp"}, *const others[] = {"bfs", "ccl",
                                                                               "color"};
    static const char half[] = HEAD "2 2 1\n2 1 0.5\n", negative[] = "p sp 2 1\na 1 2 -3\n",
                      rodinia[] = "2\n0 1\n1 0\n0\n1\n1 -1\n",
                      largest[] = "p sp 3 2\na 1 2 1073741820\na 2 3 2\n",
                      larger[] = "p sp 3 2\na 1 2 1073741820\na 2 3 3\n";
    for (size_t i = 0; i < 2; i++) {
        must_refuse_run(shortest[i], half,
                        ":3:5: \"0.5\", expected a whole number (a value) from 0");
        must_refuse_run(shortest[i], negative, ":2:7: \"-3\", expected a length from 0");
        must_refuse_run(shortest[i], rodinia, ":6:3: \"-1\", expected an edge's weight from 0");
        must_be_right(shortest[i], "default", largest);
        must_refuse_run(shortest[i], larger,
                        ": the way from node 1 to node 3 is 1073741823 long, expected less than "
                        "1073741823");
    }
    must_be_right("apsp", "block", largest);
    for (size_t i = 0; i < 3; i++) {
        must_be_right(others[i], "default", half);
        must_be_right(others[i], "default", negative);
        must_be_right(others[i], "default", rodinia);
        must_be_right(others[i], "default", larger);
    }
}

static void workload_211_two_matrices_of_all_pairs_have_a_limit(void **state)
{
    (void)state;
    must_refuse_run(
        "apsp", "p edge 257 1\ne 1 2\n",
        ":1:8: 257 nodes, expected at most 256 at this scale (4096 at the paper scale)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_204_small_and_odd_inputs),
        cmocka_unit_test(workload_205_limits_of_the_jagged_form),
        cmocka_unit_test(workload_206_real_inputs),
        cmocka_unit_test(workload_209_rectangular_matrices),
        cmocka_unit_test(workload_210_lengths_of_paths),
        cmocka_unit_test(workload_211_two_matrices_of_all_pairs_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
