/* las.warp: figures 3.13 and 3.14 of the thesis, the rules of docs/units/las.md for warps that
 * arrive, and every degree against the ranges. */
#include "las_sums_rig.h"
#include "unit_bench.h"

#include "las/las_warp.h"

static las_warp_t warp_make(unsigned scheds, unsigned per)
{
    las_warp_t u;
    const las_warp_cfg_t cfg = {.scheds = scheds,
                                .per = per,
                                .active = 2,
                                .arrays = 1,
                                .region_w = 3,
                                .subs = 4,
                                .deg_w = 8,
                                .age_w = 16,
                                .ctas = 8};
    assert_int_equal(las_warp_init(&u, &cfg), 0);
    return u;
}

static las_warp_out_t warp_cycle(las_warp_t *u, las_warp_in_t in)
{
    las_warp_out_t out;
    las_warp_eval(u, &in, &out);
    las_warp_tick(u, &in);
    return out;
}

static las_warp_in_t arrive(unsigned warp, unsigned region, unsigned subs)
{
    return (las_warp_in_t){.set_en = 1,
                           .set_new = warp == 0,
                           .set_warp = (uint8_t)warp,
                           .set_regions = {(uint16_t)region},
                           .set_subs = {subs}};
}

static unsigned deg01(const las_warp_t *u)
{
    return u->sched.degrees.deg[0];
}

static void las_warp_010_figures_3_13_and_3_14(void **state)
{
    (void)state;
    las_warp_t u = warp_make(1, 3);
    assert_true(las_warp_idle(&u));
    assert_false(warp_cycle(&u, arrive(0, 1, 11)).compares); /* cycle 0 */
    assert_int_equal(u.todo, 1);
    assert_false(warp_cycle(&u, arrive(1, 1, 3)).compares); /* 1: warp 0 is taken */
    assert_true(u.busy && u.cur_warp == 0 && u.count == 0);
    assert_false(warp_cycle(&u, arrive(2, 2, 15)).compares); /* 2: with itself */
    assert_true(warp_cycle(&u, (las_warp_in_t){0}).compares);
    assert_true(warp_cycle(&u, (las_warp_in_t){0}).compares); /* 4 */
    assert_true(!u.busy && u.todo == 6 && deg01(&u) == 0);
    assert_false(warp_cycle(&u, (las_warp_in_t){0}).compares); /* 5: warp 1 is taken */
    assert_int_equal(deg01(&u), 2);                            /* from cycle 6 on */
    unsigned compares = 0;
    for (unsigned k = 0; k < 9; k++)
        compares += warp_cycle(&u, (las_warp_in_t){0}).compares;
    assert_int_equal(compares, 4);
    assert_true(las_warp_idle(&u));
    assert_int_equal(las_warp_quiet(&u), UNIT_QUIET_EVER);
    assert_true(deg01(&u) == 2 && u.sched.degrees.deg[1] == 0 && u.sched.degrees.deg[2] == 0);
}

static void las_warp_020_a_warp_arrives_again(void **state)
{
    (void)state;
    las_warp_t u = warp_make(1, 3);
    warp_cycle(&u, arrive(0, 1, 11));
    warp_cycle(&u, arrive(1, 1, 3));
    for (unsigned k = 0; k < 2; k++)
        warp_cycle(&u, (las_warp_in_t){0});
    assert_true(u.busy && u.cur_warp == 0 && u.count == 2); /* the last cycle of warp 0 */
    assert_true(u.match.both_en);
    assert_true(warp_cycle(&u, arrive(0, 1, 1)).compares);
    assert_true(u.busy && u.count == 0 && u.todo == 3);
    assert_true(las_match_idle(&u.match)); /* dropped */
    for (unsigned k = 0; k < 5; k++)
        warp_cycle(&u, (las_warp_in_t){0});
    assert_int_equal(deg01(&u), 1);
    warp_cycle(&u, arrive(1, 3, 3)); /* the row of a warp that arrives is 0 */
    assert_int_equal(deg01(&u), 0);
}

static void las_warp_030_schedulers_and_ages(void **state)
{
    (void)state;
    las_warp_t u = warp_make(2, 3);
    las_warp_in_t in = arrive(1, 1, 11);
    in.set_sched = 1;
    warp_cycle(&u, in);
    assert_true(u.todo == 1 << 4 && u.ranges.valid[4]);
    assert_int_equal(u.ages.age[0], 0); /* not the first of its CTA */
    in.set_warp = 3;                    /* there is none */
    in.set_new = 1;
    warp_cycle(&u, in);
    assert_true(u.busy && u.cur_sched == 1 && u.cur_warp == 1 && u.ages.age[0] == 0);
    for (unsigned n = 0; n < 17; n++)
        warp_cycle(&u, arrive(0, 1, 15)); /* 17 CTAs, more than 2 * 8 */
    in = (las_warp_in_t){.run_en = 1, .ready = {0, 7}};
    las_warp_out_t out = warp_cycle(&u, in);
    assert_true(!out.promotes[0] && out.promotes[1] && out.rescues[1]);
    assert_int_equal(u.sched.active[1], 1); /* all of them starve as long: the lowest */
    in.issue_en[1] = 1;
    out = warp_cycle(&u, in);
    assert_true(!out.pick_valid[0] && out.pick_valid[1] && out.pick[1] == 0 && out.starved[1]);
}

static void las_warp_040_a_kernel_starts(void **state)
{
    (void)state;
    las_warp_t u = warp_make(1, 3);
    warp_cycle(&u, arrive(0, 1, 11));
    warp_cycle(&u, arrive(1, 1, 3));
    las_warp_in_t in = {.run_en = 1, .ready = {3}};
    assert_true(warp_cycle(&u, in).promotes[0]);
    in.set_en = in.set_new = in.start_en = 1;
    const las_warp_out_t out = warp_cycle(&u, in);
    assert_true(!out.promotes[0] && !out.compares && out.group[0] == 1 && out.pick_valid[0]);
    assert_true(!u.busy && u.todo == 0 && u.ages.age[2] == 0 && u.sched.active[0] == 0);
    assert_true(!u.ranges.valid[0] && !u.ranges.valid[1] && las_warp_idle(&u));
}

/* Once nothing is under way, every degree is that of the ranges that the warps have. */
static void las_warp_050_degrees_of_the_ranges(void **state)
{
    (void)state;
    las_warp_t u = warp_make(2, 5);
    rng_t rng;
    rng_seed(&rng, 50);
    unsigned above_0 = 0;
    for (unsigned round = 0; round < 200; round++) {
        for (unsigned k = 0; k < 40; k++) {
            las_warp_in_t in = arrive(rng_below(&rng, 6), rng_below(&rng, 2), rng_below(&rng, 16));
            in.set_en = rng_below(&rng, 4) == 0;
            in.set_sched = (uint8_t)rng_below(&rng, 2);
            in.run_en = 1;
            in.ready[0] = rng_u64(&rng), in.ready[1] = rng_u64(&rng);
            in.stalled[0] = rng_u64(&rng) & rng_u64(&rng);
            warp_cycle(&u, in);
            assert_all_sums(&u.sched);
        }
        while (!las_warp_idle(&u))
            warp_cycle(&u, (las_warp_in_t){0});
        for (unsigned s = 0; s < 2; s++)
            for (unsigned v = 0; v < 25; v++) {
                const unsigned a = s * 5 + v / 5, b = s * 5 + v % 5;
                const bool same = u.ranges.valid[a] && u.ranges.valid[b] &&
                                  u.ranges.regions[a] == u.ranges.regions[b] && a != b;
                const unsigned deg = degree(&u.sched, s, v / 5, v % 5);
                assert_int_equal(deg,
                                 same ? bits_popcount(u.ranges.subs[a] & u.ranges.subs[b]) : 0);
                above_0 += deg > 0;
            }
    }
    assert_true(above_0 > 1000);
}

static void none(las_warp_t *u, unsigned cycles)
{
    for (unsigned k = 0; k < cycles; k++)
        warp_cycle(u, (las_warp_in_t){0});
}

/* Warp 1 is not the first of its CTA. It arrives in the cycle in which its comparison with warp 0
 * would go on to its degree: until its own turn the degree is 0. */
static void las_warp_060_any_warp_that_arrives_drops_its_comparisons(void **state)
{
    (void)state;
    las_warp_t u = warp_make(1, 3);
    warp_cycle(&u, arrive(0, 1, 11)); /* cycle 0 */
    warp_cycle(&u, arrive(1, 1, 3));
    none(&u, 2);
    assert_true(u.match.both_en && u.match.both_other == 1); /* begun in cycle 3 */
    assert_true(warp_cycle(&u, arrive(1, 1, 8)).compares);   /* 4, with warp 2 */
    assert_true(!u.match.deg_en && u.match.both_en);
    assert_true(!u.busy && u.todo == 2);
    none(&u, 2); /* 5: warp 1 is taken; 6: it is compared with warp 0 */
    assert_int_equal(deg01(&u), 0);
    none(&u, 1);
    assert_int_equal(deg01(&u), 0);
    none(&u, 1);
    assert_int_equal(deg01(&u), 1); /* 1011 and 1000 */
}

/* Warp 1 of scheduler 1 is under way when warp 1 of scheduler 0 arrives. */
static void las_warp_070_a_warp_of_another_scheduler_restarts_nothing(void **state)
{
    (void)state;
    las_warp_t u = warp_make(2, 3);
    las_warp_in_t in = arrive(1, 1, 11);
    in.set_sched = 1;
    warp_cycle(&u, in);
    none(&u, 2);
    assert_true(u.busy && u.cur_sched == 1 && u.cur_warp == 1 && u.count == 1);
    warp_cycle(&u, arrive(1, 1, 11));
    assert_true(u.busy && u.cur_sched == 1 && u.count == 2);
    assert_int_equal(u.todo, 1 << 4 | 1 << 1);
    none(&u, 1);
    assert_true(!u.busy && u.todo == 1 << 1);
    none(&u, 1);
    assert_true(u.busy && u.cur_sched == 0 && u.cur_warp == 1 && u.count == 0);
}

/* The warp whose degrees come next is the lowest, not the one that came first. */
static void las_warp_080_the_lowest_warp_is_taken_first(void **state)
{
    (void)state;
    las_warp_t u = warp_make(2, 3);
    las_warp_in_t in = arrive(0, 1, 11);
    in.set_sched = 1;
    warp_cycle(&u, in);
    warp_cycle(&u, arrive(2, 1, 11)); /* warp 0 of scheduler 1 is taken */
    warp_cycle(&u, arrive(1, 1, 11));
    static const uint8_t order[][2] = {{1, 0}, {0, 1}, {0, 2}};
    for (unsigned n = 0; n < 3; n++) {
        assert_true(u.busy && u.cur_sched == order[n][0] && u.cur_warp == order[n][1]);
        while (u.busy)
            none(&u, 1);
        none(&u, 1);
    }
    assert_int_equal(u.todo, 0);
}

/* Two bits can name scheduler 3, but there are three. */
static void las_warp_090_an_arrival_that_names_no_scheduler_changes_nothing(void **state)
{
    (void)state;
    las_warp_t u = warp_make(3, 3);
    las_warp_in_t in = arrive(0, 1, 11);
    in.set_new = 0;
    in.set_sched = 3;
    const las_warp_t before = u;
    for (unsigned warp = 0; warp < 4; warp++) {
        in.set_warp = (uint8_t)warp;
        assert_false(warp_cycle(&u, in).compares);
        assert_memory_equal(&u, &before, sizeof u);
    }
    in.set_sched = 2, in.set_warp = 2;
    warp_cycle(&u, in);
    assert_true(u.todo == 1 << 8 && u.ranges.valid[8]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_warp_010_figures_3_13_and_3_14),
        cmocka_unit_test(las_warp_020_a_warp_arrives_again),
        cmocka_unit_test(las_warp_030_schedulers_and_ages),
        cmocka_unit_test(las_warp_040_a_kernel_starts),
        cmocka_unit_test(las_warp_050_degrees_of_the_ranges),
        cmocka_unit_test(las_warp_060_any_warp_that_arrives_drops_its_comparisons),
        cmocka_unit_test(las_warp_070_a_warp_of_another_scheduler_restarts_nothing),
        cmocka_unit_test(las_warp_080_the_lowest_warp_is_taken_first),
        cmocka_unit_test(las_warp_090_an_arrival_that_names_no_scheduler_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
