/*
 * The GPU's per-load table with one row for a load. The GPU keeps a table for every program that it
 * has run; a trace shows of a kernel what a launch has executed, so that launches of one kernel
 * may be different programs with loads in common.
 */
#ifndef LW_STATS_MERGE_LOADS_H
#define LW_STATS_MERGE_LOADS_H

#include "gpu/gpu_stats.h"

/* Adds up the rows of equal kernel name and PC, in place: kernels in order of their first row,
 * loads in PC order. *n: how many rows there are, then how many are left. 0 or -ENOMEM. */
int merge_loads(gpu_load_row_t *rows, unsigned *n);

#endif
