/*
 * fdtd2d: finite differences in time. The reference carries a bound of the error from step to step,
 * which grows up to fivefold with each; so after SPAN steps it is compared with the device's fields
 * and goes on from them.
 */
#include <stdio.h>

#include "workload/check.h"
#include "workload/polybench.h"

enum { SPAN = 6 };

typedef struct shape {
    uint32_t nx, ny, steps; /* rows, columns, steps in time */
} shape_t;

static const shape_t shapes[SCALES] = {
    {36, 96, 3}, {1024, 1024, 2}, {256, 256, 500}, [SCALE_MRPB] = {256, 256, 500}};

typedef struct field {
    poly_matrix_t m;
    approx_t *want;
} field_t;

typedef struct fdtd {
    shape_t s;
    poly_matrix_t source; /* a value a step */
    field_t ex, ey, hz;
    float *got; /* of one field */
} fdtd_t;

static size_t cells(const field_t *f)
{
    return (size_t)f->m.rows * f->m.cols;
}

static void start_from(field_t *f, const float *values)
{
    for (size_t n = 0; n < cells(f); n++)
        f->want[n] = approx_exact((double)values[n]);
}

static field_t field(host_t *h, uint32_t rows, uint32_t cols)
{
    field_t f = {.m = poly_random(h, rows, cols)};
    f.want = host_memory(h, cells(&f), sizeof *f.want);
    if (f.want)
        start_from(&f, f.m.host);
    return f;
}

static approx_t *at(const field_t *f, uint32_t i, uint32_t j)
{
    return &f->want[(size_t)i * f->m.cols + j];
}

/* a - factor b */
static approx_t less(approx_t a, float factor, approx_t b)
{
    return approx_sub(a, approx_mul(approx_exact((double)factor), b));
}

/* The source enters at ey's first row; its row after the last and ex's outer columns never change.
 */
static void step_electric(const fdtd_t *f, uint32_t t)
{
    for (uint32_t j = 0; j < f->s.ny; j++)
        *at(&f->ey, 0, j) = approx_exact((double)f->source.host[t]);
    for (uint32_t i = 0; i < f->s.nx; i++)
        for (uint32_t j = 0; j < f->s.ny; j++) {
            approx_t here = *at(&f->hz, i, j);
            if (i)
                *at(&f->ey, i, j) =
                    less(*at(&f->ey, i, j), 0.5f, approx_sub(here, *at(&f->hz, i - 1, j)));
            if (j)
                *at(&f->ex, i, j) =
                    less(*at(&f->ex, i, j), 0.5f, approx_sub(here, *at(&f->hz, i, j - 1)));
        }
}

static void step_magnetic(const fdtd_t *f)
{
    for (uint32_t i = 0; i < f->s.nx; i++)
        for (uint32_t j = 0; j < f->s.ny; j++) {
            approx_t curl = approx_sub(*at(&f->ex, i, j + 1), *at(&f->ex, i, j));
            curl = approx_sub(approx_add(curl, *at(&f->ey, i + 1, j)), *at(&f->ey, i, j));
            *at(&f->hz, i, j) = less(*at(&f->hz, i, j), 0.7f, curl);
        }
}

static int check_field(host_t *h, const fdtd_t *f, const char *name, uint32_t t, field_t *of)
{
    char what[48];
    snprintf(what, sizeof what, "%s after step %u", name, t);
    dev_read(h->d, f->got, of->m.dev, cells(of) * sizeof *f->got);
    if (!host_ok(h))
        return 0;
    int wrong = check_approx(h, what, f->got, of->want, cells(of));
    start_from(of, f->got);
    return wrong;
}

static int check(host_t *h, fdtd_t *f, uint32_t t)
{
    int wrong = check_field(h, f, "ey", t, &f->ey);
    if (!wrong)
        wrong = check_field(h, f, "ex", t, &f->ex);
    return wrong ? wrong : check_field(h, f, "hz", t, &f->hz);
}

static void launch_step(host_t *h, const fdtd_t *f, uint32_t t)
{
    dev_arg_t nx = dev_arg_u32(f->s.nx), ny = dev_arg_u32(f->s.ny);
    dev_arg_t ex = POLY_PTR(f->ex.m), ey = POLY_PTR(f->ey.m), hz = POLY_PTR(f->hz.m);
    POLY_PLANE(h, "fdtd_step1", f->s.nx, f->s.ny, POLY_PTR(f->source), ey, hz, nx, ny,
               dev_arg_u32(t));
    POLY_PLANE(h, "fdtd_step2", f->s.nx, f->s.ny, ex, hz, nx, ny);
    POLY_PLANE(h, "fdtd_step3", f->s.nx, f->s.ny, ex, ey, hz, nx, ny);
}

static int fdtd(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    fdtd_t f = {.s = s};
    f.source = poly_random(h, s.steps, 1);
    f.ex = field(h, s.nx, s.ny + 1);
    f.ey = field(h, s.nx + 1, s.ny);
    f.hz = field(h, s.nx, s.ny);
    f.got = host_memory(h, (size_t)(s.nx + 1) * (s.ny + 1), sizeof *f.got);
    for (uint32_t t = 0; t < s.steps && host_ok(h); t++) {
        launch_step(h, &f, t);
        step_electric(&f, t);
        step_magnetic(&f);
        bool compare = (t + 1) % SPAN == 0 || t + 1 == s.steps;
        int wrong = compare ? check(h, &f, t) : 0;
        if (wrong)
            return wrong;
    }
    return 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return poly_run(d, w, o, diag, fdtd);
}

const workload_t workload_fdtd2d = {
    .name = "fdtd2d",
    .suite = "PolyBench",
    .groups = "mrpb:ci",
    .variants = "",
    .doc = "field in two dimensions by finite differences, three kernels a step in time",
    .geometry =
        {"3 steps of 3x5 x 32x8, 36x96", "2 steps of 32x128 x 32x8, 1024x1024",
         "500 steps of 8x32 x 32x8, 256x256", [SCALE_MRPB] = "500 steps of 8x32 x 32x8, 256x256"},
    .warp_inst = {38232, 7405056, 115680000, [SCALE_MRPB] = 115680000},
    .run = run,
};
