/*
 * Divergence: results and the number of instructions issued, derived by hand beside each kernel.
 * The rule (step.c): lanes meet at the branch's immediate post-dominator; those that fall
 * through run first. A branch takes effect in the lanes that take it.
 */
#include "isa_flow.h"

#include <errno.h>

static void isa_300_if_else_meets_after_both_sides(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "setp.lt.u32 %p1, %r1, 8; @%p1 bra T;\n"
                                               "mov.u32 %r9, 10; bra.uni J;\n"
                                               "T: mov.u32 %r9, 20; add.u32 %r9, %r9, 1;\n"
                                               "J:\n" EPILOGUE END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 8 ? 21 : 10);
    assert_int_equal(r.counts.warp_insts, 6 + 2 + 2 + 2 + 2);
    /* prologue and setp whole; the branch in 8; else 24 lanes, then 8; the end whole again */
    assert_int_equal(r.counts.thread_insts, 7 * 32 + 8 + 2 * 24 + 2 * 8 + 2 * 32);
    rig_close(&r);
}

static void isa_301_uniform_branch_costs_one_side(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "setp.lt.u32 %p1, %r1, 64; @%p1 bra T;\n"
                                               "mov.u32 %r9, 10; bra.uni J;\n"
                                               "T: mov.u32 %r9, 20;\n"
                                               "J:\n" EPILOGUE END,
                              1, 32);
    assert_int_equal(out[31], 20);
    assert_int_equal(r.counts.warp_insts, 6 + 2 + 1 + 2);
    assert_int_equal(r.counts.thread_insts, 32 * (6 + 2 + 1 + 2));
    rig_close(&r);
}

static void isa_302_nested_ifs_meet_inside_out(void **state)
{
    (void)state;
    rig_t r;
    /* lanes 0-7: 1, 8-15: 2, 16-31: 3; J1 joins the first two groups, J2 all */
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "setp.ge.u32 %p1, %r1, 16; @%p1 bra C;\n"
                                               "setp.ge.u32 %p2, %r1, 8; @%p2 bra B;\n"
                                               "mov.u32 %r9, 1; bra.uni J1;\n"
                                               "B: mov.u32 %r9, 2;\n"
                                               "J1: add.u32 %r9, %r9, 100; bra.uni J2;\n"
                                               "C: mov.u32 %r9, 3;\n"
                                               "J2:\n" EPILOGUE END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 8 ? 101 : i < 16 ? 102 : 3);
    assert_int_equal(r.counts.warp_insts, 6 + 2 + 2 + 2 + 1 + 2 + 1 + 2);
    assert_int_equal(r.counts.thread_insts,
                     7 * 32 + 16 + 16 + 8 + 2 * 8 + 8 + 2 * 16 + 16 + 2 * 32);
    rig_close(&r);
}

static void isa_303_loop_runs_as_long_as_its_longest_lane(void **state)
{
    (void)state;
    rig_t r;
    /* lane i: i + 1 turns of 3 instructions */
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE "mov.u32 %r9, 0;\n"
                             "L: add.u32 %r9, %r9, 1;\n"
                             "setp.le.u32 %p1, %r9, %r1; @%p1 bra L;\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i + 1);
    assert_int_equal(r.counts.warp_insts, 6 + 1 + 3 * 32 + 2);
    /* turn t has 32 - t lanes, all but one of them branch back */
    uint64_t threads = 32 * (6 + 1 + 2);
    for (uint64_t t = 0; t < 32; t++)
        threads += 2 * (32 - t) + (31 - t);
    assert_int_equal(r.counts.thread_insts, threads);
    rig_close(&r);
}

static void isa_304_loop_with_break_meets_behind_the_loop(void **state)
{
    (void)state;
    rig_t r;
    /* odd lanes leave by the break in turn 2, even lanes after turn 4 */
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE "mov.u32 %r9, 0; and.b32 %r4, %r1, 1; setp.ne.u32 %p2, %r4, 0;\n"
                             "L: add.u32 %r9, %r9, 1; setp.eq.u32 %p1, %r9, 2;\n"
                             "and.pred %p3, %p1, %p2; @%p3 bra X;\n"
                             "add.u32 %r9, %r9, 0; setp.lt.u32 %p4, %r9, 4; @%p4 bra L;\n"
                             "X:\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i & 1 ? 2 : 4);
    assert_int_equal(r.counts.warp_insts, 6 + 3 + 4 * 7 + 2);
    /* turn 1: 3 + 0 + 2 + 1 a lane; turn 2: odd lanes 3 + 1, even 3 + 2 + 1; turns 3 and 4 even */
    assert_int_equal(r.counts.thread_insts,
                     32 * (6 + 3) + 32 * 6 + 16 * 4 + 16 * 6 + 16 * 6 + 16 * 5 + 32 * 2);
    rig_close(&r);
}

static void isa_305_early_return_leaves_the_others(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "setp.lt.u32 %p1, %r1, 5; mov.u32 %r9, 7;\n"
                                               "@%p1 ret;\n"
                                               "add.u32 %r9, %r9, 1;\n" EPILOGUE END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 5 ? 0 : 8);
    assert_int_equal(r.counts.warp_insts, 6 + 3 + 1 + 2);
    assert_int_equal(r.counts.thread_insts, 8 * 32 + 5 + 3 * 27);
    rig_close(&r);
}

static void isa_306_all_lanes_return_inside_a_branch(void **state)
{
    (void)state;
    rig_t r;
    /* both sides return: nothing meets, nothing runs twice */
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "setp.lt.u32 %p1, %r1, 5; @%p1 bra T;\n"
                                               "mov.u32 %r9, 1; st.global.u32 [%rd3], %r9; ret;\n"
                                               "T: mov.u32 %r9, 2;\n" EPILOGUE END,
                              1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 5 ? 2 : 1);
    assert_int_equal(r.counts.warp_insts, 6 + 2 + 3 + 3);
    assert_int_equal(r.counts.thread_insts, 7 * 32 + 5 + 3 * 27 + 3 * 5);
    rig_close(&r);
}

static void isa_307_table_branch_runs_each_target_once(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "and.b32 %r4, %r1, 3;\n"
                                               "tab: .branchtargets A, B, A, C;\n"
                                               "brx.idx %r4, tab;\n"
                                               "A: mov.u32 %r9, 1; bra.uni J;\n"
                                               "B: mov.u32 %r9, 2; bra.uni J;\n"
                                               "C: mov.u32 %r9, 3;\n"
                                               "J:\n" EPILOGUE END,
                              1, 32);
    static const uint32_t want[4] = {1, 2, 1, 3};
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], want[i & 3]);
    assert_int_equal(r.counts.warp_insts, 6 + 2 + 2 + 2 + 1 + 2);
    assert_int_equal(r.counts.thread_insts, 32 * 8 + 2 * 16 + 2 * 8 + 8 + 2 * 32);
    rig_close(&r);
}

static void isa_308_table_index_out_of_range_is_a_fault(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "flow.ptx",
             DECLARE PROLOGUE "tab: .branchtargets A, B;\n"
                              "brx.idx %r1, tab; A: B:\n" EPILOGUE END);
    const uint64_t out = rig_alloc(&r, 256);
    assert_int_equal(rig_run(&r, "k", 1, 32, &out, 1), -EFAULT);
    assert_non_null(strstr(r.fault, "lane 2: branch index 2; the table has 2 targets"));
    rig_close(&r);
}

static void isa_309_barrier_orders_warps(void **state)
{
    (void)state;
    rig_t r;
    /* thread t reads what thread 63 - t, of the other warp, wrote */
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE "mov.u64 %rd4, sm; mul.wide.u32 %rd5, %r1, 4;\n"
                             "add.s64 %rd6, %rd4, %rd5; mul.lo.u32 %r4, %r1, 3;\n"
                             "st.shared.u32 [%rd6], %r4; bar.sync 0;\n"
                             "sub.u32 %r5, 63, %r1; mul.wide.u32 %rd5, %r5, 4;\n"
                             "add.s64 %rd6, %rd4, %rd5; ld.shared.u32 %r9, [%rd6];\n" EPILOGUE END,
            2, 64);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(out[i], 3 * (63 - i % 64));
    assert_int_equal(r.counts.warp_insts, 2 * 2 * (6 + 6 + 4 + 2));
    assert_int_equal(r.counts.thread_insts, 2 * 2 * (6 + 6 + 4 + 2) * 32);
    rig_close(&r);
}

static void isa_310_numbered_barriers_of_part_of_the_cta(void **state)
{
    (void)state;
    rig_t r;
    /* warps 0 and 1 meet at barrier 1, then all three at barrier 0 */
    const uint32_t *out = run(
        &r,
        DECLARE PROLOGUE "mov.u64 %rd4, sm; mul.wide.u32 %rd5, %r1, 4; add.s64 %rd6, %rd4, %rd5;\n"
                         "mov.u32 %r9, 0; setp.ge.u32 %p1, %r1, 64; @%p1 bra ALL;\n"
                         "st.shared.u32 [%rd6], %r1; bar.sync 1, 64;\n"
                         "xor.b32 %r4, %r1, 32; mul.wide.u32 %rd5, %r4, 4;\n"
                         "add.s64 %rd6, %rd4, %rd5; ld.shared.u32 %r9, [%rd6];\n"
                         "ALL: bar.sync 0;\n" EPILOGUE END,
        1, 96);
    for (uint32_t i = 0; i < 96; i++)
        assert_int_equal(out[i], i < 64 ? (i ^ 32) : 0);
    /* warps 0 and 1 do not take the branch and do 6 more than warp 2 */
    assert_int_equal(r.counts.warp_insts, 2 * (6 + 6 + 6 + 1 + 2) + (6 + 6 + 1 + 2));
    assert_int_equal(r.counts.thread_insts, 32 * (2 * (6 + 5 + 6 + 1 + 2) + (6 + 6 + 1 + 2)));
    rig_close(&r);
}

static void isa_311_finished_warps_do_not_hold_a_barrier(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out = run(&r,
                              DECLARE PROLOGUE "mov.u32 %r9, 4; setp.ge.u32 %p1, %r1, 32;\n"
                                               "@%p1 ret; bar.sync 0;\n" EPILOGUE END,
                              1, 64);
    assert_int_equal(out[0], 4);
    assert_int_equal(out[32], 0);
    /* warp 1 ends with the return; warp 0 issues it for no lane */
    assert_int_equal(r.counts.warp_insts, (6 + 3 + 1 + 2) + (6 + 3));
    assert_int_equal(r.counts.thread_insts, 32 * ((6 + 2 + 1 + 2) + (6 + 3)));
    rig_close(&r);
}

static void isa_312_barrier_that_cannot_be_met_is_an_error(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "flow.ptx", DECLARE PROLOGUE "\n  bar.sync 1, 96;\n" EPILOGUE END);
    const uint64_t out = rig_alloc(&r, 256);
    assert_int_equal(rig_run(&r, "k", 1, 64, &out, 1), -EDEADLK);
    char want[256];
    unsigned line = 1;
    for (const char *c = DECLARE PROLOGUE "\n"; *c; c++)
        line += *c == '\n';
    snprintf(want, sizeof want,
             "flow.ptx:%u:3: kernel k: CTA 0 can never end, waiting are warps 0-1 at barrier 1 for "
             "3; expected barriers that as many reach",
             line);
    assert_string_equal(r.d.text, want);
    rig_close(&r);
}

static void isa_313_endless_kernel_ends_at_the_bound(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "flow.ptx", DECLARE PROLOGUE "L: bra.uni L;\n" END);
    const uint64_t out = rig_alloc(&r, 256);
    r.limit = 1000;
    assert_int_equal(rig_run(&r, "k", 1, 32, &out, 1), -ETIMEDOUT);
    assert_int_equal(r.counts.warp_insts, 1000);
    rig_close(&r);
}

#define DOUBLER                                                                                    \
    ".func (.param .b32 ret) twice(.param .b32 x) {\n"                                             \
    ".reg .b32 %a<3>; .reg .pred %q;\n"                                                            \
    "ld.param.u32 %a0, [x]; setp.eq.u32 %q, %a0, 3; @%q bra ODD;\n"                                \
    "add.u32 %a1, %a0, %a0; st.param.b32 [ret], %a1; ret;\n"                                       \
    "ODD: mov.u32 %a1, 1000; st.param.b32 [ret], %a1; ret; }\n"
#define CALL(to, from)                                                                             \
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a], " from                                      \
    "; call.uni (b), twice, (a); ld.param.b32 " to ", [b]; }\n"
#define KERNEL                                                                                     \
    ".visible .entry k(.param .u64 out) {\n"                                                       \
    ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"

static void isa_314_call_meets_behind_the_call(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out =
        run(&r, RIG_HEAD DOUBLER KERNEL PROLOGUE CALL("%r9", "%r1") EPILOGUE END, 1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i == 3 ? 1000 : 2 * i);
    /* st, call; ld, setp, bra; one side 3, the other 3; ld; both returns branch to the ld */
    assert_int_equal(r.counts.warp_insts, 6 + 2 + 3 + 3 + 3 + 1 + 2);
    assert_int_equal(r.counts.thread_insts, 32 * (6 + 2 + 2) + 1 + 3 * 31 + 3 * 1 + 32 * (1 + 2));
    rig_close(&r);
}

static void isa_315_guarded_call_skips_the_other_lanes(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out =
        run(&r,
            RIG_HEAD DOUBLER KERNEL PROLOGUE
            "mov.u32 %r9, 5; setp.lt.u32 %p1, %r1, 2;\n"
            "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; st.param.b32 [b], %r9;\n"
            "@%p1 call (b), twice, (a); ld.param.b32 %r9, [b]; }\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 2 ? 2 * i : 5);
    rig_close(&r);
}

static void isa_316_calls_inside_calls_have_their_own_arguments(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out =
        run(&r,
            RIG_HEAD DOUBLER
            ".func (.param .b32 r4) four(.param .b32 y) { .reg .b32 %r<4>; ld.param.u32 %r1, "
            "[y];\n" CALL("%r2", "%r1")
                CALL("%r3", "%r2") "st.param.b32 [r4], %r3; ret; }\n" KERNEL PROLOGUE
                                   "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1;\n"
                                   "call (b), four, (a); ld.param.b32 %r9, [b]; }\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i == 3 ? 2000 : 4 * i);
    rig_close(&r);
}

static void isa_317_wavefronts_of_64_give_the_same_results(void **state)
{
    (void)state;
    rig_t r;
    static const char text[] =
        DECLARE PROLOGUE "mov.u32 %r9, 0;\n"
                         "L: add.u32 %r9, %r9, 1;\n"
                         "setp.le.u32 %p1, %r9, %r1; @%p1 bra L;\n" EPILOGUE END;
    rig_open(&r, "flow.ptx", text);
    r.warp_size = 64;
    uint64_t at = rig_alloc(&r, 4096);
    RIG_RUN(&r, "k", 1, 64, at);
    const uint32_t *out = rig_host(&r, at);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(out[i], i + 1);
    assert_int_equal(r.counts.warp_insts, 6 + 1 + 3 * 64 + 2);
    rig_close(&r);
}

/* Registers of diverged paths must not disturb each other, whatever their widths. */
static void isa_318_paths_keep_their_registers(void **state)
{
    (void)state;
    rig_t r;
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE
            "cvt.u64.u32 %rd4, %r1; setp.lt.u32 %p1, %r1, 16; @%p1 bra W;\n"
            "mov.u32 %r4, 1; mov.u32 %r5, 2; mov.u32 %r6, 3; add.u32 %r7, %r4, %r5;\n"
            "add.u32 %r8, %r6, %r7; add.u32 %r9, %r8, %r1; bra.uni J;\n"
            "W: mul.lo.u64 %rd5, %rd4, 5; add.u64 %rd6, %rd5, %rd4; cvt.u32.u64 %r9, %rd6;\n"
            "J:\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], i < 16 ? 6 * i : 6 + i);
    rig_close(&r);
}

static void isa_319_divergence_does_not_pile_up_in_long_loops(void **state)
{
    (void)state;
    rig_t r;
    /* every turn diverges twice for 5000 turns; the stack must stay as deep as the nesting */
    const uint32_t *out =
        run(&r,
            DECLARE PROLOGUE
            "mov.u32 %r9, 0; mov.u32 %r4, 0;\n"
            "L: add.u32 %r5, %r4, %r1; and.b32 %r5, %r5, 1;\n"
            "setp.eq.u32 %p1, %r5, 0; @%p1 bra E; add.u32 %r9, %r9, 2;\n"
            "E: setp.gt.u32 %p2, %r9, 6000; @%p2 bra C; add.u32 %r9, %r9, 0;\n"
            "C: add.u32 %r4, %r4, 1; setp.lt.u32 %p3, %r4, 5000; @%p3 bra L;\n" EPILOGUE END,
            1, 32);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(out[i], 5000);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_300_if_else_meets_after_both_sides),
        cmocka_unit_test(isa_301_uniform_branch_costs_one_side),
        cmocka_unit_test(isa_302_nested_ifs_meet_inside_out),
        cmocka_unit_test(isa_303_loop_runs_as_long_as_its_longest_lane),
        cmocka_unit_test(isa_304_loop_with_break_meets_behind_the_loop),
        cmocka_unit_test(isa_305_early_return_leaves_the_others),
        cmocka_unit_test(isa_306_all_lanes_return_inside_a_branch),
        cmocka_unit_test(isa_307_table_branch_runs_each_target_once),
        cmocka_unit_test(isa_308_table_index_out_of_range_is_a_fault),
        cmocka_unit_test(isa_309_barrier_orders_warps),
        cmocka_unit_test(isa_310_numbered_barriers_of_part_of_the_cta),
        cmocka_unit_test(isa_311_finished_warps_do_not_hold_a_barrier),
        cmocka_unit_test(isa_312_barrier_that_cannot_be_met_is_an_error),
        cmocka_unit_test(isa_313_endless_kernel_ends_at_the_bound),
        cmocka_unit_test(isa_314_call_meets_behind_the_call),
        cmocka_unit_test(isa_315_guarded_call_skips_the_other_lanes),
        cmocka_unit_test(isa_316_calls_inside_calls_have_their_own_arguments),
        cmocka_unit_test(isa_317_wavefronts_of_64_give_the_same_results),
        cmocka_unit_test(isa_318_paths_keep_their_registers),
        cmocka_unit_test(isa_319_divergence_does_not_pile_up_in_long_loops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
