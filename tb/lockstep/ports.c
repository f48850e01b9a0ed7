#include "lockstep/ports.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int ports_bind(ports_t *p, const unit_desc_t *d, const void *cfg, const rtl_t *r, diag_t *diag)
{
    memset(p, 0, sizeof *p);
    p->desc = d;
    if (d->n_fields > PORTS_MAX)
        return diag_at(diag, d->name, 0, 0, "%u fields; at most %d are supported", d->n_fields,
                       PORTS_MAX);
    if (d->n_fields != r->model->n_ports)
        return diag_at(diag, d->name, 0, 0, "the Verilated model has %u ports, the field list %u",
                       r->model->n_ports, d->n_fields);
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        port_bind_t b = {
            .field = f,
            .rtl = r->port[i].at,
            .count = f->count(cfg),
            .width = (uint8_t)f->width(cfg),
            .c_bytes = f->elem_bytes,
            .r_bytes = r->port[i].elem_bytes,
        };
        if (r->port[i].count != b.count)
            return diag_at(diag, d->name, 0, 0, "port %s has %u elements, the field list %u",
                           f->name, r->port[i].count, b.count);
        if (b.r_bytes > b.c_bytes)
            return diag_at(diag, d->name, 0, 0, "the C type of %s is narrower than its %u bits",
                           f->name, b.width);
        p->bits += b.count * b.width;
        if (f->dir != UNIT_STATE)
            p->io_bits += b.count * b.width;
        if (f->dir == UNIT_IN && f->kind == UNIT_ENABLE)
            p->enable[p->n_enables++] = (uint8_t)p->n_in;
        if (f->dir == UNIT_IN)
            p->in[p->n_in++] = b;
        else if (f->dir == UNIT_OUT)
            p->out[p->n_out++] = b;
        else
            p->state[p->n_state++] = b;
    }
    return 0;
}

static uint64_t load(const void *at, unsigned bytes, unsigned i)
{
    switch (bytes) {
    case 1:
        return ((const uint8_t *)at)[i];
    case 2:
        return ((const uint16_t *)at)[i];
    case 4:
        return ((const uint32_t *)at)[i];
    default:
        return ((const uint64_t *)at)[i];
    }
}

static void store(void *at, unsigned bytes, unsigned i, uint64_t v)
{
    switch (bytes) {
    case 1:
        ((uint8_t *)at)[i] = (uint8_t)v;
        break;
    case 2:
        ((uint16_t *)at)[i] = (uint16_t)v;
        break;
    case 4:
        ((uint32_t *)at)[i] = (uint32_t)v;
        break;
    default:
        ((uint64_t *)at)[i] = v;
        break;
    }
}

uint64_t port_get(const port_bind_t *b, unsigned i)
{
    return load(b->rtl, b->r_bytes, i);
}

void port_set(const port_bind_t *b, unsigned i, uint64_t v)
{
    store(b->rtl, b->r_bytes, i, v);
}

void port_read(const port_bind_t *b, void *base)
{
    for (unsigned i = 0; i < b->count; i++)
        unit_field_set(b->field, base, i, port_get(b, i));
}

/* One loop a pair of widths, simple enough for the compiler to vectorize. */
#define EQUAL_WIDENED(name, c_type, r_type)                                                        \
    static bool name(const void *c_, const void *r_, unsigned n)                                   \
    {                                                                                              \
        const c_type *c = c_;                                                                      \
        const r_type *r = r_;                                                                      \
        c_type diff = 0;                                                                           \
        for (unsigned i = 0; i < n; i++)                                                           \
            diff |= (c_type)(c[i] ^ r[i]);                                                         \
        return diff == 0;                                                                          \
    }
EQUAL_WIDENED(equal_16_8, uint16_t, uint8_t)
EQUAL_WIDENED(equal_32_8, uint32_t, uint8_t)
EQUAL_WIDENED(equal_32_16, uint32_t, uint16_t)
EQUAL_WIDENED(equal_64_8, uint64_t, uint8_t)
EQUAL_WIDENED(equal_64_16, uint64_t, uint16_t)
EQUAL_WIDENED(equal_64_32, uint64_t, uint32_t)

bool port_equal(const port_bind_t *b, const void *base)
{
    const void *c = (const char *)base + b->field->offset;
    if (b->c_bytes == b->r_bytes)
        return memcmp(c, b->rtl, (size_t)b->count * b->c_bytes) == 0;
    switch (b->c_bytes << 4 | b->r_bytes) {
    case 2 << 4 | 1:
        return equal_16_8(c, b->rtl, b->count);
    case 4 << 4 | 1:
        return equal_32_8(c, b->rtl, b->count);
    case 4 << 4 | 2:
        return equal_32_16(c, b->rtl, b->count);
    case 8 << 4 | 1:
        return equal_64_8(c, b->rtl, b->count);
    case 8 << 4 | 2:
        return equal_64_16(c, b->rtl, b->count);
    case 8 << 4 | 4:
        return equal_64_32(c, b->rtl, b->count);
    default: /* ports_bind refuses a port wider than the C type */
        return false;
    }
}

int port_first_difference(const port_bind_t *b, const void *base, const void *cfg,
                          const void *state, const void *in)
{
    enum { STRETCH = 16 };
    const char *model = (const char *)base + b->field->offset;
    for (unsigned from = 0; from < b->count; from += STRETCH) {
        unsigned to = from + STRETCH < b->count ? from + STRETCH : b->count;
        /* Of a large memory most is equal, and the rest often a place that is not occupied. */
        if (b->c_bytes == b->r_bytes && !memcmp(model + (size_t)from * b->c_bytes,
                                                (const char *)b->rtl + (size_t)from * b->r_bytes,
                                                (size_t)(to - from) * b->c_bytes))
            continue;
        for (unsigned i = from; i < to; i++)
            if (unit_field_get(b->field, base, i) != port_get(b, i) &&
                (!b->field->gated || b->field->gate(cfg, state, in, i)))
                return (int)i;
    }
    return -1;
}

const rtl_model_t *rtl_find_geometry(const unit_desc_t *d, unit_geometry_t g)
{
    const char *name = unit_geometry_name(g);
    for (unsigned i = 0; i < rtl_registry_count; i++)
        if (strcmp(rtl_registry[i]->unit, d->name) == 0 &&
            strcmp(rtl_registry[i]->geometry, name) == 0)
            return rtl_registry[i];
    return NULL;
}

const rtl_model_t *rtl_find(const unit_desc_t *d, const void *cfg)
{
    const rtl_model_t *found = NULL;
    void *mine = malloc(d->cfg_bytes);
    for (int g = 0; mine && !found && g < UNIT_GEOMETRIES; g++) {
        unit_cfg_geometry(d, (unit_geometry_t)g, mine);
        if (memcmp(mine, cfg, d->cfg_bytes) == 0)
            found = rtl_find_geometry(d, (unit_geometry_t)g);
    }
    free(mine);
    return found;
}
