#include "lockstep/ports.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

static int differs(const unit_desc_t *d, const unit_field_t *f, const port_bind_t *b,
                   const rtl_port_t *port, diag_t *diag)
{
    char path[256];
    if (unit_field_rtl(d, f, path, sizeof path) < 0)
        path[0] = 0;
    if (!port->at)
        return diag_at(diag, d->name, 0, 0,
                       "the RTL has no register %s, which the field list names as %s", path,
                       f->name);
    return diag_at(diag, d->name, 0, 0,
                   "register %s of the RTL has %u elements of %u bits, field %s %u of %u", path,
                   port->count, port->width, f->name, b->count, b->width);
}

/* One field to its port or register. A list's elements may be those of an array or the bits of a
 * vector. */
static int bind(port_bind_t *b, const unit_desc_t *d, const unit_field_t *f, const void *cfg,
                const rtl_port_t *port, diag_t *diag)
{
    *b = (port_bind_t){
        .field = f,
        .rtl = port->at,
        .count = f->count(cfg),
        .width = (uint8_t)f->width(cfg),
        .c_bytes = f->elem_bytes,
        .r_bytes = (uint8_t)port->elem_bytes,
    };
    if (!b->count && !port->at) /* nothing of it at these parameters, on either side */
        return 0;
    bool vector =
        b->count && f->capacity > 1 && port->count == 1 && port->width == b->count * b->width;
    if (!port->at ||
        (!vector && (port->count != b->count || (port->width && port->width != b->width))))
        return differs(d, f, b, port, diag);
    b->bytes = (size_t)port->count * port->elem_bytes;
    if (vector && (b->width == 8 || b->width == 16 || b->width == 32)) {
        b->r_bytes = b->width / 8; /* a vector's bytes stand in the order of their weight */
        b->bytes = (size_t)b->count * b->r_bytes;
    } else if (vector && (b->count > 1 || port->elem_bytes > 8)) {
        b->r_bytes = 0;
        b->seen = calloc(1, b->bytes + (size_t)b->count * b->c_bytes); /* all 0 is equal, too */
        if (!b->seen)
            return diag_at(diag, d->name, 0, 0, "out of memory");
    } else if (b->r_bytes > b->c_bytes)
        return diag_at(diag, d->name, 0, 0, "the C type of %s is narrower than its %u bits",
                       f->name, b->width);
    return 0;
}

int ports_bind(ports_t *p, const unit_desc_t *d, const void *cfg, const rtl_t *r, diag_t *diag)
{
    memset(p, 0, sizeof *p);
    p->desc = d;
    if (d->n_fields > UNIT_MAX_FIELDS)
        return diag_at(diag, d->name, 0, 0, "%u fields; at most %d are supported", d->n_fields,
                       UNIT_MAX_FIELDS);
    if (d->n_fields != r->model->n_ports)
        return diag_at(diag, d->name, 0, 0, "the Verilated model has %u ports, the field list %u",
                       r->model->n_ports, d->n_fields);
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        port_bind_t b;
        int err = bind(&b, d, f, cfg, &r->port[i], diag);
        if (err)
            return err;
        p->bits += b.count * b.width;
        if (f->dir != UNIT_STATE)
            p->io_bits += b.count * b.width;
        if (f->dir == UNIT_IN && f->kind == UNIT_ENABLE)
            p->enable[p->n_enables++] = (uint8_t)p->n_in;
        if (f->dir == UNIT_OUT && f->kind == UNIT_FACT)
            p->fact[p->n_facts++] = (uint8_t)p->n_out;
        if (f->dir == UNIT_OUT && f->kind == UNIT_MOORE)
            p->moore[p->n_moores++] = (uint8_t)p->n_out;
        if (f->dir == UNIT_IN)
            p->in[p->n_in++] = b;
        else if (f->dir == UNIT_OUT)
            p->out[p->n_out++] = b;
        else
            p->state[p->n_state++] = b;
    }
    return 0;
}

void ports_free(ports_t *p)
{
    for (unsigned i = 0; i < p->n_in; i++)
        free(p->in[i].seen);
    for (unsigned i = 0; i < p->n_out; i++)
        free(p->out[i].seen);
    for (unsigned i = 0; i < p->n_state; i++)
        free(p->state[i].seen);
    memset(p, 0, sizeof *p);
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

/* The bits of element i of a vector: its bytes stand in the order of their weight. */
static uint64_t load_bits(const port_bind_t *b, unsigned i)
{
    const uint8_t *bytes = b->rtl;
    const unsigned first = i * b->width;
    uint64_t v = 0;
    if (first % 8 + b->width <= 64 && first / 8 + sizeof v <= b->bytes) {
        memcpy(&v, bytes + first / 8, sizeof v);
        return v >> first % 8 & bits_mask(b->width);
    }
    for (unsigned k = 0; k < b->width; k++) {
        unsigned at = first + k;
        v |= (uint64_t)(bytes[at / 8] >> at % 8 & 1) << k;
    }
    return v;
}

static void store_bits(const port_bind_t *b, unsigned i, uint64_t v)
{
    uint8_t *bytes = b->rtl;
    for (unsigned k = 0; k < b->width; k++) {
        unsigned at = i * b->width + k;
        bytes[at / 8] = (uint8_t)((bytes[at / 8] & ~(1U << at % 8)) | (v >> k & 1) << at % 8);
    }
}

uint64_t port_get(const port_bind_t *b, unsigned i)
{
    if (!b->r_bytes)
        return load_bits(b, i);
    return load(b->rtl, b->r_bytes, i);
}

unsigned port_values(const port_bind_t *b)
{
    return b->field->kind == UNIT_PLANES ? b->width : b->count;
}

unsigned port_value_w(const port_bind_t *b)
{
    return b->field->kind == UNIT_PLANES ? b->count : b->width;
}

uint64_t port_value(const port_bind_t *b, unsigned i)
{
    if (b->field->kind != UNIT_PLANES)
        return port_get(b, i);
    uint64_t number = 0;
    for (unsigned k = 0; k < b->count; k++)
        number |= (port_get(b, k) >> i & 1) << k;
    return number;
}

uint64_t port_model_value(const port_bind_t *b, const void *base, unsigned i)
{
    if (b->field->kind != UNIT_PLANES)
        return unit_field_get(b->field, base, i);
    uint64_t number = 0;
    for (unsigned k = 0; k < b->count; k++)
        number |= (unit_field_get(b->field, base, k) >> i & 1) << k;
    return number;
}

void port_set(const port_bind_t *b, unsigned i, uint64_t v)
{
    if (b->r_bytes)
        store(b->rtl, b->r_bytes, i, v);
    else
        store_bits(b, i, v);
}

void port_read(const port_bind_t *b, void *base)
{
    for (unsigned i = 0; i < b->count; i++)
        unit_field_set(b->field, base, i, port_get(b, i));
}

/* Compiled for wide vectors too, and chosen when the program is loaded. */
#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__
#define WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define WIDE_VECTORS
#endif

/* One loop a pair of widths, simple enough for the compiler to vectorize. */
#define EQUAL_WIDENED(name, c_type, r_type)                                                        \
    WIDE_VECTORS static bool name(const void *c_, const void *r_, unsigned n)                      \
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

/* A vector of single bits against bytes, eight at a time. */
static bool equal_bits(const port_bind_t *b, const uint8_t *c)
{
    const uint8_t *bits = b->rtl;
    unsigned i = 0;
    for (; i + 8 <= b->count; i += 8) {
        uint64_t eight;
        memcpy(&eight, c + i, 8);
        /* bit k of the byte to bit 0 of byte k */
        uint64_t spread =
            (bits[i / 8] * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201));
        spread = (spread + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
        if (spread != eight)
            return false;
    }
    for (; i < b->count; i++)
        if (c[i] != (bits[i / 8] >> i % 8 & 1))
            return false;
    return true;
}

/* Elements of any width. Most cycles change few registers, so that the bytes of both sides are
 * those that were found equal before. */
static bool equal_numbers(const port_bind_t *b, const char *model, const void *base)
{
    const size_t bytes = (size_t)b->count * b->c_bytes;
    char *seen = b->seen;
    if (same_bytes(seen, b->rtl, b->bytes) && same_bytes(seen + b->bytes, model, bytes))
        return true;
    for (unsigned i = 0; i < b->count; i++)
        if (unit_field_get(b->field, base, i) != load_bits(b, i))
            return false;
    memcpy(seen, b->rtl, b->bytes);
    memcpy(seen + b->bytes, model, bytes);
    return true;
}

static bool equal_vector(const port_bind_t *b, const void *base)
{
    if (b->width == 64)
        return same_bytes((const char *)base + b->field->offset, b->rtl, (size_t)b->count * 8);
    if (b->width == 1 && b->c_bytes == 1)
        return equal_bits(b, (const uint8_t *)base + b->field->offset);
    return equal_numbers(b, (const char *)base + b->field->offset, base);
}

bool port_equal_widened(const port_bind_t *b, const void *base)
{
    const void *c = (const char *)base + b->field->offset;
    if (!b->r_bytes)
        return equal_vector(b, base);
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
        if (b->c_bytes == b->r_bytes && same_bytes(model + (size_t)from * b->c_bytes,
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
