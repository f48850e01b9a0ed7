/* bitonic: sorts keys, one launch a pass. The reference is the C library's sort. */
#include "workload/check.h"

#define THREADS 256

static const uint32_t log_sizes[SCALES] = {11, 16, 17, [SCALE_ABYP] = 17};

static int bitonic(host_t *h, uint32_t log_n)
{
    uint32_t n = 1u << log_n;
    uint32_t *keys = host_memory(h, n, sizeof *keys);
    for (uint32_t i = 0; keys && i < n; i++)
        keys[i] = (uint32_t)(rng_u64(&h->rng) >> 32);
    uint64_t dkeys = host_upload(h, keys, n * sizeof *keys);
    dim3_t grid = {n / 2 / THREADS, 1, 1}, block = {THREADS, 1, 1};
    for (uint32_t stage = 0; stage < log_n; stage++)
        for (uint32_t pass = 0; pass <= stage; pass++)
            HOST_LAUNCH(h, "bitonic_pass", grid, block, dev_arg_ptr(dkeys), dev_arg_u32(stage),
                        dev_arg_u32(pass), dev_arg_u32(1));
    uint32_t *got = host_download(h, dkeys, n * sizeof *got);
    return host_ok(h) ? check_sorted(h, got, keys, n) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = bitonic(&h, log_sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_bitonic = {
    .name = "bitonic",
    .suite = "AMD APP SDK",
    .groups = "abyp",
    .variants = "",
    .doc = "bitonic sort of 32-bit keys, one launch a pass, one pair a thread",
    .geometry =
        {"4x256, 2048 keys, 66 passes", "128x256, 65536 keys, 136 passes",
         "256x256, 131072 keys, 153 passes", [SCALE_ABYP] = "256x256, 131072 keys, 153 passes"},
    .warp_inst = {88704, 5849088, 13160448, [SCALE_ABYP] = 13160448},
    .run = run,
};
