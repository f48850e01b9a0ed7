/*
 * One simulation from its options to its report: configuration, policies, GPU,
 * device, workload, launch file or trace, result. run and profile differ only in what
 * they do with it.
 */
#ifndef LW_CLI_SESSION_H
#define LW_CLI_SESSION_H

#include "cli/cmd.h"
#include "cli/progress.h"
#include "cli/run_opts.h"
#include "cli/suspend.h"
#include "config/run_config.h"
#include "driver/device.h"
#include "policy/policy.h"
#include "stats/intervals.h"
#include "stats/report.h"
#include "trace/trace.h"

typedef struct session {
    const run_opts_t *o;
    suspend_t *suspend; /* NULL: nothing stops this run */
    run_config_t config;
    policy_set_t policies;
    gpu_t *gpu; /* NULL: functional only */
    device_t *dev;
    progress_t *progress;
    const char *kernel;              /* launched last */
    dev_ptx_t ptx[RUN_OPTS_MAX_PTX]; /* --ptx's texts */
    unsigned n_ptx;
    trace_t *trace;   /* --trace */
    char *trace_name; /* its path's last part */
    gpu_load_row_t *loads;
    intervals_t *intervals; /* with --interval */
    analysis_t *analysis;   /* with --analyze */
    report_t report;
    diag_t diag;
    char filter[160]; /* --kernel and --launches, for the report */
    bool table;       /* standard output is for a table: kernels print to standard error */
    void (*on_launch)(void *ctx, const dev_launch_info_t *l); /* after each; NULL: none */
    void *on_launch_ctx;
} session_t;

/* Reads configuration and policies and builds GPU and device. Before
 * session_run() the caller may attach hooks of its own to s->gpu. 0, or a
 * negative errno with s->diag filled; session_close() in either case. */
int session_open(session_t *s, const run_opts_t *o);
/* The same for a run that can be stopped and continued; p (suspend_read() when o->resume) must
 * outlive s. */
int session_open_stoppable(session_t *s, const run_opts_t *o, suspend_t *p);

/* Runs and fills s->report. The exit status (cmd_status_t); what went wrong has been printed.
 * A run that was stopped (s->suspend->stopped) has no report.
 */
int session_run(session_t *s);

void session_close(session_t *s);

#endif
