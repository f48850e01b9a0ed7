/*
 * Pointer chase: 64 loads, each of the address that the one before brought.
 */
#include "repeat.cuh"

KERNEL chase(const void *first)
{
    const void *p = first;
    X64(__asm__ volatile("ld.global.u64 %0, [%0];" : "+l"(p));)
}

