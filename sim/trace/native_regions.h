/*
 * Numbers of the CTAs in flight, the lowest free one first: which local memory a CTA has (front.h
 * says how many bytes; isa.h that it is the lowest free number when the CTA begins).
 */
#ifndef LW_TRACE_NATIVE_REGIONS_H
#define LW_TRACE_NATIVE_REGIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/native_buf.h"

typedef struct nat_regions {
    nat_buf_t taken; /* a byte a number */
} nat_regions_t;

static inline uint32_t nat_region_take(nat_regions_t *r)
{
    uint8_t *hole = r->taken.n ? memchr(r->taken.at, 0, r->taken.n) : NULL;
    if (!hole) {
        nat_put(&r->taken, 1);
        return (uint32_t)r->taken.n - 1;
    }
    *hole = 1;
    return (uint32_t)(hole - r->taken.at);
}

/* Takes this one; false: a CTA has it. */
static inline bool nat_region_claim(nat_regions_t *r, uint32_t region)
{
    while (r->taken.n <= region)
        nat_put(&r->taken, 0);
    bool was_free = r->taken.at[region] == 0;
    r->taken.at[region] = 1;
    return was_free;
}

static inline void nat_region_give(nat_regions_t *r, uint32_t region)
{
    r->taken.at[region] = 0;
}

#endif
