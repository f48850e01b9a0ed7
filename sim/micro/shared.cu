/*
 * Shared memory: lane i on the word i x stride. The memory holds zeros when a CTA begins, so that a
 * loaded word may be added to the address without changing it.
 */
#include "repeat.cuh"

/* Each load waits for the one before. */
KERNEL shared_chain(unsigned stride)
{
    unsigned at = threadIdx.x * stride * 4, x;
    X64(__asm__ volatile("ld.shared.u32 %0, [%1];\n\tadd.u32 %1, %1, %0;" : "=&r"(x), "+r"(at));)
}

/* The same with two words a lane. */
KERNEL shared_chain_64(unsigned stride)
{
    unsigned at = threadIdx.x * stride * 8, x, y;
    X64(__asm__ volatile("ld.shared.v2.u32 {%0, %1}, [%2];\n\tadd.u32 %2, %2, %0;"
                         : "=&r"(x), "=&r"(y), "+r"(at));)
}

/* No load waits for another warp's; eight registers in turn. _2 is twice as long. */
#define EIGHT                                                                                      \
    "ld.shared.u32 %0, [%8];ld.shared.u32 %1, [%8];ld.shared.u32 %2, [%8];"                        \
    "ld.shared.u32 %3, [%8];ld.shared.u32 %4, [%8];ld.shared.u32 %5, [%8];"                        \
    "ld.shared.u32 %6, [%8];ld.shared.u32 %7, [%8];"
#define STREAM(name, times)                                                                        \
    KERNEL name(unsigned stride)                                                                   \
    {                                                                                              \
        unsigned a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;                           \
        unsigned at = (threadIdx.x & (LW_LANES - 1)) * stride * 4;                                 \
        times(__asm__ volatile(EIGHT                                                               \
                               : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g),    \
                                 "+r"(h)                                                           \
                               : "r"(at));)                                                        \
    }
#define LW_LANES 64 /* a lane's place in a warp of 64; of 32, in two of them */
STREAM(shared_stream, X8)
STREAM(shared_stream_2, X16)

KERNEL shared_atomics(unsigned stride)
{
    unsigned at = threadIdx.x * stride * 4;
    X64(__asm__ volatile("red.shared.add.u32 [%0], 0;" : : "r"(at));)
}
