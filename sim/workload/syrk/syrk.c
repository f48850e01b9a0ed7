/* syrk: C = alpha A A^T + beta C. */
#include "workload/polybench.h"

#define ALPHA 1.5f
#define BETA  1.25f

typedef struct shape {
    uint32_t n, m; /* A: n x m */
} shape_t;

static const shape_t shapes[SCALES] = {{72, 32}, {256, 128}, {256, 256}, [SCALE_MRPB] = {256, 256}};

static int syrk(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.n, s.m);
    poly_matrix_t C = poly_random(h, s.n, s.n);
    POLY_PLANE(h, "syrk_kernel", s.n, s.n, POLY_PTR(A), POLY_PTR(C), dev_arg_u32(s.n),
               dev_arg_u32(s.m), dev_arg_f32(ALPHA), dev_arg_f32(BETA));

    poly_sum_t want = poly_sum(h, s.n, s.n);
    poly_add(&want, (double)BETA, poly_exact(C));
    poly_add_product(&want, (double)ALPHA, poly_exact(A), poly_transposed(poly_exact(A)));
    return poly_check(h, "C", C, &want);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, syrk);
}

const workload_t workload_syrk = {
    .name = "syrk",
    .suite = "PolyBench",
    .groups = "mrpb:xw",
    .variants = "unrolled",
    .doc = "C = alpha A A^T + beta C: lanes walk rows of A",
    .geometry = {"3x9 x 32x8, 72x72x32", "8x32 x 32x8, 256x256x128",
                 "8x32 x 32x8, 256x256x256", [SCALE_MRPB] = "8x32 x 32x8, 256x256x256"},
    .warp_inst = {76680, 2693120, 5314560, [SCALE_MRPB] = 5314560},
    .run = run,
};
