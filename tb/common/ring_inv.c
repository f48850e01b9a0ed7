#include "common/ring.h"

#include "step/invariant.h"

INVARIANT_OF(ring);

bool ring_inv_holds(const ring_t *u)
{
    return u->head < u->cfg.depth && u->len <= u->cfg.depth;
}

void ring_inv_fit(ring_t *u, rng_t *rng)
{
    (void)rng;
    u->head = (uint8_t)(u->head % u->cfg.depth);
    if (u->len > u->cfg.depth)
        u->len = (uint8_t)u->cfg.depth;
}

INVARIANT(ring, "head < depth, len <= depth");
