/*
 * Policies las-warp and las on synthetic kernels: what las.warp of an SM is given, cycle by cycle,
 * and that what it says is done. Nothing here says what the unit chooses: the tests of the unit do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "las_rig.h"

/* The log's entry of a cycle, or NULL: the unit slept. */
static const warp_cycle_t *at_cycle(uint64_t cycle)
{
    for (uint32_t i = 0; i < las_log.n_warp; i++)
        if (las_log.warp[i].cycle == cycle)
            return &las_log.warp[i];
    return NULL;
}

/* The cycle of a warp's instruction, of CTA 0. */
static uint64_t step_of(const las_rig_t *r, const synth_t *s, uint32_t warp, uint32_t inst)
{
    for (uint32_t k = 0; k < s->log_n; k++)
        if (s->log[k].cta == 0 && s->log[k].warp == warp && s->log[k].inst == inst)
            return r->clock.cycle[k];
    fail_msg("warp %u never came to instruction %u", warp, inst);
    return 0;
}

/* Each instruction is a warp that the unit picked in that cycle, and is told to it; CTAs of one
 * warp slot after the other. */
static void picks_are_issued(const las_rig_t *r, const synth_t *s, uint32_t schedulers,
                             uint32_t ports)
{
    uint32_t k = 0, picks = 0;
    for (uint32_t i = 0; i < las_log.n_warp; i++) {
        const warp_cycle_t *c = &las_log.warp[i];
        for (uint32_t sched = 0; sched < schedulers; sched++) {
            if (!c->in.issue_en[sched])
                continue;
            assert_true(c->in.run_en);
            assert_true(c->out.pick_valid[sched]);
            assert_int_equal(c->out.pick[sched], c->in.issue_warp[sched]);
            assert_true(c->in.ready[sched] >> c->in.issue_warp[sched] & 1);
            const uint32_t slot = c->in.issue_warp[sched] * schedulers + sched;
            uint32_t n = 0;
            for (; n < ports && k < s->log_n && r->clock.cycle[k] == c->cycle &&
                   s->log[k].warp == slot % s->front.warps_per_cta;
                 n++)
                k++;
            assert_true(n > 0);
            picks++;
        }
    }
    assert_int_equal(k, s->log_n);
    assert_int_equal(las_rig_count(r, "picks"), picks);
}

/* ---- Warps arrive ---- */

/* One a cycle from the launch's second on, in the order of the CTAs, each under its scheduler and
 * its number there; the first of a CTA is new. None is ready for the unit before. */
static void policy_las_warp_100_ranges_arrive_one_a_cycle(void **state)
{
    (void)state;
    for (uint32_t schedulers = 1; schedulers < 5; schedulers++) {
        las_rig_t r;
        gpu_cfg_t c = las_rig_config();
        synth_t s;
        synth_init(&s, 2, 5, 32);
        for (int i = 0; i < 6; i++)
            synth_alu(&s, i, -1);
        c.schedulers = schedulers;
        c.fetch_warps = 4;
        las_rig_run(&r, &c, &s, "las-warp", NULL);
        assert_true(las_log.warp[0].in.start_en && !las_log.warp[0].in.set_en);
        uint64_t set[4] = {0};
        uint32_t n = 0;
        for (uint32_t i = 1; i < las_log.n_warp; i++) {
            const warp_cycle_t *l = &las_log.warp[i];
            for (uint32_t k = 0; k < schedulers; k++) {
                assert_int_equal(l->in.ready[k] & ~set[k], 0);
                /* Until then the slot is one of a warp that has finished; nobody asks while no
                 * scheduler works. */
                const uint64_t all = bits_mask((c.warps_per_sm + schedulers - 1) / schedulers);
                assert_int_equal(l->in.stalled[k] & ~set[k] & all,
                                 l->in.run_en ? ~set[k] & all : 0);
            }
            assert_int_equal(l->in.set_en, n < 10);
            if (!l->in.set_en)
                continue;
            assert_int_equal(l->cycle, las_log.warp[0].cycle + 1 + n);
            assert_int_equal(l->in.set_new, n % 5 == 0);
            assert_int_equal(l->in.set_sched, n % schedulers);
            assert_int_equal(l->in.set_warp, n / schedulers);
            set[n % schedulers] |= UINT64_C(1) << n / schedulers;
            n++;
        }
        assert_int_equal(n, 10);
        assert_int_equal(las_rig_count(&r, "arrivals"), 10);
        picks_are_issued(&r, &s, schedulers, 1);
        synth_free(&s);
    }
}

/* Of each CTA one warp has an instruction: it is gone before all of its warps have a range, and the
 * next one's ranges follow. */
static const inst_t *first_of_warp_0(void *ctx, front_warp_t *w)
{
    return w->at.warp ? NULL : synth_first(ctx, w);
}

static void policy_las_warp_110_ctas_that_leave_early(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = las_rig_config();
    front_ops_t ops = synth_ops;
    synth_t s;
    synth_init(&s, 30, 24, 32);
    synth_alu(&s, -1, -1);
    ops.first = first_of_warp_0;
    s.front.ops = &ops;
    c.schedulers = 2; /* one's warps are promoted while a range of the other's arrives */
    c.ctas_per_sm = 2;
    c.fetch_latency = 1;
    las_rig_run(&r, &c, &s, "las-warp", NULL);
    assert_int_equal(r.n_done, 30);
    uint32_t sets = 0, fresh = 0;
    for (uint32_t i = 0; i < las_log.n_warp; i++) {
        const las_warp_in_t *in = &las_log.warp[i].in;
        sets += in->set_en;
        fresh += in->set_en && in->set_new;
    }
    assert_int_equal(fresh, 30);
    assert_int_equal(sets, las_rig_count(&r, "arrivals"));
    assert_true(sets > 30 && sets < 30 * 24);
    assert_int_equal(las_rig_count(&r, "picks"), 30);
    synth_free(&s);
}

/* Each launch begins with a cycle of its own. */
static void policy_las_warp_120_a_kernel_starts_afresh(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = las_rig_config();
    synth_t s;
    synth_init(&s, 3, 2, 32);
    synth_alu(&s, 1, -1);
    las_rig_run_times(&r, &c, &s, "las-warp", NULL, 3);
    uint32_t starts = 0;
    for (uint32_t i = 0; i < las_log.n_warp; i++) {
        const las_warp_in_t *in = &las_log.warp[i].in;
        starts += in->start_en;
        assert_false(in->start_en && in->set_en);
    }
    assert_int_equal(starts, 3);
    assert_int_equal(las_rig_count(&r, "arrivals"), 18);
    synth_free(&s);
}

/* ---- Warps stall ---- */

typedef enum wait { WAIT_LOAD, WAIT_BARRIER, WAIT_FENCE, WAIT_END, WAIT_ALU, WAITS } wait_t;

static uint64_t own_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return UINT64_C(0x10000000) + at->warp * UINT64_C(4096) + lane * 4;
}

/* Two instructions that need nothing; what then makes the warp wait; one that waits. */
static void wait_program(synth_t *s, wait_t why)
{
    synth_init(s, 1, 2, 32);
    synth_alu(s, 2, -1);
    synth_alu(s, 3, -1);
    if (why == WAIT_LOAD) {
        synth_load(s, 1, -1);
        synth_alu(s, 1, 1);
    } else if (why == WAIT_BARRIER) {
        synth_add(s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
        synth_alu(s, 1, 1);
    } else if (why == WAIT_FENCE) {
        synth_store(s, -1);
        synth_add(s, INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, -1, -1);
        synth_alu(s, 1, 1);
    } else if (why == WAIT_ALU) {
        synth_alu(s, 1, -1);
        synth_alu(s, 1, 1);
    }
    s->addr = own_line;
}

/* In the cycle after the instruction a warp that waits long is stalled, and leaves. One that waits
 * for a unit's result is neither ready nor stalled. */
static void policy_las_warp_200_what_stalls(void **state)
{
    (void)state;
    static const uint32_t last[WAITS] = {2, 2, 3, 1, 2};
    for (wait_t why = 0; why < WAITS; why++) {
        las_rig_t r;
        gpu_cfg_t c = las_rig_config();
        synth_t s;
        wait_program(&s, why);
        c.schedulers = 1;
        c.fetch_latency = 20; /* by then both have their ranges */
        las_rig_run(&r, &c, &s, "las-warp", NULL);
        const uint64_t t = step_of(&r, &s, 0, last[why]);
        const warp_cycle_t *now = at_cycle(t), *next = at_cycle(t + 1);
        assert_non_null(now);
        assert_int_equal(now->in.stalled[0] & 1, 0);
        if (why == WAIT_ALU) {
            assert_true(!next || !((next->in.stalled[0] | next->in.ready[0]) & 1));
        } else {
            assert_non_null(next);
            assert_true(next->in.run_en);
            assert_int_equal(next->in.stalled[0] & 1, 1);
            assert_int_equal(next->out.demotes[0], 1);
        }
        picks_are_issued(&r, &s, 1, 1);
        synth_free(&s);
    }
}

/* With one active warp: it ends in t, leaves at the edge of t + 1, and the next one comes at the
 * edge of t + 2 and issues in t + 3. */
static void policy_las_warp_210_the_next_one_takes_its_place(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = las_rig_config();
    synth_t s;
    synth_init(&s, 1, 4, 32);
    for (int i = 0; i < 5; i++)
        synth_alu(&s, i, -1);
    c.schedulers = 1;
    c.fetch_latency = 20;
    las_rig_run(&r, &c, &s, "las-warp", "las-warp.active=1");
    assert_int_equal(s.log_n, 20);
    for (uint32_t k = 1; k < 20; k++) {
        assert_int_equal(s.log[k].inst, k % 5);
        assert_int_equal(r.clock.cycle[k], r.clock.cycle[k - 1] + (k % 5 ? 1 : 3));
    }
    assert_int_equal(las_rig_count(&r, "promotes"), 4);
    synth_free(&s);
}

/* While all warps wait for memory the unit sleeps, and so does the SM. */
static void policy_las_warp_220_it_sleeps(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = las_rig_config();
    synth_t s;
    synth_init(&s, 1, 2, 32);
    synth_load(&s, 1, 1);
    s.repeat = 20;
    s.addr = own_line;
    c.schedulers = 1;
    c.l1_sets = 1;
    c.l1_ways = 1; /* the warps take the line from each other */
    las_rig_run(&r, &c, &s, "las-warp", NULL);
    assert_true(las_log.n_warp < 400);
    assert_true(r.st.run.cycles > 5 * las_log.n_warp);
    assert_int_equal(las_rig_count(&r, "picks"), 40);
    picks_are_issued(&r, &s, 1, 1);
    synth_free(&s);
}

/* ---- Issue ---- */

/* A scheduler's second port issues of the warp that was picked: one pick a cycle. */
static void policy_las_warp_300_two_ports(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = las_rig_config();
    synth_t s;
    synth_init(&s, 1, 4, 32);
    for (int i = 0; i < 8; i++)
        synth_alu(&s, i, -1);
    c.schedulers = 2;
    c.issue_per_sched = 2;
    c.sp_units = 4;
    c.fetch_latency = 20;
    las_rig_run(&r, &c, &s, "las-warp", NULL);
    assert_int_equal(s.log_n, 32);
    assert_int_equal(las_rig_count(&r, "picks"), 16);
    picks_are_issued(&r, &s, 2, 2);
    synth_free(&s);
}

/* Both structures: CTAs are granted, and their warps picked, on several SMs. */
static void policy_las_warp_310_both(void **state)
{
    (void)state;
    las_rig_t r;
    gpu_cfg_t c = las_rig_config();
    synth_t s;
    synth_init(&s, 12, 2, 32);
    synth_load(&s, 1, 1);
    synth_alu(&s, 1, 1);
    s.addr = own_line;
    c.n_sms = 3;
    c.ctas_per_sm = 2;
    las_rig_run(&r, &c, &s, "las", "las.window=4");
    assert_int_equal(las_rig_count(&r, "grants"), 12);
    assert_int_equal(las_rig_count(&r, "arrivals"), 24);
    assert_int_equal(las_rig_count(&r, "picks"), 48);
    assert_int_equal(r.st.run.warp_instructions, 48);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_las_warp_100_ranges_arrive_one_a_cycle),
        cmocka_unit_test(policy_las_warp_110_ctas_that_leave_early),
        cmocka_unit_test(policy_las_warp_120_a_kernel_starts_afresh),
        cmocka_unit_test(policy_las_warp_200_what_stalls),
        cmocka_unit_test(policy_las_warp_210_the_next_one_takes_its_place),
        cmocka_unit_test(policy_las_warp_220_it_sleeps),
        cmocka_unit_test(policy_las_warp_300_two_ports),
        cmocka_unit_test(policy_las_warp_310_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
