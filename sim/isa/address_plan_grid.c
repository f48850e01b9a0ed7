/* An array as lines by rows: its regions and their subregions; rectangles as the hardware has them.
 */
#include "isa/address_plan_int.h"

static uint64_t parts(uint64_t whole, uint64_t n)
{
    uint64_t size = (whole + n - 1) / n;
    return size ? size : 1;
}

void plan_grid(const address_plan_t *p, plan_array_t *a)
{
    uint64_t line = p->cfg.line_bytes, pitch = a->is.pitch;
    unsigned m = p->cfg.region_w, n = p->cfg.subs, sub_rows = 1;
    a->cols = parts((pitch ? pitch : a->is.bytes) + a->is.base % line, line);
    a->rows = pitch ? parts(a->is.bytes, pitch) : 1;
    a->x_bits = pitch ? m / 2 : m;
    for (unsigned k = 1; pitch && k * k <= n; k++)
        sub_rows = n % k ? sub_rows : k;
    a->sub_cols = n / sub_rows;
    a->region_w = parts(a->cols, UINT64_C(1) << a->x_bits);
    a->region_h = parts(a->rows, UINT64_C(1) << (m - a->x_bits));
    a->sub_w = parts(a->region_w, a->sub_cols);
    a->sub_h = parts(a->region_h, sub_rows);
}

static uint64_t within(int64_t at, uint64_t size)
{
    return at < 0 ? 0 : (uint64_t)at < size ? (uint64_t)at : size - 1;
}

uint16_t plan_region(const plan_array_t *a, const plan_box_t *box)
{
    if (!box->any)
        return 0;
    uint64_t x = within(box->rect.x, a->cols) / a->region_w;
    uint64_t y = within(box->rect.y, a->rows) / a->region_h;
    return (uint16_t)(y << a->x_bits | x);
}

static uint64_t sub_at(const plan_array_t *a, uint16_t region, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || (uint64_t)x >= a->cols || (uint64_t)y >= a->rows)
        return 0;
    uint64_t from_x = (region & ((UINT64_C(1) << a->x_bits) - 1)) * a->region_w;
    uint64_t from_y = (uint64_t)(region >> a->x_bits) * a->region_h;
    uint64_t dx = (uint64_t)x - from_x, dy = (uint64_t)y - from_y;
    if (dx >= a->region_w || dy >= a->region_h) /* before the region, too: they wrap */
        return 0;
    return UINT64_C(1) << (dy / a->sub_h * a->sub_cols + dx / a->sub_w);
}

uint64_t plan_subs(const address_plan_t *p, const plan_array_t *a, uint16_t region, uint64_t addr,
                   uint32_t bytes)
{
    int64_t x, y, end_x, end_y;
    address_rect_place(a->is.base, a->is.pitch, p->cfg.line_bytes, addr, &x, &y);
    uint64_t subs = sub_at(a, region, x, y);
    if (addr % p->cfg.line_bytes + bytes > p->cfg.line_bytes || a->is.pitch) {
        address_rect_place(a->is.base, a->is.pitch, p->cfg.line_bytes, addr + bytes - 1, &end_x,
                           &end_y);
        subs |= sub_at(a, region, end_x, end_y);
    }
    return subs;
}

static uint64_t low(uint64_t v, unsigned bits)
{
    return v & ((UINT64_C(1) << bits) - 1);
}

static uint64_t saturated(uint64_t v, unsigned bits)
{
    uint64_t most = (UINT64_C(1) << bits) - 1;
    return v < most ? v : most;
}

uint64_t plan_pack(const address_plan_cfg_t *c, const plan_box_t *box)
{
    const address_rect_t *r = &box->rect;
    if (!box->any)
        return 0;
    return low((uint64_t)r->x, c->coord_w) | low((uint64_t)r->y, c->coord_w) << c->coord_w |
           saturated(r->width, c->size_w) << 2 * c->coord_w |
           saturated(r->height, c->size_w) << (2 * c->coord_w + c->size_w);
}
