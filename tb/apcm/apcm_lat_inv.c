#include "apcm/apcm_lat.h"

#include "step/invariant.h"

INVARIANT_OF(cam);
INVARIANT_OF(apcm_lat);

bool apcm_lat_inv_holds(const apcm_lat_t *u)
{
    return cam_inv_holds(&u->cam);
}

void apcm_lat_inv_fit(apcm_lat_t *u, rng_t *rng)
{
    cam_inv_fit(&u->cam, rng);
}

INVARIANT(apcm_lat, "no two IDs in use are of the same PC");
