/* The counts of an analysis in a checkpoint, in the middle of a launch. */
#include <stdlib.h>

#include "stats/analysis_int.h"

STATE_LAYOUT("analysis", sizeof(struct analysis) - sizeof(reuse_hist_t) * ANALYSIS_TYPES, 144);
STATE_LAYOUT("analysis_sm_t", sizeof(analysis_sm_t), 112);
STATE_LAYOUT("inftags_t", sizeof(inftags_t), 56);
STATE_LAYOUT("reuse_t", sizeof(reuse_t), 40);

/* n elements, in an array that is made anew when loading. */
static void *array_state(void *old, uint64_t n, size_t size, state_io_t *io)
{
    if (state_loading(io)) {
        free(old);
        old = calloc(n ? n : 1, size);
        if (!old)
            state_fail(io, "needs more memory than there is");
    }
    if (n && old && !state_error(io))
        state_bytes(io, old, n * size);
    return old;
}

/* Of a uint32_t or unsigned that counts elements. */
static uint32_t count_state(uint32_t n, state_io_t *io)
{
    uint64_t v = n;
    state_count(io, &v, UINT32_MAX, "elements");
    return (uint32_t)v;
}

static void tags_state(inftags_t *t, state_io_t *io)
{
    t->n = count_state(t->n, io);
    t->cap = count_state(t->cap, io);
    t->n_buckets = count_state(t->n_buckets, io);
    t->key = array_state(t->key, t->cap, sizeof *t->key, io);
    t->id = array_state(t->id, t->cap, sizeof *t->id, io);
    t->line = array_state(t->line, t->n, sizeof *t->line, io);
    t->bucket = array_state(t->bucket, t->n_buckets, sizeof *t->bucket, io);
    if (state_loading(io)) {
        t->line_cap = t->n;
        t->bucket_cap = t->n_buckets;
        if (t->n >= t->cap && t->n)
            state_fail(io, "has more lines than places for them");
    }
}

static void reuse_state(reuse_t *r, state_io_t *io)
{
    r->cap = count_state(r->cap, io);
    r->now = count_state(r->now, io);
    r->items = count_state(r->items, io);
    if (r->now > r->cap)
        state_fail(io, "has accesses beyond the axis");
    r->tree = array_state(r->tree, (uint64_t)r->cap + 1, sizeof *r->tree, io);
    r->who = array_state(r->who, r->cap, sizeof *r->who, io);
    r->at = array_state(r->at, r->items, sizeof *r->at, io);
    if (state_loading(io))
        r->at_cap = r->items;
}

static void touched_state(lineset_t *s, state_io_t *io)
{
    s->used = count_state(s->used, io);
    s->cap = count_state(s->cap, io);
    s->key = array_state(s->key, s->cap, sizeof *s->key, io);
    if (state_loading(io) && (s->cap & (s->cap - 1) || (s->used && s->used >= s->cap)))
        state_fail(io, "has more distinct lines than places for them");
}

void analysis_state(analysis_t *a, state_io_t *io)
{
    state_section(io, "analysis");
    STATE(io, a->failed);
    STATE(io, a->warps_per_cta);
    STATE(io, a->by_type);
    a->n_pcs = count_state(a->n_pcs, io);
    a->pc = array_state(a->pc, a->n_pcs, sizeof *a->pc, io);
    a->n_rows = count_state(a->n_rows, io);
    a->row = array_state(a->row, a->n_rows, sizeof *a->row, io);
    touched_state(&a->touched, io);
    for (unsigned i = 0; i < a->n_sms && !state_error(io); i++) {
        analysis_sm_t *sm = &a->sm[i];
        STATE(io, sm->accesses);
        state_bytes(io, sm->warp, gpu_config(a->gpu)->warps_per_sm * sizeof *sm->warp);
        tags_state(&sm->tags, io);
        reuse_state(&sm->reuse, io);
    }
}
