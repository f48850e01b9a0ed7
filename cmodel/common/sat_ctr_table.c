#include "common/sat_ctr_table.h"

#include <errno.h>
#include <string.h>

int sat_ctr_table_init(sat_ctr_table_t *u, const sat_ctr_table_cfg_t *cfg)
{
    if (unit_cfg_check(&sat_ctr_table_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->ctr, 0, cfg->entries * sizeof u->ctr[0]);
    return 0;
}

void sat_ctr_table_eval(const sat_ctr_table_t *u, const sat_ctr_table_in_t *in,
                        sat_ctr_table_out_t *out)
{
    const bool rd_ok = in->rd_idx < u->cfg.entries;

    out->rd_ctr = rd_ok ? u->ctr[in->rd_idx] : 0;
}

void sat_ctr_table_tick(sat_ctr_table_t *u, const sat_ctr_table_in_t *in)
{
    const uint8_t max = (uint8_t)bits_mask(u->cfg.ctr_w);
    const bool inc_ok = in->inc_idx < u->cfg.entries;
    const bool dec_ok = in->dec_idx < u->cfg.entries;
    const bool cancel = in->inc_en && in->dec_en && in->inc_idx == in->dec_idx;
    const bool up_en = in->inc_en && inc_ok && !cancel;
    const bool down_en = in->dec_en && dec_ok && !cancel;

    if (up_en && u->ctr[in->inc_idx] != max)
        u->ctr[in->inc_idx]++;
    if (down_en && u->ctr[in->dec_idx] != 0)
        u->ctr[in->dec_idx]--;
}

uint64_t sat_ctr_table_quiet(const sat_ctr_table_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void sat_ctr_table_skip(sat_ctr_table_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool sat_ctr_table_idle(const sat_ctr_table_t *u)
{
    (void)u;
    return true;
}
