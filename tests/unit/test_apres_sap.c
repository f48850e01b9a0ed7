/* apres.sap and its parts: the worked examples of docs/units/apres.md, the paper's figures 6 and 9
 * (section IV), and apres.div against 128-bit arithmetic of C. */
#include "unit_bench.h"

#include "apres/apres_sap.h"

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

/* ---- apres.div ---- */

/* The number that w bits are in two's complement. */
static __int128 with_sign(uint64_t x, unsigned w)
{
    return x >> (w - 1) & 1 ? (__int128)x - ((__int128)1 << w) : (__int128)x;
}

/* Division of C rounds towards 0, as that of magnitudes does. */
static void div_compare(apres_div_t *u, uint64_t num, uint64_t den)
{
    const apres_div_cfg_t *c = &u->cfg;
    const __int128 n = with_sign(num, c->num_w), d = with_sign(den, c->den_w);
    const unsigned steps = c->num_w / c->bits;
    apres_div_out_t out;
    apres_div_tick(u, &(apres_div_in_t){.start_en = 1, .num = num, .den = (uint16_t)den});
    for (unsigned k = 0; k <= steps; k++) {
        apres_div_eval(u, &(apres_div_in_t){0}, &out);
        assert_int_equal(out.done, k == steps);
        if (k < steps)
            apres_div_tick(u, &(apres_div_in_t){0});
        if (!out.done)
            assert_true(out.quot == 0 && out.exact == 0);
    }
    const uint64_t want = (uint64_t)(n / d) & bits_mask(c->num_w);
    if (out.quot != want || out.exact != (n % d == 0))
        fail_msg("%u bits by %u, %u a cycle: %#lx / %#lx is %#lx, exact %u", c->num_w, c->den_w,
                 c->bits, (unsigned long)num, (unsigned long)den, (unsigned long)out.quot,
                 out.exact);
}

static uint64_t operand(rng_t *r, unsigned w)
{
    const uint64_t mask = bits_mask(w), top = UINT64_C(1) << (w - 1);
    switch (rng_below(r, 5)) {
    case 0:
        return rng_below(r, 20) & mask;
    case 1:
        return (0 - (uint64_t)rng_below(r, 20)) & mask;
    case 2:
        return (top + rng_below(r, 3) - 1) & mask;
    case 3:
        return rng_u64(r) >> rng_below(r, 64) & mask;
    default:
        return rng_u64(r) & mask;
    }
}

static void apres_div_010_agrees_with_128_bit_arithmetic(void **state)
{
    (void)state;
    static const apres_div_cfg_t cfg[] = {
        {1, 1, 1},  {1, 9, 1},  {2, 2, 1},  {3, 1, 3},  {4, 3, 2},  {5, 4, 5},
        {7, 3, 1},  {8, 9, 8},  {8, 8, 4},  {33, 6, 3}, {48, 8, 8}, {63, 9, 7},
        {64, 2, 1}, {64, 9, 1}, {64, 9, 2}, {64, 9, 4}, {64, 9, 8}, {60, 9, 6}};
    rng_t r;
    rng_seed(&r, 34);
    for (unsigned i = 0; i < sizeof cfg / sizeof *cfg; i++) {
        apres_div_t u = {0};
        assert_int_equal(apres_div_init(&u, &cfg[i]), 0);
        for (unsigned k = 0; k < 4000; k++) {
            const uint64_t den = operand(&r, cfg[i].den_w);
            const uint64_t whole = operand(&r, cfg[i].num_w) * den & bits_mask(cfg[i].num_w);
            if (den != 0)
                div_compare(&u, k & 1 ? operand(&r, cfg[i].num_w) : whole, den);
        }
    }
}

static void apres_div_020_every_pair_of_small_operands(void **state)
{
    (void)state;
    for (unsigned bits = 1; bits <= 6; bits++) {
        apres_div_t u = {0};
        const apres_div_cfg_t cfg = {.num_w = 6, .den_w = 5, .bits = bits};
        assert_int_equal(apres_div_init(&u, &cfg), 6 % bits ? -EINVAL : 0);
        for (unsigned num = 0; 6 % bits == 0 && num < 64; num++)
            for (unsigned den = 1; den < 32; den++)
                div_compare(&u, num, den);
    }
}

static apres_div_out_t div_cycle(apres_div_t *u, apres_div_in_t in)
{
    apres_div_out_t out;
    apres_div_eval(u, &in, &out);
    apres_div_tick(u, &in);
    return out;
}

static void apres_div_030_worked_example(void **state)
{
    (void)state;
    apres_div_t u = {0};
    const apres_div_cfg_t cfg = {.num_w = 8, .den_w = 9, .bits = 4};
    assert_int_equal(apres_div_init(&u, &cfg), 0);
    div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 100, .den = 512 - 7});
    div_cycle(&u, (apres_div_in_t){0});
    div_cycle(&u, (apres_div_in_t){0});
    apres_div_out_t out =
        div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 256 - 128, .den = 511});
    assert_true(out.done && out.quot == 256 - 14 && !out.exact);
    div_cycle(&u, (apres_div_in_t){0});
    assert_false(div_cycle(&u, (apres_div_in_t){0}).done);
    out = div_cycle(&u, (apres_div_in_t){0});
    assert_true(out.done && out.quot == 256 - 128 && out.exact);
    assert_true(apres_div_idle(&u));
}

static void apres_div_040_a_start_replaces_and_one_by_0_does_not(void **state)
{
    (void)state;
    const apres_div_cfg_t cfg = {.num_w = 8, .den_w = 4, .bits = 2}; /* 4 steps */
    for (unsigned at = 1; at <= 5; at++)
        for (unsigned by = 0; by < 3; by++) { /* 0: by 0; 1: by 3; 2: a clear */
            apres_div_t u = {0};
            assert_int_equal(apres_div_init(&u, &cfg), 0);
            div_cycle(&u, (apres_div_in_t){.start_en = 1, .num = 20, .den = 2});
            for (unsigned k = 1; k < 12; k++) {
                apres_div_in_t in = {.num = 9, .den = by == 1 ? 3 : 0};
                in.start_en = k == at && by != 2;
                in.clear_en = k == at && by == 2;
                const apres_div_out_t out = div_cycle(&u, in);
                const bool first = k == 5 && (by == 0 || at == 5), second = by == 1 && k == at + 5;
                assert_int_equal(out.done, first || second);
                assert_int_equal(out.quot, first ? 10 : second ? 3 : 0);
            }
        }
}

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
    assert_false(sap_miss(&u, 48, 99, 1).dropped); /* an ID that names no warp */
    sap_take(&u, false);
    const apres_sap_out_t out = sap_miss(&u, 2, 99, 1);
    assert_true(out.takes && out.dropped); /* room from the next cycle on */
    assert_false(sap_miss(&u, 2, 99, 1).dropped);
    assert_int_equal(u.drq.addrs[(u.drq.ring.head + u.drq.ring.len - 1) % 32], 99);
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
        cmocka_unit_test(apres_drq_010_a_full_queue_drops_also_with_a_pop),
        cmocka_unit_test(apres_drq_020_a_miss_keeps_all_that_it_came_with),
        cmocka_unit_test(apres_wq_010_worked_example),
        cmocka_unit_test(apres_pt_010_worked_example),
        cmocka_unit_test(apres_pt_020_a_lookup_of_the_same_entry_comes_last),
        cmocka_unit_test(apres_div_010_agrees_with_128_bit_arithmetic),
        cmocka_unit_test(apres_div_020_every_pair_of_small_operands),
        cmocka_unit_test(apres_div_030_worked_example),
        cmocka_unit_test(apres_div_040_a_start_replaces_and_one_by_0_does_not),
        cmocka_unit_test(apres_agen_010_figures_6_and_9),
        cmocka_unit_test(apres_sap_010_figure_9_cycle_by_cycle),
        cmocka_unit_test(apres_sap_020_figure_6_both_sides_of_the_warp),
        cmocka_unit_test(apres_sap_030_a_stride_must_come_twice),
        cmocka_unit_test(apres_sap_040_no_stride_leaves_that_of_the_table),
        cmocka_unit_test(apres_sap_050_the_newest_miss_is_dropped),
        cmocka_unit_test(apres_sap_060_only_live_warps_are_served),
        cmocka_unit_test(apres_sap_070_a_kernel_start_ends_everything),
        cmocka_unit_test(apres_sap_080_storage_is_the_paper_s_and_what_it_does_not_count),
        cmocka_unit_test(apres_sap_090_init_refuses_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
