#pragma once
/*
 * Policy apcm: what its files share.
 *
 *   apcm.c         what it declares
 *   apcm_access.c  requests at the L1, victims, prefetches
 *   apcm_events.c  kernels, warps, loads, loops, lines that go; the clock
 *   apcm_state.c   checkpoints
 */
#include "apcm/apcm.h"
#include "common/bits.h"
#include "policy/distance.h"
#include "policy/list.h"
#include "policy/policy.h"

enum { APCM_WARPS = 64 }; /* the most */

typedef struct counts {
    uint64_t requests;         /* of plain global loads, accepted */
    uint64_t bypass, protect;  /* of them, by the method told; the others are normal */
    uint64_t streams;          /* that bypassed as their load is of type bypass */
    uint64_t pins;             /* lines taken and protected */
    uint64_t held_bypasses;    /* misses that bypassed as every way was protected */
    uint64_t releases;         /* cycles in which a warp ceased to protect */
    uint64_t lapses;           /* accesses that ended stale protection */
    uint64_t loads, untracked; /* loads that got an ID; loads issued that found none left */
    uint64_t mta_allocations, mta_hits;
    uint64_t cait_evictions, cait_thresholds; /* writes of the CAIT, by their cause */
    uint64_t monitored;                       /* warps monitored to their end */
    uint64_t prefetch_drops;                  /* prefetches of loads of type bypass */
} counts_t;

/* A load under way, by the number of its instruction: what goes with its requests. */
typedef struct load {
    uint16_t loop; /* innermost loop around it, or 0 */
    uint16_t left; /* requests that the L1 has not accepted yet */
    uint8_t id;    /* the LAT's, if tracked */
    bool plain;    /* of global memory, and may hit in the L1 */
    bool tracked;
} load_t;

/* A request that has stood before the L1 and was not accepted: what it was told then. */
typedef struct tried {
    uint16_t op;
    uint8_t idx, method, last;
} tried_t;

typedef struct sm {
    unit_inst_t *unit;
    apcm_in_t in;    /* this cycle's inputs so far */
    apcm_out_t out;  /* of the request in them */
    bool active;     /* in holds something to clock, or something waits for its turn */
    bool accepted;   /* the request in it is accepted in this cycle */
    bool refused;    /* pick_victim has found every way held for it: it bypasses */
    uint16_t op;     /* the load in it */
    uint16_t req_op; /* of the request in it: its load, and which of the load's it is */
    uint8_t req_idx;
    uint16_t loop; /* around the load of the request in it, or 0 */
    load_t *load;
    uint32_t n_loads; /* room */
    tried_t *tried;
    uint32_t n_tried, tried_room;
    /* What waits for its turn at the unit's ports, one a cycle each. */
    uint64_t starts, finishes, leaves; /* warps */
    uint16_t left_loop[APCM_WARPS];    /* of a warp in leaves */
    uint8_t *gone;                     /* per line: invalidated, or filled late */
    bool gone_waits;                   /* some of them may be */
    distance_t distant;                /* with `distance` */
} sm_t;

struct policy {
    policy_run_t run;
    uint32_t loads, mta_sets, mta_ways, cnt_w, manage, distance; /* options */
    sm_t *sm;
    counts_t n;
};

/* Bits of a line's number: of a byte address of 32 bits. */
static inline uint32_t apcm_line_bits(const policy_t *p)
{
    return 32 - bits_index_w(p->run.cfg->line_bytes);
}

/* apcm.c */
/* Ends the run when a unit's two sides have differed. */
void apcm_unit_done(policy_t *p, int rc);
/* What the unit says in `cycle`, with these inputs. */
void apcm_evaluate(policy_t *p, sm_t *sm, const apcm_in_t *in, apcm_out_t *out, uint64_t cycle);

/* apcm_access.c */
/* With `distance`: a line comes, of a load of type protect or of another request. */
void apcm_hold(policy_t *p, sm_t *sm, uint32_t set, uint32_t way, bool protect);
gpu_l1_decision_t apcm_on_l1_access(void *ctx, const gpu_l1_access_t *a);
int apcm_pick_victim(void *ctx, const gpu_l1_victim_t *v);
void apcm_on_l1_result(void *ctx, const gpu_l1_result_t *r);
bool apcm_on_prefetch(void *ctx, const gpu_l1_access_t *a);
void apcm_on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r);

/* apcm_events.c */
void apcm_on_kernel_start(void *ctx, const front_t *front);
void apcm_on_cta_ready(void *ctx, const gpu_cta_event_t *e);
void apcm_on_warp_finish(void *ctx, uint32_t n, uint32_t warp, uint64_t cycle);
void apcm_on_load_issue(void *ctx, const gpu_load_issue_t *e);
void apcm_on_loop_exit(void *ctx, uint32_t n, uint32_t warp, uint32_t loop, uint64_t cycle);
void apcm_on_l1_evict(void *ctx, const gpu_l1_evict_t *e);
void apcm_on_late_fill(void *ctx, const gpu_late_fill_t *f);
void apcm_on_cycle(void *ctx, uint32_t n, uint64_t cycle);

/* apcm_state.c */
void apcm_walk_sm(const policy_t *p, void *element, state_io_t *io);
void apcm_check_unit(const policy_t *p, const void *record, const void *state, state_io_t *io);
void apcm_walk(policy_t *p, state_io_t *io);
