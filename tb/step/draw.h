/*
 * Random states and inputs for one step (step/one_step.h).
 *
 * A state is drawn field by field, in one of several styles: uniform, all bits 0 or 1, at edges
 * (0, the most, a parameter's value and its neighbours), few different values, sparse, dense; each
 * field in a style of its own, or all in one. Some states are the one behind the last step, with a
 * few elements drawn anew. Inputs take the same styles; a payload is often what an element of the
 * state holds, so that lookups hit.
 *
 * Draw number n depends on the unit, the parameters, the seed and the numbers before it alone.
 */
#ifndef LW_STEP_DRAW_H
#define LW_STEP_DRAW_H

#include "common/rng.h"
#include "lockstep/ports.h"

enum { DRAW_SIZES = UNIT_MAX_PARAMS + 1 };

typedef struct draw {
    const ports_t *ports;
    rng_t rng;
    uint64_t size[DRAW_SIZES]; /* what the parameters bring: counts, thresholds */
    unsigned n_sizes;
    unsigned n_elements; /* of the state */
} draw_t;

void draw_init(draw_t *w, const ports_t *p, const void *cfg, uint64_t seed);
/* A state of any values; it may satisfy no invariant. On entry it is the one behind the last step.
 */
void draw_state(draw_t *w, void *state);
/* Inputs for a state. */
void draw_inputs(draw_t *w, const void *state, void *in);

#endif
