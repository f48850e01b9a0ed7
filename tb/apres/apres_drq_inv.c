#include "apres/apres_drq.h"

#include "step/invariant.h"

INVARIANT_OF(ring);
INVARIANT_OF(apres_drq);

bool apres_drq_inv_holds(const apres_drq_t *u)
{
    return ring_inv_holds(&u->ring);
}

void apres_drq_inv_fit(apres_drq_t *u, rng_t *rng)
{
    ring_inv_fit(&u->ring, rng);
}

INVARIANT(apres_drq, "head < depth, len <= depth");
