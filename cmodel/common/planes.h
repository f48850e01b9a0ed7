/*
 * Numbers of up to 64 things in bit planes: bit i of plane[b] is bit b of thing i's number, so that
 * all things are compared in a few operations. Header-only; no state.
 */
#ifndef LW_COMMON_PLANES_H
#define LW_COMMON_PLANES_H

#include <stdint.h>

/* Thing i's number, i < 64. */
static inline uint64_t planes_get(const uint64_t *plane, unsigned planes, unsigned i)
{
    uint64_t number = 0;
    for (unsigned b = 0; b < planes; b++)
        number |= (plane[b] >> i & 1) << b;
    return number;
}

/* Gives these things another number. */
static inline void planes_set(uint64_t *plane, unsigned planes, uint64_t things, uint64_t number)
{
    for (unsigned b = 0; b < planes; b++)
        plane[b] = (plane[b] & ~things) | (number >> b & 1 ? things : 0);
}

/* One more, and one less, for each of these things; it wraps at 2 to the power of planes. */
static inline void planes_count(uint64_t *plane, unsigned planes, uint64_t things)
{
    for (unsigned b = 0; b < planes; b++) {
        plane[b] ^= things;
        things &= ~plane[b]; /* a 1 became 0: carry */
    }
}

static inline void planes_count_down(uint64_t *plane, unsigned planes, uint64_t things)
{
    for (unsigned b = 0; b < planes; b++) {
        plane[b] ^= things;
        things &= plane[b]; /* a 0 became 1: borrow */
    }
}

/* The things whose number is not 0, a bit each. */
static inline uint64_t planes_nonzero(const uint64_t *plane, unsigned planes)
{
    uint64_t things = 0;
    for (unsigned b = 0; b < planes; b++)
        things |= plane[b];
    return things;
}

/* The things with this number, a bit each, of all 64. */
static inline uint64_t planes_equal(const uint64_t *plane, unsigned planes, uint64_t number)
{
    uint64_t things = ~UINT64_C(0);
    for (unsigned b = 0; b < planes; b++)
        things &= plane[b] ^ ((number >> b & 1) - 1);
    return things;
}

/* Those of `things` with the greatest number, a bit each. */
static inline uint64_t planes_greatest(const uint64_t *plane, unsigned planes, uint64_t things)
{
    for (unsigned b = planes; b-- > 0;)
        things = (things & plane[b]) != 0 ? things & plane[b] : things;
    return things;
}

#endif
