/*
 * All reachable states of a unit and all inputs: from the reset state on, every state that a step
 * leads to is stepped from under every value of the inputs, with and without reset, breadth first.
 * C model and RTL are compared at each transition (step/step.h). Nothing is sampled.
 */
#ifndef LW_STEP_EXHAUST_H
#define LW_STEP_EXHAUST_H

#include "lockstep/cosim.h"
#include "step/input_space.h"
#include "step/step.h"

#define EXHAUST_LIMIT (UINT64_C(1) << 28)

typedef enum exhaust_end {
    EXHAUST_ALL,     /* every transition was taken, none differs */
    EXHAUST_LIMITED, /* more transitions than the limit */
    EXHAUST_DIFFERS,
} exhaust_end_t;

typedef struct exhaust_opts {
    const unit_desc_t *desc;
    const void *cfg;
    const rtl_model_t *model;
    uint32_t select;
    uint64_t limit; /* transitions */
    const input_hold_t *hold;
    unsigned n_holds;
    cosim_progress_t *progress; /* of transitions known so far */
    void *progress_ctx;
} exhaust_opts_t;

typedef struct exhaust_result {
    exhaust_end_t end;
    uint64_t states, transitions;
    unsigned input_bits; /* that were enumerated, the reset included */
    unsigned depth;      /* steps from reset to the farthest state */
    bool broken;         /* EXHAUST_DIFFERS: the sides are equal, but the invariant does not hold */
    mismatch_t bad;      /* EXHAUST_DIFFERS */
    void *state, *in;    /* of the step that differs: before it, and its inputs */
    bool reset;
    stim_t path; /* a shortest stimulus that ends with that step */
} exhaust_result_t;

/* 0, or a negative errno with a message. Free the result either way. */
int exhaust_run(const exhaust_opts_t *o, exhaust_result_t *r, diag_t *diag);
void exhaust_result_free(exhaust_result_t *r);

#endif
