/*
 * The fundamental types of PTX.
 */
#ifndef LW_ISA_PTX_TYPE_H
#define LW_ISA_PTX_TYPE_H

#include <stdbool.h>
#include <stdint.h>

/* X(enumerator, name, bits, class): class b untyped bits, u unsigned, s signed, f float,
 * p predicate. */
#define PTX_TYPES(X)                                                                               \
    X(PRED, "pred", 1, 'p')                                                                        \
    X(B8, "b8", 8, 'b')                                                                            \
    X(B16, "b16", 16, 'b')                                                                         \
    X(B32, "b32", 32, 'b')                                                                         \
    X(B64, "b64", 64, 'b')                                                                         \
    X(U8, "u8", 8, 'u')                                                                            \
    X(U16, "u16", 16, 'u')                                                                         \
    X(U32, "u32", 32, 'u')                                                                         \
    X(U64, "u64", 64, 'u')                                                                         \
    X(S8, "s8", 8, 's')                                                                            \
    X(S16, "s16", 16, 's')                                                                         \
    X(S32, "s32", 32, 's')                                                                         \
    X(S64, "s64", 64, 's')                                                                         \
    X(F16, "f16", 16, 'f')                                                                         \
    X(F16X2, "f16x2", 32, 'f')                                                                     \
    X(F32, "f32", 32, 'f')                                                                         \
    X(F64, "f64", 64, 'f')

typedef enum ptx_type {
    PT_NONE,
#define X(id, name, bits, cls) PT_##id,
    PTX_TYPES(X)
#undef X
        PT_COUNT
} ptx_type_t;

const char *ptx_type_name(unsigned t);
unsigned ptx_type_bits(unsigned t);
char ptx_type_class(unsigned t);
/* The type called by the n characters at s, or PT_NONE. */
ptx_type_t ptx_type_find(const char *s, unsigned n);
/* An operand register of type r may stand where an instruction wants type t; relaxed (ld, st,
 * cvt): r may be wider. */
bool ptx_type_fits(unsigned r, unsigned t, bool relaxed);

#endif
