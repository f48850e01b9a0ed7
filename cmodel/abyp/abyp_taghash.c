#include "abyp/abyp_taghash.h"

#include <errno.h>
#include <string.h>

int abyp_taghash_init(abyp_taghash_t *u, const abyp_taghash_cfg_t *cfg)
{
    if (unit_cfg_check(&abyp_taghash_unit, cfg, NULL) != 0)
        return -EINVAL;
    const uint32_t lines = cfg->sets * cfg->ways;
    if (lines > sizeof u->hash / sizeof u->hash[0])
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->hash, 0, lines * sizeof u->hash[0]);
    return 0;
}

static bool is_line(const abyp_taghash_t *u, uint32_t set, uint32_t way)
{
    return set < u->cfg.sets && way < u->cfg.ways;
}

static uint32_t line_of(const abyp_taghash_t *u, uint32_t set, uint32_t way)
{
    return set * u->cfg.ways + way;
}

void abyp_taghash_eval(const abyp_taghash_t *u, const abyp_taghash_in_t *in,
                       abyp_taghash_out_t *out)
{
    const uint16_t mask = (uint16_t)bits_mask(u->cfg.hash_w);
    const bool ok = is_line(u, in->set, in->way);
    const bool same_line = in->fill_set == in->set && in->fill_way == in->way;
    const uint32_t line = line_of(u, in->set, in->way);

    out->rd_ok = ok;
    out->rd_hash = 0;
    if (ok)
        out->rd_hash = in->fill_en && same_line ? in->fill_hash & mask : u->hash[line];
}

void abyp_taghash_tick(abyp_taghash_t *u, const abyp_taghash_in_t *in)
{
    const uint16_t mask = (uint16_t)bits_mask(u->cfg.hash_w);
    const bool ok = is_line(u, in->set, in->way);
    const bool fill_ok = is_line(u, in->fill_set, in->fill_way);
    const uint32_t line = line_of(u, in->set, in->way);
    const uint32_t fill_line = line_of(u, in->fill_set, in->fill_way);

    /* The fill comes first: if both write one line, the access's hash stays. */
    if (in->fill_en && fill_ok)
        u->hash[fill_line] = in->fill_hash & mask;
    if (in->wr_en && ok)
        u->hash[line] = in->wr_hash & mask;
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
