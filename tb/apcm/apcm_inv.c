#include "apcm/apcm.h"

#include "step/invariant.h"

INVARIANT_OF(apcm_lat);
INVARIANT_OF(apcm_monitor);
INVARIANT_OF(apcm_mta);
INVARIANT_OF(apcm_cait);
INVARIANT_OF(apcm);

bool apcm_inv_holds(const apcm_t *u)
{
    return apcm_lat_inv_holds(&u->lat) && apcm_monitor_inv_holds(&u->monitor) &&
           apcm_mta_inv_holds(&u->mta) && apcm_cait_inv_holds(&u->cait);
}

void apcm_inv_fit(apcm_t *u, rng_t *rng)
{
    apcm_lat_inv_fit(&u->lat, rng);
    apcm_monitor_inv_fit(&u->monitor, rng);
    apcm_mta_inv_fit(&u->mta, rng);
    apcm_cait_inv_fit(&u->cait, rng);
}

INVARIANT(apcm, "those of the parts");
