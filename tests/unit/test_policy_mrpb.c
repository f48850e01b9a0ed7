/*
 * Policy mrpb in the GPU: when the L1 sees a request, in which order, and what bypasses it,
 * worked by hand. One SM; a request that is taken in in cycle t is offered to the L1 in t + latency
 * + 1, a write that is not stored in t + 1 (docs/units/mrpb.md).
 *
 * Where an order is asked for, one MSHR serves a line at a time: warp 3 reads B and b; B misses,
 * and b is rejected in the outbound register until B is there, long after everything else stands in
 * the queues. From then on each read waits for the one before, and the order of acceptance is that
 * of the drains.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mrpb_rig.h"

/* ---- Cycles ---- */

static void policy_mrpb_100_seen_after_the_latency(void **state)
{
    (void)state;
    static const row_t text[] = {{"ABC"}, {"D"}};
    static const struct {
        const char *options[3];
        uint64_t latency;
    } cases[] = {{{"latency=2"}, 2}, {{NULL}, LATENCY}, {{"latency=18", "flush=off"}, 18}};
    for (unsigned k = 0; k < 3; k++) {
        gpu_cfg_t c = rig_cfg(32, 4);
        policy_rig_t r;
        seen_t seen;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, -1);
        synth_load(&s, 2, -1);
        run(&r, &seen, &c, &s, cases[k].options, text);
        /* Into the memory stage a cycle after issue, one request a cycle. */
        assert_string_equal(seen.text, "ABCD");
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(seen.cycle[i], seen.issued[0] + 1 + i + cases[k].latency + 1);
        assert_int_equal(rig_count(&r, "requests"), 4);
        assert_int_equal(rig_count(&r, "policy_drains"), 4);
        assert_int_equal(rig_count(&r, "wait_cycles"), 4 * (cases[k].latency + 1));
    }
}

/* A and B at once; B finds what A has taken. */
static void reject_b(seen_t *seen, policy_rig_t *r, bool one_way, const char *bypass,
                     const char *form, const char *immediate)
{
    static const row_t text[] = {{"AB"}};
    const char *options[] = {bypass, form, immediate, NULL};
    gpu_cfg_t c = one_way ? rig_cfg(1, 1) : rig_cfg(1, 4);
    synth_t s;
    c.l1_mshrs = one_way ? 2 : 1;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    run(r, seen, &c, &s, options, text);
    assert_string_equal(seen->text, "AB");
    assert_int_equal(seen->outcome[0], GPU_L1_MISS);
}

static void policy_mrpb_110_bypasses_a_cycle_after_the_rejection(void **state)
{
    (void)state;
    static const struct {
        bool one_way; /* B finds no way, or no MSHR */
        const char *bypass;
        bool round;
    } cases[] = {{true, "bypass=assoc", true}, {true, "bypass=all", true},
                 {true, "bypass=off", false},  {false, "bypass=assoc", false},
                 {false, "bypass=all", true},  {false, "bypass=off", false}};
    static const char *const forms[] = {"form=buffer", "form=slot"};
    static const uint64_t offered[] = {LATENCY + 1, 1};
    for (unsigned k = 0; k < 12; k++) {
        unsigned i = k % 6;
        policy_rig_t r;
        seen_t seen;
        reject_b(&seen, &r, cases[i].one_way, cases[i].bypass, forms[k / 6], NULL);
        uint64_t a = seen.issued[0] + 1 + offered[k / 6];
        assert_int_equal(seen.cycle[0], a);
        uint64_t fails = r.stats.l1d.fail_associativity + r.stats.l1d.fail_mshr_full;
        assert_int_equal(rig_count(&r, "mrpb_bypasses"), cases[i].round);
        if (cases[i].round) { /* rejected in a + 1, a bypass in a + 2 */
            assert_int_equal(seen.outcome[1], GPU_L1_BYPASSED);
            assert_int_equal(seen.cycle[1], a + 2);
            assert_int_equal(fails, 1);
        } else { /* rejected until A is there */
            assert_int_equal(seen.outcome[1], GPU_L1_MISS);
            assert_true(seen.cycle[1] > a + 100);
            assert_int_equal(fails, seen.cycle[1] - (a + 1));
        }
        assert_int_equal(r.stats.l1d.fail_associativity > 0, cases[i].one_way);
    }
}

/* With immediate a read without a way bypasses in the cycle of its lookup; one without an MSHR is
 * rejected as before. */
static void policy_mrpb_111_bypasses_in_the_cycle_of_the_lookup(void **state)
{
    (void)state;
    static const char *const forms[] = {"form=buffer", "form=slot"};
    static const uint64_t offered[] = {LATENCY + 1, 1};
    for (unsigned k = 0; k < 4; k++) {
        policy_rig_t r;
        seen_t seen;
        reject_b(&seen, &r, k & 1, "bypass=assoc", forms[k / 2], "immediate=on");
        uint64_t a = seen.issued[0] + 1 + offered[k / 2];
        assert_int_equal(seen.cycle[0], a);
        assert_int_equal(r.stats.l1d.fail_associativity, 0);
        assert_int_equal(rig_count(&r, "mrpb_bypasses"), k & 1);
        assert_int_equal(r.stats.l1d.bypasses, k & 1);
        assert_int_equal(seen.outcome[1], k & 1 ? GPU_L1_BYPASSED : GPU_L1_MISS);
        if (k & 1)
            assert_int_equal(seen.cycle[1], a + 1);
        else
            assert_int_equal(r.stats.l1d.fail_mshr_full, seen.cycle[1] - (a + 1));
    }
}

static void policy_mrpb_120_a_write_passes_the_latency_and_a_barrier_waits(void **state)
{
    (void)state;
    static const struct {
        inst_kind_t kind;
        const char *options[2];
        uint64_t offered;
    } cases[] = {{INST_STORE, {NULL}, 1},        {INST_STORE, {"flush=off"}, LATENCY + 1},
                 {INST_STORE, {"form=slot"}, 1}, {INST_ATOMIC, {NULL}, 1},
                 {INST_REDUCE, {NULL}, 1},       {INST_LOAD, {NULL}, LATENCY + 1}};
    static const row_t text[] = {{"A"}, {""}, {""}};
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        gpu_cfg_t c = rig_cfg(32, 4);
        synth_clock_t clock = {.n = 0};
        policy_rig_t r;
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_add(&s, INST_UNIT_LDST, cases[k].kind, INST_SPACE_GLOBAL, -1, -1);
        synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
        synth_alu(&s, 1, -1);
        s.addr = letter_addr;
        s.mask = letter_mask;
        s.user = text;
        synth_log_on(&s, 4);
        clock.s = &s;
        rig_new(&r, &c, "mrpb", cases[k].options);
        assert_int_equal(gpu_attach(r.gpu, &synth_clock_hooks, &clock, NULL), 0);
        rig_run(&r, &s);
        /* In the memory stage a cycle after issue; the barrier is issued when the L1 has it. */
        assert_int_equal(clock.cycle[1], clock.cycle[0] + 1 + cases[k].offered);
        rig_free(&r);
        synth_free(&s);
    }
}

/* ---- Order ---- */

/* B and b by warp 3, then a load of each warp, and after a while something of warp 3. Returns the
 * order behind B and b. */
static const char *order(seen_t *seen, policy_rig_t *r, uint32_t ctas, inst_kind_t last,
                         const char *const *options, const row_t *text)
{
    gpu_cfg_t c = rig_cfg(32, 4);
    synth_t s;
    c.l1_mshrs = 1;
    c.ldst_queue = 8;
    synth_init(&s, ctas, 4 / ctas, 32);
    synth_load(&s, 1, -1);
    synth_load(&s, 2, -1);
    for (int i = 0; i < 6; i++) /* 6 x 8 cycles, which are enough for what stands before */
        synth_alu(&s, 3, 3);
    synth_add(&s, INST_UNIT_LDST, last, INST_SPACE_GLOBAL, last == INST_LOAD ? 4 : -1, 3);
    run(r, seen, &c, &s, options, text);
    assert_memory_equal(seen->text, "Bb", 2);
    assert_true(seen->cycle[1] > seen->cycle[0] + 100);
    return seen->text + 2;
}

/* By warp: 2, 3, 1 and 3 lines. */
static const row_t four[9] = {{"", "", "", "Bb"}, {"CD", "EFG", "H", "IJK"}};

static void policy_mrpb_200_each_drain_policy(void **state)
{
    (void)state;
    static const struct {
        const char *option, *order;
    } cases[] = {
        {"policy=fixed", "CDEFGHIJK"},
        /* Lengths 2 3 1 3; of equals the lowest: E, then 2 2 1 3: I, then 2 2 1 2: C, F, J, D ...
         */
        {"policy=longest", "EICFJDGHK"},
        /* From the queue after 3, which b came from, round to 0. */
        {"policy=round-robin", "CEHIDFJGK"},
        /* Queue 3 first, which b came from; then as the policy without greed, a queue at a time. */
        {"policy=greedy-fixed", "IJKCDEFGH"},
        {"policy=greedy-longest", "IJKEFGCDH"},
        {"policy=greedy-round-robin", "IJKCDEFGH"},
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const char *options[] = {cases[k].option, "bypass=off", NULL};
        policy_rig_t r;
        seen_t seen;
        assert_string_equal(order(&seen, &r, 1, INST_LOAD, options, four), cases[k].order);
        assert_int_equal(rig_count(&r, "policy_drains"), 11);
        assert_int_equal(rig_count(&r, "max_stored"), 9);
        assert_int_equal(rig_count(&r, "met_full"), 0);
    }
    const char *options[] = {"form=slot", "bypass=off", NULL};
    policy_rig_t r;
    seen_t seen;
    const char *text = order(&seen, &r, 1, INST_LOAD, options, four);
    char issue_order[16] = "";
    for (unsigned k = 0; k < seen.n_issued; k++) /* of the second loads */
        if (k > 0)
            strcat(issue_order, four[1][seen.warp[k]]);
    assert_string_equal(text, issue_order);
}

static void policy_mrpb_210_each_signature(void **state)
{
    (void)state;
    /* Two CTAs of two warps, in slots 0 to 3. */
    static const struct {
        const char *option;
        uint32_t queue[4];
    } cases[] = {{"signature=warp", {0, 1, 2, 3}},
                 {"signature=block", {0, 0, 1, 1}},
                 {"signature=inblock", {0, 1, 0, 1}}};
    for (unsigned k = 0; k < 3; k++) {
        const char *options[] = {cases[k].option, "bypass=off", NULL};
        char want[16] = "";
        policy_rig_t r;
        seen_t seen;
        const char *text = order(&seen, &r, 2, INST_LOAD, options, four);
        /* The lower queue first, in each the order of issue (the first is that of B and b). */
        for (uint32_t q = 0; q < 4; q++)
            for (unsigned i = 1; i < seen.n_issued; i++)
                if (cases[k].queue[seen.warp[i]] == q)
                    strcat(want, four[1][seen.warp[i]]);
        assert_string_equal(text, want);
    }
}

static void policy_mrpb_220_a_write_empties_its_queue(void **state)
{
    (void)state;
    static const row_t text[9] = {
        {"", "", "", "Bb"}, {"CD", "EFG", "H", "IJK"}, [8] = {"", "", "", "Z"}};
    const char *on[] = {"bypass=off", NULL}, *off[] = {"bypass=off", "flush=off", NULL};
    policy_rig_t r;
    seen_t seen;
    /* Warp 3's store waits until the reads of its queue, the last in fixed order, are gone. */
    assert_string_equal(order(&seen, &r, 1, INST_STORE, on, text), "IJKCDEFGH");
    assert_int_equal(rig_count(&r, "write_flushes"), 3);
    assert_int_equal(rig_count(&r, "policy_drains"), 2 + 6);
    assert_int_equal(rig_count(&r, "direct_writes"), 1);
    assert_int_equal(rig_count(&r, "writes_waited"), 1);
    assert_string_equal(order(&seen, &r, 1, INST_STORE, off, text), "CDEFGHIJK");
    assert_int_equal(rig_count(&r, "write_flushes"), 0);
    assert_int_equal(rig_count(&r, "policy_drains"), 12);
    assert_int_equal(rig_count(&r, "direct_writes"), 0);
    assert_int_equal(rig_count(&r, "enqueued"), 12);
}

static void policy_mrpb_230_a_read_empties_its_full_queue(void **state)
{
    (void)state;
    static const row_t text[9] = {{"", "", "", "Bb"}, {"CD"}, [8] = {"", "", "", "IJKLM"}};
    const char *on[] = {"bypass=off", "depth=2", NULL};
    const char *off[] = {"bypass=off", "depth=2", "flush=off", NULL};
    const char *deep[] = {"bypass=off", "depth=unlimited", NULL};
    policy_rig_t r;
    seen_t seen;
    /* I and J are stored. K waits: I is drained, K enters; L waits: J; M waits: K, and M enters. */
    assert_string_equal(order(&seen, &r, 1, INST_LOAD, on, text), "IJKCDLM");
    assert_int_equal(rig_count(&r, "read_flushes"), 3);
    assert_int_equal(rig_count(&r, "met_full"), 3);
    assert_int_equal(rig_count(&r, "max_stored"), 4);
    assert_string_equal(order(&seen, &r, 1, INST_LOAD, off, text), "CDIJKLM");
    assert_int_equal(rig_count(&r, "read_flushes"), 0);
    assert_int_equal(rig_count(&r, "met_full"), 3);
    assert_string_equal(order(&seen, &r, 1, INST_LOAD, deep, text), "CDIJKLM");
    assert_int_equal(rig_count(&r, "met_full"), 0);
    assert_int_equal(rig_count(&r, "max_stored"), 7);
}

/* ---- Sleep, checkpoints ---- */

static uint64_t addr_many(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    uint32_t x = at->cta * 131 + at->warp * 37 + at->iter * 11 + at->inst * 5 + lane * 3;
    return RIG_BASE + (x * 2654435761u >> 8) % 1024 * 128 + lane * 4;
}

/* Loads that saturate the L1, stores, an atomic and a barrier. */
static void many(synth_t *s)
{
    synth_init(s, 4, 4, 32);
    synth_load(s, 1, -1);
    synth_load(s, 2, -1);
    synth_store(s, 1);
    synth_add(s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_load(s, 3, 2);
    synth_add(s, INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 4, -1);
    synth_alu(s, 5, 3);
    s->repeat = 3;
    s->addr = addr_many;
}

static void policy_mrpb_300_sleeps_exactly(void **state)
{
    (void)state;
    static const char *const options[][4] = {
        {NULL},
        {"flush=off", "policy=longest", "depth=3"},
        {"bypass=off", "latency=23", "policy=round-robin"},
        {"bypass=all", "depth=2", "latency=2"},
        {"signature=inblock", "policy=greedy-longest", "bypass=all"},
        {"signature=block", "depth=unlimited", "flush=off"},
        {"form=slot"},
        {"form=slot", "bypass=all"},
    };
    for (unsigned k = 0; k < 16; k++) {
        gpu_cfg_t c = rig_cfg(8, 2);
        policy_rig_t r[2];
        c.l1_mshrs = k % 2 ? 32 : 6;
        c.l1_mshr_merge = 2;
        c.l1_lookup_delay = k >= 8 ? 3 : 0;
        for (unsigned i = 0; i < 2; i++) {
            synth_t s;
            many(&s);
            rig_new(&r[i], &c, "mrpb", options[k % 8]);
            gpu_set_never_sleep(r[i].gpu, i == 1);
            rig_run(&r[i], &s);
            rig_free(&r[i]);
            synth_free(&s);
        }
        assert_memory_equal(&r[0].stats, &r[1].stats, sizeof r[0].stats);
        assert_int_equal(r[0].n_rows, r[1].n_rows);
        for (unsigned i = 0; i < r[0].n_rows; i++)
            assert_int_equal(r[0].rows[i].count, r[1].rows[i].count);
        assert_int_equal(rig_count(&r[0], "requests"), r[0].stats.sm.load_requests +
                                                           r[0].stats.sm.store_requests +
                                                           r[0].stats.sm.atomic_requests);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_mrpb_100_seen_after_the_latency),
        cmocka_unit_test(policy_mrpb_110_bypasses_a_cycle_after_the_rejection),
        cmocka_unit_test(policy_mrpb_111_bypasses_in_the_cycle_of_the_lookup),
        cmocka_unit_test(policy_mrpb_120_a_write_passes_the_latency_and_a_barrier_waits),
        cmocka_unit_test(policy_mrpb_200_each_drain_policy),
        cmocka_unit_test(policy_mrpb_210_each_signature),
        cmocka_unit_test(policy_mrpb_220_a_write_empties_its_queue),
        cmocka_unit_test(policy_mrpb_230_a_read_empties_its_full_queue),
        cmocka_unit_test(policy_mrpb_300_sleeps_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
