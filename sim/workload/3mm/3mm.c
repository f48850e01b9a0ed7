/* 3mm: E = A B, F = C D, G = E F. */
#include "workload/polybench.h"

typedef struct shape {
    uint32_t ni, nj, nk, nl, nm; /* A: ni x nk, B: nk x nj, C: nj x nm, D: nm x nl */
} shape_t;

static const shape_t shapes[SCALES] = {{20, 48, 32, 80, 40},
                                       {256, 256, 64, 256, 64},
                                       {512, 512, 512, 512, 512},
                                       [SCALE_MRPB] = {512, 512, 512, 512, 512}};

static int mm3(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.ni, s.nk);
    poly_matrix_t B = poly_random(h, s.nk, s.nj);
    poly_matrix_t C = poly_random(h, s.nj, s.nm);
    poly_matrix_t D = poly_random(h, s.nm, s.nl);
    poly_matrix_t E = poly_zero(h, s.ni, s.nj);
    poly_matrix_t F = poly_zero(h, s.nj, s.nl);
    poly_matrix_t G = poly_zero(h, s.ni, s.nl);
    POLY_PLANE(h, "mm3_kernel1", s.ni, s.nj, POLY_PTR(A), POLY_PTR(B), POLY_PTR(E),
               dev_arg_u32(s.ni), dev_arg_u32(s.nj), dev_arg_u32(s.nk));
    POLY_PLANE(h, "mm3_kernel2", s.nj, s.nl, POLY_PTR(C), POLY_PTR(D), POLY_PTR(F),
               dev_arg_u32(s.nj), dev_arg_u32(s.nl), dev_arg_u32(s.nm));
    POLY_PLANE(h, "mm3_kernel3", s.ni, s.nl, POLY_PTR(E), POLY_PTR(F), POLY_PTR(G),
               dev_arg_u32(s.ni), dev_arg_u32(s.nl), dev_arg_u32(s.nj));

    poly_sum_t e = poly_product(h, poly_exact(A), poly_exact(B));
    poly_sum_t f = poly_product(h, poly_exact(C), poly_exact(D));
    poly_sum_t g = poly_product(h, poly_result(h, E), poly_result(h, F));
    int wrong = poly_check(h, "E", E, &e);
    if (!wrong)
        wrong = poly_check(h, "F", F, &f);
    return wrong ? wrong : poly_check(h, "G", G, &g);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, mm3);
}

const workload_t workload_3mm = {
    .name = "3mm",
    .suite = "PolyBench",
    .groups = "mrpb:ci",
    .variants = "unrolled",
    .doc = "G = (A B) (C D): three matrix products, one thread a cell",
    .geometry = {"3x6 x 32x8, 20x48x32x80x40", "3 launches of 8x32 x 32x8, 256x256x64x256x64",
                 "3 launches of 16x64 x 32x8, 512x512x512x512x512",
                 [SCALE_MRPB] = "3 launches of 16x64 x 32x8, 512x512x512x512x512"},
    .warp_inst = {117044, 8841216, 139173888, [SCALE_MRPB] = 139173888},
    .run = run,
};
