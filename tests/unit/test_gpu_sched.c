/*
 * Schedulers: which warp issues in which cycle, how several schedulers and dual issue share the
 * warps, and how results wait for writeback ports.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_one_sm.h"

#define BASE UINT64_C(0x10000000)

/* Runs four warps of n independent ALU instructions each (n <= 8) with the issue order logged. */
static synth_t *run_order(uint32_t policy, uint32_t n, bool dependent)
{
    gpu_cfg_t c = one_sm(policy);
    gpu_stats_t st;
    synth_t *s = malloc(sizeof *s);
    synth_init(s, 1, 4, 32);
    for (uint32_t i = 0; i < n; i++)
        synth_alu(s, dependent ? 1 : (int)i, dependent ? 1 : -1);
    s->log = malloc(64 * sizeof *s->log);
    s->log_cap = 64;
    synth_run(&c, s, &st);
    assert_int_equal(s->log_n, 4 * n);
    return s;
}

static void end_order(synth_t *s)
{
    synth_free(s);
    free(s);
}

static void gpu_sched_010_lrr_goes_round(void **state)
{
    (void)state;
    synth_t *s = run_order(GPU_SCHED_LRR, 5, false);
    for (uint32_t k = 0; k < 20; k++) {
        /* The pointer starts at slot 0, so the first choice is the slot after it. */
        assert_int_equal(s->log[k].warp, (k + 1) % 4);
        assert_int_equal(s->log[k].inst, k / 4);
    }
    end_order(s);
}

static void gpu_sched_011_gto_stays_then_oldest(void **state)
{
    (void)state;
    synth_t *s = run_order(GPU_SCHED_GTO, 5, false);
    for (uint32_t k = 0; k < 20; k++)
        assert_int_equal(s->log[k].warp, k / 5);
    end_order(s);
    /* Dependent instructions, 8 cycles apart: warp 0 stalls, the oldest ready ones follow; then
     * all wait for warp 0 again. */
    s = run_order(GPU_SCHED_GTO, 5, true);
    for (uint32_t k = 0; k < 20; k++)
        assert_int_equal(s->log[k].warp, k % 4);
    end_order(s);
}

/* Warp 0 waits for a load of DRAM, warp 1 (no loads: masked off) has ALU work for long after it. */
static uint64_t mask_warp0_loads(const synth_t *s, const synth_at_t *at)
{
    return inst_is_memory(&s->inst[at->inst]) && at->warp ? 0 : bits_mask(32);
}

static uint64_t addr_iter(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + at->iter * 65536 + lane * 4;
}

static void gpu_sched_013_gto_is_greedy_when_the_older_returns(void **state)
{
    (void)state;
    const uint32_t policies[2] = {GPU_SCHED_GTO, GPU_SCHED_OLDEST};
    uint32_t w1_before_w0[2];
    for (unsigned p = 0; p < 2; p++) {
        gpu_cfg_t c = one_sm(policies[p]);
        gpu_stats_t st;
        synth_t s;
        c.fetch_latency = 1;
        synth_init(&s, 1, 2, 32);
        synth_load(&s, 1, -1);
        for (int i = 0; i < 6; i++)
            synth_alu(&s, 2 + i, i == 0 ? 1 : -1);
        s.repeat = 200;
        s.mask = mask_warp0_loads;
        s.addr = addr_iter;
        s.log_cap = 4096;
        s.log = malloc(s.log_cap * sizeof *s.log);
        synth_run(&c, &s, &st);
        /* Steps of warp 1 between warp 0's first load and the use of its data. */
        uint32_t n = 0, k = 0;
        while (!(s.log[k].warp == 0 && s.log[k].inst == 1))
            n += s.log[k++].warp == 1;
        w1_before_w0[p] = n;
        synth_free(&s);
    }
    /* The load takes hundreds of cycles in which only warp 1 issues. Oldest-first returns to
     * warp 0 at once; GTO only when warp 1's buffer is empty or it waits. */
    assert_true(w1_before_w0[1] > 100);
    assert_true(w1_before_w0[0] >= w1_before_w0[1]);
    assert_true(w1_before_w0[0] <= w1_before_w0[1] + 8);
}

/* What gto and oldest make of two warps, cycle by cycle. */
static void gpu_sched_012_oldest_returns_and_gto_stays(void **state)
{
    (void)state;
    /* Each warp: i0 writes r1, i1 to i4 need nothing, i5 needs r1 (8 cycles after i0), i6 and i7
     * need nothing. Warp 0 issues i0 to i4 in cycles 0 to 4 and waits for 8; warp 1 begins in 5,
     * and has issued i0, i1, i2 when warp 0 is ready again. Oldest: warp 0 issues i5 to i7 in 8 to
     * 10, then warp 1 i3 and i4 in 11 and 12. GTO: warp 1 stays for i3 and i4 in 8 and 9, until it
     * waits for its own i0 (5 + 8), and warp 0 has 10 to 12. Both: warp 1's i5 to i7 in 13 to 15.
     */
    static const uint32_t oldest[] = {0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1};
    static const uint32_t gto[] = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1};
    for (unsigned p = 0; p < 2; p++) {
        gpu_cfg_t c = one_sm(p ? GPU_SCHED_GTO : GPU_SCHED_OLDEST);
        const uint32_t *warp = p ? gto : oldest;
        uint32_t done[2] = {0, 0};
        synth_t s;
        synth_init(&s, 1, 2, 32);
        synth_clock_t clock = {.s = &s};
        assert_int_equal(c.sp_latency, 8);
        for (int i = 0; i < 8; i++)
            synth_alu(&s, i == 0 ? 1 : 10 + i, i == 5 ? 1 : -1);
        synth_log_on(&s, 64);
        gpu_t *g = gpu_new(&c);
        gpu_attach(g, &synth_clock_hooks, &clock, NULL);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_free(g);
        assert_int_equal(s.log_n, 16);
        for (uint32_t k = 0; k < 16; k++) {
            assert_int_equal(s.log[k].warp, warp[k]);
            assert_int_equal(s.log[k].inst, done[warp[k]]++);
            assert_int_equal(clock.cycle[k], c.fetch_latency + k);
        }
        synth_free(&s);
    }
}

static void gpu_sched_014_two_schedulers_split_the_slots(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    gpu_stats_t one, two;
    c.sp_units = 2;
    for (unsigned n = 1; n <= 2; n++) {
        c.schedulers = n;
        synth_t s;
        synth_init(&s, 1, 8, 32);
        for (int i = 0; i < 8; i++)
            synth_alu(&s, i, -1);
        synth_run(&c, &s, n == 1 ? &one : &two);
        synth_free(&s);
    }
    /* 64 independent instructions, all fetched within two cycles: one a cycle, or two. */
    assert_int_equal(one.run.cycles, c.fetch_latency + 64 + c.sp_latency);
    assert_int_equal(two.run.cycles, c.fetch_latency + 32 + c.sp_latency);
    assert_int_equal(two.sm.issued, 64);
    assert_int_equal(two.sm.scheduler_cycles, 2 * two.run.cycles);
}

static void gpu_sched_015_dual_issue_takes_two_of_one_warp(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    gpu_stats_t st;
    c.sp_units = 2;
    c.issue_per_sched = 2;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (int i = 0; i < 8; i++)
        synth_alu(&s, i, -1);
    synth_run(&c, &s, &st);
    assert_int_equal(st.run.cycles, c.fetch_latency + 4 + c.sp_latency);
    assert_int_equal(st.sm.issued, 4);
    assert_int_equal(st.run.warp_instructions, 8);
    synth_free(&s);
}

static void gpu_sched_017_four_schedulers_split_the_slots(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    gpu_stats_t st;
    c.schedulers = c.sp_units = 4;
    synth_t s;
    synth_init(&s, 1, 8, 32);
    for (int i = 0; i < 8; i++)
        synth_alu(&s, i, -1);
    synth_log_on(&s, 64);
    synth_run(&c, &s, &st);
    /* The first four warps are fetched in cycle 0, the others a cycle later; then each scheduler
     * has two of its own and takes turns. */
    assert_int_equal(st.run.cycles, c.fetch_latency + 16 + c.sp_latency);
    assert_int_equal(st.sm.issued, 64);
    for (uint32_t k = 0; k < 64; k++)
        assert_int_equal(s.log[k].warp % 4, k % 4);
    synth_free(&s);
}

/* Issue cycles of the warps' last instruction, with so many writeback ports. */
static uint64_t last_issue(uint32_t warps, uint32_t first, uint32_t ports, uint64_t at[4])
{
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    gpu_stats_t st;
    synth_clock_t clock = {.n = 0};
    synth_t s;
    c.schedulers = c.sp_units = warps;
    c.wb_ports = ports;
    synth_init(&s, 1, warps, 32);
    for (uint32_t i = 0; i < first; i++)
        synth_alu(&s, 1 + (int)i, -1);
    synth_alu(&s, 9, (int)first); /* on the last of them */
    synth_log_on(&s, 64);
    clock.s = &s;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &synth_clock_hooks, &clock, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    for (uint32_t k = 0; k < s.log_n; k++)
        if (s.log[k].inst == first)
            at[s.log[k].warp] = clock.cycle[k];
    gpu_free(g);
    synth_free(&s);
    return st.sm.writeback_waits;
}

static void gpu_sched_018_results_wait_for_ports(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    uint64_t at[4], due = c.fetch_latency + c.sp_latency;
    /* Four results due in one cycle, and later the four of the last instructions. */
    assert_int_equal(last_issue(4, 1, 0, at), 0);
    for (unsigned w = 0; w < 4; w++)
        assert_int_equal(at[w], due);
    assert_int_equal(last_issue(4, 1, 1, at), 0 + 1 + 2 + 3); /* the last come a cycle apart */
    for (unsigned w = 0; w < 4; w++)
        assert_int_equal(at[w], due + w);
    assert_int_equal(last_issue(4, 1, 2, at), 2 * 1);
    for (unsigned w = 0; w < 4; w++)
        assert_int_equal(at[w], due + w / 2);
    assert_int_equal(last_issue(4, 1, 4, at), 0);
    /* Two warps' two results each, due in two cycles: those put off go before those that come due.
     * In port order: a0, a1, b0, b1, the latter two waiting 1 and 2 cycles, a1 1. */
    assert_int_equal(last_issue(2, 2, 1, at), 1 + 1 + 2);
    assert_int_equal(at[0], due + 2);
    assert_int_equal(at[1], due + 3);
}

static void gpu_sched_019_stores_need_no_port(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    gpu_stats_t st;
    c.wb_ports = 1;
    synth_t s;
    synth_init(&s, 1, 4, 32);
    synth_store(&s, -1);
    synth_add(&s, INST_UNIT_LDST, INST_STORE, INST_SPACE_SHARED, -1, -1);
    s.addr = addr_iter;
    synth_run(&c, &s, &st);
    assert_int_equal(st.sm.writeback_waits, 0);
    synth_free(&s);
}

static int newest(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    (void)ctx, (void)sm, (void)sched, (void)cycle;
    return 63 - __builtin_clzll(ready);
}

static void gpu_sched_016_pick_warp_owner_decides(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "newest", .pick_warp = newest};
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    synth_t s;
    synth_init(&s, 1, 4, 32);
    for (int i = 0; i < 5; i++)
        synth_alu(&s, i, -1);
    s.log = malloc(64 * sizeof *s.log);
    s.log_cap = 64;
    gpu_t *g = gpu_new(&c);
    const char *other = NULL;
    assert_int_equal(gpu_attach(g, &hooks, NULL, &other), 0);
    assert_int_equal(gpu_attach(g, &hooks, NULL, &other), -EEXIST);
    assert_string_equal(other, "newest");
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    for (uint32_t k = 0; k < 20; k++)
        assert_int_equal(s.log[k].warp, 3 - k / 5);
    gpu_free(g);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_sched_010_lrr_goes_round),
        cmocka_unit_test(gpu_sched_011_gto_stays_then_oldest),
        cmocka_unit_test(gpu_sched_012_oldest_returns_and_gto_stays),
        cmocka_unit_test(gpu_sched_013_gto_is_greedy_when_the_older_returns),
        cmocka_unit_test(gpu_sched_014_two_schedulers_split_the_slots),
        cmocka_unit_test(gpu_sched_015_dual_issue_takes_two_of_one_warp),
        cmocka_unit_test(gpu_sched_017_four_schedulers_split_the_slots),
        cmocka_unit_test(gpu_sched_018_results_wait_for_ports),
        cmocka_unit_test(gpu_sched_019_stores_need_no_port),
        cmocka_unit_test(gpu_sched_016_pick_warp_owner_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
