/*
 * Observers of liblockwarp's GPU simulator (lockwarp/gpu.h): the results are the same with one and
 * without, what it sees is what the results count, and it may stop the run.
 *
 *   test_library_gpu_observer PROGRAM      PROGRAM: lockwarp
 */
#include "gpu_calls.h"

/* What the observer has counted. */
typedef struct seen {
    uint64_t kernels, cta_starts, cta_ends, warp_ends, picks, loads, requests;
    uint64_t reads[4], predicted, writes, evicts[5], fills, replies, late_fills, returned, l2[2];
    lw_gpu_t *stop;
} seen_t;

static void on_kernel(void *ctx, const lw_kernel_t *e)
{
    seen_t *s = ctx;
    assert_int_equal(e->launch, ++s->kernels);
    assert_true(e->name[0]);
    if (s->stop)
        lw_gpu_stop(s->stop);
}

static void on_cta_start(void *ctx, const lw_cta_t *e)
{
    assert_true(e->sm < 8 && e->n_warps && e->first_warp + e->n_warps <= 40);
    ((seen_t *)ctx)->cta_starts++;
}

static void on_cta_end(void *ctx, const lw_cta_t *e)
{
    assert_true(e->sm < 8);
    ((seen_t *)ctx)->cta_ends++;
}

static void on_warp_end(void *ctx, const lw_warp_t *e)
{
    assert_true(e->warp < 40);
    ((seen_t *)ctx)->warp_ends++;
}

static void on_pick(void *ctx, const lw_pick_t *e)
{
    assert_true(e->ready >> e->warp & 1);
    assert_int_equal(e->warp % 4, e->scheduler);
    ((seen_t *)ctx)->picks++;
}

static void on_load(void *ctx, const lw_load_t *e)
{
    seen_t *s = ctx;
    s->loads++;
    s->requests += e->requests;
}

static void on_read(void *ctx, const lw_read_t *e)
{
    seen_t *s = ctx;
    assert_int_equal(e->set, e->line % 32);
    assert_true(!e->predicted || e->outcome == LW_BYPASS);
    assert_true(!e->victim_valid || e->victim_line % 32 == e->set);
    s->reads[e->outcome]++;
    s->predicted += e->predicted != 0;
}

static void on_write(void *ctx, const lw_write_t *e)
{
    assert_int_equal(e->set, e->line % 32);
    ((seen_t *)ctx)->writes++;
}

static void on_evict(void *ctx, const lw_evict_t *e)
{
    ((seen_t *)ctx)->evicts[e->cause]++;
}

static void on_fill(void *ctx, const lw_fill_t *e)
{
    assert_true(e->set == e->line % 32 && e->way < 4);
    ((seen_t *)ctx)->fills++;
}

static void on_reply(void *ctx, const lw_reply_t *e)
{
    seen_t *s = ctx;
    s->replies++;
    s->returned += e->returned != 0;
}

static void on_late_fill(void *ctx, const lw_late_fill_t *e)
{
    assert_true(e->set == e->line % 32 && e->way < 4);
    ((seen_t *)ctx)->late_fills++;
}

static void on_l2(void *ctx, const lw_l2_t *e)
{
    assert_true(e->slice < 2);
    ((seen_t *)ctx)->l2[e->bypass != 0]++;
}

static const lw_observer_t observer = {on_kernel, on_cta_start, on_cta_end, on_warp_end, on_pick,
                                       on_load,   on_read,      on_write,   on_evict,    on_fill,
                                       on_reply,  on_late_fill, on_l2};

static void counts(lw_gpu_t *g, const char *path, uint64_t seen)
{
    uint64_t v = 0;
    good(g, lw_gpu_count(g, path, &v));
    if (v != seen)
        fail_msg("%s is %llu; the observer has seen %llu", path, (unsigned long long)v,
                 (unsigned long long)seen);
}

/* What was seen is what the results say. */
static void same_counts(lw_gpu_t *g, const seen_t *s)
{
    counts(g, "totals.kernels", s->kernels);
    counts(g, "totals.ctas", s->cta_starts);
    counts(g, "totals.ctas", s->cta_ends);
    counts(g, "totals.warp_instructions", s->picks);
    counts(g, "units.laws.loads", s->loads);
    counts(g, "totals.l1d.accesses", s->requests);
    counts(g, "totals.l1d.hits", s->reads[LW_HIT]);
    counts(g, "totals.l1d.pending_hits", s->reads[LW_PENDING_HIT]);
    counts(g, "totals.l1d.misses", s->reads[LW_MISS]);
    counts(g, "totals.l1d.bypasses", s->reads[LW_BYPASS]);
    counts(g, "units.abyp.bypass_predictions", s->predicted);
    counts(g, "totals.l1d.writes", s->writes);
    counts(g, "totals.l1d.fills", s->fills);
    counts(g, "totals.l1d.write_evictions", s->evicts[LW_BY_STORE]);
    counts(g, "totals.l1d.kernel_evictions", s->evicts[LW_BY_KERNEL]);
    counts(g, "totals.l1d.evictions", s->evicts[LW_BY_MISS] + s->evicts[LW_BY_LATE_FILL]);
    counts(g, "totals.l1d.late_fills", s->late_fills);
    uint64_t refused = 0;
    good(g, lw_gpu_count(g, "totals.l1d.late_fills_refused", &refused));
    assert_int_equal(s->returned, s->late_fills + refused);
    counts(g, "totals.l2.accesses", s->l2[0] + s->l2[1]);
    counts(g, "totals.l2.bypass_requests", s->l2[1]);
    assert_int_equal(s->replies, s->predicted);
    assert_true(s->warp_ends >= s->cta_ends);
    assert_true(s->predicted && s->returned && s->late_fills && s->writes);
}

static void observed(const char *workload, const char *engine)
{
    char arguments[256];
    seen_t s = {0};
    snprintf(arguments, sizeof arguments, "-w %s -e %s" ABYP_LAWS, workload, engine);
    lw_gpu_t *g = abyp_laws(workload, engine);
    good(g, lw_gpu_run(g));
    same_as_program(g, arguments);
    lw_gpu_free(g);
    g = abyp_laws(workload, engine);
    good(g, lw_gpu_observe(g, &observer, &s));
    good(g, lw_gpu_run(g));
    same_as_program(g, arguments);
    same_counts(g, &s);
    lw_gpu_free(g);
}

static void gpu_300_same_as_run(void **state)
{
    (void)state;
    observed("bfs", "c");
    observed("spmv", "c");
}

/* ---- An observer beside all kinds of policies ---- */

static void count_kernel(void *ctx, const lw_kernel_t *e)
{
    *(uint64_t *)ctx += e->launch;
}

static void count_pick(void *ctx, const lw_pick_t *e)
{
    *(uint64_t *)ctx += e->ready >> e->warp & 1;
}

static void count_load(void *ctx, const lw_load_t *e)
{
    *(uint64_t *)ctx += e->requests;
}

static void count_read(void *ctx, const lw_read_t *e)
{
    *(uint64_t *)ctx += e->index;
}

static void count_evict(void *ctx, const lw_evict_t *e)
{
    *(uint64_t *)ctx += e->hits;
}

static void count_l2(void *ctx, const lw_l2_t *e)
{
    *(uint64_t *)ctx += e->way;
}

/* A request buffer before the L1, prefetches, protected lines, other schedulers. */
static void gpu_310_observer_beside_policies(void **state)
{
    (void)state;
    static const char *const policies[] = {"mrpb", "apres", "las", "apcm", "ccws", ""};
    static const lw_observer_t light = {.kernel = count_kernel,
                                        .pick = count_pick,
                                        .load = count_load,
                                        .read = count_read,
                                        .evict = count_evict,
                                        .l2 = count_l2};
    char arguments[256];
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        uint64_t seen = 0;
        lw_gpu_t *g = made("apres");
        good(g, lw_gpu_policies(g, policies[i]));
        good(g, lw_gpu_workload(g, "spmv", "tiny"));
        good(g, lw_gpu_observe(g, &light, &seen));
        good(g, lw_gpu_run(g));
        snprintf(arguments, sizeof arguments, "-w spmv --scale tiny -c apres%s%s",
                 *policies[i] ? " -p " : "", policies[i]);
        same_as_program(g, arguments);
        assert_true(seen);
        lw_gpu_free(g);
    }
}

static void gpu_320_engines(void **state)
{
    (void)state;
    lw_gpu_t *g = abyp_laws("spmv", "rtl");
    const int status = lw_gpu_run(g);
    if (status == LW_NO_MODEL) {
        lw_gpu_free(g);
        skip();
    }
    good(g, status);
    same_as_program(g, "-w spmv -e rtl" ABYP_LAWS);
    lw_gpu_free(g);
    observed("spmv", "lockstep");
}

static void gpu_400_stop(void **state)
{
    (void)state;
    seen_t s = {0};
    lw_gpu_t *g = abyp_laws("bfs", "c");
    good(g, lw_gpu_observe(g, &observer, &s));
    s.stop = g;
    says(g, lw_gpu_run(g), LW_STOPPED, "stopped");
    assert_int_equal(s.kernels, 1);
    assert_null(lw_gpu_json(g));
    lw_gpu_free(g);
    g = abyp_laws("bfs", "c");
    lw_gpu_stop(g);
    says(g, lw_gpu_run(g), LW_STOPPED, "stopped");
    lw_gpu_free(g);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_300_same_as_run),
        cmocka_unit_test(gpu_310_observer_beside_policies),
        cmocka_unit_test(gpu_320_engines),
        cmocka_unit_test(gpu_400_stop),
    };
    if (argc < 2)
        return 2;
    program = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
