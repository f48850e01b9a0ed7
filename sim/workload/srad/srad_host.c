#include "workload/srad/srad_host.h"

#include <errno.h>

#include "workload/srad/srad_reference.h"

#define BLOCK 16

static const srad_shape_t shapes[SCALES] = {
    {96, 2}, {512, 2}, {2048, 2}, [SCALE_ABYP] = {512, 2}, [SCALE_MRPB] = {1024, 2}};

/* The region of interest: the first 128 rows and columns, or all of a smaller image. */
static uint32_t region(uint32_t side)
{
    return side < 128 ? side : 128;
}

/* The speckle scale of the device's image, with sums in double as the host has them. */
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
    return srad_speckle(sum, squares, n);
}

static int check(host_t *h, srad_shape_t s, const float *image, const float *got)
{
    size_t cells = (size_t)s.side * s.side;
    approx_t *pixel = host_memory(h, cells, sizeof *pixel);
    for (size_t i = 0; host_ok(h) && i < cells; i++)
        pixel[i] = approx_exact((double)image[i]);
    srad_rounds_t r = {.side = s.side, .rounds = s.rounds, .region = region(s.side)};
    srad_reference(h, &r, pixel);
    return host_ok(h) ? check_approx(h, "pixel", got, pixel, cells) : 0;
}

/* The device's buffers; the image and the coefficients have a row to spare on either side. */
typedef struct buffers {
    uint64_t image, c, d[4];
} buffers_t;

static void launch_round(host_t *h, srad_shape_t s, const srad_kernels_t *k, const buffers_t *b,
                         float q0)
{
    dim3_t grid = {s.side / BLOCK, s.side / BLOCK, 1}, block = {BLOCK, BLOCK, 1};
    dev_arg_t cols = dev_arg_u32(s.side);
    HOST_LAUNCH(h, k->coefficient, grid, block, dev_arg_ptr(b->d[3]), dev_arg_ptr(b->d[2]),
                dev_arg_ptr(b->d[0]), dev_arg_ptr(b->d[1]), dev_arg_ptr(b->image),
                dev_arg_ptr(b->c), cols, dev_arg_f32(q0));
    HOST_LAUNCH(h, k->update, grid, block, dev_arg_ptr(b->d[3]), dev_arg_ptr(b->d[2]),
                dev_arg_ptr(b->d[0]), dev_arg_ptr(b->d[1]), dev_arg_ptr(b->image),
                dev_arg_ptr(b->c), cols, dev_arg_f32(SRAD_LAMBDA));
}

static int srad(host_t *h, srad_shape_t s, const srad_kernels_t *k)
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
        launch_round(h, s, k, &b, speckle(now, s.side));
        dev_read(h->d, now, b.image, bytes);
    }
    return host_ok(h) ? check(h, s, image, now) : 0;
}

int srad_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
             const srad_kernels_t *k)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = host_variant(&h, "v1") ? srad_v1(&h, shapes[o->scale]) : srad(&h, shapes[o->scale], k);
    return host_close(&h, rc);
}
