/*
 * One step from any state that satisfies the unit's invariant (step/invariant.h), reachable or not,
 * under any inputs: an inductive check of C model against RTL by sampling. States and inputs are
 * drawn (step/draw.h); both sides take the state and go through one step (step/step.h), and the
 * state behind it must satisfy the invariant again. A step in RESET_ONE_IN is one under reset.
 *
 * The unit's events are counted as cosim counts them, and say what the draws have reached. What is
 * declared impossible is so from reset; from any state it may happen.
 */
#ifndef LW_STEP_ONE_STEP_H
#define LW_STEP_ONE_STEP_H

#include "lockstep/cosim.h"
#include "step/step.h"

enum {
    ONE_STEP_RESET_ONE_IN = 64,
    ONE_STEP_TRIES = 1000,
    ONE_STEP_EVENTS_FROM = 1000000, /* runs this long must see every event */
};

typedef struct one_step_opts {
    const unit_desc_t *desc;
    const void *cfg;
    const rtl_model_t *model;
    uint32_t select;
    uint64_t steps, seed;
    cosim_progress_t *progress;
    void *progress_ctx;
} one_step_opts_t;

typedef struct one_step_result {
    bool failed; /* a mismatch in `bad`, or `broken` */
    bool broken; /* the sides are equal, but the invariant does not hold behind the step */
    mismatch_t bad;
    uint64_t steps;            /* taken; of a failure: its number, from 1 */
    uint64_t resets;           /* of them under reset */
    uint64_t idle;             /* of them with idle inputs and a model that says idle */
    uint64_t drawn;            /* states drawn, those included that do not satisfy the invariant */
    uint64_t state_bits, bits; /* of the state; compared in a step */
    uint64_t event[COSIM_MAX_EVENTS];
    bool possible[COSIM_MAX_EVENTS];
    void *state, *in; /* of the step that failed */
    bool reset;
} one_step_result_t;

/* 0, or a negative errno with a message: no memory, or no state that satisfies the invariant in
 * ONE_STEP_TRIES draws. Free the result either way. */
int one_step_run(const one_step_opts_t *o, one_step_result_t *r, diag_t *diag);
void one_step_result_free(one_step_result_t *r);

#endif
