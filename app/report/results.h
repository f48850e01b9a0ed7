/*
 * The results that a report is made of: the runs of sweeps, from databases (lockwarp sweep) or from
 * compact result files (CSV, lockwarp report --csv), any number of either. No two may have a sweep
 * of one name.
 *
 * A point is known by sweep, series and workload ("spmv", or "spmv/csr" for a kernel variant).
 * Where a series has several of one workload, a setting tells them apart.
 */
#ifndef LW_REPORT_RESULTS_H
#define LW_REPORT_RESULTS_H

#include <stdbool.h>

#include "db/db.h"
#include "text/out.h"

typedef struct run {
    const char *sweep, *series, *workload, *hash; /* sweep "": of no sweep (lockwarp run --db) */
    /* "" where the point has not been run: */
    const char *suite, *scale, *seed, *config, *policies, *overrides, *result, *command;
    /* The folder for which relative names of files in the command hold; "": it has none, or that is
     * not recorded. */
    const char *folder;
    bool there;
    /* NULL, or the run is not what the paper's sweep has here (asked.h): the command of what it
     * has, "" if nothing. */
    const char *instead_of;
    long long id; /* of the source's table runs */
    unsigned source;
} run_t;

typedef struct sweep_info {
    const char *name, *doc, *file;
    const char *folder, *db; /* of its last call, and the database as that said it; "": not known */
    const char *from;        /* the file that has it */
    const char *asked;       /* a paper's sweep: the file in the repository; else NULL (asked.h) */
    bool quick;
    unsigned points, done;
    unsigned others;      /* of those done, runs that the paper's sweep does not have */
    unsigned first, runs; /* where its runs are among all */
} sweep_info_t;

typedef struct results {
    unsigned n_runs, n_sweeps, n_sources;
    run_t *run; /* by source, sweep and number within it */
    sweep_info_t *sweep;
    db_t **source;
    sqlite3_stmt **ask, **ask_setting; /* a source's */
    char **kept;                       /* strings */
    unsigned n_kept;
    const struct evidence *evidence; /* that formulas may name (hardware.h); NULL: none */
} results_t;

/* A database, or a compact file as one in memory, to be read. 0, or a negative errno with a
 * message. */
int results_open(const char *path, db_t **db, diag_t *d);

/* Adds what a file has. 0, or a negative errno with a message. */
int results_add(results_t *r, const char *path, diag_t *d);
void results_free(results_t *r);

typedef enum results_found {
    RESULTS_NONE,
    RESULTS_OTHER, /* none, but one in its place that the paper's sweep does not have */
    RESULTS_ONE,
    RESULTS_SEVERAL,
} results_found_t;

/* A series' runs of a workload in a sweep; setting "" for any. */
typedef struct results_wanted {
    const char *sweep, *series, *workload, *setting, *value;
} results_wanted_t;

/* The one run that is wanted. */
results_found_t results_find(const results_t *r, const results_wanted_t *w, const run_t **run);
/* Of all that are wanted the one with the least, or greatest, statistic; NONE if one of those that
 * the sweep asks for has not been made. */
results_found_t results_best(const results_t *r, const results_wanted_t *w, const char *stat,
                             bool greatest, const run_t **run);

/* A copy of a string that lives as long as the results; NULL without memory. */
const char *results_keep(results_t *r, const char *text);

const sweep_info_t *results_sweep(const results_t *r, const char *name); /* or NULL */

/* A statistic of a run that is there. false: the run has none of that name, or no value of it. */
bool results_stat(const results_t *r, const run_t *run, const char *name, double *v);
/* Has any run of the file that the run is of a value of that name? Compact files keep what the
 * formulas named when they were written. */
bool results_records(const results_t *r, const run_t *run, const char *name);
/* A setting as text: "" for none. The text holds until the next call. */
const char *results_setting(const results_t *r, const run_t *run, const char *name);

/* A database as it is, in memory, from a compact result file. */
int results_import(db_t *db, const char *path, const char *text, size_t bytes, diag_t *d);

/* The compact form: a row a point, and of its statistics those named (names may repeat). */
typedef struct results_names {
    unsigned n;
    const char **name;
} results_names_t;
int results_export(const results_t *r, const results_names_t *stats,
                   const results_names_t *settings, out_t *o);
/* A column of a statement's row, in the bytes that come back as the same value; nothing for NULL.
 */
void results_put_value(out_t *o, sqlite3_stmt *s, int column);

#endif
