/* Rows and statistics as texts, and formulas over them, for the tests of the report. */
#ifndef LW_TESTS_FORMULA_RIG_H
#define LW_TESTS_FORMULA_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/formula.h"

#define ROWS_HEAD "row,series,workload,setting,pick\n"

typedef struct formula_rig {
    const char *rows_text, *statistics_text; /* for rig_setup() */
    csv_t rows_csv, statistics_csv;
    rows_t rows;
    formulas_t *all;
    unsigned views; /* so far: each formula is a view of its own */
} formula_rig_t;

/* Of two files' texts; 0, or what rows_read() gives. */
static inline int rig_read(formula_rig_t *g, const char *rows, const char *statistics, diag_t *d)
{
    *g = (formula_rig_t){.views = 0};
    if (csv_read("rows.csv", rows, strlen(rows), &g->rows_csv, d) ||
        csv_read("statistics.csv", statistics, strlen(statistics), &g->statistics_csv, d))
        fail_msg("%s", d->text);
    return rows_read(&g->rows_csv, &g->statistics_csv, &g->rows, d);
}

static inline void rig_open(formula_rig_t *g, const char *rows, const char *statistics)
{
    diag_t d = {{0}};
    if (rig_read(g, rows, statistics, &d) || formulas_open(&g->rows, &g->all, &d))
        fail_msg("%s", d.text);
}

static inline void rig_close(formula_rig_t *g)
{
    formulas_free(g->all);
    rows_free(&g->rows);
    csv_free(&g->rows_csv);
    csv_free(&g->statistics_csv);
}

/* Of all tests of a program: the rig that main() names. */
static formula_rig_t *rig_of_all;

static inline int rig_setup(void **state)
{
    (void)state;
    rig_open(rig_of_all, rig_of_all->rows_text, rig_of_all->statistics_text);
    return 0;
}

static inline int rig_teardown(void **state)
{
    (void)state;
    rig_close(rig_of_all);
    return 0;
}

static inline int rig_add(formula_rig_t *g, const char *text, bool of_runs, formula_t **f,
                          diag_t *d)
{
    char view[32];
    snprintf(view, sizeof view, "figure %u", g->views++);
    return formulas_add(g->all, view, text, of_runs, f, d);
}

/* A formula that must be right. */
static inline formula_t *rig_formula(formula_rig_t *g, const char *text)
{
    formula_t *f;
    diag_t d = {{0}};
    if (rig_add(g, text, true, &f, &d))
        fail_msg("%s", d.text);
    return f;
}

#endif
