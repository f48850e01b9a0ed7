/* The host program of hotspot and hotspot_u: they differ in their kernels only. */
#ifndef LW_WORKLOAD_HOTSPOT_HOST_H
#define LW_WORKLOAD_HOTSPOT_HOST_H

#include "workload/host.h"

#define HOTSPOT_GEOMETRY                                                                           \
    {                                                                                              \
        "6x6 x 16x16, 64x64 cells, 2 launches", "43x43 x 16x16, 512x512 cells, 1 launch",          \
            "86x86 x 16x16, 1024x1024 cells, 1 launch",                                            \
            [SCALE_MRPB] = "43x43 x 16x16, 512x512 cells, 1 launch"                                \
    }

/* scratch: the kernel takes two global buffers of 16 x 16 cells a CTA as its last arguments. */
int hotspot_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                const char *kernel, bool scratch);

#endif
