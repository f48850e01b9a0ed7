/*
 * Mascar: re-execution, and the owner's priority, derived from the rules (sim/policy/mascar.c)
 * and from the order of a cycle (gpu/sm.h). One MSHR, so that one miss saturates the L1.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_synth.h"

static gpu_cfg_t one_mshr(void)
{
    gpu_cfg_t c = rig_config();
    c.l1_mshrs = 1;
    c.ldst_queue = 8;
    return c;
}

/* One warp: a load of line[0]; when its data are there, loads of line[1] ... line[n - 1] at once.
 */
static void run(policy_rig_t *r, const uint32_t *line, uint32_t n, const char *policy,
                const char *options)
{
    gpu_cfg_t c = one_mshr();
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (uint32_t i = 0; i < n; i++)
        synth_load(&s, (int)i + 1, i == 1 ? 1 : -1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    rig_run(r, &c, &s, policy, options);
    synth_free(&s);
}

static void policy_mascar_100_a_hit_passes_a_stalled_miss(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1, 2, 0};
    uint64_t hit = rig_config().l1_hit_latency;
    /* 1 takes the MSHR, 2 is rejected as long as it is taken, and the hit of 0 stands behind it. */
    run(&r, line, 4, "", NULL);
    uint64_t stalled = r.st.l1d.fail_mshr_full;
    assert_true(stalled > 10);
    assert_int_equal(r.load[3].latency_sum, hit + stalled);
    uint64_t second = r.load[2].latency_sum;
    /* In the queue 2 is rejected as often, until the same cycle, but for the one in which the hit
     * met the tags instead; the hit is not delayed at all. */
    run(&r, line, 4, "mascar", "mascar.schedule=off");
    assert_int_equal(r.load[3].latency_sum, hit);
    assert_int_equal(r.load[2].latency_sum, second);
    assert_int_equal(r.st.l1d.fail_mshr_full, stalled - 1);
    assert_int_equal(rig_count(&r, "queued"), 1);
    assert_int_equal(rig_count(&r, "reexecuted"), 1);
    assert_int_equal(rig_count(&r, "passing_hits"), 1);
    assert_int_equal(rig_count(&r, "max_queued"), 1);
}

static void policy_mascar_110_a_full_queue_holds_the_rest(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1, 2, 3, 0};
    uint64_t hit = rig_config().l1_hit_latency;
    /* 1 is accepted at t; 2, rejected at t + 1, fills a queue of one; 3 is rejected at t + 2 and
     * waits in the port, the hit behind it. When the MSHR is free, at e, 2 takes it; 3 goes to the
     * queue at e + 1 and the hit passes it at e + 2 instead of t + 3. Without the policy 2 alone is
     * rejected from t + 1 to e - 1, as in 100. */
    run(&r, line, 3, "", NULL);
    uint64_t stalled = r.st.l1d.fail_mshr_full;
    run(&r, line, 5, "mascar", "mascar.schedule=off mascar.queue=1");
    assert_int_equal(rig_count(&r, "passing_hits"), 1);
    assert_int_equal(r.load[4].latency_sum, hit + stalled);
    assert_int_equal(rig_count(&r, "max_queued"), 1);
    /* With two entries both go to the queue, and the hit passes at once. */
    run(&r, line, 5, "mascar", "mascar.schedule=off mascar.queue=2");
    assert_int_equal(rig_count(&r, "passing_hits"), 1);
    assert_int_equal(r.load[4].latency_sum, hit);
    assert_int_equal(rig_count(&r, "max_queued"), 2);
    assert_int_equal(rig_count(&r, "queued"), 2);
    assert_int_equal(rig_count(&r, "reexecuted"), 2);
}

static void policy_mascar_120_no_queue_is_the_plain_memory_stage(void **state)
{
    (void)state;
    /* The port is a place more before the L1, which shows where the queue of the memory stage is
     * full: here it never is. */
    policy_rig_t plain, none;
    const uint32_t line[] = {0, 1, 2, 3, 0};
    run(&plain, line, 5, "", NULL);
    run(&none, line, 5, "mascar", "mascar.schedule=off mascar.queue=0");
    assert_memory_equal(&plain.st, &none.st, sizeof plain.st);
}

static void policy_mascar_130_reads_do_not_wait_for_stores_in_turn(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = one_mshr();
    const uint32_t line[] = {0, 1, 2, 5, 3};
    synth_t s;
    /* The injection queue takes one store, which the crossbar takes after l1_miss_delay: the second
     * store waits in the port for that long; 2, in the queue, is tried in turn with it. */
    c.l1_inject_queue = 1;
    c.l1_miss_delay = 20;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    synth_load(&s, 2, 1);
    synth_load(&s, 3, -1);
    synth_store(&s, -1);
    synth_store(&s, -1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    rig_run(&r, &c, &s, "mascar", "mascar.schedule=off");
    synth_free(&s);
    /* Line 1 meets the tags at t, 2 at t + 1 (rejected, queued), the first store at t + 2
     * (accepted), the second at t + 3. It is rejected until the first has left, behind line 1, at
     * t + 22: tried at t + 3, t + 5 ... t + 21, and accepted when tried at t + 23; 2 in between. */
    assert_int_equal(r.st.l1d.fail_inject_queue, 10);
    assert_int_equal(rig_count(&r, "reexecuted"), 1);
}

static void orders(const char *options, uint32_t warps, const rig_step_t *want, uint32_t n,
                   policy_rig_t *r)
{
    gpu_cfg_t c = one_mshr();
    static const uint32_t line[] = {0, 1, 2};
    synth_t s;
    synth_init(&s, 1, warps, 32);
    synth_load(&s, 1, -1);
    synth_load(&s, 2, -1);
    synth_alu(&s, 3, -1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    rig_run(r, &c, &s, "mascar", options);
    assert_true(rig_steps(r, &s, want, n));
}

static void policy_mascar_200_the_owner_goes_first(void **state)
{
    (void)state;
    policy_rig_t r;
    uint64_t f = rig_config().fetch_latency;
    /* In f nothing is saturated: loosely round-robin, 1 first. Its miss takes the MSHR in f + 1,
     * before the schedulers look: from then on 0, the oldest, owns the memory path, and issues its
     * second load, too; its last instruction is the only one that 1's loads leave. Then 1 owns. */
    const rig_step_t want[] = {{f, 1, 0},     {f + 1, 0, 0}, {f + 2, 0, 1},
                               {f + 3, 0, 2}, {f + 4, 1, 1}, {f + 5, 1, 2}};
    orders(NULL, 2, want, 6, &r);
    assert_int_equal(rig_count(&r, "owners"), 2);
    assert_int_equal(rig_count(&r, "owner_memory"), 3);
    assert_int_equal(rig_count(&r, "saturated_picks"), 5);
    /* With equal priority they go in turn. */
    const rig_step_t equal[] = {{f, 1, 0},     {f + 1, 0, 0}, {f + 2, 1, 1},
                                {f + 3, 0, 1}, {f + 4, 1, 2}, {f + 5, 0, 2}};
    orders("mascar.schedule=off", 2, equal, 6, &r);
    assert_int_equal(rig_count(&r, "saturated_picks"), 0);
}

static void policy_mascar_210_who_waits_for_data_owns_nothing(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = one_mshr();
    static const uint32_t line[] = {0, 0};
    synth_t s;
    uint64_t f = c.fetch_latency;
    /* Each loads the same line and needs it. f: 1. f + 1: 0 owns. f + 2: 0 waits for its data, so
     * the oldest of the others is next: 2, then 3. They merge: the data come in the order of issue
     * from d on, one a cycle. When they do the MSHR is free: everybody computes, in turn. */
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    rig_run(&r, &c, &s, "", NULL);
    uint64_t d = f + r.st.sm.load_latency_sum;
    synth_free(&s);
    synth_init(&s, 1, 4, 32);
    synth_load(&s, 1, -1);
    synth_alu(&s, 2, 1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    const rig_step_t want[] = {{f, 1, 0}, {f + 1, 0, 0}, {f + 2, 2, 0}, {f + 3, 3, 0},
                               {d, 1, 1}, {d + 1, 0, 1}, {d + 2, 2, 1}, {d + 3, 3, 1}};
    rig_run(&r, &c, &s, "mascar", NULL);
    assert_true(rig_steps(&r, &s, want, 8));
    assert_int_equal(rig_count(&r, "owners"), 3);
}

static void policy_mascar_220_a_waiting_read_is_saturation(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = rig_config();
    static const uint32_t line[] = {0, 0, 0};
    synth_t s;
    uint64_t f = c.fetch_latency;
    /* MSHRs are free, but none takes a second request. f: 1's read misses in f + 1; f + 1: 0, in
     * turn. In f + 2 its read is rejected and queued, before the schedulers look: 0 owns. */
    c.l1_mshr_merge = 1;
    synth_init(&s, 1, 2, 32);
    synth_load(&s, 1, -1);
    synth_load(&s, 2, -1);
    synth_alu(&s, 3, -1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    const rig_step_t want[] = {{f, 1, 0},     {f + 1, 0, 0}, {f + 2, 0, 1},
                               {f + 3, 0, 2}, {f + 4, 1, 1}, {f + 5, 1, 2}};
    rig_run(&r, &c, &s, "mascar", NULL);
    assert_true(rig_steps(&r, &s, want, 6));
    assert_int_equal(r.st.l1d.fail_mshr_full + r.st.l1d.fail_miss_queue, 0);
    assert_int_equal(rig_count(&r, "saturated_picks"), 4);
}

/*
 * Age is not the slot's number. Three slots, four CTAs of one warp: the first has no lanes and ends
 * at once, so that the fourth is the youngest and in slot 0. The others store and wait at a fence
 * for the acknowledgement, the second CTA's first. Its first load takes the MSHR, and it owns the
 * memory path for all of its twelve, which wait for a latency each: a queue of one, and two places
 * in the memory stage. Meanwhile the third and the fourth come to their loads. When the second has
 * issued its last one the third is the owner, and after it the fourth.
 */
enum { AGE_FIRST = 2, AGE_LOADS = 12, AGE_LAST = AGE_FIRST + AGE_LOADS - 1 };

static uint64_t age_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return RIG_BASE + (at->inst + 32 * at->cta) * UINT64_C(128) + lane * 4;
}

static uint64_t age_mask(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    return at->cta == 1 || (at->cta && at->inst == 0) ? 0xffffffff : 0;
}

/* The place in the log of a CTA's instruction. */
static uint32_t age_step(const synth_t *s, uint32_t cta, uint32_t inst)
{
    for (uint32_t i = 0; i < s->log_n; i++)
        if (s->log[i].cta == cta && s->log[i].inst == inst)
            return i;
    fail_msg("CTA %u never came to %u", cta, inst);
    return 0;
}

static void policy_mascar_230_the_oldest_is_next(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = one_mshr();
    synth_t s;
    c.ctas_per_sm = 3;
    c.ldst_queue = 2;
    synth_init(&s, 4, 1, 32);
    synth_store(&s, -1);
    synth_add(&s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
    for (int i = 0; i < AGE_LOADS; i++)
        synth_load(&s, 1 + i, -1);
    s.addr = age_addr;
    s.mask = age_mask;
    rig_run(&r, &c, &s, "mascar", "mascar.queue=1");
    assert_int_equal(r.n_ready, 4);
    assert_int_equal(r.ready[2].first_warp, 2);
    assert_int_equal(r.ready[3].first_warp, 0);
    uint32_t end_of_owner = age_step(&s, 1, AGE_LAST), third = age_step(&s, 2, AGE_FIRST);
    assert_true(age_step(&s, 3, 1) < end_of_owner);
    assert_true(end_of_owner < third);
    assert_int_equal(age_step(&s, 2, AGE_LAST), third + AGE_LOADS - 1);
    assert_true(age_step(&s, 3, AGE_FIRST) > third);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_mascar_100_a_hit_passes_a_stalled_miss),
        cmocka_unit_test(policy_mascar_110_a_full_queue_holds_the_rest),
        cmocka_unit_test(policy_mascar_120_no_queue_is_the_plain_memory_stage),
        cmocka_unit_test(policy_mascar_130_reads_do_not_wait_for_stores_in_turn),
        cmocka_unit_test(policy_mascar_200_the_owner_goes_first),
        cmocka_unit_test(policy_mascar_210_who_waits_for_data_owns_nothing),
        cmocka_unit_test(policy_mascar_220_a_waiting_read_is_saturation),
        cmocka_unit_test(policy_mascar_230_the_oldest_is_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
