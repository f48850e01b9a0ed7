/*
 * Results that come together: two words of shared memory, four of one line, and four of lines of
 * their own. The sum keeps their registers apart, and waits for them in this order.
 */
KERNEL turn(const char *p)
{
    unsigned a, b, c, d, e, f, g, h, i, j;
    __asm__ volatile("ld.shared.u32 %0, [0];\n\tld.shared.u32 %1, [0];\n\t"
                     "ld.global.u32 %2, [%10];\n\tld.global.u32 %3, [%10+4];\n\t"
                     "ld.global.u32 %4, [%10+8];\n\tld.global.u32 %5, [%10+12];\n\t"
                     "ld.global.u32 %6, [%10+256];\n\tld.global.u32 %7, [%10+512];\n\t"
                     "ld.global.u32 %8, [%10+768];\n\tld.global.u32 %9, [%10+1024];\n\t"
                     "add.u32 %0, %0, %1;\n\tadd.u32 %0, %0, %2;\n\tadd.u32 %0, %0, %3;\n\t"
                     "add.u32 %0, %0, %4;\n\tadd.u32 %0, %0, %5;\n\tadd.u32 %0, %0, %6;\n\t"
                     "add.u32 %0, %0, %7;\n\tadd.u32 %0, %0, %8;\n\tadd.u32 %0, %0, %9;"
                     : "=&r"(a), "=&r"(b), "=&r"(c), "=&r"(d), "=&r"(e), "=&r"(f), "=&r"(g),
                       "=&r"(h), "=&r"(i), "=&r"(j)
                     : "l"(p)
                     : "memory");
}
