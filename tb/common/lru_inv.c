#include "common/lru.h"

#include "step/invariant.h"

INVARIANT_OF(lru);

enum { WAYS = 128 };

static unsigned pairs(const lru_t *u)
{
    return u->cfg.ways * (u->cfg.ways - 1) / 2;
}

/* Are the pairs of a set those of an order? Then, and only then, each number of ways that were used
 * before is that of one way. */
static bool is_order(const lru_t *u, const uint8_t *lower)
{
    uint8_t before[WAYS] = {0};
    bool seen[WAYS] = {false};
    for (unsigned j = 1; j < u->cfg.ways; j++)
        for (unsigned i = 0; i < j; i++)
            before[lower[j * (j - 1) / 2 + i] ? i : j]++;
    for (unsigned w = 0; w < u->cfg.ways; w++) {
        if (seen[before[w]])
            return false;
        seen[before[w]] = true;
    }
    return true;
}

bool lru_inv_holds(const lru_t *u)
{
    for (unsigned s = 0; s < u->cfg.sets; s++)
        if (!is_order(u, u->lower + s * pairs(u)))
            return false;
    return true;
}

static void any_order(const lru_t *u, uint8_t *lower, rng_t *rng)
{
    uint8_t place[WAYS]; /* in the order of use */
    for (unsigned w = 0; w < u->cfg.ways; w++) {
        const unsigned at = rng_below(rng, w + 1);
        place[w] = place[at];
        place[at] = (uint8_t)w;
    }
    for (unsigned j = 1; j < u->cfg.ways; j++)
        for (unsigned i = 0; i < j; i++)
            lower[j * (j - 1) / 2 + i] = place[i] > place[j];
}

void lru_inv_fit(lru_t *u, rng_t *rng)
{
    for (unsigned s = 0; s < u->cfg.sets; s++)
        if (!is_order(u, u->lower + s * pairs(u)))
            any_order(u, u->lower + s * pairs(u), rng);
}

INVARIANT(lru, "the pairs of a set are those of an order of its ways");
