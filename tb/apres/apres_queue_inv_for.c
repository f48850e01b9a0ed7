/* The invariant of apres.queue for all warps: each stands in exactly one place, and a place names a
 * warp. */
#include "apres/apres_queue.h"

bool apres_queue_inv_for(const apres_queue_t *u, uint64_t warp);
uint64_t apres_queue_inv_which(const apres_queue_t *u, const apres_queue_in_t *in, unsigned k);

bool apres_queue_inv_for(const apres_queue_t *u, uint64_t warp)
{
    bool seen = false;
    for (unsigned p = 0; p < u->cfg.warps; p++) {
        if (u->order[p] >= u->cfg.warps || (u->order[p] == warp && seen))
            return false;
        seen = seen || u->order[p] == warp;
    }
    return seen || warp >= u->cfg.warps;
}

uint64_t apres_queue_inv_which(const apres_queue_t *u, const apres_queue_in_t *in, unsigned k)
{
    (void)u, (void)k;
    return in->target_warp;
}
