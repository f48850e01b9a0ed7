/* What the submissions' tasks have brought. */
#ifndef LW_SWEEP_COLLECT_H
#define LW_SWEEP_COLLECT_H

#include "sweep/submitter.h"

/* Asks Slurm and takes in what the submissions' tasks have brought; what they did not bring is TODO
 * again, or given up. 0, or a negative errno with a message. */
int collect(submitter_t *m, diag_t *d);

#endif
