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

/*
 * As many lines stored as there are threads, all of them waited for; then as many others read, a line a
 * thread. n: line_bytes / 4.
 */
KERNEL dirty_then_read(char *base, unsigned n)
{
    unsigned x = 1;
    char *p = base + threadIdx.x * 4;
    for (unsigned i = 0; i < n; i++) {
        __asm__ volatile("st.global.u32 [%0], %1;" : : "l"(p), "r"(x) : "memory");
        p += blockDim.x * 4;
    }
    __asm__ volatile("membar.gl;" ::: "memory");
    __syncthreads();
    char *q = base + n * blockDim.x * 4 + threadIdx.x * n * 4;
    __asm__ volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(q) : "memory");
}
