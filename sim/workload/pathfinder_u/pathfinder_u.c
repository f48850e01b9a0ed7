/* pathfinder_u: cheapest way over a floor without shared memory. */
#include "workload/pathfinder/pathfinder_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return pathfinder_run(d, w, o, diag, "dynproc_u", true);
}

const workload_t workload_pathfinder_u = {
    .name = "pathfinder_u",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia",
    .variants = "",
    .doc = "cheapest way down a floor without shared memory",
    .geometry = PATHFINDER_GEOMETRY,
    .warp_inst = {66777, 2035972, 10599620, [SCALE_MRPB] = 10599620},
    .run = run,
};
