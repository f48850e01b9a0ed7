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

/* Some ready warp stands in a place: the lowest one, say. */
static uint64_t first_of(uint64_t ready)
{
    unsigned w = 0;
    while (w < 63 && !(ready >> w & 1))
        w++;
    return w;
}

uint64_t apres_queue_inv_which(const apres_queue_t *u, const apres_queue_in_t *in, unsigned k)
{
    return k == 0 || k > u->cfg.picks ? in->target_warp : first_of(in->ready[k - 1]);
}
