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
