/* A plot: its values, which the drawing and the table under it share, and both as HTML. */
#ifndef LW_REPORT_PLOT_H
#define LW_REPORT_PLOT_H

#include "report/catalog.h"
#include "report/out.h"
#include "report/results.h"

enum { PLOT_ROWS = 512 };

/* A workload, or the mean over a scope, of one series of a stack. */
typedef struct plot_row {
    const char *label;
    const char *series; /* a stack's; "" for bars */
    const scope_t *scope;
    bool mean, first, last; /* of its workload's rows */
    bool there[PLOT_PARTS];
    double v[PLOT_PARTS]; /* as the form says */
    const figure_t *mark; /* the paper's figure for it, or NULL */
} plot_row_t;

typedef struct plot_data {
    const plot_t *plot;
    unsigned n, values;           /* values: that are there */
    unsigned of_part[PLOT_PARTS]; /* values a part: one without any is not drawn */
    plot_row_t row[PLOT_ROWS];
} plot_data_t;

/* 0, or -E2BIG: more rows than a plot holds. */
int plot_compute(const results_t *r, const catalog_t *c, const plot_t *p, plot_data_t *data);

/* The drawing, and the legend above it. */
void plot_svg(const plot_data_t *data, out_t *o);
/* The same values as a table. Each value is there in full in a <data> element. */
void plot_table(const plot_data_t *data, out_t *o);

#endif
