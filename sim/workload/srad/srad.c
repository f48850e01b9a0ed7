/* srad: speckle-reducing diffusion of an image, tiles in shared memory; v1: by arrays of
 * neighbours. */
#include "workload/srad/srad_host.h"

static const srad_kernels_t kernels = {"srad_coefficient", "srad_update"};

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return srad_run(d, w, o, diag, &kernels);
}

const workload_t workload_srad = {
    .name = "srad",
    .suite = "Rodinia",
    .groups = "apres:ci mrpb:rodinia las:1 apcm:ci abyp",
    .variants = "v1",
    .doc = "speckle-reducing diffusion of an image: stencil on 16 x 16 tiles, two kernels a round",
    .geometry = SRAD_GEOMETRY,
    .warp_inst = {149904, 4206719, 67144829, [SCALE_ABYP] = 4206719, [SCALE_MRPB] = 16799802},
    .run = run,
};
