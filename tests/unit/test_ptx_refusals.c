/*
 * PTX that is well-formed and not supported: the module is read, and a kernel is refused when a
 * launch reaches what is not supported.
 */
#include "ptx_bad.h"

/* What is well-formed and not supported: the module is read, the kernel that reaches it refused. */
static const bad_t unsupported[] = {
    {B "^frob.u32 %r1, %r2;" E, "unknown instruction 'frob' in 'frob.u32 %r1, %r2'"},
    {B "^add.u33 %r1, %r2, %r3;" E, "unknown instruction 'add.u33'"},
    {B "^add %r1, %r2, %r3;" E, "unknown instruction 'add'"},
    {B "^mul.s32 %r1, %r2, %r3;" E, "unknown instruction 'mul.s32'"},
    {B "^tex.3d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [t, {%f0,%f1,%f2,%f3}];" E,
     "texture reads of this form are not supported; expected tex.1d.v4 or tex.2d.v4"},
    {B "^sust.b.1d.b32.trap [s, {%r0}], {%r1};" E,
     "surfaces, samplers and queries of textures are not supported"},
    {B "^add.s32.s32 %r1, %r2, %r3;" E, "unknown instruction"},
    {B "^add.sat.u32 %r1, %r2, %r3;" E, "modifier .sat does not belong to 'add.u32'"},
    {B "^add.ftz.f64 %g1, %g2, %g3;" E, "modifier .ftz does not belong to 'add.f64'"},
    {B "^st.const.u32 [%d1], %r1;" E, "'st' exists, but not with these modifiers"},
    {B "^atom.global.exch.f32 %f1, [%d1], %f2;" E, "unknown instruction"},
    {B "^bar.arrive 0, 64;" E, "unknown instruction 'bar.arrive'"},
    {B "^wmma.load.a.sync %r1, [%d1];" E, "'wmma': tensor-core instructions are not supported"},
    {B "^redux.sync.add.s32 %r1, %r2, -1;" E, "'redux': instructions of sm_80 and later"},
    {B "^vadd4.u32.u32.u32 %r1, %r2, %r3, %r3;" E, "'vadd4': video instructions"},
    {B "^add.u32 %r1, %r2, %clock;" E, "special register cannot be read here"},
    {B "mov.u32 %r1, ^%pm0;" E, "special register '%pm0' is not supported"},
    {B ".reg .v4 .f32 ^%v;" E, "vector registers are not supported"},
    {B "^frob.v4 {%r1, %r2}, [%d1];" E, "unknown instruction 'frob'"},
    {B "@%p1 ^frob %r1;\n^frob %r1;" E, "unknown instruction 'frob' in '@%p1 frob %r1'"},
    {H ".extern .func f(.param .b32 a);\n.entry k() { .param .b32 x; ^call f, (x); ret; }",
     "call of 'f', which has no body; expected a file with one; called in 'call f, (x)'"},
    {H ".func f();\n.func f() { ^call f, (); ret; }\n.entry k() { call f, (); ret; }",
     "recursive call of 'f'; expected calls that can be expanded in place in 'call f, ()' of "
     "function 'f', which kernel 'k' reaches"},
    {H ".extern .func h();\n.func f() { ^call h, (); ret; }\n.entry k() { call f, (); ret; }",
     "call of 'h', which has no body; expected a file with one; called in 'call h, ()' of function "
     "'f', "
     "which kernel 'k' reaches"},
    {H ".global .b32 x; .extern .global .b32 y;\n"
       ".entry k() { .reg .b32 %r; ld.global.b32 %r, ^[y]; ret; }",
     "variable 'y' is .extern and defined nowhere"},
    {H ".extern .global .b32 x; .global .b64 y = x; .global .b64 z[2] = {0, y};\n"
       ".entry k() { .reg .b64 %d; ld.global.b64 %d, ^[z]; ret; }",
     "variable 'z' leads to the address of 'x' (bad.ptx:4:22): it is .extern and defined "
     "nowhere"},
    {H ".extern .global .b32 x; .global .b64 y = x;\n"
       ".entry k() { .reg .b64 %d; mov.b64 %d, ^y; ret; }",
     "variable 'y' leads to the address of 'x'"},
};

/* What a launch of k reaches of declarations that are not supported. */
static const bad_t declarations[] = {
    {H ".entry k() ^.explicitcluster { ret; }", "'.explicitcluster': clusters of CTAs are not"},
    {H ".entry k() ^.reqnctapercluster 2, 1, 1 { ret; }", "clusters of CTAs are not supported"},
    {H ".entry k() ^.blocksareclusters { ret; }", "clusters of CTAs are not supported"},
    {H ".entry k(.param ^.surfref s) { ret; }",
     "samplers and queries of textures are not supported; expected loads"},
    {H ".entry k(.param ^.b128 s) { ret; }", "type '.b128' is not supported; expected a type"},
    {H ".entry k() { .reg ^.b128 %q<3>; mov.b128 %q1, %q2; ret; }",
     "type '.b128' is not supported"},
    {H ".entry k() { .reg ^.bf16 %q; ret; }", "type '.bf16' is not supported"},
    {H ".global .samplerref s = { addr_mode_0 = wrap, filter_mode = nearest };\n"
       ".entry k() { .reg .b64 %d; mov.u64 %d, ^s; ret; }",
     "variable 's' (bad.ptx:4:21): '.samplerref': surfaces, samplers and queries of"},
    {H ".global .surfref s;\n.entry k() { .reg .b64 %d; mov.u64 %d, ^s; ret; }",
     "variable 's' (bad.ptx:4:18): '.surfref': surfaces"},
    {H ".tex .u64 t;\n.entry k() { .reg .b64 %d; mov.u64 %d, ^t; ret; }", "'.tex': surfaces"},
    {H ".global .texref t = { normalized_coords = 1 };\n"
       ".entry k() { .reg .b64 %d; mov.u64 %d, ^t; ret; }",
     "initial values of a .texref are not supported"},
    {H ".global .b128 x[2] = {1, 2};\n.entry k() { .reg .b64 %d; mov.u64 %d, ^x; ret; }",
     "type '.b128' is not supported"},
    {H ".global .u32 y; .global .u32 x[2] = {y, y+4};\n"
       ".entry k() { .reg .b64 %d; mov.u64 %d, ^x; ret; }",
     "variable 'x' (bad.ptx:4:30): address in an element of 4 bytes; expected 8, or 1 and a mask "
     "such as 0xFF00(y)"},
    {H ".global .u32 y; .global .u32 x = generic(y)+4, z = 3; .global .u64 a = x;\n"
       ".entry k() { .reg .b64 %d; mov.u64 %d, z; mov.u64 %d, ^a; ret; }",
     "variable 'a' leads to the address of 'x' (bad.ptx:4:30): address in an element of 4 bytes"},
    {H ".func f() { ret; }\n.global .u32 p = f;\n"
       ".entry k() { .reg .b64 %d; mov.u64 %d, ^p; ret; }",
     "address in an element of 4 bytes; expected 8"},
    {H ".entry e() { ret; }\n.global .u64 p = e;\n"
       ".entry k() { .reg .b64 %d; mov.u64 %d, ^p; ret; }",
     "variable 'p' (bad.ptx:5:14): address of the kernel 'e' is not supported"},
    {H ".entry k() { .reg .b64 %d; mov.u64 %d, ^k; ret; }", "address of the kernel 'k'"},
    {H ".func (^.reg .b32 r) f(.reg .b32 a) { mov.b32 r, a; ret; }\n"
       ".entry k() { .reg .b64 %d; .reg .b32 %r; mov.u64 %d, f; q: .callprototype _ ();\n"
       "call %d, q; ret; }",
     "register parameters are not supported; expected .param in function 'f', which kernel 'k' "
     "reaches"},
    {H ".func (.reg .b32 r) f(.reg .b32 a) { mov.b32 r, a; ret; }\n"
       ".entry k() { .reg .b32 %r; call ^(%r), f, (%r); ret; }",
     "parameters of 'f' are registers, which is not supported; expected .param"},
    {B "q: .callprototype _ (^.reg .b32 _);" E, "register parameters are not supported"},
    {H ".func g() { ret; }\n.visible .func f();\n^.alias f, g;\n.entry k() { call f, (); ret; }",
     ".alias is not supported; expected a body in function 'f', which kernel 'k' reaches"},
    {H ".entry k() { .param .b32 ^p<3>; st.param.b32 [p1], 3; ret; }",
     "numbered variables 'p'<n> are not supported"},
    {B "^selp.b32 %r1, %r2, %r3, 1;" E, "integer constant as a predicate is not supported"},
    {B "^vote.sync.ballot.b32 %r1, 1, -1;" E, "integer constant as a predicate is not supported"},
    {B "^and.pred %p1, %p2, 1;" E, "integer constant as a predicate is not supported"},
    {B "tex.1d.v4.f32.s32 {%f0,%f1,%f2,%f3}, [%d1, %d2^, {%r1}];" E, "samplers are not supported"},
    {B "mov.u32 %r1, (1 ^< 2);" E, "in constants are not supported; expected a number"},
    {B "mov.u32 %r1, 7 ^% 2;" E, "in constants are not supported"},
    {B "mov.u32 %r1, 1 ^&& 2;" E, "in constants are not supported"},
    {B "mov.u32 %r1, 1 ^? 2 : 3;" E, "in constants are not supported"},
    {B "mov.u64 %d1, ^(.s64) 2;" E, "in constants are not supported"},
};

static void check_refusal(const bad_t *b)
{
    char text[2048], place[64];
    size_t n = take_case(b, text, sizeof text, place, sizeof place);
    diag_t d = {.text = ""};
    isa_module_t *m = isa_module_parse("bad.ptx", text, n, &d);
    if (!m)
        fail_msg("'%s' for %s", d.text, text);
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    assert_non_null(k);
    const char *got = k->refusal ? k->refusal : "nothing";
    if (strncmp(got, place, strlen(place)) || !strstr(got, b->message) || strchr(got, '\n') ||
        (!strstr(got, "of kernel 'k'") && !strstr(got, " kernel 'k'") && !strstr(got, "'f'")))
        fail_msg("got  '%s'\nwant '%s...%s'\nfor %s", got, place, b->message, text);
    isa_launch_cfg_t cfg = {.kernel = k, .grid = {1, 1, 1}, .block = {1, 1, 1}, .warp_size = 32};
    assert_null(isa_launch_new(&cfg, &d));
    assert_string_equal(d.text, k->refusal);
    isa_module_free(m);
}

static void ptx_109_unsupported_is_refused_by_launch(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof unsupported / sizeof unsupported[0]; i++)
        check_refusal(&unsupported[i]);
    for (size_t i = 0; i < sizeof declarations / sizeof declarations[0]; i++)
        check_refusal(&declarations[i]);
}

/* The same texts with a kernel that uses none of it: it is launched and runs. */
static void ptx_112_what_nobody_launches_is_accepted(void **state)
{
    (void)state;
    static const char good[] = "\n.visible .entry good(.param .u64 out) { .reg .b64 %d;\n"
                               "ld.param.u64 %d, [out]; st.global.u32 [%d], 5; ret; }\n";
    const struct {
        const bad_t *list;
        size_t n;
    } lists[] = {{unsupported, sizeof unsupported / sizeof unsupported[0]},
                 {declarations, sizeof declarations / sizeof declarations[0]}};
    for (unsigned k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k].n; i++) {
            char text[2048], place[64];
            size_t n =
                take_case(&lists[k].list[i], text, sizeof text - sizeof good, place, sizeof place);
            memcpy(text + n, good, sizeof good);
            rig_t r;
            rig_open(&r, "bad.ptx", text);
            uint64_t at = rig_alloc(&r, 4);
            RIG_RUN(&r, "good", 1, 1, at);
            assert_int_equal(*(uint32_t *)rig_host(&r, at), 5);
            rig_close(&r);
        }
}

/* Bounds and advice that mean nothing to this machine. */
static void ptx_113_attributes_are_accepted(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "attributes.ptx",
             ".version 7.0\n.target sm_70\n.target sm_75\n" /* without .address_size: 64 */
             ".pragma \"nounroll\";\n.global .attribute(.managed, .unified(19, 95)) .u32 x = 5;\n"
             ".func .attribute(.unified(0xAB, 0xCD)) f() .abi_preserve 8 { ret; }\n"
             ".entry k(.param .u64 p) .maxntid 128, 1, 1 .minnctapersm 2 .maxclusterrank 4 {\n"
             ".reg .b32 %r; .reg .b64 %d; ld.param.u64 %d, [p]; call f, ();\n"
             "ld.global.u32 %r, [x]; st.global.u32 [%d], %r; ret; }\n");
    uint64_t at = rig_alloc(&r, 4);
    RIG_RUN(&r, "k", 1, 1, at);
    assert_int_equal(*(uint32_t *)rig_host(&r, at), 5);
    rig_close(&r);
}

/* Kernels that do not reach what is refused run; those that do name it and the way to it. */
static void ptx_110_only_what_a_kernel_reaches_is_refused(void **state)
{
    (void)state;
    rig_t r;
    rig_open(&r, "part.ptx",
             H ".func bad() { .reg .b32 %r; { frob.x4 {%r, %r}, [%r]; } ret; }\n"
               ".func good(.param .b64 p) {\n"
               ".reg .b64 %d; ld.param.u64 %d, [p]; st.global.u32 [%d], 7; ret; }\n"
               ".func unused() { .reg .v2 .f32 %v; mov.v2.f32 %v, %q; }\n"
               ".entry a(.param .u64 p) { .param .b64 x; .reg .b64 %d; ld.param.u64 %d, [p];\n"
               "st.param.b64 [x], %d; call good, (x); ret; }\n"
               ".func over() { call bad, (); ret; }\n"
               ".entry b(.param .u64 p) { call over, (); ret; }\n");
    uint64_t at = rig_alloc(&r, 4);
    RIG_RUN(&r, "a", 1, 1, at);
    assert_int_equal(*(uint32_t *)rig_host(&r, at), 7);
    assert_null(isa_kernel_find(r.m, "a")->refusal);
    assert_string_equal(isa_kernel_find(r.m, "b")->refusal,
                        "part.ptx:4:31: unknown instruction 'frob' in 'frob.x4 {%r, %r}, [%r]' of "
                        "function 'bad', which kernel 'b' reaches");
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ptx_109_unsupported_is_refused_by_launch),
        cmocka_unit_test(ptx_110_only_what_a_kernel_reaches_is_refused),
        cmocka_unit_test(ptx_112_what_nobody_launches_is_accepted),
        cmocka_unit_test(ptx_113_attributes_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
