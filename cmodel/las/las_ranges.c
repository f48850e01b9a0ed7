#include "las/las_ranges.h"

#include <errno.h>
#include <string.h>

int las_ranges_init(las_ranges_t *u, const las_ranges_cfg_t *cfg)
{
    if (unit_cfg_check(&las_ranges_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* The range of a warp, 0 if it has none. */
static void read_range(const las_ranges_t *u, unsigned warp, uint16_t *regions, uint64_t *subs)
{
    const bool known = warp < u->cfg.warps && u->valid[warp];
    for (unsigned a = 0; a < u->cfg.arrays; a++) {
        regions[a] = known ? u->regions[warp * u->cfg.arrays + a] : 0;
        subs[a] = known ? u->subs[warp * u->cfg.arrays + a] : 0;
    }
}

void las_ranges_eval(const las_ranges_t *u, const las_ranges_in_t *in, las_ranges_out_t *out)
{
    memset(out, 0, sizeof *out);
    read_range(u, in->a_warp, out->a_regions, out->a_subs);
    read_range(u, in->b_warp, out->b_regions, out->b_subs);
}

void las_ranges_tick(las_ranges_t *u, const las_ranges_in_t *in)
{
    if (in->set_en && in->set_warp < u->cfg.warps) {
        u->valid[in->set_warp] = 1;
        for (unsigned a = 0; a < u->cfg.arrays; a++) {
            const unsigned i = in->set_warp * u->cfg.arrays + a;
            u->regions[i] = (uint16_t)(in->set_regions[a] & bits_mask(u->cfg.region_w));
            u->subs[i] = in->set_subs[a] & bits_mask(u->cfg.subs);
        }
    }
    if (in->clear_en)
        memset(u->valid, 0, sizeof u->valid);
}

uint64_t las_ranges_quiet(const las_ranges_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void las_ranges_skip(las_ranges_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool las_ranges_idle(const las_ranges_t *u)
{
    (void)u;
    return true;
}
