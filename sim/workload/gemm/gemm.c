/* gemm: C = alpha A B + beta C. */
#include "workload/polybench.h"

#define ALPHA 1.5f
#define BETA  1.25f

typedef struct shape {
    uint32_t ni, nj, nk; /* A: ni x nk, B: nk x nj */
} shape_t;

static const shape_t shapes[SCALES] = {
    {36, 80, 64}, {256, 256, 256}, {512, 512, 512}, [SCALE_MRPB] = {512, 512, 512}};

static int gemm(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.ni, s.nk);
    poly_matrix_t B = poly_random(h, s.nk, s.nj);
    poly_matrix_t C = poly_random(h, s.ni, s.nj);
    POLY_PLANE(h, "gemm_kernel", s.ni, s.nj, POLY_PTR(A), POLY_PTR(B), POLY_PTR(C),
               dev_arg_u32(s.ni), dev_arg_u32(s.nj), dev_arg_u32(s.nk), dev_arg_f32(ALPHA),
               dev_arg_f32(BETA));

    poly_sum_t want = poly_sum(h, s.ni, s.nj);
    poly_add(&want, (double)BETA, poly_exact(C));
    poly_add_product(&want, (double)ALPHA, poly_exact(A), poly_exact(B));
    return poly_check(h, "C", C, &want);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, gemm);
}

const workload_t workload_gemm = {
    .name = "gemm",
    .suite = "PolyBench",
    .groups = "mrpb:ci",
    .variants = "unrolled",
    .doc = "C = alpha A B + beta C: one thread a cell, the sum in memory",
    .geometry = {"3x5 x 32x8, 36x80x64", "8x32 x 32x8, 256x256x256",
                 "16x64 x 32x8, 512x512x512", [SCALE_MRPB] = "16x64 x 32x8, 512x512x512"},
    .warp_inst = {86904, 6363136, 50618368, [SCALE_MRPB] = 50618368},
    .run = run,
};
