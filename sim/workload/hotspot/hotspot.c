/* hotspot: temperatures of a chip, tiles in shared memory. */
#include "workload/hotspot/hotspot_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return hotspot_run(d, w, o, diag, "calculate_temp", false);
}

const workload_t workload_hotspot = {
    .name = "hotspot",
    .suite = "Rodinia",
    .groups = "apres:comp mrpb:rodinia las:1",
    .variants = "",
    .doc = "temperatures of a chip: 16x16 tiles in shared memory, two steps a launch",
    .geometry = HOTSPOT_GEOMETRY,
    .warp_inst = {100440, 2665398, 10668300, [SCALE_MRPB] = 2665398},
    .run = run,
};
