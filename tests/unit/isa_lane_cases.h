/* The case of each row in which the lanes of a warp see one another: votes, shuffles, matches
 * (test_isa_special.c). */
#ifndef LW_TESTS_ISA_LANE_CASES_H
#define LW_TESTS_ISA_LANE_CASES_H

#include "isa_gen.h"

/* Runs op on random predicates in the lanes where lane % 5 != 2. */
static inline void vote_case(const isa_row_t *row, bool sync, unsigned pattern)
{
    bool ballot = row->t == PT_B32;
    char op[8];
    snprintf(op, sizeof op, "%.4s", row->name + 5);
    text_t x;
    head(&x, "");
    put(&x,
        "rem.u32 %%r1, %%lane, 5; setp.ne.u32 %%p1, %%r1, 2; ld.global.u32 %%r2, [%%in];\n"
        "setp.ne.u32 %%p2, %%r2, 0; mov.u32 %%r3, 99; setp.eq.u32 %%p3, %%r3, 99;\n"
        "@%%p1 vote%s.%s %s, %%p2%s; selp.u32 %%r4, 1, 0, %%p3;\n"
        "st.global.u32 [%%out], %s;\n",
        sync ? ".sync" : "", row->name + 5, ballot ? "%r3" : "%p3", sync ? ", -1" : "",
        ballot ? "%r3" : "%r4");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    uint32_t yes = 0, in = 0;
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t v = pattern == 0 ? 0 : pattern == 1 ? 1 : pattern == 2 ? t == 7 : t * 7 % 3 == 1;
        memcpy(b.ib + 64 * t, &v, 4);
        bool takes = t % 5 != 2;
        in |= (uint32_t)takes << t;
        yes |= (uint32_t)(takes && v) << t;
    }
    run_bench(&b);
    uint32_t want = !strcmp(op, "all.")   ? yes == in
                    : !strcmp(op, "any.") ? yes != 0
                    : !strcmp(op, "uni.") ? yes == in || !yes
                                          : yes;
    for (unsigned t = 0; t < LANES; t++)
        assert_int_equal(word(b.ob + 64 * t, 4), t % 5 != 2 ? want : ballot ? 99 : 1);
    rig_close(&b.r);
}

static inline void vote_cases(const isa_row_t *row)
{
    for (unsigned pattern = 0; pattern < 4; pattern++) {
        vote_case(row, false, pattern);
        vote_case(row, true, pattern);
    }
}

static inline void shuffle_case(const isa_row_t *row, bool sync)
{
    const char mode = row->name[5]; /* u, d, b, i */
    text_t x;
    head(&x, "");
    put(&x,
        "ld.global.u32 %%r1, [%%in]; ld.global.u32 %%r2, [%%in+4]; ld.global.u32 %%r3, [%%in+8];\n"
        "shfl%s%s %%r4|%%p1, %%r1, %%r2, %%r3%s; selp.u32 %%r5, 1, 0, %%p1;\n"
        "st.global.u32 [%%out], %%r4; st.global.u32 [%%out+4], %%r5;\n"
        "shfl%s%s %%r1, %%r1, 1, 31%s; st.global.u32 [%%out+8], %%r1;\n",
        sync ? ".sync" : "", row->name + 4, sync ? ", -1" : "", sync ? ".sync" : "", row->name + 4,
        sync ? ", -1" : "");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t by = t % 3 ? t * 5 % 32 : 2, c = (t & 4 ? 0x1800u : 0) | (mode == 'u' ? 0 : 31);
        memcpy(b.ib + 64 * t + 4, &by, 4);
        memcpy(b.ib + 64 * t + 8, &c, 4);
    }
    run_bench(&b);
    for (uint32_t t = 0; t < LANES; t++) {
        uint32_t by = (uint32_t)word(b.ib + 64 * t + 4, 4),
                 c = (uint32_t)word(b.ib + 64 * t + 8, 4);
        for (unsigned again = 0; again < 2; again++) { /* second: by 1, c 31 */
            if (again)
                by = 1, c = 31;
            /* the manual's pseudocode */
            int lane = (int)t, bval = by & 31, cval = c & 31, mask = c >> 8 & 31;
            int max_lane = (lane & mask) | (cval & ~mask), min_lane = lane & mask, j;
            bool ok;
            switch (mode) {
            case 'u':
                j = lane - bval;
                ok = j >= max_lane;
                break;
            case 'd':
                j = lane + bval;
                ok = j <= max_lane;
                break;
            case 'b':
                j = lane ^ bval;
                ok = j <= max_lane;
                break;
            default:
                j = min_lane | (bval & ~mask);
                ok = j <= max_lane;
            }
            uint32_t want = (uint32_t)word(b.ib + 64 * (ok ? (unsigned)j : t), 4);
            assert_int_equal(word(b.ob + 64 * t + (again ? 8 : 0), 4), want);
            if (!again)
                assert_int_equal(word(b.ob + 64 * t + 4, 4), ok);
        }
    }
    rig_close(&b.r);
}

static inline void shuffle_cases(const isa_row_t *row)
{
    shuffle_case(row, false);
    shuffle_case(row, true);
}

static inline void match_case(const isa_row_t *row, bool same)
{
    bool all = strstr(row->name, ".all.") != NULL;
    unsigned bits = ptx_type_bits(row->t);
    text_t x;
    head(&x, "");
    put(&x,
        ".reg .b%u %%x; ld.global.b%u %%x, [%%in]; setp.ne.u32 %%p1, %%lane, 11;\n"
        "mov.u32 %%r1, 0; @%%p1 match.%s.sync.b%u %%r1%s, %%x, -1; st.global.u32 [%%out], %%r1;\n",
        bits, bits, all ? "all" : "any", bits, all ? "|%p2" : "");
    if (all)
        put(&x, "selp.u32 %%r2, 1, 0, %%p2; st.global.u32 [%%out+4], %%r2;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t++) {
        uint64_t v = same ? 5 : UINT64_C(0x100000000) * (t % 2) + t % 3;
        memcpy(b.ib + 64 * t, &v, 8);
    }
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        uint32_t equal = 0, in = 0;
        for (unsigned k = 0; k < LANES; k++) {
            in |= (uint32_t)(k != 11) << k;
            equal |= (uint32_t)(k != 11 &&
                                word(b.ib + 64 * k, bits / 8) == word(b.ib + 64 * t, bits / 8))
                     << k;
        }
        uint32_t want = t == 11 ? 0 : all && equal != in ? 0 : equal;
        assert_int_equal(word(b.ob + 64 * t, 4), want);
        if (all && t != 11)
            assert_int_equal(word(b.ob + 64 * t + 4, 4), equal == in);
    }
    rig_close(&b.r);
}

static inline void match_cases(const isa_row_t *row)
{
    match_case(row, false);
    match_case(row, true);
}

/* Lanes that take part see one another. */
static inline void activemask_case(const isa_row_t *row)
{
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r1, 0; setp.ge.u32 %%p1, %%lane, 12; @%%p1 bra J; activemask.b32 %%r1;\n"
            "J: st.global.u32 [%%out], %%r1;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++)
        assert_int_equal(word(b.ob + 64 * t, 4), t < 12 ? 0xfff : 0);
    rig_close(&b.r);
}

#endif
