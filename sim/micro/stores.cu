/*
 * Stores between reads of one warp, every lane a line of its own: thread t has the word at base + (k
 * x threads + t) x stride in instruction k, where the third is a second read of the first one's
 * lines. Only the reads' last sum waits.
 */
KERNEL stores(char *base, unsigned stride)
{
    unsigned a, b, c;
    char *p = base + (unsigned long)threadIdx.x * stride;
    unsigned long next = (unsigned long)blockDim.x * stride;
    char *q = p + next, *r = q + next, *s = r + next;
    __asm__ volatile("ld.global.u32 %0, [%3];\n\tst.global.u32 [%4], %7;\n\t"
                     "ld.global.u32 %1, [%3+4];\n\tst.global.u32 [%5], %7;\n\t"
                     "ld.global.u32 %2, [%6];"
                     : "=&r"(a), "=&r"(b), "=&r"(c)
                     : "l"(p), "l"(q), "l"(r), "l"(s), "r"(stride)
                     : "memory");
    __asm__ volatile("add.u32 %0, %0, %1;\n\tadd.u32 %0, %0, %2;" : "+r"(a) : "r"(b), "r"(c));
}

/*
 * Eight times: a word that is read, then stored to (or an atomic on it), then read again, each when
 * the one before is there. p goes on by step.
 */
#include "repeat.cuh"

#define AGAIN(name, store)                                                                         \
    KERNEL name(char *base, unsigned step)                                                         \
    {                                                                                              \
        unsigned x;                                                                                \
        unsigned long p = (unsigned long)base, next = step;                                        \
        X8(__asm__ volatile("ld.global.u32 %0, [%1];\n\t" store "\n\tld.global.u32 %0, [%1];\n\t"  \
                            "add.u32 %0, %0, %0;\n\tadd.u64 %1, %1, %2;"                           \
                            : "=&r"(x), "+l"(p)                                                    \
                            : "l"(next)                                                            \
                            : "memory");)                                                          \
    }

AGAIN(store_here, "st.global.u32 [%1], %0;")
AGAIN(atomic_here, "red.global.add.u32 [%1], %0;")

/*
 * Eight times: a line that is read and stored to while it is on its way, and read again when it is
 * here: the second read's address is made of the first one's value, which is 0.
 */
KERNEL store_on_its_way(char *base, unsigned step)
{
    unsigned x, zero = 0;
    unsigned long p = (unsigned long)base, next = step, q;
    X8(__asm__ volatile("ld.global.u32 %0, [%1];\n\tst.global.u32 [%1], %3;\n\t"
                        "cvt.u64.u32 %2, %0;\n\tadd.u64 %2, %2, %1;\n\t"
                        "ld.global.u32 %0, [%2];\n\tadd.u32 %0, %0, %0;\n\tadd.u64 %1, %1, %4;"
                        : "=&r"(x), "+l"(p), "=&l"(q)
                        : "r"(zero), "l"(next)
                        : "memory");)
}
