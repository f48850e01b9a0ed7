/*
 * One simulation from its options to its report: configuration, policies, GPU, device, workload,
 * launch file or trace, result. Nothing here prints, looks at a terminal or ends the process: that
 * is left to the host, which is the command line (cli/session.h) or liblockwarp (lib/gpu.c).
 *
 *     simulation_open(&s, &options, &host);   the caller may attach hooks of its own to s.gpu then
 *     end = simulation_run(&s);
 *     simulation_finish(&s);                  fills s.report
 *     simulation_close(&s);
 */
#ifndef LW_RUN_SIMULATION_H
#define LW_RUN_SIMULATION_H

#include <signal.h>
#include <stdio.h>

#include "config/run_config.h"
#include "driver/device.h"
#include "driver/launch_file.h"
#include "policy/policy.h"
#include "run/run_opts.h"
#include "stats/intervals.h"
#include "stats/report.h"
#include "trace/trace.h"

/* What a simulation asks of the program that it is part of. What is NULL is not asked. */
typedef struct simulation_host {
    void *ctx;
    const char *program; /* version, for the report */
    FILE *dump;          /* where a GPU that is stuck dumps its components */
    /* Stops a run: dev_cfg_t has what they do. */
    const volatile sig_atomic_t *stop;
    uint64_t stop_at; /* core cycle; 0: none */
    bool (*on_stop)(void *ctx, device_t *dev);
    void (*print)(void *ctx, const char *text, size_t bytes); /* what kernels print */
    void (*before)(void *ctx, const dev_launch_info_t *l);    /* each launch, and after it */
    void (*after)(void *ctx, const dev_launch_info_t *l);
    /* May refuse the run: 0, or a negative errno with a message. The settings have been read and
     * checked, nothing has been made; the launch file has been read; what the run is stands in its
     * report, nothing has been launched. */
    int (*checked)(void *ctx, diag_t *d);
    int (*launch_file)(void *ctx, const launch_file_t *f, diag_t *d);
    int (*identified)(void *ctx, diag_t *d);
} simulation_host_t;

/* How a run has ended. */
typedef enum simulation_end {
    SIMULATION_DONE,        /* also at --max-cycles */
    SIMULATION_WRONG,       /* the workload's result is wrong */
    SIMULATION_DIVERGED,    /* C model and RTL of a unit differ: simulation_diverged() */
    SIMULATION_SUSPENDED,   /* on_stop ended it */
    SIMULATION_INTERRUPTED, /* stopped where on_stop is not asked */
    SIMULATION_BROKEN,      /* the GPU model found itself inconsistent, or a policy halted it */
    SIMULATION_REFUSED,     /* bad input */
} simulation_end_t;

typedef struct simulation {
    const run_opts_t *o;
    simulation_host_t host;
    run_config_t config;
    policy_set_t policies;
    gpu_t *gpu; /* NULL: functional only */
    device_t *dev;
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
    double wall_s;    /* that simulation_run() has taken */
    char filter[160]; /* --kernel and --launches, for the report */
} simulation_t;

/* Reads configuration and policies and builds GPU and device. o must outlive s; host is copied. 0,
 * or a negative errno with s->diag filled; simulation_close() in either case. */
int simulation_open(simulation_t *s, const run_opts_t *o, const simulation_host_t *host);

/* Runs, once. s->diag has a message for every end but SIMULATION_DONE and SIMULATION_SUSPENDED. */
simulation_end_t simulation_run(simulation_t *s);

/* The first unit whose sides differ, and when they did; NULL: none. */
const unit_inst_t *simulation_diverged(const simulation_t *s, char *when, size_t bytes);

/* Ends waveforms, writes what --record asks for where the run ended with SIMULATION_DONE, and fills
 * s->report. 0, or a negative errno with s->diag filled. */
int simulation_finish(simulation_t *s, simulation_end_t end);

void simulation_close(simulation_t *s);

#endif
