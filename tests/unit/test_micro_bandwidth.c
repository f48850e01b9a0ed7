/*
 * Bandwidth of L1, L2, crossbar and of atomics: bounds met within 2 %, counts exact.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_bandwidth_010_l1_presets(void **state)
{
    (void)state;
    micro_on_presets("l1", 2);
}

static void micro_bandwidth_011_l1_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"l1_hit_latency", "40"},
                                          {"schedulers", "1"},
                                          {"l1_replacement", "plru"},
                                          {"exec_delay", "3"}};
    micro_follows("l1", PLAIN, changed, MICRO_COUNT(changed), 2);
}

static void micro_bandwidth_012_l1_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"l1_ways", "2"}, {"l1_sets", "8"}};
    micro_notices("l1", PLAIN, changed, MICRO_COUNT(changed));
}

static void micro_bandwidth_020_l2_presets(void **state)
{
    (void)state;
    micro_on_presets("l2", 13);
}

static void micro_bandwidth_021_l2_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},      {"flit_bytes", "64"},
                                          {"header_bytes", "0"},     {"l2_ways", "8"},
                                          {"icnt_mhz", "900"},       {"l2_mhz", "300"},
                                          {"l2_mhz", "80"},          {"icnt_gap", "1"},
                                          {"icnt_gap", "3"},         {"icnt_latency", "30"},
                                          {"l2_sector_bytes", "32"}, {"dram_burst", "4"},
                                          {"core_mhz", "2300"},      {"l2_write_miss", "through"},
                                          {"l2_port_bytes", "32"},   {"l2_port_bytes", "13"},
                                          {"l2_mshr_merge", "1"},    {"l2_mshr_merge", "5"},
                                          {"l2_mshr_merge", "64"}};
    micro_follows("l2", PLAIN, changed, MICRO_COUNT(changed), 3);
}

static void micro_bandwidth_022_l2_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "40"},
                                          {"l2_ways", "4"},
                                          {"l2_mhz", "200"},
                                          {"icnt_gap", "1"},
                                          {"dram_burst", "3"},
                                          {"dram_channels", "5"},
                                          {"l2_write_miss", "through"},
                                          {"l2_port_bytes", "24"},
                                          {"l2_mshr_merge", "7"}};
    micro_notices("l2", PLAIN, changed, MICRO_COUNT(changed));
}

static void micro_bandwidth_030_atomics_presets(void **state)
{
    (void)state;
    micro_on_presets("atomics", 21);
}

static void micro_bandwidth_031_atomics_follow_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"flit_bytes", "16"},     {"flit_bytes", "64"},   {"icnt_mhz", "1400"},
        {"l2_mhz", "100"},        {"icnt_gap", "1"},      {"l1_miss_delay", "19"},
        {"l1_inject_queue", "0"}, {"l2_latency", "90"},   {"l1_bypass_path", "beside"},
        {"l2_port_bytes", "8"},   {"coalescer", "halves"}};
    micro_follows("atomics", PLAIN, changed, MICRO_COUNT(changed), 21);
}

static void micro_bandwidth_032_atomics_notice_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"flit_bytes", "16"},
                                          {"l2_mhz", "200"},
                                          {"icnt_gap", "3"},
                                          {"l2_port_bytes", "8"},
                                          {"coalescer", "halves"}};
    micro_notices("atomics", PLAIN, changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_bandwidth_010_l1_presets),
        cmocka_unit_test(micro_bandwidth_011_l1_follows_the_keys),
        cmocka_unit_test(micro_bandwidth_012_l1_notices_another_machine),
        cmocka_unit_test(micro_bandwidth_020_l2_presets),
        cmocka_unit_test(micro_bandwidth_021_l2_follows_the_keys),
        cmocka_unit_test(micro_bandwidth_022_l2_notices_another_machine),
        cmocka_unit_test(micro_bandwidth_030_atomics_presets),
        cmocka_unit_test(micro_bandwidth_031_atomics_follow_the_keys),
        cmocka_unit_test(micro_bandwidth_032_atomics_notice_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
