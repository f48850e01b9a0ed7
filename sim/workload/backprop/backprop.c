/* backprop: training step of a network, products and sums in shared memory. */
#include "workload/backprop/backprop_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return backprop_run(d, w, o, diag, "layer_forward");
}

const workload_t workload_backprop = {
    .name = "backprop",
    .suite = "Rodinia",
    .groups = "apres:ci mrpb:rodinia las:1 abyp",
    .variants = "unrolled",
    .doc = "training step of a network: 16 hidden units, rows of 17 weights",
    .geometry = BACKPROP_GEOMETRY,
    .warp_inst = {79888, 5111824, 5111824, [SCALE_ABYP] = 638992, [SCALE_MRPB] = 5111824},
    .run = run,
};
