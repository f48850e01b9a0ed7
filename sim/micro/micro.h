/*
 * Microbenchmarks: small kernels of the project's own whose latency, rate or count is derived
 * from the configuration by hand, in the file of the microbenchmark, before it is measured.
 *
 * A microbenchmark is one file bench_NAME.c that defines
 *
 *     const micro_bench_t micro_NAME = {"NAME", "one line", run};
 *
 * and the build finds it. run() makes rows: micro_expect() states what is derived, then
 * micro_launch() runs a kernel on a machine of its own, then micro_got() or micro_got_u64() states
 * what was measured. A row made after its launch is an error: nothing is derived from a
 * measurement.
 *
 * A row is exact, or a bound that is met within MICRO_TOLERANCE.
 */
#ifndef LW_MICRO_MICRO_H
#define LW_MICRO_MICRO_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "driver/driver.h"
#include "gpu/gpu.h"

#define MICRO_TOLERANCE 0.02

enum { MICRO_ROWS = 96, MICRO_ARGS = 6 };

typedef enum micro_kind { MICRO_EXACT, MICRO_BOUND } micro_kind_t;

typedef struct micro_row {
    char what[72];
    const char *unit; /* "core cycles" */
    micro_kind_t kind;
    bool measured;
    double derived, got;
} micro_row_t;

typedef struct micro micro_t;

typedef struct micro_bench {
    const char *name;
    const char *doc;
    void (*run)(micro_t *m);
} micro_bench_t;

/* Sorted by name; made by the build. */
extern const micro_bench_t *const micro_registry[];
extern const unsigned micro_registry_count;

const micro_bench_t *micro_find(const char *name);

struct micro {
    gpu_cfg_t cfg;                /* what is derived from */
    gpu_cfg_t given;              /* the same before what is not derived was switched off */
    uint32_t off;                 /* of those mechanisms, 1 b each */
    void (*damage)(gpu_cfg_t *c); /* tests: what the machine has instead; NULL: the same */
    bool never_sleep;
    micro_row_t row[MICRO_ROWS];
    unsigned n;
    unsigned open;     /* rows derived and not yet measured */
    bool launched;     /* since the oldest open row */
    char skipped[480]; /* parts that do not apply to this machine, and why */
    diag_t diag;
};

/* Runs b from m->cfg (set by the caller, checked with gpu_cfg_check); 0, or a negative errno with
 * m->diag. Rows are in m->row; whether they hold is micro_holds(). */
int micro_run(micro_t *m, const micro_bench_t *b);
bool micro_holds(const micro_row_t *r);

/* Difference in percent of what was derived. */
double micro_difference(const micro_row_t *r);

/* ---- For microbenchmarks ---- */

/* A new row; its number. */
unsigned micro_expect(micro_t *m, micro_kind_t kind, const char *unit, double derived,
                      const char *fmt, ...) __attribute__((format(printf, 5, 6)));
void micro_got(micro_t *m, unsigned row, double value);

/* The rows to come derive this mechanism, which other microbenchmarks switch off: m->cfg has it as
 * given, and the table does not say that it is off. */
void micro_with(micro_t *m, const char *key);

/* A part that this machine does not have; one line for people. */
void micro_skip(micro_t *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

typedef struct micro_poke {
    uint64_t addr, value; /* 8 bytes */
} micro_poke_t;

typedef struct micro_launch {
    const char *module; /* MODULE.ptx, beside the microbenchmarks */
    const char *kernel;
    uint32_t grid, block; /* CTAs, threads */
    uint32_t shared;      /* B */
    dev_arg_t arg[MICRO_ARGS];
    unsigned n_args;
    uint64_t bytes; /* of device memory from micro_base() */
    const micro_poke_t *poke;
    unsigned n_pokes;
    uint64_t preload;      /* bytes from micro_base() that the L2 holds, clean */
    uint64_t preload_step; /* of so many bytes the first line alone; 0: all of them */
    uint64_t code;         /* bytes of the kernel's code that it holds */
    uint32_t again;        /* launches of the same before, on the same machine */
    const gpu_cfg_t *cfg;  /* the machine; NULL: m->cfg */
    gpu_l1_decision_t (*decide)(const gpu_l1_access_t *a); /* on reads; NULL: no policy does */
} micro_launch_t;

typedef struct micro_result {
    gpu_stats_t s;
    gpu_stats_sleep_t sleep;
    gpu_stats_load_t load; /* the first static load's row; zeros without one */
    uint32_t most_ctas;    /* resident on an SM at once */
    uint32_t regs;         /* registers a thread */
} micro_result_t;

/* Runs one launch on a new machine; all zeros after an error, which is kept in m->diag. */
micro_result_t micro_launch(micro_t *m, const micro_launch_t *l);

/* Difference in core cycles between two launches. */
uint64_t micro_cycles_between(micro_t *m, const micro_launch_t *shorter,
                              const micro_launch_t *longer);

#endif
