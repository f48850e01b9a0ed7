/* pathfinder: cheapest way over a floor, blocks of columns in shared memory. */
#include "workload/pathfinder/pathfinder_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return pathfinder_run(d, w, o, diag, "dynproc", false);
}

const workload_t workload_pathfinder = {
    .name = "pathfinder",
    .suite = "Rodinia",
    .groups = "apres:comp mrpb:rodinia",
    .variants = "",
    .doc = "cheapest way down a floor: 256 columns in shared memory, up to 20 rows a launch",
    .geometry = PATHFINDER_GEOMETRY,
    .warp_inst = {65817, 2013748, 10488500, [SCALE_MRPB] = 10488500},
    .run = run,
};
