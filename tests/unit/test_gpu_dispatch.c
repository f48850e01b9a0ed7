/*
 * Occupancy and dispatch: how many CTAs an SM holds, which CTAs no SM can hold, and in which order
 * and to which SM CTAs are dispatched.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_one_sm.h"

typedef struct census {
    uint32_t now[64], most, started, order[64], sm_of[64];
} census_t;

static void cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    census_t *x = ctx;
    if (x->started < 64) {
        x->order[x->started] = e->cta;
        x->sm_of[x->started] = e->sm;
    }
    x->started++;
    if (++x->now[e->sm] > x->most)
        x->most = x->now[e->sm];
}

static void cta_finish(void *ctx, const gpu_cta_event_t *e)
{
    census_t *x = ctx;
    x->now[e->sm]--;
}

static const gpu_hooks_t census_hooks = {
    .policy = "census", .on_cta_ready = cta_ready, .on_cta_finish = cta_finish};

static uint32_t most_resident(uint32_t warps, uint32_t regs, uint32_t shared)
{
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    census_t x = {0};
    synth_t s;
    synth_init(&s, 30, warps, 32);
    synth_alu(&s, 1, 1);
    synth_alu(&s, 1, 1);
    s.front.regs_per_thread = regs;
    s.front.shared_bytes = shared;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &census_hooks, &x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    assert_int_equal(x.started, 30);
    assert_int_equal(x.now[0], 0);
    gpu_free(g);
    synth_free(&s);
    return x.most;
}

static void gpu_sched_030_occupancy_limits(void **state)
{
    (void)state;
    /* apres: 48 warps, 8 CTAs, 32768 registers (rounded up to 4 a thread), 48 KB. */
    assert_int_equal(most_resident(2, 8, 0), 8);                      /* CTA slots */
    assert_int_equal(most_resident(8, 8, 0), 6);                      /* 48 warps / 8 */
    assert_int_equal(most_resident(7, 8, 0), 6);                      /* 48 / 7 = 6 */
    assert_int_equal(most_resident(4, 63, 0), 32768 / (64 * 32 * 4)); /* registers: 4 */
    assert_int_equal(most_resident(2, 8, 49152 / 5), 5);              /* shared memory */
    assert_int_equal(most_resident(48, 20, 0), 1);
}

static void gpu_sched_031_misfits_are_refused(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    for (unsigned k = 0; k < 4; k++) {
        synth_t s;
        synth_init(&s, 1, k == 0 ? 49 : 2, k == 1 ? 64 : 32);
        synth_alu(&s, 1, 1);
        s.front.regs_per_thread = k == 2 ? 1000 : 8;
        s.front.shared_bytes = k == 3 ? 49153 : 0;
        gpu_t *g = gpu_new(&c);
        assert_int_equal(gpu_run(g, &s.front), GPU_MISFIT);
        assert_non_null(strstr(gpu_message(g), "synthetic"));
        gpu_free(g);
        synth_free(&s);
    }
}

static void gpu_sched_032_ctas_go_round_the_sms(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    census_t x = {0};
    c.n_sms = 5;
    c.cta_issue = 5;
    c.ctas_per_sm = 2;
    synth_t s;
    synth_init(&s, 10, 1, 32);
    for (int i = 0; i < 20; i++)
        synth_alu(&s, 1, 1);
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &census_hooks, &x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    for (uint32_t k = 0; k < 10; k++) {
        assert_int_equal(x.order[k], k);
        assert_int_equal(x.sm_of[k], k % 5);
    }
    gpu_free(g);
    synth_free(&s);
}

static int64_t backwards(void *ctx, uint32_t sm, uint64_t cycle)
{
    int64_t *left = ctx;
    (void)sm;
    return cycle < 10 ? GPU_PICK_NONE : --*left; /* none for ten cycles, then from the last */
}

static void gpu_sched_033_pick_cta_owner_decides(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "backwards", .pick_cta = backwards};
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        int64_t left = wrong ? 8 : 7; /* CTA 7 does not exist */
        census_t x = {0};
        synth_t s;
        synth_init(&s, 7, 1, 32);
        synth_alu(&s, 1, 1);
        gpu_t *g = gpu_new(&c);
        gpu_attach(g, &hooks, &left, NULL);
        gpu_attach(g, &census_hooks, &x, NULL);
        assert_int_equal(gpu_run(g, &s.front), wrong ? GPU_BROKEN : GPU_OK);
        for (uint32_t k = 0; k < 7 && !wrong; k++)
            assert_int_equal(x.order[k], 6 - k);
        gpu_free(g);
        synth_free(&s);
    }
}

/* Grants a CTA in every third cycle, and asks for these cycles alone. */
typedef struct every_third {
    gpu_t *g;
    int64_t next;
    bool granted;
    uint64_t first, calls; /* a launch's first call; how many */
    uint64_t ready[8];     /* cycle in which each CTA came */
    bool all;              /* it is called in every cycle */
} every_third_t;

static void third_dispatch(void *ctx, uint64_t cycle)
{
    every_third_t *x = ctx;
    if (x->next == 0 && !x->granted)
        x->first = cycle;
    assert_true(x->all || (cycle - x->first) % 3 == 0);
    x->granted = (cycle - x->first) % 3 == 0;
    x->calls++;
    gpu_dispatch_wake_at(x->g, cycle + 7);
    if (x->granted)
        gpu_dispatch_wake_at(x->g, cycle + 3); /* the earlier one counts */
}

static int64_t third_pick(void *ctx, uint32_t sm, uint64_t cycle)
{
    every_third_t *x = ctx;
    (void)sm;
    if (!x->granted)
        return GPU_PICK_NONE;
    assert_int_equal((cycle - x->first) % 3, 0); /* after on_dispatch of the same cycle */
    x->granted = false;
    return x->next++;
}

static void third_ready(void *ctx, const gpu_cta_event_t *e)
{
    every_third_t *x = ctx;
    x->ready[e->cta] = e->cycle;
}

static void gpu_sched_035_dispatch_has_a_hook(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "third",
                               .on_dispatch = third_dispatch,
                               .on_cta_ready = third_ready,
                               .pick_cta = third_pick};
    for (unsigned k = 0; k < 4; k++) {
        gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
        every_third_t x = {.all = k & 1};
        c.tick_order = k & 2 ? GPU_TICK_RELEASE : GPU_TICK_FLOW;
        synth_t s;
        synth_init(&s, 6, 1, 32);
        synth_alu(&s, 1, 1);
        x.g = gpu_new(&c);
        gpu_set_never_sleep(x.g, k & 1);
        gpu_attach(x.g, &hooks, &x, NULL);
        for (unsigned launch = 0; launch < 2; launch++) {
            const uint64_t start = gpu_cycle(x.g);
            x.next = 0;
            x.calls = 0;
            x.granted = false;
            assert_int_equal(gpu_run(x.g, &s.front), GPU_OK);
            assert_int_equal(x.first, start + (k >> 1));
            for (uint32_t i = 0; i < 6; i++)
                assert_int_equal(x.ready[i], x.first + 3 * i);
            const uint64_t last = gpu_cycle(x.g) - x.first - !(k >> 1);
            assert_int_equal(x.calls, k & 1 ? last + 1 : last / 3 + 1);
        }
        gpu_free(x.g);
        synth_free(&s);
    }
}

static void gpu_sched_034_residency_is_integrated(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 3, 32);
    synth_alu(&s, 1, 1);
    synth_run(&c, &s, &st);
    /* The CTA is there from cycle 0 to the last, in which it leaves. */
    assert_int_equal(st.sm.resident_cta_cycles, st.run.cycles - 1);
    assert_int_equal(st.sm.resident_warp_cycles, 3 * (st.run.cycles - 1));
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_sched_030_occupancy_limits),
        cmocka_unit_test(gpu_sched_031_misfits_are_refused),
        cmocka_unit_test(gpu_sched_032_ctas_go_round_the_sms),
        cmocka_unit_test(gpu_sched_035_dispatch_has_a_hook),
        cmocka_unit_test(gpu_sched_033_pick_cta_owner_decides),
        cmocka_unit_test(gpu_sched_034_residency_is_integrated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
