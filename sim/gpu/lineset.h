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

/* Walked by state_sm.c. */
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
/* The same ranges for a set that keeps its lines. */
void lineset_move(lineset_t *s, lineset_range_t main, lineset_range_t more);
void lineset_free(lineset_t *s);

bool lineset_add_sparse(lineset_t *s, uint64_t line);

bool lineset_take_sparse(lineset_t *s, uint64_t line);

/* The line's bit, or 0 of a line outside the ranges. */
static inline uint64_t lineset_bit(const lineset_t *s, uint64_t line, uint64_t *word)
{
    uint64_t i = line - s->main.base;
    if (i >= s->main.n) {
        i = line - s->more.base;
        if (i >= s->more.n)
            return 0;
        i += s->more_at;
    }
    *word = i >> 6;
    return UINT64_C(1) << (i & 63);
}

/* True if the line was in the set; it is not any more. */
static inline bool lineset_take(lineset_t *s, uint64_t line)
{
    uint64_t word, bit = lineset_bit(s, line, &word);
    if (!bit)
        return lineset_take_sparse(s, line);
    bool in = (s->bits[word] & bit) != 0;
    s->bits[word] &= ~bit;
    return in;
}

/* True if the line was not in the set; it is now. */
static inline bool lineset_add(lineset_t *s, uint64_t line)
{
    uint64_t word, bit = lineset_bit(s, line, &word);
    if (!bit)
        return lineset_add_sparse(s, line);
    if (s->bits[word] & bit)
        return false;
    s->bits[word] |= bit;
    s->touched[word / LINESET_PAGE] = 1;
    return true;
}

#endif
