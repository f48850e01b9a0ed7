/* Policy las-warp: the warp scheduler of the las thesis. What it does is in las_int.h. */
#include "policy/las_int.h"

static const policy_option_t options[] = {LAS_SHARED_OPTIONS LAS_WARP_OPTIONS};
static const policy_count_t counts[] = {LAS_SHARED_COUNTS LAS_WARP_COUNTS};

static const gpu_hooks_t hooks = {
    .policy = "las-warp",
    .on_kernel_start = las_on_kernel_start,
    .on_cta_ready = las_on_cta_ready,
    .on_cta_finish = las_on_cta_finish,
    .on_cycle = las_on_cycle,
    .pick_warp = las_pick_warp,
};

const policy_ops_t policy_las_warp = {
    .name = "las-warp",
    .doc = "two levels of warps, those that share lines first (las thesis, chapter 3); with "
           "las-cta it is las",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = las_parts + 1,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = 1,
    .n_counts = sizeof counts / sizeof *counts,
    .fits = las_fits,
    .end = las_end,
    .derive = las_derive,
    .walk = las_walk,
};
