/* Values of formulas over the runs of a sweep, and our figures beside the papers'. */
#ifndef LW_REPORT_FIGURE_H
#define LW_REPORT_FIGURE_H

#include <stdbool.h>

#include "report/catalog.h"
#include "report/evidence.h"
#include "report/formula.h"
#include "report/results.h"

enum { FIGURE_RUNS = 4 * SCOPE_MAX, FIGURE_COMMANDS = 8, FIGURE_NAME = 96 };

typedef enum value_state {
    VALUE_THERE,
    VALUE_UNDEFINED, /* the runs are there, but the formula has no value for them */
    VALUE_STALE,     /* evidence is of other sources than these */
    VALUE_NOT_RUN,   /* runs or evidence are missing, or are there more than once */
} value_state_t;

typedef struct value {
    value_state_t state;
    double v;            /* as the form says */
    unsigned have, want; /* workloads with a value, workloads of the scope */
    unsigned n_runs;
    const run_t *run[FIGURE_RUNS]; /* that it was computed from, each once */
    unsigned n_commands;
    char command[FIGURE_COMMANDS][EVIDENCE_CELL]; /* of what is of no run: the first, each once */
    char missing[256]; /* what is not there: "no series of workload"; or "" */
} value_t;

/* A formula for one workload; the raw value, no form. */
formula_status_t value_of(const results_t *r, const formula_t *formula, const formula_at_t *at,
                          double *v);

/* A formula over a scope: the mean, then the form. bar as in formula_at_t. */
void value_over(const results_t *r, const rule_t *rule, const char *bar, value_t *v);

/* A raw value as its form writes it: times 100, or (x - 1) times 100. */
double value_form(form_t form, double x);

/* How a value compares with the paper's. */
typedef enum grade {
    GRADE_CLOSE,   /* has its sign and is off by at most half of it, meets a bound, is in a range */
    GRADE_DIFFERS, /* has its sign and is off by more, or is outside of a range */
    GRADE_OTHER_SIGN, /* 0 has no sign: it differs from either; also outside of a range */
    GRADE_NONE,       /* the paper's text has no number */
} grade_t;

/* A ratio (unit "x") is graded on its gain over 1, anything else on itself. A range has no
 * tolerance: its words are wide already. */
grade_t figure_grade(const figure_t *f, double v);
/* What the paper says that is nearest to a value: its value, or of its range; v without a number.
 */
double figure_nearest(const figure_t *f, double v);

/* Ours beside the paper's. */
typedef struct comparison {
    const figure_t *figure;
    value_t ours;
    const beside_t *instead; /* ours is of that sweep, as what is asked for is not there; or NULL */
    grade_t grade;           /* of ours, if it is there */
    unsigned n_beside;       /* values that stand beside it */
    const beside_t *beside[2];
    value_t of_beside[2];
    bool caused;     /* not close, and a run without the cause is nearer to the paper's */
    value_t without; /* that run's figure, if the runs are there */
    /* The cause was looked for in another sweep than ours is of: that, and the figure with it. */
    const beside_t *cause_in;
    value_t with;
    bool cause_apart; /* where the cause was looked for the figure is off, to the side of ours */
    /* Under the paper's alternative configuration; of no run: ours. NOT_RUN also without one. */
    value_t alternative;
    grade_t alternative_grade; /* if it is there */
    /* It is of that sweep's alternative, as that of the rule's own is not there; or NULL. */
    const beside_t *alternative_in;
} comparison_t;

void figure_compare(const results_t *r, const figure_t *f, comparison_t *c);

#endif
