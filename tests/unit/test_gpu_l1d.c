/*
 * The L1D under requests whose outcome is known: merging, every cause of rejection with its
 * number of cycles, write-evict, statistics of evictions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_l1d_case.h"

static void run_lines(const gpu_cfg_t *cfg, uint32_t n, uint32_t step, gpu_stats_t *st)
{
    const uint32_t lines[2] = {n, step};
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_lines;
    s.user = lines;
    synth_run(cfg, &s, st);
    synth_free(&s);
}

static void gpu_l1d_010_every_way_reserved(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    run_lines(&c, c.l1_ways + 1, c.l1_sets, &st); /* all in one set */
    /* Request i is accepted 1 + i cycles after issue; the one too many is rejected from then
     * until the first reply, which comes before it in its cycle. */
    assert_int_equal(st.l1d.fail_associativity, first_reply(&c) - (1 + c.l1_ways));
    assert_int_equal(st.l1d.fail_mshr_full, 0);
    assert_int_equal(st.l1d.misses, c.l1_ways + 1);
    assert_int_equal(st.l1d.evictions, 1);
    assert_int_equal(st.l1d.contention_intra_warp, 1);
    assert_int_equal(st.l1d.zero_reuse_evictions, 1);
}

static void gpu_l1d_011_mshrs_full(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_mshrs = 3;
    run_lines(&c, 4, 1, &st); /* four sets */
    /* The entry is free again when its one request has been served: in the reply's cycle, before
     * the memory stage. */
    assert_int_equal(st.l1d.fail_mshr_full, first_reply(&c) - (1 + 3));
    assert_int_equal(st.l1d.fail_associativity, 0);
    assert_int_equal(st.l1d.misses, 4);
}

static void gpu_l1d_012_associativity_wins_over_mshrs(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_ways = 2;
    c.l1_mshrs = 2;
    run_lines(&c, 3, c.l1_sets, &st);
    assert_int_equal(st.l1d.fail_associativity, first_reply(&c) - (1 + 2));
    assert_int_equal(st.l1d.fail_mshr_full, 0);
}

static void gpu_l1d_013_miss_queue_full(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_miss_queue = 1;
    c.l1_miss_delay = 10;
    run_lines(&c, 5, 1, &st);
    /* Each stays in the queue for l1_miss_delay and leaves after the memory stage had its turn. */
    assert_int_equal(st.l1d.fail_miss_queue, 4 * 10);
    assert_int_equal(st.l1d.fail_mshr_full + st.l1d.fail_associativity, 0);
}

/* A spare place is as none for reads, and looked for before an MSHR; stores take it. */
static void gpu_l1d_015_reads_leave_places_spare(void **state)
{
    (void)state;
    for (uint32_t shared = 0; shared < 2; shared++) {
        gpu_cfg_t c = one_clock();
        const uint32_t lines[2] = {3, 1};
        gpu_stats_t st;
        synth_t s;
        c.l1_inject_queue = shared ? 0 : 8;
        c.l1_miss_queue = 2;
        c.l1_read_spare = 1;
        c.l1_miss_delay = 10;
        run_lines(&c, 5, 1, &st);
        assert_int_equal(st.l1d.fail_miss_queue, 4 * 10);
        c.l1_mshrs = 1;
        run_lines(&c, 2, 1, &st);
        assert_int_equal(st.l1d.fail_miss_queue, 10);
        uint64_t both = st.l1d.fail_mshr_full + 10;
        c.l1_read_spare = 0;
        run_lines(&c, 2, 1, &st);
        assert_int_equal(st.l1d.fail_miss_queue, 0);
        assert_int_equal(st.l1d.fail_mshr_full, both);
        if (!shared)
            continue;
        /* Two stores fit; the third waits for the first to leave, ten cycles after its acceptance
         * and nine after that of the second. */
        c.l1_read_spare = 1;
        synth_init(&s, 1, 1, 32);
        synth_store(&s, 0);
        s.addr = addr_lines;
        s.user = lines;
        synth_run(&c, &s, &st);
        assert_int_equal(st.l1d.fail_inject_queue, 9);
        synth_free(&s);
    }
}

static void gpu_l1d_014_inject_queue_full(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    const uint32_t lines[2] = {5, 1};
    gpu_stats_t st;
    c.l1_inject_queue = 1;
    c.l1_miss_delay = 10;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_store(&s, 0);
    s.addr = addr_lines;
    s.user = lines;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l1d.fail_inject_queue, 4 * 10);
    assert_int_equal(st.l1d.writes, 5);
    assert_int_equal(st.l1d.acks_received, 5);
    synth_free(&s);
}

/* Every warp of the CTA loads the same line at once. */
static void run_merge(const gpu_cfg_t *c, uint32_t warps, gpu_stats_t *st)
{
    const uint32_t one[2] = {1, 1};
    synth_t s;
    synth_init(&s, 1, warps, 32);
    synth_load(&s, 1, 0);
    s.addr = addr_lines;
    s.user = one;
    synth_run(c, &s, st);
    synth_free(&s);
}

static void gpu_l1d_020_requests_merge(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_mshr_merge = 6;
    run_merge(&c, 6, &st);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.pending_hits, 5);
    assert_int_equal(st.l1d.hits, 0);
    assert_int_equal(st.l2.reads, 1);
    assert_int_equal(st.l1d.fail_merge_full, 0);
    /* The first of them follows a miss, the others follow a hit. */
    assert_int_equal(st.l1d.hit_after_miss, 1);
    assert_int_equal(st.l1d.hit_after_hit, 4);
    /* One waiting request a cycle is served: the k-th warp's load, accepted with its issue one
     * cycle after the last, completes k cycles after the first. Fetch gives a warp a cycle. */
    assert_int_equal(st.sm.load_latency_sum, 6 * (first_reply(&c) + c.l1_fill_delay));
}

/* With a place to be left spare a request that would merge waits for room in the queue. */
static void gpu_l1d_022_merging_needs_room_in_the_queue(void **state)
{
    (void)state;
    for (uint32_t spare = 0; spare < 3; spare++) {
        gpu_cfg_t c = one_clock();
        gpu_stats_t st;
        c.l1_miss_queue = 3;
        c.l1_read_spare = spare;
        c.l1_miss_delay = 10;
        run_merge(&c, 4, &st);
        assert_int_equal(st.l1d.misses, 1);
        assert_int_equal(st.l1d.pending_hits, 3);
        assert_int_equal(st.l1d.fail_miss_queue, spare == 2 ? 10 : 0);
    }
}

static void gpu_l1d_021_merge_limit(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_mshr_merge = 4;
    run_merge(&c, 6, &st);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.pending_hits, 3);
    assert_int_equal(st.l1d.hits, 2); /* after the fill */
    /* Warp 4's request stands at the head 4 cycles after warp 0's. */
    assert_int_equal(st.l1d.fail_merge_full, first_reply(&c) - (1 + 4));
}

/* inst 0: load A; 1: ALU on it; 2: store A; 3: load A again. */
static void gpu_l1d_030_store_evicts(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 1, 1);
    synth_store(&s, 1);
    synth_load(&s, 2, 1);
    s.addr = addr_same;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l1d.misses, 2);
    assert_int_equal(st.l1d.write_hits, 1);
    assert_int_equal(st.l1d.write_evictions, 1);
    assert_int_equal(st.l1d.evictions, 0);
    assert_int_equal(st.l1d.cold_misses, 1);
    assert_int_equal(st.l1d.reload_misses, 1);
    synth_free(&s);
}

static void gpu_l1d_034_store_may_keep_the_line(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    c.l1_store_hit = GPU_STORE_KEEP;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 1, 1);
    synth_store(&s, 1);
    synth_load(&s, 2, 1);
    s.addr = addr_same;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.hits, 1);
    assert_int_equal(st.l1d.write_hits, 1);
    assert_int_equal(st.l1d.write_evictions, 0);
    assert_int_equal(st.l2.writes, 1); /* it goes through all the same */
    synth_free(&s);
}

static void gpu_l1d_031_store_leaves_pending_line(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_store(&s, 0); /* while the line is on its way */
    synth_alu(&s, 1, 1);
    synth_load(&s, 2, 1); /* hits */
    s.addr = addr_same;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l1d.misses, 1);
    assert_int_equal(st.l1d.hits, 1);
    assert_int_equal(st.l1d.write_hits, 1);
    assert_int_equal(st.l1d.write_evictions, 0);
    synth_free(&s);
}

static void gpu_l1d_032_volatile_read_goes_round(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 1, 1);
    synth_load(&s, 2, 1)->cache_op = 1; /* drops the line */
    synth_alu(&s, 2, 2);
    synth_load(&s, 3, 2); /* misses again */
    s.addr = addr_same;
    synth_run(&c, &s, &st);
    assert_int_equal(st.l1d.accesses, 2);
    assert_int_equal(st.l1d.misses, 2);
    assert_int_equal(st.l1d.uncached_reads, 1);
    assert_int_equal(st.l1d.write_evictions, 1);
    assert_int_equal(st.l2.reads, 3);
    synth_free(&s);
}

static void gpu_l1d_033_kernel_start_invalidates(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    synth_t s;
    gpu_t *g = gpu_new(&c);
    for (unsigned k = 0; k < 3; k++) {
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_same;
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        synth_free(&s);
    }
    gpu_stats(g, &st);
    assert_int_equal(st.l1d.misses, 3);
    assert_int_equal(st.l1d.kernel_evictions, 2);
    assert_int_equal(st.l1d.cold_misses, 3); /* an infinite L1 is invalidated, too */
    assert_int_equal(st.l2.read_hits, 2);    /* the L2 is not */
    assert_int_equal(st.run.kernels, 3);
    /* One row for the three launches. */
    gpu_load_row_t row;
    assert_int_equal(gpu_load_rows(g), 1);
    gpu_load_row(g, 0, &row);
    assert_int_equal(row.pc, 0);
    assert_int_equal(row.s.accesses, 3);
    assert_int_equal(row.s.lanes, 96);
    assert_int_equal(row.s.requests, 3);
    assert_int_equal(row.s.misses, 3);
    assert_int_equal(row.s.latency_sum, st.sm.load_latency_sum);
    gpu_free(g);
}

static uint64_t addr_line_of_kernel(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint32_t *line = s->user;
    (void)at;
    return BASE + *line * UINT64_C(128) + 4 * (lane & 15);
}

/* Lines stay over a kernel's start, and what leaves is charged to no load of a later kernel. The
 * arena grows, so that the lines that an infinite L1 would have are counted in a new place. */
static void gpu_l1d_035_kernel_start_may_keep_the_lines(void **state)
{
    (void)state;
    static const uint32_t line[] = {0, 0, 1, 0, 0};
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_flush = false;
    c.l1_sets = c.l1_ways = 1;
    gpu_t *g = gpu_new(&c);
    for (unsigned k = 0; k < 5; k++) {
        synth_t s;
        synth_init(&s, 1, 1, 32);
        for (unsigned i = 0; i < k; i++) /* programs of different length: rows of their own */
            synth_alu(&s, 2, 2);
        synth_load(&s, 1, 0);
        s.addr = addr_line_of_kernel;
        s.user = &line[k];
        s.front.arena_base -= 4096 * k;
        s.front.arena_bytes = k == 3 ? 128 : UINT64_C(4096) << k;
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        synth_free(&s);
    }
    gpu_stats(g, &st);
    /* Miss, hit, line 1 replaces line 0, line 0 replaces line 1, hit. */
    assert_int_equal(st.l1d.misses, 3);
    assert_int_equal(st.l1d.hits, 2);
    assert_int_equal(st.l1d.cold_misses, 2);
    assert_int_equal(st.l1d.reload_misses, 1);
    assert_int_equal(st.l1d.kernel_evictions, 0);
    assert_int_equal(st.l1d.evictions, 2);
    assert_int_equal(st.l1d.zero_reuse_evictions, 1);
    assert_int_equal(st.l1d.contention_cross_block, 2);
    assert_int_equal(gpu_load_rows(g), 5);
    for (unsigned k = 0; k < 5; k++) {
        gpu_load_row_t row;
        gpu_load_row(g, k, &row);
        assert_int_equal(row.s.zero_reuse, 0);
    }
    gpu_free(g);
}

/* CTA k and its warps walk over one set: contention by who evicts whom. */
static uint64_t addr_contend(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    uint64_t id = at->cta * s->front.warps_per_cta + at->warp;
    (void)lane;
    return BASE + (id * s->repeat + at->iter) * 32 * 128;
}

static void gpu_l1d_040_contention_classes(void **state)
{
    (void)state;
    gpu_cfg_t c = one_clock();
    gpu_stats_t st;
    c.l1_ways = 1; /* the newcomer always evicts the last line */
    c.ctas_per_sm = 1;
    c.schedulers = 1;
    synth_t s;
    synth_init(&s, 2, 2, 32);
    synth_load(&s, 1, 1); /* one outstanding load a warp */
    s.repeat = 3;
    s.addr = addr_contend;
    synth_run(&c, &s, &st);
    /* CTA 0: warps 0 and 1 alternate (LRR, each waits for its own load, the single way makes
     * them wait for each other): 6 misses, 5 evictions, all by the other warp. Then CTA 1 the
     * same; its first evicts CTA 0's last. */
    assert_int_equal(st.l1d.misses, 12);
    assert_int_equal(st.l1d.evictions, 11);
    assert_int_equal(st.l1d.contention_cross_block, 1);
    assert_int_equal(st.l1d.contention_intra_block, 10);
    assert_int_equal(st.l1d.contention_intra_warp, 0);
    assert_int_equal(st.l1d.zero_reuse_evictions, 11);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_l1d_010_every_way_reserved),
        cmocka_unit_test(gpu_l1d_011_mshrs_full),
        cmocka_unit_test(gpu_l1d_012_associativity_wins_over_mshrs),
        cmocka_unit_test(gpu_l1d_013_miss_queue_full),
        cmocka_unit_test(gpu_l1d_014_inject_queue_full),
        cmocka_unit_test(gpu_l1d_015_reads_leave_places_spare),
        cmocka_unit_test(gpu_l1d_020_requests_merge),
        cmocka_unit_test(gpu_l1d_021_merge_limit),
        cmocka_unit_test(gpu_l1d_022_merging_needs_room_in_the_queue),
        cmocka_unit_test(gpu_l1d_030_store_evicts),
        cmocka_unit_test(gpu_l1d_034_store_may_keep_the_line),
        cmocka_unit_test(gpu_l1d_031_store_leaves_pending_line),
        cmocka_unit_test(gpu_l1d_032_volatile_read_goes_round),
        cmocka_unit_test(gpu_l1d_033_kernel_start_invalidates),
        cmocka_unit_test(gpu_l1d_035_kernel_start_may_keep_the_lines),
        cmocka_unit_test(gpu_l1d_040_contention_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
