/*
 * dct: cosine transform of 8 x 8 blocks of an image. The reference is the transform's definition:
 * for each coefficient, the sum over the block of pixel times two cosines.
 */
#include <math.h>

#include "workload/check.h"

#define N 8

static const uint32_t sizes[SCALES] = {64, 512, 2048, [SCALE_ABYP] = 2048};

static double basis(unsigned frequency, unsigned x)
{
    double scale = frequency ? sqrt(2.0 / N) : sqrt(1.0 / N);
    return scale * cos((2 * x + 1) * frequency * 3.14159265358979323846 / (2 * N));
}

/* A term passes the rounding of two cosines, two products and two sums of N. */
static int check(host_t *h, uint32_t side, const float *in, const float *got)
{
    size_t cells = (size_t)side * side;
    double *want = host_memory(h, cells, sizeof *want);
    double *tolerance = host_memory(h, cells, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    double cosine[N][N];
    for (unsigned f = 0; f < N; f++)
        for (unsigned x = 0; x < N; x++)
            cosine[f][x] = basis(f, x);
    for (size_t at = 0; at < cells; at++) {
        size_t x = at % side, y = at / side;
        const float *block = in + y / N * N * side + x / N * N;
        double size = 0;
        for (unsigned v = 0; v < N; v++) {
            for (unsigned u = 0; u < N; u++) {
                double term = (double)block[v * side + u] * cosine[y % N][v] * cosine[x % N][u];
                want[at] += term;
                size += fabs(term);
            }
        }
        tolerance[at] = check_gamma(4 + 2 * N) * size;
    }
    return check_f32(h, "coefficient", got, want, tolerance, cells);
}

static int dct(host_t *h, uint32_t side)
{
    size_t bytes = (size_t)side * side * sizeof(float);
    float *in = host_floats(h, (size_t)side * side);
    float D[N * N];
    for (unsigned i = 0; i < N * N; i++)
        D[i] = (float)basis(i / N, i % N);
    for (size_t i = 0; in && i < (size_t)side * side; i++)
        in[i] = floorf(256.0f * in[i]); /* grey values */
    uint64_t din = host_upload(h, in, bytes);
    uint64_t dD = host_upload(h, D, sizeof D);
    uint64_t dout = host_buffer(h, bytes);
    HOST_LAUNCH(h, "dct8x8", ((dim3_t){side / N, side / N, 1}), ((dim3_t){N, N, 1}),
                dev_arg_ptr(dout), dev_arg_ptr(din), dev_arg_ptr(dD), dev_arg_u32(side));
    float *out = host_download(h, dout, bytes);
    return host_ok(h) ? check(h, side, in, out) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = dct(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_dct = {
    .name = "dct",
    .suite = "AMD APP SDK",
    .groups = "abyp",
    .variants = "unrolled",
    .doc = "discrete cosine transform of the 8 x 8 blocks of an image",
    .geometry = {"8x8 x 8x8, 64x64", "64x64 x 8x8, 512x512",
                 "256x256 x 8x8, 2048x2048", [SCALE_ABYP] = "256x256 x 8x8, 2048x2048"},
    .warp_inst = {27392, 1753088, 28049408, [SCALE_ABYP] = 28049408},
    .run = run,
};
