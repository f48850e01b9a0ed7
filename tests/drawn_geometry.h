/* Parameters of a unit, drawn from their whole ranges. */
#ifndef LW_TESTS_DRAWN_GEOMETRY_H
#define LW_TESTS_DRAWN_GEOMETRY_H

#include "common/rng.h"
#include "common/unit.h"

/* An end of the range, the small geometry's value, or any; of any, each number of bits is as
 * likely. */
static inline uint32_t drawn_value(const unit_param_t *p, rng_t *r)
{
    switch (rng_below(r, 4)) {
    case 0:
        return rng_percent(r, 50) ? p->min : p->max;
    case 1:
        return p->value[UNIT_SMALL];
    default: {
        uint32_t most = p->max - p->min;
        uint32_t bits = most ? rng_below(r, 33 - (uint32_t)__builtin_clz(most)) : 0;
        uint32_t v = rng_below(r, bits < 31 ? UINT32_C(1) << bits : UINT32_MAX);
        return p->min + (v < most ? v : most);
    }
    }
}

/* Draws until the unit accepts the parameters and they are `fit`, at most so many times. */
static inline bool drawn_geometry(const unit_desc_t *d, rng_t *r, unsigned tries,
                                  bool (*fit)(const unit_desc_t *d, const void *cfg), uint32_t *cfg)
{
    for (unsigned i = 0; i < tries; i++) {
        for (unsigned k = 0; k < d->n_params; k++)
            unit_param_set(&d->params[k], cfg, drawn_value(&d->params[k], r));
        if (!unit_cfg_try(d, cfg) && fit(d, cfg))
            return true;
    }
    return false;
}

#endif
