/*
 * Machines that nobody thought of: three keys of a preset set at random, from a fixed seed. What is
 * derived exactly must hold on each of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/rng.h"
#include "micro_rig.h"

typedef struct range {
    const char *key;
    uint32_t lo, hi;
    bool pow2; /* lo and hi are exponents */
} range_t;

static const range_t ranges[] = {
    {"core_mhz", 300, 2000, false},
    {"icnt_mhz", 300, 2000, false},
    {"l2_mhz", 300, 2000, false},
    {"dram_mhz", 300, 2000, false},
    {"exec_delay", 0, 5, false},
    {"ldst_delay", 0, 5, false},
    {"operand_delay", 0, 3, false},
    {"op_latencies", 0, 1, false},
    {"logic_latency", 1, 20, false},
    {"int_add_latency", 1, 20, false},
    {"int_mul_latency", 1, 30, false},
    {"int_mul_initiation", 1, 6, false},
    {"imul_unit", 0, 1, false},
    {"fence", 0, 1, false},
    {"const_latency", 1, 40, false},
    {"sp_latency", 6, 30, false},
    {"fetch_latency", 1, 5, false},
    {"smem_latency", 2, 60, false},
    {"schedulers", 0, 2, true},
    {"issue_per_sched", 1, 2, false},
    {"l1_ways", 0, 4, true},
    {"l1_sets", 4, 7, true},
    {"l1_mshrs", 1, 128, false},
    {"l1_mshr_merge", 1, 16, false},
    {"l1_miss_queue", 1, 32, false},
    {"l1_inject_queue", 0, 32, false},
    {"l1_read_spare", 0, 3, false},
    {"l1_bypass_size", 0, 1, false},
    {"l1_bypass_path", 0, 1, false},
    {"send_ports", 0, 1, false},
    {"l1_flush", 0, 1, false},
    {"l1_store_hit", 0, 1, false},
    {"reply_queue", 0, 4, false},
    {"writeback", 0, 1, false},
    {"l1_hit_latency", 1, 60, false},
    {"l1_miss_delay", 0, 20, false},
    {"l1_fill_delay", 0, 20, false},
    {"flit_bytes", 8, 256, false},
    {"header_bytes", 0, 16, false},
    {"icnt_latency", 1, 40, false},
    {"icnt_gap", 0, 6, false},
    {"icnt_in_flits", 1, 64, false},
    {"icnt_out_flits", 1, 128, false},
    {"l2_slices", 0, 2, true},
    {"l2_queue", 1, 32, false},
    {"l2_reply_queue", 1, 32, false},
    {"l2_miss_queue", 1, 16, false},
    {"l2_write_miss", 0, 2, false},
    {"tick_order", 0, 1, false},
    {"latency_clock", 0, 1, false},
    {"l2_port_bytes", 0, 140, false},
    {"l2_read_spare", 0, 3, false},
    {"l2_store_spare", 0, 3, false},
    {"l2_dram_queue", 0, 8, false},
    {"l2_fill_queue", 0, 8, false},
    {"l2_lookup_room", 0, 1, false},
    {"rop_queue", 0, 1, false},
    {"l2_latency", 1, 100, false},
    {"rop_latency", 0, 100, false},
    {"interleave_bytes", 7, 9, true},
    {"dram_channels", 1, 8, false},
    {"dram_banks", 2, 5, true},
    {"dram_bank_groups", 0, 2, true},
    {"dram_row_bytes", 10, 12, true},
    {"dram_latency", 0, 200, false},
    {"dram_atom_bytes", 4, 7, true},
    {"dram_burst", 1, 4, false},
    {"t_ccd", 1, 6, false},
    {"t_ccdl", 1, 8, false},
    {"t_rcd", 1, 30, false},
    {"t_ras", 10, 60, false},
    {"t_rp", 1, 30, false},
    {"t_rc", 20, 90, false},
    {"t_cl", 1, 30, false},
    {"t_wl", 1, 20, false},
    {"t_cdlr", 1, 10, false},
    {"t_rtp", 1, 10, false},
    {"t_rcdwr", 0, 30, false},
    {"t_rtpl", 0, 10, false},
    {"dram_admit", 0, 2, false},
    {"dram_take_up", 0, 1, false},
    {"dram_scan", 0, 2, false},
    {"dram_hold", 0, 1, false},
    {"dram_group_bits", 0, 1, false},
    {"l2_fetch_first", 0, 1, false},
    {"l1_local_store", 0, 1, false},
    {"local_map", 0, 1, false},
    {"const_path", 0, 1, false},
    {"l1c_line_bytes", 5, 7, true},
    {"l1c_ways", 1, 4, false},
    {"l1c_mshrs", 1, 8, false},
    {"l1c_merge", 1, 32, false},
    {"l1t_line_bytes", 5, 7, true},
    {"coalescer", 0, 2, false},
    {"l1i_sets", 0, 4, true},
    {"l1i_ways", 1, 6, false},
    {"l1i_mshrs", 1, 4, false},
    {"fetch_insts", 1, 8, false},
    {"fetch_past_jumps", 0, 1, false},
    {"cta_issue", 1, 20, false},
    {"l2_mshr_merge", 1, 9, false},
};

static void exact_on_random_machines(const char *bench, unsigned machines, uint64_t seed)
{
    static const char *const presets[] = {MICRO_ALL};
    rng_t r;
    rng_seed(&r, seed);
    for (unsigned i = 0; i < machines; i++) {
        enum { KEYS = 3 };
        const char *preset = presets[rng_below(&r, MICRO_COUNT(presets))];
        gpu_cfg_t c = micro_preset(preset, NULL, 0);
        char set[160] = "";
        for (unsigned k = 0; k < KEYS; k++) {
            const range_t *g = &ranges[rng_below(&r, MICRO_COUNT(ranges))];
            uint32_t v = g->lo + (uint32_t)rng_below(&r, g->hi - g->lo + 1);
            v = g->pow2 ? 1u << v : v;
            gpu_cfg_set(&c, gpu_cfg_key(g->key), v);
            snprintf(set + strlen(set), sizeof set - strlen(set), " --set %s=%u", g->key, v);
        }
        const gpu_cfg_key_t *key;
        char why[160];
        if (gpu_cfg_check(&c, &key, why, sizeof why))
            continue; /* two keys that do not go together */
        if (micro_bad_rows(bench, &c, NULL, true))
            fail_msg("lockwarp micro %s -c %s%s", bench, preset, set);
    }
}

static void micro_variations_010_latency(void **state)
{
    (void)state;
    exact_on_random_machines("latency", 100, 1);
}

static void micro_variations_011_sets(void **state)
{
    (void)state;
    exact_on_random_machines("sets", 40, 2);
}

static void micro_variations_012_mshr(void **state)
{
    (void)state;
    exact_on_random_machines("mshr", 40, 3);
}

static void micro_variations_013_traffic(void **state)
{
    (void)state;
    exact_on_random_machines("traffic", 30, 4);
}

static void micro_variations_014_coalesce(void **state)
{
    (void)state;
    exact_on_random_machines("coalesce", 20, 5);
}

static void micro_variations_015_channel(void **state)
{
    (void)state;
    exact_on_random_machines("channel", 20, 6);
}

static void micro_variations_016_local(void **state)
{
    (void)state;
    exact_on_random_machines("local", 60, 7);
}

static void micro_variations_017_bypass(void **state)
{
    (void)state;
    exact_on_random_machines("bypass", 40, 6);
}

static void micro_variations_018_const(void **state)
{
    (void)state;
    exact_on_random_machines("const", 60, 8);
}

static void micro_variations_019_fence(void **state)
{
    (void)state;
    exact_on_random_machines("fence", 60, 8);
}

/* The trace preset: sectors and its queues rule rows out (dram, mshr and l1); what is left
 * holds. */
static void micro_variations_020_sm2_gtx480(void **state)
{
    (void)state;
    gpu_cfg_t c = micro_preset("sm2-gtx480", NULL, 0);
    unsigned rows = 0;
    for (unsigned i = 0; i < micro_registry_count; i++) {
        if (micro_bad_rows(micro_registry[i]->name, &c, NULL, true))
            fail_msg("%s on sm2-gtx480", micro_registry[i]->name);
        rows += micro_rig.n;
    }
    assert_true(rows >= 220);
}

static void micro_variations_021_texture(void **state)
{
    (void)state;
    exact_on_random_machines("texture", 60, 9);
}

static void micro_variations_022_widths(void **state)
{
    (void)state;
    exact_on_random_machines("widths", 20, 10);
}

static void micro_variations_023_fetch(void **state)
{
    (void)state;
    exact_on_random_machines("fetch", 60, 11);
}

static void micro_variations_024_occupancy(void **state)
{
    (void)state;
    exact_on_random_machines("occupancy", 20, 12);
}

static void micro_variations_025_turn(void **state)
{
    (void)state;
    exact_on_random_machines("turn", 60, 13);
}

static void micro_variations_026_send(void **state)
{
    (void)state;
    exact_on_random_machines("send", 60, 14);
}

static void micro_variations_027_stores(void **state)
{
    (void)state;
    exact_on_random_machines("stores", 80, 15);
}

static void micro_variations_028_slice(void **state)
{
    (void)state;
    exact_on_random_machines("slice", 60, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_variations_010_latency),
        cmocka_unit_test(micro_variations_011_sets),
        cmocka_unit_test(micro_variations_012_mshr),
        cmocka_unit_test(micro_variations_013_traffic),
        cmocka_unit_test(micro_variations_014_coalesce),
        cmocka_unit_test(micro_variations_015_channel),
        cmocka_unit_test(micro_variations_016_local),
        cmocka_unit_test(micro_variations_017_bypass),
        cmocka_unit_test(micro_variations_018_const),
        cmocka_unit_test(micro_variations_019_fence),
        cmocka_unit_test(micro_variations_020_sm2_gtx480),
        cmocka_unit_test(micro_variations_021_texture),
        cmocka_unit_test(micro_variations_022_widths),
        cmocka_unit_test(micro_variations_023_fetch),
        cmocka_unit_test(micro_variations_024_occupancy),
        cmocka_unit_test(micro_variations_025_turn),
        cmocka_unit_test(micro_variations_026_send),
        cmocka_unit_test(micro_variations_027_stores),
        cmocka_unit_test(micro_variations_028_slice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
