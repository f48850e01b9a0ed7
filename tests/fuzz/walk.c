#include "walk.h"

#include "fuzz.h"
#include "isa/address_plan.h"
#include "trace/trace.h"

enum { CTAS = 256, STEPS = 20000, FIRST = 8, LAUNCHES = 64, PLANNED = 16 };

static unsigned walk_warps(front_t *f, front_cta_t *cta, unsigned steps)
{
    warp_step_t step;
    for (unsigned k = 0; k < f->warps_per_cta; k++) {
        front_warp_t *w = f->ops->cta_warp(f->ctx, cta, k);
        const inst_t *i = f->ops->first(f->ctx, w);
        for (; i && steps && !f->error; i = step.next, steps--) {
            if (i < f->inst || i >= f->inst + f->n_inst)
                fuzz_fail("an instruction that is none of the program");
            f->ops->step(f->ctx, w, &step);
        }
    }
    return steps;
}

/* What the plan of a small launch says of the CTA, which it reads ahead of. */
static void look(address_plan_t *p, const front_t *f, uint32_t number)
{
    uint64_t rects[ADDRESS_PLAN_ARRAYS], subs[ADDRESS_PLAN_ARRAYS];
    uint16_t regions[ADDRESS_PLAN_ARRAYS];
    if (!p || f->error)
        return;
    address_plan_rects(p, number, rects);
    for (unsigned k = 0; k < f->warps_per_cta; k++)
        address_plan_warp(p, number, k, regions, subs);
    address_plan_drop(p, number);
}

/* A CTA, looked at while it runs. */
static unsigned walk_cta(front_t *f, address_plan_t *p, uint32_t number, unsigned steps)
{
    front_cta_t *cta = f->ops->cta_begin(f->ctx, number);
    const unsigned first = steps < FIRST ? steps : FIRST;
    steps -= first - walk_warps(f, cta, first);
    look(p, f, number);
    steps = walk_warps(f, cta, steps);
    f->ops->cta_end(f->ctx, cta);
    return steps;
}

static void walk_launch(trace_t *t, front_t *f)
{
    uint64_t ctas = (uint64_t)f->grid[0] * f->grid[1] * f->grid[2];
    unsigned steps = STEPS;
    diag_t d = {{0}};
    const address_plan_cfg_t cfg = ADDRESS_PLAN_DEFAULT(128);
    address_plan_t *p = ctas * f->warps_per_cta <= PLANNED ? address_plan_new(f, &cfg) : NULL;
    for (uint64_t k = 0; k < ctas && k < CTAS && steps && !f->error; k++)
        steps = walk_cta(f, p, f->cta_order ? f->cta_order[k] : (uint32_t)k, steps);
    address_plan_free(p);
    if (f->error)
        fuzz_answer(trace_fault(t, &d), &d);
}

void walk_trace(const char *path)
{
    trace_t *t = NULL;
    trace_step_t step;
    diag_t d = {{0}};
    int rc = trace_open(path, &t, &d);
    for (unsigned n = 0; !rc && n < LAUNCHES; n++) {
        rc = trace_next(t, &step, &d);
        if (rc || step.kind == TRACE_END)
            break;
        if (step.kind == TRACE_COPY)
            continue;
        rc = trace_load(t, &d);
        if (!rc)
            walk_launch(t, step.front);
    }
    fuzz_answer(rc, &d);
    trace_close(t);
}
