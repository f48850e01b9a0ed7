/*
 * The proof that one step of a unit's C model is one step of its RTL (miter.h says what is proved).
 * All checks are asked at once; where no answer comes in time they are cut in two, down to a single
 * one. A check is first asked without the invariant, which many do not need.
 */
#ifndef LW_PROVE_PROVE_H
#define LW_PROVE_PROVE_H

#include "prove/miter.h"
#include "prove/solve.h"

typedef enum outcome { OUTCOME_PROVED, OUTCOME_REFUTED, OUTCOME_UNDECIDED } outcome_t;

typedef struct proof {
    miter_t miter;
    outcome_t outcome;
    unsigned trivial; /* checks that the graph itself answered */
    unsigned by[N_SOLVERS];
    unsigned check; /* refuted, or without an answer */
    uint8_t *value; /* of the graph's inputs, refuted */
    uint32_t gates; /* asked about */
    double seconds;
} proof_t;

/* Proves or refutes within so many seconds; `netlist`: as net_make has it. 0, or a negative errno
 * with a message. The caller frees with proof_free, also on failure. */
int prove(proof_t *p, const unit_desc_t *d, const void *cfg, const char *netlist, unsigned seconds,
          scratch_t *s, diag_t *diag);
void proof_free(proof_t *p);

/* Prints the example of a refuted proof by fields, and what both sides make of it. */
void proof_print(const proof_t *p, FILE *out);

/* Sets both sides to the example's state, the RTL Verilated and the C files compiled as a library,
 * and takes the step. 1: they differ, as printed; 0: they do not; negative errno with a message. */
int proof_replay(const proof_t *p, scratch_t *s, FILE *out, diag_t *diag);

#endif
