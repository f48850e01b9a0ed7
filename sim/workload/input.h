/*
 * Graph and matrix files: Matrix Market, DIMACS and Rodinia, told apart by what they begin with.
 * Whatever the format, a file is a list of entries (row, column, value), which are the edges
 * (from, to, weight) of a graph. docs/guide/inputs.md is the contract.
 * Every refusal is "FILE:LINE:COL: ..., expected ..." in the host's diag.
 */
#ifndef LW_WORKLOAD_INPUT_H
#define LW_WORKLOAD_INPUT_H

#include <stdint.h>

#include "workload/host.h"
#include "workload/text.h"

#define INPUT_MOST_NODES  (1 << 26)       /* rows, columns or nodes of a file */
#define INPUT_FREE_NODES  (1 << 20)       /* of them, whatever the file's size */
#define INPUT_MOST_WEIGHT ((1 << 30) - 1) /* of INPUT_DISTANCES */

/* What the values must be. */
typedef enum input_use {
    INPUT_MATRIX,    /* any number that single precision holds; need not be square */
    INPUT_LINKS,     /* square; values are read and forgotten */
    INPUT_DISTANCES, /* square; whole numbers from 0 to INPUT_MOST_WEIGHT */
} input_use_t;

typedef struct input {
    uint32_t rows, cols; /* the same in a graph: its nodes */
    uint32_t entries;    /* of a symmetric or undirected file in both directions */
    int32_t *row, *col;  /* from 0 */
    double *value;       /* 1 where the file has none */
    uint32_t source;     /* of a Rodinia file; else 0 */
    int line, column;    /* where the count of rows or nodes stands */
} input_t;

/* input_read.c: memory is the host's. 0 or a negative errno. */
int input_read(host_t *h, const char *file, input_use_t use, input_t *in);

/* The readers; the cursor is at the file's first word. */
int input_matrix_market(text_t *t, host_t *h, input_use_t use, input_t *in);
int input_dimacs(text_t *t, host_t *h, input_use_t use, input_t *in);
int input_rodinia(text_t *t, host_t *h, input_use_t use, input_t *in);

/* What the readers share: input.c. */

/* The count of rows or nodes follows: notes its place. */
void input_place(text_t *t, input_t *in);
/* A count of rows, columns or nodes on this line, which the file must be large enough for. */
int input_nodes(text_t *t, const char *what, int64_t *out);
/* A value of a format that has whole numbers only, or real ones. */
int input_whole(text_t *t, const char *what, input_use_t use, double *out);
int input_real(text_t *t, const char *what, input_use_t use, double *out);
/* Memory for this many entries; 0 or -ENOMEM. */
int input_room(host_t *h, input_t *in, size_t entries);
void input_add(input_t *in, int64_t row, int64_t col, double value);

#endif
