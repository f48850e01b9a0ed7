/*
 * Comparison of a run's result with its reference. Floating-point references are computed in
 * double precision together with a bound of the single-precision error, from the number of
 * roundings on the way of each term (N. Higham, "Accuracy and Stability of Numerical Algorithms",
 * section 3.1): a result further off is wrong, however small the difference.
 */
#ifndef LW_WORKLOAD_CHECK_H
#define LW_WORKLOAD_CHECK_H

#include <stddef.h>
#include <stdint.h>

#include "workload/host.h"

/* gamma_n = n u / (1 - n u), u = 2^-24: the relative error bound of n single-precision roundings.
 */
double check_gamma(double roundings);

/*
 * A value with a bound of the error that single precision may have made of it on the way, for
 * results that are more than a sum (running error analysis, section 3.3): the bound goes through
 * each operation and grows by its rounding. It also holds where a kernel rounds less, as with fma.
 */
typedef struct approx {
    double v, e;
} approx_t;

approx_t approx_exact(double v);
approx_t approx_rounded(double v); /* a value that was rounded to single precision once */
approx_t approx_add(approx_t a, approx_t b);
approx_t approx_sub(approx_t a, approx_t b);
approx_t approx_mul(approx_t a, approx_t b);
/* One term more of a serial sum, in the order of the kernel: sum + a b, whether or not the product
 * is rounded apart. Each addition's error is that of its own partial sum (section 4.2), not of the
 * whole sum's size: a sum of n terms of one sign has half the bound of any order. */
approx_t approx_term(approx_t sum, approx_t a, approx_t b);
approx_t approx_div(approx_t a, approx_t b);
approx_t approx_sqrt(approx_t a); /* of no negative number */

/* Each returns 0, or 1 and the first difference in the run's diag: "atax: wrong result: ...". */
int check_i32(host_t *h, const char *what, const int32_t *got, const int32_t *want, size_t n);
int check_approx(host_t *h, const char *what, const float *got, const approx_t *want, size_t n);
int check_f32(host_t *h, const char *what, const float *got, const double *want,
              const double *tolerance, size_t n);

/* Compares keys that a sort left with those it got, which are sorted here. */
int check_sorted(host_t *h, const uint32_t *got, uint32_t *keys, size_t n);

/* Says "NAME: wrong result: ..." in the run's diag; returns 1. */
int check_fail(host_t *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
