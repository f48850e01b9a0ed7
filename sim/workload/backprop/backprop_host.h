/* The host program of backprop and backprop_u: they differ in their kernels only. */
#ifndef LW_WORKLOAD_BACKPROP_HOST_H
#define LW_WORKLOAD_BACKPROP_HOST_H

#include "workload/host.h"

#define BACKPROP_GEOMETRY                                                                          \
    {                                                                                              \
        "1x64 x 16x16, 1024 inputs", "1x4096 x 16x16, 65536 inputs",                               \
            "1x4096 x 16x16, 65536 inputs", [SCALE_ABYP] = "1x512 x 16x16, 8192 inputs",           \
                                            [SCALE_MRPB] = "1x4096 x 16x16, 65536 inputs"          \
    }

/* forward: the kernel of the forward step. */
int backprop_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
                 const char *forward);

#endif
