/* Policy ccws_swl: orders of issue worked by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

/* What is issued, as "warp instruction" pairs. */
static void same_order(const synth_t *s, const uint8_t (*want)[2], uint32_t n)
{
    assert_int_equal(s->log_n, n);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(s->log[i].warp, want[i][0]);
        assert_int_equal(s->log[i].inst, want[i][1]);
    }
}

/*
 * Four warps of five independent instructions, limit 2, lrr beneath, which looks from the slot
 * after the last one on; the last one is 0 at first. Warps 0 and 1 take turns, 1 first; 1 ends with
 * the ninth instruction, and 2 takes its place, the next after 1; then 0 has its last one, and 3
 * takes its place: 2 and 3 take turns, 2 having had one. Two ready warps are held at each of the
 * first nine instructions, one at the tenth and eleventh.
 */
static void policy_ccws_swl_100_limit_of_two(void **state)
{
    (void)state;
    static const char *const options[] = {"limit=2", "scheduler=lrr", NULL};
    static const uint8_t want[][2] = {{1, 0}, {0, 0}, {1, 1}, {0, 1}, {1, 2}, {0, 2}, {1, 3},
                                      {0, 3}, {1, 4}, {2, 0}, {0, 4}, {2, 1}, {3, 0}, {2, 2},
                                      {3, 1}, {2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 4}};
    const gpu_cfg_t c = rig_cfg(32, 8);
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 4, 32);
    for (int i = 0; i < 5; i++)
        synth_alu(&s, i, -1);
    synth_log_on(&s, 64);
    rig_new(&r, &c, "ccws_swl", options);
    rig_run(&r, &s);
    same_order(&s, want, 20);
    assert_int_equal(rig_count(&r, "instructions"), 20);
    assert_int_equal(rig_count(&r, "held"), 9 * 2 + 2);
    rig_free(&r);
    synth_free(&s);
}

/* Limit 1: warp 0 waits at the barrier for warp 1, which gets its place meanwhile. */
static void policy_ccws_swl_110_a_place_is_lent_at_a_barrier(void **state)
{
    (void)state;
    static const char *const options[] = {"limit=1", NULL};
    static const uint8_t want[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {1, 2}};
    const gpu_cfg_t c = rig_cfg(32, 8);
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 2, 32);
    synth_alu(&s, 1, -1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 2, -1);
    synth_log_on(&s, 64);
    rig_new(&r, &c, "ccws_swl", options);
    rig_run(&r, &s);
    same_order(&s, want, 6);
    rig_free(&r);
    synth_free(&s);
}

static uint64_t own_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + at->warp * 128 + lane * 4;
}

/* Limit 1 for loads alone, lrr beneath: warp 1 comes to its load and is held there until warp 0 has
 * ended. */
static void policy_ccws_swl_120_loads_alone(void **state)
{
    (void)state;
    static const char *const options[] = {"limit=1", "loads_only=on", "scheduler=lrr", NULL};
    static const uint8_t want[][2] = {{1, 0}, {0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}};
    const gpu_cfg_t c = rig_cfg(32, 8);
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 1, 2, 32);
    synth_alu(&s, 1, -1);
    synth_load(&s, 2, -1);
    synth_alu(&s, 3, -1);
    s.addr = own_line;
    synth_log_on(&s, 64);
    rig_new(&r, &c, "ccws_swl", options);
    rig_run(&r, &s);
    same_order(&s, want, 6);
    rig_free(&r);
    synth_free(&s);
}

/* Not limited: what gto alone does. */
static void policy_ccws_swl_130_no_limit_is_the_scheduler_beneath(void **state)
{
    (void)state;
    static const char *const options[] = {"limit=48", NULL};
    gpu_cfg_t c = rig_cfg(2, 2);
    gpu_stats_t plain;
    policy_rig_t r;
    synth_t s;
    synth_init(&s, 12, 4, 32);
    synth_load(&s, 1, 1);
    synth_alu(&s, 2, 1);
    s.addr = own_line;
    s.repeat = 20;
    rig_new(&r, &c, "ccws_swl", options);
    rig_run(&r, &s);
    rig_free(&r);
    c.sched_policy = GPU_SCHED_GTO;
    synth_run(&c, &s, &plain);
    assert_int_equal(r.stats.run.cycles, plain.run.cycles);
    assert_int_equal(rig_count(&r, "held"), 0);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_ccws_swl_100_limit_of_two),
        cmocka_unit_test(policy_ccws_swl_110_a_place_is_lent_at_a_barrier),
        cmocka_unit_test(policy_ccws_swl_120_loads_alone),
        cmocka_unit_test(policy_ccws_swl_130_no_limit_is_the_scheduler_beneath),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
