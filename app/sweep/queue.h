/*
 * Slurm as this program uses it: sbatch to hand in an array of tasks, squeue to learn which of them
 * it still has. Accounting (sacct) is not needed. Arrays are known by their names, which are
 * unique, so that one whose number was never learned is found, too.
 */
#ifndef LW_SWEEP_QUEUE_H
#define LW_SWEEP_QUEUE_H

#include <stdbool.h>

#include "common/diag.h"
#include "sweep/submission.h"

typedef struct queue_opts {
    const char *const *args; /* more arguments of sbatch */
    unsigned n_args;
    unsigned limit; /* tasks at a time, 0: as many as Slurm likes */
} queue_opts_t;

/* Can sbatch and squeue be run? 0, or a negative errno with a message. */
int queue_check(diag_t *d);

/* Hands in the tasks of a submission, and writes down the job's number in its folder. 0, or a
 * negative errno with what sbatch said. */
int queue_submit(const submission_t *s, const queue_opts_t *o, diag_t *d);

/* Sets `queued`, `running` and `held` of the tasks of n submissions. 0, or a negative errno with
 * what squeue said; then nothing is known and nothing was set. */
int queue_look(submission_t *const *s, unsigned n, diag_t *d);

#endif
