/*
 * A number that names nothing has no effect, whatever number it is. With five entries three bits
 * name entries 5 to 7: the unit must do with 6 and 7 exactly what it does with 5. The pages say
 * what that is, and the examples of each unit show it of the first such number.
 *
 * An input that selects one of a parameter's many is found by its width: the parameter alone makes
 * it wider.
 */
#ifndef LW_TESTS_NUMBERS_RIG_H
#define LW_TESTS_NUMBERS_RIG_H

#include "unit_bench.h"

enum { NAMED = 5, NUMBER_W = 3, NUMBER_CYCLES = 3000 };

/* A number that the unit keeps or hands on as it is, whether or not it names something. */
typedef struct handed_on {
    const char *unit, *field, *why;
} handed_on_t;

static inline void at_small(const bench_t *b)
{
    unit_cfg_geometry(b->d, UNIT_SMALL, b->cfg);
}

/* The parameter whose number of things the input selects from, set to NAMED with the others small;
 * -1: there is none that the unit accepts. */
static inline int number_param(const bench_t *b, const unit_field_t *f)
{
    for (unsigned p = 0; p < b->d->n_params; p++) {
        const unit_param_t *param = &b->d->params[p];
        if (param->min > NAMED || param->max < 2 * NAMED - 1)
            continue;
        at_small(b);
        bench_param_set(b, p, 2 * NAMED - 1);
        const bool wide = unit_cfg_try(b->d, b->cfg) == 0 && f->width(b->cfg) == NUMBER_W + 1;
        bench_param_set(b, p, NAMED);
        if (wide && unit_cfg_try(b->d, b->cfg) == 0 && f->width(b->cfg) == NUMBER_W)
            return (int)p;
    }
    return -1;
}

/* A copy of the bench's state with the input at this number: its outputs, and the state after the
 * edge. */
static inline void number_step(const bench_t *b, const unit_field_t *f, unsigned element,
                               unsigned number, void *state, void *out)
{
    memcpy(state, b->state, b->d->state_bytes);
    memset(out, 0, b->d->out_bytes);
    unit_field_set(f, b->in, element, number);
    b->d->eval(state, b->in, out);
    b->d->tick(state, b->in);
}

static inline void number_compare(const bench_t *b, const unit_field_t *f, rng_t *r, void *state[2],
                                  void *out[2])
{
    const unsigned element = rng_below(r, f->count(b->cfg));
    const uint64_t before = unit_field_get(f, b->in, element);
    number_step(b, f, element, NAMED, state[0], out[0]);
    for (unsigned number = NAMED + 1; number < 1U << NUMBER_W; number++) {
        number_step(b, f, element, number, state[1], out[1]);
        if (memcmp(state[0], state[1], b->d->state_bytes) != 0 ||
            memcmp(out[0], out[1], b->d->out_bytes) != 0) {
            char params[UNIT_LABEL];
            fail_msg("%s, %s: %s = %u is not what %u is", b->d->name,
                     unit_cfg_params(b->d, b->cfg, params, sizeof params), f->name, number, NAMED);
        }
    }
    unit_field_set(f, b->in, element, before);
}

/* One input, in states that random inputs lead to. They begin anew often: soon a saturated counter
 * shows nothing any more. */
static inline void number_field(const bench_t *b, const unit_field_t *f)
{
    void *state[2] = {malloc(b->d->state_bytes), malloc(b->d->state_bytes)};
    void *out[2] = {malloc(b->d->out_bytes), malloc(b->d->out_bytes)};
    rng_t r;
    rng_seed(&r, 1);
    assert_true(state[0] && state[1] && out[0] && out[1]);
    for (unsigned k = 0; k < NUMBER_CYCLES; k++) {
        if (k == 0 || rng_below(&r, 32) == 0) {
            memset(b->state, 0, b->d->state_bytes); /* beyond what is in use, too */
            assert_int_equal(b->d->init(b->state, b->cfg), 0);
        }
        bench_drive(b, &r, rng_below(&r, 8) == 0);
        number_compare(b, f, &r, state, out);
        b->d->tick(b->state, b->in);
    }
    for (unsigned i = 0; i < 2; i++) {
        free(state[i]);
        free(out[i]);
    }
}

static inline bool handed_on(const handed_on_t *list, const unit_desc_t *d, const unit_field_t *f)
{
    for (; list && list->unit; list++)
        if (strcmp(list->unit, d->name) == 0 && strcmp(list->field, f->name) == 0)
            return true;
    return false;
}

/* Every input of a unit that selects something. Returns how many. */
static inline unsigned numbers_of(const unit_desc_t *d, const handed_on_t *list)
{
    bench_t b = bench_open(d);
    unsigned n = 0;
    for (unsigned i = 0; i < d->n_fields; i++) {
        const unit_field_t *f = &d->fields[i];
        if (f->dir != UNIT_IN || f->kind != UNIT_INDEX || handed_on(list, d, f) ||
            number_param(&b, f) < 0)
            continue;
        number_field(&b, f);
        n++;
    }
    bench_close(&b);
    return n;
}

/* Every unit of a family, which have so many such inputs at least. */
static inline void numbers_of_family(const char *family, unsigned inputs, const handed_on_t *list)
{
    unsigned n = 0;
    char text[64];
    FOR_UNITS(d)
    if (strcmp(unit_family(d, text, sizeof text), family) == 0)
        n += numbers_of(d, list);
    assert_true(n >= inputs);
}

#endif
