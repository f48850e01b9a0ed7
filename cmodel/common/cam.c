#include "common/cam.h"

#include <errno.h>
#include <string.h>

int cam_init(cam_t *u, const cam_cfg_t *cfg)
{
    if (unit_cfg_check(&cam_unit, cfg, NULL) != 0)
        return -EINVAL;
    memset(u, 0, sizeof *u);
    u->cfg = *cfg;
    return 0;
}

void cam_eval(const cam_t *u, const cam_in_t *in, cam_out_t *out)
{
    const uint64_t key = in->key & bits_mask(u->cfg.key_w);
    uint64_t match = 0, free_entries = 0, bit = 1;

    for (unsigned i = 0; i < u->cfg.entries; i++, bit <<= 1) {
        if (!u->valid[i])
            free_entries |= bit;
        else if (u->keys[i] == key)
            match |= bit;
    }
    out->hit = in->lookup_en && match != 0;
    out->full = free_entries == 0;
    if (out->hit)
        out->idx = (uint8_t)bits_lowest(match);
    else
        out->idx = out->full ? 0 : (uint8_t)bits_lowest(free_entries);
}

void cam_tick(cam_t *u, const cam_in_t *in)
{
    cam_out_t out; /* decides the allocation: the outputs of this cycle, before the clear */
    cam_eval(u, in, &out);
    const bool alloc = in->lookup_en && in->alloc && !out.hit && !out.full;

    if (in->clear_en)
        memset(u->valid, 0, sizeof u->valid);
    if (alloc) {
        u->valid[out.idx] = 1;
        u->keys[out.idx] = in->key & bits_mask(u->cfg.key_w);
    }
}

uint64_t cam_quiet(const cam_t *u)
{
    (void)u;
    return UNIT_QUIET_EVER;
}

void cam_skip(cam_t *u, uint64_t n)
{
    (void)u, (void)n; /* nothing moves by itself */
}

bool cam_idle(const cam_t *u)
{
    (void)u;
    return true;
}
