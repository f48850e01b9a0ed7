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

/* Each returns 0, or 1 and the first difference in the run's diag: "atax: wrong result: ...". */
int check_i32(host_t *h, const char *what, const int32_t *got, const int32_t *want, size_t n);
int check_f32(host_t *h, const char *what, const float *got, const double *want,
              const double *tolerance, size_t n);

/* Says "NAME: wrong result: ..." in the run's diag; returns 1. */
int check_fail(host_t *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
