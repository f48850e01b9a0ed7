/* matrixmul: C = A B. Reference in double, with the error bound of sums in the kernels' order. */
#include "workload/check.h"

#define SIDE 8 /* threads of a CTA's side; each makes 4 x 4 elements */

static const uint32_t sizes[SCALES] = {96, 256, 512, [SCALE_ABYP] = 512};

static int check(host_t *h, uint32_t n, const float *A, const float *B, const float *got)
{
    size_t cells = (size_t)n * n;
    approx_t *want = host_memory(h, cells, sizeof *want);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < n; k++) {
            approx_t a = approx_exact((double)A[(size_t)i * n + k]);
            for (uint32_t j = 0; j < n; j++) {
                approx_t *cell = &want[(size_t)i * n + j];
                *cell = approx_term(*cell, a, approx_exact((double)B[(size_t)k * n + j]));
            }
        }
    }
    return check_approx(h, "C", got, want, cells);
}

static int matrixmul(host_t *h, uint32_t n)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    float *A = host_floats(h, (size_t)n * n);
    float *B = host_floats(h, (size_t)n * n);
    uint64_t dA = host_upload(h, A, bytes);
    uint64_t dB = host_upload(h, B, bytes);
    uint64_t dC = host_buffer(h, bytes);
    uint32_t ctas = n / 4 / SIDE; /* every size is a multiple of 32 */
    const char *kernel = host_variant(h, "local") ? "matrixmul_local" : "matrixmul_float4";
    HOST_LAUNCH(h, kernel, ((dim3_t){ctas, ctas, 1}), ((dim3_t){SIDE, SIDE, 1}), dev_arg_ptr(dA),
                dev_arg_ptr(dB), dev_arg_ptr(dC), dev_arg_u32(n));
    float *C = host_download(h, dC, bytes);
    return host_ok(h) ? check(h, n, A, B, C) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = matrixmul(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_matrixmul = {
    .name = "matrixmul",
    .suite = "AMD APP SDK",
    .groups = "abyp",
    .variants = "local",
    .doc = "C = A B as float4, 4 x 4 elements a thread, without shared memory",
    .geometry = {"3x3 x 8x8, 96x96", "8x8 x 8x8, 256x256",
                 "16x16 x 8x8, 512x512", [SCALE_ABYP] = "16x16 x 8x8, 512x512"},
    .warp_inst = {41310, 764800, 6073856, [SCALE_ABYP] = 6073856},
    .run = run,
};
