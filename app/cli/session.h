/*
 * A simulation (run/simulation.h) as the command line runs it: what goes wrong is printed, progress
 * is shown, kernels print to standard output, and a signal may stop it with a checkpoint. run,
 * profile and trace record differ only in what they do with it.
 */
#ifndef LW_CLI_SESSION_H
#define LW_CLI_SESSION_H

#include "cli/cmd.h"
#include "cli/progress.h"
#include "cli/run_opts.h"
#include "cli/suspend.h"
#include "run/simulation.h"

typedef struct session {
    simulation_t sim;
    suspend_t *suspend; /* NULL: nothing stops this run */
    progress_t *progress;
    bool table; /* standard output is for a table: kernels print to standard error */
    void (*on_launch)(void *ctx, const dev_launch_info_t *l); /* after each; NULL: none */
    void *on_launch_ctx;
} session_t;

/* Reads configuration and policies and builds GPU and device. Before
 * session_run() the caller may attach hooks of its own to s->sim.gpu. 0, or a
 * negative errno with s->sim.diag filled; session_close() in either case. */
int session_open(session_t *s, const run_opts_t *o);
/* The same for a run that can be stopped and continued; p (suspend_read() when o->resume) must
 * outlive s. */
int session_open_stoppable(session_t *s, const run_opts_t *o, suspend_t *p);

/* Runs and fills s->sim.report. The exit status (cmd_status_t); what went wrong has been printed.
 * A run that was stopped (s->suspend->stopped) has no report.
 */
int session_run(session_t *s);

void session_close(session_t *s);

#endif
