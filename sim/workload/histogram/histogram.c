/* histogram: counts of the 256 values of a byte. */
#include "workload/check.h"

#define BINS    256
#define THREADS 192

typedef struct shape {
    uint32_t bytes, partials, merge; /* merge: threads of a CTA of the second kernel */
} shape_t;

static const shape_t shapes[SCALES] = {{1 << 16, 24, 32},
                                       {1 << 20, 240, 256},
                                       {1 << 20, 240, 256},
                                       [SCALE_ABYP] = {1 << 20, 240, 256}};

static int histogram(host_t *h, shape_t s)
{
    uint8_t *data = host_memory(h, s.bytes, 1);
    int32_t *want = host_memory(h, BINS, sizeof *want);
    for (uint32_t i = 0; host_ok(h) && i < s.bytes; i++) {
        data[i] = (uint8_t)(rng_u64(&h->rng) >> 56);
        want[data[i]]++;
    }
    uint64_t ddata = host_upload(h, data, s.bytes);
    uint64_t dpartial = host_buffer(h, s.partials * BINS * sizeof(uint32_t));
    uint64_t dbins = host_buffer(h, BINS * sizeof(uint32_t));
    HOST_LAUNCH(h, "histogram256", ((dim3_t){s.partials, 1, 1}), ((dim3_t){THREADS, 1, 1}),
                dev_arg_ptr(dpartial), dev_arg_ptr(ddata), dev_arg_u32(s.bytes / 4));
    HOST_LAUNCH(h, "histogram_merge", ((dim3_t){BINS, 1, 1}), ((dim3_t){s.merge, 1, 1}),
                dev_arg_ptr(dbins), dev_arg_ptr(dpartial), dev_arg_u32(s.partials));
    int32_t *got = host_download(h, dbins, BINS * sizeof *got);
    return host_ok(h) ? check_i32(h, "count", got, want, BINS) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = histogram(&h, shapes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_histogram = {
    .name = "histogram",
    .suite = "CUDA SDK",
    .groups = "las:1 abyp",
    .variants = "",
    .doc = "counts of byte values: counters of each warp in shared memory, then a merge",
    .geometry = {"24x192 + 256x32, 64 KB", "240x192 + 256x256, 1 MB",
                 "240x192 + 256x256, 1 MB", [SCALE_ABYP] = "240x192 + 256x256, 1 MB"},
    .warp_inst = {84760, 1002832, 1002832, [SCALE_ABYP] = 1002832},
    .run = run,
};
