/*
 * Policies las-cta and las on synthetic kernels: what las.cta is given, cycle by cycle, and that
 * what it says is done. Nothing here says what the unit chooses: the tests of the unit do. These
 * kernels have no address programs, so that no CTA has a rectangle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "las_rig.h"

/* CTAs of one warp with so many instructions that wait for each other. */
static void make(synth_t *s, uint32_t ctas, uint32_t instructions)
{
    synth_init(s, ctas, 1, 32);
    for (uint32_t i = 0; i < instructions; i++)
        synth_alu(s, 1, 1);
}

static void run(las_rig_t *r, const gpu_cfg_t *c, uint32_t ctas, const char *options)
{
    synth_t s;
    make(&s, ctas, 3);
    las_rig_run(r, c, &s, "las-cta", options);
    synth_free(&s);
}

static gpu_cfg_t machine(uint32_t sms, uint32_t slots)
{
    gpu_cfg_t c = las_rig_config();
    c.n_sms = sms;
    c.ctas_per_sm = slots;
    return c;
}

/* The cycle of CTA n's coming into the window, in the launch. */
static uint64_t added(uint32_t n)
{
    for (uint32_t i = 0; i < las_log.n_cta; i++)
        if (las_log.cta[i].in.add_en && las_log.cta[i].in.add_cta == n)
            return las_log.cta[i].cycle;
    fail_msg("CTA %u never came into the window", n);
    return 0;
}

/* Each grant is a CTA that comes to that SM in that very cycle, and nothing else comes. */
static void grants_are_done(const las_rig_t *r)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < las_log.n_cta; i++) {
        const cta_cycle_t *c = &las_log.cta[i];
        if (!c->out.grants)
            continue;
        assert_true(n < r->n_ready);
        assert_int_equal(r->ready[n].cta, c->out.grant_cta);
        assert_int_equal(r->ready[n].sm, c->out.grant_sm);
        assert_int_equal(r->ready[n].cycle, c->cycle);
        n++;
    }
    assert_int_equal(n, r->n_ready);
    assert_int_equal(las_rig_count(r, "grants"), n);
}

/* The place that a CTA was granted. */
static uint32_t place_of(uint32_t cta)
{
    for (uint32_t i = 0; i < las_log.n_cta; i++)
        if (las_log.cta[i].out.grants && las_log.cta[i].out.grant_cta == cta)
            return las_log.cta[i].out.grant_slot;
    fail_msg("CTA %u was not granted", cta);
    return 0;
}

/* Each CTA that has finished is told in the next cycle, by its place; nothing else is. The launch's
 * last ones are not, if it ends then. */
static void finishes_are_told(const las_rig_t *r)
{
    uint32_t told = 0, named = 0;
    for (uint32_t i = 0; i < las_log.n_cta; i++) {
        const cta_cycle_t *c = &las_log.cta[i];
        uint64_t want[32] = {0};
        bool any = false;
        for (uint32_t k = 0; k < r->n_done; k++) {
            if (r->done[k].cycle + 1 != c->cycle)
                continue;
            want[r->done[k].sm] |= UINT64_C(1) << place_of(r->done[k].cta);
            any = true;
            told++;
        }
        assert_int_equal(c->in.finish_en, any);
        assert_memory_equal(c->in.finish, want, sizeof want);
        named += any;
    }
    assert_true(named > 0);
    uint32_t last = 0;
    for (uint32_t k = 0; k < r->n_done; k++)
        last += r->done[k].cycle >= las_log.cta[las_log.n_cta - 1].cycle;
    assert_int_equal(told, r->n_done - last);
}

/* ---- The window ---- */

/* A kernel's start has a cycle of its own; then a CTA comes in each, in their order; no SM is
 * served before all of them are there. */
static void policy_las_100_the_window_fills_one_a_cycle(void **state)
{
    (void)state;
    las_rig_t r;
    const gpu_cfg_t c = machine(2, 2);
    run(&r, &c, 5, NULL);
    const cta_cycle_t *l = las_log.cta;
    assert_true(l[0].in.start_en && !l[0].in.add_en && !l[0].in.room_en && !l[0].in.finish_en);
    for (uint32_t i = 1; i < 6; i++) {
        assert_int_equal(l[i].cycle, l[0].cycle + i);
        assert_false(l[i].in.start_en);
        assert_true(l[i].in.add_en && !l[i].in.room_en);
        assert_int_equal(l[i].in.add_cta, i - 1);
    }
    assert_true(l[6].in.room_en && !l[6].in.add_en);
    assert_int_equal(l[6].in.room, 3);
    assert_int_equal(las_rig_count(&r, "ctas_without_rectangle"), 5);
    assert_int_equal(las_rig_count(&r, "no_locality"), 5);
    grants_are_done(&r);
    finishes_are_told(&r);
}

/* A window of two is full before all are in; the next CTA comes in the cycle after a grant. */
static void policy_las_110_no_more_than_the_window_holds(void **state)
{
    (void)state;
    las_rig_t r;
    const gpu_cfg_t c = machine(2, 2);
    run(&r, &c, 7, "las-cta.window=2");
    uint32_t inside = 0, n = 0, full = 0;
    bool served = false;
    for (uint32_t i = 1; i < las_log.n_cta; i++) {
        const cta_cycle_t *l = &las_log.cta[i];
        const bool more = n < 7 && inside < 2;
        assert_int_equal(l->in.add_en, more);
        served |= l->in.room_en;
        assert_true(!l->in.room_en || inside == 2 || full);
        inside += more;
        n += more;
        full |= inside == 2;
        inside -= l->out.grants;
    }
    assert_true(served);
    assert_int_equal(n, 7);
    grants_are_done(&r);
    finishes_are_told(&r);
}

/* Without prefill an SM may be served at once. */
static void policy_las_120_prefill(void **state)
{
    (void)state;
    las_rig_t r;
    const gpu_cfg_t c = machine(2, 1);
    for (int prefill = 0; prefill < 2; prefill++) {
        run(&r, &c, 40, prefill ? "las-cta.prefill=on" : "las-cta.prefill=off");
        assert_int_equal(las_log.cta[1].in.room_en, !prefill);
        for (uint32_t i = 1; prefill && i < 33; i++)
            assert_false(las_log.cta[i].in.room_en);
        assert_true(!prefill || las_log.cta[33].in.room_en);
        grants_are_done(&r);
    }
}

/* The software part takes its time for each CTA, and computes the next one while a place is not
 * free. */
static void policy_las_130_rectangles_cost_time(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = machine(1, 2);
    for (int release = 0; release < 2; release++) {
        c.tick_order = release ? GPU_TICK_RELEASE : GPU_TICK_FLOW;
        run(&r, &c, 4, "las-cta.cost=50");
        const uint64_t start = las_log.cta[0].cycle - (uint64_t)release;
        for (uint32_t n = 0; n < 4; n++)
            assert_int_equal(added(n), start + 50 * (n + 1));
        grants_are_done(&r);
        run(&r, &c, 4, "las-cta.cost=50 las-cta.window=1 las-cta.prefill=off");
        for (uint32_t n = 1; n < 4; n++) {
            const uint64_t free = r.ready[n - 1].cycle + 1, known = added(n - 1) + 50;
            assert_int_equal(added(n), free > known ? free : known);
        }
        run(&r, &c, 4, "las-cta.cost=1");
        for (uint32_t n = 0; n < 4; n++)
            assert_int_equal(added(n), las_log.cta[0].cycle + n + 1);
    }
}

/* While an SM's next CTA is still computed, the one that runs there does what it does alone. */
static void policy_las_140_waiting_stops_no_other_cta(void **state)
{
    (void)state;
    enum { INSTRUCTIONS = 60, COST = 2000 };
    uint64_t alone[INSTRUCTIONS];
    const gpu_cfg_t c = machine(1, 2);
    for (uint32_t ctas = 1; ctas < 3; ctas++) {
        las_rig_t r;
        synth_t s;
        make(&s, ctas, INSTRUCTIONS);
        las_rig_run(&r, &c, &s, "las-cta", "las-cta.cost=2000 las-cta.prefill=off");
        assert_int_equal(r.n_ready, ctas);
        uint32_t n = 0;
        for (uint32_t k = 0; k < s.log_n; k++) {
            if (s.log[k].cta != 0)
                continue;
            const uint64_t at = r.clock.cycle[k] - r.ready[0].cycle;
            if (ctas == 1)
                alone[n] = at;
            assert_int_equal(at, alone[n]);
            n++;
        }
        assert_int_equal(n, INSTRUCTIONS);
        if (ctas == 2) { /* all of them while the SM, which has room, waits for the second one */
            assert_true(r.ready[1].cycle >= r.ready[0].cycle + COST);
            assert_true(alone[INSTRUCTIONS - 1] < COST);
            assert_true(las_rig_count(&r, "sm_waiting_cycles") >= COST);
        }
        synth_free(&s);
    }
}

/* Nor does one SM's waiting stop another one's CTAs: each of four SMs is served in a cycle of its
 * own, while CTAs on the others issue. */
static void policy_las_141_nor_on_other_sms(void **state)
{
    (void)state;
    las_rig_t r;
    synth_t s;
    const gpu_cfg_t c = machine(4, 1);
    make(&s, 16, 40);
    las_rig_run(&r, &c, &s, "las-cta", "las-cta.cost=50 las-cta.prefill=off las-cta.window=1");
    assert_int_equal(r.n_ready, 16);
    uint32_t during = 0;
    for (uint32_t i = 0; i < las_log.n_cta; i++)
        for (uint32_t k = 0; las_log.cta[i].in.room && !las_log.cta[i].out.grants && k < s.log_n;
             k++)
            during += r.clock.cycle[k] == las_log.cta[i].cycle;
    assert_true(during > 0);
    synth_free(&s);
}

/* ---- SMs and places ---- */

/* Grants and ends on three SMs, with CTAs that come and go in another order than that of the
 * places; in both orders of a cycle. */
static uint64_t by_cta(const synth_t *s, const synth_at_t *at)
{
    (void)s;
    return at->cta % 3 ? bits_mask(32) : 1;
}

static uint64_t far_apart(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return UINT64_C(0x10000000) + (at->cta * 64 + lane) * 128;
}

static void policy_las_200_grants_and_ends(void **state)
{
    (void)state;
    for (int release = 0; release < 2; release++) {
        las_rig_t r;
        gpu_cfg_t c = machine(3, 3);
        synth_t s;
        c.tick_order = release ? GPU_TICK_RELEASE : GPU_TICK_FLOW;
        make(&s, 60, 1);
        synth_load(&s, 1, 1);
        synth_alu(&s, 1, 1);
        s.mask = by_cta;
        s.addr = far_apart;
        las_rig_run(&r, &c, &s, "las-cta", "las-cta.window=5");
        synth_free(&s);
        assert_int_equal(r.n_ready, 60);
        grants_are_done(&r);
        finishes_are_told(&r);
        /* Only SMs with room are named, and while a CTA is left. */
        uint32_t on[3] = {0}, given = 0, d = 0;
        for (uint32_t i = 1; i < las_log.n_cta; i++) {
            const cta_cycle_t *l = &las_log.cta[i];
            for (; d < r.n_done && r.done[d].cycle < l->cycle; d++)
                on[r.done[d].sm]--;
            uint32_t room = 0;
            for (uint32_t m = 0; m < 3; m++)
                room |= (uint32_t)(on[m] < 3) << m;
            assert_int_equal(l->in.room_en, given < 60 && room && i > 5);
            assert_int_equal(l->in.room, l->in.room_en ? room : 0);
            if (l->out.grants) {
                on[l->out.grant_sm]++;
                given++;
            }
        }
        assert_int_equal(given, 60);
    }
}

/* The next launch begins with an empty window. */
static void policy_las_210_a_kernel_starts_afresh(void **state)
{
    (void)state;
    las_rig_t r;
    const gpu_cfg_t c = machine(2, 2);
    synth_t s;
    make(&s, 6, 3);
    las_rig_run_times(&r, &c, &s, "las-cta", NULL, 3);
    synth_free(&s);
    uint32_t starts = 0, adds = 0;
    for (uint32_t i = 0; i < las_log.n_cta; i++) {
        const las_cta_in_t *in = &las_log.cta[i].in;
        if (in->start_en) {
            assert_false(in->add_en || in->finish_en || in->room_en);
            assert_int_equal(adds, 6 * starts);
            starts++;
        }
        assert_true(!in->add_en || in->add_cta == adds % 6);
        adds += in->add_en;
    }
    assert_int_equal(starts, 3);
    assert_int_equal(r.n_ready, 18);
    assert_int_equal(las_rig_count(&r, "grants"), 18);
}

/* What is counted is what the unit says. */
static void policy_las_220_counts(void **state)
{
    (void)state;
    las_rig_t r;
    const gpu_cfg_t c = machine(2, 2);
    run(&r, &c, 9, "las-cta.window=3");
    uint64_t waits = 0, compares = 0, idle = 0;
    for (uint32_t i = 0; i < las_log.n_cta; i++) {
        const cta_cycle_t *l = &las_log.cta[i];
        waits += l->out.waits;
        compares += l->out.compares;
        idle += bits_popcount(l->in.room) - l->out.grants;
    }
    assert_int_equal(las_rig_count(&r, "waiting_cycles"), waits);
    assert_int_equal(las_rig_count(&r, "comparing_cycles"), compares);
    /* Before the window is full both SMs wait in its first cycle and while three CTAs come. */
    assert_int_equal(las_rig_count(&r, "sm_waiting_cycles"), idle + 2 * 4);
    assert_true(waits > 0);
}

/* ---- What does not fit ---- */

static void refused(const char *policy, const char *key, const char *value, const gpu_cfg_t *c,
                    const char *said)
{
    policy_set_t set;
    diag_t d = {{0}};
    gpu_t *g = gpu_new(c);
    assert_int_equal(policy_set_parse(&set, policy, &d), 0);
    const policy_env_t env = {.gpu = g, .cfg = c, .engine = &unit_engine_c};
    int rc = key ? policy_set_option(&set, key, value, &d) : 0;
    rc = rc ? rc : policy_set_create(&set, &env, &d);
    assert_int_not_equal(rc, 0);
    if (!strstr(d.text, said))
        fail_msg("'%s' does not say '%s'", d.text, said);
    policy_set_destroy(&set);
    gpu_free(g);
}

static void policy_las_300_what_does_not_fit(void **state)
{
    (void)state;
    const gpu_cfg_t fits = machine(2, 2), many = machine(33, 1), places = machine(17, 16);
    gpu_cfg_t few = machine(2, 2);
    few.schedulers = 2;
    few.warps_per_sm = 2;
    refused("las-cta", NULL, NULL, &many, "n_sms: expected at most 32 with policy las-cta");
    refused("las", NULL, NULL, &places,
            "ctas_per_sm: expected at most 15 on 17 SMs with policy las");
    refused("las-warp", NULL, NULL, &few, "warps_per_sm: expected 3 to 64 with policy las-warp");
    refused("las-warp", "las-warp.active", "64", &fits, "las-warp.active: expected at most");
    refused("las-cta", "las-cta.window", "65", &fits, "from 1 to 64");
    refused("las-cta", "las-cta.size_w", "1", &fits, "from 2 to 8");
    refused("las", "las.cost", "1000001", &fits, "from 0 to 1000000");
    refused("las", "las.prefill", "maybe", &fits, "expected off or on");
    refused("las", "las.arrays", "9", &fits, "from 1 to 8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_las_100_the_window_fills_one_a_cycle),
        cmocka_unit_test(policy_las_110_no_more_than_the_window_holds),
        cmocka_unit_test(policy_las_120_prefill),
        cmocka_unit_test(policy_las_130_rectangles_cost_time),
        cmocka_unit_test(policy_las_140_waiting_stops_no_other_cta),
        cmocka_unit_test(policy_las_141_nor_on_other_sms),
        cmocka_unit_test(policy_las_200_grants_and_ends),
        cmocka_unit_test(policy_las_210_a_kernel_starts_afresh),
        cmocka_unit_test(policy_las_220_counts),
        cmocka_unit_test(policy_las_300_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
