/* apres.laws and its part apres.queue: the rules of docs/units/apres.md, one by one, and the
 * paper's figure 8. Its tables are in test_apres_tables.c. Sets of warps are masks: bit w is warp
 * w. */
#include "unit_bench.h"

#include "apres/apres_laws.h"

/* ---- apres.queue ---- */

static void assert_order(const apres_queue_t *u, const char *order)
{
    for (unsigned p = 0; order[p]; p++)
        if (u->order[p] != order[p] - '0')
            fail_msg("place %u of %s has warp %u", p, order, u->order[p]);
}

static apres_queue_out_t queue_move(apres_queue_t *u, bool head, uint64_t warps)
{
    const apres_queue_in_t in = {.move_en = 1, .move_head = head, .move_mask = warps};
    apres_queue_out_t out;
    apres_queue_eval(u, &in, &out);
    apres_queue_tick(u, &in);
    return out;
}

static apres_queue_t queue_make(uint32_t warps, uint32_t picks)
{
    apres_queue_t u;
    assert_int_equal(apres_queue_init(&u, &(apres_queue_cfg_t){.warps = warps, .picks = picks}), 0);
    return u;
}

static apres_queue_t serial_make(uint32_t warps)
{
    apres_queue_t u = queue_make(warps, 1);
    u.cfg.serial = 1;
    return u;
}

/* The worked example of the page. */
static void apres_queue_010_moves_keep_the_order_inside_and_outside(void **state)
{
    (void)state;
    apres_queue_t u = queue_make(4, 1);
    assert_order(&u, "0123");
    queue_move(&u, true, 1 << 1 | 1 << 3);
    assert_order(&u, "1302");
    queue_move(&u, false, 1 << 1);
    assert_order(&u, "3021");
    queue_move(&u, true, 1 << 0 | 1 << 2);
    assert_order(&u, "0231");
    apres_queue_out_t out;
    apres_queue_eval(&u, &(apres_queue_in_t){.ready = {1 << 1 | 1 << 3}}, &out);
    assert_true(out.pick_valid[0] && out.pick[0] == 3);
}

static void apres_queue_020_none_and_all_change_nothing(void **state)
{
    (void)state;
    apres_queue_t u = queue_make(4, 1);
    queue_move(&u, true, 1 << 2);
    for (unsigned head = 0; head < 2; head++) {
        queue_move(&u, head, 0);
        assert_order(&u, "2013");
        queue_move(&u, head, 0xf);
        assert_order(&u, "2013");
    }
}

static void apres_queue_030_each_scheduler_picks_before_the_move(void **state)
{
    (void)state;
    apres_queue_t u = queue_make(3, 3);
    const apres_queue_in_t in = {
        .move_en = 1, .move_head = 1, .move_mask = 1 << 2, .ready = {7, 0, 1 << 2 | 1 << 1}};
    apres_queue_out_t out;
    apres_queue_eval(&u, &in, &out);
    const uint8_t found[] = {1, 0, 1}, warp[] = {0, 0, 1};
    assert_memory_equal(out.pick_valid, found, sizeof found);
    assert_memory_equal(out.pick, warp, sizeof warp);
    apres_queue_tick(&u, &in);
    apres_queue_eval(&u, &in, &out);
    assert_true(out.pick[0] == 2 && out.pick[2] == 2);
}

static void apres_queue_040_a_target_moves_unless_others_do(void **state)
{
    (void)state;
    apres_queue_t u = queue_make(3, 1);
    apres_queue_in_t in = {.target_en = 1, .target_warp = 2, .move_mask = 1 << 1};
    apres_queue_tick(&u, &in);
    assert_order(&u, "201");
    in.target_warp = 3; /* names none */
    apres_queue_tick(&u, &in);
    assert_order(&u, "201");
    in = (apres_queue_in_t){.target_en = 1, .target_warp = 1, .move_en = 1, .move_mask = 1 << 2};
    apres_queue_tick(&u, &in);
    assert_order(&u, "012");
}

/* A move by `serial`: the orders that it goes through, and what is left of it after each. */
static void serial_moves(apres_queue_t *u, bool head, uint64_t warps, const char *const *orders)
{
    for (unsigned k = 0; orders[k]; k++) {
        const uint64_t left = queue_move(u, head, warps).left;
        assert_order(u, orders[k]);
        assert_int_equal(left & ~warps, 0);
        assert_int_equal(bits_popcount(left) + 1, bits_popcount(warps));
        warps = left;
    }
    assert_int_equal(warps, 0);
}

/* The first is the worked example of the page. All end in the order of a move at once. */
static void apres_queue_050_serial_moves_one_warp_a_cycle(void **state)
{
    (void)state;
    apres_queue_t u = serial_make(4);
    serial_moves(&u, true, 1 << 1 | 1 << 3, (const char *const[]){"3012", "1302", NULL});
    serial_moves(&u, false, 1 << 0 | 1 << 1, (const char *const[]){"3021", "3210", NULL});
    serial_moves(&u, false, 0xf, (const char *const[]){"2103", "1032", "0321", "3210", NULL});
    serial_moves(&u, true, 0xf, (const char *const[]){"0321", "1032", "2103", "3210", NULL});
}

static void apres_queue_060_serial_with_no_warp_leaves_none(void **state)
{
    (void)state;
    apres_queue_t u = serial_make(4);
    for (unsigned head = 0; head < 2; head++)
        assert_int_equal(queue_move(&u, head, 0).left, 0);
    assert_order(&u, "0123");
    const apres_queue_in_t none = {.move_mask = 0xf};
    apres_queue_out_t out;
    apres_queue_eval(&u, &none, &out);
    assert_int_equal(out.left, 0);
}

/* ---- apres.laws ---- */

enum { ALL = 0xf };

static apres_laws_out_t laws_cycle(apres_laws_t *u, apres_laws_in_t in)
{
    apres_laws_out_t out;
    apres_laws_eval(u, &in, &out);
    apres_laws_tick(u, &in);
    return out;
}

static apres_laws_out_t laws_load(apres_laws_t *u, unsigned warp, uint64_t pc)
{
    return laws_cycle(
        u, (apres_laws_in_t){.load_en = 1, .load_warp = (uint8_t)warp, .load_pc = pc, .live = ALL});
}

static apres_laws_out_t laws_result(apres_laws_t *u, unsigned group, bool hit, uint64_t live)
{
    return laws_cycle(
        u, (apres_laws_in_t){
               .result_en = 1, .result_group = (uint8_t)group, .result_hit = hit, .live = live});
}

static apres_laws_t laws_make(uint32_t warps, uint32_t groups)
{
    apres_laws_t u;
    const apres_laws_cfg_t cfg = {.warps = warps, .pc_w = 32, .groups = groups, .picks = 1};
    assert_int_equal(apres_laws_init(&u, &cfg), 0);
    return u;
}

/* Figure 8 before warp 0 issues 0x20; every entry of the WGT is free again, and nothing has moved,
 * as no warp was alive. */
static apres_laws_t laws_figure_8(void)
{
    static const uint8_t pcs[] = {0x10, 0x30, 0x10, 0x10};
    apres_laws_t u = laws_make(4, 3);
    for (unsigned w = 0; w < 4; w++) {
        const apres_laws_out_t out = laws_load(&u, w, pcs[w]);
        assert_true(out.grouped && out.group_idx == 0 && out.members == 1u << w);
        laws_result(&u, 0, true, 0);
    }
    laws_cycle(&u, (apres_laws_in_t){0});
    assert_order(&u.queue, "0123");
    assert_true(apres_laws_idle(&u));
    return u;
}

/* Cycles 0 to 5 of the worked example. */
static void figure_8(bool hit, const char *order)
{
    apres_laws_t u = laws_figure_8();
    const uint64_t group = 1 << 0 | 1 << 2 | 1 << 3;
    apres_laws_out_t out = laws_load(&u, 0, 0x20);
    assert_true(out.grouped && !out.ungrouped && out.group_idx == 0 && out.members == group);
    laws_cycle(&u, (apres_laws_in_t){.live = ALL});
    laws_cycle(&u, (apres_laws_in_t){.live = ALL});
    out = laws_result(&u, 0, hit, ALL);
    assert_int_equal(out.listed, !hit);
    assert_int_equal(out.list, hit ? 0 : group);
    assert_true(!out.moves_hit && !out.moves_miss);
    out = laws_cycle(&u, (apres_laws_in_t){.ready = {ALL}});
    assert_int_equal(out.moves_hit, hit);
    assert_int_equal(out.moves_miss, !hit);
    assert_int_equal(out.pick[0], 0); /* the order before the edge */
    assert_order(&u.queue, order);
    assert_true(apres_laws_idle(&u));
}

/* The figure moves warps 2 and 3 in front; the text moves all of the group, in its old order. */
static void apres_laws_010_figure_8_hit_moves_the_group_to_the_head(void **state)
{
    (void)state;
    figure_8(true, "0231");
}

static void apres_laws_020_figure_8_miss_moves_the_group_to_the_tail(void **state)
{
    (void)state;
    figure_8(false, "1023");
}

static void apres_laws_030_a_load_without_an_entry_is_in_the_llt(void **state)
{
    (void)state;
    apres_laws_t u = laws_make(4, 1);
    assert_true(laws_load(&u, 0, 0x10).grouped);
    apres_laws_out_t out = laws_load(&u, 1, 0x10);
    assert_true(!out.grouped && out.group_idx == 0 && out.ungrouped && out.members == 1 << 1);
    laws_result(&u, 0, true, ALL);
    assert_int_equal(laws_load(&u, 0, 0x20).members, 1 << 0 | 1 << 1);
}

static void apres_laws_040_the_dead_do_not_move(void **state)
{
    (void)state;
    apres_laws_t u = laws_figure_8();
    laws_load(&u, 0, 0x20);
    const apres_laws_out_t out = laws_result(&u, 0, false, ALL & ~(1 << 2));
    assert_int_equal(out.list, 1 << 0 | 1 << 3);
    laws_cycle(&u, (apres_laws_in_t){0});
    assert_order(&u.queue, "1203");
}

static void apres_laws_050_a_result_of_no_group_has_no_effect(void **state)
{
    (void)state;
    apres_laws_t u = laws_figure_8();
    const apres_laws_t before = u;
    for (unsigned g = 0; g < 4; g++)
        assert_false(laws_result(&u, g, false, ALL).listed);
    assert_int_equal(u.move_en, 0);
    assert_memory_equal(u.queue.order, before.queue.order, sizeof u.queue.order);
}

/* Cycle 0 has a result, and warps 1 and 3 start. The group moves in cycle 1. Warp 1, the lower one,
 * moves in cycle 2, starts again there, and moves once more in cycle 3; warp 3 moves in cycle 4. A
 * target has waited for all of them and moves in cycle 5. */
static void apres_laws_060_one_move_an_edge_by_precedence(void **state)
{
    (void)state;
    apres_laws_t u = laws_figure_8();
    laws_load(&u, 0, 0x20);
    laws_cycle(
        &u,
        (apres_laws_in_t){
            .result_en = 1, .result_hit = 1, .live = ALL, .begin_en = 1, .begin = 1 << 1 | 1 << 3});
    assert_order(&u.queue, "0123");
    const apres_laws_in_t target = {.target_en = 1, .target_warp = 2};
    apres_laws_in_t again = target;
    again.begin_en = 1;
    again.begin = 1 << 1;
    const struct {
        uint8_t hit, begin, target;
        const char *order;
    } rows[] = {{1, 0, 0, "0231"},
                {0, 1, 0, "0231"}, /* warp 1 is at the tail already */
                {0, 1, 0, "0231"},
                {0, 1, 0, "0213"},
                {0, 0, 1, "2013"}};
    for (unsigned k = 0; k < sizeof rows / sizeof *rows; k++) {
        const apres_laws_out_t out = laws_cycle(&u, k == 1 ? again : target);
        assert_int_equal(out.moves_hit, rows[k].hit);
        assert_int_equal(out.moves_begin, rows[k].begin);
        assert_int_equal(out.moves_target, rows[k].target);
        assert_order(&u.queue, rows[k].order);
    }
    assert_true(apres_laws_idle(&u));
}

static void apres_laws_070_a_target_that_names_no_warp_moves_nothing(void **state)
{
    (void)state;
    apres_laws_t u = laws_make(3, 3);
    assert_true(laws_cycle(&u, (apres_laws_in_t){.target_en = 1, .target_warp = 3}).moves_target);
    assert_order(&u.queue, "012");
    laws_cycle(&u, (apres_laws_in_t){.target_en = 1, .target_warp = 2});
    assert_order(&u.queue, "201");
}

static void apres_laws_080_starts_and_finishes_drop_the_load(void **state)
{
    (void)state;
    apres_laws_t u = laws_figure_8();
    const apres_laws_out_t out = laws_cycle(&u, (apres_laws_in_t){.load_en = 1,
                                                                  .load_warp = 2,
                                                                  .load_pc = 0x10,
                                                                  .finish_en = 1,
                                                                  .finish = 1 << 2,
                                                                  .begin_en = 1,
                                                                  .begin = 1 << 3});
    assert_int_equal(out.members, 1 << 0 | 1 << 2 | 1 << 3);
    assert_int_equal(laws_load(&u, 0, 0x10).members, 1 << 0);
}

/* A kernel's start ends what loads and results do, and leaves moves alone. */
static void apres_laws_090_a_kernel_starts(void **state)
{
    (void)state;
    apres_laws_t u = laws_figure_8();
    laws_load(&u, 0, 0x20);
    laws_load(&u, 1, 0x20);
    laws_result(&u, 0, true, ALL);
    const apres_laws_out_t out = laws_cycle(&u, (apres_laws_in_t){.start_en = 1,
                                                                  .load_en = 1,
                                                                  .load_warp = 2,
                                                                  .load_pc = 0x20,
                                                                  .result_en = 1,
                                                                  .result_group = 1,
                                                                  .live = ALL});
    assert_true(!out.grouped && !out.ungrouped && !out.members && !out.listed && out.moves_hit);
    assert_order(&u.queue, "0231");
    for (unsigned w = 0; w < 4; w++)
        assert_false(u.llt.valid[w]);
    for (unsigned g = 0; g < 3; g++)
        assert_false(u.wgt.valid[g]);
    assert_true(apres_laws_idle(&u));
}

/* Warps 0, 2 and 3 move in cycles 1 to 3 unless a result comes; a target and warp 1, which starts
 * in cycle 1, wait. */
static void serial_group(bool cut)
{
    apres_laws_t u = laws_figure_8();
    u.cfg.serial = u.queue.cfg.serial = 1;
    laws_load(&u, 0, 0x20);
    laws_load(&u, 1, 0x50);
    laws_result(&u, 0, false, ALL);
    const apres_laws_in_t wait = {.target_en = 1, .target_warp = 3};
    apres_laws_in_t start = wait;
    start.begin_en = 1;
    start.begin = 1 << 1;
    apres_laws_in_t first = start;
    first.result_en = cut;
    first.result_group = 1;
    first.result_hit = 1;
    first.live = ALL;
    const struct {
        apres_laws_in_t in;
        uint8_t hit, miss, begin, target;
        const char *order;
    } whole[] = {{first, 0, 1, 0, 0, "1230"},
                 {wait, 0, 1, 0, 0, "1302"},
                 {wait, 0, 1, 0, 0, "1023"},
                 {wait, 0, 0, 1, 0, "0231"},
                 {wait, 0, 0, 0, 1, "3021"}},
      short_[] = {{first, 0, 1, 0, 0, "1230"}, /* 2 and 3 stay */
                  {wait, 1, 0, 0, 0, "1230"},
                  {wait, 0, 0, 1, 0, "2301"},
                  {wait, 0, 0, 0, 1, "3201"}};
    const unsigned n = cut ? sizeof short_ / sizeof *short_ : sizeof whole / sizeof *whole;
    for (unsigned k = 0; k < n; k++) {
        const apres_laws_out_t out = laws_cycle(&u, cut ? short_[k].in : whole[k].in);
        assert_int_equal(out.moves_hit, cut ? short_[k].hit : whole[k].hit);
        assert_int_equal(out.moves_miss, cut ? short_[k].miss : whole[k].miss);
        assert_int_equal(out.moves_begin, cut ? short_[k].begin : whole[k].begin);
        assert_int_equal(out.moves_target, cut ? short_[k].target : whole[k].target);
        assert_order(&u.queue, cut ? short_[k].order : whole[k].order);
    }
    assert_true(apres_laws_idle(&u));
}

static void apres_laws_100_serial_moves_a_group_warp_by_warp(void **state)
{
    (void)state;
    serial_group(false);
}

static void apres_laws_110_serial_no_result_waits(void **state)
{
    (void)state;
    serial_group(true);
}

/* Warps 0 and 2 start in cycle 0. The kernel and warp 3 start in cycle 1, and none is forgotten. */
static void apres_laws_120_a_kernel_start_leaves_the_warps_that_wait_to_move(void **state)
{
    (void)state;
    apres_laws_t u = laws_make(4, 3);
    laws_cycle(&u, (apres_laws_in_t){.begin_en = 1, .begin = 1 << 0 | 1 << 2, .live = ALL});
    static const char *const orders[] = {"1230", "1302", "1023"};
    for (unsigned k = 0; k < 3; k++) {
        apres_laws_in_t in = {.live = ALL};
        in.start_en = in.begin_en = k == 0;
        in.begin = k == 0 ? 1 << 3 : 0;
        assert_true(laws_cycle(&u, in).moves_begin);
        assert_order(&u.queue, orders[k]);
    }
    assert_true(apres_laws_idle(&u));
}

/* Entry 0 is in use, so the next group would take entry 1, or with one entry none. */
static void apres_laws_130_a_cycle_without_a_load_of_a_warp_shows_no_group(void **state)
{
    (void)state;
    const apres_laws_in_t rows[] = {
        {.begin_en = 1, .load_warp = 1},                                 /* no load */
        {.load_en = 1, .load_warp = 3, .load_pc = 0x10},                 /* names no warp */
        {.load_en = 1, .load_warp = 1, .load_pc = 0x10, .start_en = 1}}; /* a kernel starts */
    for (unsigned groups = 1; groups <= 2; groups++)
        for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
            apres_laws_t u = laws_make(3, groups);
            assert_true(laws_load(&u, 0, 0x10).grouped);
            const apres_laws_out_t out = laws_cycle(&u, rows[i]);
            assert_true(!out.grouped && !out.ungrouped && !out.group_idx && !out.members);
            assert_false(u.wgt.valid[1] || u.llt.valid[1]);
            assert_int_equal(u.wgt.valid[0], !rows[i].start_en);
        }
}

/* Without their enables `finish` and `begin` have no effect. */
static void apres_laws_140_a_finish_or_a_start_alone_drops_the_load(void **state)
{
    (void)state;
    apres_laws_t u = laws_figure_8();
    laws_cycle(&u, (apres_laws_in_t){.finish_en = 1, .finish = 1 << 2, .begin = 1 << 3});
    assert_int_equal(laws_load(&u, 0, 0x10).members, 1 << 0 | 1 << 3);
    laws_cycle(&u, (apres_laws_in_t){.begin_en = 1, .begin = 1 << 1, .finish = 1 << 3});
    assert_int_equal(laws_load(&u, 0, 0x10).members, 1 << 0 | 1 << 3);
    assert_int_equal(laws_load(&u, 1, 0x10).members, 1 << 1); /* its entry was dropped */
}

/* The move in cycle 1 is that of warp 1, which starts in cycle 0; that in cycle 2 is a group's. */
static void apres_laws_150_a_group_after_a_started_warp_moves_as_a_group(void **state)
{
    (void)state;
    for (unsigned hit = 0; hit < 2; hit++) {
        apres_laws_t u = laws_figure_8();
        laws_load(&u, 0, 0x20);
        laws_cycle(&u, (apres_laws_in_t){.begin_en = 1, .begin = 1 << 1});
        apres_laws_out_t out = laws_result(&u, 0, hit, ALL);
        assert_true(out.moves_begin && !out.moves_hit && !out.moves_miss);
        assert_order(&u.queue, "0231");
        out = laws_cycle(&u, (apres_laws_in_t){0});
        assert_false(out.moves_begin);
        assert_int_equal(out.moves_hit, hit);
        assert_int_equal(out.moves_miss, !hit);
        assert_order(&u.queue, hit ? "0231" : "1023");
    }
}

/* The order stays, but the move is reported, and a target waits for it. */
static void apres_laws_160_a_group_of_the_dead_has_its_move(void **state)
{
    (void)state;
    for (unsigned hit = 0; hit < 2; hit++) {
        apres_laws_t u = laws_figure_8();
        laws_load(&u, 0, 0x20);
        const apres_laws_out_t told = laws_result(&u, 0, hit, 1 << 1);
        assert_true(told.listed == !hit && told.list == 0);
        const apres_laws_in_t target = {.target_en = 1, .target_warp = 3};
        apres_laws_out_t out = laws_cycle(&u, target);
        assert_int_equal(out.moves_hit, hit);
        assert_int_equal(out.moves_miss, !hit);
        assert_false(out.moves_target);
        assert_order(&u.queue, "0123");
        out = laws_cycle(&u, target);
        assert_true(out.moves_target && !out.moves_hit && !out.moves_miss);
        assert_order(&u.queue, "3012");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_queue_010_moves_keep_the_order_inside_and_outside),
        cmocka_unit_test(apres_queue_020_none_and_all_change_nothing),
        cmocka_unit_test(apres_queue_030_each_scheduler_picks_before_the_move),
        cmocka_unit_test(apres_queue_040_a_target_moves_unless_others_do),
        cmocka_unit_test(apres_queue_050_serial_moves_one_warp_a_cycle),
        cmocka_unit_test(apres_queue_060_serial_with_no_warp_leaves_none),
        cmocka_unit_test(apres_laws_010_figure_8_hit_moves_the_group_to_the_head),
        cmocka_unit_test(apres_laws_020_figure_8_miss_moves_the_group_to_the_tail),
        cmocka_unit_test(apres_laws_030_a_load_without_an_entry_is_in_the_llt),
        cmocka_unit_test(apres_laws_040_the_dead_do_not_move),
        cmocka_unit_test(apres_laws_050_a_result_of_no_group_has_no_effect),
        cmocka_unit_test(apres_laws_060_one_move_an_edge_by_precedence),
        cmocka_unit_test(apres_laws_070_a_target_that_names_no_warp_moves_nothing),
        cmocka_unit_test(apres_laws_080_starts_and_finishes_drop_the_load),
        cmocka_unit_test(apres_laws_090_a_kernel_starts),
        cmocka_unit_test(apres_laws_100_serial_moves_a_group_warp_by_warp),
        cmocka_unit_test(apres_laws_110_serial_no_result_waits),
        cmocka_unit_test(apres_laws_120_a_kernel_start_leaves_the_warps_that_wait_to_move),
        cmocka_unit_test(apres_laws_130_a_cycle_without_a_load_of_a_warp_shows_no_group),
        cmocka_unit_test(apres_laws_140_a_finish_or_a_start_alone_drops_the_load),
        cmocka_unit_test(apres_laws_150_a_group_after_a_started_warp_moves_as_a_group),
        cmocka_unit_test(apres_laws_160_a_group_of_the_dead_has_its_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
