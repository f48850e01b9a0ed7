/*
 * The other ways to ask a model, checked against its eval and tick: moore, and clock on a copy.
 *
 * The copy is made once and then goes on by itself; it is made again when something else than an
 * edge has changed the model.
 */
#include <string.h>

#include "lockstep/pair.h"

/* Adds the elements of an output that were given otherwise than by eval. */
static void compare_given(pair_t *p, mismatch_kind_t kind, const port_bind_t *b)
{
    const unit_field_t *f = b->field;
    const size_t at = f->offset;
    if (same_bytes((const char *)p->given + at, (const char *)p->out + at,
                   (size_t)b->count * b->c_bytes))
        return;
    for (unsigned i = 0; i < b->count; i++) {
        const uint64_t x = unit_field_get(f, p->given, i), y = unit_field_get(f, p->out, i);
        if (x != y && (!f->gated || f->gate(p->cfg, p->state, p->in, i)))
            mismatch_add(&p->bad, kind, f, i, x, y);
    }
}

int pair_check_moore(pair_t *p)
{
    if (p->flip || !p->ports.n_moores)
        return 0;
    p->desc->moore(p->state, p->given);
    for (unsigned k = 0; k < p->ports.n_moores; k++)
        compare_given(p, MISMATCH_MOORE, &p->ports.out[p->ports.moore[k]]);
    return p->bad.kind ? -1 : 0;
}

void pair_copy_model(const pair_t *p, void *copy)
{
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        const size_t at = b->field->offset;
        memcpy((char *)copy + at, (const char *)p->state + at, (size_t)b->count * b->c_bytes);
    }
}

int pair_clock_before_edge(pair_t *p)
{
    if (p->flip)
        return 0;
    if (!p->clocked_fresh)
        pair_copy_model(p, p->clocked);
    p->clocked_fresh = true;
    p->desc->clock(p->clocked, p->in, p->given);
    for (unsigned k = 0; k < p->ports.n_out; k++)
        compare_given(p, MISMATCH_CLOCK, &p->ports.out[k]);
    return p->bad.kind ? -1 : 0;
}

int pair_clock_after_edge(pair_t *p)
{
    if (p->flip)
        p->clocked_fresh = false;
    else
        pair_compare_models(p, MISMATCH_CLOCK, p->clocked, p->state);
    return p->bad.kind ? -1 : 0;
}
