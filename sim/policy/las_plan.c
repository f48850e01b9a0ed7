/* Policies las-cta, las-warp and las: the software part, as far as it is not isa/address_plan.h's.
 */
#include "policy/las_int.h"

static address_plan_t *plan_new(const policy_t *p)
{
    address_plan_cfg_t cfg = ADDRESS_PLAN_DEFAULT(p->run.cfg->line_bytes);
    cfg.arrays = p->arrays;
    if (p->block) {
        cfg.coord_w = p->coord_w;
        cfg.size_w = p->size_w;
    }
    if (p->sm) {
        cfg.region_w = p->region_w;
        cfg.subs = p->subs;
    }
    return address_plan_new(gpu_front(p->run.gpu), &cfg);
}

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
    p->n.irregular_loads += f->irregular_loads;
    p->n.other_loads += f->other_loads;
    p->n.beyond_loads += f->beyond_loads;
    p->n.trace_loads += f->from_trace ? f->rect_loads : 0;
}

/* Before another CTA ends, as the plan may look at each. */
void las_plan_restore(policy_t *p)
{
    las_end(p);
    if (p->unfinished && gpu_front(p->run.gpu))
        plan_of(p);
}

void las_plan_finish(policy_t *p, uint32_t cta)
{
    if (p->plan)
        address_plan_drop(p->plan, cta);
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
