/*
 * Barrier storms: nothing but barriers.
 */
#include "repeat.cuh"

KERNEL barriers_64(void)
{
    X64(__asm__ volatile("bar.sync 0;");)
}

KERNEL barriers_128(void)
{
    X128(__asm__ volatile("bar.sync 0;");)
}
