/*
 * What a lookup in the L2 waits for: its data port, room for a reply.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

enum { ROWS = 17 };

static void micro_slice_010_presets(void **state)
{
    (void)state;
    micro_on_presets("slice", ROWS);
    micro_all_hold("slice", "sm2-gtx480", NULL, 0, ROWS);
}

static void micro_slice_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l2_port_bytes", "1"},       {"l2_port_bytes", "5"},     {"l2_port_bytes", "200"},
        {"l2_write_miss", "through"}, {"l2_write_miss", "lazy"},  {"l2_fetch_first", "true"},
        {"l2_reply_queue", "1"},      {"l2_reply_queue", "3"},    {"l2_reply_queue", "40"},
        {"header_bytes", "0"},        {"header_bytes", "16"},     {"icnt_latency", "1"},
        {"reply_queue", "1"},         {"tick_order", "release"},  {"latency_clock", "core"},
        {"rop_queue", "open"},        {"rop_latency", "0"},       {"coalescer", "halves"},
        {"coalescer", "segments"},    {"l2_replacement", "plru"}, {"dram_admit", "credits"},
        {"l2_fill_queue", "1"},       {"writeback", "turn"},      {"l2_read_spare", "1"}};
    micro_follows("slice", PLAIN, changed, MICRO_COUNT(changed), ROWS);
    micro_follows("slice", "mrpb-s", changed, MICRO_COUNT(changed), ROWS);
}

static bool holds(const char *what)
{
    for (unsigned k = 0; k < micro_rig.n; k++)
        if (strstr(micro_rig.row[k].what, what) && !micro_holds(&micro_rig.row[k]))
            return false;
    return true;
}

/* Each key is noticed by its own rows. */
static void micro_slice_012_notices_another_machine(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {{"l2_port_bytes", "12"},
                                          {"l2_lookup_room", "true"},
                                          {"l2_lookup_room", "false"},
                                          {"l2_reply_queue", "2"}};
    static const char *const presets[] = {MICRO_ALL};
    for (unsigned i = 0; i < MICRO_COUNT(presets); i++) {
        gpu_cfg_t c = micro_preset(presets[i], NULL, 0);
        for (unsigned k = 0; k < MICRO_COUNT(changed); k++) {
            micro_damage_set = changed[k];
            assert_true(micro_bad_rows("slice", &c, micro_damage, false) > 0);
            assert_int_equal(holds("dirty lines evicted, a port of 8 B"), k != 0);
            if (k == 0)
                continue; /* a narrow port may hold up the replies, too */
            assert_int_equal(holds("room for hits"), k == 2);
            assert_int_equal(holds("room for any"), k == 1);
        }
    }
}

static void micro_slice_013_never_sleep_is_the_same(void **state)
{
    (void)state;
    micro_t *m = &micro_rig;
    memset(m, 0, sizeof *m);
    m->cfg = micro_preset("apcm-kepler", NULL, 0);
    m->never_sleep = true;
    assert_int_equal(micro_run(m, micro_known("slice")), 0);
    for (unsigned k = 0; k < m->n; k++)
        assert_true(micro_holds(&m->row[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_slice_010_presets),
        cmocka_unit_test(micro_slice_011_follows_the_keys),
        cmocka_unit_test(micro_slice_012_notices_another_machine),
        cmocka_unit_test(micro_slice_013_never_sleep_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
