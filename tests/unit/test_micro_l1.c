/*
 * The L1 under conflicts and full of misses: hits, evictions and every cause of rejection, exact.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

static void micro_l1_010_sets_presets(void **state)
{
    (void)state;
    micro_on_presets("sets", 13);
}

static void micro_l1_011_sets_follow_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1_ways", "1"},       {"l1_ways", "2"},      {"l1_ways", "8"},    {"l1_ways", "16"},
        {"l1_ways", "6"},       {"l1_ways", "64"},     {"l1_sets", "64"},   {"l1_mshrs", "3"},
        {"l1_miss_queue", "1"}, {"icnt_mhz", "1000"},  {"l2_mhz", "401"},   {"icnt_in_flits", "3"},
        {"flit_bytes", "24"},   {"l1_flush", "false"}, {"reply_queue", "1"}};
    micro_follows("sets", PLAIN, changed, MICRO_COUNT(changed), 8);
}

static void micro_l1_012_sets_notice_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"l1_ways", "4"},
                                          {"l1_sets", "64"},
                                          {"icnt_latency", "9"},
                                          {"l1_fill_delay", "3"},
                                          {"l1_flush", "false"}};
    micro_notices("sets", PLAIN, changed, MICRO_COUNT(changed));
}

static void micro_l1_020_mshr_presets(void **state)
{
    (void)state;
    micro_on_presets("mshr", 48);
}

static void micro_l1_021_mshr_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1_miss_delay", "9"},  {"l1_miss_queue", "3"},    {"icnt_in_flits", "2"},
        {"l1_read_spare", "1"},  {"l1_read_spare", "7"},    {"icnt_out_flits", "3"},
        {"rop_queue", "open"},   {"l2_dram_queue", "2"},    {"l2_queue", "1"},
        {"l2_reply_queue", "1"}, {"l2_latency", "5"},       {"rop_latency", "0"},
        {"flit_bytes", "16"},    {"icnt_mhz", "701"},       {"l2_mhz", "350"},
        {"l2_mhz", "1999"},      {"icnt_gap", "1"},         {"icnt_gap", "7"},
        {"core_mhz", "997"},     {"icnt_mhz", "2100"},      {"exec_delay", "3"},
        {"fetch_latency", "4"},  {"fetch_insts", "4"},      {"l1_fill_delay", "0"},
        {"const_latency", "19"}, {"reply_queue", "2"},      {"writeback", "turn"},
        {"l2_port_bytes", "8"},  {"latency_clock", "core"}, {"tick_order", "release"}};
    micro_follows("mshr", PLAIN, changed, MICRO_COUNT(changed), 46);
}

static void micro_l1_022_mshr_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1_miss_queue", "7"}, {"rop_latency", "121"}, {"l2_latency", "11"},
        {"flit_bytes", "64"},   {"icnt_mhz", "576"},    {"l2_mhz", "574"},
        {"icnt_gap", "1"},      {"icnt_latency", "9"},  {"reply_queue", "2"},
        {"writeback", "turn"},  {"l2_port_bytes", "8"}, {"tick_order", "release"}};
    micro_notices("mshr", PLAIN, changed, MICRO_COUNT(changed));
    static const micro_set_t spare[] = {{"l1_read_spare", "1"}};
    gpu_cfg_t c = micro_preset(PLAIN, spare, 1);
    micro_damage_set = (micro_set_t){"l1_read_spare", "0"};
    assert_true(micro_bad_rows("mshr", &c, micro_damage, false) > 0);
}

/* One place more that must stay free, or none. A queue of one place has none to keep. */
static void another_spare(gpu_cfg_t *c)
{
    c->l1_read_spare = c->l1_read_spare ? 0 : c->l1_miss_queue > 1;
}

/* With the slow crossbar the queue is full on every preset, as far as reads may fill it, and a
 * machine that keeps one place more or less free for stores is noticed by the row of its own
 * queue. */
static void micro_l1_024_the_queue_is_full(void **state)
{
    (void)state;
    static const char *const presets[] = {MICRO_ALL};
    for (unsigned i = 0; i < MICRO_COUNT(presets); i++) {
        gpu_cfg_t c = micro_preset(presets[i], NULL, 0);
        unsigned full = 0;
        assert_int_equal(micro_bad_rows("mshr", &c, NULL, true), 0);
        for (unsigned k = 0; k < micro_rig.n; k++)
            full += strstr(micro_rig.row[k].what, "slow") && micro_rig.row[k].got > 0;
        assert_int_equal(full, 4);
        assert_true(micro_bad_rows("mshr", &c, another_spare, false) > 0);
        char own[72];
        snprintf(own, sizeof own, "fail_miss_queue, %u places, %u spare, %u flits, slow crossbar",
                 c.l1_miss_queue, c.l1_read_spare, c.icnt_in_flits);
        for (unsigned k = 0; k < micro_rig.n; k++)
            if (strcmp(micro_rig.row[k].what, own) == 0)
                assert_false(micro_holds(&micro_rig.row[k]));
    }
}

static void micro_l1_040_bypass_presets(void **state)
{
    (void)state;
    micro_on_presets("bypass", 27);
}

static void micro_l1_041_bypass_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1_miss_delay", "9"},   {"l1_miss_queue", "3"}, {"icnt_in_flits", "2"},
        {"icnt_gap", "2"},        {"flit_bytes", "4"},    {"icnt_mhz", "300"},
        {"icnt_mhz", "2100"},     {"core_mhz", "701"},    {"l2_mhz", "350"},
        {"l2_mhz", "1999"},       {"l2_latency", "5"},    {"rop_latency", "0"},
        {"exec_delay", "3"},      {"l1_fill_delay", "0"}, {"schedulers", "2"},
        {"reply_queue", "1"},     {"writeback", "turn"},  {"l2_port_bytes", "16"},
        {"tick_order", "release"}};
    static const micro_set_t machine[][3] = {
        {{"l1_bypass_path", "queue"}, {"l1_inject_queue", "8"}, {"l1_bypass_size", "line"}},
        {{"l1_bypass_path", "queue"}, {"l1_inject_queue", "0"}, {"l1_bypass_size", "asked"}},
        {{"l1_bypass_path", "queue"}, {"l1_inject_queue", "2"}, {"l1_bypass_size", "asked"}},
        {{"l1_bypass_path", "beside"}, {"l1_inject_queue", "0"}, {"l1_bypass_size", "line"}},
        {{"l1_bypass_path", "beside"}, {"l1_inject_queue", "8"}, {"l1_bypass_size", "asked"}}};
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++)
        for (unsigned k = 0; k < MICRO_COUNT(machine); k++) {
            const micro_set_t set[] = {machine[k][0], machine[k][1], machine[k][2], changed[i]};
            micro_all_hold("bypass", PLAIN, set, 4, 27);
        }
}

static void micro_l1_042_bypass_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1_bypass_path", "beside"}, {"l1_bypass_size", "asked"}, {"l1_inject_queue", "7"},
        {"l1_miss_queue", "7"},       {"icnt_gap", "1"},           {"icnt_latency", "9"}};
    micro_notices("bypass", PLAIN, changed, MICRO_COUNT(changed));
}

/* Where bypassed reads go beside the queue, some are rejected for want of room in the crossbar's
 * input buffer on every preset, and a machine without that path is noticed. */
static void micro_l1_043_the_buffer_is_full(void **state)
{
    (void)state;
    static const char *const presets[] = {"mrpb-s", "mrpb-l", "apres", "las", "apcm-kepler"};
    for (unsigned i = 0; i < MICRO_COUNT(presets); i++) {
        gpu_cfg_t c = micro_preset(presets[i], NULL, 0);
        unsigned full = 0;
        assert_int_equal(c.l1_bypass_path, GPU_BYPASS_BESIDE);
        assert_int_equal(micro_bad_rows("bypass", &c, NULL, true), 0);
        for (unsigned k = 0; k < micro_rig.n; k++)
            full += strstr(micro_rig.row[k].what, "slow") && micro_rig.row[k].got > 0;
        assert_int_equal(full, 3);
        micro_damage_set = (micro_set_t){"l1_bypass_path", "queue"};
        assert_true(micro_bad_rows("bypass", &c, micro_damage, false) >= 3);
    }
}

static void micro_l1_050_turn_presets(void **state)
{
    (void)state;
    micro_on_presets("turn", 28);
}

static void micro_l1_051_turn_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"reply_queue", "3"},         {"writeback", "turn"},     {"l1_fill_delay", "1"},
        {"l1_fill_delay", "9"},       {"core_mhz", "400"},       {"icnt_mhz", "2100"},
        {"l2_mhz", "1999"},           {"icnt_gap", "2"},         {"l1_bypass_size", "asked"},
        {"l1_bypass_path", "beside"}, {"tick_order", "release"}, {"smem_passes", "warp"},
        {"fetch_insts", "5"},         {"issue_per_sched", "2"},  {"operand_delay", "1"}};
    static const micro_set_t turn[] = {{"writeback", "turn"}, {"reply_queue", "1"}};
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++) {
        const micro_set_t set[] = {turn[0], turn[1], changed[i]};
        micro_all_hold("turn", PLAIN, set, 3, 28);
        micro_all_hold("turn", "abyp-gcn", set, 3, 28);
    }
    micro_follows("turn", PLAIN, changed, MICRO_COUNT(changed), 28);
}

/* Who waits for his turn is derived: some do, and a machine without turns, with another queue or
 * another delay is noticed. */
static void micro_l1_052_turn_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"writeback", "free"},  {"reply_queue", "0"},
                                          {"reply_queue", "2"},   {"l1_fill_delay", "7"},
                                          {"icnt_latency", "12"}, {"l1_bypass_path", "queue"}};
    micro_notices("turn", "mrpb-s", changed, MICRO_COUNT(changed));
    gpu_cfg_t c = micro_preset("mrpb-s", NULL, 0);
    assert_int_equal(micro_bad_rows("turn", &c, NULL, true), 0);
    assert_true(micro_rig.row[0].got > 0);
    /* A queue of two places is full for a while, where the machine's own never is; so are turns
     * without a queue, where the second of two bypassed replies waits in the crossbar. */
    double own = micro_rig.row[2].got, free = micro_rig.row[6].got;
    assert_true(strstr(micro_rig.row[24].what, "turn, reply_queue 2") &&
                micro_rig.row[26].got > own);
    assert_true(strstr(micro_rig.row[16].what, "turn, reply_queue 0") &&
                micro_rig.row[18].got > free);
}

/* Packets that are due together, under each order of a cycle and with other latencies. */
static void micro_l1_060_send_ports(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"send_ports", "each"},   {"send_ports", "one"},        {"tick_order", "release"},
        {"l1_fill_delay", "9"},   {"writeback", "turn"},        {"reply_queue", "1"},
        {"icnt_latency", "3"},    {"l2_latency", "31"},         {"fetch_insts", "1"},
        {"l1c_line_bytes", "32"}, {"l2_write_miss", "through"}, {"operand_delay", "2"},
        {"const_latency", "30"},  {"core_mhz", "333"}};
    static const micro_set_t each[] = {{"send_ports", "each"}}, one[] = {{"send_ports", "one"}};
    micro_on_presets("send", 6);
    micro_follows("send", PLAIN, changed, MICRO_COUNT(changed), 6);
    micro_follows("send", "apres", changed, MICRO_COUNT(changed), 6);
    micro_notices("send", PLAIN, each, 1);
    micro_notices("send", "mrpb-s", one, 1);
}

static void micro_l1_023_the_causes_are_there(void **state)
{
    (void)state;
    /* Rejections by every cause are derived somewhere, else the rows would prove nothing. */
    static const char *const cause[] = {"fail_mshr_full", "fail_miss_queue", "fail_merge_full"};
    gpu_cfg_t c = micro_preset(PLAIN, NULL, 0);
    assert_int_equal(micro_bad_rows("mshr", &c, NULL, true), 0);
    for (unsigned i = 0; i < MICRO_COUNT(cause); i++) {
        double most = 0;
        for (unsigned k = 0; k < micro_rig.n; k++)
            if (strstr(micro_rig.row[k].what, cause[i]) && micro_rig.row[k].got > most)
                most = micro_rig.row[k].got;
        assert_true(most > 0);
    }
}

static void micro_l1_030_never_sleep_is_the_same(void **state)
{
    (void)state;
    gpu_cfg_t c = micro_preset(PLAIN, NULL, 0);
    micro_t *m = &micro_rig;
    static const char *const bench[] = {"mshr", "sets", "bypass", "turn", "send"};
    for (unsigned i = 0; i < MICRO_COUNT(bench); i++) {
        memset(m, 0, sizeof *m);
        m->cfg = c;
        m->never_sleep = true;
        assert_int_equal(micro_run(m, micro_known(bench[i])), 0);
        for (unsigned k = 0; k < m->n; k++)
            assert_true(micro_holds(&m->row[k]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_l1_010_sets_presets),
        cmocka_unit_test(micro_l1_011_sets_follow_the_keys),
        cmocka_unit_test(micro_l1_012_sets_notice_another_machine),
        cmocka_unit_test(micro_l1_020_mshr_presets),
        cmocka_unit_test(micro_l1_021_mshr_follows_the_keys),
        cmocka_unit_test(micro_l1_022_mshr_notices_another_machine),
        cmocka_unit_test(micro_l1_023_the_causes_are_there),
        cmocka_unit_test(micro_l1_024_the_queue_is_full),
        cmocka_unit_test(micro_l1_040_bypass_presets),
        cmocka_unit_test(micro_l1_041_bypass_follows_the_keys),
        cmocka_unit_test(micro_l1_042_bypass_notices_another_machine),
        cmocka_unit_test(micro_l1_043_the_buffer_is_full),
        cmocka_unit_test(micro_l1_050_turn_presets),
        cmocka_unit_test(micro_l1_051_turn_follows_the_keys),
        cmocka_unit_test(micro_l1_052_turn_notices_another_machine),
        cmocka_unit_test(micro_l1_060_send_ports),
        cmocka_unit_test(micro_l1_030_never_sleep_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
