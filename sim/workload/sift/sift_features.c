/* The reference of sift's directions and descriptors. */
#include <math.h>

#include "workload/check.h"
#include "workload/sift/sift.h"

#define PI     3.14159265358979323846
#define PI_F   3.14159265f /* the device's */
#define ANGLE  1.2e-5      /* error of the device's angle: the polynomial's 1e-5 and roundings */
#define CIRCLE 0x1p-23     /* and of sine and cosine */

/* A gradient as its size and angle, with the errors of both. */
typedef struct gradient {
    approx_t size;
    double angle, angle_e; /* angle_e is pi where the gradient may be zero */
} gradient_t;

static gradient_t gradient(approx_t x, approx_t y)
{
    double size = hypot(x.v, y.v), e = hypot(x.e, y.e);
    return (gradient_t){
        .size = {size, e + 4 * 0x1p-24 * (size + e) + 0x1p-70}, /* two squares, a sum, a root */
        .angle = atan2(y.v, x.v),
        .angle_e = e < size ? asin(e / size) + ANGLE : PI,
    };
}

static size_t within(long i, uint32_t side)
{
    return (size_t)(i < 0 ? 0 : i >= (long)side ? (long)side - 1 : i);
}

static double pixel(const float *plane, uint32_t side, long x, long y)
{
    return plane[within(y, side) * side + within(x, side)];
}

static const float *plane_of(const sift_octave_t *o, const sift_point_t *p)
{
    return o->planes + (size_t)p->plane * o->side * o->side;
}

/* Adds a sample to the directions in which it may lie: to one, or half to each with an error as
 * large. */
static void add_sample(approx_t *bin, const gradient_t *g, double weight)
{
    double scale = BINS / (2 * PI), turn = (g->angle + PI) * scale;
    double e = g->angle_e * scale + 1e-4; /* the device's scaling has 32 units of 2^-24 twice */
    long low = (long)floor(turn - e), high = (long)floor(turn + e);
    double size = weight * g->size.v, error = weight * (g->size.e + 0x1p-23 * g->size.v);
    if (high - low >= BINS)
        high = low + BINS - 1;
    for (long b = low; b <= high; b++) {
        approx_t *to = &bin[(size_t)(b + BINS) % BINS];
        to->v += low == high ? size : size / 2;
        to->e += low == high ? error : size / 2 + error;
    }
}

static void histogram(const sift_octave_t *o, const sift_point_t *p, approx_t *smooth)
{
    approx_t bin[BINS] = {{0, 0}};
    const float *plane = plane_of(o, p);
    for (int i = 0; i < WINDOW * WINDOW; i++) {
        long x = (long)p->x + i % WINDOW - WINDOW / 2, y = (long)p->y + i / WINDOW - WINDOW / 2;
        gradient_t g = gradient(
            approx_rounded(pixel(plane, o->side, x + 1, y) - pixel(plane, o->side, x - 1, y)),
            approx_rounded(pixel(plane, o->side, x, y + 1) - pixel(plane, o->side, x, y - 1)));
        add_sample(bin, &g, o->tables->window[i]);
    }
    /* A sample passes at most 32 additions in its part and 8 of the parts. */
    for (int b = 0; b < BINS; b++)
        bin[b].e += check_gamma(40) * (bin[b].v + bin[b].e);
    for (size_t b = 0; b < BINS; b++) {
        approx_t near = approx_add(bin[(b + 1) % BINS], bin[(b + BINS - 1) % BINS]);
        approx_t far = approx_add(bin[(b + 2) % BINS], bin[(b + BINS - 2) % BINS]);
        smooth[b] = approx_add(approx_add(approx_mul(approx_exact(0.375), bin[b]),
                                          approx_mul(approx_exact(0.25), near)),
                               approx_mul(approx_exact(0.0625), far));
    }
}

/* The angle of direction b if it is a peak of the device's histogram. The comparisons are those of
 * single-precision numbers that both have. */
static bool is_peak(const float *hist, size_t b, approx_t *angle)
{
    float top = 0, before = hist[(b + BINS - 1) % BINS], here = hist[b],
          after = hist[(b + 1) % BINS];
    for (size_t i = 0; i < BINS; i++)
        top = hist[i] > top ? hist[i] : top;
    float least = 0.8f * top;
    if (here < least || here <= before || here < after)
        return false;
    approx_t l = approx_exact(before), c = approx_exact(here), r = approx_exact(after);
    approx_t bend = approx_sub(approx_sub(approx_mul(approx_exact(2), c), l), r);
    approx_t off = approx_div(approx_mul(approx_exact(0.5), approx_sub(r, l)), bend);
    approx_t turn = approx_add(approx_exact((double)b + 0.5), off);
    *angle = approx_sub(approx_mul(turn, approx_exact(2.0f * PI_F / BINS)), approx_exact(PI_F));
    return true;
}

int sift_check_orientations(host_t *h, const sift_octave_t *o)
{
    uint32_t expected = 0;
    for (uint32_t i = o->first_point; i < o->end_point; i++) {
        approx_t want[BINS], angle;
        const float *hist = o->histograms + (size_t)i * BINS;
        histogram(o, &o->points[i], want);
        if (check_approx(h, "direction", hist, want, BINS))
            return 1;
        for (size_t b = 0; b < BINS; b++) {
            if (!is_peak(hist, b, &angle))
                continue;
            expected++;
            bool found = false;
            for (uint32_t f = o->first_feature; f < o->end_feature; f++)
                found |= o->features[f].point == i &&
                         fabs((double)o->features[f].angle - angle.v) <= angle.e;
            if (!found)
                return check_fail(h, "no feature of point %u at angle %.6g", i, angle.v);
        }
    }
    if (o->end_feature - o->first_feature != expected)
        return check_fail(h, "%u features, expected %u", o->end_feature - o->first_feature,
                          expected);
    return 0;
}

/* A plane between its pixels, with the error that an error of the place makes: the place is off by
 * less than a pixel, in which the plane's slopes are those of the pixels around. */
static approx_t between(const float *plane, uint32_t side, approx_t x, approx_t y)
{
    long x0 = (long)floor(x.v), y0 = (long)floor(y.v);
    double slope_x = 0, slope_y = 0, most = 0, fx = x.v - (double)x0, fy = y.v - (double)y0;
    for (long v = -1; v <= 2; v++) {
        for (long u = -1; u <= 2; u++) {
            double here = pixel(plane, side, x0 + u, y0 + v);
            most = fmax(most, fabs(here));
            if (u < 2)
                slope_x = fmax(slope_x, fabs(pixel(plane, side, x0 + u + 1, y0 + v) - here));
            if (v < 2)
                slope_y = fmax(slope_y, fabs(pixel(plane, side, x0 + u, y0 + v + 1) - here));
        }
    }
    double above = pixel(plane, side, x0, y0) * (1 - fx) + pixel(plane, side, x0 + 1, y0) * fx;
    double below =
        pixel(plane, side, x0, y0 + 1) * (1 - fx) + pixel(plane, side, x0 + 1, y0 + 1) * fx;
    /* Three interpolations a + f (b - a), each of three roundings of at most twice the largest. */
    return (approx_t){above * (1 - fy) + below * fy,
                      x.e * slope_x + y.e * slope_y + check_gamma(24) * most};
}

/* Adds a sample of the grid to the cells around it and the directions around its own. A
 * direction's share is 1 less its distance, so that it is off by at most what the angle is off. */
static void add_to_cells(const gradient_t *g, approx_t size, int tx, int ty, approx_t *cell)
{
    double scale = DIRECTIONS / (2 * PI), turn = (g->angle + PI) * scale;
    double e = g->angle_e * scale + 1e-5;
    double px = (tx - 1.5) / 4, py = (ty - 1.5) / 4; /* in cells */
    for (int c = 0; c < CELLS * CELLS; c++) {
        double share = fmax(0, 1 - fabs(px - c % CELLS)) * fmax(0, 1 - fabs(py - c / CELLS));
        for (int d = 0; share > 0 && d < DIRECTIONS; d++) {
            double away = fabs(turn - d);
            away = fmin(away, DIRECTIONS - away);
            if (away >= 1 + e)
                continue;
            double part = fmax(0, 1 - away);
            approx_t *to = &cell[c * DIRECTIONS + d];
            to->v += share * size.v * part;
            to->e += share * (size.e * part + (size.v + size.e) * (fmin(1, e) + 4 * 0x1p-24));
        }
    }
}

/* All values over the root of the sum of their squares, which the device adds in a tree of seven
 * steps. */
static void normalize(approx_t *value)
{
    approx_t sum = {0, 0};
    for (int i = 0; i < VALUES; i++) {
        approx_t square = approx_mul(value[i], value[i]);
        sum.v += square.v;
        sum.e += square.e;
    }
    sum.e += check_gamma(8) * (sum.v + sum.e);
    approx_t length = approx_sqrt(sum);
    for (int i = 0; i < VALUES; i++)
        value[i] = approx_div(value[i], length);
}

static void descriptor(const sift_octave_t *o, const sift_feature_t *f, approx_t *cell)
{
    const sift_point_t *p = &o->points[f->point];
    const float *plane = plane_of(o, p);
    approx_t spacing = approx_exact(o->tables->spacings[(size_t)p->plane]);
    approx_t c = {cos((double)f->angle), CIRCLE}, s = {sin((double)f->angle), CIRCLE};
    approx_t x0 = approx_add(approx_exact(p->x), approx_exact(p->dx));
    approx_t y0 = approx_add(approx_exact(p->y), approx_exact(p->dy));
    for (int i = 0; i < VALUES; i++)
        cell[i] = approx_exact(0);
    for (int i = 0; i < SIDE * SIDE; i++) {
        int tx = i % SIDE, ty = i / SIDE;
        approx_t u = approx_mul(approx_exact(tx - 7.5), spacing);
        approx_t v = approx_mul(approx_exact(ty - 7.5), spacing);
        approx_t x = approx_add(x0, approx_sub(approx_mul(u, c), approx_mul(v, s)));
        approx_t y = approx_add(y0, approx_add(approx_mul(u, s), approx_mul(v, c)));
        approx_t along = approx_sub(between(plane, o->side, approx_add(x, c), approx_add(y, s)),
                                    between(plane, o->side, approx_sub(x, c), approx_sub(y, s)));
        approx_t across = approx_sub(between(plane, o->side, approx_sub(x, s), approx_add(y, c)),
                                     between(plane, o->side, approx_add(x, s), approx_sub(y, c)));
        gradient_t g = gradient(along, across);
        approx_t bell =
            approx_mul(approx_exact(o->tables->bell[tx]), approx_exact(o->tables->bell[ty]));
        add_to_cells(&g, approx_mul(bell, g.size), tx, ty, cell);
    }
    /* At most 64 samples reach a cell, in any order. */
    for (int i = 0; i < VALUES; i++)
        cell[i].e += check_gamma(70) * (cell[i].v + cell[i].e);
    normalize(cell);
    for (int i = 0; i < VALUES; i++)
        cell[i].v = fmin(cell[i].v, (double)0.2f);
    normalize(cell);
}

int sift_check_descriptors(host_t *h, const sift_octave_t *o)
{
    for (uint32_t f = o->first_feature; f < o->end_feature; f++) {
        approx_t want[VALUES];
        descriptor(o, &o->features[f], want);
        if (check_approx(h, "descriptor", o->descriptors + (size_t)f * VALUES, want, VALUES))
            return 1;
    }
    return 0;
}
