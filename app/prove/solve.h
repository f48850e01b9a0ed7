/*
 * Can one of a graph's literals be true under an assumption? Asked of
 * berkeley-abc, cadical or z3.
 */
#ifndef LW_PROVE_SOLVE_H
#define LW_PROVE_SOLVE_H

#include "prove/aig.h"
#include "prove/tools.h"

typedef enum answer { ANSWER_NEVER, ANSWER_YES, ANSWER_UNKNOWN } answer_t;

/* abc at once, or after it has merged what is equal within the question (SAT sweeping): slower, but
 * it sees that two long ways to one value are the same step by step. */
typedef enum solver { SOLVER_ABC, SOLVER_SWEEP, SOLVER_CADICAL, SOLVER_Z3, N_SOLVERS } solver_t;

typedef struct question {
    const aig_t *aig;
    lit_t assume;
    const lit_t *bad;
    unsigned n;
    unsigned cpu_seconds, seconds; /* 0: no limit */
} question_t;

/* Asks one. If the answer is yes, value[k] is what input k has in an example (n_inputs bytes
 * of the caller's), which has been tried here. Negative errno with a message where it could not be
 * asked. */
int solve(const question_t *q, scratch_t *s, solver_t by, uint8_t *value, answer_t *answer,
          diag_t *d);

/* Values of all nodes from those of the inputs, into node[n]. */
void solve_values(const aig_t *g, const uint8_t *value, uint8_t *node);

/* Writes the question as an AIGER file, one output that is 1 where something bad happens. */
int solve_write(const question_t *q, scratch_t *s, const char *name, uint32_t *gates, diag_t *d);

#endif
