/*
 * Stride prefetching between warps: what the table learns and which lines are prefetched, derived
 * from the rule (sim/policy/str.c). The warps issue in the order of their numbers (gto).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_synth.h"

/* Where warp w of the grid reads, from RIG_BASE; OFF: its lanes are switched off. */
#define OFF UINT64_MAX

static uint32_t number(const synth_t *s, const synth_at_t *at)
{
    return at->cta * s->front.warps_per_cta + at->warp;
}

static uint64_t addr_of(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *offset = s->user;
    return RIG_BASE + offset[number(s, at)] + lane * 4;
}

static uint64_t mask_of(const synth_t *s, const synth_at_t *at)
{
    const uint64_t *offset = s->user;
    return offset[number(s, at)] == OFF ? 0 : bits_mask(32);
}

static void run(policy_rig_t *r, uint32_t ctas, uint32_t warps, uint32_t loads,
                const uint64_t *offset, const char *options)
{
    gpu_cfg_t c = rig_config();
    synth_t s;
    c.sched_policy = GPU_SCHED_GTO;
    synth_init(&s, ctas, warps, 32);
    for (uint32_t i = 0; i < loads; i++)
        synth_load(&s, (int)i, -1);
    s.addr = addr_of;
    s.mask = mask_of;
    s.user = offset;
    rig_run(r, &c, &s, "str", options);
    synth_free(&s);
}

static void told(const policy_rig_t *r, const uint64_t *offset, uint32_t n)
{
    assert_int_equal(r->n_told, n);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(r->told_line[i], offset[i] / 128);
    assert_int_equal(rig_count(r, "asked"), n);
}

static void policy_str_100_the_third_warp_confirms(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint64_t at[] = {0, 1024, 2048, 3072}, want[] = {3072, 4096};
    /* 0 makes the entry, 1 the stride of 1024, 2 confirms it and asks for 3's line, 3 for a
     * fifth's. 3's own request goes first, so that its prefetch finds the line on its way. */
    run(&r, 1, 4, 1, at, NULL);
    told(&r, want, 2);
    assert_int_equal(r.told[0].outcome, GPU_PREFETCH_PENDING);
    assert_int_equal(r.told[1].outcome, GPU_PREFETCH_ISSUED);
    assert_int_equal(rig_count(&r, "entries_allocated"), 1);
    assert_int_equal(rig_count(&r, "mismatches"), 1);
    assert_int_equal(rig_count(&r, "confirmed"), 2);
}

static void policy_str_110_strides_change(void **state)
{
    (void)state;
    policy_rig_t r;
    /* 1: 1000. 2: 1000, confirmed: 3000. 3: 900 instead. 4: 900, confirmed: 4700. 5: confirmed:
     * 5600. 6: 0 instead. 7: 0 again, which is no stride to prefetch by. */
    const uint64_t at[] = {0, 1000, 2000, 2900, 3800, 4700, 4700, 4700};
    const uint64_t want[] = {3000, 4700, 5600};
    run(&r, 1, 8, 1, at, NULL);
    told(&r, want, 3);
    assert_int_equal(rig_count(&r, "mismatches"), 3);
    assert_int_equal(rig_count(&r, "confirmed"), 3);
}

static void policy_str_120_backwards(void **state)
{
    (void)state;
    policy_rig_t r;
    /* -512: 2 asks for 2560 - 1024 - 512; 3 for 512, 4 for 0, and 5 for what lies before the
     * memory. */
    const uint64_t at[] = {2560, 2048, 1536, 1024, 512, 0}, want[] = {1024, 512, 0};
    run(&r, 1, 6, 1, at, NULL);
    told(&r, want, 3);
    assert_int_equal(rig_count(&r, "confirmed"), 4);
    assert_int_equal(rig_count(&r, "outside"), 1);
}

static void policy_str_130_divides_by_the_distance_of_the_warps(void **state)
{
    (void)state;
    policy_rig_t r;
    /* 2 after 0: 1001 over 2 leaves a remainder: no stride, but a new base. 3: 1000. 5: 2000 over 2
     * is 1000 again: 5001. */
    const uint64_t at[] = {0, OFF, 1001, 2001, OFF, 4001}, want[] = {5001};
    run(&r, 1, 6, 1, at, NULL);
    told(&r, want, 1);
    assert_int_equal(rig_count(&r, "loads"), 4);
    assert_int_equal(rig_count(&r, "no_stride"), 1);
    assert_int_equal(rig_count(&r, "mismatches"), 1);
}

static void policy_str_140_warps_are_numbered_in_the_grid(void **state)
{
    (void)state;
    policy_rig_t r;
    /* Eight CTAs of one warp on two SMs: 0, 2, 4, 6 in slots 0 to 3 of the one, the odd ones in
     * those of the other. 2048 between warps two apart is 1024: 4 asks for 5's line, 5 for 6's, and
     * so on. By slot it would be 2048. */
    const uint64_t at[] = {0, 1024, 2048, 3072, 4096, 5120, 6144, 7168};
    const uint64_t want[] = {5120, 6144, 7168, 8192};
    gpu_cfg_t c = rig_config();
    synth_t s;
    c.n_sms = 2;
    c.sched_policy = GPU_SCHED_GTO;
    synth_init(&s, 8, 1, 32);
    synth_load(&s, 1, -1);
    s.addr = addr_of;
    s.user = at;
    rig_run(&r, &c, &s, "str", NULL);
    synth_free(&s);
    told(&r, want, 4);
}

static void policy_str_150_one_entry_forgets(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint64_t at[] = {0, 1024, 2048, 3072};
    /* Two loads in turn: with one entry each takes the other's. With two entries each load has its
     * own, and asks as in 100. The loads of a warp follow one another only in part, the second one
     * needing no data of the first: warp 0 issues both, then warp 1. */
    run(&r, 1, 4, 2, at, "str.entries=1");
    told(&r, NULL, 0);
    assert_int_equal(rig_count(&r, "entries_allocated"), 8);
    run(&r, 1, 4, 2, at, "str.entries=2");
    assert_int_equal(rig_count(&r, "entries_allocated"), 2);
    assert_int_equal(rig_count(&r, "confirmed"), 4);
}

static void policy_str_160_same_warp_or_same_line(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint64_t at[] = {0}, close[] = {0, 32, 64, 96};
    /* One warp, two turns: no distance between warps. */
    gpu_cfg_t c = rig_config();
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1);
    s.repeat = 2;
    s.addr = addr_of;
    s.user = at;
    rig_run(&r, &c, &s, "str", NULL);
    synth_free(&s);
    assert_int_equal(rig_count(&r, "no_stride"), 1);
    /* 32 bytes a warp: 2 would ask for the line that it reads; 3's next is another line. */
    run(&r, 1, 4, 1, close, NULL);
    assert_int_equal(rig_count(&r, "confirmed"), 2);
    const uint64_t want[] = {128};
    told(&r, want, 1);
}

static void policy_str_170_distance_and_degree(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint64_t at[] = {0, 1024, 2048};
    const uint64_t want[] = {2048 + 4 * 1024, 2048 + 5 * 1024};
    run(&r, 1, 3, 1, at, "str.distance=4 str.degree=2");
    told(&r, want, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_str_100_the_third_warp_confirms),
        cmocka_unit_test(policy_str_110_strides_change),
        cmocka_unit_test(policy_str_120_backwards),
        cmocka_unit_test(policy_str_130_divides_by_the_distance_of_the_warps),
        cmocka_unit_test(policy_str_140_warps_are_numbered_in_the_grid),
        cmocka_unit_test(policy_str_150_one_entry_forgets),
        cmocka_unit_test(policy_str_160_same_warp_or_same_line),
        cmocka_unit_test(policy_str_170_distance_and_degree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
