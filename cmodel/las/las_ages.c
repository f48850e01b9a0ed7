#include "las/las_ages.h"

#include <errno.h>
#include <string.h>

int las_ages_init(las_ages_t *u, const las_ages_cfg_t *cfg)
{
    if (unit_cfg_check(&las_ages_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void las_ages_eval(const las_ages_t *u, const las_ages_in_t *in, las_ages_out_t *out)
{
    (void)in; /* a function of the state alone */
    memset(out, 0, sizeof *out);
    for (unsigned w = 0; w < u->cfg.warps; w++) {
        out->since[w] = u->age[w];
        if (u->age[w] > 2 * u->cfg.ctas)
            out->starve |= UINT64_C(1) << w;
    }
}

void las_ages_tick(las_ages_t *u, const las_ages_in_t *in)
{
    if (in->set_en && in->set_warp < u->cfg.warps) {
        for (unsigned w = 0; in->set_new && w < u->cfg.warps; w++)
            u->age[w] = (uint16_t)((u->age[w] + 1u) & bits_mask(u->cfg.age_w));
        u->age[in->set_warp] = 0;
    }
    if (in->clear_en)
        memset(u->age, 0, sizeof u->age);
}

uint64_t las_ages_quiet(const las_ages_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_ages_skip(las_ages_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_ages_idle(const las_ages_t *u)
{
    (void)u;
    return true;
}
