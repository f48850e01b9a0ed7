/* What the tests of the boundary share. */
#ifndef LW_TESTS_COSIM_TEST_H
#define LW_TESTS_COSIM_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/bits.h"
#include "common/rng.h"
#include "common/unit.h"
#include "lockstep/ports.h"

/* Skips the test when the program was built without Verilator. */
#define NEEDS_RTL()                                                                                \
    do {                                                                                           \
        if (!rtl_available())                                                                      \
            skip();                                                                                \
    } while (0)

/* A unit's parameters at a geometry; valid until the process ends. */
static inline const void *cfg_at(const unit_desc_t *d, unit_geometry_t g)
{
    static uint32_t cfg[16 * UNIT_GEOMETRIES][UNIT_MAX_PARAMS];
    for (unsigned i = 0; i < unit_registry_count; i++)
        if (strcmp(unit_registry[i]->name, d->name) == 0) {
            unit_cfg_geometry(d, g, cfg[(i * UNIT_GEOMETRIES + g) % (16 * UNIT_GEOMETRIES)]);
            return cfg[(i * UNIT_GEOMETRIES + g) % (16 * UNIT_GEOMETRIES)];
        }
    fail_msg("%s is not registered", d->name);
    return NULL;
}

static inline const rtl_model_t *model_at(const unit_desc_t *d, unit_geometry_t g)
{
    diag_t diag = {{0}};
    const rtl_model_t *m = rtl_model(d, cfg_at(d, g), &diag);
    if (!m)
        fail_msg("%s", diag.text);
    return m;
}

/* Uniform inputs; enables are 1 with probability percent. */
static inline void random_inputs(const unit_desc_t *d, const void *cfg, rng_t *rng,
                                 unsigned percent, void *in)
{
    memset(in, 0, d->in_bytes);
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != UNIT_IN)
            continue;
        unsigned n = f->capacity > 1 ? f->count(cfg) : 1;
        for (unsigned i = 0; i < n; i++)
            unit_field_set(f, in, i,
                           f->kind == UNIT_ENABLE ? rng_percent(rng, percent)
                                                  : rng_u64(rng) & bits_mask(f->width(cfg)));
    }
}

#endif
