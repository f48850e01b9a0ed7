#include "common/sat_ctr_table.h"

#include <errno.h>
#include <string.h>

int sat_ctr_table_init(sat_ctr_table_t *u, const sat_ctr_table_cfg_t *cfg)
{
    if (unit_cfg_check(&sat_ctr_table_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void sat_ctr_table_eval(const sat_ctr_table_t *u, const sat_ctr_table_in_t *in,
                        sat_ctr_table_out_t *out)
{
    out->rd_ctr = in->rd_idx < u->cfg.entries ? u->ctr[in->rd_idx] : 0;
}

void sat_ctr_table_tick(sat_ctr_table_t *u, const sat_ctr_table_in_t *in)
{
    const uint32_t entries = u->cfg.entries;
    const uint8_t max = (uint8_t)bits_mask(u->cfg.ctr_w);
    const bool cancel = in->inc_en && in->dec_en && in->inc_idx == in->dec_idx;

    if (in->inc_en && !cancel && in->inc_idx < entries && u->ctr[in->inc_idx] != max)
        u->ctr[in->inc_idx]++;
    if (in->dec_en && !cancel && in->dec_idx < entries && u->ctr[in->dec_idx] != 0)
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
