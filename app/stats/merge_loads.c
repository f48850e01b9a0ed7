#include "stats/merge_loads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    gpu_load_row_t row;
    unsigned order; /* of the row; then of the first row of its kernel's name */
} place_t;

static int by_name(const void *a, const void *b)
{
    const place_t *x = a, *y = b;
    int c = strcmp(x->row.kernel, y->row.kernel);
    return c ? c : x->order < y->order ? -1 : x->order > y->order;
}

static int by_order(const void *a, const void *b)
{
    const place_t *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return x->row.pc < y->row.pc ? -1 : x->row.pc > y->row.pc;
}

static void add(gpu_stats_load_t *to, const gpu_stats_load_t *more)
{
#define ADD(name, doc) to->name += more->name;
    GPU_STATS_LOAD(ADD)
#undef ADD
}

int merge_loads(gpu_load_row_t *rows, unsigned *n)
{
    unsigned all = *n, kept = 0;
    place_t *p = calloc(all ? all : 1, sizeof *p);
    if (!p)
        return -ENOMEM;
    for (unsigned i = 0; i < all; i++)
        p[i] = (place_t){rows[i], i};
    qsort(p, all, sizeof *p, by_name);
    for (unsigned i = 1; i < all; i++)
        if (!strcmp(p[i].row.kernel, p[i - 1].row.kernel))
            p[i].order = p[i - 1].order;
    qsort(p, all, sizeof *p, by_order);
    for (unsigned i = 0; i < all; i++) {
        if (kept && p[i].order == p[i - 1].order && rows[kept - 1].pc == p[i].row.pc)
            add(&rows[kept - 1].s, &p[i].row.s);
        else
            rows[kept++] = p[i].row;
    }
    free(p);
    *n = kept;
    return 0;
}
