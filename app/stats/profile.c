#include "stats/profile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM      1
#define uthash_nonfatal_oom(e) (*(bool *)&(e)->lost = true)
#include <uthash.h>

/* A line of one load on one SM in this launch. */
typedef struct line_key {
    uint64_t line;
    uint32_t load; /* index into loads */
    uint32_t sm;
} line_key_t;

typedef struct line {
    line_key_t key;
    uint64_t first_warp;
    uint32_t requests, by_first;
    bool lost; /* uthash could not take it */
    UT_hash_handle hh;
} line_t;

/* Strides between addresses, and between the lines of these. */
enum { OF_BYTES, OF_LINES, STRIDES };

typedef struct stride {
    int64_t value;
    uint64_t pairs;
    bool lost;
    UT_hash_handle hh;
} stride_t;

/* The last execution of a load on an SM. */
typedef struct last {
    bool valid;
    uint64_t warp, addr;
} last_t;

typedef struct load {
    profile_row_t row;
    unsigned kernel; /* number in order of first launch */
    stride_t *strides[STRIDES];
    last_t *last; /* per SM */
} load_t;

struct profile {
    gpu_t *gpu;
    unsigned n_sms, warps_per_sm, line_shift;
    bool failed; /* memory exhausted */
    load_t *loads;
    unsigned n_loads;
    const inst_t *inst; /* this launch's program */
    int *of_inst;       /* of its instructions: load index or -1 */
    uint32_t n_inst;
    line_t *lines;  /* of this launch */
    uint64_t *warp; /* number in the grid of the warp in [sm][slot] */
    uint32_t warps_per_cta;
    unsigned n_kernels;
    profile_row_t *rows;
};

const char *profile_type_name(profile_type_t t)
{
    static const char *const names[] = {"streaming", "intra-warp", "inter-warp", "mixed"};
    return names[t];
}

static profile_type_t type_of(const line_t *l)
{
    if (l->requests == 1)
        return PROFILE_STREAMING;
    if (l->by_first == l->requests)
        return PROFILE_INTRA_WARP;
    return l->by_first == 1 ? PROFILE_INTER_WARP : PROFILE_MIXED;
}

/* Adds this launch's lines to their loads and forgets them. */
static void fold_lines(profile_t *p)
{
    line_t *l, *next;
    HASH_ITER(hh, p->lines, l, next)
    {
        profile_row_t *row = &p->loads[l->key.load].row;
        row->lines++;
        row->typed[type_of(l)] += l->requests;
        HASH_DEL(p->lines, l);
        free(l);
    }
    for (unsigned i = 0; i < p->n_loads; i++)
        memset(p->loads[i].last, 0, p->n_sms * sizeof *p->loads[i].last);
}

static int find_load(const profile_t *p, const char *kernel, uint32_t pc)
{
    for (unsigned i = 0; i < p->n_loads; i++)
        if (p->loads[i].row.pc == pc && strcmp(p->loads[i].row.kernel, kernel) == 0)
            return (int)i;
    return -1;
}

static bool is_global_load(const inst_t *in)
{
    return in->kind == INST_LOAD &&
           (in->space == INST_SPACE_GLOBAL || in->space == INST_SPACE_LOCAL ||
            in->space == INST_SPACE_GENERIC);
}

static int add_load(profile_t *p, const char *kernel, uint32_t pc, unsigned number)
{
    load_t *grown = realloc(p->loads, (p->n_loads + 1) * sizeof *grown);
    if (!grown)
        return -1;
    p->loads = grown;
    load_t *l = &grown[p->n_loads];
    memset(l, 0, sizeof *l);
    l->row.kernel = strdup(kernel);
    l->row.pc = pc;
    l->kernel = number;
    l->last = calloc(p->n_sms, sizeof *l->last);
    if (!l->row.kernel || !l->last) {
        free((char *)l->row.kernel);
        free(l->last);
        return -1;
    }
    return (int)p->n_loads++;
}

static void on_kernel_start(void *ctx, const front_t *f)
{
    profile_t *p = ctx;
    if (p->failed)
        return;
    fold_lines(p);
    p->warps_per_cta = f->warps_per_cta;
    free(p->of_inst);
    p->of_inst = malloc((f->n_inst ? f->n_inst : 1) * sizeof *p->of_inst);
    p->n_inst = p->of_inst ? f->n_inst : 0;
    p->inst = f->inst;
    p->failed = !p->of_inst;
    bool known = false;
    for (unsigned i = 0; i < p->n_loads; i++)
        known = known || strcmp(p->loads[i].row.kernel, f->kernel) == 0;
    unsigned number = p->n_kernels;
    for (uint32_t i = 0; i < p->n_inst && !p->failed; i++) {
        p->of_inst[i] = -1;
        if (!is_global_load(&f->inst[i]))
            continue;
        int l = known ? find_load(p, f->kernel, f->inst[i].pc) : -1;
        if (l < 0)
            l = add_load(p, f->kernel, f->inst[i].pc, number);
        p->failed = l < 0;
        p->of_inst[i] = l;
    }
    p->n_kernels += !known;
}

static void on_cta_ready(void *ctx, const gpu_cta_event_t *e)
{
    profile_t *p = ctx;
    for (uint32_t w = 0; w < e->n_warps; w++)
        p->warp[e->sm * p->warps_per_sm + e->first_warp + w] =
            (uint64_t)e->cta * p->warps_per_cta + w;
}

static void count_stride(profile_t *p, stride_t **strides, int64_t bytes, int64_t warps)
{
    if (bytes % warps)
        return;
    int64_t value = bytes / warps;
    stride_t *s = NULL;
    HASH_FIND(hh, *strides, &value, sizeof value, s);
    if (!s && (s = calloc(1, sizeof *s))) {
        s->value = value;
        HASH_ADD(hh, *strides, value, sizeof s->value, s);
    }
    if (!s || s->lost) {
        free(s);
        p->failed = true;
        return;
    }
    s->pairs++;
}

static void count_pair(profile_t *p, load_t *l, uint32_t sm, uint64_t warp, uint64_t addr)
{
    last_t *last = &l->last[sm];
    if (last->valid && last->warp != warp) {
        int64_t warps = (int64_t)(warp - last->warp);
        uint64_t lines = (addr >> p->line_shift) - (last->addr >> p->line_shift);
        l->row.pairs++;
        count_stride(p, &l->strides[OF_BYTES], (int64_t)(addr - last->addr), warps);
        count_stride(p, &l->strides[OF_LINES], (int64_t)(lines << p->line_shift), warps);
    }
    *last = (last_t){true, warp, addr};
}

static void count_line(profile_t *p, line_key_t key, uint64_t warp)
{
    line_t *l = NULL;
    HASH_FIND(hh, p->lines, &key, sizeof key, l);
    if (!l && (l = calloc(1, sizeof *l))) {
        l->key = key;
        l->first_warp = warp;
        HASH_ADD(hh, p->lines, key, sizeof l->key, l);
    }
    if (!l || l->lost) {
        free(l);
        p->failed = true;
        return;
    }
    l->requests++;
    l->by_first += l->first_warp == warp;
}

/* The distinct lines of an access in order of lowest lane, as the coalescer makes requests; an
 * access that straddles two lines makes two. */
static unsigned coalesce(const profile_t *p, const inst_t *in, const warp_step_t *s,
                         uint64_t line[2 * INST_MAX_LANES])
{
    unsigned n = 0;
    for (uint64_t left = s->active; left; left &= left - 1) {
        uint64_t addr = s->addr[__builtin_ctzll(left)];
        uint64_t end = (addr + (in->width ? in->width - 1u : 0u)) >> p->line_shift;
        for (uint64_t at = addr >> p->line_shift; at <= end; at++) {
            unsigned i = 0;
            while (i < n && line[i] != at)
                i++;
            if (i == n && n < 2 * INST_MAX_LANES)
                line[n++] = at;
        }
    }
    return n;
}

static void on_load_issue(void *ctx, const gpu_load_issue_t *e)
{
    profile_t *p = ctx;
    const inst_t *in = e->inst;
    const warp_step_t *s = e->step;
    bool global = s->space == INST_SPACE_GLOBAL || s->space == INST_SPACE_LOCAL;
    size_t i = (size_t)(in - p->inst);
    if (p->failed || !global || !s->active || i >= p->n_inst || p->of_inst[i] < 0)
        return;
    load_t *l = &p->loads[p->of_inst[i]];
    uint64_t warp = p->warp[e->sm * p->warps_per_sm + e->warp];
    uint64_t line[2 * INST_MAX_LANES];
    unsigned n = coalesce(p, in, s, line);
    l->row.executions++;
    l->row.requests += n;
    count_pair(p, l, e->sm, warp, s->addr[__builtin_ctzll(s->active)]);
    for (unsigned k = 0; k < n && !p->failed; k++)
        count_line(p, (line_key_t){line[k], (uint32_t)p->of_inst[i], e->sm}, warp);
}

static const gpu_hooks_t hooks = {
    .policy = "profile",
    .on_kernel_start = on_kernel_start,
    .on_cta_ready = on_cta_ready,
    .on_load_issue = on_load_issue,
};

profile_t *profile_new(gpu_t *gpu)
{
    const gpu_cfg_t *c = gpu_config(gpu);
    profile_t *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->gpu = gpu;
    p->n_sms = c->n_sms;
    p->warps_per_sm = c->warps_per_sm;
    p->line_shift = (unsigned)__builtin_ctz(c->line_bytes);
    p->warp = calloc((size_t)c->n_sms * c->warps_per_sm, sizeof *p->warp);
    const char *other = NULL;
    if (!p->warp || gpu_attach(gpu, &hooks, p, &other)) {
        free(p->warp);
        free(p);
        return NULL;
    }
    return p;
}

static bool better_stride(const stride_t *a, const stride_t *b)
{
    if (!b || a->pairs != b->pairs)
        return !b || a->pairs > b->pairs;
    uint64_t far_a = a->value < 0 ? 0 - (uint64_t)a->value : (uint64_t)a->value;
    uint64_t far_b = b->value < 0 ? 0 - (uint64_t)b->value : (uint64_t)b->value;
    return far_a != far_b ? far_a < far_b : a->value > b->value;
}

static void most_frequent(const stride_t *strides, int64_t *value, uint64_t *pairs)
{
    const stride_t *best = NULL;
    for (const stride_t *s = strides; s; s = s->hh.next)
        if (better_stride(s, best))
            best = s;
    *value = best ? best->value : 0;
    *pairs = best ? best->pairs : 0;
}

static void finish_load(load_t *l)
{
    most_frequent(l->strides[OF_BYTES], &l->row.stride, &l->row.stride_pairs);
    most_frequent(l->strides[OF_LINES], &l->row.line_stride, &l->row.line_stride_pairs);
    l->row.type = PROFILE_STREAMING;
    for (unsigned t = 0; t < PROFILE_TYPES; t++)
        if (l->row.typed[t] > l->row.typed[l->row.type])
            l->row.type = (profile_type_t)t;
}

static int by_place(const void *a, const void *b)
{
    const load_t *x = a, *y = b;
    if (x->kernel != y->kernel)
        return x->kernel < y->kernel ? -1 : 1;
    return (x->row.pc > y->row.pc) - (x->row.pc < y->row.pc);
}

const profile_row_t *profile_rows(profile_t *p, unsigned *n)
{
    *n = 0;
    if (p->failed)
        return NULL;
    fold_lines(p);
    free(p->rows);
    p->rows = calloc(p->n_loads ? p->n_loads : 1, sizeof *p->rows);
    if (!p->rows)
        return NULL;
    free(p->of_inst); /* indices into the order that changes now */
    p->of_inst = NULL;
    p->n_inst = 0;
    if (p->n_loads)
        qsort(p->loads, p->n_loads, sizeof *p->loads, by_place);
    for (unsigned i = 0; i < p->n_loads; i++) {
        finish_load(&p->loads[i]);
        p->rows[i] = p->loads[i].row;
    }
    *n = p->n_loads;
    return p->rows;
}

static void free_strides(stride_t **strides)
{
    stride_t *s, *after;
    HASH_ITER(hh, *strides, s, after)
    {
        HASH_DEL(*strides, s);
        free(s);
    }
}

void profile_free(profile_t *p)
{
    if (!p)
        return;
    line_t *l, *next;
    HASH_ITER(hh, p->lines, l, next)
    {
        HASH_DEL(p->lines, l);
        free(l);
    }
    for (unsigned i = 0; i < p->n_loads; i++) {
        free_strides(&p->loads[i].strides[OF_BYTES]);
        free_strides(&p->loads[i].strides[OF_LINES]);
        free((char *)p->loads[i].row.kernel);
        free(p->loads[i].last);
    }
    free(p->loads);
    free(p->of_inst);
    free(p->warp);
    free(p->rows);
    free(p);
}
