/* nw_u: Needleman-Wunsch without shared memory. */
#include "workload/nw/nw_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return nw_run(d, w, o, diag, "nw_u_upper", "nw_u_lower");
}

const workload_t workload_nw_u = {
    .name = "nw_u",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia abyp",
    .variants = "",
    .doc = "Needleman-Wunsch alignment without shared memory",
    .geometry = NW_GEOMETRY,
    .warp_inst = {50812, 3253984, 13016512, [SCALE_ABYP] = 813424, [SCALE_MRPB] = 13016512},
    .run = run,
};
