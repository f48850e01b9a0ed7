/* Whole workloads, functionally: right results from all variants, seeds and inputs. */
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

#define DATA      "../shared/data/" /* real files, beside the repository where they are */
#define TINY_MOST 200000            /* warp instructions of a tiny run */

static workload_result_t must_be_right(const workload_t *w, const workload_opts_t *o)
{
    workload_result_t r = workload_run_alone(w, o);
    if (r.rc)
        fail_msg("%s, variant %s, seed %llu: %d, %s", w->name, o->variant ? o->variant : "default",
                 (unsigned long long)o->seed, r.rc, r.diag.text);
    assert_string_equal(r.diag.text, "");
    return r;
}

static void workload_200_tiny_runs_are_right_and_tiny(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        for (uint64_t seed = 1; seed <= 2; seed++) {
            workload_opts_t o = {.scale = SCALE_TINY, .seed = seed};
            workload_result_t r = must_be_right(w, &o);
            if (!r.summary.warp_instructions || r.summary.warp_instructions >= TINY_MOST)
                fail_msg("%s: %llu warp instructions at the tiny scale", w->name,
                         (unsigned long long)r.summary.warp_instructions);
            if (seed == 1 && r.summary.warp_instructions != w->warp_inst[SCALE_TINY])
                fail_msg("%s: %llu warp instructions; its host says %llu", w->name,
                         (unsigned long long)r.summary.warp_instructions,
                         (unsigned long long)w->warp_inst[SCALE_TINY]);
        }
    }
}

static void workload_201_every_variant_is_right(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        char words[64];
        assert_true(strlen(workload_registry[i]->variants) < sizeof words);
        strcpy(words, workload_registry[i]->variants);
        for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) {
            workload_opts_t o = {.scale = SCALE_TINY, .seed = 1, .variant = word};
            must_be_right(workload_registry[i], &o);
        }
    }
}

/* The same seed gives the same run, another seed another one where the input decides the work. */
static void workload_202_the_seed_decides_the_run(void **state)
{
    (void)state;
    const workload_t *w = workload_find("bfs");
    uint64_t count[3];
    for (unsigned i = 0; i < 3; i++) {
        workload_opts_t o = {.scale = SCALE_TINY, .seed = i == 2 ? 9 : 5};
        count[i] = must_be_right(w, &o).summary.warp_instructions;
    }
    assert_int_equal(count[0], count[1]);
    assert_int_not_equal(count[0], count[2]);
}

static void workload_203_bad_options_are_refused(void **state)
{
    (void)state;
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        workload_opts_t o = {.scale = SCALE_TINY, .seed = 1, .variant = "nonesuch"};
        workload_result_t r = workload_run_alone(w, &o);
        assert_int_equal(r.rc, -EINVAL);
        assert_non_null(strstr(r.diag.text, "no kernel variant \"nonesuch\"; expected default"));
        o = (workload_opts_t){.scale = SCALE_TINY, .seed = 1, .input = "/nonexistent"};
        r = workload_run_alone(w, &o);
        assert_true(r.rc < 0);
        assert_int_equal(strncmp(r.diag.text, "/nonexistent: ", strlen("/nonexistent: ")), 0);
        assert_int_equal(r.summary.warp_instructions, 0);
    }
}

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

/* Odd shapes: one node, no edges, an unreachable part, rows without entries, one long row, a matrix
 * that is not square. */
static void workload_204_small_and_odd_inputs(void **state)
{
    (void)state;
    static const char *const graphs[] = {"1\n0 0\n0\n0\n", "3\n0 1\n1 1\n2 0\n1\n2\n1 4\n1 4\n",
                                         "2\n0 2\n2 0\n0\n2\n1 1\n1 1\n"};
    for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++)
        assert_int_equal(run_on("bfs", NULL, graphs[i]).rc, 0);
#define HEAD "%%MatrixMarket matrix coordinate real general\n"
    static const char *const matrices[] = {
        HEAD "1 1 0\n", HEAD "1 1 1\n1 1 2\n", HEAD "40 3 2\n40 3 1e3\n2 1 -1\n",
        HEAD "2 5 6\n2 1 1\n2 2 1\n2 3 1\n2 4 1\n2 5 1\n2 5 1\n"};
    static const char *const variants[] = {"default", "unrolled", "csr"};
    for (size_t i = 0; i < sizeof matrices / sizeof matrices[0]; i++)
        for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
            assert_int_equal(run_on("spmv", variants[v], matrices[i]).rc, 0);
}

/* The jagged form's constant tables have limits; the message names the way out. */
static void workload_205_limits_of_the_jagged_form(void **state)
{
    (void)state;
    char text[128];
    snprintf(text, sizeof text, "%s%d 1 1\n1 1 1\n", HEAD, 8192 * 32 + 1);
    workload_result_t r = run_on("spmv", NULL, text);
    assert_int_equal(r.rc, -EINVAL);
    assert_non_null(strstr(r.diag.text, "262145 rows, expected at most 262144"));
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
    static const struct {
        const char *workload, *variant, *file;
    } cases[] = {
        {"bfs", "default", DATA "graph4096.txt"},  {"spmv", "default", DATA "1138_bus.mtx"},
        {"spmv", "default", DATA "ca-GrQc.mtx"},   {"spmv", "default", DATA "fe_4elt2.mtx"},
        {"spmv", "unrolled", DATA "fe_4elt2.mtx"}, {"spmv", "csr", DATA "ca-GrQc.mtx"},
    };
    unsigned found = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (access(cases[i].file, R_OK))
            continue;
        found++;
        workload_opts_t o = {
            .scale = SCALE_TINY, .seed = 1, .input = cases[i].file, .variant = cases[i].variant};
        must_be_right(workload_find(cases[i].workload), &o);
    }
    if (!found)
        skip();
}

/* Through the timing model, where warps interleave in another order, the result is right too, and
 * the same instructions were executed. */
static void workload_207_timed_runs_execute_the_same(void **state)
{
    (void)state;
    diag_t diag = {0};
    run_config_t c;
    assert_int_equal(run_config_load(&c, "apres", &diag), 0);
    for (unsigned i = 0; i < workload_registry_count; i++) {
        const workload_t *w = workload_registry[i];
        workload_opts_t o = {.scale = SCALE_TINY, .seed = 3};
        workload_result_t functional = must_be_right(w, &o);
        gpu_t *g = gpu_new(&c.gpu);
        assert_non_null(g);
        workload_result_t timed = workload_run_on(g, &c.gpu, w, &o);
        gpu_stats_t s;
        gpu_stats(g, &s);
        gpu_free(g);
        if (timed.rc)
            fail_msg("%s: %d, %s", w->name, timed.rc, timed.diag.text);
        assert_int_equal(timed.summary.timed_launches, functional.summary.launches);
        assert_int_equal(s.run.warp_instructions, functional.summary.warp_instructions);
        assert_int_equal(s.run.thread_instructions, functional.summary.thread_instructions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workload_200_tiny_runs_are_right_and_tiny),
        cmocka_unit_test(workload_201_every_variant_is_right),
        cmocka_unit_test(workload_202_the_seed_decides_the_run),
        cmocka_unit_test(workload_203_bad_options_are_refused),
        cmocka_unit_test(workload_204_small_and_odd_inputs),
        cmocka_unit_test(workload_205_limits_of_the_jagged_form),
        cmocka_unit_test(workload_206_real_inputs),
        cmocka_unit_test(workload_207_timed_runs_execute_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
