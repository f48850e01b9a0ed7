/*
 * Stores in the L1: the queue that they share with reads, and what they do to the lines they find.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "micro_rig.h"

enum { ROWS = 44, ROWS_OF_LINES = 9 };

static void micro_stores_010_presets(void **state)
{
    (void)state;
    micro_on_presets("stores", ROWS);
    micro_all_hold("stores", "sm2-gtx480", NULL, 0, ROWS_OF_LINES);
}

static void micro_stores_011_follows_the_keys(void **state)
{
    (void)state;
    static const micro_set_t changed[] = {
        {"l1_miss_delay", "9"},    {"l1_miss_queue", "3"},    {"icnt_in_flits", "2"},
        {"icnt_gap", "2"},         {"flit_bytes", "4"},       {"core_mhz", "701"},
        {"l2_latency", "5"},       {"rop_latency", "0"},      {"l1_fill_delay", "1"},
        {"reply_queue", "1"},      {"writeback", "turn"},     {"l2_port_bytes", "16"},
        {"tick_order", "release"}, {"latency_clock", "core"}, {"l1_bypass_path", "beside"},
        {"l2_write_miss", "lazy"}, {"schedulers", "2"},       {"operand_delay", "2"},
        {"l1_store_hit", "keep"},  {"l1_read_spare", "3"},    {"icnt_latency", "1"},
        {"l1_inject_queue", "1"},  {"l1_inject_queue", "20"}, {"header_bytes", "0"},
        {"coalescer", "halves"},   {"coalescer", "segments"}};
    static const micro_set_t one[] = {{"l1_inject_queue", "0"}, {"l1_read_spare", "1"}};
    for (unsigned i = 0; i < MICRO_COUNT(changed); i++) {
        const micro_set_t set[] = {one[0], one[1], changed[i]};
        micro_all_hold("stores", PLAIN, set, 3, ROWS);
    }
    micro_follows("stores", "abyp-gcn", changed, MICRO_COUNT(changed) - 2, ROWS);
}

static void queue_of_their_own(gpu_cfg_t *c)
{
    c->l1_inject_queue = c->l1_inject_queue ? 0 : 8;
}

static void another_spare(gpu_cfg_t *c)
{
    c->l1_read_spare = c->l1_read_spare ? 0 : c->l1_miss_queue > 1;
}

static void a_place_more(gpu_cfg_t *c)
{
    c->l1_miss_queue++;
}

/* The rows of one queue's two counts do not both hold on another machine. */
static void notices(const gpu_cfg_t *c, const char *queue, void (*damage)(gpu_cfg_t *))
{
    unsigned found = 0;
    assert_true(micro_bad_rows("stores", c, damage, false) > 0);
    for (unsigned k = 0; k < micro_rig.n && !found; k++)
        if (strncmp(micro_rig.row[k].what, queue, strlen(queue)) == 0) {
            found++;
            if (micro_holds(&micro_rig.row[k]) && micro_holds(&micro_rig.row[k + 1]))
                fail_msg("%s: not noticed", queue);
        }
    assert_int_equal(found, 1);
}

/* On every preset reads and stores are rejected by every queue, their own, too, and a machine with
 * one place more, or other spare places, is noticed by its row; a second queue by that of a long
 * queue, in which packets of two instructions meet. */
static void micro_stores_012_notice_another_queue(void **state)
{
    (void)state;
    static const char *const presets[] = {MICRO_ALL};
    for (unsigned i = 0; i < MICRO_COUNT(presets); i++) {
        gpu_cfg_t c = micro_preset(presets[i], NULL, 0);
        unsigned full = 0;
        char own[72], longer[72];
        assert_int_equal(micro_bad_rows("stores", &c, NULL, true), 0);
        for (unsigned k = 0; k < micro_rig.n; k++)
            full += strstr(micro_rig.row[k].what, "fail_") && micro_rig.row[k].got > 0;
        assert_true(full >= 13);
        snprintf(own, sizeof own, "%u places, %u spare, %u for stores", c.l1_miss_queue,
                 c.l1_read_spare, c.l1_inject_queue);
        snprintf(longer, sizeof longer, "%u places, 1 spare, 0 for stores", c.warp_size * 3 / 4);
        notices(&c, own, another_spare);
        notices(&c, own, a_place_more);
        c.l1_inject_queue = 0;
        notices(&c, longer, queue_of_their_own);
    }
}

static unsigned bad_of(const char *what)
{
    unsigned bad = 0;
    for (unsigned k = 0; k < micro_rig.n; k++)
        bad += strstr(micro_rig.row[k].what, what) && !micro_holds(&micro_rig.row[k]);
    return bad;
}

/* A store that drops its line, or leaves it, is noticed by the rows of such stores alone. */
static void micro_stores_013_notice_what_a_store_does_to_its_line(void **state)
{
    (void)state;
    static const micro_set_t hit[] = {{"l1_store_hit", "evict"}, {"l1_store_hit", "keep"}};
    for (unsigned i = 0; i < 2; i++) {
        gpu_cfg_t c = micro_preset("mrpb-s", &hit[i], 1);
        micro_damage_set = hit[!i];
        assert_int_equal(micro_bad_rows("stores", &c, micro_damage, false), 3);
        assert_int_equal(bad_of("a store to a line that is here"), 1);
    }
    micro_notices("stores", "abyp-gcn", &hit[1], 1);
    micro_notices("stores", "sm2-gtx480", &hit[1], 1);
}

static void micro_stores_014_never_sleep_is_the_same(void **state)
{
    (void)state;
    micro_t *m = &micro_rig;
    memset(m, 0, sizeof *m);
    m->cfg = micro_preset("mrpb-s", NULL, 0);
    m->never_sleep = true;
    assert_int_equal(micro_run(m, micro_known("stores")), 0);
    for (unsigned k = 0; k < m->n; k++)
        assert_true(micro_holds(&m->row[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_stores_010_presets),
        cmocka_unit_test(micro_stores_011_follows_the_keys),
        cmocka_unit_test(micro_stores_012_notice_another_queue),
        cmocka_unit_test(micro_stores_013_notice_what_a_store_does_to_its_line),
        cmocka_unit_test(micro_stores_014_never_sleep_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
