#include "apres/apres.h"

#include "step/invariant.h"

INVARIANT_OF(apres_laws);
INVARIANT_OF(apres_sap);
INVARIANT_OF(apres);

/* Whatever can become a target is a warp. */
static bool warps_hold(const apres_t *u)
{
    const apres_sap_t *s = &u->sap;
    for (unsigned i = 0; i < u->cfg.warps; i++)
        if (apres_wq_holds(&s->wq, i) && s->wq.ids[i] >= u->cfg.warps)
            return false;
    return (!s->held || s->target < u->cfg.warps) && (!s->phase || s->next < u->cfg.warps);
}

bool apres_inv_holds(const apres_t *u)
{
    return apres_laws_inv_holds(&u->laws) && apres_sap_inv_holds(&u->sap) && warps_hold(u);
}

void apres_inv_fit(apres_t *u, rng_t *rng)
{
    apres_laws_inv_fit(&u->laws, rng);
    apres_sap_inv_fit(&u->sap, rng);
    if (warps_hold(u))
        return;
    for (unsigned i = 0; i < u->cfg.warps; i++)
        u->sap.wq.ids[i] = (uint8_t)(u->sap.wq.ids[i] % u->cfg.warps);
    u->sap.target = (uint8_t)(u->sap.target % u->cfg.warps);
    u->sap.next = (uint8_t)(u->sap.next % u->cfg.warps);
}

INVARIANT(apres, "those of the parts; whatever can become the target of a prefetch is a warp");
