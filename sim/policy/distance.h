/*
 * Lines that are protected for a number of accesses of their set (policies pd and apcm). The owner
 * declares `seen` and `until` as arrays of its own: of the L1's sets and of its lines.
 */
#ifndef LW_POLICY_DISTANCE_H
#define LW_POLICY_DISTANCE_H

#include <stddef.h>
#include <stdint.h>

#include "common/bits.h"

typedef struct distance {
    uint64_t *seen;  /* accesses of each set */
    uint64_t *until; /* of each line: protected while its set has seen fewer accesses */
} distance_t;

/* Of the ways in a mask of set's, those that are protected; access: in an access, which counts. */
static inline uint64_t distance_held(const distance_t *d, uint32_t set, uint32_t ways,
                                     uint64_t mask, bool access)
{
    const uint64_t now = d->seen[set] + access, *until = d->until + (size_t)set * ways;
    uint64_t held = 0;
    for (uint64_t m = mask; m; m &= m - 1)
        if (now < until[bits_lowest(m)])
            held |= m & -m;
    return held;
}

/* From now on the line is protected for so many accesses; 0: not at all. */
static inline void distance_protect(distance_t *d, uint32_t set, uint32_t ways, uint32_t way,
                                    uint64_t accesses)
{
    d->until[(size_t)set * ways + way] = accesses ? d->seen[set] + accesses : 0;
}

#endif
