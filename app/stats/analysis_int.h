/*
 * The analysis as its own files see it. Nobody else includes this.
 */
#ifndef LW_STATS_ANALYSIS_INT_H
#define LW_STATS_ANALYSIS_INT_H

#include "gpu/lineset.h"
#include "stats/analysis.h"
#include "stats/inftags.h"

/* Walked by analysis_state.c, as what they hold is. */
typedef struct analysis_sm {
    inftags_t tags;
    reuse_t reuse;     /* its items are the tags' lines */
    uint64_t accesses; /* since the kernel's start */
    uint64_t *warp;    /* by slot: the warp's number in the grid */
} analysis_sm_t;

typedef struct analysis_pc {
    uint32_t pc, row;
} analysis_pc_t;

struct analysis {
    gpu_t *gpu;
    bool failed; /* memory exhausted */
    unsigned n_sms;
    analysis_sm_t *sm;
    uint32_t warps_per_cta;
    analysis_pc_t *pc; /* the running kernel's loads, by PC */
    unsigned n_pcs;
    reuse_hist_t by_type[ANALYSIS_TYPES];
    uint64_t read[ANALYSIS_READS], evicted[ANALYSIS_READS]; /* lines, infinite and real L1s */
    analysis_row_t *row;                                    /* as gpu_load_row() */
    unsigned n_rows;
    lineset_t touched; /* by any SM, since the first launch; sparse, without dense ranges */
};

/* The per-load rows, at least so many; and the running launch's loads by PC. False: no memory. */
bool analysis_grow_rows(analysis_t *a, unsigned n);
bool analysis_take_launch(analysis_t *a);

#endif
