/*
 * What is reported, as data: the papers' figures and how ours are computed. The files are
 * data/NAME.csv, which the build puts into the program; docs/guide/report.md describes their
 * columns.
 */
#ifndef LW_REPORT_CATALOG_H
#define LW_REPORT_CATALOG_H

#include <stdbool.h>

#include "common/diag.h"
#include "report/csv.h"
#include "report/rows.h"

/* How the values of several workloads become one. */
typedef enum mean { MEAN_ONE, MEAN_ARITHMETIC, MEAN_GEOMETRIC, MEAN_LEAST, MEAN_GREATEST } mean_t;

/* How a mean is written in the figure's unit: as it is, times 100, or (x - 1) times 100. A ratio is
 * as it is, too: where it is drawn, 1 is what it is against. */
typedef enum form { FORM_PLAIN, FORM_PERCENT, FORM_GAIN, FORM_LOSS, FORM_RATIO } form_t;

/* What a run without a cause changes: the machine, as it might for every figure; or, for this
 * figure alone, the input, the program, what is counted, or the machine of one program. */
typedef enum cause_kind {
    CAUSE_NONE,
    CAUSE_MACHINE,
    CAUSE_INPUT,
    CAUSE_PROGRAM,
    CAUSE_DEFINITION,
    CAUSE_ROW,
} cause_kind_t;

enum { SCOPE_MAX = 64, PLOT_PARTS = 8 };

/* Workloads over which something is computed. */
typedef struct scope {
    const char *label;
    unsigned n;
    const char *workload[SCOPE_MAX]; /* "spmv", "spmv/csr" */
} scope_t;

typedef struct rule {
    const char *sweep; /* "": no runs are needed */
    const scope_t *scope;
    mean_t mean;
    form_t form;
    struct formula *formula;
} rule_t;

/* What stands beside a figure's value: the same formula over another sweep, or another scope. */
typedef struct beside {
    const char *label;    /* "at the default scale", "without spmv"; NULL: nothing stands beside */
    const char *of_label; /* of the value itself: "with the paper's inputs"; or "" */
    const char *sweep;
    const scope_t *scope;
} beside_t;

/* What the paper's text says of a figure. */
typedef enum bound {
    BOUND_VALUE, /* a value */
    BOUND_LEAST, /* a lower bound: what is above it meets it */
    BOUND_RANGE, /* words that stand for the values from one to another ("tens to hundreds") */
    BOUND_NONE,  /* no number: there is only a picture */
} bound_t;

/* A row of the report. A paper's figure that can be read in several ways has several: their ids are
 * the figure's and, from the second on, a name after a slash. */
typedef struct figure {
    const char *id, *paper, *scope, *metric, *unit, *baseline, *place;
    const char *reading; /* how it is read: "of the whole design"; or "" */
    bound_t bound;
    double value, most; /* most: the upper end of a range; without a number both are 0 */
    bool has_rule;
    rule_t rule;          /* of ours */
    beside_t other_sweep; /* taken in the rule's place where its runs are not there */
    beside_t other_scope; /* of means */
    /* The sweeps of the paper's alternative configuration: for the rule's and for other_sweep. ""
     * without one, or where ours is of no run. */
    const char *alternative, *other_alternative;
    const char *input; /* ours is put in, not measured: where it comes from; "": a result */
    cause_kind_t kind; /* of the cause */
    const char *cause; /* of a difference; "": unknown */
    struct formula *without_cause; /* of our figure with the cause removed; NULL with cause "" */
    const char *note;              /* what is known of an unknown cause */
} figure_t;

/* A key of an alternative configuration, "l1_ways=4", and where it is documented. */
enum { CHOICES = 5 };
typedef struct choice {
    const char *override, *source;
} choice_t;

typedef struct paper {
    const char *name, *title, *source;
    double goal_mhz; /* of its units at 45 nm, typical corner */
    /* One configuration of documented choices beside the preset's, under which all the paper's
     * figures are computed again: from the sweeps of the same names with "-alt" behind. */
    unsigned n_choices;
    choice_t choice[CHOICES];
} paper_t;

/* Bars: of every workload, then of their mean; means: of each scope's mean alone. */
typedef enum plot_kind { PLOT_BARS, PLOT_STACK, PLOT_MEANS } plot_kind_t;

/* A label and a series, or a label and a formula. */
typedef struct plot_part {
    const char *label, *series;
    struct formula *formula;
} plot_part_t;

typedef struct plot {
    const char *id, *paper, *sweep, *title, *note;
    plot_kind_t kind;
    mean_t mean; /* MEAN_ONE: no row of means */
    form_t form;
    unsigned n_scopes, n_series, n_parts, n_marks;
    const scope_t *scope[PLOT_PARTS];
    plot_part_t series[PLOT_PARTS]; /* of a stack: a bar each; row $ of the parts' formulas */
    plot_part_t part[PLOT_PARTS];
    const char *mark[SCOPE_MAX]; /* figures of the paper drawn beside ours */
} plot_t;

enum {
    CATALOG_PAPERS,
    CATALOG_PAPER_FIGURES,
    CATALOG_SCOPES,
    CATALOG_FIGURES,
    CATALOG_BESIDE,
    CATALOG_CAUSES,
    CATALOG_PLOTS,
    CATALOG_ALTERNATIVES,
    CATALOG_ROWS,
    CATALOG_STATISTICS,
    CATALOG_FILES
};

typedef struct catalog {
    unsigned n_papers, n_figures, n_plots, n_scopes;
    paper_t *paper;
    figure_t *figure; /* by paper in the papers' order */
    plot_t *plot;
    scope_t *scope;
    rows_t rows; /* what formulas name */
    struct formulas *formulas;
    csv_t file[CATALOG_FILES];
    char **kept;
    unsigned n_kept;
} catalog_t;

/* One file's text. */
typedef struct catalog_text {
    const char *name, *text, *end;
} catalog_text_t;

/* What the build put in, in the order above. */
extern const catalog_text_t catalog_texts[CATALOG_FILES];

/* Reads and checks the files. 0, or -EINVAL with file and line. catalog_free() in either case.
 */
int catalog_read(catalog_t *c, const catalog_text_t texts[CATALOG_FILES], diag_t *d);
void catalog_free(catalog_t *c);

const paper_t *catalog_paper(const catalog_t *c, const char *name); /* or NULL */
const scope_t *catalog_scope(const catalog_t *c, const char *name); /* or NULL */
const figure_t *catalog_figure(const catalog_t *c, const char *id); /* or NULL */

#endif
