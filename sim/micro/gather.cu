/*
 * Four loads that wait for nothing: thread t of load k takes the word at base + (k x threads + t) x
 * stride. The sum keeps their registers apart.
 */
KERNEL gather(const char *base, unsigned stride)
{
    unsigned a, b, c, d;
    const char *p = base + (unsigned long)threadIdx.x * stride;
    unsigned long next = (unsigned long)blockDim.x * stride;
    const char *q = p + next, *r = q + next, *s = r + next;
    __asm__ volatile("ld.global.u32 %0, [%4];\n\tld.global.u32 %1, [%5];\n\t"
                     "ld.global.u32 %2, [%6];\n\tld.global.u32 %3, [%7];"
                     : "=&r"(a), "=&r"(b), "=&r"(c), "=&r"(d)
                     : "l"(p), "l"(q), "l"(r), "l"(s));
    __asm__ volatile("add.u32 %0, %0, %1;\n\tadd.u32 %0, %0, %2;\n\tadd.u32 %0, %0, %3;"
                     : "+r"(a)
                     : "r"(b), "r"(c), "r"(d));
}
