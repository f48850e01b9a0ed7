/* The host program of nw and nw_u: they differ in their kernels only. */
#ifndef LW_WORKLOAD_NW_HOST_H
#define LW_WORKLOAD_NW_HOST_H

#include "workload/host.h"

#define NW_GEOMETRY                                                                                \
    {                                                                                              \
        "15 launches of 1 to 8 x 16, 128x128", "127 launches of 1 to 64 x 16, 1024x1024",          \
            "255 launches of 1 to 128 x 16, 2048x2048",                                            \
            [SCALE_ABYP] = "63 launches of 1 to 32 x 16, 512x512",                                 \
            [SCALE_MRPB] = "255 launches of 1 to 128 x 16, 2048x2048"                              \
    }

/* Scores of two random sequences; upper and lower: the kernels of the two halves of the table. */
int nw_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
           const char *upper, const char *lower);

#endif
