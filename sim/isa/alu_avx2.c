/* Handlers for AVX2 and FMA; where the compiler cannot, those of any machine under this name. */
#define ALU_SUFFIX avx2
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))),            \
                             apply_to = function)
#include "isa/alu.inc"
#pragma clang attribute pop
#else
#if defined(__x86_64__)
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,popcnt")
#endif
#include "isa/alu.inc"
#endif
