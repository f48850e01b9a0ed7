/* The parts of las.warp, ages, pick, ranges, match and degrees: the worked examples of
 * docs/units/las.md, figures 3.13 and 3.14 of the thesis, and the ends of ranges. */
#include "unit_bench.h"

#include "las/las_ages.h"
#include "las/las_degrees.h"
#include "las/las_match.h"
#include "las/las_pick.h"
#include "las/las_ranges.h"

/* ---- las.ages ---- */

static void set_age(las_ages_t *u, unsigned warp, bool new)
{
    las_ages_tick(u,
                  &(las_ages_in_t){.set_en = 1, .set_warp = (uint8_t)warp, .set_new = new ? 1 : 0});
}

static void assert_ages(const las_ages_t *u, unsigned a, unsigned b, unsigned c, unsigned starve)
{
    las_ages_out_t out;
    las_ages_eval(u, &(las_ages_in_t){0}, &out);
    assert_int_equal(out.since[0], a);
    assert_int_equal(out.since[1], b);
    assert_int_equal(out.since[2], c);
    assert_int_equal(out.starve, starve);
}

static void las_ages_010_worked_example(void **state)
{
    (void)state;
    las_ages_t u;
    assert_int_equal(las_ages_init(&u, &(las_ages_cfg_t){.warps = 3, .age_w = 3, .ctas = 1}), 0);
    set_age(&u, 0, true);
    set_age(&u, 1, true);
    set_age(&u, 2, true);
    assert_ages(&u, 2, 1, 0, 0);
    set_age(&u, 1, true);
    assert_ages(&u, 3, 0, 1, 1);
    for (unsigned n = 0; n < 5; n++)
        set_age(&u, 1, true);
    assert_ages(&u, 0, 0, 6, 4); /* eight CTAs after warp 0's own */
}

static void las_ages_020_only_a_new_cta_counts(void **state)
{
    (void)state;
    las_ages_t u;
    assert_int_equal(las_ages_init(&u, &(las_ages_cfg_t){.warps = 3, .age_w = 3, .ctas = 1}), 0);
    set_age(&u, 0, true);
    set_age(&u, 1, false);
    assert_ages(&u, 0, 0, 1, 0); /* warp 2 has not arrived: it ages all the same */
    set_age(&u, 3, true);        /* there is no warp 3 */
    assert_ages(&u, 0, 0, 1, 0);
    las_ages_tick(&u, &(las_ages_in_t){.set_en = 1, .set_new = 1, .clear_en = 1});
    assert_ages(&u, 0, 0, 0, 0);
}

/* ---- las.pick ---- */

static unsigned pick_of(unsigned use, unsigned starve, const uint16_t *key, const uint16_t *since,
                        bool starved)
{
    las_pick_t u;
    las_pick_out_t out;
    assert_int_equal(las_pick_init(&u, &(las_pick_cfg_t){.per = 3, .key_w = 2, .age_w = 2}), 0);
    las_pick_in_t in = {.use = use, .starve = starve};
    memcpy(in.key, key, 3 * sizeof *key);
    memcpy(in.since, since, 3 * sizeof *since);
    las_pick_eval(&u, &in, &out);
    assert_int_equal(out.any, (use & 7) != 0);
    assert_int_equal(out.starved, starved);
    return out.warp;
}

static void las_pick_010_worked_example(void **state)
{
    (void)state;
    const uint16_t key[] = {1, 2, 2}, young[] = {0, 0, 0}, old[] = {0, 0, 1};
    assert_int_equal(pick_of(7, 0, key, old, false), 2);
    assert_int_equal(pick_of(7, 0, key, young, false), 1);
    assert_int_equal(pick_of(7, 1, key, young, true), 0);
}

static void las_pick_020_who_cannot_be_chosen_does_not_matter(void **state)
{
    (void)state;
    const uint16_t key[] = {3, 0, 1}, since[] = {1, 3, 2};
    assert_int_equal(pick_of(0, 7, key, since, false), 0);
    assert_int_equal(pick_of(6, 1, key, since, false), 2);
    assert_int_equal(pick_of(7, 6, key, since, true), 1); /* the older of two that starve */
    assert_int_equal(pick_of(5, 7, key, since, true), 2);
    assert_int_equal(pick_of(8, 8, key, since, false), 0); /* there is no warp 3 */
    const uint16_t high[] = {4, 1, 0};                     /* bits above the width do not count */
    assert_int_equal(pick_of(7, 0, high, since, false), 1);
}

/* Without starving warps the age decides among the greatest keys alone. */
static void las_pick_030_the_greater_key_goes_before_the_older_warp(void **state)
{
    (void)state;
    const uint16_t first[] = {2, 1, 1}, last[] = {1, 1, 2}, since[] = {1, 3, 1};
    assert_int_equal(pick_of(7, 0, first, since, false), 0);
    assert_int_equal(pick_of(7, 0, last, since, false), 2);
}

/* ---- las.ranges ---- */

static las_ranges_out_t read_ranges(const las_ranges_t *u, unsigned a, unsigned b)
{
    las_ranges_out_t out;
    las_ranges_eval(u, &(las_ranges_in_t){.a_warp = (uint8_t)a, .b_warp = (uint8_t)b}, &out);
    return out;
}

static void las_ranges_010_worked_example(void **state)
{
    (void)state;
    las_ranges_t u;
    const las_ranges_cfg_t cfg = {.warps = 3, .arrays = 1, .region_w = 2, .subs = 2};
    assert_int_equal(las_ranges_init(&u, &cfg), 0);
    las_ranges_in_t set = {.set_en = 1, .set_warp = 2, .set_regions = {1}, .set_subs = {3}};
    las_ranges_tick(&u, &set);
    las_ranges_out_t out = read_ranges(&u, 2, 0);
    assert_true(out.a_regions[0] == 1 && out.a_subs[0] == 3);
    assert_true(out.b_regions[0] == 0 && out.b_subs[0] == 0);

    const las_ranges_t before = u;
    set.set_warp = 3; /* there is none */
    las_ranges_tick(&u, &set);
    assert_memory_equal(&u, &before, sizeof u);
    assert_true(!u.valid[0] && !u.valid[1] && u.valid[2]);
    assert_int_equal(read_ranges(&u, 3, 2).a_subs[0], 0);

    set.set_warp = 0;
    set.clear_en = 1; /* wins */
    las_ranges_tick(&u, &set);
    out = read_ranges(&u, 0, 2);
    assert_true(out.a_regions[0] == 0 && out.b_regions[0] == 0 && out.b_subs[0] == 0);
}

static void las_ranges_020_every_array_of_every_warp(void **state)
{
    (void)state;
    las_ranges_t u;
    las_ranges_cfg_t cfg;
    unit_cfg_geometry(&las_ranges_unit, UNIT_PAPER, &cfg);
    assert_int_equal(las_ranges_init(&u, &cfg), 0);
    for (unsigned w = 0; w < 48; w++) {
        las_ranges_in_t set = {.set_en = 1, .set_warp = (uint8_t)w};
        for (unsigned a = 0; a < 5; a++) {
            set.set_regions[a] = (uint16_t)(0xfc00 | (20 * w + a)); /* six bits too many */
            set.set_subs[a] = UINT64_C(0xf0000) | (1000 * a + w);
        }
        las_ranges_tick(&u, &set);
    }
    for (unsigned w = 0; w < 48; w++) {
        const las_ranges_out_t out = read_ranges(&u, w, 47 - w);
        for (unsigned a = 0; a < 5; a++) {
            assert_int_equal(out.a_regions[a], 20 * w + a);
            assert_int_equal(out.b_regions[a], 20 * (47 - w) + a);
            assert_int_equal(out.a_subs[a], 1000 * a + w);
            assert_int_equal(out.b_subs[a], 1000 * a + 47 - w);
        }
    }
}

/* ---- las.match ---- */

static las_match_t match_make(unsigned arrays, unsigned subs, unsigned deg_w)
{
    las_match_t u;
    const las_match_cfg_t cfg = {
        .scheds = 2, .per = 3, .arrays = arrays, .region_w = 3, .subs = subs, .deg_w = deg_w};
    assert_int_equal(las_match_init(&u, &cfg), 0);
    return u;
}

static las_match_out_t match_cycle(las_match_t *u, las_match_in_t in)
{
    las_match_out_t out;
    las_match_eval(u, &in, &out);
    las_match_tick(u, &in);
    return out;
}

/* The warps of figures 3.13 and 3.14. */
static const uint16_t fig_region[] = {1, 1, 2};
static const uint64_t fig_subs[] = {11, 3, 15};

static las_match_in_t compare(unsigned one, unsigned other)
{
    return (las_match_in_t){
        .look_en = 1,
        .sched = 1,
        .one = (uint8_t)one,
        .other = (uint8_t)other,
        .a_regions = {fig_region[one]},
        .a_subs = {fig_subs[one]},
        .b_regions = {fig_region[other]},
        .b_subs = {fig_subs[other]},
    };
}

static void assert_done(las_match_out_t out, unsigned one, unsigned other, unsigned deg)
{
    assert_true(out.done && out.done_sched == 1 && out.done_one == one);
    assert_true(out.done_other == other && out.done_deg == deg);
}

static void las_match_010_figures_3_13_and_3_14(void **state)
{
    (void)state;
    las_match_t u = match_make(1, 4, 8);
    assert_true(las_match_idle(&u));
    assert_false(match_cycle(&u, compare(0, 1)).done);
    assert_int_equal(u.both[0], 3); /* 0011 */
    assert_false(match_cycle(&u, compare(1, 2)).done);
    assert_done(match_cycle(&u, compare(0, 2)), 0, 1, 2);
    assert_done(match_cycle(&u, (las_match_in_t){0}), 1, 2, 0);
    assert_int_equal(las_match_quiet(&u), 0);
    assert_done(match_cycle(&u, (las_match_in_t){0}), 0, 2, 0);
    const las_match_out_t none = match_cycle(&u, (las_match_in_t){0});
    assert_true(!none.done && !none.done_sched && !none.done_one && !none.done_other);
    assert_true(!none.done_deg && las_match_idle(&u));
}

static void las_match_020_a_degree_saturates(void **state)
{
    (void)state;
    las_match_t u = match_make(3, 4, 3);
    las_match_in_t in = compare(0, 1);
    for (unsigned a = 0; a < 3; a++) {
        in.a_regions[a] = in.b_regions[a] = (uint16_t)(a + 8); /* a bit too many */
        in.a_subs[a] = in.b_subs[a] = a == 0 ? 7 : 3;
    }
    in.b_regions[1] = 1;
    match_cycle(&u, in);
    in.a_subs[2] = in.b_subs[2] = 15;
    match_cycle(&u, in);
    in.a_subs[0] = in.b_subs[0] = 15;
    assert_int_equal(match_cycle(&u, in).done_deg, 7); /* 3 + 2 + 2 */
    assert_int_equal(match_cycle(&u, (las_match_in_t){0}).done_deg, 7);
    assert_int_equal(match_cycle(&u, (las_match_in_t){0}).done_deg, 7); /* 10 */
    in.b_regions[0] = 5; /* the region differs: nothing of this array */
    match_cycle(&u, in);
    match_cycle(&u, (las_match_in_t){0});
    assert_int_equal(match_cycle(&u, (las_match_in_t){0}).done_deg, 6);
}

static void las_match_030_a_warp_that_arrives_drops_its_comparisons(void **state)
{
    (void)state;
    las_match_t u = match_make(1, 4, 8);
    las_match_in_t drop = {.drop_en = 1, .drop_sched = 0, .drop_warp = 1};
    match_cycle(&u, compare(0, 1));
    match_cycle(&u, drop); /* of the other scheduler */
    drop.drop_sched = 1;
    assert_done(match_cycle(&u, drop), 0, 1, 2); /* it is done */

    match_cycle(&u, compare(1, 2)); /* in step 1 */
    las_match_in_t both = compare(0, 1);
    both.drop_en = 1, both.drop_sched = 1, both.drop_warp = 1;
    match_cycle(&u, both);
    assert_true(las_match_idle(&u));

    match_cycle(&u, compare(0, 2));
    match_cycle(&u, drop); /* a warp that is not compared */
    assert_done(match_cycle(&u, compare(0, 1)), 0, 2, 0);
    las_match_in_t clear = compare(0, 2);
    clear.clear_en = 1;
    match_cycle(&u, clear);
    assert_true(las_match_idle(&u));
}

/* Regions are the same if all their bits are; what is above their width does not count. */
static void las_match_040_one_bit_makes_another_region(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 4; bit++) {
        las_match_t u = match_make(1, 4, 8);
        las_match_in_t in = compare(0, 1);
        in.b_regions[0] = (uint16_t)(in.a_regions[0] ^ 1u << bit);
        match_cycle(&u, in);
        assert_int_equal(u.both[0], bit < 3 ? 0 : 3);
    }
}

/* ---- las.degrees ---- */

static las_degrees_t degrees_make(unsigned scheds, unsigned per, unsigned ports)
{
    las_degrees_t u;
    const las_degrees_cfg_t cfg = {.scheds = scheds, .per = per, .deg_w = 2, .ports = ports};
    assert_int_equal(las_degrees_init(&u, &cfg), 0);
    return u;
}

static las_degrees_in_t write_deg(unsigned sched, unsigned one, unsigned other, unsigned deg)
{
    return (las_degrees_in_t){.write_en = 1,
                              .write_sched = (uint8_t)sched,
                              .write_one = (uint8_t)one,
                              .write_other = (uint8_t)other,
                              .write_deg = (uint8_t)deg};
}

static unsigned degrees_old(las_degrees_t *u, las_degrees_in_t in)
{
    las_degrees_out_t out;
    las_degrees_eval(u, &in, &out);
    las_degrees_tick(u, &in);
    return out.old;
}

static void assert_row(const las_degrees_t *u, unsigned warp, unsigned a, unsigned b, unsigned c)
{
    las_degrees_out_t out;
    las_degrees_eval(u, &(las_degrees_in_t){.read_warp = {(uint8_t)warp}}, &out);
    assert_int_equal(out.row[0], a);
    assert_int_equal(out.row[1], b);
    assert_int_equal(out.row[2], c);
}

static void las_degrees_010_worked_example(void **state)
{
    (void)state;
    las_degrees_t u = degrees_make(1, 3, 1);
    assert_int_equal(degrees_old(&u, write_deg(0, 0, 2, 3)), 0);
    assert_row(&u, 2, 3, 0, 0);
    assert_row(&u, 0, 0, 0, 3);
    assert_int_equal(degrees_old(&u, write_deg(0, 1, 2, 1)), 0);
    assert_row(&u, 2, 3, 1, 0);
    las_degrees_in_t both = write_deg(0, 2, 1, 2);
    both.wipe_en = 1, both.wipe_warp = 2;
    assert_int_equal(degrees_old(&u, both), 1);
    assert_row(&u, 2, 0, 0, 0);
}

static void las_degrees_020_what_names_nothing(void **state)
{
    (void)state;
    las_degrees_t u = degrees_make(3, 3, 1);
    degrees_old(&u, write_deg(0, 0, 1, 1));
    degrees_old(&u, write_deg(2, 2, 1, 7)); /* a bit too many: 3 */
    const las_degrees_t before = u;
    assert_int_equal(degrees_old(&u, write_deg(0, 1, 1, 2)), 0); /* with itself */
    assert_int_equal(degrees_old(&u, write_deg(0, 3, 1, 2)), 0);
    assert_int_equal(degrees_old(&u, write_deg(0, 0, 3, 2)), 0);
    assert_int_equal(degrees_old(&u, write_deg(3, 0, 1, 2)), 0);
    las_degrees_tick(&u, &(las_degrees_in_t){.wipe_en = 1, .wipe_warp = 3});
    las_degrees_tick(&u, &(las_degrees_in_t){.wipe_en = 1, .wipe_sched = 3});
    assert_memory_equal(&u, &before, sizeof u);
    assert_row(&u, 3, 0, 0, 0);
    assert_int_equal(u.deg[2 * 3 + 2], 3); /* r 2, c 1 of scheduler 2 */
    las_degrees_in_t in = write_deg(0, 0, 1, 2);
    in.clear_en = 1;
    assert_int_equal(degrees_old(&u, in), 1); /* before the edge */
    assert_int_equal(u.deg[0] + u.deg[8], 0);
}

static void las_degrees_030_each_two_warps_have_a_place(void **state)
{
    (void)state;
    las_degrees_t u;
    las_degrees_cfg_t cfg;
    unit_cfg_geometry(&las_degrees_unit, UNIT_PAPER, &cfg);
    assert_int_equal(las_degrees_init(&u, &cfg), 0);
    for (unsigned s = 0; s < 2; s++)
        for (unsigned r = 1; r < 24; r++)
            for (unsigned c = 0; c < r; c++) {
                const bool first = (r + c) % 2 == 0;
                degrees_old(&u, write_deg(s, first ? r : c, first ? c : r, 100 * s + 5 * r + c));
            }
    for (unsigned w = 0; w < 24; w++) {
        las_degrees_in_t in = {0};
        las_degrees_out_t out;
        in.read_warp[2] = in.read_warp[4] = (uint8_t)w;
        las_degrees_eval(&u, &in, &out);
        for (unsigned v = 0; v < 24; v++) {
            const unsigned r = v > w ? v : w, c = v > w ? w : v, deg = v == w ? 0 : 5 * r + c;
            assert_int_equal(out.row[2 * 24 + v], deg);
            assert_int_equal(out.row[4 * 24 + v], v == w ? 0 : 100 + deg);
        }
    }
}

static void las_degrees_040_a_clear_comes_after_a_wipe(void **state)
{
    (void)state;
    las_degrees_t u = degrees_make(1, 3, 1);
    degrees_old(&u, write_deg(0, 0, 1, 2));
    degrees_old(&u, write_deg(0, 1, 2, 3));
    las_degrees_tick(&u, &(las_degrees_in_t){.clear_en = 1, .wipe_en = 1, .wipe_warp = 2});
    assert_row(&u, 1, 0, 0, 0);
}

static void las_warp_parts_010_products_that_are_refused(void **state)
{
    (void)state;
    las_match_t match;
    las_degrees_t degrees;
    las_match_cfg_t m = {.scheds = 4, .per = 16, .arrays = 1, .region_w = 1, .subs = 1, .deg_w = 1};
    las_degrees_cfg_t d = {.scheds = 4, .per = 16, .deg_w = 1, .ports = 1};
    assert_int_equal(las_match_init(&match, &m), 0);
    assert_int_equal(las_degrees_init(&degrees, &d), 0);
    m.per = d.per = 17;
    assert_int_equal(las_match_init(&match, &m), -EINVAL);
    assert_int_equal(las_degrees_init(&degrees, &d), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_ages_010_worked_example),
        cmocka_unit_test(las_ages_020_only_a_new_cta_counts),
        cmocka_unit_test(las_pick_010_worked_example),
        cmocka_unit_test(las_pick_020_who_cannot_be_chosen_does_not_matter),
        cmocka_unit_test(las_pick_030_the_greater_key_goes_before_the_older_warp),
        cmocka_unit_test(las_ranges_010_worked_example),
        cmocka_unit_test(las_ranges_020_every_array_of_every_warp),
        cmocka_unit_test(las_match_010_figures_3_13_and_3_14),
        cmocka_unit_test(las_match_020_a_degree_saturates),
        cmocka_unit_test(las_match_030_a_warp_that_arrives_drops_its_comparisons),
        cmocka_unit_test(las_match_040_one_bit_makes_another_region),
        cmocka_unit_test(las_degrees_010_worked_example),
        cmocka_unit_test(las_degrees_020_what_names_nothing),
        cmocka_unit_test(las_degrees_030_each_two_warps_have_a_place),
        cmocka_unit_test(las_degrees_040_a_clear_comes_after_a_wipe),
        cmocka_unit_test(las_warp_parts_010_products_that_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
