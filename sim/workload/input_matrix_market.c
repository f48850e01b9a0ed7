/*
 * Matrix Market: coordinate; real, integer or pattern; general, symmetric or skew-symmetric.
 * Source of the format: R. Boisvert, R. Pozo, K. Remington, "The Matrix Market Exchange Formats"
 * (NISTIR 5935, 1996).
 */
#include "workload/input.h"

typedef enum field { REAL, INTEGER, PATTERN } field_t;
typedef enum symmetry { GENERAL, SYMMETRIC, SKEW } symmetry_t;

typedef struct form {
    field_t field;
    symmetry_t symmetry;
    input_use_t use;
} form_t;

/* To the next line that is neither blank nor a comment; stays at the end of the file. */
static void next_entry_line(text_t *t)
{
    while (!text_skip(t) && *t->at == '%')
        text_next_line(t);
}

static int read_banner(text_t *t, form_t *f)
{
    int rc = text_one_of(t, "the banner", (const char *const[]){"%%matrixmarket", NULL});
    if (rc >= 0)
        rc = text_one_of(t, "the object", (const char *const[]){"matrix", NULL});
    if (rc >= 0)
        rc = text_one_of(t, "the format", (const char *const[]){"coordinate", NULL});
    if (rc < 0)
        return rc;
    int field =
        text_one_of(t, "the field", (const char *const[]){"real", "integer", "pattern", NULL});
    if (field < 0)
        return field;
    text_skip_in_line(t);
    text_t before = *t;
    int symmetry = text_one_of(
        t, "the symmetry", (const char *const[]){"general", "symmetric", "skew-symmetric", NULL});
    if (symmetry < 0)
        return symmetry;
    f->field = (field_t)field;
    f->symmetry = (symmetry_t)symmetry;
    if (f->use == INPUT_DISTANCES && f->symmetry == SKEW)
        return text_refuse(&before, "the symmetry: general, symmetric (the weights of a "
                                    "skew-symmetric matrix are negative in one direction)");
    return text_line_end(t, "the five words of the banner");
}

static int read_sizes(text_t *t, const form_t *f, input_t *in, int64_t *entries)
{
    int64_t rows, cols;
    next_entry_line(t);
    input_place(t, in);
    int rc = input_nodes(t, "the row count", &rows);
    if (rc)
        return rc;
    text_skip_in_line(t);
    text_t before = *t;
    if ((rc = input_nodes(t, "the column count", &cols)))
        return rc;
    if (rows != cols && (f->symmetry != GENERAL || f->use != INPUT_MATRIX))
        return text_refuse(&before, "%lld columns, as many as rows (%s)", (long long)rows,
                           f->symmetry != GENERAL ? "a symmetric matrix" : "nodes of a graph");
    in->rows = (uint32_t)rows;
    in->cols = (uint32_t)cols;
    /* An entry is at least "1 1" with a line end. */
    rc = text_field_count(t, "the entry count", 0, f->field == PATTERN ? 4 : 6, entries);
    return rc ? rc : text_line_end(t, "the three counts");
}

static int read_entry(text_t *t, const form_t *f, input_t *in)
{
    int64_t row, col;
    double value = 1.0;
    next_entry_line(t);
    int rc = text_field_number(t, "a row", 1, in->rows, &row);
    if (rc)
        return rc;
    text_skip_in_line(t);
    text_t before = *t;
    if ((rc = text_field_number(t, "a column", 1, in->cols, &col)))
        return rc;
    if (f->symmetry != GENERAL && (col > row || (f->symmetry == SKEW && col == row)))
        return text_error(
            &before, "entry (%lld, %lld), expected one %s the diagonal of a %s matrix",
            (long long)row, (long long)col, f->symmetry == SKEW ? "below" : "on or below",
            f->symmetry == SKEW ? "skew-symmetric" : "symmetric");
    if (f->field == REAL)
        rc = input_real(t, "a value", f->use, &value);
    else if (f->field == INTEGER)
        rc = input_whole(t, "a value", f->use, &value);
    if (rc || (rc = text_line_end(t, "an entry")))
        return rc;
    input_add(in, row - 1, col - 1, value);
    if (f->symmetry != GENERAL && row != col)
        input_add(in, col - 1, row - 1, f->symmetry == SKEW ? -value : value);
    return 0;
}

int input_matrix_market(text_t *t, host_t *h, input_use_t use, input_t *in)
{
    form_t f = {.use = use};
    int64_t entries;
    int rc = read_banner(t, &f);
    if (rc || (rc = read_sizes(t, &f, in, &entries)))
        return rc;
    rc = input_room(h, in, (size_t)entries * (f.symmetry == GENERAL ? 1 : 2));
    if (rc)
        return rc;
    for (int64_t i = 0; i < entries; i++)
        if ((rc = read_entry(t, &f, in)))
            return rc;
    next_entry_line(t);
    return text_end(t, "the last entry");
}
