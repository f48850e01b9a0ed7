/* Plans of kernels: from their address programs. */
#include "isa/address_plan_int.h"

#include <stdlib.h>
#include <string.h>

#include "front/memory.h"

void *plan_alloc(size_t n, size_t bytes)
{
    void *p = calloc(n ? n : 1, bytes);
    if (!p)
        memory_out();
    return p;
}

/* Where the allocation ends that has the address; of none: the arena, or the array is empty. */
static uint64_t end_of(const front_t *f, uint64_t addr)
{
    uint64_t end = f->arena_base + f->arena_bytes;
    for (uint32_t i = 0; i < f->n_allocations; i++)
        if (addr >= f->allocation[i].first && addr < f->allocation[i].end)
            return f->allocation[i].end;
    return addr >= f->arena_base && addr < end ? end : addr;
}

/* The kernel's array `number` as one that is kept; its number among those, -1: there is no room. */
static int keep(address_plan_t *p, int *kept, int number)
{
    if (kept[number] != -2)
        return kept[number];
    if (p->facts.arrays == p->cfg.arrays) {
        p->facts.beyond_arrays++;
        return kept[number] = -1;
    }
    plan_array_t *a = &p->array[p->facts.arrays];
    a->is.number = number;
    a->is.base = address_array_base(p->eval, (unsigned)number);
    a->is.bytes = end_of(p->front, a->is.base) - a->is.base;
    a->is.pitch = address_pitch(p->eval, (unsigned)number, p->cfg.line_bytes);
    plan_grid(p, a);
    return kept[number] = (int)p->facts.arrays++;
}

static void take_load(address_plan_t *p, int *kept, unsigned i, const address_program_t *of)
{
    int array = of->array < 0 ? -1 : keep(p, kept, of->array);
    p->facts.loads++;
    if (of->why != ADDRESS_REGULAR) {
        p->facts.irregular_loads++;
    } else if (of->array < 0) {
        p->facts.other_loads++;
    } else if (array < 0) {
        p->facts.beyond_loads++;
    } else {
        p->facts.rect_loads++;
        p->load[p->n_loads++] = (plan_load_t){i, of->bytes, array};
    }
}

static void take_programs(address_plan_t *p, const isa_launch_t *l)
{
    address_launch_t given;
    unsigned n, arrays;
    address_launch_of(l, &given);
    p->set = address_set_new(isa_launch_kernel(l));
    p->eval = address_eval_new(p->set, &given);
    const address_program_t *all = address_programs(p->set, &n);
    address_arrays(p->set, &arrays);
    int *kept = plan_alloc(arrays, sizeof *kept);
    for (unsigned i = 0; i < arrays; i++)
        kept[i] = -2; /* not met yet */
    p->load = plan_alloc(n, sizeof *p->load);
    for (unsigned i = 0; i < n; i++)
        if (!all[i].store)
            take_load(p, kept, i, &all[i]);
    free(kept);
}

address_plan_t *address_plan_new(const front_t *front, const address_plan_cfg_t *cfg)
{
    address_plan_t *p = plan_alloc(1, sizeof *p);
    while (front->behind)
        front = front->behind;
    p->cfg = *cfg;
    p->front = front;
    p->n_ctas = (uint64_t)front->grid[0] * front->grid[1] * front->grid[2];
    if (isa_front_launch(front))
        take_programs(p, isa_front_launch(front));
    else if (front->ops->cta_peek)
        plan_read_arrays(p);
    return p;
}

void address_plan_free(address_plan_t *p)
{
    if (!p)
        return;
    plan_read_free(p);
    address_eval_free(p->eval);
    address_set_free(p->set);
    free(p->load);
    free(p);
}

const address_plan_facts_t *address_plan_facts(const address_plan_t *p)
{
    return &p->facts;
}

const address_plan_array_t *address_plan_array(const address_plan_t *p, unsigned a)
{
    return &p->array[a].is;
}

static void position(const address_plan_t *p, uint32_t cta, uint32_t at[3])
{
    const uint32_t *grid = p->front->grid;
    at[0] = cta % grid[0];
    at[1] = cta / grid[0] % grid[1];
    at[2] = cta / grid[0] / grid[1];
}

static void find_box(address_plan_t *p, uint32_t cta)
{
    uint32_t at[3];
    if (p->boxed && p->box_cta == cta)
        return;
    position(p, cta, at);
    memset(p->box, 0, sizeof p->box);
    for (unsigned i = 0; i < p->n_loads; i++) {
        const plan_load_t *l = &p->load[i];
        plan_box_t *b = &p->box[l->array];
        address_rect_add(p->eval, l->at, at, p->cfg.line_bytes, p->array[l->array].is.pitch,
                         &b->rect, &b->any);
    }
    p->boxed = true;
    p->box_cta = cta;
}

void address_plan_rects(address_plan_t *p, uint32_t cta, uint64_t *rects)
{
    memset(rects, 0, p->cfg.arrays * sizeof *rects);
    if (p->facts.from_trace) {
        plan_read_rects(p, cta, rects);
        return;
    }
    if (!p->n_loads)
        return;
    find_box(p, cta);
    for (unsigned a = 0; a < p->facts.arrays; a++)
        rects[a] = plan_pack(&p->cfg, &p->box[a]);
}

void address_plan_drop(address_plan_t *p, uint32_t cta)
{
    if (p->read && cta < p->n_ctas) {
        free(p->read[cta]);
        p->read[cta] = NULL;
    }
}

/* Threads of a warp from `first` on, 32 at most, which all loads are evaluated for. */
static void touch(address_plan_t *p, const uint32_t cta[3], uint32_t first, uint32_t end,
                  const uint16_t *regions, uint64_t *subs)
{
    const uint32_t *b = p->front->block;
    uint32_t tid[ADDRESS_THREADS][3];
    uint64_t addr[ADDRESS_THREADS];
    unsigned n = 0;
    for (uint32_t t = first; t < end; t++, n++) {
        tid[n][0] = t % b[0];
        tid[n][1] = t / b[0] % b[1];
        tid[n][2] = t / b[0] / b[1];
    }
    for (unsigned i = 0; n && i < p->n_loads; i++) {
        const plan_load_t *l = &p->load[i];
        address_eval(p->eval, l->at, cta, (const uint32_t(*)[3])tid, n, addr);
        for (unsigned k = 0; k < n; k++)
            subs[l->array] |=
                plan_subs(p, &p->array[l->array], regions[l->array], addr[k], l->bytes);
    }
}

void address_plan_warp(address_plan_t *p, uint32_t cta, unsigned warp, uint16_t *regions,
                       uint64_t *subs)
{
    uint32_t at[3], lanes = p->front->warp_size;
    const uint32_t *b = p->front->block;
    uint32_t threads = b[0] * b[1] * b[2];
    memset(regions, 0, p->cfg.arrays * sizeof *regions);
    memset(subs, 0, p->cfg.arrays * sizeof *subs);
    if (p->facts.from_trace) {
        plan_read_warp(p, cta, warp, regions, subs);
        return;
    }
    if (!p->n_loads)
        return;
    position(p, cta, at);
    find_box(p, cta);
    for (unsigned a = 0; a < p->facts.arrays; a++)
        regions[a] = plan_region(&p->array[a], &p->box[a]);
    for (uint32_t first = warp * lanes, end = first + lanes; first < end;
         first += ADDRESS_THREADS) {
        uint32_t last = first + ADDRESS_THREADS < end ? first + ADDRESS_THREADS : end;
        touch(p, at, first, last < threads ? last : threads, regions, subs);
    }
}
