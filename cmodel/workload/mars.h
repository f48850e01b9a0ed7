/*
 * Host parts of the Mars workloads: records of pairs, prefix scans, generated text, and the sort of
 * keys (mars.cuh has the kernels).
 */
#ifndef LW_WORKLOAD_MARS_H
#define LW_WORKLOAD_MARS_H

#include <stdint.h>

#include "workload/host.h"

#define MARS_THREADS 256 /* of a CTA */

/* A device's int2. */
typedef struct mars_pair {
    int32_t x, y;
} mars_pair_t;

/* All pairs of n rows with n rows, the second fastest; n * n records in host memory. */
mars_pair_t *mars_pairs(host_t *h, uint32_t n);

/* The keys that came back are the records. 0, or 1 with a message. */
int mars_check_pairs(host_t *h, const mars_pair_t *got, const mars_pair_t *want, size_t n);

#endif
