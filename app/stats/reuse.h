/*
 * Exact reuse distances of a stream of accesses to numbered items (lines of one L1).
 *
 *  - Stack distance: how many distinct other items were accessed since the last access to this
 *    one; 0: it is the one accessed last. An LRU stack of more than that many places would hit.
 *  - Reference distance: how many accesses ago that was, the apcm paper's "number of cache
 *    accesses until a cache line is reaccessed"; 1: the access before.
 *
 * The items stand on a time axis at their last accesses, with a Fenwick tree over it that counts
 * those after a point: O(log n) an access. When the axis is full it is compacted, and doubled when
 * more than half of it was in use, so that memory is in proportion to the items alone.
 */
#ifndef LW_STATS_REUSE_H
#define LW_STATS_REUSE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct reuse {
    uint32_t *tree; /* [cap + 1]; of ones at the positions of last accesses */
    uint32_t *who;  /* [cap]: item that was accessed last at this position, or REUSE_NONE */
    uint32_t *at;   /* [at_cap]: an item's position */
    uint32_t cap;   /* a power of two */
    uint32_t now;   /* next position */
    uint32_t items, at_cap;
} reuse_t;

#define REUSE_NONE UINT32_MAX

/* cap: first length of the axis, a power of two. False when memory is exhausted, as below. */
bool reuse_init(reuse_t *r, uint32_t cap);
void reuse_free(reuse_t *r);
void reuse_clear(reuse_t *r); /* forgets all items */

/* The first access to an item; it gets the number r->items. */
bool reuse_add(reuse_t *r);

/* Another access to an item: its stack distance in *distance. */
bool reuse_again(reuse_t *r, uint32_t item, uint64_t *distance);

/* A histogram by powers of two: bucket 0 is distance 0, bucket k > 0 is 2^(k-1) to 2^k - 1. */
enum { REUSE_BUCKETS = 48 };

typedef struct reuse_hist {
    uint64_t count, sum; /* of distances */
    uint64_t bucket[REUSE_BUCKETS];
} reuse_hist_t;

unsigned reuse_bucket(uint64_t distance);
void reuse_count(reuse_hist_t *h, uint64_t distance);

#endif
