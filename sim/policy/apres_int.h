#pragma once
/*
 * Policies laws, sap and apres: the two structures of the apres paper (Oh et al., ISCA 2016), alone
 * and together. laws holds one unit apres.laws an SM and chooses the warp that issues; sap holds
 * one unit apres an SM, whose groups lead to prefetches, and leaves the choice of the warp to
 * whoever has it; apres holds the same unit and chooses by its queue, too. `-p laws+sap` is apres
 * (policy_ops_t.joins). docs/units/apres.md has the units' ports.
 *
 *   laws.c, sap.c, apres.c  what each declares
 *   apres_common.c          what the three declare alike, and the unit behind its engine
 *   apres_events.c          kernels, warps, loads and their results, the choice of the warp
 *   apres_clock.c           the clock, what it counts, prefetches
 *   apres_state.c           checkpoints
 *
 * The hooks of one SM-cycle collect the cycle's inputs, and on_cycle clocks the unit if there are
 * any, or if it works by itself. In between it sleeps for as long as it says, and the SM with it.
 *
 * A load forms a group if it is of global memory and may hit in the L1. Volatile loads and atomics
 * get no L1 result, by which a group would be moved and its entry freed. What the paper lets travel
 * with a load is kept by the number of its instruction: its WGT entry, and the address of its
 * lowest active lane. A merge into a pending line is a miss, and so is a bypass.
 *
 * A prefetch that the unit offers goes to the SM's prefetch queue, one at a time, and the unit
 * hears what became of it in the cycle in which the L1 takes it up. Beside another prefetcher that
 * has filled the queue it is held until there is room. One outside device memory is dropped here.
 */
#include "apres/apres.h"
#include "common/bits.h"
#include "policy/list.h"
#include "policy/prefetcher.h"

/* Option reach: for which warps of a group prefetches may be made. */
enum { REACH_GROUP, REACH_CTA };

extern const policy_name_t apres_reaches[];

typedef struct counts {
    uint64_t loads;       /* global loads that may hit in the L1 */
    uint64_t groups;      /* of these, with a WGT entry */
    uint64_t ungrouped;   /* of these, without */
    uint64_t group_warps; /* over groups: their warps */
    uint64_t hits;        /* groups whose first request hit */
    uint64_t misses;      /* ... or did not */
    uint64_t moves_hit, moves_miss, moves_begin, moves_target;
    /* Of SAP. */
    uint64_t served;    /* misses taken from the DRQ */
    uint64_t drq_drops; /* misses that found it full */
    uint64_t pt_allocations, pt_replacements;
    uint64_t same_warp, inexact, mismatches, no_stride, predictions;
    /* What became of the prefetches that were asked for. */
    uint64_t taken[GPU_PREFETCH_NO_QUEUE + 1];
} counts_t;

/* A load under way. */
typedef struct load {
    uint64_t addr; /* of its lowest active lane */
    uint8_t group; /* WGT entry */
    bool grouped;  /* ... and its first request has no L1 result yet */
} load_t;

typedef struct sm {
    unit_inst_t *laws, *apres; /* one of them */
    apres_in_t in;             /* this cycle's inputs so far */
    uint16_t op;               /* the load in it */
    bool active;               /* in, or what waits for the next edge, holds something to clock */
    bool starts;               /* a kernel starts */
    bool outside;              /* the prefetch offered is dropped */
    bool asked;                /* ... or is in the prefetch queue */
    uint64_t begins;           /* warps that start */
    uint64_t until;            /* first cycle in which something happens by itself */
    load_t *load;
    uint32_t n_loads; /* room */
} sm_t;

struct policy {
    policy_run_t run;
    uint32_t groups, serial, drq, pt, div_bits, stages, reach; /* options */
    prefetcher_t out;
    sm_t *sm;
    counts_t n;
};

/* Rows of the tables that the three share in part. */
/* clang-format off */
#define APRES_LAWS_OPTIONS \
    {"groups", 3, 1, 16, "entries of the WGT: groups that loads under way can have", \
     .at = offsetof(policy_t, groups)}, \
    {"serial", 0, 0, 1, "1: a group moves by one warp per cycle, else all at once", \
     .at = offsetof(policy_t, serial)},
#define APRES_SAP_OPTIONS \
    {"drq", 32, 1, 64, "entries of the DRQ: misses that can wait", .at = offsetof(policy_t, drq)}, \
    {"pt", 10, 1, 32, "entries of the PT: loads whose strides are known", \
     .at = offsetof(policy_t, pt)}, \
    {"div_bits", 4, 1, 8, "bits of a quotient that are computed in a cycle", \
     .at = offsetof(policy_t, div_bits), .pow2 = true}, \
    {"stages", 0, 0, 2, \
     "1: registers from the DRQ to the division and from the WQ to the address; 2: in the product, too", \
     .at = offsetof(policy_t, stages)}, \
    {"reach", REACH_GROUP, 0, 0, "warps of a group for which prefetches are made: all, or those of the load's CTA", \
     .at = offsetof(policy_t, reach), .names = apres_reaches},
#define APRES_COUNT(name, member) {name, offsetof(policy_t, member)},
#define APRES_LAWS_COUNTS \
    APRES_COUNT("loads", n.loads) \
    APRES_COUNT("groups", n.groups) \
    APRES_COUNT("ungrouped", n.ungrouped) \
    APRES_COUNT("group_warps", n.group_warps) \
    APRES_COUNT("group_hits", n.hits) \
    APRES_COUNT("group_misses", n.misses) \
    APRES_COUNT("moves_hit", n.moves_hit) \
    APRES_COUNT("moves_miss", n.moves_miss) \
    APRES_COUNT("moves_begin", n.moves_begin)
#define APRES_SAP_COUNTS \
    APRES_COUNT("moves_target", n.moves_target) \
    APRES_COUNT("served", n.served) \
    APRES_COUNT("drq_drops", n.drq_drops) \
    APRES_COUNT("pt_allocations", n.pt_allocations) \
    APRES_COUNT("pt_replacements", n.pt_replacements) \
    APRES_COUNT("same_warp", n.same_warp) \
    APRES_COUNT("inexact", n.inexact) \
    APRES_COUNT("mismatches", n.mismatches) \
    APRES_COUNT("no_stride", n.no_stride) \
    APRES_COUNT("predictions", n.predictions) \
    APRES_COUNT("outside", out.outside) \
    APRES_COUNT("asked", out.asked) \
    APRES_COUNT("sap_issued", n.taken[GPU_PREFETCH_ISSUED]) \
    APRES_COUNT("sap_present", n.taken[GPU_PREFETCH_PRESENT]) \
    APRES_COUNT("sap_pending", n.taken[GPU_PREFETCH_PENDING]) \
    APRES_COUNT("sap_refused", n.taken[GPU_PREFETCH_POLICY]) \
    APRES_COUNT("sap_no_way", n.taken[GPU_PREFETCH_NO_WAY]) \
    APRES_COUNT("sap_no_mshr", n.taken[GPU_PREFETCH_NO_MSHR]) \
    APRES_COUNT("sap_no_queue", n.taken[GPU_PREFETCH_NO_QUEUE])
/* clang-format on */

/* apres_common.c */
extern const policy_part_t apres_laws_parts[1], apres_parts[1];
int apres_fits(const policy_t *p, diag_t *d);
/* Of a policy with SAP. */
int apres_want_queue(policy_t *p, diag_t *d);
void apres_end(policy_t *p);
unsigned apres_derive(const policy_t *p, policy_row_t *rows);
/* What the unit says in `cycle` with these inputs; and its edge. */
void apres_evaluate(policy_t *p, sm_t *sm, apres_out_t *out, uint64_t cycle);
void apres_step(policy_t *p, sm_t *sm, apres_out_t *out, uint64_t cycle);
/* Its outputs that depend on the state alone, and for how long nothing happens. */
uint64_t apres_settle(policy_t *p, sm_t *sm, apres_out_t *out);

/* apres_events.c */
void apres_on_kernel_start(void *ctx, const front_t *front);
void apres_on_cta_ready(void *ctx, const gpu_cta_event_t *e);
void apres_on_warp_finish(void *ctx, uint32_t n, uint32_t warp, uint64_t cycle);
void apres_on_load_issue(void *ctx, const gpu_load_issue_t *e);
void apres_on_l1_result(void *ctx, const gpu_l1_result_t *r);
int apres_pick_warp(void *ctx, uint32_t n, uint32_t sched, uint64_t ready, uint64_t cycle);

/* apres_clock.c */
void apres_on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r);
void apres_on_cycle(void *ctx, uint32_t n, uint64_t cycle);

/* apres_state.c */
void apres_walk_sm(const policy_t *p, void *element, state_io_t *io);
void apres_check_unit(const policy_t *p, const void *record, const void *state, state_io_t *io);
void apres_check_laws(const policy_t *p, const void *record, const void *state, state_io_t *io);
void apres_walk(policy_t *p, state_io_t *io);
