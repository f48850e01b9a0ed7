/*
 * A set of line numbers, exact: the tags of an infinite cache. One bit per line over the dense
 * device arena; lines outside it, or an arena too large for that, go to a growing hash set.
 */
#ifndef LW_GPU_LINESET_H
#define LW_GPU_LINESET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lineset {
    uint64_t base, n; /* lines with bits: [base, base + n) */
    uint64_t *bits;
    uint8_t *touched;   /* per LINESET_PAGE words of bits */
    uint64_t *key;      /* open addressing; line + 1, 0 = empty */
    uint32_t cap, used; /* cap is 0 or a power of two */
} lineset_t;

#define LINESET_PAGE      512u                /* words */
#define LINESET_DENSE_MAX (UINT64_C(1) << 25) /* lines: 4 MB of bits */

/* Empties the set, and lays out bits for [base, base + n) if that is dense enough. */
void lineset_reset(lineset_t *s, uint64_t base, uint64_t n);
void lineset_free(lineset_t *s);

bool lineset_add_sparse(lineset_t *s, uint64_t line);

/* True if the line was not in the set; it is now. */
static inline bool lineset_add(lineset_t *s, uint64_t line)
{
    uint64_t i = line - s->base;
    if (i >= s->n)
        return lineset_add_sparse(s, line);
    uint64_t bit = UINT64_C(1) << (i & 63), *w = &s->bits[i >> 6];
    if (*w & bit)
        return false;
    *w |= bit;
    s->touched[(i >> 6) / LINESET_PAGE] = 1;
    return true;
}

#endif
