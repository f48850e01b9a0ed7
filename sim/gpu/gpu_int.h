/*
 * The GPU's parts, as gpu.c, gpu_check.c and the dumps see them. Nobody else includes this.
 */
#ifndef LW_GPU_GPU_INT_H
#define LW_GPU_GPU_INT_H

#include "gpu/clock.h"
#include "gpu/dram.h"
#include "gpu/gpu.h"
#include "gpu/hook_table.h"
#include "gpu/icnt.h"
#include "gpu/loads.h"
#include "gpu/map.h"
#include "gpu/slice.h"
#include "gpu/sm.h"

/* Walked by state.c, member by member. */
struct gpu {
    gpu_cfg_t cfg;
    addr_map_t map;
    gpu_hook_table_t hooks;
    gpu_clock_t core, icnt, l2_clk, dram; /* l2_clk: of the L3, too */

    wake_set_t sm_wake, l2_wake, l3_wake, dram_wake, req_wake, reply_wake;

    uint32_t n_sms, n_slices, n_channels;
    sm_t *sm;
    slice_t *l2, *l3; /* l3: NULL without one */
    dram_t *channel;
    ring_t *channel_up[WAKE_MAX]; /* what the slices above the channels are filled through, by id */
    ring_t *channel_down[WAKE_MAX]; /* ... and what they ask through */
    icnt_t *req_net, *reply_net;
    sm_shared_t shared;
    warp_step_t step;
    load_table_t loads;

    /* The running launch. */
    front_t *front;
    uint32_t n_ctas, next_cta, dispatched, next_sm;
    uint32_t ctas_done;     /* of this launch */
    uint8_t *cta_taken;     /* with pick_cta: [n_ctas], so that none runs twice */
    uint16_t *loop_up;      /* with on_loop_exit: [highest loop + 1] */
    bool dispatch;          /* some SM may have room */
    uint64_t dispatch_wake; /* cycle of the next on_dispatch */

    bool never_sleep;
    uint64_t max_cycles, progress, progress_seen, progress_at;
    void (*on_progress)(void *ctx, const gpu_t *g);
    void *on_progress_ctx;
    uint64_t on_progress_every, on_progress_next;
    void (*on_interval)(void *ctx, const gpu_t *g);
    void *on_interval_ctx;
    uint64_t on_interval_every, on_interval_next; /* next: CLOCK_NEVER without */
    uint64_t look;                                /* cycle of the next look_around() */
    const volatile sig_atomic_t *stop;
    uint64_t stop_at;
    FILE *dump;
    void (*dump_more)(void *ctx, FILE *f);
    void *dump_more_ctx;
    gpu_status_t status;
    char message[256];

    uint64_t core_charged, icnt_charged, l2_charged,
        dram_charged; /* cycles counted in run so far */
    gpu_stats_run_t run;
    gpu_stats_sleep_t sleep;
};

/* Stops the run: the status and its message, with a dump where something is broken. */
gpu_status_t gpu_stop(gpu_t *g, gpu_status_t status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* What a launch brings along that is not state: pointers, and tables made from the front. Of a
 * launch that begins, and of one that state.c loads. False: no memory. */
bool gpu_take_front(gpu_t *g, front_t *f);

/* A launch begins: front, statistics, policies, SMs; no cycle is simulated. */
gpu_status_t gpu_begin(gpu_t *g, front_t *f);

/* Charges everything slept through up to now. */
void gpu_settle(gpu_t *g);

/* gpu_check.c: the conservation laws of a drained GPU; NULL or what is violated. */
const char *gpu_check(const gpu_t *g, char *text, size_t n);

#endif
