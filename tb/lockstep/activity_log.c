#include "lockstep/activity_log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"

struct activity_log {
    const unit_desc_t *d;
    const void *cfg;
    uint64_t edges;
    uint64_t *toggles;   /* 64 to an element, fields in the list's order; outputs have none */
    uint8_t *in, *state; /* at the edge before */
};

static size_t elements(const activity_log_t *a, unsigned field)
{
    const unit_field_t *f = &a->d->fields[field];
    return f->dir == UNIT_OUT ? 0 : f->count(a->cfg);
}

activity_log_t *activity_log_open(const unit_desc_t *d, const void *cfg)
{
    activity_log_t *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    *a = (activity_log_t){.d = d, .cfg = cfg};
    size_t n = 1;
    for (unsigned i = 0; i < d->n_fields; i++)
        n += elements(a, i);
    a->toggles = calloc(n, 64 * sizeof *a->toggles);
    a->in = calloc(1, d->in_bytes);
    a->state = calloc(1, d->state_bytes);
    if (a->toggles && a->in && a->state)
        return a;
    free(a->toggles);
    free(a->in);
    free(a->state);
    free(a);
    return NULL;
}

static void count(const unit_field_t *f, size_t n, const void *before, const void *after,
                  uint64_t *toggles)
{
    size_t bytes = n * f->elem_bytes;
    if (memcmp((const char *)before + f->offset, (const char *)after + f->offset, bytes) == 0)
        return;
    for (unsigned i = 0; i < n; i++) {
        uint64_t changed = unit_field_get(f, before, i) ^ unit_field_get(f, after, i);
        for (; changed; changed &= changed - 1)
            toggles[(size_t)i * 64 + (unsigned)__builtin_ctzll(changed)]++;
    }
}

void activity_log_edge(activity_log_t *a, const void *in, const void *state)
{
    size_t at = 0;
    for (unsigned i = 0; a->edges && i < a->d->n_fields; i++) {
        const unit_field_t *f = &a->d->fields[i];
        size_t n = elements(a, i);
        if (n)
            count(f, n, f->dir == UNIT_IN ? a->in : a->state, f->dir == UNIT_IN ? in : state,
                  a->toggles + 64 * at);
        at += n;
    }
    memcpy(a->in, in, a->d->in_bytes);
    memcpy(a->state, state, a->d->state_bytes);
    a->edges++;
}

static void print_counts(FILE *out, const activity_log_t *a)
{
    fprintf(out, "lockwarp-activity 1\nunit %s\ncycles %" PRIu64 "\n", a->d->name,
            a->edges > 1 ? a->edges - 1 : 1);
    size_t at = 0;
    for (unsigned i = 0; i < a->d->n_fields; i++)
        for (unsigned e = 0; e < elements(a, i); e++, at++)
            for (unsigned b = 0; b < a->d->fields[i].width(a->cfg); b++)
                if (a->toggles[64 * at + b])
                    fprintf(out, "%s %u %u %" PRIu64 "\n", a->d->fields[i].name, e, b,
                            a->toggles[64 * at + b]);
}

int activity_log_close(activity_log_t *a, const char *path, diag_t *d)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (out)
        print_counts(out, a);
    bool whole = out && !ferror(out) && !fclose(out);
    int rc = whole ? file_write(path, text, bytes, d) : diag_at(d, path, 0, 0, "out of memory");
    free(text);
    free(a->toggles);
    free(a->in);
    free(a->state);
    free(a);
    return rc;
}
