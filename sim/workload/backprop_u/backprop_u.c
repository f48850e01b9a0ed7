/* backprop_u: training step of a network without shared memory. */
#include "workload/backprop/backprop_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return backprop_run(d, w, o, diag, "layer_forward_u");
}

const workload_t workload_backprop_u = {
    .name = "backprop_u",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia",
    .variants = "unrolled",
    .doc = "training step of a network without shared memory: 16 hidden units, rows of 17",
    .geometry = BACKPROP_GEOMETRY,
    .warp_inst = {71568, 4579344, 4579344, [SCALE_ABYP] = 572432, [SCALE_MRPB] = 4579344},
    .run = run,
};
