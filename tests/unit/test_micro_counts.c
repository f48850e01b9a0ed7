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
                                          {"l1_bypass_size", "asked"}, {"l2_sector_bytes", "32"}};
    micro_follows("coalesce", PLAIN, changed, MICRO_COUNT(changed), 60);
    static const micro_set_t sectors[] = {{"l1_bypass_size", "asked"}, {"l2_sector_bytes", "64"}};
    micro_all_hold("coalesce", PLAIN, sectors, 2, 60);
    static const micro_set_t lines[] = {{"l1_bypass_size", "asked"}, {"line_bytes", "256"}};
    micro_all_hold("coalesce", PLAIN, lines, 2, 60);
    micro_all_hold("coalesce", "abyp-gcn", lines, 1, 60);
}

static void micro_counts_012_coalesce_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},         {"l2_write_miss", "lazy"},
                                          {"l2_write_miss", "through"}, {"l1_bypass_size", "asked"},
                                          {"l2_sector_bytes", "32"},    {"header_bytes", "33"}};
    micro_notices("coalesce", PLAIN, changed, MICRO_COUNT(changed));
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
    micro_on_presets("occupancy", 14);
}

static void micro_counts_031_occupancy_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"ctas_per_sm", "5"},
                                          {"warps_per_sm", "31"},
                                          {"shared_bytes", "10000"},
                                          {"regs_per_sm", "20000"},
                                          {"reg_round", "7"}};
    micro_follows("occupancy", PLAIN, changed, MICRO_COUNT(changed), 12);
}

static void micro_counts_032_occupancy_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"ctas_per_sm", "7"},
                                          {"warps_per_sm", "24"},
                                          {"shared_bytes", "50000"},
                                          {"reg_round", "33"}};
    micro_notices("occupancy", PLAIN, changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_counts_010_coalesce_presets),
        cmocka_unit_test(micro_counts_011_coalesce_follows_the_keys),
        cmocka_unit_test(micro_counts_012_coalesce_notices_another_machine),
        cmocka_unit_test(micro_counts_020_traffic_presets),
        cmocka_unit_test(micro_counts_021_traffic_follows_the_keys),
        cmocka_unit_test(micro_counts_022_traffic_notices_another_machine),
        cmocka_unit_test(micro_counts_030_occupancy_presets),
        cmocka_unit_test(micro_counts_031_occupancy_follows_the_keys),
        cmocka_unit_test(micro_counts_032_occupancy_notices_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
