#include "apres/apres_wgt.h"

#include <errno.h>
#include <string.h>

int apres_wgt_init(apres_wgt_t *u, const apres_wgt_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_wgt_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void apres_wgt_eval(const apres_wgt_t *u, const apres_wgt_in_t *in, apres_wgt_out_t *out)
{
    unsigned lowest = 0;
    while (lowest < u->cfg.groups && u->valid[lowest])
        lowest++;
    out->full = lowest == u->cfg.groups;
    out->idx = out->full ? 0 : (uint8_t)lowest;

    const bool takes = in->take_en && !in->clear_en;
    out->took = takes && !out->full;
    out->refused = takes && out->full;

    out->known = in->free_idx < u->cfg.groups && u->valid[in->free_idx];
    out->group = out->known ? u->masks[in->free_idx] : 0;
}

void apres_wgt_tick(apres_wgt_t *u, const apres_wgt_in_t *in)
{
    apres_wgt_out_t out;
    apres_wgt_eval(u, in, &out);
    if (out.took) {
        u->valid[out.idx] = 1;
        u->masks[out.idx] = in->take_mask & bits_mask(u->cfg.warps);
    }
    if (in->free_en && in->free_idx < u->cfg.groups)
        u->valid[in->free_idx] = 0;
    for (unsigned i = 0; in->clear_en && i < u->cfg.groups; i++)
        u->valid[i] = 0;
}

uint64_t apres_wgt_quiet(const apres_wgt_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_wgt_skip(apres_wgt_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_wgt_idle(const apres_wgt_t *u)
{
    (void)u;
    return true;
}
