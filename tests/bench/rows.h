/*
 * What dev bench measures, and the floors. A row is one command line, timed as a whole process;
 * a cost row is two of them, and its value how many times dearer a warp instruction is with the
 * second. The rows of the workloads come from the registry, in rows.c are the others.
 */
#ifndef LW_BENCH_ROWS_H
#define LW_BENCH_ROWS_H

#include <stdbool.h>

#define ROW_MAX_ARGS 16

typedef enum row_kind {
    ROW_WORKLOAD,   /* a workload of the registry; counts for the geometric mean */
    ROW_TRACE,      /* a trace of the shared data, unpacked before */
    ROW_RECORDED,   /* a trace recorded of a workload before, in the same format */
    ROW_FUNCTIONAL, /* execution without timing */
    ROW_COST,       /* args against base */
} row_kind_t;

typedef struct row {
    const char *name;
    row_kind_t kind;
    const char *trace; /* ROW_TRACE: file NAME.tar.zst; ROW_RECORDED: the workload */
    double floor;      /* warp instructions a second at least; ROW_COST: times at most; 0: none */
    double wanted;     /* the same, as hoped for */
    bool needs_rtl;    /* skipped by a build without RTL engines */
    const char *args[ROW_MAX_ARGS]; /* of `lockwarp run`, NULL-terminated */
    const char *base[ROW_MAX_ARGS]; /* ROW_COST: what it is compared with */
} row_t;

/* Of every workload of the registry at default scale, and of their geometric mean. */
#define BENCH_WORKLOAD_FLOOR 60000.0
#define BENCH_MEAN_FLOOR     300000.0

/* One run of every workload at default scale: 15 minutes on two cores. */
#define BENCH_SET_SECONDS 1800.0

/* Peak memory of any row; the simulated device memory is part of what is measured. */
#define BENCH_PEAK_MB 200.0

/* Share of the SM-cycles of atax that no SM was simulated in. */
#define BENCH_ATAX_SLEPT 0.40

/* A rate below this share of the stored one is a row missed, whatever its floor. */
#define BENCH_FELL 0.6

/* No machine is judged as slower than this many times the baseline's. */
#define BENCH_SLOWEST 2.0

extern const row_t bench_rows[];
extern const unsigned bench_row_count;

#endif
