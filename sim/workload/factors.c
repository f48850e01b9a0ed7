#include "workload/factors.h"

#include <math.h>

#include "workload/check.h"

int check_factors(host_t *h, uint32_t n, uint32_t cols, const float *A, const float *lu)
{
    size_t cells = (size_t)n * cols;
    double *product = host_memory(h, cells, sizeof *product);
    double *size = host_memory(h, cells, sizeof *size);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k <= i; k++) {
            double l = k < i ? (double)lu[(size_t)i * cols + k] : 1.0;
            for (uint32_t j = k; j < cols; j++) {
                product[(size_t)i * cols + j] += l * (double)lu[(size_t)k * cols + j];
                size[(size_t)i * cols + j] += fabs(l * (double)lu[(size_t)k * cols + j]);
            }
        }
    }
    for (size_t i = 0; i < cells; i++) {
        double tolerance = check_gamma(n) * size[i];
        if (!(fabs(product[i] - (double)A[i]) <= tolerance))
            return check_fail(h, "(L U)[%zu] is %.9g, expected %.9g within %.2g", i, product[i],
                              (double)A[i], tolerance);
    }
    return 0;
}
