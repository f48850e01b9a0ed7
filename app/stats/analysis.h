/*
 * What the L1s' read streams look like, beside the simulation and without changing it: by hooks
 * that decide nothing, with the tags of an infinite L1 in every SM (inftags.h). Of every accepted
 * read of an L1, in its order, volatile reads excepted:
 *
 *  - Locality types of lines (apcm paper, section 3.1, Table 2). A line is brought in by the first
 *    read of it since the kernel's start. Read once: streaming; more often and always by the warp
 * that brought it: intra-warp; by that warp once, then by others: inter-warp; else inter- and
 *    intra-warp. It counts for the load that brought it.
 *  - Access-pattern similarity (equation 1): the sum over loads of the lines of the load's most
 *    frequent type, over all lines.
 *  - Reuse distances (reuse.h), for the load that reads again; reference distances also by the
 *    type of the line (the paper's Figure 6).
 *  - Contention: every miss or bypass of a line read before, by who evicted the line: the same
 *    warp, another warp of its CTA, a warp of another CTA, a store (or volatile read), or a
 *    prefetch; or nobody, because the L1 had not kept the line.
 *
 *  - Reads of lines (apcm paper, Figure 4): of each line that leaves a real L1 how often it was
 * read there, and of each line of the infinite one.
 *
 *  - Footprint: the distinct lines that reads of the L1s, stores and atomics touched, and the loads
 *    that read an L1 at all. Unlike the rest it is of the whole run and all SMs together (abyp
 *    paper, Figures 3 and 4).
 *
 * As the real L1, the infinite one is emptied at a kernel's start; unlike it, stores leave its
 * lines alone.
 */
#ifndef LW_STATS_ANALYSIS_H
#define LW_STATS_ANALYSIS_H

#include <cJSON.h>
#include <stdio.h>

#include "gpu/gpu.h"
#include "stats/reuse.h"

typedef enum analysis_type {
    ANALYSIS_STREAMING,
    ANALYSIS_INTRA_WARP,
    ANALYSIS_INTER_WARP,
    ANALYSIS_INTER_INTRA_WARP,
    ANALYSIS_TYPES
} analysis_type_t;

typedef enum analysis_contention {
    ANALYSIS_BY_SAME_WARP,
    ANALYSIS_BY_SAME_BLOCK,
    ANALYSIS_BY_OTHER_BLOCK,
    ANALYSIS_BY_STORE,
    ANALYSIS_BY_PREFETCH,
    ANALYSIS_NOT_EVICTED,
    ANALYSIS_CONTENTIONS
} analysis_contention_t;

/* How often a line was read. */
typedef enum analysis_reads {
    ANALYSIS_READ_1,
    ANALYSIS_READ_2,
    ANALYSIS_READ_4, /* 3 or 4 times, and so on */
    ANALYSIS_READ_8,
    ANALYSIS_READ_16,
    ANALYSIS_READ_MORE,
    ANALYSIS_READS
} analysis_reads_t;

/* Of one static load, or of all. */
typedef struct analysis_row {
    uint64_t accesses;                         /* reads of an L1 */
    uint64_t lines[ANALYSIS_TYPES];            /* lines it brought in, by type */
    uint64_t reads[ANALYSIS_TYPES];            /* reads of these, by anyone */
    reuse_hist_t stack, reference;             /* of its reads but first ones */
    uint64_t cold_misses;                      /* misses and bypasses of lines never read before */
    uint64_t contention[ANALYSIS_CONTENTIONS]; /* the other misses and bypasses */
} analysis_row_t;

typedef struct analysis analysis_t;

/* NULL when memory is exhausted, or the GPU takes no more hooks. Before the first launch. */
analysis_t *analysis_new(gpu_t *gpu);
void analysis_free(analysis_t *a); /* after the GPU's last launch; NULL is fine */

/* Ends the counting. -ENOMEM when memory was exhausted on the way. */
int analysis_finish(analysis_t *a);

/* The counts so far, for checkpoints; on loading a is new, of a GPU of the same configuration. */
void analysis_state(analysis_t *a, state_io_t *io);

/* After analysis_finish(): row i belongs to gpu_load_row() i. */
const analysis_row_t *analysis_rows(const analysis_t *a, unsigned *n);
analysis_row_t analysis_total(const analysis_t *a);
const reuse_hist_t *analysis_by_type(const analysis_t *a); /* [ANALYSIS_TYPES] */

/* Lines by how often they were read: of the infinite L1s, and of those that left the real ones.
 * [ANALYSIS_READS] */
const uint64_t *analysis_lines_by_reads(const analysis_t *a);
const uint64_t *analysis_evicted_by_reads(const analysis_t *a);

/* Distinct lines, of all launches and SMs; and static loads with at least one read of an L1. */
uint64_t analysis_distinct_lines(const analysis_t *a);
unsigned analysis_distinct_loads(const analysis_t *a);

/* Equation 1 over rows first ... first + n - 1; 0 / 0 is 0. */
typedef struct analysis_similarity {
    uint64_t dominant, lines;
} analysis_similarity_t;
analysis_similarity_t analysis_similarity(const analysis_t *a, unsigned first, unsigned n);

const char *analysis_type_name(analysis_type_t t);             /* "intra_warp" */
const char *analysis_contention_name(analysis_contention_t c); /* "same_warp" */
const char *analysis_reads_name(analysis_reads_t r);           /* "3_to_4" */

/* The object for the JSON; NULL when memory is exhausted. */
cJSON *analysis_json(const analysis_t *a);

/* Four lines for people. */
void analysis_print(const analysis_t *a, FILE *out);

#endif
