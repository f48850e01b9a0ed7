#include "apres/apres_queue.h"

#include "step/invariant.h"

INVARIANT_OF(apres_queue);

enum { WARPS = 64 };

bool apres_queue_inv_holds(const apres_queue_t *u)
{
    uint64_t seen = 0;
    for (unsigned p = 0; p < u->cfg.warps; p++) {
        if (u->order[p] >= u->cfg.warps)
            return false;
        seen |= UINT64_C(1) << u->order[p];
    }
    return seen == bits_mask(u->cfg.warps);
}

/* Places that name no warp, or one that a place before names, get those that no place names. */
void apres_queue_inv_fit(apres_queue_t *u, rng_t *rng)
{
    uint64_t seen = 0;
    uint8_t missing[WARPS];
    unsigned n = 0;
    bool wrong[WARPS];
    for (unsigned p = 0; p < u->cfg.warps; p++) {
        wrong[p] = u->order[p] >= u->cfg.warps || (seen >> u->order[p] & 1);
        seen |= wrong[p] ? 0 : UINT64_C(1) << u->order[p];
    }
    for (unsigned w = 0; w < u->cfg.warps; w++)
        if (!(seen >> w & 1))
            missing[n++] = (uint8_t)w;
    for (unsigned p = 0; p < u->cfg.warps; p++) {
        if (!wrong[p])
            continue;
        const unsigned at = rng_below(rng, n);
        u->order[p] = missing[at];
        missing[at] = missing[--n];
    }
}

INVARIANT(apres_queue, "the order is a permutation of all warps");
