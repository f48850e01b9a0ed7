/*
 * An array of Slurm tasks and its folder, which the submitter and the tasks share and which
 * outlives both:
 *
 *     sweep.yaml    the sweep as it was submitted
 *     tasks         "quick 0" or "quick 1", then lines "K HASH": the points of task K
 *     job.sh        what sbatch runs
 *     job           the job's number; written when sbatch has accepted it
 *     log.K         what task K wrote
 *     K-R-N.db      the N-th piece of results of task K in its R-th restart: an image (db/image.h);
 *                   K-R-N.taken when the submitter has merged it
 *     K.end         "R N done", or R, N and a message: task K is through, with N pieces in its last
 *                   restart; not there while Slurm may yet restart it
 *
 * Files appear whole, under a temporary name first; so does the folder.
 */
#ifndef LW_SWEEP_SUBMISSION_H
#define LW_SWEEP_SUBMISSION_H

#include <stdbool.h>

#include "common/diag.h"
#include "sweep/plan.h"

enum { SUBMISSION_PATH = 1024, SUBMISSION_NAME = 128, SUBMISSION_TASKS = 1000 };

typedef struct task {
    unsigned first, n;          /* its points among the submission's */
    bool queued, running, held; /* as squeue said last */
    bool end_file, ended;       /* ended: nothing more will come of it */
    unsigned restart, pieces;   /* as the end file says: the last start, and its pieces */
    double gone;                /* when it was first seen neither queued nor ended; 0: not */
} task_t;

typedef struct submission {
    char dir[SUBMISSION_PATH], name[SUBMISSION_NAME]; /* name: the folder's and the job's */
    bool quick, sent;                                 /* sent: `job` is there */
    unsigned n_tasks, n_points;
    task_t task[SUBMISSION_TASKS];
    char (*hash)[DB_HASH];
    bool lost; /* a task's points were given up: its log is kept */
    bool told_held;
} submission_t;

/* Makes the folder `root/NAME` for tasks of the given items; task_of[i] counts up from 0 in steps
 * of 0 or 1. The tasks get the sweep as it was read. 0, or a negative errno with a message. */
int submission_make(const char *root, const sweep_t *sweep, bool quick, const char *program,
                    const plan_item_t *const *item, const unsigned *task_of, unsigned n,
                    submission_t **out, diag_t *d);

/* Reads a folder. 0, or a negative errno with a message. */
int submission_read(const char *dir, submission_t **out, diag_t *d);
void submission_free(submission_t *s);

/* Removes the folder with what is in it. */
void submission_remove(const char *dir);

/* DIR/NAME, with numbers. */
int submission_path(char *out, const char *dir, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Calls f for each regular file's name; stops at the first result that is not 0, and gives it. */
int submission_files(const char *dir, int (*f)(void *ctx, const char *file), void *ctx);

/* Is it the name of a piece? Of which task, and has it been merged? */
bool submission_piece(const char *file, unsigned *task, bool *taken);

/* A name as folders and jobs may have it: letters, digits, - and _. */
void submission_plain(const char *text, char *out, unsigned bytes);

#endif
