/* transpose: every element must be where row and column are exchanged, bit by bit. */
#include "workload/check.h"

#define TILE 16

typedef struct shape {
    uint32_t width, height; /* multiples of TILE */
    unsigned times;
} shape_t;

static const shape_t shapes[SCALES] = {{128, 96, 1}, {1024, 1024, 1}, {1024, 1024, 24}};

static int transpose(host_t *h, shape_t s)
{
    size_t n = (size_t)s.width * s.height;
    float *in = host_floats(h, n);
    uint64_t din = host_upload(h, in, n * sizeof *in);
    uint64_t dout = host_buffer(h, n * sizeof *in);
    const char *kernel = host_variant(h, "coalesced") ? "transpose_coalesced" : "transpose_naive";
    for (unsigned i = 0; i < s.times; i++)
        HOST_LAUNCH(h, kernel, ((dim3_t){s.width / TILE, s.height / TILE, 1}),
                    ((dim3_t){TILE, TILE, 1}), dev_arg_ptr(dout), dev_arg_ptr(din),
                    dev_arg_u32(s.width), dev_arg_u32(s.height));
    float *got = host_download(h, dout, n * sizeof *got);
    approx_t *want = host_memory(h, n, sizeof *want);
    if (!host_ok(h))
        return 0;
    for (uint32_t y = 0; y < s.height; y++)
        for (uint32_t x = 0; x < s.width; x++)
            want[(size_t)x * s.height + y] = approx_exact((double)in[(size_t)y * s.width + x]);
    return check_approx(h, "element", got, want, n);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = transpose(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_transpose = {
    .name = "transpose",
    .suite = "CUDA SDK",
    .groups = "las:2",
    .variants = "coalesced",
    .doc = "a matrix transposed by tiles of 16x16, an element a thread",
    .geometry = {"8x6 x 16x16, 128x96", "64x64 x 16x16, 1024x1024",
                 "64x64 x 16x16, 1024x1024, 24 times"},
    .warp_inst = {8832, 753664, 18087936},
    .run = run,
};
