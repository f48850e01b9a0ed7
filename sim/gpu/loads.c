#include "gpu/loads.h"

#include <stdlib.h>
#include <string.h>

static bool has_row(const inst_t *i)
{
    return i->unit == INST_UNIT_LDST && i->kind == INST_LOAD &&
           (i->space == INST_SPACE_GLOBAL || i->space == INST_SPACE_LOCAL ||
            i->space == INST_SPACE_GENERIC);
}

static bool same_kernel(const load_kernel_t *k, const front_t *f)
{
    if (k->n_inst != f->n_inst || strcmp(k->name, f->kernel) != 0)
        return false;
    uint32_t row = 0;
    for (uint32_t i = 0; i < f->n_inst; i++)
        if (has_row(&f->inst[i])) {
            if (row >= k->n_rows || k->pc[row] != f->inst[i].pc)
                return false;
            row++;
        }
    return row == k->n_rows;
}

/* Which row each instruction has; a table that was loaded from a checkpoint does not say. */
static bool make_row_of(load_kernel_t *k, const front_t *f)
{
    if (k->row_of)
        return true;
    k->row_of = calloc(f->n_inst ? f->n_inst : 1, sizeof *k->row_of);
    for (uint32_t i = 0, row = 0; k->row_of && i < f->n_inst; i++)
        if (has_row(&f->inst[i]))
            k->row_of[i] = row++;
    return k->row_of != NULL;
}

load_kernel_t *loads_kernel(load_table_t *t, const front_t *f)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (same_kernel(&t->kernel[i], f))
            return make_row_of(&t->kernel[i], f) ? &t->kernel[i] : NULL;
    load_kernel_t *all = realloc(t->kernel, (t->n + 1) * sizeof *all);
    if (!all)
        return NULL;
    t->kernel = all;
    load_kernel_t *k = &all[t->n];
    *k = (load_kernel_t){.name = strdup(f->kernel), .n_inst = f->n_inst};
    for (uint32_t i = 0; i < f->n_inst; i++)
        k->n_rows += has_row(&f->inst[i]);
    k->pc = calloc(k->n_rows + 1, sizeof *k->pc);
    k->row = calloc(k->n_rows + 1, sizeof *k->row);
    t->n++; /* also when memory ran out, so that loads_free finds the parts */
    if (!k->name || !k->pc || !k->row || !make_row_of(k, f))
        return NULL;
    for (uint32_t i = 0, row = 0; i < f->n_inst; i++)
        if (has_row(&f->inst[i]))
            k->pc[row++] = f->inst[i].pc;
    return k;
}

void loads_free(load_table_t *t)
{
    for (uint32_t i = 0; i < t->n; i++) {
        free(t->kernel[i].name);
        free(t->kernel[i].row_of);
        free(t->kernel[i].pc);
        free(t->kernel[i].row);
    }
    free(t->kernel);
}

uint32_t loads_rows(const load_table_t *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++)
        n += t->kernel[i].n_rows;
    return n;
}

void loads_row(const load_table_t *t, uint32_t i, gpu_load_row_t *out)
{
    uint32_t k = 0;
    while (i >= t->kernel[k].n_rows)
        i -= t->kernel[k++].n_rows;
    *out = (gpu_load_row_t){t->kernel[k].name, t->kernel[k].pc[i], t->kernel[k].row[i]};
}
