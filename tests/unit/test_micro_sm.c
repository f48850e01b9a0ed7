/*
 * Execution units and shared memory: as derived.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_sm_010_alu_presets(void **state)
{
    (void)state;
    micro_on_presets("alu", 6);
}

static void micro_sm_011_alu_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"sp_latency", "19"},    {"sfu_latency", "33"}, {"dp_latency", "12"}, {"exec_delay", "4"},
        {"sfu_initiation", "2"}, {"dp_units", "0"},     {"simt_width", "16"}, {"schedulers", "2"},
        {"sp_initiation", "3"},  {"dp_units", "2"},     {"fetch_warps", "4"},
    };
    micro_follows("alu", PLAIN, changed, MICRO_COUNT(changed), 4);
    micro_follows("alu", "las", changed, MICRO_COUNT(changed), 4);
}

static void micro_sm_012_alu_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"sp_latency", "9"}, {"sfu_latency", "21"},  {"dp_latency", "19"},
        {"sp_units", "1"},   {"dp_initiation", "1"},
    };
    micro_notices("alu", "las", changed, MICRO_COUNT(changed));
}

static void micro_sm_020_shared_presets(void **state)
{
    (void)state;
    micro_on_presets("shared", 26);
}

static void micro_sm_021_shared_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"smem_latency", "31"},
        {"smem_banks", "16"},
        {"exec_delay", "2"},
        {"sp_latency", "11"},
    };
    micro_follows("shared", "mrpb-s", changed, MICRO_COUNT(changed), 20);
    micro_follows("shared", "abyp-gcn", changed, MICRO_COUNT(changed), 20);
}

static void micro_sm_022_shared_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"smem_latency", "25"}, {"smem_banks", "16"}};
    micro_notices("shared", "apcm-kepler", changed, MICRO_COUNT(changed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_sm_010_alu_presets),
        cmocka_unit_test(micro_sm_011_alu_follows_the_keys),
        cmocka_unit_test(micro_sm_012_alu_notices_another_machine),
        cmocka_unit_test(micro_sm_020_shared_presets),
        cmocka_unit_test(micro_sm_021_shared_follows_the_keys),
        cmocka_unit_test(micro_sm_022_shared_notices_another_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
