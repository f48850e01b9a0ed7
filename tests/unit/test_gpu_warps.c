/* What owners of pick_warp are told of the warps, and how they wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_one_sm.h"

#define BASE UINT64_C(0x10000000)

static uint64_t own_line(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + at->warp * 128 + lane * 4;
}

/* A hook that looks at the warps before it lets gto choose. */
typedef struct looker {
    gpu_t *g;
    synth_t *s;
    uint32_t done[8]; /* instructions of each warp, of one CTA, so far */
    uint32_t asked, loading, at_barrier;
} looker_t;

static int look(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    looker_t *p = ctx;
    (void)cycle;
    p->asked++;
    uint64_t live = gpu_warps_live(p->g, sm), loads = 0, barrier = gpu_warps_at_barrier(p->g, sm);
    uint64_t still = 0;
    assert_int_equal(ready & ~live, 0);
    assert_int_equal(ready & barrier, 0);
    for (uint32_t w = 0; w < 4; w++) {
        if (p->done[w] == p->s->n)
            continue;
        still |= UINT64_C(1) << w;
        const inst_t *next = &p->s->inst[p->done[w]];
        if (next->kind == INST_LOAD && next->space != INST_SPACE_SHARED)
            loads |= UINT64_C(1) << w;
    }
    assert_int_equal(live, still);
    assert_int_equal(gpu_warps_loading(p->g, sm, live), loads);
    assert_int_equal(gpu_warps_loading(p->g, sm, ready), loads & ready);
    assert_int_equal(gpu_warps_oldest(p->g, sm, live, 1), live & -live);
    assert_int_equal(gpu_warps_oldest(p->g, sm, live, 64), live);
    assert_int_equal(gpu_warps_oldest(p->g, sm, live, 0), 0);
    p->loading += loads != 0;
    p->at_barrier += barrier != 0;
    uint32_t w = gpu_warps_choice(p->g, sm, sched, GPU_SCHED_GTO, ready);
    p->done[w]++;
    return (int)w;
}

/* Loads of global, local and unknown space are loads that read the L1; those of shared memory,
 * constants, stores and atomics are not. */
static void gpu_warps_010_what_they_are_about_to_do(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "look", .pick_warp = look};
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    synth_t s;
    synth_init(&s, 1, 4, 32);
    synth_alu(&s, 1, -1);
    synth_load(&s, 2, 1);
    synth_add(&s, INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 3, 1);
    synth_store(&s, 2);
    synth_add(&s, INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, -1, -1);
    synth_load(&s, 4, 1);
    synth_alu(&s, 5, 4);
    s.addr = own_line;
    looker_t p = {.g = gpu_new(&c), .s = &s};
    const char *other = NULL;
    assert_int_equal(gpu_attach(p.g, &hooks, &p, &other), 0);
    assert_int_equal(gpu_run(p.g, &s.front), GPU_OK);
    assert_int_equal(p.asked, 4 * s.n); /* gto never waits */
    assert_true(p.loading > 0 && p.at_barrier > 0);
    for (uint32_t w = 0; w < 4; w++)
        assert_int_equal(p.done[w], s.n);
    gpu_free(p.g);
    synth_free(&s);
}

/* Two CTAs of two warps: the first in slots 0 and 1 is the older; when it has gone and a third has
 * come into its slots, the second is. */
typedef struct ages {
    gpu_t *g;
    uint32_t cta[2]; /* in slots 0-1 and 2-3 */
    uint32_t crossed;
} ages_t;

static void ages_ready(void *ctx, const gpu_cta_event_t *e)
{
    ages_t *p = ctx;
    p->cta[e->first_warp / 2] = e->cta;
}

static int ages_pick(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    ages_t *p = ctx;
    (void)sched, (void)cycle;
    uint64_t live = gpu_warps_live(p->g, sm), low = live & 3, high = live & 12;
    if (low && high) {
        bool low_is_older = p->cta[0] < p->cta[1];
        p->crossed += !low_is_older;
        assert_int_equal(gpu_warps_oldest(p->g, sm, live, 1),
                         low_is_older ? low & -low : high & -high);
        /* As many as the older CTA has: these. */
        uint64_t old = low_is_older ? low : high;
        assert_int_equal(gpu_warps_oldest(p->g, sm, live, (uint32_t)__builtin_popcountll(old)),
                         old);
    }
    return (int)gpu_warps_choice(p->g, sm, 0, GPU_SCHED_OLDEST, ready);
}

static void gpu_warps_020_age_is_arrival(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {
        .policy = "ages", .pick_warp = ages_pick, .on_cta_ready = ages_ready};
    gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
    c.ctas_per_sm = 2;
    synth_t s;
    synth_init(&s, 5, 2, 32);
    for (int i = 0; i < 10; i++) /* nothing to wait for: the oldest CTA ends first */
        synth_alu(&s, i, -1);
    s.repeat = 6;
    ages_t p = {.g = gpu_new(&c)};
    const char *other = NULL;
    assert_int_equal(gpu_attach(p.g, &hooks, &p, &other), 0);
    assert_int_equal(gpu_run(p.g, &s.front), GPU_OK);
    assert_true(p.crossed > 0);
    gpu_free(p.g);
    synth_free(&s);
}

/* Holds warp 1 back until cycle 1000, with WAIT. */
typedef struct holder {
    gpu_t *g;
    uint32_t asked, kind;
} holder_t;

static int hold(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    holder_t *p = ctx;
    p->asked++;
    if (cycle < 1000)
        ready &= ~UINT64_C(2);
    if (ready)
        return (int)gpu_warps_choice(p->g, sm, sched, GPU_SCHED_LRR, ready);
    gpu_sm_wake_at(p->g, sm, 1000);
    return GPU_PICK_WAIT;
}

static void gpu_warps_030_who_waits_sleeps_until_woken(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "hold", .pick_warp = hold};
    gpu_stats_sleep_t sleep;
    uint64_t end[2];
    for (uint32_t awake = 0; awake < 2; awake++) {
        gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
        gpu_stats_t stats;
        synth_t s;
        synth_init(&s, 1, 2, 32);
        for (int i = 0; i < 5; i++)
            synth_alu(&s, i, -1);
        synth_log_on(&s, 64);
        synth_clock_t clock = {.s = &s};
        holder_t p = {.g = gpu_new(&c)};
        const char *other = NULL;
        gpu_set_never_sleep(p.g, awake);
        assert_int_equal(gpu_attach(p.g, &hooks, &p, &other), 0);
        assert_int_equal(gpu_attach(p.g, &synth_clock_hooks, &clock, &other), 0);
        assert_int_equal(gpu_run(p.g, &s.front), GPU_OK);
        assert_int_equal(s.log_n, 10);
        for (uint32_t i = 0; i < 10; i++)
            assert_int_equal(s.log[i].warp, i / 5);
        for (uint32_t i = 5; i < 10; i++)
            assert_int_equal(clock.cycle[i], 1000 + i - 5);
        gpu_stats(p.g, &stats);
        gpu_stats_sleep(p.g, &sleep);
        end[awake] = stats.run.cycles;
        /* Held cycles are charged as idle ones, slept through or not; law: gpu_check. */
        assert_true(stats.sm.stall_idle > 980 && stats.sm.stall_idle < 1010);
        assert_true(awake ? sleep.sm_slept == 0 : sleep.sm_slept > 950);
        assert_true(awake ? p.asked > 950 : p.asked < 30);
        gpu_free(p.g);
        synth_free(&s);
    }
    assert_int_equal(end[0], end[1]);
}

/* Two issue ports: the owner is asked for each, the second time with the warp alone. */
typedef struct porter {
    gpu_t *g;
    uint64_t cycle;
    uint32_t second, refuse;
} porter_t;

static int port(void *ctx, uint32_t sm, uint32_t sched, uint64_t ready, uint64_t cycle)
{
    porter_t *p = ctx;
    if (p->cycle == cycle) {
        assert_int_equal(ready & (ready - 1), 0);
        p->second++;
        if (p->refuse)
            return GPU_PICK_NONE;
    }
    p->cycle = cycle;
    return (int)gpu_warps_choice(p->g, sm, sched, GPU_SCHED_GTO, ready);
}

static void gpu_warps_040_second_port_asks_again(void **state)
{
    (void)state;
    const gpu_hooks_t hooks = {.policy = "port", .pick_warp = port};
    for (uint32_t refuse = 0; refuse < 2; refuse++) {
        gpu_cfg_t c = one_sm(GPU_SCHED_LRR);
        gpu_stats_t stats;
        synth_t s;
        c.issue_per_sched = 2;
        c.sp_units = 2;
        synth_init(&s, 1, 2, 32);
        for (int i = 0; i < 6; i++)
            synth_alu(&s, i, -1);
        porter_t p = {.g = gpu_new(&c), .refuse = refuse};
        const char *other = NULL;
        assert_int_equal(gpu_attach(p.g, &hooks, &p, &other), 0);
        assert_int_equal(gpu_run(p.g, &s.front), GPU_OK);
        gpu_stats(p.g, &stats);
        /* Twelve instructions: six pairs, or, refused a second one each time, twelve cycles, in two
         * of which the warp has no second one to ask for. */
        assert_int_equal(stats.sm.issued, refuse ? 12 : 6);
        assert_int_equal(p.second, refuse ? 10 : 6);
        gpu_free(p.g);
        synth_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_warps_010_what_they_are_about_to_do),
        cmocka_unit_test(gpu_warps_020_age_is_arrival),
        cmocka_unit_test(gpu_warps_030_who_waits_sleeps_until_woken),
        cmocka_unit_test(gpu_warps_040_second_port_asks_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
