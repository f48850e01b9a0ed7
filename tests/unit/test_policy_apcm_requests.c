/*
 * Policy apcm, what it tells the unit of a request at the L1 and what it makes of the answer, rule
 * by rule (docs/units/apcm.md, "In the GPU"): its hooks are called one by one, and the unit's ports
 * are seen at each edge.
 */
#include "apcm_rig.h"

/* ---- What goes with a request ---- */

static void apcm_requests_010_a_load_is_told_in_its_cycle(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    assert_false(rig_end(&r)); /* nothing has happened */
    rig_load(&r, 40, 3, 2, 1);
    assert_true(rig_in()->load_en && rig_in()->load_warp == 3 && rig_in()->load_pc == 16);
    assert_true(!rig_in()->acc_en && !rig_in()->warp_en && !rig_in()->exit_en &&
                !rig_in()->gone_en);
    assert_int_equal(rig_unit(&r, 0)->monitor.mine, 3);
    rig_load(&r, 2, 1, 5, 1);
    assert_int_equal(rig_unit(&r, 0)->lat.cam.keys[1], 40);
    assert_false(rig_end(&r));
    assert_int_equal(rig_count(&r, "loads"), 2);
    rig_close(&r);
}

static void apcm_requests_020_what_goes_with_each(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_load(&r, 7, 3, 2, 3);
    rig_load(&r, 2, 1, 5, 1);
    /* In an order of the request buffer's: final is what the L1 accepts last. */
    static const struct {
        uint8_t idx, early, final;
    } rows[] = {{2, 0, 0}, {0, 1, 0}, {1, 1, 1}};
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t line = 100 + i;
        rig_miss(&r, 7, rows[i].idx, 3, line, i & 1);
        const apcm_in_t *in = rig_in();
        assert_true(in->acc_en && in->acc_accept && in->acc_plain && in->acc_tracked);
        assert_true(in->acc_warp == 3 && in->acc_id == 0 && in->acc_line == line);
        assert_true(in->acc_set == line % 4 && in->acc_way == (i & 1) && !in->acc_hit);
        assert_int_equal(in->acc_early, rows[i].early);
        assert_int_equal(in->acc_final, rows[i].final);
        assert_true(!in->acc_again && !in->acc_past && !in->acc_in_loop && !in->load_en);
    }
    rig_hit(&r, 2, 0, 1, 101, 1);
    assert_true(rig_in()->acc_hit && rig_in()->acc_way == 1 && rig_in()->acc_id == 1);
    assert_true(rig_in()->acc_final && rig_in()->acc_warp == 1);
    rig_load(&r, 2, 1, 5, 1);
    rig_look(&r, 2, 0, 1, 102, GPU_TAG_PENDING, 1);
    rig_result(&r, GPU_L1_PENDING_HIT, 1);
    rig_end(&r);
    assert_true(rig_in()->acc_hit && rig_in()->acc_way == 1); /* a merge is a hit */
    assert_int_equal(rig_count(&r, "requests"), 5);
    rig_close(&r);
}

/* What bypasses is accepted, too. */
static void apcm_requests_022_a_bypass_may_be_the_last(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_load(&r, 7, 3, 2, 2);
    rig_teach(&r, 0, APCM_BYPASS, 0);
    for (uint8_t i = 0; i < 2; i++) {
        rig_look(&r, 7, i, 3, 100, GPU_TAG_ABSENT, 0);
        rig_result(&r, GPU_L1_BYPASSED, 0);
        rig_end(&r);
        assert_int_equal(rig_in()->acc_final, i);
    }
    rig_close(&r);
}

/* A line's number has 25 bits for lines of 128 bytes; what lies above is not told. */
static void apcm_requests_025_a_line_of_32_address_bits(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    assert_int_equal(r.cfg.line_bytes, 128);
    assert_int_equal(rig_unit(&r, 0)->cfg.line_w, 25);
    rig_load(&r, 0, 0, 0, 1);
    rig_miss(&r, 0, 0, 0, UINT64_C(0x123456789), 0);
    assert_int_equal(rig_in()->acc_line, 0x1456789);
    rig_prefetch(&r, 0, 0, UINT64_C(0x123456789));
    rig_prefetched(&r, GPU_PREFETCH_ISSUED, 1);
    rig_end(&r);
    assert_int_equal(rig_in()->acc_line, 0x1456789);
    assert_int_equal(rig_in()->acc_set, 1);
    rig_close(&r);

    diag_t d = {{0}};
    gpu_cfg_t cfg = rig_machine(1, 4, 2);
    cfg.line_bytes = cfg.l2_sector_bytes = 64;
    assert_true(rig_open_on(&r, &cfg, NULL, &d));
    assert_int_equal(rig_unit(&r, 0)->cfg.line_w, 26);
    rig_load(&r, 0, 0, 0, 1);
    rig_miss(&r, 0, 0, 0, UINT64_C(0x123456789), 0);
    assert_int_equal(rig_in()->acc_line, 0x3456789);
    rig_close(&r);
}

/* Decision 4 of the contract: the method of the first presentation stays over retries, for each
 * request its own, and no longer. */
static void apcm_requests_030_the_method_is_read_once(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_load(&r, 3, 0, 0, 4);
    rig_load(&r, 4, 1, 1, 4);
    static const uint8_t methods[] = {APCM_BYPASS, APCM_PROTECT, APCM_NORMAL, APCM_PROTECT};
    static const gpu_l1_decision_t want[] = {GPU_L1_BYPASS, GPU_L1_KEEP, GPU_L1_NORMAL,
                                             GPU_L1_KEEP};
    for (unsigned i = 0; i < 4; i++) { /* four requests of each, refused one after the other */
        rig_teach(&r, 0, methods[i], i);
        rig_teach(&r, 1, methods[3 - i], 4 + i);
        assert_int_equal(rig_look(&r, 3, (uint8_t)i, 0, i, GPU_TAG_ABSENT, 0), want[i]);
        assert_false(rig_end(&r));
        assert_int_equal(rig_look(&r, 4, (uint8_t)i, 1, i, GPU_TAG_ABSENT, 0), want[3 - i]);
        assert_false(rig_end(&r));
    }
    rig_teach(&r, 0, APCM_NORMAL, 9);
    rig_teach(&r, 1, APCM_NORMAL, 9);
    for (unsigned k = 0; k < 4; k++) {
        const unsigned i = k ^ 1; /* in another order, so that the lists are mixed */
        assert_int_equal(rig_look(&r, 3, (uint8_t)i, 0, i, GPU_TAG_ABSENT, 0), want[i]);
        rig_result(&r, want[i] == GPU_L1_BYPASS ? GPU_L1_BYPASSED : GPU_L1_MISS, 0);
        rig_end(&r);
        assert_true(rig_in()->acc_again && rig_in()->acc_method == methods[i]);
        assert_int_equal(rig_in()->acc_last, i);
        assert_int_equal(rig_look(&r, 4, (uint8_t)i, 1, i, GPU_TAG_ABSENT, 0), want[3 - i]);
        rig_result(&r, want[3 - i] == GPU_L1_BYPASS ? GPU_L1_BYPASSED : GPU_L1_MISS, 0);
        rig_end(&r);
        assert_true(rig_in()->acc_again && rig_in()->acc_method == methods[3 - i]);
        assert_int_equal(rig_in()->acc_last, 4 + i);
    }
    rig_load(&r, 3, 0, 0, 1); /* another load with the number of that one: read anew */
    rig_teach(&r, 0, APCM_PROTECT, 2);
    assert_int_equal(rig_look(&r, 3, 1, 0, 5, GPU_TAG_ABSENT, 0), GPU_L1_KEEP);
    rig_result(&r, GPU_L1_MISS, 0);
    rig_end(&r);
    assert_true(!rig_in()->acc_again && !rig_in()->acc_method && !rig_in()->acc_last);
    rig_close(&r);
}

/* Decision 5: a refused request changes nothing, is not counted, and is not its load's last. */
static void apcm_requests_035_what_is_refused_changes_nothing(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    rig_load(&r, 3, 0, 0, 2);
    rig_teach(&r, 0, APCM_PROTECT, 0);
    const apcm_t before = *rig_unit(&r, 0);
    for (unsigned i = 0; i < 3; i++) {
        rig_look(&r, 3, 0, 0, 8, GPU_TAG_ABSENT, 0);
        assert_false(rig_end(&r));
        assert_false(rig_wakes(&r));
    }
    assert_memory_equal(rig_unit(&r, 0), &before, sizeof before);
    assert_int_equal(rig_count(&r, "requests"), 0);
    /* Refused beside a load that is issued in this cycle: the unit has an edge, and sees no access
     * that is accepted. */
    rig_look(&r, 3, 0, 0, 8, GPU_TAG_ABSENT, 0);
    rig_issue(&r, 4, 1, 1, 1);
    assert_true(rig_end(&r));
    assert_true(!rig_in()->acc_accept && rig_in()->load_en);
    assert_int_equal(rig_unit(&r, 0)->psb.protect[0], 0);
    rig_miss(&r, 3, 0, 0, 8, 0);
    assert_false(rig_in()->acc_final);
    rig_miss(&r, 3, 1, 0, 9, 0);
    assert_true(rig_in()->acc_final);
    /* Nor is it taken for accepted as the one before it was. */
    rig_load(&r, 5, 2, 0, 2);
    rig_miss(&r, 5, 0, 2, 9, 0);
    rig_look(&r, 5, 1, 2, 9, GPU_TAG_PRESENT, 0);
    rig_issue(&r, 6, 1, 1, 1);
    rig_end(&r);
    assert_true(rig_in()->acc_en && !rig_in()->acc_accept);
    /* Beside the scan, too, it is as if it were not there. */
    rig_finish(&r, 0);
    rig_end(&r);
    rig_look(&r, 5, 1, 2, 9, GPU_TAG_PRESENT, 0);
    assert_true(rig_end(&r));
    assert_true(rig_unit(&r, 0)->monitor.phase == APCM_SCANNING && !rig_in()->acc_en);
    rig_close(&r);
}

/* ---- What becomes of it ---- */

static void apcm_requests_100_decisions(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        gpu_l1_decision_t of[3]; /* normal, bypass, protect */
    } rows[] = {
        {"apcm.manage=both", {GPU_L1_NORMAL, GPU_L1_BYPASS, GPU_L1_KEEP}},
        {"apcm.manage=bypass", {GPU_L1_NORMAL, GPU_L1_BYPASS, GPU_L1_NORMAL}},
        {"apcm.manage=protect", {GPU_L1_NORMAL, GPU_L1_NORMAL, GPU_L1_KEEP}},
        {"apcm.manage=none", {GPU_L1_NORMAL, GPU_L1_NORMAL, GPU_L1_NORMAL}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        rig_t r;
        rig_open(&r, 1, 4, 2, rows[i].options);
        for (uint16_t m = 0; m < 3; m++) {
            rig_load(&r, m, 0, m, 1);
            rig_teach(&r, m, m, m);
            const gpu_l1_decision_t d = rig_look(&r, m, 0, 0, m, GPU_TAG_ABSENT, 0);
            assert_int_equal(d, rows[i].of[m]);
            rig_result(&r, d == GPU_L1_BYPASS ? GPU_L1_BYPASSED : GPU_L1_MISS, 0);
            rig_end(&r);
        }
        assert_int_equal(rig_count(&r, "requests"), 3);
        assert_int_equal(rig_count(&r, "bypass_requests"), 1);
        assert_int_equal(rig_count(&r, "protect_requests"), 1);
        assert_true(rig_ratio(&r, "bypass_share") == 1.0 / 3);
        assert_true(rig_ratio(&r, "protect_share") == 1.0 / 3);
        assert_int_equal(rig_count(&r, "streams"), rows[i].of[1] == GPU_L1_BYPASS);
        assert_int_equal(rig_count(&r, "pins"), rows[i].of[2] == GPU_L1_KEEP);
        rig_close(&r);
    }
}

/* A load that finds no ID left: normal, and nothing is looked up for it. */
static void apcm_requests_110_untracked_loads_are_normal(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, "apcm.loads=1");
    rig_load(&r, 0, 0, 0, 1);
    rig_load(&r, 1, 0, 1, 1);
    rig_teach(&r, 0, APCM_BYPASS, 0);
    assert_int_equal(rig_look(&r, 1, 0, 0, 4, GPU_TAG_ABSENT, 0), GPU_L1_NORMAL);
    rig_result(&r, GPU_L1_MISS, 0);
    rig_end(&r);
    assert_true(rig_in()->acc_plain && !rig_in()->acc_tracked);
    assert_int_equal(rig_look(&r, 0, 0, 0, 4, GPU_TAG_ABSENT, 0), GPU_L1_BYPASS);
    assert_int_equal(rig_count(&r, "untracked"), 1);
    assert_int_equal(rig_count(&r, "loads"), 1);
    rig_close(&r);
}

/* Reads that are of no plain global load: no ID, no type, no entry of the MTA, no count. */
static void apcm_requests_120_other_reads_touch_nothing(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        rig_t r;
        rig_open(&r, 1, 4, 2, NULL);
        rig_load(&r, 0, 0, 0, 1); /* warp 0 is monitored, and its load of type protect */
        rig_teach(&r, 0, APCM_PROTECT, 0);
        static const uint8_t spaces[] = {INST_SPACE_LOCAL, INST_SPACE_GLOBAL, INST_SPACE_GLOBAL,
                                         INST_SPACE_GENERIC};
        r.inst[1].space = spaces[k];
        r.generic = INST_SPACE_LOCAL;
        r.inst[1].cache_op = k == 1 ? 1 : k == 2 ? 2 : 0;
        const apcm_t before = *rig_unit(&r, 0);
        rig_issue(&r, 1, 0, 1, 1);
        assert_false(rig_end(&r));
        assert_int_equal(rig_look(&r, 1, 0, 0, 4, GPU_TAG_ABSENT, 0), GPU_L1_NORMAL);
        rig_result(&r, GPU_L1_MISS, 1);
        rig_end(&r);
        assert_true(rig_in()->acc_en && rig_in()->acc_accept && !rig_in()->acc_plain);
        assert_false(rig_in()->acc_tracked);
        for (unsigned hit = 0; hit < 2; hit++)
            rig_hit(&r, 1, 0, 0, 4, 1);
        const apcm_t *u = rig_unit(&r, 0);
        assert_true(u->tags.count[1] == 0 && u->tags.protect[1] == 0);
        assert_memory_equal(&u->lat, &before.lat, sizeof u->lat);
        assert_memory_equal(&u->mta, &before.mta, sizeof u->mta);
        assert_memory_equal(&u->cait, &before.cait, sizeof u->cait);
        assert_memory_equal(&u->psb, &before.psb, sizeof u->psb);
        assert_int_equal(rig_count(&r, "requests"), 0);
        rig_hit(&r, 0, 0, 0, 4, 1); /* a plain load that hits there counts from 0 on */
        assert_int_equal(rig_unit(&r, 0)->tags.count[1], 1);
        rig_close(&r);
    }
}

/* A generic address that leads to global memory is one. */
static void apcm_requests_130_generic_loads_of_global_memory(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 4, 2, NULL);
    r.inst[1].space = INST_SPACE_GENERIC;
    r.generic = INST_SPACE_GLOBAL;
    rig_load(&r, 0, 0, 1, 1);
    rig_miss(&r, 0, 0, 0, 4, 0);
    assert_true(rig_in()->acc_plain && rig_in()->acc_tracked);
    assert_int_equal(rig_count(&r, "loads"), 1);
    rig_close(&r);
}

/* A set whose ways 0 to n - 1 are pinned by warps 1 ..., each protecting in a loop. */
static void pin_ways(rig_t *r, unsigned n)
{
    r->inst[0].loop = 1;
    rig_load(r, 0, 0, 0, 1);
    rig_teach(r, 0, APCM_PROTECT, 0);
    for (unsigned w = 0; w < n; w++) {
        r->inside[w + 1][1] = true;
        rig_load(r, 1, w + 1, 0, 2);
        rig_miss(r, 1, 0, w + 1, 8 * w, w);
        assert_int_equal(rig_unit(r, 0)->tags.protect[w], 1);
    }
}

/* Decision 6: empty ways first, the lowest; else the one used longest ago that is neither held nor
 * reserved; all held is a bypass, also if fills are pending; else a stall. */
static void apcm_requests_200_victims(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    pin_ways(&r, 2);
    repl_t *order = &r.gpu->sm[0].l1.repl;
    rig_load(&r, 2, 5, 1, 2);
    rig_look(&r, 2, 0, 5, 40, GPU_TAG_ABSENT, 0);
    repl_touch(order, 0, 2);
    repl_touch(order, 0, 3);
    assert_int_equal(rig_victim(&r, 0, 0), 2);
    repl_touch(order, 0, 2);
    assert_int_equal(rig_victim(&r, 0, 0), 3);
    assert_int_equal(rig_victim(&r, 4, 0), 2); /* empty, though used last */
    assert_int_equal(rig_victim(&r, 12, 0), 2);
    assert_int_equal(rig_victim(&r, 0, 8), 2);
    assert_int_equal(rig_victim(&r, 0, 4), 3);
    assert_int_equal(rig_victim(&r, 0, 12), GPU_VICTIM_NONE);
    assert_int_equal(rig_victim(&r, 0, 15), GPU_VICTIM_NONE);
    rig_end(&r);
    pin_ways(&r, 4);
    rig_look(&r, 2, 0, 5, 40, GPU_TAG_ABSENT, 0);
    for (unsigned reserved = 0; reserved < 16; reserved += 5)
        assert_int_equal(rig_victim(&r, 0, reserved), GPU_VICTIM_PROTECTED);
    rig_result(&r, GPU_L1_BYPASSED, 0);
    rig_end(&r);
    assert_true(!rig_in()->acc_past && rig_in()->acc_accept && !rig_in()->acc_hit);
    assert_int_equal(rig_count(&r, "held_bypasses"), 1);
    rig_close(&r);
}

/* What bypasses by another system's decision is told as such (acc_past); what does as its load
 * streams or as all ways are held is not. */
static void apcm_requests_210_who_lets_it_bypass(void **state)
{
    (void)state;
    for (unsigned held = 0; held < 2; held++)
        for (unsigned hit = 0; hit < 2; hit++) {
            rig_t r;
            rig_open(&r, 1, 1, 4, NULL);
            pin_ways(&r, held ? 4 : 3);
            rig_load(&r, 2, 5, 1, 1);
            rig_look(&r, 2, 0, 5, 40, hit ? GPU_TAG_PRESENT : GPU_TAG_ABSENT, 0);
            if (!hit)
                rig_victim(&r, 0, 15);
            rig_result(&r, GPU_L1_BYPASSED, 0);
            rig_end(&r);
            assert_int_equal(rig_in()->acc_past, hit || !held);
            assert_int_equal(rig_count(&r, "held_bypasses"), held && !hit);
            assert_int_equal(rig_count(&r, "streams"), 0);

            rig_teach(&r, 1, APCM_BYPASS, 1);
            rig_load(&r, 2, 5, 1, 1);
            rig_look(&r, 2, 0, 5, 40, hit ? GPU_TAG_PRESENT : GPU_TAG_ABSENT, 0);
            rig_result(&r, GPU_L1_BYPASSED, 0);
            rig_end(&r);
            assert_false(rig_in()->acc_past);
            assert_int_equal(rig_count(&r, "streams"), 1);
            assert_int_equal(rig_count(&r, "held_bypasses"), held && !hit);
            rig_close(&r);
        }
}

/* Another system's bypass of a request that was refused before, when all ways were held, is no
 * bypass of that kind. */
static void apcm_requests_220_each_presentation_is_judged_anew(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    pin_ways(&r, 4);
    rig_load(&r, 2, 5, 1, 1);
    rig_look(&r, 2, 0, 5, 40, GPU_TAG_ABSENT, 0);
    assert_int_equal(rig_victim(&r, 0, 0), GPU_VICTIM_PROTECTED);
    rig_end(&r); /* no room to leave */
    rig_finish(&r, 1);
    rig_end(&r);
    rig_look(&r, 2, 0, 5, 40, GPU_TAG_ABSENT, 0);
    rig_result(&r, GPU_L1_BYPASSED, 0);
    rig_end(&r);
    assert_true(rig_in()->acc_past);
    assert_int_equal(rig_count(&r, "held_bypasses"), 0);
    rig_close(&r);
}

/* A release wakes an SM whose head was refused, and none else. */
static void apcm_requests_230_a_release_wakes_a_refused_head(void **state)
{
    (void)state;
    for (unsigned refused = 0; refused < 2; refused++) {
        rig_t r;
        rig_open(&r, 1, 1, 4, NULL);
        pin_ways(&r, 3);
        rig_load(&r, 2, 5, 1, 1);
        if (refused) {
            rig_look(&r, 2, 0, 5, 40, GPU_TAG_ABSENT, 0);
            assert_int_equal(rig_victim(&r, 0, 8), GPU_VICTIM_NONE);
            rig_end(&r);
        }
        rig_finish(&r, 4); /* of a warp that protects nothing */
        assert_true(rig_end(&r) && !rig_wakes(&r));
        rig_finish(&r, 2);
        assert_true(rig_end(&r));
        assert_int_equal(rig_wakes(&r), refused);
        assert_int_equal(rig_count(&r, "releases"), 1);
        if (refused) {
            rig_look(&r, 2, 0, 5, 40, GPU_TAG_ABSENT, 0);
            assert_int_equal(rig_victim(&r, 0, 8), 1);
        }
        rig_close(&r);
    }
}

/* ---- A loop around the load ---- */

/* Decision 2: the loop bit is set only if the warp is still in the load's loop, as seen after the
 * issue of the cycle in which the request is accepted. */
static void apcm_requests_300_in_its_loop_after_this_cycles_issue(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        rig_t r;
        rig_open(&r, 1, 1, 4, NULL);
        r.inst[0].loop = k == 3 ? 0 : 2;
        r.inside[1][0] = r.inside[1][1] = true;
        rig_load(&r, 0, 0, 0, 1);
        rig_teach(&r, 0, APCM_PROTECT, 0);
        rig_load(&r, 1, 1, 0, 2);
        r.inside[1][2] = k != 1;
        rig_look(&r, 1, 0, 1, 40, GPU_TAG_ABSENT, 0);
        rig_result(&r, GPU_L1_MISS, 0);
        r.inside[1][2] = k == 0; /* k 2: its last turn is issued in this cycle */
        rig_end(&r);
        assert_int_equal(rig_in()->acc_in_loop, k == 0);
        assert_int_equal(rig_unit(&r, 0)->psb.protect[0], 2);
        assert_int_equal(rig_unit(&r, 0)->psb.loop[1], k == 0);
        rig_close(&r);
    }
}

/* A prefetch of a load in a loop is in none. */
static void apcm_requests_310_a_prefetch_is_in_no_loop(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, 1, 1, 4, NULL);
    pin_ways(&r, 1);
    rig_look(&r, 1, 1, 1, 40, GPU_TAG_ABSENT, 0);
    assert_false(rig_end(&r)); /* refused: its loop is not the prefetch's */
    assert_false(rig_prefetch(&r, 0, 1, 48));
    rig_prefetched(&r, GPU_PREFETCH_ISSUED, 2);
    rig_end(&r);
    assert_false(rig_in()->acc_in_loop);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_requests_010_a_load_is_told_in_its_cycle),
        cmocka_unit_test(apcm_requests_020_what_goes_with_each),
        cmocka_unit_test(apcm_requests_022_a_bypass_may_be_the_last),
        cmocka_unit_test(apcm_requests_025_a_line_of_32_address_bits),
        cmocka_unit_test(apcm_requests_030_the_method_is_read_once),
        cmocka_unit_test(apcm_requests_035_what_is_refused_changes_nothing),
        cmocka_unit_test(apcm_requests_100_decisions),
        cmocka_unit_test(apcm_requests_110_untracked_loads_are_normal),
        cmocka_unit_test(apcm_requests_120_other_reads_touch_nothing),
        cmocka_unit_test(apcm_requests_130_generic_loads_of_global_memory),
        cmocka_unit_test(apcm_requests_200_victims),
        cmocka_unit_test(apcm_requests_210_who_lets_it_bypass),
        cmocka_unit_test(apcm_requests_220_each_presentation_is_judged_anew),
        cmocka_unit_test(apcm_requests_230_a_release_wakes_a_refused_head),
        cmocka_unit_test(apcm_requests_300_in_its_loop_after_this_cycles_issue),
        cmocka_unit_test(apcm_requests_310_a_prefetch_is_in_no_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
