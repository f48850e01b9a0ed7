/*
 * DRAM: rows, the row cycle, the data bus, reordering, write to read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_dram_010_presets(void **state)
{
    (void)state;
    micro_on_presets("dram", 18);
}

static void micro_dram_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"t_rcd", "20"},
                                          {"t_rp", "25"},
                                          {"t_ras", "60"},
                                          {"t_rc", "99"},
                                          {"t_ccd", "3"},
                                          {"t_ccdl", "4"},
                                          {"t_cl", "21"},
                                          {"t_wl", "9"},
                                          {"t_cdlr", "14"},
                                          {"t_rtp", "9"},
                                          {"dram_burst", "4"},
                                          {"dram_atom_bytes", "32"},
                                          {"dram_queue", "8"},
                                          {"dram_mhz", "1500"},
                                          {"icnt_mhz", "1000"},
                                          {"core_mhz", "901"},
                                          {"l2_mhz", "555"},
                                          {"icnt_gap", "1"},
                                          {"exec_delay", "2"},
                                          {"fetch_latency", "4"},
                                          {"l1_fill_delay", "5"},
                                          {"l2_fetch_first", "true"},
                                          {"t_rcdwr", "5"},
                                          {"t_rcdwr", "19"},
                                          {"t_rtpl", "1"},
                                          {"dram_admit", "credits"},
                                          {"dram_scan", "pair"},
                                          {"dram_hold", "taken"},
                                          {"dram_take_up", "one"},
                                          {"dram_group_bits", "high"},
                                          {"l2_dram_queue", "8"},
                                          {"l2_fill_queue", "2"},
                                          {"l2_write_miss", "through"}};
    micro_follows("dram", PLAIN, changed, MICRO_COUNT(changed), 25);
}

static void micro_dram_012_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"t_rcd", "20"},
                                          {"t_rp", "14"},
                                          {"t_rc", "44"},
                                          {"t_ccdl", "4"},
                                          {"t_cl", "13"},
                                          {"t_wl", "5"},
                                          {"t_cdlr", "6"},
                                          {"dram_burst", "3"},
                                          {"dram_atom_bytes", "32"},
                                          {"dram_row_bytes", "2048"},
                                          {"l2_fetch_first", "true"},
                                          {"t_rcdwr", "7"},
                                          {"t_rtpl", "30"},
                                          {"l2_dram_queue", "8"},
                                          {"t_ras", "40"}};
    micro_notices("dram", PLAIN, changed, MICRO_COUNT(changed));
}

/* Stores that miss, acknowledged by the DRAM. */
static void micro_dram_014_stores_through(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"t_rcdwr", "5"},     {"t_rcdwr", "19"},      {"t_wl", "9"},        {"t_cdlr", "14"},
        {"t_wr", "30"},       {"t_cl", "21"},         {"core_mhz", "901"},  {"icnt_mhz", "1000"},
        {"l2_mhz", "555"},    {"dram_mhz", "1500"},   {"l2_latency", "90"}, {"rop_latency", "0"},
        {"flit_bytes", "8"},  {"l2_dram_queue", "8"}, {"dram_burst", "4"},  {"dram_admit", "queue"},
        {"dram_scan", "turn"}};
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++) {
        const micro_set_t set[] = {{"l2_write_miss", "through"}, changed[i]};
        micro_all_hold("dram", PLAIN, set, 2, 25);
    }
    static const micro_set_t other[] = {
        {"t_wl", "9"}, {"l2_write_miss", "fetch"}, {"dram_latency", "129"}};
    static const micro_set_t through = {"l2_write_miss", "through"};
    gpu_cfg_t c = micro_preset(PLAIN, &through, 1);
    for (unsigned i = 0; i < MICRO_COUNT(other); i++) {
        micro_damage_set = other[i];
        if (!micro_bad_rows("dram", &c, micro_damage, false))
            fail_msg("%s=%s is not noticed", other[i].key, other[i].value);
    }
}

static void micro_dram_013_refresh_is_left_out_and_said_so(void **state)
{
    (void)state;
    static const micro_set_t refresh[] = {{"t_refi", "4000"}, {"t_rfc", "100"}};
    micro_all_hold("dram", PLAIN, refresh, 2, 25);
    if (!strstr(micro_rig.skipped, "refresh"))
        fail_msg("'%s' does not mention refresh", micro_rig.skipped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_dram_010_presets),
        cmocka_unit_test(micro_dram_011_follows_the_keys),
        cmocka_unit_test(micro_dram_012_notices_another_machine),
        cmocka_unit_test(micro_dram_014_stores_through),
        cmocka_unit_test(micro_dram_013_refresh_is_left_out_and_said_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
