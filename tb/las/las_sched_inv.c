#include "las/las_sched.h"

#include "step/invariant.h"

INVARIANT_OF(las_sched);

static unsigned degree(const las_sched_t *u, unsigned s, unsigned v, unsigned w)
{
    const unsigned per = u->cfg.per, low = v < w ? v : w, high = v < w ? w : v;
    return v == w ? 0 : u->degrees.deg[s * (per * (per - 1) / 2) + high * (high - 1) / 2 + low];
}

static uint64_t waiting(const las_sched_t *u, unsigned s)
{
    return u->cfg.stages && u->left_en[s] ? UINT64_C(1) << u->left[s] : 0;
}

/* With `stages`: the difference that a sum has yet to take. */
static unsigned to_come(const las_sched_t *u, unsigned s, unsigned v, uint64_t counted)
{
    const unsigned sign = 1U << (u->cfg.deg_w + (u->cfg.active > 1) - 1);
    if (!u->cfg.stages || !u->diff_en || u->diff_sched != s)
        return 0;
    const bool one = u->diff_one == v && (counted >> u->diff_other & 1);
    const bool other = u->diff_other == v && (counted >> u->diff_one & 1);
    return one || other ? (u->diff ^ sign) - sign : 0;
}

/* The sum of a warp: its degrees with those that count, modulo its width. */
static uint16_t sum_of(const las_sched_t *u, unsigned s, unsigned v)
{
    const uint64_t counted = u->active[s] | waiting(u, s);
    unsigned sum = 0;
    for (unsigned w = 0; w < u->cfg.per; w++)
        if (counted >> w & 1)
            sum += degree(u, s, v, w);
    sum -= to_come(u, s, v, counted);
    return (uint16_t)(sum & bits_mask(u->cfg.deg_w + bits_log2_up(u->cfg.active)));
}

/* With `stages`: the warp that comes has a place, and the one that has left is not active. */
static bool stages_hold(const las_sched_t *u, unsigned s)
{
    const uint64_t busy = u->active[s] | waiting(u, s);
    if (!u->cfg.stages)
        return true;
    if (u->left_en[s] && (u->left[s] >= u->cfg.per || (u->active[s] >> u->left[s] & 1)))
        return false;
    return !u->come_en[s] || (u->come[s] < u->cfg.per && !(busy >> u->come[s] & 1) &&
                              bits_popcount(u->active[s]) < u->cfg.active);
}

static bool diff_holds(const las_sched_t *u)
{
    return !u->cfg.stages || !u->diff_en ||
           (u->diff_sched < u->cfg.scheds && u->diff_one < u->cfg.per &&
            u->diff_other < u->cfg.per && u->diff_one != u->diff_other);
}

bool las_sched_inv_holds(const las_sched_t *u)
{
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        if (bits_popcount(u->active[s]) > u->cfg.active || !stages_hold(u, s))
            return false;
        for (unsigned v = 0; v < u->cfg.per; v++)
            if (u->sum[s * u->cfg.per + v] != sum_of(u, s, v))
                return false;
    }
    return diff_holds(u);
}

static void fit_active(las_sched_t *u, unsigned s, rng_t *rng)
{
    while (bits_popcount(u->active[s]) > u->cfg.active)
        u->active[s] &= ~(UINT64_C(1) << rng_below(rng, u->cfg.per));
    if (!u->cfg.stages)
        return;
    u->left[s] = (uint8_t)(u->left[s] % u->cfg.per);
    if (u->active[s] >> u->left[s] & 1)
        u->left_en[s] = 0;
    u->come[s] = (uint8_t)(u->come[s] % u->cfg.per);
    if (!stages_hold(u, s))
        u->come_en[s] = 0;
}

void las_sched_inv_fit(las_sched_t *u, rng_t *rng)
{
    if (!diff_holds(u))
        u->diff_en = 0;
    for (unsigned s = 0; s < u->cfg.scheds; s++) {
        fit_active(u, s, rng);
        for (unsigned v = 0; v < u->cfg.per; v++)
            u->sum[s * u->cfg.per + v] = sum_of(u, s, v);
    }
}

INVARIANT(las_sched, "at most `active` warps of a scheduler are active; a warp's sum is that of "
                     "its degrees with the active ones; with stages: who comes has a place and is "
                     "not active, who has left is not active, and a difference is of two warps");
