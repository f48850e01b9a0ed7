#include "step/input_space.h"

#include "common/bits.h"

static const input_hold_t *held(const input_space_t *s, const unit_field_t *f)
{
    for (unsigned k = 0; k < s->n_holds; k++)
        if (s->hold[k].field == f)
            return &s->hold[k];
    return NULL;
}

void input_space_init(input_space_t *s, const ports_t *p, const input_hold_t *hold, unsigned n)
{
    *s = (input_space_t){.ports = p, .hold = hold, .n_holds = n};
    for (unsigned k = 0; k < p->n_in; k++)
        if (!held(s, p->in[k].field))
            s->bits += p->in[k].count * p->in[k].width;
}

void input_space_get(const input_space_t *s, uint64_t n, void *in, bool *reset)
{
    for (unsigned k = 0; k < s->ports->n_in; k++) {
        const port_bind_t *b = &s->ports->in[k];
        const input_hold_t *h = s->n_holds ? held(s, b->field) : NULL;
        for (unsigned i = 0; i < b->count; i++) {
            unit_field_set(b->field, in, i, h ? h->value : n & bits_mask(b->width));
            n = h ? n : n >> b->width;
        }
    }
    *reset = n & 1;
}
