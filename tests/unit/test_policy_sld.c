/*
 * Spatial locality detection: which lines are prefetched when, derived from the rule
 * (sim/policy/sld.c). One warp reads one line after the other, each with the data of the last.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_synth.h"

/* RIG_LINE is a multiple of 4: line n is of macro block n / 4. */
static void run(policy_rig_t *r, const uint32_t *line, uint32_t n, uint64_t arena,
                const char *options)
{
    gpu_cfg_t c = rig_config();
    synth_t s;
    assert_int_equal(RIG_LINE % 32, 0);
    synth_init(&s, 1, 1, 32);
    for (uint32_t i = 0; i < n; i++)
        synth_load(&s, 1, 1);
    s.addr = rig_addr_by_inst;
    s.user = line;
    if (arena)
        s.front.arena_bytes = arena;
    rig_run(r, &c, &s, "sld", options);
    synth_free(&s);
}

static void told(const policy_rig_t *r, const uint32_t *line, uint32_t n)
{
    assert_int_equal(r->n_told, n);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(r->told_line[i], line[i]);
    assert_int_equal(rig_count(r, "asked"), n);
}

static void policy_sld_100_two_of_four_bring_the_others(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1, 2, 3}, want[] = {2, 3};
    /* Lines 0 and 1 miss; at the second one's lookup 2 and 3 are asked for, and are there when they
     * are read: the requests follow the miss by one and two cycles. */
    run(&r, line, 4, 0, NULL);
    told(&r, want, 2);
    assert_int_equal(r.st.l1d.misses, 2);
    assert_int_equal(r.st.l1d.hits, 2);
    assert_int_equal(r.st.l1d.prefetches_useful, 2);
    /* The touches of 2 and 3 bring nothing more. */
    assert_int_equal(rig_count(&r, "touches"), 4);
    assert_int_equal(rig_count(&r, "detected"), 1);
}

static void policy_sld_110_any_two_in_any_order(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {7, 7, 4}, want[] = {5, 6};
    /* Line 7 twice is one line. */
    run(&r, line, 3, 0, NULL);
    told(&r, want, 2);
}

static void policy_sld_120_neighbours_in_two_blocks_are_none(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {3, 4, 11, 12};
    run(&r, line, 4, 0, NULL);
    told(&r, NULL, 0);
    assert_int_equal(rig_count(&r, "blocks"), 4);
}

static void policy_sld_130_the_table_forgets_the_least_recent(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 4, 1}, want[] = {2, 3};
    run(&r, line, 3, 0, "sld.entries=1");
    told(&r, NULL, 0);
    assert_int_equal(rig_count(&r, "blocks"), 3);
    run(&r, line, 3, 0, "sld.entries=2");
    told(&r, want, 2);
    /* With two entries: 0 and 4 enter; 0 again is younger, so 8 takes the place of 4's block; 1
     * completes 0's two, 5 begins anew. */
    const uint32_t more[] = {0, 4, 0, 8, 1, 5};
    run(&r, more, 6, 0, "sld.entries=2");
    told(&r, want, 2);
}

static void policy_sld_140_other_sizes(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1, 6}, want[] = {2, 3, 4, 5, 7}, pair[] = {7};
    run(&r, line, 3, 0, "sld.lines=8 sld.touches=3");
    told(&r, want, 5);
    /* Pairs of lines, prefetched at the first touch: 1 with 0; 0's is on its way; 7 with 6. */
    run(&r, line, 3, 0, "sld.lines=2 sld.touches=1");
    assert_int_equal(r.n_told, 2);
    assert_int_equal(r.told_line[0], 1);
    assert_int_equal(r.told_line[1], pair[0]);
}

static void policy_sld_150_nothing_beyond_the_memory(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1}, want[] = {2};
    run(&r, line, 2, 3 * 128, NULL);
    told(&r, want, 1);
    assert_int_equal(rig_count(&r, "outside"), 1);
}

static void policy_sld_160_brings_its_queue(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1}, want[] = {2};
    /* The preset has none. With one place, the second of two asked for in a cycle finds no room. */
    assert_int_equal(rig_config().l1_prefetch_queue, 0);
    run(&r, line, 2, 0, "sld.queue=1");
    assert_int_equal(r.n_told, 1);
    assert_int_equal(r.told_line[0], want[0]);
    assert_int_equal(rig_count(&r, "asked"), 2);
    assert_int_equal(rig_count(&r, "queue_full"), 1);
}

/*
 * A table of one block. Reads 1 to 4 are of lines 0, 1, 0, 1: the second completes the block, the
 * others touch what has been touched. 4 takes the entry, so that 0 begins the block anew, 0 again
 * is no second line, and 1 completes it: 2 and 3 are asked for once more, and are there by now. 5
 * takes the entry and is the only line of its block.
 */
static void policy_sld_170_reading_again_brings_nothing(void **state)
{
    (void)state;
    policy_rig_t r;
    const uint32_t line[] = {0, 1, 0, 1, 4, 0, 0, 1, 1, 0, 5}, want[] = {2, 3, 2, 3};
    run(&r, line, 11, 0, "sld.entries=1");
    told(&r, want, 4);
    assert_int_equal(rig_count(&r, "touches"), 11);
    assert_int_equal(rig_count(&r, "blocks"), 4);
    assert_int_equal(rig_count(&r, "detected"), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policy_sld_100_two_of_four_bring_the_others),
        cmocka_unit_test(policy_sld_110_any_two_in_any_order),
        cmocka_unit_test(policy_sld_120_neighbours_in_two_blocks_are_none),
        cmocka_unit_test(policy_sld_130_the_table_forgets_the_least_recent),
        cmocka_unit_test(policy_sld_140_other_sizes),
        cmocka_unit_test(policy_sld_150_nothing_beyond_the_memory),
        cmocka_unit_test(policy_sld_160_brings_its_queue),
        cmocka_unit_test(policy_sld_170_reading_again_brings_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
