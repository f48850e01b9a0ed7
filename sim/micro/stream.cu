/*
 * Streams over memory: thread t of the grid begins at base + t x lane bytes and goes on by step
 * bytes, n times.
 */
#define STREAM(name, op)                                                                           \
    KERNEL name(char *base, unsigned lane, unsigned step, unsigned n)                              \
    {                                                                                              \
        char *p = base + (unsigned long)(blockIdx.x * blockDim.x + threadIdx.x) * lane;            \
        unsigned x = 1;                                                                            \
        for (unsigned i = 0; i < n; i++) {                                                         \
            __asm__ volatile(op : "+r"(x) : "l"(p) : "memory");                                    \
            p += step;                                                                             \
        }                                                                                          \
    }

STREAM(load_stream, "ld.global.u32 %0, [%1];")
STREAM(store_stream, "st.global.u32 [%1], %0;")
STREAM(red_stream, "red.global.add.u32 [%1], %0;")
STREAM(atom_stream, "atom.global.add.u32 %0, [%1], %0;")

/* Reads one stream and writes another. */
KERNEL copy(const unsigned *from, unsigned *to)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

/* One load: even threads on one row, odd threads on another. */
KERNEL zigzag(const char *base, unsigned apart, unsigned lane)
{
    const char *p = base + (unsigned long)(threadIdx.x & 1) * apart;
    p += (unsigned long)(threadIdx.x >> 1) * lane;
    unsigned x;
    __asm__ volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p));
}
