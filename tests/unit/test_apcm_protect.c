/* apcm.psb and apcm.tags: the rules of docs/units/apcm.md, one by one. */
#include "unit_bench.h"

#include "apcm/apcm_psb.h"
#include "apcm/apcm_tags.h"

/* ---- apcm.psb ---- */

static apcm_psb_out_t psb_cycle(apcm_psb_t *u, apcm_psb_in_t in)
{
    apcm_psb_out_t out;
    apcm_psb_eval(u, &in, &out);
    apcm_psb_tick(u, &in);
    return out;
}

/* Warp 0 protects until load 2, warp 1 in the loop of load 3; warp 2 does not. */
static apcm_psb_t psb_make(void)
{
    apcm_psb_t u;
    assert_int_equal(apcm_psb_init(&u, &(apcm_psb_cfg_t){.warps = 3, .id_w = 2}), 0);
    psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 0, .set_en = 1, .set_last = 2});
    psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 1, .set_en = 1, .set_last = 3, .set_loop = 1});
    return u;
}

static uint64_t live(const apcm_psb_t *u)
{
    apcm_psb_out_t out;
    apcm_psb_eval(u, &(apcm_psb_in_t){0}, &out);
    return out.live;
}

static void apcm_psb_010_reads_what_was_set(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    apcm_psb_out_t out = psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 0, .exit_warp = 1});
    assert_true(out.rd_protect && out.rd_last == 2 && !out.rd_loop);
    assert_true(out.exit_watch && out.exit_last == 3 && out.live == 3 && !out.released);
    out = psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 1, .exit_warp = 0});
    assert_true(out.rd_protect && out.rd_last == 3 && out.rd_loop);
    assert_true(!out.exit_watch && !out.exit_last);
    for (unsigned w = 2; w < 4; w++) { /* not protecting, no such warp */
        out = psb_cycle(&u, (apcm_psb_in_t){.rd_warp = (uint8_t)w, .exit_warp = (uint8_t)w});
        assert_true(!out.rd_protect && !out.rd_last && !out.rd_loop && !out.exit_watch);
    }
}

static void apcm_psb_015_a_new_protection_releases_nothing(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    assert_false(psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 2, .set_en = 1, .set_last = 1}).released);
    assert_int_equal(live(&u), 7);
}

static void apcm_psb_020_the_final_request_of_the_last_load_releases(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    assert_false(psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 0, .done_en = 1, .done_id = 1}).released);
    assert_false(psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 1, .done_en = 1, .done_id = 3}).released);
    assert_int_equal(live(&u), 3);
    assert_true(psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 0, .done_en = 1, .done_id = 2}).released);
    assert_int_equal(live(&u), 2);
}

static void apcm_psb_030_leaving_the_loop_releases(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    psb_cycle(&u, (apcm_psb_in_t){.exit_en = 1, .exit_warp = 1}); /* another loop */
    psb_cycle(&u, (apcm_psb_in_t){.exit_en = 1, .exit_warp = 0, .exit_match = 1});
    psb_cycle(&u, (apcm_psb_in_t){.exit_warp = 1, .exit_match = 1});
    assert_int_equal(live(&u), 3);
    assert_true(
        psb_cycle(&u, (apcm_psb_in_t){.exit_en = 1, .exit_warp = 1, .exit_match = 1}).released);
    assert_int_equal(live(&u), 1);
}

/* What comes later at the edge wins. */
static void apcm_psb_035_a_loop_that_is_over_is_not_watched(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    assert_true(psb_cycle(&u, (apcm_psb_in_t){.warp_en = 1, .warp = 1}).released);
    const apcm_psb_out_t out =
        psb_cycle(&u, (apcm_psb_in_t){.exit_en = 1, .exit_warp = 1, .exit_match = 1});
    assert_true(!out.exit_watch && !out.exit_last && !out.released);
    assert_int_equal(live(&u), 1);
}

static void apcm_psb_040_what_meets_a_set(void **state)
{
    (void)state;
    const apcm_psb_in_t set = {.rd_warp = 2, .set_en = 1, .set_last = 1};
    apcm_psb_t u = psb_make();
    apcm_psb_in_t in = set;
    in.done_en = 1;
    in.done_id = 1;
    assert_false(psb_cycle(&u, in).released); /* it was clear before */
    assert_int_equal(live(&u), 3);

    in = set;
    in.set_loop = in.exit_en = in.exit_match = 1;
    in.exit_warp = 2;
    psb_cycle(&u, in); /* clear before: it stays set */
    assert_int_equal(live(&u), 7);
    assert_true(psb_cycle(&u, in).released); /* set with the loop bit before: it ends */
    assert_int_equal(live(&u), 3);

    in = set;
    in.warp_en = 1;
    in.warp = 2;
    psb_cycle(&u, in);
    assert_int_equal(live(&u), 3);
    in.warp = 1;
    assert_true(psb_cycle(&u, in).released);
    assert_int_equal(live(&u), 5);

    in = set;
    in.clear_en = 1;
    assert_true(psb_cycle(&u, in).released);
    assert_int_equal(live(&u), 0);
    assert_false(psb_cycle(&u, in).released);
    assert_int_equal(live(&u), 0);
}

static void apcm_psb_050_a_second_set_replaces_the_first(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 1, .set_en = 1, .set_last = 0});
    const apcm_psb_out_t out = psb_cycle(&u, (apcm_psb_in_t){.rd_warp = 1});
    assert_true(out.rd_protect && out.rd_last == 0 && !out.rd_loop);
}

static void apcm_psb_060_numbers_of_no_warp_change_nothing(void **state)
{
    (void)state;
    apcm_psb_t u = psb_make();
    const apcm_psb_t before = u;
    const apcm_psb_in_t in = {.rd_warp = 3,
                              .set_en = 1,
                              .set_last = 1,
                              .done_en = 1,
                              .exit_en = 1,
                              .exit_warp = 3,
                              .exit_match = 1,
                              .warp_en = 1,
                              .warp = 3};
    assert_false(psb_cycle(&u, in).released);
    assert_memory_equal(&u, &before, sizeof u);
}

/* ---- apcm.tags ---- */

static apcm_tags_out_t tags_cycle(apcm_tags_t *u, apcm_tags_in_t in)
{
    apcm_tags_out_t out;
    apcm_tags_eval(u, &in, &out);
    apcm_tags_tick(u, &in);
    return out;
}

static apcm_tags_t tags_make(void)
{
    apcm_tags_t u;
    memset(&u, 0, sizeof u);
    const apcm_tags_cfg_t cfg = {.sets = 3, .ways = 2, .warps = 3, .cnt_w = 2};
    assert_int_equal(apcm_tags_init(&u, &cfg), 0);
    return u;
}

static apcm_tags_in_t takes(unsigned set, unsigned way)
{
    return (apcm_tags_in_t){
        .set = (uint16_t)set, .way = (uint8_t)way, .acc_en = 1, .acc_new = 1, .acc_plain = 1};
}

static apcm_tags_in_t pins(unsigned set, unsigned way, unsigned warp)
{
    apcm_tags_in_t in = takes(set, way);
    in.acc_pin = 1;
    in.acc_warp = (uint8_t)warp;
    in.live = 7;
    return in;
}

static apcm_tags_out_t look(const apcm_tags_t *u, unsigned set, unsigned way, uint64_t live)
{
    apcm_tags_out_t out;
    const apcm_tags_in_t in = {.set = (uint16_t)set, .way = (uint8_t)way, .live = live};
    apcm_tags_eval(u, &in, &out);
    return out;
}

static void apcm_tags_010_counts_from_1_and_saturates(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    tags_cycle(&u, takes(1, 1));
    for (unsigned want = 1; want < 6; want++) {
        assert_int_equal(look(&u, 1, 1, 0).rd_count, want < 3 ? want : 3);
        apcm_tags_in_t hit = takes(1, 1);
        hit.acc_new = 0;
        assert_int_equal(tags_cycle(&u, hit).rd_count, want < 3 ? want : 3); /* before the edge */
        hit.acc_plain = 0;
        tags_cycle(&u, hit); /* counts nothing */
    }
    apcm_tags_in_t in = takes(1, 1);
    in.acc_plain = 0;
    tags_cycle(&u, in);
    assert_int_equal(look(&u, 1, 1, 0).rd_count, 0);
}

static void apcm_tags_020_held_while_the_warp_protects(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    tags_cycle(&u, pins(2, 0, 1));
    assert_int_equal(look(&u, 2, 0, 2).held, 1);
    assert_int_equal(look(&u, 2, 0, 5).held, 0);
    assert_int_equal(look(&u, 1, 0, 7).held, 0);
    assert_false(look(&u, 2, 0, 2).all_held);
    tags_cycle(&u, pins(2, 1, 0));
    assert_int_equal(look(&u, 2, 0, 3).held, 3);
    assert_true(look(&u, 2, 0, 3).all_held);
    tags_cycle(&u, takes(0, 0));
    assert_int_equal(look(&u, 0, 0, 7).held, 0);
}

/* Decision 5: the bit goes when an access looks at the set, in all its ways, and not before. */
static void apcm_tags_030_stale_protection_lapses_in_the_set_looked_at(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    for (unsigned way = 0; way < 2; way++) {
        tags_cycle(&u, pins(0, way, way));
        tags_cycle(&u, pins(1, way, way));
    }
    apcm_tags_in_t hit = takes(0, 0);
    hit.acc_new = 0;
    hit.live = 1; /* warp 1 no longer protects */
    apcm_tags_in_t retry = hit;
    retry.acc_en = 0;
    assert_false(tags_cycle(&u, retry).lapses);
    assert_true(u.protect[1]);
    assert_true(tags_cycle(&u, hit).lapses);
    assert_true(u.protect[0] && !u.protect[1] && u.protect[2] && u.protect[3]);
    assert_false(tags_cycle(&u, hit).lapses);
    assert_int_equal(look(&u, 0, 0, 7).held, 1);
    assert_int_equal(look(&u, 1, 0, 7).held, 3); /* a later protection revives the stale bit */
}

static void apcm_tags_040_taken_lines_are_protected_or_not_anew(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    tags_cycle(&u, pins(0, 0, 2));
    tags_cycle(&u, pins(0, 0, 1));
    assert_int_equal(look(&u, 0, 0, 2).held, 1);
    assert_int_equal(look(&u, 0, 0, 4).held, 0);
    apcm_tags_in_t in = takes(0, 0);
    in.live = 7;
    assert_false(tags_cycle(&u, in).lapses); /* held before the edge */
    assert_int_equal(look(&u, 0, 0, 7).held, 0);
    in = pins(0, 0, 3); /* no such warp: stored, never held */
    tags_cycle(&u, in);
    assert_true(u.protect[0] && u.owner[0] == 3);
    assert_int_equal(look(&u, 0, 0, UINT64_MAX).held, 0);
}

static void apcm_tags_050_invalidations_come_before_the_access(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    tags_cycle(&u, pins(0, 0, 0));
    tags_cycle(&u, pins(2, 1, 0));
    tags_cycle(&u, (apcm_tags_in_t){.gone_en = 1, .gone_set = 2, .gone_way = 1, .live = 7});
    assert_true(u.protect[0] && !u.protect[5] && u.count[0] == 1 && u.count[5] == 0);
    tags_cycle(&u, pins(2, 1, 0));
    apcm_tags_in_t in = takes(2, 1);
    in.acc_new = 0;
    in.gone_en = 1;
    in.gone_set = 2;
    in.gone_way = 1;
    assert_int_equal(tags_cycle(&u, in).rd_count, 0); /* of the line that stands there now */
    assert_true(!u.protect[5] && u.count[5] == 1);    /* 0, and the hit */
    in.gone_way = 0;
    assert_int_equal(tags_cycle(&u, in).rd_count, 1);
    in.gone_way = 1;
    in.gone_en = 0;
    assert_int_equal(tags_cycle(&u, in).rd_count, 2);
    in.gone_en = 1;
    in.gone_set = 1;
    assert_int_equal(tags_cycle(&u, in).rd_count, 3);
    in = pins(0, 0, 1);
    in.gone_en = 1;
    tags_cycle(&u, in);
    assert_true(u.protect[0] && u.owner[0] == 1);
    tags_cycle(&u, pins(2, 1, 0));
    in = pins(1, 0, 0);
    in.flush_en = 1;
    tags_cycle(&u, in);
    for (unsigned line = 0; line < 6; line++)
        assert_int_equal(u.protect[line], line == 2);
}

static void apcm_tags_060_numbers_of_no_line_change_nothing(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    tags_cycle(&u, pins(2, 1, 0));
    const apcm_tags_t before = u;
    apcm_tags_in_t in = pins(3, 1, 0);
    in.gone_en = 1;
    in.gone_set = 3;
    in.gone_way = 1;
    const apcm_tags_out_t out = tags_cycle(&u, in);
    assert_true(!out.held && !out.all_held && !out.rd_count && !out.lapses);
    assert_memory_equal(&u, &before, sizeof u);
}

static void apcm_tags_070_at_most_2048_lines(void **state)
{
    (void)state;
    apcm_tags_t u;
    memset(&u, 0, sizeof u);
    static const struct {
        uint32_t sets, ways;
        int want;
    } rows[] = {{2048, 1, 0},      {32, 64, 0}, {33, 64, -EINVAL}, {2048, 2, -EINVAL},
                {683, 3, -EINVAL}, {682, 3, 0}, {1, 65, -EINVAL},  {2049, 1, -EINVAL}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const apcm_tags_cfg_t cfg = {
            .sets = rows[i].sets, .ways = rows[i].ways, .warps = 48, .cnt_w = 4};
        assert_int_equal(apcm_tags_init(&u, &cfg), rows[i].want);
    }
}

/* The numbers of the warps are those of the bits of `live`, the last one's included. */
static void apcm_tags_080_each_warp_holds_its_own_line(void **state)
{
    (void)state;
    for (unsigned owner = 0; owner < 3; owner++) {
        apcm_tags_t u = tags_make();
        tags_cycle(&u, pins(1, 1, owner));
        for (unsigned warp = 0; warp < 3; warp++)
            assert_int_equal(look(&u, 1, 1, UINT64_C(1) << warp).held, warp == owner ? 2 : 0);
    }
}

/* acc_pin counts with acc_new alone: a hit leaves the line as it is, unprotected or its owner's. */
static void apcm_tags_090_a_hit_protects_nothing_and_keeps_the_owner(void **state)
{
    (void)state;
    apcm_tags_t u = tags_make();
    tags_cycle(&u, takes(0, 0));
    tags_cycle(&u, pins(0, 1, 1));
    for (unsigned way = 0; way < 2; way++) {
        apcm_tags_in_t hit = pins(0, way, 2);
        hit.acc_new = 0;
        tags_cycle(&u, hit);
    }
    assert_int_equal(look(&u, 0, 0, 2).held, 2);
    assert_int_equal(look(&u, 0, 0, 5).held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_psb_010_reads_what_was_set),
        cmocka_unit_test(apcm_psb_015_a_new_protection_releases_nothing),
        cmocka_unit_test(apcm_psb_020_the_final_request_of_the_last_load_releases),
        cmocka_unit_test(apcm_psb_030_leaving_the_loop_releases),
        cmocka_unit_test(apcm_psb_035_a_loop_that_is_over_is_not_watched),
        cmocka_unit_test(apcm_psb_040_what_meets_a_set),
        cmocka_unit_test(apcm_psb_050_a_second_set_replaces_the_first),
        cmocka_unit_test(apcm_psb_060_numbers_of_no_warp_change_nothing),
        cmocka_unit_test(apcm_tags_010_counts_from_1_and_saturates),
        cmocka_unit_test(apcm_tags_020_held_while_the_warp_protects),
        cmocka_unit_test(apcm_tags_030_stale_protection_lapses_in_the_set_looked_at),
        cmocka_unit_test(apcm_tags_040_taken_lines_are_protected_or_not_anew),
        cmocka_unit_test(apcm_tags_050_invalidations_come_before_the_access),
        cmocka_unit_test(apcm_tags_060_numbers_of_no_line_change_nothing),
        cmocka_unit_test(apcm_tags_070_at_most_2048_lines),
        cmocka_unit_test(apcm_tags_080_each_warp_holds_its_own_line),
        cmocka_unit_test(apcm_tags_090_a_hit_protects_nothing_and_keeps_the_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
