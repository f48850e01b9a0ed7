/*
 * The GPU simulator of lockwarp for other programs: what `lockwarp run` does, and the events
 * in the L1 data caches and at the warp schedulers while it runs.
 *
 *   lw_error_t error;
 *   lw_gpu_t *gpu = lw_gpu_new("abyp-gcn", &error);
 *   lw_gpu_policies(gpu, "abyp");
 *   lw_gpu_set(gpu, "abyp.threshold", "2");
 *   lw_gpu_workload(gpu, "bfs", "tiny");
 *   uint64_t hits;
 *   if (lw_gpu_run(gpu) == LW_OK && lw_gpu_count(gpu, "totals.l1d.hits", &hits) == LW_OK)
 *       printf("%" PRIu64 "\n", hits);
 *   lw_gpu_free(gpu);
 *
 * An lw_gpu_t is one simulation: it is set up, run once, and asked for its results. Functions that
 * return an int return a status of lockwarp/error.h; lw_gpu_message() has the sentence for the last
 * one that was not LW_OK. Text arguments are copied. Presets, keys, workloads and policies
 * are those of the program, which `lockwarp list` prints.
 *
 * Nothing here prints, exits or aborts. If memory runs out during a run, lw_gpu_run() returns
 * LW_NO_MEMORY, and the memory of that run stays allocated. A simulation is
 * used by one thread at a time; only lw_gpu_stop() may be called from others.
 */
#ifndef LOCKWARP_GPU_H
#define LOCKWARP_GPU_H

#include <stddef.h>
#include <stdint.h>

#include <lockwarp/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Presets, workloads and policies ---- */

/* Names, sorted: number i from 0; NULL beyond the last. */
const char *lw_config_name(size_t i);   /* GPU presets, such as "abyp-gcn" */
const char *lw_workload_name(size_t i); /* such as "bfs" */
const char *lw_policy_name(size_t i);   /* management schemes, such as "abyp" */

/* One line about it; NULL if there is none of that name. */
const char *lw_workload_about(const char *name);
const char *lw_policy_about(const char *name);

/* ---- A simulation ---- */

typedef struct lw_gpu lw_gpu_t;

/* A simulation on a preset, or on a configuration file: a name with a '/' or ending in .yaml or
 * .yml. NULL with the reason in *error (which may be NULL). */
lw_gpu_t *lw_gpu_new(const char *config, lw_error_t *error);
void lw_gpu_free(lw_gpu_t *gpu); /* NULL: no effect */

/* The message of the last call on this simulation that did not return LW_OK. */
const char *lw_gpu_message(const lw_gpu_t *gpu);

/* ---- Setting it up, in any order; LW_INVALID once it has run ---- */

/* The policies, "abyp+mrpb"; "" for none, the default. It comes before the options of a policy. */
int lw_gpu_policies(lw_gpu_t *gpu, const char *policies);

/* A key of the configuration, "l1_ways", or a policy's option, "abyp.threshold". The last value of
 * a key counts. lw_gpu_run() checks the rules that tie keys together. */
int lw_gpu_set(lw_gpu_t *gpu, const char *key, const char *value);

/* The engine of the policies' units: "c" (the default), "rtl" or "lockstep". lw_gpu_run() finds or
 * makes a model of the RTL as lw_unit_new() does. */
int lw_gpu_engine(lw_gpu_t *gpu, const char *engine);

/* The program to run; the last call counts: a workload at a scale ("tiny", "default", "paper" or
 * one of a paper's own); any kernel, its PTX files and the launch file; a recorded program. */
int lw_gpu_workload(lw_gpu_t *gpu, const char *name, const char *scale);
int lw_gpu_ptx(lw_gpu_t *gpu, const char *const *files, size_t n, const char *launch_file);
int lw_gpu_trace(lw_gpu_t *gpu, const char *path);

/* Another option of `lockwarp run`, without its dashes: seed, input, kernel-variant, kernel,
 * launches, max-cycles, interval, with its value; analyze, functional, never-sleep, with "true" or
 * "false". */
int lw_gpu_option(lw_gpu_t *gpu, const char *name, const char *value);

/* Receives the output of kernels' vprintf, which is otherwise lost. text is not terminated. */
int lw_gpu_print(lw_gpu_t *gpu, void (*print)(void *ctx, const char *text, size_t bytes),
                 void *ctx);

/* ---- Events while it runs ---- */

/*
 * Lines are byte addresses divided by the configuration's line_bytes. Cycles are core cycles from
 * the first launch on, unless said otherwise. A load is a memory instruction; its requests are one
 * per line that its lanes touch.
 */

/* A launch begins. With l1_flush the L1s are empty from then on. */
typedef struct lw_kernel {
    const char *name; /* of the kernel; valid during the call */
    uint64_t launch;  /* number, from 1 */
    uint64_t cycle;   /* the first of the launch */
} lw_kernel_t;

/* A CTA takes up residence on an SM, or leaves it. */
typedef struct lw_cta {
    uint64_t cycle;
    uint32_t sm, cta; /* cta: number in the grid */
    uint32_t first_warp, n_warps;
} lw_cta_t;

/* A warp has ended. */
typedef struct lw_warp {
    uint64_t cycle;
    uint32_t sm, warp;
} lw_warp_t;

/* A scheduler issues an instruction of a warp. */
typedef struct lw_pick {
    uint64_t cycle;
    uint64_t ready; /* warps among which it chose, a bit each */
    uint32_t sm, scheduler, warp;
} lw_pick_t;

/* A load from global or local memory is issued. */
typedef struct lw_load {
    uint64_t cycle;
    uint32_t sm, warp, pc;
    uint32_t load;     /* its number among the outstanding ones of the SM */
    uint32_t requests; /* number of requests that follow */
    int global;        /* from global memory, not local */
    int cached;        /* its requests may hit in the L1 */
} lw_load_t;

typedef enum lw_outcome {
    LW_HIT,
    LW_PENDING_HIT, /* merged into a pending line */
    LW_MISS,        /* a line was allocated */
    LW_BYPASS,      /* sent to the L2, no line allocated */
} lw_outcome_t;

/* A request of a load that may be cached, accepted by the L1: exactly once for each. */
typedef struct lw_read {
    uint64_t cycle, line;
    uint32_t sm, warp, pc;
    uint32_t load, index; /* the load's number, and which of its requests, from 0 */
    uint32_t set;
    uint32_t way; /* hit: of the line; miss: of the victim; bypass: 0 */
    lw_outcome_t outcome;
    int predicted;    /* bypass: because a policy predicted that the line will not be read again */
    int victim_valid; /* miss: a valid line was replaced */
    uint64_t victim_line;
} lw_read_t;

/* A store or atomic, accepted by the L1. */
typedef struct lw_write {
    uint64_t cycle, line;
    uint32_t sm, warp, pc, set;
    uint32_t way; /* of the matching line; 0 if absent */
    int hit;      /* present or pending */
    int atomic;
} lw_write_t;

/* The data of an allocated line have arrived. */
typedef struct lw_fill {
    uint64_t cycle, line;
    uint32_t sm, set, way;
} lw_fill_t;

/* The reply to a read that was predicted to bypass, with the bit that the L2 returned. */
typedef struct lw_reply {
    uint64_t cycle, line;
    uint32_t sm, warp;
    int returned;
} lw_reply_t;

/* A bypassed line is filled after all, because of that bit. */
typedef struct lw_late_fill {
    uint64_t cycle, line;
    uint32_t sm, set, way;
    int victim_valid;
    uint64_t victim_line;
} lw_late_fill_t;

typedef enum lw_cause {
    LW_BY_MISS,
    LW_BY_LATE_FILL,
    LW_BY_STORE,
    LW_BY_KERNEL, /* invalidated at the start of a launch */
    LW_BY_PREFETCH,
} lw_cause_t;

/* A valid line leaves the L1. */
typedef struct lw_evict {
    uint64_t cycle, line;
    uint32_t sm, set, way;
    uint32_t hits; /* since its allocation */
    lw_cause_t cause;
} lw_evict_t;

/* A request of an SM, accepted by a slice of the L2. */
typedef struct lw_l2 {
    uint64_t cycle; /* of the L2's clock */
    uint64_t line;
    uint32_t sm;
    uint32_t slice; /* in the whole GPU */
    uint32_t set, way;
    int hit;    /* present or pending; otherwise (set, way) was allocated for it */
    int write;  /* store or atomic */
    int bypass; /* a read that was predicted to bypass the L1 */
} lw_l2_t;

/*
 * Functions that are called at these events; NULL: not called. The order in a core cycle is that
 * of an SM: fills and replies, then at most one read or write, then the picks, each followed by
 * the events that the instruction causes; SMs in order of their numbers. The eviction of a replaced
 * line comes before the read, write or late fill that replaces it; an eviction by a store after it.
 *
 * An observer changes no result. It may read its arguments only during the call, and of this
 * header may call only lw_gpu_stop().
 */
typedef struct lw_observer {
    void (*kernel)(void *ctx, const lw_kernel_t *e);
    void (*cta_start)(void *ctx, const lw_cta_t *e);
    void (*cta_end)(void *ctx, const lw_cta_t *e);
    void (*warp_end)(void *ctx, const lw_warp_t *e);
    void (*pick)(void *ctx, const lw_pick_t *e);
    void (*load)(void *ctx, const lw_load_t *e);
    void (*read)(void *ctx, const lw_read_t *e);
    void (*write)(void *ctx, const lw_write_t *e);
    void (*evict)(void *ctx, const lw_evict_t *e);
    void (*fill)(void *ctx, const lw_fill_t *e);
    void (*reply)(void *ctx, const lw_reply_t *e);
    void (*late_fill)(void *ctx, const lw_late_fill_t *e);
    void (*l2)(void *ctx, const lw_l2_t *e);
} lw_observer_t;

/* Sets the observer, which is copied; NULL: none, the default. */
int lw_gpu_observe(lw_gpu_t *gpu, const lw_observer_t *observer, void *ctx);

/* ---- Running ---- */

/*
 * Runs it to its end, once. LW_OK; LW_INVALID if it cannot be run, also if a kernel accesses
 * memory that is not its own; LW_NO_MODEL; LW_DIFFER; LW_WRONG; LW_STOPPED; LW_BROKEN;
 * LW_NO_MEMORY. There are results after LW_OK, LW_DIFFER, LW_WRONG and LW_BROKEN; workload.result
 * says whether they are right.
 */
int lw_gpu_run(lw_gpu_t *gpu);

/* Makes lw_gpu_run() return LW_STOPPED soon: within some thousand simulated cycles, or at the end
 * of the part that is executed without timing. It may be called from any thread, a signal handler
 * or an observer. Before the run, it stops the run in its first launch. */
void lw_gpu_stop(lw_gpu_t *gpu);

/* ---- Results ---- */

/* The document that `lockwarp run --json` writes (docs/guide/json.md), byte for byte except its
 * object `host`; valid until the simulation is freed. NULL if there is none. */
const char *lw_gpu_json(lw_gpu_t *gpu);

/* A number of that document by its path, with dots: "totals.cycles", "totals.l1d.hits",
 * "units.abyp.lookups"; elements of lists by their number, from 0: "per_load.3.misses".
 * lw_gpu_count() reads integers only. LW_INVALID if there is no such number. */
int lw_gpu_count(lw_gpu_t *gpu, const char *path, uint64_t *value);
int lw_gpu_number(lw_gpu_t *gpu, const char *path, double *value);

#ifdef __cplusplus
}
#endif

#endif
