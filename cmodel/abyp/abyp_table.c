#include "abyp/abyp_table.h"

#include <errno.h>

int abyp_table_init(abyp_table_t *u, const abyp_table_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_table_unit, cfg, NULL) != 0)
        return -EINVAL;
    u->cfg = *cfg; /* all state is in the counters */
    return sat_ctr_table_init(&u->ctrs, &(sat_ctr_table_cfg_t){
                                            .entries = cfg->entries,
                                            .ctr_w = cfg->ctr_w,
                                        });
}

/* How i_ctrs is connected. */
static sat_ctr_table_in_t ctrs_in(const abyp_table_in_t *in)
{
    return (sat_ctr_table_in_t){
        .rd_idx = in->lookup_idx,
        .inc_en = in->inc_en,
        .inc_idx = in->inc_idx,
        .dec_en = in->dec_en,
        .dec_idx = in->dec_idx,
    };
}

void abyp_table_eval(const abyp_table_t *u, const abyp_table_in_t *in, abyp_table_out_t *out)
{
    const sat_ctr_table_in_t to_ctrs = ctrs_in(in);
    sat_ctr_table_out_t ctrs;
    abyp_table_wires_t w;

    sat_ctr_table_eval(&u->ctrs, &to_ctrs, &ctrs);
    w.ctr = ctrs.rd_ctr;

    out->predict = w.ctr >= u->cfg.threshold;
}

void abyp_table_tick(abyp_table_t *u, const abyp_table_in_t *in)
{
    const sat_ctr_table_in_t to_ctrs = ctrs_in(in);

    sat_ctr_table_tick(&u->ctrs, &to_ctrs);
}

uint64_t abyp_table_quiet(const abyp_table_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void abyp_table_skip(abyp_table_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool abyp_table_idle(const abyp_table_t *u)
{
    return sat_ctr_table_idle(&u->ctrs);
}
