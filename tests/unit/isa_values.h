/*
 * Operands for generated programs: special and random values of every type, the widths of a row's
 * registers, its mnemonic, which modifiers go together, when a result is close enough.
 */
#ifndef LW_TESTS_ISA_VALUES_H
#define LW_TESTS_ISA_VALUES_H

#include <stdio.h>

#include "common/rng.h"
#include "isa_ref.h"

static inline uint64_t float_value(rng_t *g, unsigned t)
{
    static const double special[] = {
        0.0,       -0.0,         1.0,      -1.0,      0.5,       1.5,     2.5,     -2.5,
        3.5,       127.5,        128.0,    -128.5,    255.5,     256.0,   32767.5, 65504.0,
        65520.0,   1e10,         0x1p31,   -0x1p31,   0x1p32,    0x1p63,  -0x1p63, 0x1p64,
        0x1p126,   0x1p127,      0x1p-126, 0x1p-149,  -0x1p-130, 0x1p-24, 0x1p-25, 0x1p-14,
        0x1.8p-25, 2147483647.0, 1e-30,    3.1415926, 100000.0,  1e9};
    uint32_t pick = rng_below(g, 100);
    if (pick < 4) { /* not a number, infinities */
        uint64_t inf = t == PT_F16   ? 0x7c00
                       : t == PT_F32 ? 0x7f800000u
                                     : UINT64_C(0x7ff0000000000000);
        uint64_t sign = rng_below(g, 2) ? UINT64_C(1) << (ref_bits(t) - 1) : 0;
        return sign | (pick < 2 ? inf : inf + 1 + rng_below(g, 200));
    }
    if (pick < 50) {
        double v = special[rng_below(g, sizeof special / sizeof special[0])];
        v = rng_below(g, 4) ? v : -v;
        return t == PT_F16 ? ref_to_half(v, signbit(v), FE_TONEAREST) : ref_bits_of(v, t);
    }
    if (pick < 75) { /* moderate numbers */
        double v = ((double)rng_below(g, 2000001) - 1000000.0) / (double)(1 + rng_below(g, 5000));
        return t == PT_F16 ? ref_to_half(v, signbit(v), FE_TONEAREST) : ref_bits_of(v, t);
    }
    return ref_cut(rng_u64(g), ref_bits(t));
}

static inline uint64_t value(rng_t *g, unsigned t, char letter)
{
    static const uint64_t special[] = {0,
                                       1,
                                       2,
                                       3,
                                       7,
                                       31,
                                       32,
                                       33,
                                       63,
                                       64,
                                       65,
                                       127,
                                       128,
                                       255,
                                       256,
                                       0x7fff,
                                       0x8000,
                                       0x8001,
                                       0xffff,
                                       0x10000,
                                       0x7fffff,
                                       0x800000,
                                       0xffffff,
                                       0x7fffffff,
                                       0x80000000,
                                       0xffffffff,
                                       1u << 24,
                                       UINT64_C(1) << 32,
                                       INT64_MAX,
                                       (uint64_t)INT64_MIN,
                                       UINT64_MAX,
                                       UINT64_MAX - 1,
                                       UINT64_C(0x8000000000000001)};
    if (t == PT_F16X2)
        return float_value(g, PT_F16) | float_value(g, PT_F16) << 16;
    if (ptx_type_class(t) == 'f')
        return float_value(g, t);
    if (letter == 'u' && rng_below(g, 3))
        return rng_below(g, 70); /* places to shift by */
    uint32_t pick = rng_below(g, 10);
    if (pick < 5)
        return special[rng_below(g, sizeof special / sizeof special[0])];
    if (pick < 7)
        return rng_below(g, 100) - 50u;
    return rng_u64(g);
}

/* Type of a source letter; of a wide one, twice the bits. */
static inline unsigned letter_type(const isa_row_t *row, char letter)
{
    if (letter == 'a')
        return row->t;
    if (letter == 'e')
        return row->t2;
    if (letter == 'c')
        return ref_bits(row->t) == 16 ? PT_B32 : PT_B64;
    return PT_B32;
}

static inline unsigned reg_bits(unsigned t)
{
    unsigned bits = ref_bits(t);
    return bits < 16 ? 16 : bits;
}

static inline unsigned dest_bits(const isa_row_t *row)
{
    char d = row->fmt[0];
    return d == 'w' ? 2 * ref_bits(row->t) : d == 'i' ? 32 : d == 'd' ? reg_bits(row->t) : 0;
}

/* A result within the permitted error. */
static inline bool close_enough(const ref_t *r, uint64_t got)
{
    if (got == r->out)
        return true;
    if (r->ulps == 0)
        return false;
    unsigned t = r->row->t;
    if (isinf(r->ulps)) /* sin or cos of a huge angle */
        return fabsf(ref_f32(got)) <= 1.0f;
    uint64_t top = UINT64_C(1) << (ref_bits(t) - 1);
    int64_t a = (int64_t)(got & ~top), b = (int64_t)(r->out & ~top);
    bool nan = t == PT_F32 ? isnan(ref_f32(got)) || isnan(ref_f32(r->out))
                           : isnan(ref_f64(got)) || isnan(ref_f64(r->out));
    return !nan && (got & top) == (r->out & top) && llabs(a - b) <= (int64_t)r->ulps;
}

static inline bool meaningful(const isa_row_t *row, uint64_t mods)
{
    if (row->need && !(mods & row->need))
        return false;
    if (strncmp(row->name, "cvt.", 4))
        return true;
    char d = ptx_type_class(row->t), s = ptx_type_class(row->t2);
    unsigned db = ref_bits(row->t), sb = ref_bits(row->t2);
    bool round = (mods & ISA_M_ROUND) != 0, roundi = (mods & ISA_M_ROUNDI) != 0;
    if (round != (d == 'f' && (s != 'f' || db < sb)))
        return false;
    bool to_int = d != 'f' && s == 'f', same = d == 'f' && s == 'f' && db == sb;
    if (roundi ? !to_int && !same : to_int)
        return false;
    if ((mods & ISA_M(FTZ)) && row->t != PT_F32 && row->t2 != PT_F32)
        return false;
    return !((mods & ISA_M(SAT)) && row->t == PT_F16);
}

/* The mnemonic: the row's modifiers go where the reader takes them, before the types. */
static inline const char *mnemonic(const isa_row_t *row, uint64_t mods, char *out, size_t size)
{
    const char *dot = strchr(row->name, '.');
    size_t n = (size_t)snprintf(out, size, "%.*s", (int)(dot - row->name), row->name);
    for (unsigned m = 0; m < ISA_MOD_COUNT; m++)
        if (mods >> m & 1)
            n += (size_t)snprintf(out + n, size - n, ".%s", isa_mod_text(m));
    snprintf(out + n, size - n, "%s", dot);
    return out;
}

#endif
