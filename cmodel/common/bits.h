/*
 * Bit helpers shared by units and simulator. Header-only; no state.
 */
#ifndef LW_COMMON_BITS_H
#define LW_COMMON_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* A mask of the w low bits, 0 <= w <= 64. */
static inline uint64_t bits_mask(unsigned w)
{
    return w >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << w) - 1;
}

/* Bits needed to index n things: ceil(log2(n)), and at least 1, like an RTL index port. */
static inline unsigned bits_index_w(uint64_t n)
{
    return n <= 2 ? 1 : 64 - (unsigned)__builtin_clzll(n - 1);
}

/* Bits needed to count 0..n inclusive (an occupancy counter). */
static inline unsigned bits_count_w(uint64_t n)
{
    return bits_index_w(n + 1);
}

/* Does every value of an index of n things name one of them, so that none is out of range? */
static inline bool bits_every_index(uint64_t n)
{
    return n == UINT64_C(1) << bits_index_w(n);
}

static inline bool bits_is_pow2(uint64_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

/* Index of the lowest set bit; x must not be 0. */
static inline unsigned bits_lowest(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

/* Set bits. In words: a build for any x86-64 has no instruction to rely on, only a call. */
static inline unsigned bits_popcount(uint64_t x)
{
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((x * UINT64_C(0x0101010101010101)) >> 56);
}

#endif
