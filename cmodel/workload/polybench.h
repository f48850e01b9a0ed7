/*
 * What the host programs of PolyBench share: their launch shapes, matrices, and references that are
 * sums of products. All matrices are row-major.
 *
 *     poly_matrix_t A = poly_random(h, ni, nk), B = poly_random(h, nk, nj), C = poly_zero(h, ni,
 * nj); POLY_PLANE(h, "mm_kernel", ni, nj, POLY_PTR(A), POLY_PTR(B), POLY_PTR(C), ...); poly_sum_t
 * want = poly_sum(h, ni, nj); poly_add_product(&want, 1, poly_exact(A), poly_exact(B));
 *     poly_round(&want, nk + 1);
 *     return poly_check(h, "C", C, &want);
 *
 * As with host_t, every call is a no-op after an error; poly_check then returns 0.
 */
#ifndef LW_WORKLOAD_POLYBENCH_H
#define LW_WORKLOAD_POLYBENCH_H

#include <stdbool.h>
#include <stdint.h>

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
 * A reference of rows x cols cells, each a sum: its value in double, a bound of the
 * single-precision error, and the sum of its terms' magnitudes, from which the bound of the sum's
 * own roundings follows.
 */
typedef struct poly_sum {
    uint32_t rows, cols;
    double *value, *error, *size;
} poly_sum_t;

/* An operand: values without error, or a sum that was rounded before. */
typedef struct poly_operand {
    uint32_t rows, cols;
    const float *exact; /* or, if NULL: */
    const double *value, *error;
    bool transposed;
} poly_operand_t;

poly_operand_t poly_exact(poly_matrix_t m); /* of poly_random */
poly_operand_t poly_result(poly_sum_t s);
poly_operand_t poly_transposed(poly_operand_t a);

poly_sum_t poly_sum(host_t *h, uint32_t rows, uint32_t cols);
/* s += factor a, s += factor a b: with what the operands' errors make. */
void poly_add(poly_sum_t *s, double factor, poly_operand_t a);
void poly_add_product(poly_sum_t *s, double factor, poly_operand_t a, poly_operand_t b);
/* Ends a sum in which no term passes more than this many roundings. */
void poly_round(poly_sum_t *s, double roundings);

/* Compares the device's values with a sum that was rounded. */
int poly_check(host_t *h, const char *what, poly_matrix_t got, const poly_sum_t *want);

#endif
