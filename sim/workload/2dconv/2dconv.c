/* 2dconv: a 3 x 3 stencil over a plane. */
#include <math.h>

#include "workload/check.h"
#include "workload/polybench.h"

typedef struct shape {
    uint32_t ni, nj; /* rows, columns */
} shape_t;

static const shape_t shapes[SCALES] = {
    {70, 160}, {2048, 2048}, {4096, 4096}, [SCALE_MRPB] = {4096, 4096}};

static const float weights[3][3] = {{0.2f, -0.3f, 0.4f}, {0.5f, 0.6f, 0.7f}, {-0.8f, -0.9f, 0.1f}};

/* Of the cell in the middle: a product passes one rounding of its own and at most eight additions.
 */
static void stencil(const float *middle, size_t row, double *want, double *tolerance)
{
    double sum = 0, size = 0;
    for (size_t di = 0; di < 3; di++) {
        const float *left = middle + di * row - row - 1;
        for (size_t dj = 0; dj < 3; dj++) {
            double product = (double)weights[di][dj] * (double)left[dj];
            sum += product;
            size += fabs(product);
        }
    }
    *want = sum;
    *tolerance = check_gamma(9) * size;
}

/* The border is what it was: zero. */
static int check(host_t *h, shape_t s, const float *A, const float *got)
{
    size_t cells = (size_t)s.ni * s.nj;
    double *want = host_memory(h, cells, sizeof *want);
    double *tolerance = host_memory(h, cells, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 1; i + 1 < s.ni; i++)
        for (uint32_t j = 1; j + 1 < s.nj; j++) {
            size_t at = (size_t)i * s.nj + j;
            stencil(A + at, s.nj, &want[at], &tolerance[at]);
        }
    return check_f32(h, "B", got, want, tolerance, cells);
}

static int conv2d(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.ni, s.nj), B = poly_zero(h, s.ni, s.nj);
    POLY_PLANE(h, "convolution2d", s.ni, s.nj, POLY_PTR(A), POLY_PTR(B), dev_arg_u32(s.ni),
               dev_arg_u32(s.nj));
    const float *got = poly_download(h, B);
    return got ? check(h, s, A.host, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, conv2d);
}

const workload_t workload_2dconv = {
    .name = "2dconv",
    .suite = "PolyBench",
    .groups = "mrpb:ci",
    .variants = "",
    .doc = "3 x 3 stencil over a plane, one thread a cell",
    .geometry = {"5x9 x 32x8, 160x70", "64x256 x 32x8, 2048x2048",
                 "128x512 x 32x8, 4096x4096", [SCALE_MRPB] = "128x512 x 32x8, 4096x4096"},
    .warp_inst = {19460, 7335552, 29351168, [SCALE_MRPB] = 29351168},
    .run = run,
};
