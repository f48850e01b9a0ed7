/*
 * Replay of a native trace. A CTA's chunks are unpacked when its first warp needs them and
 * dropped when its last warp is through, so that memory is bounded by the resident CTAs.
 */
#include "trace/native.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "trace/native_code.h"
#include "trace/native_file.h"
#include "trace/native_regions.h"

/* Where a warp's bytes lie in an unpacked chunk. */
typedef struct segment {
    const uint8_t *ctrl, *addr, *end;
} segment_t;

typedef struct chunk {
    uint8_t *raw;
    uint32_t users; /* warps that are not through with it */
    segment_t seg[];
} chunk_t;

struct front_warp {
    front_cta_t *cta;
    uint32_t index;
    uint32_t at;    /* number of its chunk; NAT_NO_ROW: none */
    uint32_t more;  /* chunks from here on may have more */
    uint64_t steps; /* made so far */
    nat_dec_t dec;
};

struct front_cta {
    front_cta_t *next; /* in the list of free ones */
    front_cta_t *next_all;
    uint32_t cta, region, n_chunks, room;
    bool peeked;     /* it is only read */
    chunk_t **chunk; /* [n_chunks]; NULL: not unpacked */
    front_warp_t warp[];
};

typedef struct native {
    trace_t trace; /* first */
    nat_file_t *file;
    nat_prog_t **prog;
    unsigned n_progs;
    const cJSON *step; /* the next */
    /* the running launch */
    front_t front;
    nat_shape_t shape;
    nat_chunks_t *ctas;
    uint32_t n_ctas;
    uint32_t *cta_order; /* NULL: ascending */
    uint64_t total;      /* steps of the launch */
    uint64_t left;       /* steps that the launch still has: damaged bytes cannot go on forever */
    nat_regions_t regions;
    front_cta_t *all, *free;
    diag_t diag; /* why front.error is set */
} native_t;

/* ---- Chunks ---- */

static void give(front_cta_t *c, uint32_t k)
{
    chunk_t *x = c->chunk[k];
    if (--x->users)
        return;
    free(x->raw);
    free(x);
    c->chunk[k] = NULL;
}

/* Finds every warp's bytes. */
static bool parse(chunk_t *x, uint32_t raw_bytes, uint64_t warps, uint32_t n_warps)
{
    nat_cur_t c = {.at = x->raw, .end = x->raw + raw_bytes};
    uint64_t n = nat_get_varint(&c), seen = 0, order[NAT_MAX_WARPS], len[NAT_MAX_WARPS][2];
    if (c.bad || !n || n > n_warps)
        return false;
    for (uint64_t k = 0; k < n; k++) {
        order[k] = nat_get_varint(&c);
        len[k][0] = nat_get_varint(&c);
        len[k][1] = nat_get_varint(&c);
        if (c.bad || order[k] >= n_warps || seen >> order[k] & 1)
            return false;
        seen |= UINT64_C(1) << order[k];
    }
    if (seen != warps)
        return false;
    for (uint64_t k = 0; k < n; k++) {
        segment_t *s = &x->seg[order[k]];
        size_t left = (size_t)(c.end - c.at);
        if (len[k][0] > left || len[k][1] > left - len[k][0])
            return false;
        s->ctrl = c.at;
        s->addr = s->ctrl + len[k][0];
        s->end = s->addr + len[k][1];
        c.at = s->end;
    }
    x->users = (uint32_t)n;
    return c.at == c.end;
}

static chunk_t *unpack(native_t *t, const nat_chunk_t *ref)
{
    uint32_t n_warps = t->front.warps_per_cta;
    chunk_t *x = calloc(1, sizeof *x + n_warps * sizeof *x->seg);
    if (!x) {
        diag_at(&t->diag, nat_file_path(t->file), 0, 0, "out of memory");
        return NULL;
    }
    x->raw = nat_file_frame(t->file, &ref->frame, &t->diag);
    if (x->raw && parse(x, ref->frame.raw, ref->warps, n_warps))
        return x;
    diag_at(&t->diag, nat_file_path(t->file), 0, 0, "damaged trace: a chunk's warps do not fit");
    free(x->raw);
    free(x);
    return NULL;
}

/* Gives the warp its next bytes. */
static bool feed(native_t *t, front_warp_t *w)
{
    front_cta_t *c = w->cta;
    const nat_chunk_t *ref = t->ctas[c->cta].at;
    if (w->at != NAT_NO_ROW) {
        give(c, w->at);
        w->at = NAT_NO_ROW;
        if (w->dec.addr.at != w->dec.addr.end)
            return false;
    }
    uint32_t k = w->more;
    while (k < c->n_chunks && !(ref[k].warps >> w->index & 1))
        k++;
    w->more = k + 1;
    if (k >= c->n_chunks || (!c->chunk[k] && !(c->chunk[k] = unpack(t, &ref[k]))))
        return false;
    const segment_t *s = &c->chunk[k]->seg[w->index];
    w->at = k;
    w->dec.ctrl = (nat_cur_t){.at = s->ctrl, .end = s->addr};
    w->dec.addr = (nat_cur_t){.at = s->addr, .end = s->end};
    return true;
}

static void fault(native_t *t, const front_warp_t *w)
{
    diag_at(&t->diag, nat_file_path(t->file), 0, 0,
            "damaged trace: steps of kernel %.64s, CTA %u, warp %u", t->front.kernel, w->cta->cta,
            w->index);
    t->front.error = EINVAL;
}

/* ---- Front end ---- */

static front_cta_t *new_cta(native_t *t)
{
    uint32_t n = t->front.warps_per_cta;
    front_cta_t *c = calloc(1, sizeof *c + n * sizeof *c->warp);
    if (!c)
        memory_out();
    c->next_all = t->all;
    t->all = c;
    for (uint32_t k = 0; k < n; k++) {
        c->warp[k].cta = c;
        c->warp[k].index = k;
        nat_pred_init(&c->warp[k].dec.p, &t->shape);
    }
    return c;
}

static void set_chunks(front_cta_t *c, uint32_t n)
{
    if (n > c->room) {
        free(c->chunk);
        c->chunk = calloc(n, sizeof *c->chunk);
        c->room = n;
    }
    if (n && !c->chunk)
        memory_out();
    c->n_chunks = n;
}

/* A CTA at its beginning, in a region of its own. */
static front_cta_t *open_cta(native_t *t, uint32_t cta, uint32_t region)
{
    front_cta_t *c = t->free;
    if (c)
        t->free = c->next;
    else
        c = new_cta(t);
    c->cta = cta;
    c->region = region;
    c->peeked = false;
    set_chunks(c, t->ctas[cta].n);
    for (uint32_t k = 0; k < t->front.warps_per_cta; k++) {
        front_warp_t *w = &c->warp[k];
        w->at = NAT_NO_ROW;
        w->more = 0;
        w->steps = 0;
        w->dec.p.cur = t->front.n_inst;
        if (t->front.error || (feed(t, w) && nat_dec_begin(&w->dec)))
            continue;
        fault(t, w);
        w->dec.p.cur = t->front.n_inst;
    }
    return c;
}

static front_cta_t *cta_begin(void *ctx, uint32_t cta)
{
    native_t *t = ctx;
    return open_cta(t, cta, nat_region_take(&t->regions));
}

static front_warp_t *cta_warp(void *ctx, front_cta_t *cta, unsigned warp)
{
    (void)ctx;
    return &cta->warp[warp];
}

static const inst_t *next_of(const native_t *t, const front_warp_t *w)
{
    return w->dec.p.cur < t->front.n_inst ? &t->front.inst[w->dec.p.cur] : NULL;
}

static const inst_t *first(void *ctx, front_warp_t *w)
{
    return next_of(ctx, w);
}

static inline bool go(native_t *t, front_warp_t *w, warp_step_t *out)
{
    w->steps++;
    return (!nat_dec_hungry(&w->dec) || feed(t, w)) && nat_dec_step(&w->dec, out, w->cta->region);
}

static void step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    native_t *t = ctx;
    bool more = w->cta->peeked ? w->steps < t->total : t->left-- != 0;
    if (!more || !go(t, w, out)) {
        fault(t, w);
        t->left = 0;
        out->active = 0;
        out->next = NULL;
        return;
    }
    out->next = next_of(t, w);
}

static void close_cta(native_t *t, front_cta_t *c)
{
    for (uint32_t k = 0; k < t->front.warps_per_cta; k++)
        if (c->warp[k].at != NAT_NO_ROW)
            give(c, c->warp[k].at);
    for (uint32_t k = 0; k < c->n_chunks; k++) /* after a fault: chunks nobody came to */
        if (c->chunk[k]) {
            free(c->chunk[k]->raw);
            free(c->chunk[k]);
            c->chunk[k] = NULL;
        }
    c->next = t->free;
    t->free = c;
}

static void cta_end(void *ctx, front_cta_t *c)
{
    native_t *t = ctx;
    nat_region_give(&t->regions, c->region);
    close_cta(t, c);
}

static front_cta_t *cta_peek(void *ctx, uint32_t cta)
{
    front_cta_t *c = open_cta(ctx, cta, 0);
    c->peeked = true;
    return c;
}

static void cta_unpeek(void *ctx, front_cta_t *c)
{
    close_cta(ctx, c);
}

/* ---- Checkpoints: how many steps each warp has made says all ---- */

enum { REGIONS_MAX = 1 << 16 };

/* The regions that are taken are those of the CTAs in flight. */
static void state(void *ctx, state_io_t *io)
{
    native_t *t = ctx;
    state_section(io, "replay");
    state_number(io, &t->left, sizeof t->left, state_loading(io) ? t->left : UINT64_MAX, "steps");
    if (state_loading(io) && t->regions.taken.n)
        memset(t->regions.taken.at, 0, t->regions.taken.n);
}

static void cta_state(void *ctx, state_io_t *io, uint32_t number, front_cta_t **cta)
{
    native_t *t = ctx;
    bool loading = state_loading(io);
    uint32_t region = loading ? 0 : (*cta)->region;
    warp_step_t st;
    state_number(io, &region, sizeof region, REGIONS_MAX - 1, "region");
    if (loading && !state_error(io))
        state_holds(io, nat_region_claim(&t->regions, region), "local memory that two CTAs have");
    if (!state_holds(io, number < t->n_ctas, "a CTA that the trace does not have"))
        return;
    if (loading)
        *cta = open_cta(t, number, region);
    for (uint32_t k = 0; k < t->front.warps_per_cta && !state_error(io); k++) {
        front_warp_t *w = &(*cta)->warp[k];
        uint64_t steps = w->steps;
        STATE(io, steps);
        while (w->steps < steps && !t->front.error && !state_error(io))
            if (w->dec.p.cur >= t->front.n_inst || !go(t, w, &st))
                state_fail(io, "has a warp beyond its last step");
    }
}

static const front_ops_t native_front_ops = {
    .cta_begin = cta_begin,
    .cta_warp = cta_warp,
    .first = first,
    .step = step,
    .cta_end = cta_end,
    .state = state,
    .cta_state = cta_state,
    .cta_peek = cta_peek,
    .cta_unpeek = cta_unpeek,
};

/* ---- Steps of the program ---- */

static void close_launch(native_t *t)
{
    while (t->all) {
        front_cta_t *c = t->all;
        t->all = c->next_all;
        for (uint32_t k = 0; k < c->n_chunks; k++)
            if (c->chunk[k]) {
                free(c->chunk[k]->raw);
                free(c->chunk[k]);
            }
        for (uint32_t k = 0; k < t->front.warps_per_cta; k++)
            nat_pred_free(&c->warp[k].dec.p);
        free(c->chunk);
        free(c);
    }
    t->free = NULL;
    t->regions.taken.n = 0;
    nat_index_free(t->ctas, t->n_ctas);
    t->ctas = NULL;
    free(t->cta_order);
    t->cta_order = NULL;
    t->front.cta_order = NULL;
}

/* The numbers of a launch beside the front end's: counts, and where its index is. */
static int read_numbers(const native_t *t, const cJSON *o, trace_counts_t *c, nat_frame_t *index,
                        diag_t *d)
{
    const char *path = nat_file_path(t->file);
    const uint64_t max = UINT64_MAX;
    uint64_t v[2];
    int rc = nat_json_u64(o, "warp_instructions", max, &c->warp_instructions, path, d);
    if (!rc)
        rc = nat_json_u64(o, "thread_instructions", max, &c->thread_instructions, path, d);
    if (!rc)
        rc = nat_json_u64(o, "memory_instructions", max, &c->memory_instructions, path, d);
    if (!rc)
        rc = nat_json_u64(o, "chunks", max, &c->chunks, path, d);
    if (!rc)
        rc = nat_json_u64(o, "packed_bytes", max, &c->packed, path, d);
    if (!rc)
        rc = nat_json_u64(o, "raw_bytes", max, &c->raw, path, d);
    if (!rc)
        rc = nat_json_u64(o, "index_offset", max, &index->offset, path, d);
    if (!rc)
        rc = nat_json_u64(o, "index_bytes", UINT32_MAX, &v[0], path, d);
    if (!rc)
        rc = nat_json_u64(o, "index_raw", UINT32_MAX, &v[1], path, d);
    if (!rc) {
        index->bytes = (uint32_t)v[0];
        index->raw = (uint32_t)v[1];
    }
    return rc;
}

static int open_launch(native_t *t, const cJSON *o, trace_counts_t *counts, diag_t *d)
{
    const char *path = nat_file_path(t->file);
    uint64_t prog = 0;
    nat_frame_t index = {0};
    if (!t->n_progs)
        return diag_at(d, path, 0, 0, "damaged trace: a launch without a program");
    int rc = nat_json_u64(o, "program", t->n_progs - 1, &prog, path, d);
    if (rc)
        return rc;
    const nat_prog_t *p = t->prog[prog];
    t->front = (front_t){.ops = &native_front_ops,
                         .ctx = t,
                         .kernel = p->kernel,
                         .inst = p->inst,
                         .n_inst = p->n_inst,
                         .no_const_addresses = !p->constants};
    rc = nat_front_read(o, &t->front, path, d);
    if (!rc)
        rc = read_numbers(t, o, counts, &index, d);
    if (rc)
        return rc;
    t->n_ctas = t->front.grid[0] * t->front.grid[1] * t->front.grid[2];
    counts->launches = 1;
    t->total = t->left = counts->warp_instructions;
    counts->ctas = t->n_ctas;
    if ((rc = nat_order_read(o, t->n_ctas, &t->cta_order, path, d)))
        return rc;
    t->front.cta_order = t->cta_order;
    t->ctas = nat_index_read(t->file, &index, t->n_ctas, d);
    t->shape = (nat_shape_t){.prog = p,
                             .lanes = t->front.warp_size,
                             .arena_base = t->front.arena_base,
                             .local_base = t->front.local_base,
                             .local_cta_bytes = t->front.local_cta_bytes};
    return t->ctas ? 0 : -EINVAL;
}

int trace_native_next(trace_t *trace, trace_step_t *out, trace_counts_t *counts, diag_t *d)
{
    native_t *t = (native_t *)trace;
    const char *path = nat_file_path(t->file);
    close_launch(t);
    *counts = (trace_counts_t){0};
    *out = (trace_step_t){.kind = TRACE_END};
    if (!t->step)
        return 0;
    const cJSON *step = t->step;
    t->step = step->next;
    const cJSON *o = cJSON_GetObjectItemCaseSensitive(step, "copy");
    if (o) {
        out->kind = TRACE_COPY;
        int rc = nat_json_u64(o, "address", UINT64_MAX, &out->addr, path, d);
        return rc ? rc : nat_json_u64(o, "bytes", UINT64_MAX, &out->bytes, path, d);
    }
    o = cJSON_GetObjectItemCaseSensitive(step, "launch");
    if (!o)
        return diag_at(d, path, 0, 0, "damaged trace: a step is neither copy nor launch");
    out->kind = TRACE_LAUNCH;
    out->front = &t->front;
    return open_launch(t, o, counts, d);
}

/* A copy that left no trace in the caches of the run must leave none in the replay. */
static bool preloaded(const native_t *t)
{
    const cJSON *copy = cJSON_GetObjectItemCaseSensitive(t->step, "copy");
    return !copy || cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(copy, "preloaded"));
}

static int next(trace_t *trace, trace_step_t *out, diag_t *d)
{
    native_t *t = (native_t *)trace;
    trace_counts_t counts;
    while (t->step && !preloaded(t))
        t->step = t->step->next;
    return trace_native_next(trace, out, &counts, d);
}

static int trace_fault_of(trace_t *trace, diag_t *d)
{
    const native_t *t = (const native_t *)trace;
    if (!d->text[0])
        *d = t->diag;
    return -EINVAL;
}

static int hash(trace_t *trace, uint64_t *out, diag_t *d)
{
    return nat_file_hash(((native_t *)trace)->file, out, d);
}

static void close_trace(trace_t *trace)
{
    native_t *t = (native_t *)trace;
    close_launch(t);
    for (unsigned k = 0; k < t->n_progs; k++)
        nat_prog_free(t->prog[k]);
    free(t->prog);
    free(t->regions.taken.at);
    nat_file_close(t->file);
    free(t);
}

static const trace_ops_t native_ops = {
    .name = "native", .next = next, .fault = trace_fault_of, .hash = hash, .close = close_trace};

static int read_programs(native_t *t, diag_t *d)
{
    const char *path = nat_file_path(t->file);
    const cJSON *dir = nat_file_directory(t->file), *o;
    const cJSON *programs = cJSON_GetObjectItemCaseSensitive(dir, "programs");
    const cJSON *steps = cJSON_GetObjectItemCaseSensitive(dir, "steps");
    if (!cJSON_IsArray(programs) || !cJSON_IsArray(steps))
        return diag_at(d, path, 0, 0, "damaged trace: no programs or steps");
    t->prog = calloc((size_t)cJSON_GetArraySize(programs) + 1, sizeof *t->prog);
    if (!t->prog)
        return diag_at(d, path, 0, 0, "out of memory");
    cJSON_ArrayForEach(o, programs)
    {
        t->prog[t->n_progs] = nat_prog_read(o, path, d);
        if (!t->prog[t->n_progs])
            return -EINVAL;
        t->n_progs++;
    }
    t->step = steps->child;
    return 0;
}

bool trace_native_is(const void *start, size_t bytes)
{
    return bytes >= 4 && memcmp(start, nat_magic, 4) == 0;
}

int trace_native_open(const char *path, trace_t **out, diag_t *d)
{
    native_t *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t)
        return diag_at(d, path, 0, 0, "out of memory");
    t->trace.ops = &native_ops;
    t->file = nat_file_open(path, d);
    if (!t->file) {
        free(t);
        return -EINVAL;
    }
    int rc = read_programs(t, d);
    if (rc)
        close_trace(&t->trace);
    else
        *out = &t->trace;
    return rc;
}

char *trace_native_header(const trace_t *t)
{
    return cJSON_Print(nat_file_header(((const native_t *)t)->file));
}

uint64_t trace_native_bytes(const trace_t *t)
{
    return nat_file_bytes(((const native_t *)t)->file);
}
