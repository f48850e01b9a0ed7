#pragma once
/*
 * Policies las-cta, las-warp and las: the two structures of the las thesis, alone and together.
 * las-cta holds one unit las.cta for the GPU and chooses the CTA that an SM takes; las-warp holds
 * one unit las.warp an SM and chooses the warp that issues; las holds both. `-p las-cta+las-warp`
 * is las (policy_ops_t.joins). docs/units/las.md has the units' ports.
 *
 *   las_cta.c, las_warp.c, las.c  what each declares
 *   las_common.c                  what the three declare alike
 *   las_dispatch.c                las.cta: the window, finished CTAs, grants, its clock
 *   las_issue.c                   las.warp: warps that arrive, the choice of the warp, its clock
 *   las_plan.c                    what CTAs and warps touch: the software part
 *   las_state.c                   checkpoints
 *
 * The software part of the thesis computes what a CTA or a warp touches. It fills the window with
 * CTAs in the order of their numbers, one a cycle while there is room.
 *
 * las.cta has its cycle before the SMs are asked for CTAs; what it grants is dispatched in that
 * cycle. A CTA that finishes is told to it in the next one. It sleeps while it is quiet, no CTA can
 * come into the window, and no SM has room or no CTA is left.
 *
 * las.warp has its edge in on_cycle. A warp's range arrives in a cycle of its own, in the order of
 * the CTAs; until then its slot is for the unit that of a warp that has finished. What is ready and
 * stalled is as the schedulers find it in the cycle, before they issue. An SM is kept awake for as
 * long as its unit compares warps, warps wait for their range, or the active warps may change.
 */
#include "common/bits.h"
#include "isa/address_plan.h"
#include "las/las_cta.h"
#include "las/las_warp.h"
#include "policy/policy.h"

enum { LAS_SMS = 32, LAS_SLOTS = 64, LAS_PLACES = 256, LAS_ARRAYS = 8 };

typedef struct las_counts {
    uint64_t loads;      /* global loads of the kernels' programs, summed over launches */
    uint64_t rect_loads; /* of these, those that make a rectangle */
    uint64_t irregular_loads, other_loads, beyond_loads; /* ... that make none, and why */
    uint64_t trace_loads; /* of rect_loads, those of traces: from their first executions */
    /* Of las.cta. */
    uint64_t grants;   /* CTAs dispatched */
    uint64_t shares;   /* of these, those that share lines with CTAs on the SM */
    uint64_t unshared; /* ... that share lines with CTAs on other SMs alone */
    uint64_t none;     /* ... that share lines with no CTA */
    uint64_t bare;     /* CTAs without a rectangle */
    uint64_t waiting;  /* cycles in which an SM has room, but the CTA is still searched for */
    uint64_t idle;     /* SM-cycles in which an SM has room and a CTA is left, but none comes */
    uint64_t compares; /* cycles in which CTAs are compared */
    /* Of las.warp. */
    uint64_t picks;   /* warps chosen */
    uint64_t starved; /* of these, because they starved */
    uint64_t promotes, demotes;
    uint64_t rescues;  /* promotions because the warp starved */
    uint64_t arrivals; /* ranges of warps */
    uint64_t pairs;    /* warps compared with another one */
} las_counts_t;

/* The block scheduler. */
typedef struct block {
    unit_inst_t *unit;
    bool starts;    /* a kernel starts */
    bool ends;      /* `ended` names one */
    bool filled;    /* SMs may be served: the window has been full */
    bool add_ready; /* the window has room in the next cycle */
    bool granted;   /* the CTA below is to be dispatched in this cycle */
    uint8_t grant_sm, grant_slot;
    uint32_t grant_cta;
    uint32_t n_ctas, next,
        left;                /* of the grid: all, the next one for the window, not granted yet */
    uint64_t ready_at;       /* the next one's rectangles are known */
    uint64_t until;          /* first cycle in which something happens by itself */
    uint64_t ended[LAS_SMS]; /* of each SM: places whose CTA has finished since the last cycle */
    uint8_t place[LAS_SMS * LAS_SLOTS]; /* of the unit, by SM and CTA slot of the GPU */
} block_t;

/* A CTA on an SM some of whose warps have no range yet. */
typedef struct arrival {
    uint32_t cta;
    uint8_t first, warps, done; /* slot of its first warp; how many; how many have a range */
} arrival_t;

typedef struct sm {
    unit_inst_t *unit;
    las_warp_in_t in; /* this cycle's inputs so far */
    bool asked;       /* a scheduler has asked in this cycle */
    bool starts;      /* a kernel starts */
    bool looked;      /* in.stalled is this cycle's */
    uint32_t n_arrivals;
    uint64_t unset;               /* slots of warps without a range */
    uint64_t until;               /* first cycle in which something happens by itself */
    uint64_t group[4];            /* the unit's active warps */
    arrival_t arrival[LAS_SLOTS]; /* in order */
} sm_t;

struct policy {
    policy_run_t run;
    uint32_t arrays;                                                   /* options */
    uint32_t window, pairs, coord_w, size_w, new_first, prefill, cost; /* ... of las-cta */
    uint32_t active, region_w, subs, deg_w, age_w, stages;             /* ... of las-warp */
    block_t *block;       /* one; NULL without las.cta */
    sm_t *sm;             /* NULL without las.warp */
    address_plan_t *plan; /* of the running launch; NULL: not made yet, or not needed any more */
    uint32_t unfinished;  /* CTAs of it */
    las_counts_t n;
};

/* Rows of the tables that the three share in part. */
/* clang-format off */
#define LAS_OPTION(name, value, min, max, doc) \
    {#name, value, min, max, doc, .at = offsetof(policy_t, name)},
#define LAS_SHARED_OPTIONS \
    LAS_OPTION(arrays, ADDRESS_PLAN_ARRAYS_DEFAULT, 1, ADDRESS_PLAN_ARRAYS, "data arrays")
#define LAS_CTA_OPTIONS \
    LAS_OPTION(window, 32, 1, 64, "CTAs that an SM's next one is chosen of") \
    LAS_OPTION(pairs, 8, 1, 32, "pairs of CTAs that are compared in a cycle") \
    LAS_OPTION(coord_w, ADDRESS_PLAN_COORD_W, 1, 24, "bits of a coordinate") \
    LAS_OPTION(size_w, ADDRESS_PLAN_SIZE_W, 2, 8, "bits of a width and of a height") \
    {"new_first", .doc = "an SM waits until all CTAs of the window are compared", \
     .at = offsetof(policy_t, new_first), .names = policy_off_on}, \
    {"prefill", 1, .doc = "at a kernel's start SMs wait until the window is full", \
     .at = offsetof(policy_t, prefill), .names = policy_off_on}, \
    LAS_OPTION(cost, 0, 0, 1000000, "cycles in which a CTA's rectangles are computed; 0: before the kernel")
#define LAS_WARP_OPTIONS \
    LAS_OPTION(active, 8, 1, 64, "active warps of a scheduler") \
    LAS_OPTION(region_w, ADDRESS_PLAN_REGION_W, 1, 16, "bits of a region's number") \
    LAS_OPTION(subs, ADDRESS_PLAN_SUBS, 1, 64, "subregions of a region") \
    LAS_OPTION(deg_w, 8, 1, 8, "bits of the locality degree of two warps") \
    LAS_OPTION(age_w, 16, 1, 16, "bits of a CTA's number on its SM") \
    LAS_OPTION(stages, 0, 0, 1, "1: registers behind the choice of the next warp, and before the sums")
#define LAS_COUNT(name, member) {name, offsetof(policy_t, n.member)},
#define LAS_SHARED_COUNTS \
    LAS_COUNT("program_loads", loads) \
    LAS_COUNT("loads_with_rectangle", rect_loads) \
    LAS_COUNT("loads_irregular", irregular_loads) \
    LAS_COUNT("loads_of_no_one_array", other_loads) \
    LAS_COUNT("loads_beyond_arrays", beyond_loads) \
    LAS_COUNT("loads_from_trace", trace_loads)
#define LAS_CTA_COUNTS \
    LAS_COUNT("grants", grants) \
    LAS_COUNT("shares", shares) \
    LAS_COUNT("unshared", unshared) \
    LAS_COUNT("no_locality", none) \
    LAS_COUNT("ctas_without_rectangle", bare) \
    LAS_COUNT("waiting_cycles", waiting) \
    LAS_COUNT("sm_waiting_cycles", idle) \
    LAS_COUNT("comparing_cycles", compares)
#define LAS_WARP_COUNTS \
    LAS_COUNT("picks", picks) \
    LAS_COUNT("starved", starved) \
    LAS_COUNT("promotes", promotes) \
    LAS_COUNT("demotes", demotes) \
    LAS_COUNT("rescues", rescues) \
    LAS_COUNT("arrivals", arrivals) \
    LAS_COUNT("compared_pairs", pairs)
/* clang-format on */

/* las_common.c */
extern const policy_part_t las_parts[2]; /* the block scheduler; the SMs */
int las_fits(const policy_t *p, diag_t *d);
unsigned las_derive(const policy_t *p, policy_row_t *rows);
/* Ends the run when a unit's two sides have differed. */
void las_check(policy_t *p, int rc);
/* Ends it because a unit of `at` (an SM; below 0: the GPU) says what cannot be. */
void las_wrong(policy_t *p, int at, const char *what, uint32_t number);
void las_on_kernel_start(void *ctx, const front_t *front);
void las_on_cta_ready(void *ctx, const gpu_cta_event_t *e);
void las_on_cta_finish(void *ctx, const gpu_cta_event_t *e);

/* las_dispatch.c */
void las_block_start(policy_t *p, const front_t *front);
void las_block_ready(policy_t *p, const gpu_cta_event_t *e);
void las_block_finish(policy_t *p, const gpu_cta_event_t *e);
void las_on_dispatch(void *ctx, uint64_t cycle);
int64_t las_pick_cta(void *ctx, uint32_t sm, uint64_t cycle);

/* las_issue.c */
uint32_t las_per(const policy_t *p); /* warps of a scheduler */
void las_sm_ready(policy_t *p, const gpu_cta_event_t *e);
void las_sm_finish(policy_t *p, const gpu_cta_event_t *e);
int las_pick_warp(void *ctx, uint32_t n, uint32_t sched, uint64_t ready, uint64_t cycle);
void las_on_cycle(void *ctx, uint32_t n, uint64_t cycle);

/* las_state.c */
void las_walk_block(const policy_t *p, void *element, state_io_t *io);
void las_walk_sm(const policy_t *p, void *element, state_io_t *io);
void las_check_block(const policy_t *p, const void *record, const void *state, state_io_t *io);
void las_check_sm(const policy_t *p, const void *record, const void *state, state_io_t *io);
void las_walk(policy_t *p, state_io_t *io);

/* las_plan.c: what the software part says of the running launch. */
void las_plan_start(policy_t *p, const front_t *front);
void las_plan_restore(policy_t *p); /* a checkpoint has been loaded */
void las_plan_finish(policy_t *p, uint32_t cta);
void las_rects(policy_t *p, uint32_t cta, uint64_t *rects);
void las_range(policy_t *p, uint32_t cta, uint32_t warp, uint16_t *regions, uint64_t *subs);
void las_end(policy_t *p);
