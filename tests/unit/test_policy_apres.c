/*
 * Policies laws, sap and apres alone on a synthetic kernel: groups, prefetches, the choice of the
 * warp, and the options that are refused. The numbers are derived from docs/units/apres.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "apres/apres.h"
#include "policy_apres_plan.h"

/* The same with the lowest lane alone. */
static uint64_t one_lane(const synth_t *s, const synth_at_t *at)
{
    return mask_of(s, at) & 1;
}

static void run(policy_rig_t *r, const plan_t *p, const char *policy, const char *options)
{
    gpu_cfg_t c = rig_config();
    synth_t s;
    make(&s, p, WARPS);
    rig_run(r, &c, &s, policy, options);
    synth_free(&s);
}

/* ---- Groups, and what they lead to ---- */

/* Warp 0's load makes the PT's entry; warp 1's the stride; warp 2's confirms it, and the lines of
 * warps 3 to 7, which are in its group, come before these ask: five hits, which move nobody who
 * would be alone but as a group. A warp is in the group of another until it has made the load. */
static void policy_apres_100_the_third_miss_fetches_for_the_group(void **state)
{
    (void)state;
    static const char *const policies[] = {"apres", "sap", "laws+sap", "sap+laws"};
    for (unsigned i = 0; i < sizeof policies / sizeof *policies; i++) {
        policy_rig_t r;
        const plan_t p = {strided, WARPS, 0};
        run(&r, &p, policies[i], i == 1 ? "sap.groups=16" : "apres.groups=16");
        told(&r, strided + 3, 5, GPU_PREFETCH_ISSUED);
        assert_int_equal(rig_count(&r, "loads"), 2 * WARPS);
        assert_int_equal(rig_count(&r, "groups"), 2 * WARPS);
        assert_int_equal(rig_count(&r, "group_warps"), WARPS + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1);
        assert_int_equal(rig_count(&r, "group_hits"), 5);
        assert_int_equal(rig_count(&r, "served"), WARPS + 3);
        /* Of the line that all share: the second warp's stride is 0, as it is in a new entry. */
        assert_int_equal(rig_count(&r, "pt_allocations"), 2);
        assert_int_equal(rig_count(&r, "no_stride"), WARPS - 1);
        assert_int_equal(rig_count(&r, "mismatches"), 1);
        assert_int_equal(rig_count(&r, "predictions"), 1);
        assert_int_equal(rig_count(&r, "asked"), 5);
        assert_int_equal(rig_count(&r, "outside"), 0);
        assert_int_equal(rig_count(&r, "moves_hit"), 5);
        assert_int_equal(rig_count(&r, "moves_miss"), WARPS + 3);
        assert_int_equal(rig_count(&r, "moves_begin"), WARPS);
        assert_int_equal(rig_count(&r, "moves_target"), 5);
        assert_int_equal(r.st.l1d.prefetches_useful, 5);
        sums_up(&r);
    }
}

/* The address is that of the lowest lane that is active, whatever stands in the others. */
static void policy_apres_105_the_lowest_active_lane(void **state)
{
    (void)state;
    policy_rig_t r;
    const plan_t p = {strided, WARPS, 5};
    run(&r, &p, "apres", "apres.groups=16");
    told(&r, strided + 3, 5, GPU_PREFETCH_ISSUED);
    assert_int_equal(r.st.l1d.prefetches_useful, 5);
}

/* The same by eight warps of two CTAs: slot 4 * CTA + warp. */
static synth_at_t by_slot(const synth_at_t *at)
{
    synth_at_t slot = *at;
    slot.warp += 4 * at->cta;
    return slot;
}

static uint64_t addr_of_slot(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const synth_at_t slot = by_slot(at);
    return addr_of(s, &slot, lane);
}

static uint64_t mask_of_slot(const synth_t *s, const synth_at_t *at)
{
    const synth_at_t slot = by_slot(at);
    return mask_of(s, &slot);
}

/* Slot 2 confirms the stride. With reach cta its miss fetches for slot 3 alone, which is in its
 * CTA; slot 4, of the other, then misses and fetches for 5 to 7. With reach group slot 2's miss
 * fetches for all five, over the border of the CTA. */
static void policy_apres_130_reach(void **state)
{
    (void)state;
    static const uint64_t cta[] = {4096, 6144, 7168, 8192};
    for (int near = 0; near < 2; near++) {
        policy_rig_t r;
        gpu_cfg_t c = rig_config();
        synth_t s;
        const plan_t p = {strided, WARPS, 0};
        make(&s, &p, 4);
        s.front.grid[0] = 2;
        s.repeat = GAP * (WARPS + 2);
        s.addr = addr_of_slot;
        s.mask = mask_of_slot;
        rig_run(&r, &c, &s, "apres", near ? "apres.groups=16 apres.reach=cta" : "apres.groups=16");
        synth_free(&s);
        if (near)
            told(&r, cta, 4, GPU_PREFETCH_ISSUED);
        else
            told(&r, strided + 3, 5, GPU_PREFETCH_ISSUED);
        assert_int_equal(rig_count(&r, "predictions"), 1 + near);
        assert_int_equal(rig_count(&r, "group_hits"), 5 - near);
        assert_int_equal(r.st.l1d.prefetches_useful, 5 - near);
        sums_up(&r);
    }
}

/* LAWS alone forms the same groups and asks for nothing. */
static void policy_apres_110_laws_alone_fetches_nothing(void **state)
{
    (void)state;
    policy_rig_t r;
    const plan_t p = {strided, WARPS, 0};
    run(&r, &p, "laws", "laws.groups=16");
    assert_int_equal(r.n_told, 0);
    assert_int_equal(rig_count(&r, "groups"), 2 * WARPS);
    assert_int_equal(rig_count(&r, "group_warps"), WARPS + 36);
    assert_int_equal(rig_count(&r, "group_hits"), 0);
    assert_int_equal(rig_count(&r, "moves_miss"), 2 * WARPS);
    assert_int_equal(r.st.l1d.prefetches_asked, 0);
}

/* Loads that find no entry of the WGT go on without a group, and SAP hears nothing of them: of the
 * eight that follow each other at the start. */
static void policy_apres_120_one_group_at_a_time(void **state)
{
    (void)state;
    policy_rig_t r;
    const plan_t p = {strided, WARPS, 0};
    run(&r, &p, "apres", "apres.groups=1");
    assert_true(rig_count(&r, "ungrouped") > 0);
    assert_int_equal(rig_count(&r, "ungrouped") + rig_count(&r, "groups"), 2 * WARPS);
    assert_int_equal(rig_count(&r, "served"), rig_count(&r, "groups") - 5);
    assert_int_equal(rig_count(&r, "asked"), 5);
    sums_up(&r);
}

/* ---- Prefetches ---- */

/* The last two warps' lines lie behind device memory: they are dropped by the policy, and their
 * warps are no targets. */
static void policy_apres_200_outside_device_memory(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = rig_config();
    synth_t s;
    const plan_t p = {strided, 3, 0};
    make(&s, &p, WARPS);
    s.front.arena_bytes = 7168; /* warp 6's line begins there */
    rig_run(&r, &c, &s, "apres", "apres.groups=16");
    synth_free(&s);
    told(&r, strided + 3, 3, GPU_PREFETCH_ISSUED);
    assert_int_equal(rig_count(&r, "outside"), 2);
    assert_int_equal(rig_count(&r, "asked"), 3);
    assert_int_equal(rig_count(&r, "moves_target"), 3);
    assert_int_equal(r.st.l1d.prefetches_useless, 3);
    sums_up(&r);
}

/* Warp 1 hits warp 0's line; the misses of warps 0, 2 and 3 give a stride of 96 and confirm it.
 * Warps 4 and 5 share a line: the second prefetch finds it on its way, and warp 5 is a target all
 * the same. */
static void policy_apres_210_pending_lines_are_good(void **state)
{
    (void)state;
    static const uint64_t at[WARPS] = {1024, 1120, 1216, 1312, 1408, 1504, 1600, 1696};
    policy_rig_t r;
    const plan_t p = {at, 4, 0};
    gpu_cfg_t c = rig_config();
    synth_t s;
    make(&s, &p, WARPS);
    s.mask = one_lane;
    rig_run(&r, &c, &s, "apres", "apres.groups=16");
    synth_free(&s);
    assert_int_equal(r.n_told, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(r.told_line[i], at[4 + i] / 128);
        assert_int_equal(r.told[i].outcome, i == 1 ? GPU_PREFETCH_PENDING : GPU_PREFETCH_ISSUED);
    }
    assert_int_equal(rig_count(&r, "mismatches"), 1);
    assert_int_equal(rig_count(&r, "moves_target"), 4);
    sums_up(&r);
}

/* ---- What forms a group ---- */

/* Volatile loads, local ones, stores and atomics form none, and no load that is off as a whole. */
static void policy_apres_400_plain_global_loads_alone(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        policy_rig_t r;
        gpu_cfg_t c = rig_config();
        synth_t s;
        const plan_t p = {strided, WARPS, 0};
        make(&s, &p, WARPS);
        s.inst[1].cache_op = kind == 1;
        s.inst[1].space = kind == 2 ? INST_SPACE_LOCAL : INST_SPACE_GLOBAL;
        if (kind == 3) {
            s.n = 1;
            synth_store(&s, 1);
        } else if (kind == 4) {
            s.inst[1].kind = INST_ATOMIC;
        }
        rig_run(&r, &c, &s, "apres", "apres.groups=16");
        synth_free(&s);
        assert_int_equal(rig_count(&r, "loads"), kind ? WARPS : 2 * WARPS);
        assert_int_equal(rig_count(&r, "groups"), kind ? WARPS : 2 * WARPS);
        assert_int_equal(rig_count(&r, "predictions"), kind ? 0 : 1);
    }
}

/* A kernel's start clears LLT and PT: the second launch learns anew. */
static void policy_apres_410_a_kernel_starts_afresh(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = rig_config();
    synth_t s;
    const plan_t p = {strided, WARPS, 0};
    make(&s, &p, WARPS);
    rig_run_times(&r, &c, &s, "apres", "apres.groups=16", 3);
    synth_free(&s);
    assert_int_equal(rig_count(&r, "pt_allocations"), 3 * 2);
    assert_int_equal(rig_count(&r, "group_warps"), 3 * (WARPS + 36));
    assert_int_equal(rig_count(&r, "asked"), 3 * 5);
    assert_int_equal(rig_count(&r, "moves_begin"), 3 * WARPS);
    sums_up(&r);
}

/* Groups are of warps that live: those that end after the first load are in none. */
static uint64_t ends_mask(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    return at->iter == 0 ? bits_mask(32) : 0;
}

static void policy_apres_420_finished_warps_are_in_no_group(void **state)
{
    (void)state;
    policy_rig_t r;
    gpu_cfg_t c = rig_config();
    synth_t s;
    const plan_t p = {strided, 0, 0};
    make(&s, &p, 2);
    s.front.grid[0] = 3;
    s.repeat = 1;
    s.mask = ends_mask;
    c.ctas_per_sm = 1;
    rig_run(&r, &c, &s, "laws", "laws.groups=16");
    synth_free(&s);
    /* Each CTA's warps are new: nobody's LLT entry outlives its warp. Of two warps that make both
     * loads one meets the other's first. */
    assert_int_equal(rig_count(&r, "loads"), 12);
    assert_int_equal(rig_count(&r, "moves_begin"), 6);
    assert_int_equal(rig_count(&r, "group_warps"), 3 * (1 + 1 + 2 + 1));
}

/* ---- The choice of the warp ---- */

/* Without loads: from the head, greedily, each scheduler among its own. */
static void policy_apres_500_the_first_ready_one_issues(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 6; k++) {
        const uint32_t schedulers = 1u << k / 2;
        policy_rig_t r;
        gpu_cfg_t c = rig_config();
        synth_t s;
        synth_init(&s, 2, 4, 32);
        for (int i = 0; i < 4; i++)
            synth_alu(&s, i, -1);
        c.schedulers = schedulers;
        c.sp_units = 4;
        c.fetch_warps = 8;
        c.fetch_latency = 20; /* by then the starts have moved */
        rig_run(&r, &c, &s, k & 1 ? "apres" : "laws", NULL);
        /* Each scheduler's slots w, w + schedulers, ...: one warp to its end, then the next. */
        uint32_t at[4] = {0};
        assert_int_equal(s.log_n, 32);
        for (uint32_t n = 0; n < s.log_n; n++) {
            const uint32_t slot = s.log[n].cta * 4 + s.log[n].warp;
            const uint32_t of = slot % schedulers, i = at[of]++;
            assert_int_equal(slot, of + i / 4 * schedulers);
            assert_int_equal(s.log[n].inst, i % 4);
        }
        synth_free(&s);
    }
}

/* A load in cycle t meets the L1 in t + 1, misses, and moves its warp to the tail at the edge of t
 * + 2: in t + 3 the next warp is at the head. */
static void policy_apres_510_a_miss_moves_the_warp_to_the_tail(void **state)
{
    (void)state;
    static const uint32_t nothing[1];
    policy_rig_t r;
    gpu_cfg_t c = rig_config();
    synth_t s;
    rig_step_t want[4 * 5];
    synth_init(&s, 1, 4, 32);
    synth_load(&s, 1, -1);
    for (int i = 1; i < 5; i++)
        synth_alu(&s, 1 + i, -1);
    s.addr = rig_addr_by_inst;
    s.user = nothing;
    c.fetch_latency = 20;
    rig_run(&r, &c, &s, "laws", "laws.groups=16");
    const uint64_t t = r.clock.cycle[0];
    for (uint32_t k = 0; k < 20; k++) {
        const uint32_t later = k >= 12, i = later ? k - 12 : k, each = later ? 2 : 3;
        want[k] = (rig_step_t){t + k, i / each, i % each + 3 * later};
    }
    assert_true(rig_steps(&r, &s, want, 20));
    assert_int_equal(rig_count(&r, "moves_miss"), 4);
}

/* ---- What does not fit ---- */

static void refused(const char *policy, const char *key, const char *value,
                    void (*change)(gpu_cfg_t *), const char *said)
{
    gpu_cfg_t c = rig_config();
    policy_set_t set;
    diag_t d = {{0}};
    if (change)
        change(&c);
    gpu_t *g = gpu_new(&c);
    assert_int_equal(policy_set_parse(&set, policy, &d), 0);
    const policy_env_t env = {.gpu = g, .cfg = &c, .engine = &unit_engine_c};
    int rc = key ? policy_set_option(&set, key, value, &d) : 0;
    rc = rc ? rc : policy_set_create(&set, &env, &d);
    assert_int_not_equal(rc, 0);
    if (!strstr(d.text, said))
        fail_msg("'%s' does not say '%s'", d.text, said);
    policy_set_destroy(&set);
    gpu_free(g);
}

static void two_loads(gpu_cfg_t *c)
{
    c->ldst_units = 2;
}

static void policy_apres_600_what_does_not_fit(void **state)
{
    (void)state;
    static const char *const policies[] = {"laws", "sap", "apres"};
    for (unsigned i = 0; i < 3; i++) {
        char key[64];
        refused(policies[i], NULL, NULL, two_loads, "ldst_units");
        refused(policies[i], NULL, NULL, two_loads, policies[i]);
        snprintf(key, sizeof key, "%s.groups", policies[i]);
        refused(policies[i], key, "17", NULL, "from 1 to 16");
        refused(policies[i], key, "0", NULL, "from 1 to 16");
        snprintf(key, sizeof key, "%s.serial", policies[i]);
        refused(policies[i], key, "2", NULL, "from 0 to 1");
    }
    refused("apres", "apres.drq", "65", NULL, "from 1 to 64");
    refused("apres", "apres.pt", "33", NULL, "from 1 to 32");
    refused("apres", "apres.div_bits", "9", NULL, "from 1 to 8");
    refused("apres", "apres.div_bits", "3", NULL, "a power of two");
    refused("apres", "apres.reach", "sm", NULL, "group or cta");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_apres_100_the_third_miss_fetches_for_the_group),
        cmocka_unit_test(policy_apres_105_the_lowest_active_lane),
        cmocka_unit_test(policy_apres_110_laws_alone_fetches_nothing),
        cmocka_unit_test(policy_apres_120_one_group_at_a_time),
        cmocka_unit_test(policy_apres_130_reach),
        cmocka_unit_test(policy_apres_200_outside_device_memory),
        cmocka_unit_test(policy_apres_210_pending_lines_are_good),
        cmocka_unit_test(policy_apres_400_plain_global_loads_alone),
        cmocka_unit_test(policy_apres_410_a_kernel_starts_afresh),
        cmocka_unit_test(policy_apres_420_finished_warps_are_in_no_group),
        cmocka_unit_test(policy_apres_500_the_first_ready_one_issues),
        cmocka_unit_test(policy_apres_510_a_miss_moves_the_warp_to_the_tail),
        cmocka_unit_test(policy_apres_600_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
