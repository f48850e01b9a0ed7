/*
 * What a model says of its own sleep, checked against single ticks: idle, quiet and skip.
 *
 * A stretch begins at an edge with idle inputs, from the model before it. It ends when the inputs
 * change, with a reset, or after the quiet time; then the copy of the model from its beginning is
 * skipped to where the model stands. After that the copy is up to date and need not be made again.
 *
 * No stretch is as long as a sleep can be in a run of the simulator. A skip by a long time is
 * compared with two by its halves instead, each of which another stretch compares with its own
 * halves.
 */
#include <inttypes.h>
#include <string.h>

#include "lockstep/pair.h"

void pair_sleep_forget(pair_t *p)
{
    p->sleep.quiet = 0;
    p->sleep.fresh = p->sleep.rtl_fresh = false;
    p->clocked_fresh = false;
}

static void snapshot(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        const size_t at = b->field->offset;
        if (!s->fresh)
            memcpy((char *)s->state + at, (const char *)p->state + at,
                   (size_t)b->count * b->c_bytes);
        if (s->idle && !s->rtl_fresh)
            memcpy((char *)s->rtl_state + at, b->rtl, b->bytes);
    }
    s->fresh = true;
    s->rtl_fresh |= s->idle;
}

void pair_compare_models(pair_t *p, mismatch_kind_t kind, const void *one, const void *two)
{
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        const size_t at = b->field->offset;
        if (same_bytes((const char *)one + at, (const char *)two + at,
                       (size_t)b->count * b->c_bytes))
            continue;
        for (unsigned i = 0; i < port_values(b); i++) {
            uint64_t x = port_model_value(b, one, i), y = port_model_value(b, two, i);
            if (x != y)
                mismatch_add(&p->bad, kind, b->field, i, x, y);
        }
    }
}

static void compare_rtl(pair_t *p)
{
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        char *then = (char *)p->sleep.rtl_state + b->field->offset;
        if (same_bytes(then, b->rtl, b->bytes))
            continue;
        port_bind_t was = *b;
        was.rtl = then;
        for (unsigned i = 0; i < port_values(b); i++)
            if (port_value(b, i) != port_value(&was, i))
                mismatch_add(&p->bad, MISMATCH_IDLE_RTL, b->field, i, port_value(&was, i),
                             port_value(b, i));
    }
}

/* Adds the outputs of one side that are not those of the first cycle, and the facts told. */
static void compare_outputs(pair_t *p, mismatch_kind_t kind, const void *now, const void *first)
{
    const bool rtl = kind == MISMATCH_QUIET_RTL;
    for (unsigned k = 0; k < p->ports.n_out; k++) {
        const port_bind_t *b = &p->ports.out[k];
        const unit_field_t *f = b->field;
        for (unsigned i = 0; i < b->count; i++) {
            uint64_t v = unit_field_get(f, now, i);
            uint64_t expected = f->kind == UNIT_FACT ? 0 : unit_field_get(f, first, i);
            if (v != expected && (!f->gated || f->gate(p->cfg, p->state, p->in, i)))
                mismatch_add(&p->bad, kind, f, i, rtl ? expected : v, rtl ? v : expected);
        }
    }
}

static int check_outputs(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    compare_outputs(p, MISMATCH_QUIET_MODEL, p->out, s->out);
    if (!p->bad.kind)
        compare_outputs(p, MISMATCH_QUIET_RTL, p->out_rtl, s->out_rtl);
    p->bad.cycles = s->n;
    return p->bad.kind ? -1 : 0;
}

int pair_sleep_settled(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    const unit_desc_t *d = p->desc;
    if (p->flip || !same_bytes(p->in, s->in, d->in_bytes) ||
        (same_bytes(p->out, s->out, d->out_bytes) &&
         same_bytes(p->out_rtl, s->out_rtl, d->out_bytes)))
        return 0;
    return check_outputs(p);
}

enum { LONGEST = 41, ODD_CYCLES = 7 };

/* By 2 to 2^41 cycles and a few more, so that a number that is cut to 8, 16 or 32 bits is another.
 */
static int check_long_skip(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    const uint64_t n = (UINT64_C(2) << s->long_skips % LONGEST) + s->long_skips % ODD_CYCLES;
    s->long_skips++;
    pair_copy_model(p, s->once);
    pair_copy_model(p, s->twice);
    p->desc->skip(s->once, n);
    p->desc->skip(s->twice, n / 2);
    p->desc->skip(s->twice, n - n / 2);
    pair_compare_models(p, MISMATCH_HALVES, s->once, s->twice);
    p->bad.cycles = n;
    return p->bad.kind ? -1 : 0;
}

static int begin(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    const unit_desc_t *d = p->desc;
    s->idle = d->idle(p->state);
    s->quiet = d->quiet(p->state);
    s->n = 0;
    if (s->idle && s->quiet != UNIT_QUIET_EVER) {
        p->bad = (mismatch_t){.kind = MISMATCH_IDLE_QUIET};
        snprintf(p->bad.text, sizeof p->bad.text, "quiet for %" PRIu64 " cycles", s->quiet);
        return -1;
    }
    if (!s->quiet)
        return 0;
    if (s->quiet == UNIT_QUIET_EVER && !s->idle && check_long_skip(p))
        return -1;
    snapshot(p);
    memcpy(s->in, p->in, d->in_bytes);
    memcpy(s->out, p->out, d->out_bytes);
    memcpy(s->out_rtl, p->out_rtl, d->out_bytes);
    return check_outputs(p); /* a fact may be told in the first cycle */
}

int pair_sleep_end(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    if (!s->quiet)
        return 0;
    s->quiet = 0;
    if (!s->n)
        return 0;
    p->desc->skip(s->state, s->n);
    s->skips++;
    pair_compare_models(p, MISMATCH_SKIP, s->state, p->state);
    p->bad.cycles = s->n;
    return p->bad.kind ? -1 : 0;
}

int pair_sleep_before_edge(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    if (s->quiet && !same_bytes(p->in, s->in, p->desc->in_bytes) && pair_sleep_end(p))
        return -1;
    if (s->quiet)
        return 0;
    if (ports_inputs_idle(&p->ports, p->in))
        return begin(p);
    s->idle = false;
    return 0;
}

int pair_sleep_after_edge(pair_t *p)
{
    pair_sleep_t *s = &p->sleep;
    if (!s->quiet) {
        s->fresh = s->rtl_fresh = false;
        return 0;
    }
    s->n++;
    s->quiet_cycles++;
    if (s->idle) {
        p->idle_edges++;
        compare_rtl(p);
        if (!p->bad.kind)
            pair_compare_models(p, MISMATCH_IDLE_MODEL, p->state, s->state);
        if (p->bad.kind)
            return -1;
    } else {
        s->rtl_fresh = false;
    }
    return s->n == s->quiet ? pair_sleep_end(p) : 0;
}
