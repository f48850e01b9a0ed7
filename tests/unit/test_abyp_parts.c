/* abyp.table, abyp.taghash and abyp.l2bit: the rules of docs/units/abyp.md, one by one. */
#include "unit_bench.h"

#include "abyp/abyp_l2bit.h"
#include "abyp/abyp_table.h"
#include "abyp/abyp_taghash.h"

static abyp_table_t table_make(uint32_t ctr_w, uint32_t threshold)
{
    abyp_table_t u = {0};
    const abyp_table_cfg_t cfg = {.entries = 8, .ctr_w = ctr_w, .threshold = threshold};
    assert_int_equal(abyp_table_init(&u, &cfg), 0);
    return u;
}

static bool table_predict(const abyp_table_t *u, abyp_table_in_t in)
{
    abyp_table_out_t out;
    abyp_table_eval(u, &in, &out);
    return out.predict;
}

static void abyp_table_010_predicts_from_the_threshold_on(void **state)
{
    (void)state;
    for (uint32_t threshold = 1; threshold <= 15; threshold++) {
        abyp_table_t u = table_make(4, threshold);
        for (unsigned value = 0; value <= 15; value++) {
            const abyp_table_in_t in = {.lookup_idx = 5, .inc_en = 1, .inc_idx = 5};
            assert_int_equal(table_predict(&u, in), value >= threshold); /* before the edge */
            assert_false(table_predict(&u, (abyp_table_in_t){.lookup_idx = 4}));
            abyp_table_tick(&u, &in);
        }
        for (unsigned value = 15; value > 0; value--) {
            const abyp_table_in_t in = {.lookup_idx = 5, .dec_en = 1, .dec_idx = 5};
            assert_int_equal(table_predict(&u, in), value >= threshold);
            abyp_table_tick(&u, &in);
        }
    }
}

/* Every width with every threshold of the range: what is above the largest value is not cut. */
static void abyp_table_020_threshold_above_every_value_never_bypasses(void **state)
{
    (void)state;
    for (uint32_t ctr_w = 1; ctr_w <= 8; ctr_w++)
        for (uint32_t threshold = 1; threshold <= 255; threshold++) {
            const unsigned max = (1u << ctr_w) - 1;
            abyp_table_t u = table_make(ctr_w, threshold);
            u.ctrs.ctr[0] = (uint8_t)max;
            assert_int_equal(table_predict(&u, (abyp_table_in_t){0}), threshold <= max);
            abyp_table_tick(&u, &(abyp_table_in_t){.inc_en = 1});
            assert_int_equal(u.ctrs.ctr[0], max);
        }
}

static void abyp_table_030_cancel_keeps_the_prediction(void **state)
{
    (void)state;
    abyp_table_t u = table_make(4, 8);
    const abyp_table_in_t both = {.inc_en = 1, .dec_en = 1};
    u.ctrs.ctr[0] = 8;
    abyp_table_tick(&u, &both);
    assert_true(table_predict(&u, both));
    u.ctrs.ctr[0] = 7;
    abyp_table_tick(&u, &both);
    assert_false(table_predict(&u, both));
}

static void abyp_table_040_any_number_of_entries(void **state)
{
    (void)state;
    for (uint32_t entries = 0; entries <= 1100; entries++) {
        abyp_table_t u = {0};
        const abyp_table_cfg_t cfg = {.entries = entries, .ctr_w = 4, .threshold = 8};
        const bool fits = entries >= 1 && entries <= 1024;
        assert_int_equal(abyp_table_init(&u, &cfg), fits ? 0 : -EINVAL);
    }
}

/* With 1 and 5 counters the index has values that name none. */
static void abyp_table_050_index_without_a_counter_keeps_and_trains_nothing(void **state)
{
    (void)state;
    for (uint32_t entries = 1; entries <= 5; entries += 4) {
        const uint32_t indices = entries == 1 ? 2 : 8;
        abyp_table_t u = {0};
        const abyp_table_cfg_t cfg = {.entries = entries, .ctr_w = 4, .threshold = 1};
        assert_int_equal(abyp_table_init(&u, &cfg), 0);
        for (unsigned i = 0; i < entries; i++)
            u.ctrs.ctr[i] = 9;
        const abyp_table_t before = u;
        for (unsigned i = 0; i < indices; i++) {
            const uint16_t idx = (uint16_t)i;
            assert_int_equal(table_predict(&u, (abyp_table_in_t){.lookup_idx = idx}), i < entries);
            if (i < entries)
                continue;
            abyp_table_tick(&u, &(abyp_table_in_t){.inc_en = 1, .inc_idx = idx});
            abyp_table_tick(&u, &(abyp_table_in_t){.dec_en = 1, .dec_idx = idx});
            assert_memory_equal(&u, &before, sizeof u);
        }
    }
}

static abyp_taghash_t tags_make(uint32_t sets, uint32_t ways)
{
    abyp_taghash_t u = {0};
    const abyp_taghash_cfg_t cfg = {.sets = sets, .ways = ways, .hash_w = 7};
    assert_int_equal(abyp_taghash_init(&u, &cfg), 0);
    return u;
}

static unsigned tags_read(const abyp_taghash_t *u, abyp_taghash_in_t in)
{
    abyp_taghash_out_t out;
    abyp_taghash_eval(u, &in, &out);
    return out.rd_hash;
}

static void abyp_taghash_010_every_line_is_its_own(void **state)
{
    (void)state;
    abyp_taghash_t u = tags_make(5, 3);
    for (int check = 0; check < 2; check++)
        for (unsigned s = 0; s < 5; s++)
            for (unsigned w = 0; w < 3; w++) {
                const unsigned h = 17 * s + w + 1;
                abyp_taghash_in_t in = {.set = (uint16_t)s, .way = (uint8_t)w};
                if (check) {
                    assert_int_equal(tags_read(&u, in), h);
                    continue;
                }
                in.wr_en = 1;
                in.wr_hash = (uint16_t)h;
                assert_int_equal(tags_read(&u, in), 0); /* before the edge */
                abyp_taghash_tick(&u, &in);
            }
}

static void abyp_taghash_020_access_reads_the_fill_and_its_write_stays(void **state)
{
    (void)state;
    abyp_taghash_t u = tags_make(4, 4);
    u.hash[2 * 4 + 3] = 11;
    abyp_taghash_in_t in = {.set = 2,
                            .way = 3,
                            .wr_en = 1,
                            .wr_hash = 22,
                            .fill_en = 1,
                            .fill_set = 2,
                            .fill_way = 3,
                            .fill_hash = 33};
    assert_int_equal(tags_read(&u, in), 33);
    abyp_taghash_tick(&u, &in);
    assert_int_equal(u.hash[2 * 4 + 3], 22);

    in.wr_en = 0; /* without the write the fill's stays */
    abyp_taghash_tick(&u, &in);
    assert_int_equal(u.hash[2 * 4 + 3], 33);

    in.fill_en = 0; /* without its enable the fill is not seen */
    in.fill_hash = 44;
    assert_int_equal(tags_read(&u, in), 33);
}

static void abyp_taghash_030_fill_of_a_neighbour_is_not_seen(void **state)
{
    (void)state;
    for (unsigned ds = 0; ds < 2; ds++)
        for (unsigned dw = 0; dw < 2; dw++) {
            abyp_taghash_t u = tags_make(4, 4);
            const abyp_taghash_in_t in = {.set = 1,
                                          .way = 1,
                                          .wr_en = 1,
                                          .wr_hash = 5,
                                          .fill_en = 1,
                                          .fill_set = (uint16_t)(1 + ds),
                                          .fill_way = (uint8_t)(1 + dw),
                                          .fill_hash = 6};
            assert_int_equal(tags_read(&u, in), ds || dw ? 0 : 6);
            abyp_taghash_tick(&u, &in);
            assert_int_equal(u.hash[1 * 4 + 1], 5);
            if (ds || dw)
                assert_int_equal(u.hash[(1 + ds) * 4 + 1 + dw], 6);
        }
}

static void abyp_taghash_040_out_of_range_reads_0_and_writes_nothing(void **state)
{
    (void)state;
    abyp_taghash_t u = tags_make(3, 3);
    for (unsigned i = 0; i < 9; i++)
        u.hash[i] = (uint16_t)(i + 1);
    const abyp_taghash_t before = u;
    for (unsigned k = 0; k < 3; k++) {
        const uint16_t set = k == 1 ? 2 : 3; /* set, way or both beyond */
        const uint8_t way = k == 0 ? 2 : 3;
        const abyp_taghash_in_t in = {.set = set,
                                      .way = way,
                                      .wr_en = 1,
                                      .wr_hash = 50,
                                      .fill_en = 1,
                                      .fill_set = set,
                                      .fill_way = way,
                                      .fill_hash = 60};
        assert_int_equal(tags_read(&u, in), 0);
        abyp_taghash_tick(&u, &in);
        assert_memory_equal(&u, &before, sizeof u);
    }
}

static void abyp_taghash_050_lines_are_limited_to_the_array(void **state)
{
    (void)state;
    for (uint32_t sets = 1; sets <= 2048; sets += 1 + sets / 16)
        for (uint32_t ways = 1; ways <= 2048; ways += 1 + ways / 16) {
            abyp_taghash_t u = {0};
            const abyp_taghash_cfg_t cfg = {.sets = sets, .ways = ways, .hash_w = 7};
            const int want = sets * ways <= 2048 ? 0 : -EINVAL;
            assert_int_equal(abyp_taghash_init(&u, &cfg), want);
        }
    tags_make(32, 64); /* 2048 exactly */
    tags_make(2048, 1);
    tags_make(1, 2048);
}

/* One set or way has an index of one bit, whose 1 names none. */
static void abyp_taghash_060_one_line(void **state)
{
    (void)state;
    abyp_taghash_t u = tags_make(1, 1);
    for (unsigned k = 0; k < 4; k++) {
        const abyp_taghash_in_t in = {
            .set = k & 1, .way = k >= 2, .wr_en = 1, .wr_hash = (uint16_t)(k + 5)};
        abyp_taghash_out_t out;
        abyp_taghash_eval(&u, &in, &out);
        assert_int_equal(out.rd_ok, k == 0);
        abyp_taghash_tick(&u, &in);
        assert_int_equal(u.hash[0], 5);
    }
}

static void abyp_taghash_070_another_init_clears_the_lines_in_use(void **state)
{
    (void)state;
    abyp_taghash_t u = tags_make(40, 5);
    for (unsigned i = 0; i < 40 * 5; i++)
        u.hash[i] = 3;
    assert_int_equal(
        abyp_taghash_init(&u, &(abyp_taghash_cfg_t){.sets = 20, .ways = 9, .hash_w = 7}), 0);
    for (unsigned i = 0; i < 20 * 9; i++)
        assert_int_equal(u.hash[i], 0);
}

/* A fill and an access name their lines each for itself: the one that names none does not hold up
 * the other. */
static void abyp_taghash_080_access_and_fill_do_not_wait_for_each_other(void **state)
{
    (void)state;
    abyp_taghash_t u = tags_make(3, 3);
    const abyp_taghash_in_t both = {.wr_en = 1, .wr_hash = 50, .fill_en = 1, .fill_hash = 60};
    abyp_taghash_in_t in = both;
    in.set = 3; /* no such set: the fill of line (1, 2) happens */
    in.fill_set = 1, in.fill_way = 2;
    abyp_taghash_tick(&u, &in);
    in = both;
    in.fill_way = 3; /* no such way: the write of line (2, 0) happens */
    in.set = 2;
    abyp_taghash_tick(&u, &in);
    for (unsigned line = 0; line < 9; line++)
        assert_int_equal(u.hash[line], line == 5 ? 60 : line == 6 ? 50 : 0);
}

static abyp_l2bit_t l2_make(uint32_t sets, uint32_t ways)
{
    abyp_l2bit_t u = {0};
    assert_int_equal(abyp_l2bit_init(&u, &(abyp_l2bit_cfg_t){.sets = sets, .ways = ways}), 0);
    return u;
}

/* Every combination of a line's bit and the request, from the page's two sentences. */
static void abyp_l2bit_010_truth_table(void **state)
{
    (void)state;
    for (unsigned k = 0; k < 32; k++) {
        const bool en = k & 1, write = k & 2, hit = k & 4, bypass = k & 8, bit = k & 16;
        abyp_l2bit_t u = l2_make(4, 4);
        const unsigned line = 2 * 4 + 1;
        const abyp_l2bit_in_t in = {.acc_en = en,
                                    .acc_write = write,
                                    .acc_hit = hit,
                                    .acc_bypass = bypass,
                                    .acc_set = 2,
                                    .acc_way = 1};
        abyp_l2bit_out_t out;
        u.bypass[line] = bit;
        u.bypass[line + 1] = 1;
        abyp_l2bit_eval(&u, &in, &out);
        abyp_l2bit_tick(&u, &in);

        const bool read = en && !write;
        const bool returned = read && hit ? bit : false;
        bool after = bit;
        if (read)
            after = bypass ? !returned : false;
        else if (en && !hit)
            after = false;
        assert_int_equal(out.ret_bypass, returned);
        assert_int_equal(u.bypass[line], after);
        assert_int_equal(u.bypass[line + 1], 1);
    }
}

/* Section 3.1: bypassed once the bit is set, bypassed again the reply says so and the block is
 * filled, so that the story starts anew. */
static void abyp_l2bit_020_two_bypasses_then_anew(void **state)
{
    (void)state;
    abyp_l2bit_t u = l2_make(128, 16);
    for (unsigned k = 0; k < 6; k++) {
        const abyp_l2bit_in_t in = {
            .acc_en = 1, .acc_hit = k > 0, .acc_bypass = 1, .acc_set = 127, .acc_way = 15};
        abyp_l2bit_out_t out;
        abyp_l2bit_eval(&u, &in, &out);
        assert_int_equal(out.ret_bypass, k % 2 == 1);
        abyp_l2bit_tick(&u, &in);
    }
}

static void abyp_l2bit_030_out_of_range_returns_0_and_writes_nothing(void **state)
{
    (void)state;
    abyp_l2bit_t u = l2_make(3, 3);
    memset(u.bypass, 1, 9);
    const abyp_l2bit_t before = u;
    for (unsigned k = 0; k < 8; k++) {
        const abyp_l2bit_in_t in = {.acc_en = 1,
                                    .acc_write = k >> 1 & 1,
                                    .acc_hit = k >> 2 & 1,
                                    .acc_bypass = 1,
                                    .acc_set = k & 1 ? 3 : 2,
                                    .acc_way = k & 1 ? 1 : 3};
        abyp_l2bit_out_t out;
        abyp_l2bit_eval(&u, &in, &out);
        assert_int_equal(out.ret_bypass, 0);
        abyp_l2bit_tick(&u, &in);
        assert_memory_equal(&u, &before, sizeof u);
    }
}

static void abyp_l2bit_040_lines_are_limited_to_the_array(void **state)
{
    (void)state;
    abyp_l2bit_t u;
    l2_make(128, 64); /* 8192 exactly */
    l2_make(2048, 4);
    assert_int_equal(abyp_l2bit_init(&u, &(abyp_l2bit_cfg_t){.sets = 129, .ways = 64}), -EINVAL);
    assert_int_equal(abyp_l2bit_init(&u, &(abyp_l2bit_cfg_t){.sets = 2048, .ways = 5}), -EINVAL);
}

static void abyp_l2bit_050_another_init_clears_the_bits_in_use(void **state)
{
    (void)state;
    abyp_l2bit_t u = l2_make(100, 7);
    memset(u.bypass, 1, 100 * 7);
    assert_int_equal(abyp_l2bit_init(&u, &(abyp_l2bit_cfg_t){.sets = 60, .ways = 11}), 0);
    for (unsigned i = 0; i < 60 * 11; i++)
        assert_int_equal(u.bypass[i], 0);
}

/* With 3 ways, way 3 of set 0 is none: it is not the first way of set 1, which comes next. */
static void abyp_l2bit_060_way_beyond_the_last_is_no_line_of_the_next_set(void **state)
{
    (void)state;
    abyp_l2bit_t u = l2_make(3, 3);
    memset(u.bypass, 1, 9);
    const abyp_l2bit_t before = u;
    const abyp_l2bit_in_t in = {.acc_en = 1, .acc_hit = 1, .acc_way = 3};
    abyp_l2bit_out_t out;
    abyp_l2bit_eval(&u, &in, &out);
    assert_int_equal(out.ret_bypass, 0);
    abyp_l2bit_tick(&u, &in);
    assert_memory_equal(&u, &before, sizeof u);
}

/* Three bits name sets 5 to 7, and there are five. */
static void abyp_l2bit_070_every_set_beyond_the_last_is_none(void **state)
{
    (void)state;
    abyp_l2bit_t u = l2_make(5, 2);
    const abyp_l2bit_t before = u;
    for (unsigned set = 5; set < 8; set++)
        for (unsigned hit = 0; hit < 2; hit++) {
            const abyp_l2bit_in_t in = {
                .acc_en = 1, .acc_hit = (uint8_t)hit, .acc_bypass = 1, .acc_set = (uint16_t)set};
            abyp_l2bit_out_t out;
            abyp_l2bit_eval(&u, &in, &out);
            assert_int_equal(out.ret_bypass, 0);
            abyp_l2bit_tick(&u, &in);
            assert_memory_equal(&u, &before, sizeof u);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(abyp_table_010_predicts_from_the_threshold_on),
        cmocka_unit_test(abyp_table_020_threshold_above_every_value_never_bypasses),
        cmocka_unit_test(abyp_table_030_cancel_keeps_the_prediction),
        cmocka_unit_test(abyp_table_040_any_number_of_entries),
        cmocka_unit_test(abyp_table_050_index_without_a_counter_keeps_and_trains_nothing),
        cmocka_unit_test(abyp_taghash_010_every_line_is_its_own),
        cmocka_unit_test(abyp_taghash_020_access_reads_the_fill_and_its_write_stays),
        cmocka_unit_test(abyp_taghash_030_fill_of_a_neighbour_is_not_seen),
        cmocka_unit_test(abyp_taghash_040_out_of_range_reads_0_and_writes_nothing),
        cmocka_unit_test(abyp_taghash_050_lines_are_limited_to_the_array),
        cmocka_unit_test(abyp_taghash_060_one_line),
        cmocka_unit_test(abyp_taghash_070_another_init_clears_the_lines_in_use),
        cmocka_unit_test(abyp_taghash_080_access_and_fill_do_not_wait_for_each_other),
        cmocka_unit_test(abyp_l2bit_010_truth_table),
        cmocka_unit_test(abyp_l2bit_020_two_bypasses_then_anew),
        cmocka_unit_test(abyp_l2bit_030_out_of_range_returns_0_and_writes_nothing),
        cmocka_unit_test(abyp_l2bit_040_lines_are_limited_to_the_array),
        cmocka_unit_test(abyp_l2bit_050_another_init_clears_the_bits_in_use),
        cmocka_unit_test(abyp_l2bit_060_way_beyond_the_last_is_no_line_of_the_next_set),
        cmocka_unit_test(abyp_l2bit_070_every_set_beyond_the_last_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
