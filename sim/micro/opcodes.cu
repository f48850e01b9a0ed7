/*
 * Of each kind of arithmetic that latencies by opcode distinguish, a chain of dependent
 * instructions, and a stream of independent ones: eight registers in turn, so that a result is
 * waited for only after seven other instructions. _2 is twice as long.
 */
#include "repeat.cuh"

#define CHAIN(name, type, reg, init, text)                                                         \
    KERNEL name##_chain(void)                                                                      \
    {                                                                                              \
        type x = init;                                                                             \
        X16(__asm__ volatile(text : "+" reg(x));)                                                  \
    }                                                                                              \
    KERNEL name##_chain_2(void)                                                                    \
    {                                                                                              \
        type x = init;                                                                             \
        X32(__asm__ volatile(text : "+" reg(x));)                                                  \
    }

#define STREAM_OF(name, times, type, reg, init, text)                                              \
    KERNEL name(void)                                                                              \
    {                                                                                              \
        type a = init, b = init, c = init, d = init, e = init, f = init, g = init, h = init;       \
        times(__asm__ volatile(text                                                                \
                               : "+" reg(a), "+" reg(b), "+" reg(c), "+" reg(d), "+" reg(e),       \
                                 "+" reg(f), "+" reg(g), "+" reg(h));)                             \
    }

#define EACH(ONE, op)                                                                              \
    ONE(op, 0) ONE(op, 1) ONE(op, 2) ONE(op, 3) ONE(op, 4) ONE(op, 5) ONE(op, 6) ONE(op, 7)
#define OF_1(op, i) op " %" #i ", %" #i ";"
#define OF_2(op, i) op " %" #i ", %" #i ", %" #i ";"
#define OF_3(op, i) op " %" #i ", %" #i ", %" #i ", %" #i ";"

#define KIND(name, type, reg, init, OF, op)                                                        \
    CHAIN(name, type, reg, init, OF(op, 0))                                                        \
    STREAM_OF(name##_stream, X4, type, reg, init, EACH(OF, op))                                    \
    STREAM_OF(name##_stream_2, X8, type, reg, init, EACH(OF, op))

KIND(logic, unsigned, "r", 1, OF_2, "xor.b32")
KIND(int_add, unsigned, "r", 1, OF_2, "add.u32")
KIND(int_max, unsigned, "r", 1, OF_2, "max.u32")
KIND(int_mul, unsigned, "r", 1, OF_2, "mul.lo.u32")
KIND(int_mad, unsigned, "r", 1, OF_3, "mad.lo.u32")
KIND(int_div, unsigned, "r", 1, OF_2, "div.u32")
KIND(fp_add, float, "f", 1.0f, OF_2, "add.f32")
KIND(fp_max, float, "f", 1.0f, OF_2, "max.f32")
KIND(fp_mul, float, "f", 1.0f, OF_2, "mul.f32")
KIND(fp_mad, float, "f", 1.0f, OF_3, "mad.rn.f32")
KIND(fp_div, float, "f", 1.0f, OF_2, "div.rn.f32")
KIND(dp_add, double, "d", 1.0, OF_2, "add.f64")
KIND(dp_max, double, "d", 1.0, OF_2, "max.f64")
KIND(dp_mul, double, "d", 1.0, OF_2, "mul.f64")
KIND(dp_mad, double, "d", 1.0, OF_3, "mad.rn.f64")
KIND(dp_div, double, "d", 1.0, OF_2, "div.rn.f64")
KIND(special, float, "f", 1.0f, OF_1, "ex2.approx.f32")
