/*
 * srad: speckle-reducing diffusion of an image. The reference goes through the same rounds in
 * double on its own, with the bound of what single precision may have made of each pixel.
 */
#include <errno.h>
#include <math.h>

#include "workload/check.h"

#define BLOCK  16
#define LAMBDA 0.5f

typedef struct shape {
    uint32_t side;
    unsigned rounds;
} shape_t;

static const shape_t shapes[SCALES] = {{96, 2}, {512, 2}, {2048, 2}};

/* The speckle scale q0 squared: variance over squared mean of the region of interest, here the
 * first 128 rows and columns, or all of a smaller image. Of the device's image, in double as the
 * host has it, rounded to the kernel's parameter. */
static uint32_t region(uint32_t side)
{
    return side < 128 ? side : 128;
}

static float speckle(const float *image, uint32_t side)
{
    double sum = 0, squares = 0, n = (double)region(side) * region(side);
    for (uint32_t y = 0; y < region(side); y++) {
        for (uint32_t x = 0; x < region(side); x++) {
            double v = (double)image[(size_t)y * side + x];
            sum += v;
            squares += v * v;
        }
    }
    double mean = sum / n;
    return (float)((squares / n - mean * mean) / (mean * mean));
}

/* The same of the reference, with the error that pixels' errors make: a pixel v moves the mean of
 * squares by 2 v e / n and the mean by e / n. */
static approx_t speckle_reference(const approx_t *image, uint32_t side)
{
    double sum = 0, squares = 0, e_sum = 0, e_squares = 0;
    double n = (double)region(side) * region(side);
    for (uint32_t y = 0; y < region(side); y++) {
        for (uint32_t x = 0; x < region(side); x++) {
            approx_t p = image[(size_t)y * side + x];
            sum += p.v;
            squares += p.v * p.v;
            e_sum += p.e;
            e_squares += 2 * fabs(p.v) * p.e + p.e * p.e;
        }
    }
    double mean = sum / n, e_mean = e_sum / n;
    double power = squares / n, e_power = e_squares / n;
    double least = (mean - e_mean) * (mean - e_mean); /* q = power / mean^2 - 1 */
    double q = power / (mean * mean) - 1.0;
    approx_t r = approx_rounded(q);
    r.e += (e_power + (2 * mean * e_mean + e_mean * e_mean) * power / (mean * mean)) / least;
    return r;
}

typedef struct field {
    approx_t *pixel, *c; /* c: the diffusion coefficient */
    approx_t *d[4];      /* differences to the upper, lower, left and right neighbour */
    uint32_t side;
} field_t;

/* The neighbour in a direction; the border pixel's missing one is itself. */
static size_t neighbour(const field_t *f, size_t at, unsigned direction)
{
    size_t x = at % f->side, y = at / f->side, last = f->side - 1;
    switch (direction) {
    case 0:
        return y > 0 ? at - f->side : at;
    case 1:
        return y < last ? at + f->side : at;
    case 2:
        return x > 0 ? at - 1 : at;
    default:
        return x < last ? at + 1 : at;
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
    approx_t rate = approx_mul(approx_exact(0.25), approx_exact((double)LAMBDA));
    f->pixel[at] = approx_add(f->pixel[at], approx_mul(rate, sum));
}

static int check(host_t *h, shape_t s, const float *image, const float *got)
{
    size_t cells = (size_t)s.side * s.side;
    field_t f = {.side = s.side,
                 .pixel = host_memory(h, cells, sizeof(approx_t)),
                 .c = host_memory(h, cells, sizeof(approx_t))};
    for (unsigned i = 0; i < 4; i++)
        f.d[i] = host_memory(h, cells, sizeof(approx_t));
    if (!host_ok(h))
        return 0;
    for (size_t i = 0; i < cells; i++)
        f.pixel[i] = approx_exact((double)image[i]);
    for (unsigned round = 0; round < s.rounds; round++) {
        approx_t q0 = speckle_reference(f.pixel, s.side);
        for (size_t i = 0; i < cells; i++)
            coefficient(&f, i, q0);
        for (size_t i = 0; i < cells; i++)
            update(&f, i);
    }
    return check_approx(h, "pixel", got, f.pixel, cells);
}

/* The device's buffers; the image and the coefficients have a row to spare on either side. */
typedef struct buffers {
    uint64_t image, c, d[4];
} buffers_t;

static void launch_round(host_t *h, shape_t s, const buffers_t *b, float q0)
{
    dim3_t grid = {s.side / BLOCK, s.side / BLOCK, 1}, block = {BLOCK, BLOCK, 1};
    dev_arg_t cols = dev_arg_u32(s.side);
    HOST_LAUNCH(h, "srad_coefficient", grid, block, dev_arg_ptr(b->d[3]), dev_arg_ptr(b->d[2]),
                dev_arg_ptr(b->d[0]), dev_arg_ptr(b->d[1]), dev_arg_ptr(b->image),
                dev_arg_ptr(b->c), cols, dev_arg_f32(q0));
    HOST_LAUNCH(h, "srad_update", grid, block, dev_arg_ptr(b->d[3]), dev_arg_ptr(b->d[2]),
                dev_arg_ptr(b->d[0]), dev_arg_ptr(b->d[1]), dev_arg_ptr(b->image),
                dev_arg_ptr(b->c), cols, dev_arg_f32(LAMBDA));
}

static int srad(host_t *h, shape_t s)
{
    size_t cells = (size_t)s.side * s.side, bytes = cells * sizeof(float);
    size_t row = s.side * sizeof(float);
    float *image = host_floats(h, cells);
    float *now = host_memory(h, cells, sizeof *now);
    buffers_t b = {
        host_buffer(h, bytes + 2 * row) + row, host_buffer(h, bytes + 2 * row) + row, {0}};
    for (unsigned i = 0; i < 4; i++)
        b.d[i] = host_buffer(h, bytes);
    if (!host_ok(h))
        return -ENOMEM;
    for (size_t i = 0; i < cells; i++)
        now[i] = image[i] = 1.0f + 1.7f * image[i]; /* 1 to e, as the original's exp() of [0, 1) */
    dev_write(h->d, b.image, image, bytes);
    for (unsigned round = 0; round < s.rounds; round++) {
        launch_round(h, s, &b, speckle(now, s.side));
        dev_read(h->d, now, b.image, bytes);
    }
    return host_ok(h) ? check(h, s, image, now) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc && !(rc = host_no_input(&h)))
        rc = srad(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_srad = {
    .name = "srad",
    .suite = "Rodinia",
    .groups = "apres:ci mrpb:rodinia las:1 apcm:ci abyp",
    .variants = "",
    .doc = "speckle-reducing diffusion of an image: stencil on 16 x 16 tiles, two kernels a round",
    .geometry = {"6x6 x 16x16, 96x96, 2 rounds", "32x32 x 16x16, 512x512, 2 rounds",
                 "128x128 x 16x16, 2048x2048, 2 rounds"},
    .warp_inst = {149904, 4206719, 67144829},
    .run = run,
};
