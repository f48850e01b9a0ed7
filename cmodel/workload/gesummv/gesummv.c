/* gesummv: y = alpha A x + beta B x. Reference in double, with the sums' error bound. */
#include <math.h>

#include "workload/check.h"

#define ALPHA 1.5f
#define BETA  1.25f

static const uint32_t sizes[SCALES] = {192, 2048, 4096};

/* Each product passes at most n roundings of its sum and its own, then three of the last line. */
static int check(host_t *h, uint32_t n, const float *A, const float *B, const float *x,
                 const float *got)
{
    double *want = host_memory(h, n, sizeof *want);
    double *tolerance = host_memory(h, n, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        double size = 0;
        for (uint32_t j = 0; j < n; j++) {
            double a = (double)ALPHA * (double)A[(size_t)i * n + j] * (double)x[j];
            double b = (double)BETA * (double)B[(size_t)i * n + j] * (double)x[j];
            want[i] += a + b;
            size += fabs(a) + fabs(b);
        }
        tolerance[i] = check_gamma(n + 4) * size;
    }
    return check_f32(h, "y", got, want, tolerance, n);
}

static int gesummv(host_t *h, uint32_t n)
{
    size_t cells = (size_t)n * n;
    float *A = host_floats(h, cells);
    float *B = host_floats(h, cells);
    float *x = host_floats(h, n);
    uint64_t dA = host_upload(h, A, cells * sizeof *A);
    uint64_t dB = host_upload(h, B, cells * sizeof *B);
    uint64_t dx = host_upload(h, x, n * sizeof *x);
    uint64_t dtmp = host_buffer(h, n * sizeof(float));
    uint64_t dy = host_buffer(h, n * sizeof(float));

    HOST_LAUNCH(h, "gesummv_kernel", ((dim3_t){host_ctas(n, 256), 1, 1}), ((dim3_t){256, 1, 1}),
                dev_arg_ptr(dA), dev_arg_ptr(dB), dev_arg_ptr(dx), dev_arg_ptr(dtmp),
                dev_arg_ptr(dy), dev_arg_u32(n), dev_arg_f32(ALPHA), dev_arg_f32(BETA));

    float *y = host_download(h, dy, n * sizeof *y);
    return host_ok(h) ? check(h, n, A, B, x, y) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc && !(rc = host_no_input(&h)))
        rc = gesummv(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_gesummv = {
    .name = "gesummv",
    .suite = "PolyBench",
    .groups = "mrpb:iw",
    .variants = "",
    .doc = "y = alpha A x + beta B x: one thread a row of both matrices",
    .geometry = {"1x256, 192x192", "8x256, 2048x2048", "16x256, 4096x4096"},
    .warp_inst = {19816, 2230528, 8917504},
    .run = run,
};
