/*
 * Constant memory: no kernel has a parameter, since those are read through the same cache. The table
 * holds zeros, so that a loaded word may be added to the address without changing it.
 */
#include "repeat.cuh"

CONSTANT(__attribute__((aligned(256))) unsigned table[2048])

#define BEGIN(shift)                                                                               \
    "{\n\t.reg .u32 t, x, y;\n\t.reg .u64 at, u;\n\tmov.u32 t, %tid.x;\n\tshl.b32 t, t, " #shift  \
    ";\n\tcvt.u64.u32 at, t;\n\tmov.u64 u, table;\n\tadd.u64 at, at, u;\n\t"
#define HOP(offset)                                                                                \
    "ld.const.u32 x, [at+" #offset "];\n\tcvt.u64.u32 u, x;\n\tadd.u64 at, at, u;\n\t"

/* Each load waits for the one before; lane i on byte i << shift (32: all on the first). */
#define CHAIN(name, shift)                                                                         \
    KERNEL name()                                                                                  \
    {                                                                                              \
        __asm__ volatile(BEGIN(shift) X16(HOP(0)) "}");                                            \
    }
CHAIN(const_chain_0, 32)
CHAIN(const_chain_4, 2)
CHAIN(const_chain_64, 6)

/* A block; the block; the other half of its line; both again. */
#define HALVES(name, half)                                                                         \
    KERNEL name()                                                                                  \
    {                                                                                              \
        __asm__ volatile(BEGIN(32) HOP(0) HOP(0) HOP(half) HOP(0) HOP(half) "}");                  \
    }
HALVES(const_halves_32, 32)
HALVES(const_halves_64, 64)

/* Four blocks in turn, four times. */
KERNEL const_round()
{
    __asm__ volatile(BEGIN(32) X4(HOP(0) HOP(128) HOP(256) HOP(384)) "}");
}

/* Two loads that do not wait for each other, on the same block and on different ones. */
#define PAIR(name, second)                                                                         \
    KERNEL name()                                                                                  \
    {                                                                                              \
        __asm__ volatile(BEGIN(32) "ld.const.u32 x, [at];\n\tld.const.u32 y, [at+" #second         \
                                   "];\n\tadd.u32 x, x, y;\n\t}");                                 \
    }
PAIR(const_pair_same, 4)
PAIR(const_pair_other, 512)
