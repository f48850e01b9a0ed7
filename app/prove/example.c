/* The example of a refuted proof: printed, and replayed. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/bits.h"
#include "lockstep/pair.h"
#include "prove/prove.h"

static uint64_t number(const lit_t *bit, unsigned w, const uint8_t *node)
{
    uint64_t v = 0;
    for (unsigned b = 0; b < w; b++)
        v |= (uint64_t)(node[bit[b] >> 1] ^ (bit[b] & 1)) << b;
    return v;
}

/* Elements of a field that are not 0 or differ between the sides. */
static void print_field(const miter_t *m, unsigned k, const lit_t *model, const lit_t *rtl,
                        const uint8_t *node, bool differing, FILE *out)
{
    const unit_field_t *f = &m->desc->fields[k];
    const unsigned w = f->width(m->cfg), n = f->count(m->cfg);
    for (unsigned i = 0; model && rtl && i < n; i++) {
        const uint64_t a = number(model + (size_t)i * w, w, node),
                       b = number(rtl + (size_t)i * w, w, node);
        if (differing ? a == b : a == 0 && b == 0)
            continue;
        fprintf(out, "  %s", f->name);
        if (n > 1)
            fprintf(out, "[%u]", i);
        if (a == b)
            fprintf(out, " 0x%" PRIx64 "\n", a);
        else
            fprintf(out, " model 0x%" PRIx64 ", rtl 0x%" PRIx64 "\n", a, b);
    }
}

void proof_print(const proof_t *p, FILE *out)
{
    const miter_t *m = &p->miter;
    uint8_t *node = malloc(m->aig.n);
    if (!node)
        return;
    solve_values(&m->aig, p->value, node);
    fprintf(out, "%s: %s\nstate (what is not named is 0):\n", m->desc->name,
            m->check[p->check].text);
    for (unsigned k = 0; k < m->desc->n_fields; k++)
        if (m->desc->fields[k].dir == UNIT_STATE)
            print_field(m, k, m->field[k].model, m->field[k].rtl, node, false, out);
    fputs("inputs (what is not named is 0):\n", out);
    for (unsigned k = 0; k < m->desc->n_fields; k++)
        if (m->desc->fields[k].dir == UNIT_IN)
            print_field(m, k, m->field[k].model, m->field[k].rtl, node, false, out);
    fputs("outputs that differ:\n", out);
    for (unsigned k = 0; k < m->desc->n_fields; k++)
        if (m->desc->fields[k].dir == UNIT_OUT)
            print_field(m, k, m->field[k].model, m->field[k].rtl, node, true, out);
    fputs("state behind the edge that differs, compared or not:\n", out);
    for (unsigned k = 0; k < m->desc->n_fields; k++)
        print_field(m, k, m->field[k].next_model, m->field[k].next_rtl, node, true, out);
    free(node);
}

/* The struct of one direction from the example. */
static void fill(const proof_t *p, unit_dir_t dir, const uint8_t *node, void *base)
{
    const miter_t *m = &p->miter;
    for (unsigned k = 0; k < m->desc->n_fields; k++) {
        const unit_field_t *f = &m->desc->fields[k];
        const unsigned w = f->width(m->cfg);
        for (unsigned i = 0; f->dir == dir && i < f->count(m->cfg); i++)
            unit_field_set(f, base, i, number(m->field[k].model + (size_t)i * w, w, node));
    }
}

static void set_registers(const proof_t *p, pair_t *pair, const uint8_t *node)
{
    const miter_t *m = &p->miter;
    for (unsigned n = 0; n < pair->ports.n_state; n++) {
        const port_bind_t *b = &pair->ports.state[n];
        const unsigned k = (unsigned)(b->field - pair->desc->fields);
        for (unsigned i = 0; i < b->count; i++)
            port_set(b, i, number(m->field[k].rtl + (size_t)i * b->width, b->width, node));
    }
}

/* Both sides take the state, settle the inputs and go through the edge. */
static int step(const proof_t *p, pair_t *pair, const uint8_t *node, void *in, FILE *out)
{
    pair->known = pair->ticked = true;
    pair->first = pair->settled_ahead = false;
    pair_sleep_forget(pair);
    *pair->rtl->rst_n = 1;
    set_registers(p, pair, node);
    fill(p, UNIT_STATE, node, pair->state);
    fill(p, UNIT_IN, node, in);
    if (pair->rtl->model->resettle(pair->rtl)) {
        fprintf(out, "  an assertion of the RTL fails: %s\n", pair->rtl->model->message(pair->rtl));
        return 1;
    }
    if (pair_settle(pair, in) == 0 && pair_edge(pair) == 0)
        return 0;
    if (pair->bad.field)
        fprintf(out, "  %s[%u]: model 0x%" PRIx64 ", rtl 0x%" PRIx64 "\n", pair->bad.field->name,
                pair->bad.index, pair->bad.model, pair->bad.rtl);
    else
        fprintf(out, "  %s\n", pair->bad.text);
    return 1;
}

int proof_replay(const proof_t *p, scratch_t *s, FILE *out, diag_t *diag)
{
    const miter_t *m = &p->miter;
    pair_t pair;
    const unit_desc_t *d = source_load(m->desc, s, diag);
    const rtl_model_t *rtl = d ? rtl_model(m->desc, m->cfg, diag) : NULL;
    if (!rtl)
        return -EINVAL;
    if (pair_open(&pair, d, m->cfg, rtl, 1, diag))
        return -EINVAL;
    uint8_t *node = malloc(m->aig.n);
    void *in = calloc(1, d->in_bytes);
    int rc = node && in ? 0 : diag_at(diag, "prove", 0, 0, "out of memory");
    if (!rc) {
        solve_values(&m->aig, p->value, node);
        fprintf(out, "replayed in lockstep:\n");
        rc = step(p, &pair, node, in, out);
    }
    free(node);
    free(in);
    pair_close(&pair);
    return rc;
}
