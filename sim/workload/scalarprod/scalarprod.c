/* scalarprod: scalar products of pairs of vectors. Reference: each sum in double. */
#include <math.h>

#include "workload/check.h"

#define ELEMENTS 4096 /* of a vector */
#define SUMS     1024 /* partial sums, which the kernel adds in a tree of ten levels */

typedef struct shape {
    uint32_t ctas, vectors;
} shape_t;

static const shape_t shapes[SCALES] = {{16, 32}, {128, 256}, {128, 256}};

static int check(host_t *h, uint32_t vectors, const float *a, const float *b, const float *got)
{
    double *want = host_memory(h, vectors, sizeof *want);
    double *tolerance = host_memory(h, vectors, sizeof *tolerance);
    if (!host_ok(h))
        return 0;
    for (uint32_t v = 0; v < vectors; v++) {
        for (size_t i = (size_t)v * ELEMENTS; i < (size_t)(v + 1) * ELEMENTS; i++) {
            double product = (double)a[i] * (double)b[i];
            want[v] += product;
            tolerance[v] += fabs(product);
        }
        /* A term is rounded as a product, in its partial sum, and in the tree. */
        tolerance[v] *= check_gamma(1 + ELEMENTS / SUMS + 10);
    }
    return check_f32(h, "product", got, want, tolerance, vectors);
}

static int scalarprod(host_t *h, shape_t s)
{
    size_t n = (size_t)s.vectors * ELEMENTS;
    float *a = host_floats(h, n), *b = host_floats(h, n);
    uint64_t da = host_upload(h, a, n * sizeof *a);
    uint64_t db = host_upload(h, b, n * sizeof *b);
    uint64_t dc = host_buffer(h, s.vectors * sizeof(float));
    HOST_LAUNCH(h, "scalar_prod", ((dim3_t){s.ctas, 1, 1}), ((dim3_t){256, 1, 1}), dev_arg_ptr(dc),
                dev_arg_ptr(da), dev_arg_ptr(db), dev_arg_u32(s.vectors), dev_arg_u32(ELEMENTS));
    float *got = host_download(h, dc, s.vectors * sizeof *got);
    return host_ok(h) ? check(h, s.vectors, a, b, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = scalarprod(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_scalarprod = {
    .name = "scalarprod",
    .suite = "CUDA SDK",
    .groups = "apres:comp",
    .variants = "",
    .doc = "scalar products of pairs of vectors: partial sums in shared memory, then a tree",
    .geometry = {"16x256, 32 vectors of 4096", "128x256, 256 vectors of 4096",
                 "128x256, 256 vectors of 4096"},
    .warp_inst = {79648, 637184, 637184},
    .run = run,
};
