#include "abyp/abyp_l2bit.h"

#include <errno.h>
#include <string.h>

int abyp_l2bit_init(abyp_l2bit_t *u, const abyp_l2bit_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_l2bit_unit, cfg, NULL) != 0 ||
        cfg->sets * cfg->ways > sizeof u->bypass / sizeof u->bypass[0])
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

static bool in_range(const abyp_l2bit_t *u, const abyp_l2bit_in_t *in)
{
    return in->acc_set < u->cfg.sets && in->acc_way < u->cfg.ways;
}

static unsigned line(const abyp_l2bit_t *u, const abyp_l2bit_in_t *in)
{
    return in->acc_set * u->cfg.ways + in->acc_way;
}

void abyp_l2bit_eval(const abyp_l2bit_t *u, const abyp_l2bit_in_t *in, abyp_l2bit_out_t *out)
{
    out->ret_bypass =
        in->acc_en && !in->acc_write && in->acc_hit && in_range(u, in) && u->bypass[line(u, in)];
}

void abyp_l2bit_tick(abyp_l2bit_t *u, const abyp_l2bit_in_t *in)
{
    abyp_l2bit_out_t out;
    abyp_l2bit_eval(u, in, &out);

    if (in->acc_en && in_range(u, in)) {
        if (!in->acc_write)
            u->bypass[line(u, in)] = in->acc_bypass && !out.ret_bypass;
        else if (!in->acc_hit)
            u->bypass[line(u, in)] = 0;
    }
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
