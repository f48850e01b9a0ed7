/* What lockwarp slice says of a kernel, as text, as a table, as JSON. */
#ifndef LW_CLI_SLICE_REPORT_H
#define LW_CLI_SLICE_REPORT_H

#include <cJSON.h>

#include "cli/slice_given.h"
#include "isa/address_rect.h"

enum { SLICE_MAX_RECTS = 64 }; /* CTAs */

/* The first launch of a kernel. */
typedef struct slice_launch {
    bool known;
    uint64_t number;
    uint32_t grid[3], block[3];
    unsigned n_ctas;        /* the first ones */
    uint64_t *pitch;        /* [arrays] bytes; 0: one row */
    address_rect_t *access; /* [n_ctas][programs] */
    bool *has_access;
    address_rect_t *array; /* [n_ctas][arrays] */
    bool *has_array;
    slice_given_t given;
} slice_launch_t;

typedef struct slice_kernel {
    const char *source; /* workload or file */
    const char *label;  /* of the text, in messages: "bfs.ptx" */
    const isa_kernel_t *k;
    address_set_t *set;
    slice_launch_t launch;
} slice_kernel_t;

/* Counts of static accesses. */
typedef struct slice_counts {
    unsigned loads, regular_loads;
    unsigned rect_loads; /* regular, of one array */
    unsigned stores, regular_stores;
    unsigned arrays;
    unsigned why[ADDRESS_WHY_COUNT]; /* loads */
} slice_counts_t;

slice_counts_t slice_count(const address_set_t *s);
void slice_count_add(slice_counts_t *to, const slice_counts_t *c);

/* Evaluates the first CTAs of a launch. set's kernel is the launch's. */
void slice_launch_take(slice_launch_t *l, const address_set_t *set, const front_t *front,
                       uint64_t number, unsigned ctas, uint32_t line_bytes);
void slice_launch_free(slice_launch_t *l);

void slice_print(const slice_kernel_t *s);
/* Rows of the summary; a head before, a sum behind. */
void slice_table_head(bool markdown);
void slice_table_row(const char *source, const char *kernel, const slice_counts_t *c,
                     bool markdown);

cJSON *slice_json(const slice_kernel_t *s);
void slice_json_counts(cJSON *o, const slice_counts_t *c);

#endif
