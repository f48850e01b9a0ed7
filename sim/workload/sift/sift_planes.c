/* The reference of sift's planes, differences and extrema. */
#include <math.h>

#include "workload/check.h"
#include "workload/sift/sift.h"

static size_t within(long i, uint32_t side)
{
    return (size_t)(i < 0 ? 0 : i >= (long)side ? (long)side - 1 : i);
}

/* A plane under a blur by rows and columns, of which every step-th pixel is taken. All terms are
 * positive and pass the roundings of two sums. */
static void blur(const sift_octave_t *o, const float *in, uint32_t in_side, const float *weight,
                 int taps, uint32_t step)
{
    for (size_t y = 0; y < in_side; y++) {
        for (size_t x = 0; x < o->side; x++) {
            double sum = 0;
            for (int k = 0; k < taps; k++)
                sum += (double)weight[k] *
                       in[y * in_side + within((long)(x * step) + k - taps / 2, in_side)];
            o->rows[y * o->side + x] = sum;
        }
    }
    for (size_t y = 0; y < o->side; y++) {
        for (size_t x = 0; x < o->side; x++) {
            double sum = 0;
            for (int k = 0; k < taps; k++)
                sum += weight[k] *
                       o->rows[within((long)(y * step) + k - taps / 2, in_side) * o->side + x];
            o->want[y * o->side + x] = sum;
            o->tolerance[y * o->side + x] = check_gamma(2 * taps + 2) * sum;
        }
    }
}

int sift_check_planes(host_t *h, const sift_octave_t *o)
{
    size_t pixels = (size_t)o->side * o->side;
    int rc = 0;
    for (int l = 0; l < LEVELS && !rc; l++) {
        char what[16] = "plane 0";
        what[6] = (char)('0' + l);
        if (l == 0 && o->halved)
            blur(o, o->source, 2 * o->side, o->tables->half, HALF_TAPS, 2);
        else
            blur(o, l ? o->planes + (size_t)(l - 1) * pixels : o->source, o->side,
                 o->tables->blur[l], TAPS, 1);
        rc = check_f32(h, what, o->planes + (size_t)l * pixels, o->want, o->tolerance, pixels);
    }
    for (size_t i = 0; i < (LEVELS - 1) * pixels && !rc; i++) {
        float want = o->planes[i + pixels] - o->planes[i]; /* one rounding, as on the device */
        if (!(o->differences[i] == want))
            rc = check_fail(h, "difference[%zu] is %.9g, expected %.9g", i,
                            (double)o->differences[i], (double)want);
    }
    return rc;
}

/* The values around a pixel of a difference, exact. */
typedef struct around {
    const float *here;
    uint32_t side;
} around_t;

static approx_t at(const around_t *a, int dx, int dy, int dplane)
{
    long row = (long)a->side;
    return approx_exact(a->here[dplane * row * row + dy * row + dx]);
}

static bool is_extremum(const around_t *a, float threshold)
{
    double here = at(a, 0, 0, 0).v, size = fabs(here);
    if (size <= (double)threshold)
        return false;
    for (int i = 0; i < 27; i++) {
        double other = at(a, i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1).v;
        if (i != 13 && (here < 0 ? -other : other) >= size)
            return false;
    }
    return true;
}

static approx_t twice(approx_t a)
{
    return approx_mul(approx_exact(2), a);
}

static approx_t curvature(approx_t before, approx_t here, approx_t after)
{
    return approx_sub(approx_add(before, after), twice(here));
}

/* Of the parabola through three values at -1, 0 and 1. */
static approx_t peak(approx_t before, approx_t here, approx_t after)
{
    approx_t slope = approx_mul(approx_exact(0.5), approx_sub(after, before));
    return approx_div(slope, approx_sub(approx_sub(twice(here), before), after));
}

/* Below 0 where the curvatures differ by less than a factor of 10. */
static approx_t edge(const around_t *a)
{
    approx_t here = at(a, 0, 0, 0);
    approx_t xx = curvature(at(a, -1, 0, 0), here, at(a, 1, 0, 0));
    approx_t yy = curvature(at(a, 0, -1, 0), here, at(a, 0, 1, 0));
    approx_t cross = approx_sub(approx_sub(at(a, 1, 1, 0), at(a, -1, 1, 0)), at(a, 1, -1, 0));
    approx_t xy = approx_mul(approx_exact(0.25), approx_add(cross, at(a, -1, -1, 0)));
    approx_t trace = approx_add(xx, yy);
    approx_t determinant = approx_sub(approx_mul(xx, yy), approx_mul(xy, xy));
    return approx_sub(approx_mul(approx_mul(approx_exact(10), trace), trace),
                      approx_mul(approx_exact(121), determinant));
}

static bool agrees(approx_t want, float got)
{
    return fabs((double)got - want.v) <= want.e;
}

/* The device's point, which must be an extremum and not on an edge for certain. */
static int check_point(host_t *h, const sift_octave_t *o, uint32_t i)
{
    const sift_point_t *p = &o->points[i];
    size_t side = o->side;
    double most = (double)side - 2;
    if (!(p->x >= 1 && p->x <= most && p->y >= 1 && p->y <= most && p->plane >= 1 &&
          p->plane <= LEVELS - 3 && p->x == floorf(p->x) && p->y == floorf(p->y) &&
          p->plane == floorf(p->plane)))
        return check_fail(h, "point[%u] is at (%g, %g) of plane %g, which is no pixel inside", i,
                          (double)p->x, (double)p->y, (double)p->plane);
    around_t a = {o->differences + (size_t)p->plane * side * side + (size_t)p->y * side +
                      (size_t)p->x,
                  o->side};
    approx_t here = at(&a, 0, 0, 0), curved = edge(&a);
    if (!is_extremum(&a, o->tables->threshold) || curved.v - curved.e >= 0)
        return check_fail(h, "point[%u] at (%g, %g) of plane %g is no extremum", i, (double)p->x,
                          (double)p->y, (double)p->plane);
    if ((double)p->value == here.v && agrees(curved, p->edge) &&
        agrees(peak(at(&a, -1, 0, 0), here, at(&a, 1, 0, 0)), p->dx) &&
        agrees(peak(at(&a, 0, -1, 0), here, at(&a, 0, 1, 0)), p->dy) &&
        agrees(peak(at(&a, 0, 0, -1), here, at(&a, 0, 0, 1)), p->dplane))
        return 0;
    return check_fail(h, "point[%u] at (%g, %g) of plane %g has wrong values", i, (double)p->x,
                      (double)p->y, (double)p->plane);
}

/* Where the edge test is closer to its limit than its error, both decisions are right. */
int sift_check_points(host_t *h, const sift_octave_t *o)
{
    size_t side = o->side, pixels = side * side;
    uint8_t *found = host_memory(h, LEVELS * pixels, 1);
    if (!found)
        return 0;
    for (uint32_t i = o->first_point; i < o->end_point; i++) {
        if (check_point(h, o, i))
            return 1;
        const sift_point_t *p = &o->points[i];
        uint8_t *here = &found[(size_t)p->plane * pixels + (size_t)p->y * side + (size_t)p->x];
        if ((*here)++)
            return check_fail(h, "point[%u] at (%g, %g) of plane %g is there twice", i,
                              (double)p->x, (double)p->y, (double)p->plane);
    }
    for (size_t plane = 1; plane < LEVELS - 2; plane++) {
        for (size_t y = 1; y + 1 < side; y++) {
            for (size_t x = 1; x + 1 < side; x++) {
                size_t i = plane * pixels + y * side + x;
                around_t a = {o->differences + i, o->side};
                if (found[i] || !is_extremum(&a, o->tables->threshold))
                    continue;
                approx_t curved = edge(&a);
                if (curved.v + curved.e < 0)
                    return check_fail(h, "no point at (%zu, %zu) of plane %zu", x, y, plane);
            }
        }
    }
    return 0;
}
