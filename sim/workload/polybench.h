/*
 * What the host programs of PolyBench share: their launch shapes, matrices, and references that are
 * sums of products. All matrices are row-major.
 *
 *     poly_matrix_t A = poly_random(h, ni, nk), B = poly_random(h, nk, nj), C = poly_zero(h, ni,
 * nj); POLY_PLANE(h, "mm_kernel", ni, nj, POLY_PTR(A), POLY_PTR(B), POLY_PTR(C), ...); poly_sum_t
 * want = poly_sum(h, ni, nj); poly_add_product(&want, 1, poly_exact(A), poly_exact(B)); return
 * poly_check(h, "C", C, &want);
 *
 * As with host_t, every call is a no-op after an error; poly_check then returns 0.
 */
#ifndef LW_WORKLOAD_POLYBENCH_H
#define LW_WORKLOAD_POLYBENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "workload/check.h"
#include "workload/host.h"

/* Opens the host, refuses an input file, runs the body, closes. */
int poly_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
             int (*body)(host_t *h, workload_scale_t scale));

/* A matrix, or a vector as a matrix of one column: its first values here and on the device. */
typedef struct poly_matrix {
    uint32_t rows, cols;
    float *host; /* NULL: zeros */
    uint64_t dev;
} poly_matrix_t;

poly_matrix_t poly_random(host_t *h, uint32_t rows, uint32_t cols); /* uniform in [0, 1) */
poly_matrix_t poly_zero(host_t *h, uint32_t rows, uint32_t cols);
/* The device's values, in memory of the host. */
float *poly_download(host_t *h, poly_matrix_t m);

#define POLY_PTR(m) dev_arg_ptr((m).dev)

/* A thread for each cell: CTAs of 32 x 8, a warp along a row. */
#define POLY_PLANE(h, kernel, rows, cols, ...)                                                     \
    HOST_LAUNCH(h, kernel, ((dim3_t){host_ctas(cols, 32), host_ctas(rows, 8), 1}),                 \
                ((dim3_t){32, 8, 1}), __VA_ARGS__)
/* A thread for each of n: CTAs of 256. */
#define POLY_LINE(h, kernel, n, ...)                                                               \
    HOST_LAUNCH(h, kernel, ((dim3_t){host_ctas(n, 256), 1, 1}), ((dim3_t){256, 1, 1}), __VA_ARGS__)

/*
 * A reference of rows x cols cells, each a serial sum from 0 on, with the bound of its error. Terms
 * are added in the order of the kernel, each product's in the order of its inner index.
 */
typedef struct poly_sum {
    uint32_t rows, cols;
    approx_t *cell;
} poly_sum_t;

typedef struct poly_operand {
    uint32_t rows, cols;
    const float *exact; /* NULL after an error: adds nothing */
    bool transposed;
} poly_operand_t;

poly_operand_t poly_exact(poly_matrix_t m); /* of poly_random */
/* What a kernel left on the device for the next one, which is checked from there. */
poly_operand_t poly_result(host_t *h, poly_matrix_t m);
poly_operand_t poly_transposed(poly_operand_t a);

poly_sum_t poly_sum(host_t *h, uint32_t rows, uint32_t cols);
poly_sum_t poly_product(host_t *h, poly_operand_t a, poly_operand_t b); /* a b */
/* s *= factor; s += factor a; s += factor a b, in which factor is multiplied with a first. */
void poly_scale(poly_sum_t *s, double factor);
void poly_add(poly_sum_t *s, double factor, poly_operand_t a);
void poly_add_product(poly_sum_t *s, double factor, poly_operand_t a, poly_operand_t b);
/* s += factor a b^T + factor b a^T, in each turn the sum of both terms. */
void poly_add_both(poly_sum_t *s, double factor, poly_operand_t a, poly_operand_t b);

/* Compares the device's values with the sums. */
int poly_check(host_t *h, const char *what, poly_matrix_t got, const poly_sum_t *want);

#endif
