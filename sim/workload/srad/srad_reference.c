#include "workload/srad/srad_reference.h"

#include <math.h>

float srad_speckle(double sum, double squares, double n)
{
    double mean = sum / n;
    return (float)((squares / n - mean * mean) / (mean * mean));
}

/* The same with the error that pixels' errors make, a pixel v moving the mean of squares by 2 v e /
 * n and the mean by e / n, and the roundings of the sums. */
static approx_t speckle(const srad_rounds_t *r, const approx_t *image)
{
    double sum = 0, squares = 0, e_sum = 0, e_squares = 0;
    double n = (double)r->region * r->region;
    for (uint32_t y = 0; y < r->region; y++) {
        for (uint32_t x = 0; x < r->region; x++) {
            approx_t p = image[(size_t)y * r->side + x];
            sum += p.v;
            squares += p.v * p.v;
            e_sum += p.e;
            e_squares += 2 * fabs(p.v) * p.e + p.e * p.e;
        }
    }
    e_sum += check_gamma(r->roundings) * (sum + e_sum); /* pixels are positive */
    e_squares += check_gamma(r->roundings + 1) * (squares + e_squares);
    double mean = sum / n, e_mean = e_sum / n;
    double power = squares / n, e_power = e_squares / n;
    double least = (mean - e_mean) * (mean - e_mean); /* q = power / mean^2 - 1 */
    double q = power / (mean * mean) - 1.0;
    approx_t a = approx_rounded(q);
    a.e += (e_power + (2 * mean * e_mean + e_mean * e_mean) * power / (mean * mean)) / least;
    return a;
}

typedef struct field {
    approx_t *pixel, *c; /* c: the diffusion coefficient */
    approx_t *d[4];      /* differences to the upper, lower, left and right neighbour */
    uint32_t side;
    size_t down, right; /* from a pixel to the next one, in memory */
} field_t;

/* The neighbour in a direction; the border pixel's missing one is itself. */
static size_t neighbour(const field_t *f, size_t at, unsigned direction)
{
    size_t x = at / f->right % f->side, y = at / f->down % f->side, last = f->side - 1;
    switch (direction) {
    case 0:
        return y > 0 ? at - f->down : at;
    case 1:
        return y < last ? at + f->down : at;
    case 2:
        return x > 0 ? at - f->right : at;
    default:
        return x < last ? at + f->right : at;
    }
}

static approx_t clamp(approx_t a)
{
    a.v = a.v < 0 ? 0 : a.v > 1 ? 1 : a.v; /* brings values nearer, never further apart */
    return a;
}

static void coefficient(field_t *f, size_t at, approx_t q0)
{
    approx_t one = approx_exact(1), p = f->pixel[at];
    approx_t squares = approx_exact(0), sum = approx_exact(0);
    for (unsigned i = 0; i < 4; i++) {
        approx_t d = approx_sub(f->pixel[neighbour(f, at, i)], p);
        f->d[i][at] = d;
        squares = approx_add(squares, approx_mul(d, d));
        sum = approx_add(sum, d);
    }
    approx_t g2 = approx_div(squares, approx_mul(p, p)), l = approx_div(sum, p);
    approx_t num = approx_sub(approx_mul(approx_exact(0.5), g2),
                              approx_mul(approx_exact(1.0 / 16), approx_mul(l, l)));
    approx_t den = approx_add(one, approx_mul(approx_exact(0.25), l));
    approx_t q = approx_div(num, approx_mul(den, den));
    approx_t x = approx_div(approx_sub(q, q0), approx_mul(q0, approx_add(one, q0)));
    f->c[at] = clamp(approx_div(one, approx_add(one, x)));
}

static void update(field_t *f, size_t at)
{
    approx_t sum = approx_exact(0);
    for (unsigned i = 0; i < 4; i++) {
        /* the lower and right neighbours' coefficients, the pixel's own for the others */
        size_t of = i == 1 || i == 3 ? neighbour(f, at, i) : at;
        sum = approx_add(sum, approx_mul(f->c[of], f->d[i][at]));
    }
    approx_t rate = approx_mul(approx_exact(0.25), approx_exact((double)SRAD_LAMBDA));
    f->pixel[at] = approx_add(f->pixel[at], approx_mul(rate, sum));
}

void srad_reference(host_t *h, const srad_rounds_t *r, approx_t *pixel)
{
    size_t cells = (size_t)r->side * r->side;
    field_t f = {.side = r->side,
                 .down = r->by_columns ? 1 : r->side,
                 .right = r->by_columns ? r->side : 1,
                 .pixel = pixel,
                 .c = host_memory(h, cells, sizeof(approx_t))};
    for (unsigned i = 0; i < 4; i++)
        f.d[i] = host_memory(h, cells, sizeof(approx_t));
    for (unsigned round = 0; host_ok(h) && round < r->rounds; round++) {
        approx_t q0 = speckle(r, f.pixel);
        for (size_t i = 0; i < cells; i++)
            coefficient(&f, i, q0);
        for (size_t i = 0; i < cells; i++)
            update(&f, i);
    }
}
