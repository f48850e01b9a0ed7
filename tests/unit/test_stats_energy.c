/* Energy: every term against its formula, by setting one counter at a time. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stats/energy.h"

/* A machine whose caches have rows of their own in the CACTI file. */
static run_config_t machine(energy_choice_t table)
{
    run_config_t c = {.energy = table};
    c.gpu.n_sms = 2;
    c.gpu.core_mhz = 1000;
    c.gpu.line_bytes = 128;
    c.gpu.l1_sets = 32;
    c.gpu.l1_ways = 4; /* 16 KB */
    c.gpu.l2_sets = 128;
    c.gpu.l2_ways = 8; /* 128 KB */
    c.gpu.l2_slices = 1;
    c.gpu.dram_channels = 6;
    c.gpu.dram_burst = 2;
    c.gpu.dram_atom_bytes = 32;
    c.gpu.flit_bytes = 32;
    return c;
}

static const energy_policies_t none;

static void near(double got, double want)
{
    if (fabs(got - want) > 1e-9 * fabs(want) + 1e-15)
        fail_msg("%.12g; expected %.12g", got, want);
}

static void stats_001_abyp_table_counts_tags_data_and_table(void **state)
{
    (void)state;
    run_config_t c = machine(ENERGY_ABYP_TABLE3);
    gpu_stats_t s;
    energy_t e;
    memset(&s, 0, sizeof s);
    s.run.cycles = 3000000; /* 3 ms */
    s.l1d.accesses = 1000;
    s.l1d.hits = 600;
    s.l1d.misses = s.l1d.fills = 400;
    energy_compute(&c, &s, &none, &e);
    near(e.part[ENERGY_L1].dynamic_nj, 0.00134096 * (1000 + 400) + 0.106434 * (1000 + 400));
    near(e.part[ENERGY_L1].static_nj, 7.538627e-3 * 3e-3 * 2 * 1e9); /* W x s x L1s, in nJ */
    const energy_policies_t p = {.predictor = {1, 5000}};
    energy_compute(&c, &s, &p, &e);
    near(e.part[ENERGY_L1].dynamic_nj,
         0.0017867 * (1000 + 400) + 0.106434 * (1000 + 400) + 0.000126232 * 5000);
    near(e.part[ENERGY_L1].static_nj, 7.72904e-3 * 3e-3 * 2 * 1e9);
    near(e.dynamic_nj, e.part[ENERGY_L1].dynamic_nj); /* the table knows nothing but the L1 */
}

static void stats_002_a_bypass_saves_its_fill(void **state)
{
    (void)state;
    run_config_t c = machine(ENERGY_ABYP_TABLE3);
    gpu_stats_t s;
    energy_t filled, bypassed;
    memset(&s, 0, sizeof s);
    s.l1d.accesses = s.l1d.misses = s.l1d.fills = 10;
    energy_compute(&c, &s, &none, &filled);
    s.l1d.fills = 4;
    s.l1d.misses = 4;
    s.l1d.bypasses = 6;
    energy_compute(&c, &s, &none, &bypassed);
    near(filled.part[ENERGY_L1].dynamic_nj - bypassed.part[ENERGY_L1].dynamic_nj,
         6 * (0.106434 + 0.00134096));
}

static void stats_003_cacti_rows_are_used_as_they_are(void **state)
{
    (void)state;
    run_config_t c = machine(ENERGY_CACTI45);
    gpu_stats_t s;
    energy_t e;
    memset(&s, 0, sizeof s);
    s.l1d.accesses = 100;
    s.l1d.writes = 10;
    s.l1d.fills = 40;
    energy_compute(&c, &s, &none, &e);
    near(e.dynamic_nj, 0.37652 * 110 + 0.36076 * 40);
    memset(&s, 0, sizeof s);
    s.l2.reads = 7;
    s.l2.atomics = 2;
    s.l2.writes = 3;
    s.l2.fills = 5;
    energy_compute(&c, &s, &none, &e);
    near(e.dynamic_nj, 1.20531 * 9 + 1.245 * 8);
    near(e.part[ENERGY_L1].dynamic_nj, 0);
    memset(&s, 0, sizeof s);
    s.run.cycles = 1000000; /* 1 ms */
    energy_compute(&c, &s, &none, &e);
    near(e.static_nj, (27.0162 * 2 + 159.866 * 6) * 1e-3 * 1e-3 * 1e9);
}

static void stats_004_other_geometries_are_scaled_and_say_so(void **state)
{
    (void)state;
    run_config_t c = machine(ENERGY_CACTI45);
    gpu_stats_t s;
    energy_t e;
    memset(&s, 0, sizeof s);
    s.l1d.accesses = 1;
    c.gpu.l1_sets = 128; /* 64 KB, 4-way: four times the listed 16 KB */
    energy_compute(&c, &s, &none, &e);
    near(e.dynamic_nj, 0.37652 * 2);
    assert_non_null(strstr(e.item[0].source, "assumed"));
}

static void stats_005_below_the_caches(void **state)
{
    (void)state;
    run_config_t c = machine(ENERGY_CACTI45);
    gpu_stats_t s;
    energy_t e;
    memset(&s, 0, sizeof s);
    s.dram.bus_busy_cycles = 20; /* 10 columns of 32 bytes at 12 pJ a bit */
    energy_compute(&c, &s, &none, &e);
    near(e.dynamic_nj, 10 * 32 * 8 * 12e-3);
    memset(&s, 0, sizeof s);
    s.icnt_req.flits = 3;
    s.icnt_reply.flits = 4; /* 7 flits of 256 bits at 2 pJ */
    energy_compute(&c, &s, &none, &e);
    near(e.dynamic_nj, 7 * 256 * 2e-3);
    for (unsigned i = 0; i < e.n; i++)
        assert_true(strstr(e.item[i].source, "CACTI") || strstr(e.item[i].source, "assumed"));
}

/* Of every SM: its clock in every cycle, its events, its leakage; the table of the L1 alone has
 * none. */
static void stats_006_a_policys_unit(void **state)
{
    (void)state;
    const energy_unit_t unit = {.item = {"x_clock", "x_event", "x_leakage"},
                                .clock_nj = 0.5,
                                .event_nj = 0.25,
                                .leak_mw = 2,
                                .source = "netlist"};
    energy_policies_t p = {.n_units = 1};
    run_config_t c = machine(ENERGY_CACTI45);
    gpu_stats_t s;
    energy_t with, without;
    memset(&s, 0, sizeof s);
    p.unit[0].unit = &unit;
    p.unit[0].events = 12;
    s.run.cycles = 1000000; /* 1 ms */
    energy_compute(&c, &s, &none, &without);
    energy_compute(&c, &s, &p, &with);
    assert_int_equal(with.n, without.n + 3);
    near(with.dynamic_nj - without.dynamic_nj, 1e6 * 2 * 0.5 + 12 * 0.25);
    near(with.part[ENERGY_L1].static_nj - without.part[ENERGY_L1].static_nj, 2 * 2e-3 * 1e-3 * 1e9);
    near(with.units.dynamic_nj, 1e6 * 2 * 0.5 + 12 * 0.25);
    near(with.units.static_nj, 2 * 2e-3 * 1e-3 * 1e9);
    near(without.units.dynamic_nj + without.units.static_nj, 0);
    c.energy = ENERGY_ABYP_TABLE3;
    energy_compute(&c, &s, &p, &with);
    energy_compute(&c, &s, &none, &without);
    near(with.dynamic_nj + with.static_nj, without.dynamic_nj + without.static_nj);
}

static void stats_007_units_that_were_measured(void **state)
{
    (void)state;
    static const char *const measured[] = {"apcm", "sap", "apres"};
    for (unsigned i = 0; i < sizeof measured / sizeof *measured; i++) {
        const energy_unit_t *u = energy_unit_of(measured[i]);
        assert_non_null(u);
        assert_true(u->clock_nj > 0 && u->event_nj > 0 && u->leak_mw > 0);
        assert_string_equal(u->policy, measured[i]);
    }
    assert_null(energy_unit_of("gto"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stats_001_abyp_table_counts_tags_data_and_table),
        cmocka_unit_test(stats_002_a_bypass_saves_its_fill),
        cmocka_unit_test(stats_003_cacti_rows_are_used_as_they_are),
        cmocka_unit_test(stats_004_other_geometries_are_scaled_and_say_so),
        cmocka_unit_test(stats_005_below_the_caches),
        cmocka_unit_test(stats_006_a_policys_unit),
        cmocka_unit_test(stats_007_units_that_were_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
