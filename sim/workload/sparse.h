/*
 * Sparse matrices in coordinates: made from a seed, or read from a file of any of the formats of
 * input.h (a graph's edges are the entries of its adjacency matrix).
 */
#ifndef LW_WORKLOAD_SPARSE_H
#define LW_WORKLOAD_SPARSE_H

#include <stdint.h>

#include "workload/host.h"

typedef struct sparse {
    uint32_t rows, cols;
    uint32_t entries; /* with the mirrored ones of a symmetric file */
    int32_t *row, *col;
    float *value;     /* 1 where a file has none */
    int line, column; /* of the row count in the file that was read */
} sparse_t;

/* The same by rows; the entries of a row in the order of the coordinates. */
typedef struct sparse_rows {
    int32_t *first; /* rows + 1 */
    int32_t *col;
    float *value;
} sparse_rows_t;

/* A symmetric stiffness-like matrix: blocks of `block` neighbouring rows share their columns, which
 * are blocks at most `band` blocks away; `mean` entries a row in the mean. Memory is the host's.
 * 0 or a negative errno. */
int sparse_make(host_t *h, uint32_t rows, uint32_t mean, uint32_t band, sparse_t *m);

int sparse_read(host_t *h, const char *file, sparse_t *m);

int sparse_by_rows(host_t *h, const sparse_t *m, sparse_rows_t *by);

#endif
