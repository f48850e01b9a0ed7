#include "apres/apres_wq.h"

#include "step/invariant.h"

INVARIANT_OF(ring);
INVARIANT_OF(apres_wq);

bool apres_wq_inv_holds(const apres_wq_t *u)
{
    return ring_inv_holds(&u->ring);
}

void apres_wq_inv_fit(apres_wq_t *u, rng_t *rng)
{
    ring_inv_fit(&u->ring, rng);
}

INVARIANT(apres_wq, "head < depth, len <= depth");
