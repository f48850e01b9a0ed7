#include "las/las_overlap.h"

#include "step/invariant.h"

INVARIANT_OF(las_overlap);

/* An overlap is no longer than a side of a rectangle. */
static bool fits(const las_overlap_t *u, uint32_t from, uint32_t to)
{
    return to <= from || to - from <= bits_mask(u->cfg.size_w);
}

bool las_overlap_inv_holds(const las_overlap_t *u)
{
    for (unsigned i = 0; i < u->cfg.lanes * u->cfg.arrays; i++)
        if ((u->ends_use >> (i / u->cfg.arrays) & 1) &&
            (!fits(u, u->left[i], u->right[i]) || !fits(u, u->top[i], u->bottom[i])))
            return false;
    return true;
}

void las_overlap_inv_fit(las_overlap_t *u, rng_t *rng)
{
    const uint32_t most = (uint32_t)bits_mask(u->cfg.size_w);
    for (unsigned i = 0; i < u->cfg.lanes * u->cfg.arrays; i++) {
        if (!fits(u, u->left[i], u->right[i]))
            u->right[i] = u->left[i] + (rng_percent(rng, 30) ? most : rng_below(rng, most + 1));
        if (!fits(u, u->top[i], u->bottom[i]))
            u->bottom[i] = u->top[i] + (rng_percent(rng, 30) ? most : rng_below(rng, most + 1));
    }
}

INVARIANT(las_overlap,
          "the ends of an overlap under way are no further apart than a side may be long");
