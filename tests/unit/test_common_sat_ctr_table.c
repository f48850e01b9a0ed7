/* common.sat_ctr_table: the page's worked example and what stands around it. */
#include "unit_bench.h"

#include "common/sat_ctr_table.h"

static sat_ctr_table_t make(uint32_t entries, uint32_t ctr_w)
{
    sat_ctr_table_t u;
    assert_int_equal(
        sat_ctr_table_init(&u, &(sat_ctr_table_cfg_t){.entries = entries, .ctr_w = ctr_w}), 0);
    return u;
}

/* Counter 1's value after one cycle from `from`. */
static unsigned step(unsigned from, bool inc, bool dec)
{
    sat_ctr_table_t u = make(4, 2);
    u.ctr[1] = (uint8_t)from;
    sat_ctr_table_tick(
        &u, &(sat_ctr_table_in_t){.inc_en = inc, .inc_idx = 1, .dec_en = dec, .dec_idx = 1});
    return u.ctr[1];
}

static void sat_ctr_table_010_page_example(void **state)
{
    (void)state;
    const unsigned max = (1u << 2) - 1;
    assert_int_equal(step(max, true, false), max); /* 3 +1 -> 3 */
    assert_int_equal(step(max, false, true), max - 1);
    assert_int_equal(step(max, true, true), max);
    assert_int_equal(step(0, false, true), 0);
    assert_int_equal(step(0, true, true), 0);
}

static void sat_ctr_table_020_every_value_and_both_enables(void **state)
{
    (void)state;
    for (int v = 0; v <= 3; v++)
        for (int inc = 0; inc < 2; inc++)
            for (int dec = 0; dec < 2; dec++) {
                int want = v + inc - dec;
                want = want < 0 ? 0 : want > 3 ? 3 : want;
                assert_int_equal(step((unsigned)v, inc, dec), want);
            }
}

static void sat_ctr_table_030_counts_to_its_width_and_back(void **state)
{
    (void)state;
    for (unsigned w = 1; w <= 8; w++) {
        sat_ctr_table_t u = make(2, w);
        unsigned want = 0;
        for (unsigned k = 0; k < (2u << w); k++) {
            assert_int_equal(u.ctr[0], want);
            want = want + 1 < (1u << w) ? want + 1 : want;
            sat_ctr_table_tick(&u, &(sat_ctr_table_in_t){.inc_en = 1});
        }
        for (unsigned k = 0; k < (2u << w); k++) {
            assert_int_equal(u.ctr[0], want);
            want = want > 0 ? want - 1 : 0;
            sat_ctr_table_tick(&u, &(sat_ctr_table_in_t){.dec_en = 1});
        }
        assert_int_equal(u.ctr[1], 0);
    }
}

static void sat_ctr_table_040_two_entries_move_in_one_cycle(void **state)
{
    (void)state;
    sat_ctr_table_t u = make(4, 4);
    u.ctr[2] = 5;
    u.ctr[3] = 7;
    sat_ctr_table_tick(&u,
                       &(sat_ctr_table_in_t){.inc_en = 1, .inc_idx = 2, .dec_en = 1, .dec_idx = 3});
    assert_int_equal(u.ctr[2], 5 + 1);
    assert_int_equal(u.ctr[3], 7 - 1);
    assert_int_equal(u.ctr[0] + u.ctr[1], 0);
}

static void sat_ctr_table_050_read_is_before_the_edge(void **state)
{
    (void)state;
    sat_ctr_table_t u = make(4, 4);
    const sat_ctr_table_in_t in = {.rd_idx = 2, .inc_en = 1, .inc_idx = 2};
    sat_ctr_table_out_t out;
    for (unsigned k = 0; k < 3; k++) {
        sat_ctr_table_eval(&u, &in, &out);
        assert_int_equal(out.rd_ctr, k);
        sat_ctr_table_tick(&u, &in);
    }
}

static void sat_ctr_table_060_index_out_of_range_reads_0_and_changes_nothing(void **state)
{
    (void)state;
    sat_ctr_table_t u = make(3, 4);
    for (unsigned i = 0; i < 3; i++)
        u.ctr[i] = (uint8_t)(i + 1);
    u.ctr[3] = 9; /* past the last entry, no state of this geometry */
    const sat_ctr_table_t before = u;
    const sat_ctr_table_in_t inc = {.rd_idx = 3, .inc_en = 1, .inc_idx = 3};
    const sat_ctr_table_in_t dec = {.rd_idx = 3, .dec_en = 1, .dec_idx = 3};
    sat_ctr_table_out_t out;
    sat_ctr_table_tick(&u, &inc);
    sat_ctr_table_eval(&u, &inc, &out);
    assert_int_equal(out.rd_ctr, 0);
    sat_ctr_table_tick(&u, &dec);
    assert_memory_equal(&u, &before, sizeof u);
}

static void sat_ctr_table_070_out_of_range_partner_does_not_stop_the_other(void **state)
{
    (void)state;
    sat_ctr_table_t u = make(3, 4);
    sat_ctr_table_tick(&u,
                       &(sat_ctr_table_in_t){.inc_en = 1, .inc_idx = 2, .dec_en = 1, .dec_idx = 3});
    assert_int_equal(u.ctr[2], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sat_ctr_table_010_page_example),
        cmocka_unit_test(sat_ctr_table_020_every_value_and_both_enables),
        cmocka_unit_test(sat_ctr_table_030_counts_to_its_width_and_back),
        cmocka_unit_test(sat_ctr_table_040_two_entries_move_in_one_cycle),
        cmocka_unit_test(sat_ctr_table_050_read_is_before_the_edge),
        cmocka_unit_test(sat_ctr_table_060_index_out_of_range_reads_0_and_changes_nothing),
        cmocka_unit_test(sat_ctr_table_070_out_of_range_partner_does_not_stop_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
