#include "micro/lanes.h"

#include "micro/derive.h"

uint64_t lanes_unit(const gpu_cfg_t *c, uint32_t width)
{
    if (c->coalescer == GPU_COALESCE_LINES || width > 2)
        return c->line_bytes;
    return width == 1 ? 32 : 64;
}

uint32_t lanes_requests(const lanes_t *l, uint64_t unit, lanes_request_t *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        uint64_t first = l->from + i * l->stride, last = first + l->width - 1;
        lanes_request_t *r = &out[n ? n - 1 : 0];
        if (!n || first / unit != r->last / unit)
            out[n++] = (lanes_request_t){.first = first, .last = last, .pieces = 1};
        else if (r->last / 32 != last / 32)
            r->pieces++;
        out[n - 1].last = last;
    }
    return n;
}

uint64_t lanes_block(const lanes_request_t *r)
{
    uint64_t size = 32;
    while (r->first / size != r->last / size)
        size *= 2;
    return size;
}

uint64_t lanes_store_bytes(const gpu_cfg_t *c, const lanes_request_t *r)
{
    return c->coalescer == GPU_COALESCE_LINES ? 32 * r->pieces : lanes_block(r);
}

uint64_t lanes_bypass_bytes(const gpu_cfg_t *c, uint64_t unit, const lanes_request_t *r)
{
    if (c->l1_bypass_size == GPU_BYPASS_LINE)
        return c->line_bytes;
    return c->coalescer == GPU_COALESCE_SEGMENTS ? unit : lanes_block(r);
}

uint64_t lanes_reply_flits(const gpu_cfg_t *c, uint64_t bytes)
{
    uint64_t part = bytes < c->l2_sector_bytes ? bytes : c->l2_sector_bytes;
    return bytes / part * derive_flits(c, part);
}
