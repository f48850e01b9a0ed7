#include "lockstep/pair.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool sleep_alloc(pair_t *p)
{
    const unit_desc_t *d = p->desc;
    pair_sleep_t *s = &p->sleep;
    s->in = calloc(1, d->in_bytes);
    s->out = calloc(1, d->out_bytes);
    s->out_rtl = calloc(1, d->out_bytes);
    s->state = calloc(1, d->state_bytes);
    s->rtl_state = calloc(1, d->state_bytes);
    s->once = calloc(1, d->state_bytes);
    s->twice = calloc(1, d->state_bytes);
    return s->in && s->out && s->out_rtl && s->state && s->rtl_state && s->once && s->twice;
}

/* The model and its copies. */
static bool init_models(const pair_t *p, const void *cfg)
{
    void *const models[] = {p->state, p->sleep.state, p->sleep.once, p->sleep.twice, p->clocked};
    for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
        if (p->desc->init(models[i], cfg))
            return false;
    return true;
}

int pair_open(pair_t *p, const unit_desc_t *d, const void *cfg, const rtl_model_t *m,
              uint64_t flop_seed, diag_t *diag)
{
    memset(p, 0, sizeof *p);
    p->desc = d;
    p->cfg = malloc(d->cfg_bytes);
    p->state = calloc(1, d->state_bytes);
    p->idle_rtl = calloc(1, d->state_bytes);
    p->in = calloc(1, d->in_bytes);
    p->in_rtl = calloc(1, d->in_bytes);
    p->out = calloc(1, d->out_bytes);
    p->out_rtl = calloc(1, d->out_bytes);
    p->expected = calloc(1, d->in_bytes);
    p->clocked = calloc(1, d->state_bytes);
    p->given = calloc(1, d->out_bytes);
    if (p->cfg && p->state && p->idle_rtl && p->in && p->in_rtl && p->out && p->out_rtl &&
        p->expected && p->clocked && p->given && sleep_alloc(p))
        p->rtl = m->open(flop_seed);
    if (!p->rtl) {
        pair_close(p);
        diag_at(diag, d->name, 0, 0, "out of memory");
        return -ENOMEM;
    }
    memcpy(p->cfg, cfg, d->cfg_bytes);
    int err = ports_bind(&p->ports, d, cfg, p->rtl, diag);
    if (!err && !init_models(p, cfg))
        err = diag_at(diag, d->name, 0, 0, "the unit refuses these parameters");
    if (err)
        pair_close(p);
    return err;
}

void pair_close(pair_t *p)
{
    if (p->rtl)
        p->rtl->model->close(p->rtl);
    ports_free(&p->ports);
    free(p->cfg);
    free(p->state);
    free(p->sleep.in);
    free(p->sleep.out);
    free(p->sleep.out_rtl);
    free(p->sleep.state);
    free(p->sleep.rtl_state);
    free(p->sleep.once);
    free(p->sleep.twice);
    free(p->idle_rtl);
    free(p->in);
    free(p->in_rtl);
    free(p->out);
    free(p->out_rtl);
    free(p->expected);
    free(p->clocked);
    free(p->given);
    memset(p, 0, sizeof *p);
}

static int asserted(pair_t *p)
{
    p->bad = (mismatch_t){.kind = MISMATCH_ASSERT};
    snprintf(p->bad.text, sizeof p->bad.text, "%s", p->rtl->model->message(p->rtl));
    return -1;
}

/* All values of a field that differ and are compared. */
static void collect(pair_t *p, mismatch_kind_t kind, const port_bind_t *b, const void *base)
{
    const unit_field_t *f = b->field;
    for (unsigned i = 0; i < port_values(b); i++) {
        uint64_t model = port_model_value(b, base, i), rtl = port_value(b, i);
        if (model != rtl && (!f->gated || f->gate(p->cfg, p->state, p->in, i)))
            mismatch_add(&p->bad, kind, f, i, model, rtl);
    }
}

/* Compares some fields with `base`, the C struct they lie in. */
static int compare(pair_t *p, mismatch_kind_t kind, const port_bind_t *b, unsigned n,
                   const void *base)
{
    for (unsigned k = 0; k < n; k++) {
        if (__builtin_expect(port_equal(&b[k], base), 1))
            continue;
        if (port_first_difference(&b[k], base, p->cfg, p->state, p->in) >= 0)
            collect(p, kind, &b[k], base);
    }
    return p->bad.kind ? -1 : 0;
}

/* The bind of a field by its number in the list, if it is of this group. */
static const port_bind_t *bind_of(const pair_t *p, const port_bind_t *b, unsigned n, unsigned field)
{
    for (unsigned k = 0; k < n; k++)
        if (b[k].field == &p->desc->fields[field])
            return &b[k];
    return NULL;
}

static void flip(const pair_t *p, const port_bind_t *group, unsigned n, void *base)
{
    const port_bind_t *b = bind_of(p, group, n, p->flip->field);
    if (!b)
        return;
    uint64_t bit = UINT64_C(1) << p->flip->bit;
    if (base && p->flip->model)
        unit_field_set(b->field, base, p->flip->index,
                       unit_field_get(b->field, base, p->flip->index) ^ bit);
    else
        port_set(b, p->flip->index, port_get(b, p->flip->index) ^ bit);
}

enum { TRUST_MAX = 3 };

/* Are these inputs settled in the RTL already? Also learns what comes first after an edge. */
static bool is_settled(pair_t *p, const void *in)
{
    bool ahead = p->settled_ahead;
    p->settled_ahead = false;
    if (!p->first)
        return false;
    p->first = false;
    bool came = same_bytes(in, p->expected, p->desc->in_bytes);
    if (came && p->trust < TRUST_MAX)
        p->trust++;
    else if (!came && p->trust)
        p->trust--;
    else
        memcpy(p->expected, in, p->desc->in_bytes);
    return ahead && came;
}

int pair_rtl_edge(pair_t *p)
{
    /* What follows a clock with the inputs that were expected says nothing. */
    p->first = !p->lean || !same_bytes(p->in, p->expected, p->desc->in_bytes);
    p->settled_ahead = p->first && p->trust && *p->rtl->rst_n && !p->flip;
    if (!p->settled_ahead)
        return rtl_edge(p->rtl);
    p->rtl->model->drive(p->rtl, p->expected);
    return rtl_edge_and_settle(p->rtl);
}

void pair_rtl_edge_later(pair_t *p)
{
    p->due = true;
}

int pair_rtl_catch_up(pair_t *p)
{
    if (!p->due)
        return 0;
    p->due = false;
    const int err = pair_rtl_edge(p);
    p->cycle += err == 0;
    return err;
}

/* The edge that is due, and these inputs. */
static int edge_and_settle(pair_t *p, const void *in)
{
    copy_bytes(p->in, in, p->desc->in_bytes);
    p->due = p->first = false;
    p->rtl->model->drive(p->rtl, in);
    const int err = rtl_edge_and_settle(p->rtl);
    p->cycle += err == 0;
    return err;
}

int pair_rtl_settle(pair_t *p, const void *in)
{
    if (p->due)
        return edge_and_settle(p, in);
    if (in != p->in)
        copy_bytes(p->in, in, p->desc->in_bytes);
    if (is_settled(p, in) && !p->flip && *p->rtl->rst_n)
        return 0;
    p->rtl->model->drive(p->rtl, p->in);
    if (__builtin_expect(p->flip != NULL, 0))
        flip(p, p->ports.in, p->ports.n_in, NULL);
    return rtl_settle(p->rtl);
}

static int compare_state(pair_t *p)
{
    return compare(p, MISMATCH_STATE, p->ports.state, p->ports.n_state, p->state);
}

/* What has come of an edge that was put off. A difference belongs to its cycle, the one before. */
static int caught_up(pair_t *p, int failed)
{
    if (failed)
        return asserted(p);
    if (!compare_state(p))
        return 0;
    p->cycle--;
    return -1;
}

int pair_catch_up(pair_t *p)
{
    if (p->bad.kind)
        return -1;
    return p->due ? caught_up(p, pair_rtl_catch_up(p)) : 0;
}

int pair_edge_later(pair_t *p, bool still)
{
    if (p->bad.kind)
        return -1;
    if (!still)
        p->desc->tick(p->state, p->in);
    p->ticked = true;
    pair_rtl_edge_later(p);
    return 0;
}

int pair_settle_unasked(pair_t *p, const void *in)
{
    if (p->bad.kind)
        return -1;
    const bool due = p->due;
    *p->rtl->rst_n = 1;
    int err = pair_rtl_settle(p, in);
    return due ? caught_up(p, err) : err ? asserted(p) : 0;
}

static int settle(pair_t *p, const void *in, bool compare_outputs)
{
    const unit_desc_t *d = p->desc;
    const rtl_model_t *m = p->rtl->model;
    if (p->due) {
        if (caught_up(p, pair_rtl_settle(p, in)))
            return -1;
    } else if (pair_rtl_settle(p, in) && p->known) /* before the first reset anything may be */
        return asserted(p);
    d->eval(p->state, p->in, p->out);
    if (__builtin_expect(p->flip != NULL, 0))
        flip(p, p->ports.out, p->ports.n_out, p->out);
    if (!p->lean)
        m->get_in(p->rtl, p->in_rtl);
    m->get_out(p->rtl, p->out_rtl);
    if (!compare_outputs)
        return 0;
    if (p->sleep.quiet && pair_sleep_settled(p))
        return -1;
    /* Fast path: the structs whole; padding may differ, then field by field. */
    if (!p->lean && !same_bytes(p->in_rtl, p->in, d->in_bytes) &&
        compare(p, MISMATCH_IN, p->ports.in, p->ports.n_in, p->in))
        return -1;
    if (!same_bytes(p->out_rtl, p->out, d->out_bytes) &&
        compare(p, MISMATCH_OUT, p->ports.out, p->ports.n_out, p->out))
        return -1;
    return p->lean ? 0 : pair_check_moore(p);
}

int pair_settle(pair_t *p, const void *in)
{
    if (p->bad.kind)
        return -1;
    *p->rtl->rst_n = 1;
    return settle(p, in, p->known);
}

int pair_moore(pair_t *p)
{
    p->desc->moore(p->state, p->out);
    for (unsigned k = 0; k < p->ports.n_moores; k++)
        compare(p, MISMATCH_OUT, &p->ports.out[p->ports.moore[k]], 1, p->out);
    return p->bad.kind ? -1 : 0;
}

void pair_rtl_snapshot(pair_t *p)
{
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        memcpy((char *)p->idle_rtl + b->field->offset, b->rtl, b->bytes);
    }
}

bool pair_rtl_unchanged(const pair_t *p)
{
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        if (!same_bytes((char *)p->idle_rtl + b->field->offset, b->rtl, b->bytes))
            return false;
    }
    return true;
}

int pair_edge(pair_t *p)
{
    if (p->bad.kind)
        return -1;
    const bool watched = !p->lean && p->known;
    if (watched && (pair_sleep_before_edge(p) || pair_clock_before_edge(p)))
        return -1;
    p->desc->tick(p->state, p->in);
    p->ticked = true;
    if (pair_rtl_edge(p) && p->known)
        return asserted(p);
    if (watched && pair_sleep_after_edge(p))
        return -1;
    if (__builtin_expect(p->flip != NULL, 0))
        flip(p, p->ports.state, p->ports.n_state, p->state);
    if (p->known && compare_state(p))
        return -1;
    if (watched && pair_clock_after_edge(p))
        return -1;
    p->cycle++;
    return 0;
}

/* Elements that are not compared take the RTL's values. */
static void copy_unwritten(pair_t *p)
{
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        for (unsigned i = 0; b->field->gated && i < b->count; i++)
            if (!b->field->gate(p->cfg, p->state, p->in, i))
                unit_field_set(b->field, p->state, i, port_get(b, i));
    }
}

int pair_reset(pair_t *p, const void *in)
{
    if (p->bad.kind)
        return -1;
    if (pair_sleep_end(p))
        return -1;
    pair_sleep_forget(p);
    *p->rtl->rst_n = 0;
    /* The outputs are functions of state and inputs alone, so they are compared under reset
     * too, once the state is known. */
    if (settle(p, in, p->known))
        return -1;
    p->desc->init(p->state, p->cfg);
    if (pair_rtl_edge(p) && p->known)
        return asserted(p);
    p->known = true;
    if (p->ticked || p->lean)
        copy_unwritten(p);
    if (__builtin_expect(p->flip != NULL, 0))
        flip(p, p->ports.state, p->ports.n_state, p->state);
    if (compare_state(p))
        return -1;
    p->cycle++;
    return 0;
}

int pair_compare_state(pair_t *p)
{
    return p->bad.kind || compare_state(p) ? -1 : 0;
}

int pair_set_state(pair_t *p, const void *state, bool model)
{
    const unit_desc_t *d = p->desc;
    memset(p->in, 0, d->in_bytes);
    *p->rtl->rst_n = 1;
    p->rtl->model->drive(p->rtl, p->in);
    if (rtl_settle(p->rtl))
        return asserted(p);
    for (unsigned k = 0; k < p->ports.n_state; k++) {
        const port_bind_t *b = &p->ports.state[k];
        for (unsigned i = 0; i < b->count; i++)
            port_set(b, i, unit_field_get(b->field, state, i));
    }
    p->known = p->ticked = true;
    p->due = p->first = p->settled_ahead = false;
    pair_sleep_forget(p);
    if (p->rtl->model->resettle(p->rtl))
        return asserted(p);
    if (!model)
        return 0;
    memcpy(p->state, state, d->state_bytes);
    return compare_state(p);
}
