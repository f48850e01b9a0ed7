/* las.sched: the worked example and the rules of docs/units/las.md, without and with registers, and
 * the sums against the degrees and the active warps. */
#include "las_sums_rig.h"
#include "unit_bench.h"

static las_sched_t sched_make(unsigned scheds, unsigned per, unsigned active, unsigned deg_w)
{
    las_sched_t u;
    const las_sched_cfg_t cfg = {
        .scheds = scheds, .per = per, .active = active, .deg_w = deg_w, .age_w = 4};
    assert_int_equal(las_sched_init(&u, &cfg), 0);
    return u;
}

static las_sched_out_t sched_cycle(las_sched_t *u, las_sched_in_t in)
{
    las_sched_out_t out;
    las_sched_eval(u, &in, &out);
    las_sched_tick(u, &in);
    return out;
}

static las_sched_in_t run_ready(unsigned ready)
{
    return (las_sched_in_t){.run_en = 1, .ready = {ready}};
}

static void sched_write(las_sched_t *u, unsigned one, unsigned other, unsigned deg)
{
    sched_cycle(u, (las_sched_in_t){.write_en = 1,
                                    .write_one = (uint8_t)one,
                                    .write_other = (uint8_t)other,
                                    .write_deg = (uint8_t)deg});
}

static void assert_sums(const las_sched_t *u, unsigned a, unsigned b, unsigned c, unsigned d)
{
    assert_int_equal(u->sum[0], a);
    assert_int_equal(u->sum[1], b);
    assert_int_equal(u->sum[2], c);
    assert_int_equal(u->sum[3], d);
}

/* The page's example up to two active warps, 0 and 1. */
static las_sched_t two_active(void)
{
    las_sched_t u = sched_make(1, 4, 2, 2);
    sched_write(&u, 0, 1, 2);
    sched_write(&u, 0, 2, 1);
    sched_write(&u, 1, 2, 3);
    assert_sums(&u, 0, 0, 0, 0);
    assert_true(sched_cycle(&u, run_ready(7)).promotes[0]);
    assert_int_equal(u.active[0], 1);
    assert_sums(&u, 0, 2, 1, 0);
    const las_sched_out_t out = sched_cycle(&u, run_ready(7));
    assert_true(out.promotes[0] && !out.demotes[0] && !out.rescues[0]);
    assert_int_equal(out.group[0], 1);
    assert_int_equal(u.active[0], 3);
    assert_sums(&u, 2, 2, 4, 0);
    return u;
}

static void las_sched_010_worked_example(void **state)
{
    (void)state;
    las_sched_t u = two_active();
    las_sched_in_t in = run_ready(3);
    in.issue_en[0] = 1;
    las_sched_out_t out = sched_cycle(&u, in);
    assert_true(out.pick_valid[0] && out.pick[0] == 0 && !out.starved[0] && !out.promotes[0]);
    out = sched_cycle(&u, run_ready(3));
    assert_true(out.pick_valid[0] && out.pick[0] == 0);
    out = sched_cycle(&u, run_ready(6));
    assert_true(out.pick_valid[0] && out.pick[0] == 1 && !out.promotes[0]);

    in = run_ready(6);
    in.stalled[0] = 1;
    out = sched_cycle(&u, in);
    assert_true(out.demotes[0] && !out.promotes[0]);
    assert_int_equal(u.active[0], 2);
    assert_sums(&u, 2, 0, 3, 0);
    out = sched_cycle(&u, run_ready(6));
    assert_true(out.promotes[0] && !out.demotes[0]);
    assert_int_equal(u.active[0], 6);
}

static void las_sched_020_locality_with_the_last_one(void **state)
{
    (void)state;
    las_sched_t u = sched_make(1, 4, 4, 2);
    for (unsigned n = 0; n < 4; n++)
        sched_cycle(&u, run_ready(15));
    assert_int_equal(u.active[0], 15);
    sched_write(&u, 3, 1, 1);
    sched_write(&u, 2, 3, 2);
    las_sched_in_t in = run_ready(7);
    assert_int_equal(sched_cycle(&u, in).pick[0], 0); /* none has issued: no keys */
    in.issue_en[0] = 1, in.issue_warp[0] = 3;         /* another one than the pick */
    assert_int_equal(sched_cycle(&u, in).pick[0], 0);
    assert_int_equal(sched_cycle(&u, run_ready(7)).pick[0], 2);
    assert_int_equal(sched_cycle(&u, run_ready(3)).pick[0], 1);
    assert_int_equal(sched_cycle(&u, run_ready(15)).pick[0], 3); /* the last one goes on */
    in = run_ready(15);
    in.starve[0] = 3;
    in.since[1] = 2;
    in.issue_en[0] = 1, in.issue_warp[0] = 4; /* names no warp */
    las_sched_out_t out = sched_cycle(&u, in);
    assert_true(out.pick[0] == 1 && out.starved[0]);
    assert_int_equal(u.last[0], 3);
    in.ready[0] = 0;
    out = sched_cycle(&u, in);
    assert_true(!out.pick_valid[0] && out.pick[0] == 0 && !out.starved[0]);
}

static void las_sched_030_a_warp_that_arrives(void **state)
{
    (void)state;
    las_sched_t u = two_active();
    las_sched_in_t in = {.wipe_en = 1, .wipe_warp = 1, .write_en = 1, .write_one = 0};
    in.write_other = 1, in.write_deg = 3; /* no effect */
    in.stalled[0] = 1, in.run_en = 1, in.ready[0] = 15;
    las_sched_out_t out = sched_cycle(&u, in);
    assert_true(out.demotes[0] && !out.promotes[0]);
    assert_int_equal(u.active[0], 1); /* warp 0 is stalled and stays */
    assert_sums(&u, 0, 0, 1, 0);
    sched_write(&u, 3, 0, 3);
    assert_sums(&u, 0, 0, 1, 3); /* only the partner of an active one */
    sched_write(&u, 0, 3, 1);
    assert_sums(&u, 0, 0, 1, 1);

    const las_sched_t before = u;
    out = sched_cycle(&u, (las_sched_in_t){.wipe_en = 1, .wipe_sched = 1});
    assert_false(out.demotes[0]);
    assert_memory_equal(&u, &before, sizeof u);
    assert_true(sched_cycle(&u, (las_sched_in_t){.wipe_en = 1}).demotes[0]); /* without run_en */
    assert_int_equal(u.active[0], 0);
    assert_sums(&u, 0, 0, 0, 0);
}

static void las_sched_040_a_kernel_starts(void **state)
{
    (void)state;
    las_sched_t u = two_active();
    las_sched_in_t in = run_ready(15);
    in.starve[0] = 15, in.stalled[0] = 2, in.issue_en[0] = 1, in.issue_warp[0] = 1;
    in.clear_en = 1;
    const las_sched_out_t out = sched_cycle(&u, in);
    assert_true(out.pick_valid[0] && out.pick[0] == 0 && out.group[0] == 3);
    assert_true(!out.promotes[0] && !out.demotes[0] && !out.starved[0] && !out.rescues[0]);
    assert_true(u.active[0] == 0 && !u.last_en[0]);
    assert_sums(&u, 0, 0, 0, 0);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(u.degrees.deg[i], 0);
    in = run_ready(6);
    in.starve[0] = 4;
    assert_true(sched_cycle(&u, in).rescues[0]);
    assert_int_equal(u.active[0], 4);
}

static void las_sched_050_products_that_are_refused(void **state)
{
    (void)state;
    las_sched_t u;
    las_sched_cfg_t cfg = {.scheds = 2, .per = 32, .active = 32, .deg_w = 8, .age_w = 1};
    assert_int_equal(las_sched_init(&u, &cfg), 0);
    cfg.active = 33;
    assert_int_equal(las_sched_init(&u, &cfg), -EINVAL);
    cfg.active = 32;
    cfg.per = 33;
    assert_int_equal(las_sched_init(&u, &cfg), -EINVAL);
}

static void las_sched_060_sums_in_every_state(void **state)
{
    (void)state;
    FOR_GEOMETRIES(g)
    {
        bench_t b = bench_at(&las_sched_unit, g);
        rng_t rng;
        rng_seed(&rng, 60 + g);
        las_sched_in_t *in = b.in;
        unsigned promotes = 0, demotes = 0;
        for (unsigned k = 0; k < 20000; k++) {
            bench_drive(&b, &rng, false);
            in->clear_en = k % 500 == 0;
            in->wipe_en = rng_below(&rng, 16) == 0;
            for (unsigned s = 0; s < 4; s++) {
                in->ready[s] = rng_u64(&rng);
                in->stalled[s] = rng_u64(&rng) & rng_u64(&rng) & rng_u64(&rng) & rng_u64(&rng);
            }
            las_sched_out_t out;
            las_sched_clock(b.state, in, &out);
            assert_all_sums(b.state);
            promotes += out.promotes[0];
            demotes += out.demotes[0];
        }
        assert_true(promotes > 1000 && demotes > 1000);
        bench_close(&b);
    }
}

/* A warp that waits is not promoted, even if it can issue. */
static void las_sched_070_a_stalled_warp_is_not_promoted(void **state)
{
    (void)state;
    las_sched_t u = sched_make(1, 4, 2, 2);
    las_sched_in_t in = run_ready(5);
    in.stalled[0] = 1;
    assert_true(sched_cycle(&u, in).promotes[0]);
    assert_int_equal(u.active[0], 4); /* warp 2, not the lower one */
    assert_false(sched_cycle(&u, in).promotes[0]);
    in.stalled[0] = 0;
    assert_true(sched_cycle(&u, in).promotes[0]);
    assert_int_equal(u.active[0], 5);
}

/* `stages` 1: of 4 warps, warp 0 is active, and its degrees are 2 with warp 1 and 1 with warp 2. */
static las_sched_t staged(void)
{
    las_sched_t u;
    const las_sched_cfg_t cfg = {
        .scheds = 1, .per = 4, .active = 2, .deg_w = 2, .age_w = 4, .stages = 1};
    assert_int_equal(las_sched_init(&u, &cfg), 0);
    sched_write(&u, 0, 1, 2);
    sched_write(&u, 0, 2, 1);
    assert_false(sched_cycle(&u, run_ready(1)).promotes[0]); /* it is chosen */
    assert_true(sched_cycle(&u, run_ready(0)).promotes[0]);
    assert_int_equal(u.active[0], 1);
    assert_sums(&u, 0, 2, 1, 0);
    assert_true(las_sched_idle(&u));
    return u;
}

/* A write that has the arriving warp has no effect: the sums have nothing to take later. */
static void las_sched_080_with_registers_a_warp_that_arrives_drops_its_write(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 2; which++) { /* the arriving one is the one or the other */
        las_sched_t u = staged();
        las_sched_in_t in = {.wipe_en = 1, .wipe_warp = 1, .write_en = 1, .write_deg = 3};
        in.write_one = (uint8_t)which, in.write_other = !which;
        sched_cycle(&u, in);
        assert_true(!u.diff_en && u.degrees.deg[0] == 0);
        assert_sums(&u, 0, 0, 1, 0);
        sched_cycle(&u, (las_sched_in_t){0});
        assert_sums(&u, 0, 0, 1, 0);

        in.wipe_warp = 3; /* the arrival of another warp leaves the write alone */
        sched_cycle(&u, in);
        assert_true(u.diff_en && u.degrees.deg[0] == 3);
        assert_sums(&u, 0, 0, 1, 0);
        sched_cycle(&u, (las_sched_in_t){0});
        assert_sums(&u, 0, 3, 1, 0);
    }
}

/* Warp 0 leaves. A warp that arrives in the next cycle makes its row wait, or drops it if it is
 * warp 0: then that edge subtracts it. */
static void las_sched_090_with_registers_the_row_of_a_warp_that_left(void **state)
{
    (void)state;
    for (unsigned arrives = 0; arrives < 4; arrives += 3) {
        las_sched_t u = staged();
        las_sched_in_t in = run_ready(0);
        in.stalled[0] = 1;
        assert_true(sched_cycle(&u, in).demotes[0]);
        assert_true(u.active[0] == 0 && u.left_en[0] && u.left[0] == 0);
        assert_sums(&u, 0, 2, 1, 0);
        in = (las_sched_in_t){.wipe_en = 1, .wipe_warp = (uint8_t)arrives};
        assert_false(sched_cycle(&u, in).demotes[0]);
        if (arrives == 3) {
            assert_true(u.left_en[0] && !las_sched_idle(&u));
            assert_sums(&u, 0, 2, 1, 0);
            sched_cycle(&u, (las_sched_in_t){0});
        }
        assert_true(!u.left_en[0] && las_sched_idle(&u));
        assert_sums(&u, 0, 0, 0, 0);
    }
}

/* With registers the unit is quiet once `near` is the row of the warp that issued last, here of
 * warp 0 of scheduler 1: its degrees are 2 with warp 1 and 1 with warp 2. */
static void las_sched_100_with_registers_quiet_once_near_is_the_row_of_the_last_one(void **state)
{
    (void)state;
    las_sched_t u;
    const las_sched_cfg_t cfg = {
        .scheds = 2, .per = 3, .active = 2, .deg_w = 2, .age_w = 4, .stages = 1};
    assert_int_equal(las_sched_init(&u, &cfg), 0);
    las_sched_in_t in = {.write_en = 1, .write_sched = 1, .write_other = 1, .write_deg = 2};
    sched_cycle(&u, in);
    in.write_other = 2, in.write_deg = 1;
    sched_cycle(&u, in);
    sched_cycle(&u, (las_sched_in_t){0});
    assert_true(las_sched_idle(&u) && las_sched_quiet(&u) == UNIT_QUIET_EVER);

    sched_cycle(&u, (las_sched_in_t){.issue_en = {0, 1}});
    assert_true(!las_sched_idle(&u) && las_sched_quiet(&u) == 0);
    sched_cycle(&u, (las_sched_in_t){0});
    assert_true(u.near[3] == 0 && u.near[4] == 2 && u.near[5] == 1);
    assert_true(las_sched_idle(&u) && las_sched_quiet(&u) == UNIT_QUIET_EVER);

    sched_cycle(&u, (las_sched_in_t){.wipe_en = 1, .wipe_sched = 1, .wipe_warp = 1});
    assert_true(u.near[4] == 2 && !las_sched_idle(&u) && las_sched_quiet(&u) == 0);
    sched_cycle(&u, (las_sched_in_t){0});
    assert_true(u.near[4] == 0 && u.near[5] == 1);
    assert_true(las_sched_idle(&u) && las_sched_quiet(&u) == UNIT_QUIET_EVER);
}

/* With registers the key of the pick for issue is the row of `last`, a cycle later. Warps 0 and 2
 * are active, warp 2 is older, and warp 1 issues: its degrees are 2 with warp 0 and 0 with warp 2.
 * In the next cycle both keys are still 0, as no warp had issued, so the older one is picked. */
static void las_sched_110_with_registers_locality_counts_a_cycle_later(void **state)
{
    (void)state;
    las_sched_t u = staged();
    sched_cycle(&u, run_ready(4)); /* it is chosen */
    sched_cycle(&u, run_ready(0));
    assert_int_equal(u.active[0], 5);
    sched_cycle(&u, (las_sched_in_t){.issue_en = {1}, .issue_warp = {1}});
    assert_true(u.last_en[0] && u.last[0] == 1);

    const las_sched_in_t in = {.ready = {7}, .since = {0, 0, 1}};
    las_sched_out_t out = sched_cycle(&u, in);
    assert_true(out.pick_valid[0] && out.pick[0] == 2);
    out = sched_cycle(&u, in);
    assert_true(out.pick_valid[0] && out.pick[0] == 0);
}

/* Two bits can name scheduler 3, but there are three. */
static void las_sched_120_a_write_that_names_no_scheduler_waits_nowhere(void **state)
{
    (void)state;
    las_sched_t u;
    const las_sched_cfg_t cfg = {
        .scheds = 3, .per = 4, .active = 2, .deg_w = 2, .age_w = 4, .stages = 1};
    assert_int_equal(las_sched_init(&u, &cfg), 0);
    las_sched_in_t in = {.write_en = 1, .write_sched = 3, .write_other = 1, .write_deg = 2};
    sched_cycle(&u, in);
    assert_true(!u.diff_en && las_sched_idle(&u));
    in.write_sched = 2;
    sched_cycle(&u, in);
    assert_true(u.diff_en && !las_sched_idle(&u));
}

/* A promotion that waits in the registers is gone after a kernel's start, and so is the row of a
 * warp that left. */
static void las_sched_130_with_registers_nothing_waits_after_a_kernel_starts(void **state)
{
    (void)state;
    las_sched_t u = staged();
    las_sched_in_t in = run_ready(4);
    in.stalled[0] = 1;
    assert_true(sched_cycle(&u, in).demotes[0]);
    assert_true(u.come_en[0] && u.come[0] == 2 && u.left_en[0] && u.left[0] == 0);
    in = run_ready(4);
    in.clear_en = 1;
    in.write_en = 1, in.write_other = 3, in.write_deg = 1; /* whose difference is gone, too */
    assert_false(sched_cycle(&u, in).promotes[0]);
    assert_true(u.active[0] == 0 && !u.diff_en && las_sched_idle(&u));
    assert_false(sched_cycle(&u, run_ready(0)).promotes[0]);
    assert_int_equal(u.active[0], 0);
    assert_sums(&u, 0, 0, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_sched_010_worked_example),
        cmocka_unit_test(las_sched_020_locality_with_the_last_one),
        cmocka_unit_test(las_sched_030_a_warp_that_arrives),
        cmocka_unit_test(las_sched_040_a_kernel_starts),
        cmocka_unit_test(las_sched_050_products_that_are_refused),
        cmocka_unit_test(las_sched_060_sums_in_every_state),
        cmocka_unit_test(las_sched_070_a_stalled_warp_is_not_promoted),
        cmocka_unit_test(las_sched_080_with_registers_a_warp_that_arrives_drops_its_write),
        cmocka_unit_test(las_sched_090_with_registers_the_row_of_a_warp_that_left),
        cmocka_unit_test(las_sched_100_with_registers_quiet_once_near_is_the_row_of_the_last_one),
        cmocka_unit_test(las_sched_110_with_registers_locality_counts_a_cycle_later),
        cmocka_unit_test(las_sched_120_a_write_that_names_no_scheduler_waits_nowhere),
        cmocka_unit_test(las_sched_130_with_registers_nothing_waits_after_a_kernel_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
