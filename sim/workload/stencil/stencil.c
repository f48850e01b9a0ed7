/*
 * stencil: steps of a seven-point stencil on a box. The reference makes the same steps in double.
 */
#include "workload/check.h"

typedef struct shape {
    uint32_t nx, ny, nz; /* nx a multiple of 64, ny of 4: whole tiles of block2d */
    unsigned steps;
} shape_t;

static const shape_t shapes[SCALES] = {{128, 16, 8, 2}, {128, 128, 64, 1}, {512, 512, 64, 2}};

/* One step of the inner cell `at`. */
static approx_t step_cell(const shape_t *s, approx_t c0, approx_t c1, const approx_t *from,
                          size_t at)
{
    size_t row = s->nx, layer = (size_t)s->nx * s->ny;
    const size_t neighbours[] = {at - 1, at + 1, at - row, at + row, at - layer};
    approx_t sum = from[at + layer];
    for (unsigned i = 0; i < sizeof neighbours / sizeof neighbours[0]; i++)
        sum = approx_add(sum, from[neighbours[i]]);
    return approx_sub(approx_mul(sum, c1), approx_mul(from[at], c0));
}

static int check(host_t *h, shape_t s, float c0, float c1, const float *in, const float *got)
{
    size_t cells = (size_t)s.nx * s.ny * s.nz;
    approx_t *now = host_memory(h, cells, sizeof *now), *next = host_memory(h, cells, sizeof *next);
    if (!host_ok(h))
        return 0;
    for (size_t i = 0; i < cells; i++)
        now[i] = next[i] = approx_exact((double)in[i]);
    approx_t a0 = approx_exact((double)c0), a1 = approx_exact((double)c1);
    for (unsigned step = 0; step < s.steps; step++) {
        for (uint32_t z = 1; z + 1 < s.nz; z++)
            for (uint32_t y = 1; y + 1 < s.ny; y++)
                for (uint32_t x = 1; x + 1 < s.nx; x++) {
                    size_t at = ((size_t)z * s.ny + y) * s.nx + x;
                    next[at] = step_cell(&s, a0, a1, now, at);
                }
        approx_t *swap = now;
        now = next;
        next = swap;
    }
    return check_approx(h, "cell", got, now, cells);
}

static int stencil(host_t *h, shape_t s)
{
    size_t cells = (size_t)s.nx * s.ny * s.nz, bytes = cells * sizeof(float);
    float c0 = 1.0f / 6.0f, c1 = 1.0f / 36.0f;
    float *in = host_floats(h, cells);
    /* Both have the faces, which no step writes. */
    uint64_t d[2] = {host_upload(h, in, bytes), host_upload(h, in, bytes)};
    bool block2d = host_variant(h, "block2d"), fermi = host_variant(h, "fermi");
    unsigned now = 0;
    for (unsigned i = 0; i < s.steps; i++, now ^= 1) {
        if (block2d || fermi)
            HOST_LAUNCH(h, block2d ? "stencil_block2d" : "stencil_fermi",
                        ((dim3_t){s.nx / (block2d ? 64 : 32), s.ny / 4, 1}), ((dim3_t){32, 4, 1}),
                        dev_arg_f32(c0), dev_arg_f32(c1), dev_arg_ptr(d[now]),
                        dev_arg_ptr(d[now ^ 1]), dev_arg_u32(s.nx), dev_arg_u32(s.ny),
                        dev_arg_u32(s.nz));
        else
            HOST_LAUNCH(h, "stencil_naive", ((dim3_t){s.nx / 32, s.ny, s.nz - 2}),
                        ((dim3_t){32, 1, 1}), dev_arg_f32(c0), dev_arg_f32(c1), dev_arg_ptr(d[now]),
                        dev_arg_ptr(d[now ^ 1]), dev_arg_u32(s.nx), dev_arg_u32(s.ny));
    }
    float *got = host_download(h, d[now], bytes);
    return host_ok(h) ? check(h, s, c0, c1, in, got) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = stencil(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_stencil = {
    .name = "stencil",
    .suite = "Parboil",
    .groups = "apres:comp apcm:ci",
    .variants = "block2d fermi",
    .doc = "a seven-point stencil on a box of cells",
    .geometry = {"4x16x6 x 32, 128x16x8 cells, 2 steps", "4x128x62 x 32, 128x128x64 cells, 1 step",
                 "16x512x62 x 32, 512x512x64 cells, 2 steps"},
    .warp_inst = {53952, 2445280, 78987008},
    .run = run,
};
