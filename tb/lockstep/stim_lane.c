#include "lockstep/stim_lane.h"

#include <stdlib.h>

#include "common/bits.h"

static void add_size(lanes_t *s, uint32_t v)
{
    for (unsigned i = 0; i < s->n_sizes; i++)
        if (s->size[i] == v)
            return;
    if (v > 1 && v <= 4096 && s->n_sizes < LANE_SIZES)
        s->size[s->n_sizes++] = v;
}

static void add_sizes(lanes_t *s, const unit_desc_t *d, const void *cfg)
{
    for (unsigned i = 0; i < d->n_params; i++) {
        uint32_t v = *(const uint32_t *)((const char *)cfg + d->params[i].offset);
        add_size(s, v);
        add_size(s, v + 1);
        add_size(s, v - 1);
    }
    if (!s->n_sizes)
        s->size[s->n_sizes++] = 2;
}

static void add_lanes(lanes_t *s, const unit_desc_t *d, const void *cfg, bool count_only)
{
    s->n = 0;
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != UNIT_IN)
            continue;
        const unsigned count = f->capacity > 1 ? f->count(cfg) : 1, w = f->width(cfg);
        for (unsigned i = 0; i < count; i++, s->n++)
            if (!count_only)
                s->lane[s->n] =
                    (lane_t){.field = f,
                             .index = i,
                             .offset = f->offset + (size_t)i * f->elem_bytes,
                             .bytes = f->elem_bytes,
                             .width = (uint8_t)w,
                             .kind = f->kind,
                             .bit = w == 1 && f->kind != UNIT_INDEX && f->kind != UNIT_DATA,
                             .mask = bits_mask(w)};
    }
}

bool lanes_init(lanes_t *s, const unit_desc_t *d, const void *cfg, rng_t *rng)
{
    *s = (lanes_t){.rng = rng};
    add_sizes(s, d, cfg);
    add_lanes(s, d, cfg, true);
    s->lane = calloc(s->n + 1, sizeof *s->lane);
    if (!s->lane)
        return false;
    add_lanes(s, d, cfg, false);
    return true;
}

void lanes_free(lanes_t *s)
{
    free(s->lane);
}

unsigned lanes_bits(lanes_t *s, unsigned n)
{
    if (s->n_bits < n) {
        s->bits = rng_u64(s->rng);
        s->n_bits = 64;
    }
    unsigned v = (unsigned)(s->bits & bits_mask(n));
    s->bits >>= n;
    s->n_bits -= n;
    return v;
}

static uint32_t any_size(lanes_t *s)
{
    return s->size[rng_below(s->rng, s->n_sizes)];
}

static uint64_t corner(lanes_t *s, const lane_t *l)
{
    rng_t *r = s->rng;
    switch (rng_below(r, 7)) {
    case 0:
        return 0;
    case 1:
        return l->mask;
    case 2:
        return UINT64_C(1) << rng_below(r, l->width);
    case 3:
        return l->mask ^ UINT64_C(1) << rng_below(r, l->width);
    case 4:
        return UINT64_C(1) << (l->width - 1);
    case 5:
        return any_size(s) & l->mask;
    default:
        return 1;
    }
}

uint64_t lanes_fresh(lanes_t *s, const lane_t *l)
{
    return rng_below(s->rng, 4) ? rng_u64(s->rng) & l->mask : corner(s, l);
}

/* How many elements an index selects from: a number of the configuration that needs as many bits,
 * or, if there is none and now and then in any case, all that the port can name. */
static uint64_t range_of(lanes_t *s, const lane_t *l)
{
    const uint64_t all = l->width < 32 ? UINT64_C(1) << l->width : UINT64_C(1) << 32;
    const unsigned from = rng_below(s->rng, s->n_sizes);
    if (rng_below(s->rng, 4) == 0)
        return all;
    for (unsigned k = 0; k < s->n_sizes; k++) {
        uint32_t v = s->size[(from + k) % s->n_sizes];
        if (bits_index_w(v) == l->width)
            return v;
    }
    return all;
}

/* Indices one after the other are the digits of a number, the last the lowest, as a set and its way
 * are; the first that has the width of one below begins another number. */
static uint64_t digits_below(const lanes_t *s, unsigned n)
{
    uint64_t worth = 1, widths = 0;
    for (unsigned k = s->n; k-- > n;) {
        const lane_t *l = &s->lane[k];
        if (l->kind != UNIT_INDEX)
            continue;
        const uint64_t bit = UINT64_C(1) << (l->width & 63);
        if (widths & bit) {
            widths = 0;
            worth = 1;
        }
        widths |= bit;
        if (k > n)
            worth *= l->range ? l->range : l->mask + 1;
    }
    return worth ? worth : 1;
}

/* An earlier index of the same width, for collisions; -1: none. */
static int copy_source(lanes_t *s, unsigned n)
{
    for (unsigned tries = 0; tries < 4 && n; tries++) {
        unsigned from = rng_below(s->rng, n);
        if (s->lane[from].kind == UNIT_INDEX && s->lane[from].width == s->lane[n].width)
            return (int)from;
    }
    return -1;
}

void lanes_plan(lanes_t *s, unsigned n, lane_mode_t mode)
{
    static const uint8_t rings[] = {2, 3, 6, 12, 16, 24, 33, 70};
    rng_t *r = s->rng;
    lane_t *l = &s->lane[n];
    if (rng_below(r, 2) || !l->n) { /* else the values of the phase before stay hot */
        l->n = (uint8_t)(1 + rng_below(r, LANE_POOL));
        for (unsigned i = 0; i < LANE_POOL; i++)
            l->pool[i] = lanes_fresh(s, l);
    }
    l->mode = (uint8_t)mode;
    l->ring = rng_below(r, 2) ? any_size(s) : rings[rng_below(r, 8)];
    l->turn = 0;
    l->limit = rng_below(r, 2) ? l->ring : UINT32_MAX;
    l->step = rng_below(r, 4) ? 1 : l->mask; /* plus or minus one */
    l->value = l->pool[0];
    if (l->kind != UNIT_INDEX)
        return;
    l->range = range_of(s, l);
    l->unit_digits = 0; /* of the lanes below: not before they are planned */
    int from = copy_source(s, n);
    if (mode == LANE_COPY && from < 0)
        l->mode = LANE_UNIFORM;
    l->copy = (uint8_t)(from < 0 ? 0 : from);
}

static uint64_t edge(lanes_t *s, const lane_t *l)
{
    switch (lanes_bits(s, 3)) {
    case 0:
        return 0;
    case 1:
        return 1 & l->mask;
    case 2:
    case 3:
        return (l->range - 1) & l->mask;
    case 4:
        return l->range & l->mask;
    case 5:
        return l->mask;
    case 6:
        return (l->mask - 1) & l->mask;
    default:
        return rng_u64(s->rng) & l->mask;
    }
}

static uint64_t odometer(const lanes_t *s, lane_t *l)
{
    if (!l->unit_digits)
        l->unit_digits = digits_below(s, (unsigned)(l - s->lane));
    return s->turn / l->unit_digits % l->range & l->mask;
}

/* Number k of the values that belong to this base. */
static uint64_t distinct(const lane_t *l, uint64_t k)
{
    return (l->base + k) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - l->width);
}

static uint64_t next_distinct(lanes_t *s, lane_t *l)
{
    if (lanes_bits(s, 2)) {
        l->turn = l->turn + 1 < l->limit ? l->turn + 1 : 0;
        return distinct(l, l->turn);
    }
    const uint64_t early = lanes_bits(s, 8) & bits_mask(lanes_bits(s, 3) + 1);
    return distinct(l, early <= l->turn ? early : l->turn);
}

uint64_t lanes_early(lanes_t *s, const lane_t *l)
{
    const uint32_t size = any_size(s), k = rng_below(s->rng, 2) ? size : rng_below(s->rng, size);
    if (l->mode == LANE_DISTINCT || l->mode == LANE_UNIFORM)
        return distinct(l, k);
    return (l->base + k) & l->mask;
}

uint64_t lanes_draw(lanes_t *s, lane_t *l)
{
    switch ((lane_mode_t)l->mode) {
    case LANE_BIT:
        return lanes_bits(s, 8) < l->threshold;
    case LANE_POOLED:
        return l->pool[l->n == 1 ? 0 : (l->n * lanes_bits(s, 8)) >> 8];
    case LANE_HOLD:
        if (lanes_bits(s, 4) == 0)
            l->value = lanes_fresh(s, l);
        return l->value;
    case LANE_WALK:
        return l->value = (l->value + l->step) & l->mask;
    case LANE_RING:
        l->turn = l->turn + 1 < l->ring ? l->turn + 1 : 0;
        return (l->base + l->turn) & l->mask;
    case LANE_COPY:
        if (lanes_bits(s, 2))
            return s->lane[l->copy].value;
        return rng_u64(s->rng) & l->mask;
    case LANE_CORNER:
        return corner(s, l);
    case LANE_SPARSE:
        return rng_u64(s->rng) & rng_u64(s->rng) & rng_u64(s->rng) & l->mask;
    case LANE_EDGE:
        return edge(s, l);
    case LANE_ODOMETER:
        return odometer(s, l);
    case LANE_BURST:
        return lanes_bits(s, 6) ? l->pool[0] : rng_u64(s->rng) & l->mask;
    case LANE_DISTINCT:
        return next_distinct(s, l);
    case LANE_UNIFORM:
        break;
    }
    return rng_u64(s->rng) & l->mask;
}
