/*
 * Formulas over the statistics of runs, as data/figures.csv writes them:
 *
 *     base:cycles / abyp:cycles
 *     (base@nw_u:cycles - abyp@nw_u:cycles) / (base@nw_u:cycles - base@nw:cycles)
 *     threshold{abyp.threshold=2}:l1d.misses / base:l1d.misses
 *     base:cycles / least(limits:cycles)
 *     2 * bits:abyp.l2bit / 8
 *
 * + - * / and brackets over numbers and references SERIES{KEY=VALUE}@WORKLOAD:STATISTIC. {...}
 * picks of a series the runs with that setting; least(REFERENCE) and greatest(REFERENCE) are of a
 * series that has several runs of a workload, one a setting: the least statistic. @WORKLOAD names
 * another workload than the one the formula is evaluated for. The series $ stands for one given by
 * the caller. The series bits is not of runs: bits of state of a unit at the paper's geometry.
 */
#ifndef LW_REPORT_EXPR_H
#define LW_REPORT_EXPR_H

#include "common/diag.h"

enum { EXPR_NAME = 96 };

/* Which of a series' runs of a workload a reference means. */
typedef enum expr_pick { EXPR_ONLY, EXPR_LEAST, EXPR_GREATEST } expr_pick_t;

typedef struct expr_ref {
    expr_pick_t pick;
    char series[EXPR_NAME];
    char setting[EXPR_NAME], value[EXPR_NAME]; /* empty: any */
    char workload[EXPR_NAME];                  /* empty: the caller's */
    char stat[EXPR_NAME];
} expr_ref_t;

typedef enum expr_status {
    EXPR_VALUE,
    EXPR_UNDEFINED, /* 0/0, or a statistic that the run has no value of */
    EXPR_MISSING,   /* a run is not there */
} expr_status_t;

/* The value of a reference. */
typedef expr_status_t expr_lookup_fn(void *ctx, const expr_ref_t *ref, double *value);

/* Syntax alone: 0, or -EINVAL with what is wrong ("at character 5: ..."). */
int expr_check(const char *text, diag_t *d);

/* Evaluates a text that expr_check() takes. Every reference is looked up, also when an earlier one
 * is missing, so that a lookup may count. dollar: the series that $ stands for, or NULL. */
expr_status_t expr_eval(const char *text, const char *dollar, expr_lookup_fn *lookup, void *ctx,
                        double *value);

#endif
