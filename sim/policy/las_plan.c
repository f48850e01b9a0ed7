/*
 * Policies las-cta, las-warp and las: the software part. What a CTA touches of a data array comes
 * from the address programs of the array's loads (isa/address_rect.h); launches that have none, as
 * traces, have no rectangles.
 */
#include <stdlib.h>

#include "isa/address_rect.h"
#include "policy/las_int.h"

struct las_plan {
    address_set_t *set;
    address_eval_t *eval;
    unsigned n; /* arrays in use, in the order of their first load */
    unsigned array[LAS_ARRAYS];
};

/* The arrays that are loaded from, in the order of their first load. */
static void choose_arrays(las_plan_t *l, uint32_t most)
{
    unsigned n;
    const address_program_t *p = address_programs(l->set, &n);
    for (unsigned i = 0; i < n && l->n < most; i++) {
        unsigned k = 0;
        if (p[i].store || p[i].array < 0)
            continue;
        while (k < l->n && l->array[k] != (unsigned)p[i].array)
            k++;
        if (k == l->n)
            l->array[l->n++] = (unsigned)p[i].array;
    }
}

static las_plan_t *plan_new(const policy_t *p)
{
    const isa_launch_t *launch = isa_front_launch(gpu_front(p->run.gpu));
    las_plan_t *l = calloc(1, sizeof *l);
    if (l && launch) {
        address_launch_t of;
        address_launch_of(launch, &of);
        l->set = address_set_new(isa_launch_kernel(launch));
        l->eval = address_eval_new(l->set, &of);
        choose_arrays(l, p->arrays);
    }
    return l;
}

void las_plan_free(las_plan_t *l)
{
    if (!l)
        return;
    address_eval_free(l->eval);
    address_set_free(l->set);
    free(l);
}

/* Width or height: at most what its bits hold. */
static uint64_t saturated(const policy_t *p, uint64_t size)
{
    const uint64_t most = bits_mask(p->size_w);
    return size < most ? size : most;
}

static uint64_t pack(const policy_t *p, const address_rect_t *r)
{
    const uint64_t coord = bits_mask(p->coord_w);
    return ((uint64_t)r->x & coord) | ((uint64_t)r->y & coord) << p->coord_w |
           saturated(p, r->width) << 2 * p->coord_w |
           saturated(p, r->height) << (2 * p->coord_w + p->size_w);
}

void las_rects(policy_t *p, uint32_t cta, uint64_t *rects)
{
    if (!p->plan)
        p->plan = plan_new(p);
    const las_plan_t *l = p->plan;
    for (unsigned a = 0; l && a < l->n; a++) {
        const uint32_t *grid = address_eval_grid(l->eval);
        const uint32_t at[3] = {cta % grid[0], cta / grid[0] % grid[1], cta / grid[0] / grid[1]};
        address_rect_t r = {0};
        if (address_array_rect(l->eval, l->array[a], at, p->run.cfg->line_bytes, &r))
            rects[a] = pack(p, &r);
    }
}

void las_range(policy_t *p, uint32_t cta, uint32_t warp, uint16_t *regions, uint64_t *subs)
{
    (void)p, (void)cta, (void)warp, (void)regions, (void)subs; /* TODO of h-lasp */
}
