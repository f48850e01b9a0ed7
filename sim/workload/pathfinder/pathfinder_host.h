/* The host program of pathfinder and pathfinder_u: they differ in their kernels only. */
#ifndef LW_WORKLOAD_PATHFINDER_HOST_H
#define LW_WORKLOAD_PATHFINDER_HOST_H

#include "workload/host.h"

#define PATHFINDER_GEOMETRY                                                                        \
    {                                                                                              \
        "10x256, 2016x30, 2 launches", "463x256, 100000x20, 1 launch",                             \
            "463x256, 100000x100, 5 launches", [SCALE_MRPB] = "463x256, 100000x100, 5 launches"    \
    }

/* scratch: the kernel takes two global buffers of a CTA's columns each as its last arguments. */
int pathfinder_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                   const char *kernel, bool scratch);

#endif
