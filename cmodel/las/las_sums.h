/* Widths of sums, as the field lists of las write them. */
#ifndef LAS_SUMS_H
#define LAS_SUMS_H

#include "common/bits.h"

/* Bits that a sum of n numbers has more than each of them: ceil(log2(n)), 0 for one. */
static inline unsigned bits_log2_up(uint64_t n)
{
    return n <= 1 ? 0 : bits_index_w(n);
}

#endif
