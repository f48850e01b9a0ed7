/*
 * One access of a warp: lane t at base + t x stride, of one, two, four and eight bytes.
 */
#define LOAD(name, type, reg, op)                                                                  \
    KERNEL name(const char *base, unsigned stride)                                                 \
    {                                                                                              \
        type x;                                                                                    \
        const char *p = base + (unsigned long)threadIdx.x * stride;                                \
        __asm__ volatile(op " %0, [%1];" : "=" reg(x) : "l"(p) : "memory");                        \
    }
#define STORE(name, type, reg, op)                                                                 \
    KERNEL name(char *base, unsigned stride)                                                       \
    {                                                                                              \
        char *p = base + (unsigned long)threadIdx.x * stride;                                      \
        __asm__ volatile(op " [%1], %0;" : : reg((type)1), "l"(p) : "memory");                     \
    }

LOAD(load_1, unsigned short, "h", "ld.global.u8")
LOAD(load_2, unsigned short, "h", "ld.global.u16")
LOAD(load_4, unsigned, "r", "ld.global.u32")
LOAD(load_8, unsigned long, "l", "ld.global.u64")
LOAD(volatile_1, unsigned short, "h", "ld.volatile.global.u8")
LOAD(volatile_4, unsigned, "r", "ld.volatile.global.u32")
STORE(store_1, unsigned short, "h", "st.global.u8")
STORE(store_2, unsigned short, "h", "st.global.u16")
STORE(store_8, unsigned long, "l", "st.global.u64")
