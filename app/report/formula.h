/*
 * Formulas over the statistics of runs, as data/figures.csv writes them: SQL over the rows of
 * data/rows.csv:
 *
 *     base.cycles / abyp.cycles
 *     (base.cycles - abyp.cycles) / (base.cycles - [base@nw].cycles)
 *     base.cycles / [least cycles of pcal].cycles
 *     2 * bits.[abyp.l2bit] / 8
 *
 * In a database in memory each row is a table, "row base", with a record for each sweep and
 * workload and a column for each statistic; each formula is a view over those tables, "figure
 * abyp-bfs", whose column `value` is the formula. SQLite reads the formula and says which columns
 * of which rows it reads; before a value is asked for, those are looked up and put into the tables,
 * so that a missing run is known by name.
 */
#ifndef LW_REPORT_FORMULA_H
#define LW_REPORT_FORMULA_H

#include <stdbool.h>

#include "db/db.h"
#include "report/rows.h"

/* A column of a row that a formula reads. */
typedef struct formula_read {
    const source_row_t *row;
    char column[ROW_COLUMN];
    sqlite3_stmt *put; /* its value into the row's table */
} formula_read_t;

typedef struct formula {
    const char *text;
    struct formulas *all;
    unsigned n_reads;
    formula_read_t *read;
    char *view;  /* its name */
    bool viewed; /* it is there; made, as the statements are, when it is first needed */
    sqlite3_stmt *value;
} formula_t;

/* The database and the formulas in it. */
typedef struct formulas formulas_t;

/* 0, or a negative errno with a message. The rows must outlive them. formulas_free() in either
 * case. */
int formulas_open(const rows_t *rows, formulas_t **f, diag_t *d);
void formulas_free(formulas_t *f); /* NULL is fine */

/* Adds a formula as the view of a name that no other has; of_runs: may it name rows of runs? The
 * text must outlive it. 0, or -EINVAL with what is wrong ("character 5: ..."). */
int formulas_add(formulas_t *f, const char *view, const char *text, bool of_runs, formula_t **out,
                 diag_t *d);

typedef enum formula_status {
    FORMULA_VALUE,
    FORMULA_UNDEFINED, /* 0/0, or a statistic that the run has no value of */
    FORMULA_STALE,     /* evidence is there, but of other sources than these */
    FORMULA_MISSING,   /* a run, or evidence, is not there */
} formula_status_t;

/* What is to be looked up: a column of a row; series: the row's, or for "$" the bar's. */
typedef struct formula_ref {
    const source_row_t *row;
    const char *series, *column;
} formula_ref_t;
typedef formula_status_t formula_lookup_fn(void *ctx, const formula_ref_t *ref, double *value);

/* Where a formula is evaluated. bar: the series that $ stands for, or NULL. */
typedef struct formula_at {
    const char *sweep, *workload, *bar;
} formula_at_t;

/* The value there. Everything that is read is looked up once, also when something before is
 * missing, so that a lookup may count. */
formula_status_t formula_value(const formula_t *f, const formula_at_t *at,
                               formula_lookup_fn *lookup, void *ctx, double *value);

/* Copies the tables of rows but "$", as far as they are filled, and the views whose names begin
 * with one of the words (NULL ends them) into another database. 0, or a negative errno with a
 * message. */
int formulas_copy(const formulas_t *f, const char *const *words, db_t *to, diag_t *d);

#endif
