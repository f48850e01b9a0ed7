/*
 * What each static global load does, measured beside a run by hooks that decide nothing: the
 * columns of apres's Table I, and apcm's locality type.
 *
 *  - %load: the load's requests (after coalescing) over those of all loads.
 *  - #L/#R: distinct lines over requests, lines counted apart in every SM and every launch,
 *    because the L1 is invalidated at a kernel's start: the miss rate of an infinite L1.
 *  - Stride: consecutive executions of the load on one SM by two different warps give (difference
 *    of their first lanes' addresses) / (difference of their warp numbers); a warp's number is its
 *    first thread's number in the grid / warp size. Table I's most frequent value, and its
 *    share of all pairs; a pair that does not divide exactly has no value but counts in the
 *    total. Of equally frequent values the one nearest 0, then the positive one. Counted twice:
 *    of the addresses, which a prefetcher sees, and of their lines, which are Table I's (all its
 *    strides are multiples of 128).
 *  - Type: apcm's rule applied to every line of the load: referenced once: streaming; by its
 *    first warp alone: intra-warp; by its first warp once, then by others: inter-warp; otherwise
 *    mixed. The type whose lines take the most requests.
 */
#ifndef LW_STATS_PROFILE_H
#define LW_STATS_PROFILE_H

#include <stdint.h>

#include "gpu/gpu.h"

typedef enum profile_type {
    PROFILE_STREAMING,
    PROFILE_INTRA_WARP,
    PROFILE_INTER_WARP,
    PROFILE_MIXED,
    PROFILE_TYPES
} profile_type_t;

typedef struct profile_row {
    const char *kernel;
    uint32_t pc;
    uint64_t executions, requests, lines; /* lines: distinct, as above */
    uint64_t pairs;                       /* of executions with different warps */
    int64_t stride;                       /* the most frequent; 0 if there is none */
    uint64_t stride_pairs;                /* of that value */
    int64_t line_stride;                  /* the same of the addresses' lines, in bytes */
    uint64_t line_stride_pairs;
    uint64_t typed[PROFILE_TYPES]; /* requests to lines of each type */
    profile_type_t type;
} profile_row_t;

typedef struct profile profile_t;

/* NULL when memory is exhausted, or the GPU takes no more hooks. */
profile_t *profile_new(gpu_t *gpu);
void profile_free(profile_t *p); /* after the GPU's last launch; NULL is fine */

/* Ends the counting and gives the rows: kernels in order of first launch, loads in PC order. NULL
 * when memory was exhausted on the way. They live as long as p. */
const profile_row_t *profile_rows(profile_t *p, unsigned *n);

const char *profile_type_name(profile_type_t t); /* "inter-warp" */

#endif
