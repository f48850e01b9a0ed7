/*
 * Barriers by number and by count: who waits for whom, in derived cycles; warps that finish while
 * others wait; a PTX kernel whose halves meet apart.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_one_sm.h"
#include "isa_rig.h"

#define BASE UINT64_C(0x10000000)

static uint64_t addr_lane(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s, (void)at;
    return BASE + lane * 4;
}

static uint64_t dram_load_latency(const gpu_cfg_t *c)
{
    gpu_stats_t st;
    synth_t s;
    synth_init(&s, 1, 1, 32);
    synth_load(&s, 1, -1);
    s.addr = addr_lane;
    synth_run(c, &s, &st);
    synth_free(&s);
    return st.sm.load_latency_sum;
}

/* Warps 2 and 3 load; 0 and 1 have the load masked off. */
static uint64_t mask_upper_half_loads(const synth_t *s, const synth_at_t *at)
{
    return inst_is_memory(&s->inst[at->inst]) && at->warp < 2 ? 0 : bits_mask(32);
}

static void barrier_of_half(const synth_t *s, const synth_at_t *at, warp_step_t *out)
{
    (void)s;
    out->barrier = (uint8_t)(at->warp < 2 ? 1 : 15);
    out->barrier_warps = 2;
}

static void barrier_of_all(const synth_t *s, const synth_at_t *at, warp_step_t *out)
{
    (void)s, (void)at;
    out->barrier = 7;
    out->barrier_warps = 0;
}

/* Load (upper half only), ALU on it, barrier, ALU: cycles of every step by warp and instruction. */
static void run_halves(void (*barrier)(const synth_t *, const synth_at_t *, warp_step_t *),
                       uint64_t at[4][4], uint64_t *idle)
{
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t st;
    synth_clock_t clock = {.n = 0};
    synth_t s;
    synth_init(&s, 1, 4, 32);
    synth_load(&s, 1, -1);
    synth_alu(&s, 2, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 3, -1);
    s.addr = addr_lane;
    s.mask = mask_upper_half_loads;
    s.barrier = barrier;
    synth_log_on(&s, 64);
    clock.s = &s;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &synth_clock_hooks, &clock, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    gpu_stats(g, &st);
    gpu_free(g);
    assert_int_equal(s.log_n, 16);
    for (uint32_t k = 0; k < 16; k++)
        at[s.log[k].warp][s.log[k].inst] = clock.cycle[k];
    assert_int_equal(st.sm.barriers, 4);
    *idle = st.sm.stall_idle;
    synth_free(&s);
}

static void gpu_barrier_010_counted_halves_meet_apart(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    uint64_t f = c.fetch_latency, load = dram_load_latency(&c), at[4][4], idle;
    run_halves(barrier_of_half, at, &idle);
    /* Greedy: warp 0 steps until it waits at barrier 1, then warp 1, which completes it and goes
     * on; then warp 0; then the upper half, whose second load merges and comes a cycle after. */
    const uint64_t want[4][4] = {
        {f, f + 1, f + 2, f + 7},
        {f + 3, f + 4, f + 5, f + 6},
        {f + 8, f + 8 + load, f + 9 + load, f + 13 + load},
        {f + 9, f + 10 + load, f + 11 + load, f + 12 + load},
    };
    for (unsigned w = 0; w < 4; w++)
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(at[w][i], want[w][i]);
}

static void gpu_barrier_011_whole_cta_meets_by_any_number(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    uint64_t f = c.fetch_latency, load = dram_load_latency(&c), at[4][4], idle;
    run_halves(barrier_of_all, at, &idle);
    /* The lower half waits for the upper's loads: warps 0, 1, 2, 3 in turn to the barrier; warp 3
     * completes it and goes on, then the others by age. */
    const uint64_t want[4][4] = {
        {f, f + 1, f + 2, f + 11 + load},
        {f + 3, f + 4, f + 5, f + 12 + load},
        {f + 6, f + 6 + load, f + 7 + load, f + 13 + load},
        {f + 7, f + 8 + load, f + 9 + load, f + 10 + load},
    };
    for (unsigned w = 0; w < 4; w++)
        for (unsigned i = 0; i < 4; i++)
            assert_int_equal(at[w][i], want[w][i]);
}

static void barrier_of_pair(const synth_t *s, const synth_at_t *at, warp_step_t *out)
{
    (void)s;
    out->barrier = (uint8_t)((at->warp / 2 + at->iter) % 16); /* the numbers move round */
    out->barrier_warps = 2;
}

static void gpu_barrier_012_sixteen_barriers_at_once(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    c.sched_policy = GPU_SCHED_LRR;
    c.schedulers = 2;
    gpu_stats_t st;
    enum { TURNS = 5 };
    synth_t s;
    synth_init(&s, 2, 24, 32); /* twelve pairs in each of two resident CTAs */
    synth_alu(&s, 1, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 2, 1);
    s.repeat = TURNS;
    s.barrier = barrier_of_pair;
    synth_log_on(&s, 4096);
    synth_run(&c, &s, &st);
    assert_int_equal(st.sm.barriers, 2 * 24 * TURNS);
    assert_int_equal(st.run.warp_instructions, 2 * 24 * TURNS * 3);
    uint32_t arrived[2][12][TURNS] = {{{0}}};
    for (uint32_t k = 0; k < s.log_n; k++) {
        const synth_at_t *at = &s.log[k];
        uint32_t *n = &arrived[at->cta][at->warp / 2][at->iter];
        if (at->inst == 1)
            ++*n;
        else if (at->inst == 2)
            assert_int_equal(*n, 2);
    }
    synth_free(&s);
}

/* ---- Warps that finish ---- */

static uint64_t mask_last_does_not_arrive(const synth_t *s, const synth_at_t *at)
{
    bool barrier = s->inst[at->inst].kind == INST_BARRIER;
    return barrier && at->warp + 1 == s->front.warps_per_cta ? 0 : bits_mask(32);
}

static void barrier_by_user(const synth_t *s, const synth_at_t *at, warp_step_t *out)
{
    const uint32_t *count = s->user;
    (void)at;
    out->barrier = 4;
    out->barrier_warps = (uint16_t)*count;
}

static gpu_t *run_with_one_leaving(uint32_t count, gpu_status_t want, diag_t *d, FILE *dump)
{
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    c.watchdog_cycles = 2000;
    synth_t s;
    synth_init(&s, 1, 3, 32);
    synth_alu(&s, 1, 1);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_alu(&s, 1, 1);
    s.mask = mask_last_does_not_arrive;
    s.barrier = barrier_by_user;
    s.user = &count;
    gpu_t *g = gpu_new(&c);
    assert_int_equal(gpu_run(g, &s.front), want);
    assert_int_equal(gpu_report_deadlock(g, d), want == GPU_OK ? 0 : -EDEADLK);
    if (dump)
        gpu_dump(g, dump);
    synth_free(&s);
    return g;
}

static void gpu_barrier_020_only_the_whole_cta_waits_for_the_living(void **state)
{
    (void)state;
    gpu_stats_t st;
    /* Warp 2 never arrives and finishes: the whole-CTA barrier is complete without it, one for two
     * warps before it, one for three never. */
    for (uint32_t count = 0; count <= 2; count += 2) {
        gpu_t *g = run_with_one_leaving(count, GPU_OK, NULL, NULL);
        gpu_stats(g, &st);
        assert_int_equal(st.sm.barriers, 2);
        assert_int_equal(st.run.warp_instructions, 9);
        gpu_free(g);
    }
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    diag_t d = {.text = ""};
    gpu_t *g = run_with_one_leaving(3, GPU_DEADLOCK, &d, f);
    fclose(f);
    assert_string_equal(d.text,
                        "launch: kernel synthetic: CTA 0 can never end, waiting are warps 0-1 at "
                        "barrier 4 (pc 0x8) for 3; expected barriers that as many reach");
    assert_string_equal(gpu_message(g),
                        "synthetic: a CTA waits at barriers that its warps cannot meet");
    gpu_free(g);
    assert_non_null(strstr(text, "warp 0: pc 0x10, CTA 0, 0 under way (0 memory), at barrier 4 "
                                 "with 2 of 3 warps"));
    assert_non_null(strstr(text, "warp 1: pc 0x10"));
    assert_null(strstr(text, "warp 2"));
    free(text);
}

static void gpu_barrier_021_last_instruction_leaves_its_arrival(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t st;
    const uint32_t counts[2] = {0, 2};
    for (unsigned k = 0; k < 2; k++) {
        synth_t s;
        synth_init(&s, 1, 4, 32);
        synth_alu(&s, 1, 1);
        synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
        s.barrier = barrier_by_user;
        s.user = &counts[k];
        synth_run(&c, &s, &st);
        assert_int_equal(st.sm.barriers, 4);
        synth_free(&s);
    }
}

/* ---- A PTX kernel: the halves of a CTA exchange data through shared memory, each at a barrier of
 * its own; the upper half adds up for long before. ---- */

static const char halves_ptx[] = RIG_HEAD
    ".visible .entry k(.param .u64 out) {\n"
    ".reg .pred %p<3>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"
    ".shared .align 4 .b8 sm[512];\n"
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
    "add.s64 %rd3, %rd1, %rd2; shr.u32 %r2, %r1, 6; add.u32 %r3, %r2, 1;\n"
    "mov.u32 %r4, 0; mul.lo.u32 %r5, %r2, 200; setp.eq.u32 %p1, %r2, 0; @%p1 bra M;\n"
    "L: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, %r5; @%p2 bra L;\n"
    "M: mov.u32 %r6, sm; shl.b32 %r7, %r1, 2; add.u32 %r8, %r6, %r7; add.u32 %r9, %r1, %r4;\n"
    "st.shared.u32 [%r8], %r9;\n"
    "bar.sync %r3, 64;\n"
    "xor.b32 %r10, %r1, 63; shl.b32 %r11, %r10, 2; add.u32 %r12, %r6, %r11;\n"
    "ld.shared.u32 %r13, [%r12]; st.global.u32 [%rd3], %r13; ret;\n"
    "}\n";

typedef struct finish {
    uint64_t at[64];
} finish_t;

static void on_finish(void *ctx, uint32_t sm, uint32_t warp, uint64_t cycle)
{
    finish_t *x = ctx;
    assert_int_equal(sm, 0);
    x->at[warp] = cycle;
}

static void gpu_barrier_030_ptx_halves_do_not_wait_for_each_other(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "finish", .on_warp_finish = on_finish};
    gpu_cfg_t c = one_sm(GPU_SCHED_GTO);
    gpu_stats_t st;
    finish_t x = {{0}};
    rig_t r;
    rig_open(&r, "halves.ptx", halves_ptx);
    uint64_t out = rig_alloc(&r, 512);
    isa_launch_cfg_t cfg = {.kernel = isa_kernel_find(r.m, "k"),
                            .grid = {1, 1, 1},
                            .block = {128, 1, 1},
                            .warp_size = 32,
                            .params = &out,
                            .param_bytes = sizeof out,
                            .mem = {RIG_BASE, r.mem, RIG_BYTES}};
    isa_launch_t *l = isa_launch_new(&cfg, &r.d);
    assert_non_null(l);
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &hooks, &x, NULL);
    assert_int_equal(gpu_run(g, isa_launch_front(l)), GPU_OK);
    gpu_stats(g, &st);
    const uint32_t *v = rig_host(&r, out);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(v[i], (i ^ 63) + (i < 64 ? 0 : 200));
    assert_int_equal(st.sm.barriers, 4);
    /* The upper half's 200 turns of a chain of two results take 200 x 2 x sp_latency. */
    for (unsigned w = 0; w < 2; w++)
        assert_true(x.at[w] + 200 * 2 * c.sp_latency < x.at[w + 2] + 100);
    gpu_free(g);
    isa_launch_free(l);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_barrier_010_counted_halves_meet_apart),
        cmocka_unit_test(gpu_barrier_011_whole_cta_meets_by_any_number),
        cmocka_unit_test(gpu_barrier_012_sixteen_barriers_at_once),
        cmocka_unit_test(gpu_barrier_020_only_the_whole_cta_waits_for_the_living),
        cmocka_unit_test(gpu_barrier_021_last_instruction_leaves_its_arrival),
        cmocka_unit_test(gpu_barrier_030_ptx_halves_do_not_wait_for_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
