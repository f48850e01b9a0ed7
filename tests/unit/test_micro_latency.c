/*
 * Pointer chases: every hop's latency as derived, on every preset, with keys changed, and a machine
 * that is not the one derived for is noticed. The harness itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static const micro_set_t changed[] = {
    {"l1_hit_latency", "41"}, {"l1_miss_delay", "7"},
    {"l1_fill_delay", "9"},   {"icnt_latency", "13"},
    {"flit_bytes", "16"},     {"rop_latency", "11"},
    {"l2_latency", "23"},     {"dram_latency", "77"},
    {"t_rcd", "19"},          {"t_rp", "31"},
    {"t_cl", "17"},           {"t_ccdl", "9"},
    {"dram_burst", "4"},      {"core_mhz", "911"},
    {"icnt_mhz", "1301"},     {"l2_mhz", "487"},
    {"dram_mhz", "333"},      {"l2_dram_queue", "1"},
    {"const_latency", "21"},  {"dram_atom_bytes", "8"},
    {"fetch_latency", "5"},   {"l1_hit_latency", "1"},
    {"reply_queue", "10"},    {"ldst_delay", "3"},
    {"operand_delay", "2"},   {"tick_order", "release"},
};

static void micro_latency_010_presets(void **state)
{
    (void)state;
    micro_on_presets("latency", 9);
}

static void micro_latency_011_follows_the_keys(void **state)
{
    (void)state;
    micro_follows("latency", PLAIN, changed, MICRO_COUNT(changed), 9);
    micro_follows("latency", "abyp-gcn", changed, MICRO_COUNT(changed), 11);
}

/* rop_latency and dram_latency in core cycles, at clocks of all ratios. */
static void micro_latency_014_latencies_in_core_cycles(void **state)
{
    (void)state;
    static const micro_set_t clock[] = {
        {"core_mhz", "575"},  {"core_mhz", "1801"},  {"l2_mhz", "487"},
        {"l2_mhz", "1999"},   {"dram_mhz", "333"},   {"dram_mhz", "2311"},
        {"rop_latency", "0"}, {"dram_latency", "0"}, {"dram_latency", "1"}};
    static const micro_set_t own = {"latency_clock", "own"};
    for (unsigned i = 0; i < MICRO_COUNT(clock); i++) {
        const micro_set_t set[] = {{"latency_clock", "core"}, clock[i]};
        micro_all_hold("latency", PLAIN, set, 2, 9);
        micro_all_hold("latency", PLAIN, set, 2, 9);
        micro_all_hold("latency", "abyp-gcn", set, 2, 11);
        micro_all_hold("dram", PLAIN, set, 2, 20);
        gpu_cfg_t c = micro_preset(PLAIN, set, 2);
        micro_damage_set = own;
        assert_true(micro_bad_rows("latency", &c, micro_damage, false) > 0);
    }
}

static void micro_latency_012_sectors(void **state)
{
    (void)state;
    static const micro_set_t sectored[] = {{"l2_sector_bytes", "32"}};
    micro_all_hold("latency", PLAIN, sectored, 1, 4);
    /* An output buffer that holds a part of the line's replies */
    static const micro_set_t small[] = {{"l2_sector_bytes", "32"}, {"icnt_out_flits", "5"}};
    micro_all_hold("latency", PLAIN, small, 2, 4);
    static const micro_set_t apart[] = {{"l2_sector_bytes", "32"}, {"icnt_gap", "3"}};
    micro_all_hold("latency", PLAIN, apart, 2, 4);
    micro_all_hold("latency", PLAIN, sectored, 1, 4);
}

static void micro_latency_013_another_machine_is_noticed(void **state)
{
    (void)state;
    micro_notices("latency", PLAIN, changed, MICRO_COUNT(changed));
    static const micro_set_t l3[] = {{"l3_tag_latency", "14"}, {"l3_latency", "31"}};
    micro_notices("latency", "abyp-gcn", l3, MICRO_COUNT(l3));
}

static void micro_latency_020_never_sleep_is_the_same(void **state)
{
    (void)state;
    gpu_cfg_t c = micro_preset(PLAIN, NULL, 0);
    micro_t *m = &micro_rig;
    memset(m, 0, sizeof *m);
    m->cfg = c;
    m->never_sleep = true;
    assert_int_equal(micro_run(m, micro_known("latency")), 0);
    for (unsigned i = 0; i < m->n; i++)
        assert_true(micro_holds(&m->row[i]));
}

/* ---- The harness ---- */

static void derive_too_late(micro_t *m)
{
    unsigned a = micro_expect(m, MICRO_EXACT, "u", 1, "first");
    micro_launch_t l = {.module = "barrier", .kernel = "barriers_64", .grid = 1, .block = 32};
    micro_result_t r = micro_launch(m, &l);
    unsigned b = micro_expect(m, MICRO_EXACT, "u", (double)r.s.run.cycles, "from a measurement");
    micro_got(m, a, 1);
    micro_got(m, b, (double)r.s.run.cycles);
}

static void forget_to_measure(micro_t *m)
{
    micro_expect(m, MICRO_EXACT, "u", 1, "never measured");
}

static void name_no_kernel(micro_t *m)
{
    unsigned a = micro_expect(m, MICRO_EXACT, "u", 0, "nothing");
    micro_launch_t l = {.module = "nothing", .kernel = "nothing", .grid = 1, .block = 32};
    micro_got(m, a, (double)micro_launch(m, &l).s.run.cycles);
}

static void expect_error(void (*run)(micro_t *), const char *text)
{
    const micro_bench_t b = {"test", "", run};
    micro_t *m = &micro_rig;
    memset(m, 0, sizeof *m);
    m->cfg = micro_preset(PLAIN, NULL, 0);
    assert_true(micro_run(m, &b) < 0);
    if (!strstr(m->diag.text, text))
        fail_msg("'%s', expected '%s' in it", m->diag.text, text);
}

static void micro_latency_030_a_row_is_derived_before_its_launch(void **state)
{
    (void)state;
    expect_error(derive_too_late, "derived after its launch");
}

static void micro_latency_031_a_row_is_measured(void **state)
{
    (void)state;
    expect_error(forget_to_measure, "1 rows were not measured");
    expect_error(name_no_kernel, "no kernels 'nothing'");
}

static void micro_latency_032_tolerance(void **state)
{
    (void)state;
    micro_row_t r = {.kind = MICRO_BOUND, .measured = true, .derived = 100, .got = 102};
    assert_true(micro_holds(&r));
    r.got = 102.01;
    assert_false(micro_holds(&r));
    r.kind = MICRO_EXACT;
    r.got = 100;
    assert_true(micro_holds(&r));
    r.got = 100.001;
    assert_false(micro_holds(&r));
    r.measured = false;
    r.got = 100;
    assert_false(micro_holds(&r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_latency_010_presets),
        cmocka_unit_test(micro_latency_011_follows_the_keys),
        cmocka_unit_test(micro_latency_014_latencies_in_core_cycles),
        cmocka_unit_test(micro_latency_012_sectors),
        cmocka_unit_test(micro_latency_013_another_machine_is_noticed),
        cmocka_unit_test(micro_latency_020_never_sleep_is_the_same),
        cmocka_unit_test(micro_latency_030_a_row_is_derived_before_its_launch),
        cmocka_unit_test(micro_latency_031_a_row_is_measured),
        cmocka_unit_test(micro_latency_032_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
