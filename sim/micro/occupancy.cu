/*
 * 32 registers that live from the first instruction to the last, and time enough for an SM to fill
 * up.
 */
#include "repeat.cuh"

#define EIGHT                                                                                      \
    "add.u32 %0, %0, 1;add.u32 %1, %1, 1;add.u32 %2, %2, 1;add.u32 %3, %3, 1;"                     \
    "add.u32 %4, %4, 1;add.u32 %5, %5, 1;add.u32 %6, %6, 1;add.u32 %7, %7, 1;"
#define USE(x)                                                                                     \
    __asm__ volatile(EIGHT                                                                         \
                     : "+r"(x[0]), "+r"(x[1]), "+r"(x[2]), "+r"(x[3]), "+r"(x[4]), "+r"(x[5]),     \
                       "+r"(x[6]), "+r"(x[7]));

KERNEL registers_32(void)
{
    unsigned a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned c[8] = {1, 2, 3, 4, 5, 6, 7, 8}, d[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    X4(USE(a) USE(b) USE(c) USE(d))
}
