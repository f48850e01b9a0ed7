/* Policy las-cta: the block scheduler of the las thesis. What it does is in las_int.h. */
#include "policy/las_int.h"

static const policy_option_t options[] = {LAS_SHARED_OPTIONS LAS_CTA_OPTIONS};
static const policy_count_t counts[] = {LAS_SHARED_COUNTS LAS_CTA_COUNTS};

static const gpu_hooks_t hooks = {
    .policy = "las-cta",
    .on_kernel_start = las_on_kernel_start,
    .on_dispatch = las_on_dispatch,
    .on_cta_ready = las_on_cta_ready,
    .on_cta_finish = las_on_cta_finish,
    .pick_cta = las_pick_cta,
};

const policy_ops_t policy_las_cta = {
    .name = "las-cta",
    .doc = "CTAs that share lines to one SM (las thesis, chapter 3); with las-warp it is las",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = las_parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = 1,
    .n_counts = sizeof counts / sizeof *counts,
    .fits = las_fits,
    .end = las_end,
    .derive = las_derive,
    .walk = las_walk,
};
