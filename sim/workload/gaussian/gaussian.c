/*
 * gaussian: elimination of a linear system. The multipliers and the rows that elimination leaves
 * are the factors of the matrix with the right side as one more column, and are checked as such.
 */
#include <errno.h>
#include <math.h>

#include "workload/check.h"
#include "workload/factors.h"

#define COLUMN 128 /* threads of a CTA of gaussian_fan1 */
#define TILE   16  /* and of a side of gaussian_fan2's */

static const uint32_t sizes[SCALES] = {40, 208, 512, [SCALE_MRPB] = 208};

/* One more column than rows: the matrix and the right side. */
typedef struct equations {
    uint32_t n;
    float *a, *b;
} equations_t;

static int make_equations(host_t *h, uint32_t n, equations_t *e)
{
    *e = (equations_t){n, host_floats(h, (size_t)n * n), host_floats(h, n)};
    if (!host_ok(h))
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        e->a[(size_t)i * n + i] += (float)n; /* no pivot is small */
    return 0;
}

static void eliminate(host_t *h, uint32_t n, uint64_t m, uint64_t a, uint64_t b)
{
    uint32_t tiles = host_ctas(n, TILE);
    for (uint32_t t = 0; t + 1 < n; t++) {
        HOST_LAUNCH(h, "gaussian_fan1", ((dim3_t){host_ctas(n, COLUMN), 1, 1}),
                    ((dim3_t){COLUMN, 1, 1}), dev_arg_ptr(m), dev_arg_ptr(a), dev_arg_u32(n),
                    dev_arg_u32(t));
        HOST_LAUNCH(h, "gaussian_fan2", ((dim3_t){tiles, tiles, 1}), ((dim3_t){TILE, TILE, 1}),
                    dev_arg_ptr(m), dev_arg_ptr(a), dev_arg_ptr(b), dev_arg_u32(n), dev_arg_u32(t));
    }
}

/* What the launches leave below the diagonal of a: a cell less its multiplier times the pivot. The
 * multiplier was rounded once and so is the difference, of numbers no larger than their product. */
static int check_eliminated(host_t *h, uint32_t n, const float *m, const float *a)
{
    for (uint32_t i = 1; i < n; i++) {
        for (uint32_t t = 0; t < i; t++) {
            size_t at = (size_t)i * n + t;
            double product = (double)m[at] * (double)a[(size_t)t * n + t];
            if (!(fabs((double)a[at]) <= check_gamma(3) * fabs(product)))
                return check_fail(h, "eliminated cell [%zu] is %.9g, expected 0 within %.2g", at,
                                  (double)a[at], check_gamma(3) * fabs(product));
        }
    }
    return 0;
}

static int check(host_t *h, const equations_t *e, const float *m, const float *a, const float *b)
{
    uint32_t n = e->n, cols = n + 1;
    float *A = host_memory(h, (size_t)n * cols, sizeof *A);
    float *lu = host_memory(h, (size_t)n * cols, sizeof *lu);
    if (!host_ok(h))
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            A[(size_t)i * cols + j] = e->a[(size_t)i * n + j];
            lu[(size_t)i * cols + j] = j < i ? m[(size_t)i * n + j] : a[(size_t)i * n + j];
        }
        A[(size_t)i * cols + n] = e->b[i];
        lu[(size_t)i * cols + n] = b[i];
    }
    int rc = check_factors(h, n, cols, A, lu);
    return rc ? rc : check_eliminated(h, n, m, a);
}

static int gaussian(host_t *h, uint32_t n)
{
    equations_t e;
    int rc = make_equations(h, n, &e);
    if (rc)
        return rc;
    size_t bytes = (size_t)n * n * sizeof(float);
    uint64_t dm = host_buffer(h, bytes);
    uint64_t da = host_upload(h, e.a, bytes);
    uint64_t db = host_upload(h, e.b, n * sizeof(float));
    eliminate(h, n, dm, da, db);
    float *m = host_download(h, dm, bytes);
    float *a = host_download(h, da, bytes);
    float *b = host_download(h, db, n * sizeof(float));
    return host_ok(h) ? check(h, &e, m, a, b) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = gaussian(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_gaussian = {
    .name = "gaussian",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia las:2 apcm:ci",
    .variants = "",
    .doc = "Gaussian elimination, a column of multipliers and an update of the rest for each row",
    .geometry = {"78 launches, up to 3x3 x 16x16, 40x40",
                 "414 launches, up to 13x13 x 16x16, 208x208",
                 "1022 launches, up to 32x32 x 16x16, 512x512",
                 [SCALE_MRPB] = "414 launches, up to 13x13 x 16x16, 208x208"},
    .warp_inst = {76984, 7662867, 112814208, [SCALE_MRPB] = 7662867},
    .run = run,
};
