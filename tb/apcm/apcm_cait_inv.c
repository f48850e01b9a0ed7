#include "apcm/apcm_cait.h"

#include "step/invariant.h"

INVARIANT_OF(apcm_cait);

bool apcm_cait_inv_holds(const apcm_cait_t *u)
{
    for (unsigned i = 0; i < u->cfg.loads; i++)
        if (u->valid[i] && u->method[i] > APCM_PROTECT)
            return false;
    return true;
}

void apcm_cait_inv_fit(apcm_cait_t *u, rng_t *rng)
{
    for (unsigned i = 0; i < u->cfg.loads; i++)
        if (u->method[i] > APCM_PROTECT)
            u->method[i] = (uint8_t)rng_below(rng, APCM_PROTECT + 1);
}

INVARIANT(apcm_cait, "the method of a load in use is normal, bypass or protect");
