/* Handlers for AVX-512 (F, BW, DQ, VL); where the compiler cannot, those of any machine. */
#define ALU_SUFFIX avx512
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt,popcnt"))),  \
    apply_to = function)
#include "isa/alu.inc"
#pragma clang attribute pop
#else
#if defined(__x86_64__)
#pragma GCC target(                                                                                \
    "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,bmi,bmi2,lzcnt,popcnt,prefer-vector-width=512")
#endif
#include "isa/alu.inc"
#endif
