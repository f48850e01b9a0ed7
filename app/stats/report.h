/*
 * The result of a run as JSON (docs/guide/json.md) and as a short table for people.
 *
 * Everything but `host` is a function of the command line and the input alone. The engine's
 * name stands in `engine` and nowhere else, so that runs on the C model, on the RTL and in
 * lockstep differ in that line only.
 */
#ifndef LW_STATS_REPORT_H
#define LW_STATS_REPORT_H

#include <cJSON.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config/run_config.h"
#include "gpu/gpu_stats.h"
#include "stats/analysis.h"
#include "stats/energy.h"
#include "stats/intervals.h"

#define REPORT_SCHEMA "lockwarp.run/1"

enum { REPORT_MAX_POLICIES = 8, REPORT_MAX_OPTIONS = 16, REPORT_MAX_ROWS = 48 };

typedef struct report_option {
    const char *name;
    const char *text; /* the value's name, or NULL */
    uint64_t value;
} report_option_t;

/* A count, or a ratio where is_ratio. */
typedef struct report_row {
    const char *name;
    bool is_ratio;
    uint64_t count;
    double ratio;
} report_row_t;

typedef struct report_policy {
    const char *name;
    unsigned n_options, n_rows;
    report_option_t option[REPORT_MAX_OPTIONS];
    report_row_t row[REPORT_MAX_ROWS];
} report_policy_t;

/* What ran. Strings may be NULL. */
typedef struct report_workload {
    const char *name; /* registry name, or the PTX file's name without its folder */
    const char *suite;
    const char *scale;
    const char *variant;
    const char *result; /* "correct", "wrong", or "unchecked" */
    uint64_t seed;
    bool has_seed;
    uint64_t kernel_hash; /* FNV-1a of the kernel text */
    uint64_t input_hash;  /* FNV-1a of the --input or launch file */
    bool has_input;
    const char *filter; /* --kernel and --launches as given, or NULL */
    uint64_t launches, timed_launches;
    uint64_t slack_reads, slack_writes; /* accesses of threads around device memory */
} report_workload_t;

typedef struct report_host {
    double wall_s;
    uint64_t peak_rss_kb;
    const char *program;     /* version */
    const char *const *argv; /* NULL-terminated */
    gpu_stats_sleep_t sleep;
    uint64_t resumed;              /* how often the run was continued from a checkpoint */
    uint64_t rtl_evals, rtl_ticks; /* of all units, under rtl and lockstep */
    uint64_t compared_bits;        /* under lockstep */
} report_host_t;

typedef struct report {
    const char *engine; /* "c", "rtl", "lockstep"; "functional" without timing */
    bool timing;        /* false: functional only, no GPU statistics */
    bool stopped;       /* at --max-cycles */
    const run_config_t *config;
    report_workload_t workload;
    uint64_t warp_instructions, thread_instructions; /* of a functional run */
    gpu_stats_t stats;
    unsigned n_loads;
    const gpu_load_row_t *loads;
    const intervals_t *intervals; /* NULL: none asked for */
    const analysis_t *analysis;   /* NULL: not asked for */
    unsigned n_policies;
    report_policy_t policy[REPORT_MAX_POLICIES];
    report_host_t host;
} report_t;

/* The document, the caller's to delete; NULL only when memory is exhausted. */
cJSON *report_json(const report_t *r);

/* The summary for people, at most REPORT_LINES lines of REPORT_COLUMNS columns: IPC, stalls,
 * caches, latency by level, traffic, energy, the loads that miss most, what each policy did. */
enum { REPORT_LINES = 24, REPORT_COLUMNS = 80 };
void report_print(const report_t *r, FILE *out);

/* The policies' part of the energy. abyp's table is read by every lookup and written by every
 * increment and decrement; other units have a counter that energy_unit_of() names. */
energy_policies_t report_energy_policies(const report_t *r);

/* FNV-1a, 64 bits. */
uint64_t report_hash(const void *data, size_t bytes);

#endif
