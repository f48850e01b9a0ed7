/*
 * Refresh: what a load pays for one, by when it is due; how many there are, awake or asleep.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"

#define BASE UINT64_C(0x10000000)

/* One clock, one SM, one channel with one slice. */
static gpu_cfg_t small(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.core_mhz = c.icnt_mhz = c.l2_mhz = c.dram_mhz = 1000;
    c.n_sms = 1;
    c.dram_channels = 1;
    c.l2_slices = 1;
    c.dram_latency = 400; /* so that a run ends before twice the cycle in which it gets there */
    return c;
}

static uint64_t addr_table(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    const uint64_t *base = s->user;
    return BASE + base[at->inst] + lane * 4;
}

/* A chain of n loads, each issued when the data of the one before are there. */
static void run_chain(const gpu_cfg_t *c, const uint64_t *offset, unsigned n, gpu_stats_t *st)
{
    synth_t s;
    synth_init(&s, 1, 1, 32);
    for (unsigned i = 0; i < n; i++)
        synth_load(&s, 1, 1);
    s.addr = addr_table;
    s.user = offset;
    synth_run(c, &s, st);
    synth_free(&s);
}

/* The cycle in which the first load's row is activated without a refresh: issue, memory stage and
 * crossbar as in test_gpu_latency, lookup, and the channel's pipeline. */
static uint64_t activate_cycle(const gpu_cfg_t *c)
{
    uint64_t lookup =
        c->fetch_latency + 1 + c->l1_miss_delay + 1 + c->icnt_latency + 1 + c->rop_latency;
    return lookup + 1 + c->dram_latency;
}

static const uint64_t one_row[] = {0, 128};

static uint64_t latency_without(const gpu_cfg_t *c)
{
    gpu_stats_t st;
    run_chain(c, one_row, 1, &st);
    assert_int_equal(st.dram.refreshes, 0);
    assert_int_equal(st.dram.refresh_cycles, 0);
    return st.sm.load_latency_sum;
}

/* A refresh that is due in cycle `due`, and not again within the run. */
static void run_due(gpu_cfg_t c, uint64_t due, uint32_t rfc, unsigned loads, gpu_stats_t *st)
{
    c.t_refi = (uint32_t)due;
    c.t_rfc = rfc;
    run_chain(&c, one_row, loads, st);
    assert_int_equal(st->dram.refreshes, 1);
    assert_int_equal(st->dram.precharges, 0);
}

static void gpu_refresh_010_banks_at_rest_wait_for_its_end(void **state)
{
    (void)state;
    gpu_cfg_t c = small();
    gpu_stats_t st;
    uint64_t act = activate_cycle(&c), base = latency_without(&c);
    const uint64_t due[] = {act, act - 1, act - 49, act - 50, act - 51};
    for (unsigned i = 0; i < 5; i++) {
        run_due(c, due[i], 50, 1, &st);
        uint64_t end = due[i] + 50; /* no bank is open: it starts when due */
        assert_int_equal(st.sm.load_latency_sum, base + (end > act ? end - act : 0));
        assert_int_equal(st.dram.refresh_cycles, 50);
        assert_int_equal(st.dram.activates, 1);
        assert_int_equal(st.dram.row_misses, 1);
    }
}

static void gpu_refresh_011_open_row_is_precharged(void **state)
{
    (void)state;
    gpu_cfg_t c = small();
    gpu_stats_t st;
    uint64_t base = latency_without(&c);
    /* Due between two loads of a row: the second finds it closed, and pays the activate again but
     * no precharge. Long after the first, the precharge comes at once. */
    uint64_t due = c.fetch_latency + base + 10;
    run_due(c, due, 30, 2, &st);
    assert_int_equal(st.sm.load_latency_sum, 2 * base);
    assert_int_equal(st.dram.row_hits, 0);
    assert_int_equal(st.dram.activates, 2);
    assert_int_equal(st.dram.refresh_cycles, c.t_rp + 30);
}

static void gpu_refresh_012_request_under_way_starts_again(void **state)
{
    (void)state;
    gpu_cfg_t c = small();
    gpu_stats_t st;
    uint64_t act = activate_cycle(&c), base = latency_without(&c);
    /* Due a cycle after the activate: precharged after t_ras, refreshed after t_rp and t_rc. */
    uint64_t ready = act + c.t_ras + c.t_rp, start = act + c.t_rc > ready ? act + c.t_rc : ready;
    run_due(c, act + 1, 50, 1, &st);
    assert_int_equal(st.sm.load_latency_sum, base + start + 50 - act);
    assert_int_equal(st.dram.refresh_cycles, start + 50 - (act + 1));
    assert_int_equal(st.dram.activates, 2);
    assert_int_equal(st.dram.row_misses, 1);
    /* Due between the two column commands: the first one's data have come and count. */
    assert_int_equal(c.line_bytes / c.dram_atom_bytes, 2);
    run_due(c, act + c.t_rcd + 1, 50, 1, &st);
    assert_int_equal(st.sm.load_latency_sum, base + start + 50 - act - c.t_ccdl);
    assert_int_equal(st.dram.bus_busy_cycles, 2 * c.dram_burst);
    /* Due with the last column command: that one is not given any more. */
    run_due(c, act + c.t_rcd + c.t_ccdl, 50, 1, &st);
    assert_int_equal(st.sm.load_latency_sum, base + start + 50 - act - c.t_ccdl);
    /* Due a cycle after it: the load is through. */
    run_due(c, act + c.t_rcd + c.t_ccdl + 1, 50, 1, &st);
    assert_int_equal(st.sm.load_latency_sum, base);
}

/* Warps that compute for long, with a few loads far apart. */
static uint64_t addr_far(const synth_t *s, const synth_at_t *at, uint32_t lane)
{
    (void)s;
    return BASE + ((uint64_t)at->iter * 64 + at->cta) * 128 * 32 + lane * 128;
}

static void gpu_refresh_020_every_multiple_awake_or_asleep(void **state)
{
    (void)state;
    for (unsigned never = 0; never < 2; never++) {
        gpu_cfg_t c = synth_preset(PLAIN);
        gpu_stats_t st;
        gpu_stats_sleep_t sleep;
        c.t_refi = 777;
        c.t_rfc = 100;
        gpu_t *g = gpu_new(&c);
        gpu_set_never_sleep(g, never);
        uint64_t cycles = 0;
        for (unsigned launch = 0; launch < 3; launch++) {
            synth_t s;
            synth_init(&s, 20, 2, 32);
            synth_load(&s, 1, -1);
            for (int i = 0; i < 40; i++)
                synth_alu(&s, 1, 1);
            s.repeat = 8;
            s.addr = addr_far;
            assert_int_equal(gpu_run(g, &s.front), GPU_OK);
            gpu_stats(g, &st);
            /* Launches follow one another without a cycle in between. */
            cycles = st.run.dram_cycles;
            assert_int_equal(st.dram.refreshes, (cycles - 1) / 777 * c.dram_channels);
            assert_true(st.dram.refresh_cycles >= st.dram.refreshes * 100);
            synth_free(&s);
        }
        assert_true(st.dram.refreshes > 5 * c.dram_channels);
        gpu_stats_sleep(g, &sleep);
        assert_true(never || sleep.dram_slept > sleep.dram_ticked);
        gpu_free(g);
    }
}

static void gpu_refresh_030_keys_belong_together(void **state)
{
    (void)state;
    gpu_cfg_t c = small();
    const gpu_cfg_key_t *key = NULL;
    char why[200];
    const struct {
        uint32_t refi, rfc;
        bool good;
    } t[] = {{0, 0, true},
             {0, 50, true},
             {50 + 2 * c.t_rc + 1, 50, true},
             {50 + 2 * c.t_rc, 50, false},
             {1000, 0, false}};
    for (unsigned i = 0; i < sizeof t / sizeof t[0]; i++) {
        c.t_refi = t[i].refi;
        c.t_rfc = t[i].rfc;
        assert_int_equal(gpu_cfg_check(&c, &key, why, sizeof why) == 0, t[i].good);
        if (!t[i].good)
            assert_string_equal(key->name, "t_refi");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_refresh_010_banks_at_rest_wait_for_its_end),
        cmocka_unit_test(gpu_refresh_011_open_row_is_precharged),
        cmocka_unit_test(gpu_refresh_012_request_under_way_starts_again),
        cmocka_unit_test(gpu_refresh_020_every_multiple_awake_or_asleep),
        cmocka_unit_test(gpu_refresh_030_keys_belong_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
