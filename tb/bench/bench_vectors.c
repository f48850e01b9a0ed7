#include "bench/bench_vectors.h"

#include <errno.h>
#include <stdlib.h>

#include "lockstep/model_port.h"

/* The model, and the text of a line under way. */
typedef struct work {
    const unit_desc_t *d;
    const void *cfg;
    void *state, *out;
    char *digits; /* room for the longest column */
    FILE *inputs, *expected;
    bench_size_t *size;
} work_t;

static size_t longest(const unit_desc_t *d, const void *cfg)
{
    size_t most = 0;
    for (unsigned k = 0; k < d->n_fields; k++) {
        const size_t w = d->fields[k].dir == UNIT_STATE ? 0 : model_port_width(&d->fields[k], cfg);
        most = w > most ? w : most;
    }
    return most;
}

static void names(FILE *f, const unit_desc_t *d, unit_dir_t dir, const char *before)
{
    char name[128];
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == dir) {
            fprintf(f, "%s%s", before, model_port_name(&d->fields[k], name, sizeof name));
            before = " ";
        }
    fputc('\n', f);
}

/* A port in hexadecimal: its bits from the highest down, four a digit. */
static void put_hex(const work_t *w, FILE *f, const unit_field_t *u, const void *base)
{
    const unsigned width = u->width(w->cfg), all = model_port_width(u, w->cfg);
    const unsigned digits = (all + 3) / 4;
    unsigned at = 0, digit = 0;
    for (unsigned i = 0; i < all / width; i++) {
        const uint64_t v = unit_field_get(u, base, i);
        for (unsigned k = 0; k < width; k++, at++) {
            digit |= (unsigned)(v >> k & 1) << at % 4;
            if (at % 4 == 3 || at + 1 == all) {
                w->digits[digits - 1 - at / 4] = "0123456789abcdef"[digit];
                digit = 0;
            }
        }
    }
    fwrite(w->digits, 1, digits, f);
}

/* A gated output in binary; how many of its bits are compared. */
static unsigned put_gated(const work_t *w, const unit_field_t *u, const void *in)
{
    const unsigned width = u->width(w->cfg), all = model_port_width(u, w->cfg);
    unsigned bits = 0;
    for (unsigned i = 0; i < all / width; i++) {
        const uint64_t v = unit_field_get(u, w->out, i);
        const bool compared = u->gate(w->cfg, w->state, in, i);
        bits += compared ? width : 0;
        for (unsigned k = 0; k < width; k++)
            w->digits[all - 1 - i * width - k] = compared ? "01"[v >> k & 1] : 'x';
    }
    fwrite(w->digits, 1, all, w->expected);
    return bits;
}

/* The outputs as settled. */
static unsigned put_outputs(const work_t *w, const void *in)
{
    unsigned bits = 0;
    const char *before = "";
    for (unsigned k = 0; k < w->d->n_fields; k++) {
        const unit_field_t *u = &w->d->fields[k];
        if (u->dir != UNIT_OUT)
            continue;
        fputs(before, w->expected);
        before = " ";
        if (u->gated) {
            bits += put_gated(w, u, in);
        } else {
            put_hex(w, w->expected, u, w->out);
            bits += model_port_width(u, w->cfg);
        }
    }
    fputc('\n', w->expected);
    return bits;
}

static void put_inputs(const work_t *w, stim_op_t op, const void *in)
{
    fprintf(w->inputs, "%d %d", op != STIM_RESET, op != STIM_EVAL);
    for (unsigned k = 0; k < w->d->n_fields; k++)
        if (w->d->fields[k].dir == UNIT_IN) {
            fputc(' ', w->inputs);
            put_hex(w, w->inputs, &w->d->fields[k], in);
        }
    fputc('\n', w->inputs);
}

/* One record. Nothing is known of the state before the first reset, so what comes before it is left
 * out, and the outputs of its first cycle are not compared. */
static void put_record(const work_t *w, stim_op_t op, const void *in)
{
    bench_size_t *s = w->size;
    if (!s->records && op != STIM_RESET) {
        s->first_cycle += op == STIM_TICK;
        return;
    }
    w->d->eval(w->state, in, w->out);
    put_inputs(w, op, in);
    const unsigned bits = put_outputs(w, in);
    if (s->records) {
        s->compared++;
        s->bits += bits;
    }
    s->records++;
    if (op == STIM_RESET)
        w->d->init(w->state, w->cfg);
    else if (op == STIM_TICK)
        w->d->tick(w->state, in);
}

static int put_all(const work_t *w, const stim_choice_t *stimulus, diag_t *d)
{
    stim_source_t source;
    stim_op_t op;
    const void *in;
    if (w->d->init(w->state, w->cfg))
        return diag_at(d, w->d->name, 0, 0, "the unit refuses these parameters");
    if (!stim_source_open(&source, stimulus))
        return diag_at(d, w->d->name, 0, 0, "out of memory");
    names(w->inputs, w->d, UNIT_IN, "rst_ni clocked ");
    names(w->expected, w->d, UNIT_OUT, "");
    while (!ferror(w->inputs) && !ferror(w->expected) && stim_source_next(&source, &op, &in))
        put_record(w, op, in);
    stim_source_close(&source);
    return 0;
}

int bench_vectors(FILE *inputs, FILE *expected, const stim_choice_t *stimulus, bench_size_t *size,
                  diag_t *d)
{
    const unit_desc_t *desc = stimulus->desc;
    work_t w = {.d = desc,
                .cfg = stimulus->cfg,
                .state = calloc(1, desc->state_bytes),
                .out = calloc(1, desc->out_bytes),
                .digits = malloc(longest(desc, stimulus->cfg)),
                .inputs = inputs,
                .expected = expected,
                .size = size};
    *size = (bench_size_t){0};
    for (unsigned k = 0; k < desc->n_fields; k++) {
        size->inputs += desc->fields[k].dir == UNIT_IN;
        size->outputs += desc->fields[k].dir == UNIT_OUT;
    }
    int rc = w.state && w.out && w.digits ? put_all(&w, stimulus, d)
                                          : diag_at(d, desc->name, 0, 0, "out of memory");
    free(w.state);
    free(w.out);
    free(w.digits);
    if (!rc && !size->compared && !ferror(inputs) && !ferror(expected))
        rc = diag_at(d, desc->name, 0, 0,
                     "the stimulus has no cycle after a reset, so there is nothing to compare");
    return rc;
}
