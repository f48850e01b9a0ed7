#include "abyp/abyp_l2bit.h"

#include <errno.h>
#include <string.h>

int abyp_l2bit_init(abyp_l2bit_t *u, const abyp_l2bit_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_l2bit_unit, cfg, NULL) != 0)
        return -EINVAL;
    const uint32_t lines = cfg->sets * cfg->ways;
    if (lines > sizeof u->bypass / sizeof u->bypass[0])
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->bypass, 0, lines * sizeof u->bypass[0]);
    return 0;
}

static bool is_line(const abyp_l2bit_t *u, const abyp_l2bit_in_t *in)
{
    return in->acc_set < u->cfg.sets && in->acc_way < u->cfg.ways;
}

static uint32_t line_of(const abyp_l2bit_t *u, const abyp_l2bit_in_t *in)
{
    return in->acc_set * u->cfg.ways + in->acc_way;
}

void abyp_l2bit_eval(const abyp_l2bit_t *u, const abyp_l2bit_in_t *in, abyp_l2bit_out_t *out)
{
    const bool ok = is_line(u, in);
    const uint32_t line = line_of(u, in);

    out->ret_bypass = in->acc_en && !in->acc_write && in->acc_hit && ok && u->bypass[line];
}

void abyp_l2bit_tick(abyp_l2bit_t *u, const abyp_l2bit_in_t *in)
{
    abyp_l2bit_out_t out;
    abyp_l2bit_eval(u, in, &out);
    const bool ok = is_line(u, in);
    const uint32_t line = line_of(u, in);
    const bool wr_en = in->acc_en && ok && !(in->acc_write && in->acc_hit);
    const bool bypass_d = !in->acc_write && in->acc_bypass && !out.ret_bypass;

    if (wr_en)
        u->bypass[line] = bypass_d;
}

uint64_t abyp_l2bit_quiet(const abyp_l2bit_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void abyp_l2bit_skip(abyp_l2bit_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool abyp_l2bit_idle(const abyp_l2bit_t *u)
{
    (void)u;
    return true;
}
