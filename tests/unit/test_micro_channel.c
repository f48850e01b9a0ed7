/*
 * A DRAM channel's scheduling: every way of admitting, taking up and choosing commands, followed
 * cycle by cycle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/rng.h"
#include "micro_rig.h"

static void micro_channel_010_presets(void **state)
{
    (void)state;
    micro_on_presets("channel", 30);
    micro_all_hold("channel", "sm2-gtx480", NULL, 0, 36);
}

static void micro_channel_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"dram_admit", "queue"},
                                          {"dram_admit", "credits"},
                                          {"dram_take_up", "one"},
                                          {"dram_scan", "turn"},
                                          {"dram_scan", "pair"},
                                          {"dram_hold", "taken"},
                                          {"dram_bank_groups", "2"},
                                          {"dram_bank_groups", "1"},
                                          {"dram_group_bits", "high"},
                                          {"t_rtpl", "14"},
                                          {"t_rtp", "9"},
                                          {"t_rrd", "9"},
                                          {"t_ccdl", "7"},
                                          {"dram_latency", "0"},
                                          {"dram_latency", "300"},
                                          {"l2_miss_queue", "1"},
                                          {"l2_read_spare", "1"},
                                          {"l2_read_spare", "3"},
                                          {"l2_dram_queue", "1"},
                                          {"l2_dram_queue", "8"},
                                          {"l2_fill_queue", "1"},
                                          {"l2_fill_queue", "3"},
                                          {"l2_port_bytes", "5"},
                                          {"dram_return_queue", "1"}};
    micro_follows("channel", PLAIN, changed, MICRO_COUNT(changed), 36);
}

static void micro_channel_012_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t plain[] = {{"dram_admit", "queue"},   {"dram_admit", "credits"},
                                        {"dram_take_up", "one"},   {"dram_scan", "turn"},
                                        {"dram_scan", "pair"},     {"dram_hold", "taken"},
                                        {"dram_bank_groups", "2"}, {"dram_group_bits", "high"},
                                        {"t_rtpl", "9"},           {"t_rrd", "7"},
                                        {"l2_miss_queue", "5"},    {"l2_read_spare", "1"},
                                        {"l2_dram_queue", "1"},    {"coalescer", "segments"}};
    static const micro_set_t gtx480[] = {{"dram_admit", "push"},   {"dram_take_up", "all"},
                                         {"dram_scan", "columns"}, {"dram_scan", "turn"},
                                         {"dram_hold", "served"},  {"dram_group_bits", "high"},
                                         {"t_rtpl", "12"}};
    micro_notices("channel", PLAIN, plain, MICRO_COUNT(plain));
    micro_notices("channel", "sm2-gtx480", gtx480, MICRO_COUNT(gtx480));
}

/* Few credits: with four slices three shared ones. */
static void micro_channel_013_credits_limit(void **state)
{
    (void)state;
    static const micro_set_t few[] = {
        {"dram_admit", "credits"}, {"dram_queue", "4"}, {"dram_return_queue", "2"}};
    static const micro_set_t not_credits[] = {{"dram_admit", "queue"}};
    micro_all_hold("channel", PLAIN, few, 3, 36);
    gpu_cfg_t c = micro_preset(PLAIN, few, 3);
    micro_damage_set = not_credits[0];
    assert_true(micro_bad_rows("channel", &c, micro_damage, false) > 0);
}

/* The slices' queues of GPGPU-Sim 3.2, and each of their keys alone against the others. */
static void micro_channel_014_the_slices_limit(void **state)
{
    (void)state;
    static const micro_set_t queues[] = {{"l2_read_spare", "1"},    {"l2_dram_queue", "8"},
                                         {"l2_fill_queue", "2"},    {"l2_lookup_room", "true"},
                                         {"dram_hold", "taken"},    {"dram_return_queue", "6"},
                                         {"dram_admit", "credits"}, {"l2_queue", "8"}};
    static const micro_set_t other[] = {{"l2_read_spare", "0"},
                                        {"l2_dram_queue", "9"},
                                        {"l2_fill_queue", "1"},
                                        {"l2_lookup_room", "true"}};
    static const char *const preset[] = {"mrpb-s", "las", "sm2-gtx480"};
    for (unsigned i = 0; i < MICRO_COUNT(preset); i++)
        for (unsigned n = 4; n <= MICRO_COUNT(queues); n += 2)
            micro_all_hold("channel", preset[i], queues, n, 72);
    gpu_cfg_t c = micro_preset(PLAIN, queues, MICRO_COUNT(queues));
    c.t_cl = 1;               /* data come fast, and two slices' in turn */
    c.l2_lookup_room = false; /* else one request at most is in the miss queue */
    for (unsigned i = 0; i < MICRO_COUNT(other); i++) {
        micro_damage_set = other[i];
        if (!micro_bad_rows("channel", &c, micro_damage, false))
            fail_msg("%s=%s is not noticed", other[i].key, other[i].value);
    }
}

/* Stores that miss: a write and a read each. */
static void micro_channel_015_stores_through(void **state)
{
    (void)state;
    static const micro_set_t through[] = {{"l2_write_miss", "through"}, {"l2_read_spare", "1"},
                                          {"l2_store_spare", "2"},      {"l2_dram_queue", "8"},
                                          {"l2_lookup_room", "true"},   {"l2_fill_queue", "8"},
                                          {"dram_scan", "turn"},        {"dram_take_up", "one"},
                                          {"dram_hold", "taken"},       {"dram_admit", "credits"}};
    static const char *const preset[] = {"mrpb-s", "las", "apcm-kepler"};
    for (unsigned i = 0; i < MICRO_COUNT(preset); i++)
        for (unsigned n = 1; n <= MICRO_COUNT(through); n += 3)
            micro_all_hold("channel", preset[i], through, n, 90);
    static const micro_set_t other[] = {{"l2_write_miss", "fetch"},
                                        {"l2_store_spare", "1"},
                                        {"t_wl", "5"},
                                        {"t_cdlr", "7"},
                                        {"t_wr", "40"},
                                        {"t_rcdwr", "5"}};
    gpu_cfg_t c = micro_preset(PLAIN, through, 3);
    for (unsigned i = 0; i < MICRO_COUNT(other); i++) {
        micro_damage_set = other[i];
        if (!micro_bad_rows("channel", &c, micro_damage, false))
            fail_msg("%s=%s is not noticed", other[i].key, other[i].value);
    }
}

static void micro_channel_020_all_ways_at_random_timings(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        uint32_t lo, hi;
    } range[] = {
        {"dram_admit", 0, 2},     {"dram_take_up", 0, 1},    {"dram_scan", 0, 2},
        {"dram_hold", 0, 1},      {"dram_group_bits", 0, 1}, {"dram_queue", 1, 70},
        {"dram_latency", 0, 60},  {"dram_burst", 1, 4},      {"t_ccd", 1, 5},
        {"t_ccdl", 1, 8},         {"t_rrd", 1, 10},          {"t_rcd", 1, 20},
        {"t_ras", 10, 40},        {"t_rp", 1, 20},           {"t_rc", 10, 70},
        {"t_cl", 1, 20},          {"t_rtp", 1, 10},          {"t_rtpl", 0, 12},
        {"l2_miss_queue", 4, 9},  {"l2_read_spare", 0, 3},   {"l2_dram_queue", 1, 9},
        {"l2_fill_queue", 0, 9},  {"l2_lookup_room", 0, 1},  {"l2_store_spare", 0, 3},
        {"l2_port_bytes", 0, 40}, {"t_wl", 1, 20},           {"t_cdlr", 1, 12},
        {"t_wr", 1, 20},          {"t_rcdwr", 0, 20},
    };
    rng_t r;
    rng_seed(&r, 17);
    for (unsigned i = 0; i < 60; i++) {
        gpu_cfg_t c = micro_preset(i % 2 ? "sm2-gtx480" : "abyp-gcn", NULL, 0);
        c.l3_enabled = false;
        for (unsigned k = 0; k < MICRO_COUNT(range); k++)
            gpu_cfg_set(&c, gpu_cfg_key(range[k].key),
                        range[k].lo + rng_below(&r, range[k].hi - range[k].lo + 1));
        c.dram_return_queue = rng_percent(&r, 50) ? 1 + rng_below(&r, 20) : 1024;
        c.dram_bank_groups = 1u << rng_below(&r, 4);
        if (i % 2 == 0 && rng_percent(&r, 70))
            c.l2_write_miss = GPU_WRITE_THROUGH;
        if (micro_bad_rows("channel", &c, NULL, true))
            fail_msg("machine %u", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_channel_010_presets),
        cmocka_unit_test(micro_channel_011_follows_the_keys),
        cmocka_unit_test(micro_channel_012_notices_another_machine),
        cmocka_unit_test(micro_channel_013_credits_limit),
        cmocka_unit_test(micro_channel_014_the_slices_limit),
        cmocka_unit_test(micro_channel_015_stores_through),
        cmocka_unit_test(micro_channel_020_all_ways_at_random_timings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
