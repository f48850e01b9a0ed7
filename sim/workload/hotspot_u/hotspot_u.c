/* hotspot_u: temperatures of a chip without shared memory. */
#include "workload/hotspot/hotspot_host.h"

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return hotspot_run(d, w, o, diag, "calculate_temp_u", true);
}

const workload_t workload_hotspot_u = {
    .name = "hotspot_u",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia",
    .variants = "",
    .doc = "temperatures of a chip without shared memory, two steps a launch",
    .geometry = HOTSPOT_GEOMETRY,
    .warp_inst = {99360, 2622656, 10495440, [SCALE_MRPB] = 2622656},
    .run = run,
};
