/* The host program of lud and lud_u: they differ in their kernels only. */
#ifndef LW_WORKLOAD_LUD_HOST_H
#define LW_WORKLOAD_LUD_HOST_H

#include "workload/host.h"

#define LUD_GEOMETRY                                                                               \
    {                                                                                              \
        "10 launches, 64x64", "46 launches, up to 15x15 x 16x16, 256x256",                         \
            "94 launches, up to 31x31 x 16x16, 512x512",                                           \
            [SCALE_ABYP] = "190 launches, up to 63x63 x 16x16, 1024x1024",                         \
            [SCALE_MRPB] = "94 launches, up to 31x31 x 16x16, 512x512"                             \
    }

/* The kernels of a step. */
typedef struct lud_kernels {
    const char *diagonal, *perimeter, *internal;
} lud_kernels_t;

int lud_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
            const lud_kernels_t *k);

#endif
