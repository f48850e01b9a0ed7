/* What to run, on which configuration, how: the settings of one simulation. */
#ifndef LW_RUN_RUN_OPTS_H
#define LW_RUN_RUN_OPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "workload/workload.h"

enum { RUN_OPTS_MAX_SETS = 256, RUN_OPTS_MAX_PTX = 16 };

typedef struct run_opts {
    const char *workload;                       /* -w */
    const char *ptx;                            /* --ptx, the first */
    const char *more_ptx[RUN_OPTS_MAX_PTX - 1]; /* the files that are linked with it */
    unsigned n_more_ptx;
    const char *launch_file;            /* --launch */
    const char *trace;                  /* --trace */
    const char *config;                 /* -c; default "apres" */
    const char *policies;               /* -p, or NULL */
    const char *engine;                 /* -e; default "c" */
    const char *set[RUN_OPTS_MAX_SETS]; /* "key=value", in order */
    unsigned n_sets;
    const char *json;    /* --json, or NULL */
    const char *input;   /* --input, or NULL */
    const char *variant; /* --kernel-variant, or NULL */
    workload_scale_t scale;
    uint64_t seed;
    uint64_t max_cycles;            /* 0: none */
    uint64_t interval;              /* --interval; 0: none */
    const char *kernel;             /* --kernel, or NULL */
    const char *launches;           /* --launches as given, or NULL */
    uint64_t first, last;           /* parsed; 0, 0: all */
    const char *wave;               /* --wave, or NULL */
    const char *wave_of;            /* --wave-of, or NULL */
    const char *record, *record_of; /* --record, --record-of, or NULL */
    bool functional;
    bool list_launches;
    bool never_sleep;
    bool analyze;
    const char *resume; /* --resume of run, or NULL: the rest comes from there */
    uint64_t given;     /* settings that were on the command line, a bit each */
} run_opts_t;

void run_opts_default(run_opts_t *o);

#endif
