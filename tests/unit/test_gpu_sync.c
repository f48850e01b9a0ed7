/*
 * What a warp waits for at a barrier, at a fence and for its own loads. test_gpu_barrier.c has the
 * barriers by number and by count.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_one_sm.h"

#define BASE UINT64_C(0x10000000)

static void gpu_sched_020_barrier_holds_all(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 3, 6, 32);
    synth_alu(&s, 1, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 2, 1);
    s.repeat = 4;
    s.log_cap = 4096;
    s.log = malloc(s.log_cap * sizeof *s.log);
    synth_run(&c, &s, &st);
    assert_int_equal(st.sm.barriers, 3 * 6 * 4);
    /* Nobody passes barrier i of its CTA before all six warps have come to it. */
    uint32_t arrived[3][4] = {{0}};
    for (uint32_t k = 0; k < s.log_n; k++) {
        const synth_at_t *at = &s.log[k];
        if (at->inst == 1)
            arrived[at->cta][at->iter]++;
        else if (at->inst == 2)
            assert_int_equal(arrived[at->cta][at->iter], 6);
    }
    synth_free(&s);
}

/* Warps above 0 leave before the barrier: `mask` cannot say that, a short repeat can. */
static uint64_t mask_barrier_of_warp0(const synth_t *s, const synth_at_t *at)
{
    bool barrier = s->inst[at->inst].kind == INST_BARRIER;
    return barrier && at->warp ? 0 : bits_mask(32);
}

static void gpu_sched_021_finished_warps_do_not_hold_a_barrier(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 3, 32);
    synth_alu(&s, 1, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 1, 1);
    s.mask = mask_barrier_of_warp0; /* only warp 0 arrives: released when the others are done */
    synth_run(&c, &s, &st);
    assert_int_equal(st.sm.barriers, 1);
    assert_int_equal(st.run.warp_instructions, 9);
    synth_free(&s);
}

static uint64_t addr_lane(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + lane * 4;
}

static void gpu_sched_022_fence_waits_for_own_stores(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t with, without;
    for (unsigned fence = 0; fence < 2; fence++) {
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_store(&s, -1);
        if (fence)
            synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
        synth_alu(&s, 1, -1);
        s.addr = addr_lane;
        synth_run(&c, &s, fence ? &with : &without);
        synth_free(&s);
    }
    /* The warp ends with its store's acknowledgement in both; with the fence the ALU instruction
     * only starts then. */
    assert_int_equal(with.run.cycles - without.run.cycles, c.sp_latency);
    assert_int_equal(without.sm.stall_raw_memory, 0);
    assert_true(with.sm.stall_raw_memory > 50);
    assert_int_equal(with.sm.fences, 1);
}

/* With fence registers it waits for results alone: not for a store, but for a load or an ALU. */
static void gpu_sched_024_fence_waits_for_registers(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    c.fence = GPU_FENCE_REGISTERS;
    enum { STORE, LOAD, SFU, KINDS };
    for (unsigned kind = 0; kind < KINDS; kind++) {
        gpu_stats_t st[2];
        for (unsigned fence = 0; fence < 2; fence++) {
            synth_t s;
            synth_init(&s, 1, 1, 32);
            if (kind == STORE)
                synth_store(&s, -1);
            else if (kind == LOAD)
                synth_load(&s, 2, -1);
            else
                synth_add(&s, INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, 2, -1);
            if (fence)
                synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
            synth_alu(&s, 1, -1);
            s.addr = addr_lane;
            synth_run(&c, &s, &st[fence]);
            synth_free(&s);
        }
        /* Both end with the slow instruction, or behind the fence sp_latency after it. */
        assert_int_equal(st[1].run.cycles - st[0].run.cycles, kind == STORE ? 0 : c.sp_latency);
        assert_true((st[1].sm.stall_raw_memory > 0) == (kind != STORE));
    }
}

static void gpu_sched_023_raw_memory_is_charged(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_alu(&s, 2, 1);
    s.addr = addr_lane;
    synth_run(&c, &s, &st);
    /* Issued at f, data at f + latency: the ALU issues then. */
    assert_int_equal(st.sm.stall_raw_memory, st.sm.load_latency_sum - 1);
    assert_int_equal(st.sm.issued, 2);
    assert_int_equal(st.run.cycles, c.fetch_latency + st.sm.load_latency_sum + c.sp_latency + 1);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_sched_020_barrier_holds_all),
        cmocka_unit_test(gpu_sched_021_finished_warps_do_not_hold_a_barrier),
        cmocka_unit_test(gpu_sched_022_fence_waits_for_own_stores),
        cmocka_unit_test(gpu_sched_024_fence_waits_for_registers),
        cmocka_unit_test(gpu_sched_023_raw_memory_is_charged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
