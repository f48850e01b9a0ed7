#include "common/unit_state.h"

#include "common/bits.h"

static void field_state(const unit_field_t *f, const void *cfg, void *base, bool gated,
                        state_io_t *io)
{
    const unsigned n = f->count(cfg);
    const uint64_t most = bits_mask(f->width(cfg));
    for (unsigned i = 0; i < n && !state_error(io); i++) {
        bool used = state_loading(io) || !gated || !f->gated || f->gate(cfg, base, NULL, i);
        uint64_t v = used ? unit_field_get(f, base, i) : 0;
        state_number(io, &v, f->elem_bytes, most, f->name);
        if (state_loading(io))
            unit_field_set(f, base, i, v);
    }
}

void unit_state(const unit_desc_t *d, void *state, state_io_t *io)
{
    const void *cfg = state; /* every state struct begins with its parameters */
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == UNIT_STATE && !d->fields[k].view)
            field_state(&d->fields[k], cfg, state, true, io);
    for (unsigned k = 0; k < d->n_subs; k++) {
        const unit_sub_t *sub = &d->subs[k];
        char *at = (char *)state + sub->offset;
        for (unsigned i = 0; i < sub->count(cfg) && !state_error(io); i++)
            unit_state(sub->unit, at + i * sub->unit->state_bytes, io);
    }
}

void unit_fields_state(const unit_desc_t *d, const void *cfg, void *ports, unit_dir_t dir,
                       state_io_t *io)
{
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == dir)
            field_state(&d->fields[k], cfg, ports, false, io);
}
