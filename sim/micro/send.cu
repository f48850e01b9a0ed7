/*
 * A load and a constant behind it, whose packets may leave in the same cycle.
 */
CONSTANT(__attribute__((aligned(256))) unsigned zeros[64])

KERNEL load_and_constant(const char *p)
{
    unsigned x, y;
    __asm__ volatile("ld.global.u32 %0, [%2];\n\tld.const.u32 %1, [zeros];\n\tadd.u32 %0, %0, %1;"
                     : "=&r"(x), "=&r"(y)
                     : "l"(p)
                     : "memory");
}
