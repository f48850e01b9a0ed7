#include "workload/polybench.h"

#include "workload/check.h"

int poly_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
             int (*body)(host_t *h, workload_scale_t scale))
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = body(&h, o->scale);
    return host_close(&h, rc);
}

static size_t cells(uint32_t rows, uint32_t cols)
{
    return (size_t)rows * cols;
}

poly_matrix_t poly_random(host_t *h, uint32_t rows, uint32_t cols)
{
    poly_matrix_t m = {rows, cols, host_floats(h, cells(rows, cols)), 0};
    m.dev = host_upload(h, m.host, cells(rows, cols) * sizeof(float));
    return m;
}

poly_matrix_t poly_zero(host_t *h, uint32_t rows, uint32_t cols)
{
    return (poly_matrix_t){rows, cols, NULL, host_buffer(h, cells(rows, cols) * sizeof(float))};
}

float *poly_download(host_t *h, poly_matrix_t m)
{
    return host_download(h, m.dev, cells(m.rows, m.cols) * sizeof(float));
}

poly_operand_t poly_exact(poly_matrix_t m)
{
    return (poly_operand_t){.rows = m.rows, .cols = m.cols, .exact = m.host};
}

poly_operand_t poly_result(host_t *h, poly_matrix_t m)
{
    m.host = poly_download(h, m);
    return poly_exact(m);
}

poly_operand_t poly_transposed(poly_operand_t a)
{
    uint32_t rows = a.rows;
    a.rows = a.cols;
    a.cols = rows;
    a.transposed = !a.transposed;
    return a;
}

static approx_t at(const poly_operand_t *a, uint32_t row, uint32_t col)
{
    size_t i = a->transposed ? (size_t)col * a->rows + row : (size_t)row * a->cols + col;
    return approx_exact((double)a->exact[i]);
}

poly_sum_t poly_sum(host_t *h, uint32_t rows, uint32_t cols)
{
    poly_sum_t s = {.rows = rows, .cols = cols};
    s.cell = host_memory(h, cells(rows, cols), sizeof *s.cell);
    if (!host_ok(h))
        s.rows = 0; /* nothing to add to */
    return s;
}

/* factor a; a factor of one is no multiplication. */
static approx_t scaled(double factor, approx_t a)
{
    return factor == 1.0 ? a : approx_mul(approx_exact(factor), a);
}

void poly_scale(poly_sum_t *s, double factor)
{
    for (size_t i = 0; i < cells(s->rows, s->cols); i++)
        s->cell[i] = scaled(factor, s->cell[i]);
}

void poly_add(poly_sum_t *s, double factor, poly_operand_t a)
{
    for (uint32_t i = 0; a.exact && i < s->rows; i++) {
        for (uint32_t j = 0; j < s->cols; j++) {
            approx_t *cell = &s->cell[(size_t)i * s->cols + j];
            *cell = approx_add(*cell, scaled(factor, at(&a, i, j)));
        }
    }
}

/* Turn k of the sums of row i. */
static void add_row(poly_sum_t *s, double factor, const poly_operand_t *a, const poly_operand_t *b,
                    uint32_t i, uint32_t k)
{
    approx_t left = scaled(factor, at(a, i, k));
    for (uint32_t j = 0; j < s->cols; j++) {
        approx_t *cell = &s->cell[(size_t)i * s->cols + j];
        *cell = approx_term(*cell, left, at(b, k, j));
    }
}

/* Walks a in the order of its memory; of each cell, the terms are in the order of k either way. */
void poly_add_product(poly_sum_t *s, double factor, poly_operand_t a, poly_operand_t b)
{
    if (!a.exact || !b.exact)
        return;
    if (a.transposed) {
        for (uint32_t k = 0; s->rows && k < a.cols; k++)
            for (uint32_t i = 0; i < s->rows; i++)
                add_row(s, factor, &a, &b, i, k);
    } else {
        for (uint32_t i = 0; i < s->rows; i++)
            for (uint32_t k = 0; k < a.cols; k++)
                add_row(s, factor, &a, &b, i, k);
    }
}

poly_sum_t poly_product(host_t *h, poly_operand_t a, poly_operand_t b)
{
    poly_sum_t s = poly_sum(h, a.rows, b.cols);
    poly_add_product(&s, 1, a, b);
    return s;
}

void poly_add_both(poly_sum_t *s, double factor, poly_operand_t a, poly_operand_t b)
{
    for (uint32_t i = 0; a.exact && b.exact && i < s->rows; i++) {
        for (uint32_t j = 0; j < s->cols; j++) {
            approx_t *cell = &s->cell[(size_t)i * s->cols + j];
            for (uint32_t k = 0; k < a.cols; k++) {
                approx_t turn = approx_mul(scaled(factor, at(&a, i, k)), at(&b, j, k));
                turn = approx_term(turn, scaled(factor, at(&b, i, k)), at(&a, j, k));
                *cell = approx_add(*cell, turn);
            }
        }
    }
}

int poly_check(host_t *h, const char *what, poly_matrix_t got, const poly_sum_t *want)
{
    const float *values = poly_download(h, got);
    if (!values)
        return 0;
    return check_approx(h, what, values, want->cell, cells(want->rows, want->cols));
}
