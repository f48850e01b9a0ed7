/* apres: the paper's figures 6, 8 and 9 through the ports of the whole, and where LAWS and SAP
 * meet. Sets of warps are masks: bit w is warp w. */
#include "unit_bench.h"

#include "apres/apres.h"

static const uint64_t all_warps = (UINT64_C(1) << 48) - 1;

static apres_out_t cycle(apres_t *u, apres_in_t in)
{
    apres_out_t out;
    apres_eval(u, &in, &out);
    apres_tick(u, &in);
    return out;
}

static apres_out_t wait_cycle(apres_t *u)
{
    return cycle(u, (apres_in_t){.live = all_warps});
}

static apres_t make(void)
{
    apres_t u;
    uint32_t cfg[UNIT_MAX_PARAMS];
    unit_cfg_geometry(&apres_unit, UNIT_PAPER, cfg);
    assert_int_equal(apres_unit.init(&u, cfg), 0);
    return u;
}

static apres_out_t load(apres_t *u, unsigned warp, uint64_t pc)
{
    return cycle(
        u,
        (apres_in_t){.load_en = 1, .load_warp = (uint8_t)warp, .load_pc = pc, .live = all_warps});
}

static apres_in_t result(unsigned warp, uint64_t pc, uint64_t addr)
{
    return (apres_in_t){.result_en = 1,
                        .result_id = (uint8_t)warp,
                        .result_pc = pc,
                        .result_addr = addr,
                        .result_reach = all_warps,
                        .live = all_warps};
}

/* The warp's last load is that at this PC; the order of the warps stays. */
static void issued(apres_t *u, unsigned warp, uint64_t pc)
{
    assert_int_equal(load(u, warp, pc).group_idx, 0);
    apres_in_t hit = result(warp, pc, 0);
    hit.result_hit = 1;
    hit.live = 0; /* nobody is there to move */
    cycle(u, hit);
}

/* The warp has missed, and the PT has what it learned from that. */
static void missed(apres_t *u, unsigned warp, uint64_t pc, uint64_t addr)
{
    assert_true(load(u, warp, pc).grouped);
    assert_true(cycle(u, result(warp, pc, addr)).listed);
    for (unsigned k = 0; k < 24 && !apres_idle(u); k++)
        assert_false(wait_cycle(u).predicts);
    assert_true(apres_idle(u));
}

static void assert_pt(const apres_t *u, uint64_t pc, unsigned id, uint64_t addr, uint64_t stride)
{
    const apres_pt_t *pt = &u->sap.pt;
    assert_true(pt->valid[0] && pt->pcs[0] == pc && pt->ids[0] == id);
    assert_int_equal(pt->addrs[0], addr);
    assert_int_equal(pt->strides[0], stride);
}

/* The places at the head and at the tail, each up to 255. */
static void assert_ends(const apres_t *u, const uint8_t *head, const uint8_t *tail)
{
    unsigned n = 0;
    for (unsigned p = 0; head[p] != 255; p++)
        assert_int_equal(u->laws.queue.order[p], head[p]);
    while (tail[n] != 255)
        n++;
    for (unsigned p = 0; p < n; p++)
        assert_int_equal(u->laws.queue.order[48 - n + p], tail[p]);
}

/* From the miss of warp 2 at PC 200 to the cycle before its first prefetch is offered. */
static void predicted(apres_t *u, uint64_t addr, uint64_t members)
{
    assert_int_equal(load(u, 2, 200).members, members);
    assert_true(cycle(u, result(2, 200, addr)).listed); /* cycle 0 */
    apres_out_t out = wait_cycle(u);
    assert_true(out.takes && out.moves_miss && !out.allocates);
    for (unsigned k = 2; k < 18; k++) {
        out = wait_cycle(u);
        assert_true(!out.predicts && !out.mismatch && !out.pf_valid);
    }
    out = wait_cycle(u); /* cycle 18 */
    assert_true(out.predicts && !out.pf_valid);
}

static void assert_offers(apres_t *u, unsigned warp, uint64_t addr)
{
    const apres_out_t out = cycle(u, (apres_in_t){.pf_take = 1, .pf_good = 1, .live = all_warps});
    assert_true(out.pf_valid && out.pf_pc == 200 && out.pf_id == warp);
    assert_int_equal(out.pf_addr, addr);
}

/* 2000 is 800 below 2800, and warp 2 is 8 below warp 10: 100 a warp. Warp 1 gets 2000 - 100. */
static void apres_010_figure_9(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 9, 200, 2700);
    missed(&u, 10, 200, 2800);
    assert_pt(&u, 200, 10, 2800, 100);
    issued(&u, 1, 100);
    issued(&u, 2, 100);
    predicted(&u, 2000, 1 << 1 | 1 << 2);
    assert_pt(&u, 200, 2, 2000, 100);
    assert_ends(&u, (const uint8_t[]){0, 3, 255}, (const uint8_t[]){9, 10, 1, 2, 255});
    assert_offers(&u, 1, 1900);             /* cycle 19 */
    const apres_out_t out = wait_cycle(&u); /* cycle 20 */
    assert_true(out.moves_target && !out.pf_valid && u.sap.held == 0);
    assert_ends(&u, (const uint8_t[]){1, 0, 255}, (const uint8_t[]){9, 10, 2, 255});
    assert_false(wait_cycle(&u).pf_valid); /* warp 2 itself is passed over */
    assert_true(apres_idle(&u) && u.sap.wq.ring.len == 0);
}

/* Warps 1 and 2 are 1000 apart: warp 0 gets 13000 - 2 * 1000, and warp 3 one stride more than
 * warp 2. */
static void apres_020_figure_6(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 0, 200, 11000);
    missed(&u, 1, 200, 12000);
    assert_pt(&u, 200, 1, 12000, 1000);
    issued(&u, 0, 100);
    issued(&u, 2, 100);
    issued(&u, 3, 100);
    predicted(&u, 13000, 1 << 0 | 1 << 2 | 1 << 3);
    assert_offers(&u, 0, 11000);
    assert_true(wait_cycle(&u).moves_target);
    assert_offers(&u, 3, 14000);
    assert_true(wait_cycle(&u).moves_target);
    assert_ends(&u, (const uint8_t[]){3, 0, 4, 255}, (const uint8_t[]){47, 1, 2, 255});
    assert_true(apres_idle(&u) && u.sap.wq.ring.len == 0);
}

/* As figure 6, with a stride and addresses that need their lowest bit. */
static void apres_022_addresses_are_bytes(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 0, 200, 10999);
    missed(&u, 1, 200, 12000);
    assert_pt(&u, 200, 1, 12000, 1001);
    issued(&u, 0, 100);
    issued(&u, 2, 100);
    issued(&u, 3, 100);
    predicted(&u, 13001, 1 << 0 | 1 << 2 | 1 << 3);
    assert_offers(&u, 0, 10999);
    assert_true(wait_cycle(&u).moves_target);
    assert_offers(&u, 3, 14002);
}

/* As figure 6, but prefetches may be for warps 2 to 47 alone: warp 0 gets none. The whole group
 * moves to the tail all the same. */
static void apres_025_out_of_reach(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 0, 200, 11000);
    missed(&u, 1, 200, 12000);
    issued(&u, 0, 100);
    issued(&u, 2, 100);
    issued(&u, 3, 100);
    assert_int_equal(load(&u, 2, 200).members, 1 << 0 | 1 << 2 | 1 << 3);
    apres_in_t miss = result(2, 200, 13000);
    miss.result_reach = all_warps & ~UINT64_C(3);
    assert_true(cycle(&u, miss).listed);
    assert_int_equal(u.sap.drq.groups[u.sap.drq.ring.head], 1 << 2 | 1 << 3);
    for (unsigned k = 1; k < 19; k++)
        assert_false(wait_cycle(&u).pf_valid);
    assert_ends(&u, (const uint8_t[]){4, 5, 255}, (const uint8_t[]){47, 1, 2, 3, 0, 255});
    assert_false(wait_cycle(&u).pf_valid); /* warp 2 itself is passed over */
    assert_offers(&u, 3, 14000);
    assert_true(wait_cycle(&u).moves_target);
    assert_true(apres_idle(&u) && u.sap.wq.ring.len == 0);
}

/* Figure 8, with a hit: no miss reaches SAP. */
static void apres_030_figure_8(void **state)
{
    (void)state;
    apres_t u = make();
    issued(&u, 0, 0x10);
    issued(&u, 1, 0x30);
    issued(&u, 2, 0x10);
    issued(&u, 3, 0x10);
    assert_int_equal(load(&u, 0, 0x20).members, 1 << 0 | 1 << 2 | 1 << 3);
    apres_in_t hit = result(0, 0x20, 64);
    hit.result_hit = 1;
    assert_false(cycle(&u, hit).listed);
    assert_true(wait_cycle(&u).moves_hit);
    assert_ends(&u, (const uint8_t[]){0, 2, 3, 1, 4, 255}, (const uint8_t[]){46, 47, 255});
    assert_int_equal(u.sap.drq.ring.len, 0);
    assert_int_equal(load(&u, 2, 0x20).members, 1 << 2 | 1 << 3);
    assert_true(cycle(&u, result(2, 0x20, 64)).listed);
    assert_true(u.sap.drq.ring.len == 1 && u.sap.drq.groups[0] == (1 << 2 | 1 << 3));
    assert_true(wait_cycle(&u).moves_miss);
    assert_ends(&u, (const uint8_t[]){0, 1, 4, 255}, (const uint8_t[]){47, 2, 3, 255});
}

/* The target of a prefetch waits for a result's move and a start's; no prefetch is offered
 * meanwhile. */
static void apres_040_a_target_waits(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 0, 200, 11000);
    missed(&u, 1, 200, 12000);
    issued(&u, 0, 100);
    issued(&u, 2, 100);
    issued(&u, 3, 100);
    predicted(&u, 13000, 1 << 0 | 1 << 2 | 1 << 3);
    load(&u, 4, 100);
    apres_in_t in = result(4, 100, 0);
    in.result_hit = in.pf_take = in.pf_good = in.begin_en = 1;
    in.begin = 1 << 5;
    apres_out_t out = cycle(&u, in);
    assert_true(out.pf_valid && out.pf_id == 0);
    out = wait_cycle(&u);
    assert_true(out.moves_hit && !out.moves_target && !out.pf_valid);
    assert_ends(&u, (const uint8_t[]){4, 5, 255}, (const uint8_t[]){47, 1, 2, 3, 0, 255});
    out = wait_cycle(&u);
    assert_true(out.moves_begin && !out.moves_target && !out.pf_valid);
    out = wait_cycle(&u);
    assert_true(out.moves_target && !out.pf_valid);
    assert_ends(&u, (const uint8_t[]){0, 4, 6, 255}, (const uint8_t[]){1, 2, 3, 5, 255});
    assert_int_equal(wait_cycle(&u).pf_id, 3);
}

/* What a kernel's start meets: no miss is told, and SAP forgets; the target moves all the same. */
static void apres_050_a_kernel_starts(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 0, 200, 11000);
    missed(&u, 1, 200, 12000);
    issued(&u, 0, 100);
    issued(&u, 2, 100);
    predicted(&u, 13000, 1 << 0 | 1 << 2);
    load(&u, 4, 100);
    assert_offers(&u, 0, 11000);
    apres_in_t in = result(4, 100, 0);
    in.start_en = 1;
    const apres_out_t out = cycle(&u, in);
    assert_true(!out.listed && out.moves_target && !out.pf_valid);
    assert_ends(&u, (const uint8_t[]){0, 3, 255}, (const uint8_t[]){1, 2, 255});
    assert_true(u.sap.held == 0 && u.sap.drq.ring.len == 0 && !u.sap.pt.valid[0]);
    assert_true(apres_idle(&u));
}

/* Nobody of the group is alive. The miss goes to SAP all the same, and the PT learns from it. */
static void apres_060_the_miss_of_a_dead_group_reaches_sap(void **state)
{
    (void)state;
    apres_t u = make();
    assert_true(load(&u, 4, 200).grouped);
    apres_in_t miss = result(4, 200, 5000);
    miss.live = 0;
    assert_true(cycle(&u, miss).listed);
    assert_true(u.sap.drq.ring.len == 1 && u.sap.drq.groups[0] == 0);
    const apres_out_t out = wait_cycle(&u);
    assert_true(out.takes && out.allocates && out.moves_miss);
    assert_pt(&u, 200, 4, 5000, 0);
}

static void apres_070_a_load_in_the_cycle_of_a_kernel_start_is_lost(void **state)
{
    (void)state;
    apres_t u = make();
    missed(&u, 0, 200, 11000);
    issued(&u, 1, 200);
    assert_true(load(&u, 2, 100).grouped);
    const apres_in_t both = {
        .start_en = 1, .load_en = 1, .load_warp = 3, .load_pc = 200, .live = all_warps};
    const apres_out_t out = cycle(&u, both);
    assert_true(!out.grouped && !out.ungrouped && !out.members);
    assert_false(u.sap.pt.valid[0] || u.laws.wgt.valid[0] || u.laws.llt.valid[3]);
    assert_int_equal(load(&u, 0, 100).members, 1 << 0); /* warp 1 has no entry now */
}

/* Each warp loads at a PC of its own, and nothing comes back. */
static void apres_080_a_load_without_a_group_is_told(void **state)
{
    (void)state;
    apres_t u = make();
    for (unsigned w = 0; w < 48; w++) {
        const bool room = w < u.cfg.groups;
        const apres_out_t out = load(&u, w, 100 + w);
        assert_true(out.grouped == room && out.ungrouped == !room);
    }
    assert_false(wait_cycle(&u).ungrouped);
}

/* A warp loads and misses every other cycle, and each miss takes SAP longer. */
static void apres_090_a_miss_that_finds_no_room_is_told(void **state)
{
    (void)state;
    apres_t u = make();
    unsigned dropped = 0;
    for (unsigned n = 0; n < 8 * u.cfg.drq; n++) {
        assert_false(load(&u, n % 48, 200).dropped);
        const bool full = u.sap.drq.ring.len == u.cfg.drq;
        const apres_out_t out = cycle(&u, result(n % 48, 200, 1000 * n));
        assert_true(out.listed && out.dropped == full);
        dropped += out.dropped;
    }
    assert_true(dropped > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apres_010_figure_9),
        cmocka_unit_test(apres_020_figure_6),
        cmocka_unit_test(apres_022_addresses_are_bytes),
        cmocka_unit_test(apres_025_out_of_reach),
        cmocka_unit_test(apres_030_figure_8),
        cmocka_unit_test(apres_040_a_target_waits),
        cmocka_unit_test(apres_050_a_kernel_starts),
        cmocka_unit_test(apres_060_the_miss_of_a_dead_group_reaches_sap),
        cmocka_unit_test(apres_070_a_load_in_the_cycle_of_a_kernel_start_is_lost),
        cmocka_unit_test(apres_080_a_load_without_a_group_is_told),
        cmocka_unit_test(apres_090_a_miss_that_finds_no_room_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
