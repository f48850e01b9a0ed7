#include "apcm/apcm_monitor.h"

#include "step/invariant.h"

INVARIANT_OF(apcm_monitor);

bool apcm_monitor_inv_holds(const apcm_monitor_t *u)
{
    return u->mine < u->cfg.warps && u->scan < u->cfg.entries &&
           (u->phase == APCM_SCANNING || u->scan == 0);
}

void apcm_monitor_inv_fit(apcm_monitor_t *u, rng_t *rng)
{
    (void)rng;
    u->mine = (uint8_t)(u->mine % u->cfg.warps);
    const unsigned scan = u->phase == APCM_SCANNING ? u->scan % u->cfg.entries : 0;
    u->scan = (uint8_t)scan;
}

INVARIANT(apcm_monitor, "mine names a warp, and scan an entry; scan is 0 but while scanning");
