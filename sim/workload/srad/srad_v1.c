/*
 * srad's variant v1: an image by columns, a thread a pixel, neighbours through arrays of indices,
 * and the speckle scale from sums that the device makes. The image is what a file holds, numbers of
 * 0 to 255, of which the device takes exponentials and in the end logarithms.
 */
#include <errno.h>
#include <math.h>

#include "workload/srad/srad_host.h"
#include "workload/srad/srad_reference.h"

#define THREADS 512 /* of a CTA: numbers that one makes a sum of */

typedef struct buffers {
    uint64_t image, c, d[4]; /* differences to the upper, lower, left and right neighbour */
    uint64_t before, after;  /* the row above or the column left of each, and below or right */
    uint64_t sums, squares;
} buffers_t;

/* e^(p / 255) as the device makes it: a product with log2(e), itself rounded, and a power of two
 * that is off by up to 0.51 units in the last place, which is less than two roundings. */
static approx_t brighten(double p)
{
    approx_t x = approx_div(approx_exact(p), approx_exact(255));
    approx_t y = approx_mul(x, approx_rounded(log2(exp(1))));
    double v = exp2(y.v);
    return (approx_t){v, v * (exp2(y.e) - 1) + check_gamma(2) * v * exp2(y.e)};
}

/* 255 ln(p), likewise. */
static approx_t darken(approx_t p)
{
    double least = p.v - p.e, v = log2(p.v);
    double e = p.e / least / log(2); /* the slope of log2 where it is steepest */
    approx_t y = {v, e + check_gamma(2) * (fabs(v) + e)};
    return approx_mul(approx_mul(y, approx_rounded(log(2))), approx_exact(255));
}

/* Additions that a number passes on its way into the sum of n: the tree over a power of two, then
 * one for each number beyond it. */
static unsigned roundings(uint32_t n)
{
    unsigned most = 0;
    for (; n > 1; n = host_ctas(n, THREADS)) {
        uint32_t held = n % THREADS ? n % THREADS : THREADS, whole = 1;
        unsigned tree = 0;
        for (; 2 * whole <= held; whole *= 2)
            tree++;
        unsigned last = tree + held - whole, full = n >= THREADS ? 9 : 0;
        most += last > full ? last : full;
    }
    return most;
}

static int check(host_t *h, srad_shape_t s, const float *image, const float *got)
{
    size_t cells = (size_t)s.side * s.side;
    approx_t *pixel = host_memory(h, cells, sizeof *pixel);
    for (size_t i = 0; host_ok(h) && i < cells; i++)
        pixel[i] = brighten((double)image[i]);
    srad_rounds_t r = {.side = s.side,
                       .rounds = s.rounds,
                       .region = s.side,
                       .roundings = roundings((uint32_t)cells),
                       .by_columns = true};
    srad_reference(h, &r, pixel);
    for (size_t i = 0; host_ok(h) && i < cells; i++)
        pixel[i] = darken(pixel[i]);
    return host_ok(h) ? check_approx(h, "pixel", got, pixel, cells) : 0;
}

static void make_buffers(host_t *h, srad_shape_t s, const float *image, buffers_t *b)
{
    size_t bytes = (size_t)s.side * s.side * sizeof(float);
    int32_t *before = host_memory(h, s.side, sizeof *before);
    int32_t *after = host_memory(h, s.side, sizeof *after);
    for (uint32_t i = 0; host_ok(h) && i < s.side; i++) {
        before[i] = i > 0 ? (int32_t)i - 1 : 0;
        after[i] = (int32_t)(i + 1 < s.side ? i + 1 : i);
    }
    *b = (buffers_t){.image = host_upload(h, image, bytes),
                     .c = host_buffer(h, bytes),
                     .before = host_upload(h, before, s.side * sizeof *before),
                     .after = host_upload(h, after, s.side * sizeof *after),
                     .sums = host_buffer(h, bytes),
                     .squares = host_buffer(h, bytes)};
    for (unsigned i = 0; i < 4; i++)
        b->d[i] = host_buffer(h, bytes);
}

/* The speckle scale: sums of sums until one is left. */
static float speckle(host_t *h, const buffers_t *b, uint32_t pixels)
{
    dim3_t block = {THREADS, 1, 1};
    HOST_LAUNCH(h, "srad_v1_prepare", ((dim3_t){host_ctas(pixels, THREADS), 1, 1}), block,
                dev_arg_u32(pixels), dev_arg_ptr(b->image), dev_arg_ptr(b->sums),
                dev_arg_ptr(b->squares));
    uint32_t stride = 1;
    for (uint32_t n = pixels; n > 1; n = host_ctas(n, THREADS), stride *= THREADS)
        HOST_LAUNCH(h, "srad_v1_reduce", ((dim3_t){host_ctas(n, THREADS), 1, 1}), block,
                    dev_arg_u32(n), dev_arg_u32(stride), dev_arg_ptr(b->sums),
                    dev_arg_ptr(b->squares));
    float sum = 1, squares = 1;
    if (host_ok(h)) {
        dev_read(h->d, &sum, b->sums, sizeof sum);
        dev_read(h->d, &squares, b->squares, sizeof squares);
    }
    return srad_speckle((double)sum, (double)squares, (double)pixels);
}

static void launch_round(host_t *h, srad_shape_t s, const buffers_t *b)
{
    uint32_t pixels = s.side * s.side;
    float q0 = speckle(h, b, pixels);
    dim3_t grid = {host_ctas(pixels, THREADS), 1, 1}, block = {THREADS, 1, 1};
    HOST_LAUNCH(h, "srad_v1_srad", grid, block, dev_arg_u32(s.side), dev_arg_u32(pixels),
                dev_arg_ptr(b->before), dev_arg_ptr(b->after), dev_arg_ptr(b->after),
                dev_arg_ptr(b->before), dev_arg_ptr(b->d[0]), dev_arg_ptr(b->d[1]),
                dev_arg_ptr(b->d[3]), dev_arg_ptr(b->d[2]), dev_arg_f32(q0), dev_arg_ptr(b->c),
                dev_arg_ptr(b->image));
    HOST_LAUNCH(h, "srad_v1_srad2", grid, block, dev_arg_u32(s.side), dev_arg_u32(pixels),
                dev_arg_ptr(b->after), dev_arg_ptr(b->after), dev_arg_ptr(b->d[0]),
                dev_arg_ptr(b->d[1]), dev_arg_ptr(b->d[3]), dev_arg_ptr(b->d[2]),
                dev_arg_f32(SRAD_LAMBDA), dev_arg_ptr(b->c), dev_arg_ptr(b->image));
}

int srad_v1(host_t *h, srad_shape_t s)
{
    uint32_t pixels = s.side * s.side;
    dim3_t grid = {host_ctas(pixels, THREADS), 1, 1}, block = {THREADS, 1, 1};
    float *image = host_floats(h, pixels);
    if (!host_ok(h))
        return -ENOMEM;
    for (uint32_t i = 0; i < pixels; i++)
        image[i] = floorf(256.0f * image[i]);
    buffers_t b;
    make_buffers(h, s, image, &b);
    HOST_LAUNCH(h, "srad_v1_extract", grid, block, dev_arg_u32(pixels), dev_arg_ptr(b.image));
    for (unsigned round = 0; round < s.rounds; round++)
        launch_round(h, s, &b);
    HOST_LAUNCH(h, "srad_v1_compress", grid, block, dev_arg_u32(pixels), dev_arg_ptr(b.image));
    float *got = host_download(h, b.image, pixels * sizeof *got);
    return host_ok(h) ? check(h, s, image, got) : 0;
}
