/* bicg: s = A^T r, q = A p. */
#include "workload/polybench.h"

typedef struct shape {
    uint32_t nx, ny; /* rows, columns of A */
} shape_t;

static const shape_t shapes[SCALES] = {
    {288, 224}, {2048, 2048}, {4096, 4096}, [SCALE_MRPB] = {2048, 2048}};

static int bicg(host_t *h, workload_scale_t scale)
{
    shape_t n = shapes[scale];
    poly_matrix_t A = poly_random(h, n.nx, n.ny);
    poly_matrix_t r = poly_random(h, n.nx, 1), p = poly_random(h, n.ny, 1);
    poly_matrix_t s = poly_zero(h, n.ny, 1), q = poly_zero(h, n.nx, 1);
    dev_arg_t nx = dev_arg_u32(n.nx), ny = dev_arg_u32(n.ny);
    POLY_LINE(h, "bicg_kernel1", n.ny, POLY_PTR(A), POLY_PTR(r), POLY_PTR(s), nx, ny);
    POLY_LINE(h, "bicg_kernel2", n.nx, POLY_PTR(A), POLY_PTR(p), POLY_PTR(q), nx, ny);

    poly_sum_t want_s = poly_product(h, poly_transposed(poly_exact(A)), poly_exact(r));
    poly_sum_t want_q = poly_product(h, poly_exact(A), poly_exact(p));
    int wrong = poly_check(h, "s", s, &want_s);
    return wrong ? wrong : poly_check(h, "q", q, &want_q);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, bicg);
}

const workload_t workload_bicg = {
    .name = "bicg",
    .suite = "PolyBench",
    .groups = "mrpb:iw",
    .variants = "unrolled",
    .doc = "s = A^T r, q = A p: one thread a column, then one thread a row",
    .geometry = {"2x256, 288x224", "8x256, 2048x2048",
                 "16x256, 4096x4096", [SCALE_MRPB] = "8x256, 2048x2048"},
    .warp_inst = {40763, 2624448, 10491776, [SCALE_MRPB] = 2624448},
    .run = run,
};
