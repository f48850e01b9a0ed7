/*
 * A set of line numbers, exact: the tags of an infinite cache. One bit per line over two dense
 * ranges, the device arena and local memory; lines outside them, or of a range too large for that,
 * go to a growing hash set.
 */
#ifndef LW_GPU_LINESET_H
#define LW_GPU_LINESET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lineset_range {
    uint64_t base, n; /* lines base ... base + n - 1 */
} lineset_range_t;

typedef struct lineset {
    lineset_range_t main, more; /* lines with bits: main's from bit 0, more's from more_at */
    uint64_t more_at;
    uint64_t *bits;
    uint64_t room;      /* bits allocated, whole words */
    uint8_t *touched;   /* per LINESET_PAGE words of bits */
    uint64_t *key;      /* open addressing; line + 1, 0 = empty */
    uint32_t cap, used; /* cap is 0 or a power of two */
} lineset_t;

#define LINESET_PAGE      512u                /* words */
#define LINESET_DENSE_MAX (UINT64_C(1) << 25) /* lines of both ranges: 4 MB of bits */

/* Empties the set, and lays out bits for the ranges as far as they are small enough. A line in both
 * counts as main's. */
void lineset_reset(lineset_t *s, lineset_range_t main, lineset_range_t more);
void lineset_free(lineset_t *s);

bool lineset_add_sparse(lineset_t *s, uint64_t line);

/* True if the line was not in the set; it is now. */
static inline bool lineset_add(lineset_t *s, uint64_t line)
{
    uint64_t i = line - s->main.base;
    if (i >= s->main.n) {
        i = line - s->more.base;
        if (i >= s->more.n)
            return lineset_add_sparse(s, line);
        i += s->more_at;
    }
    uint64_t bit = UINT64_C(1) << (i & 63), *w = &s->bits[i >> 6];
    if (*w & bit)
        return false;
    *w |= bit;
    s->touched[(i >> 6) / LINESET_PAGE] = 1;
    return true;
}

#endif
