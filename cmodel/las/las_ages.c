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

static bool starves(const las_ages_t *u, unsigned age)
{
    return age > 2 * u->cfg.ctas;
}

void las_ages_eval(const las_ages_t *u, const las_ages_in_t *in, las_ages_out_t *out)
{
    (void)in; /* a function of the state alone */
    memset(out, 0, sizeof *out);
    const unsigned warps = u->cfg.warps;
    uint16_t oldest = 0;
    for (unsigned w = 0; w < warps; w++)
        oldest = u->age[w] > oldest ? u->age[w] : oldest;
    for (unsigned w = 0; w < warps; w++)
        out->since[w] = u->age[w];
    for (unsigned w = 0; starves(u, oldest) && w < warps; w++)
        out->starve |= (uint64_t)starves(u, u->age[w]) << w;
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
