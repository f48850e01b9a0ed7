/*
 * Coalescing, traffic and occupancy: counts by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_counts_010_coalesce_presets(void **state)
{
    (void)state;
    micro_on_presets("coalesce", 60);
}

static void micro_counts_011_coalesce_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},        {"header_bytes", "16"},
                                          {"l2_write_miss", "lazy"},   {"l2_write_miss", "through"},
                                          {"l1_bypass_size", "asked"}, {"l2_sector_bytes", "32"},
                                          {"coalescer", "segments"},   {"coalescer", "halves"}};
    micro_follows("coalesce", PLAIN, changed, MICRO_COUNT(changed), 60);
    static const micro_set_t sectors[] = {{"l1_bypass_size", "asked"}, {"l2_sector_bytes", "64"}};
    micro_all_hold("coalesce", PLAIN, sectors, 2, 60);
    static const micro_set_t lines[] = {{"l1_bypass_size", "asked"}, {"line_bytes", "256"}};
    micro_all_hold("coalesce", PLAIN, lines, 2, 60);
    micro_all_hold("coalesce", "abyp-gcn", lines, 1, 60);
    static const micro_set_t halves[] = {{"l1_bypass_size", "asked"}, {"coalescer", "halves"}};
    micro_all_hold("coalesce", PLAIN, halves, 2, 60);
}

static void micro_counts_012_coalesce_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},         {"l2_write_miss", "lazy"},
                                          {"l2_write_miss", "through"}, {"l1_bypass_size", "asked"},
                                          {"l2_sector_bytes", "32"},    {"header_bytes", "33"},
                                          {"coalescer", "halves"}};
    micro_notices("coalesce", PLAIN, changed, MICRO_COUNT(changed));
}

static void micro_counts_013_widths_presets(void **state)
{
    (void)state;
    micro_on_presets("widths", 73);
    micro_all_hold("widths", "sm2-gtx480", NULL, 0, 73);
}

/* Each way to coalesce, with each size of a bypassed read, and with sectors. */
static void micro_counts_014_widths_follow_the_keys(void **state)
{
    (void)state;
    static const char *const how[] = {"lines", "segments", "halves"};
    static const char *const size[] = {"line", "asked"};
    static const char *const sector[] = {"32", "64", "128"};
    for (unsigned i = 0; i < MICRO_COUNT(how); i++)
        for (unsigned k = 0; k < MICRO_COUNT(size); k++)
            for (unsigned j = i == 2 ? 2 : 0; j < MICRO_COUNT(sector); j++) {
                const micro_set_t set[] = {{"coalescer", how[i]},
                                           {"l1_bypass_size", size[k]},
                                           {"l2_sector_bytes", sector[j]}};
                micro_all_hold("widths", PLAIN, set, 3, 73);
                micro_all_hold("coalesce", PLAIN, set, 3, 60);
                micro_all_hold("atomics", PLAIN, set, 3, 21);
            }
}

static void micro_counts_015_widths_notice_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},
                                          {"l1_bypass_size", "asked"},
                                          {"coalescer", "segments"},
                                          {"coalescer", "halves"}};
    micro_notices("widths", PLAIN, changed, MICRO_COUNT(changed));
    micro_damage_set = (micro_set_t){"coalescer", "segments"};
    gpu_cfg_t c = micro_preset("mrpb-s", NULL, 0);
    assert_true(micro_bad_rows("widths", &c, micro_damage, false) > 0);
}

/* On a machine that reduces to halves, one that makes lines is noticed by the order alone, too. */
static void micro_counts_016_the_order_is_derived(void **state)
{
    (void)state;
    gpu_cfg_t c = micro_preset("mrpb-s", NULL, 0);
    micro_damage_set = (micro_set_t){"coalescer", "lines"};
    assert_true(micro_bad_rows("widths", &c, micro_damage, false) > 0);
    const micro_row_t *last = &micro_rig.row[micro_rig.n - 1];
    assert_int_equal(last->derived, c.warp_size - 1);
    assert_int_equal(last->got, 0);
}

static void micro_counts_020_traffic_presets(void **state)
{
    (void)state;
    micro_on_presets("traffic", 20);
}

static void micro_counts_021_traffic_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},
                                          {"header_bytes", "40"},
                                          {"l2_write_miss", "through"},
                                          {"dram_burst", "4"},
                                          {"dram_atom_bytes", "32"}};
    micro_follows("traffic", PLAIN, changed, MICRO_COUNT(changed), 20);
}

static void micro_counts_022_traffic_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},
                                          {"dram_burst", "4"},
                                          {"dram_atom_bytes", "32"},
                                          {"l2_write_miss", "through"}};
    micro_notices("traffic", PLAIN, changed, MICRO_COUNT(changed));
}

static void micro_counts_030_occupancy_presets(void **state)
{
    (void)state;
    micro_on_presets("occupancy", 17);
}

static void micro_counts_031_occupancy_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"ctas_per_sm", "5"},     {"warps_per_sm", "31"}, {"shared_bytes", "10000"},
        {"regs_per_sm", "20000"}, {"reg_round", "7"},     {"cta_issue", "1"},
        {"cta_issue", "3"},       {"cta_issue", "64"},    {"tick_order", "release"}};
    micro_follows("occupancy", PLAIN, changed, MICRO_COUNT(changed), 15);
}

static void micro_counts_032_occupancy_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"ctas_per_sm", "7"},
                                          {"warps_per_sm", "24"},
                                          {"shared_bytes", "50000"},
                                          {"reg_round", "33"},
                                          {"cta_issue", "3"}};
    micro_notices("occupancy", PLAIN, changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_counts_010_coalesce_presets),
        cmocka_unit_test(micro_counts_011_coalesce_follows_the_keys),
        cmocka_unit_test(micro_counts_012_coalesce_notices_another_machine),
        cmocka_unit_test(micro_counts_013_widths_presets),
        cmocka_unit_test(micro_counts_014_widths_follow_the_keys),
        cmocka_unit_test(micro_counts_015_widths_notice_another_machine),
        cmocka_unit_test(micro_counts_016_the_order_is_derived),
        cmocka_unit_test(micro_counts_020_traffic_presets),
        cmocka_unit_test(micro_counts_021_traffic_follows_the_keys),
        cmocka_unit_test(micro_counts_022_traffic_notices_another_machine),
        cmocka_unit_test(micro_counts_030_occupancy_presets),
        cmocka_unit_test(micro_counts_031_occupancy_follows_the_keys),
        cmocka_unit_test(micro_counts_032_occupancy_notices_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
