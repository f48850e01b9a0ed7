/* The recorder: a front end around another. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "front/memory.h"
#include "trace/native.h"
#include "trace/native_code.h"
#include "trace/native_file.h"
#include "trace/native_regions.h"

/* A CTA's bytes are written as a chunk when they are this many. */
enum { CHUNK_BYTES = 1 << 17 };

struct front_warp {
    front_cta_t *cta;
    front_warp_t *inner;
    const inst_t *first;
    nat_enc_t enc;
};

struct front_cta {
    front_cta_t *next; /* in the list of free ones */
    front_cta_t *next_all;
    front_cta_t *inner;
    uint32_t cta, region;
    size_t bytes; /* of all warps' streams, not yet written */
    front_warp_t warp[];
};

struct trace_record {
    nat_writer_t *file;
    cJSON *directory, *programs, *steps;
    nat_prog_t **prog;
    unsigned n_progs;
    bool running; /* a launch is */
    front_t front, *inner;
    front_ops_t ops; /* of front: what the inner one can tell */
    unsigned prog_at;
    nat_shape_t shape;
    nat_regions_t regions;
    nat_chunks_t *ctas;
    uint32_t n_ctas, ctas_done;
    front_cta_t *all, *free;
    nat_buf_t chunk;
    trace_counts_t counts;
    diag_t diag; /* the first failure */
};

static void put_str(cJSON *o, const char *key, const char *v)
{
    if (v)
        cJSON_AddStringToObject(o, key, v);
    else
        cJSON_AddNullToObject(o, key);
}

static cJSON *header(const trace_about_t *a)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "format", "lockwarp native trace");
    cJSON_AddNumberToObject(o, "version", NAT_VERSION);
    put_str(o, "program", a->program);
    cJSON *command = cJSON_AddArrayToObject(o, "command");
    for (unsigned k = 0; a->command && a->command[k]; k++)
        cJSON_AddItemToArray(command, cJSON_CreateString(a->command[k]));
    put_str(o, "workload", a->workload);
    put_str(o, "config", a->config);
    put_str(o, "policies", a->policies);
    cJSON_AddNumberToObject(o, "warp_size", a->warp_size);
    cJSON_AddBoolToObject(o, "timed", a->timed);
    return o;
}

trace_record_t *trace_record_open(const char *path, const trace_about_t *about, diag_t *d)
{
    trace_record_t *r = calloc(1, sizeof *r);
    if (!r) {
        diag_at(d, path, 0, 0, "out of memory");
        return NULL;
    }
    cJSON *head = header(about);
    r->file = nat_writer_open(path, head, d);
    cJSON_Delete(head);
    r->directory = cJSON_CreateObject();
    r->programs = cJSON_AddArrayToObject(r->directory, "programs");
    r->steps = cJSON_AddArrayToObject(r->directory, "steps");
    if (r->file)
        return r;
    trace_record_discard(r);
    return NULL;
}

void trace_record_copy(trace_record_t *r, uint64_t addr, uint64_t bytes, bool preloaded)
{
    cJSON *step = cJSON_CreateObject(), *copy = cJSON_AddObjectToObject(step, "copy");
    nat_json_hex(copy, "address", addr);
    nat_json_hex(copy, "bytes", bytes);
    cJSON_AddBoolToObject(copy, "preloaded", preloaded);
    cJSON_AddItemToArray(r->steps, step);
}

/* ---- A CTA ---- */

static void flush(trace_record_t *r, front_cta_t *c)
{
    nat_chunks_t *list = &r->ctas[c->cta];
    nat_chunk_t chunk = {.warps = 0};
    uint32_t n = 0;
    r->chunk.n = 0;
    for (uint32_t k = 0; k < r->front.warps_per_cta; k++) {
        nat_enc_flush(&c->warp[k].enc);
        n += c->warp[k].enc.ctrl.n != 0;
    }
    if (!n || r->diag.text[0])
        return;
    nat_put_varint(&r->chunk, n);
    for (uint32_t k = 0; k < r->front.warps_per_cta; k++) {
        const nat_enc_t *e = &c->warp[k].enc;
        if (!e->ctrl.n)
            continue;
        chunk.warps |= UINT64_C(1) << k;
        nat_put_varint(&r->chunk, k);
        nat_put_varint(&r->chunk, e->ctrl.n);
        nat_put_varint(&r->chunk, e->addr.n);
    }
    for (uint32_t k = 0; k < r->front.warps_per_cta; k++) {
        nat_enc_t *e = &c->warp[k].enc;
        nat_put_bytes(&r->chunk, e->ctrl.at, e->ctrl.n);
        nat_put_bytes(&r->chunk, e->addr.at, e->addr.n);
        e->ctrl.n = e->addr.n = 0;
    }
    c->bytes = 0;
    if (nat_writer_frame(r->file, r->chunk.at, r->chunk.n, &chunk.frame, &r->diag)) {
        r->front.error = EIO; /* the GPU stops */
        return;
    }
    r->counts.chunks++;
    r->counts.raw += chunk.frame.raw;
    r->counts.packed += chunk.frame.bytes;
    nat_chunk_t *grown = realloc(list->at, (list->n + 1) * sizeof *grown);
    if (!grown)
        memory_out();
    grown[list->n++] = chunk;
    list->at = grown;
}

static front_cta_t *new_cta(trace_record_t *r)
{
    uint32_t n = r->front.warps_per_cta;
    front_cta_t *c = calloc(1, sizeof *c + n * sizeof *c->warp);
    if (!c)
        memory_out();
    c->next_all = r->all;
    r->all = c;
    for (uint32_t k = 0; k < n; k++) {
        c->warp[k].cta = c;
        nat_pred_init(&c->warp[k].enc.p, &r->shape);
    }
    return c;
}

static front_cta_t *cta_begin(void *ctx, uint32_t cta)
{
    trace_record_t *r = ctx;
    front_t *f = r->inner;
    front_cta_t *c = r->free;
    if (c)
        r->free = c->next;
    else
        c = new_cta(r);
    c->cta = cta;
    c->bytes = 0;
    c->region = nat_region_take(&r->regions);
    c->inner = f->ops->cta_begin(f->ctx, cta);
    for (uint32_t k = 0; k < f->warps_per_cta; k++) {
        front_warp_t *w = &c->warp[k];
        w->inner = f->ops->cta_warp(f->ctx, c->inner, k);
        w->first = f->ops->first(f->ctx, w->inner);
        nat_enc_begin(&w->enc, w->first ? (uint32_t)(w->first - f->inst) : f->n_inst);
    }
    r->front.error = f->error;
    return c;
}

static front_warp_t *cta_warp(void *ctx, front_cta_t *cta, unsigned warp)
{
    (void)ctx;
    return &cta->warp[warp];
}

static const inst_t *first(void *ctx, front_warp_t *w)
{
    (void)ctx;
    return w->first;
}

static void step(void *ctx, front_warp_t *w, warp_step_t *out)
{
    trace_record_t *r = ctx;
    front_t *f = r->inner;
    nat_enc_t *e = &w->enc;
    f->ops->step(f->ctx, w->inner, out);
    if (__builtin_expect(f->error != 0, 0)) {
        r->front.error = f->error;
        return;
    }
    size_t before = e->ctrl.n + e->addr.n;
    r->counts.warp_instructions++;
    r->counts.thread_instructions += (unsigned)__builtin_popcountll(out->active);
    r->counts.memory_instructions += out->active && r->shape.prog->row[e->p.cur] != NAT_NO_ROW;
    nat_enc_step(e, out, out->next ? (uint32_t)(out->next - f->inst) : f->n_inst, w->cta->region);
    w->cta->bytes += e->ctrl.n + e->addr.n - before;
    if (w->cta->bytes >= CHUNK_BYTES)
        flush(r, w->cta);
}

static void cta_end(void *ctx, front_cta_t *c)
{
    trace_record_t *r = ctx;
    flush(r, c);
    r->ctas_done++;
    r->inner->ops->cta_end(r->inner->ctx, c->inner);
    nat_region_give(&r->regions, c->region);
    c->next = r->free;
    r->free = c;
}

static bool in_loop(void *ctx, const front_warp_t *w, uint32_t loop)
{
    const front_t *f = ((trace_record_t *)ctx)->inner;
    return f->ops->in_loop(f->ctx, w->inner, loop);
}

static const char *source(void *ctx, const inst_t *at, int *line, int *col)
{
    const front_t *f = ((trace_record_t *)ctx)->inner;
    return f->ops->source ? f->ops->source(f->ctx, at, line, col) : NULL;
}

static const front_ops_t record_ops = {
    .cta_begin = cta_begin,
    .cta_warp = cta_warp,
    .first = first,
    .step = step,
    .cta_end = cta_end,
    .in_loop = in_loop,
    .source = source,
};

/* ---- A launch ---- */

/* The program's number; a new one if no launch had it. -1: diag. */
static int find_program(trace_record_t *r, const front_t *f, diag_t *d)
{
    for (unsigned k = 0; k < r->n_progs; k++)
        if (nat_prog_same(r->prog[k], f))
            return (int)k;
    nat_prog_t **grown = realloc(r->prog, (r->n_progs + 1) * sizeof *grown);
    if (!grown) {
        diag_at(d, f->kernel, 0, 0, "out of memory");
        return -1;
    }
    r->prog = grown;
    nat_prog_t *p = nat_prog_copy(f, d);
    if (!p)
        return -1;
    r->prog[r->n_progs] = p;
    cJSON_AddItemToArray(r->programs, nat_prog_json(p));
    return (int)r->n_progs++;
}

front_t *trace_record_launch(trace_record_t *r, front_t *inner, diag_t *d)
{
    if (inner->warps_per_cta > NAT_MAX_WARPS) {
        diag_at(d, inner->kernel, 0, 0, "%u warps in a CTA; a trace holds CTAs of up to %d",
                inner->warps_per_cta, NAT_MAX_WARPS);
        return NULL;
    }
    int k = find_program(r, inner, d);
    if (k < 0)
        return NULL;
    r->n_ctas = inner->grid[0] * inner->grid[1] * inner->grid[2];
    r->ctas = calloc(r->n_ctas, sizeof *r->ctas);
    if (!r->ctas) {
        diag_at(d, inner->kernel, 0, 0, "out of memory");
        return NULL;
    }
    r->running = true;
    r->ctas_done = 0;
    r->prog_at = (unsigned)k;
    r->inner = inner;
    r->front = *inner;
    r->front.behind = inner;
    r->ops = record_ops;
    if (!inner->ops->in_loop)
        r->ops.in_loop = NULL;
    r->front.ops = &r->ops;
    r->front.ctx = r;
    r->shape = (nat_shape_t){.prog = r->prog[k],
                             .lanes = inner->warp_size,
                             .arena_base = inner->arena_base,
                             .local_base = inner->local_base,
                             .local_cta_bytes = inner->local_cta_bytes};
    r->regions.taken.n = 0;
    r->counts = (trace_counts_t){0};
    return &r->front;
}

static void close_launch(trace_record_t *r)
{
    while (r->all) {
        front_cta_t *c = r->all;
        r->all = c->next_all;
        for (uint32_t k = 0; k < r->front.warps_per_cta; k++)
            nat_enc_free(&c->warp[k].enc);
        free(c);
    }
    r->free = NULL;
    nat_index_free(r->ctas, r->n_ctas);
    r->ctas = NULL;
    r->running = false;
}

static void put_launch(trace_record_t *r, const nat_frame_t *index)
{
    cJSON *step = cJSON_CreateObject(), *o = cJSON_AddObjectToObject(step, "launch");
    const trace_counts_t *c = &r->counts;
    cJSON_AddNumberToObject(o, "program", r->prog_at);
    nat_front_json(o, r->inner);
    nat_json_hex(o, "warp_instructions", c->warp_instructions);
    nat_json_hex(o, "thread_instructions", c->thread_instructions);
    nat_json_hex(o, "memory_instructions", c->memory_instructions);
    nat_json_hex(o, "chunks", c->chunks);
    nat_json_hex(o, "packed_bytes", c->packed);
    nat_json_hex(o, "raw_bytes", c->raw);
    nat_json_hex(o, "index_offset", index->offset);
    cJSON_AddNumberToObject(o, "index_bytes", index->bytes);
    cJSON_AddNumberToObject(o, "index_raw", index->raw);
    cJSON_AddItemToArray(r->steps, step);
}

int trace_record_launch_end(trace_record_t *r, diag_t *d)
{
    nat_frame_t index;
    int rc = r->diag.text[0] ? trace_record_fault(r, d) : 0;
    if (!rc && r->ctas_done != r->n_ctas)
        rc = diag_at(d, r->front.kernel, 0, 0, "%u of %u CTAs were run; expected all to record",
                     r->ctas_done, r->n_ctas);
    if (!rc) {
        r->chunk.n = 0;
        nat_index_pack(r->ctas, r->n_ctas, &r->chunk);
        rc = nat_writer_frame(r->file, r->chunk.at, r->chunk.n, &index, d);
    }
    if (!rc)
        put_launch(r, &index);
    close_launch(r);
    return rc;
}

int trace_record_fault(const trace_record_t *r, diag_t *d)
{
    if (!d->text[0])
        *d = r->diag;
    return -EIO;
}

int trace_record_finish(trace_record_t *r, diag_t *d)
{
    nat_writer_t *file = r->file;
    r->file = NULL;
    int rc = nat_writer_finish(file, r->directory, d);
    trace_record_discard(r);
    return rc;
}

void trace_record_discard(trace_record_t *r)
{
    if (!r)
        return;
    close_launch(r);
    nat_writer_discard(r->file);
    for (unsigned k = 0; k < r->n_progs; k++)
        nat_prog_free(r->prog[k]);
    free(r->prog);
    free(r->chunk.at);
    free(r->regions.taken.at);
    cJSON_Delete(r->directory);
    free(r);
}
