/*
 * A workload: a benchmark kernel with its host program. One folder a workload,
 * sim/workload/NAME/: NAME.cu (CUDA C of the project's own), NAME.ptx (what clang-14 makes of
 * it, committed), NAME.c (the host program, defining `const workload_t workload_NAME`).
 * The build finds the folders, embeds the PTX and makes the registry.
 */
#ifndef LW_WORKLOAD_WORKLOAD_H
#define LW_WORKLOAD_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "driver/driver.h"

/* The first three every workload has; the others are named after a paper and have its input, for
 * the workloads that it ran (geometry is NULL elsewhere). */
typedef enum workload_scale {
    SCALE_TINY,
    SCALE_DEFAULT,
    SCALE_PAPER,
    SCALE_ABYP,
    SCALE_MRPB,
    SCALES,
    SCALES_OF_ALL = SCALE_ABYP
} workload_scale_t;

typedef struct workload_opts {
    workload_scale_t scale;
    uint64_t seed;       /* of generated inputs */
    const char *input;   /* file to read instead, or NULL */
    const char *variant; /* "default" (or NULL), or one of the workload's variants */
    const char *ptx;     /* kernel text to use instead of the embedded one, or NULL */
    size_t ptx_bytes;
} workload_opts_t;

typedef struct workload {
    const char *name;     /* registry name: "bfs" */
    const char *suite;    /* "Rodinia", "PolyBench", "Parboil"... */
    const char *groups;   /* papers that use it, space-separated: "apres:cs apcm:cm abyp=csr", where
                             =VARIANT is the kernel that paper ran */
    const char *variants; /* other kernels than the default, space-separated: "unrolled" */
    const char *doc;      /* one line: what it computes */
    const char *geometry[SCALES]; /* size in words per scale: "128x512, 65536 nodes"; NULL: none */
    uint64_t warp_inst[SCALES];   /* of a run of the default kernel with seed 1 */
    bool reads_file;              /* takes opts.input; else it makes its own */
    /* Allocates, copies, launches, reads back and checks against a plain C reference.
     * 0: result correct; 1: wrong result (said in diag); negative errno: bad input (diag). */
    int (*run)(device_t *d, const struct workload *w, const workload_opts_t *o, diag_t *diag);
} workload_t;

/* Sorted by name; made by the build. */
extern const workload_t *const workload_registry[];
extern const unsigned workload_registry_count;
const workload_t *workload_find(const char *name);
/* The same, or NULL with a message that has the closest name; where: "-w", for it. */
const workload_t *workload_named(const char *name, const char *where, diag_t *d);

/* 0, or -EINVAL with a message when there is an input (not NULL) that w does not read. */
int workload_check_input(const workload_t *w, const char *input, diag_t *d);

extern const char
    *const workload_scale_names[SCALES]; /* "tiny", "default", "paper", "abyp", "mrpb" */
/* The scale of this name or -1; of no particular workload. */
int workload_scale_named(const char *name);
/* 0, or -EINVAL with a message that names the scales that w has. where: "--scale", for it. */
int workload_check_scale(const workload_t *w, workload_scale_t scale, const char *where, diag_t *d);

/* The embedded PTX of a workload's variant, or NULL. */
const char *workload_ptx(const char *name, const char *variant, size_t *bytes);

#endif
