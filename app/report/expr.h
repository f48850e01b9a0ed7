/*
 * Formulas over the statistics of runs, as data/figures.csv writes them: expressions of SQLite over
 * rows and their columns, ROW.COLUMN:
 *
 *     base.cycles / abyp.cycles
 *     ([base@nw_u].cycles - [abyp@nw_u].cycles) / ([base@nw_u].cycles - [base@nw].cycles)
 *     [threshold{abyp.threshold=2}].[l1d.misses] / base.[l1d.misses]
 *     base.cycles / [least cycles of limits].cycles
 *     2 * bits.[abyp.l2bit] / 8
 *     [synth@abyp/paper/nangate45/flops].area_um2 / [sram@256x8/1r1w].area_mm2
 *
 * A row is the run of a series, SERIES{KEY=VALUE}@WORKLOAD, its columns are statistics. {...} picks
 * of a series the runs with that setting; "least STATISTIC of SERIES" and "greatest ..." are of a
 * series that has several runs of a workload, one a setting: the run with the least. @WORKLOAD
 * names another workload than the one the formula is evaluated for. The series $ stands for one
 * given by the caller. The rows bits, synth and sram are not of runs (hardware.h). A name with more
 * than letters, digits and _ stands in brackets or in double quotes. All numbers are real ones.
 */
#ifndef LW_REPORT_EXPR_H
#define LW_REPORT_EXPR_H

#include <stdbool.h>
#include <stddef.h>

#include "common/diag.h"

enum { EXPR_NAME = 96, EXPR_WHY = 240 };

/* Which of a series' runs of a workload a reference means. */
typedef enum expr_pick { EXPR_ONLY, EXPR_LEAST, EXPR_GREATEST } expr_pick_t;

typedef struct expr_ref {
    expr_pick_t pick;
    char series[EXPR_NAME];
    char setting[EXPR_NAME], value[EXPR_NAME]; /* empty: any */
    char workload[EXPR_NAME];                  /* empty: the caller's */
    char stat[EXPR_NAME];
    char by[EXPR_NAME]; /* what is the least or greatest in the run that is picked */
    /* Where they begin in the formula, from 0; a workload that is not named: where it could be. */
    size_t series_at, workload_at, stat_at;
} expr_ref_t;

typedef enum expr_status {
    EXPR_VALUE,
    EXPR_UNDEFINED, /* 0/0, or a statistic that the run has no value of */
    EXPR_STALE,     /* evidence is there, but of other sources than these */
    EXPR_MISSING,   /* a run, or evidence, is not there */
} expr_status_t;

/* The value of a reference. */
typedef expr_status_t expr_lookup_fn(void *ctx, const expr_ref_t *ref, double *value);

/* Can a reference not be meant? Then true, with why and at which character of the formula. */
typedef bool expr_refuse_fn(const expr_ref_t *ref, char why[EXPR_WHY], size_t *at);

/* Syntax, and each ROW.COLUMN as refuse (or NULL) has it: 0, or -EINVAL with what is wrong
 * ("character 5: ...", or SQLite's words). */
int expr_check(const char *text, expr_refuse_fn *refuse, diag_t *d);

/* Evaluates a text that expr_check() takes. Every ROW.COLUMN is looked up once, also when an
 * earlier one is missing, so that a lookup may count. dollar: the series that $ stands for, or
 * NULL. */
expr_status_t expr_eval(const char *text, const char *dollar, expr_lookup_fn *lookup, void *ctx,
                        double *value);

#endif
