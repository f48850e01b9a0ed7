/* mvt: x1 += A y1, x2 += A^T y2. */
#include "workload/polybench.h"

static const uint32_t sizes[SCALES] = {288, 2048, 4096, [SCALE_MRPB] = 2048};

static int mvt(host_t *h, workload_scale_t scale)
{
    uint32_t n = sizes[scale];
    poly_matrix_t A = poly_random(h, n, n);
    poly_matrix_t x1 = poly_random(h, n, 1), x2 = poly_random(h, n, 1);
    poly_matrix_t y1 = poly_random(h, n, 1), y2 = poly_random(h, n, 1);
    POLY_LINE(h, "mvt_kernel1", n, POLY_PTR(A), POLY_PTR(x1), POLY_PTR(y1), dev_arg_u32(n));
    POLY_LINE(h, "mvt_kernel2", n, POLY_PTR(A), POLY_PTR(x2), POLY_PTR(y2), dev_arg_u32(n));

    poly_sum_t want1 = poly_sum(h, n, 1), want2 = poly_sum(h, n, 1);
    poly_add(&want1, 1, poly_exact(x1));
    poly_add_product(&want1, 1, poly_exact(A), poly_exact(y1));
    poly_add(&want2, 1, poly_exact(x2));
    poly_add_product(&want2, 1, poly_transposed(poly_exact(A)), poly_exact(y2));
    int wrong = poly_check(h, "x1", x1, &want1);
    return wrong ? wrong : poly_check(h, "x2", x2, &want2);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, mvt);
}

const workload_t workload_mvt = {
    .name = "mvt",
    .suite = "PolyBench",
    .groups = "mrpb:iw",
    .variants = "unrolled",
    .doc = "x1 += A y1, x2 += A^T y2: one thread a row, then one thread a column",
    .geometry = {"2x256, 288x288", "8x256, 2048x2048",
                 "16x256, 4096x4096", [SCALE_MRPB] = "8x256, 2048x2048"},
    .warp_inst = {52358, 2624128, 10491136, [SCALE_MRPB] = 2624128},
    .run = run,
};
