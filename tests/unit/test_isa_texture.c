/*
 * Texture reads: references, the forms that are refused, and faults. test_isa_special.c has every
 * row.
 */
#include "isa_gen.h"

#include "isa/texture.h"

/* A reference, old nvcc's four coordinates for one dimension, and what is refused. */
static void isa_516_texture_references_and_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } bad[] = {
        {"tex.3d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r5, %r5, %r5}];",
         "tex.3d.v4.f32.s32: texture reads of this form"},
        {"tex.1d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];",
         "tex.1d.v4.f32.f32: texture reads of this form"},
        {"tex.a1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r6}];", "of this form"},
        {"tld4.r.2d.v4.f32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r6}];", "'tld4': surfaces"},
        {"txq.width.b32 %r1, [%d1];", "'txq': surfaces"},
        {"tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];", "expected {four registers}"},
        {"tex.1d.v4.s32.s32 {%r1, %r2}, [%d1, {%r5}];", "expected 4 elements"},
        {"tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [%r1, {%r5}];", "expected .b64"},
        {"tex.1d.v4.s32.s32 {%r1, %r2, %r3, %r4}, [64, {%r5}];", "expected a texture object"},
        {"tex.1d.s32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];", "v4"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        text_t x;
        diag_t d = {.text = ""};
        head(&x, "");
        put(&x, "%s\n", bad[i].text);
        tail(&x);
        isa_module_t *m = isa_module_parse("bad.ptx", x.s, x.n, &d);
        const char *said = m ? isa_kernel_find(m, "k")->refusal : d.text;
        if (!said || !strstr(said, bad[i].said))
            fail_msg("%s: said '%s'", bad[i].text, said ? said : "nothing");
        isa_module_free(m);
    }
    text_t x;
    diag_t d = {.text = ""};
    head(&x, ".global .texref t;\n");
    put(&x, "tex.1d.v4.s32.s32 {%%r1, %%r2, %%r3, %%r4}, [t, {%%r5, %%r5, %%r5, %%r5}];\n"
            "tex.1d.v4.u32.s32 {_, %%r2, _, _}, [t, %%r5];\n");
    tail(&x);
    isa_module_t *m = isa_module_parse("ref.ptx", x.s, x.n, &d);
    if (!m)
        fail_msg("%s", d.text);
    assert_int_equal(isa_symbol_count(m), 1);
    assert_int_equal(isa_symbol_at(m, 0)->bytes, sizeof(isa_texture_t));
    const isa_kernel_t *k = isa_kernel_find(m, "k");
    unsigned reads = 0;
    for (unsigned i = 0; i < k->n_inst; i++)
        reads += k->inst[i].space == INST_SPACE_TEXTURE && k->inst[i].kind == INST_LOAD &&
                 k->inst[i].unit == INST_UNIT_LDST;
    assert_int_equal(reads, 2);
    isa_module_free(m);
}

/* A handle that is none, and whole numbers read as floats. */
static void isa_517_texture_faults(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        text_t x;
        bench_t b;
        head(&x, "");
        put(&x, "ld.param.u64 %%d1, [p]; mov.u32 %%r5, 0;\n"
                "tex.1d.v4.f32.s32 {%%r1, %%r2, %%r3, %%r4}, [%%d1, {%%r5}];\n");
        tail(&x);
        open_bench(&b, &x, row_named("tex.1d.f32.s32"));
        uint64_t at = rig_alloc(&b.r, sizeof(isa_texture_t)), far = 8;
        isa_texture_t t = {.magic = i == 1 ? 0 : ISA_TEXTURE_MAGIC,
                           .address = b.in,
                           .width = 4,
                           .height = 1,
                           .channels = 1,
                           .bytes = 2};
        memcpy(rig_host(&b.r, at), &t, sizeof t);
        memcpy(b.param, i == 0 ? &far : &at, 8);
        assert_int_not_equal(try_bench(&b, LANES), 0);
        if (!strstr(b.r.d.text, i < 2 ? "which is no texture" : "read as .f32"))
            fail_msg("%s", b.r.d.text);
        rig_close(&b.r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_516_texture_references_and_refusals),
        cmocka_unit_test(isa_517_texture_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
