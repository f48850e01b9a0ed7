#include "abyp/abyp_taghash.h"

#include <errno.h>
#include <string.h>

int abyp_taghash_init(abyp_taghash_t *u, const abyp_taghash_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_taghash_unit, cfg, NULL) != 0 ||
        cfg->sets * cfg->ways > sizeof u->hash / sizeof u->hash[0])
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

static bool in_range(const abyp_taghash_t *u, unsigned set, unsigned way)
{
    return set < u->cfg.sets && way < u->cfg.ways;
}

static unsigned line(const abyp_taghash_t *u, unsigned set, unsigned way)
{
    return set * u->cfg.ways + way;
}

void abyp_taghash_eval(const abyp_taghash_t *u, const abyp_taghash_in_t *in,
                       abyp_taghash_out_t *out)
{
    const bool fill_here = in->fill_en && in->fill_set == in->set && in->fill_way == in->way;

    out->rd_hash = 0;
    if (in_range(u, in->set, in->way))
        out->rd_hash = fill_here ? (uint16_t)(in->fill_hash & bits_mask(u->cfg.hash_w))
                                 : u->hash[line(u, in->set, in->way)];
}

void abyp_taghash_tick(abyp_taghash_t *u, const abyp_taghash_in_t *in)
{
    const uint16_t mask = (uint16_t)bits_mask(u->cfg.hash_w);

    /* The fill first: of two writes to one line the access's stays. */
    if (in->fill_en && in_range(u, in->fill_set, in->fill_way))
        u->hash[line(u, in->fill_set, in->fill_way)] = in->fill_hash & mask;
    if (in->wr_en && in_range(u, in->set, in->way))
        u->hash[line(u, in->set, in->way)] = in->wr_hash & mask;
}

uint64_t abyp_taghash_quiet(const abyp_taghash_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void abyp_taghash_skip(abyp_taghash_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool abyp_taghash_idle(const abyp_taghash_t *u)
{
    (void)u;
    return true;
}
