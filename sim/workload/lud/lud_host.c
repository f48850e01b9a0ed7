#include "workload/lud/lud_host.h"

#include "workload/factors.h"

#define BLOCK 16

static const uint32_t sizes[SCALES] = {64, 256, 512, [SCALE_ABYP] = 1024, [SCALE_MRPB] = 512};

static void launch_all(host_t *h, uint32_t n, uint64_t m, const lud_kernels_t *k)
{
    dev_arg_t size = dev_arg_u32(n);
    uint32_t offset = 0;
    for (; offset + BLOCK < n; offset += BLOCK) {
        uint32_t rest = (n - offset) / BLOCK - 1;
        dev_arg_t at = dev_arg_u32(offset);
        HOST_LAUNCH(h, k->diagonal, ((dim3_t){1, 1, 1}), ((dim3_t){BLOCK, 1, 1}), dev_arg_ptr(m),
                    size, at);
        HOST_LAUNCH(h, k->perimeter, ((dim3_t){rest, 1, 1}), ((dim3_t){2 * BLOCK, 1, 1}),
                    dev_arg_ptr(m), size, at);
        HOST_LAUNCH(h, k->internal, ((dim3_t){rest, rest, 1}), ((dim3_t){BLOCK, BLOCK, 1}),
                    dev_arg_ptr(m), size, at);
    }
    HOST_LAUNCH(h, k->diagonal, ((dim3_t){1, 1, 1}), ((dim3_t){BLOCK, 1, 1}), dev_arg_ptr(m), size,
                dev_arg_u32(offset));
}

static int lud(host_t *h, uint32_t n, const lud_kernels_t *k)
{
    size_t bytes = (size_t)n * n * sizeof(float);
    float *A = host_floats(h, (size_t)n * n);
    for (uint32_t i = 0; A && i < n; i++)
        A[(size_t)i * n + i] += (float)n; /* no pivot is small */
    uint64_t m = host_upload(h, A, bytes);
    launch_all(h, n, m, k);
    float *lu = host_download(h, m, bytes);
    return host_ok(h) ? check_factors(h, n, n, A, lu) : 0;
}

int lud_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
            const lud_kernels_t *k)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = lud(&h, sizes[o->scale], k);
    return host_close(&h, rc);
}
