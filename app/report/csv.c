#include "report/csv.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns are looked for one by one, which their number bounds. */
enum { MAX_COLS = 4096 };

/* The reader: where it is, and where the next cell's bytes go (never past where it reads). */
typedef struct reader {
    const char *at, *end;
    char *to;
    int line;
    csv_t *c;
    size_t n, room; /* cells */
    unsigned rows, rows_room;
    diag_t *d;
} reader_t;

static int grow(void *pointer, size_t n, size_t each, size_t *room)
{
    void **p = pointer;
    if (n < *room)
        return 0;
    size_t want = *room ? 2 * *room : 64;
    void *q = realloc(*p, want * each);
    if (!q)
        return -ENOMEM;
    *p = q;
    *room = want;
    return 0;
}

static int quoted(reader_t *r)
{
    int from = r->line;
    for (r->at++; r->at < r->end; r->at++) {
        if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"')) {
            r->at++;
            if (r->at < r->end && *r->at != ',' && *r->at != '\n' && *r->at != '\r')
                return diag_at(r->d, r->c->name, r->line, 0,
                               "text after a closing quote; expected a comma");
            return 0;
        }
        if (*r->at == '"')
            r->at++;
        if (!*r->at)
            return diag_at(r->d, r->c->name, r->line, 0, "a NUL within a cell; expected text");
        r->line += *r->at == '\n';
        *r->to++ = *r->at;
    }
    return diag_at(r->d, r->c->name, from, 0, "a quote that is not closed");
}

/* One cell; *last: it ends its row. */
static int cell(reader_t *r, bool *last)
{
    if (grow(&r->c->cell, r->n, sizeof *r->c->cell, &r->room))
        return diag_at(r->d, r->c->name, 0, 0, "out of memory"), -ENOMEM;
    r->c->cell[r->n++] = r->to;
    if (r->at < r->end && *r->at == '"') {
        int rc = quoted(r);
        if (rc)
            return rc;
    } else {
        while (r->at < r->end && *r->at != ',' && *r->at != '\n' && *r->at != '\r') {
            if (*r->at == '"' || !*r->at)
                return diag_at(r->d, r->c->name, r->line, 0,
                               "a quote or NUL within a cell; expected it quoted");
            *r->to++ = *r->at++;
        }
    }
    if (r->at < r->end && *r->at == '\r')
        r->at++;
    *last = r->at == r->end || *r->at == '\n';
    if (r->at < r->end && *r->at != ',' && *r->at != '\n')
        return diag_at(r->d, r->c->name, r->line, 0, "a lone carriage return");
    if (r->at < r->end)
        r->at++;
    *r->to++ = 0; /* where the comma or the line's end was */
    return 0;
}

static int row(reader_t *r)
{
    csv_t *c = r->c;
    size_t first = r->n, room = r->rows_room;
    bool last = false;
    if (grow(&c->line, r->rows, sizeof *c->line, &room))
        return diag_at(r->d, c->name, 0, 0, "out of memory"), -ENOMEM;
    r->rows_room = (unsigned)room;
    c->line[r->rows] = r->line;
    while (!last) {
        int rc = cell(r, &last);
        if (rc)
            return rc;
    }
    size_t n = r->n - first;
    if (!r->rows && n > MAX_COLS)
        return diag_at(r->d, c->name, r->line, 0, "%zu columns; expected at most %d", n, MAX_COLS);
    if (!r->rows)
        c->n_cols = (unsigned)n;
    if (n != c->n_cols)
        return diag_at(r->d, c->name, r->line, 0, "%zu cells; expected %u as in the head", n,
                       c->n_cols);
    r->rows++;
    r->line++;
    return 0;
}

int csv_read(const char *name, const char *text, size_t bytes, csv_t *c, diag_t *d)
{
    *c = (csv_t){.name = name};
    c->text = malloc(bytes + 2);
    if (!c->text)
        return diag_at(d, name, 0, 0, "out of memory"), -ENOMEM;
    reader_t r = {.at = text, .end = text + bytes, .to = c->text, .line = 1, .c = c, .d = d};
    int rc = 0;
    while (!rc && r.at < r.end)
        rc = row(&r);
    if (!rc && !r.rows)
        rc = diag_at(d, name, 1, 1, "an empty file; expected a line of column names");
    c->n_rows = r.rows ? r.rows - 1 : 0;
    return rc;
}

void csv_free(csv_t *c)
{
    free(c->text);
    free(c->cell);
    free(c->line);
    *c = (csv_t){.name = NULL};
}

int csv_find(const csv_t *c, const char *column)
{
    for (unsigned i = 0; i < c->n_cols; i++)
        if (strcmp(csv_head(c, i), column) == 0)
            return (int)i;
    return -1;
}

int csv_need(const csv_t *c, const char *column, diag_t *d)
{
    int i = csv_find(c, column);
    return i >= 0 ? i : diag_at(d, c->name, 1, 0, "no column \"%s\"", column);
}

int csv_error(const csv_t *c, unsigned row, diag_t *d, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return diag_at(d, c->name, c->line[row + 1], 0, "%s", text);
}
