/* las.sched and las.warp: the worked examples of docs/units/las.md, figures 3.13 and 3.14 of the
 * thesis, and the sums against the degrees and the active warps. */
#include "unit_bench.h"

#include "las/las_warp.h"

/* ---- las.sched ---- */

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

static unsigned degree(const las_sched_t *u, unsigned s, unsigned v, unsigned w)
{
    const unsigned per = u->cfg.per, r = v > w ? v : w, c = v > w ? w : v;
    return v == w ? 0 : u->degrees.deg[s * per * (per - 1) / 2 + r * (r - 1) / 2 + c];
}

/* What a difference that waits will add to the sum of a warp. */
static unsigned waiting_diff(const las_sched_t *u, unsigned s, unsigned w, uint64_t counted)
{
    if (!u->diff_en || u->diff_sched != s)
        return 0;
    const bool one = w == u->diff_one && (counted >> u->diff_other & 1);
    const bool other = w == u->diff_other && (counted >> u->diff_one & 1);
    const unsigned sign = 1U << (u->cfg.deg_w + (u->cfg.active > 1) - 1);
    return one || other ? (u->diff ^ sign) - sign : 0;
}

/* In every state the sums are what the degrees and the active warps say, but for what waits in the
 * registers of `stages`: a warp that has left still counts, and a difference is still to come. */
static void assert_all_sums(const las_sched_t *u)
{
    const unsigned mask = (unsigned)bits_mask(u->cfg.deg_w + bits_log2_up(u->cfg.active));
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        const uint64_t left = u->left_en[s] ? UINT64_C(1) << u->left[s] : 0;
        const uint64_t counted = u->active[s] | left;
        assert_true(bits_popcount(u->active[s]) <= u->cfg.active && !(u->active[s] & left));
        for (unsigned w = 0; w < u->cfg.per; w++) {
            unsigned sum = 0;
            for (unsigned v = 0; v < u->cfg.per; v++)
                sum += counted >> v & 1 ? degree(u, s, v, w) : 0;
            const unsigned is = u->sum[s * u->cfg.per + w] + waiting_diff(u, s, w, counted);
            assert_int_equal(is & mask, sum & mask);
        }
    }
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

/* ---- las.warp ---- */

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_sched_010_worked_example),
        cmocka_unit_test(las_sched_020_locality_with_the_last_one),
        cmocka_unit_test(las_sched_030_a_warp_that_arrives),
        cmocka_unit_test(las_sched_040_a_kernel_starts),
        cmocka_unit_test(las_sched_050_products_that_are_refused),
        cmocka_unit_test(las_sched_060_sums_in_every_state),
        cmocka_unit_test(las_warp_010_figures_3_13_and_3_14),
        cmocka_unit_test(las_warp_020_a_warp_arrives_again),
        cmocka_unit_test(las_warp_030_schedulers_and_ages),
        cmocka_unit_test(las_warp_040_a_kernel_starts),
        cmocka_unit_test(las_warp_050_degrees_of_the_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
