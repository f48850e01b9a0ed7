/* Grey images made from a seed: soft spots of all sizes, a few straight edges, and noise. */
#ifndef LW_WORKLOAD_IMAGE_H
#define LW_WORKLOAD_IMAGE_H

#include <stdint.h>

#include "workload/host.h"

/* side x side whole values from 0 to 255 in host memory; NULL after an error. */
float *image_make(host_t *h, uint32_t side);

#endif
