/*
 * Prefetch-aware scheduling: issue orders and cycles derived from its rule (sim/policy/pa.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_synth.h"

/* One CTA of four warps, and no room for another: the groups are of slots 0 to 3. */
static gpu_cfg_t four_slots(void)
{
    gpu_cfg_t c = rig_config();
    c.ctas_per_sm = 1;
    return c;
}

static const uint32_t line_0[SYNTH_MAX]; /* every load reads line 0 */

static void loads_program(synth_t *s, uint32_t warps)
{
    synth_init(s, 1, warps, 32);
    synth_load(s, 1, -1);
    synth_alu(s, 2, 1);
    synth_alu(s, 3, -1);
    s->addr = rig_addr_by_inst;
    s->user = line_0;
}

static uint64_t load_latency(const gpu_cfg_t *c)
{
    policy_rig_t r;
    synth_t s;
    loads_program(&s, 1);
    rig_run(&r, c, &s, "", NULL);
    synth_free(&s);
    return r.st.sm.load_latency_sum;
}

static void policy_pa_100_groups_of_every_other_warp(void **state)
{
    (void)state;
    gpu_cfg_t c = four_slots();
    policy_rig_t r;
    synth_t s;
    uint64_t f = c.fetch_latency, d = f + load_latency(&c);
    /* Four slots in groups of two: {0, 2} and {1, 3}. The pointer stands at 0: of the first group 2
     * is first, then 0. Both wait: the second group, 1 after 0, then 3. Nobody is ready until d.
     * The loads merge, their data come in the order of issue, one a cycle: 2 at d, 0, 1, 3. At d
     * the current group is the second, and waits as a whole: back to the first, until its warps
     * have finished at d + 3, although 1 is ready from d + 2 on. */
    const rig_step_t want[] = {
        {f, 2, 0},     {f + 1, 0, 0}, {f + 2, 1, 0}, {f + 3, 3, 0}, {d, 2, 1},     {d + 1, 0, 1},
        {d + 2, 2, 2}, {d + 3, 0, 2}, {d + 4, 1, 1}, {d + 5, 3, 1}, {d + 6, 1, 2}, {d + 7, 3, 2},
    };
    loads_program(&s, 4);
    rig_run(&r, &c, &s, "pa", "pa.group=2");
    assert_true(rig_steps(&r, &s, want, 12));
    assert_int_equal(rig_count(&r, "group_switches"), 3);
    assert_int_equal(rig_count(&r, "scheduled"), 12);
}

static void policy_pa_110_groups_of_neighbours_to_compare_with(void **state)
{
    (void)state;
    gpu_cfg_t c = four_slots();
    policy_rig_t r;
    synth_t s;
    uint64_t f = c.fetch_latency, d = f + load_latency(&c);
    /* {0, 1} and {2, 3}. At d + 1 warps 1 and 0 are ready; 0 follows 1. */
    const rig_step_t want[] = {
        {f, 1, 0},     {f + 1, 0, 0}, {f + 2, 2, 0}, {f + 3, 3, 0}, {d, 1, 1},     {d + 1, 0, 1},
        {d + 2, 1, 2}, {d + 3, 0, 2}, {d + 4, 2, 1}, {d + 5, 3, 1}, {d + 6, 2, 2}, {d + 7, 3, 2},
    };
    loads_program(&s, 4);
    rig_run(&r, &c, &s, "pa", "pa.group=2 pa.consecutive=on");
    assert_true(rig_steps(&r, &s, want, 12));
}

static void policy_pa_120_a_short_wait_does_not_switch(void **state)
{
    (void)state;
    gpu_cfg_t c = four_slots();
    policy_rig_t r;
    synth_t s;
    uint64_t f = c.fetch_latency, n = c.sp_latency;
    /* Two dependent instructions. While 0 and 2 wait for their results, 1 and 3 are held back: they
     * begin when both have finished, in f + n + 1. */
    synth_init(&s, 1, 4, 32);
    synth_alu(&s, 1, -1);
    synth_alu(&s, 2, 1);
    const rig_step_t want[] = {
        {f, 2, 0},         {f + 1, 0, 0},     {f + n, 2, 1},         {f + n + 1, 0, 1},
        {f + n + 2, 1, 0}, {f + n + 3, 3, 0}, {f + 2 * n + 2, 1, 1}, {f + 2 * n + 3, 3, 1},
    };
    rig_run(&r, &c, &s, "pa", "pa.group=2");
    assert_true(rig_steps(&r, &s, want, 8));
    assert_int_equal(rig_count(&r, "group_switches"), 1);
}

static void policy_pa_130_barriers_do_not_lock_a_group(void **state)
{
    (void)state;
    gpu_cfg_t c = four_slots();
    policy_rig_t r;
    synth_t s;
    uint64_t f = c.fetch_latency;
    /* 2 and 0 reach the barrier, then the other group, whose 3 completes it and goes on, with 1. */
    synth_init(&s, 1, 4, 32);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 2, -1);
    const rig_step_t want[] = {
        {f, 2, 0},     {f + 1, 0, 0}, {f + 2, 1, 0}, {f + 3, 3, 0},
        {f + 4, 1, 1}, {f + 5, 3, 1}, {f + 6, 0, 1}, {f + 7, 2, 1},
    };
    rig_run(&r, &c, &s, "pa", "pa.group=2");
    assert_true(rig_steps(&r, &s, want, 8));
}

static void policy_pa_140_groups_of_each_scheduler(void **state)
{
    (void)state;
    gpu_cfg_t c = four_slots();
    policy_rig_t r;
    synth_t s;
    c.schedulers = c.sp_units = 2;
    uint64_t f = c.fetch_latency;
    /* Eight warps: scheduler 0 has 0, 2, 4, 6 in groups {0, 4} and {2, 6}, scheduler 1 has {1, 5}
     * and {3, 7}. Fetch brings four warps a cycle, 1 to 4 first (round-robin from slot 0), then 5,
     * 6, 7, 0. Of scheduler 0's first group only 4 is there in f; of scheduler 1's, 1. */
    synth_init(&s, 1, 8, 32);
    synth_alu(&s, 1, -1);
    const rig_step_t want[] = {
        {f, 4, 0},     {f, 1, 0},     {f + 1, 0, 0}, {f + 1, 5, 0},
        {f + 2, 2, 0}, {f + 2, 7, 0}, {f + 3, 6, 0}, {f + 3, 3, 0},
    };
    rig_run(&r, &c, &s, "pa", "pa.group=2");
    assert_true(rig_steps(&r, &s, want, 8));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_pa_100_groups_of_every_other_warp),
        cmocka_unit_test(policy_pa_110_groups_of_neighbours_to_compare_with),
        cmocka_unit_test(policy_pa_120_a_short_wait_does_not_switch),
        cmocka_unit_test(policy_pa_130_barriers_do_not_lock_a_group),
        cmocka_unit_test(policy_pa_140_groups_of_each_scheduler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
