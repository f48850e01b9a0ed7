/* sgemm: C = alpha A B^T + beta C, all stored by columns. Reference in double, with a bound of
 * the error. */
#include "workload/check.h"

typedef struct shape {
    uint32_t m, n, k; /* multiples of 128, 16 and 8: whole tiles of both kernels */
} shape_t;

static const shape_t shapes[SCALES] = {{128, 48, 32}, {128, 160, 96}, {1024, 1056, 992}};

#define ALPHA 1.5f
#define BETA  0.5f

static int check(host_t *h, shape_t s, const float *A, const float *B, const float *C,
                 const float *got)
{
    size_t cells = (size_t)s.m * s.n;
    approx_t *want = host_memory(h, cells, sizeof *want);
    if (!want)
        return 0;
    for (uint32_t i = 0; i < s.k; i++)
        for (uint32_t n = 0; n < s.n; n++) {
            approx_t b = approx_exact(B[(size_t)i * s.n + n]);
            for (uint32_t m = 0; m < s.m; m++) {
                approx_t *cell = &want[(size_t)n * s.m + m];
                *cell = approx_term(*cell, approx_exact(A[(size_t)i * s.m + m]), b);
            }
        }
    for (size_t i = 0; i < cells; i++)
        want[i] = approx_add(approx_mul(approx_exact(ALPHA), want[i]),
                             approx_mul(approx_exact(BETA), approx_exact(C[i])));
    return check_approx(h, "C", got, want, cells);
}

static int sgemm(host_t *h, shape_t s)
{
    size_t cells = (size_t)s.m * s.n;
    float *A = host_floats(h, (size_t)s.m * s.k);
    float *B = host_floats(h, (size_t)s.n * s.k);
    float *C = host_floats(h, cells);
    uint64_t dA = host_upload(h, A, (size_t)s.m * s.k * sizeof *A);
    uint64_t dB = host_upload(h, B, (size_t)s.n * s.k * sizeof *B);
    uint64_t dC = host_upload(h, C, cells * sizeof *C);
    bool tiled = host_variant(h, "tiled");
    dim3_t grid = {s.m / (tiled ? 128 : 16), s.n / 16, 1};
    HOST_LAUNCH(h, tiled ? "sgemm_nt_tiled" : "sgemm_nt", grid, ((dim3_t){16, tiled ? 8 : 16, 1}),
                dev_arg_ptr(dA), dev_arg_u32(s.m), dev_arg_ptr(dB), dev_arg_u32(s.n),
                dev_arg_ptr(dC), dev_arg_u32(s.m), dev_arg_u32(s.k), dev_arg_f32(ALPHA),
                dev_arg_f32(BETA));
    float *got = host_download(h, dC, cells * sizeof *got);
    return host_ok(h) ? check(h, s, A, B, C, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = sgemm(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_sgemm = {
    .name = "sgemm",
    .suite = "Parboil",
    .groups = "apcm:ci=tiled",
    .variants = "unrolled tiled",
    .doc = "C = alpha A B^T + beta C by columns, an element a thread",
    .geometry = {"8x3 x 16x16, 128x48x32", "8x10 x 16x16, 128x160x96",
                 "64x66 x 16x16, 1024x1056x992"},
    .warp_inst = {86208, 819840, 436896768},
    .run = run,
};
