#include "apres/apres_llt.h"

#include <errno.h>
#include <string.h>

int apres_llt_init(apres_llt_t *u, const apres_llt_cfg_t *cfg)
{
    if (unit_cfg_check(&apres_llt_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

/* Do warps v and w have entries with one PC? */
static bool shares(const apres_llt_t *u, unsigned v, unsigned w)
{
    return u->valid[v] && u->valid[w] && u->pcs[v] == u->pcs[w];
}

void apres_llt_eval(const apres_llt_t *u, const apres_llt_in_t *in, apres_llt_out_t *out)
{
    out->group = 0;
    if (!in->load_en || in->load_warp >= u->cfg.warps)
        return;
    for (unsigned v = 0; v < u->cfg.warps; v++)
        if (v == in->load_warp || shares(u, v, in->load_warp))
            out->group |= UINT64_C(1) << v;
}

void apres_llt_tick(apres_llt_t *u, const apres_llt_in_t *in)
{
    if (in->load_en && in->load_warp < u->cfg.warps) {
        u->valid[in->load_warp] = 1;
        u->pcs[in->load_warp] = in->load_pc & bits_mask(u->cfg.pc_w);
    }
    for (unsigned v = 0; in->drop_en && v < u->cfg.warps; v++)
        if (in->drop >> v & 1)
            u->valid[v] = 0;
    for (unsigned v = 0; in->clear_en && v < u->cfg.warps; v++)
        u->valid[v] = 0;
}

uint64_t apres_llt_quiet(const apres_llt_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void apres_llt_skip(apres_llt_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool apres_llt_idle(const apres_llt_t *u)
{
    (void)u;
    return true;
}
