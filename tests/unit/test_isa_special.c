/*
 * Rows without a vector handler: moves, predicates, carries, lane exchange, control; memory has
 * test_isa_memory.c. Each row has its case in the list of cases below: without one the program
 * does not compile.
 */
#include "isa_lane_cases.h"
#include "isa_texture_cases.h"

#include "isa/rows_special.inc"

#include <errno.h>

/* ---- moves, selection, predicates ---- */

static void move_case(const isa_row_t *row)
{
    unsigned bits = ptx_type_bits(row->t);
    text_t x;
    head(&x, "");
    put(&x, ".reg .b%u %%x<4>; ld.global.b%u %%x0, [%%in]; mov.b%u %%x1, 9; mov.b%u %%x2, 8;\n",
        bits, bits, bits, bits);
    put(&x, "setp.lt.u32 %%p1, %%lane, 20;\n");
    put(&x, "mov.%s %%x1, %%x0; @%%p1 mov.%s %%x2, %%x0;\n", suffix(row), suffix(row));
    put(&x, "st.global.b%u [%%out], %%x1; st.global.b%u [%%out+8], %%x2;\n", bits, bits);
    for (unsigned n = 2; n <= 4 && ptx_type_class(row->t) == 'b' && bits / n >= 8; n *= 2) {
        unsigned part = bits / n;
        if (part < 16)
            continue; /* .b8 registers are as rare as they are slow */
        put(&x, "{ .reg .b%u %%y<4>; mov.b%u {%%y0, %%y1%s}, %%x0;\n", part, bits,
            n == 4 ? ", %y2, %y3" : "");
        for (unsigned k = 0; k < n; k++)
            put(&x, "st.global.b%u [%%out+%u], %%y%u;\n", part, 16 * n / 2 + k * part / 8, k);
        put(&x, "mov.b%u %%x3, {%%y1, %%y0%s}; st.global.b%u [%%out+%u], %%x3; }\n", bits,
            n == 4 ? ", %y3, %y2" : "", bits, 40 + 4 * n);
    }
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        const uint8_t *i = b.ib + 64 * t, *o = b.ob + 64 * t;
        assert_memory_equal(i, o, bits / 8);
        assert_int_equal(word(o + 8, bits / 8), t < 20 ? word(i, bits / 8) : 8);
        for (unsigned n = 2; n <= 4 && ptx_type_class(row->t) == 'b' && bits / n >= 16; n *= 2) {
            unsigned part = bits / n / 8;
            assert_memory_equal(o + 8 * n, i, bits / 8);
            for (unsigned k = 0; k < n; k++) /* pairs exchanged */
                assert_memory_equal(o + 40 + 4 * n + k * part, i + (k ^ 1) * part, part);
        }
    }
    rig_close(&b.r);
}

static void special_moves(const isa_row_t *row) /* mov.pred, and the special registers once */
{
    text_t x;
    head(&x, "");
    put(&x, "setp.lt.u32 %%p1, %%lane, 9; mov.pred %%p2, %%p1; mov.pred %%p3, !%%p1;\n"
            "mov.pred %%p4, 1; mov.pred %%p5, 0; @%%p1 mov.pred %%p5, 1;\n");
    for (unsigned k = 2; k <= 5; k++)
        put(&x, "selp.u32 %%r1, 1, 0, %%p%u; st.global.u32 [%%out+%u], %%r1;\n", k, 4 * k - 8);
    static const char *const sregs[] = {
        "%laneid", "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge",
        "%ntid.x", "%nctaid.z",    "%warpid",      "%nwarpid",     "%tid.y",       "%ctaid.x"};
    for (unsigned k = 0; k < 12; k++)
        put(&x, "mov.u32 %%r2, %s; st.global.u32 [%%out+%u], %%r2;\n", sregs[k], 16 + 4 * k);
    put(&x, "mov.u32 %%r3, %%clock; mov.u64 %%d3, %%clock64; cvt.u32.u64 %%r4, %%d3;\n"
            "sub.u32 %%r4, %%r4, %%r3; setp.ne.u32 %%p6, %%r4, 1; @%%p6 trap;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (uint32_t t = 0; t < LANES; t++) {
        const uint32_t want[16] = {t < 9,
                                   t >= 9,
                                   1,
                                   t < 9,
                                   t,
                                   1u << t,
                                   (1u << t) - 1,
                                   (uint32_t)((UINT64_C(2) << t) - 1),
                                   (uint32_t) ~((UINT64_C(2) << t) - 1),
                                   ~((1u << t) - 1),
                                   LANES,
                                   1,
                                   0,
                                   1,
                                   0,
                                   0};
        for (unsigned k = 0; k < 16; k++)
            assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), want[k]);
    }
    rig_close(&b.r);
}

static void select_case(const isa_row_t *row)
{
    unsigned bits = ptx_type_bits(row->t);
    text_t x;
    head(&x, "");
    put(&x,
        ".reg .b%u %%x<4>; ld.global.b%u %%x0, [%%in]; ld.global.b%u %%x1, [%%in+8];\n"
        "and.b32 %%r1, %%lane, 5; setp.eq.u32 %%p1, %%r1, 4; setp.lt.u32 %%p2, %%lane, 20;\n"
        "mov.b%u %%x3, 3; selp.%s %%x2, %%x0, %%x1, %%p1; @%%p2 selp.%s %%x3, %%x0, %%x1, !%%p1;\n"
        "st.global.b%u [%%out], %%x2; st.global.b%u [%%out+8], %%x3;\n",
        bits, bits, bits, bits, suffix(row), suffix(row), bits, bits);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        const uint8_t *i = b.ib + 64 * t, *o = b.ob + 64 * t;
        bool p = (t & 5) == 4;
        assert_memory_equal(o, i + (p ? 0 : 8), bits / 8);
        assert_int_equal(word(o + 8, bits / 8), t < 20 ? word(i + (p ? 8 : 0), bits / 8) : 3);
    }
    rig_close(&b.r);
}

static void plogic_case(const isa_row_t *row)
{
    bool not = row->name[0] == 'n';
    char op = row->name[0];
    text_t x;
    head(&x, "");
    put(&x, "and.b32 %%r1, %%lane, 1; setp.ne.u32 %%p1, %%r1, 0; and.b32 %%r2, %%lane, 2;\n"
            "setp.ne.u32 %%p2, %%r2, 0; setp.lt.u32 %%p3, %%lane, 16; mov.pred %%p4, 1;\n");
    put(&x, "@%%p3 %s %%p4, %%p1%s;\n", row->name, not ? "" : ", %p2");
    put(&x, "selp.u32 %%r3, 1, 0, %%p4; st.global.u32 [%%out], %%r3;\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        bool p = t & 1, q = t >> 1 & 1;
        bool r = op == 'n' ? !p : op == 'a' ? p && q : op == 'o' ? p || q : p != q;
        assert_int_equal(word(b.ob + 64 * t, 4), t < 16 ? r : 1);
    }
    rig_close(&b.r);
}

/* ---- condition code ---- */

static void carry_case(const isa_row_t *row)
{
    typedef __int128 i128;
    typedef unsigned __int128 u128;
    unsigned bits = ptx_type_bits(row->t);
    bool mad = row->name[0] == 'm', sub = row->name[0] == 's',
         hi = strstr(row->name, ".hi") != NULL;
    bool in = strstr(row->name, "c.") && (!strncmp(row->name + 3, "c", 1)),
         out = strstr(row->name, ".cc");
    text_t x;
    head(&x, "");
    put(&x, ".reg .b%u %%x<6>;\n", bits);
    for (unsigned k = 0; k < 3; k++)
        put(&x, "ld.global.b%u %%x%u, [%%in+%u];\n", bits, k, 8 * k);
    put(&x,
        "and.b32 %%r1, %%lane, 1; neg.s32 %%r1, %%r1; add.cc.u32 %%r2, %%r1, %%r1;\n" /* odd: 1 */
        "%s %%x3, %%x0, %%x1%s; st.global.b%u [%%out], %%x3;\n"
        "addc.u32 %%r3, 0, 0; st.global.u32 [%%out+8], %%r3;\n",
        row->name, mad ? ", %x2" : "", bits);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    for (unsigned t = 0; t < LANES; t += 3) /* extremes */
        for (unsigned k = 0; k < 3; k++) {
            uint64_t v = (t / 3 + k) % 3 ? UINT64_MAX - k : (t + k) % 2;
            memcpy(b.ib + 64 * t + 8 * k, &v, 8);
        }
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++) {
        uint64_t a = word(b.ib + 64 * t, bits / 8), c = word(b.ib + 64 * t + 8, bits / 8);
        u128 flag = in ? t & 1 : 0, sum;
        if (mad) {
            i128 p = a, q = c;
            if (ptx_type_class(row->t) == 's') {
                p = bits == 64 ? (i128)(int64_t)a : (i128)(int32_t)a;
                q = bits == 64 ? (i128)(int64_t)c : (i128)(int32_t)c;
            }
            u128 product = (u128)p * (u128)q;
            a = cut((uint64_t)(hi ? product >> bits : product), bits);
            c = word(b.ib + 64 * t + 16, bits / 8);
        }
        sum = sub ? (u128)a - c - flag : (u128)a + c + flag;
        assert_int_equal(word(b.ob + 64 * t, bits / 8), cut((uint64_t)sum, bits));
        bool carry = out ? (sub ? a < c + flag : sum >> bits != 0) : t & 1;
        assert_int_equal(word(b.ob + 64 * t + 8, 4), carry);
    }
    rig_close(&b.r);
}

/* ---- addresses, barriers, control ---- */

static void address_space_case(const isa_row_t *row)
{
    static const char *const spaces[] = {"global", "shared", "local"};
    text_t x;
    head(&x, "");
    put(&x,
        "mov.u64 %%d1, sm; mov.u64 %%d2, lo;\n"
        "cvta.global.u64 %%d4, %%in; cvta.shared.u64 %%d5, %%d1; cvta.local.u64 %%d6, %%d2;\n"
        "cvta.to.global.u64 %%d7, %%d4; cvta.to.shared.u64 %%d8, %%d5;\n"
        "cvta.to.local.u64 %%d9, %%d6; setp.ne.u64 %%p1, %%d7, %%in; @%%p1 trap;\n"
        "setp.ne.u64 %%p1, %%d8, %%d1; @%%p1 trap; setp.ne.u64 %%p1, %%d9, %%d2; @%%p1 trap;\n");
    for (unsigned a = 0; a < 3; a++)
        for (unsigned s = 0; s < 3; s++)
            put(&x,
                "isspacep.%s %%p2, %%d%u; selp.u32 %%r1, 1, 0, %%p2; st.global.u32 [%%out+%u], "
                "%%r1;\n",
                spaces[s], 4 + a, 12 * a + 4 * s);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned a = 0; a < 3; a++)
        for (unsigned s = 0; s < 3; s++)
            assert_int_equal(word(b.ob + 12 * a + 4 * s, 4), a == s);
    rig_close(&b.r);
}

/* Instructions without an effect on values: what follows them still runs. */
static void no_effect_case(const isa_row_t *row, const char *text)
{
    text_t x;
    head(&x, "");
    put(&x, "%s\nst.global.u32 [%%out], %%lane;\n", text);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    run_bench(&b);
    for (unsigned t = 0; t < LANES; t++)
        assert_int_equal(word(b.ob + 64 * t, 4), t);
    rig_close(&b.r);
}

/* Control: test_isa_flow.c has the behaviour; here each row is read and runs. */
static void control_case(const isa_row_t *row)
{
    text_t x;
    head(&x, ".func nothing() { ret; }\n");
    put(&x, "st.global.u32 [%%out], %%lane; mov.u32 %%r1, 0;\n");
    const char *n = row->name;
    if (!strcmp(n, "bra"))
        put(&x, "bra L; trap; L: bra.uni M; trap; M:\n");
    else if (!strcmp(n, "brx.idx"))
        put(&x, "T: .branchtargets A; brx.idx %%r1, T; trap; A:\n");
    else if (!strcmp(n, "call"))
        put(&x, "call nothing; call.uni nothing, ();\n");
    else if (!strcmp(n, "exit"))
        put(&x, "exit; trap;\n");
    else if (!strcmp(n, "ret"))
        put(&x, "ret; trap;\n");
    else if (!strcmp(n, "trap"))
        put(&x, "setp.eq.u32 %%p1, %%lane, 6; @%%p1 trap;\n");
    else
        fail_msg("%s: no case", n);
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    int e = try_bench(&b, LANES);
    if (!strcmp(n, "trap")) {
        assert_int_equal(e, -EFAULT);
        assert_non_null(strstr(b.r.fault, "lane 6: trap"));
    } else {
        assert_int_equal(e, 0);
        assert_int_equal(word(b.ob + 64 * 31, 4), 31);
    }
    rig_close(&b.r);
}

/* What two threads exchange across a barrier is in test_isa_flow.c. */
static void barrier_case(const isa_row_t *row)
{
    char text[80];
    snprintf(text, sizeof text, "%s.sync 0;", row->name);
    no_effect_case(row, text);
}

/* Two warps meet at reducing barriers one after another, at the same and at others. */
static void reduce_case(const isa_row_t *row)
{
    static const unsigned from[] = {0, 1, 40, 64, 63, 64, 0, 32};
    const char *kind = strstr(row->name, ".red."), *operands[] = {"0", "1, 64", "%r4"};
    bool count = strstr(kind, "popc") != NULL;
    text_t x;
    head(&x, "");
    put(&x, "mov.u32 %%r4, 15;\n");
    for (unsigned k = 0; k < 8; k++) {
        put(&x, "setp.%s.u32 %%p1, %%lane, %u;\n", k & 1 ? "lt" : "ge", from[k]);
        put(&x, "%.*s.red.%s %s, %s, %s%%p1;\n", (int)(kind - row->name), row->name, kind + 5,
            count ? "%r1" : "%p2", operands[k / 2 % 3], k & 1 ? "!" : "");
        if (!count)
            put(&x, "selp.u32 %%r1, 1, 0, %%p2;\n");
        put(&x, "st.global.u32 [%%out+%u], %%r1;\n", 4 * k);
    }
    tail(&x);
    for (uint32_t warp = 32; warp <= 64; warp += 32) {
        bench_t b;
        open_bench(&b, &x, row);
        b.r.warp_size = warp;
        if (try_bench(&b, 64))
            fail_msg("%s", b.r.d.text);
        for (unsigned t = 0; t < 64; t++)
            for (unsigned k = 0; k < 8; k++)
                assert_int_equal(word(b.ob + 64 * t + 4 * k, 4), count ? 64 - from[k]
                                                                 : strstr(kind, "and")
                                                                     ? from[k] == 0
                                                                     : from[k] < 64);
        rig_close(&b.r);
    }
}

static void fence_case(const isa_row_t *row)
{
    char text[80];
    snprintf(text, sizeof text, "%s%s;", row->name,
             !strcmp(row->name, "membar.gl") ? ""
             : row->name[0] == 'm'           ? ".cta"
                                             : ".gpu");
    no_effect_case(row, text);
}

static void prefetch_case(const isa_row_t *row)
{
    char text[80];
    snprintf(text, sizeof text, "%s%s [%%in];",
             row->name[8] == 'u' ? "prefetchu" : "prefetch.global", strchr(row->name, '.'));
    no_effect_case(row, text);
}

static void bar_warp_case(const isa_row_t *row)
{
    no_effect_case(row, "bar.warp.sync -1;");
}

static void sleep_case(const isa_row_t *row)
{
    no_effect_case(row, "nanosleep.u32 100;");
}

/* The rows of the manual, listed a second time, and the case of each. */
typedef void case_fn(const isa_row_t *row);
#define CASE(id, fn)                                                                               \
    static void case_##id(const isa_row_t *row)                                                    \
    {                                                                                              \
        fn(row);                                                                                   \
    }
#define CASES_32_64(id, fn)                                                                        \
    CASE(id##_u32, fn) CASE(id##_s32, fn) CASE(id##_u64, fn) CASE(id##_s64, fn)
/* clang-format off */
#define CASES_MOV(id, fn) \
    CASES_32_64(id, fn) CASE(id##_b16, fn) CASE(id##_b32, fn) CASE(id##_b64, fn) \
    CASE(id##_u16, fn) CASE(id##_s16, fn) CASE(id##_f32, fn) CASE(id##_f64, fn)
CASES_MOV(mov, move_case) CASES_MOV(selp, select_case) CASE(mov_pred, special_moves)
CASE(and_pred, plogic_case) CASE(or_pred, plogic_case) CASE(xor_pred, plogic_case)
CASE(not_pred, plogic_case)
CASES_32_64(add_cc, carry_case) CASES_32_64(addc, carry_case) CASES_32_64(addc_cc, carry_case)
CASES_32_64(sub_cc, carry_case) CASES_32_64(subc, carry_case) CASES_32_64(subc_cc, carry_case)
CASES_32_64(mad_lo_cc, carry_case) CASES_32_64(mad_hi_cc, carry_case)
CASES_32_64(madc_lo, carry_case) CASES_32_64(madc_hi, carry_case)
CASES_32_64(madc_lo_cc, carry_case) CASES_32_64(madc_hi_cc, carry_case)
CASE(vote_all_pred, vote_cases) CASE(vote_any_pred, vote_cases) CASE(vote_uni_pred, vote_cases)
CASE(vote_ballot_b32, vote_cases) CASE(activemask_b32, activemask_case)
CASE(shfl_up_b32, shuffle_cases) CASE(shfl_down_b32, shuffle_cases)
CASE(shfl_bfly_b32, shuffle_cases) CASE(shfl_idx_b32, shuffle_cases)
CASE(match_any_b32, match_cases) CASE(match_any_b64, match_cases)
CASE(match_all_b32, match_cases) CASE(match_all_b64, match_cases)
CASE(cvta_u64, address_space_case) CASE(isspacep, address_space_case)
CASE(prefetch_L1, prefetch_case) CASE(prefetch_L2, prefetch_case) CASE(prefetchu_L1, prefetch_case)
CASE(tex_1d_f32_s32, texture_case) CASE(tex_1d_s32_s32, texture_case)
CASE(tex_1d_u32_s32, texture_case) CASE(tex_2d_f32_s32, texture_case)
CASE(tex_2d_s32_s32, texture_case) CASE(tex_2d_u32_s32, texture_case)
CASE(tex_2d_f32_f32, texture_case) CASE(tex_2d_s32_f32, texture_case)
CASE(tex_2d_u32_f32, texture_case)
CASE(bar, barrier_case) CASE(barrier, barrier_case) CASE(bar_warp, bar_warp_case)
CASE(bar_red_popc_u32, reduce_case) CASE(bar_red_and_pred, reduce_case)
CASE(bar_red_or_pred, reduce_case) CASE(barrier_red_popc_u32, reduce_case)
CASE(barrier_red_and_pred, reduce_case) CASE(barrier_red_or_pred, reduce_case)
CASE(membar, fence_case) CASE(membar_gl, fence_case) CASE(fence, fence_case)
CASE(fence_sc, fence_case) CASE(nanosleep_u32, sleep_case)
CASE(bra, control_case) CASE(brx_idx, control_case) CASE(call, control_case)
CASE(ret, control_case) CASE(exit, control_case) CASE(trap, control_case)
    /* clang-format on */

    static const struct {
    const char *name;
    case_fn *run;
} cases[] = {
#define X(id, nm, ex, operands, ty, ty2, al, ne, un) {nm, case_##id},
    ISA_OTHER_ROWS(X)
#undef X
};

static void isa_510_every_row_but_memory(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cases[i].run(row_named(cases[i].name));
}

/* setp and testp read the predicate they combine with before they write either result. */
static void isa_512_a_predicate_combined_with_may_be_a_result(void **state)
{
    (void)state;
    for (unsigned which = 1; which <= 2; which++) {
        text_t x;
        head(&x, "");
        put(&x,
            "and.b32 %%r1, %%lane, 1; setp.ne.u32 %%p%u, %%r1, 0;\n"
            "setp.lt.and.u32 %%p1|%%p2, %%lane, 10, %%p%u;\n"
            "selp.u32 %%r2, 1, 0, %%p1; selp.u32 %%r3, 1, 0, %%p2;\n"
            "st.global.v2.u32 [%%out], {%%r2, %%r3};\n",
            which, which);
        tail(&x);
        bench_t b;
        open_bench(&b, &x, &isa_rows[0]);
        run_bench(&b);
        for (uint32_t t = 0; t < LANES; t++) {
            assert_int_equal(word(b.ob + 64 * t, 4), t < 10 && t % 2);
            assert_int_equal(word(b.ob + 64 * t + 4, 4), t >= 10 && t % 2);
        }
        rig_close(&b.r);
    }
}

/* %dynamic_smem_size is what the launch asked for, without what aligns it behind 5 static bytes. */
static void isa_514_dynamic_shared_memory_is_the_launch_s_own(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "dyn.ptx",
             RIG_HEAD ".extern .shared .align 64 .b8 more[];\n"
                      ".entry k(.param .u64 out) { .reg .b32 %r<4>; .reg .b64 %d<2>;\n"
                      ".shared .b8 five[5]; ld.param.u64 %d1, [out]; st.shared.u8 [five], 1;\n"
                      "mov.u32 %r1, %dynamic_smem_size; mov.u32 %r2, %total_smem_size;\n"
                      "mov.u32 %r3, more; st.global.u32 [%d1], %r1; st.global.u32 [%d1+4], %r2;\n"
                      "st.global.u32 [%d1+8], %r3; ret; }\n");
    uint64_t out = rig_alloc(&r, 16);
    const uint32_t *got = rig_host(&r, out);
    static const uint32_t want[][4] = {{0, 0, 5, 64}, {4, 4, 68, 64}, {100, 100, 164, 64}};
    for (unsigned k = 0; k < sizeof want / sizeof want[0]; k++) {
        r.dyn_shared = want[k][0];
        RIG_RUN(&r, "k", 1, 1, out);
        assert_memory_equal(got, want[k] + 1, 12);
    }
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_510_every_row_but_memory),
        cmocka_unit_test(isa_512_a_predicate_combined_with_may_be_a_result),
        cmocka_unit_test(isa_514_dynamic_shared_memory_is_the_launch_s_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
