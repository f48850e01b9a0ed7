#include "mrpb/mrpb_drain_sel.h"

#include "step/invariant.h"

INVARIANT_OF(mrpb_drain_sel);

bool mrpb_drain_sel_inv_holds(const mrpb_drain_sel_t *u)
{
    for (unsigned q = 0; q < u->cfg.queues; q++)
        if (planes_get(u->vis, mrpb_drain_sel_vis_w(u), q) > u->cfg.depth)
            return false;
    return u->greedy < u->cfg.queues && u->rr < u->cfg.queues;
}

void mrpb_drain_sel_inv_fit(mrpb_drain_sel_t *u, rng_t *rng)
{
    (void)rng;
    for (unsigned q = 0; q < u->cfg.queues; q++)
        if (planes_get(u->vis, mrpb_drain_sel_vis_w(u), q) > u->cfg.depth)
            planes_set(u->vis, mrpb_drain_sel_vis_w(u), UINT64_C(1) << q, u->cfg.depth);
    u->greedy = (uint8_t)(u->greedy % u->cfg.queues);
    u->rr = (uint8_t)(u->rr % u->cfg.queues);
}

INVARIANT(mrpb_drain_sel,
          "greedy and rr name a queue, and no more than depth requests of a queue are visible");
