/*
 * Who decides that a read bypasses the L1D, and what follows: bypassed reads, late fills, merged
 * reads, the victim, several deciders.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_l1d_spy.h"

static uint32_t bypass_size = GPU_BYPASS_LINE;

static gpu_cfg_t machine(void)
{
    gpu_cfg_t c = one_clock();
    c.l1_bypass_size = bypass_size;
    return c;
}

/* A load, then (after its data) the same load again. */
static void run_spy(spy_t *x, gpu_stats_t *st)
{
    gpu_cfg_t c = machine();
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 0);
    synth_alu(&s, 1, 1);
    synth_load(&s, 2, 1);
    s.addr = addr_same;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_attach(g, &spy_hooks, x, NULL), 0);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
    assert_int_equal(x->results, 2);
}

static void gpu_bypass_050_bypass_fills_nothing(void **state)
{
    (void)state;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS};
    gpu_stats_t st;
    run_spy(&x, &st);
    assert_int_equal(st.l1d.bypasses, 2);
    assert_int_equal(st.l1d.misses + st.l1d.hits + st.l1d.fills, 0);
    assert_int_equal(st.l2.bypass_requests, 2);
    assert_int_equal(x.replies, 2);
    assert_int_equal(x.late, 0);
    assert_int_equal(x.last.outcome, GPU_L1_BYPASSED);
    assert_int_equal(st.l1d.reload_misses, 1);
}

static void gpu_bypass_051_returned_bit_fills_late(void **state)
{
    (void)state;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = true};
    gpu_stats_t st;
    run_spy(&x, &st);
    /* The first comes back with advice and is filled; the second hits although predicted. */
    assert_int_equal(st.l1d.bypasses, 1);
    assert_int_equal(st.l1d.late_fills, 1);
    assert_int_equal(st.l1d.hits, 1);
    assert_int_equal(x.late, 1);
    assert_int_equal(x.returned, 1);
    assert_false(x.last_late.victim_valid);
    assert_int_equal(x.last.outcome, GPU_L1_HIT);
    assert_int_equal(x.last.way, x.last_late.way);
    assert_int_equal(x.last.set, x.last_late.set);
    assert_int_equal(st.l2.bypass_bits_returned, 1);
}

/* A bypass that is no prediction leaves with the bit clear, and what the L2 returns for it is
 * ignored. */
static void gpu_bypass_052_round_keeps_the_bit_clear(void **state)
{
    (void)state;
    for (unsigned advise = 0; advise < 2; advise++) {
        spy_t x = {.decision = GPU_L1_BYPASS, .advise = advise};
        gpu_stats_t st;
        run_spy(&x, &st);
        assert_int_equal(st.l1d.bypasses, 2);
        assert_int_equal(st.l2.bypass_requests, 0);
        assert_int_equal(x.replies, 0);
        assert_int_equal(x.l2, 2);
        assert_int_equal(x.late, 0);
        assert_int_equal(st.l2.bypass_bits_returned, 2 * advise);
    }
}

static void gpu_bypass_053_late_fill_refused_when_line_is_there(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = true};
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 2, 32); /* both warps bypass before the first reply */
    synth_load(&s, 1, 0);
    s.addr = addr_same;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &spy_hooks, &x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    assert_int_equal(st.l1d.bypasses, 2);
    assert_int_equal(st.l1d.late_fills, 1);
    assert_int_equal(st.l1d.late_fills_refused, 1);
    gpu_free(g);
    synth_free(&s);
}

/* Every warp of a CTA of 6 reads the same line at once, which a policy bypasses. */
static void run_bypassed(const gpu_cfg_t *c, spy_t *x, uint8_t cache_op, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 6, 32);
    synth_load(&s, 1, 0)->cache_op = cache_op;
    s.addr = addr_same;
    gpu_t *g = gpu_new(c);
    gpu_attach(g, &spy_hooks, x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static void gpu_bypass_055_round_reads_may_merge(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    gpu_stats_t st;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS};
    run_bypassed(&c, &x, 0, &st);
    assert_int_equal(st.l1d.bypasses, 6);
    assert_int_equal(st.l2.reads, 6);
    c.l1_bypass_merge = true;
    x = (spy_t){.decision = GPU_L1_PREDICTED_BYPASS};
    run_bypassed(&c, &x, 0, &st);
    assert_int_equal(st.l1d.bypasses, 1);
    assert_int_equal(st.l1d.pending_hits, 5);
    assert_int_equal(st.l2.reads, 1);
    assert_int_equal(x.replies, 1);
    /* The policy has decided about each of them. */
    assert_int_equal(x.accesses, 6);
    assert_int_equal(x.results, 6);
    assert_int_equal(x.last.outcome, GPU_L1_BYPASSED);
    /* One a cycle is served, as of an MSHR (gpu_bypass_020). */
    assert_int_equal(st.sm.load_latency_sum, 6 * (first_reply(&c) + c.l1_fill_delay));
    assert_int_equal(st.latency.pending_requests, 5);
}

static void gpu_bypass_056_merged_round_reads_fill_late_once(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    gpu_stats_t st;
    spy_t x = {.decision = GPU_L1_PREDICTED_BYPASS, .advise = true};
    c.l1_bypass_merge = true;
    run_bypassed(&c, &x, 0, &st);
    assert_int_equal(x.late, 1);
    assert_int_equal(st.l1d.late_fills, 1);
    assert_int_equal(st.l1d.late_fills_refused, 0);
}

static void gpu_bypass_057_volatile_reads_never_merge(void **state)
{
    (void)state;
    gpu_cfg_t c = machine();
    gpu_stats_t st;
    spy_t x = {.decision = GPU_L1_NORMAL};
    c.l1_bypass_merge = true;
    run_bypassed(&c, &x, 1, &st);
    assert_int_equal(st.l1d.uncached_reads, 6);
    assert_int_equal(st.l2.reads, 6);
    assert_int_equal(st.l1d.pending_hits, 0);
}

typedef struct chooser {
    unsigned calls;
    int way;
} chooser_t;

static int spy_victim(void *ctx, const gpu_l1_victim_t *v)
{
    chooser_t *x = ctx;
    x->calls++;
    assert_int_equal(v->free & v->reserved, 0);
    return x->way;
}

static void gpu_bypass_054_pick_victim_decides(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "victim", .pick_victim = spy_victim};
    gpu_cfg_t c = machine();
    for (int k = 0; k < 2; k++) {
        gpu_stats_t st;
        chooser_t x = {.way = k ? GPU_VICTIM_PROTECTED : 3};
        synth_t s;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_same;
        gpu_t *g = gpu_new(&c);
        gpu_attach(g, &hooks, &x, NULL);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        assert_int_equal(x.calls, 1);
        assert_int_equal(st.l1d.misses, k ? 0 : 1);
        assert_int_equal(st.l1d.bypasses, k ? 1 : 0);
        assert_int_equal(st.l2.bypass_requests, 0);
        gpu_free(g);
        synth_free(&s);
    }
}

/* ---- Two deciders ---- */

typedef struct decider {
    gpu_l1_decision_t decision;
    unsigned asked, with_bit; /* with_bit: of the results */
} decider_t;

static gpu_l1_decision_t decide(void *ctx, const gpu_l1_access_t *a)
{
    decider_t *x = ctx;
    (void)a;
    x->asked++;
    return x->decision;
}

static void decided(void *ctx, const gpu_l1_result_t *r)
{
    decider_t *x = ctx;
    x->with_bit += (r->req->flags & GPU_REQ_PREDICTED) != 0;
}

/* Two loads of one line, the second after the first one's data, with a attached before b. */
static void run_deciders(decider_t *a, decider_t *b, gpu_stats_t *st)
{
    static const gpu_hooks_t hooks = {
        .policy = "decider", .on_l1_access = decide, .on_l1_result = decided};
    gpu_cfg_t c = machine();
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, 1);
    synth_load(&s, 1, 1);
    s.addr = addr_same;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_attach(g, &hooks, a, NULL), 0);
    assert_int_equal(gpu_attach(g, &hooks, b, NULL), 0);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, st);
    gpu_free(g);
    synth_free(&s);
}

static void gpu_bypass_060_decisions_combine_in_any_order(void **state)
{
    (void)state;
    static const struct {
        gpu_l1_decision_t v[2];
        unsigned bypasses, with_bit, hits;
    } c[] = {
        {{GPU_L1_NORMAL, GPU_L1_NORMAL}, 0, 0, 1},
        {{GPU_L1_NORMAL, GPU_L1_PREDICTED_BYPASS}, 2, 2, 0},
        {{GPU_L1_NORMAL, GPU_L1_BYPASS}, 2, 0, 0},
        {{GPU_L1_NORMAL, GPU_L1_BYPASS_IF_NO_WAY}, 0, 0, 1},
        {{GPU_L1_BYPASS_IF_NO_WAY, GPU_L1_PREDICTED_BYPASS}, 2, 2, 0},
        {{GPU_L1_BYPASS_IF_NO_WAY, GPU_L1_BYPASS}, 2, 0, 0},
        {{GPU_L1_PREDICTED_BYPASS, GPU_L1_PREDICTED_BYPASS}, 2, 2, 0},
        {{GPU_L1_NORMAL, GPU_L1_KEEP}, 0, 0, 1},
        {{GPU_L1_PREDICTED_BYPASS, GPU_L1_KEEP}, 0, 0, 1}, /* whatever is predicted */
        {{GPU_L1_KEEP, GPU_L1_BYPASS}, 2, 0, 0},
        {{GPU_L1_PREDICTED_BYPASS, GPU_L1_BYPASS},
         2,
         0,
         0}, /* another's bypass: the bit is clear */
    };
    for (unsigned i = 0; i < sizeof c / sizeof c[0]; i++)
        for (unsigned first = 0; first < 2; first++) {
            decider_t a = {.decision = c[i].v[first]}, b = {.decision = c[i].v[!first]};
            gpu_stats_t st;
            run_deciders(&a, &b, &st);
            assert_int_equal(a.asked, 2);
            assert_int_equal(b.asked, 2);
            assert_int_equal(st.l1d.bypasses, c[i].bypasses);
            assert_int_equal(st.l1d.hits, c[i].hits);
            assert_int_equal(st.l2.bypass_requests, c[i].with_bit);
            assert_int_equal(a.with_bit, c[i].with_bit);
            assert_int_equal(b.with_bit, c[i].with_bit);
        }
}

static gpu_l1_decision_t if_no_way(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_BYPASS_IF_NO_WAY;
}

static gpu_l1_decision_t keep(void *ctx, const gpu_l1_access_t *a)
{
    (void)ctx, (void)a;
    return GPU_L1_KEEP;
}

static const gpu_hooks_t keep_hooks = {.policy = "keep", .on_l1_access = keep};
static const gpu_hooks_t if_no_way_hooks = {.policy = "if", .on_l1_access = if_no_way};

/* Four lines for one way: the first takes it, the others bypass, one a cycle, or as the queue has
 * room; another cause of rejection is no reason to bypass. A policy that keeps reads from predicted
 * bypasses changes nothing of it. */
static void gpu_bypass_061_a_read_without_a_way_bypasses_at_once(void **state)
{
    (void)state;
    static const struct {
        uint32_t ways, mshrs, inject, delay;
        uint64_t bypasses, inject_fails;
    } cases[] = {
        {1, 8, 8, 1, 3, 0}, {2, 8, 8, 1, 2, 0}, {1, 8, 1, 10, 3, 2 * 10}, {4, 1, 8, 1, 0, 0}};
    enum { CASES = sizeof cases / sizeof cases[0] };
    for (unsigned turn = 0; turn < 2 * CASES; turn++) {
        const unsigned i = turn / 2;
        const uint32_t lines[2] = {4, 1};
        gpu_cfg_t c = machine();
        gpu_stats_t st;
        synth_t s;
        c.l1_sets = 1;
        c.l1_ways = cases[i].ways;
        c.l1_mshrs = cases[i].mshrs;
        c.l1_inject_queue = cases[i].inject;
        c.l1_miss_delay = cases[i].delay;
        synth_init(&s, 1, 1, 32);
        synth_load(&s, 1, 0);
        s.addr = addr_lines;
        s.user = lines;
        gpu_t *g = gpu_new(&c);
        assert_int_equal(gpu_attach(g, &if_no_way_hooks, NULL, NULL), 0);
        if (turn & 1)
            assert_int_equal(gpu_attach(g, &keep_hooks, NULL, NULL), 0);
        assert_int_equal(gpu_run(g, &s.front), GPU_OK);
        gpu_stats(g, &st);
        gpu_free(g);
        synth_free(&s);
        assert_int_equal(st.l1d.bypasses, cases[i].bypasses);
        assert_int_equal(st.l1d.misses, 4 - cases[i].bypasses);
        assert_int_equal(st.l1d.fail_inject_queue, cases[i].inject_fails);
        assert_int_equal(st.l1d.fail_associativity, 0);
        assert_int_equal(st.l1d.fail_mshr_full > 0, cases[i].mshrs == 1);
        assert_int_equal(st.l2.bypass_requests, 0);
    }
}

static void gpu_bypass_083_decisions_do_not_depend_on_the_size(void **state)
{
    bypass_size = GPU_BYPASS_ASKED;
    gpu_bypass_050_bypass_fills_nothing(state);
    gpu_bypass_051_returned_bit_fills_late(state);
    gpu_bypass_052_round_keeps_the_bit_clear(state);
    gpu_bypass_053_late_fill_refused_when_line_is_there(state);
    gpu_bypass_054_pick_victim_decides(state);
    gpu_bypass_055_round_reads_may_merge(state);
    gpu_bypass_056_merged_round_reads_fill_late_once(state);
    gpu_bypass_057_volatile_reads_never_merge(state);
    gpu_bypass_060_decisions_combine_in_any_order(state);
    bypass_size = GPU_BYPASS_LINE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_bypass_050_bypass_fills_nothing),
        cmocka_unit_test(gpu_bypass_051_returned_bit_fills_late),
        cmocka_unit_test(gpu_bypass_052_round_keeps_the_bit_clear),
        cmocka_unit_test(gpu_bypass_053_late_fill_refused_when_line_is_there),
        cmocka_unit_test(gpu_bypass_054_pick_victim_decides),
        cmocka_unit_test(gpu_bypass_055_round_reads_may_merge),
        cmocka_unit_test(gpu_bypass_056_merged_round_reads_fill_late_once),
        cmocka_unit_test(gpu_bypass_057_volatile_reads_never_merge),
        cmocka_unit_test(gpu_bypass_060_decisions_combine_in_any_order),
        cmocka_unit_test(gpu_bypass_061_a_read_without_a_way_bypasses_at_once),
        cmocka_unit_test(gpu_bypass_083_decisions_do_not_depend_on_the_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
