/*
 * Sleeping changes nothing on the ways of a request: out of the L1, through the slices, to the
 * registers, and between clocks. Each key of a way takes each value together with the other keys.
 */
#include "gpu_sleep_rig.h"

/* The keys of the way out of the L1 together, each value with the others, on machines with small
 * queues and input buffers of a packet or two. */
static void gpu_sleep_027_the_way_out_of_the_l1_is_identical(void **state)
{
    (void)state;
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480", "abyp-gcn"};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t net = 0, queue = 0, moves = 0;
    for (uint32_t i = 0; i < 32; i++) {
        gpu_cfg_t cfg = synth_preset(preset[i / 8]);
        uint64_t seed = 500 + i;
        bool chaos = i % 4 != 3;
        starve(&cfg);
        cfg.l1_miss_queue = 2 + i % 3;
        cfg.l1_read_spare = i & 1;
        cfg.l1_inject_queue = i & 2 ? 0 : 1;
        cfg.l1_bypass_path = i & 4 ? GPU_BYPASS_QUEUE : GPU_BYPASS_BESIDE;
        cfg.l1_bypass_size = i / 3 % 2;
        cfg.l1_bypass_merge = i % 5 == 1;
        cfg.send_ports = i % 3 ? GPU_SEND_EACH : GPU_SEND_ONE;
        cfg.l1i_sets = 1;
        cfg.l1i_ways = 1;
        cfg.icnt_in_flits = 1 + i % 2;
        cfg.icnt_gap = i % 4;
        cfg.tick_order = i / 5 % 2;
        cfg.l1_prefetch_queue = i % 3;
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        if (i & 4)
            assert_int_equal(a->stats.l1d.fail_net, 0);
        net += a->stats.l1d.fail_net;
        queue += a->stats.l1d.fail_miss_queue;
    }
    assert_true(net > 1000 && queue > 1000 && moves > 32);
    free(a);
    free(b);
}

/* The slices' queues, each value with the others, on machines with small ones. */
static void gpu_sleep_025_the_queues_of_the_slices_are_identical(void **state)
{
    (void)state;
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480", "apcm-kepler"};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t miss = 0, below = 0, reply = 0, moves = 0, through = 0, port = 0;
    for (uint32_t i = 0; i < 16; i++) {
        gpu_cfg_t cfg = synth_preset(preset[i / 4]), as_is;
        uint64_t seed = 600 + i;
        if (i & 1)
            starve(&cfg);
        cfg.l2_miss_queue = 1 + i % 4;
        cfg.l2_slices = i & 2 ? 2 : cfg.l2_slices;
        cfg.dram_return_queue = 2 + i % 3;
        cfg.l2_mhz = i % 5 ? cfg.l2_mhz : cfg.l2_mhz / 2 + i;
        as_is = cfg;
        vary_dram(&cfg, &as_is, seed);
        vary_slices(&cfg, &as_is, 4 * seed);
        run(&cfg, seed, MODE_SLEEP, i % 4 != 3, a);
        run(&cfg, seed, MODE_MOVES, i % 4 != 3, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, i % 4 != 3, b);
        compare_counters(a, b, seed);
        miss += a->stats.l2.fail_miss_queue;
        below += a->stats.l2.fail_dram_queue;
        reply += a->stats.l2.fail_reply_queue;
        through += a->stats.l2.stores_through;
        port += a->stats.l2.fail_port;
    }
    assert_true(port > 1000);
    assert_true(miss > 1000 && below > 1000 && reply > 1000 && moves > 16 && through > 1000);
    free(a);
    free(b);
}

/* Replies that queue and results that take turns, with the other keys on which replies depend, on
 * machines with short pipelines and little room. */
static void gpu_sleep_026_the_way_to_the_registers_is_identical(void **state)
{
    (void)state;
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480", "abyp-gcn"};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t waits = 0, moves = 0;
    for (uint32_t i = 0; i < 32; i++) {
        gpu_cfg_t cfg = synth_preset(preset[i / 8]);
        uint64_t seed = 700 + i;
        bool chaos = i % 4 != 3;
        if (i & 1)
            starve(&cfg);
        cfg.writeback = i % 5 ? GPU_WRITEBACK_TURN : GPU_WRITEBACK_FREE;
        cfg.reply_queue = i % 4;
        cfg.smem_latency = 3 + i % 3;
        cfg.l1_fill_delay = 1 + i % 3;
        if (!cfg.l1_lookup_delay)
            cfg.l1_hit_latency = 1 + i % 2;
        cfg.l1_bypass_merge = i % 2;
        cfg.l1_prefetch_queue = i % 3;
        cfg.wb_ports = i % 7 == 2;
        cfg.l1i_sets = i & 2 ? 2 : 0;
        const gpu_cfg_t as_is = cfg;
        vary_constants(&cfg, &as_is, i);
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        waits += cfg.wb_ports ? 0 : a->stats.sm.writeback_waits;
    }
    assert_true(waits > 100 && moves > 32);
    free(a);
    free(b);
}

/* The L2 in step with none of the others, faster or slower, and once in step with the core alone.
 */
static void gpu_sleep_030_an_l2_clock_of_its_own_is_identical(void **state)
{
    (void)state;
    static const struct {
        const char *preset;
        uint32_t l2_mhz;
    } machine[] = {{PLAIN, 1400},   {PLAIN, 350},      {PLAIN, 701},        {"mrpb-s", 391},
                   {"mrpb-s", 857}, {"abyp-gcn", 500}, {"abyp-gcn", 1503},  {"sm2-gtx480", 350},
                   {"las", 1201},   {"las", 100},      {"apcm-kepler", 875}};
    result_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    uint64_t moves = 0, slept = 0, blocked = 0;
    for (unsigned i = 0; i < 2 * sizeof machine / sizeof machine[0]; i++) {
        gpu_cfg_t cfg = synth_preset(machine[i / 2].preset);
        uint64_t seed = 300 + i;
        bool chaos = i >> 1 & 1;
        if (i & 1)
            starve(&cfg);
        cfg.l2_mhz = machine[i / 2].l2_mhz;
        cfg.icnt_gap = i % 3;
        cfg.t_refi = i % 3 == 0 ? 900 : 0;
        cfg.t_rfc = 60;
        run(&cfg, seed, MODE_SLEEP, chaos, a);
        run(&cfg, seed, MODE_MOVES, chaos, b);
        compare_counters(a, b, seed);
        assert_memory_equal(&a->sleep, &b->sleep, sizeof a->sleep);
        moves += b->moves;
        run(&cfg, seed, MODE_NEVER_SLEEP, chaos, b);
        compare_counters(a, b, seed);
        assert_int_equal(b->sleep.l2_slept, 0);
        slept += a->sleep.l2_slept;
        blocked += a->stats.icnt_req.blocked_output + a->stats.icnt_reply.blocked_output;
    }
    assert_true(moves > 0 && slept > 0 && blocked > 0);
    free(a);
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_sleep_027_the_way_out_of_the_l1_is_identical),
        cmocka_unit_test(gpu_sleep_025_the_queues_of_the_slices_are_identical),
        cmocka_unit_test(gpu_sleep_026_the_way_to_the_registers_is_identical),
        cmocka_unit_test(gpu_sleep_030_an_l2_clock_of_its_own_is_identical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
