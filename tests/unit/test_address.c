/*
 * Address programs of kernels of a few lines: every construct that is computed, against execution
 * and in its readable form; every reason for which there is none.
 */
#include "address_rig.h"
#include "isa/address_rect.h"

/* One store to A + 4 * (%r9 & 1023), so that any value gives an address that is there. */
#define STORE_R9                                                                                   \
    "and.b32 %r9, %r9, 1023; mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;\n"                   \
    "st.global.u32 [%d9], %r1; ret; }\n"
/* One store to A + 4 * %r9. */
#define STORE "mul.wide.s32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1; ret; }\n"

/* ---- What is computed ---- */

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

/* ---- What is not ---- */

typedef struct irregular {
    const char *body;
    address_why_t why;
    const char *cause, *via; /* how these instructions begin; NULL: there is none */
    const char *text;
} irregular_t;

static const irregular_t irregular[] = {
    {"ld.global.u32 %r9, [%d1];" STORE, ADDRESS_LOAD, "ld.global.u32", NULL, NULL},
    {"ld.global.v2.u32 {%r8, %r9}, [%d1]; add.s32 %r9, %r9, %r1;" STORE, ADDRESS_LOAD,
     "ld.global.v2", NULL, NULL},
    {".shared .b32 s[8]; ld.shared.s32 %r9, [s];" STORE, ADDRESS_LOAD, "ld.shared", NULL, NULL},
    {".local .b32 s[8]; ld.local.s32 %r9, [s+4];" STORE, ADDRESS_LOAD, "ld.local", NULL, NULL},
    {"ld.const.u32 %r9, [table]; mad.lo.s32 %r9, %r9, %r1, %r2;" STORE, ADDRESS_LOAD, "ld.const",
     NULL, NULL},
    {"ld.u32 %r9, [%d1];" STORE, ADDRESS_LOAD, "ld.u32", NULL, NULL},
    {"atom.global.add.u32 %r9, [%d1], 1;" STORE, ADDRESS_ATOMIC, "atom.global", NULL, NULL},
    {"shfl.idx.b32 %r9, %r1, 0, 31;" STORE, ADDRESS_LANES, "shfl.idx", NULL, NULL},
    {"setp.lt.s32 %p1, %r1, 5; vote.ballot.b32 %r9, %p1;" STORE_R9, ADDRESS_LANES, "vote.ballot",
     NULL, NULL},
    {"setp.lt.s32 %p1, %r1, 5; vote.any.pred %p2, %p1; selp.b32 %r9, 1, 2, %p2;" STORE,
     ADDRESS_LANES, "vote.any", NULL, NULL},
    {"match.any.sync.b32 %r9, %r2, 0xffffffff;" STORE_R9, ADDRESS_LANES, "match", NULL, NULL},
    {"activemask.b32 %r9;" STORE_R9, ADDRESS_LANES, "activemask", NULL, NULL},
    {"mov.u32 %r9, %clock;" STORE_R9, ADDRESS_REGISTER, "mov.u32 %r9, %clock", NULL, NULL},
    {"mov.u32 %r9, %smid;" STORE_R9, ADDRESS_REGISTER, "mov.u32 %r9, %smid", NULL, NULL},
    {"mov.u32 %r9, %dynamic_smem_size;" STORE_R9, ADDRESS_REGISTER, "mov.u32 %r9, %dyn", NULL,
     NULL},
    /* divergent control */
    {"mov.u32 %r9, 2; setp.lt.s32 %p1, %r1, 5; @%p1 bra T; mov.u32 %r9, %r1; T:" STORE,
     ADDRESS_BRANCH, "@%p1 bra T", NULL, NULL},
    {"mov.u32 %r9, 2; setp.lt.s32 %p1, %r1, 5; @%p1 mov.u32 %r9, %r2;" STORE, ADDRESS_GUARD,
     "@%p1 mov.u32 %r9, %r2", NULL, NULL},
    /* the same only if nothing overflows: widened before, widened behind */
    {"add.s32 %r8, %r1, 5; cvt.s64.s32 %d2, %r8; setp.lt.s32 %p1, %r1, 5; @%p1 bra T;"
     "cvt.s64.s32 %d2, %r1; add.s64 %d2, %d2, 5; T: shl.b64 %d2, %d2, 2; add.s64 %d9, %d1, %d2;"
     "st.global.u32 [%d9], %r1; ret; }",
     ADDRESS_BRANCH, "@%p1 bra T", NULL, NULL},
    {"add.s32 %r8, %r1, %r1; mul.wide.s32 %d2, %r8, 4; setp.lt.s32 %p1, %r1, 5;"
     "@%p1 mul.wide.s32 %d2, %r1, 8; add.s64 %d9, %d1, %d2; st.global.u32 [%d9], %r1; ret; }",
     ADDRESS_GUARD, "@%p1 mul.wide", NULL, NULL},
    {"mov.u32 %r9, 2; mov.u32 %r8, %laneid; setp.lt.u32 %p1, %r8, 5; @%p1 bra T; add.u32 %r9, %r9, "
     "1;"
     "T:" STORE,
     ADDRESS_BRANCH, "@%p1 bra T", NULL, NULL},
    {"mov.u32 %r9, 2; and.b32 %r8, %r1, 1; brx.idx %r8, X; X: .branchtargets U, V; U: mov.u32 %r9, "
     "1;"
     "bra J; V: mov.u32 %r9, 3; J:" STORE,
     ADDRESS_BRANCH, "brx.idx", NULL, NULL},
    /* control by data */
    {"mov.u32 %r9, 2; ld.global.u32 %r8, [%d1]; setp.lt.s32 %p1, %r8, 5; @%p1 bra T;"
     "mov.u32 %r9, %r2; T:" STORE,
     ADDRESS_LOAD, "ld.global.u32", "@%p1 bra T", NULL},
    {"mov.u32 %r9, 2; ld.global.u32 %r8, [%d1]; setp.lt.s32 %p1, %r8, 5; @%p1 mov.u32 %r9, "
     "4;" STORE,
     ADDRESS_LOAD, "ld.global.u32", "@%p1 mov.u32", NULL},
    /* what a loop leaves */
    {"mov.u32 %r9, 1; T: shl.b32 %r9, %r9, 1; setp.lt.s32 %p1, %r9, %r4; @%p1 bra T;" STORE,
     ADDRESS_LOOP, "shl.b32", NULL, NULL},
    {"mov.u32 %r8, 1; T: mov.u32 %r7, %r8; U: shl.b32 %r8, %r8, 1; setp.lt.s32 %p1, %r8, %r4;"
     "@%p1 bra U; mov.u32 %r9, %r8; setp.lt.s32 %p2, %r7, 5; mul.wide.s32 %d9, %r9, 4;"
     "add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1; @%p2 bra T; ret; }",
     ADDRESS_LOOP, "shl.b32", NULL, NULL},
    {"mov.u32 %r8, 0; mov.u32 %r9, 0; T: setp.eq.s32 %p1, %r8, %r4; mov.u32 %r9, 1; @%p1 bra U;"
     "add.s32 %r8, %r8, 1; setp.eq.s32 %p2, %r8, 3; mov.u32 %r9, 2; @%p2 bra U; bra T; U:" STORE,
     ADDRESS_LOOP, "setp.eq.s32 %p1", "@%p1 bra U", NULL},
    /* in the loop it has its first value, behind it not */
    {"mov.u32 %r9, %r1; T: mul.wide.s32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "st.global.u32 [%d9], %r1; add.s32 %r9, %r9, 16; setp.lt.s32 %p1, %r9, 300; @%p1 bra T;" STORE,
     ADDRESS_LOOP, "mul.wide.s32", NULL, NULL},
    /* what comes round the loop is loaded: a pointer, an index, a step */
    {"T: ld.global.u64 %d1, [%d1]; setp.ne.u64 %p1, %d1, 0; @%p1 bra T; ret; }", ADDRESS_LOAD,
     "ld.global.u64", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; ld.global.u32 %r9, [%d9];"
     "setp.ne.u32 %p1, %r9, 0; @%p1 bra T; ret; }",
     ADDRESS_LOAD, "ld.global.u32 %r9", NULL, NULL},
    {"mov.u32 %r9, %r1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "ld.global.u32 %r8, [%d9]; add.u32 %r9, %r9, %r8; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; "
     "}",
     ADDRESS_LOAD, "ld.global.u32 %r8", NULL, NULL},
    /* the same a turn later: %r9 takes over %r8, which was loaded */
    {"mov.u32 %r9, 0; mov.u32 %r8, 1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "mov.u32 %r9, %r8; ld.shared.u32 %r8, [8]; st.global.u32 [%d9], %r1;"
     "setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_LOAD, "ld.shared", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; atom.global.add.u32 %r9, "
     "[%d1], 1; st.global.u32 [%d9], %r1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_ATOMIC, "atom", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; shfl.idx.b32 %r9, %r1, 0,"
     "31; st.global.u32 [%d9], %r1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_LANES, "shfl", NULL, NULL},
    /* stepped where a branch or guard on thread IDs, or on a loop-carried one, says */
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1;"
     "setp.lt.u32 %p2, %r1, 5; @%p2 bra U; add.u32 %r9, %r9, 1; U: setp.lt.u32 %p1, %r9, 99;"
     "@%p1 bra T; ret; }",
     ADDRESS_BRANCH, "@%p2 bra U", NULL, NULL},
    {"mov.u32 %r9, 0; mov.u32 %r8, %r1; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9;"
     "st.global.u32 [%d9], %r1; shr.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, 5; @%p2 add.u32 %r9, "
     "%r9,"
     "1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_GUARD, "@%p2 add.u32", NULL, NULL},
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; ld.global.u32 %r8, [%d9];"
     "setp.lt.u32 %p2, %r8, 5; @%p2 add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; "
     "ret; }",
     ADDRESS_LOAD, "ld.global.u32 %r8", "@%p2 add.u32", NULL},
    /* as far as a loop in it goes, which the thread's number says, or data */
    {"mov.u32 %r9, 0; T: mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, %d9; st.global.u32 [%d9], %r1;"
     "mov.u32 %r8, 0; U: add.u32 %r9, %r9, 1; add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, %r1;"
     "@%p2 bra U; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_BRANCH, "@%p2 bra U", NULL, NULL},
    {"mov.u32 %r9, 0; T: ld.global.u32 %r10, [%d1]; mul.wide.u32 %d9, %r9, 4; add.s64 %d9, %d1, "
     "%d9; st.global.u32 [%d9], %r1;"
     "mov.u32 %r8, 0; U: add.u32 %r9, %r9, 1; add.u32 %r8, %r8, 1; "
     "setp.lt.u32 %p2, %r8, %r10; @%p2 bra U; setp.lt.u32 %p1, %r9, 99; @%p1 bra T; ret; }",
     ADDRESS_LOAD, "ld.global.u32 %r10", "@%p2 bra U", NULL},
    /* a loop with two entries */
    {"mov.u32 %r9, 0; setp.eq.s32 %p1, %r4, 7; @%p1 bra U; T: add.s32 %r9, %r9, 1; U:"
     "add.s32 %r9, %r9, 2; setp.lt.s32 %p2, %r9, 20; @%p2 bra T;" STORE,
     ADDRESS_FLOW, NULL, NULL, NULL},
    /* the array of a pointer is known although the index is not */
    {"ld.global.s32 %r8, [%d1+64]; ld.param.u64 %d2, [B]; cvta.to.global.u64 %d2, %d2;"
     "mad.wide.s32 %d9, %r8, 8, %d2; st.global.u32 [%d9+4], %r1; ret; }",
     ADDRESS_LOAD, "ld.global.s32", NULL, "B + 8*load@0x40 + 4"},
};

static void begins(const isa_kernel_t *k, uint32_t index, const char *wanted, const char *body)
{
    char text[100];
    if (!wanted)
        return;
    if (index == ISA_NO_INDEX)
        fail_msg("%s: no instruction; expected %s", body, wanted);
    isa_inst_text(k, index, text, sizeof text);
    if (strncmp(text[0] == '\'' ? text + 1 : text, wanted, strlen(wanted)))
        fail_msg("%s: because of %s; expected %s", body, text, wanted);
}

static void address_200_why_there_is_none(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof irregular / sizeof irregular[0]; i++) {
        const irregular_t *c = &irregular[i];
        char text[4096], shown[400];
        rig_t r;
        snprintf(text, sizeof text, "%s.const .u32 table[4] = {1, 2, 3, 4};\n%s%s", RIG_HEAD, BEGIN,
                 c->body);
        rig_open(&r, "k.ptx", text);
        const isa_kernel_t *k = isa_kernel_find(r.m, "k");
        address_set_t *set = address_set_new(k);
        unsigned n;
        const address_program_t *p = address_programs(set, &n);
        assert_true(n >= 1);
        p += n - 1;
        if (p->why != c->why)
            fail_msg("%s: %s; expected %s", c->body, address_why_name(p->why),
                     address_why_name(c->why));
        begins(k, p->cause, c->cause, c->body);
        begins(k, p->via, c->via, c->body);
        if (!c->via)
            assert_int_equal(p->via, ISA_NO_INDEX);
        address_text(set, n - 1, shown, sizeof shown);
        if (c->text && strcmp(shown, c->text))
            fail_msg("%s: %s; expected %s", c->body, shown, c->text);
        address_set_free(set);
        rig_close(&r);
    }
}

/* ---- Arrays ---- */

static address_set_t *open_set(rig_t *r, const char *text)
{
    rig_open(r, "k.ptx", text);
    return address_set_new(isa_kernel_find(r->m, "k"));
}

static void address_300_arrays_are_pointers(void **state)
{
    (void)state;
    rig_t r;
    unsigned n, programs;
    address_set_t *s =
        open_set(&r, RIG_HEAD
                 ".global .align 8 .f32 field[100];\n" BEGIN
                 "ld.param.u64 %d2, [B]; cvta.to.global.u64 %d2, %d2; cvt.u64.u32 %d3, %r6;\n"
                 "ld.global.f32 %f1, [field+40]; mov.u64 %d4, field; add.s64 %d4, %d4, %d3;\n"
                 "ld.global.f32 %f1, [%d4]; ld.global.f32 %f1, [%d1]; ld.global.u64 %d5, [%d2];\n"
                 "add.s64 %d6, %d2, %d5; st.global.f32 [%d6], %f1; ld.global.f32 %f2, [%d5];\n"
                 "setp.eq.s32 %p1, %r4, 7; selp.b64 %d7, %d1, %d2, %p1; ld.global.f32 %f1, [%d7];\n"
                 "add.s64 %d8, %d2, %d1; ld.global.f32 %f1, [%d8]; sub.s64 %d8, %d2, %d3;\n"
                 "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%d8]; ret; }\n");
    const address_array_t *a = address_arrays(s, &n);
    const address_program_t *p = address_programs(s, &programs);
    static const int array[] = {0, 0, 1, 2, 2, -1, -1, -1, 2};
    static const uint8_t bytes[] = {4, 4, 4, 8, 4, 4, 4, 4, 16};
    assert_int_equal(programs, 9);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(p[i].array, array[i]);
        assert_int_equal(p[i].bytes, bytes[i]);
        assert_int_equal(p[i].store, i == 4);
        assert_int_equal(p[i].why, i == 4 || i == 5 ? ADDRESS_LOAD : ADDRESS_REGULAR);
    }
    assert_int_equal(n, 3);
    assert_string_equal(a[0].name, "field");
    assert_int_equal(a[0].param, -1);
    assert_int_equal(a[0].loads, 2);
    assert_string_equal(a[1].name, "A");
    assert_int_equal(a[1].param, 0);
    assert_string_equal(a[2].name, "B");
    assert_int_equal(a[2].param, 2);
    assert_int_equal(a[2].loads, 2);
    assert_int_equal(a[2].irregular_loads, 0);
    assert_int_equal(a[2].stores, 1);
    assert_int_equal(a[2].irregular_stores, 1);
    address_set_free(s);
    rig_close(&r);
}

typedef struct base_case {
    const char *body;  /* ends with the load in question */
    int array;         /* parameter of its array, -1: none */
    unsigned unsure_a; /* loads that may be of A; of B */
    unsigned unsure_b;
} base_case_t;

#define GET_B  "ld.param.u64 %d2, [B]; cvta.to.global.u64 %d2, %d2;"
#define LOADED "ld.global.u32 %r8, [%d1]; setp.eq.u32 %p1, %r8, 0;"

static const base_case_t bases[] = {
    /* data or a thread chooses the array */
    {GET_B LOADED "selp.b64 %d3, %d1, %d2, %p1; ld.global.u32 %r9, [%d3+4]; ret; }", -1, 1, 1},
    {GET_B LOADED "mov.u64 %d3, %d1; @%p1 mov.u64 %d3, %d2; ld.global.u32 %r9, [%d3]; ret; }", -1,
     1, 1},
    {GET_B "setp.lt.u32 %p1, %r1, 3; mov.u64 %d3, %d1; @%p1 bra T; mov.u64 %d3, %d2; T: "
           "ld.global.u32 %r9, [%d3]; ret; }",
     -1, 1, 1},
    /* all threads alike: regular, and yet of no one array */
    {GET_B "setp.eq.u32 %p1, %r4, 3; selp.b64 %d3, %d1, %d2, %p1; ld.global.u32 %r9, [%d3]; ret; }",
     -1, 1, 1},
    /* another place of the same array */
    {LOADED "add.s64 %d3, %d1, 8; @%p1 add.s64 %d3, %d1, 64; ld.global.u32 %r9, [%d3]; ret; }", 0,
     0, 0},
    {LOADED "mov.u64 %d3, %d1; T: ld.global.u8 %r9, [%d3]; add.s64 %d4, %d3, 1; setp.eq.u32 %p2, "
            "%r9, 3; @%p2 bra U; add.s64 %d4, %d3, 2; U: mov.u64 %d3, %d4; setp.lt.u32 %p3, %r9, 9;"
            "@%p3 bra T; ret; }",
     0, 0, 0},
    /* through a loaded pointer: anywhere; but one that comes round a loop begins in A */
    {"ld.global.u64 %d3, [%d1]; ld.global.u32 %r9, [%d3]; ret; }", -1, 0, 0},
    {"T: ld.global.u64 %d1, [%d1]; setp.ne.u64 %p1, %d1, 0; @%p1 bra T; ret; }", -1, 1, 0},
    /* from A in the first turn, from B in the second */
    {GET_B "mov.u64 %d3, %d1; mov.u32 %r9, 0; T: ld.global.u32 %r8, [%d3]; mad.wide.u32 %d3, %r8, "
           "4, %d2; add.u32 %r9, %r9, 1; setp.lt.u32 %p1, %r9, 3; @%p1 bra T; ret; }",
     -1, 1, 1},
};

static void address_305_a_load_of_one_of_several_arrays_is_charged_to_each(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        const base_case_t *c = &bases[i];
        char text[4096];
        rig_t r;
        unsigned n, arrays, unsure[2] = {0, 0};
        snprintf(text, sizeof text, "%s%s%s", RIG_HEAD, BEGIN, c->body);
        address_set_t *s = open_set(&r, text);
        const address_program_t *p = address_programs(s, &n);
        const address_array_t *a = address_arrays(s, &arrays);
        uint64_t params[8] = {RIG_BASE, 7};
        const uint32_t cta[3] = {0, 0, 0};
        address_launch_t l = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .params = params};
        address_eval_t *e = address_eval_new(s, &l);
        int array = p[n - 1].array;
        if ((array < 0 ? -1 : a[array].param) != c->array)
            fail_msg("%s: array %d; expected %d", c->body, array, c->array);
        for (unsigned k = 0; k < arrays; k++) {
            unsigned sure = 0;
            address_rect_t rect = {0, 0, 0, 0};
            unsure[a[k].param == 2] += a[k].unsure_loads;
            for (unsigned j = 0; j < n; j++)
                sure += !p[j].store && !p[j].why && p[j].array == (int)k;
            assert_int_equal(address_array_rect(e, k, cta, 128, &rect), sure > 0);
        }
        if (unsure[0] != c->unsure_a || unsure[1] != c->unsure_b)
            fail_msg("%s: %u and %u loads that may be of A and B; expected %u and %u", c->body,
                     unsure[0], unsure[1], c->unsure_a, c->unsure_b);
        address_eval_free(e);
        address_set_free(s);
        rig_close(&r);
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

/* A chain of sums longer than the slicer's patience, and one that it reaches access by access. */
static void address_340_long_chains_end(void **state)
{
    (void)state;
    enum { LINKS = 4000 };
    char *text = malloc(LINKS * 100 + 4096), shown[200];
    assert_non_null(text);
    for (int often = 0; often < 2; often++) {
        rig_t r;
        unsigned n;
        size_t at = (size_t)sprintf(text, "%s%smov.u64 %%d2, %%d1;\n", RIG_HEAD, BEGIN);
        for (int i = 0; i < LINKS; i++) {
            at += (size_t)sprintf(text + at, "add.s64 %%d2, %%d2, 4;\n");
            if (often && i % 500 == 499)
                at += (size_t)sprintf(text + at, "st.global.u32 [%%d2], %%r1;\n");
        }
        sprintf(text + at, "st.global.u32 [%%d2], %%r1; ret; }\n");
        address_set_t *s = open_set(&r, text);
        const address_program_t *p = address_programs(s, &n);
        assert_int_equal(p[n - 1].why, often ? ADDRESS_REGULAR : ADDRESS_FLOW);
        if (often)
            assert_string_equal(address_text(s, n - 1, shown, sizeof shown), "A + 16000");
        address_set_free(s);
        rig_close(&r);
    }
    free(text);
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

/* ---- Rectangles ---- */

typedef struct rect_case {
    const char *body; /* with loads of A, which is 64 KB into memory */
    uint32_t grid[3], block[3], cta[3];
    bool has;
    address_rect_t rect; /* of all loads */
    uint64_t pitch;
} rect_case_t;

#define LOAD(index)                                                                                \
    "mul.wide.s32 %d9, " index ", 4; add.s64 %d9, %d1, %d9; ld.global.u32 %r20, [%d9];\n"
#define ROW(length, row)                                                                           \
    "mov.u32 %r7, %tid.y; mov.u32 %r8, %ctaid.y; mov.u32 %r10, %ntid.y;\n"                         \
    "mad.lo.s32 " row ", %r8, %r10, %r7; mad.lo.s32 %r12, " row ", " length ", %r6;\n"

static const rect_case_t rects[] = {
    /* one row: 64 threads x 4 B are two lines a CTA */
    {LOAD("%r6"), {9, 1, 1}, {64, 1, 1}, {3, 0, 0}, true, {6, 0, 2, 1}, 0},
    /* with the element before: a line before the array */
    {"add.s32 %r9, %r6, -1;" LOAD("%r9"), {9, 1, 1}, {64, 1, 1}, {0, 0, 0}, true, {-1, 0, 3, 1}, 0},
    /* both neighbours: bytes -4 to 259 */
    {"add.s32 %r9, %r6, -1;" LOAD("%r9") "add.s32 %r9, %r6, 1;" LOAD("%r9"),
     {9, 1, 1},
     {64, 1, 1},
     {0, 0, 0},
     true,
     {-1, 0, 4, 1},
     0},
    /* 16 bytes a thread: 8 threads a line */
    {"mul.wide.s32 %d9, %r6, 16; add.s64 %d9, %d1, %d9; ld.global.v4.u32 {%r7, %r8, %r9, %r10}, "
     "[%d9];\n",
     {9, 1, 1},
     {64, 1, 1},
     {1, 0, 0},
     true,
     {8, 0, 8, 1},
     0},
    /* rows of 256 B: block (1, 1) has bytes 32 to 63 of rows 4 to 7 */
    {ROW("64", "%r11") LOAD("%r12"), {2, 2, 1}, {8, 4, 1}, {1, 1, 0}, true, {0, 4, 1, 4}, 256},
    /* the same with 33 columns to the right: bytes 164 to 195 are lines 1 and 1 */
    {ROW("64", "%r11") "add.s32 %r12, %r12, 33;" LOAD("%r12"),
     {2, 2, 1},
     {8, 4, 1},
     {1, 1, 0},
     true,
     {1, 4, 1, 4},
     256},
    /* columns: A[tid * 64] */
    {"mul.lo.s32 %r9, %r6, 64;" LOAD("%r9"),
     {2, 1, 1},
     {32, 1, 1},
     {1, 0, 0},
     true,
     {0, 32, 1, 32},
     256},
    /* a row a block: A[ctaid.y * 128 + tid] */
    {"mov.u32 %r8, %ctaid.y; mad.lo.s32 %r9, %r8, 128, %r1;" LOAD("%r9"),
     {1, 5, 1},
     {64, 1, 1},
     {0, 4, 0},
     true,
     {0, 4, 2, 1},
     512},
    /* rows of 192 B, 64 threads in x: the last of each is in the next row, so whole rows are taken;
     * bytes 0 to 255 and 192 to 447 are in rows 0 to 2 */
    {ROW("48", "%r11") LOAD("%r12"), {1, 1, 1}, {64, 2, 1}, {0, 0, 0}, true, {0, 0, 2, 3}, 192},
    /* one word for all */
    {"ld.global.u32 %r20, [%d1+400];\n", {4, 4, 1}, {16, 16, 1}, {3, 3, 0}, true, {3, 0, 1, 1}, 0},
    /* an irregular load of the array beside a regular one, and alone */
    {LOAD("%r6") LOAD("%r20"), {9, 1, 1}, {64, 1, 1}, {3, 0, 0}, true, {6, 0, 2, 1}, 0},
    {"mov.u32 %r6, %clock;" LOAD("%r6"), {9, 1, 1}, {64, 1, 1}, {3, 0, 0}, false, {0, 0, 0, 0}, 0},
};

static void address_400_rectangles(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        const rect_case_t *c = &rects[i];
        char text[4096];
        rig_t r;
        snprintf(text, sizeof text, "%s%s%s ret; }\n", RIG_HEAD, BEGIN, c->body);
        address_set_t *s = open_set(&r, text);
        uint64_t params[8] = {RIG_BASE + 65536, 7};
        address_launch_t l = {.params = params};
        memcpy(l.grid, c->grid, sizeof l.grid);
        memcpy(l.block, c->block, sizeof l.block);
        address_eval_t *e = address_eval_new(s, &l);
        address_rect_t got = {0, 0, 0, 0};
        assert_int_equal(address_array_base(e, 0), RIG_BASE + 65536);
        assert_int_equal(address_pitch(e, 0, 128), c->pitch);
        if (address_array_rect(e, 0, c->cta, 128, &got) != c->has || got.x != c->rect.x ||
            got.y != c->rect.y || got.width != c->rect.width || got.height != c->rect.height)
            fail_msg("%s: %llu x %llu at (%lld, %lld)", c->body, (unsigned long long)got.width,
                     (unsigned long long)got.height, (long long)got.x, (long long)got.y);
        address_eval_free(e);
        address_set_free(s);
        rig_close(&r);
    }
}

/* Lines are cache lines also where the array's pointer is none's start: the first 64 bytes of the
 * array are in line 0, the next in line 1. */
static void address_410_lines_of_an_array_are_cache_lines(void **state)
{
    (void)state;
    static const struct {
        uint32_t block, cta;
        address_rect_t rect;
    } cases[] = {
        {16, 0, {0, 0, 1, 1}}, /* bytes 0 to 63 of the array */
        {16, 1, {1, 0, 1, 1}}, /* 64 to 127 */
        {16, 2, {1, 0, 1, 1}}, /* 128 to 191: the same line */
        {32, 0, {0, 0, 2, 1}}, {32, 1, {1, 0, 2, 1}},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_t r;
        address_set_t *s = open_set(&r, RIG_HEAD BEGIN LOAD("%r6") " ret; }\n");
        uint64_t params[8] = {RIG_BASE + 64, 7};
        address_launch_t l = {.grid = {9, 1, 1}, .block = {cases[i].block, 1, 1}, .params = params};
        const uint32_t cta[3] = {cases[i].cta, 0, 0};
        address_eval_t *e = address_eval_new(s, &l);
        address_rect_t got = {0, 0, 0, 0};
        assert_true(address_array_rect(e, 0, cta, 128, &got));
        assert_memory_equal(&got, &cases[i].rect, sizeof got);
        address_eval_free(e);
        address_set_free(s);
        rig_close(&r);
    }
}

/* Each pointer in a struct parameter is an array of its own. */
static void address_420_pointers_in_a_struct_are_arrays(void **state)
{
    (void)state;
    rig_t r;
    unsigned n;
    address_set_t *s = open_set(
        &r, RIG_HEAD
        ".visible .entry k(.param .align 8 .b8 P[24], .param .u64 Q) {\n"
        ".reg .b32 %r<9>; .reg .b64 %d<10>; mov.u32 %r1, %tid.x; mul.wide.u32 %d9, %r1, 4;\n"
        "ld.param.u64 %d1, [P]; ld.param.u64 %d2, [P+16]; ld.param.u64 %d3, [Q];\n"
        "add.s64 %d1, %d1, %d9; add.s64 %d2, %d2, %d9; add.s64 %d3, %d3, %d9;\n"
        "ld.global.u32 %r2, [%d1]; ld.global.u32 %r3, [%d2]; ld.global.u32 %r4, [%d3]; ret; }\n");
    const address_array_t *a = address_arrays(s, &n);
    assert_int_equal(n, 3);
    assert_string_equal(a[0].name, "P[0:8]");
    assert_string_equal(a[1].name, "P[16:8]");
    assert_string_equal(a[2].name, "Q");
    for (unsigned k = 0; k < n; k++) {
        assert_int_equal(a[k].param, k / 2);
        assert_int_equal(a[k].loads, 1);
    }
    address_set_free(s);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(address_100_what_is_computed_is_what_is_executed),
        cmocka_unit_test(address_200_why_there_is_none),
        cmocka_unit_test(address_300_arrays_are_pointers),
        cmocka_unit_test(address_305_a_load_of_one_of_several_arrays_is_charged_to_each),
        cmocka_unit_test(address_310_generic_accesses_to_shared_and_local_memory_are_none),
        cmocka_unit_test(address_320_functions_are_part_of_the_kernel),
        cmocka_unit_test(address_330_what_depends_on_what),
        cmocka_unit_test(address_340_long_chains_end),
        cmocka_unit_test(address_350_shared_values_are_looked_at_once),
        cmocka_unit_test(address_400_rectangles),
        cmocka_unit_test(address_410_lines_of_an_array_are_cache_lines),
        cmocka_unit_test(address_420_pointers_in_a_struct_are_arrays),
    };
    return cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
