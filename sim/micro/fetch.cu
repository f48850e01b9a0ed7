/*
 * Code for the instruction cache. straight: one pass through 296 instructions and a return. turns: a
 * loop of 292, four times. two: each half of the CTA in a loop of its own, n times; no line of up to
 * 256 B has instructions of both loops.
 */
#include "repeat.cuh"

#define REGISTERS unsigned a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1
#define ONE(op, i) op " %" #i ", %" #i ", %" #i ";"
#define EIGHT(op)                                                                                  \
    __asm__ volatile(ONE(op, 0) ONE(op, 1) ONE(op, 2) ONE(op, 3) ONE(op, 4) ONE(op, 5) ONE(op, 6)  \
                         ONE(op, 7)                                                                \
                     : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));

KERNEL straight(void)
{
    REGISTERS;
    X32(EIGHT("add.u32")) X4(EIGHT("add.u32"))
}

KERNEL turns(void)
{
    REGISTERS;
    for (unsigned i = 0; i < 4; i++) {
        X32(EIGHT("add.u32")) X4(EIGHT("add.u32"))
    }
}

KERNEL two(unsigned n)
{
    REGISTERS;
    if (threadIdx.x < blockDim.x / 2)
        for (unsigned i = 0; i < n; i++) {
            X16(EIGHT("add.u32"))
        }
    else {
        X2(EIGHT("sub.u32"))
        for (unsigned i = 0; i < n; i++) {
            X16(EIGHT("sub.u32"))
        }
    }
}
