/* The rows of a synthesis run: kept, printed as a table, written as JSON. */
#ifndef LW_CLI_SYNTH_REPORT_H
#define LW_CLI_SYNTH_REPORT_H

#include <stdio.h>

#include "synth/synth.h"

typedef struct synth_report {
    const synth_job_t *job;
    synth_row_t *rows;
    unit_geometry_t *geometries;
    unsigned n;
    const char *const *params; /* NAME=VALUE that differ from the geometry's */
    unsigned n_params;
} synth_report_t;

/* Copies a row. 0 or -ENOMEM. */
int synth_report_add(synth_report_t *r, const synth_row_t *row, unit_geometry_t geometry);
void synth_report_free(synth_report_t *r);

void synth_report_print(const synth_report_t *r, FILE *out);

/* schema lockwarp-synth-2, described in docs/synthesis.md. 0 or a negative errno. */
int synth_report_json(const synth_report_t *r, const char *path, diag_t *d);

/* Puts a row into a file of evidence; library: the name that --liberty takes; params: what differs
 * from the geometry, "policy=0+flush=1" or "". 0 or a negative errno. */
int synth_report_evidence(const synth_job_t *job, const char *library, const char *params,
                          const synth_row_t *row, unit_geometry_t geometry, const char *path,
                          diag_t *d);

/* Prints the failed checks; 1 if there are any (the exit status), else 0. */
int synth_report_failed(const synth_report_t *r, FILE *out);

#endif
