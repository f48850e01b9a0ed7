/*
 * Address programs of kernels of a few lines: every construct that is computed, against execution
 * and in its readable form.
 */
#include "address_rig.h"

typedef struct computed {
    const char *body;
    const char *text; /* of the address, NULL: not looked at */
    bool overflows;
} computed_t;

static const computed_t computed[] = {
    /* sums and products */
    {"mov.u32 %r9, %r6;" STORE, "A + 4*(ctaid.x*ntid.x + tid.x)", false},
    {"mul.lo.s32 %r9, %r4, %r2; sub.s32 %r9, %r1, %r9; add.s32 %r9, %r9, -1;" STORE,
     "A + 4*(-n*ctaid.x + tid.x - 1)", false},
    {"shl.b32 %r9, %r1, 3; or.b32 %r9, %r9, 5; neg.s32 %r8, %r2; sub.s32 %r9, %r9, %r8;" STORE,
     "A + 4*(ctaid.x + 8*tid.x + 5)", false},
    {"not.b32 %r9, %r1;" STORE, "A + 4*(-tid.x - 1)", false},
    {"mad.wide.s32 %d9, %r1, 12, %d1; st.global.u32 [%d9+8], %r1; ret; }", "A + 12*tid.x + 8",
     false},
    {"cvt.u64.u32 %d2, %r6; shl.b64 %d2, %d2, 2; add.s64 %d9, %d1, %d2; st.global.u32 [%d9+-4], "
     "%r1;"
     "ret; }",
     "A + 4*(ctaid.x*ntid.x + tid.x - 1)", false},
    {"sub.s32 %r8, %r1, %r1; add.s32 %r9, %r8, 6;" STORE, "A + 24", false},
    {"st.global.u32 [%d1], %r1; ret; }", "A", false},
    {"mul.lo.s32 %r9, %r4, %r1; mad.lo.s32 %r9, %r4, %r2, %r9; mul.lo.s32 %r8, %r4, %r1;"
     "sub.s32 %r9, %r9, %r8;" STORE,
     "A + 4*n*ctaid.x", false},
    {"shr.s32 %r7, %r6, 31; shr.u32 %r7, %r7, 28; add.s32 %r7, %r6, %r7; shr.s32 %r9, %r7, "
     "4;" STORE,
     "A + 4*((ctaid.x*ntid.x + tid.x) / 16)", false},
    {"div.u32 %r9, %r6, %r4;" STORE, "A + 4*((ctaid.x*ntid.x + tid.x) / n)", false},
    {"min.s32 %r9, %r1, 5; max.s32 %r9, %r9, %r2;" STORE, "A + 4*max(min(tid.x, 5), ctaid.x)",
     false},
    {"setp.lt.s32 %p1, %r1, %r4; selp.b32 %r9, %r1, 0, %p1;" STORE,
     "A + 4*((tid.x < n) ? tid.x : 0)", false},
    /* choices that are none */
    {"mov.u32 %r7, 0; setp.eq.u32 %p1, %r7, 0; selp.b32 %r9, %r1, %r2, %p1;" STORE, "A + 4*tid.x",
     false},
    {"mov.u32 %r7, -1; setp.lt.s32 %p1, %r7, 0; setp.lt.u32 %p2, %r7, 0; selp.b32 %r8, 8, %r2, %p1;"
     "selp.b32 %r9, %r2, %r8, %p2;" STORE,
     "A + 32", false},
    {"setp.eq.u32 %p1, %r4, 0; selp.b32 %r9, %r1, %r1, %p1;" STORE, "A + 4*tid.x", false},
    {"mov.u64 %d2, 3; setp.ge.s64 %p1, %d2, 4; mov.u32 %r9, 1; @!%p1 mov.u32 %r9, %r1;" STORE,
     "A + 4*tid.x", false},
    /* undefined by PTX, defined by us */
    {"div.s32 %r9, %r1, %r5;" STORE_R9, "A + 4*((tid.x / zero) & 1023)", false},
    {"rem.u32 %r9, %r1, %r5;" STORE_R9, "A + 4*((tid.x % zero) & 1023)", false},
    {"div.u64 %d2, %d1, 0; cvt.u32.u64 %r9, %d2;" STORE_R9, NULL, true},
    {"shl.b32 %r9, %r1, 40; shr.s32 %r8, %r1, 77; add.s32 %r9, %r9, %r8;" STORE_R9, NULL, false},
    /* the rest of the integers */
    {"mul.hi.u32 %r9, %r1, 0x12345678; mul24.lo.s32 %r8, %r1, %r2; xor.b32 %r9, %r9, %r8;" STORE_R9,
     NULL, false},
    {"mul.lo.s32 %r9, %r6, 0x7fffffff; mad.lo.s32 %r9, %r9, 0x10001, %r6;" STORE_R9, NULL, true},
    {"popc.b32 %r7, %r6; clz.b32 %r8, %r6; brev.b32 %r9, %r6; sad.s32 %r9, %r7, %r8, %r9;" STORE_R9,
     NULL, false},
    {"bfe.s32 %r7, %r6, 2, 3; bfi.b32 %r8, %r6, %r7, 1, 4; prmt.b32 %r9, %r8, %r7, "
     "0x3021;" STORE_R9,
     NULL, false},
    {"slct.s32.s32 %r9, %r1, %r2, %r4; abs.s32 %r9, %r9; cnot.b32 %r8, %r1; add.s32 %r9, %r9, "
     "%r8;" STORE,
     NULL, false},
    {"set.lt.u32.s32 %r9, %r1, 5;" STORE_R9, NULL, false},
    {"cvt.s8.s32 %h1, %r6; cvt.s32.s8 %r9, %h1; mul.lo.s16 %h2, %h1, 3; cvt.u32.u16 %r8, %h2;"
     "add.s32 %r9, %r9, %r8;" STORE_R9,
     NULL, false},
    {"cvt.sat.u8.s32 %h1, %r6; cvt.u32.u16 %r9, %h1;" STORE, NULL, false},
    /* carry, packing, predicates */
    {"mov.u32 %r7, 0xffffffff; add.cc.u32 %r7, %r7, %r1; addc.u32 %r9, %r2, 0;" STORE, NULL, false},
    {"sub.cc.u32 %r7, %r1, 7; subc.u32 %r9, 3, 0; mul.wide.u32 %d2, %r9, 4;" STORE, NULL, false},
    {"mov.b64 %d2, {%r1, %r2}; mov.b64 {%r7, %r8}, %d2; shr.u64 %d3, %d2, 32; cvt.u32.u64 %r9, %d3;"
     "add.s32 %r9, %r9, %r7; add.s32 %r9, %r9, %r8;" STORE,
     NULL, false},
    {"setp.gt.s32 %p1|%p2, %r1, 4; setp.lt.and.s32 %p3, %r1, 9, %p1; or.pred %p4, %p2, !%p3;"
     "not.pred %p5, %p4; xor.pred %p6, %p5, %p1; mov.pred %p7, %p6; selp.s32 %r9, 8, 3, %p7;" STORE,
     NULL, false},
    /* floating point, rounding and all */
    {"cvt.rn.f32.s32 %f1, %r6; mul.f32 %f2, %f1, 0f3f19999a; add.rz.f32 %f2, %f2, 0f3f000000;"
     "cvt.rzi.s32.f32 %r9, %f2;" STORE,
     NULL, false},
    {"cvt.rn.f64.u32 %g1, %r6; sqrt.rn.f64 %g2, %g1; cvt.rmi.s32.f64 %r9, %g2;" STORE, NULL, false},
    {"cvt.rn.f32.s32 %f1, %r6; sin.approx.ftz.f32 %f2, %f1; fma.rn.ftz.sat.f32 %f3, %f2, %f2, %f2;"
     "mul.f32 %f3, %f3, 0f41200000; cvt.rni.s32.f32 %r9, %f3;" STORE,
     NULL, false},
    /* where the thread is */
    {"mov.u32 %r7, %laneid; mov.u32 %r8, %warpid; mad.lo.s32 %r9, %r8, 32, %r7;" STORE,
     "A + 4*(laneid + 32*warpid)", false},
    {"mov.u32 %r7, %lanemask_lt; popc.b32 %r7, %r7; mov.u32 %r8, %lanemask_ge; popc.b32 %r8, %r8;"
     "mad.lo.s32 %r9, %r7, 33, %r8; mov.u32 %r7, %lanemask_eq; xor.b32 %r9, %r9, %r7;"
     "mov.u32 %r7, %lanemask_le; xor.b32 %r9, %r9, %r7; mov.u32 %r7, %lanemask_gt;"
     "add.u32 %r9, %r9, %r7;" STORE_R9,
     NULL, true},
    {"mov.u32 %r7, %tid.y; mov.u32 %r8, %tid.z; mov.u32 %r10, %ntid.y; mov.u32 %r11, %ntid.z;"
     "mad.lo.s32 %r9, %r8, %r10, %r7; mad.lo.s32 %r9, %r9, %r3, %r1; mov.u32 %r12, %ctaid.y;"
     "mov.u32 %r13, %ctaid.z; mov.u32 %r14, %nctaid.x; mov.u32 %r15, %nctaid.y;"
     "mov.u32 %r16, %nctaid.z; mov.u32 %r17, %nwarpid; mad.lo.s32 %r9, %r12, %r14, %r9;"
     "mad.lo.s32 %r9, %r13, %r15, %r9; mad.lo.s32 %r9, %r11, %r16, %r9; add.s32 %r9, %r9, "
     "%r17;" STORE,
     NULL, false},
    /* parameters of all sizes */
    {"ld.param.s8 %r7, [c]; ld.param.s16 %r8, [h]; mad.lo.s32 %r9, %r7, %r8, %r1;" STORE,
     "A + 4*(c*h + tid.x)", false},
    {"ld.param.u8 %r7, [h+1]; ld.param.u16 %r8, [A+2]; xor.b32 %r9, %r7, %r8;" STORE_R9, NULL,
     false},
    {"ld.param.v2.u32 {%r7, %r8}, [A]; mov.b64 %d2, {%r7, %r8}; st.global.u32 [%d2], %r7; ret; }",
     NULL, false},
    /* guards of the access do not matter; those that all threads share are evaluated */
    {"setp.ge.s32 %p1, %r1, 9; @%p1 bra L; st.global.u32 [%d1], %r1; L: ret; }", "A", false},
    {"setp.lt.s32 %p1, %r1, 9; mov.u32 %r9, %r6; @%p1 st.global.u32 [%d1+4], %r9; ret; }", "A + 4",
     false},
    {"setp.eq.s32 %p1, %r4, 7; mov.u32 %r9, 1; @%p1 mov.u32 %r9, %r1;" STORE,
     "A + 4*((n == 7) ? tid.x : 1)", false},
    {"setp.eq.s32 %p1, %r2, 1; mov.u32 %r9, 1; @!%p1 mov.u32 %r9, %r1;" STORE,
     "A + 4*((ctaid.x == 1) ? 1 : tid.x)", false},
    /* a branch that all threads take alike */
    {"setp.eq.s32 %p1, %r2, 1; @%p1 bra T; mov.u32 %r9, 2; bra J; T: mov.u32 %r9, %r1; J:" STORE,
     "A + 4*((ctaid.x == 1) ? tid.x : 2)", false},
    {"mov.u32 %r9, 3; setp.eq.s32 %p1, %r2, 1; setp.eq.s32 %p2, %r4, 8; @%p1 bra T; @!%p2 bra T;"
     "mov.u32 %r9, %r1; T:" STORE,
     "A + 4*((ctaid.x == 1) ? 3 : ((n == 8) ? tid.x : 3))", false},
    {"setp.eq.s32 %p1, %r2, 1; mov.pred %p2, %p1; @%p1 bra T; setp.lt.s32 %p2, %r1, 3; T:"
     "selp.b32 %r9, 4, 2, %p2;" STORE,
     NULL, false},
    /* the same on both sides of a divergent branch */
    {"setp.lt.s32 %p1, %r1, 5; @%p1 bra T; add.s32 %r9, %r1, %r2; bra J; T: add.s32 %r9, %r1, %r2; "
     "J:" STORE,
     "A + 4*(ctaid.x + tid.x)", false},
    /* the same in two ways: sums and products modulo 2^32, by a branch or a guard, by data */
    {"setp.lt.s32 %p1, %r1, 5; @%p1 bra T; add.s32 %r8, %r2, 3; mul.lo.s32 %r9, %r8, %r1; bra J;"
     "T: mul.lo.s32 %r8, %r1, 3; mad.lo.s32 %r9, %r1, %r2, %r8; J:" STORE,
     "A + 4*(ctaid.x*tid.x + 3*tid.x)", false},
    {"mul.lo.s32 %r9, %r1, 4; add.s32 %r9, %r9, %r2; setp.lt.s32 %p1, %r1, 5; shl.b32 %r8, %r1, 2;"
     "@%p1 add.s32 %r9, %r8, %r2;" STORE,
     "A + 4*(ctaid.x + 4*tid.x)", false},
    {"ld.global.u32 %r8, [%d1]; setp.lt.s32 %p1, %r8, 5; add.s32 %r9, %r1, %r2; @%p1 bra T;"
     "add.s32 %r9, %r2, %r1; T:" STORE,
     "A + 4*(ctaid.x + tid.x)", false},
    {"mov.u32 %r9, 0; setp.lt.s32 %p1, %r1, 5; @%p1 bra T; mul.lo.s32 %r9, %r1, -2147483648;"
     "shl.b32 %r9, %r9, 1; T:" STORE,
     NULL, false},
    {"cvt.s64.s32 %d2, %r1; setp.lt.s32 %p1, %r1, 5; @%p1 bra T; add.s64 %d3, %d2, %d2;"
     "add.s64 %d3, %d3, %d2; bra J; T: mul.lo.s64 %d3, %d2, 3; J: shl.b64 %d3, %d3, 2;"
     "add.s64 %d9, %d1, %d3; st.global.u32 [%d9], %r1; ret; }",
     "A + 12*tid.x", false},
    /* a divergent branch whose other side does not come here */
    {"mov.u32 %r9, 2; setp.lt.s32 %p1, %r1, 5; @!%p1 bra T; mov.u32 %r9, %r1; st.global.u32 [%d1], "
     "%r9;"
     "ret; T:" STORE,
     "A + 8", false},
    /* first iterations: one loop, two nested, a loop before another, bounds by thread */
    {"mov.u32 %r9, %r1; T: mul.wide.s32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], "
     "%r1;"
     "add.s32 %r9, %r9, 16; setp.lt.s32 %p1, %r9, 300; @%p1 bra T; ret; }",
     "A + 4*tid.x", false},
    {"mov.u32 %r9, %r2; T: mov.u32 %r8, %r1; U: add.s32 %r7, %r8, %r9; mul.wide.s32 %d9, %r7, 4;"
     "add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1; add.s32 %r8, %r8, 1; setp.lt.s32 %p1, %r8, "
     "%r4;"
     "@%p1 bra U; add.s32 %r9, %r9, 1; setp.lt.s32 %p1, %r9, 9; @%p1 bra T; ret; }",
     "A + 4*(ctaid.x + tid.x)", false},
    {"mov.u32 %r8, 0; mov.u32 %r9, %r1; T: add.s32 %r8, %r8, 1; setp.lt.s32 %p1, %r8, %r4; @%p1 "
     "bra T;" STORE,
     "A + 4*tid.x", false},
    /* a step that is halved, by a branch that all threads take alike; a loop in it as long as n */
    {"mov.u32 %r9, %r1; mov.u32 %r8, 64; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "st.global.u32 [%d9], %r1; add.u32 %r9, %r9, %r8; setp.eq.s32 %p2, %r8, %r4; @%p2 bra U;"
     "shr.u32 %r8, %r8, 1; U: setp.gt.u32 %p1, %r8, 0; @%p1 bra T; ret; }",
     "A + 4*tid.x", false},
    {"mov.u32 %r9, %r1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], "
     "%r1;"
     "mov.u32 %r8, 0; U: add.u32 %r9, %r9, 1; add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, %r4;"
     "@%p2 bra U; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     "A + 4*tid.x", false},
    /* as long as data says, which changes nothing of where it is when it is there */
    {"mov.u32 %r9, %r1; mov.u32 %r8, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "ld.global.u32 %r8, [%d9]; add.u32 %r9, %r9, 1; setp.gt.u32 %p1, %r8, 5; @%p1 bra T; ret; }",
     "A + 4*tid.x", false},
    /* an access that comes late in its loop, or not at all */
    {"mov.u32 %r9, 0; T: setp.ne.s32 %p1, %r9, 3; @%p1 bra U; mul.wide.s32 %d9, %r9, 4;"
     "add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1; U: add.s32 %r9, %r9, 1; setp.lt.s32 %p2, "
     "%r9, 5;"
     "@%p2 bra T; ret; }",
     "A", false},
};

static void address_100_what_is_computed_is_what_is_executed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof computed / sizeof computed[0]; i++) {
        const computed_t *c = &computed[i];
        char text[4096], shown[400];
        snprintf(text, sizeof text, "%s%s%s", RIG_HEAD, BEGIN, c->body);
        for (unsigned s = 0; s < ADDRESS_SHAPES; s++) {
            rig_t r;
            rig_open(&r, "k.ptx", text);
            watch_t w = {.what = c->body, .overflows = c->overflows};
            address_set_t *set = address_set_new(isa_kernel_find(r.m, "k"));
            unsigned n;
            const address_program_t *p = address_programs(set, &n);
            assert_true(n >= 1);
            if (p[n - 1].why)
                fail_msg("%s: %s", c->body, address_why_text(p[n - 1].why));
            address_text(set, n - 1, shown, sizeof shown);
            if (c->text && strcmp(shown, c->text))
                fail_msg("%s: %s; expected %s", c->body, shown, c->text);
            address_run(&r, &w, &address_shapes[s]);
            bool late = strstr(c->body, "setp.ne.s32 %p1, %r9, 3") != NULL;
            assert_int_equal(w.compared == 0, late);
            address_set_free(set);
            rig_close(&r);
        }
    }
}

static void address_310_generic_accesses_to_shared_and_local_memory_are_none(void **state)
{
    (void)state;
    rig_t r;
    unsigned n;
    address_set_t *s = open_set(
        &r, RIG_HEAD BEGIN ".shared .b32 sh[64]; .local .b32 lo[4];\n"
                           "mov.u64 %d2, sh; cvta.shared.u64 %d2, %d2; mul.wide.u32 %d3, %r1, 4;\n"
                           "add.s64 %d2, %d2, %d3; st.u32 [%d2], %r1; mov.u64 %d4, lo;\n"
                           "cvta.local.u64 %d4, %d4; ld.u32 %r8, [%d4]; ld.u32 %r8, [%d1];\n"
                           "st.shared.u32 [sh], %r8; ret; }\n");
    const address_program_t *p = address_programs(s, &n);
    assert_int_equal(n, 1);
    assert_true(p[0].generic);
    assert_int_equal(p[0].why, ADDRESS_REGULAR);
    address_set_free(s);
    rig_close(&r);
}

static void address_320_functions_are_part_of_the_kernel(void **state)
{
    (void)state;
    static const char *const text = RIG_HEAD
        ".func (.param .b32 out) twice(.param .b32 in, .param .b64 unused)\n"
        "{ .reg .b32 %x<4>; .reg .pred %q; ld.param.u32 %x1, [in]; shl.b32 %x2, %x1, 1;\n"
        "setp.eq.s32 %q, %x1, %x1; @%q bra T; T: st.param.b32 [out], %x2; ret; }\n"
        ".func touch(.param .b64 p, .param .b32 i)\n"
        "{ .reg .b32 %x<4>; .reg .b64 %y<4>; ld.param.u64 %y1, [p]; ld.param.s32 %x1, [i];\n"
        "mul.wide.s32 %y2, %x1, 4; add.s64 %y1, %y1, %y2; st.global.u32 [%y1], %x1; ret; }\n" BEGIN
        "{ .param .b32 a; .param .b64 b; .param .b32 o; st.param.b32 [a], %r1;\n"
        "st.param.b64 [b], %d1; call (o), twice, (a, b); ld.param.b32 %r9, [o]; }\n"
        "{ .param .b64 a; .param .b32 b; st.param.b64 [a], %d1; st.param.b32 [b], %r9;\n"
        "call touch, (a, b); }\n"
        "{ .param .b64 a; .param .b32 b; st.param.b64 [a], %d1; st.param.b32 [b], %r2;\n"
        "call touch, (a, b); } ret; }\n";
    rig_t r;
    unsigned n;
    char shown[200];
    address_set_t *s = open_set(&r, text);
    const address_program_t *p = address_programs(s, &n);
    assert_int_equal(n, 2);
    assert_int_equal(p[0].why, ADDRESS_REGULAR);
    assert_string_equal(address_text(s, 0, shown, sizeof shown), "A + 8*tid.x");
    assert_string_equal(address_text(s, 1, shown, sizeof shown), "A + 4*ctaid.x");
    address_set_free(s);
    watch_t w = {.what = "calls"};
    address_run(&r, &w, &address_shapes[0]);
    assert_int_equal(w.compared, 2 * 3 * 64);
    rig_close(&r);
}

static void address_330_what_depends_on_what(void **state)
{
    (void)state;
    rig_t r;
    unsigned n;
    address_set_t *s =
        open_set(&r, RIG_HEAD BEGIN
                 "mul.wide.u32 %d2, %r1, 4; mul.wide.u32 %d3, %r2, 4;\n"
                 "add.s64 %d4, %d1, %d2; add.s64 %d5, %d1, %d3; add.s64 %d6, %d4, %d3;\n"
                 "st.global.u32 [%d1], %r1; st.global.u32 [%d4], %r1;\n"
                 "st.global.u32 [%d5], %r1; mov.u32 %r8, 0;\n"
                 "T: st.global.u32 [%d6], %r1; add.s64 %d6, %d6, 4; add.s32 %r8, %r8, 1;\n"
                 "setp.lt.s32 %p1, %r8, %r4; @%p1 bra T; ret; }\n");
    const address_program_t *p = address_programs(s, &n);
    assert_int_equal(n, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(p[i].on_tid, i == 1 || i == 3);
        assert_int_equal(p[i].on_cta, i == 2 || i == 3);
        assert_int_equal(p[i].carried, i == 3);
    }
    address_set_free(s);
    rig_close(&r);
}

/* x + x, 200 times over: 2^200 sums if each were looked at where it is used. */
static void address_350_shared_values_are_looked_at_once(void **state)
{
    (void)state;
    char *text = malloc(65536), shown[200];
    rig_t r;
    size_t at = (size_t)sprintf(text, "%s%smov.u32 %%r9, %%r6;\n", RIG_HEAD, BEGIN);
    for (int i = 0; i < 200; i++)
        at += (size_t)sprintf(text + at, "mul.hi.s32 %%r9, %%r9, %%r9; cvt.s64.s32 %%d2, %%r9;\n"
                                         "add.s64 %%d2, %%d2, %%d2; cvt.u32.u64 %%r9, %%d2;\n");
    sprintf(text + at, "%s", STORE_R9);
    address_set_t *s = open_set(&r, text);
    unsigned n;
    const address_program_t *p = address_programs(s, &n);
    assert_int_equal(p[0].why, ADDRESS_REGULAR);
    assert_int_equal(strlen(address_text(s, 0, shown, sizeof shown)), sizeof shown - 1);
    assert_string_equal(shown + sizeof shown - 4, "...");
    address_set_free(s);
    watch_t w = {.what = "doubled", .overflows = true};
    address_run(&r, &w, &address_shapes[0]);
    assert_int_equal(w.compared, 3 * 64);
    rig_close(&r);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(address_100_what_is_computed_is_what_is_executed),
        cmocka_unit_test(address_310_generic_accesses_to_shared_and_local_memory_are_none),
        cmocka_unit_test(address_320_functions_are_part_of_the_kernel),
        cmocka_unit_test(address_330_what_depends_on_what),
        cmocka_unit_test(address_350_shared_values_are_looked_at_once),
    };
    return cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
