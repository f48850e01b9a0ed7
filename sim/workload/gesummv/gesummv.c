/* gesummv: y = alpha A x + beta B x. */
#include "workload/polybench.h"

#define ALPHA 1.5f
#define BETA  1.25f

static const uint32_t sizes[SCALES] = {192, 2048, 4096, [SCALE_MRPB] = 1024};

static int gesummv(host_t *h, workload_scale_t scale)
{
    uint32_t n = sizes[scale];
    poly_matrix_t A = poly_random(h, n, n), B = poly_random(h, n, n), x = poly_random(h, n, 1);
    poly_matrix_t tmp = poly_zero(h, n, 1), y = poly_zero(h, n, 1);
    POLY_LINE(h, "gesummv_kernel", n, POLY_PTR(A), POLY_PTR(B), POLY_PTR(x), POLY_PTR(tmp),
              POLY_PTR(y), dev_arg_u32(n), dev_arg_f32(ALPHA), dev_arg_f32(BETA));

    poly_sum_t want_tmp = poly_product(h, poly_exact(A), poly_exact(x));
    poly_sum_t want = poly_product(h, poly_exact(B), poly_exact(x));
    poly_scale(&want, (double)BETA);
    poly_add(&want, (double)ALPHA, poly_result(h, tmp));
    int wrong = poly_check(h, "tmp", tmp, &want_tmp);
    return wrong ? wrong : poly_check(h, "y", y, &want);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, gesummv);
}

const workload_t workload_gesummv = {
    .name = "gesummv",
    .suite = "PolyBench",
    .groups = "mrpb:iw",
    .variants = "",
    .doc = "y = alpha A x + beta B x: one thread a row of both matrices",
    .geometry = {"1x256, 192x192", "8x256, 2048x2048",
                 "16x256, 4096x4096", [SCALE_MRPB] = "4x256, 1024x1024"},
    .warp_inst = {19816, 2230528, 8917504, [SCALE_MRPB] = 558208},
    .run = run,
};
