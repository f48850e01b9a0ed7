/* apcm: what a request must be to get a method, to count and to end a protection, and what the
 * starts of a kernel and of a warp do (docs/units/apcm.md). */
#include "unit_bench.h"

#include "apcm/apcm.h"

enum { PROTECTED = 1, LAST = 2 };

/* The paper's sizes. The lines of load PROTECTED are protected until load LAST. */
static apcm_t make(void)
{
    apcm_t u;
    apcm_cfg_t cfg;
    memset(&u, 0, sizeof u);
    unit_cfg_geometry(&apcm_unit, UNIT_PAPER, &cfg);
    assert_int_equal(apcm_init(&u, &cfg), 0);
    u.cait.valid[PROTECTED] = 1;
    u.cait.method[PROTECTED] = APCM_PROTECT;
    u.cait.count[PROTECTED] = 2;
    u.cait.last[PROTECTED] = LAST;
    return u;
}

static apcm_out_t cycle(apcm_t *u, apcm_in_t in)
{
    apcm_out_t out;
    apcm_clock(u, &in, &out);
    return out;
}

/* Warp 5's request of a load for the line in way 0 of set 0, which the L1 takes. */
static apcm_in_t request(unsigned id)
{
    return (apcm_in_t){.acc_en = 1,
                       .acc_accept = 1,
                       .acc_plain = 1,
                       .acc_warp = 5,
                       .acc_tracked = 1,
                       .acc_id = (uint8_t)id,
                       .acc_early = 1};
}

static bool protects(const apcm_t *u)
{
    return (u->psb.protect[0] >> 5 & 1) != 0;
}

/* An acc_id without acc_tracked is no ID: the request is normal, whatever the CAIT has there. */
static void apcm_130_a_load_without_an_id_is_normal(void **state)
{
    (void)state;
    apcm_t u = make();
    apcm_in_t in = request(PROTECTED);
    in.acc_tracked = 0;
    const apcm_out_t out = cycle(&u, in);
    assert_true(out.method == APCM_NORMAL && out.last == 0 && !out.pins);
    assert_true(!protects(&u) && u.tags.count[0] == 1);
}

/* A prefetch is told the method of its load, but is not eligible: it takes the line unprotected. */
static void apcm_140_a_prefetch_gets_its_method_and_pins_nothing(void **state)
{
    (void)state;
    apcm_t u = make();
    apcm_in_t in = request(PROTECTED);
    in.acc_plain = 0;
    const apcm_out_t out = cycle(&u, in);
    assert_true(out.method == APCM_PROTECT && out.last == LAST && !out.pins && !out.streams);
    assert_true(!protects(&u) && !u.tags.protect[0]);
}

/* The count of a line in the L1 is that of plain global loads. */
static void apcm_150_only_plain_loads_count(void **state)
{
    (void)state;
    apcm_t u = make();
    apcm_in_t in = request(LAST);
    in.acc_plain = 0;
    cycle(&u, in); /* takes the line */
    assert_int_equal(u.tags.count[0], 0);
    in.acc_hit = 1;
    cycle(&u, in);
    assert_int_equal(u.tags.count[0], 0);
    in.acc_plain = 1;
    cycle(&u, in);
    assert_int_equal(u.tags.count[0], 1);
}

/* Warp 5 protects until the final request of load LAST: a plain one that carries this ID. */
static void apcm_160_a_load_without_an_id_releases_nothing(void **state)
{
    (void)state;
    apcm_t u = make();
    assert_true(cycle(&u, request(PROTECTED)).pins);
    apcm_in_t in = request(LAST);
    in.acc_hit = in.acc_final = 1;
    in.acc_tracked = 0;
    assert_false(cycle(&u, in).released);
    in.acc_tracked = 1;
    in.acc_plain = 0; /* nor does a prefetch for it */
    assert_false(cycle(&u, in).released);
    assert_true(protects(&u));
    in.acc_plain = 1;
    assert_true(cycle(&u, in).released);
}

/* A loop ends the protection only if the load is itself the last one. Here another load is: in a
 * loop or not, its final request releases, and a second line is pinned by the same protection. */
static void apcm_170_the_loop_does_not_matter_if_another_load_is_the_last(void **state)
{
    (void)state;
    apcm_t u = make();
    apcm_in_t in = request(PROTECTED);
    in.acc_in_loop = 1;
    assert_true(cycle(&u, in).pins);
    assert_true(protects(&u) && u.psb.last[5] == LAST && !u.psb.loop[5]);
    in.acc_in_loop = 0;
    in.acc_way = 1;
    assert_true(cycle(&u, in).pins);
    in = request(LAST);
    in.acc_hit = in.acc_final = in.acc_in_loop = 1;
    assert_true(cycle(&u, in).released);
}

/* warp_en comes with the start and with the finish of a warp; only a finish ends the monitoring. */
static void apcm_180_a_warp_that_starts_does_not_end_the_monitoring(void **state)
{
    (void)state;
    apcm_t u = make();
    assert_true(cycle(&u, (apcm_in_t){.load_en = 1, .load_warp = 5}).begins);
    assert_false(cycle(&u, (apcm_in_t){.warp_en = 1, .warp = 5}).ends);
    assert_int_equal(u.monitor.phase, APCM_WATCHING);
    assert_true(cycle(&u, (apcm_in_t){.warp_en = 1, .warp = 5, .finish = 1}).ends);
}

/* A request of the cycle still reads the state before the edge; its line is taken, as the tags
 * stay. */
static void apcm_190_a_kernel_start_clears_although_a_request_comes(void **state)
{
    (void)state;
    apcm_t u = make();
    cycle(&u, (apcm_in_t){.load_en = 1, .load_warp = 5, .load_pc = 0x100});
    cycle(&u, request(PROTECTED));
    assert_true(protects(&u) && u.mta.valid[0] && u.lat.cam.valid[0] == 1);
    apcm_in_t in = request(PROTECTED);
    in.acc_way = in.start_en = 1;
    in.acc_line = 1;
    const apcm_out_t out = cycle(&u, in);
    assert_true(out.method == APCM_PROTECT && out.pins && out.released);
    assert_true(!out.allocates && !out.mta_hits);
    assert_int_equal(u.lat.cam.valid[0], 0);
    assert_true(!u.mta.valid[0] && !u.mta.valid[1]);
    assert_false(u.cait.valid[PROTECTED]);
    assert_int_equal(u.psb.protect[0], 0);
    assert_int_equal(u.monitor.phase, APCM_NOBODY);
    assert_true(u.tags.protect[1] && u.tags.count[1] == 1);
}

/* Whoever looks for the loop needs its PC before the warp leaves, so it does not depend on exit_en.
 */
static void apcm_200_the_loop_that_a_warp_protects_is_shown_before_it_leaves(void **state)
{
    (void)state;
    apcm_t u = make();
    cycle(&u, (apcm_in_t){.load_en = 1, .load_warp = 5, .load_pc = 0x100}); /* load 0 */
    u.psb.protect[0] = UINT64_C(1) << 5;
    u.psb.loop[5] = 1;
    apcm_out_t out = cycle(&u, (apcm_in_t){.exit_warp = 5});
    assert_true(out.exit_watch && out.exit_pc == 0x100 && !out.released);
    out = cycle(&u, (apcm_in_t){.exit_warp = 4, .exit_en = 1});
    assert_true(!out.exit_watch && out.exit_pc == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_130_a_load_without_an_id_is_normal),
        cmocka_unit_test(apcm_140_a_prefetch_gets_its_method_and_pins_nothing),
        cmocka_unit_test(apcm_150_only_plain_loads_count),
        cmocka_unit_test(apcm_160_a_load_without_an_id_releases_nothing),
        cmocka_unit_test(apcm_170_the_loop_does_not_matter_if_another_load_is_the_last),
        cmocka_unit_test(apcm_180_a_warp_that_starts_does_not_end_the_monitoring),
        cmocka_unit_test(apcm_190_a_kernel_start_clears_although_a_request_comes),
        cmocka_unit_test(apcm_200_the_loop_that_a_warp_protects_is_shown_before_it_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
