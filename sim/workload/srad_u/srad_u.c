/* srad_u: speckle-reducing diffusion of an image without shared memory. */
#include "workload/srad/srad_host.h"

static const srad_kernels_t kernels = {"srad_coefficient_u", "srad_update_u"};

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return srad_run(d, w, o, diag, &kernels);
}

const workload_t workload_srad_u = {
    .name = "srad_u",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia",
    .variants = "",
    .doc = "speckle-reducing diffusion of an image without shared memory, two kernels a round",
    .geometry = SRAD_GEOMETRY,
    .warp_inst = {87552, 2490368, 39845888, [SCALE_ABYP] = 2490368, [SCALE_MRPB] = 9961472},
    .run = run,
};
