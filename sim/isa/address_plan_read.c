/*
 * Plans of traces, which have no programs: from the first execution of each load by each warp, read
 * ahead, among its first AHEAD instructions. What the loads touch in a sample of CTAs, at most
 * SAMPLES evenly over the grid, is united where it overlaps: each such run of addresses is an
 * array. Where a load lies outside of the run in other CTAs, its rectangles still count from the
 * run's start.
 */
#include "isa/address_plan_int.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 64, AHEAD = 1 << 16 };

/* Threads whose addresses tell the pitch. */
enum { CORNER, LAST_X, LAST_Y, BELOW, POINTS };

typedef struct seen_load {
    bool any;
    uint64_t first, end; /* of all samples */
    bool has[POINTS];
    uint64_t at[POINTS];
    unsigned run; /* 1 + its run of addresses */
} seen_load_t;

/* A first execution of a load. */
typedef struct plan_exec {
    unsigned warp, load;
    uint64_t active;
    uint64_t addr[INST_MAX_LANES];
} plan_exec_t;

typedef struct plan_execs {
    plan_exec_t *at;
    size_t n, room;
} plan_execs_t;

struct plan_read {
    uint64_t rects[ADDRESS_PLAN_ARRAYS];
    uint16_t regions[ADDRESS_PLAN_ARRAYS];
    uint64_t subs[]; /* [warp][array] */
};

static plan_exec_t *more(plan_execs_t *e)
{
    if (e->n == e->room) {
        size_t room = e->room ? 2 * e->room : 32;
        plan_exec_t *at = plan_alloc(room, sizeof *at);
        if (e->n)
            memcpy(at, e->at, e->n * sizeof *at);
        free(e->at);
        e->at = at;
        e->room = room;
    }
    return &e->at[e->n++];
}

static void read_warp(const address_plan_t *p, front_warp_t *w, unsigned warp, bool *done,
                      plan_execs_t *out)
{
    const front_t *f = p->front;
    unsigned left = p->n_loads, steps = 0;
    warp_step_t s;
    memset(done, 0, p->n_loads);
    for (const inst_t *i = f->ops->first(f->ctx, w); i && left && steps < AHEAD && !f->error;
         i = s.next, steps++) {
        f->ops->step(f->ctx, w, &s);
        int load = p->load_of[i - f->inst];
        if (load < 0 || done[load] || !s.active || s.space != INST_SPACE_GLOBAL || f->error)
            continue;
        done[load] = true;
        left--;
        plan_exec_t *e = more(out);
        e->warp = warp;
        e->load = (unsigned)load;
        e->active = s.active;
        for (uint64_t m = s.active; m; m &= m - 1)
            e->addr[__builtin_ctzll(m)] = s.addr[__builtin_ctzll(m)];
    }
}

/* The first executions in a CTA; none if the trace has dropped it. */
static void read_cta(const address_plan_t *p, uint32_t cta, plan_execs_t *out)
{
    const front_t *f = p->front;
    front_cta_t *c = f->ops->cta_peek(f->ctx, cta);
    out->n = 0;
    if (!c)
        return;
    bool *done = plan_alloc(p->n_loads, sizeof *done);
    for (unsigned w = 0; w < f->warps_per_cta; w++)
        read_warp(p, f->ops->cta_warp(f->ctx, c, w), w, done, out);
    free(done);
    f->ops->cta_unpeek(f->ctx, c);
}

/* ---- Arrays ---- */

/* One of the threads that tell the pitch, by its lane; -1: the warp has not got it, or it did not
 * execute the load. */
static void note_point(seen_load_t *s, const plan_exec_t *e, uint32_t lanes, uint32_t thread,
                       unsigned point)
{
    uint32_t lane = thread % lanes;
    if (thread / lanes != e->warp || !(e->active >> lane & 1))
        return;
    s->has[point] = true;
    s->at[point] = e->addr[lane];
}

static void note(const address_plan_t *p, seen_load_t *seen, uint32_t cta, const plan_exec_t *e)
{
    const uint32_t *b = p->front->block, lanes = p->front->warp_size;
    seen_load_t *s = &seen[e->load];
    for (uint64_t m = e->active; m; m &= m - 1) {
        uint64_t first = e->addr[__builtin_ctzll(m)], end = first + p->load[e->load].bytes;
        s->first = s->any && s->first < first ? s->first : first;
        s->end = s->any && s->end > end ? s->end : end;
        s->any = true;
    }
    if (cta == 0) {
        note_point(s, e, lanes, 0, CORNER);
        note_point(s, e, lanes, b[0] - 1, LAST_X);
        note_point(s, e, lanes, b[0] * (b[1] - 1), LAST_Y);
    } else if (cta == p->front->grid[0]) {
        note_point(s, e, lanes, 0, BELOW);
    }
}

static void sample(const address_plan_t *p, seen_load_t *seen)
{
    const uint32_t *g = p->front->grid;
    uint64_t ctas = p->n_ctas, n = ctas < SAMPLES ? ctas : SAMPLES;
    plan_execs_t execs = {0};
    for (uint64_t k = 0; k <= n; k++) {
        uint64_t cta = k < n ? (n > 1 ? k * (ctas - 1) / (n - 1) : 0) : g[0];
        if (k == n && (g[1] < 2 || ctas == n)) /* the block below the first, unless it was there */
            break;
        read_cta(p, (uint32_t)cta, &execs);
        for (size_t i = 0; i < execs.n; i++)
            note(p, seen, (uint32_t)cta, &execs.at[i]);
    }
    free(execs.at);
}

static int by_first(const void *a, const void *b)
{
    const seen_load_t *x = *(seen_load_t *const *)a, *y = *(seen_load_t *const *)b;
    return (x->first > y->first) - (x->first < y->first);
}

/* Unites what overlaps; first and end become those of the run. Returns how many runs there are. */
static unsigned unite(seen_load_t *seen, unsigned n)
{
    seen_load_t **order = plan_alloc(n, sizeof(seen_load_t *));
    unsigned used = 0, runs = 0;
    for (unsigned i = 0; i < n; i++)
        if (seen[i].any)
            order[used++] = &seen[i];
    qsort(order, used, sizeof *order, by_first);
    uint64_t first = 0, end = 0;
    for (unsigned i = 0, from = 0; i < used; i++) {
        if (!runs || order[i]->first >= end) {
            runs++;
            from = i;
            first = order[i]->first;
            end = order[i]->end;
        }
        order[i]->run = runs;
        end = end > order[i]->end ? end : order[i]->end;
        for (unsigned k = i + 1 == used || order[i + 1]->first >= end ? from : used; k <= i; k++) {
            order[k]->first = first;
            order[k]->end = end;
        }
    }
    free(order);
    return runs;
}

static uint64_t pitch_of(const address_plan_t *p, const seen_load_t *s)
{
    const uint32_t *b = p->front->block, line = p->cfg.line_bytes;
    uint64_t pitch = 0;
    if (!s->has[CORNER])
        return 0;
    if (s->has[LAST_Y])
        pitch = address_rect_step(s->at[CORNER], s->at[LAST_Y], b[1] - 1, line);
    if (!pitch && s->has[LAST_X])
        pitch = address_rect_step(s->at[CORNER], s->at[LAST_X], b[0] - 1, line);
    if (!pitch && s->has[BELOW])
        pitch = address_rect_step(s->at[CORNER], s->at[BELOW], 1, line);
    return pitch;
}

static void make_array(address_plan_t *p, const seen_load_t *seen, const seen_load_t *s)
{
    plan_array_t *a = &p->array[p->facts.arrays++];
    a->is.number = -1;
    a->is.base = s->first / p->cfg.line_bytes * p->cfg.line_bytes;
    a->is.bytes = s->end - a->is.base;
    for (unsigned i = 0; i < p->n_loads && !a->is.pitch; i++)
        if (seen[i].any && seen[i].run == s->run)
            a->is.pitch = pitch_of(p, &seen[i]);
    plan_grid(p, a);
}

static void choose_arrays(address_plan_t *p, seen_load_t *seen)
{
    int *kept = plan_alloc(unite(seen, p->n_loads) + 1, sizeof *kept); /* 1 + array; -1: beyond */
    for (unsigned i = 0; i < p->n_loads; i++) {
        const seen_load_t *s = &seen[i];
        if (!s->any) {
            p->facts.other_loads++;
            continue;
        }
        if (!kept[s->run] && p->facts.arrays < p->cfg.arrays) {
            make_array(p, seen, s);
            kept[s->run] = (int)p->facts.arrays;
        } else if (!kept[s->run]) {
            p->facts.beyond_arrays++;
            kept[s->run] = -1;
        }
        p->load[i].array = kept[s->run] > 0 ? kept[s->run] - 1 : -1;
        p->facts.rect_loads += kept[s->run] > 0;
        p->facts.beyond_loads += kept[s->run] < 0;
    }
    free(kept);
}

void plan_read_arrays(address_plan_t *p)
{
    const front_t *f = p->front;
    p->facts.from_trace = true;
    p->load_of = plan_alloc(f->n_inst, sizeof *p->load_of);
    p->load = plan_alloc(f->n_inst, sizeof *p->load);
    for (uint32_t i = 0; i < f->n_inst; i++) {
        const inst_t *x = &f->inst[i];
        bool global = x->space == INST_SPACE_GLOBAL || x->space == INST_SPACE_GENERIC;
        p->load_of[i] = -1;
        if (x->kind != INST_LOAD || !global)
            continue;
        p->load[p->n_loads] = (plan_load_t){i, x->width, -1};
        p->load_of[i] = (int)p->n_loads++;
    }
    p->facts.loads = p->n_loads;
    p->read = plan_alloc(p->n_ctas, sizeof(plan_read_t *));
    seen_load_t *seen = plan_alloc(p->n_loads, sizeof *seen);
    if (p->n_loads)
        sample(p, seen);
    choose_arrays(p, seen);
    free(seen);
}

/* ---- CTAs ---- */

static void widen(const address_plan_t *p, plan_box_t *box, const plan_exec_t *e)
{
    const plan_load_t *l = &p->load[e->load];
    const plan_array_t *a = &p->array[l->array];
    plan_box_t *b = &box[l->array];
    for (uint64_t m = e->active; m; m &= m - 1) {
        uint64_t addr = e->addr[__builtin_ctzll(m)], last = addr + l->bytes - 1;
        int64_t x, y, end_x, end_y;
        address_rect_place(a->is.base, a->is.pitch, p->cfg.line_bytes, addr, &x, &y);
        address_rect_place(a->is.base, a->is.pitch, p->cfg.line_bytes, last, &end_x, &end_y);
        address_rect_include(&b->rect, &b->any, x, end_y == y ? end_x : x, y);
        if (end_y != y)
            address_rect_include(&b->rect, &b->any, end_x, end_x, end_y);
    }
}

static plan_read_t *reading(address_plan_t *p, uint32_t cta)
{
    unsigned arrays = p->facts.arrays, warps = p->front->warps_per_cta;
    plan_box_t box[ADDRESS_PLAN_ARRAYS];
    plan_execs_t execs = {0};
    if (p->read[cta])
        return p->read[cta];
    plan_read_t *r = plan_alloc(1, sizeof *r + (size_t)warps * arrays * sizeof *r->subs);
    memset(box, 0, sizeof box);
    if (arrays)
        read_cta(p, cta, &execs);
    for (size_t i = 0; i < execs.n; i++)
        if (p->load[execs.at[i].load].array >= 0)
            widen(p, box, &execs.at[i]);
    for (unsigned a = 0; a < arrays; a++) {
        r->rects[a] = plan_pack(&p->cfg, &box[a]);
        r->regions[a] = plan_region(&p->array[a], &box[a]);
    }
    for (size_t i = 0; i < execs.n; i++) {
        const plan_exec_t *e = &execs.at[i];
        int a = p->load[e->load].array;
        for (uint64_t m = a < 0 ? 0 : e->active; m; m &= m - 1)
            r->subs[e->warp * arrays + (unsigned)a] |=
                plan_subs(p, &p->array[a], r->regions[a], e->addr[__builtin_ctzll(m)],
                          p->load[e->load].bytes);
    }
    free(execs.at);
    return p->read[cta] = r;
}

void plan_read_rects(address_plan_t *p, uint32_t cta, uint64_t *rects)
{
    if (p->facts.arrays)
        memcpy(rects, reading(p, cta)->rects, p->facts.arrays * sizeof *rects);
}

void plan_read_warp(address_plan_t *p, uint32_t cta, unsigned warp, uint16_t *regions,
                    uint64_t *subs)
{
    unsigned arrays = p->facts.arrays;
    if (!arrays)
        return;
    const plan_read_t *r = reading(p, cta);
    memcpy(regions, r->regions, arrays * sizeof *regions);
    memcpy(subs, &r->subs[warp * arrays], arrays * sizeof *subs);
}

void plan_read_free(address_plan_t *p)
{
    for (uint64_t i = 0; p->read && i < p->n_ctas; i++)
        free(p->read[i]);
    free(p->read);
    free(p->load_of);
}
