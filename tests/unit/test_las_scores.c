/* las.scores: numbers beyond the last candidate and SM, by the rules of docs/units/las.md. */
#include "unit_bench.h"

#include "las/las_scores.h"

static las_scores_out_t read_group(const las_scores_t *u, unsigned sm, unsigned group)
{
    las_scores_out_t out;
    las_scores_eval(u, &(las_scores_in_t){.sm = (uint8_t)sm, .group = (uint8_t)group}, &out);
    return out;
}

/* 64 candidates are 21 groups of three, and one of which only the first lane has a candidate. A
 * lane beyond the last candidate reads 0 for every SM, while each candidate has lines with each. */
static void las_scores_050_a_lane_beyond_the_last_of_64_candidates_reads_0(void **state)
{
    (void)state;
    static las_scores_t u;
    const las_scores_cfg_t cfg = {.window = 64, .sms = 32, .slots = 8, .lanes = 3, .sum_w = 19};
    assert_int_equal(las_scores_init(&u, &cfg), 0);
    for (unsigned sm = 0; sm < 32; sm++)
        for (unsigned g = 0; g < 22; g++) {
            las_scores_in_t in = {.each_en = 1, .each_sm = (uint8_t)sm, .each_use = 7};
            in.each_group = (uint8_t)g;
            for (unsigned l = 0; l < 3; l++)
                in.each_lines[l] = 100 * sm + 3 * g + l + 1;
            las_scores_tick(&u, &in);
        }
    for (unsigned sm = 0; sm < 32; sm++)
        for (unsigned i = 0; i < 66; i++) {
            const las_scores_out_t out = read_group(&u, sm, i / 3);
            const unsigned here = 100 * sm + i + 1;
            const unsigned all = 100 * (31 * 32 / 2) + 32 * (i + 1);
            assert_int_equal(out.here[i % 3], i < 64 ? here : 0);
            assert_int_equal(out.all[i % 3], i < 64 ? all : 0);
        }
}

/* Two bits can name SM 3, but there are three. It does not stand for the next candidate's SM 0. */
static void las_scores_060_a_number_of_no_sm_reads_0(void **state)
{
    (void)state;
    las_scores_t u;
    const las_scores_cfg_t cfg = {.window = 3, .sms = 3, .slots = 2, .lanes = 1, .sum_w = 4};
    assert_int_equal(las_scores_init(&u, &cfg), 0);
    las_scores_tick(&u, &(las_scores_in_t){.one_en = 1, .one_idx = 1, .one_lines = 5});
    assert_int_equal(read_group(&u, 0, 1).here[0], 5);
    assert_int_equal(read_group(&u, 3, 0).here[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(las_scores_050_a_lane_beyond_the_last_of_64_candidates_reads_0),
        cmocka_unit_test(las_scores_060_a_number_of_no_sm_reads_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
