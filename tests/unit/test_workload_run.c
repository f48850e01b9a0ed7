/* Whole workloads, functionally: right results from all variants, seeds and inputs. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "workload_device.h"
#include "workload_facts.h"

#define TINY_MOST 200000 /* warp instructions of a tiny run */

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
        const char *why = w->reads_file ? "cannot " : "makes its own input and reads no file";
        if (!strstr(r.diag.text, why))
            fail_msg("%s: %s", w->name, r.diag.text);
        if (w->geometry[SCALE_ABYP])
            continue;
        o = (workload_opts_t){.scale = SCALE_ABYP, .seed = 1};
        r = workload_run_alone(w, &o);
        assert_int_equal(r.rc, -EINVAL);
        if (!strstr(r.diag.text, "no size of scale 'abyp'; expected one of: tiny, default, paper"))
            fail_msg("%s: %s", w->name, r.diag.text);
    }
}

/* A workload whose instructions depend on the order of atomics says so, and has them. */
static bool depends_on_order(const workload_t *w)
{
    facts_t f;
    size_t bytes;
    unsigned at = 0;
    facts_read(&f, w->name);
    const fact_t *x = facts_next(&f, "order", NULL, &at);
    if (x && !facts_text_has(workload_ptx(w->name, "default", &bytes), x->kernel, "atom."))
        fail_msg("%s:%d: no atomics in %s", f.file, x->line, x->kernel);
    return x;
}

/* Through the timing model, where warps interleave in another order, the result is right too, and
 * the same instructions were executed. */
static void workload_207_timed_runs_execute_the_same(void **state)
{
    (void)state;
    diag_t diag = {0};
    run_config_t c;
    assert_int_equal(run_config_load(&c, PLAIN, &diag), 0);
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
        if (depends_on_order(w))
            continue;
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
        cmocka_unit_test(workload_207_timed_runs_execute_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
