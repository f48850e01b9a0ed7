/*
 * A point of a sweep: one run of `lockwarp run`, resolved and known by a hash of everything that
 * determines its result: the simulator's sources, the host program and kernel text of the workload,
 * its input, the resolved configuration, policies with all their options, engine, and what is
 * timed. Two points with one hash are one run.
 */
#ifndef LW_SWEEP_POINT_H
#define LW_SWEEP_POINT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/diag.h"
#include "workload/workload.h"

enum { POINT_SETS = 64, POINT_ARGS = 2 * POINT_SETS + 32 };

/* As a sweep file or a command line says it, to which the strings belong. */
typedef struct point_spec {
    const char *workload;          /* or NULL: one of the next two */
    const char *ptx, *launch_file; /* both or neither */
    const char *trace;
    const char *variant; /* NULL: default */
    const char *input;   /* NULL: made from the seed */
    const char *config;
    const char *policies; /* "" for none */
    const char *engine;
    const char *kernel, *launches; /* NULL: all */
    workload_scale_t scale;
    uint64_t seed;
    uint64_t max_cycles, interval; /* 0: none */
    bool analyze, functional;
    unsigned n_sets;
    const char *set[POINT_SETS]; /* "key=value" */
    struct point_memory *memory; /* of what other points have read; NULL: none */
} point_spec_t;

typedef struct point {
    char hash[65];
    const char *series; /* its name within the sweep */
    const char *policies, *input;
    char *overrides;        /* the sets, space-separated */
    char *command;          /* "lockwarp run ...", quoted for a shell */
    char *argv[POINT_ARGS]; /* what follows the program's name, NULL-terminated; no --json */
    const char *workload;   /* registry name; NULL: files */
    const char *scale;
    uint64_t warp_inst; /* of the workload at this scale, for estimates */
    point_spec_t spec;  /* what it was resolved from; the strings are the point's, no memory */
    uint64_t stamp;     /* point_stamp() of just before it was resolved */
} point_t;

/* Checks a spec as `lockwarp run` would and resolves it. 0, or a negative errno with a message. */
int point_resolve(const point_spec_t *s, point_t *p, diag_t *d);

/* What the file system says of the files that the spec names: which they are, and when they were
 * last written. */
uint64_t point_stamp(const point_spec_t *s);

/* Is the result of a run that has read the files since `begun`, a stamp, that of the point's hash?
 * Nobody has written them since the point was resolved; or what they hold is what it was, and
 * nobody has written them since the run began. 0, or a negative errno with a message. */
int point_unchanged(const point_t *p, uint64_t begun, diag_t *d);

/* The folder of this process, for which relative names of files in the point's command hold, in
 * memory that is the caller's; NULL: the command has none. */
char *point_folder(const point_t *p);

void point_free(point_t *p);

#endif
