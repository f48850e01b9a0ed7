/*
 * A load from shared memory and a move whose results may be due together, then a sum of the two.
 */
KERNEL two_results(void)
{
    unsigned x, y;
    __asm__ volatile("ld.shared.u32 %0, [0];\n\tmov.u32 %1, 0;\n\tadd.u32 %0, %0, %1;"
                     : "=&r"(x), "=&r"(y)
                     :
                     : "memory");
}
