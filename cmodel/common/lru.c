#include "common/lru.h"

#include <errno.h>
#include <string.h>

enum { LINES = 128 }; /* the most */

static unsigned pairs_of_set(const lru_t *u)
{
    return u->cfg.ways * (u->cfg.ways - 1) / 2;
}

/* Where pair (i, j), i < j, is among those of its set. */
static unsigned pair(unsigned i, unsigned j)
{
    return j * (j - 1) / 2 + i;
}

int lru_init(lru_t *u, const lru_cfg_t *cfg)
{
    if (unit_cfg_check(&lru_unit, cfg, NULL) != 0 || cfg->sets * cfg->ways > LINES)
        return -EINVAL;
    u->cfg = *cfg;
    memset(u->lower, 0, cfg->sets * pairs_of_set(u));
    return 0;
}

/* Was every other way used after it? */
static bool is_oldest(const lru_t *u, const uint8_t *lower, unsigned way)
{
    for (unsigned i = 0; i < way; i++)
        if (!lower[pair(i, way)])
            return false;
    for (unsigned j = way + 1; j < u->cfg.ways; j++)
        if (lower[pair(way, j)])
            return false;
    return true;
}

void lru_eval(const lru_t *u, const lru_in_t *in, lru_out_t *out)
{
    out->oldest = 0;
    if (in->set >= u->cfg.sets)
        return;
    const uint8_t *lower = &u->lower[in->set * pairs_of_set(u)];
    unsigned way = 0;
    while (way < u->cfg.ways && !is_oldest(u, lower, way))
        way++;
    out->oldest = way < u->cfg.ways ? (uint8_t)way : 0;
}

void lru_tick(lru_t *u, const lru_in_t *in)
{
    if (in->clear_en)
        memset(u->lower, 0, u->cfg.sets * pairs_of_set(u));
    if (!in->use_en || in->set >= u->cfg.sets || in->way >= u->cfg.ways)
        return;
    uint8_t *lower = &u->lower[in->set * pairs_of_set(u)];
    for (unsigned i = 0; i < in->way; i++)
        lower[pair(i, in->way)] = 0;
    for (unsigned j = in->way + 1u; j < u->cfg.ways; j++)
        lower[pair(in->way, j)] = 1;
}

uint64_t lru_quiet(const lru_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void lru_skip(lru_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool lru_idle(const lru_t *u)
{
    (void)u;
    return true;
}
