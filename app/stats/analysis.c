#include "stats/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stats/analysis_int.h"

enum { FIRST_AXIS = 1024 };

/* ---- A launch ---- */

static analysis_type_t type_of(const inftags_line_t *l)
{
    if (l->accesses == 1)
        return ANALYSIS_STREAMING;
    if (l->by_first == l->accesses)
        return ANALYSIS_INTRA_WARP;
    return l->by_first == 1 ? ANALYSIS_INTER_WARP : ANALYSIS_INTER_INTRA_WARP;
}

static analysis_reads_t reads_of(uint64_t n)
{
    if (n <= 2)
        return n == 2 ? ANALYSIS_READ_2 : ANALYSIS_READ_1;
    return n <= 4    ? ANALYSIS_READ_4
           : n <= 8  ? ANALYSIS_READ_8
           : n <= 16 ? ANALYSIS_READ_16
                     : ANALYSIS_READ_MORE;
}

/* Adds the launch's lines to the loads that brought them, and forgets them. */
static void fold_lines(analysis_t *a)
{
    for (unsigned i = 0; i < a->n_sms; i++) {
        analysis_sm_t *sm = &a->sm[i];
        for (uint32_t k = 0; k < sm->tags.n; k++) {
            const inftags_line_t *l = &sm->tags.line[k];
            analysis_type_t t = type_of(l);
            a->row[l->row].lines[t]++;
            a->read[reads_of(l->accesses)]++;
            a->row[l->row].reads[t] += l->accesses;
            a->by_type[t].sum += l->distances;
            for (uint32_t b = l->buckets; b != INFTAGS_NONE; b = sm->tags.bucket[b].next) {
                const inftags_bucket_t *d = &sm->tags.bucket[b];
                a->by_type[t].bucket[d->bucket] += d->count;
                a->by_type[t].count += d->count;
            }
        }
        inftags_clear(&sm->tags);
        reuse_clear(&sm->reuse);
        sm->accesses = 0;
    }
}

bool analysis_grow_rows(analysis_t *a, unsigned n)
{
    if (n <= a->n_rows)
        return true;
    analysis_row_t *row = realloc(a->row, n * sizeof *row);
    if (!row)
        return false;
    memset(row + a->n_rows, 0, (n - a->n_rows) * sizeof *row);
    a->row = row;
    a->n_rows = n;
    return true;
}

static int by_pc(const void *a, const void *b)
{
    const analysis_pc_t *x = a, *y = b;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

bool analysis_take_launch(analysis_t *a)
{
    unsigned first = 0, n = gpu_launch_rows(a->gpu, &first);
    free(a->pc);
    a->pc = malloc((n ? n : 1) * sizeof *a->pc);
    a->n_pcs = n;
    if (!a->pc || !analysis_grow_rows(a, gpu_load_rows(a->gpu)))
        return false;
    for (unsigned i = 0; i < n; i++) {
        gpu_load_row_t row;
        gpu_load_row(a->gpu, first + i, &row);
        a->pc[i] = (analysis_pc_t){row.pc, first + i};
    }
    qsort(a->pc, n, sizeof *a->pc, by_pc);
    return true;
}

static void on_kernel_start(void *ctx, const front_t *f)
{
    analysis_t *a = ctx;
    if (a->failed)
        return;
    fold_lines(a);
    a->warps_per_cta = f->warps_per_cta;
    a->failed = !analysis_take_launch(a);
}

static void on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    analysis_t *a = ctx;
    for (uint32_t w = 0; w < e->n_warps; w++)
        a->sm[e->sm].warp[e->first_warp + w] = (uint64_t)e->cta * a->warps_per_cta + w;
}

/* ---- A read ---- */

static uint32_t row_of(const analysis_t *a, uint32_t pc)
{
    const analysis_pc_t key = {pc, 0};
    const analysis_pc_t *p = bsearch(&key, a->pc, a->n_pcs, sizeof key, by_pc);
    return p ? p->row : 0;
}

/* The first read of a line since the kernel's start. */
static void read_first(analysis_t *a, analysis_sm_t *sm, uint64_t line, uint32_t row, uint64_t warp)
{
    if (!inftags_add(&sm->tags, line) || !reuse_add(&sm->reuse)) {
        a->failed = true;
        return;
    }
    inftags_line_t *l = &sm->tags.line[sm->tags.n - 1];
    l->first_warp = warp;
    l->accesses = l->by_first = 1;
    l->row = row;
    l->last = sm->accesses;
}

static void read_again(analysis_t *a, analysis_sm_t *sm, uint32_t id, uint32_t row, uint64_t warp)
{
    inftags_line_t *l = &sm->tags.line[id];
    uint64_t distance = 0;
    a->failed = !reuse_again(&sm->reuse, id, &distance) ||
                !inftags_distance(&sm->tags, id, sm->accesses - l->last);
    reuse_count(&a->row[row].stack, distance);
    reuse_count(&a->row[row].reference, sm->accesses - l->last);
    l->last = sm->accesses;
    l->accesses++;
    l->by_first += l->first_warp == warp;
}

static analysis_contention_t contention(const analysis_t *a, const inftags_line_t *l, uint64_t warp)
{
    if (l->gone == INFTAGS_NOT_EVICTED)
        return ANALYSIS_NOT_EVICTED;
    if (l->gone == INFTAGS_BY_STORE)
        return ANALYSIS_BY_STORE;
    if (l->gone == INFTAGS_BY_PREFETCH)
        return ANALYSIS_BY_PREFETCH;
    if (l->evictor == warp)
        return ANALYSIS_BY_SAME_WARP;
    return l->evictor / a->warps_per_cta == warp / a->warps_per_cta ? ANALYSIS_BY_SAME_BLOCK
                                                                    : ANALYSIS_BY_OTHER_BLOCK;
}

/* What is known of a line's place in the real L1. */
static void evicted(analysis_sm_t *sm, uint64_t line, inftags_gone_t how, uint64_t warp)
{
    uint32_t id = inftags_find(&sm->tags, line);
    if (id == INFTAGS_NONE)
        return;
    sm->tags.line[id].gone = (uint8_t)how;
    sm->tags.line[id].evictor = warp;
}

static void on_l1_result(void *ctx, const gpu_l1_result_t *r)
{
    analysis_t *a = ctx;
    if (a->failed)
        return;
    analysis_sm_t *sm = &a->sm[r->req->sm];
    uint64_t warp = sm->warp[r->req->warp];
    uint32_t id = inftags_find(&sm->tags, r->req->line), row = row_of(a, r->req->pc);
    bool missed = r->outcome == GPU_L1_MISS || r->outcome == GPU_L1_BYPASSED;
    sm->accesses++;
    a->row[row].accesses++;
    lineset_add(&a->touched, r->req->line);
    if (id == INFTAGS_NONE) {
        a->row[row].cold_misses += missed;
        read_first(a, sm, r->req->line, row, warp);
    } else {
        if (missed)
            a->row[row].contention[contention(a, &sm->tags.line[id], warp)]++;
        read_again(a, sm, id, row, warp);
        if (r->outcome == GPU_L1_MISS)
            sm->tags.line[id].gone = INFTAGS_NOT_EVICTED;
    }
    if (r->outcome == GPU_L1_MISS && r->victim_valid)
        evicted(sm, r->victim_line, INFTAGS_BY_READ, warp);
}

static void on_late_fill(void *ctx, const gpu_late_fill_t *f)
{
    analysis_t *a = ctx;
    if (a->failed)
        return;
    analysis_sm_t *sm = &a->sm[f->req->sm];
    evicted(sm, f->req->line, INFTAGS_NOT_EVICTED, 0);
    if (f->victim_valid)
        evicted(sm, f->victim_line, INFTAGS_BY_READ, sm->warp[f->req->warp]);
}

/* A prefetch is no read: it only moves lines in and out. */
static void on_prefetch_result(void *ctx, const gpu_prefetch_result_t *r)
{
    analysis_t *a = ctx;
    if (a->failed || r->outcome != GPU_PREFETCH_ISSUED)
        return;
    evicted(&a->sm[r->req->sm], r->req->line, INFTAGS_NOT_EVICTED, 0);
    if (r->victim_valid)
        evicted(&a->sm[r->req->sm], r->victim_line, INFTAGS_BY_PREFETCH, 0);
}

static void on_l1_evict(void *ctx, const gpu_l1_evict_t *e)
{
    analysis_t *a = ctx;
    if (a->failed)
        return;
    if (!e->unread)
        a->evicted[reads_of((uint64_t)e->hits + 1)]++;
    if (e->cause == GPU_EVICT_STORE)
        evicted(&a->sm[e->sm], e->line, INFTAGS_BY_STORE, 0);
}

/* Stores and atomics, which the L1s' reads do not show. Returns no bit. */
static bool on_l2_request(void *ctx, const gpu_l2_request_t *r)
{
    analysis_t *a = ctx;
    if (!a->failed && r->write)
        lineset_add(&a->touched, r->req->line);
    return false;
}

static const gpu_hooks_t hooks = {
    .policy = "analysis",
    .on_kernel_start = on_kernel_start,
    .on_cta_ready = on_cta_ready,
    .on_l1_result = on_l1_result,
    .on_late_fill = on_late_fill,
    .on_prefetch_result = on_prefetch_result,
    .on_l1_evict = on_l1_evict,
    .on_l2_request = on_l2_request,
};

/* ---- From outside ---- */

analysis_t *analysis_new(gpu_t *gpu)
{
    const gpu_cfg_t *c = gpu_config(gpu);
    const char *other = NULL;
    analysis_t *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->gpu = gpu;
    a->n_sms = c->n_sms;
    a->sm = calloc(c->n_sms, sizeof *a->sm);
    bool ok = a->sm != NULL;
    for (unsigned i = 0; ok && i < a->n_sms; i++) {
        a->sm[i].warp = calloc(c->warps_per_sm, sizeof *a->sm[i].warp);
        ok = reuse_init(&a->sm[i].reuse, FIRST_AXIS) && a->sm[i].warp;
    }
    if (ok && gpu_attach(gpu, &hooks, a, &other) == 0)
        return a;
    analysis_free(a);
    return NULL;
}

void analysis_free(analysis_t *a)
{
    if (!a)
        return;
    for (unsigned i = 0; a->sm && i < a->n_sms; i++) {
        inftags_free(&a->sm[i].tags);
        reuse_free(&a->sm[i].reuse);
        free(a->sm[i].warp);
    }
    free(a->sm);
    free(a->pc);
    free(a->row);
    lineset_free(&a->touched);
    free(a);
}

int analysis_finish(analysis_t *a)
{
    if (a->failed)
        return -ENOMEM;
    fold_lines(a);
    return 0;
}

const analysis_row_t *analysis_rows(const analysis_t *a, unsigned *n)
{
    *n = a->n_rows;
    return a->row;
}

const reuse_hist_t *analysis_by_type(const analysis_t *a)
{
    return a->by_type;
}

const uint64_t *analysis_lines_by_reads(const analysis_t *a)
{
    return a->read;
}

const uint64_t *analysis_evicted_by_reads(const analysis_t *a)
{
    return a->evicted;
}

static void add_hist(reuse_hist_t *sum, const reuse_hist_t *h)
{
    sum->count += h->count;
    sum->sum += h->sum;
    for (unsigned i = 0; i < REUSE_BUCKETS; i++)
        sum->bucket[i] += h->bucket[i];
}

analysis_row_t analysis_total(const analysis_t *a)
{
    analysis_row_t t = {0};
    for (unsigned i = 0; i < a->n_rows; i++) {
        const analysis_row_t *r = &a->row[i];
        t.accesses += r->accesses;
        t.cold_misses += r->cold_misses;
        for (unsigned k = 0; k < ANALYSIS_TYPES; k++) {
            t.lines[k] += r->lines[k];
            t.reads[k] += r->reads[k];
        }
        for (unsigned k = 0; k < ANALYSIS_CONTENTIONS; k++)
            t.contention[k] += r->contention[k];
        add_hist(&t.stack, &r->stack);
        add_hist(&t.reference, &r->reference);
    }
    return t;
}

uint64_t analysis_distinct_lines(const analysis_t *a)
{
    return a->touched.used;
}

unsigned analysis_distinct_loads(const analysis_t *a)
{
    unsigned n = 0;
    for (unsigned i = 0; i < a->n_rows; i++)
        n += a->row[i].accesses > 0;
    return n;
}

analysis_similarity_t analysis_similarity(const analysis_t *a, unsigned first, unsigned n)
{
    analysis_similarity_t s = {0, 0};
    for (unsigned i = first; i < first + n; i++) {
        uint64_t most = 0;
        for (unsigned t = 0; t < ANALYSIS_TYPES; t++) {
            most = a->row[i].lines[t] > most ? a->row[i].lines[t] : most;
            s.lines += a->row[i].lines[t];
        }
        s.dominant += most;
    }
    return s;
}
