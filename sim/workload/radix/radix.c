/* radix: sorts 32-bit keys by four passes over digits of 8 bits. Reference: the C library's sort.
 */
#include "workload/check.h"

#define DIGITS 256 /* of a pass, and keys of a CTA */

static const uint32_t sizes[SCALES] = {2048, 65536, 65536, [SCALE_ABYP] = 65536};

/* Counts stand digit by digit, so that there are as many tiles of them as CTAs of keys. */
static void launch_pass(host_t *h, uint32_t ctas, uint64_t from, uint64_t to, uint64_t counts,
                        uint64_t sums, uint32_t shift)
{
    dim3_t grid = {ctas, 1, 1}, block = {DIGITS, 1, 1};
    HOST_LAUNCH(h, "radix_count", grid, block, dev_arg_ptr(from), dev_arg_ptr(counts),
                dev_arg_u32(shift));
    HOST_LAUNCH(h, "radix_scan_tiles", grid, block, dev_arg_ptr(counts), dev_arg_ptr(sums));
    HOST_LAUNCH(h, "radix_scan_sums", ((dim3_t){1, 1, 1}), block, dev_arg_ptr(sums),
                dev_arg_u32(ctas));
    HOST_LAUNCH(h, "radix_add_sums", grid, block, dev_arg_ptr(counts), dev_arg_ptr(sums));
    HOST_LAUNCH(h, "radix_permute", grid, block, dev_arg_ptr(from), dev_arg_ptr(counts),
                dev_arg_ptr(to), dev_arg_u32(shift));
}

static int radix(host_t *h, uint32_t n)
{
    uint32_t ctas = n / DIGITS;
    uint32_t *keys = host_memory(h, n, sizeof *keys);
    for (uint32_t i = 0; keys && i < n; i++)
        keys[i] = (uint32_t)(rng_u64(&h->rng) >> 32);
    uint64_t a = host_upload(h, keys, n * sizeof *keys);
    uint64_t b = host_buffer(h, n * sizeof *keys);
    uint64_t counts = host_buffer(h, ctas * DIGITS * sizeof(uint32_t));
    uint64_t sums = host_buffer(h, ctas * sizeof(uint32_t));
    for (uint32_t shift = 0; shift < 32; shift += 16) {
        launch_pass(h, ctas, a, b, counts, sums, shift);
        launch_pass(h, ctas, b, a, counts, sums, shift + 8);
    }
    uint32_t *got = host_download(h, a, n * sizeof *got);
    return host_ok(h) ? check_sorted(h, got, keys, n) : 0;
}

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    host_t h;
    int rc = host_open(&h, d, w, o, diag);
    if (!rc)
        rc = radix(&h, sizes[o->scale]);
    return host_close(&h, rc);
}

const workload_t workload_radix = {
    .name = "radix",
    .suite = "custom",
    .groups = "abyp",
    .variants = "unrolled",
    .doc = "radix sort of 32-bit keys: count, scan, permute by digits of 8 bits",
    .geometry = {"8x256, 2048 keys, 4 passes", "256x256, 65536 keys, 4 passes",
                 "256x256, 65536 keys, 4 passes", [SCALE_ABYP] = "256x256, 65536 keys, 4 passes"},
    .warp_inst = {194624, 6075284, 6075284, [SCALE_ABYP] = 6075284},
    .run = run,
};
