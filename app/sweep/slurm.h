/*
 * Runs the points of a plan as tasks of Slurm. This process submits arrays of tasks (submission.h),
 * asks squeue what of them is left, merges the pieces of results that they hand over, and submits
 * again what a task did not bring back: a node that failed, a time limit, a cancelled job.
 *
 * Killed at any moment, it loses nothing: the tasks go on without it, and the next sweep of the
 * same name and work folder takes in what they left and waits for those that Slurm still has. A
 * work folder has one submitter at a time. The database is this process's alone, on this machine;
 * the work folder is on a file system that the nodes share.
 */
#ifndef LW_SWEEP_SLURM_H
#define LW_SWEEP_SLURM_H

#include <stdbool.h>

#include "db/db.h"
#include "sweep/local.h"
#include "sweep/plan.h"
#include "sweep/queue.h"

/* The status of a point's failure when no task brought back a result or an exit status. */
enum { SLURM_LOST = -1 };

typedef struct slurm_opts {
    const char *folder; /* work folder; made if it is not there */
    bool quick, progress;
    queue_opts_t queue;
    double chunk_s;    /* of a task, by the estimates */
    unsigned attempts; /* tasks that a point is given to before it counts as failed */
    double poll_s;     /* between two looks at squeue */
    double grace_s; /* before a task that Slurm no longer has is given up: its last files may show
                       late on this machine */
} slurm_opts_t;

/* As local_run(), after queue_check(). sbatch that refuses is a negative errno with a message. */
int slurm_run(db_t *db, const sweep_t *s, const plan_t *p, const slurm_opts_t *o, local_result_t *r,
              diag_t *d);

#endif
