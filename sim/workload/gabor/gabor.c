/*
 * gabor: an image's responses to Gabor filters of several orientations. The reference sums each
 * window in double precision.
 */
#include <math.h>

#include "workload/check.h"
#include "workload/image.h"

#define SIZE   15 /* of a filter */
#define SIDE   16 /* of a CTA */
#define MARGIN 32 /* columns more than the image has: a window's, and lines stay aligned */
#define PI     3.14159265358979323846

typedef struct sizes {
    uint32_t side, orientations;
} sizes_t;

static const sizes_t sizes[SCALES] = {{32, 2}, {256, 2}, {512, 4}};

/* A wave of 6 pixels under a bell of sigma 3 across and 6 along the wave's crests. */
static void make_filter(double angle, float *filter)
{
    const double wave = 6, sigma = 3, aspect = 0.5;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            double u = (x - SIZE / 2) * cos(angle) + (y - SIZE / 2) * sin(angle);
            double v = (y - SIZE / 2) * cos(angle) - (x - SIZE / 2) * sin(angle);
            double bell = exp(-(u * u + aspect * aspect * v * v) / (2 * sigma * sigma));
            filter[y * SIZE + x] = (float)(bell * cos(2 * PI * u / wave));
        }
    }
}

/* Of the window whose corner is the pixel, in an image with its margin. A term passes as many
 * roundings as there are terms. */
static void reference(const float *image, uint32_t pitch, const float *filter, uint32_t side,
                      double *want, double *tolerance)
{
    for (size_t y = 0; y < side; y++) {
        for (size_t x = 0; x < side; x++) {
            double sum = 0, size = 0;
            for (size_t i = 0; i < SIZE * SIZE; i++) {
                double term = (double)image[(y + i / SIZE) * pitch + x + i % SIZE] * filter[i];
                sum += term;
                size += fabs(term);
            }
            want[y * side + x] = sum;
            tolerance[y * side + x] = check_gamma(SIZE * SIZE + 1) * size;
        }
    }
}

static int gabor(host_t *h, const sizes_t *s)
{
    uint32_t side = s->side, pitch = side + MARGIN, half = SIZE / 2;
    size_t pixels = (size_t)side * side, padded = (size_t)pitch * (side + SIZE - 1);
    float *picture = image_make(h, side), *image = host_memory(h, padded, sizeof *image);
    double *want = host_memory(h, pixels, sizeof *want);
    double *tolerance = host_memory(h, pixels, sizeof *tolerance);
    for (size_t i = 0; host_ok(h) && i < pixels; i++)
        image[(i / side + half) * pitch + i % side + half] = picture[i];
    uint64_t dimage = host_upload(h, image, padded * sizeof *image);
    int rc = 0;
    for (uint32_t k = 0; k < s->orientations && host_ok(h) && !rc; k++) {
        float filter[SIZE * SIZE];
        make_filter(k * PI / s->orientations, filter);
        uint64_t dfilter = host_upload(h, filter, sizeof filter);
        uint64_t dout = host_buffer(h, pixels * sizeof(float));
        HOST_LAUNCH(h, "gabor_convolve", ((dim3_t){side / SIDE, side / SIDE, 1}),
                    ((dim3_t){SIDE, SIDE, 1}), dev_arg_ptr(dimage), dev_arg_ptr(dfilter),
                    dev_arg_ptr(dout), dev_arg_u32(side), dev_arg_u32(pitch));
        float *out = host_download(h, dout, pixels * sizeof *out);
        if (!host_ok(h))
            break;
        reference(image, pitch, filter, side, want, tolerance);
        rc = check_f32(h, "response", out, want, tolerance, pixels);
    }
    return rc;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = gabor(&h, &sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_gabor = {
    .name = "gabor",
    .suite = "vision",
    .groups = "las:2",
    .variants = "unrolled",
    .doc = "responses of an image to Gabor filters of 15 x 15",
    .geometry = {"2x2 x 16x16, 32x32, 2 orientations", "16x16 x 16x16, 256x256, 2 orientations",
                 "32x32 x 16x16, 512x512, 4 orientations"},
    .warp_inst = {151616, 9703424, 77627392},
    .run = run,
};
