#include "workload/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double check_gamma(double roundings)
{
    double nu = roundings * 0x1p-24;
    return nu < 1.0 ? nu / (1.0 - nu) : INFINITY;
}

/* Single precision's unit, and what the reference's own double precision may add. */
#define UNIT (0x1p-24 + 0x1p-50)
#define TINY 0x1p-149 /* the smallest number: results below the normal range are rounded to it */

static approx_t rounded(double v, double e)
{
    return (approx_t){v, e + UNIT * (fabs(v) + e) + TINY};
}

approx_t approx_exact(double v)
{
    return (approx_t){v, 0};
}

approx_t approx_rounded(double v)
{
    return rounded(v, 0);
}

approx_t approx_add(approx_t a, approx_t b)
{
    return rounded(a.v + b.v, a.e + b.e);
}

approx_t approx_sub(approx_t a, approx_t b)
{
    return rounded(a.v - b.v, a.e + b.e);
}

approx_t approx_mul(approx_t a, approx_t b)
{
    return rounded(a.v * b.v, fabs(a.v) * b.e + fabs(b.v) * a.e + a.e * b.e);
}

approx_t approx_term(approx_t sum, approx_t a, approx_t b)
{
    return approx_add(sum, approx_mul(a, b));
}

approx_t approx_div(approx_t a, approx_t b)
{
    double least = fabs(b.v) - b.e; /* the divisor may be this small */
    double v = a.v / b.v;
    return least > 0 ? rounded(v, (a.e + fabs(v) * b.e) / least) : (approx_t){v, INFINITY};
}

approx_t approx_sqrt(approx_t a)
{
    double least = a.v - a.e; /* the slope is greatest there */
    double v = sqrt(a.v);
    return rounded(v, least > 0 ? a.e / (2 * sqrt(least)) : sqrt(a.v + a.e));
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

int check_approx(host_t *h, const char *what, const float *got, const approx_t *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)got[i] - want[i].v) <= want[i].e))
            return check_fail(h, "%s[%zu] is %.9g, expected %.9g within %.2g", what, i,
                              (double)got[i], want[i].v, want[i].e);
    return 0;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

int check_sorted(host_t *h, const uint32_t *got, uint32_t *keys, size_t n)
{
    qsort(keys, n, sizeof *keys, by_value);
    for (size_t i = 0; i < n; i++)
        if (got[i] != keys[i])
            return check_fail(h, "keys[%zu] is %u, expected %u", i, got[i], keys[i]);
    return 0;
}
