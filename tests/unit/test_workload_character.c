/*
 * The access character of the kernels, as the timing model's coalescer sees it:
 * 128-byte lines that a warp's load touches. Expected numbers follow from the
 * addresses that the algorithm makes; the argument stands beside each.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "config/run_config.h"
#include "gpu/gpu.h"
#include "workload_device.h"

enum { MOST_ROWS = 64 };

typedef struct loads {
    struct {
        char kernel[64]; /* the GPU's own name lives as long as the module */
        gpu_stats_load_t s;
    } row[MOST_ROWS];
    unsigned rows;
} loads_t;

/* A tiny run through the timing model of the preset with 128-byte lines; its
 * per-load table. */
static void run_timed(const char *name, const char *variant, loads_t *out)
{
    diag_t diag = {0};
    run_config_t c;
    if (run_config_load(&c, "apres", &diag) || run_config_check(&c, &diag))
        fail_msg("%s", diag.text);
    gpu_t *g = gpu_new(&c.gpu);
    assert_non_null(g);
    dev_cfg_t cfg = {.gpu_cfg = &c.gpu, .gpu = g, .memory_bytes = UINT64_C(1) << 30};
    device_t *d = dev_open(&cfg, &diag);
    assert_non_null(d);
    workload_opts_t o = {.scale = SCALE_TINY, .seed = 1, .variant = variant};
    const workload_t *w = workload_find(name);
    if (w->run(d, w, &o, &diag))
        fail_msg("%s: %s", name, diag.text);
    out->rows = gpu_load_rows(g);
    assert_in_range(out->rows, 1, MOST_ROWS);
    for (unsigned i = 0; i < out->rows; i++) {
        gpu_load_row_t row;
        gpu_load_row(g, i, &row);
        snprintf(out->row[i].kernel, sizeof out->row[i].kernel, "%s", row.kernel);
        out->row[i].s = row.s;
    }
    dev_close(d);
    gpu_free(g);
}

/* The n-th load of a kernel in the order of its PCs that was executed. */
static const gpu_stats_load_t *nth_load(const loads_t *l, const char *kernel, unsigned n)
{
    for (unsigned i = 0; i < l->rows; i++)
        if (!strcmp(l->row[i].kernel, kernel) && n-- == 0)
            return &l->row[i].s;
    fail_msg("%s: too few loads", kernel);
    return NULL;
}

/* Lines of every load of a kernel, in the order of its text. */
typedef struct expected {
    const char *workload, *kernel;
    unsigned loads;
    double lines[8];
} expected_t;

static void workload_400_lines_a_load_follow_from_the_addresses(void **state)
{
    (void)state;
    static const expected_t cases[] = {
        /* tmp[row]; A[row][j] with a row between lanes; x[j] */
        {"atax", "atax_kernel1", 3, {1, 32, 1}},
        /* y[col]; A[i][col]; tmp[i] */
        {"atax", "atax_kernel2", 3, {1, 1, 1}},
        /* A by rows, x, tmp; B by rows, x, y; tmp. The eighth is for an empty matrix */
        {"gesummv", "gesummv_kernel", 7, {32, 1, 1, 32, 1, 1, 1}},
        /* 34 floats, 136 bytes, between lanes: never two in a line */
        {"kmeans", "invert_mapping", 1, {32}},
        {"kmeans", "kmeans_point", 2, {1, 1}},
        /* 8 bytes a record: two lines, but one for the last 12 of 42764 = 1336 * 32 + 12 */
        {"nn", "euclid", 2, {2673.0 / 1337, 2673.0 / 1337}},
        /* a warp is 8 columns by 4 rows of threads: A, four rows far apart; B,
         * eight float4 side by side; in the mean the 2.5 of the table of
         * originals */
        {"matrixmul", "matrixmul_float4", 8, {4, 4, 4, 4, 1, 1, 1, 1}},
        /* a warp is 8 columns by 4 rows of a block: four rows of D side by side;
         * a row of 8 pixels; eight rows of D, 256 bytes */
        {"dct", "dct8x8", 3, {1, 1, 2}},
        /* Of 66 passes over 2^11 keys, 11 - k have pairs 2^k apart. Below 32 the
         * lanes' keys lie in 64 neighbouring ones, two lines; from 32 on they are
         * 32 in a row: (2 * 45 + 21) / 66 */
        {"bitonic", "bitonic_pass", 2, {111.0 / 66, 111.0 / 66}},
        /* words side by side */
        {"radix", "radix_count", 1, {1}},
        {"radix", "radix_scan_tiles", 1, {1}},
    };
    loads_t l;
    const char *last = "";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const expected_t *e = &cases[i];
        if (strcmp(last, e->workload))
            run_timed(last = e->workload, NULL, &l);
        for (unsigned n = 0; n < e->loads; n++) {
            const gpu_stats_load_t *s = nth_load(&l, e->kernel, n);
            if (fabs((double)s->requests - e->lines[n] * (double)s->accesses) > 0.5)
                fail_msg("%s, load %u: %llu lines in %llu loads, expected %g a load", e->kernel, n,
                         (unsigned long long)s->requests, (unsigned long long)s->accesses,
                         e->lines[n]);
        }
    }
}

/* The forms of a sparse product: diagonals are read side by side, rows by each
 * lane on its own. */
static void workload_401_jagged_diagonals_are_coalesced_and_rows_are_not(void **state)
{
    (void)state;
    loads_t jds, csr;
    run_timed("spmv", "default", &jds);
    run_timed("spmv", "csr", &csr);
    for (unsigned n = 0; n < 2; n++) { /* values and columns */
        const gpu_stats_load_t *s = nth_load(&jds, "spmv_jds", n);
        assert_int_equal(s->requests, s->accesses); /* warps start at multiples of 32 */
    }
    /* Rows of 45 entries in the mean are 180 bytes: neighbouring lanes share a
     * line seldom. */
    for (unsigned n = 2; n < 4; n++) {
        const gpu_stats_load_t *s = nth_load(&csr, "spmv_csr", n);
        assert_true(s->requests > 3 * s->lanes / 5);
    }
}

/* Irregular loads: between one line and one a lane, and more than one in the
 * mean. */
static void workload_402_bfs_gathers_edges_and_flags(void **state)
{
    (void)state;
    loads_t l;
    run_timed("bfs", NULL, &l);
    /* frontier's byte, then first edge and degree, then the loop's loads */
    const gpu_stats_load_t *frontier = nth_load(&l, "bfs_kernel1", 0);
    assert_int_equal(frontier->requests, frontier->accesses); /* 32 bytes side by side */
    uint64_t requests = 0, accesses = 0, lanes = 0;
    for (unsigned n = 3; n < 8; n++) {
        const gpu_stats_load_t *s = nth_load(&l, "bfs_kernel1", n);
        requests += s->requests;
        accesses += s->accesses;
        lanes += s->lanes;
    }
    assert_true(requests > accesses && requests < lanes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_400_lines_a_load_follow_from_the_addresses),
        cmocka_unit_test(workload_401_jagged_diagonals_are_coalesced_and_rows_are_not),
        cmocka_unit_test(workload_402_bfs_gathers_edges_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
