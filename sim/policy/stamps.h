/*
 * Times of last use, by which the least recently used of some entries is found; what the tables and
 * L1 lines of policies are replaced by. The owner declares `touch` as an array of its own; an entry
 * never used has time 0, before all others. On a tie the first is the oldest.
 */
#ifndef LW_POLICY_STAMPS_H
#define LW_POLICY_STAMPS_H

#include <stddef.h>
#include <stdint.h>

#include "common/bits.h"

typedef struct stamps {
    uint64_t *touch;
    uint64_t clock;
} stamps_t;

static inline void stamps_use(stamps_t *s, size_t i)
{
    s->touch[i] = ++s->clock;
}

/* The least recently used of n entries from `first` on; n is not 0. */
static inline size_t stamps_oldest(const stamps_t *s, size_t first, size_t n)
{
    size_t oldest = first;
    for (size_t i = first + 1; i < first + n; i++)
        if (s->touch[i] < s->touch[oldest])
            oldest = i;
    return oldest;
}

/* Of the entries from `first` on whose bits are set; mask is not 0. As a bit's number. */
static inline uint32_t stamps_oldest_of(const stamps_t *s, size_t first, uint64_t mask)
{
    const uint64_t *touch = s->touch + first;
    uint32_t oldest = bits_lowest(mask);
    for (uint64_t m = mask & (mask - 1); m; m &= m - 1)
        if (touch[bits_lowest(m)] < touch[oldest])
            oldest = bits_lowest(m);
    return oldest;
}

#endif
