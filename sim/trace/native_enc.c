/* Steps to bytes. */
#include "trace/native_pred.h"

void nat_enc_begin(nat_enc_t *e, uint32_t first)
{
    nat_pred_reset(&e->p);
    e->run = 0;
    e->p.cur = first;
    e->ctrl.n = e->addr.n = 0;
    nat_put_varint(&e->ctrl, first);
}

void nat_enc_flush(nat_enc_t *e)
{
    if (!e->run)
        return;
    nat_put_varint(&e->ctrl, e->run);
    nat_put(&e->ctrl, 0);
    e->run = 0;
}

void nat_enc_free(nat_enc_t *e)
{
    nat_pred_free(&e->p);
    free(e->ctrl.at);
    free(e->addr.at);
    free(e->meta.at);
}

/* ---- Addresses ---- */

/* Values of the active lanes relative to what is expected, and what the choice needs of them. */
typedef struct view {
    uint64_t active;
    uint64_t v[INST_MAX_LANES]; /* the addresses, local ones relative to their region */
    uint64_t d[INST_MAX_LANES]; /* v less what is expected */
} view_t;

/* The lanes in the CTA's own local memory, whose values become relative; returns them. */
static uint64_t rebase(const nat_shape_t *s, view_t *w, uint32_t region)
{
    uint64_t base = nat_region_base(s, region), local = 0;
    for (uint64_t m = s->local_cta_bytes ? w->active : 0; m; m &= m - 1) {
        unsigned k = bits_lowest(m);
        if (w->v[k] - base < s->local_cta_bytes) {
            w->v[k] -= base;
            local |= UINT64_C(1) << k;
        }
    }
    return local;
}

/* Differences, or'ed: the low zeros all of them share say how far they can be shifted. */
static unsigned unit_of(uint64_t all)
{
    unsigned zeros = all ? bits_lowest(all) : 3;
    return zeros < 3 ? zeros : 3;
}

static uint64_t fold_unit(uint64_t v, unsigned unit)
{
    return nat_fold((uint64_t)((int64_t)v >> unit));
}

static void put_list(nat_buf_t *b, const view_t *w, uint8_t meta_bit, const nat_buf_t *meta)
{
    uint64_t step[INST_MAX_LANES], time_all = 0, space_all = 0, last = 0;
    unsigned n = 0;
    for (uint64_t m = w->active; m; m &= m - 1, n++) {
        unsigned k = bits_lowest(m);
        step[n] = n ? w->v[k] - last : w->d[k];
        last = w->v[k];
        space_all |= step[n];
        time_all |= w->d[k];
    }
    unsigned su = unit_of(space_all), tu = unit_of(time_all), space = 0, time = 0;
    n = 0;
    for (uint64_t m = w->active; m; m &= m - 1, n++) {
        space += nat_varint_bytes(fold_unit(step[n], su));
        time += nat_varint_bytes(fold_unit(w->d[bits_lowest(m)], tu));
    }
    bool by_time = time <= space;
    nat_put(b,
            (uint8_t)((by_time ? NAT_A_TIME | tu << NAT_A_UNIT : NAT_A_SPACE | su << NAT_A_UNIT) |
                      meta_bit));
    nat_put_bytes(b, meta->at, meta->n);
    n = 0;
    for (uint64_t m = w->active; m; m &= m - 1, n++)
        nat_put_varint(b, by_time ? fold_unit(w->d[bits_lowest(m)], tu) : fold_unit(step[n], su));
}

/* base + stride x lane for all active lanes? */
static bool on_line(const view_t *w, uint64_t *base, uint64_t *stride)
{
    unsigned a = bits_lowest(w->active);
    uint64_t rest = w->active & (w->active - 1);
    if (!rest)
        return false;
    unsigned b = bits_lowest(rest);
    int64_t rise = (int64_t)(w->v[b] - w->v[a]), run = (int64_t)b - (int64_t)a;
    if (rise % run)
        return false;
    *stride = (uint64_t)(rise / run);
    *base = w->v[a] - *stride * a;
    for (uint64_t m = rest; m; m &= m - 1) {
        unsigned k = bits_lowest(m);
        if (w->v[k] != *base + *stride * k)
            return false;
    }
    return true;
}

/* The meta byte and its lanes, if they are not those expected. */
static uint8_t put_meta(nat_pred_t *p, uint32_t row, uint8_t space, uint64_t active, uint64_t local,
                        nat_buf_t *out)
{
    nat_row_pred_t *r = &p->row[row];
    unsigned how = !local ? NAT_LOCAL_NONE : local == active ? NAT_LOCAL_ALL : NAT_LOCAL_SOME;
    uint8_t meta = (uint8_t)(space | how << 4);
    bool told = meta != r->meta || how == NAT_LOCAL_SOME;
    if (!r->known || (told && meta != r->meta))
        nat_row_start(p, row, meta);
    if (!told)
        return 0;
    r->meta = meta;
    nat_put(out, meta);
    if (how == NAT_LOCAL_SOME)
        nat_put_varint(out, local);
    return NAT_A_META;
}

static void put_addresses(nat_enc_t *e, uint32_t row, const warp_step_t *st, uint32_t region)
{
    nat_pred_t *p = &e->p;
    const uint32_t lanes = p->s->lanes;
    view_t w;
    nat_buf_t *meta = &e->meta;
    meta->n = 0;
    w.active = st->active;
    memcpy(w.v, st->addr, lanes * sizeof *w.v);
    uint64_t local = rebase(p->s, &w, region);
    uint8_t bit = put_meta(p, row, st->space, st->active, local, meta);
    nat_row_pred_t *r = &p->row[row];
    uint64_t *vec = p->vec + (size_t)row * lanes;
    unsigned first = bits_lowest(w.active);
    uint64_t off = 0, moved = 0; /* not where expected; not all off by as much */
    for (uint32_t k = 0; k < lanes; k++) {
        w.d[k] = w.v[k] - vec[k] - r->shift;
        uint64_t on = 0 - (w.active >> k & 1);
        off |= w.d[k] & on;
    }
    for (uint32_t k = 0; off && k < lanes; k++)
        moved |= (w.d[k] ^ w.d[first]) & (0 - (w.active >> k & 1));
    uint64_t base, stride;
    if (off && !moved)
        r->shift += w.d[first];
    if (!moved) {
        nat_put(&e->addr, (uint8_t)((off ? NAT_A_SHIFT : NAT_A_SAME) | bit));
        nat_put_bytes(&e->addr, meta->at, meta->n);
        if (off)
            nat_put_varint(&e->addr, nat_fold(r->shift));
        for (uint32_t k = 0; k < lanes; k++)
            vec[k] += r->shift;
    } else if (on_line(&w, &base, &stride)) {
        nat_put(&e->addr, (uint8_t)(NAT_A_LINE | bit));
        nat_put_bytes(&e->addr, meta->at, meta->n);
        nat_put_varint(&e->addr, nat_fold(base - vec[0] - r->shift));
        nat_put_varint(&e->addr, nat_fold(stride));
        for (uint32_t k = 0; k < lanes; k++)
            vec[k] = base + stride * k;
    } else {
        put_list(&e->addr, &w, bit, meta);
        for (uint64_t m = w.active; m; m &= m - 1)
            vec[bits_lowest(m)] = w.v[bits_lowest(m)];
    }
}

/* ---- Steps ---- */

static unsigned mask_code(const nat_pred_t *p, uint64_t mask)
{
    if (!mask)
        return NAT_CODE_ZERO;
    for (unsigned k = 0; k < NAT_MASKS; k++)
        if (p->masks[k] == mask)
            return k;
    return NAT_CODE_LITERAL;
}

static void put_departure(nat_enc_t *e, uint8_t flags, const warp_step_t *st, uint32_t next)
{
    unsigned code = flags & NAT_F_MASK ? mask_code(&e->p, st->active) : 0;
    nat_put_varint(&e->ctrl, e->run);
    nat_put(&e->ctrl, (uint8_t)(flags | code << NAT_F_CODE));
    for (uint32_t k = 0; code == NAT_CODE_LITERAL && k < e->p.s->lanes; k += 8)
        nat_put(&e->ctrl, (uint8_t)(st->active >> k));
    if (flags & NAT_F_NEXT)
        nat_put_varint(&e->ctrl, nat_fold((uint64_t)next - (e->p.cur + UINT64_C(1))));
    if (flags & NAT_F_BARRIER) {
        nat_put(&e->ctrl, st->barrier);
        nat_put_varint(&e->ctrl, st->barrier_warps);
    }
    e->run = 0;
}

void nat_enc_step(nat_enc_t *e, const warp_step_t *st, uint32_t next, uint32_t region)
{
    nat_pred_t *p = &e->p;
    uint32_t i = p->cur, row = p->s->prog->row[i];
    bool departs = st->active != nat_expected_mask(p, i);
    uint8_t flags = departs ? NAT_F_MASK : 0;
    if (next != nat_expected_next(p, i, st->active))
        flags |= NAT_F_NEXT;
    if (p->s->prog->inst[i].kind == INST_BARRIER && st->active &&
        (st->barrier != p->barrier || st->barrier_warps != p->barrier_warps)) {
        flags |= NAT_F_BARRIER;
        p->barrier = st->barrier;
        p->barrier_warps = st->barrier_warps;
    }
    if (flags)
        put_departure(e, flags, st, next);
    else
        e->run++;
    if (row != NAT_NO_ROW && st->active)
        put_addresses(e, row, st, region);
    nat_learn(p, i, st->active, departs, next);
}
