/* Policy las: block scheduler and warp scheduler of the las thesis. What it does is in las_int.h.
 */
#include "policy/las_int.h"

static const policy_option_t options[] = {LAS_SHARED_OPTIONS LAS_CTA_OPTIONS LAS_WARP_OPTIONS};
static const policy_count_t counts[] = {LAS_SHARED_COUNTS LAS_CTA_COUNTS LAS_WARP_COUNTS};
static const char *const joins[] = {"las-cta", "las-warp", NULL};

static const gpu_hooks_t hooks = {
    .policy = "las",
    .on_kernel_start = las_on_kernel_start,
    .on_dispatch = las_on_dispatch,
    .on_cta_ready = las_on_cta_ready,
    .on_cta_finish = las_on_cta_finish,
    .on_cycle = las_on_cycle,
    .pick_cta = las_pick_cta,
    .pick_warp = las_pick_warp,
};

const policy_ops_t policy_las = {
    .name = "las",
    .doc =
        "locality-aware CTA and warp scheduling by address pre-computation (las thesis, chapter 3)",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = las_parts,
    .counts = counts,
    .joins = joins,
    .n_options = sizeof options / sizeof *options,
    .n_parts = 2,
    .n_counts = sizeof counts / sizeof *counts,
    .fits = las_fits,
    .end = las_end,
    .derive = las_derive,
    .walk = las_walk,
};
