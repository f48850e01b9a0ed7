/* Policies las-cta, las-warp and las: the software part, as far as it is not isa/address_plan.h's.
 */
#include "policy/las_int.h"

/* What a plan is made with for the structure that the policy has not: the defaults. */
enum { COORD_BITS = 16, SIZE_BITS = 8, REGION_BITS = 10, SUBREGIONS = 16 };

static address_plan_t *plan_new(const policy_t *p)
{
    const address_plan_cfg_t cfg = {
        .arrays = p->arrays,
        .coord_w = p->block ? p->coord_w : COORD_BITS,
        .size_w = p->block ? p->size_w : SIZE_BITS,
        .region_w = p->sm ? p->region_w : REGION_BITS,
        .subs = p->sm ? p->subs : SUBREGIONS,
        .line_bytes = p->run.cfg->line_bytes,
    };
    return address_plan_new(gpu_front(p->run.gpu), &cfg);
}

/* After a checkpoint has been loaded there is none yet. */
static address_plan_t *plan_of(policy_t *p)
{
    if (!p->plan)
        p->plan = plan_new(p);
    return p->plan;
}

void las_plan_start(policy_t *p, const front_t *front)
{
    las_end(p);
    p->unfinished = front->grid[0] * front->grid[1] * front->grid[2];
    const address_plan_facts_t *f = address_plan_facts(plan_of(p));
    p->n.loads += f->loads;
    p->n.rect_loads += f->rect_loads;
}

void las_plan_finish(policy_t *p)
{
    if (--p->unfinished == 0)
        las_end(p); /* the front may be gone before the next launch */
}

void las_end(policy_t *p)
{
    address_plan_free(p->plan);
    p->plan = NULL;
}

void las_rects(policy_t *p, uint32_t cta, uint64_t *rects)
{
    address_plan_rects(plan_of(p), cta, rects);
}

void las_range(policy_t *p, uint32_t cta, uint32_t warp, uint16_t *regions, uint64_t *subs)
{
    address_plan_warp(plan_of(p), cta, warp, regions, subs);
}
