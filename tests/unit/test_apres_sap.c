/* apres.sap and apres.agen: the worked examples of docs/units/apres.md and the paper's figures 6
 * and 9 (section IV). The tables and queues of SAP are in test_apres_tables.c, its divider in
 * test_apres_div.c. */
#include "unit_bench.h"

#include "apres/apres_sap.h"

/* ---- apres.agen ---- */

static void apres_agen_010_figures_6_and_9(void **state)
{
    (void)state;
    apres_agen_t u = {0};
    assert_int_equal(apres_agen_init(&u, &(apres_agen_cfg_t){.addr_w = 64, .id_w = 8}), 0);
    apres_agen_in_t in = {.addr = 2000,
                          .old_addr = 2800,
                          .id = 2,
                          .old_id = 10,
                          .from_id = 2,
                          .to_id = 1,
                          .by = 511, /* -1 */
                          .stride = 100,
                          .base = 2000,
                          .step = UINT64_C(-100)};
    apres_agen_out_t out;
    apres_agen_eval(&u, &in, &out);
    assert_true(out.d_addr == UINT64_C(-800) && out.d_id == 512 - 8);
    assert_true(out.d_to == 511 && out.product == UINT64_C(-100) && out.to == 1900);
    in =
        (apres_agen_in_t){.from_id = 2, .by = 512 - 2, .stride = 1000, .base = 13000, .step = 1000};
    apres_agen_eval(&u, &in, &out);
    assert_true(out.d_to == 512 - 2 && out.product == UINT64_C(-2000) && out.to == 14000);
}

/* ---- apres.sap ---- */

static apres_sap_t sap_make(void)
{
    apres_sap_t u;
    apres_sap_cfg_t cfg;
    memset(&u, 0, sizeof u);
    unit_cfg_geometry(&apres_sap_unit, UNIT_PAPER, &cfg);
    assert_int_equal(apres_sap_init(&u, &cfg), 0);
    return u;
}

/* The paper's examples begin with an entry of PC 200. */
static void preload(apres_sap_t *u, unsigned id, uint64_t addr, uint64_t stride)
{
    u->pt.valid[0] = 1;
    u->pt.pcs[0] = 200;
    u->pt.ids[0] = (uint8_t)id;
    u->pt.addrs[0] = addr;
    u->pt.strides[0] = stride;
}

static apres_sap_in_t quiet_in(void)
{
    return (apres_sap_in_t){.live = bits_mask(48)};
}

static apres_sap_out_t sap_cycle(apres_sap_t *u, apres_sap_in_t in)
{
    apres_sap_out_t out;
    apres_sap_eval(u, &in, &out);
    apres_sap_tick(u, &in);
    return out;
}

static void sap_wait(apres_sap_t *u, unsigned n)
{
    while (n--)
        sap_cycle(u, quiet_in());
}

static apres_sap_out_t sap_miss(apres_sap_t *u, unsigned id, uint64_t addr, uint64_t group)
{
    apres_sap_in_t in = quiet_in();
    in.miss_en = 1;
    in.miss_pc = 200;
    in.miss_id = (uint8_t)id;
    in.miss_addr = addr;
    in.miss_group = group;
    return sap_cycle(u, in);
}

/* One cycle in which the L1 takes what is offered. */
static apres_sap_out_t sap_take(apres_sap_t *u, bool good)
{
    apres_sap_in_t in = quiet_in();
    in.pf_take = 1;
    in.pf_good = good;
    return sap_cycle(u, in);
}

static void sap_moves(apres_sap_t *u)
{
    apres_sap_in_t in = quiet_in();
    in.target_moves = 1;
    sap_cycle(u, in);
}

static void apres_sap_010_figure_9_cycle_by_cycle(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 10, 2800, 100);
    sap_miss(&u, 2, 2000, 6); /* cycle 0 */
    assert_true(sap_cycle(&u, quiet_in()).takes);
    for (unsigned k = 2; k < 18; k++)
        assert_false(sap_cycle(&u, quiet_in()).predicts);
    apres_sap_out_t out = sap_cycle(&u, quiet_in());
    assert_true(out.predicts && !out.mismatch && !out.inexact && !out.no_stride && !out.pf_valid);
    out = sap_take(&u, true); /* cycle 19 */
    assert_true(out.pf_valid && out.pf_pc == 200 && out.pf_id == 1 && out.pf_addr == 1900);
    out = sap_cycle(&u, quiet_in());
    assert_true(out.target_en && out.target_id == 1 && !out.pf_valid);
    sap_wait(&u, 3); /* warp 2 itself is passed over */
    assert_true(apres_sap_idle(&u) && u.wq.ring.len == 0);
    assert_true(u.pt.ids[0] == 2 && u.pt.addrs[0] == 2000 && u.pt.strides[0] == 100);
}

static void apres_sap_020_figure_6_both_sides_of_the_warp(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 1, 12000, 1000);
    sap_miss(&u, 2, 13000, 13);
    sap_wait(&u, 18);
    apres_sap_out_t out = sap_cycle(&u, quiet_in());
    assert_true(out.pf_valid && out.pf_id == 0 && out.pf_addr == 11000); /* waits for the L1 */
    out = sap_take(&u, true);
    assert_true(out.pf_valid && out.pf_id == 0 && out.pf_addr == 11000);
    sap_wait(&u, 4); /* warp 2 is passed over; warp 3 waits for the target */
    out = sap_take(&u, true);
    assert_true(!out.pf_valid && out.target_en && out.target_id == 0);
    sap_moves(&u);
    out = sap_take(&u, false);
    assert_true(out.pf_valid && out.pf_id == 3 && out.pf_addr == 14000 && !out.target_en);
    assert_false(sap_cycle(&u, quiet_in()).target_en); /* the L1 dropped it */
    assert_true(apres_sap_idle(&u));
}

static void apres_sap_025_good_without_a_take_makes_no_target(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 10, 2800, 100);
    sap_miss(&u, 2, 2000, 2);
    sap_wait(&u, 18);
    apres_sap_in_t good = quiet_in();
    good.pf_good = 1;
    for (unsigned k = 0; k < 3; k++) { /* the prefetch stays */
        const apres_sap_out_t out = sap_cycle(&u, good);
        assert_true(out.pf_valid && out.pf_id == 1 && out.pf_addr == 1900 && !out.target_en);
    }
    sap_take(&u, true);
    assert_true(sap_cycle(&u, quiet_in()).target_en);
}

/* "If the stride values mismatch, ... the stride in PT is replaced"; the next miss with it
 * predicts.
 */
static void apres_sap_030_a_stride_must_come_twice(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    sap_miss(&u, 5, 9000, 32);
    assert_true(sap_cycle(&u, quiet_in()).allocates);
    sap_miss(&u, 3, 9256, 15);
    sap_wait(&u, 17);
    assert_true(sap_cycle(&u, quiet_in()).mismatch);
    assert_true(u.pt.strides[0] == UINT64_C(-128) && u.wq.ring.len == 0 && u.fill == 0);
    sap_miss(&u, 4, 9128, 32);
    sap_wait(&u, 17);
    assert_true(sap_cycle(&u, quiet_in()).predicts);
    const apres_sap_out_t out = sap_take(&u, true);
    assert_true(out.pf_valid && out.pf_id == 5 && out.pf_addr == 9000);
}

/* The entry of another load stays as it is. */
static void apres_sap_035_a_stride_belongs_to_the_entry_of_its_load(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 1, 12000, 1000);
    u.pt.pcs[0] = 100;
    sap_miss(&u, 5, 9000, 32);
    assert_true(sap_cycle(&u, quiet_in()).allocates);
    sap_miss(&u, 3, 9256, 15);
    sap_wait(&u, 17);
    assert_true(sap_cycle(&u, quiet_in()).mismatch);
    assert_true(u.pt.strides[0] == 1000 && u.pt.strides[1] == UINT64_C(-128));
    sap_miss(&u, 4, 9128, 32);
    sap_wait(&u, 17);
    assert_true(sap_cycle(&u, quiet_in()).predicts);
    assert_int_equal(sap_take(&u, true).pf_addr, 9000);
}

static void apres_sap_040_no_stride_leaves_that_of_the_table(void **state)
{
    (void)state;
    static const struct {
        unsigned id;
        uint64_t addr;
        bool same_warp, inexact;
    } rows[] = {{10, 2000, true, false}, {7, 2000, false, true}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        apres_sap_t u = sap_make();
        preload(&u, 10, 2800, 100);
        sap_miss(&u, rows[i].id, rows[i].addr, 7);
        assert_int_equal(sap_cycle(&u, quiet_in()).same_warp, rows[i].same_warp);
        if (rows[i].same_warp)
            assert_true(apres_sap_idle(&u));
        sap_wait(&u, 16);
        assert_int_equal(sap_cycle(&u, quiet_in()).inexact, rows[i].inexact);
        assert_true(apres_sap_idle(&u));
        assert_true(u.pt.ids[0] == rows[i].id && u.pt.addrs[0] == rows[i].addr);
        assert_int_equal(u.pt.strides[0], 100);
    }
}

/* Two warps have missed at one address: 0 bytes a warp, twice. */
static void apres_sap_045_a_stride_of_0_predicts_nothing(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 10, 2000, 0);
    sap_miss(&u, 2, 2000, 7);
    sap_wait(&u, 17);
    const apres_sap_out_t out = sap_cycle(&u, quiet_in());
    assert_true(out.no_stride && !out.predicts && !out.mismatch && !out.inexact);
    assert_true(apres_sap_idle(&u) && u.wq.ring.len == 0);
    assert_false(sap_cycle(&u, quiet_in()).pf_valid);
}

static void apres_sap_050_the_newest_miss_is_dropped(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 1, 12000, 1000);
    sap_miss(&u, 2, 13000, 1);
    sap_wait(&u, 18);
    for (unsigned k = 0; k < 32; k++)
        assert_false(sap_miss(&u, 2, k, 1).dropped);
    assert_true(sap_miss(&u, 2, 99, 1).dropped);
    assert_false(sap_miss(&u, 48, 99, 1).dropped); /* IDs that name no warp */
    assert_false(sap_miss(&u, 49, 99, 1).dropped);
    assert_false(sap_miss(&u, 255, 99, 1).dropped);
    sap_take(&u, false);
    const apres_sap_out_t out = sap_miss(&u, 2, 99, 1);
    assert_true(out.takes && out.dropped); /* room from the next cycle on */
    assert_false(sap_miss(&u, 2, 99, 1).dropped);
    assert_int_equal(u.drq.addrs[(u.drq.ring.head + u.drq.ring.len - 1) % 32], 99);
}

static void apres_sap_055_a_miss_of_the_last_warp_is_served(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 46, 59000, 1000);
    sap_miss(&u, 47, 60000, 1 << 0);
    sap_wait(&u, 17);
    assert_true(sap_cycle(&u, quiet_in()).predicts);
    const apres_sap_out_t out = sap_take(&u, false);
    assert_true(out.pf_valid && out.pf_id == 0 && out.pf_addr == 60000 - 47 * 1000);
}

static void apres_sap_060_only_live_warps_are_served(void **state)
{
    (void)state;
    apres_sap_t u = sap_make();
    preload(&u, 1, 12000, 1000);
    sap_miss(&u, 2, 13000, 0xfb);
    for (unsigned k = 0; k < 18; k++) {
        apres_sap_in_t in = quiet_in();
        in.live = 0x28;
        sap_cycle(&u, in);
    }
    static const uint64_t want[] = {14000, 16000};
    for (unsigned k = 0; k < 2; k++) {
        const apres_sap_out_t out = sap_take(&u, false);
        assert_true(out.pf_valid && out.pf_addr == want[k]);
    }
    assert_true(apres_sap_idle(&u));
}

static void apres_sap_070_a_kernel_start_ends_everything(void **state)
{
    (void)state;
    for (unsigned at = 0; at < 24; at++) {
        apres_sap_t u = sap_make();
        preload(&u, 1, 12000, 1000);
        sap_miss(&u, 2, 13000, 0xff);
        for (unsigned k = 0; k < at; k++)
            sap_take(&u, k == 19);
        apres_sap_in_t in = quiet_in();
        in.start_en = in.miss_en = 1;
        const apres_sap_out_t out = sap_cycle(&u, in);
        assert_true(!out.takes && !out.dropped && !out.predicts && !out.mismatch);
        assert_true(apres_sap_idle(&u) && !u.dividing && !u.held && !u.fill);
        assert_true(!u.drq.ring.len && !u.wq.ring.len && !u.pt.valid[0] && !u.div.left);
        assert_int_equal(u.div.ended, 0);
    }
}

static void apres_sap_080_storage_is_the_paper_s_and_what_it_does_not_count(void **state)
{
    (void)state;
    static const struct {
        const unit_desc_t *desc;
        uint64_t paper, apart;
    } rows[] = {{&apres_drq_unit, 256 * 8, 2816 + 11},
                {&apres_wq_unit, 48 * 8, 12},
                {&apres_pt_unit, 210 * 8, 10 + 45},
                {&apres_div_unit, 0, 89},
                {&apres_sap_unit, (256 + 48 + 210) * 8, 2816 + 11 + 12 + 10 + 45 + 89 + 166}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t cfg[UNIT_MAX_PARAMS];
        unit_cfg_geometry(rows[i].desc, UNIT_PAPER, cfg);
        assert_int_equal(unit_state_bits(rows[i].desc, cfg), rows[i].paper + rows[i].apart);
    }
}

static void apres_sap_090_init_refuses_what_does_not_fit(void **state)
{
    (void)state;
    static const struct {
        uint32_t warps, addr_w, id_w, div_bits;
        int want;
    } rows[] = {{48, 64, 8, 4, 0},       {48, 64, 6, 4, 0},       {48, 64, 5, 4, -EINVAL},
                {32, 64, 5, 4, 0},       {33, 64, 5, 4, -EINVAL}, {1, 64, 1, 4, 0},
                {48, 64, 8, 3, -EINVAL}, {48, 63, 8, 3, 0},       {48, 1, 8, 2, -EINVAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        apres_sap_t u;
        apres_sap_cfg_t cfg;
        memset(&u, 0, sizeof u);
        unit_cfg_geometry(&apres_sap_unit, UNIT_PAPER, &cfg);
        cfg.warps = rows[i].warps;
        cfg.addr_w = rows[i].addr_w;
        cfg.id_w = rows[i].id_w;
        cfg.div_bits = rows[i].div_bits;
        if (apres_sap_init(&u, &cfg) != rows[i].want)
            fail_msg("row %u", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_agen_010_figures_6_and_9),
        cmocka_unit_test(apres_sap_010_figure_9_cycle_by_cycle),
        cmocka_unit_test(apres_sap_020_figure_6_both_sides_of_the_warp),
        cmocka_unit_test(apres_sap_025_good_without_a_take_makes_no_target),
        cmocka_unit_test(apres_sap_030_a_stride_must_come_twice),
        cmocka_unit_test(apres_sap_035_a_stride_belongs_to_the_entry_of_its_load),
        cmocka_unit_test(apres_sap_040_no_stride_leaves_that_of_the_table),
        cmocka_unit_test(apres_sap_045_a_stride_of_0_predicts_nothing),
        cmocka_unit_test(apres_sap_050_the_newest_miss_is_dropped),
        cmocka_unit_test(apres_sap_055_a_miss_of_the_last_warp_is_served),
        cmocka_unit_test(apres_sap_060_only_live_warps_are_served),
        cmocka_unit_test(apres_sap_070_a_kernel_start_ends_everything),
        cmocka_unit_test(apres_sap_080_storage_is_the_paper_s_and_what_it_does_not_count),
        cmocka_unit_test(apres_sap_090_init_refuses_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
