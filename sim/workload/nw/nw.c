/* nw: Needleman-Wunsch with blocks in shared memory. */
#include "workload/nw/nw_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return nw_run(d, w, o, diag, "nw_upper", "nw_lower");
}

const workload_t workload_nw = {
    .name = "nw",
    .suite = "Rodinia",
    .groups = "apres:cs mrpb:rodinia las:3 abyp",
    .variants = "unrolled",
    .doc = "Needleman-Wunsch alignment by blocks in shared memory, antidiagonals of half warps",
    .geometry = NW_GEOMETRY,
    .warp_inst = {72268, 4626272, 18505408, [SCALE_ABYP] = 1156528, [SCALE_MRPB] = 18505408},
    .run = run,
};
