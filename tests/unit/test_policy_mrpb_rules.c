/*
 * Policy mrpb in the GPU: what is a bypass and what is none, what is a write, which queue a request
 * has on a large SM, and which rule a drain counts to. One SM; letters are lines (mrpb_rig.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mrpb_rig.h"

/* ---- Bypasses ---- */

/* B is read, and when it has been on its way for a while Z is stored and B read again. The MSHR of
 * B holds one read, and the store fills the injection FIFO for 255 cycles: the second read is
 * rejected and becomes a bypass, which waits until B has long been there. */
static void policy_mrpb_400_a_bypass_goes_round_a_line_that_came_meanwhile(void **state)
{
    (void)state;
    static const row_t text[] = {{"B"}, {""}, {"Z"}, {"B"}};
    static const char *const options[][3] = {{"bypass=all"}, {"bypass=all", "form=slot"}};
    for (unsigned k = 0; k < 2; k++) {
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        c.l1_mshr_merge = 1;
        c.l1_inject_queue = 1;
        c.l1_miss_delay = 255;
        c.sp_latency = 255;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1);
        synth_alu(&s, 3, 3);
        synth_store(&s, 3);
        synth_load(&s, 4, 3);
        seen_new(&r, &seen, &c, options[k]);
        gpu_l2_preload(r.gpu, RIG_BASE, 64 * 128);
        seen_run(&r, &s, text);
        assert_string_equal(seen.text, "BB");
        assert_int_equal(seen.outcome[0], GPU_L1_MISS);
        assert_int_equal(r.stats.l1d.fail_merge_full, 1);
        assert_in_range(r.stats.l1d.fail_inject_queue, 100, 255);
        assert_int_equal(seen.tag, GPU_TAG_PRESENT);
        assert_int_equal(seen.outcome[1], GPU_L1_BYPASSED);
        assert_int_equal(seen.flags[1] & GPU_REQ_PREDICTED, 0);
        assert_int_equal(rig_count(&r, "mrpb_bypasses"), 1);
        assert_string_equal(seen.l2, "BZB");
        for (unsigned i = 0; i < 3; i++)
            assert_false(seen.l2_bypass[i]);
    }
}

/* The read of A takes the only MSHR, so that the read of B behind the store of B bypasses the L1,
 * while the store still waits for the interconnect. */
static void policy_mrpb_410_a_bypass_stays_behind_its_warps_store(void **state)
{
    (void)state;
    static const row_t text[] = {{"A"}, {"B"}, {"B"}};
    static const char *const options[][3] = {
        {"bypass=all"}, {"bypass=all", "flush=off"}, {"bypass=all", "form=slot"}};
    for (unsigned k = 0; k < 3; k++) {
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        c.l1_mshrs = 1;
        c.l1_miss_delay = 50;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1);
        synth_store(&s, -1);
        synth_load(&s, 2, -1);
        run(&r, &seen, &c, &s, options[k], text);
        assert_string_equal(seen.text, "AB");
        assert_int_equal(seen.outcome[1], GPU_L1_BYPASSED);
        assert_int_equal(rig_count(&r, "mrpb_bypasses"), 1);
        /* The bypass is accepted while all three are in the SM: none leaves it before 50 cycles. */
        assert_true(seen.cycle[1] < seen.cycle[0] + 15);
        const char *first_b = strchr(seen.l2, 'B');
        assert_int_equal(seen.n_l2, 3);
        assert_non_null(first_b);
        assert_true(seen.l2_write[first_b - seen.l2]);
        assert_false(seen.l2_write[strrchr(seen.l2, 'B') - seen.l2]);
    }
}

/* Three requests that bypass the L1 anyway and find the injection FIFO full. */
static void policy_mrpb_420_no_bypass_is_what_goes_round_anyway(void **state)
{
    (void)state;
    static const row_t text[] = {{"A"}, {"B"}, {"C"}};
    static const inst_kind_t kinds[] = {INST_LOAD, INST_STORE, INST_ATOMIC, INST_REDUCE};
    static const char *const options[][3] = {
        {"bypass=all"}, {"bypass=all", "flush=off"}, {"bypass=all", "form=slot"}};
    for (unsigned k = 0; k < 12; k++) {
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        c.l1_inject_queue = 1;
        c.l1_miss_delay = 20;
        synth_init(&s, 1, 1, 32);
        for (int i = 0; i < 3; i++) {
            bool has_result = kinds[k % 4] == INST_LOAD || kinds[k % 4] == INST_ATOMIC;
            inst_t *inst = synth_add(&s, INST_UNIT_LDST, kinds[k % 4], INST_SPACE_GLOBAL,
                                     has_result ? i + 1 : -1, -1);
            inst->cache_op = kinds[k % 4] == INST_LOAD; /* volatile */
        }
        run(&r, &seen, &c, &s, options[k / 4], text);
        assert_string_equal(seen.l2, "ABC");
        assert_true(r.stats.l1d.fail_inject_queue > 2 * 10);
        assert_int_equal(rig_count(&r, "requests"), 3);
        assert_int_equal(rig_count(&r, "mrpb_bypasses"), 0);
        assert_int_equal(r.stats.l1d.uncached_reads, kinds[k % 4] == INST_LOAD ? 3 : 0);
    }
}

/* Another policy that holds the first five looks at a read. */
enum { HELD = 5 };

typedef struct holder {
    gpu_t *gpu;
    uint32_t looks;
} holder_t;

static gpu_l1_decision_t hold(void *ctx, const gpu_l1_access_t *a)
{
    holder_t *h = ctx;
    if (h->looks++ == HELD)
        return GPU_L1_NORMAL;
    gpu_sm_wake_at(h->gpu, a->req->sm, a->cycle + 1);
    return GPU_L1_HOLD;
}

static const gpu_hooks_t hold_hooks = {.policy = "holder", .on_l1_access = hold};

static void policy_mrpb_430_no_bypass_is_what_another_policy_holds(void **state)
{
    (void)state;
    static const row_t text[] = {{"A"}};
    static const struct {
        const char *options[3];
        uint64_t offered;
    } cases[] = {{{"bypass=all"}, LATENCY + 1}, {{"bypass=all", "form=slot"}, 1}};
    for (unsigned k = 0; k < 2; k++) {
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1);
        seen_new(&r, &seen, &c, cases[k].options);
        holder_t holder = {.gpu = r.gpu};
        assert_int_equal(gpu_attach(r.gpu, &hold_hooks, &holder, NULL), 0);
        seen_run(&r, &s, text);
        assert_int_equal(seen.n, 1);
        assert_int_equal(seen.cycle[0], seen.issued[0] + 1 + cases[k].offered + HELD);
        assert_int_equal(seen.outcome[0], GPU_L1_MISS);
        assert_int_equal(r.stats.l1d.fail_policy, HELD);
        assert_int_equal(rig_count(&r, "mrpb_bypasses"), 0);
    }
}

/* ---- Queues of a large SM ---- */

enum { SLOTS = 64, CTA_WARPS = 4, BLOCKER = 3 };

/* First, of warp 3, lines 0 and 1; then of each warp its own. */
static uint64_t own_addr(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    uint32_t slot = at->cta * s->front.warps_per_cta + at->warp;
    return RIG_BASE + (at->inst ? slot + 2 : lane) * UINT64_C(128);
}

static uint64_t own_mask(const synth_t *s, const synth_at_t *at)
{
    uint32_t slot = at->cta * s->front.warps_per_cta + at->warp;
    return at->inst ? 1 : slot == BLOCKER ? 3 : 0;
}

/* 64 warps in 16 CTAs of four. Line 1 waits for the one MSHR until all else is in the queues;
 * then fixed order drains the lower queue first. */
static void policy_mrpb_440_signatures_of_64_warps_in_16_ctas(void **state)
{
    (void)state;
    static const struct {
        const char *option;
        uint32_t by, modulo; /* the queue is slot / by % modulo */
    } cases[] = {{"signature=warp", 1, SLOTS},
                 {"signature=block", CTA_WARPS, SLOTS},
                 {"signature=inblock", 1, CTA_WARPS}};
    for (unsigned k = 0; k < 3; k++) {
        const char *options[] = {cases[k].option, "bypass=off", "depth=32", NULL};
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        uint32_t want[SLOTS], n = 0;
        c.warps_per_sm = SLOTS;
        c.ctas_per_sm = SLOTS / CTA_WARPS;
        c.regs_per_sm = SLOTS * 32 * 16;
        c.l1_mshrs = 1;
        c.l1_miss_delay = 255;
        synth_init(&s, SLOTS / CTA_WARPS, CTA_WARPS, 32);
        synth_load(&s, 1, -1);
        synth_load(&s, 2, -1);
        s.addr = own_addr;
        s.mask = own_mask;
        seen_new(&r, &seen, &c, options);
        rig_run(&r, &s);
        assert_int_equal(seen.n, 2 + SLOTS);
        assert_int_equal(seen.n_issued, 1 + SLOTS);
        assert_true(seen.line[0] == 0 && seen.line[1] == 1);
        assert_int_equal(rig_count(&r, "max_stored"), SLOTS);
        for (uint32_t q = 0; q < SLOTS; q++) /* in each queue the order of issue */
            for (unsigned i = 1; i < seen.n_issued; i++)
                if (seen.warp[i] / cases[k].by % cases[k].modulo == q)
                    want[n++] = seen.warp[i] + 2;
        assert_int_equal(n, SLOTS);
        assert_memory_equal(seen.line + 2, want, sizeof want);
        rig_free(&r);
        synth_free(&s);
    }
}

/* ---- Rules ---- */

/* Warp 0's C is stored a cycle before what the other waits for: it is seen, and the policy's
 * choice, while the other queue has nothing to be seen. */
static void policy_mrpb_450_a_drain_of_another_queue_is_the_policys(void **state)
{
    (void)state;
    static const row_t write_waits[] = {{"D", "C"}, {"Z"}}, read_waits[] = {{"DEF", "C"}, {0}};
    static const struct {
        const row_t *text;
        const char *options[4], *order;
        uint64_t policy, read, write, direct, waited, full;
    } cases[] = {
        /* C; then D is seen. */
        {write_waits, {"latency=18"}, "CD", 1, 0, 1, 1, 1, 0},
        {write_waits, {"latency=18", "flush=off"}, "CD", 3, 0, 0, 0, 0, 0},
        {write_waits, {"form=slot"}, "CD", 0, 0, 0, 0, 0, 0},
        /* C; D, for which F enters as E is seen; E; F. */
        {read_waits, {"latency=18", "depth=2"}, "CDEF", 3, 1, 0, 0, 0, 1},
        {read_waits, {"latency=18", "depth=2", "flush=off"}, "CDEF", 4, 0, 0, 0, 0, 1},
        {read_waits, {"form=slot"}, "CDEF", 0, 0, 0, 0, 0, 0},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const char *options[5] = {NULL};
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        memcpy(options, cases[k].options, sizeof cases[k].options);
        synth_init(&s, 1, 2, 32);
        synth_load(&s, 1, -1);
        synth_store(&s, -1);
        run(&r, &seen, &c, &s, options, cases[k].text);
        assert_string_equal(seen.text, cases[k].order);
        assert_int_equal(rig_count(&r, "policy_drains"), cases[k].policy);
        assert_int_equal(rig_count(&r, "read_flushes"), cases[k].read);
        assert_int_equal(rig_count(&r, "write_flushes"), cases[k].write);
        assert_int_equal(rig_count(&r, "direct_writes"), cases[k].direct);
        assert_int_equal(rig_count(&r, "writes_waited"), cases[k].waited);
        assert_int_equal(rig_count(&r, "met_full"), cases[k].full);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_mrpb_400_a_bypass_goes_round_a_line_that_came_meanwhile),
        cmocka_unit_test(policy_mrpb_410_a_bypass_stays_behind_its_warps_store),
        cmocka_unit_test(policy_mrpb_420_no_bypass_is_what_goes_round_anyway),
        cmocka_unit_test(policy_mrpb_430_no_bypass_is_what_another_policy_holds),
        cmocka_unit_test(policy_mrpb_440_signatures_of_64_warps_in_16_ctas),
        cmocka_unit_test(policy_mrpb_450_a_drain_of_another_queue_is_the_policys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
