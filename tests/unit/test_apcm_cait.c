/* apcm.cait: the rules of docs/units/apcm.md, one by one. */
#include "unit_bench.h"

#include "apcm/apcm_cait.h"

static apcm_cait_out_t cait_cycle(apcm_cait_t *u, apcm_cait_in_t in)
{
    apcm_cait_out_t out;
    apcm_cait_eval(u, &in, &out);
    apcm_cait_tick(u, &in);
    return out;
}

static apcm_cait_t cait_make(uint32_t loads, uint32_t cnt_w)
{
    apcm_cait_t u;
    assert_int_equal(apcm_cait_init(&u, &(apcm_cait_cfg_t){.loads = loads, .cnt_w = cnt_w}), 0);
    return u;
}

static apcm_cait_in_t evicts(unsigned load, unsigned last, unsigned count, unsigned intra)
{
    return (apcm_cait_in_t){.evict_en = 1,
                            .evict_first = (uint8_t)load,
                            .evict_last = (uint8_t)last,
                            .evict_count = (uint8_t)count,
                            .evict_intra = (uint8_t)intra};
}

static unsigned method_of(const apcm_cait_t *u, unsigned load)
{
    apcm_cait_out_t out;
    apcm_cait_eval(u, &(apcm_cait_in_t){.rd_id = (uint8_t)load}, &out);
    return out.rd_method;
}

/* The worked example of the page. */
static void apcm_cait_010_the_larger_count_decides(void **state)
{
    (void)state;
    apcm_cait_t u = cait_make(3, 2);
    assert_true(cait_cycle(&u, evicts(0, 0, 1, 1)).evict_wrote);
    assert_int_equal(method_of(&u, 0), APCM_BYPASS);
    assert_true(cait_cycle(&u, evicts(0, 1, 2, 2)).evict_wrote);
    assert_int_equal(method_of(&u, 0), APCM_PROTECT);
    assert_int_equal(u.last[0], 1);
    assert_false(cait_cycle(&u, evicts(0, 0, 2, 1)).evict_wrote);
    assert_int_equal(method_of(&u, 0), APCM_PROTECT);
    apcm_cait_in_t both = evicts(2, 0, 3, 1);
    both.reach_en = 1;
    both.reach_first = 2;
    both.reach_intra = 3;
    const apcm_cait_out_t out = cait_cycle(&u, both);
    assert_true(out.evict_wrote && !out.reach_wrote);
    assert_int_equal(method_of(&u, 2), APCM_NORMAL);
}

/* Table 2 of the paper: streaming, inter-warp, intra-warp, both. */
static void apcm_cait_020_the_types_of_table_2(void **state)
{
    (void)state;
    for (unsigned count = 1; count <= 15; count++)
        for (unsigned intra = 1; intra <= count; intra++) {
            apcm_cait_t u = cait_make(16, 4);
            cait_cycle(&u, evicts(7, 9, count, intra));
            const unsigned want = count == 1       ? APCM_BYPASS
                                  : intra == count ? APCM_PROTECT
                                                   : APCM_NORMAL;
            assert_int_equal(method_of(&u, 7), want);
            assert_true(u.valid[7] && u.last[7] == 9 && u.count[7] == count);
        }
}

static void apcm_cait_030_eviction_then_threshold(void **state)
{
    (void)state;
    apcm_cait_t u = cait_make(16, 4);
    apcm_cait_in_t in = evicts(3, 4, 14, 14);
    in.reach_en = 1;
    in.reach_first = 3;
    in.reach_last = 5;
    in.reach_intra = 2;
    apcm_cait_out_t out = cait_cycle(&u, in);
    assert_true(out.evict_wrote && out.reach_wrote);
    assert_true(u.count[3] == 15 && u.last[3] == 5 && method_of(&u, 3) == APCM_NORMAL);
    in.reach_first = 2;
    in.reach_intra = 15;
    out = cait_cycle(&u, in);
    assert_true(!out.evict_wrote && out.reach_wrote && method_of(&u, 2) == APCM_PROTECT);
}

static void apcm_cait_040_reads_before_the_edge_and_clears_first(void **state)
{
    (void)state;
    apcm_cait_t u = cait_make(3, 2);
    apcm_cait_in_t in = evicts(1, 2, 1, 1);
    in.rd_id = 1;
    assert_int_equal(cait_cycle(&u, in).rd_method, APCM_NORMAL);
    in = evicts(1, 0, 2, 2);
    in.rd_id = 1;
    apcm_cait_out_t out = cait_cycle(&u, in);
    assert_true(out.rd_method == APCM_BYPASS && out.rd_last == 2);
    in = evicts(2, 0, 3, 3);
    in.clear_en = in.reach_en = 1;
    in.rd_id = 1;
    out = cait_cycle(&u, in);
    assert_true(out.rd_method == APCM_PROTECT && !out.evict_wrote && !out.reach_wrote);
    assert_true(!u.valid[0] && !u.valid[1] && !u.valid[2]);
}

static void apcm_cait_050_numbers_of_no_load_change_nothing(void **state)
{
    (void)state;
    apcm_cait_t u = cait_make(3, 2);
    const apcm_cait_t before = u;
    apcm_cait_in_t in = evicts(3, 0, 3, 3);
    in.reach_en = 1;
    in.reach_first = 3;
    in.rd_id = 3;
    const apcm_cait_out_t out = cait_cycle(&u, in);
    assert_true(!out.evict_wrote && !out.reach_wrote && !out.rd_method && !out.rd_last);
    assert_memory_equal(&u, &before, sizeof u);
}

/* A count of 0, which no entry of the MTA has, says neither bypass nor protect. */
static void apcm_cait_060_a_count_of_0_is_normal(void **state)
{
    (void)state;
    apcm_cait_t u = cait_make(3, 2);
    assert_true(cait_cycle(&u, evicts(1, 2, 0, 0)).evict_wrote);
    assert_true(u.valid[1] && u.count[1] == 0);
    assert_int_equal(method_of(&u, 1), APCM_NORMAL);
}

/* The threshold is compared with what stands in the table, if the eviction of its load does not
 * write: because it is refused, or because there is none. */
static void apcm_cait_070_an_eviction_that_does_not_write_does_not_count(void **state)
{
    (void)state;
    apcm_cait_t u = cait_make(3, 2);
    cait_cycle(&u, evicts(1, 2, 3, 3)); /* at the threshold */
    apcm_cait_in_t in = evicts(1, 0, 2, 1);
    in.reach_en = in.reach_first = 1;
    apcm_cait_out_t out = cait_cycle(&u, in);
    assert_true(!out.evict_wrote && !out.reach_wrote);
    assert_true(u.count[1] == 3 && u.last[1] == 2 && method_of(&u, 1) == APCM_PROTECT);

    in = evicts(2, 0, 3, 1);
    in.evict_en = 0; /* its values are those of no entry */
    in.reach_en = 1;
    in.reach_first = 2;
    in.reach_intra = 3;
    out = cait_cycle(&u, in);
    assert_true(!out.evict_wrote && out.reach_wrote && method_of(&u, 2) == APCM_PROTECT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apcm_cait_010_the_larger_count_decides),
        cmocka_unit_test(apcm_cait_020_the_types_of_table_2),
        cmocka_unit_test(apcm_cait_030_eviction_then_threshold),
        cmocka_unit_test(apcm_cait_040_reads_before_the_edge_and_clears_first),
        cmocka_unit_test(apcm_cait_050_numbers_of_no_load_change_nothing),
        cmocka_unit_test(apcm_cait_060_a_count_of_0_is_normal),
        cmocka_unit_test(apcm_cait_070_an_eviction_that_does_not_write_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
