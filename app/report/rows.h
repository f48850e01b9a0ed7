/*
 * What formulas name (data/rows.csv, data/statistics.csv): a row is one run of a workload, or what
 * is of no run (hardware.h); its columns are statistics. docs/guide/report.md#formulas.
 */
#ifndef LW_REPORT_ROWS_H
#define LW_REPORT_ROWS_H

#include "report/csv.h"

typedef enum row_kind { ROW_RUN, ROW_BITS, ROW_SYNTH, ROW_SRAM } row_kind_t;

/* Which of a series' runs of a workload a row is. */
typedef enum row_pick { ROW_ONLY, ROW_LEAST, ROW_GREATEST } row_pick_t;

typedef struct source_row {
    const char *name;
    row_kind_t kind;
    const char *series; /* row_of_bar: of the bar at hand */
    const char
        *workload; /* "": the one at hand; "-END": that without the end; or a name of no run */
    const char *setting, *value; /* "": any */
    row_pick_t pick;
    const char *by; /* what is the least or greatest in the run that is picked; "" for ROW_ONLY */
} source_row_t;

/* The row "$": in formulas of a stack, the run of the bar's series. */
extern const source_row_t row_of_bar;

enum { ROW_COLUMN = 64 }; /* bytes of a column's name, with the NUL */

typedef struct rows {
    unsigned n, n_statistics;
    source_row_t *row;
    const char **statistic; /* columns of runs */
    char **kept;            /* strings, one a row or NULL */
} rows_t;

/* Reads both files, whose cells must outlive the rows. 0, or a negative errno with file and line.
 * rows_free() in either case. */
int rows_read(const csv_t *rows, const csv_t *statistics, rows_t *r, diag_t *d);
void rows_free(rows_t *r);

#endif
