/*
 * particlefilter: the place of a bright disk in a noisy video, frame by frame. Default: the host
 * moves and weighs the particles, the device resamples them. Variant float: all on the device.
 * References: a binary search in the cumulative weights for the resampling; for the float program
 * each kernel's result from what it was given, with the C library's functions and the bound of the
 * double-precision error. What the device gave is the next kernel's input, since the least
 * difference of a weight may choose another particle.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "workload/check.h"

#define THREADS       128 /* of a CTA of the default program */
#define FLOAT_THREADS 512
#define RADIUS        5
#define MOST_POINTS   ((2 * RADIUS - 1) * (2 * RADIUS - 1))
#define BACKGROUND    100 /* and the object's brightness */
#define OBJECT        228
#define UNIT          0x1p-53 /* of double precision */

typedef struct shape {
    uint32_t particles, frames, side;
} shape_t;

static const shape_t shapes[SCALES] = {{600, 2, 128}, {4000, 2, 128}, {4000, 10, 128}};

typedef struct scene {
    shape_t s;
    uint8_t *video;                  /* by row, column, frame */
    int32_t around[2 * MOST_POINTS]; /* column, row of the object's points beside its centre */
    uint32_t points;
} scene_t;

/* Mean 0, variance 1: twelve uniform numbers less their mean. No library function, so that inputs
 * are the same everywhere. */
static double normal(rng_t *r)
{
    double sum = -6;
    for (unsigned i = 0; i < 12; i++)
        sum += (double)rng_float(r);
    return sum;
}

/* e^x in the same spirit: (e^(x / 1024))^1024. */
static double power_of_e(double x)
{
    double r = x / 1024, term = 1, sum = 1;
    for (unsigned i = 1; i < 16; i++) {
        term *= r / i;
        sum += term;
    }
    for (unsigned i = 0; i < 10; i++)
        sum *= sum;
    return sum;
}

/* The disk moves by one row and minus two columns a frame, as the particles expect. */
static int film(host_t *h, shape_t s, scene_t *f)
{
    int32_t side = (int32_t)s.side;
    *f = (scene_t){.s = s, .video = host_memory(h, (size_t)s.side * s.side * s.frames, 1)};
    if (!f->video)
        return -ENOMEM;
    for (int32_t row = 1 - RADIUS; row < RADIUS; row++) {
        for (int32_t col = 1 - RADIUS; col < RADIUS; col++) {
            if (row * row + col * col < RADIUS * RADIUS) {
                f->around[2 * f->points] = col;
                f->around[2 * f->points++ + 1] = row;
            }
        }
    }
    uint8_t *pixel = f->video;
    for (int32_t row = 0; row < side; row++) {
        for (int32_t col = 0; col < side; col++) {
            for (int32_t k = 0; k < (int32_t)s.frames; k++) {
                int32_t dr = row - (side / 2 + k), dc = col - (side / 2 - 2 * k);
                bool object = dr * dr + dc * dc < RADIUS * RADIUS;
                *pixel++ = (uint8_t)((object ? OBJECT : BACKGROUND) + (int)(5 * normal(&h->rng)));
            }
        }
    }
    return 0;
}

/* The pixel of a point of a particle in frame k; one beside the video is pixel 0, or mirrored. */
static int32_t pixel_of(const scene_t *f, double x, double y, uint32_t point, uint32_t k)
{
    int32_t side = (int32_t)f->s.side, frames = (int32_t)f->s.frames;
    int32_t row = (int32_t)x + f->around[2 * point + 1], col = (int32_t)y + f->around[2 * point];
    int32_t at = (row * side + col) * frames + (int32_t)k;
    at = at < 0 ? -at : at;
    return at < side * side * frames ? at : 0;
}

/* How much more a particle's pixels look like the object than like the background. */
static double likelihood(const scene_t *f, double x, double y, uint32_t k)
{
    int64_t sum = 0;
    for (uint32_t p = 0; p < f->points; p++) {
        int64_t pixel = f->video[pixel_of(f, x, y, p, k)];
        sum += (pixel - BACKGROUND) * (pixel - BACKGROUND) - (pixel - OBJECT) * (pixel - OBJECT);
    }
    return (double)sum / 50 / f->points;
}

/* The first of n rising numbers that reaches the threshold, the last if none does. */
static uint32_t first_reaching(const double *cdf, uint32_t n, double threshold)
{
    uint32_t low = 0, high = n - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (cdf[middle] >= threshold)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* 0 if each number is within relative * |want| + absolute of what it should be. */
static int check_f64(host_t *h, const char *what, const double *got, const double *want,
                     double relative, double absolute, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs(got[i] - want[i]) <= relative * fabs(want[i]) + absolute))
            return check_fail(h, "%s[%zu] is %.17g, expected %.17g", what, i, got[i], want[i]);
    return 0;
}

static double *doubles(host_t *h, uint32_t n)
{
    return host_memory(h, n, sizeof(double));
}

static uint64_t device_doubles(host_t *h, uint32_t n)
{
    return host_buffer(h, n * sizeof(double));
}

/* Particles drawn by weight: thresholds u in the cumulative weights choose from x and y. */
static int check_drawn(host_t *h, uint32_t n, const double *x, const double *y, const double *cdf,
                       const double *u, const double *new_x, const double *new_y)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = first_reaching(cdf, n, u[i]);
        int rc = check_f64(h, "drawn x", &new_x[i], &x[at], 0, 0, 1);
        if (rc || (rc = check_f64(h, "drawn y", &new_y[i], &y[at], 0, 0, 1)))
            return rc;
    }
    return 0;
}

static int naive(host_t *h, const scene_t *f)
{
    uint32_t n = f->s.particles;
    size_t bytes = n * sizeof(double);
    double *x = doubles(h, n), *y = doubles(h, n), *cdf = doubles(h, n), *u = doubles(h, n);
    double *new_x = doubles(h, n), *new_y = doubles(h, n);
    uint64_t dx = device_doubles(h, n), dy = device_doubles(h, n), dcdf = device_doubles(h, n);
    uint64_t du = device_doubles(h, n), dnew_x = device_doubles(h, n),
             dnew_y = device_doubles(h, n);
    if (!host_ok(h))
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        new_x[i] = new_y[i] = f->s.side / 2;
    for (uint32_t k = 1; k < f->s.frames; k++) {
        double sum = 0, below = 0;
        for (uint32_t i = 0; i < n; i++) {
            x[i] = new_x[i] + 1.0 + 5.0 * normal(&h->rng);
            y[i] = new_y[i] - 2.0 + 2.0 * normal(&h->rng);
            cdf[i] = power_of_e(likelihood(f, x[i], y[i], k)) / n;
            sum += cdf[i];
        }
        double first = (double)rng_float(&h->rng) / n;
        for (uint32_t i = 0; i < n; i++) {
            cdf[i] = below += cdf[i] / sum;
            u[i] = first + i / (double)n;
        }
        dev_write(h->d, dx, x, bytes);
        dev_write(h->d, dy, y, bytes);
        dev_write(h->d, dcdf, cdf, bytes);
        dev_write(h->d, du, u, bytes);
        HOST_LAUNCH(h, "kernel", ((dim3_t){host_ctas(n, THREADS), 1, 1}), ((dim3_t){THREADS, 1, 1}),
                    dev_arg_ptr(dx), dev_arg_ptr(dy), dev_arg_ptr(dcdf), dev_arg_ptr(du),
                    dev_arg_ptr(dnew_x), dev_arg_ptr(dnew_y), dev_arg_u32(n));
        dev_read(h->d, new_x, dnew_x, bytes);
        dev_read(h->d, new_y, dnew_y, bytes);
        int rc = host_ok(h) ? check_drawn(h, n, x, y, cdf, u, new_x, new_y) : 0;
        if (rc || !host_ok(h))
            return rc;
    }
    return 0;
}

/* Everything of the float program, by name; in host memory and on the device. */
enum { X, Y, FROM_X, FROM_Y, LIKELIHOOD, WEIGHT, NORMAL, CDF, U, SUMS, ARRAYS };

typedef struct filter {
    const scene_t *f;
    uint32_t n, ctas;
    double *a[ARRAYS];
    uint64_t d[ARRAYS];
    int32_t *seed, *pixel;
    uint64_t dseed, dpixel, daround, dvideo;
    double *want, *want_too; /* room for references */
    double *new_x, *new_y;   /* the places drawn */
    int32_t *new_seed;
    double draw;
} filter_t;

static int open_filter(host_t *h, const scene_t *f, filter_t *p)
{
    uint32_t n = f->s.particles;
    *p = (filter_t){.f = f, .n = n, .ctas = host_ctas(n, FLOAT_THREADS)};
    double **room[] = {&p->want, &p->want_too, &p->new_x, &p->new_y};
    for (unsigned i = 0; i < sizeof room / sizeof *room; i++)
        *room[i] = doubles(h, n);
    for (unsigned i = 0; i < ARRAYS; i++) {
        p->a[i] = doubles(h, n);
        p->d[i] = device_doubles(h, n);
    }
    p->seed = host_memory(h, n, sizeof *p->seed);
    p->new_seed = host_memory(h, n, sizeof *p->new_seed);
    p->pixel = host_memory(h, (size_t)n * f->points, sizeof *p->pixel);
    if (!host_ok(h))
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++) {
        p->a[FROM_X][i] = p->a[FROM_Y][i] = f->s.side / 2;
        p->seed[i] = (int32_t)rng_below(&h->rng, INT32_MAX);
    }
    dev_write(h->d, p->d[FROM_X], p->a[FROM_X], n * sizeof(double));
    dev_write(h->d, p->d[FROM_Y], p->a[FROM_Y], n * sizeof(double));
    p->dseed = host_upload(h, p->seed, n * sizeof *p->seed);
    p->dpixel = host_buffer(h, (size_t)n * f->points * sizeof *p->pixel);
    p->daround = host_upload(h, f->around, 2 * f->points * sizeof *f->around);
    p->dvideo = host_upload(h, f->video, (size_t)f->s.side * f->s.side * f->s.frames);
    return host_ok(h) ? 0 : -ENOMEM;
}

static void launch_frame(host_t *h, const filter_t *p, uint32_t k)
{
    const scene_t *f = p->f;
    const uint64_t *d = p->d;
    dim3_t grid = {p->ctas, 1, 1}, block = {FLOAT_THREADS, 1, 1};
    dev_arg_t n = dev_arg_u32(p->n);
    HOST_LAUNCH(h, "likelihood_kernel", grid, block, dev_arg_ptr(d[X]), dev_arg_ptr(d[Y]),
                dev_arg_ptr(d[FROM_X]), dev_arg_ptr(d[FROM_Y]), dev_arg_ptr(p->dpixel),
                dev_arg_ptr(p->daround), dev_arg_ptr(d[LIKELIHOOD]), dev_arg_ptr(p->dvideo),
                dev_arg_ptr(d[WEIGHT]), dev_arg_ptr(p->dseed), dev_arg_ptr(d[SUMS]), n,
                dev_arg_u32(f->points), dev_arg_u32(f->s.side * f->s.side * f->s.frames),
                dev_arg_u32(k), dev_arg_u32(f->s.side), dev_arg_u32(f->s.frames));
    HOST_LAUNCH(h, "sum_kernel", grid, block, dev_arg_ptr(d[SUMS]), n);
    HOST_LAUNCH(h, "normalize_weights_kernel", grid, block, dev_arg_ptr(d[WEIGHT]),
                dev_arg_ptr(d[NORMAL]), dev_arg_ptr(d[SUMS]), dev_arg_ptr(d[CDF]),
                dev_arg_ptr(d[U]), dev_arg_f64(p->draw), n);
    HOST_LAUNCH(h, "find_index_kernel", grid, block, dev_arg_ptr(d[X]), dev_arg_ptr(d[Y]),
                dev_arg_ptr(d[CDF]), dev_arg_ptr(d[U]), dev_arg_ptr(d[FROM_X]),
                dev_arg_ptr(d[FROM_Y]), n);
}

/* The generator of the kernel: uniform in (0, 1]. The product wraps round. */
static double uniform(int32_t *seed)
{
    int64_t product = INT64_C(1103515245) * *seed + 12345;
    int64_t wrapped = (product + INT64_C(0x80000000)) & INT64_C(0xffffffff);
    *seed = (int32_t)((wrapped - INT64_C(0x80000000)) % INT32_MAX);
    return (fabs((double)*seed) + 1) / (double)INT32_MAX;
}

static double box_muller(int32_t *seed)
{
    double u = uniform(seed), v = uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

/* Places: the kernel's polynomials err by some 2^-49, times at most 5 x 6.6, and the sums are below
 * 256. */
static int check_moves(host_t *h, filter_t *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        p->want[i] = p->a[FROM_X][i] + 1 + 5 * box_muller(&p->seed[i]);
        p->want_too[i] = p->a[FROM_Y][i] - 2 + 2 * box_muller(&p->seed[i]);
    }
    int rc = check_i32(h, "seed", p->new_seed, p->seed, p->n);
    if (rc || (rc = check_f64(h, "moved x", p->a[X], p->want, 0, 0x1p-43, p->n)))
        return rc;
    return check_f64(h, "moved y", p->a[Y], p->want_too, 0, 0x1p-43, p->n);
}

/* A likelihood is a sum of points with a few roundings each; its terms are at most 2 x 128 x 228 /
 * 50. A weight has the polynomial's error. */
static int check_weights(host_t *h, filter_t *p, uint32_t k)
{
    const scene_t *f = p->f;
    for (uint32_t i = 0; i < p->n; i++) {
        double x = p->a[X][i], y = p->a[Y][i];
        for (uint32_t point = 0; point < f->points; point++) {
            int32_t want = pixel_of(f, x, y, point, k);
            int rc = check_i32(h, "pixel", &p->pixel[i * f->points + point], &want, 1);
            if (rc)
                return rc;
        }
        double want = likelihood(f, x, y, k);
        int rc = check_f64(h, "likelihood", &p->a[LIKELIHOOD][i], &want, 0,
                           (f->points + 8) * 1200 * UNIT, 1);
        if (rc)
            return rc;
        p->want[i] = exp(p->a[LIKELIHOOD][i]) / p->n;
    }
    return check_f64(h, "weight", p->a[WEIGHT], p->want, 0x1p-48, 0, p->n);
}

/* Sums of positive numbers err by one unit for each addition at most. */
static int check_sums(host_t *h, const filter_t *p)
{
    double all = 0;
    for (uint32_t cta = 0; cta < p->ctas; cta++) {
        double sum = 0;
        for (uint32_t i = cta * FLOAT_THREADS; i < p->n && i < (cta + 1) * FLOAT_THREADS; i++)
            sum += p->a[WEIGHT][i];
        all += sum;
        int rc =
            cta ? check_f64(h, "CTA's sum", &p->a[SUMS][cta], &sum, 2 * FLOAT_THREADS * UNIT, 0, 1)
                : 0;
        if (rc)
            return rc;
    }
    return check_f64(h, "sum", p->a[SUMS], &all, 2 * p->n * UNIT, 0, 1);
}

static int check_cdf(host_t *h, filter_t *p)
{
    double below = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        p->want[i] = p->a[WEIGHT][i] / p->a[SUMS][0];
        p->want_too[i] = (p->draw + i) / p->n;
    }
    int rc = check_f64(h, "normal weight", p->a[NORMAL], p->want, 4 * UNIT, 0, p->n);
    for (uint32_t i = 0; i < p->n; i++)
        p->want[i] = below += p->want[i];
    if (rc ||
        (rc = check_f64(h, "cumulative weight", p->a[CDF], p->want, 2 * p->n * UNIT, 0, p->n)))
        return rc;
    return check_f64(h, "threshold", p->a[U], p->want_too, 8 * UNIT, 0, p->n);
}

static int check_frame(host_t *h, filter_t *p, uint32_t k)
{
    size_t bytes = p->n * sizeof(double);
    for (unsigned i = 0; i < ARRAYS; i++)
        if (i != FROM_X && i != FROM_Y)
            dev_read(h->d, p->a[i], p->d[i], bytes);
    dev_read(h->d, p->pixel, p->dpixel, (size_t)p->n * p->f->points * sizeof *p->pixel);
    dev_read(h->d, p->new_seed, p->dseed, p->n * sizeof *p->new_seed);
    dev_read(h->d, p->new_x, p->d[FROM_X], bytes);
    dev_read(h->d, p->new_y, p->d[FROM_Y], bytes);
    if (!host_ok(h))
        return 0;
    int rc = check_moves(h, p);
    if (rc || (rc = check_weights(h, p, k)) || (rc = check_sums(h, p)) || (rc = check_cdf(h, p)))
        return rc;
    rc = check_drawn(h, p->n, p->a[X], p->a[Y], p->a[CDF], p->a[U], p->new_x, p->new_y);
    memcpy(p->a[FROM_X], p->new_x, bytes);
    memcpy(p->a[FROM_Y], p->new_y, bytes);
    return rc;
}

static int on_device(host_t *h, const scene_t *f)
{
    filter_t p;
    int rc = open_filter(h, f, &p);
    for (uint32_t k = 1; !rc && host_ok(h) && k < f->s.frames; k++) {
        p.draw = (double)rng_float(&h->rng);
        launch_frame(h, &p, k);
        rc = check_frame(h, &p, k);
    }
    return rc;
}

static int particlefilter(host_t *h, shape_t s)
{
    scene_t f;
    int rc = film(h, s, &f);
    if (rc)
        return rc;
    return host_variant(h, "float") ? on_device(h, &f) : naive(h, &f);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = particlefilter(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_particlefilter = {
    .name = "particlefilter",
    .suite = "Rodinia",
    .groups = "apres:ci=float",
    .variants = "float",
    .doc = "tracks an object in a video by weighted particles: scan of cumulative weights, gather",
    .geometry = {"5x128, 600 particles, 1 frame", "32x128, 4000 particles, 1 frame",
                 "32x128, 4000 particles, 9 frames"},
    .warp_inst = {34556, 2324979, 19975780},
    .run = run,
};
