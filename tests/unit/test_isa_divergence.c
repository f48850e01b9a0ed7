/*
 * Divergence, construct by construct: warp instructions and thread instructions derived by hand
 * from the control flow. The rule (step.c): lanes of a branch meet at its immediate post-dominator;
 * those that fall through run first; a branch counts for the lanes that take it. Further constructs
 * are in test_isa_flow.c. Then the same for kernels that clang 14 compiled.
 */
#include "isa_flow.h"

static void counts(const rig_t *r, uint64_t warp, uint64_t thread)
{
    assert_int_equal(r->counts.warp_insts, warp);
    assert_int_equal(r->counts.thread_insts, thread);
}

static void isa_820_continue_meets_at_the_loop_s_end(void **state)
{
    (void)state;
    rig_t r;
    /* in each of 6 turns half of the lanes skips the addition */
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE "mov.u32 %r9, 0; mov.u32 %r4, 0;\n"
                             "L: add.u32 %r4, %r4, 1; add.u32 %r6, %r4, %r1;\n"
                             "and.b32 %r5, %r6, 1; setp.eq.u32 %p1, %r5, 0;\n"
                             "@%p1 bra C; add.u32 %r9, %r9, 1;\n"
                             "C: setp.lt.u32 %p2, %r4, 6; @%p2 bra L;\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], 3);
    /* a turn: 4 whole, the branch in 16, the addition in 16, setp whole, back in all but the last
     */
    counts(&r, 6 + 2 + 6 * 8 + 2, 8 * 32 + 6 * (4 * 32 + 16 + 16 + 32) + 5 * 32 + 2 * 32);
    rig_close(&r);
}

static void isa_821_inner_loop_is_as_long_as_its_longest_lane_in_every_turn(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out = run(
        &r,
        DECLARE PROLOGUE "and.b32 %r4, %r1, 3; mov.u32 %r9, 0; mov.u32 %r5, 0;\n"
                         "O: mov.u32 %r6, 0;\n"
                         "I: add.u32 %r9, %r9, 1; add.u32 %r6, %r6, 1;\n"
                         "setp.le.u32 %p1, %r6, %r4; @%p1 bra I;\n"
                         "add.u32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, 3; @%p2 bra O;\n" EPILOGUE END,
        1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], 3 * (i % 4 + 1));
    /* lanes of i % 4 = k make k + 1 inner turns: 32, 24, 16 and 8 lanes, of which 24, 16, 8 and
     * none go back; then the 32 again */
    counts(&r, 6 + 3 + 3 * (1 + 4 * 4 + 3) + 2,
           9 * 32 + 3 * (32 + 3 * (32 + 24 + 16 + 8) + (24 + 16 + 8) + 2 * 32) + 2 * 32 + 2 * 32);
    rig_close(&r);
}

static void isa_822_switch_by_comparisons_meets_behind_the_switch(void **state)
{
    (void)state;
    rig_t r;
    /* case 1 falls into case 2; lanes of the two only meet behind the switch, as every branch's
     * post-dominator is J: case 2 is issued for each of them */
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "mov.u32 %r9, 0; and.b32 %r4, %r1, 3;\n"
                                               "setp.eq.u32 %p1, %r4, 0; @%p1 bra A;\n"
                                               "setp.eq.u32 %p2, %r4, 1; @%p2 bra B;\n"
                                               "setp.eq.u32 %p3, %r4, 2; @%p3 bra C;\n"
                                               "mov.u32 %r9, 40; bra.uni J;\n"
                                               "A: mov.u32 %r9, 10; bra.uni J;\n"
                                               "B: mov.u32 %r9, 20;\n"
                                               "C: add.u32 %r9, %r9, 5;\n"
                                               "J:\n" EPILOGUE END,
                              1, 32);
    static const uint32_t want[4] = {10, 25, 5, 40};
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], want[i % 4]);
    /* the chain; default 2, C 1, B and C 2, A 2 */
    counts(&r, 6 + 2 + 2 + 2 + 2 + 2 + 1 + 2 + 2 + 2,
           9 * 32 + 8 + 24 + 8 + 16 + 8 + 8 * (2 + 1 + 2 + 2) + 2 * 32);
    rig_close(&r);
}

static void isa_823_table_in_a_loop_with_continue_and_break(void **state)
{
    (void)state;
    rig_t r;
    /* state (lane + turn) % 4: A adds 1, B adds 10, N continues, X leaves. One of the table's
     * targets is behind the loop, so that is where all meet: each of the three other groups runs
     * its turns alone, the first lane's first. */
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE "mov.u32 %r9, 0; mov.u32 %r4, 0;\n"
                             "tab: .branchtargets A, B, N, X;\n"
                             "L: add.u32 %r5, %r4, %r1; and.b32 %r5, %r5, 3; brx.idx %r5, tab;\n"
                             "A: add.u32 %r9, %r9, 1; bra.uni N;\n"
                             "B: add.u32 %r9, %r9, 10;\n"
                             "N: add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra L;\n"
                             "X:\n" EPILOGUE END,
            1, 32);
    static const uint32_t want[4] = {11, 10, 0, 0};
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], want[i % 4]);
    /* lanes 0, 4...: A, N; L, B, N; L, N and out at the loop's end, its branch not taken
     * lanes 1, 5...: B, N; L, N; L and out.  Lanes 2, 6...: N; L and out */
    uint64_t a = 2 + 3 + 3 + 1 + 3 + 3 + 3, b = 1 + 3 + 3 + 3 + 3, n = 3 + 3;
    counts(&r, 6 + 2 + 3 + a + b + n + 2, 8 * 32 + 3 * 32 + 8 * (a - 1 + b + n) + 2 * 32);
    rig_close(&r);
}

static void isa_824_returns_inside_a_loop_leave_it_to_the_others(void **state)
{
    (void)state;
    rig_t r;
    /* lanes of i / 8 = k return at the head of turn k, from 0 */
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "mov.u32 %r9, 0; shr.u32 %r4, %r1, 3;\n"
                                               "L: setp.eq.u32 %p1, %r9, %r4; @%p1 ret;\n"
                                               "add.u32 %r9, %r9, 1; st.global.u32 [%rd3], %r9;\n"
                                               "bra.uni L;\n" END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i / 8);
    counts(&r, 6 + 2 + 4 * 2 + 3 * 3, 8 * 32 + (32 + 24 + 16 + 8) + 4 * 8 + 3 * (24 + 16 + 8));
    rig_close(&r);
}

static void isa_825_lanes_wait_at_the_only_way_out_of_a_loop(void **state)
{
    (void)state;
    rig_t r;
    /* the same, but they leave by a branch: X post-dominates it and is issued once, for all */
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "mov.u32 %r9, 0; shr.u32 %r4, %r1, 3;\n"
                                               "L: setp.eq.u32 %p1, %r9, %r4; @%p1 bra X;\n"
                                               "add.u32 %r9, %r9, 1; bra.uni L;\n"
                                               "X:\n" EPILOGUE END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i / 8);
    counts(&r, 6 + 2 + 4 * 2 + 3 * 2 + 2,
           8 * 32 + (32 + 24 + 16 + 8) + 4 * 8 + 2 * (24 + 16 + 8) + 2 * 32);
    rig_close(&r);
}

static void isa_826_barriers_in_uniform_code_of_a_divergent_kernel(void **state)
{
    (void)state;
    rig_t r;
    /* three turns: odd values are tripled plus 1, even ones halved, then each thread adds the value
     * of the thread 32 on or back, of the other warp */
    const uint32_t *out = run(
        &r,
        DECLARE PROLOGUE "mov.u64 %rd4, sm; mul.wide.u32 %rd5, %r1, 4; add.s64 %rd6, %rd4, %rd5;\n"
                         "xor.b32 %r7, %r1, 32; mul.wide.u32 %rd7, %r7, 4;\n"
                         "add.s64 %rd7, %rd4, %rd7; mov.u32 %r9, %r1; mov.u32 %r4, 0;\n"
                         "L: and.b32 %r5, %r9, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra E;\n"
                         "mul.lo.u32 %r9, %r9, 3; add.u32 %r9, %r9, 1; bra.uni J;\n"
                         "E: shr.u32 %r9, %r9, 1;\n"
                         "J: st.shared.u32 [%rd6], %r9; bar.sync 0;\n"
                         "ld.shared.u32 %r10, [%rd7]; add.u32 %r9, %r9, %r10; bar.sync 0;\n"
                         "add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 3; @%p2 bra L;\n" EPILOGUE END,
        1, 64);
    /* Turn 0 makes t / 2 + (t + 32) / 2 = t + 16 of an even t below 32 and 3 t + 1 + 3 (t + 32) + 1
     * = 6 t + 98 of an odd one, in both threads of the pair. Both are even: halved and added they
     * stay, so turns 1 and 2 do not diverge. */
    for (uint32_t t = 0; t < 64; t++) {
        uint32_t low = t % 32;
        assert_int_equal(out[t], low % 2 ? 6 * low + 98 : low + 16);
    }
    uint64_t warp = 6 + 8 + (3 + 3 + 1 + 8) + 2 * (3 + 1 + 8) + 2;
    uint64_t thread = 14 * 32 + (2 * 32 + 16 + 3 * 16 + 16 + 8 * 32) + (3 * 32 + 32 + 8 * 32) +
                      (3 * 32 + 32 + 7 * 32) + 2 * 32; /* the last turn's branch is not taken */
    counts(&r, 2 * warp, 2 * thread);
    rig_close(&r);
}

static void isa_827_loops_of_each_lane_s_length_before_a_barrier(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE "and.b32 %r4, %r1, 7; mov.u32 %r9, 0;\n"
                             "L: setp.ge.u32 %p1, %r9, %r4; @%p1 bra X;\n"
                             "add.u32 %r9, %r9, 1; bra.uni L;\n"
                             "X: mul.wide.u32 %rd5, %r1, 4; mov.u64 %rd4, sm;\n"
                             "add.s64 %rd6, %rd4, %rd5; st.shared.u32 [%rd6], %r9; bar.sync 0;\n"
                             "sub.u32 %r5, 63, %r1; mul.wide.u32 %rd5, %r5, 4;\n"
                             "add.s64 %rd6, %rd4, %rd5; ld.shared.u32 %r9, [%rd6];\n" EPILOGUE END,
            1, 64);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(out[t], (63 - t) % 8);
    /* at the head of turn k, from 0 to 7, are 32 - 4 k lanes, 4 of them leave */
    uint64_t thread = 8 * 32 + 8 * 4 + 9 * 32 + 2 * 32;
    for (uint64_t k = 0; k < 8; k++)
        thread += (32 - 4 * k) + 2 * (28 - 4 * k);
    counts(&r, UINT64_C(2) * (6 + 2 + 8 * 2 + 7 * 2 + 5 + 4 + 2), 2 * thread);
    rig_close(&r);
}

/* 1000 for 3, else twice: 3 instructions to the branch, 3 on each side. */
#define DOUBLER                                                                                    \
    ".func (.param .b32 ret) twice(.param .b32 x) {\n"                                             \
    ".reg .b32 %a<3>; .reg .pred %q;\n"                                                            \
    "ld.param.u32 %a0, [x]; setp.eq.u32 %q, %a0, 3; @%q bra ODD;\n"                                \
    "add.u32 %a1, %a0, %a0; st.param.b32 [ret], %a1; ret;\n"                                       \
    "ODD: mov.u32 %a1, 1000; st.param.b32 [ret], %a1; ret; }\n"
#define KERNEL                                                                                     \
    ".visible .entry k(.param .u64 out) {\n"                                                       \
    ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"
#define CALL(to, from)                                                                             \
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], " from                                      \
    "; call.uni (b), twice, (a); ld.param.b32 " to ", [b]; }\n"

static void isa_828_call_on_one_side_of_a_branch(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out =
        run(&r,
            RIG_HEAD DOUBLER KERNEL PROLOGUE
            "setp.ge.u32 %p1, %r1, 16; @%p1 bra E;\n" CALL("%r9", "%r1") "bra.uni J;\n"
                                                                         "E: mov.u32 %r9, 7;\n"
                                                                         "J:\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i >= 16 ? 7 : i == 3 ? 1000 : 2 * i);
    /* 16 lanes: st, call, ld, setp; lane 3 branches; 15 lanes 3, lane 3 alone 3; all 16 ld, bra */
    counts(&r, 6 + 2 + 2 + 3 + 3 + 3 + 2 + 1 + 2,
           7 * 32 + 16 + 16 * (2 + 2) + 1 + 3 * 15 + 3 * 1 + 16 * 2 + 16 + 2 * 32);
    rig_close(&r);
}

static void isa_829_guarded_call_of_a_function_that_diverges(void **state)
{
    (void)state;
    rig_t r;
    /* lanes below 5 are in the call; the others wait behind it */
    const uint32_t *out =
        run(&r,
            RIG_HEAD DOUBLER KERNEL PROLOGUE
            "mov.u32 %r9, 5; setp.lt.u32 %p1, %r1, 5;\n"
            "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; st.param.b32 [b], %r9;\n"
            "@%p1 call (b), twice, (a); ld.param.b32 %r9, [b]; }\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i == 3 ? 1000 : i < 5 ? 2 * i : 5);
    /* The call is a branch around the body, so it counts for the 27 that stay outside. */
    counts(&r, 6 + 2 + 2 + 1 + 3 + 3 + 3 + 1 + 2,
           8 * 32 + 2 * 32 + 27 + 5 * 2 + 1 + 3 * 4 + 3 * 1 + 32 + 2 * 32);
    rig_close(&r);
}

static void isa_830_both_halves_of_a_condition_branch_to_one_place(void **state)
{
    (void)state;
    rig_t r;
    /* if (i < 24 && i is odd): those who fail the first test do not wait for the second's */
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "setp.ge.u32 %p1, %r1, 24; @%p1 bra E;\n"
                                               "and.b32 %r4, %r1, 1; setp.eq.u32 %p2, %r4, 0;\n"
                                               "@%p2 bra E; mov.u32 %r9, 1; bra.uni J;\n"
                                               "E: mov.u32 %r9, 2; add.u32 %r9, %r9, 1;\n"
                                               "J:\n" EPILOGUE END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 24 && i % 2 ? 1 : 3);
    counts(&r, 6 + 2 + 3 + 2 + 2 + 2 + 2,
           7 * 32 + 8 + 2 * 24 + 12 + 2 * 12 + 2 * 12 + 2 * 8 + 2 * 32);
    rig_close(&r);
}

/* ---- kernels that clang 14 compiled: tests/unit/data/flow.cu ---- */

static void open_compiled(rig_t *r)
{
    static char text[1 << 14];
    FILE *in = fopen("tests/unit/data/flow.sm_20.ptx", "rb");
    assert_non_null(in);
    size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = 0;
    rig_open(r, "flow.sm_20.ptx", text);
}

/*
 * Blocks of the loop: 4 instructions to the test for a negative value, 3 to that for zero, 3 that
 * store and add, 3 where the two tests and the body meet, 1 that leaves, 5 that go on (their branch
 * back included). Those who leave wait behind the loop.
 */
static void isa_831_compiled_loop_with_continue_and_break(void **state)
{
    (void)state;
    enum { TURNS = 5 };
    rig_t r;
    open_compiled(&r);
    uint64_t out = rig_alloc(&r, (TURNS + 1) * 128), in = rig_alloc(&r, TURNS * 128);
    int32_t *x = rig_host(&r, in), sum[32] = {0};
    const int32_t *got = rig_host(&r, out);
    /* i % 4: 0 always positive; 1 negative in odd turns; 2 zero in turn 2; 3 zero in turn 0 */
    for (int k = 0; k < TURNS; k++)
        for (int i = 0; i < 32; i++)
            x[32 * k + i] = (i % 4 == 2 && k == 2) || (i % 4 == 3 && k == 0) ? 0
                            : i % 4 == 1 && k % 2                            ? -1
                                                                             : 100 * k + i + 1;
    RIG_RUN(&r, "breaks", 1, 32, out, in, TURNS);
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < TURNS && x[32 * k + i]; k++)
            sum[i] += x[32 * k + i] > 0 ? x[32 * k + i] : 0;
    for (int i = 0; i < 32; i++)
        assert_int_equal(got[TURNS * 32 + i], sum[i]);
    /* lanes in the turn, of them negative, of them zero */
    static const uint64_t lanes[TURNS] = {32, 24, 24, 16, 16}, negative[TURNS] = {0, 8, 0, 8, 0},
                          zero[TURNS] = {8, 0, 8, 0, 0};
    uint64_t warp = 7 + 8 + 6, thread = 6 * 32 + 8 * 32 + 6 * 32; /* the first branch not taken */
    for (unsigned k = 0; k < TURNS; k++) {
        uint64_t tested = lanes[k] - negative[k], on = lanes[k] - zero[k];
        warp += 4 + 3 + 3 + 3 + (zero[k] ? 1u : 0u) + 5;
        thread += 3 * lanes[k] + negative[k];
        thread += 2 * tested + zero[k];
        thread += 3 * (tested - zero[k]);
        thread += 2 * lanes[k] + on;
        thread += zero[k];
        thread += (k + 1 < TURNS ? 5 : 4) * on;
    }
    counts(&r, warp, thread);
    assert_int_equal(warp, 113);
    rig_close(&r);
}

/*
 * clang makes one tail of both ways to `out[i + 64] = 5`, 3 instructions, which post-dominates
 * neither branch: lanes below 16 (13 instructions before it) and lanes 16 to 23 (2, with the
 * branch) issue it one after the other. Lanes from 24 on have 3 of their own. The last 4 are for
 * all.
 */
static void isa_832_compiled_nested_ifs(void **state)
{
    (void)state;
    rig_t r;
    open_compiled(&r);
    uint64_t at = rig_alloc(&r, 96 * 4);
    RIG_RUN(&r, "nested", 1, 32, at);
    const uint32_t *out = rig_host(&r, at);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(out[i], i < 4 ? 1 : i < 16 ? 2 : i < 24 ? 0 : 4);
        assert_int_equal(out[i + 32], i < 16 ? 3 : 0);
        assert_int_equal(out[i + 64], i < 24 ? 5 : 0);
    }
    counts(&r, 5 + (13 + 3) + 2 + 3 + 3 + 4,
           4 * 32 + 16 + 16 * (13 + 3) + 16 + 8 + 8 * 3 + 8 * 3 + 4 * 32);
    rig_close(&r);
}

/*
 * clang asks first whether the case is above 1. Lanes per case: 7, 7, 6, 6, 6. Every branch's
 * post-dominator is the end, 7 instructions, so the tail that cases 1 and 2 share (3) is issued
 * twice.
 */
static void isa_833_compiled_switch(void **state)
{
    (void)state;
    rig_t r;
    open_compiled(&r);
    uint64_t at = rig_alloc(&r, 96 * 4);
    RIG_RUN(&r, "cases", 1, 32, at);
    const uint32_t *out = rig_host(&r, at);
    static const uint32_t first[5] = {10, 11, 0, 13, 15}, second[5] = {0, 12, 12, 14, 0};
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(out[i], first[i % 5]);
        assert_int_equal(out[i + 32], second[i % 5]);
        assert_int_equal(out[i + 64], 16);
    }
    /* to the first branch 12; cases 0 and 1: 3; 1: 2, its own 4, the tail 3; cases 2 to 4: 2; 3 and
     * 4: 2; 4: 2; 3: 6; 2: the tail 3 */
    counts(&r, 12 + 3 + 2 + 4 + 3 + 2 + 2 + 2 + 6 + 3 + 7,
           11 * 32 + 18 + 2 * 14 + 7 + 2 * 7 + 4 * 7 + 3 * 7 + 18 + 6 + 12 + 6 + 2 * 6 + 6 * 6 +
               3 * 6 + 7 * 32);
    rig_close(&r);
}

/*
 * Two rounds, two warps. A round: 3 instructions to the branch around the inner loop, 2 before it,
 * 6 a turn, 1 behind it, then for all 7 with two barriers. Lane i starts with 4 i + i % 4, so that
 * it makes c = i % 4 turns, which add c (c + 1), and gives its value to thread 63 - i: there the
 * last two bits are those of 0, 3, 8, 15 for c = 0 to 3. In round 2 the lanes with 3 and 15, half
 * of each warp, make 3 turns, the others none.
 */
static void isa_834_compiled_barriers_between_divergent_loops(void **state)
{
    (void)state;
    rig_t r;
    open_compiled(&r);
    uint64_t out = rig_alloc(&r, 256), in = rig_alloc(&r, 256);
    int32_t *x = rig_host(&r, in), v[64];
    for (int i = 0; i < 64; i++)
        v[i] = x[i] = 4 * i + i % 4;
    RIG_RUN(&r, "rounds", 1, 64, out, in, 2);
    for (int k = 0; k < 2; k++) {
        int32_t cell[64];
        for (int i = 0; i < 64; i++)
            cell[i] = v[i] + (v[i] & 3) * ((v[i] & 3) + 1);
        for (int i = 0; i < 64; i++)
            v[i] = cell[63 - i];
    }
    const int32_t *got = rig_host(&r, out);
    for (int i = 0; i < 64; i++)
        assert_int_equal(got[i], v[i]);
    uint64_t warp = 13 + 5 + 2 * (3 + 2 + 3 * 6 + 1 + 7) + 3;
    uint64_t first = 2 * 32 + 8 + 2 * 24 + 5 * (24 + 16 + 8) + (16 + 8) + 24 + 6 * 32;
    uint64_t second = 2 * 32 + 16 + 2 * 16 + 5 * (3 * 16) + 2 * 16 + 16 + 7 * 32;
    counts(&r, 2 * warp, 2 * (12 * 32 + 5 * 32 + first + second + 3 * 32));
    rig_close(&r);
}

/* clang 14, where there is one, still makes the committed PTX of the source. */
static void isa_835_committed_ptx_is_what_clang_makes(void **state)
{
    (void)state;
    if (system("clang-14 --version >/dev/null 2>&1"))
        skip();
    assert_int_equal(system("clang-14 -x cuda --cuda-device-only --cuda-path=/nonexistent "
                            "--cuda-gpu-arch=sm_20 -nocudainc -nocudalib -S -O2 -fno-unroll-loops "
                            "tests/unit/data/flow.cu -o - 2>/dev/null | "
                            "sed '/^\\/\\/$/d; /^\\/\\/ Generated by LLVM/d' | "
                            "{ head -n 1 tests/unit/data/flow.sm_20.ptx; cat; } | "
                            "cmp -s - tests/unit/data/flow.sm_20.ptx"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_820_continue_meets_at_the_loop_s_end),
        cmocka_unit_test(isa_821_inner_loop_is_as_long_as_its_longest_lane_in_every_turn),
        cmocka_unit_test(isa_822_switch_by_comparisons_meets_behind_the_switch),
        cmocka_unit_test(isa_823_table_in_a_loop_with_continue_and_break),
        cmocka_unit_test(isa_824_returns_inside_a_loop_leave_it_to_the_others),
        cmocka_unit_test(isa_825_lanes_wait_at_the_only_way_out_of_a_loop),
        cmocka_unit_test(isa_826_barriers_in_uniform_code_of_a_divergent_kernel),
        cmocka_unit_test(isa_827_loops_of_each_lane_s_length_before_a_barrier),
        cmocka_unit_test(isa_828_call_on_one_side_of_a_branch),
        cmocka_unit_test(isa_829_guarded_call_of_a_function_that_diverges),
        cmocka_unit_test(isa_830_both_halves_of_a_condition_branch_to_one_place),
        cmocka_unit_test(isa_831_compiled_loop_with_continue_and_break),
        cmocka_unit_test(isa_832_compiled_nested_ifs),
        cmocka_unit_test(isa_833_compiled_switch),
        cmocka_unit_test(isa_834_compiled_barriers_between_divergent_loops),
        cmocka_unit_test(isa_835_committed_ptx_is_what_clang_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
