/*
 * Constants beside the memory stage, in it, and through the constant cache.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_const_010_presets(void **state)
{
    (void)state;
    micro_on_presets("const", 38);
    micro_all_hold("const", "sm2-gtx480", NULL, 0, 12);
}

static void micro_const_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"const_latency", "1"},   {"const_latency", "30"}, {"ldst_delay", "6"},
        {"l1c_line_bytes", "32"}, {"l1_fill_delay", "9"},  {"rop_latency", "50"},
        {"flit_bytes", "16"},     {"l1_miss_delay", "7"},  {"l1c_mshrs", "4"},
        {"l1c_merge", "5"},       {"l1c_ways", "2"},       {"l1c_ways", "3"}};
    micro_follows("const", PLAIN, changed, MICRO_COUNT(changed), 38);
    static const micro_set_t machine[] = {{"const_path", "stage"}, {"l1c_sets", "64"},
                                          {"l1c_ways", "2"},       {"l1c_line_bytes", "64"},
                                          {"l1c_mshrs", "2"},      {"l1c_merge", "32"},
                                          {"const_latency", "1"}};
    micro_all_hold("const", PLAIN, machine, MICRO_COUNT(machine), 38);
    micro_all_hold("bypass", PLAIN, machine, MICRO_COUNT(machine), 10);
}

static void micro_const_012_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"const_latency", "9"},   {"l1c_sets", "0"},  {"l1c_line_bytes", "128"},
        {"l1c_line_bytes", "32"}, {"l1c_mshrs", "2"}, {"l1c_merge", "2"},
        {"l1_fill_delay", "9"},   {"l1c_ways", "3"},  {"l1c_ways", "1"}};
    micro_notices("const", PLAIN, changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_const_010_presets),
        cmocka_unit_test(micro_const_011_follows_the_keys),
        cmocka_unit_test(micro_const_012_notices_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
