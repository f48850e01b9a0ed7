/*
 * convolution_separable: an image convolved with 17 taps along rows and with the same along
 * columns. The reference takes the two sums in double, one after the other.
 */
#include <math.h>

#include "workload/check.h"

#define RADIUS 8
#define TAPS   (2 * RADIUS + 1)

typedef struct shape {
    uint32_t width, height; /* multiples of 128 and 64: no CTA has words outside the image */
    unsigned times;         /* LAS's 34 launches are 17 times both */
} shape_t;

static const shape_t shapes[SCALES] = {{256, 128, 1}, {1024, 1024, 1}, {1024, 1024, 17}};

/* A line of n values `step` apart convolved with the taps; what lies outside is zero. A sum has at
 * most 18 roundings on the way of a term, and the errors of the values come through the taps. */
static void convolve_line(const float *taps, uint32_t n, size_t step, const approx_t *from,
                          approx_t *to)
{
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0, size = 0, old = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) {
            int64_t at = (int64_t)i - k;
            if (at < 0 || at >= (int64_t)n)
                continue;
            const approx_t *a = &from[(size_t)at * step];
            double tap = (double)taps[RADIUS + k];
            sum += tap * a->v;
            size += fabs(tap * a->v);
            old += fabs(tap) * a->e;
        }
        to[i * step] = (approx_t){sum, old + check_gamma(TAPS + 1) * (size + old)};
    }
}

static int check(host_t *h, shape_t s, const float *taps, const float *in, const float *got)
{
    size_t pixels = (size_t)s.width * s.height;
    approx_t *rows = host_memory(h, pixels, sizeof *rows);
    approx_t *image = host_memory(h, pixels, sizeof *image);
    if (!host_ok(h))
        return 0;
    for (size_t i = 0; i < pixels; i++)
        image[i] = approx_exact((double)in[i]);
    for (uint32_t y = 0; y < s.height; y++)
        convolve_line(taps, s.width, 1, image + (size_t)y * s.width, rows + (size_t)y * s.width);
    for (uint32_t x = 0; x < s.width; x++)
        convolve_line(taps, s.height, s.width, rows + x, image + x);
    return check_approx(h, "pixel", got, image, pixels);
}

static int convolve(host_t *h, shape_t s)
{
    size_t pixels = (size_t)s.width * s.height;
    float *taps = host_floats(h, TAPS);
    float *in = host_floats(h, pixels);
    uint64_t din = host_upload(h, in, pixels * sizeof *in);
    uint64_t drows = host_buffer(h, pixels * sizeof *in);
    uint64_t dout = host_buffer(h, pixels * sizeof *in);
    if (host_ok(h))
        dev_symbol_write(h->d, h->module, "convolution_taps", 0, taps, TAPS * sizeof *taps);
    for (unsigned i = 0; i < s.times; i++) {
        HOST_LAUNCH(h, "convolution_rows", ((dim3_t){s.width / 128, s.height / 4, 1}),
                    ((dim3_t){16, 4, 1}), dev_arg_ptr(din), dev_arg_ptr(drows),
                    dev_arg_u32(s.width), dev_arg_u32(s.width));
        HOST_LAUNCH(h, "convolution_columns", ((dim3_t){s.width / 16, s.height / 64, 1}),
                    ((dim3_t){16, 8, 1}), dev_arg_ptr(drows), dev_arg_ptr(dout),
                    dev_arg_u32(s.height), dev_arg_u32(s.width));
    }
    float *got = host_download(h, dout, pixels * sizeof *got);
    return host_ok(h) ? check(h, s, taps, in, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = convolve(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_convolution_separable = {
    .name = "convolution_separable",
    .suite = "CUDA SDK",
    .groups = "apres:comp las:1",
    .variants = "",
    .doc = "an image convolved with 17 taps along rows, then along columns",
    .geometry = {"2x32 x 16x4 and 16x2 x 16x8, 256x128 pixels",
                 "8x256 x 16x4 and 64x16 x 16x8, 1024x1024 pixels",
                 "8x256 x 16x4 and 64x16 x 16x8, 1024x1024 pixels, 17 times"},
    .warp_inst = {94016, 3016960, 51288320},
    .run = run,
};
