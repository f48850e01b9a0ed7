/*
 * The per-load table: a row for every static global or local load of every kernel launched,
 * kept over launches of the same kernel.
 */
#ifndef LW_GPU_LOADS_H
#define LW_GPU_LOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "front/front.h"
#include "gpu/gpu_stats.h"

/* Walked by state.c. */
typedef struct load_kernel {
    char *name;
    uint32_t n_inst;
    uint32_t *row_of; /* [n_inst]: row of a load; 0 for anything else */
    uint32_t *pc;     /* [n_rows] */
    gpu_stats_load_t *row;
    uint32_t n_rows; /* at least 1 allocated */
} load_kernel_t;

typedef struct load_table {
    load_kernel_t *kernel;
    uint32_t n;
} load_table_t;

/* The kernel's entry, made at its first launch; valid until the next call. NULL: no memory. A
 * kernel is known by its name and its loads' PCs. */
load_kernel_t *loads_kernel(load_table_t *t, const front_t *f);
void loads_free(load_table_t *t);

uint32_t loads_rows(const load_table_t *t);
void loads_row(const load_table_t *t, uint32_t i, gpu_load_row_t *out);

#endif
