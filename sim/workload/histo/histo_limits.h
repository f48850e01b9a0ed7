/* What histo's kernels and its host agree on. */
#ifndef LW_WORKLOAD_HISTO_LIMITS_H
#define LW_WORKLOAD_HISTO_LIMITS_H

#define HISTO_ROWS            24                  /* of 256 words in a CTA's shared memory */
#define HISTO_RANGE           (HISTO_ROWS * 1024) /* bins that a CTA counts: a byte each */
#define HISTO_LINES           16                  /* that a CTA of histo_intermediates takes */
#define HISTO_PRESCAN_THREADS 512
#define HISTO_SIGMAS          10 /* standard deviations on either side that the ranges cover */

#endif
