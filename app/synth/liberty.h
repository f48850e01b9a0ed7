/*
 * What the synthesis flow needs to know of a Liberty file itself: its name, and every cell's
 * area and whether it stores a bit. Delays and powers are for the tools that read it next.
 */
#ifndef LW_SYNTH_LIBERTY_H
#define LW_SYNTH_LIBERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "common/diag.h"

typedef struct liberty_cell {
    char *name;
    double area; /* in the library's unit, um2 in all that we know */
    bool flop;   /* has an ff group */
    bool latch;
} liberty_cell_t;

typedef struct liberty {
    char *name; /* of the library group */
    char *text; /* the whole file, decompressed */
    size_t bytes;
    liberty_cell_t *cells; /* sorted by name */
    size_t n_cells;
} liberty_t;

/* Reads a Liberty file, gzip-compressed or plain. 0, or a negative errno with the file and, for
 * a malformed one, the line in the diag. The caller frees with liberty_free, also on error. */
int liberty_read(const char *path, liberty_t *lib, diag_t *d);
void liberty_free(liberty_t *lib);

/* The cell of that name, or NULL. */
const liberty_cell_t *liberty_find(const liberty_t *lib, const char *name);

#endif
