/*
 * Block CTA scheduling: which SM takes which CTA when, derived from the rule (sim/policy/bcs.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_synth.h"

/* CTAs of one warp with three instructions, `slots` of them at a time on each of `sms`. */
static void run(policy_rig_t *r, uint32_t sms, uint32_t slots, uint32_t ctas, const char *policy,
                const char *options)
{
    gpu_cfg_t c = rig_config();
    synth_t s;
    c.n_sms = sms;
    c.ctas_per_sm = slots;
    c.cta_issue = sms;
    synth_init(&s, ctas, 1, 32);
    for (int i = 0; i < 3; i++)
        synth_alu(&s, 1, 1);
    rig_run(r, &c, &s, policy, options);
    synth_free(&s);
    assert_int_equal(r->n_ready, ctas);
}

static uint64_t done_in(const policy_rig_t *r, uint32_t cta)
{
    for (uint32_t i = 0; i < r->n_done; i++)
        if (r->done[i].cta == cta)
            return r->done[i].cycle;
    fail_msg("CTA %u never finished", cta);
    return 0;
}

static void policy_bcs_100_pairs_go_to_one_sm(void **state)
{
    (void)state;
    policy_rig_t r;
    /* Two SMs of two slots. In cycle 0 each begins a pair, in cycle 1 each takes its second CTA.
     * The two of a pair begin a cycle apart, so they end apart, too, and the next pair comes in the
     * cycle after the second one's end: SM 0 is first again, since SM 1 took the last CTA. */
    const uint32_t sm[] = {0, 1, 0, 1, 0, 1, 0, 1}, cta[] = {0, 2, 1, 3, 4, 6, 5, 7};
    run(&r, 2, 2, 8, "bcs", NULL);
    uint64_t first = r.ready[0].cycle, next = done_in(&r, 1) + 1;
    assert_true(done_in(&r, 0) < done_in(&r, 1));
    const uint64_t cycle[] = {first, first, first + 1, first + 1, next, next, next + 1, next + 1};
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(r.ready[i].sm, sm[i]);
        assert_int_equal(r.ready[i].cta, cta[i]);
        assert_int_equal(r.ready[i].cycle, cycle[i]);
    }
    assert_int_equal(rig_count(&r, "blocks"), 4);
    assert_int_equal(rig_count(&r, "single_ctas"), 0);
    /* Without the policy neighbours part, and a slot is filled as soon as it is free. */
    run(&r, 2, 2, 8, "", NULL);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(r.ready[i].sm, i % 2);
        assert_int_equal(r.ready[i].cta, i);
    }
    assert_int_equal(r.ready[4].cycle, done_in(&r, 0) + 1);
}

static void policy_bcs_110_a_third_slot_stays_empty(void **state)
{
    (void)state;
    policy_rig_t r;
    /* Three slots: while a pair runs there is room for one, and the next pair waits for two, which
     * are free in the cycle after the first of the pair has gone. */
    run(&r, 1, 3, 6, "bcs", NULL);
    assert_int_equal(r.ready[2].cycle, done_in(&r, 0) + 1);
    assert_int_equal(r.ready[3].cycle, done_in(&r, 0) + 2);
    assert_int_equal(r.ready[4].cycle, done_in(&r, 2) + 1);
    /* Room for one and no more from cycle 2 (of the launch) to done(0), and again for the pairs
     * that follow; the last is not waited for. */
    uint64_t start = r.ready[0].cycle;
    assert_int_equal(rig_count(&r, "sm_waiting_cycles"),
                     done_in(&r, 0) - (start + 1) + (done_in(&r, 2) - r.ready[3].cycle) -
                         /* in done(1) + 1 = ready[3] the second slot is full again */ 0);
    run(&r, 1, 3, 6, "", NULL);
    assert_int_equal(r.ready[2].cycle, r.ready[0].cycle + 2);
}

static void policy_bcs_120_what_cannot_pair_goes_alone(void **state)
{
    (void)state;
    policy_rig_t r;
    /* One slot: a pair would never fit. */
    run(&r, 1, 1, 3, "bcs", NULL);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(r.ready[i].cta, i);
    assert_int_equal(rig_count(&r, "single_ctas"), 3);
    assert_int_equal(rig_count(&r, "sm_waiting_cycles"), 0);
    /* Five CTAs in four slots: two pairs, and the fifth into the first free slot. */
    run(&r, 1, 4, 5, "bcs", NULL);
    assert_int_equal(rig_count(&r, "blocks"), 2);
    assert_int_equal(rig_count(&r, "single_ctas"), 1);
    assert_int_equal(r.ready[4].cycle, done_in(&r, 0) + 1);
}

static void policy_bcs_130_blocks_of_another_size(void **state)
{
    (void)state;
    policy_rig_t r;
    /* Threes in three slots of two SMs; of eight CTAs the last block has two. */
    const uint32_t sm[] = {0, 1, 0, 1, 0, 1}, cta[] = {0, 3, 1, 4, 2, 5};
    run(&r, 2, 3, 8, "bcs", "bcs.ctas=3");
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(r.ready[i].sm, sm[i]);
        assert_int_equal(r.ready[i].cta, cta[i]);
    }
    assert_int_equal(rig_count(&r, "blocks"), 3);
    assert_int_equal(r.ready[6].sm, r.ready[7].sm);
}

/* Every kernel's CTAs are given out from the first one on: three CTAs in two slots, twice. */
static void policy_bcs_140_each_kernel_from_its_first_cta(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = rig_config();
    synth_t s;
    c.ctas_per_sm = 2;
    synth_init(&s, 3, 1, 32);
    synth_alu(&s, 1, 1);
    rig_run_times(&r, &c, &s, "bcs", NULL, 2);
    synth_free(&s);
    assert_int_equal(r.n_ready, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(r.ready[i].cta, i % 3);
    assert_int_equal(rig_count(&r, "blocks"), 2);
    assert_int_equal(rig_count(&r, "single_ctas"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_bcs_100_pairs_go_to_one_sm),
        cmocka_unit_test(policy_bcs_110_a_third_slot_stays_empty),
        cmocka_unit_test(policy_bcs_120_what_cannot_pair_goes_alone),
        cmocka_unit_test(policy_bcs_130_blocks_of_another_size),
        cmocka_unit_test(policy_bcs_140_each_kernel_from_its_first_cta),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
