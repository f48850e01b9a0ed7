/*
 * A time series of the main counters: a row every N core cycles, counted over all launches, and one
 * for what is left at the end of the run. A row holds what was counted since the one before, so
 * that the rows of a column sum to the counter's total.
 */
#ifndef LW_STATS_INTERVALS_H
#define LW_STATS_INTERVALS_H

#include <cJSON.h>

#include "gpu/gpu.h"

/* C(group, counter) of gpu_stats_t. */
/* clang-format off */
#define INTERVAL_COUNTERS(C) \
  C(run,        cycles) \
  C(run,        warp_instructions) \
  C(run,        thread_instructions) \
  C(sm,         issued) \
  C(sm,         stall_structural) \
  C(sm,         stall_raw_memory) \
  C(sm,         stall_raw_data) \
  C(sm,         stall_idle) \
  C(sm,         resident_warp_cycles) \
  C(l1d,        accesses) \
  C(l1d,        hits) \
  C(l1d,        pending_hits) \
  C(l1d,        misses) \
  C(l1d,        bypasses) \
  C(icnt_req,   flits) \
  C(icnt_reply, flits) \
  C(l2,         accesses) \
  C(l2,         read_misses) \
  C(l2,         write_misses) \
  C(dram,       reads) \
  C(dram,       writes) \
  C(dram,       row_hits) \
  C(dram,       bus_busy_cycles)
/* clang-format on */

#define INTERVAL_ONE(group, counter) +1
enum { INTERVAL_N = 0 INTERVAL_COUNTERS(INTERVAL_ONE) };
#undef INTERVAL_ONE

/* The counters as in INTERVAL_COUNTERS. */
typedef struct interval_row {
    uint64_t cycle;  /* the row ends before this core cycle */
    uint64_t launch; /* timed launch that ran last in it, from 1 */
    uint64_t delta[INTERVAL_N];
} interval_row_t;

typedef struct intervals intervals_t;

/* Rows every `every` core cycles (> 0) of gpu, from now on; before its first launch. NULL when
 * memory is exhausted. */
intervals_t *intervals_new(gpu_t *gpu, uint64_t every);
void intervals_free(intervals_t *v); /* after the GPU's last launch; NULL is fine */

/* Ends the last row; nothing may run afterwards. -ENOMEM if a row was lost on the way. */
int intervals_finish(intervals_t *v);

/* The rows so far, for checkpoints; intervals_new() of the same `every` comes before. */
void intervals_state(intervals_t *v, state_io_t *io);

const interval_row_t *intervals_rows(const intervals_t *v, size_t *n);

/* The object for the JSON: every, columns, rows. NULL when memory is exhausted. */
cJSON *intervals_json(const intervals_t *v);

#endif
