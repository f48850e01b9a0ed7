/*
 * on_loop_exit: which loops a warp leaves, and when, of PTX kernels with nested, adjacent and
 * divergent loops, and of a program that ends inside one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gpu_synth.h"
#include "isa_rig.h"

typedef struct seen {
    struct {
        uint32_t warp, loop;
        uint64_t cycle;
    } at[64];
    uint32_t n, left; /* left: the warp was said to be in the loop that it had left */
    uint64_t finish[64];
    gpu_t *g;
} seen_t;

static void on_exit_loop(void *ctx, uint32_t sm, uint32_t warp, uint32_t loop, uint64_t cycle)
{
    seen_t *x = ctx;
    assert_int_equal(sm, 0);
    x->left += x->g && gpu_warp_in_loop(x->g, sm, warp, loop);
    x->at[x->n].warp = warp;
    x->at[x->n].loop = loop;
    x->at[x->n++].cycle = cycle;
}

static void on_finish(void *ctx, uint32_t sm, uint32_t warp, uint64_t cycle)
{
    seen_t *x = ctx;
    (void)sm;
    x->finish[warp] = cycle;
}

static const gpu_hooks_t hooks = {
    .policy = "loops", .on_loop_exit = on_exit_loop, .on_warp_finish = on_finish};

static gpu_cfg_t one_sm(void)
{
    gpu_cfg_t c = synth_preset(PLAIN);
    c.n_sms = 1;
    return c;
}

/* Runs the kernel with one warp; the loops left, in order. */
static void run_ptx(const char *text, seen_t *x)
{
    gpu_cfg_t c = one_sm();
    rig_t r;
    rig_open(&r, "loops.ptx", text);
    isa_launch_cfg_t cfg = {.kernel = isa_kernel_find(r.m, "k"),
                            .grid = {1, 1, 1},
                            .block = {32, 1, 1},
                            .warp_size = 32,
                            .mem = {RIG_BASE, r.mem, RIG_BYTES}};
    isa_launch_t *l = isa_launch_new(&cfg, &r.d);
    assert_non_null(l);
    gpu_t *g = gpu_new(&c);
    x->g = g;
    gpu_attach(g, &hooks, x, NULL);
    assert_int_equal(gpu_run(g, isa_launch_front(l)), GPU_OK);
    gpu_free(g);
    isa_launch_free(l);
    rig_close(&r);
}

static void expect(const seen_t *x, const uint32_t *loop, uint32_t n)
{
    assert_int_equal(x->n, n);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(x->at[i].loop, loop[i]);
}

#define REGS ".reg .pred %p<9>; .reg .b32 %r<20>;\n"

static void gpu_loops_010_nested_and_adjacent(void **state)
{
    (void)state;
    seen_t x = {.n = 0};
    /* Outer: three turns, in each of them two turns of an inner one; then a loop alone. Numbers go
     * by size: 1 the outer, then the inner (3 instructions), then the last (2). */
    run_ptx(RIG_HEAD ".entry k() {" REGS "mov.u32 %r1, 0;\n"
                     "O: mov.u32 %r2, 0;\n"
                     "I: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 2; @%p1 bra I;\n"
                     "add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 3; @%p2 bra O;\n"
                     "mov.u32 %r3, 0; mov.u32 %r4, 1;\n"
                     "A: add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 4; @%p3 bra A;\n"
                     "ret; }\n",
            &x);
    /* Into the inner loop is not out of the outer one. */
    assert_int_equal(x.n, 5);
    uint32_t inner = x.at[0].loop, outer = x.at[3].loop, alone = x.at[4].loop;
    assert_true(inner != outer && inner != alone && outer != alone);
    const uint32_t want[] = {inner, inner, inner, outer, alone};
    expect(&x, want, 5);
    for (uint32_t i = 1; i < 5; i++)
        assert_true(x.at[i].cycle > x.at[i - 1].cycle);
}

static void gpu_loops_011_both_at_once(void **state)
{
    (void)state;
    seen_t x = {.n = 0};
    /* The inner loop's own branch leaves both in turn 4. */
    run_ptx(RIG_HEAD ".entry k() {" REGS "mov.u32 %r1, 0;\n"
                     "O: add.u32 %r1, %r1, 0;\n"
                     "I: add.u32 %r1, %r1, 1; setp.ge.u32 %p1, %r1, 4; @%p1 bra X;\n"
                     "and.b32 %r2, %r1, 1; setp.ne.u32 %p2, %r2, 0; @%p2 bra I;\n"
                     "bra.uni O;\n"
                     "X: ret; }\n",
            &x);
    /* Turn 1: on in I; 2: out of I, by O; 3: on in I; 4: out of both, in one cycle. */
    assert_int_equal(x.n, 3);
    assert_int_equal(x.at[0].loop, x.at[1].loop);
    assert_int_not_equal(x.at[1].loop, x.at[2].loop);
    assert_int_equal(x.at[1].cycle, x.at[2].cycle);
}

static void gpu_loops_012_the_last_lane_counts(void **state)
{
    (void)state;
    seen_t x = {.n = 0};
    /* Lane i turns i + 1 times; the warp leaves once, when all have met behind the loop. */
    run_ptx(RIG_HEAD ".entry k() {" REGS "mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\n"
                     "L: add.u32 %r2, %r2, 1; setp.le.u32 %p1, %r2, %r1; @%p1 bra L;\n"
                     "mov.u32 %r3, 0; ret; }\n",
            &x);
    const uint32_t want[] = {1};
    expect(&x, want, 1);
    assert_true(x.at[0].cycle > 32 * 2 * 8); /* 32 turns of two results one after the other */
}

static void gpu_loops_015_lanes_that_wait_are_in_the_loop(void **state)
{
    (void)state;
    seen_t x = {.n = 0};
    /* Lane i turns i + 1 times. Here the lanes that leave run first, while the others wait in the
     * loop: 31 times the warp's next instruction lies outside, and once all lanes do. */
    run_ptx(RIG_HEAD ".entry k() {" REGS "mov.u32 %r1, %tid.x; mov.u32 %r2, 0; mov.u32 %r3, 0;\n"
                     "L: add.u32 %r2, %r2, 1; setp.le.u32 %p1, %r2, %r1; @%p1 bra C;\n"
                     "add.u32 %r3, %r3, 1; bra.uni X;\n"
                     "C: add.u32 %r4, %r2, 1; bra.uni L;\n"
                     "X: add.u32 %r3, %r3, 1; ret; }\n",
            &x);
    const uint32_t want[] = {1};
    expect(&x, want, 1);
    assert_int_equal(x.left, 0);
}

static void gpu_loops_016_a_lane_that_exits_leaves(void **state)
{
    (void)state;
    seen_t x = {.n = 0};
    /* All lanes but the last one end inside the loop, in their turns; then it leaves. */
    run_ptx(RIG_HEAD ".entry k() {" REGS "mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\n"
                     "L: add.u32 %r2, %r2, 1; setp.gt.u32 %p1, %r2, %r1; @%p1 exit;\n"
                     "setp.lt.u32 %p2, %r2, 31; @%p2 bra L;\n"
                     "mov.u32 %r3, 0; ret; }\n",
            &x);
    const uint32_t want[] = {1};
    expect(&x, want, 1);
    assert_int_equal(x.left, 0);
}

static void gpu_loops_013_the_end_leaves_all(void **state)
{
    (void)state;
    gpu_cfg_t c = one_sm();
    seen_t x = {.n = 0};
    synth_t s;
    synth_init(&s, 1, 2, 32);
    for (int i = 0; i < 3; i++)
        synth_alu(&s, 1, 1);
    s.inst[0].loop = 7; /* loop 9 in loop 7, in which the program ends */
    s.inst[1].loop = s.inst[2].loop = 9;
    s.inst[1].loop_up = s.inst[2].loop_up = 7;
    gpu_t *g = gpu_new(&c);
    gpu_attach(g, &hooks, &x, NULL);
    assert_int_equal(gpu_run(g, &s.front), GPU_OK);
    assert_int_equal(x.n, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(x.at[i].loop, i % 2 ? 7 : 9);
        assert_int_equal(x.at[i].cycle, x.finish[x.at[i].warp]);
    }
    assert_int_not_equal(x.at[0].warp, x.at[2].warp);
    gpu_free(g);
    synth_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpu_loops_010_nested_and_adjacent),
        cmocka_unit_test(gpu_loops_011_both_at_once),
        cmocka_unit_test(gpu_loops_012_the_last_lane_counts),
        cmocka_unit_test(gpu_loops_013_the_end_leaves_all),
        cmocka_unit_test(gpu_loops_015_lanes_that_wait_are_in_the_loop),
        cmocka_unit_test(gpu_loops_016_a_lane_that_exits_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
