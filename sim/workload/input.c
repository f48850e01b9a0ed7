/* What the readers of the formats share. */
#include "workload/input.h"

#include <errno.h>
#include <math.h>

void input_place(text_t *t, input_t *in)
{
    text_skip(t);
    in->line = t->line;
    in->column = text_column(t);
}

int input_nodes(text_t *t, const char *what, int64_t *out)
{
    text_skip_in_line(t);
    text_t before = *t;
    int rc = text_field_number(t, what, 1, INPUT_MOST_NODES, out);
    int64_t most = t->size > INPUT_FREE_NODES ? (int64_t)t->size : INPUT_FREE_NODES;
    if (!rc && *out > most)
        return text_error(&before, "%lld as %s, expected at most %lld of a file of %zu bytes",
                          (long long)*out, what, (long long)most, t->size);
    return rc;
}

int input_whole(text_t *t, const char *what, input_use_t use, double *out)
{
    int64_t value;
    bool distance = use == INPUT_DISTANCES;
    int rc = text_field_number(t, what, distance ? 0 : INT32_MIN,
                               distance ? INPUT_MOST_WEIGHT : INT32_MAX, &value);
    if (!rc)
        *out = (double)value;
    return rc;
}

int input_real(text_t *t, const char *what, input_use_t use, double *out)
{
    text_skip_in_line(t);
    text_t before = *t;
    int rc = text_field_real(t, what, out);
    if (rc || use != INPUT_DISTANCES)
        return rc;
    if (*out < 0 || *out > INPUT_MOST_WEIGHT || floor(*out) < *out)
        return text_refuse(&before, "a whole number (%s) from 0 to %d", what, INPUT_MOST_WEIGHT);
    return 0;
}

int input_room(host_t *h, input_t *in, size_t entries)
{
    if (entries > INT32_MAX)
        return diag_at(h->diag, h->w->name, 0, 0, "%zu entries, expected at most 2^31 - 1",
                       entries);
    in->row = host_memory(h, entries, sizeof *in->row);
    in->col = host_memory(h, entries, sizeof *in->col);
    in->value = host_memory(h, entries, sizeof *in->value);
    return host_ok(h) ? 0 : -ENOMEM;
}

void input_add(input_t *in, int64_t row, int64_t col, double value)
{
    in->row[in->entries] = (int32_t)row;
    in->col[in->entries] = (int32_t)col;
    in->value[in->entries++] = value;
}
