/*
 * What becomes of the prefetches of an L1. Each that was issued ends in one of four ways:
 *   useful         its line was here when a demand read first asked for it;
 *   late           its line was on its way then: the read merged into its MSHR;
 *   early-evicted  its line left the L1 without a demand hit, and a demand read of it then missed
 * or was bypassed, before another prefetch of it was issued; useless        otherwise, decided at
 * the launch's end or when its line is prefetched anew. A demand read is one that counts as an
 * access of the L1. The early eviction ratio of the apres paper (Section III-C: of the correctly
 * predicted) is early-evicted over useful + late + early-evicted.
 *
 * Invariant: `unused` counts the lines of the L1, here or pending, that are still waiting for their
 * first demand read; `gone` holds the lines that left so and were not asked for since, n_gone.
 */
#ifndef LW_GPU_PREFETCH_H
#define LW_GPU_PREFETCH_H

#include "gpu/gpu_stats.h"
#include "gpu/lineset.h"

/* Walked by state_sm.c. */
typedef struct prefetch_book {
    lineset_t gone;
    uint64_t n_gone, unused;
} prefetch_book_t;

/* A launch begins: as lineset_reset(). */
void prefetch_start(prefetch_book_t *b, lineset_range_t main, lineset_range_t more);

void prefetch_issued(prefetch_book_t *b, gpu_stats_l1d_t *s, uint64_t line);
void prefetch_used(prefetch_book_t *b, gpu_stats_l1d_t *s, bool pending);
void prefetch_evicted(prefetch_book_t *b, uint64_t line);

/* A demand read misses or is bypassed. */
void prefetch_missed(prefetch_book_t *b, gpu_stats_l1d_t *s, uint64_t line);

/* A launch ends: nothing will be asked for any more, as the next one invalidates the L1. */
void prefetch_end(prefetch_book_t *b, gpu_stats_l1d_t *s);

#endif
