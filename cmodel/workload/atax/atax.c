/* atax: y = A^T (A x). Reference in double, with the error bound of both sums. */
#include <math.h>

#include "workload/check.h"

typedef struct shape {
    uint32_t nx, ny; /* rows, columns of A */
} shape_t;

static const shape_t shapes[SCALES] = {{256, 256}, {2048, 2048}, {4096, 4096}};

/* tmp = A x and its error, then y = A^T tmp: the second sum adds its own roundings to what the
 * first one's errors became. */
static int check(host_t *h, shape_t s, const float *A, const float *x, const float *got)
{
    double *want = host_memory(h, s.ny, sizeof *want);
    double *tolerance = host_memory(h, s.ny, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < s.nx; i++) {
        const float *row = A + (size_t)i * s.ny;
        double sum = 0, size = 0;
        for (uint32_t j = 0; j < s.ny; j++) {
            sum += (double)row[j] * (double)x[j];
            size += fabs((double)row[j] * (double)x[j]);
        }
        double error = check_gamma(s.ny + 1) * size;
        for (uint32_t j = 0; j < s.ny; j++) {
            double a = (double)row[j];
            want[j] += a * sum;
            tolerance[j] += fabs(a) * (error + check_gamma(s.nx + 1) * (fabs(sum) + error));
        }
    }
    return check_f32(h, "y", got, want, tolerance, s.ny);
}

static int atax(host_t *h, shape_t s)
{
    size_t cells = (size_t)s.nx * s.ny;
    float *A = host_floats(h, cells);
    float *x = host_floats(h, s.ny);
    uint64_t dA = host_upload(h, A, cells * sizeof *A);
    uint64_t dx = host_upload(h, x, s.ny * sizeof *x);
    uint64_t dtmp = host_buffer(h, s.nx * sizeof(float));
    uint64_t dy = host_buffer(h, s.ny * sizeof(float));

    dim3_t block = {256, 1, 1};
    dev_arg_t nx = dev_arg_u32(s.nx), ny = dev_arg_u32(s.ny);
    HOST_LAUNCH(h, "atax_kernel1", ((dim3_t){host_ctas(s.nx, 256), 1, 1}), block, dev_arg_ptr(dA),
                dev_arg_ptr(dx), dev_arg_ptr(dtmp), nx, ny);
    HOST_LAUNCH(h, "atax_kernel2", ((dim3_t){host_ctas(s.ny, 256), 1, 1}), block, dev_arg_ptr(dA),
                dev_arg_ptr(dtmp), dev_arg_ptr(dy), nx, ny);

    float *y = host_download(h, dy, s.ny * sizeof *y);
    return host_ok(h) ? check(h, s, A, x, y) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc && !(rc = host_no_input(&h)))
        rc = atax(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_atax = {
    .name = "atax",
    .suite = "PolyBench",
    .groups = "mrpb:iw",
    .variants = "unrolled",
    .doc = "y = A^T (A x): one thread a row, then one thread a column",
    .geometry = {"1x256, 256x256", "8x256, 2048x2048", "16x256, 4096x4096"},
    .warp_inst = {41304, 2624192, 10491264},
    .run = run,
};
