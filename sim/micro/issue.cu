/*
 * Chains of dependent instructions, and streams of independent ones: eight registers in turn, so
 * that a result is waited for only after seven other instructions. _2 is twice as long.
 */
#include "repeat.cuh"

#define CHAIN(name, type, reg, init, op)                                                           \
    KERNEL name##_chain(void)                                                                      \
    {                                                                                              \
        type x = init;                                                                             \
        X64(__asm__ volatile(op " %0, %0, %0;" : "+" reg(x));)                                     \
    }                                                                                              \
    KERNEL name##_chain_2(void)                                                                    \
    {                                                                                              \
        type x = init;                                                                             \
        X128(__asm__ volatile(op " %0, %0, %0;" : "+" reg(x));)                                    \
    }

#define ONE(op, i) op " %" #i ", %" #i ", %" #i ";"
#define EIGHT(op)                                                                                  \
    ONE(op, 0) ONE(op, 1) ONE(op, 2) ONE(op, 3) ONE(op, 4) ONE(op, 5) ONE(op, 6) ONE(op, 7)
#define STREAM_OF(name, times, type, reg, init, text)                                              \
    KERNEL name(void)                                                                              \
    {                                                                                              \
        type a = init, b = init, c = init, d = init, e = init, f = init, g = init, h = init;       \
        times(__asm__ volatile(text                                                                \
                               : "+" reg(a), "+" reg(b), "+" reg(c), "+" reg(d), "+" reg(e),       \
                                 "+" reg(f), "+" reg(g), "+" reg(h));)                             \
    }
#define STREAM(name, type, reg, init, text)                                                        \
    STREAM_OF(name##_stream, X16, type, reg, init, text)                                           \
    STREAM_OF(name##_stream_2, X32, type, reg, init, text)

CHAIN(sp, unsigned, "r", 1, "add.u32")
CHAIN(dp, double, "d", 1.0, "add.f64")
STREAM(sp, unsigned, "r", 1, EIGHT("add.u32"))
STREAM(dp, double, "d", 1.0, EIGHT("add.f64"))

#undef ONE
#define ONE(op, i) op " %" #i ", %" #i ";"
STREAM(sfu, float, "f", 1.0f, EIGHT("ex2.approx.f32"))

KERNEL sfu_chain(void)
{
    float x = 1.0f;
    X64(__asm__ volatile("ex2.approx.f32 %0, %0;" : "+f"(x));)
}

KERNEL sfu_chain_2(void)
{
    float x = 1.0f;
    X128(__asm__ volatile("ex2.approx.f32 %0, %0;" : "+f"(x));)
}
