/*
 * One step of a unit's C model and its RTL from a state that is given: both take the state, settle
 * the inputs, and go through an edge; every output and all state are compared, and what the model
 * says of its sleep (lockstep/pair.h). The state of the RTL is put into the registers that the
 * field list names. A register that no field names would keep what an earlier step left there.
 *
 * An element whose gate is false in the state has no meaning. The model gets the value that the
 * state has there and the RTL its complement, so that a side that reads it is found.
 */
#ifndef LW_STEP_STEP_H
#define LW_STEP_STEP_H

#include "lockstep/pair.h"

typedef struct step {
    pair_t pair;
    void *state; /* before the edge; set by the caller */
    void *in;    /* the inputs; set by the caller */
    bool reset;  /* under reset; set by the caller */
} step_t;

/* 0, or a negative errno with a message. `select`: the fault of a netlist that has several. */
int step_open(step_t *s, const unit_desc_t *d, const void *cfg, const rtl_model_t *m,
              uint32_t select, diag_t *diag);
void step_close(step_t *s);

/* One step: 0 with the model's state behind the edge in pair.state and its outputs in pair.out, or
 * -1 with pair.bad. After a difference the next call begins anew. */
int step_take(step_t *s);

#endif
