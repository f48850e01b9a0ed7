#include "step/step.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"

int step_open(step_t *s, const unit_desc_t *d, const void *cfg, const rtl_model_t *m,
              uint32_t select, diag_t *diag)
{
    memset(s, 0, sizeof *s);
    int err = pair_open(&s->pair, d, cfg, m, 1, diag);
    if (err)
        return err;
    s->state = calloc(1, d->state_bytes);
    s->in = calloc(1, d->in_bytes);
    if (!s->state || !s->in || d->init(s->state, cfg)) {
        step_close(s);
        diag_at(diag, d->name, 0, 0, "out of memory");
        return -ENOMEM;
    }
    if (s->pair.rtl->select)
        *s->pair.rtl->select = (uint16_t)select;
    else if (select)
        err = diag_at(diag, d->name, 0, 0, "this model has no faults to select");
    s->pair.known = s->pair.ticked = true;
    return err;
}

void step_close(step_t *s)
{
    free(s->state);
    free(s->in);
    if (s->pair.desc)
        pair_close(&s->pair);
    memset(s, 0, sizeof *s);
}

/* One field of the state into the model and into its register. Only elements in use: an array of
 * the C struct may be a thousand times as long. */
static void load_field(const step_t *s, const port_bind_t *b)
{
    const unit_field_t *f = b->field;
    const char *from = (const char *)s->state + f->offset;
    memcpy((char *)s->pair.state + f->offset, from, (size_t)b->count * b->c_bytes);
    if (!f->gated && b->c_bytes == b->r_bytes) {
        memcpy(b->rtl, from, b->bytes);
        return;
    }
    for (unsigned i = 0; i < b->count; i++) {
        uint64_t v = unit_field_get(f, s->state, i);
        if (f->gated && !f->gate(s->pair.cfg, s->state, s->in, i))
            v = ~v & bits_mask(b->width);
        port_set(b, i, v);
    }
}

int step_take(step_t *s)
{
    pair_t *p = &s->pair;
    p->bad.kind = MISMATCH_NONE;
    p->bad.fields = 0;
    pair_sleep_forget(p);
    for (unsigned k = 0; k < p->ports.n_state; k++)
        load_field(s, &p->ports.state[k]);
    /* Nothing is settled ahead with an edge: the next step has another state. */
    p->first = p->settled_ahead = false;
    p->trust = 0;
    if (p->rtl->model->resettle(p->rtl)) {
        p->bad = (mismatch_t){.kind = MISMATCH_ASSERT};
        snprintf(p->bad.text, sizeof p->bad.text, "%s", p->rtl->model->message(p->rtl));
        return -1;
    }
    if (s->reset)
        return pair_reset(p, s->in);
    if (pair_settle(p, s->in) || pair_edge(p))
        return -1;
    return pair_sleep_end(p);
}
