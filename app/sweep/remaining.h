/*
 * How long a sweep will still take: from the estimates of its points, corrected by what has been
 * run, and by what runs longer than its estimate. No clock is read here.
 */
#ifndef LW_SWEEP_REMAINING_H
#define LW_SWEEP_REMAINING_H

/* A run that goes on. */
typedef struct remaining_run {
    double estimated_s, took_s; /* took: so far */
} remaining_run_t;

typedef struct remaining {
    double done_s, spent_s; /* estimates of the runs that have ended, and what they took */
    double waiting_s;       /* estimates of those that have not begun */
    unsigned jobs;          /* at a time */
    unsigned n;             /* runs that go on */
    const remaining_run_t *run;
} remaining_t;

/* Seconds. */
double remaining_s(const remaining_t *r);

#endif
