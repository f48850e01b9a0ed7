/*
 * Sleeping changes nothing: random kernels on every preset, on the presets with tiny queues, and
 * with a policy that bypasses at random, give byte-identical statistics whether components
 * sleep or are simulated in every cycle, and when a run moves into a new GPU by way of a
 * checkpoint every now and then. The end of every run also checks the conservation laws.
 */
#include "gpu_sleep_rig.h"

/* Of the ways in which instructions take their units, one by the seed. */
static void vary_units(gpu_cfg_t *c, uint64_t seed)
{
    uint64_t k = mix(seed + 100);
    c->op_latencies = k & 1 ? GPU_LATENCIES_OPCODES : GPU_LATENCIES_UNITS;
    c->operand_delay = (uint32_t)(k >> 1 & 3);
    c->ldst_delay = (uint32_t)(k >> 3 & 3);
    c->imul_unit = k >> 5 & 1;
    c->fmul_unit = k >> 6 & 1;
    c->dp_unit = k >> 7 & 1;
    c->smem_passes = k >> 8 & 1;
    c->fence = k >> 9 & 1;
    c->wb_loads = k >> 10 & 1;
}

static void check_preset(const char *preset, bool starved, unsigned seeds)
{
    gpu_cfg_t cfg = synth_preset(preset), as_is;
    if (starved)
        starve(&cfg);
    as_is = cfg;
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t issued = 0, slept = 0, late = 0, refreshes = 0, waits = 0, moves = 0, kept = 0,
             back = 0;
    uint64_t constants = 0, refused = 0, textures = 0;
    gpu_stats_l1d_t sum = {0};
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        bool chaos = seed & 1;
        vary_dram(&cfg, &as_is, seed);
        vary_slices(&cfg, &as_is, seed);
        vary_constants(&cfg, &as_is, seed);
        vary_units(&cfg, seed);
        cfg.l1_local_store = seed % 2 ? as_is.l1_local_store : GPU_LOCAL_BACK;
        cfg.local_map = seed % 5 < 2 ? GPU_LOCAL_SLOTS : as_is.local_map;
        cfg.t_refi = seed % 3 == 0 ? 400 + 100 * (uint32_t)seed : 0;
        cfg.t_rfc = 60;
        cfg.wb_ports = (uint32_t)(seed % 4);
        cfg.l1_prefetch_queue = (uint32_t)(seed % 5);
        cfg.l1_bypass_merge = seed % 4 == 1;
        cfg.l1_bypass_size = seed / 2 % 2 ? GPU_BYPASS_ASKED : GPU_BYPASS_LINE;
        cfg.l1_read_spare = seed / 2 % 3 == 1 ? 1 : 0;
        cfg.l1_bypass_path = seed % 8 > 3 ? GPU_BYPASS_BESIDE : GPU_BYPASS_QUEUE;
        cfg.send_ports = seed % 4 > 1 ? GPU_SEND_EACH : GPU_SEND_ONE;
        cfg.l1_flush = seed / 3 % 2;
        cfg.reply_queue = (uint32_t)(seed % 3) * 2;
        cfg.writeback = seed / 2 % 2 ? GPU_WRITEBACK_TURN : GPU_WRITEBACK_FREE;
        cfg.l1_hit_latency = seed % 3 || as_is.l1_lookup_delay ? as_is.l1_hit_latency : 1;
        cfg.l1_store_hit = seed % 3 == 1 ? GPU_STORE_KEEP : GPU_STORE_EVICT;
        if (cfg.l2_sector_bytes == 128)
            cfg.coalescer = seed % 5 == 3 ? GPU_COALESCE_HALVES : GPU_COALESCE_LINES;
        cfg.coalesce_lanes = seed % 5 == 1 ? 16 : 64;
        cfg.icnt_gap = seed % 4 == 0 ? 1 + (uint32_t)(seed / 4) : 0;
        if (seed % 4 == 2)
            cfg.sched_policy = (uint32_t)(seed / 4 % 4);
        cfg.sched_active = 1 + (uint32_t)(seed % 3);
        if (seed % 4 == 3)
            cfg.sched_policy = GPU_SCHED_TWO_LEVEL;
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        assert_int_equal(b->sleep.sm_slept, 0);
        issued += a->stats.run.warp_instructions;
        slept += a->sleep.sm_slept;
        late += a->stats.l1d.late_fills;
        refreshes += a->stats.dram.refreshes;
        waits += a->stats.sm.writeback_waits;
        kept += a->stats.l1d.writes_kept;
        back += a->stats.l1d.writebacks;
        textures += a->stats.sm.tex_fail_fragments + a->stats.sm.tex_fail_requests;
        constants += a->stats.sm.const_misses;
        refused += a->stats.sm.const_fail_mshr_full + a->stats.sm.const_fail_merge_full;
        sum.prefetches_useful += a->stats.l1d.prefetches_useful;
        sum.prefetches_late += a->stats.l1d.prefetches_late;
        sum.prefetches_early_evicted += a->stats.l1d.prefetches_early_evicted;
        sum.prefetches_useless += a->stats.l1d.prefetches_useless;
        assert_int_equal(a->stats.run.warp_instructions, a->steps);
    }
    assert_true(issued > 0);
    assert_true(slept > 0);
    assert_true(moves > seeds);
    assert_true(late > 0);
    assert_true(refreshes > 0 && waits > 0 && kept > 0 && back > 0);
    assert_true(sum.prefetches_useful && sum.prefetches_late && sum.prefetches_early_evicted);
    assert_true(sum.prefetches_useless > 0);
    assert_true(constants > 0 && refused > 0 && textures > 0);
    free(a);
    free(b);
}

static void gpu_sleep_010_apres_is_identical(void **state)
{
    (void)state;
    check_preset("apres", false, 12);
}

static void gpu_sleep_011_mrpb_s_is_identical(void **state)
{
    (void)state;
    check_preset("mrpb-s", false, 8);
}

static void gpu_sleep_012_abyp_gcn_with_l3_is_identical(void **state)
{
    (void)state;
    check_preset("abyp-gcn", false, 12);
}

static void gpu_sleep_013_kepler_dual_issue_is_identical(void **state)
{
    (void)state;
    check_preset("apcm-kepler", false, 8);
}

static void gpu_sleep_014_gtx480_is_identical(void **state)
{
    (void)state;
    check_preset("sm2-gtx480", false, 8);
}

static void gpu_sleep_023_starved_gtx480_is_identical(void **state)
{
    (void)state;
    check_preset("sm2-gtx480", true, 8);
}

static void gpu_sleep_020_starved_apres_is_identical(void **state)
{
    (void)state;
    check_preset("apres", true, 10);
}

static void gpu_sleep_021_starved_abyp_gcn_is_identical(void **state)
{
    (void)state;
    check_preset("abyp-gcn", true, 10);
}

/* A shared credit for each channel, so that slices and channels wait for each other's. */
static void gpu_sleep_024_channels_without_credits_are_identical(void **state)
{
    (void)state;
    gpu_cfg_t cfg = synth_preset("sm2-gtx480");
    starve(&cfg);
    cfg.l2_slices = 4;
    cfg.l2_miss_queue = 6;
    cfg.l2_mshrs = 16;
    cfg.dram_channels = 2;
    cfg.dram_queue = 3;
    cfg.dram_return_queue = 1; /* 3 + 1 - (4 - 1) */
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (uint64_t seed = 200; seed < 208; seed++) {
        run(&cfg, seed, MODE_SLEEP, seed & 1, a);
        run(&cfg, seed, MODE_MOVES, seed & 1, b);
        compare_counters(a, b, seed);
        run(&cfg, seed, MODE_NEVER_SLEEP, seed & 1, b);
        compare_counters(a, b, seed);
    }
    free(a);
    free(b);
}

static void gpu_sleep_022_starved_sectored_lazy_is_identical(void **state)
{
    (void)state;
    gpu_cfg_t cfg = synth_preset("las");
    starve(&cfg);
    cfg.l2_sector_bytes = 32;
    cfg.l2_write_miss = GPU_WRITE_LAZY;
    cfg.flit_bytes = 40;
    cfg.rop_latency = 120;
    cfg.icnt_mhz = 700;
    cfg.core_mhz = 700;
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    for (uint64_t seed = 100; seed < 110; seed++) {
        cfg.l1_bypass_size = seed / 2 % 2 ? GPU_BYPASS_ASKED : GPU_BYPASS_LINE;
        run(&cfg, seed, MODE_SLEEP, seed & 1, a);
        run(&cfg, seed, MODE_NEVER_SLEEP, seed & 1, b);
        compare_counters(a, b, seed);
    }
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_sleep_010_apres_is_identical),
        cmocka_unit_test(gpu_sleep_011_mrpb_s_is_identical),
        cmocka_unit_test(gpu_sleep_012_abyp_gcn_with_l3_is_identical),
        cmocka_unit_test(gpu_sleep_013_kepler_dual_issue_is_identical),
        cmocka_unit_test(gpu_sleep_014_gtx480_is_identical),
        cmocka_unit_test(gpu_sleep_023_starved_gtx480_is_identical),
        cmocka_unit_test(gpu_sleep_024_channels_without_credits_are_identical),
        cmocka_unit_test(gpu_sleep_020_starved_apres_is_identical),
        cmocka_unit_test(gpu_sleep_021_starved_abyp_gcn_is_identical),
        cmocka_unit_test(gpu_sleep_022_starved_sectored_lazy_is_identical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
