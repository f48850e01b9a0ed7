/* apcm.lat, apcm.monitor and apcm.mta: the rules of docs/units/apcm.md, one by one. */
#include "unit_bench.h"

#include "apcm/apcm_lat.h"
#include "apcm/apcm_monitor.h"
#include "apcm/apcm_mta.h"

/* ---- apcm.lat ---- */

static apcm_lat_out_t lat_cycle(apcm_lat_t *u, apcm_lat_in_t in)
{
    apcm_lat_out_t out;
    apcm_lat_eval(u, &in, &out);
    apcm_lat_tick(u, &in);
    return out;
}

static apcm_lat_t lat_make(void)
{
    apcm_lat_t u = {0};
    assert_int_equal(apcm_lat_init(&u, &(apcm_lat_cfg_t){.loads = 3, .pc_w = 2}), 0);
    return u;
}

/* The worked example of the page. */
static void apcm_lat_010_first_come_first_served(void **state)
{
    (void)state;
    static const struct {
        uint8_t pc, tracked, id, took, refused;
    } rows[] = {
        {2, 1, 0, 1, 0}, {1, 1, 1, 1, 0}, {2, 1, 0, 0, 0}, {0, 1, 2, 1, 0}, {3, 0, 0, 0, 1}};
    apcm_lat_t u = lat_make();
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const apcm_lat_out_t out =
            lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = rows[i].pc});
        assert_int_equal(out.tracked, rows[i].tracked);
        assert_int_equal(out.id, rows[i].id);
        assert_int_equal(out.took, rows[i].took);
        assert_int_equal(out.refused, rows[i].refused);
    }
    assert_int_equal(lat_cycle(&u, (apcm_lat_in_t){.rd_id = 0}).rd_pc, 2);
    assert_int_equal(lat_cycle(&u, (apcm_lat_in_t){.rd_id = 1}).rd_pc, 1);
    assert_int_equal(lat_cycle(&u, (apcm_lat_in_t){.rd_id = 3}).rd_pc, 0);
}

static void apcm_lat_020_without_a_load_nothing_is_told(void **state)
{
    (void)state;
    apcm_lat_t u = lat_make();
    lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = 2});
    const apcm_lat_out_t out = lat_cycle(&u, (apcm_lat_in_t){.load_pc = 2});
    assert_true(!out.tracked && !out.id && !out.took && !out.refused);
}

static void apcm_lat_030_a_clear_and_what_it_meets(void **state)
{
    (void)state;
    apcm_lat_t u = lat_make();
    lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = 2});
    apcm_lat_out_t out = lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = 1, .clear_en = 1});
    assert_true(out.took && out.id == 1);
    assert_int_equal(u.cam.valid[0], 2);
    out = lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = 1, .clear_en = 1});
    assert_true(out.tracked && !out.took && out.id == 1);
    assert_int_equal(u.cam.valid[0], 0);
}

/* A load that is known, and a cycle without a load, find a full table and are not refused. */
static void apcm_lat_040_only_a_new_load_is_refused(void **state)
{
    (void)state;
    apcm_lat_t u = lat_make();
    for (unsigned pc = 0; pc < 3; pc++)
        lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = pc});
    apcm_lat_out_t out = lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = 1});
    assert_true(out.tracked && out.id == 1 && !out.took && !out.refused);
    out = lat_cycle(&u, (apcm_lat_in_t){.load_pc = 3});
    assert_true(!out.tracked && !out.took && !out.refused);
    assert_true(lat_cycle(&u, (apcm_lat_in_t){.load_en = 1, .load_pc = 3}).refused);
}

/* ---- apcm.monitor ---- */

static apcm_monitor_out_t monitor_cycle(apcm_monitor_t *u, apcm_monitor_in_t in)
{
    apcm_monitor_out_t out;
    apcm_monitor_eval(u, &in, &out);
    apcm_monitor_tick(u, &in);
    return out;
}

static apcm_monitor_t monitor_make(void)
{
    apcm_monitor_t u;
    assert_int_equal(apcm_monitor_init(&u, &(apcm_monitor_cfg_t){.warps = 3, .entries = 3}), 0);
    return u;
}

static void apcm_monitor_010_from_the_first_load_to_the_end_of_the_scan(void **state)
{
    (void)state;
    apcm_monitor_t u = monitor_make();
    assert_false(monitor_cycle(&u, (apcm_monitor_in_t){.load_en = 1, .load_warp = 3}).begins);
    assert_true(
        monitor_cycle(
            &u, (apcm_monitor_in_t){.load_en = 1, .load_warp = 2, .finish_en = 1, .finish_warp = 2})
            .begins);
    apcm_monitor_out_t out = monitor_cycle(
        &u, (apcm_monitor_in_t){.load_en = 1, .load_warp = 1, .finish_en = 1, .finish_warp = 1});
    assert_true(out.watching && out.warp == 2 && !out.begins && !out.ends);
    assert_true(apcm_monitor_idle(&u));
    assert_true(monitor_cycle(&u, (apcm_monitor_in_t){.finish_en = 1, .finish_warp = 2}).ends);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(apcm_monitor_quiet(&u), 0);
        out = monitor_cycle(&u, (apcm_monitor_in_t){.load_en = 1});
        assert_true(out.scan_en && out.scan_idx == i && !out.watching && !out.warp);
    }
    out = monitor_cycle(&u, (apcm_monitor_in_t){.load_en = 1, .load_warp = 1});
    assert_true(!out.scan_en && !out.scan_idx && !out.watching && !out.begins);
    assert_true(apcm_monitor_idle(&u) && u.phase == APCM_OVER && u.mine == 2);
}

static void apcm_monitor_020_a_start_comes_first(void **state)
{
    (void)state;
    apcm_monitor_t u = monitor_make();
    const apcm_monitor_in_t load = {.load_en = 1, .load_warp = 1};
    apcm_monitor_in_t both = load;
    both.start_en = 1;
    assert_false(monitor_cycle(&u, both).begins);
    monitor_cycle(&u, load);
    both = (apcm_monitor_in_t){.start_en = 1, .finish_en = 1, .finish_warp = 1};
    assert_false(monitor_cycle(&u, both).ends);
    assert_int_equal(u.phase, APCM_NOBODY);
    monitor_cycle(&u, load);
    monitor_cycle(&u, (apcm_monitor_in_t){.finish_en = 1, .finish_warp = 1});
    monitor_cycle(&u, (apcm_monitor_in_t){0});
    monitor_cycle(&u, (apcm_monitor_in_t){.start_en = 1}); /* in the scan */
    assert_true(u.phase == APCM_NOBODY && u.scan == 0 && u.mine == 0);
}

/* ---- apcm.mta ---- */

static apcm_mta_out_t mta_cycle(apcm_mta_t *u, apcm_mta_in_t in)
{
    apcm_mta_out_t out;
    apcm_mta_eval(u, &in, &out);
    apcm_mta_tick(u, &in);
    return out;
}

static apcm_mta_t mta_make(uint32_t sets, uint32_t ways, uint32_t line_w, uint32_t cnt_w)
{
    apcm_mta_t u = {0};
    const apcm_mta_cfg_t cfg = {
        .sets = sets, .ways = ways, .line_w = line_w, .id_w = 2, .cnt_w = cnt_w};
    assert_int_equal(apcm_mta_init(&u, &cfg), 0);
    return u;
}

static apcm_mta_in_t mine(uint64_t line, unsigned load)
{
    return (apcm_mta_in_t){.acc_en = 1, .acc_mine = 1, .acc_line = line, .acc_id = (uint8_t)load};
}

static apcm_mta_in_t other(uint64_t line)
{
    return (apcm_mta_in_t){.acc_en = 1, .acc_line = line, .acc_id = 3};
}

static bool tells_nothing(const apcm_mta_out_t *out)
{
    return !out->evict_en && !out->evict_first && !out->evict_last && !out->evict_count &&
           !out->evict_intra && !out->reach_en && !out->reach_first && !out->reach_last &&
           !out->reach_intra;
}

/* The worked example of the page. */
static void apcm_mta_010_counts_replaces_and_tells(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(2, 2, 3, 2);
    apcm_mta_out_t out = mta_cycle(&u, mine(0, 1));
    assert_true(out.allocates && !out.hit && tells_nothing(&out));
    out = mta_cycle(&u, other(0));
    assert_true(out.hit && !out.allocates && tells_nothing(&out));
    assert_int_equal(u.count[0], 2);
    out = mta_cycle(&u, mine(0, 2));
    assert_true(out.hit && out.reach_en && !out.evict_en);
    assert_true(out.reach_first == 1 && out.reach_last == 2 && out.reach_intra == 2);
    out = mta_cycle(&u, mine(0, 1));
    assert_true(out.hit && tells_nothing(&out));
    apcm_mta_in_t in = mine(2, 0);
    in.acc_hit = 1;
    in.acc_count = 1;
    out = mta_cycle(&u, in);
    assert_true(out.allocates && tells_nothing(&out));
    assert_int_equal(u.count[1], 2);
    out = mta_cycle(&u, mine(4, 3));
    assert_true(out.allocates && out.evict_en && !out.reach_en);
    assert_true(out.evict_first == 1 && out.evict_last == 1 && out.evict_count == 3 &&
                out.evict_intra == 2);
    out = mta_cycle(&u, other(6));
    assert_true(!out.hit && !out.allocates && tells_nothing(&out));
}

/* Decision 1: both counts freeze at the threshold, or a line with 15 accesses of which the
 * monitored warp made one would read 15 = 15 in the end. */
static void apcm_mta_020_both_counts_freeze_at_the_threshold(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(32, 1, 25, 4);
    mta_cycle(&u, mine(77, 2));
    for (unsigned k = 2; k <= 15; k++) {
        const apcm_mta_out_t out = mta_cycle(&u, other(77));
        assert_int_equal(out.reach_en, k == 15);
        assert_int_equal(out.reach_first, k == 15 ? 2 : 0);
        assert_int_equal(out.reach_intra, k == 15 ? 1 : 0);
    }
    const unsigned e = 77 % 32;
    for (unsigned k = 0; k < 20; k++) {
        const apcm_mta_out_t out = mta_cycle(&u, mine(77, 3));
        assert_true(out.hit && tells_nothing(&out));
    }
    assert_true(u.count[e] == 15 && u.intra[e] == 1 && u.first[e] == 2 && u.last[e] == 3);
}

/* The L1's count before the access and one more, at most the threshold; told at once if it is that.
 */
static void apcm_mta_030_begins_with_the_count_of_the_l1(void **state)
{
    (void)state;
    for (unsigned before = 0; before <= 15; before++)
        for (unsigned hit = 0; hit <= 1; hit++) {
            apcm_mta_t u = mta_make(32, 1, 25, 4);
            apcm_mta_in_t in = mine(5, 1);
            in.acc_hit = (uint8_t)hit;
            in.acc_count = (uint8_t)before;
            const apcm_mta_out_t out = mta_cycle(&u, in);
            const unsigned want = !hit ? 1 : before < 15 ? before + 1 : 15;
            assert_int_equal(u.count[5], want);
            assert_int_equal(u.intra[5], 1);
            assert_int_equal(out.reach_en, want == 15);
        }
}

/* 20 tag bits of the 25 of a line: 32-bit byte addresses. What is above is cut off. */
static void apcm_mta_040_a_line_has_25_bits(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(32, 1, 25, 4);
    assert_int_equal(apcm_mta_tag_w(&u.cfg), 20);
    mta_cycle(&u, mine((1u << 25) - 1, 0));
    assert_int_equal(u.tag[31], (1u << 20) - 1);
    assert_true(mta_cycle(&u, mine((UINT64_C(1) << 40) - 1, 0)).hit);
    assert_false(mta_cycle(&u, mine((1u << 24) - 1, 0)).hit);
}

static void apcm_mta_050_the_scan_frees_and_tells_each_entry(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(2, 2, 3, 2);
    mta_cycle(&u, mine(1, 2)); /* entry 2 */
    mta_cycle(&u, mine(1, 3));
    for (unsigned e = 0; e < 4; e++) {
        apcm_mta_in_t in = mine(1, 1); /* ignored */
        in.scan_en = 1;
        in.scan_idx = (uint8_t)e;
        const apcm_mta_out_t out = mta_cycle(&u, in);
        assert_true(!out.hit && !out.allocates && out.evict_en == (e == 2) && !out.reach_en);
        if (e == 2)
            assert_true(out.evict_first == 2 && out.evict_last == 3 && out.evict_count == 2 &&
                        out.evict_intra == 2);
        else
            assert_true(tells_nothing(&out));
    }
    assert_false(u.valid[2]);
    apcm_mta_t three = mta_make(1, 3, 3, 2);
    assert_true(mta_cycle(&three, mine(0, 1)).allocates);
    const apcm_mta_t before = three;
    mta_cycle(&three, (apcm_mta_in_t){.scan_en = 1, .scan_idx = 3}); /* no such entry */
    assert_memory_equal(&three, &before, sizeof three);
}

static void apcm_mta_060_a_clear_comes_before_all(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(2, 2, 3, 2);
    mta_cycle(&u, mine(0, 1));
    mta_cycle(&u, mine(2, 1));
    mta_cycle(&u, mine(0, 1));
    apcm_mta_in_t in = mine(0, 1);
    in.clear_en = in.scan_en = 1;
    const apcm_mta_out_t out = mta_cycle(&u, in);
    assert_true(!out.hit && !out.allocates && tells_nothing(&out));
    for (unsigned e = 0; e < 4; e++)
        assert_false(u.valid[e]);
    assert_int_equal(u.lru.lower[0], 0); /* as after reset */
}

/* A kernel start meets an access that would hit, and one that would take an entry. */
static void apcm_mta_065_an_access_in_the_cycle_of_a_clear_does_nothing(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(2, 2, 3, 2);
    for (unsigned line = 0; line < 2; line++) {
        mta_cycle(&u, mine(0, 1));
        apcm_mta_in_t in = mine(line, 2);
        in.clear_en = 1;
        const apcm_mta_out_t out = mta_cycle(&u, in);
        assert_true(!out.hit && !out.allocates && tells_nothing(&out));
        for (unsigned e = 0; e < 4; e++)
            assert_false(u.valid[e]);
    }
}

/* A freed way is taken before the oldest, and both the monitored warp and the others use ways. */
static void apcm_mta_070_lowest_free_way_else_the_oldest(void **state)
{
    (void)state;
    apcm_mta_t u = mta_make(1, 3, 4, 4);
    for (unsigned line = 0; line < 3; line++)
        mta_cycle(&u, mine(line, line));
    mta_cycle(&u, (apcm_mta_in_t){.scan_en = 1, .scan_idx = 1});
    assert_false(mta_cycle(&u, mine(5, 0)).evict_en);
    assert_int_equal(u.tag[1], 5);
    mta_cycle(&u, other(0)); /* way 2 is now the oldest */
    assert_int_equal(mta_cycle(&u, mine(6, 0)).evict_first, 2);
    assert_int_equal(u.tag[2], 6);
    assert_int_equal(mta_cycle(&u, mine(7, 1)).evict_first, 0); /* way 1, line 5 */
    assert_int_equal(u.tag[1], 7);
}

static void apcm_mta_080_init_refuses_what_the_ranges_do_not_say(void **state)
{
    (void)state;
    static const struct {
        uint32_t sets, ways, line_w;
        int want;
    } rows[] = {{32, 1, 25, 0},       {1, 128, 1, 0},        {128, 1, 8, 0},
                {128, 1, 7, -EINVAL}, {3, 1, 25, -EINVAL},   {127, 1, 25, -EINVAL},
                {64, 2, 25, 0},       {64, 3, 25, -EINVAL},  {2, 64, 2, 0},
                {2, 65, 2, -EINVAL},  {2, 1, 1, -EINVAL},    {1, 1, 57, 0},
                {1, 1, 58, -EINVAL},  {1, 129, 25, -EINVAL}, {0, 1, 25, -EINVAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        apcm_mta_t u = {0};
        const apcm_mta_cfg_t cfg = {.sets = rows[i].sets,
                                    .ways = rows[i].ways,
                                    .line_w = rows[i].line_w,
                                    .id_w = 4,
                                    .cnt_w = 4};
        assert_int_equal(apcm_mta_init(&u, &cfg), rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_lat_010_first_come_first_served),
        cmocka_unit_test(apcm_lat_020_without_a_load_nothing_is_told),
        cmocka_unit_test(apcm_lat_030_a_clear_and_what_it_meets),
        cmocka_unit_test(apcm_lat_040_only_a_new_load_is_refused),
        cmocka_unit_test(apcm_monitor_010_from_the_first_load_to_the_end_of_the_scan),
        cmocka_unit_test(apcm_monitor_020_a_start_comes_first),
        cmocka_unit_test(apcm_mta_010_counts_replaces_and_tells),
        cmocka_unit_test(apcm_mta_020_both_counts_freeze_at_the_threshold),
        cmocka_unit_test(apcm_mta_030_begins_with_the_count_of_the_l1),
        cmocka_unit_test(apcm_mta_040_a_line_has_25_bits),
        cmocka_unit_test(apcm_mta_050_the_scan_frees_and_tells_each_entry),
        cmocka_unit_test(apcm_mta_060_a_clear_comes_before_all),
        cmocka_unit_test(apcm_mta_065_an_access_in_the_cycle_of_a_clear_does_nothing),
        cmocka_unit_test(apcm_mta_070_lowest_free_way_else_the_oldest),
        cmocka_unit_test(apcm_mta_080_init_refuses_what_the_ranges_do_not_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
