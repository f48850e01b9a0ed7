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
    micro_on_presets("alu", 5);
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
    micro_follows("alu", PLAIN, changed, MICRO_COUNT(changed), 4);
}

static void micro_sm_012_alu_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"sp_latency", "9"},
        {"sfu_latency", "21"},
        {"dp_latency", "19"},
        {"dp_initiation", "1"},
    };
    micro_notices("alu", PLAIN, changed, MICRO_COUNT(changed));
    static const micro_set_t unit[] = {{"sp_units", "1"}};
    micro_notices("alu", "sm2-gtx480", unit, 1);
}

/* The machine of GPGPU-Sim 3.2, key by key and as a whole. */
#define RELEASE                                                                                    \
    {"op_latencies", "opcodes"}, {"exec_delay", "5"}, {"ldst_delay", "2"}, {"operand_delay", "1"}, \
        {"imul_unit", "sfu"}, {"fmul_unit", "either"},                                             \
    {                                                                                              \
        "dp_unit", "sp"                                                                            \
    }

static void micro_sm_013_opcodes_presets(void **state)
{
    (void)state;
    static const micro_set_t release[] = {RELEASE};
    static const char *const presets[] = {"mrpb-s", "apcm-kepler", "abyp-gcn", "sm2-gtx480"};
    for (unsigned i = 0; i < MICRO_COUNT(presets); i++) {
        micro_all_hold("opcodes", presets[i], NULL, 0, 28);
        micro_all_hold("opcodes", presets[i], release, MICRO_COUNT(release), 28);
    }
}

static void micro_sm_014_opcodes_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t one[] = {RELEASE, {"simt_width", "16"}, {"sfu_initiation", "7"}};
    micro_follows("opcodes", PLAIN, one, MICRO_COUNT(one), 30);
    static const micro_set_t with[] = {
        {"exec_delay", "3"},
        {"operand_delay", "4"},
        {"logic_latency", "7"},
        {"int_mul_latency", "19"},
        {"int_div_initiation", "20"},
        {"fp_add_latency", "12"},
        {"fp_mul_initiation", "3"},
        {"dp_mul_latency", "30"},
        {"dp_div_latency", "200"},
        {"int_max_initiation", "1"},
        {"imul_unit", "sp"},
        {"fmul_unit", "sp"},
        {"dp_unit", "dp"},
        {"dp_units", "0"},
        {"simt_width", "8"},
    };
    for (unsigned i = 0; i < MICRO_COUNT(with); i++) {
        micro_set_t set[] = {RELEASE, with[i]};
        micro_all_hold("opcodes", PLAIN, set, MICRO_COUNT(set), 30);
    }
}

static void micro_sm_015_opcodes_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t release[] = {RELEASE};
    static const micro_set_t other[] = {
        {"op_latencies", "units"},   {"exec_delay", "4"},         {"operand_delay", "0"},
        {"logic_latency", "2"},      {"int_add_latency", "5"},    {"int_max_latency", "12"},
        {"int_mul_latency", "5"},    {"int_mad_latency", "4"},    {"int_div_latency", "144"},
        {"fp_add_latency", "5"},     {"fp_max_latency", "12"},    {"fp_mul_latency", "5"},
        {"fp_mad_latency", "4"},     {"fp_div_latency", "38"},    {"dp_add_latency", "9"},
        {"dp_max_latency", "18"},    {"dp_mul_latency", "9"},     {"dp_mad_latency", "9"},
        {"dp_div_latency", "331"},   {"int_add_initiation", "2"}, {"int_max_initiation", "1"},
        {"int_mul_initiation", "1"}, {"int_mad_initiation", "2"}, {"int_div_initiation", "4"},
        {"fp_add_initiation", "2"},  {"fp_max_initiation", "1"},  {"fp_mul_initiation", "2"},
        {"fp_mad_initiation", "2"},  {"fp_div_initiation", "8"},  {"dp_add_initiation", "7"},
        {"dp_max_initiation", "8"},  {"dp_mul_initiation", "7"},  {"dp_mad_initiation", "7"},
        {"dp_div_initiation", "8"},  {"fmul_unit", "sp"},         {"imul_unit", "sp"},
        {"dp_unit", "dp"},
    };
    gpu_cfg_t c = micro_preset(PLAIN, release, MICRO_COUNT(release));
    for (unsigned i = 0; i < MICRO_COUNT(other); i++) {
        micro_damage_set = other[i];
        if (!micro_bad_rows("opcodes", &c, micro_damage, false))
            fail_msg("opcodes does not notice %s=%s", other[i].key, other[i].value);
    }
}

static void micro_sm_020_shared_presets(void **state)
{
    (void)state;
    micro_on_presets("shared", 32);
}

static void micro_sm_021_shared_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"smem_latency", "31"}, {"smem_banks", "16"},   {"exec_delay", "2"},
        {"ldst_delay", "3"},    {"operand_delay", "2"}, {"op_latencies", "opcodes"},
        {"imul_unit", "sfu"},   {"sp_latency", "11"},   {"smem_passes", "warp"},
    };
    micro_follows("shared", PLAIN, changed, MICRO_COUNT(changed), 20);
    micro_follows("shared", "abyp-gcn", changed, MICRO_COUNT(changed), 20);
}

static void micro_sm_022_shared_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"smem_latency", "25"}, {"smem_banks", "16"}, {"smem_passes", "warp"}};
    micro_notices("shared", PLAIN, changed, MICRO_COUNT(changed));
}

static void micro_sm_030_fence(void **state)
{
    (void)state;
    static const micro_set_t registers[] = {{"fence", "registers"}};
    static const micro_set_t release[] = {RELEASE, {"fence", "registers"}};
    static const micro_set_t changed[] = {
        {"sfu_latency", "40"}, {"exec_delay", "3"}, {"ldst_delay", "2"}, {"operand_delay", "2"}};
    micro_on_presets("fence", 2);
    micro_follows("fence", PLAIN, registers, 1, 2);
    micro_follows("fence", PLAIN, changed, MICRO_COUNT(changed), 2);
    micro_all_hold("fence", PLAIN, release, MICRO_COUNT(release), 2);
    micro_notices("fence", PLAIN, registers, 1);
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++) {
        micro_set_t set[] = {registers[0], changed[i]};
        micro_all_hold("fence", PLAIN, set, 2, 2);
    }
}

static void micro_sm_040_ports(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"wb_loads", "false"},  {"sp_latency", "30"},
                                          {"exec_delay", "3"},    {"ldst_delay", "2"},
                                          {"operand_delay", "2"}, {"issue_per_sched", "2"},
                                          {"fetch_latency", "4"}};
    micro_on_presets("ports", 2);
    micro_follows("ports", PLAIN, changed, MICRO_COUNT(changed), 2);
    micro_follows("ports", PLAIN, changed, MICRO_COUNT(changed), 2);
    micro_notices("ports", PLAIN, changed, 1);
}

static void micro_sm_070_fetch_presets(void **state)
{
    (void)state;
    micro_on_presets("fetch", 12);
    micro_all_hold("fetch", "sm2-gtx480", NULL, 0, 12);
}

static void micro_sm_071_fetch_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1i_sets", "1"},        {"l1i_sets", "8"},         {"l1i_ways", "1"},
        {"l1i_ways", "3"},        {"l1i_mshrs", "1"},        {"l1i_mshrs", "8"},
        {"fetch_insts", "1"},     {"fetch_insts", "3"},      {"fetch_insts", "8"},
        {"fetch_latency", "9"},   {"fetch_warps", "4"},      {"fetch_past_jumps", "true"},
        {"icnt_mhz", "701"},      {"l2_mhz", "350"},         {"core_mhz", "997"},
        {"l2_latency", "40"},     {"icnt_gap", "3"},         {"icnt_out_flits", "1"},
        {"flit_bytes", "16"},     {"l1_miss_delay", "9"},    {"l1_fill_delay", "7"},
        {"reply_queue", "2"},     {"writeback", "turn"},     {"tick_order", "release"},
        {"schedulers", "1"},      {"issue_per_sched", "2"},  {"latency_clock", "core"},
        {"l2_port_bytes", "32"},  {"l2_sector_bytes", "32"}, {"operand_delay", "2"},
        {"int_add_latency", "3"}, {"send_ports", "each"}};
    static const micro_set_t own[] = {{"l1i_sets", "2"}, {"l1i_ways", "4"}, {"l1i_mshrs", "3"}};
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++) {
        const micro_set_t set[] = {own[0], own[1], own[2], changed[i]};
        micro_all_hold("fetch", PLAIN, set, 4, 11);
    }
    micro_follows("fetch", PLAIN, changed, MICRO_COUNT(changed), 11);
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++)
        if (strcmp(changed[i].key, "l2_sector_bytes") != 0) /* `halves` has none */
            micro_all_hold("fetch", "mrpb-s", &changed[i], 1, 11);
}

static void micro_sm_072_fetch_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1i_sets", "2"},    {"l1i_sets", "8"},      {"l1i_sets", "0"},
        {"l1i_ways", "3"},    {"l1i_ways", "64"},     {"l1i_mshrs", "1"},
        {"fetch_insts", "3"}, {"fetch_latency", "3"}, {"fetch_past_jumps", "true"},
        {"l2_latency", "40"}, {"reply_queue", "2"},   {"line_bytes", "256"}};
    micro_notices("fetch", PLAIN, changed, MICRO_COUNT(changed));
    micro_notices("fetch", "mrpb-s", changed, 6);
}

/* A second MSHR, or the want of one. */
static void micro_sm_073_the_mshrs_of_code_limit(void **state)
{
    (void)state;
    static const char *const mshrs[] = {"1", "2"};
    for (unsigned i = 0; i < 2; i++) {
        const micro_set_t set = {"l1i_mshrs", mshrs[i]};
        gpu_cfg_t c = micro_preset("apres", &set, 1);
        micro_damage_set = (micro_set_t){"l1i_mshrs", mshrs[1 - i]};
        assert_true(micro_bad_rows("fetch", &c, micro_damage, false) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_sm_010_alu_presets),
        cmocka_unit_test(micro_sm_011_alu_follows_the_keys),
        cmocka_unit_test(micro_sm_012_alu_notices_another_machine),
        cmocka_unit_test(micro_sm_013_opcodes_presets),
        cmocka_unit_test(micro_sm_014_opcodes_follows_the_keys),
        cmocka_unit_test(micro_sm_015_opcodes_notices_another_machine),
        cmocka_unit_test(micro_sm_020_shared_presets),
        cmocka_unit_test(micro_sm_021_shared_follows_the_keys),
        cmocka_unit_test(micro_sm_022_shared_notices_another_machine),
        cmocka_unit_test(micro_sm_030_fence),
        cmocka_unit_test(micro_sm_040_ports),
        cmocka_unit_test(micro_sm_070_fetch_presets),
        cmocka_unit_test(micro_sm_071_fetch_follows_the_keys),
        cmocka_unit_test(micro_sm_072_fetch_notices_another_machine),
        cmocka_unit_test(micro_sm_073_the_mshrs_of_code_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
