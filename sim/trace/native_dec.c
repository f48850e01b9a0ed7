/* Bytes to steps. Nothing in them is trusted: whatever they say, indices stay within the program
 * and the bytes within their end. */
#include "trace/native_pred.h"

/* Reads up to the next departure, or to a run that ends these bytes. */
static bool take_run(nat_dec_t *d)
{
    d->run = nat_get_varint(&d->ctrl);
    d->flags = nat_get(&d->ctrl);
    d->departs = d->flags != 0;
    return !d->ctrl.bad && !(d->flags & ~NAT_F_ALL) && (d->departs || d->run);
}

bool nat_dec_begin(nat_dec_t *d)
{
    nat_pred_reset(&d->p);
    d->run = 0;
    d->departs = false;
    uint64_t first = nat_get_varint(&d->ctrl);
    if (d->ctrl.bad || first > d->p.s->prog->n_inst)
        return false;
    d->p.cur = (uint32_t)first;
    return true;
}

static bool take_mask(nat_dec_t *d, uint64_t *mask)
{
    unsigned code = d->flags >> NAT_F_CODE & 7;
    if (code < NAT_MASKS) {
        *mask = d->p.masks[code];
        return true;
    }
    *mask = 0;
    for (uint32_t k = 0; code == NAT_CODE_LITERAL && k < d->p.s->lanes; k += 8)
        *mask |= (uint64_t)nat_get(&d->ctrl) << k;
    return !(*mask & ~bits_mask(d->p.s->lanes));
}

/* The local lanes of an access whose token tells, or whose row is expected to have some. */
static bool take_meta(nat_dec_t *d, uint32_t row, uint8_t token, uint64_t active, uint64_t *local)
{
    nat_pred_t *p = &d->p;
    nat_row_pred_t *r = &p->row[row];
    uint8_t meta = token & NAT_A_META ? nat_get(&d->addr) : r->meta;
    if ((meta & 15) > INST_SPACE_TEXTURE || meta >> 4 > NAT_LOCAL_SOME)
        return false;
    if (!r->known || meta != r->meta)
        nat_row_start(p, row, meta);
    r->meta = meta;
    *local = meta >> 4 == NAT_LOCAL_NONE ? 0 : active;
    if (meta >> 4 == NAT_LOCAL_SOME)
        *local = nat_get_varint(&d->addr) & active;
    return true;
}

static void take_list(nat_dec_t *d, uint8_t token, uint64_t active, uint64_t shift, uint64_t *vec)
{
    unsigned unit = token >> NAT_A_UNIT & 3;
    bool by_time = (token & NAT_A_KIND) == NAT_A_TIME;
    uint64_t last = vec[bits_lowest(active)] + shift;
    for (uint64_t m = active; m; m &= m - 1) {
        unsigned k = bits_lowest(m);
        uint64_t diff = nat_unfold(nat_get_varint(&d->addr)) << unit;
        last = (by_time ? vec[k] + shift : last) + diff;
        vec[k] = last;
    }
}

static bool take_addresses(nat_dec_t *d, uint32_t row, warp_step_t *out, uint32_t region)
{
    nat_pred_t *p = &d->p;
    const uint32_t lanes = p->s->lanes;
    nat_row_pred_t *r = &p->row[row];
    uint8_t token = nat_get(&d->addr);
    uint64_t local = 0, base, stride;
    if (token & ~NAT_A_ALL || !take_meta(d, row, token, out->active, &local))
        return false;
    uint64_t *vec = p->vec + (size_t)row * lanes;
    switch (token & NAT_A_KIND) {
    case NAT_A_SHIFT:
        r->shift = nat_unfold(nat_get_varint(&d->addr));
        /* fall through */
    case NAT_A_SAME:
        for (uint32_t k = 0; k < lanes; k++)
            vec[k] += r->shift;
        break;
    case NAT_A_LINE:
        base = vec[0] + r->shift + nat_unfold(nat_get_varint(&d->addr));
        stride = nat_unfold(nat_get_varint(&d->addr));
        for (uint32_t k = 0; k < lanes; k++)
            vec[k] = base + stride * k;
        break;
    case NAT_A_SPACE:
    case NAT_A_TIME:
        take_list(d, token, out->active, r->shift, vec);
        break;
    default:
        return false;
    }
    out->space = r->meta & 15;
    memcpy(out->addr, vec, lanes * sizeof *vec);
    if (local)
        base = nat_region_base(p->s, region);
    for (; local; local &= local - 1)
        out->addr[bits_lowest(local)] += base;
    return !d->addr.bad;
}

bool nat_dec_step(nat_dec_t *d, warp_step_t *out, uint32_t region)
{
    nat_pred_t *p = &d->p;
    const nat_prog_t *prog = p->s->prog;
    if (!d->run && !d->departs && !take_run(d))
        return false;
    uint32_t i = p->cur, row;
    if (i >= prog->n_inst)
        return false;
    bool departs = false;
    uint8_t flags = 0;
    out->active = nat_expected_mask(p, i);
    if (d->run) {
        d->run--;
    } else {
        flags = d->flags;
        d->departs = false;
        departs = flags & NAT_F_MASK;
        if (departs && !take_mask(d, &out->active))
            return false;
    }
    uint64_t next = nat_expected_next(p, i, out->active);
    if (flags & NAT_F_NEXT)
        next = i + UINT64_C(1) + nat_unfold(nat_get_varint(&d->ctrl));
    if (next > prog->n_inst || d->ctrl.bad)
        return false;
    if (flags & NAT_F_BARRIER) {
        uint8_t number = nat_get(&d->ctrl);
        uint64_t warps = nat_get_varint(&d->ctrl);
        if (d->ctrl.bad || number > 15 || warps > UINT16_MAX)
            return false;
        p->barrier = number;
        p->barrier_warps = (uint16_t)warps;
    }
    row = prog->row[i];
    out->space = prog->inst[i].space;
    out->barrier = p->barrier;
    out->barrier_warps = p->barrier_warps;
    if (row != NAT_NO_ROW && out->active && !take_addresses(d, row, out, region))
        return false;
    nat_learn(p, i, out->active, departs, (uint32_t)next);
    return true;
}
