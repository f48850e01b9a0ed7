#include "workload/polybench.h"

#include <math.h>

#include "workload/check.h"

int poly_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
             int (*body)(host_t *h, workload_scale_t scale))
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc && !(rc = host_no_input(&h)))
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

poly_operand_t poly_result(poly_sum_t s)
{
    return (poly_operand_t){.rows = s.rows, .cols = s.cols, .value = s.value, .error = s.error};
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
    if (a->exact)
        return (approx_t){(double)a->exact[i], 0};
    return (approx_t){a->value[i], a->error[i]};
}

poly_sum_t poly_sum(host_t *h, uint32_t rows, uint32_t cols)
{
    poly_sum_t s = {.rows = rows, .cols = cols};
    s.value = host_memory(h, cells(rows, cols), sizeof(double));
    s.error = host_memory(h, cells(rows, cols), sizeof(double));
    s.size = host_memory(h, cells(rows, cols), sizeof(double));
    if (!s.size)
        s.rows = 0; /* nothing to add to */
    return s;
}

/* One term: the kernel's own may be further off, by the operands' errors. */
static void add_term(poly_sum_t *s, size_t cell, double factor, approx_t a, approx_t b)
{
    double error = fabs(factor) * (fabs(a.v) * b.e + a.e * (fabs(b.v) + b.e));
    s->value[cell] += factor * a.v * b.v;
    s->error[cell] += error;
    s->size[cell] += fabs(factor * a.v * b.v) + error;
}

void poly_add(poly_sum_t *s, double factor, poly_operand_t a)
{
    static const approx_t one = {1, 0};
    for (uint32_t i = 0; i < s->rows; i++)
        for (uint32_t j = 0; j < s->cols; j++)
            add_term(s, (size_t)i * s->cols + j, factor, at(&a, i, j), one);
}

/* Adds the products of column k of row i of a. */
static void add_row(poly_sum_t *s, double factor, const poly_operand_t *a, const poly_operand_t *b,
                    uint32_t i, uint32_t k)
{
    approx_t left = at(a, i, k);
    for (uint32_t j = 0; j < s->cols; j++)
        add_term(s, (size_t)i * s->cols + j, factor, left, at(b, k, j));
}

/* Walks a in the order of its memory. */
void poly_add_product(poly_sum_t *s, double factor, poly_operand_t a, poly_operand_t b)
{
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

void poly_round(poly_sum_t *s, double roundings)
{
    double gamma = check_gamma(roundings);
    for (size_t i = 0; i < cells(s->rows, s->cols); i++)
        s->error[i] += gamma * s->size[i];
}

int poly_check(host_t *h, const char *what, poly_matrix_t got, const poly_sum_t *want)
{
    const float *values = poly_download(h, got);
    if (!values)
        return 0;
    return check_f32(h, what, values, want->value, want->error, cells(want->rows, want->cols));
}
