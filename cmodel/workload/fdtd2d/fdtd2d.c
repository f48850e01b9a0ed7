/*
 * fdtd2d: finite differences in time. Every step is checked as it is done: the device's fields
 * after it against those that follow from the device's fields before it. A bound of the error of
 * many steps at once would grow by a factor with each step and soon allow everything.
 */
#include <stdio.h>

#include "workload/check.h"
#include "workload/polybench.h"

typedef struct shape {
    uint32_t nx, ny, steps; /* rows, columns, steps in time */
} shape_t;

static const shape_t shapes[SCALES] = {{36, 96, 3}, {1024, 1024, 2}, {256, 256, 500}};

typedef struct field {
    poly_matrix_t m;
    float *before, *after; /* the step */
} field_t;

typedef struct fdtd {
    shape_t s;
    poly_matrix_t source; /* a value a step */
    field_t ex, ey, hz;
    approx_t *want; /* of one field */
} fdtd_t;

static field_t field(host_t *h, uint32_t rows, uint32_t cols)
{
    field_t f = {.m = poly_random(h, rows, cols)};
    f.before = f.m.host;
    f.after = host_memory(h, (size_t)rows * cols, sizeof *f.after);
    return f;
}

static size_t cells(const field_t *f)
{
    return (size_t)f->m.rows * f->m.cols;
}

static approx_t before(const field_t *f, uint32_t i, uint32_t j)
{
    return approx_exact((double)f->before[(size_t)i * f->m.cols + j]);
}

static approx_t after(const field_t *f, uint32_t i, uint32_t j)
{
    return approx_exact((double)f->after[(size_t)i * f->m.cols + j]);
}

/* a - factor (b - c) */
static approx_t step(approx_t a, float factor, approx_t b, approx_t c)
{
    return approx_sub(a, approx_mul(approx_exact((double)factor), approx_sub(b, c)));
}

static void want_unchanged(fdtd_t *f, const field_t *of)
{
    for (size_t n = 0; n < cells(of); n++)
        f->want[n] = approx_exact((double)of->before[n]);
}

/* ey: the source enters at the first row, the row after the last does not change. */
static void want_ey(fdtd_t *f, uint32_t t)
{
    want_unchanged(f, &f->ey);
    for (uint32_t i = 0; i < f->s.nx; i++)
        for (uint32_t j = 0; j < f->s.ny; j++) {
            approx_t *want = &f->want[(size_t)i * f->s.ny + j];
            if (i)
                *want = step(before(&f->ey, i, j), 0.5f, before(&f->hz, i, j),
                             before(&f->hz, i - 1, j));
            else
                *want = approx_exact((double)f->source.host[t]);
        }
}

/* ex: the outer columns do not change. */
static void want_ex(fdtd_t *f)
{
    want_unchanged(f, &f->ex);
    for (uint32_t i = 0; i < f->s.nx; i++)
        for (uint32_t j = 1; j < f->s.ny; j++)
            f->want[(size_t)i * (f->s.ny + 1) + j] =
                step(before(&f->ex, i, j), 0.5f, before(&f->hz, i, j), before(&f->hz, i, j - 1));
}

static void want_hz(fdtd_t *f)
{
    for (uint32_t i = 0; i < f->s.nx; i++)
        for (uint32_t j = 0; j < f->s.ny; j++) {
            approx_t in = approx_add(approx_sub(after(&f->ex, i, j + 1), after(&f->ex, i, j)),
                                     after(&f->ey, i + 1, j));
            f->want[(size_t)i * f->s.ny + j] =
                step(before(&f->hz, i, j), 0.7f, in, after(&f->ey, i, j));
        }
}

static int check_field(host_t *h, const fdtd_t *f, const char *name, uint32_t t, const field_t *of)
{
    char what[48];
    snprintf(what, sizeof what, "%s of step %u", name, t);
    return check_approx(h, what, of->after, f->want, cells(of));
}

static int check_step(host_t *h, fdtd_t *f, uint32_t t)
{
    want_ey(f, t);
    int wrong = check_field(h, f, "ey", t, &f->ey);
    if (!wrong) {
        want_ex(f);
        wrong = check_field(h, f, "ex", t, &f->ex);
    }
    if (!wrong) {
        want_hz(f);
        wrong = check_field(h, f, "hz", t, &f->hz);
    }
    return wrong;
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

static void read_back(host_t *h, field_t *f)
{
    dev_read(h->d, f->after, f->m.dev, cells(f) * sizeof *f->after);
}

static void swap(field_t *f)
{
    float *last = f->before;
    f->before = f->after;
    f->after = last;
}

static int fdtd(host_t *h, workload_scale_t scale)
{
    shape_t s = shapes[scale];
    fdtd_t f = {.s = s};
    f.source = poly_random(h, s.steps, 1);
    f.ex = field(h, s.nx, s.ny + 1);
    f.ey = field(h, s.nx + 1, s.ny);
    f.hz = field(h, s.nx, s.ny);
    size_t most = cells(&f.ex) > cells(&f.ey) ? cells(&f.ex) : cells(&f.ey);
    f.want = host_memory(h, most, sizeof *f.want);
    for (uint32_t t = 0; t < s.steps && host_ok(h); t++) {
        launch_step(h, &f, t);
        read_back(h, &f.ey);
        read_back(h, &f.ex);
        read_back(h, &f.hz);
        int wrong = host_ok(h) ? check_step(h, &f, t) : 0;
        if (wrong)
            return wrong;
        swap(&f.ey);
        swap(&f.ex);
        swap(&f.hz);
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
    .geometry = {"3 steps of 3x5 x 32x8, 36x96", "2 steps of 32x128 x 32x8, 1024x1024",
                 "500 steps of 8x32 x 32x8, 256x256"},
    .warp_inst = {38232, 7405056, 115680000},
    .run = run,
};
