/*
 * The profile, driven through its hooks by a GPU of the test's own: strides, distinct lines,
 * locality types, launches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "stats/profile.h"

struct gpu {
    gpu_cfg_t cfg;
    const gpu_hooks_t *hooks;
    void *ctx;
};

const gpu_cfg_t *gpu_config(const gpu_t *g)
{
    return &g->cfg;
}

int gpu_attach(gpu_t *g, const gpu_hooks_t *ops, void *ctx, const char **other)
{
    (void)other;
    g->hooks = ops;
    g->ctx = ctx;
    return 0;
}

/* Two loads at PC 8 and 24, an ALU instruction between. */
static const inst_t program[] = {
    {.pc = 0, .unit = INST_UNIT_SP, .kind = INST_ALU},
    {.pc = 8, .unit = INST_UNIT_LDST, .kind = INST_LOAD, .space = INST_SPACE_GLOBAL, .width = 4},
    {.pc = 16, .unit = INST_UNIT_SP, .kind = INST_ALU},
    {.pc = 24, .unit = INST_UNIT_LDST, .kind = INST_LOAD, .space = INST_SPACE_GLOBAL, .width = 8},
};
enum { FIRST = 1, SECOND = 3 };

static gpu_t gpu;
static profile_t *profile;

/* A kernel of CTAs of two warps, CTA c resident on SM c % 2 in slots 2 (c / 2) and the next. */
static void start(const char *kernel, unsigned ctas)
{
    front_t f = {.kernel = kernel, .warps_per_cta = 2, .inst = program, .n_inst = 4};
    gpu.hooks->on_kernel_start(gpu.ctx, &f);
    for (unsigned c = 0; c < ctas; c++) {
        gpu_cta_event_t e = {.sm = c % 2, .cta = c, .first_warp = 2 * (c / 2), .n_warps = 2};
        gpu.hooks->on_cta_ready(gpu.ctx, &e);
    }
}

/* Warp w of the grid executes a load: lanes lanes from addr, step bytes apart. */
static void load(unsigned index, unsigned warp, uint64_t addr, uint64_t step, unsigned lanes)
{
    warp_step_t s = {.active = (UINT64_C(1) << lanes) - 1, .space = INST_SPACE_GLOBAL};
    for (unsigned i = 0; i < lanes; i++)
        s.addr[i] = addr + i * step;
    unsigned cta = warp / 2;
    gpu_load_issue_t e = {.inst = &program[index],
                          .step = &s,
                          .sm = cta % 2,
                          .warp = 2 * (cta / 2) + warp % 2,
                          .requests = 1};
    gpu.hooks->on_load_issue(gpu.ctx, &e);
}

static int setup(void **state)
{
    (void)state;
    gpu.cfg.n_sms = 2;
    gpu.cfg.warps_per_sm = 8;
    gpu.cfg.line_bytes = 128;
    profile = profile_new(&gpu);
    return profile ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    profile_free(profile);
    return 0;
}

static const profile_row_t *rows(unsigned want)
{
    unsigned n = 0;
    const profile_row_t *r = profile_rows(profile, &n);
    assert_non_null(r);
    assert_int_equal(n, want);
    return r;
}

static void stats_201_strides_are_per_warp_number(void **state)
{
    (void)state;
    start("k", 4);
    /* SM 0 holds warps 0, 1, 4, 5: 640 bytes a warp, whatever the order. */
    static const unsigned order[] = {0, 5, 1, 4};
    for (unsigned i = 0; i < 4; i++)
        load(FIRST, order[i], 4096 + 640 * order[i], 4, 32);
    load(FIRST, 4, 4096, 4, 32);     /* the same warp again: no pair */
    load(FIRST, 1, 4096 + 1, 4, 32); /* 1 byte over 3 warps: a pair without a value */
    const profile_row_t *r = rows(2);
    assert_int_equal(r[0].pc, 8);
    assert_int_equal(r[0].executions, 6);
    assert_int_equal(r[0].pairs, 4);
    assert_int_equal(r[0].stride, 640);
    assert_int_equal(r[0].stride_pairs, 3);
    assert_int_equal(r[1].pc, 24);
    assert_int_equal(r[1].executions, 0);
}

static void stats_202_pairs_do_not_cross_sms(void **state)
{
    (void)state;
    start("k", 2);
    load(FIRST, 0, 0, 4, 32);       /* SM 0 */
    load(FIRST, 2, 1 << 20, 4, 32); /* SM 1 */
    assert_int_equal(rows(2)[0].pairs, 0);
}

static void stats_203_the_most_frequent_stride_wins_ties_go_to_zero(void **state)
{
    (void)state;
    start("k", 2);
    load(FIRST, 0, 1000, 4, 1);
    load(FIRST, 1, 984, 4, 1);  /* -16 */
    load(FIRST, 0, 1000, 4, 1); /* -16 again */
    load(FIRST, 1, 1000, 4, 1); /* 0 */
    load(FIRST, 0, 1000, 4, 1); /* 0 again: a tie, the one nearest 0 */
    const profile_row_t *r = rows(2);
    assert_int_equal(r[0].pairs, 4);
    assert_int_equal(r[0].stride, 0);
    assert_int_equal(r[0].stride_pairs, 2);
}

/* 136 bytes a warp: the lines of 0, 136, 272, 408, 544 are 0, 1, 2, 3, 4, but that of 16 times 136
 * = 2176 is 17, two after that of 2040. */
static void stats_208_strides_of_lines_are_counted_beside(void **state)
{
    (void)state;
    start("k", 4);
    load(FIRST, 0, 15 * 136, 4, 1); /* line 15 */
    load(FIRST, 1, 16 * 136, 4, 1); /* line 17 */
    load(FIRST, 0, 0, 4, 1);        /* line 0: 17 lines over one warp, 2176 bytes */
    load(FIRST, 1, 136, 4, 1);      /* 1 */
    load(FIRST, 0, 0, 4, 1);
    const profile_row_t *r = rows(2);
    assert_int_equal(r[0].pairs, 4);
    assert_int_equal(r[0].stride, 136); /* three times; once 2176 */
    assert_int_equal(r[0].stride_pairs, 3);
    assert_int_equal(r[0].line_stride, 128); /* twice; once 256, once 2176 */
    assert_int_equal(r[0].line_stride_pairs, 2);
}

static void stats_204_lines_are_distinct_per_sm_and_launch(void **state)
{
    (void)state;
    start("k", 4);
    load(FIRST, 0, 0, 128, 4); /* lines 0 to 3 on SM 0 */
    load(FIRST, 1, 0, 128, 2); /* 0 and 1 again */
    load(FIRST, 2, 0, 128, 2); /* 0 and 1 on SM 1 */
    const profile_row_t *r = rows(2);
    assert_int_equal(r[0].requests, 8);
    assert_int_equal(r[0].lines, 6);
    start("k", 4);
    load(FIRST, 0, 0, 128, 4); /* a new launch: new again */
    r = rows(2);
    assert_int_equal(r[0].requests, 12);
    assert_int_equal(r[0].lines, 10);
}

static void stats_205_an_access_across_a_line_makes_two_requests(void **state)
{
    (void)state;
    start("k", 1);
    load(SECOND, 0, 124, 8, 1);  /* 8 bytes from 124: lines 0 and 1 */
    load(SECOND, 0, 128, 4, 32); /* within line 1 and into line 2 by the last lane */
    const profile_row_t *r = rows(2);
    assert_int_equal(r[1].requests, 4);
    assert_int_equal(r[1].lines, 3);
}

static void stats_206_lines_are_typed_as_apcm_does(void **state)
{
    (void)state;
    start("k", 4);
    load(FIRST, 0, 0, 4, 1);    /* line 0: once: streaming */
    load(FIRST, 0, 1024, 4, 1); /* line 8: warp 0 three times: intra */
    load(FIRST, 0, 1024, 4, 1);
    load(FIRST, 0, 1024, 4, 1);
    load(FIRST, 0, 2048, 4, 1); /* line 16: warp 0 once, then 1 and 4: inter */
    load(FIRST, 1, 2048, 4, 1);
    load(FIRST, 4, 2048, 4, 1);
    load(FIRST, 1, 2048, 4, 1);
    load(FIRST, 0, 4096, 4, 1); /* line 32: warp 0 twice and warp 1: mixed */
    load(FIRST, 1, 4096, 4, 1);
    load(FIRST, 0, 4096, 4, 1);
    const profile_row_t *r = rows(2);
    assert_int_equal(r[0].typed[PROFILE_STREAMING], 1);
    assert_int_equal(r[0].typed[PROFILE_INTRA_WARP], 3);
    assert_int_equal(r[0].typed[PROFILE_INTER_WARP], 4);
    assert_int_equal(r[0].typed[PROFILE_MIXED], 3);
    assert_int_equal(r[0].type, PROFILE_INTER_WARP);
}

static void stats_207_kernels_keep_the_order_of_their_first_launch(void **state)
{
    (void)state;
    start("z", 1);
    load(SECOND, 0, 0, 4, 1);
    start("a", 1);
    load(FIRST, 0, 0, 4, 1);
    start("z", 1);
    load(FIRST, 0, 0, 4, 1);
    const profile_row_t *r = rows(4);
    static const char *const kernels[] = {"z", "z", "a", "a"};
    for (unsigned i = 0; i < 4; i++) {
        assert_string_equal(r[i].kernel, kernels[i]);
        assert_int_equal(r[i].pc, i % 2 ? 24 : 8);
    }
    assert_int_equal(r[0].executions, 1);
    assert_int_equal(r[1].executions, 1);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        CASE(stats_201_strides_are_per_warp_number),
        CASE(stats_202_pairs_do_not_cross_sms),
        CASE(stats_203_the_most_frequent_stride_wins_ties_go_to_zero),
        CASE(stats_208_strides_of_lines_are_counted_beside),
        CASE(stats_204_lines_are_distinct_per_sm_and_launch),
        CASE(stats_205_an_access_across_a_line_makes_two_requests),
        CASE(stats_206_lines_are_typed_as_apcm_does),
        CASE(stats_207_kernels_keep_the_order_of_their_first_launch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
