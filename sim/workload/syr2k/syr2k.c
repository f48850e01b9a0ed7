/* syr2k: C = alpha A B^T + alpha B A^T + beta C. */
#include "workload/polybench.h"

#define ALPHA 1.5f
#define BETA  1.25f

typedef struct shape {
    uint32_t n, m; /* A, B: n x m */
} shape_t;

static const shape_t shapes[SCALES] = {{72, 32}, {256, 64}, {128, 128}, [SCALE_MRPB] = {128, 128}};

static int syr2k(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.n, s.m);
    poly_matrix_t B = poly_random(h, s.n, s.m);
    poly_matrix_t C = poly_random(h, s.n, s.n);
    POLY_PLANE(h, "syr2k_kernel", s.n, s.n, POLY_PTR(A), POLY_PTR(B), POLY_PTR(C), dev_arg_u32(s.n),
               dev_arg_u32(s.m), dev_arg_f32(ALPHA), dev_arg_f32(BETA));

    poly_sum_t want = poly_sum(h, s.n, s.n);
    poly_add(&want, (double)BETA, poly_exact(C));
    poly_add_both(&want, (double)ALPHA, poly_exact(A), poly_exact(B));
    return poly_check(h, "C", C, &want);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, syr2k);
}

const workload_t workload_syr2k = {
    .name = "syr2k",
    .suite = "PolyBench",
    .groups = "mrpb:xw",
    .variants = "",
    .doc = "C = alpha (A B^T + B A^T) + beta C: lanes walk rows of A and B",
    .geometry = {"3x9 x 32x8, 72x72x32", "8x32 x 32x8, 256x256x64",
                 "4x16 x 32x8, 128x128x128", [SCALE_MRPB] = "4x16 x 32x8, 128x128x128"},
    .warp_inst = {138888, 2562048, 1263104, [SCALE_MRPB] = 1263104},
    .run = run,
};
