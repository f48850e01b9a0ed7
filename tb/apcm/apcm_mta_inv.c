#include "apcm/apcm_mta.h"

#include "step/invariant.h"

INVARIANT_OF(lru);
INVARIANT_OF(apcm_mta);

/* Does another way of the set below it hold entry i's line? */
static bool again(const apcm_mta_t *u, unsigned i)
{
    for (unsigned j = i - i % u->cfg.ways; j < i; j++)
        if (u->valid[j] && u->tag[j] == u->tag[i])
            return true;
    return false;
}

static bool counts_hold(const apcm_mta_t *u, unsigned i)
{
    return u->intra[i] != 0 && u->intra[i] <= u->count[i];
}

bool apcm_mta_inv_holds(const apcm_mta_t *u)
{
    for (unsigned i = 0; i < u->cfg.sets * u->cfg.ways; i++)
        if (u->valid[i] && (!counts_hold(u, i) || again(u, i)))
            return false;
    return lru_inv_holds(&u->lru);
}

static void fit_counts(apcm_mta_t *u, unsigned i, rng_t *rng)
{
    if (u->count[i] == 0)
        u->count[i] = 1;
    if (!counts_hold(u, i))
        u->intra[i] =
            rng_percent(rng, 50) ? u->count[i] : (uint8_t)(1 + rng_below(rng, u->count[i]));
}

void apcm_mta_inv_fit(apcm_mta_t *u, rng_t *rng)
{
    for (unsigned i = 0; i < u->cfg.sets * u->cfg.ways; i++) {
        if (!u->valid[i])
            continue;
        fit_counts(u, i, rng);
        if (again(u, i))
            u->tag[i] = (rng_u64(rng) & bits_mask(u->cfg.line_w)) >> apcm_mta_set_w(&u->cfg);
        u->valid[i] = !again(u, i);
    }
    lru_inv_fit(&u->lru, rng);
}

INVARIANT(apcm_mta, "of entries in use: no two of a set hold the same line, and 1 <= intra <= "
                    "count; the ways of a set are in an order of use");
