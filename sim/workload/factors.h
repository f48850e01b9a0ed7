/* The check of an elimination's result, for lud and gaussian. */
#ifndef LW_WORKLOAD_FACTORS_H
#define LW_WORKLOAD_FACTORS_H

#include "workload/host.h"

/*
 * Multiplies the factors of A and compares: elimination without pivoting makes L and U with
 * |L U - A| <= gamma_n |L| |U|, whatever the order of its sums (N. Higham, "Accuracy and Stability
 * of Numerical Algorithms", theorem 9.3), which a wrong factor does not. A is n x cols, cols >= n:
 * a column beyond the n-th is a right side, on which elimination acts as on the others. lu: both
 * factors in A's place, L below the diagonal and with ones on it.
 * 0, or 1 and the first difference in the run's diag.
 */
int check_factors(host_t *h, uint32_t n, uint32_t cols, const float *A, const float *lu);

#endif
