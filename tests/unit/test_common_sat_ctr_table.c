/* common.sat_ctr_table: the page's worked example and what stands around it. */
#include "unit_bench.h"

#include "common/sat_ctr_table.h"

static sat_ctr_table_t make(uint32_t entries, uint32_t ctr_w)
{
    sat_ctr_table_t u = {0};
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

/* Against a list of numbers, with every number of entries; an index beyond them is drawn as often
 * as any other that the port has bits for. */
static void sat_ctr_table_080_any_number_of_entries(void **state)
{
    (void)state;
    rng_t r;
    rng_seed(&r, 80);
    for (uint32_t entries = 1; entries <= 1024; entries += 1 + entries / 8) {
        sat_ctr_table_t u = make(entries, 2);
        const uint32_t indices = 1u << bits_index_w(entries);
        int list[1024] = {0};
        unsigned beyond = 0;
        for (unsigned k = 0; k < 4000; k++) {
            const sat_ctr_table_in_t in = {.rd_idx = (uint16_t)rng_below(&r, indices),
                                           .inc_en = rng_percent(&r, 60),
                                           .inc_idx = (uint16_t)rng_below(&r, indices),
                                           .dec_en = rng_percent(&r, 40),
                                           .dec_idx = (uint16_t)rng_below(&r, indices)};
            sat_ctr_table_out_t out;
            sat_ctr_table_eval(&u, &in, &out);
            assert_int_equal(out.rd_ctr, in.rd_idx < entries ? list[in.rd_idx] : 0);
            sat_ctr_table_tick(&u, &in);
            beyond += in.inc_en && in.inc_idx >= entries;
            if (in.inc_en && in.dec_en && in.inc_idx == in.dec_idx)
                continue;
            if (in.inc_en && in.inc_idx < entries && list[in.inc_idx] < 3)
                list[in.inc_idx]++;
            if (in.dec_en && in.dec_idx < entries && list[in.dec_idx] > 0)
                list[in.dec_idx]--;
        }
        for (unsigned i = 0; i < entries; i++)
            assert_int_equal(u.ctr[i], list[i]);
        assert_int_equal(beyond > 0, indices > entries);
    }
}

static void sat_ctr_table_090_another_init_clears_the_counters_in_use(void **state)
{
    (void)state;
    sat_ctr_table_t u = make(300, 8);
    memset(u.ctr, 7, 300);
    assert_int_equal(sat_ctr_table_init(&u, &(sat_ctr_table_cfg_t){.entries = 299, .ctr_w = 8}), 0);
    for (unsigned i = 0; i < 299; i++)
        assert_int_equal(u.ctr[i], 0);
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
        cmocka_unit_test(sat_ctr_table_080_any_number_of_entries),
        cmocka_unit_test(sat_ctr_table_090_another_init_clears_the_counters_in_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
