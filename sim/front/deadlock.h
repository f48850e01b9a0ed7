/*
 * What is said of a CTA whose warps all wait at barriers that none of them can complete: a fault
 * of the program that runs, not of who runs it.
 */
#ifndef LW_FRONT_DEADLOCK_H
#define LW_FRONT_DEADLOCK_H

#include "common/diag.h"
#include "front/front.h"

/* A warp that waits. */
typedef struct deadlock_warp {
    const inst_t *at; /* the barrier's instruction */
    uint16_t warp;    /* in the CTA */
    uint16_t meet;    /* warps that meet there; 0: all that live */
    uint8_t barrier;
} deadlock_warp_t;

enum { DEADLOCK_WARPS = 64 };

/* The n (1 to DEADLOCK_WARPS) warps of the CTA that have not finished, ascending. Sets the text:
 * the barrier's place, kernel, CTA, and which warps wait where; returns -EDEADLK. */
int deadlock_report(const front_t *f, uint32_t cta, const deadlock_warp_t *w, unsigned n,
                    diag_t *d);

#endif
