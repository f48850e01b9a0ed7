/*
 * Texture reads with a texture cache and without.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_texture_010_presets(void **state)
{
    (void)state;
    micro_on_presets("texture", 34);
}

static void micro_texture_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"const_latency", "1"},   {"exec_delay", "6"},
                                          {"l1t_line_bytes", "32"}, {"l1t_line_bytes", "64"},
                                          {"l1_fill_delay", "9"},   {"rop_latency", "50"},
                                          {"flit_bytes", "16"},     {"l1_miss_delay", "7"},
                                          {"fetch_insts", "8"},     {"icnt_mhz", "1301"}};
    micro_follows("texture", PLAIN, changed, MICRO_COUNT(changed), 34);
    static const micro_set_t machine[] = {
        {"const_path", "stage"},  {"const_latency", "1"}, {"l1t_sets", "4"},   {"l1t_ways", "24"},
        {"l1t_fragments", "128"}, {"l1t_requests", "4"},  {"l1t_results", "2"}};
    micro_all_hold("texture", PLAIN, machine, MICRO_COUNT(machine), 34);
}

static void micro_texture_012_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"l1t_sets", "0"},        {"l1t_sets", "1"},
                                          {"l1t_line_bytes", "64"}, {"l1t_fragments", "2"},
                                          {"l1t_requests", "1"},    {"const_latency", "9"},
                                          {"l1_fill_delay", "9"}};
    micro_notices("texture", PLAIN, changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_texture_010_presets),
        cmocka_unit_test(micro_texture_011_follows_the_keys),
        cmocka_unit_test(micro_texture_012_notices_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
