/*
 * The GPU: a cycle-level, deterministic model of SMs, L1s, crossbars, L2, L3 and DRAM.
 *
 *     gpu_t *g = gpu_new(&cfg);               cfg checked with gpu_cfg_check() before
 *     gpu_attach(g, &my_hooks, my_policy);    any number, before the first kernel
 *     gpu_run(g, &front);                     once a launch; L2 and DRAM state persist
 *     gpu_stats(g, &stats);
 *     gpu_free(g);
 *
 * Source of the machine: the papers' configuration tables and GPGPU-Sim's vocabulary; see
 * docs/gpu.md for what each component does in a cycle.
 */
#ifndef LW_GPU_GPU_H
#define LW_GPU_GPU_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "common/diag.h"
#include "common/state_io.h"
#include "front/front.h"
#include "gpu/gpu_cfg.h"
#include "gpu/gpu_stats.h"
#include "gpu/hooks.h"

typedef struct gpu gpu_t;

typedef enum gpu_status {
    GPU_OK = 0,
    GPU_FAULT,      /* the front end set front->error */
    GPU_MAX_CYCLES, /* the limit was reached; statistics are those so far */
    GPU_WATCHDOG,   /* no progress for watchdog_cycles: dumped */
    GPU_DEADLOCK,   /* the same, and the program is why: gpu_report_deadlock() */
    GPU_BROKEN,     /* a conservation law or an internal check failed: dumped */
    GPU_MISFIT,     /* a CTA needs more than a whole SM has, or another warp size */
    GPU_HALTED,     /* a policy asked for it with gpu_halt() */
    GPU_STOPPED,    /* asked to stop (gpu_set_stop): gpu_continue() resumes, exactly */
} gpu_status_t;

/* The configuration is copied; NULL only when memory is exhausted. */
gpu_t *gpu_new(const gpu_cfg_t *cfg);
void gpu_free(gpu_t *g);
const gpu_cfg_t *gpu_config(const gpu_t *g);

/* Registers a policy's hooks. 0, or -EEXIST if a moment that takes one owner has one (its
 * policy's name in *other), -EINVAL if the cache has too many ways for pick_victim or
 * the request buffer lacks one of its functions, -ENOSPC for more than GPU_MAX_POLICIES. ops and
 * ctx must outlive g. */
#define GPU_MAX_POLICIES 10 /* eight policies, and observers: profile, analysis */
int gpu_attach(gpu_t *g, const gpu_hooks_t *ops, void *ctx, const char **other);

/* Runs one launch to its end, drained. After any status but GPU_OK and GPU_STOPPED the GPU is
 * stuck: later runs return the same status; gpu_message() says what happened in one line. */
gpu_status_t gpu_run(gpu_t *g, front_t *front);

/* Goes on with a launch after GPU_STOPPED, or after gpu_state() has loaded one. */
gpu_status_t gpu_continue(gpu_t *g);

/* A running launch stops between two core cycles when *flag is not 0, which is looked at about
 * every 1024 cycles and after a launch's first cycle; NULL: never (initially). The GPU is then as
 * if it had not stopped: no statistic knows of it. */
void gpu_set_stop(gpu_t *g, const volatile sig_atomic_t *flag);
/* The same when this many core cycles of the GPU's clock are done; 0: never (initially). */
void gpu_set_stop_at(gpu_t *g, uint64_t cycle);

/*
 * Walks the whole state: between launches (front NULL), or of a launch that has stopped. On
 * loading g is new, made from the same configuration, with the same policies attached and the
 * same never-sleep mode; front is a fresh front of the same launch. Then gpu_continue(). The
 * front's own state and its CTAs are walked here too; policies are not.
 */
void gpu_state(gpu_t *g, front_t *front, state_io_t *io);
/* For policies that hold requests: walks one. Loaded ones that are in the SM's request buffer are
 * then named to gpu_state_buffered(), which fails io if no instruction of the SM waits for it; in
 * the end every request that is waited for must have been named. */
void gpu_request_state(const gpu_t *g, gpu_req_t *r, state_io_t *io);
void gpu_state_buffered(gpu_t *g, uint32_t sm, const gpu_req_t *r, state_io_t *io);
void gpu_state_buffered_all(const gpu_t *g, state_io_t *io);
const char *gpu_message(const gpu_t *g);

/* After GPU_DEADLOCK: which CTA's warps wait at which barriers; -EDEADLK with that as text. 0: all
 * barriers can still be met. */
int gpu_report_deadlock(const gpu_t *g, diag_t *d);

/* Limit on core cycles over all launches together; 0: none (initially). */
void gpu_set_max_cycles(gpu_t *g, uint64_t cycles);

/* Where dumps go; NULL: nowhere (initially). */
void gpu_set_dump(gpu_t *g, FILE *f);
/* Called at the end of every dump, for what stands beside the GPU (the policies' units); NULL: none
 * (initially). */
void gpu_set_dump_more(gpu_t *g, void (*fn)(void *ctx, FILE *f), void *ctx);

/* Every component is simulated in every cycle: the same statistics, slower. Initially true in
 * a build with LW_NEVER_SLEEP, else false. Call between launches only. */
void gpu_set_never_sleep(gpu_t *g, bool on);

/* Preloads the L2 tags with [addr, addr + bytes), clean, as a copy from the host leaves them. */
void gpu_l2_preload(gpu_t *g, uint64_t addr, uint64_t bytes);

/* What a copy from the host to [addr, addr + bytes) leaves in the L2 (l2_copy_bits). */
void gpu_host_copy(gpu_t *g, uint64_t addr, uint64_t bytes);

/* Called about every `every` core cycles while a launch runs (progress bars). */
void gpu_set_progress(gpu_t *g, void (*fn)(void *ctx, const gpu_t *g), void *ctx, uint64_t every);

/* Called whenever another `every` core cycles, counted over all launches, have been simulated; at
 * exactly those cycles however components sleep. 0: never (initially). Before the first launch. */
void gpu_set_interval(gpu_t *g, void (*fn)(void *ctx, const gpu_t *g), void *ctx, uint64_t every);

/* Core cycles simulated so far, over all launches. */
uint64_t gpu_cycle(const gpu_t *g);

/* Number, from 1, of the launch that runs or has ended last; 0 before the first. */
uint64_t gpu_launch(const gpu_t *g);

/* Sums over SMs, slices, channels and launches so far; also valid inside the calls above. */
void gpu_stats(const gpu_t *g, gpu_stats_t *out);
void gpu_stats_sleep(const gpu_t *g, gpu_stats_sleep_t *out);

/* The per-load table, kernels in order of first launch, loads in PC order. */
unsigned gpu_load_rows(const gpu_t *g);
void gpu_load_row(const gpu_t *g, unsigned i, gpu_load_row_t *out);

/* Does a launch run? */
bool gpu_launching(const gpu_t *g);

/* Of the running launch's kernel (from on_kernel_start on): the rows and, in *first, where they
 * begin. */
unsigned gpu_launch_rows(const gpu_t *g, unsigned *first);

/* State of every component, for people. */
void gpu_dump(const gpu_t *g, FILE *f);

/* For policies: geometry that the hooks' arguments index. */
unsigned gpu_n_slices(const gpu_t *g); /* L2 slices in the whole GPU */

/* For policies, from on_kernel_start on: the launch that runs. */
const front_t *gpu_front(const gpu_t *g);

/* For policies, in create(): the prefetch queue of every SM gets at least so many entries, whatever
 * l1_prefetch_queue says. false: no memory. */
bool gpu_want_prefetch_queue(gpu_t *g, uint32_t entries);

/* For policies: the L1 of an SM has a free MSHR and a free entry in its miss queue. */
bool gpu_l1_can_miss(const gpu_t *g, uint32_t sm);

/* For owners of pick_victim: which of the ways in a mask, all of them with a valid line, the L1's
 * replacement would take; mask is not 0. */
uint32_t gpu_l1_victim_of(const gpu_t *g, uint32_t sm, uint32_t set, uint64_t mask);

/* For policies, during a launch: the innermost natural loop around the instruction at pc; 0: none.
 */
uint32_t gpu_loop_of(const gpu_t *g, uint32_t pc);

/* For policies: of the warp slots in a mask, those that wait for memory (their next instruction
 * needs what a load or atomic has not brought yet, or they are at a fence); those whose next
 * instruction accesses global or local memory, or an address whose space is not known before. */
uint64_t gpu_warps_waiting(const gpu_t *g, uint32_t sm, uint64_t mask);
uint64_t gpu_warps_accessing(const gpu_t *g, uint32_t sm, uint64_t mask);

/* How many CTAs of a launch a GPU of this configuration holds at once. */
uint64_t gpu_ctas_at_once(const gpu_cfg_t *c, const front_t *f);

/* For owners of pick_cta: the CTAs of the running launch that an SM has room for now, and at all.
 */
uint32_t gpu_cta_room(const gpu_t *g, uint32_t sm);
uint32_t gpu_cta_limit(const gpu_t *g, uint32_t sm);

/* For policies: call on_dispatch in this core cycle, which has not come to its dispatch yet. Of two
 * calls the earlier cycle counts; after it a later cycle must be asked for again. */
void gpu_dispatch_wake_at(gpu_t *g, uint64_t cycle);

/* For policies: end the run with GPU_HALTED after this cycle (a unit's two sides have differed).
 * why becomes gpu_message(). */
void gpu_halt(gpu_t *g, const char *why);
/* The same with GPU_BROKEN, and a dump: a unit has lost or invented something. */
void gpu_break(gpu_t *g, const char *why);

/* For policies, during a launch: a prefetch into the L1 of an SM, for the load at pc and the warp
 * slot. It waits in the SM's prefetch queue from the next core cycle on, is taken up in a cycle in
 * which no demand request is before the L1, and is dropped rather than made to wait again
 * (hooks.h, on_prefetch_result). false: dropped at once, for want of room in the queue. */
bool gpu_l1_prefetch(gpu_t *g, uint32_t sm, uint64_t line, uint32_t pc, uint32_t warp);
/* The same with a mark, the owner of the result's request, by which the asker knows its prefetches
 * among those of others: not 0, which is the mark of the others. */
bool gpu_l1_prefetch_marked(gpu_t *g, uint32_t sm, uint64_t line, uint32_t pc, uint32_t warp,
                            uint16_t mark);
/* For policies, during a launch: is the byte in device memory that is allocated? */
bool gpu_memory_has(const gpu_t *g, uint64_t addr);
/* How many prefetches the queue of an SM has room for. */
uint32_t gpu_prefetch_room(const gpu_t *g, uint32_t sm);

/* For policies: simulate the SM in this core cycle. In it a request that waits at the head is
 * looked up again, the request buffer is asked again what it offers and accepts, and the schedulers
 * ask pick_warp. Of two calls the earlier cycle counts; after it a later cycle must be asked for
 * again. */
void gpu_sm_wake_at(gpu_t *g, uint32_t sm, uint64_t cycle);

/* For policies, during a launch: warps of an SM, as masks of slots.
 *
 * live: have a next instruction. at_barrier: live, and wait at a barrier. loading: of `mask`, those
 * whose next instruction is a load of global or local memory, or of an address whose space is not
 * known before. of_cta: the slots of the CTA whose warp is in
 * slot `warp`, 0 once it has ended. oldest: the n oldest of `mask`, CTAs by arrival, then the lower
 * slot. choice: what scheduler `sched` would choose of `mask` (not 0) under a sched_policy
 * (GPU_SCHED_LRR, _GTO or _OLDEST). */
uint64_t gpu_warps_live(const gpu_t *g, uint32_t sm);
uint64_t gpu_warps_at_barrier(const gpu_t *g, uint32_t sm);
uint64_t gpu_warps_loading(const gpu_t *g, uint32_t sm, uint64_t mask);
uint64_t gpu_warps_of_cta(const gpu_t *g, uint32_t sm, uint32_t warp);
uint64_t gpu_warps_oldest(const gpu_t *g, uint32_t sm, uint64_t mask, uint32_t n);
uint32_t gpu_warps_choice(const gpu_t *g, uint32_t sm, uint32_t sched, uint32_t policy,
                          uint64_t mask);

/* For policies with on_loop_exit, during a launch: has the warp a lane, running or waiting for
 * others, whose next instruction is in natural loop `loop` (inst_t.loop) or in one within it? Of
 * traces, which tell of no single lanes: is the warp's next instruction there? */
bool gpu_warp_in_loop(const gpu_t *g, uint32_t sm, uint32_t warp, uint32_t loop);

#endif
