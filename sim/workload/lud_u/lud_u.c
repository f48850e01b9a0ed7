/* lud_u: LU decomposition without shared memory. */
#include "workload/lud/lud_host.h"

static const lud_kernels_t kernels = {"lud_u_diagonal", "lud_u_perimeter", "lud_u_internal"};

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return lud_run(d, w, o, diag, &kernels);
}

const workload_t workload_lud_u = {
    .name = "lud_u",
    .suite = "Rodinia",
    .groups = "mrpb:rodinia",
    .variants = "unrolled",
    .doc = "LU decomposition by 16 x 16 blocks without shared memory",
    .geometry = LUD_GEOMETRY,
    .warp_inst = {52620, 2354288, 17841888, [SCALE_ABYP] = 139072960, [SCALE_MRPB] = 17841888},
    .run = run,
};
