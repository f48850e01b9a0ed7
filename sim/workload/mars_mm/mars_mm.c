/* mars_mm: C = A B of square matrices, a map task an element. */
#include "workload/check.h"
#include "workload/mars.h"

static const uint32_t sizes[SCALES] = {64, 256, 512};

/* b lies by columns. */
static int check(host_t *h, uint32_t n, const float *a, const float *b, const float *got)
{
    approx_t *want = host_memory(h, (size_t)n * n, sizeof *want);
    if (!want)
        return 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < n; k++)
                want[i * n + j] = approx_term(want[i * n + j], approx_exact(a[i * n + k]),
                                              approx_exact(b[j * n + k]));
    return check_approx(h, "C", got, want, (size_t)n * n);
}

static int mars_mm(host_t *h, uint32_t n)
{
    size_t records = (size_t)n * n, bytes = records * sizeof(float);
    mars_pair_t *record = mars_pairs(h, n);
    float *a = host_floats(h, records);
    float *b = host_floats(h, records); /* by columns */
    uint64_t drecords = host_upload(h, record, records * sizeof *record);
    uint64_t da = host_upload(h, a, bytes), db = host_upload(h, b, bytes);
    uint64_t dkeys = host_buffer(h, records * sizeof *record);
    uint64_t dvalues = host_buffer(h, bytes);
    HOST_LAUNCH(h, "mars_mm_map", ((dim3_t){host_ctas((uint32_t)records, MARS_THREADS), 1, 1}),
                ((dim3_t){MARS_THREADS, 1, 1}), dev_arg_ptr(drecords), dev_arg_ptr(da),
                dev_arg_ptr(db), dev_arg_ptr(dkeys), dev_arg_ptr(dvalues),
                dev_arg_u32((uint32_t)records), dev_arg_u32(n));
    mars_pair_t *keys = host_download(h, dkeys, records * sizeof *keys);
    float *values = host_download(h, dvalues, bytes);
    if (!host_ok(h))
        return 0;
    int rc = mars_check_pairs(h, keys, record, records);
    return rc ? rc : check(h, n, a, b, values);
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = mars_mm(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_mars_mm = {
    .name = "mars_mm",
    .suite = "Mars",
    .groups = "apcm:cm",
    .variants = "unrolled",
    .doc = "matrix product as a map: each thread the dot product of two rows",
    .geometry = {"16x256, 64x64", "256x256, 256x256", "1024x256, 512x512"},
    .warp_inst = {78592, 4796416, 38060032},
    .run = run,
};
