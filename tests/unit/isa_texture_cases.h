/* The case of each row that reads a texture (test_isa_special.c). */
#ifndef LW_TESTS_ISA_TEXTURE_CASES_H
#define LW_TESTS_ISA_TEXTURE_CASES_H

#include "isa_gen.h"

#include "isa/texture.h"

/* Elements in the bench's bytes: rows of `width`, `pitch` bytes apart. */
static inline uint32_t texel(const isa_texture_t *t, const uint8_t *bytes, int64_t x, int64_t y,
                             unsigned k)
{
    uint32_t v = 0;
    const uint8_t *p = bytes + y * t->pitch + (x * t->channels + k) * t->bytes;
    for (unsigned i = 0; i < t->bytes; i++)
        v |= (uint32_t)p[i] << 8 * i;
    if (t->kind == ISA_TEXTURE_SIGNED && t->bytes < 4 && v >> (8 * t->bytes - 1))
        v |= ~(uint32_t)0 << 8 * t->bytes;
    return v;
}

static inline int64_t between(int64_t x, int64_t n)
{
    return x < 0 ? 0 : x < n ? x : n - 1;
}

/* Lane l reads (l - 3) of a row of 20, or (l % 8 - 1, l / 8 - 1) of three rows of 6. */
static inline void one_texture(const isa_row_t *row, unsigned channels, unsigned bytes,
                               unsigned kind)
{
    bool flat = row->name[4] == '1', real = row->t2 == PT_F32;
    text_t x;
    head(&x, "");
    put(&x, ".reg .b32 %%x, %%y; ld.param.u64 %%d1, [p];\n");
    if (flat)
        put(&x, "sub.s32 %%x, %%lane, 3;\n");
    else
        put(&x, "and.b32 %%x, %%lane, 7; sub.s32 %%x, %%x, 1; shr.u32 %%y, %%lane, 3;\n"
                "sub.s32 %%y, %%y, 1;\n");
    if (real)
        put(&x, ".reg .f32 %%fx, %%fy; cvt.rn.f32.s32 %%fx, %%x; cvt.rn.f32.s32 %%fy, %%y;\n"
                "add.f32 %%fx, %%fx, 0f3F400000; add.f32 %%fy, %%fy, 0f3E800000;\n");
    char name[64];
    snprintf(name, sizeof name, "tex.%.2s.v4%s", row->name + 4, row->name + 6);
    put(&x, "%s {%%r1, %%r2, %%r3, %%r4}, [%%d1, {%s}];\n", name,
        flat   ? "%x"
        : real ? "%fx, %fy"
               : "%x, %y");
    put(&x, "st.global.v4.u32 [%%out], {%%r1, %%r2, %%r3, %%r4};\n");
    tail(&x);
    bench_t b;
    open_bench(&b, &x, row);
    uint64_t at = rig_alloc(&b.r, sizeof(isa_texture_t));
    isa_texture_t t = {.magic = ISA_TEXTURE_MAGIC,
                       .address = b.in,
                       .width = flat ? 20 : 6,
                       .height = flat ? 1 : 3,
                       .pitch = 112,
                       .channels = (uint8_t)channels,
                       .bytes = (uint8_t)bytes,
                       .kind = (uint8_t)kind};
    memcpy(rig_host(&b.r, at), &t, sizeof t);
    memcpy(b.param, &at, 8);
    run_bench(&b);
    for (int l = 0; l < (int)LANES; l++)
        for (unsigned k = 0; k < 4; k++) {
            int64_t u = flat ? l - 3 : between(l % 8 - 1, 6), v = flat ? 0 : between(l / 8 - 1, 3);
            bool none = k >= channels || u < 0 || u >= t.width;
            assert_int_equal(word(b.ob + 64 * l + 4 * k, 4), none ? 0 : texel(&t, b.ib, u, v, k));
        }
    rig_close(&b.r);
}

static inline void texture_case(const isa_row_t *row)
{
    for (unsigned channels = 1; channels <= 4; channels *= 2)
        for (unsigned bytes = row->t == PT_F32 ? 4 : 1; bytes <= 4; bytes *= 2)
            for (unsigned kind = 0; kind <= (bytes == 4 ? 2u : 1u); kind++)
                one_texture(row, channels, bytes, kind);
}

#endif
