/* lud: LU decomposition, blocks in shared memory. */
#include "workload/lud/lud_host.h"

static const lud_kernels_t kernels = {"lud_diagonal", "lud_perimeter", "lud_internal"};

static int run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag)
{
    return lud_run(d, w, o, diag, &kernels);
}

const workload_t workload_lud = {
    .name = "lud",
    .suite = "Rodinia",
    .groups = "apres:ci mrpb:rodinia las:2 abyp",
    .variants = "unrolled",
    .doc = "LU decomposition by 16 x 16 blocks: diagonal, perimeter, internal",
    .geometry = LUD_GEOMETRY,
    .warp_inst = {59828, 2569168, 19226528, [SCALE_ABYP] = 148807488, [SCALE_MRPB] = 19226528},
    .run = run,
};
