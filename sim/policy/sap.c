/* Policy sap: the prefetcher of the apres paper under a scheduler of another's. Its groups are
 * those of LAWS, whose queue nobody asks. What it does is in apres_int.h. */
#include "policy/apres_int.h"

static const policy_option_t options[] = {APRES_LAWS_OPTIONS APRES_SAP_OPTIONS};
static const policy_count_t counts[] = {APRES_LAWS_COUNTS APRES_SAP_COUNTS};

static const gpu_hooks_t hooks = {
    .policy = "sap",
    .on_kernel_start = apres_on_kernel_start,
    .on_cta_ready = apres_on_cta_ready,
    .on_load_issue = apres_on_load_issue,
    .on_l1_result = apres_on_l1_result,
    .on_prefetch_result = apres_on_prefetch_result,
    .on_warp_finish = apres_on_warp_finish,
    .on_cycle = apres_on_cycle,
};

const policy_ops_t policy_sap = {
    .name = "sap",
    .doc = "prefetching for groups of warps (Oh et al., 2016); with laws it is apres",
    .hooks = &hooks,
    .bytes = sizeof(policy_t),
    .options = options,
    .parts = apres_parts,
    .counts = counts,
    .n_options = sizeof options / sizeof *options,
    .n_parts = 1,
    .n_counts = sizeof counts / sizeof *counts,
    .fits = apres_fits,
    .init = apres_want_queue,
    .end = apres_end,
    .derive = apres_derive,
    .walk = apres_walk,
};
