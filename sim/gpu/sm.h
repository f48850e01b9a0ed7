/*
 * A streaming multiprocessor: warp and CTA slots, scoreboard, schedulers, execution units, the
 * memory stage and the L1D.
 *
 * A cycle, in this order (sm_tick): one reply from the interconnect; events due (results, refilled
 * instruction buffers); one waiting request of a filled MSHR; one constant and one texture whose
 * data are here; one lookup, if requests reach the tags through a pipeline (l1_lookup_delay); one
 * request of the memory stage into the L1 or that pipeline, a block of a constant or texture, or a
 * shared-memory access (with a request buffer: docs/gpu.md); one prefetch, if no request was before
 * the tags; one packet to the interconnect, instruction lines first (or one of each: send_ports);
 * every scheduler; instruction fetch. With reply_queue or writeback: turn what comes back goes
 * another way (writeback.h).
 *
 * Invariants. The warp masks have one bit per slot: `live` (has a next instruction), and for
 * live slots `have` (instruction buffer not empty), `fetching` (empty, fetch not started, and
 * not waiting for a line of the instruction cache),
 * `haz_mem`, `haz_data` (next instruction meets a pending register; never both. With a request
 * buffer a barrier meets, as haz_mem, the warp's own requests that the L1 has not accepted),
 * `barrier`, `fence`, and unit[u] (next instruction goes to route u of op_table.h). A warp's `out`
 * counts its results and memory operations under way; a slot is free again only when it is 0.
 *
 * Sleep: schedulers are evaluated when sched_dirty or sched_wake says so, and charge the cycles
 * in between to the cause they found (stalls do not change without an event); the SM as a whole
 * sleeps until the earliest thing that can happen.
 */
#ifndef LW_GPU_SM_H
#define LW_GPU_SM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "front/front.h"
#include "gpu/coalesce.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "gpu/hook_table.h"
#include "gpu/icnt.h"
#include "gpu/l1d.h"
#include "gpu/local.h"
#include "gpu/map.h"
#include "gpu/op_table.h"
#include "gpu/request_buffer.h"
#include "gpu/rocache.h"
#include "gpu/texcache.h"
#include "gpu/wheel.h"
#include "gpu/writeback.h"

#define SM_WARPS  64
#define SM_UNITS  OP_ROUTES
#define SM_NIL    UINT16_MAX
#define SM_NO_ROW UINT32_MAX

/* The structs of an SM are walked by state_sm.c. */
typedef struct sm_warp {
    const inst_t *next; /* NULL: finished or empty */
    front_warp_t *fw;
    inst_regset_t pending;     /* registers whose result is under way */
    inst_regset_t pending_mem; /* of these, by loads and atomics */
    uint32_t cta_number;       /* unique on the SM */
    uint32_t barrier_pc;       /* of the barrier it has arrived at last */
    uint16_t out;              /* results and memory operations under way */
    uint16_t mem_out;          /* of these, global memory operations: a fence may wait for 0 */
    uint32_t unsent;           /* with a request buffer: requests in it and before it */
    uint8_t cta;               /* CTA slot */
    uint8_t buffered;          /* instructions in the buffer */
    uint8_t barrier;           /* number of the barrier it waits at */
} sm_warp_t;

#define SM_BARRIERS 16 /* of a CTA, as PTX numbers them */

typedef struct sm_cta {
    front_cta_t *front;
    uint64_t mask;   /* its warp slots; 0: free slot */
    uint32_t grid;   /* number in the grid */
    uint32_t number; /* unique on the SM */
    uint8_t live;    /* warps that have not finished */
    uint8_t left;    /* warps that have not retired: finished with nothing under way */
    uint16_t open;   /* barriers that warps have arrived at and not passed */
    uint8_t arrived[SM_BARRIERS];
    uint8_t want[SM_BARRIERS]; /* warps that meet there; 0: all live ones */
} sm_cta_t;

/* A memory instruction under way. */
typedef struct sm_memop {
    const inst_t *inst;
    uint64_t issued;    /* core cycle */
    uint64_t ready;     /* not complete before */
    uint32_t remaining; /* replies, and requests the L1 has not accepted */
    uint32_t row;       /* per-load row, loads only; SM_NO_ROW: of a constant or texture */
    uint16_t next;      /* free list */
    uint8_t warp;
} sm_memop_t;

/* A memory instruction in the queue before the memory stage. */
typedef struct sm_access {
    const inst_t *inst;
    uint64_t ready;         /* first cycle in the memory stage */
    uint32_t next;          /* request to present */
    uint32_t shared_cycles; /* a shared-memory access */
    uint16_t op;            /* sm_memop_t; SM_NIL: shared memory */
    uint8_t warp, kind, flags;
    bool built;        /* head_req holds request `next` */
    bool pieces;       /* requests say what they touch */
    uint8_t read_only; /* rocache_id_t; 0: none, to the L1D or to shared memory */
    coalesced_t c;
} sm_access_t;

/* What the SMs share while a kernel runs. */
typedef struct sm_shared {
    const gpu_cfg_t *cfg;
    const addr_map_t *map;
    gpu_hook_table_t *hooks;
    icnt_t *req_net, *reply_net;
    front_t *front;
    gpu_stats_load_t *load;          /* rows of the running kernel */
    const uint32_t *row_of;          /* static instruction -> row */
    const uint16_t *loop_up;         /* loop -> the one around it, or 0; for on_loop_exit alone */
    warp_step_t *step;               /* scratch */
    local_map_t local;               /* of the running kernel */
    uint64_t *progress;              /* counts whatever moves, for the watchdog */
    uint64_t ctas_done;              /* of all SMs */
    uint32_t piece_per_sector_shift; /* log2 32-byte pieces a sector */
    uint32_t regs_limit;
    uint32_t load_rows; /* of load[]; the one after them is nobody's */
    bool never_sleep;
    op_table_t ops;
} sm_shared_t;

typedef enum sm_cause { CAUSE_STRUCTURAL, CAUSE_RAW_MEMORY, CAUSE_RAW_DATA, CAUSE_IDLE } sm_cause_t;

/* The members are in the order in which a cycle that does little reads them. */
typedef struct sm {
    _Alignas(64) sm_shared_t *sh;
    uint64_t last;          /* cycle simulated last */
    uint64_t wake_at;       /* a policy wants this cycle to be simulated (gpu_sm_wake_at) */
    uint64_t sched_wake;    /* schedulers need a look */
    uint64_t fetching;      /* warps, as `live` below */
    uint64_t finished_ctas; /* mask of slots to hand back */
    uint64_t stage_free;    /* shared memory is busy until then */
    uint32_t q_head, q_count;

    l1d_fail_t head_fail;
    bool sched_dirty;
    uint8_t last_fetch;
    bool two_level;          /* this launch, by sched_policy and without a pick_warp */
    uint8_t cause[4];        /* sm_cause_t while nothing changes */
    uint8_t last_warp[4];    /* issued last */
    request_buffer_t buffer; /* before the L1, of a policy */
    bool staged;             /* replies and results go by way of `back` */
    bool send_first;         /* a packet leaves before the memory stage's turn (tick_order) */
    bool send_each;          /* of the instruction cache and of the L1 a packet a cycle */
    uint32_t id;
    uint32_t mem_issued; /* memory instructions taken this cycle */
    wake_set_t *wake;    /* own: member id */
    sm_access_t *queue;  /* before the memory stage: ring of cfg->ldst_queue */
    sm_memop_t *op;
    uint32_t n_ops;
    uint16_t op_free;
    uint64_t charged; /* scheduler-cycles below are charged */

    ring_t lookup; /* requests on their way to the tags; slot.ready: cycle of the lookup */
    uint32_t lookup_delay, hit_wait; /* hit_wait: lookup to data */
    bool const_stage;                /* constants go through the memory stage */
    bool read_only;                  /* they may miss there, or the kernel reads textures */
    uint8_t read_only_fail;          /* rocache_answer_t: why the memory stage's head was refused */
    rocache_t l1i;

    _Alignas(64) l1d_t l1;
    ring_t prefetch; /* asked for by policies; slot.ready: the first cycle it may be taken up in */
    wheel_t wheel;
    writeback_t back;

    /* Warps and schedulers. */
    _Alignas(64) uint64_t live;
    uint64_t have, haz_mem, haz_data, barrier, fence, unit[SM_UNITS];
    uint64_t own[4];             /* slots of each scheduler */
    uint64_t active;             /* two_level: the active sets; live warps outside are pending */
    uint64_t pend_seq[SM_WARPS]; /* of a pending warp: when it became so, by pend_next */
    uint64_t pend_next;
    uint64_t unit_free[OP_ALUS][8]; /* cycle from which a unit takes the next instruction */
    gpu_req_t head_req;             /* the request that the memory stage presents */
    uint64_t wb_cycle;              /* results have had `written` writeback ports in it */
    uint32_t written;
    sm_warp_t warp[SM_WARPS];

    /* CTAs, in order of arrival. */
    sm_cta_t cta[SM_WARPS];
    uint8_t order[SM_WARPS];
    uint32_t resident, cta_limit, cta_next;
    uint64_t occupied_since;

    rocache_t l1c;
    texcache_t l1t;

    gpu_stats_sm_t stats;
    uint64_t warp_instructions, thread_instructions, ctas_done, sched_ticked;
} sm_t;

bool sm_init(sm_t *sm, uint32_t id, sm_shared_t *sh);
void sm_free(sm_t *sm);

/* A launch begins in `cycle`: limit CTAs at a time. */
void sm_kernel_start(sm_t *sm, uint32_t limit, uint64_t cycle);

static inline bool sm_can_take_cta(const sm_t *sm)
{
    return sm->resident < sm->cta_limit;
}
void sm_take_cta(sm_t *sm, uint32_t grid, uint64_t cycle);

/* One cycle; returns the next in which something can happen by itself. */
uint64_t sm_tick(sm_t *sm, uint64_t cycle);

/* Charges the cycles up to `cycle` (excluded) that were not simulated. */
void sm_settle(sm_t *sm, uint64_t cycle);

/* Asks for a prefetch in `cycle`: gpu_l1_prefetch_marked(). */
bool sm_prefetch(sm_t *sm, uint64_t line, uint32_t pc, uint32_t warp, uint16_t mark,
                 uint64_t cycle);

/* Nothing of finished CTAs is under way in the SM: prefetches outlive those they were made for. */
static inline bool sm_quiet(const sm_t *sm)
{
    return sm->prefetch.count == 0 && sm->l1.out.count == 0 && sm->back.replies.count == 0;
}

void sm_dump(const sm_t *sm, FILE *f);

/* Has the warp a lane whose next instruction is in the loop? With on_loop_exit registered. */
bool sm_warp_in_loop(const sm_t *sm, uint32_t w, uint32_t loop);

/* The n oldest of a mask of warps: CTAs by arrival, then the lower slot. */
uint64_t sm_oldest(const sm_t *sm, uint64_t mask, uint32_t n);
/* What scheduler s under a sched_policy would choose of a mask that is not 0. */
uint32_t sm_pick_baseline(const sm_t *sm, uint32_t s, uint32_t policy, uint64_t mask);

#endif
