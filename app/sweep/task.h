/*
 * One task of a submission, on the node where Slurm runs it: makes its points as local_run() does,
 * into a database in memory, and hands the results over in pieces, so that a task that is killed
 * loses what was in flight and what it finished in the last TASK_PIECE_S seconds; on SIGTERM, which
 * comes before a time limit's end, only what was in flight. A task that Slurm restarts goes on
 * where its pieces end.
 */
#ifndef LW_SWEEP_TASK_H
#define LW_SWEEP_TASK_H

#include "common/diag.h"

#define TASK_PIECE_S 30.0 /* between two pieces, at least */

/* Runs the task that SLURM_ARRAY_TASK_ID names of the submission's folder. 0, also when points
 * failed; 128 + the signal's number when one ended it; a negative errno with a message. */
int task_run(const char *dir, diag_t *d);

#endif
