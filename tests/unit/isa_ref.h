/*
 * What PTX rows with a vector handler compute, written a second time from the manual: bit by bit
 * or in wider arithmetic, never like sim/isa/sem.h. A row without a reference does not compile
 * (isa_ref_rows.h).
 */
#ifndef LW_TESTS_ISA_REF_H
#define LW_TESTS_ISA_REF_H

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "isa/rows.h"
#include "isa/rows_alu.inc"

typedef __int128 i128;
typedef unsigned __int128 u128;

typedef struct ref {
    const isa_row_t *row;
    uint64_t mods;
    uint64_t in[4]; /* register bits, in the order of the operands */
    bool c;         /* predicate source */
    uint64_t out;   /* register bits of the type's size */
    unsigned bits;  /* of out; 0: the result is predicates */
    bool p, q;
    double ulps; /* permitted error in units of the last place; 0: exact */
} ref_t;

typedef bool ref_fn(ref_t *r);

static inline unsigned ref_bits(unsigned t)
{
    return ptx_type_bits(t);
}

static inline uint64_t ref_cut(uint64_t x, unsigned bits)
{
    return bits >= 64 ? x : x & ((UINT64_C(1) << bits) - 1);
}

/* Register bits as a number of the type. */
static inline i128 ref_int(uint64_t x, unsigned t)
{
    unsigned bits = ref_bits(t);
    x = ref_cut(x, bits);
    if (ptx_type_class(t) == 's' && x >> (bits - 1) & 1)
        return (i128)x - ((i128)1 << bits);
    return (i128)x;
}

static inline float ref_f32(uint64_t x)
{
    uint32_t u = (uint32_t)x;
    float f;
    memcpy(&f, &u, 4);
    return f;
}

static inline double ref_f64(uint64_t x)
{
    double f;
    memcpy(&f, &x, 8);
    return f;
}

static inline uint64_t ref_bits_of(double x, unsigned t)
{
    uint64_t u = 0;
    float f = (float)x;
    if (isnan(x))
        return t == PT_F32 ? 0x7fffffffu : UINT64_C(0xfff8000000000000);
    if (t == PT_F32)
        memcpy(&u, &f, 4);
    else
        memcpy(&u, &x, 8);
    return u;
}

static inline uint64_t ref_flush(uint64_t x)
{
    return (x & 0x7f800000u) ? x : x & 0x80000000u;
}

/* Part number n of the row's name, from 0; empty beyond the last. */
static inline void ref_part(const isa_row_t *row, unsigned n, char out[16])
{
    const char *s = row->name;
    for (; n && *s; n--) {
        s = strchr(s, '.');
        if (!s) {
            out[0] = 0;
            return;
        }
        s++;
    }
    size_t k = 0;
    while (s[k] && s[k] != '.' && k < 15)
        k++;
    memcpy(out, s, k);
    out[k] = 0;
}

static inline bool ref_has(const isa_row_t *row, const char *part)
{
    char have[16];
    for (unsigned n = 1;; n++) {
        ref_part(row, n, have);
        if (!have[0])
            return false;
        if (!strcmp(have, part))
            return true;
    }
}

static inline bool ref_is(const isa_row_t *row, const char *opcode)
{
    char have[16];
    ref_part(row, 0, have);
    return !strcmp(have, opcode);
}

#include "isa_ref_float.h"
#include "isa_ref_int.h"
#include "isa_ref_rows.h"

/* Fills in out, p and q; false: no reference for this row. */
static inline bool ref_eval(ref_t *r)
{
    static ref_fn *const row_ref[] = {
#define X(id, nm, ex, operands, ty, ty2, al, ne, un) REF_ROW(id, ex, ty, ty2),
        ISA_ALU_ROWS(X)
#undef X
    };
    r->ulps = 0;
    r->p = r->q = false;
    r->bits = ref_bits(r->row->t);
    return row_ref[r->row - isa_rows](r);
}

#endif
