/* The tables and queues of LAWS and SAP: apres.llt, apres.wgt, apres.drq, apres.wq and apres.pt, by
 * the worked examples and the rules of docs/units/apres.md. Sets of warps are masks: bit w is warp
 * w. */
#include "unit_bench.h"

#include "apres/apres_drq.h"
#include "apres/apres_llt.h"
#include "apres/apres_pt.h"
#include "apres/apres_wgt.h"
#include "apres/apres_wq.h"

/* ---- apres.llt ---- */

static uint64_t llt_cycle(apres_llt_t *u, apres_llt_in_t in)
{
    apres_llt_out_t out;
    apres_llt_eval(u, &in, &out);
    apres_llt_tick(u, &in);
    return out.group;
}

static uint64_t llt_load(apres_llt_t *u, unsigned warp, uint64_t pc)
{
    return llt_cycle(u, (apres_llt_in_t){.load_en = 1, .load_warp = (uint8_t)warp, .load_pc = pc});
}

/* Figure 8 before warp 0 issues 0x20. */
static apres_llt_t llt_make(void)
{
    apres_llt_t u;
    assert_int_equal(apres_llt_init(&u, &(apres_llt_cfg_t){.warps = 4, .pc_w = 32}), 0);
    assert_int_equal(llt_load(&u, 0, 0x10), 1 << 0);
    assert_int_equal(llt_load(&u, 1, 0x30), 1 << 1);
    assert_int_equal(llt_load(&u, 2, 0x10), 1 << 2); /* no entry yet: its own group */
    assert_int_equal(llt_load(&u, 3, 0x10), 1 << 3);
    return u;
}

static void apres_llt_010_figure_8(void **state)
{
    (void)state;
    apres_llt_t u = llt_make();
    assert_int_equal(llt_load(&u, 0, 0x20), 1 << 0 | 1 << 2 | 1 << 3);
    assert_int_equal(llt_load(&u, 2, 0x20), 1 << 2 | 1 << 3);
}

static void apres_llt_020_the_new_pc_plays_no_part(void **state)
{
    (void)state;
    apres_llt_t u = llt_make();
    assert_int_equal(llt_load(&u, 1, 0x10), 1 << 1);
    assert_int_equal(llt_load(&u, 3, 0x10), 0xf); /* warp 1 has the PC now */
}

static void apres_llt_030_without_a_load_or_a_warp_there_is_no_group(void **state)
{
    (void)state;
    apres_llt_t u;
    assert_int_equal(apres_llt_init(&u, &(apres_llt_cfg_t){.warps = 3, .pc_w = 2}), 0);
    const apres_llt_t before = u;
    assert_int_equal(llt_load(&u, 3, 1), 0);
    assert_int_equal(llt_cycle(&u, (apres_llt_in_t){.load_warp = 1, .load_pc = 1}), 0);
    assert_memory_equal(&u, &before, sizeof u);
}

static void apres_llt_040_a_drop_comes_after_the_load_and_a_clear_after_both(void **state)
{
    (void)state;
    apres_llt_t u = llt_make();
    const apres_llt_in_t finishes = {
        .load_en = 1, .load_warp = 2, .load_pc = 0x20, .drop_en = 1, .drop = 1 << 2 | 1 << 3};
    assert_int_equal(llt_cycle(&u, finishes), 1 << 0 | 1 << 2 | 1 << 3);
    const uint8_t left[] = {1, 1, 0, 0};
    assert_memory_equal(u.valid, left, sizeof left);
    assert_int_equal(llt_load(&u, 0, 0x10), 1 << 0);
    assert_int_equal(llt_cycle(&u, (apres_llt_in_t){.load_en = 1, .load_pc = 0x10, .clear_en = 1}),
                     1 << 0);
    for (unsigned w = 0; w < 4; w++)
        assert_false(u.valid[w]);
}

/* The lowest bit of the PC tells two loads apart, and so does the highest. */
static void apres_llt_050_every_bit_of_a_pc_counts(void **state)
{
    (void)state;
    static const uint64_t pcs[] = {0x10, 0x11, 0x80000010};
    apres_llt_t u;
    assert_int_equal(apres_llt_init(&u, &(apres_llt_cfg_t){.warps = 4, .pc_w = 32}), 0);
    for (unsigned w = 0; w < 3; w++)
        llt_load(&u, w, pcs[w]);
    llt_load(&u, 3, 0x10);
    assert_int_equal(llt_load(&u, 1, 0x20), 1 << 1);
    assert_int_equal(llt_load(&u, 2, 0x20), 1 << 2);
    assert_int_equal(llt_load(&u, 0, 0x20), 1 << 0 | 1 << 3);
}

static void apres_llt_060_a_warp_whose_entry_was_dropped_is_alone(void **state)
{
    (void)state;
    apres_llt_t u = llt_make();
    llt_cycle(&u, (apres_llt_in_t){.drop_en = 1, .drop = 1 << 2});
    assert_int_equal(llt_load(&u, 2, 0x10), 1 << 2); /* 0 and 3 still have 0x10 */
    assert_int_equal(llt_load(&u, 0, 0x20), 1 << 0 | 1 << 2 | 1 << 3);
}

/* ---- apres.wgt ---- */

static apres_wgt_out_t wgt_cycle(apres_wgt_t *u, apres_wgt_in_t in)
{
    apres_wgt_out_t out;
    apres_wgt_eval(u, &in, &out);
    apres_wgt_tick(u, &in);
    return out;
}

static apres_wgt_t wgt_make(void)
{
    apres_wgt_t u;
    assert_int_equal(apres_wgt_init(&u, &(apres_wgt_cfg_t){.groups = 3, .warps = 3}), 0);
    return u;
}

/* The worked example of the page. */
static void apres_wgt_010_an_entry_is_taken_in_the_cycle_after_it_is_freed(void **state)
{
    (void)state;
    apres_wgt_t u = wgt_make();
    const uint8_t groups[] = {1 << 0, 1 << 1, 1 << 0 | 1 << 2};
    for (unsigned g = 0; g < 3; g++) {
        const apres_wgt_out_t out =
            wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = groups[g]});
        assert_true(out.took && !out.refused && !out.full && out.idx == g);
    }
    apres_wgt_out_t out = wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 1 << 1});
    assert_true(!out.took && out.refused && out.full && out.idx == 0);
    out = wgt_cycle(
        &u, (apres_wgt_in_t){.take_en = 1, .take_mask = 1 << 2, .free_en = 1, .free_idx = 1});
    assert_true(out.known && out.refused && out.full && !out.took);
    assert_int_equal(out.group, 1 << 1);
    out = wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 1 << 2});
    assert_true(out.took && out.idx == 1);
    assert_int_equal(wgt_cycle(&u, (apres_wgt_in_t){.free_idx = 1}).group, 1 << 2);
}

static void apres_wgt_020_no_such_entry_and_an_entry_not_in_use_read_0(void **state)
{
    (void)state;
    apres_wgt_t u = wgt_make();
    wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 7});
    const apres_wgt_t before = u;
    for (uint8_t i = 1; i < 4; i++) {
        const apres_wgt_out_t out = wgt_cycle(&u, (apres_wgt_in_t){.free_en = 1, .free_idx = i});
        assert_true(!out.known && out.group == 0);
    }
    assert_memory_equal(&u, &before, sizeof u);
}

static void apres_wgt_030_a_clear_comes_before_both(void **state)
{
    (void)state;
    apres_wgt_t u = wgt_make();
    wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 1});
    const apres_wgt_out_t out =
        wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 2, .clear_en = 1});
    assert_true(!out.took && !out.refused);
    for (unsigned g = 0; g < 3; g++)
        assert_false(u.valid[g]);
}

static void apres_wgt_040_a_clear_frees_every_entry(void **state)
{
    (void)state;
    apres_wgt_t u = wgt_make();
    for (unsigned g = 0; g < 3; g++)
        wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 7});
    wgt_cycle(&u, (apres_wgt_in_t){.clear_en = 1});
    for (uint8_t g = 0; g < 3; g++) {
        const apres_wgt_out_t out =
            wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 1, .free_idx = g});
        assert_true(!out.known && out.took && out.idx == g);
    }
}

static void apres_wgt_050_a_freed_entry_has_no_group(void **state)
{
    (void)state;
    apres_wgt_t u = wgt_make();
    wgt_cycle(&u, (apres_wgt_in_t){.take_en = 1, .take_mask = 5});
    assert_int_equal(wgt_cycle(&u, (apres_wgt_in_t){.free_en = 1}).group, 5);
    const apres_wgt_out_t out = wgt_cycle(&u, (apres_wgt_in_t){0});
    assert_true(!out.known && out.group == 0);
}

/* ---- apres.drq, apres.wq ---- */

static apres_drq_out_t drq_cycle(apres_drq_t *u, apres_drq_in_t in)
{
    apres_drq_out_t out;
    apres_drq_eval(u, &in, &out);
    apres_drq_tick(u, &in);
    return out;
}

static unsigned drq_first(apres_drq_t *u)
{
    return drq_cycle(u, (apres_drq_in_t){0}).id;
}

static void apres_drq_010_a_full_queue_drops_also_with_a_pop(void **state)
{
    (void)state;
    apres_drq_t u = {0};
    const apres_drq_cfg_t cfg = {.depth = 3, .addr_w = 4, .pc_w = 2, .id_w = 2, .warps = 3};
    assert_int_equal(apres_drq_init(&u, &cfg), 0);
    assert_false(drq_cycle(&u, (apres_drq_in_t){.push_en = 1, .push_id = 1}).valid);
    assert_int_equal(drq_first(&u), 1);
    drq_cycle(&u, (apres_drq_in_t){.push_en = 1, .push_id = 2});
    drq_cycle(&u, (apres_drq_in_t){.push_en = 1, .push_id = 0});
    assert_int_equal(drq_first(&u), 1);
    assert_true(drq_cycle(&u, (apres_drq_in_t){.push_en = 1, .push_id = 2, .pop_en = 1}).dropped);
    assert_int_equal(drq_first(&u), 2);
    drq_cycle(&u, (apres_drq_in_t){.pop_en = 1});
    assert_int_equal(drq_first(&u), 0);
    drq_cycle(&u, (apres_drq_in_t){.pop_en = 1});
    assert_false(drq_cycle(&u, (apres_drq_in_t){0}).valid); /* the dropped one is lost */
}

static void apres_drq_020_a_miss_keeps_all_that_it_came_with(void **state)
{
    (void)state;
    apres_drq_t u = {0};
    apres_drq_cfg_t cfg;
    unit_cfg_geometry(&apres_drq_unit, UNIT_PAPER, &cfg);
    assert_int_equal(apres_drq_init(&u, &cfg), 0);
    const apres_drq_in_t miss = {.push_en = 1,
                                 .push_addr = UINT64_C(0xfedcba9876543210),
                                 .push_pc = 0xdeadbeef,
                                 .push_id = 0xa5,
                                 .push_group = UINT64_C(0x800000000001)};
    drq_cycle(&u, miss);
    const apres_drq_out_t out = drq_cycle(&u, (apres_drq_in_t){.clear_en = 1});
    assert_true(out.valid && out.addr == miss.push_addr && out.pc == miss.push_pc);
    assert_true(out.id == miss.push_id && out.group == miss.push_group);
    const apres_drq_out_t none = drq_cycle(&u, (apres_drq_in_t){0});
    assert_true(!none.valid && !none.addr && !none.pc && !none.id && !none.group);
}

/* Three places with the misses of warps 2, 1 and 0, the first at address 9. */
static apres_drq_t drq_full(void)
{
    apres_drq_t u = {0};
    const apres_drq_cfg_t cfg = {.depth = 3, .addr_w = 4, .pc_w = 2, .id_w = 2, .warps = 3};
    assert_int_equal(apres_drq_init(&u, &cfg), 0);
    for (unsigned k = 0; k < 3; k++)
        drq_cycle(&u, (apres_drq_in_t){.push_en = 1,
                                       .push_addr = 9 + k,
                                       .push_pc = 3,
                                       .push_id = (uint8_t)(2 - k),
                                       .push_group = 5});
    return u;
}

static void apres_drq_030_a_refused_miss_leaves_those_that_wait(void **state)
{
    (void)state;
    apres_drq_t u = drq_full();
    assert_true(drq_cycle(&u, (apres_drq_in_t){.push_en = 1, .push_addr = 1}).dropped);
    for (unsigned k = 0; k < 3; k++) {
        const apres_drq_out_t out = drq_cycle(&u, (apres_drq_in_t){.pop_en = 1});
        assert_true(out.valid && out.addr == 9 + k && out.id == 2 - k);
        assert_true(out.pc == 3 && out.group == 5);
    }
    assert_false(drq_cycle(&u, (apres_drq_in_t){0}).valid);
}

static void apres_drq_040_a_clear_comes_before_a_push_and_a_pop(void **state)
{
    (void)state;
    for (unsigned ends = 0; ends < 4; ends++) { /* bit 0: a push, bit 1: a pop */
        apres_drq_t u = drq_full();
        const apres_drq_in_t in = {
            .push_en = ends & 1, .push_id = 1, .pop_en = ends >= 2, .clear_en = 1};
        const apres_drq_out_t out = drq_cycle(&u, in);
        assert_true(out.valid && out.id == 2 && !out.dropped);
        assert_false(drq_cycle(&u, (apres_drq_in_t){0}).valid);
    }
}

static unsigned wq_cycle(apres_wq_t *u, apres_wq_in_t in)
{
    apres_wq_out_t out;
    apres_wq_tick(u, &in);
    apres_wq_eval(u, &(apres_wq_in_t){0}, &out);
    return out.valid ? out.id : 99;
}

static void apres_wq_010_worked_example(void **state)
{
    (void)state;
    apres_wq_t u = {0};
    assert_int_equal(apres_wq_init(&u, &(apres_wq_cfg_t){.depth = 3, .id_w = 2}), 0);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.push_en = 1, .push_id = 2}), 2);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.push_en = 1, .push_id = 1, .pop_en = 1}), 1);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.push_en = 1, .clear_en = 1}), 99);
}

static void apres_wq_020_a_refused_warp_leaves_those_that_wait(void **state)
{
    (void)state;
    apres_wq_t u = {0};
    assert_int_equal(apres_wq_init(&u, &(apres_wq_cfg_t){.depth = 3, .id_w = 2}), 0);
    for (uint8_t id = 1; id <= 3; id++)
        assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.push_en = 1, .push_id = id}), 1);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.push_en = 1, .push_id = 0}), 1);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.pop_en = 1}), 2);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.pop_en = 1}), 3);
    assert_int_equal(wq_cycle(&u, (apres_wq_in_t){.pop_en = 1}), 99);
}

static void apres_wq_030_an_empty_queue_shows_no_warp(void **state)
{
    (void)state;
    apres_wq_t u = {0};
    assert_int_equal(apres_wq_init(&u, &(apres_wq_cfg_t){.depth = 1, .id_w = 2}), 0);
    wq_cycle(&u, (apres_wq_in_t){.push_en = 1, .push_id = 3});
    wq_cycle(&u, (apres_wq_in_t){.pop_en = 1}); /* its ID is still in the only place */
    apres_wq_out_t out;
    apres_wq_eval(&u, &(apres_wq_in_t){0}, &out);
    assert_true(!out.valid && out.id == 0);
}

/* ---- apres.pt ---- */

static apres_pt_out_t pt_cycle(apres_pt_t *u, apres_pt_in_t in)
{
    apres_pt_out_t out;
    apres_pt_eval(u, &in, &out);
    apres_pt_tick(u, &in);
    return out;
}

static apres_pt_t pt_make(void)
{
    apres_pt_t u = {0};
    const apres_pt_cfg_t cfg = {.entries = 3, .pc_w = 2, .id_w = 2, .addr_w = 4};
    assert_int_equal(apres_pt_init(&u, &cfg), 0);
    return u;
}

static apres_pt_in_t pt_look(unsigned pc, unsigned id, unsigned addr)
{
    return (apres_pt_in_t){.look_en = 1, .look_pc = pc, .look_id = (uint8_t)id, .look_addr = addr};
}

static void apres_pt_010_worked_example(void **state)
{
    (void)state;
    apres_pt_t u = pt_make();
    apres_pt_out_t out = pt_cycle(&u, pt_look(1, 0, 4));
    assert_true(out.allocates && !out.replaces && !out.hit && out.way == 0);
    out = pt_cycle(&u, pt_look(1, 2, 8));
    assert_true(out.hit && !out.allocates && out.old_id == 0 && out.old_addr == 4);
    pt_cycle(&u, (apres_pt_in_t){.at = 0, .set_en = 1, .set_stride = 2});
    assert_int_equal(pt_cycle(&u, pt_look(2, 0, 0)).way, 1);
    assert_int_equal(pt_cycle(&u, pt_look(3, 0, 0)).way, 2);
    assert_true(pt_cycle(&u, pt_look(1, 1, 1)).hit);
    out = pt_cycle(&u, pt_look(0, 0, 0));
    assert_true(out.allocates && out.replaces && out.way == 1);
    assert_int_equal(pt_cycle(&u, (apres_pt_in_t){.at = 0}).stride, 2);
    assert_int_equal(pt_cycle(&u, (apres_pt_in_t){.at = 1}).stride, 0);
    assert_int_equal(pt_cycle(&u, (apres_pt_in_t){.at = 3}).stride, 0); /* names no entry */
}

static void apres_pt_020_a_lookup_of_the_same_entry_comes_last(void **state)
{
    (void)state;
    apres_pt_t u = pt_make();
    for (unsigned pc = 0; pc < 3; pc++)
        pt_cycle(&u, pt_look(pc, 0, 0));
    apres_pt_in_t in = pt_look(0, 1, 5);
    in.set_en = 1;
    in.set_stride = 7;
    assert_true(pt_cycle(&u, in).hit); /* a hit leaves the stride */
    assert_int_equal(u.strides[0], 7);
    in.look_pc = 3;
    in.at = 1;
    assert_true(pt_cycle(&u, in).replaces); /* a new load has none */
    assert_true(u.pcs[1] == 3 && u.strides[1] == 0);
    in.clear_en = 1;
    const apres_pt_out_t out = pt_cycle(&u, in);
    assert_true(!out.hit && !out.allocates && !u.valid[0] && !u.valid[1] && !u.valid[2]);
    in = (apres_pt_in_t){.set_en = 1, .set_stride = 7};
    pt_cycle(&u, in); /* not in use: nothing is written */
    assert_int_equal(pt_cycle(&u, pt_look(2, 0, 0)).way, 0);
    assert_int_equal(u.strides[0], 0);
}

static void apres_pt_030_only_a_full_table_replaces(void **state)
{
    (void)state;
    apres_pt_t u = pt_make();
    for (unsigned pc = 0; pc < 4; pc++) {
        const apres_pt_out_t out = pt_cycle(&u, pt_look(pc, 0, 0));
        assert_true(out.allocates);
        assert_int_equal(out.replaces, pc == 3);
        assert_int_equal(out.way, pc % 3); /* the free ones in turn, then the oldest */
    }
}

static void apres_pt_040_a_clear_leaves_neither_a_stride_nor_an_order(void **state)
{
    (void)state;
    apres_pt_t u = pt_make();
    const apres_pt_t reset = u;
    pt_cycle(&u, pt_look(1, 0, 4));
    pt_cycle(&u, pt_look(2, 0, 4));
    pt_cycle(&u, pt_look(1, 1, 6)); /* entry 0 is used after entry 1 */
    pt_cycle(&u, (apres_pt_in_t){.set_en = 1, .set_stride = 2});
    assert_int_equal(pt_cycle(&u, (apres_pt_in_t){.clear_en = 1}).stride, 2);
    assert_int_equal(pt_cycle(&u, (apres_pt_in_t){0}).stride, 0); /* entry 0 is not in use */
    assert_memory_equal(u.lru.lower, reset.lru.lower, sizeof u.lru.lower);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_llt_010_figure_8),
        cmocka_unit_test(apres_llt_020_the_new_pc_plays_no_part),
        cmocka_unit_test(apres_llt_030_without_a_load_or_a_warp_there_is_no_group),
        cmocka_unit_test(apres_llt_040_a_drop_comes_after_the_load_and_a_clear_after_both),
        cmocka_unit_test(apres_llt_050_every_bit_of_a_pc_counts),
        cmocka_unit_test(apres_llt_060_a_warp_whose_entry_was_dropped_is_alone),
        cmocka_unit_test(apres_wgt_010_an_entry_is_taken_in_the_cycle_after_it_is_freed),
        cmocka_unit_test(apres_wgt_020_no_such_entry_and_an_entry_not_in_use_read_0),
        cmocka_unit_test(apres_wgt_030_a_clear_comes_before_both),
        cmocka_unit_test(apres_wgt_040_a_clear_frees_every_entry),
        cmocka_unit_test(apres_wgt_050_a_freed_entry_has_no_group),
        cmocka_unit_test(apres_drq_010_a_full_queue_drops_also_with_a_pop),
        cmocka_unit_test(apres_drq_020_a_miss_keeps_all_that_it_came_with),
        cmocka_unit_test(apres_drq_030_a_refused_miss_leaves_those_that_wait),
        cmocka_unit_test(apres_drq_040_a_clear_comes_before_a_push_and_a_pop),
        cmocka_unit_test(apres_wq_010_worked_example),
        cmocka_unit_test(apres_wq_020_a_refused_warp_leaves_those_that_wait),
        cmocka_unit_test(apres_wq_030_an_empty_queue_shows_no_warp),
        cmocka_unit_test(apres_pt_010_worked_example),
        cmocka_unit_test(apres_pt_020_a_lookup_of_the_same_entry_comes_last),
        cmocka_unit_test(apres_pt_030_only_a_full_table_replaces),
        cmocka_unit_test(apres_pt_040_a_clear_leaves_neither_a_stride_nor_an_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
