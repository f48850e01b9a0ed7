/*
 * The two-level scheduler: issue orders and cycles derived from its rule (gpu/two_level.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_one_sm.h"

#define BASE UINT64_C(0x10000000)

static gpu_cfg_t two_level(uint32_t active)
{
    gpu_cfg_t c = one_sm(GPU_SCHED_TWO_LEVEL);
    c.sched_active = active;
    return c;
}

static uint64_t addr_lane(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + lane * 4;
}

/* A step that is expected: its cycle, warp and instruction. */
typedef struct step {
    uint64_t cycle;
    uint32_t warp, inst;
} step_t;

static void expect(const gpu_cfg_t *c, synth_t *s, const step_t *want, uint32_t n, gpu_stats_t *st)
{
    synth_clock_t clock = {.s = s};
    synth_log_on(s, 256);
    s->addr = addr_lane;
    gpu_t *g = gpu_new(c);
    gpu_attach(g, &synth_clock_hooks, &clock, NULL);
    assert_int_equal(gpu_run(g, &s->front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    assert_int_equal(s->log_n, n);
    for (uint32_t k = 0; k < n; k++) {
        assert_int_equal(s->log[k].warp, want[k].warp);
        assert_int_equal(s->log[k].inst, want[k].inst);
        assert_int_equal(clock.cycle[k], want[k].cycle);
    }
    synth_free(s);
}

static void loads_program(synth_t *s)
{
    synth_init(s, 1, 4, 32);
    synth_load(s, 1, -1);
    synth_alu(s, 2, 1);
    synth_alu(s, 3, -1);
}

static uint64_t load_latency(const gpu_cfg_t *c)
{
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    s.addr = addr_lane;
    synth_run(c, &s, &st);
    synth_free(&s);
    return st.sm.load_latency_sum;
}

static void gpu_two_level_010_waiting_warps_make_room(void **state)
{
    (void)state;
    gpu_cfg_t c = two_level(2);
    gpu_stats_t st;
    synth_t s;
    uint64_t f = c.fetch_latency, d = f + load_latency(&c);
    loads_program(&s);
    /* Active {0, 1}; the pointer stands at 0, so 1 is first. Each, once it has loaded, waits and is
     * replaced: 2, then 3; then there is no other, and 0 is left. Data come in that order, one a
     * cycle from d on (the other loads merge). At d + 2 the set is {1, 2}, neither waits, and 3 is
     * held back; it comes in when 1 has finished, and 0 (pending since f + 4, 3 since f + 3) when
     * 2 has. */
    const step_t want[] = {
        {f, 1, 0},     {f + 1, 2, 0}, {f + 2, 3, 0}, {f + 3, 0, 0}, {d, 1, 1},     {d + 1, 2, 1},
        {d + 2, 1, 2}, {d + 3, 2, 2}, {d + 4, 3, 1}, {d + 5, 0, 1}, {d + 6, 3, 2}, {d + 7, 0, 2},
    };
    expect(&c, &s, want, 12, &st);
    assert_int_equal(st.sm.stall_raw_memory, d - (f + 4));
}

static void gpu_two_level_011_a_set_of_all_is_lrr(void **state)
{
    (void)state;
    gpu_cfg_t c = two_level(4);
    gpu_stats_t st;
    synth_t s;
    uint64_t f = c.fetch_latency, d = f + load_latency(&c);
    const step_t want[] = {
        {f, 1, 0},     {f + 1, 2, 0}, {f + 2, 3, 0}, {f + 3, 0, 0}, {d, 1, 1},     {d + 1, 2, 1},
        {d + 2, 3, 1}, {d + 3, 0, 1}, {d + 4, 1, 2}, {d + 5, 2, 2}, {d + 6, 3, 2}, {d + 7, 0, 2},
    };
    for (unsigned lrr = 0; lrr < 2; lrr++) {
        c.sched_policy = lrr ? GPU_SCHED_LRR : GPU_SCHED_TWO_LEVEL;
        loads_program(&s);
        expect(&c, &s, want, 12, &st);
    }
}

static void gpu_two_level_012_barriers_do_not_lock_the_set(void **state)
{
    (void)state;
    gpu_cfg_t c = two_level(1);
    gpu_stats_t st;
    synth_t s;
    uint64_t f = c.fetch_latency;
    synth_init(&s, 1, 4, 32);
    synth_alu(&s, 1, -1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 2, -1);
    /* One after the other to the barrier; the last completes it and goes on; then by time pending.
     */
    const step_t want[] = {
        {f, 0, 0},     {f + 1, 0, 1}, {f + 2, 1, 0}, {f + 3, 1, 1}, {f + 4, 2, 0},  {f + 5, 2, 1},
        {f + 6, 3, 0}, {f + 7, 3, 1}, {f + 8, 3, 2}, {f + 9, 0, 2}, {f + 10, 1, 2}, {f + 11, 2, 2},
    };
    expect(&c, &s, want, 12, &st);
}

static void gpu_two_level_013_fences_are_waits_for_memory(void **state)
{
    (void)state;
    gpu_cfg_t c = two_level(1);
    gpu_stats_t st;
    synth_t s;
    uint64_t f = c.fetch_latency;
    /* The acknowledgement of one store: of its warp's residence all but the fetch and the last
     * cycle (gpu_sched_034). */
    synth_init(&s, 1, 1, 32);
    synth_store(&s, -1);
    s.addr = addr_lane;
    synth_run(&c, &s, &st);
    uint64_t ack = st.run.cycles - 1;
    synth_free(&s);
    synth_init(&s, 1, 2, 32);
    synth_store(&s, -1);
    synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 1, -1);
    /* Warp 1's store leaves for the crossbar two cycles after warp 0's, but a full store takes
     * ceil(136 / 32) = 5 cycles of its port, and so do both ways' stages behind it. */
    uint64_t flits = (c.header_bytes + 128 + c.flit_bytes - 1) / c.flit_bytes;
    const step_t want[] = {{f, 0, 0},     {f + 1, 0, 1}, {f + 2, 1, 0},
                           {f + 3, 1, 1}, {ack, 0, 2},   {ack + flits, 1, 2}};
    expect(&c, &s, want, 6, &st);
}

static void gpu_two_level_014_held_back_is_charged_to_the_active(void **state)
{
    (void)state;
    gpu_cfg_t c = two_level(1);
    gpu_stats_t st;
    enum { N = 6 };
    synth_t s;
    synth_init(&s, 1, 2, 32);
    for (int i = 0; i < N; i++)
        synth_alu(&s, 1, 1);
    /* Warp 0 alone from result to result, then warp 1. */
    uint64_t f = c.fetch_latency, second = f + (N - 1) * c.sp_latency + 1;
    step_t want[2 * N];
    for (uint32_t i = 0; i < N; i++) {
        want[i] = (step_t){f + i * c.sp_latency, 0, i};
        want[N + i] = (step_t){second + i * c.sp_latency, 1, i};
    }
    expect(&c, &s, want, 2 * N, &st);
    assert_int_equal(st.sm.stall_raw_data, 2 * (N - 1) * (c.sp_latency - 1));
    assert_int_equal(st.sm.stall_structural + st.sm.stall_raw_memory, 0);
}

static void gpu_two_level_015_a_set_for_each_scheduler(void **state)
{
    (void)state;
    gpu_cfg_t c = two_level(1);
    gpu_stats_t st;
    synth_t s;
    c.schedulers = c.sp_units = 2;
    uint64_t f = c.fetch_latency;
    synth_init(&s, 1, 4, 32);
    for (int i = 0; i < 3; i++)
        synth_alu(&s, 1 + i, -1);
    const step_t want[] = {
        {f, 0, 0},     {f, 1, 0},     {f + 1, 0, 1}, {f + 1, 1, 1}, {f + 2, 0, 2}, {f + 2, 1, 2},
        {f + 3, 2, 0}, {f + 3, 3, 0}, {f + 4, 2, 1}, {f + 4, 3, 1}, {f + 5, 2, 2}, {f + 5, 3, 2},
    };
    expect(&c, &s, want, 12, &st);
}

static int highest(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    (void)sm, (void)sched, (void)cycle;
    *(uint64_t *)ctx |= ready;
    return 63 - __builtin_clzll(ready);
}

static void gpu_two_level_016_an_owner_of_pick_warp_sees_all(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "highest", .pick_warp = highest};
    gpu_cfg_t c = two_level(1);
    uint64_t seen = 0;
    synth_t s;
    loads_program(&s);
    s.addr = addr_lane;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &hooks, &seen, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    assert_int_equal(seen, 15);
    gpu_free(g);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_two_level_010_waiting_warps_make_room),
        cmocka_unit_test(gpu_two_level_011_a_set_of_all_is_lrr),
        cmocka_unit_test(gpu_two_level_012_barriers_do_not_lock_the_set),
        cmocka_unit_test(gpu_two_level_013_fences_are_waits_for_memory),
        cmocka_unit_test(gpu_two_level_014_held_back_is_charged_to_the_active),
        cmocka_unit_test(gpu_two_level_015_a_set_for_each_scheduler),
        cmocka_unit_test(gpu_two_level_016_an_owner_of_pick_warp_sees_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
