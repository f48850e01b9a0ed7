#include "apres/apres_pt.h"

#include "step/invariant.h"

INVARIANT_OF(lru);
INVARIANT_OF(apres_pt);

static bool again(const apres_pt_t *u, unsigned i)
{
    for (unsigned j = 0; j < i; j++)
        if (u->valid[j] && u->pcs[j] == u->pcs[i])
            return true;
    return false;
}

bool apres_pt_inv_holds(const apres_pt_t *u)
{
    for (unsigned i = 0; i < u->cfg.entries; i++)
        if (u->valid[i] && again(u, i))
            return false;
    return lru_inv_holds(&u->lru);
}

void apres_pt_inv_fit(apres_pt_t *u, rng_t *rng)
{
    for (unsigned i = 0; i < u->cfg.entries; i++) {
        if (u->valid[i] && again(u, i))
            u->pcs[i] = rng_u64(rng) & bits_mask(u->cfg.pc_w);
        u->valid[i] = u->valid[i] && !again(u, i);
    }
    lru_inv_fit(&u->lru, rng);
}

INVARIANT(apres_pt, "no two entries in use have the same PC; the entries are in an order of use");
