#include "gpu/local.h"

#include "common/bits.h"

/* GPGPU-Sim's LOCAL_GENERIC_START, from which a thread's word 0 is counted; and, out of the way of
 * all other addresses, a multiple of whatever a cache, a channel (of six, too) or a bank is chosen
 * by. */
#define SLOTS_BASE ((UINT64_C(3) << 52) + 0x1f880000)

local_map_t local_map(const gpu_cfg_t *c, const front_t *f, uint32_t limit)
{
    uint64_t bytes = f->local_cta_bytes * limit * c->n_sms;
    local_map_t m = {.start = f->local_base, .bytes = bytes, .base = f->local_base};
    if (c->local_map == GPU_LOCAL_REGION || !f->local_cta_bytes)
        return m;
    m.warps = f->warps_per_cta;
    m.warp_bytes = f->local_cta_bytes / m.warps;
    m.warp_shift = f->warp_size == 64 ? 8 : 7;
    m.cta_row = (uint64_t)m.warps << m.warp_shift;
    m.row = m.cta_row * limit * c->n_sms;
    m.start = SLOTS_BASE + (f->local_first * m.row & bits_mask(52));
    return m;
}

void local_place(const local_map_t *m, uint64_t *addr, uint64_t active, uint32_t place)
{
    uint64_t first = addr[bits_lowest(active)] - m->base;
    if (first >= m->bytes)
        return; /* a generic access, of which other lanes may be elsewhere, too */
    uint64_t warp = first / m->warp_bytes, from = m->base + warp * m->warp_bytes;
    uint64_t to = m->start + place * m->cta_row + (warp % m->warps << m->warp_shift);
    for (uint64_t left = active; left; left &= left - 1) {
        uint64_t *a = &addr[bits_lowest(left)], in = *a - from;
        if (in < m->warp_bytes)
            *a = to + (in >> m->warp_shift) * m->row + (in & bits_mask(m->warp_shift));
    }
}
