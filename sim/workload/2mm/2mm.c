/* 2mm: C = A B, then E = C D. */
#include "workload/polybench.h"

typedef struct shape {
    uint32_t ni, nj, nk, nl; /* A: ni x nk, B: nk x nj, D: nj x nl */
} shape_t;

static const shape_t shapes[SCALES] = {{36, 80, 48, 96},
                                       {256, 256, 128, 256},
                                       {512, 512, 512, 512},
                                       [SCALE_MRPB] = {512, 512, 512, 512}};

static int mm2(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.ni, s.nk);
    poly_matrix_t B = poly_random(h, s.nk, s.nj);
    poly_matrix_t D = poly_random(h, s.nj, s.nl);
    poly_matrix_t C = poly_zero(h, s.ni, s.nj);
    poly_matrix_t E = poly_zero(h, s.ni, s.nl);
    POLY_PLANE(h, "mm2_kernel1", s.ni, s.nj, POLY_PTR(A), POLY_PTR(B), POLY_PTR(C),
               dev_arg_u32(s.ni), dev_arg_u32(s.nj), dev_arg_u32(s.nk));
    POLY_PLANE(h, "mm2_kernel2", s.ni, s.nl, POLY_PTR(C), POLY_PTR(D), POLY_PTR(E),
               dev_arg_u32(s.ni), dev_arg_u32(s.nl), dev_arg_u32(s.nj));

    poly_sum_t first = poly_product(h, poly_exact(A), poly_exact(B));
    poly_sum_t second = poly_product(h, poly_result(h, C), poly_exact(D));
    int wrong = poly_check(h, "C", C, &first);
    return wrong ? wrong : poly_check(h, "E", E, &second);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, mm2);
}

const workload_t workload_2mm = {
    .name = "2mm",
    .suite = "PolyBench",
    .groups = "mrpb:ci",
    .variants = "unrolled",
    .doc = "E = (A B) D: two matrix products, one thread a cell",
    .geometry = {"3x5 x 32x8, 36x80x48x96", "2 launches of 8x32 x 32x8, 256x256x128x256",
                 "2 launches of 16x64 x 32x8, 512x512x512x512",
                 [SCALE_MRPB] = "2 launches of 16x64 x 32x8, 512x512x512x512"},
    .warp_inst = {159192, 8777728, 92782592, [SCALE_MRPB] = 92782592},
    .run = run,
};
