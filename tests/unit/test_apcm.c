/* apcm: the paper's examples (figures 7 and 11, section 5.3) step by step, and the rules of
 * docs/units/apcm.md for what a request does. The examples run in lockstep with the RTL, too. */
#include "unit_bench.h"

#include "apcm/apcm.h"
#include "lockstep/engines.h"
#include "lockstep/ports.h"

/* Where the RTL is built: the model and it in lockstep, clocked with whatever u of a test is. */
static unit_inst_t *both;

enum { LOAD_A = 0x100, LOAD_B = 0x110, ENTRIES = 32, A = 0, B = 1 };

/* The paper's sizes, but for an L1 of so many sets and ways. */
static apcm_t make(uint32_t sets, uint32_t ways, uint32_t manage)
{
    apcm_t u;
    apcm_cfg_t cfg;
    memset(&u, 0, sizeof u);
    unit_cfg_geometry(&apcm_unit, UNIT_PAPER, &cfg);
    assert_int_equal(cfg.mta_sets * cfg.mta_ways, ENTRIES);
    cfg.sets = sets;
    cfg.ways = ways;
    cfg.manage = manage;
    assert_int_equal(apcm_init(&u, &cfg), 0);
    return u;
}

static bool protects(const apcm_t *u, unsigned warp)
{
    return u->psb.protect[0] >> warp & 1;
}

static apcm_out_t cycle(apcm_t *u, apcm_in_t in)
{
    apcm_out_t out;
    apcm_clock(u, &in, &out);
    if (both) {
        apcm_out_t told = {0};
        assert_int_equal(unit_inst_clock(both, &in, &told), 0);
        assert_true(told.method == out.method && told.last == out.last && told.pins == out.pins);
        assert_true(told.held == out.held && told.released == out.released);
        assert_false(unit_inst_failed(both));
    }
    return out;
}

static void with_rtl(const apcm_t *u)
{
    diag_t d = {{0}};
    both = rtl_available()
               ? unit_inst_new(&apcm_unit, &u->cfg, &unit_engine_lockstep, "example", &d)
               : NULL;
    if (rtl_available() && !both)
        fail_msg("%s", d.text);
}

static void without_rtl(void)
{
    unit_inst_free(both);
    both = NULL;
}

static unsigned issue(apcm_t *u, unsigned warp, uint64_t pc)
{
    const apcm_out_t out =
        cycle(u, (apcm_in_t){.load_en = 1, .load_warp = (uint8_t)warp, .load_pc = pc});
    assert_true(out.load_tracked);
    return out.load_id;
}

/* The first and only request of a load by a warp for line n of the L1's set 0, in way 0. */
static apcm_in_t request(unsigned warp, unsigned id, uint64_t line)
{
    return (apcm_in_t){.acc_en = 1,
                       .acc_accept = 1,
                       .acc_plain = 1,
                       .acc_warp = (uint8_t)warp,
                       .acc_tracked = 1,
                       .acc_id = (uint8_t)id,
                       .acc_early = 1,
                       .acc_final = 1,
                       .acc_line = line};
}

static apcm_in_t hit(apcm_in_t in)
{
    in.acc_hit = 1;
    return in;
}

static apcm_in_t in_loop(apcm_in_t in)
{
    in.acc_in_loop = 1;
    return in;
}

/* The monitored warp finishes, and all entries of the MTA are read out; what they wrote. */
static unsigned finish(apcm_t *u, unsigned warp)
{
    assert_true(cycle(u, (apcm_in_t){.warp_en = 1, .warp = (uint8_t)warp, .finish = 1}).ends);
    unsigned wrote = 0;
    for (unsigned e = 0; e < ENTRIES; e++) {
        assert_int_equal(apcm_quiet(u), 0);
        wrote += cycle(u, (apcm_in_t){0}).evict_wrote;
    }
    assert_true(apcm_idle(u));
    return wrote;
}

/* Figure 7, left: load A in a loop uses the line that it brought again. */
static void learn_loop(apcm_t *u)
{
    assert_int_equal(issue(u, 0, LOAD_A), A);
    for (unsigned k = 0; k < 3; k++)
        cycle(u, k ? hit(request(0, A, 64)) : request(0, A, 64));
    assert_true(u->mta.first[0] == A && u->mta.last[0] == A);
    assert_true(u->mta.count[0] == 3 && u->mta.intra[0] == 3);
    assert_int_equal(finish(u, 0), 1);
    assert_true(u->cait.method[A] == APCM_PROTECT && u->cait.last[A] == A);
}

/* Figure 7, right: load B uses the line that load A brought. */
static void learn_pair(apcm_t *u)
{
    assert_int_equal(issue(u, 0, LOAD_A), A);
    assert_int_equal(issue(u, 0, LOAD_B), B);
    cycle(u, request(0, A, 64));
    cycle(u, hit(request(0, B, 64)));
    assert_true(u->mta.first[0] == A && u->mta.last[0] == B);
    assert_int_equal(finish(u, 0), 1);
    assert_true(u->cait.method[A] == APCM_PROTECT && u->cait.last[A] == B);
}

static void apcm_010_figure_7_a_loop_and_a_pair_of_loads(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    with_rtl(&u);
    assert_true(cycle(&u, (apcm_in_t){.load_en = 1, .load_warp = 0, .load_pc = LOAD_A}).begins);
    learn_loop(&u);
    without_rtl();
    u = make(32, 4, 3);
    with_rtl(&u);
    learn_pair(&u);
    without_rtl();
}

/* Figure 11 and section 5.3: a direct-mapped L1, two warps, load A in a loop. */
static void apcm_020_figure_11_step_by_step(void **state)
{
    (void)state;
    apcm_t u = make(32, 1, 3);
    with_rtl(&u);
    learn_loop(&u);
    cycle(&u, (apcm_in_t){.flush_en = 1});

    /* a: warp 0 begins to protect, and its line is pinned */
    apcm_out_t out = cycle(&u, in_loop(request(0, A, 0)));
    assert_true(out.method == APCM_PROTECT && out.last == A && out.pins && !out.all_held);
    assert_true(protects(&u, 0) && u.psb.last[0] == A && u.psb.loop[0]);
    assert_true(u.tags.protect[0] && u.tags.owner[0] == 0);

    /* b: warp 1 finds it protected and bypasses; its bit is not set */
    out = cycle(&u, in_loop(request(1, A, 32)));
    assert_true(out.all_held && out.held == 1 && !out.streams && !out.pins && !out.lapses);
    assert_false(protects(&u, 1));
    assert_true(u.tags.protect[0] && u.tags.owner[0] == 0 && u.tags.count[0] == 1);

    /* c: warp 0 hits, its final requests release nothing, and the loop ends */
    for (unsigned k = 0; k < 4; k++)
        assert_false(cycle(&u, hit(in_loop(request(0, A, 0)))).released);
    out = cycle(&u, (apcm_in_t){.exit_en = 1, .exit_warp = 0}); /* another loop */
    assert_true(out.exit_watch && out.exit_pc == LOAD_A && !out.released);
    out = cycle(&u, (apcm_in_t){.exit_en = 1, .exit_warp = 0, .exit_match = 1});
    assert_true(out.exit_watch && out.released);
    assert_true(!protects(&u, 0) && u.tags.protect[0]); /* the line's bit is stale */

    /* d: warp 1 sees that warp 0 no longer protects, takes the line and protects it */
    out = cycle(&u, in_loop(request(1, A, 32)));
    assert_true(!out.all_held && out.lapses && out.pins);
    assert_true(protects(&u, 1) && u.psb.loop[1] && !protects(&u, 0));
    assert_true(u.tags.protect[0] && u.tags.owner[0] == 1 && u.tags.count[0] == 1);
    without_rtl();
}

/* Figure 7, right: without a loop the protection ends with the last load's final request. */
static void apcm_030_released_after_the_last_load(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    with_rtl(&u);
    learn_pair(&u);
    apcm_in_t in = request(5, A, 0);
    apcm_out_t out = cycle(&u, in);
    assert_true(out.pins && out.last == B && protects(&u, 5) && !u.psb.loop[5]);
    in = hit(request(5, B, 0));
    in.acc_final = 0;
    assert_false(cycle(&u, in).released);
    in.acc_final = 1;
    in.acc_accept = 0;
    assert_false(cycle(&u, in).released);
    in.acc_accept = 1;
    assert_true(cycle(&u, in).released);
    assert_false(protects(&u, 5));
    without_rtl();
}

/* The four types of table 2, and a load without an entry. */
static void apcm_040_method_of_each_type(void **state)
{
    (void)state;
    static const struct {
        unsigned mine, others, method;
    } rows[] = {{1, 0, APCM_BYPASS},  {1, 1, APCM_NORMAL},  {1, 4, APCM_NORMAL},
                {2, 0, APCM_PROTECT}, {9, 0, APCM_PROTECT}, {3, 2, APCM_NORMAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        apcm_t u = make(32, 4, 3);
        issue(&u, 0, LOAD_A);
        for (unsigned k = 0; k < rows[i].mine; k++)
            cycle(&u, request(0, A, 7));
        for (unsigned k = 0; k < rows[i].others; k++)
            assert_true(cycle(&u, request(1 + k, A, 7)).mta_hits);
        finish(&u, 0);
        const apcm_out_t out = cycle(&u, request(2, A, 9));
        assert_int_equal(out.method, rows[i].method);
        assert_int_equal(out.streams, rows[i].method == APCM_BYPASS);
        assert_int_equal(cycle(&u, request(2, B, 9)).method, APCM_NORMAL);
    }
}

/* Decision 4: the method is that of the first presentation. */
static void apcm_050_a_retry_keeps_its_method(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    issue(&u, 0, LOAD_A);
    apcm_in_t in = request(3, A, 7);
    in.acc_accept = 0;
    const apcm_t before = u;
    assert_int_equal(cycle(&u, in).method, APCM_NORMAL);
    assert_memory_equal(&u, &before, sizeof u); /* what is rejected changes nothing */
    cycle(&u, request(0, A, 7));
    finish(&u, 0);
    assert_int_equal(cycle(&u, in).method, APCM_BYPASS);
    in.acc_again = 1;
    in.acc_method = APCM_NORMAL;
    assert_int_equal(cycle(&u, in).method, APCM_NORMAL);
    in.acc_method = APCM_PROTECT;
    in.acc_last = 9;
    in.acc_accept = 1;
    const apcm_out_t out = cycle(&u, in);
    assert_true(out.method == APCM_PROTECT && out.last == 9 && out.pins);
    assert_int_equal(u.psb.last[3], 9);
}

/* Only the first two requests of a tracked load of the monitored warp reach the MTA, and any of
 * other warps; a request that bypasses is a miss there. */
static void apcm_060_what_the_mta_sees(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    issue(&u, 0, LOAD_A);
    apcm_in_t in = request(0, A, 7);
    in.acc_early = 0;
    assert_false(cycle(&u, in).allocates);
    in.acc_early = 1;
    in.acc_tracked = 0;
    assert_false(cycle(&u, in).allocates);
    in.acc_tracked = 1;
    in.acc_plain = 0;
    assert_false(cycle(&u, in).allocates);
    assert_false(cycle(&u, request(1, A, 7)).allocates);
    in.acc_plain = 1;
    assert_true(cycle(&u, in).allocates);
    in = request(1, A, 7);
    in.acc_early = in.acc_tracked = 0;
    assert_true(cycle(&u, in).mta_hits);
    assert_true(u.mta.count[7] == 2 && u.mta.intra[7] == 1);

    /* line 8, which the L1 has with a count of 3: normal, 4; as of a bypassing load, 1 */
    for (unsigned k = 0; k < 2; k++) {
        in = request(1, A, 100);
        in.acc_set = 3;
        cycle(&u, in);
        cycle(&u, hit(in));
        cycle(&u, hit(in));
        in = hit(request(0, B, 8 + k));
        in.acc_set = 3;
        in.acc_again = 1;
        in.acc_method = k ? APCM_BYPASS : APCM_NORMAL;
        assert_true(cycle(&u, in).allocates);
        assert_int_equal(u.mta.count[8 + k], k ? 1 : 4);
        assert_int_equal(u.tags.count[3 * 4], k ? 3 : 4);
    }

    /* the same, and in that cycle another line has taken the place of the one that was used: 1 */
    in = hit(request(0, B, 10));
    in.acc_set = in.gone_set = 3;
    in.gone_en = 1;
    assert_true(cycle(&u, in).allocates);
    assert_true(u.mta.count[10] == 1 && u.tags.count[3 * 4] == 1);
}

/* What another system lets bypass takes nothing, hits nothing and counts in the MTA as a miss; its
 * load's last request is done all the same. */
static void apcm_065_what_goes_past_the_l1(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    issue(&u, 0, LOAD_A);
    apcm_in_t in = request(0, A, 7);
    cycle(&u, in);
    assert_int_equal(u.tags.count[0], 1);
    in = hit(request(0, B, 8));
    in.acc_past = in.acc_again = 1;
    in.acc_method = APCM_PROTECT;
    in.acc_last = 9;
    apcm_out_t out = cycle(&u, in);
    assert_true(out.allocates && !out.pins && !out.streams && u.mta.count[8] == 1);
    in.acc_hit = 0;
    assert_false(cycle(&u, in).pins);
    assert_true(u.tags.count[0] == 1 && !protects(&u, 0));
    in.acc_past = 0;
    assert_true(cycle(&u, in).pins);
    in = request(0, 9, 8);
    in.acc_past = 1;
    assert_true(cycle(&u, in).released);
}

/* Decision 1 at the top: an access that evicts an entry writes the CAIT first; accesses during the
 * scan are not seen; a second warp is not monitored in this kernel. */
static void apcm_070_evictions_the_scan_and_the_next_kernel(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    issue(&u, 4, LOAD_A);
    cycle(&u, request(4, A, 7));
    const apcm_out_t out = cycle(&u, request(4, B, 7 + 32));
    assert_true(out.allocates && out.evict_wrote && !out.reach_wrote);
    assert_true(u.cait.valid[A] && u.cait.method[A] == APCM_BYPASS);
    cycle(&u, (apcm_in_t){.warp_en = 1, .warp = 4, .finish = 1});
    for (unsigned e = 0; e < ENTRIES; e++) {
        const apcm_out_t scan = cycle(&u, request(1, B, 7 + 32));
        assert_true(!scan.mta_hits && scan.evict_wrote == (e == 7));
    }
    assert_false(cycle(&u, (apcm_in_t){.load_en = 1, .load_warp = 5, .load_pc = LOAD_A}).begins);
    cycle(&u, (apcm_in_t){.start_en = 1});
    assert_true(!u.cait.valid[A] && !(u.lat.cam.valid[0] & 1));
    assert_true(cycle(&u, (apcm_in_t){.load_en = 1, .load_warp = 5, .load_pc = LOAD_B}).begins);
    assert_int_equal(u.lat.cam.keys[0], LOAD_B);
}

/* Load B uses the line that load A brought until the entry's count reaches its end: the CAIT has
 * both loads at once. */
static void apcm_075_an_entry_that_reaches_the_threshold_tells_its_last_load(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    assert_int_equal(issue(&u, 0, LOAD_A), A);
    assert_int_equal(issue(&u, 0, LOAD_B), B);
    cycle(&u, request(0, A, 64));
    const unsigned most = (1U << u.cfg.cnt_w) - 1;
    for (unsigned count = 2; count <= most; count++)
        assert_int_equal(cycle(&u, hit(request(0, B, 64))).reach_wrote, count == most);
    assert_true(u.mta.count[0] == most && u.mta.last[0] == B);
    assert_true(u.cait.method[A] == APCM_PROTECT && u.cait.last[A] == B);
}

/* A warp protects for one last load at a time; hits set nothing. */
static void apcm_080_one_protection_per_warp(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    apcm_in_t in = request(3, A, 0);
    in.acc_final = 0;
    in.acc_again = 1;
    in.acc_method = APCM_PROTECT;
    in.acc_last = B;
    assert_false(cycle(&u, hit(in)).pins);
    assert_false(protects(&u, 3));
    assert_true(cycle(&u, in).pins);
    in.acc_way = 1;
    assert_true(cycle(&u, in).pins); /* the same last load */
    in.acc_way = 2;
    in.acc_last = 2;
    assert_false(cycle(&u, in).pins);
    assert_true(u.tags.count[2] == 1 && !u.tags.protect[2]);
    in.acc_last = A; /* a lower one, which is in no loop either */
    assert_false(cycle(&u, in).pins);
    /* itself: in its loop, which differs from the bit */
    assert_false(cycle(&u, in_loop(in)).pins);
    in.acc_warp = 4;
    assert_true(cycle(&u, in_loop(in)).pins);
    in.acc_way = 3;
    assert_false(cycle(&u, in).pins); /* it has left the loop */
    apcm_out_t out;
    apcm_eval(&u, &(apcm_in_t){0}, &out);
    assert_int_equal(out.held, 7);
}

/* Decision 7: the request that begins the protection ends it if it is the final one. */
static void apcm_090_set_and_released_by_one_request(void **state)
{
    (void)state;
    apcm_t u = make(32, 4, 3);
    apcm_in_t in = request(3, A, 0);
    in.acc_again = 1;
    in.acc_method = APCM_PROTECT;
    in.acc_last = A;
    const apcm_out_t out = cycle(&u, in);
    assert_true(out.pins && !out.released);
    assert_true(!protects(&u, 3) && u.tags.protect[0]);
    assert_true(cycle(&u, in).lapses);
    assert_true(cycle(&u, in_loop(in)).pins);
    assert_true(protects(&u, 3));
    assert_true(cycle(&u, (apcm_in_t){.warp_en = 1, .warp = 3}).released); /* it starts */
}

/* The options bypass only, protect only and neither. */
static void apcm_100_manage_switches_the_two_measures(void **state)
{
    (void)state;
    for (uint32_t manage = 0; manage < 4; manage++) {
        apcm_t u = make(32, 4, manage);
        apcm_in_t in = request(3, A, 0);
        in.acc_again = 1;
        in.acc_method = APCM_BYPASS;
        apcm_out_t out = cycle(&u, in);
        assert_int_equal(out.streams, manage & 1);
        assert_int_equal(u.tags.count[0], !(manage & 1)); /* it takes the line, or does not */
        in.acc_method = APCM_PROTECT;
        out = cycle(&u, in);
        assert_int_equal(out.pins, manage >> 1);
    }
}

/* Table 3: 442 bytes of the paper; valid bits of MTA and LAT and the monitor apart. */
static void apcm_110_storage_is_that_of_table_3(void **state)
{
    (void)state;
    apcm_cfg_t cfg;
    unit_cfg_geometry(&apcm_unit, UNIT_PAPER, &cfg);
    const uint64_t paper = 128 * 11 + 32 * 36 + 16 * 11 + 16 * 32 + 48 * 6;
    assert_int_equal(paper, 442 * 8);
    assert_int_equal(unit_state_bits(&apcm_unit, &cfg), paper + 32 + 16 + 2 + 6 + 5);
}

static void apcm_120_init_refuses_what_a_part_refuses(void **state)
{
    (void)state;
    static const struct {
        uint32_t mta_sets, mta_ways, line_w, sets, ways;
        int want;
    } rows[] = {
        {32, 1, 25, 32, 4, 0},      {1, 32, 25, 32, 4, 0},        {1, 128, 25, 96, 4, 0},
        {128, 1, 25, 64, 4, 0},     {24, 1, 25, 32, 4, -EINVAL},  {64, 3, 25, 32, 4, -EINVAL},
        {32, 1, 5, 32, 4, -EINVAL}, {32, 1, 6, 32, 4, 0},         {32, 1, 25, 33, 63, -EINVAL},
        {32, 1, 25, 32, 64, 0},     {32, 1, 25, 2048, 2, -EINVAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        apcm_t u;
        apcm_cfg_t cfg;
        memset(&u, 0, sizeof u);
        unit_cfg_geometry(&apcm_unit, UNIT_PAPER, &cfg);
        cfg.mta_sets = rows[i].mta_sets;
        cfg.mta_ways = rows[i].mta_ways;
        cfg.line_w = rows[i].line_w;
        cfg.sets = rows[i].sets;
        cfg.ways = rows[i].ways;
        if (apcm_init(&u, &cfg) != rows[i].want)
            fail_msg("row %u", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_010_figure_7_a_loop_and_a_pair_of_loads),
        cmocka_unit_test(apcm_020_figure_11_step_by_step),
        cmocka_unit_test(apcm_030_released_after_the_last_load),
        cmocka_unit_test(apcm_040_method_of_each_type),
        cmocka_unit_test(apcm_050_a_retry_keeps_its_method),
        cmocka_unit_test(apcm_060_what_the_mta_sees),
        cmocka_unit_test(apcm_065_what_goes_past_the_l1),
        cmocka_unit_test(apcm_070_evictions_the_scan_and_the_next_kernel),
        cmocka_unit_test(apcm_075_an_entry_that_reaches_the_threshold_tells_its_last_load),
        cmocka_unit_test(apcm_080_one_protection_per_warp),
        cmocka_unit_test(apcm_090_set_and_released_by_one_request),
        cmocka_unit_test(apcm_100_manage_switches_the_two_measures),
        cmocka_unit_test(apcm_110_storage_is_that_of_table_3),
        cmocka_unit_test(apcm_120_init_refuses_what_a_part_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
