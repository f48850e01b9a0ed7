/*
 * What the unit tests share: a unit on a bench, that is its descriptor with a configuration,
 * a state and ports on the heap (so that a sanitizer sees their ends), and random inputs.
 */
#ifndef LW_TESTS_UNIT_BENCH_H
#define LW_TESTS_UNIT_BENCH_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "common/unit.h"
#include "lockstep/stim_unit.h"

/* Loops over every unit and over the three geometries. */
#define FOR_UNITS(d)                                                                               \
    for (unsigned n_ = 0; n_ < unit_registry_count; n_++)                                          \
        for (const unit_desc_t *d = unit_registry[n_]; d != NULL; d = NULL)
#define FOR_GEOMETRIES(g) for (unit_geometry_t g = UNIT_PAPER; g < UNIT_GEOMETRIES; g++)

typedef struct bench {
    const unit_desc_t *d;
    void *cfg, *state, *in, *out;
} bench_t;

static inline bench_t bench_open(const unit_desc_t *d)
{
    bench_t b = {d, calloc(1, d->cfg_bytes), calloc(1, d->state_bytes), calloc(1, d->in_bytes),
                 calloc(1, d->out_bytes)};
    assert_true(b.cfg && b.state && b.in && b.out);
    return b;
}

static inline void bench_close(bench_t *b)
{
    free(b->cfg);
    free(b->state);
    free(b->in);
    free(b->out);
}

/* A freshly reset unit at a geometry. */
static inline bench_t bench_at(const unit_desc_t *d, unit_geometry_t g)
{
    bench_t b = bench_open(d);
    unit_cfg_geometry(d, g, b.cfg);
    assert_int_equal(d->init(b.state, b.cfg), 0);
    return b;
}

static inline uint32_t bench_param_get(const bench_t *b, unsigned p)
{
    uint32_t v;
    memcpy(&v, (const char *)b->cfg + b->d->params[p].offset, sizeof v);
    return v;
}

static inline void bench_param_set(const bench_t *b, unsigned p, uint32_t v)
{
    memcpy((char *)b->cfg + b->d->params[p].offset, &v, sizeof v);
}

static inline void *bench_base(const bench_t *b, const unit_field_t *f)
{
    return f->dir == UNIT_IN ? b->in : f->dir == UNIT_OUT ? b->out : b->state;
}

/* A value for an input: enables and qualifiers even, indices and data hot, equal to another
 * input of the same width, at the ends, or uniform. */
static inline uint64_t bench_value(const bench_t *b, const unit_field_t *f, rng_t *r)
{
    const uint64_t mask = bits_mask(f->width(b->cfg));
    const unit_field_t *other = &b->d->fields[rng_below(r, b->d->n_fields)];

    switch (f->kind == UNIT_ENABLE || f->kind == UNIT_QUAL ? 4 : rng_below(r, 4)) {
    case 0:
        return rng_below(r, 4) & mask;
    case 1:
        if (other->dir == UNIT_IN && other->kind == f->kind)
            return unit_field_get(other, b->in, 0) & mask;
        return mask - (rng_below(r, 2) & mask);
    default:
        return rng_u64(r) & mask;
    }
}

/* Drives every input at random; with idle, all enables are 0. */
static inline void bench_drive(const bench_t *b, rng_t *r, bool idle)
{
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        if (f->dir != UNIT_IN)
            continue;
        for (unsigned e = 0; e < f->count(b->cfg); e++) {
            uint64_t v = idle && f->kind == UNIT_ENABLE ? 0 : bench_value(b, f, r);
            unit_field_set(f, b->in, e, v);
        }
    }
}

/* True if every element of the fields of a direction fits its width. */
static inline bool bench_fits(const bench_t *b, unit_dir_t dir)
{
    for (unsigned i = 0; i < b->d->n_fields; i++) {
        const unit_field_t *f = &b->d->fields[i];
        if (f->dir != dir)
            continue;
        for (unsigned e = 0; e < f->count(b->cfg); e++)
            if (unit_field_get(f, bench_base(b, f), e) & ~bits_mask(f->width(b->cfg))) {
                print_error("%s: %s[%u] exceeds its width\n", b->d->name, f->name, e);
                return false;
            }
    }
    return true;
}

#endif
