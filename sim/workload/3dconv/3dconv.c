/* 3dconv: a stencil over three planes, one launch a plane. */
#include <math.h>

#include "workload/check.h"
#include "workload/polybench.h"

typedef struct shape {
    uint32_t ni, nj, nk; /* planes, rows, columns */
} shape_t;

static const shape_t shapes[SCALES] = {
    {8, 20, 64}, {22, 256, 256}, {256, 256, 256}, [SCALE_MRPB] = {256, 256, 256}};

/* The terms of a cell: where from it, and the weight. */
static const struct term {
    int di, dj, dk;
    double weight;
} terms[] = {
    {-1, -1, -1, 2}, {1, -1, -1, 4}, {-1, -1, -1, 5}, {1, -1, -1, 7}, {-1, -1, -1, -8},
    {1, -1, -1, 10}, {0, -1, 0, -3}, {0, 0, 0, 6},    {0, 1, 0, -9},  {-1, -1, 1, 2},
    {1, -1, 1, 4},   {-1, 0, 1, 5},  {1, 0, 1, 7},    {-1, 1, 1, -8}, {1, 1, 1, 10},
};
enum { TERMS = sizeof terms / sizeof terms[0] };

/* A product passes one rounding of its own, and each addition of the others at most once. */
static void stencil(const float *middle, shape_t s, double *want, double *tolerance)
{
    double sum = 0, size = 0;
    ptrdiff_t row = (ptrdiff_t)s.nk, plane = row * (ptrdiff_t)s.nj;
    for (size_t n = 0; n < TERMS; n++) {
        const struct term *t = &terms[n];
        double product = t->weight * (double)middle[t->di * plane + t->dj * row + t->dk];
        sum += product;
        size += fabs(product);
    }
    *want = sum;
    *tolerance = check_gamma(TERMS) * size;
}

/* The border is what it was: zero. */
static int check(host_t *h, shape_t s, const float *A, const float *got)
{
    size_t cells = (size_t)s.ni * s.nj * s.nk;
    double *want = host_memory(h, cells, sizeof *want);
    double *tolerance = host_memory(h, cells, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 1; i + 1 < s.ni; i++)
        for (uint32_t j = 1; j + 1 < s.nj; j++)
            for (uint32_t k = 1; k + 1 < s.nk; k++) {
                size_t at = ((size_t)i * s.nj + j) * s.nk + k;
                stencil(A + at, s, &want[at], &tolerance[at]);
            }
    return check_f32(h, "B", got, want, tolerance, cells);
}

static int conv3d(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.ni * s.nj, s.nk), B = poly_zero(h, s.ni * s.nj, s.nk);
    for (uint32_t i = 1; i + 1 < s.ni; i++)
        POLY_PLANE(h, "convolution3d", s.nj, s.nk, POLY_PTR(A), POLY_PTR(B), dev_arg_u32(s.nj),
                   dev_arg_u32(s.nk), dev_arg_u32(i));
    const float *got = poly_download(h, B);
    return got ? check(h, s, A.host, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, conv3d);
}

const workload_t workload_3dconv = {
    .name = "3dconv",
    .suite = "PolyBench",
    .groups = "mrpb:ci",
    .variants = "",
    .doc = "stencil over three planes, one launch a plane, one thread a cell",
    .geometry = {"6 launches of 2x3 x 32x8, 8x20x64", "20 launches of 8x32 x 32x8, 22x256x256",
                 "254 launches of 8x32 x 32x8, 256x256x256",
                 [SCALE_MRPB] = "254 launches of 8x32 x 32x8, 256x256x256"},
    .warp_inst = {21600, 3786240, 48085248, [SCALE_MRPB] = 48085248},
    .run = run,
};
