/* The host program of srad and srad_u, which differ in their kernels, and of srad's variant v1. */
#ifndef LW_WORKLOAD_SRAD_HOST_H
#define LW_WORKLOAD_SRAD_HOST_H

#include "workload/host.h"

#define SRAD_GEOMETRY                                                                              \
    {                                                                                              \
        "6x6 x 16x16, 96x96, 2 rounds", "32x32 x 16x16, 512x512, 2 rounds",                        \
            "128x128 x 16x16, 2048x2048, 2 rounds",                                                \
            [SCALE_ABYP] = "32x32 x 16x16, 512x512, 2 rounds",                                     \
            [SCALE_MRPB] = "64x64 x 16x16, 1024x1024, 2 rounds"                                    \
    }

typedef struct srad_shape {
    uint32_t side;
    unsigned rounds;
} srad_shape_t;

/* The kernels of a round. */
typedef struct srad_kernels {
    const char *coefficient, *update;
} srad_kernels_t;

int srad_run(device_t *d, const workload_t *w, const workload_opts_t *o, diag_t *diag,
             const srad_kernels_t *k);

/* Version 1 of the program, in srad_v1.c. */
int srad_v1(host_t *h, srad_shape_t s);

#endif
