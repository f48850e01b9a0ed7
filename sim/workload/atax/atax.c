/* atax: y = A^T (A x). */
#include "workload/polybench.h"

typedef struct shape {
    uint32_t nx, ny; /* rows, columns of A */
} shape_t;

static const shape_t shapes[SCALES] = {
    {256, 256}, {2048, 2048}, {4096, 4096}, [SCALE_MRPB] = {2048, 2048}};

static int atax(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    poly_matrix_t A = poly_random(h, s.nx, s.ny), x = poly_random(h, s.ny, 1);
    poly_matrix_t tmp = poly_zero(h, s.nx, 1), y = poly_zero(h, s.ny, 1);
    dev_arg_t nx = dev_arg_u32(s.nx), ny = dev_arg_u32(s.ny);
    POLY_LINE(h, "atax_kernel1", s.nx, POLY_PTR(A), POLY_PTR(x), POLY_PTR(tmp), nx, ny);
    POLY_LINE(h, "atax_kernel2", s.ny, POLY_PTR(A), POLY_PTR(tmp), POLY_PTR(y), nx, ny);

    poly_sum_t first = poly_product(h, poly_exact(A), poly_exact(x));
    poly_sum_t second = poly_product(h, poly_transposed(poly_exact(A)), poly_result(h, tmp));
    int wrong = poly_check(h, "tmp", tmp, &first);
    return wrong ? wrong : poly_check(h, "y", y, &second);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, atax);
}

const workload_t workload_atax = {
    .name = "atax",
    .suite = "PolyBench",
    .groups = "mrpb:iw",
    .variants = "unrolled",
    .doc = "y = A^T (A x): one thread a row, then one thread a column",
    .geometry = {"1x256, 256x256", "8x256, 2048x2048",
                 "16x256, 4096x4096", [SCALE_MRPB] = "8x256, 2048x2048"},
    .warp_inst = {41304, 2624192, 10491264, [SCALE_MRPB] = 2624192},
    .run = run,
};
