#include "step/state_code.h"

#include "common/bits.h"

size_t state_code_words(const ports_t *p)
{
    size_t bits = p->bits - p->io_bits;
    return bits ? (bits + 63) / 64 : 1;
}

static void put(uint64_t *code, size_t at, unsigned width, uint64_t v)
{
    code[at / 64] |= v << at % 64;
    if (at % 64 + width > 64)
        code[at / 64 + 1] |= v >> (64 - at % 64);
}

static uint64_t get(const uint64_t *code, size_t at, unsigned width)
{
    uint64_t v = code[at / 64] >> at % 64;
    if (at % 64 + width > 64)
        v |= code[at / 64 + 1] << (64 - at % 64);
    return v & bits_mask(width);
}

void state_code_of(const ports_t *p, const void *cfg, const void *state, uint64_t *code)
{
    size_t at = 0;
    memset(code, 0, state_code_words(p) * sizeof *code);
    for (unsigned k = 0; k < p->n_state; k++) {
        const port_bind_t *b = &p->state[k];
        for (unsigned i = 0; i < b->count; i++, at += b->width)
            if (!b->field->gated || b->field->gate(cfg, state, NULL, i))
                put(code, at, b->width, unit_field_get(b->field, state, i));
    }
}

void state_code_to(const ports_t *p, const uint64_t *code, void *state)
{
    size_t at = 0;
    for (unsigned k = 0; k < p->n_state; k++) {
        const port_bind_t *b = &p->state[k];
        for (unsigned i = 0; i < b->count; i++, at += b->width)
            unit_field_set(b->field, state, i, get(code, at, b->width));
    }
}

void state_code_to_ones(const ports_t *p, const void *cfg, const uint64_t *code, void *state)
{
    state_code_to(p, code, state);
    for (unsigned k = 0; k < p->n_state; k++) {
        const port_bind_t *b = &p->state[k];
        for (unsigned i = 0; i < b->count && b->field->gated; i++)
            if (!b->field->gate(cfg, state, NULL, i))
                unit_field_set(b->field, state, i, bits_mask(b->width));
    }
}
