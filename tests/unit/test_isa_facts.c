/* What is known of a kernel before it runs, and what the timing model is told while it does. */
#include "isa_rig.h"

#include <errno.h>

static isa_module_t *parse(const char *text)
{
    diag_t d = {.text = ""};
    isa_module_t *m = isa_module_parse("facts.ptx", text, strlen(text), &d);
    if (!m)
        fail_msg("%s", d.text);
    return m;
}

static unsigned count(const inst_regset_t *s)
{
    unsigned n = 0;
    for (unsigned k = 0; k < INST_MAX_REGS / 64; k++)
        n += (unsigned)__builtin_popcountll(s->w[k]);
    return n;
}

#define REGS ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .f64 %g<9>;\n"

static void isa_600_parameters_have_their_places(void **state)
{
    (void)state;
    isa_module_t *m = parse(RIG_HEAD ".entry k(.param .u8 a, .param .u64 b, .param .f32 c,\n"
                                     ".param .align 16 .b8 d[20], .param .u16 e) { ret; }\n");
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    static const uint32_t offset[5] = {0, 8, 16, 32, 52}, bytes[5] = {1, 8, 4, 20, 2};
    assert_int_equal(k->n_params, 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(k->param[i].offset, offset[i]);
        assert_int_equal(k->param[i].bytes, bytes[i]);
    }
    assert_string_equal(k->param[3].name, "d");
    assert_int_equal(k->param[3].align, 16);
    assert_int_equal(k->param_bytes, 54);
    assert_null(isa_kernel_find(m, "other"));
    isa_module_free(m);
}

static void isa_601_registers_are_the_most_live_at_once(void **state)
{
    (void)state;
    /* r1 r2 r3 live before the first add; d1 is computed when only r4 is */
    isa_module_t *m =
        parse(RIG_HEAD ".entry a() {" REGS "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;\n"
                       "add.u32 %r4, %r1, %r2; add.u32 %r4, %r4, %r3; cvt.u64.u32 %d1, %r4;\n"
                       "st.global.u64 [%d1], %d1; ret; }\n"
                       ".entry b() {" REGS "mov.u64 %d1, 1; mov.u64 %d2, 2; mov.u32 %r1, 3;\n"
                       "setp.eq.u32 %p1, %r1, 3; @%p1 add.u64 %d1, %d1, %d2;\n"
                       "st.global.u32 [%d1], %r1; ret; }\n"
                       ".entry c() .maxnreg 2 {" REGS
                       "mov.u64 %d1, 1; mov.u64 %d2, 2; st.global.u64 [%d1], %d2; ret; }\n");
    assert_int_equal(isa_kernel_find(m, "a")->regs_per_thread, 3);
    assert_int_equal(isa_kernel_find(m, "b")->regs_per_thread, 2 + 2 + 1);
    assert_int_equal(isa_kernel_find(m, "c")->regs_per_thread, 2);
    isa_module_free(m);
}

static void isa_602_value_is_live_around_a_loop(void **state)
{
    (void)state;
    /* d1 and r1 are used behind the loop: 2 + 1, with the loop's r2 and its copy r3 */
    isa_module_t *m =
        parse(RIG_HEAD ".entry k() {" REGS "mov.u64 %d1, 1; mov.u32 %r1, 2; mov.u32 %r2, 0;\n"
                       "L: add.u32 %r3, %r2, 1; mov.u32 %r2, %r3;\n"
                       "setp.lt.u32 %p1, %r2, 9; @%p1 bra L;\n"
                       "st.global.u32 [%d1], %r1; ret; }\n");
    assert_int_equal(isa_kernel_find(m, "k")->regs_per_thread, 4);
    isa_module_free(m);
}

static void isa_603_shared_and_local_bytes(void **state)
{
    (void)state;
    isa_module_t *m = parse(
        RIG_HEAD ".shared .align 8 .b8 one[12];\n.shared .b32 unused[100];\n"
                 ".extern .shared .align 16 .b8 dyn[];\n"
                 ".func f() { .shared .align 16 .b8 two[10]; .reg .b32 %r; .local .b8 x[5];\n"
                 "ld.shared.u8 %r, [two]; ret; }\n"
                 ".entry k() { .reg .b32 %r; .local .align 8 .b8 y[10]; ld.shared.u32 %r, [one];\n"
                 "st.shared.u8 [dyn], %r; call f, (); call f, (); ret; }\n"
                 ".entry bare() { ret; }\n");
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    assert_int_equal(k->shared_bytes, 16 + 10);   /* one, padding, two once for both calls */
    assert_int_equal(k->local_bytes, 12 + 8 + 8); /* y; x of each call, on words */
    assert_int_equal(isa_kernel_find(m, "bare")->shared_bytes, 0);
    isa_module_free(m);
}

static void isa_604_natural_loops_and_their_nesting(void **state)
{
    (void)state;
    /* 0 mov, outer 1..6 (inner 2..4), 7.. alone 7..8, ret 9 */
    isa_module_t *m =
        parse(RIG_HEAD ".entry k() {" REGS "mov.u32 %r1, 0;\n"
                       "O: mov.u32 %r2, 0;\n"
                       "I: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 3; @%p1 bra I;\n"
                       "setp.lt.u32 %p2, %r1, 3; @%p2 bra O;\n"
                       "A: add.u32 %r1, %r1, 1; @%p1 bra A;\n"
                       "ret; }\n");
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    static const unsigned depth[10] = {0, 1, 2, 2, 2, 1, 1, 1, 1, 0};
    assert_int_equal(k->n_loops, 3);
    assert_int_equal(k->n_inst, 10);
    for (unsigned i = 0; i < 10; i++) {
        unsigned l = k->inst[i].loop;
        assert_int_equal(l ? k->loop[l - 1].depth : 0, depth[i]);
        assert_int_equal(k->inst[i].pc, 8 * i);
    }
    const isa_loop_t *inner = &k->loop[k->inst[3].loop - 1];
    const isa_loop_t *outer = &k->loop[k->inst[1].loop - 1];
    const isa_loop_t *alone = &k->loop[k->inst[7].loop - 1];
    assert_int_equal(inner->header, 2);
    assert_int_equal(inner->first, 2);
    assert_int_equal(inner->last, 4);
    assert_ptr_equal(&k->loop[inner->parent - 1], outer);
    assert_int_equal(outer->header, 1);
    assert_int_equal(outer->last, 6);
    assert_int_equal(outer->parent, 0);
    assert_int_equal(alone->first, 7);
    assert_int_equal(alone->last, 8);
    for (unsigned i = 0; i < 10; i++) {
        unsigned l = k->inst[i].loop;
        assert_int_equal(k->inst[i].loop_up, l ? k->loop[l - 1].parent : 0);
    }
    isa_module_free(m);
}

static void isa_605_branches_meet_at_the_post_dominator(void **state)
{
    (void)state;
    /* 0 @bra T, 1 mov, 2 bra J, 3 T: mov, 4 J: @bra X, 5 ret, 6 X: mov, 7 ret */
    isa_module_t *m = parse(RIG_HEAD ".entry k() {" REGS "@%p1 bra T; mov.u32 %r1, 0; bra.uni J;\n"
                                     "T: mov.u32 %r1, 1; J: @%p2 bra X; ret;\n"
                                     "X: mov.u32 %r1, 2; ret; }\n");
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    assert_int_equal(k->n_inst, 8);
    assert_int_equal(k->reconv[0], 4);
    assert_int_equal(k->reconv[2], ISA_NO_INDEX); /* does not diverge */
    assert_int_equal(k->reconv[4], ISA_NO_INDEX); /* only at exit */
    isa_module_free(m);
}

static void isa_606_instructions_as_the_timing_model_sees_them(void **state)
{
    (void)state;
    isa_module_t *m =
        parse(RIG_HEAD ".shared .b32 sh;\n.entry k(.param .u64 p) {" REGS
                       "ld.param.u64 %d1, [p];\n"                 /* 0 */
                       "ld.global.v2.f64 {%g1, %g2}, [%d1+16];\n" /* 1 */
                       "fma.rn.f64 %g1, %g1, %g2, %g1;\n"         /* 2 */
                       "div.s32 %r1, %r2, %r3;\n"                 /* 3 */
                       "ld.volatile.shared.u32 %r2, [sh];\n"      /* 4 */
                       "st.global.cg.u32 [%d1], %r2;\n"           /* 5 */
                       "atom.global.add.u32 %r4, [%d1], %r2;\n"   /* 6 */
                       "red.global.add.u32 [%d1], %r4;\n"         /* 7 */
                       "bar.sync 0;\n"                            /* 8 */
                       "membar.gl;\n"                             /* 9 */
                       "setp.lt.u32 %p1, %r1, %r2;\n"             /* 10 */
                       "@%p1 bra L;\n"                            /* 11 */
                       "L: ld.f64 %g3, [%d1];\n"                  /* 12 */
                       "st.global.f64 [%d1], %g3; st.global.f64 [%d1], %g1; ret; }\n");
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    static const struct {
        uint8_t unit, kind, space, width;
        unsigned dst;
    } want[] = {
        {INST_UNIT_LDST, INST_LOAD, INST_SPACE_PARAM, 8, 1},
        {INST_UNIT_LDST, INST_LOAD, INST_SPACE_GLOBAL, 16, 2},
        {INST_UNIT_DP, INST_ALU, INST_SPACE_NONE, 0, 1},
        {INST_UNIT_SFU, INST_ALU, INST_SPACE_NONE, 0, 1},
        {INST_UNIT_LDST, INST_LOAD, INST_SPACE_SHARED, 4, 1},
        {INST_UNIT_LDST, INST_STORE, INST_SPACE_GLOBAL, 4, 0},
        {INST_UNIT_LDST, INST_ATOMIC, INST_SPACE_GLOBAL, 4, 1},
        {INST_UNIT_LDST, INST_REDUCE, INST_SPACE_GLOBAL, 4, 0},
        {INST_UNIT_CTRL, INST_BARRIER, INST_SPACE_NONE, 0, 0},
        {INST_UNIT_CTRL, INST_FENCE, INST_SPACE_NONE, 0, 0},
        {INST_UNIT_SP, INST_ALU, INST_SPACE_NONE, 0, 1},
        {INST_UNIT_CTRL, INST_BRANCH, INST_SPACE_NONE, 0, 0},
        {INST_UNIT_LDST, INST_LOAD, INST_SPACE_GENERIC, 8, 1},
    };
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++) {
        const inst_t *x = &k->inst[i];
        assert_int_equal(x->unit, want[i].unit);
        assert_int_equal(x->kind, want[i].kind);
        assert_int_equal(x->space, want[i].space);
        assert_int_equal(x->width, want[i].width);
        assert_int_equal(count(&x->dst), want[i].dst);
        assert_true(inst_regset_meets(&x->use, &x->dst) == (want[i].dst > 0));
    }
    assert_int_equal(k->inst[4].cache_op, 1);
    assert_int_equal(k->inst[5].cache_op, 1);
    assert_int_equal(k->inst[6].cache_op, 0);
    assert_int_equal(k->inst[15].kind, INST_EXIT);
    /* the load's destinations are what fma waits for */
    assert_true(inst_regset_meets(&k->inst[1].dst, &k->inst[2].use));
    assert_true(inst_regset_meets(&k->inst[10].dst, &k->inst[11].use));
    assert_false(inst_regset_meets(&k->inst[3].dst, &k->inst[5].use));
    char text[80];
    assert_string_equal(isa_inst_text(k, 2, text, sizeof text), "fma.rn.f64 %g1, %g1, %g2, %g1");
    assert_int_equal(k->line[0], 6);
    isa_module_free(m);
}

/* More than 256 registers share scoreboard numbers; execution is as before. */
static void isa_607_more_registers_than_numbers(void **state)
{
    (void)state;
    enum { MANY = 300 };
    static char text[40000];
    size_t n = (size_t)snprintf(text, sizeof text,
                                RIG_HEAD ".entry k(.param .u64 o) { .reg .b32 %%r<400>;\n"
                                         ".reg .b64 %%d; mov.u32 %%r0, %%tid.x;\n"
                                         "ld.param.u64 %%d, [o];\n");
    for (unsigned i = 1; i <= MANY; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "mad.lo.u32 %%r%u, %%r0, %u, 1;\n", i, i);
    n += (size_t)snprintf(text + n, sizeof text - n, "mov.u32 %%r399, 0;\n");
    for (unsigned i = 1; i <= MANY; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "add.u32 %%r399, %%r399, %%r%u;\n", i);
    snprintf(text + n, sizeof text - n, "st.global.u32 [%%d], %%r399; ret; }\n");
    rig_t r;
    rig_open(&r, "many.ptx", text);
    uint64_t out = rig_alloc(&r, 4);
    assert_true(isa_kernel_find(r.m, "k")->regs_per_thread >= MANY);
    RIG_RUN(&r, "k", 1, 6, out); /* lanes store in order: the last one's value stays */
    uint32_t want = 0;
    for (uint32_t i = 1; i <= MANY; i++)
        want += 5 * i + 1;
    assert_int_equal(*(uint32_t *)rig_host(&r, out), want);
    rig_close(&r);
}

static void isa_608_launches_of_the_wrong_shape_are_refused(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "shape.ptx",
             RIG_HEAD ".entry k() .maxntid 64, 2, 1 { ret; }\n.entry q() .reqntid 32, 2 { ret; }\n"
                      ".entry u(.param .u32 a) { .reg .b64 %d; ret; }\n");
    const isa_kernel_t *k = isa_kernel_find(r.m, "k"), *q = isa_kernel_find(r.m, "q"),
                       *u = isa_kernel_find(r.m, "u");
    assert_int_equal(k->max_threads, 128);
    const struct {
        const isa_kernel_t *kernel;
        uint32_t grid[3], block[3], dyn_shared, warp_size;
        const char *simd, *message;
    } cases[] = {
        {k, {0, 1, 1}, {32, 1, 1}, 0, 32, NULL, "at least 1"},
        {k, {1, 1, 1}, {32, 0, 1}, 0, 32, NULL, "at least 1"},
        {k, {1, 1, 1}, {1024, 2, 1}, 0, 32, NULL, "2048 threads in a CTA"},
        {k, {1, 1, 1}, {256, 1, 1}, 0, 32, NULL, "the kernel allows 128"},
        {q, {1, 1, 1}, {64, 1, 1}, 0, 32, NULL, "requires 32 x 2 x 1"},
        {k, {1, 1, 1}, {32, 1, 1}, 0, 16, NULL, "warps of 16 lanes"},
        {u, {1, 1, 1}, {32, 1, 1}, 0, 32, NULL, "the kernel takes 4"},
        {k, {65536, 65536, 2}, {32, 1, 1}, 0, 32, NULL, "4294967294 CTAs"},
        {k, {1, 1, 1}, {32, 1, 1}, 1u << 30, 32, NULL, "dynamic shared"},
        {k, {1, 1, 1}, {32, 1, 1}, 0, 32, "neon", "no handlers 'neon'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        diag_t d = {.text = ""};
        isa_launch_cfg_t cfg = {.kernel = cases[i].kernel,
                                .dyn_shared = cases[i].dyn_shared,
                                .warp_size = cases[i].warp_size,
                                .mem = {.base = RIG_BASE, .host = r.mem, .bytes = RIG_BYTES},
                                .simd = cases[i].simd};
        memcpy(cfg.grid, cases[i].grid, sizeof cfg.grid);
        memcpy(cfg.block, cases[i].block, sizeof cfg.block);
        isa_launch_t *l = isa_launch_new(&cfg, &d);
        if (l || !strstr(d.text, cases[i].message))
            fail_msg("case %zu: '%s', expected '%s'", i, d.text, cases[i].message);
    }
    rig_close(&r);
}

static void isa_609_symbols_must_be_placed(void **state)
{
    (void)state;
    isa_module_t *m = parse(RIG_HEAD ".global .align 8 .f32 v[3] = {1.5, 0f40000000, -1};\n"
                                     ".const .s16 c = -2;\n.extern .global .u32 elsewhere;\n"
                                     ".global .u64 p = v+4;\n"
                                     ".entry k() { .reg .b64 %d; mov.u64 %d, v; ret; }\n");
    assert_int_equal(isa_symbol_count(m), 3);
    const isa_symbol_t *v = isa_symbol_at(m, 0), *c = isa_symbol_at(m, 1);
    assert_string_equal(v->name, "v");
    assert_int_equal(v->bytes, 12);
    assert_int_equal(v->align, 8);
    assert_int_equal(v->space, INST_SPACE_GLOBAL);
    assert_int_equal(c->space, INST_SPACE_CONST);
    static uint8_t mem[4096];
    isa_launch_cfg_t cfg = {.kernel = isa_kernel_find(m, "k"),
                            .grid = {1, 1, 1},
                            .block = {32, 1, 1},
                            .warp_size = 32,
                            .mem = {RIG_BASE, mem, sizeof mem}};
    diag_t d = {.text = ""};
    assert_null(isa_launch_new(&cfg, &d));
    assert_non_null(strstr(d.text, "variable 'v' has no place in device memory"));
    for (unsigned i = 0; i < 3; i++)
        isa_symbol_place(m, i, RIG_BASE + 64 * i);
    float f[3];
    int16_t s;
    uint64_t p;
    isa_symbol_image(m, 0, f);
    isa_symbol_image(m, 1, &s);
    isa_symbol_image(m, 2, &p);
    assert_true(f[0] == 1.5f && f[1] == 2.0f && f[2] == -1.0f);
    assert_int_equal(s, -2);
    assert_true(p == RIG_BASE + 4);
    isa_launch_t *l = isa_launch_new(&cfg, &d);
    assert_non_null(l);
    isa_launch_free(l);
    isa_module_free(m);
}

/* An array whose size is that of its initial value, beyond the first guess of it. */
static void isa_612_arrays_as_long_as_their_values(void **state)
{
    (void)state;
    char text[1000];
    size_t n = (size_t)snprintf(text, sizeof text, RIG_HEAD ".global .u16 t[] = {");
    for (unsigned i = 0; i < 100; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%u", i ? ", " : "", 3 * i);
    snprintf(text + n, sizeof text - n, "};\n.const .f64 c[] = {0d4000000000000000};\n");
    isa_module_t *m = parse(text);
    uint16_t t[100];
    double c;
    assert_int_equal(isa_symbol_at(m, 0)->bytes, sizeof t);
    assert_int_equal(isa_symbol_at(m, 1)->bytes, 8);
    isa_symbol_place(m, 0, RIG_BASE);
    isa_symbol_place(m, 1, RIG_BASE + 256);
    isa_symbol_image(m, 0, t);
    isa_symbol_image(m, 1, &c);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(t[i], 3 * i);
    assert_true(c == 2.0);
    isa_module_free(m);
}

/* Local addresses: lanes side by side, regions by the lowest free number. */
static void isa_610_local_addresses_are_interleaved(void **state)
{
    (void)state;
    isa_module_t *m = parse(RIG_HEAD ".entry k() { .local .b32 lo[3]; .reg .b32 %r;\n"
                                     "st.local.u32 [lo+8], %r; ret; }\n");
    static uint8_t mem[4096];
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    isa_launch_cfg_t cfg = {.kernel = k,
                            .grid = {3, 1, 1},
                            .block = {64, 1, 1},
                            .warp_size = 32,
                            .mem = {RIG_BASE, mem, sizeof mem}};
    diag_t d = {.text = ""};
    isa_launch_t *l = isa_launch_new(&cfg, &d);
    front_t *f = isa_launch_front(l);
    assert_int_equal(f->local_cta_bytes, 2 * 3 * 32 * 4); /* warps, words, lanes, bytes */
    assert_true(f->local_base >= RIG_BASE + sizeof mem);
    front_cta_t *a = f->ops->cta_begin(f->ctx, 0), *b = f->ops->cta_begin(f->ctx, 1);
    warp_step_t s;
    front_warp_t *w = f->ops->cta_warp(f->ctx, b, 1);
    assert_ptr_equal(f->ops->first(f->ctx, w), &k->inst[0]);
    f->ops->step(f->ctx, w, &s);
    assert_int_equal(s.space, INST_SPACE_LOCAL);
    assert_ptr_equal(s.next, &k->inst[1]);
    for (unsigned i = 0; i < 32; i++) /* region 1, warp 1, word 2 */
        assert_true(s.addr[i] == f->local_base + 768 + 384 + 2 * 128 + 4 * i);
    f->ops->step(f->ctx, w, &s);
    assert_null(s.next);
    f->ops->cta_end(f->ctx, a);
    front_cta_t *c = f->ops->cta_begin(f->ctx, 2); /* takes region 0 again */
    f->ops->step(f->ctx, f->ops->cta_warp(f->ctx, c, 0), &s);
    assert_true(s.addr[0] == f->local_base + 256);
    f->ops->cta_end(f->ctx, b);
    f->ops->cta_end(f->ctx, c);
    isa_launch_free(l);
    isa_module_free(m);
}

static void isa_611_barriers_say_who_meets(void **state)
{
    (void)state;
    isa_module_t *m = parse(RIG_HEAD ".entry k() { bar.sync 3, 96; bar.sync 0; ret; }\n");
    static uint8_t mem[256];
    isa_launch_cfg_t cfg = {.kernel = isa_kernel_find(m, "k"),
                            .grid = {1, 1, 1},
                            .block = {128, 1, 1},
                            .warp_size = 32,
                            .mem = {RIG_BASE, mem, sizeof mem}};
    diag_t d = {.text = ""};
    isa_launch_t *l = isa_launch_new(&cfg, &d);
    front_t *f = isa_launch_front(l);
    front_cta_t *c = f->ops->cta_begin(f->ctx, 0);
    front_warp_t *w = f->ops->cta_warp(f->ctx, c, 2);
    warp_step_t s;
    f->ops->step(f->ctx, w, &s);
    assert_int_equal(s.barrier, 3);
    assert_int_equal(s.barrier_warps, 3);
    f->ops->step(f->ctx, w, &s);
    assert_int_equal(s.barrier, 0);
    assert_int_equal(s.barrier_warps, 0);
    f->ops->cta_end(f->ctx, c);
    isa_launch_free(l);
    isa_module_free(m);
}

/* By opcode and type as GPGPU-Sim 3.2 groups them; registers as operands name them. */
static void isa_613_kinds_of_arithmetic_and_sources(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint8_t op, sources;
    } want[] = {
        {"add.u32 %r1, %r1, %r1", INST_OP_INT_ADD, 2},
        {"sub.s64 %d1, %d2, 4", INST_OP_INT_ADD, 1},
        {"add.cc.u32 %r1, %r2, %r3", INST_OP_INT_ADD, 2},
        {"addc.u32 %r1, %r2, %r3", INST_OP_INT_ADD, 2},
        {"@%p1 min.s32 %r1, %r2, %r3", INST_OP_INT_MAX, 2},
        {"max.u16 %h1, %h2, %h1", INST_OP_INT_MAX, 2},
        {"mul.lo.s32 %r1, %r2, 3", INST_OP_INT_MUL, 1},
        {"mul.wide.u32 %d1, %r2, %r3", INST_OP_INT_MUL, 2},
        {"mul24.lo.u32 %r1, %r2, %r3", INST_OP_LOGIC, 2},
        {"mad.lo.s32 %r1, %r2, %r3, %r4", INST_OP_INT_MAD, 3},
        {"mad.wide.u32 %d1, %r2, %r3, %d4", INST_OP_INT_MAD, 3},
        {"div.u32 %r1, %r2, %r3", INST_OP_INT_DIV, 2},
        {"rem.u32 %r1, %r2, %r3", INST_OP_LOGIC, 2},
        {"add.f32 %f1, %f2, %f3", INST_OP_FP_ADD, 2},
        {"add.f16x2 %r1, %r2, %r3", INST_OP_FP_ADD, 2},
        {"max.f32 %f1, %f2, %f3", INST_OP_FP_MAX, 2},
        {"mul.f32 %f1, %f2, 0f40000000", INST_OP_FP_MUL, 1},
        {"mad.rn.f32 %f1, %f2, %f3, %f1", INST_OP_FP_MAD, 3},
        {"fma.rn.f32 %f1, %f2, %f3, %f1", INST_OP_LOGIC, 3},
        {"div.full.f32 %f1, %f2, %f3", INST_OP_FP_DIV, 2},
        {"div.rn.f32 %f1, %f2, %f3", INST_OP_FP_DIV, 2},
        {"sub.f64 %g1, %g2, %g3", INST_OP_DP_ADD, 2},
        {"min.f64 %g1, %g2, %g3", INST_OP_DP_MAX, 2},
        {"mul.f64 %g1, %g2, %g3", INST_OP_DP_MUL, 2},
        {"mad.rn.f64 %g1, %g2, %g3, %g1", INST_OP_DP_MAD, 3},
        {"div.rn.f64 %g1, %g2, %g3", INST_OP_DP_DIV, 2},
        {"ex2.approx.f32 %f1, %f2", INST_OP_SPECIAL, 1},
        {"sqrt.rn.f32 %f1, %f2", INST_OP_SPECIAL, 1},
        {"rcp.rn.f64 %g1, %g2", INST_OP_SPECIAL, 1},
        {"setp.lt.u32 %p1, %r1, %r2", INST_OP_LOGIC, 2},
        {"selp.b32 %r1, %r2, %r3, %p1", INST_OP_LOGIC, 3},
        {"mov.u32 %r1, %tid.x", INST_OP_LOGIC, 0},
        {"mov.u32 %r1, 7", INST_OP_LOGIC, 0},
        {"mov.b64 {%r1, %r2}, %d1", INST_OP_LOGIC, 1},
        {"mov.b64 %d1, {%r1, %r2}", INST_OP_LOGIC, 2},
        {"cvt.u64.u32 %d1, %r1", INST_OP_LOGIC, 1},
        {"ld.param.u64 %d1, [p]", INST_OP_LOGIC, 0},
        {"ld.global.v2.u32 {%r1, %r2}, [%d1+8]", INST_OP_LOGIC, 1},
        {"st.global.u32 [%d1], %r1", INST_OP_LOGIC, 2},
        {"st.global.u32 [%d1], 7", INST_OP_LOGIC, 1},
        {"st.global.v2.u32 [%d1], {%r1, %r2}", INST_OP_LOGIC, 3},
        {"ld.shared.u32 %r1, [sh]", INST_OP_LOGIC, 0},
        {"atom.global.cas.b32 %r1, [%d1], %r2, %r3", INST_OP_LOGIC, 3},
        {"red.global.add.u32 [%d1], %r2", INST_OP_LOGIC, 2},
    };
    enum { N = sizeof want / sizeof want[0] };
    char text[4096];
    size_t n = (size_t)snprintf(text, sizeof text, "%s",
                                RIG_HEAD ".shared .b32 sh;\n.entry k(.param .u64 p) {" REGS
                                         ".reg .b16 %h<9>; .reg .f32 %f<9>;\n");
    for (unsigned i = 0; i < N; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s;\n", want[i].text);
    snprintf(text + n, sizeof text - n, "ret; }\n");
    isa_module_t *m = parse(text);
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    for (unsigned i = 0; i < N; i++)
        if (k->inst[i].op != want[i].op || k->inst[i].sources != want[i].sources)
            fail_msg("%s: kind %u, %u sources", want[i].text, k->inst[i].op, k->inst[i].sources);
    isa_module_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_600_parameters_have_their_places),
        cmocka_unit_test(isa_601_registers_are_the_most_live_at_once),
        cmocka_unit_test(isa_602_value_is_live_around_a_loop),
        cmocka_unit_test(isa_603_shared_and_local_bytes),
        cmocka_unit_test(isa_604_natural_loops_and_their_nesting),
        cmocka_unit_test(isa_605_branches_meet_at_the_post_dominator),
        cmocka_unit_test(isa_606_instructions_as_the_timing_model_sees_them),
        cmocka_unit_test(isa_607_more_registers_than_numbers),
        cmocka_unit_test(isa_608_launches_of_the_wrong_shape_are_refused),
        cmocka_unit_test(isa_609_symbols_must_be_placed),
        cmocka_unit_test(isa_610_local_addresses_are_interleaved),
        cmocka_unit_test(isa_611_barriers_say_who_meets),
        cmocka_unit_test(isa_612_arrays_as_long_as_their_values),
        cmocka_unit_test(isa_613_kinds_of_arithmetic_and_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
