/*
 * Results that come together: two words of shared memory, seven lines of which one is read five times
 * more. The sum keeps their registers apart, and waits for them in this order.
 */
KERNEL turn(const char *p)
{
    unsigned a, b, c, d, e, f, g, h, i, j, k, l, m, n;
    __asm__ volatile("ld.shared.u32 %0, [0];\n\tld.shared.u32 %1, [0];\n\t"
                     "ld.global.u32 %2, [%14];\n\tld.global.u32 %3, [%14+256];\n\t"
                     "ld.global.u32 %4, [%14+512];\n\tld.global.u32 %5, [%14+768];\n\t"
                     "ld.global.u32 %6, [%14+1024];\n\tld.global.u32 %7, [%14+1280];\n\t"
                     "ld.global.u32 %8, [%14+1536];\n\tld.global.u32 %9, [%14+4];\n\t"
                     "ld.global.u32 %10, [%14+8];\n\tld.global.u32 %11, [%14+12];\n\t"
                     "ld.global.u32 %12, [%14+16];\n\tld.global.u32 %13, [%14+20];\n\t"
                     "add.u32 %0, %0, %1;\n\tadd.u32 %0, %0, %2;\n\tadd.u32 %0, %0, %3;\n\t"
                     "add.u32 %0, %0, %4;\n\tadd.u32 %0, %0, %5;\n\tadd.u32 %0, %0, %6;\n\t"
                     "add.u32 %0, %0, %7;\n\tadd.u32 %0, %0, %8;\n\tadd.u32 %0, %0, %9;\n\t"
                     "add.u32 %0, %0, %10;\n\tadd.u32 %0, %0, %11;\n\tadd.u32 %0, %0, %12;\n\t"
                     "add.u32 %0, %0, %13;"
                     : "=&r"(a), "=&r"(b), "=&r"(c), "=&r"(d), "=&r"(e), "=&r"(f), "=&r"(g),
                       "=&r"(h), "=&r"(i), "=&r"(j), "=&r"(k), "=&r"(l), "=&r"(m), "=&r"(n)
                     : "l"(p)
                     : "memory");
}
