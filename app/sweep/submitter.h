/*
 * What the submitter of Slurm tasks knows, below slurm.c, which submits, and collect.c, which takes
 * in what the tasks bring. A point is in one state; `mine` says that its claim in the
 * database is this process's; QUEUED points are in a task that has not ended.
 */
#ifndef LW_SWEEP_SUBMITTER_H
#define LW_SWEEP_SUBMITTER_H

#include <signal.h>
#include <stdbool.h>

#include "sweep/slurm.h"
#include "sweep/submission.h"

/* TODO: to be submitted. ELSEWHERE: another sweep on the database has claimed it. */
typedef enum state { TODO, ELSEWHERE, QUEUED, FINISHED } state_t;

typedef struct submitter {
    db_t *db;
    const sweep_t *sweep;
    const plan_t *plan;
    const slurm_opts_t *o;
    local_result_t *r;
    state_t *state;
    bool *mine;         /* claimed by this process */
    unsigned *attempts; /* tasks that it was given to */
    unsigned *order;    /* the plan's items by hash */
    unsigned n;
    submission_t **s;
    char root[SUBMISSION_PATH], program[SUBMISSION_PATH];
    double beat;
    unsigned running, waiting;
    int lock;
    bool shown, told_outage;
    sigset_t old;
} submitter_t;

/* Fills `order`, by which submitter_find() searches. */
void submitter_order(submitter_t *m);

/* The plan's item of a hash, or -1. */
long submitter_find(const submitter_t *m, const char *hash);

/* The item is finished: ran, there or failed, which is counted. */
void submitter_finish(submitter_t *m, unsigned i, unsigned *count);

/* Before a line of text, where a progress line may stand. */
void submitter_clear_line(submitter_t *m);

/* A clock for waits, in seconds. */
double submitter_now(void);

#endif
