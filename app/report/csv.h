/*
 * Comma-separated values (RFC 4180): a head of column names, then rows of as many cells. Cells may
 * be quoted; a quote within is doubled. Bad input is told with its line.
 */
#ifndef LW_REPORT_CSV_H
#define LW_REPORT_CSV_H

#include <stddef.h>

#include "common/diag.h"

typedef struct csv {
    const char *name;        /* for messages */
    unsigned n_rows, n_cols; /* without the head */
    char *text;              /* the cells' bytes */
    const char **cell;       /* the head's first */
    int *line;               /* where each row begins; the head's first */
} csv_t;

/* 0, or a negative errno with a message. csv_free() in either case. name must outlive it. */
int csv_read(const char *name, const char *text, size_t bytes, csv_t *c, diag_t *d);
void csv_free(csv_t *c);

/* The number of a column, or -1. */
int csv_find(const csv_t *c, const char *column);
/* A required column: its number, or -EINVAL with a message. */
int csv_need(const csv_t *c, const char *column, diag_t *d);

static inline const char *csv_cell(const csv_t *c, unsigned row, int col)
{
    return c->cell[(size_t)(row + 1) * c->n_cols + (unsigned)col];
}
static inline const char *csv_head(const csv_t *c, unsigned col)
{
    return c->cell[col];
}

/* A message at a row. Returns -EINVAL. */
int csv_error(const csv_t *c, unsigned row, diag_t *d, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
