#include "workload/check.h"

#include <math.h>
#include <stdio.h>

double check_gamma(double roundings)
{
    double nu = roundings * 0x1p-24;
    return nu < 1.0 ? nu / (1.0 - nu) : INFINITY;
}

int check_fail(host_t *h, const char *fmt, ...)
{
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diag_at(h->diag, h->w->name, 0, 0, "wrong result: %s", text);
    return 1;
}

int check_i32(host_t *h, const char *what, const int32_t *got, const int32_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (got[i] != want[i])
            return check_fail(h, "%s[%zu] is %d, expected %d", what, i, got[i], want[i]);
    return 0;
}

int check_f32(host_t *h, const char *what, const float *got, const double *want,
              const double *tolerance, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)got[i] - want[i]) <= tolerance[i])) /* a NaN is wrong too */
            return check_fail(h, "%s[%zu] is %.9g, expected %.9g within %.2g", what, i,
                              (double)got[i], want[i], tolerance[i]);
    return 0;
}
