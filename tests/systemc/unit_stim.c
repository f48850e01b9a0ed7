#include "unit_stim.h"

#include <stdlib.h>

#include "common/unit.h"
#include "lockstep/stim_gen.h"

struct unit_stim {
    const unit_desc_t *desc;
    unit_geometry_t geometry;
    stim_gen_t *gen;
    const void *in;
};

unit_stim_t *unit_stim_new(const char *unit, bool small, uint64_t seed)
{
    unit_stim_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->desc = unit_find(unit);
    s->geometry = small ? UNIT_SMALL : UNIT_PAPER;
    void *cfg = s->desc ? calloc(1, s->desc->cfg_bytes) : NULL;
    if (cfg) {
        unit_cfg_geometry(s->desc, s->geometry, cfg);
        s->gen = stim_gen_new(s->desc, cfg, seed, STIM_RANDOM);
    }
    free(cfg);
    if (s->gen)
        return s;
    free(s);
    return NULL;
}

void unit_stim_free(unit_stim_t *s)
{
    stim_gen_free(s->gen);
    free(s);
}

bool unit_stim_next(unit_stim_t *s, unit_stim_op_t *op)
{
    stim_op_t o;
    if (!stim_gen_next(s->gen, &o, &s->in))
        return false;
    *op = o == STIM_RESET ? UNIT_STIM_RESET : o == STIM_TICK ? UNIT_STIM_TICK : UNIT_STIM_EVAL;
    return true;
}

uint64_t unit_stim_value(const unit_stim_t *s, int field, unsigned element)
{
    return unit_field_get(&s->desc->fields[field], s->in, element);
}

uint32_t unit_stim_param(const unit_stim_t *s, unsigned i)
{
    return s->desc->params[i].value[s->geometry];
}
