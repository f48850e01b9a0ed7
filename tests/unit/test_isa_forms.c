/*
 * The opcodes and types that the reader promises, one by one, and the modifiers and forms of
 * operands that compilers write with them. <a;b;c> in a text stands for each of a, b and c.
 */
#include "isa_rig.h"

#include "isa/rows.h"

typedef void text_fn(void *ctx, const char *text);

/* Calls fn with every choice that the text stands for. */
static void each_choice(const char *text, text_fn *fn, void *ctx)
{
    const char *open = strchr(text, '<'), *close = open ? strchr(open, '>') : NULL;
    if (!open) {
        fn(ctx, text);
        return;
    }
    assert_non_null(close);
    for (const char *s = open + 1; s <= close;) {
        char one[1200];
        size_t n = strcspn(s, ";>");
        int k =
            snprintf(one, sizeof one, "%.*s%.*s%s", (int)(open - text), text, (int)n, s, close + 1);
        assert_in_range(k, 0, sizeof one - 1);
        each_choice(one, fn, ctx);
        s += n + 1;
    }
}

static void need_row(void *ctx, const char *name)
{
    if (!isa_row_find(ctx, name))
        fail_msg("no row %s", name);
}

#define U3  "<u16;u32;u64>"
#define S3  "<s16;s32;s64>"
#define B3  "<b16;b32;b64>"
#define I6  "<u16;u32;u64;s16;s32;s64>"
#define I4  "<u32;u64;s32;s64>"
#define F2  "<f32;f64>"
#define ALL "<b8;b16;b32;b64;u8;u16;u32;u64;s8;s16;s32;s64;f32;f64>"
#define REG "<b16;b32;b64;u16;u32;u64;s16;s32;s64;f32;f64>"
#define CVT "<u8;u16;u32;u64;s8;s16;s32;s64;f16;f32;f64>"

/* The base opcodes that the front end is to know, with the types the PTX manual gives them. */
static void isa_920_every_promised_opcode_has_its_types(void **state)
{
    (void)state;
    static const char *const names[] = {
        "add." I6,
        "add.<f16;f16x2;f32;f64>",
        "add.sat.s32",
        "sub." I6,
        "sub.<f16;f16x2;f32;f64>",
        "sub.sat.s32",
        "mul.<lo;hi>." I6,
        "mul.wide.<u16;u32;s16;s32>",
        "mul.<f16;f16x2;f32;f64>",
        "mad.<lo;hi>." I6,
        "mad.wide.<u16;u32;s16;s32>",
        "mad." F2,
        "mad.hi.sat.s32",
        "mul24.<lo;hi>.<u32;s32>",
        "mad24.<lo;hi>.<u32;s32>",
        "fma.<f16;f16x2;f32;f64>",
        "<add;addc;sub;subc>.cc." I4,
        "<addc;subc>." I4,
        "mad.<lo;hi>.cc." I4,
        "madc.<lo;hi>." I4,
        "madc.<lo;hi>.cc." I4,
        "div." I6,
        "div." F2,
        "div.<full;approx>.f32",
        "rem." I6,
        "sad." I6,
        "neg." S3,
        "neg.<f16;f16x2;f32;f64>",
        "abs." S3,
        "abs.<f16;f16x2;f32;f64>",
        "<min;max>." I6,
        "<min;max>." F2,
        "<and;or;xor;not>." B3,
        "<and;or;xor;not>.pred",
        "cnot." B3,
        "shl." B3,
        "shr." B3,
        "shr." I6,
        "shf.<l;r>.<wrap;clamp>.b32",
        "bfe." I4,
        "bfi.<b32;b64>",
        "bmsk.<clamp;wrap>.b32",
        "prmt.b32",
        "prmt.b32.<f4e;b4e;rc8;ecl;ecr;rc16>",
        "lop3.b32",
        "popc.<b32;b64>",
        "clz.<b32;b64>",
        "brev.<b32;b64>",
        "bfind." I4,
        "bfind.shiftamt." I4,
        "dp4a.<u32;s32>.<u32;s32>",
        "vabsdiff4.u32.<u32.u32;s32.s32><.add;>",
        "dp2a.<lo;hi>.<u32;s32>.<u32;s32>",
        "<bar;barrier>.red.<popc.u32;and.pred;or.pred>",
        "set.<eq;ne;lt;le;gt;ge;equ;neu;ltu;leu;gtu;geu;num;nan>.<u16;s16;u32;s32;f16;f32>.f16",
        "set.<eq;ne;lt;le;gt;ge;equ;neu;ltu;leu;gtu;geu;num;nan>.<u32;s32;f16x2>.f16x2",
        "cvt." CVT "." CVT,
        "cvta.u64",
        "isspacep",
        "mov." REG,
        "mov.pred",
        "selp." REG,
        "slct." REG ".<s32;f32>",
        "setp.<eq;ne;lt;le;gt;ge>." I6,
        "setp.<eq;ne>." B3,
        "setp.<lo;ls;hi;hs>." U3,
        "setp.<eq;ne;lt;le;gt;ge;equ;neu;ltu;leu;gtu;geu;num;nan>.<f16;f32;f64>",
        "set.<eq;ne;lt;le;gt;ge>.<u32;s32;f32>." I6,
        "set.<eq;ne>.<u32;s32;f32>." B3,
        "set.<eq;ne;lt;le;gt;ge;equ;neu;ltu;leu;gtu;geu;num;nan>.<u32;s32;f32>." F2,
        "testp.<finite;infinite;number;notanumber;normal;subnormal>." F2,
        "copysign." F2,
        "rcp." F2,
        "rcp.approx.f32",
        "rcp.approx.f64",
        "sqrt." F2,
        "sqrt.approx.f32",
        "rsqrt.approx.f32",
        "rsqrt.approx.f64",
        "rsqrt.approx.ftz.f64",
        "<sin;cos;ex2;lg2;tanh>.approx.f32",
        "<ld;ldu;st>." ALL,
        "prefetch.<L1;L2>",
        "prefetchu.L1",
        "<atom;red>.add." I4,
        "<atom;red>.add." F2,
        "<atom;red>.<min;max>." I4,
        "<atom;red>.<and;or;xor>.<b32;b64>",
        "<atom;red>.<inc;dec>.u32",
        "atom.<exch;cas>.<b32;b64>",
        "vote.<all;any;uni>.pred",
        "vote.ballot.b32",
        "activemask.b32",
        "match.<any;all>.<b32;b64>",
        "shfl.<up;down;bfly;idx>.b32",
        "bar",
        "bar.warp",
        "barrier",
        "membar",
        "membar.gl",
        "fence",
        "fence.sc",
        "bra",
        "brx.idx",
        "call",
        "ret",
        "exit",
        "trap",
        "nanosleep.u32"};
    isa_row_index_t index;
    isa_row_index_init(&index);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        each_choice(names[i], need_row, &index);
}

typedef struct tally {
    unsigned read, refused;
} tally_t;

static void read_text(tally_t *t, const char *text, size_t n)
{
    diag_t d = {.text = ""};
    isa_module_t *m = isa_module_parse("form.ptx", text, n, &d);
    if (!m)
        print_error("%s\n%s\n", text, d.text);
    t->read += m != NULL;
    t->refused += !m;
    isa_module_free(m);
}

static void read_form(void *ctx, const char *form)
{
    char text[600];
    int n = snprintf(text, sizeof text,
                     ".version 7.5\n.target sm_75\n.address_size 64\n.entry k() {\n"
                     ".reg .pred %%p<6>; .reg .b16 %%h<6>; .reg .b32 %%r<6>; .reg .b64 %%d<6>;\n"
                     ".reg .f32 %%f<6>; .reg .f64 %%g<6>; .shared .b32 sh;\n%s\nL: ret; }\n",
                     form);
    assert_in_range(n, 0, sizeof text - 1);
    read_text(ctx, text, (size_t)n);
}

static void read_module(void *ctx, const char *module)
{
    char text[1500];
    int n = snprintf(text, sizeof text, RIG_HEAD "%s\n", module);
    assert_in_range(n, 0, sizeof text - 1);
    read_text(ctx, text, (size_t)n);
}

/* One instruction each; values are the business of the tests of rows. */
static void isa_921_forms_of_instructions_are_read(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%d1];",
        "ld.global.nc.v2.<u64;s64;b64;f64> {%d1, %d2}, [%d3+16];",
        "ld.global.nc.<u8;s8;u16;s16> %h1, [%d1];",
        "ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d1];",
        "ld.volatile.shared.v2.f32 {%f1, %f2}, [%d1];",
        "ld.global.<ca;cg;cs;lu;cv>.u32 %r1, [%d1];",
        "st.global.<wb;cg;cs;wt>.u32 [%d1], %r1;",
        "st.volatile.<global;shared>.f64 [%d1], %g1;",
        "ld.<weak;relaxed.gpu;acquire.sys>.global.u32 %r1, [%d1];",
        "ld.<relaxed.cta;volatile><.shared;.global;>.u32 %r1, [%d1];",
        "ld.global<.ca;.cg;.cs;>.nc.u32 %r1, [%d1];",
        "lop3.b32 %r1, %r2, %r3, %r4, <0;0x96;255>;",
        "mov.f32 %f1, <3.4028235e38;-3.4e38;1e-60;0d7FF0000000000000;0f7F800000>;",
        "st.<weak;relaxed.cta;release.gpu>.global.u32 [%d1], %r1;",
        "ldu.global.v2.f64 {%g1, %g2}, [%d1];",
        "atom.<global;shared>.cas.b64 %d1, [%d2], %d3, %d4;",
        "atom.global.<cta;gpu;sys>.add.f32 %f1, [%d1], %f2;",
        "atom.<relaxed;acquire;release;acq_rel>.gpu.global.exch.b32 %r1, [%d1], %r2;",
        "atom.shared.add.u32 _, [%r1+4], 1;",
        "red.<relaxed;release>.gpu.global.or.b32 [%d1], 8;",
        "mov.b64 {%r1, %r2}, %d1;",
        "mov.b64 %d1, {%h1, %h2, %h3, %h4};",
        "mov.b32 {%h1, _}, %r1;",
        "mov.b64 %g1, {%r1, %r2};",
        "mov.b32 %f1, %r1;",
        "mov.u32 %r1, %<tid;ntid;ctaid;nctaid>.<x;y;z>;",
        "mov.u16 %h1, %tid.x;",
        "mov.u32 %r1, %<laneid;warpid;nwarpid;smid;nsmid;gridid;clock;dynamic_smem_size>;",
        "mov.u32 %r1, %lanemask_<eq;lt;le;gt;ge>;",
        "mov.u64 %d1, %<clock64;globaltimer>;",
        "mov.u32 %r1, WARP_SZ;",
        "mov.<u32 %r1;u64 %d1;b32 %r1;b64 %d1>, sh;",
        "mov.pred %p1, <-1;0;%p2;!%p2>;",
        "cvt.rn<.ftz;.sat;.ftz.sat;>.f32.<s32;u32> %f1, %r1;",
        "cvt.<rni;rzi;rmi;rpi><.ftz;>.s32.f32 %r1, %f1;",
        "cvt.<rni;rzi;rmi;rpi>.f64.f64 %g1, %g2;",
        "cvt.<rn;rz;rm;rp>.f32.f64 %f1, %g1;",
        "cvt.f64.f32 %g1, %f1;",
        "cvt.sat.u8.s32 %h1, %r1;",
        "cvt.u32.u8 %r1, %r2;",
        "cvt.s64.s8 %d1, %d2;",
        "cvt.u64.u32 %d1, %tid.x;",
        "cvt.<rn;rz;rm;rp>.f16.f32 %h1, %f1;",
        "cvt.ftz.f32.f16 %f1, %h1;",
        "cvta<.to;>.<global;shared;local;const>.u64 %d1, %d2;",
        "isspacep.<global;shared;local;const> %p1, %d1;",
        "setp.lt<.and;.or;.xor>.s32 %p1|%p2, %r1, %r2, !%p3;",
        "setp.gtu.ftz.f32 %p1, %f1, 0f3F800000;",
        "set.lt.ftz.u32.f32 %r1, %f1, %f2;",
        "fma.<rn;rz;rm;rp><.ftz;><.sat;>.f32 %f1, %f2, %f3, %f4;",
        "rcp.<rn;rz;rm;rp>.<f64 %g1, %g3;f32 %f1, %f2;ftz.f32 %f1, %f2>;",
        "<div;add;sub;mul>.<rn;rz;rm;rp>.f64 %g1, %g2, %g3;",
        "shfl.<up;down;bfly;idx>.b32 %r1<|%p1;>, %r2, %r3, 0x1f;",
        "shfl.sync.<up;down;bfly;idx>.b32 %r1<|%p1;>, %r2, 1, 31, -1;",
        "vote.sync.<all;any;uni>.pred %p1, %p2, 0xffffffff;",
        "vote.<ballot.b32 %r1, !%p2;sync.ballot.b32 %r1, %p2, -1>;",
        "match.all.sync.<b32 %r1|%p1, %r2;b32 %r1|_, %r2;b32 _|%p1, %r2;b64 _|%p1, %d2>, -1;",
        "shfl.<up;down;bfly;idx>.b32 <%r1|_;_|%p1>, %r2, %r3, 0x1f;",
        "shfl.sync.<up;down;bfly;idx>.b32 <%r1|_;_|%p1>, %r2, 1, 31, -1;",
        "setp.lt<.and;.or;.xor>.s32 <%p1|_;_|%p1>, %r1, %r2, %p3;",
        "ld.global.v2.u32 <{_, %r1};{%r1, _};{_, _}>, [%d1];",
        "ld.global.v4.u32 {%r1, _, _, %r2}, [%d1];",
        "mov.b64 <{_, %r1};{%r1, _}>, %d1;",
        "atom.global.<add.u32 _, [%d1], 1;exch.b64 _, [%d1], %d2;cas.b32 _, [%d1], %r1, %r2>;",
        "bar.sync <0;1, 64;%r1, %r2>;",
        "barrier.sync<.aligned;> 0;",
        "<bar;bar.cta;barrier;barrier.cta>.red.popc.u32 %r1, 0, <%p1;!%p1>;",
        "barrier<.cta;>.red.<and;or><.aligned;>.pred %p1, <0;%r1>, 64, %p2;",
        "<add;sub;mul><.rn;><.sat;>.<f16 %h1, %h2, %h3;f16x2 %r1, %r2, %r3>;",
        "set.nan<.and;.or;.xor>.f16.f16 %h1, %h2, %h3, %p1;",
        "bar.warp.sync 0xffff;",
        "membar.<cta;gl;sys>;",
        "fence.<acq_rel;sc>.<cta;gpu;sys>;",
        "prefetch.<global;local>.<L1;L2> [%d1];",
        "@%p1 bra<.uni;> L;",
        "@!%p1 <ret;exit>;",
        ".pragma \"nounroll\";",
        ".loc 1 12 3, function_name $L__info_string0, inlined_at 1 20 5\n",
    };
    tally_t t = {0, 0};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        each_choice(forms[i], read_form, &t);
    assert_int_equal(t.refused, 0);
    assert_true(t.read > 200);
}

/* Variables, functions and directives as compilers write them around the instructions. */
static void isa_922_forms_of_declarations_are_read(void **state)
{
    (void)state;
#define BODY                                                                                       \
    "{ .reg .b32 %r1, %r2; .reg .b64 %rd1; .reg .f32 %f1, %f2, %f3, %f4; .reg .pred p, q;\n"
    static const char *const modules[] = {
        ".global .align 4 .<b32;u32;s32;f32> x;",
        "<.visible;.weak;.common;> .global .align 8 .b64 x;",
        ".extern .global .align 4 .u32 x;",
        ".extern .shared .align <4;8;16> .b8 smem[];\n.entry k() " BODY
        "mov.u32 %r1, smem; mov.u64 %rd1, smem; st.shared.u32 [smem+4], %r1; ret; }",
        "<.global;.const> .align 4 .f32 x[2][3] = {{0f3F800000, 0f40000000, -1.5}, {1, 2, 3}};",
        ".global .align 16 .v4 .f32 x;",
        ".const .align 1 .b8 $str[4] = {104, 105, 0x21, 0};",
        ".const .align 8 .f64 x[] = {0d3FF0000000000000, 0d4000000000000000};",
        ".const .b8 x[65528]; .const .b64 y; .extern .const .b64 z;",
        ".global .s16 x[3] = {-1, -32768, 32767};",
        ".global .align 4 .u32 y[4];\n.global .align 8 .u64 x[3] = {generic(y), generic(y)+4, "
        "y+8};",
        ".global .attribute(.managed) .align 4 .u32 x;",
        ".func f(\n)\n{ ret; }\n.entry k() { call.uni f, (); call.uni f; ret; }",
        "<.visible;.weak;.extern;> .func (.param .b32 func_retval0) f(.param .b64 f_param_0);",
        ".extern .func (.param .b32 func_retval0) vprintf(.param .b64 a, .param .b64 b)\n;",
        ".extern .func __assertfail(.param .b64 a, .param .b32 b) .noreturn;",
        ".func (.param .align 16 .b8 func_retval0[16]) f(.param .align 8 .b8 a[24]) " BODY
        "ld.param.v2.f32 {%f1, %f2}, [a+8]; st.param.v4.f32 [func_retval0+0], {%f1, %f2, %f1, "
        "%f2};\n"
        "ret; }\n.entry k() " BODY "{ .reg .b32 temp_param_reg;\n"
        ".param .align 8 .b8 param0[24]; st.param.v2.b32 [param0+0], {%r1, %r2};\n"
        "st.param.b64 [param0+8], %rd1; st.param.b8 [param0+16], %r1;\n"
        ".param .align 16 .b8 retval0[16];\ncall.uni (retval0),\nf,\n(\nparam0\n);\n"
        "ld.param.v4.f32 {%f1, %f2, %f3, %f4}, [retval0+0]; }\nret; }",
        ".func f(.param .b32 a);\n.func f(.param .b32 a) { ret; }",
        ".entry k(.param .u64 .ptr <.global;.shared;.const;> .align 4 a) { ret; }",
        ".entry k(.param .align 4 .b8 a[12], .param .f64 b, .param .u8 c) " BODY
        "ld.param.u8 %r1, [a+11]; mov.b64 %rd1, a; ld.param.b32 %r2, [%rd1+4]; ret; }",
        ".entry k() .maxntid 256<, 1, 1;, 2;> .minnctapersm 4 .maxnreg 32 { ret; }",
        ".entry k() .reqntid 16, 16 { ret; }",
        ".entry k() { .local .align 16 .b8 __local_depot0[64]; .reg .b64 %SP, %SPL;\n"
        "mov.u64 %SPL, __local_depot0; cvta.local.u64 %SP, %SPL; ret; }",
        ".entry k() " BODY "setp.eq.s32 p, %r1, %r2; @p bra $L__BB0_2; bra.uni BB0_1;\n"
        "BB0_1: { .reg .b32 t; mov.u32 t, 1; @!p bra $L__BB0_2; } $L__BB0_2: ret; }",
        ".entry k() " BODY "brx.idx %r1, $L_brx_0; $L__BB0_1: ret;\n"
        "$L_brx_0: .branchtargets\n\t$L__BB0_1,\n\t$L__BB0_1; }",
        ".file 1 \"a.cu\"<, 1400000000, 812;>\n.entry k() { .loc 1 5 3\nret; $L__func_end0: }\n"
        ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,0\n}\n"
        ".section .debug_info { .b32 94\n.b64 $L__func_end0\n.b32 .debug_abbrev }\n",
        "// comment\n/* another\n */ .entry k() { /* in a body */ ret; }",
    };
    static const char *const heads[] = {"3.2\n.target sm_20", "4.3\n.target sm_35",
                                        "5.0\n.target sm_53", "6.5\n.target sm_70, debug",
                                        "7.8\n.target sm_75", "8.0\n.target sm_90a",
                                        "2.0\n.target sm_20"};
    tally_t t = {0, 0};
    for (size_t i = 0; i < sizeof modules / sizeof modules[0]; i++)
        each_choice(modules[i], read_module, &t);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        char text[100];
        int n = snprintf(text, sizeof text, ".version %s\n.address_size 64\n.entry k() { ret; }\n",
                         heads[i]);
        read_text(&t, text, (size_t)n);
    }
    assert_int_equal(t.refused, 0);
    assert_true(t.read > sizeof modules / sizeof modules[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_920_every_promised_opcode_has_its_types),
        cmocka_unit_test(isa_921_forms_of_instructions_are_read),
        cmocka_unit_test(isa_922_forms_of_declarations_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
