#include "mrpb/mrpb_latency.h"

#include "step/invariant.h"

INVARIANT_OF(mrpb_latency);

bool mrpb_latency_inv_holds(const mrpb_latency_t *u)
{
    for (unsigned i = 0; i + 1 < u->cfg.latency; i++)
        if (!u->valid[i] && u->queue[i])
            return false;
    return true;
}

void mrpb_latency_inv_fit(mrpb_latency_t *u, rng_t *rng)
{
    (void)rng;
    for (unsigned i = 0; i + 1 < u->cfg.latency; i++)
        if (!u->valid[i])
            u->queue[i] = 0;
}

INVARIANT(mrpb_latency, "a stage without a request names queue 0");
