/* A plot: its values, which the drawing and the table under it share, both as HTML, and the drawing
 * as a file. */
#ifndef LW_REPORT_PLOT_H
#define LW_REPORT_PLOT_H

#include "report/catalog.h"
#include "report/results.h"
#include "text/out.h"

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

/* The drawing for a page, and the legend above it. */
void plot_svg(const plot_data_t *data, out_t *o);
/* The drawing as a file of its own, with title, note, legend and style in it. quick: of a quick
 * form, which it says. */
void plot_file(const plot_data_t *data, bool quick, out_t *o);

/* Every plot of the paper (NULL: of all) that has runs as FOLDER/PLOT.svg, each as a whole or not
 * at all. The file of one that has none is removed, which is said; other files stay. 0 or a
 * negative errno with a message: also where no plot has runs, and then nothing is touched. */
int plot_folder(const results_t *r, const catalog_t *c, const char *paper, const char *folder,
                out_t *said, diag_t *d);

/* What both draw: an <svg>'s content, from 0 to width and height, with a title at the axis unless
 * it stands elsewhere. */
enum { PLOT_WIDTH = 360, PLOT_AXIS_TITLE = 14 /* what is left free above without it */ };
double plot_height(const plot_data_t *data);
void plot_draw(const plot_data_t *data, bool axis_title, out_t *o);
/* The unit of the axis with a blank before it, or "". */
const char *plot_unit(const plot_t *p);
/* The same values as a table. Each value is there in full in a <data> element. */
void plot_table(const plot_data_t *data, out_t *o);

extern const char lw_report_plot_style[]; /* plot.css: the colours, and the drawings' rules */

#endif
