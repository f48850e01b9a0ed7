/*
 * Runs the points of a plan as processes of this machine, several at a time, each a `lockwarp run`
 * of its own; a finished run is in the database before the next begins in its place.
 *
 * A kill at any moment loses the points in flight: children die with this process, and their claims
 * are taken over by whoever comes next. SIGINT, SIGTERM and SIGHUP end it with a message, and
 * without claims.
 */
#ifndef LW_SWEEP_LOCAL_H
#define LW_SWEEP_LOCAL_H

#include <signal.h>
#include <stdbool.h>

#include "db/db.h"
#include "sweep/plan.h"

typedef struct local_result {
    unsigned ran, there, failed; /* there: done before, or by another sweep meanwhile */
    int signal;                  /* that ended it, or 0 */
} local_result_t;

typedef struct local_opts {
    const char *program; /* to run: lockwarp */
    unsigned jobs;       /* at a time */
    bool progress;       /* a line on standard error */
    /* NULL, or called a few times a second; what it returns other than 0 ends the sweep. */
    int (*tick)(void *ctx, const local_result_t *r, diag_t *d);
    void *ctx;
    const sigset_t *mask; /* signals that the runs block; NULL: those that this process does */
} local_opts_t;

/* 0, also when points failed, which standard error has been told; or a negative errno with a
 * message (the database cannot be written: what is in it stays). */
int local_run(db_t *db, const plan_t *p, const local_opts_t *o, local_result_t *r, diag_t *d);

#endif
