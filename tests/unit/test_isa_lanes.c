/*
 * Lanes of a warp that exchange values: wavefronts of 64, lanes that take no part, and results that
 * nobody wants. test_isa_special.c has every row.
 */
#include "isa_gen.h"

/* A wavefront of 64 is two warps of 32 to votes, exchanges and lane numbers. */
static void isa_511_wavefronts_of_64_exchange_within_halves(void **state)
{
    (void)state;
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r1, %%laneid; st.global.u32 [%%out], %%r1;\n"
            "mov.u32 %%r1, %%warpid; st.global.u32 [%%out+4], %%r1;\n"
            "setp.lt.u32 %%p1, %%lane, 40; vote.ballot.b32 %%r2, %%p1;\n"
            "st.global.u32 [%%out+8], %%r2; vote.all.pred %%p2, %%p1; selp.u32 %%r3, 1, 0, %%p2;\n"
            "st.global.u32 [%%out+12], %%r3; shfl.bfly.b32 %%r4, %%lane, 16, 31;\n"
            "st.global.u32 [%%out+16], %%r4; activemask.b32 %%r5; st.global.u32 [%%out+20], %%r5;\n"
            "mov.u32 %%r6, %%lanemask_lt; st.global.u32 [%%out+24], %%r6;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, &isa_rows[0]);
    b.r.warp_size = 64;
    if (try_bench(&b, 64))
        fail_msg("%s", b.r.d.text);
    for (uint32_t t = 0; t < 64; t++) {
        const uint32_t want[7] = {t % 32, t / 32,     t < 32 ? UINT32_MAX : 0xff, t < 32,
                                  t ^ 16, UINT32_MAX, (1u << t % 32) - 1};
        for (unsigned k = 0; k < 7; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    }
    rig_close(&b.r);
}

/* A shuffle from a lane that takes no part gives 0, and the launch keeps the first place. Lanes 0
 * to 9 read the lane three above them, of which 7 to 9 find none that takes part. */
static void isa_515_shuffles_from_lanes_that_take_no_part_give_0(void **state)
{
    (void)state;
    for (unsigned some = 0; some < 2; some++) {
        text_t x;
        head(&x, "");
        put(&x,
            "add.u32 %%r1, %%lane, 100; mov.u32 %%r2, 7; setp.lt.u32 %%p1, %%lane, %u;\n"
            "@%%p1 shfl.down.b32 %%r2|%%p2, %%r1, 3, 31; selp.u32 %%r3, 1, 0, %%p2;\n"
            "st.global.v2.u32 [%%out], {%%r2, %%r3};\n",
            some ? 10u : LANES);
        tail(&x);
        bench_t b;
        open_bench(&b, &x, &isa_rows[0]);
        run_bench(&b);
        const uint32_t part = some ? 10 : LANES;
        for (uint32_t t = 0; t < part; t++) {
            const bool in_range = t + 3 < LANES;
            const uint32_t source = in_range ? t + 3 : t;
            assert_int_equal(word(b.ob + 64 * t, 4), source < part ? 100 + source : 0);
            assert_int_equal(word(b.ob + 64 * t + 4, 4), in_range);
        }
        assert_int_equal(strstr(b.r.warning, "shfl.down.b32") != NULL, some);
        assert_int_equal(strstr(b.r.warning, "3 lanes") != NULL, some);
        rig_close(&b.r);
    }
}

/* _ stands for a result nobody wants; the other results are there. */
static void isa_513_sinks_leave_the_other_results(void **state)
{
    (void)state;
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r1, 7; mov.u32 %%r2, 7; mov.u32 %%r3, 7;\n"
            "shfl.sync.up.b32 _|%%p1, %%lane, 3, 0, -1; shfl.down.b32 _|%%p2, %%lane, 3, 31;\n"
            "match.all.sync.b32 _|%%p3, %%lane, -1; match.all.sync.b32 _|%%p4, 5, -1;\n"
            "shfl.sync.idx.b32 %%r1|_, %%lane, 4, 31, -1; match.all.sync.b32 %%r2|_, 5, -1;\n"
            "cvt.u64.u32 %%d3, %%lane; mov.b64 {%%r3, _}, %%d3; setp.lt.u32 _|%%p5, %%lane, 4;\n");
    for (unsigned k = 1; k <= 5; k++)
        put(&x, "selp.u32 %%r4, 1, 0, %%p%u; st.global.u32 [%%out+%u], %%r4;\n", k, 4 * k - 4);
    put(&x, "st.global.u32 [%%out+20], %%r1; st.global.u32 [%%out+24], %%r2;\n"
            "st.global.u32 [%%out+28], %%r3;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, &isa_rows[0]);
    run_bench(&b);
    for (uint32_t t = 0; t < LANES; t++) {
        const uint32_t want[8] = {t >= 3, t + 3 < LANES, 0, 1, t >= 4, 4, UINT32_MAX, t};
        for (unsigned k = 0; k < 8; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    }
    rig_close(&b.r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_511_wavefronts_of_64_exchange_within_halves),
        cmocka_unit_test(isa_513_sinks_leave_the_other_results),
        cmocka_unit_test(isa_515_shuffles_from_lanes_that_take_no_part_give_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
