/*
 * Eight times: a line stored, a fence, the line after it read, and waited for; then the two lines
 * after these.
 */
#include "repeat.cuh"

KERNEL turnaround(char *base, unsigned step)
{
    unsigned long p = (unsigned long)(base + threadIdx.x * 4), q = p + step / 2, next = step;
    unsigned x = 0;
    X8(__asm__ volatile("st.global.u32 [%0], %2;\n\tmembar.gl;\n\tld.global.u32 %2, [%1];\n\t"
                        "add.u64 %0, %0, %3;\n\tadd.u64 %1, %1, %3;"
                        : "+l"(p), "+l"(q), "+r"(x)
                        : "l"(next)
                        : "memory");)
}
