#include "las/las_pick.h"

#include <errno.h>
#include <string.h>

int las_pick_init(las_pick_t *u, const las_pick_cfg_t *cfg)
{
    if (unit_cfg_check(&las_pick_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

static bool starves(const las_pick_in_t *in, unsigned w)
{
    return in->starve >> w & 1;
}

/* Is warp a better than warp b, which has a lower number? */
static bool beats(const las_pick_t *u, const las_pick_in_t *in, unsigned a, unsigned b)
{
    const uint64_t key_mask = bits_mask(u->cfg.key_w), age_mask = bits_mask(u->cfg.age_w);
    const uint64_t key_a = in->key[a] & key_mask, key_b = in->key[b] & key_mask;

    if (starves(in, a) != starves(in, b))
        return starves(in, a);
    if (!starves(in, a) && key_a != key_b)
        return key_a > key_b;
    return (in->since[a] & age_mask) > (in->since[b] & age_mask);
}

void las_pick_eval(const las_pick_t *u, const las_pick_in_t *in, las_pick_out_t *out)
{
    *out = (las_pick_out_t){0};
    for (uint64_t left = in->use & bits_mask(u->cfg.per); left != 0; left &= left - 1) {
        const unsigned w = bits_lowest(left);
        if (out->any && !beats(u, in, w, out->warp))
            continue;
        out->any = 1;
        out->warp = (uint8_t)w;
    }
    out->starved = out->any && starves(in, out->warp);
}

void las_pick_tick(las_pick_t *u, const las_pick_in_t *in)
{
    (void)u, (void)in; /* no state */
}

uint64_t las_pick_quiet(const las_pick_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_pick_skip(las_pick_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_pick_idle(const las_pick_t *u)
{
    (void)u;
    return true;
}
