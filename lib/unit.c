/*
 * lockwarp/unit.h on top of common/engine.h: ports by number in place of structs.
 */
#include "lockwarp/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit_state.h"
#include "fail.h"
#include "lockstep/engines.h"
#include "lockstep/ports.h"

struct lw_unit {
    unit_inst_t *inst;
    const unit_desc_t *desc;
    const void *cfg;
    void *in, *out;
    void *state;  /* as after the last edge, if `looked` */
    bool settled; /* out is of the inputs as they stand */
    bool looked;
    uint64_t cycle;
    char message[FAIL_TEXT];
};

const char *lw_version(void)
{
    return LW_VERSION;
}

/* ---- Which units there are ---- */

const char *lw_unit_name(size_t i)
{
    return i < unit_registry_count ? unit_registry[i]->name : NULL;
}

const char *lw_unit_about(const char *unit)
{
    const unit_desc_t *d = unit ? unit_find(unit) : NULL;
    return d ? d->doc : NULL;
}

int lw_unit_param(const char *unit, size_t i, lw_param_t *param)
{
    const unit_desc_t *d = unit ? unit_find(unit) : NULL;
    if (!d || i >= d->n_params)
        return LW_INVALID;
    const unit_param_t *p = &d->params[i];
    *param = (lw_param_t){.name = p->name,
                          .about = p->doc,
                          .paper = p->value[UNIT_PAPER],
                          .min = p->min,
                          .max = p->max};
    return LW_OK;
}

/* ---- Made and freed ---- */

/* The parameters of a unit: the paper's, and the settings. */
static bool set_params(const unit_desc_t *d, void *cfg, const lw_setting_t *settings, size_t n,
                       lw_error_t *error)
{
    unit_cfg_geometry(d, UNIT_PAPER, cfg);
    for (size_t i = 0; i < n; i++) {
        const unit_param_t *p = settings[i].name ? unit_param_find(d, settings[i].name) : NULL;
        if (!p) {
            fail_new(error, LW_INVALID, "%s: no parameter '%s'", d->name,
                     settings[i].name ? settings[i].name : "");
            return false;
        }
        unit_param_set(p, cfg, settings[i].value);
    }
    const unit_param_t *which = NULL;
    if (unit_cfg_check(d, cfg, &which) && which) {
        fail_new(error, LW_INVALID, "%s: %s is %" PRIu32 "; expected %" PRIu32 " to %" PRIu32,
                 d->name, which->name, unit_param_get(which, cfg), which->min, which->max);
        return false;
    }
    if (unit_cfg_try(d, cfg)) {
        fail_new(error, LW_INVALID, "%s refuses these parameters together", d->name);
        return false;
    }
    return true;
}

static lw_unit_t *make(const unit_desc_t *d, const void *cfg, const unit_engine_t *e,
                       lw_error_t *error)
{
    diag_t diag = {{0}};
    lw_unit_t *u = calloc(1, sizeof *u);
    if (!u)
        return fail_new(error, LW_NO_MEMORY, "%s: out of memory", d->name);
    u->desc = d;
    u->in = calloc(1, d->in_bytes);
    u->out = calloc(1, d->out_bytes);
    u->state = calloc(1, d->state_bytes);
    rtl_model_quietly();
    if (u->in && u->out && u->state) {
        u->inst = unit_inst_new(d, cfg, e, "lib", &diag);
        u->cfg = u->inst ? u->inst->cfg : NULL;
    }
    if (u->inst)
        return u;
    lw_unit_free(u);
    if (!diag.text[0])
        return fail_new(error, LW_NO_MEMORY, "%s: out of memory", d->name);
    return fail_new(error, LW_NO_MODEL, "%s", diag.text);
}

lw_unit_t *lw_unit_new(const char *unit, const lw_setting_t *settings, size_t n, const char *engine,
                       lw_error_t *error)
{
    lw_error_t unwanted;
    error = error ? error : &unwanted;
    *error = (lw_error_t){.status = LW_OK};
    const unit_desc_t *d = unit ? unit_find(unit) : NULL;
    const unit_engine_t *e = engine ? unit_engine_find(engine) : NULL;
    if (!d)
        return fail_new(error, LW_INVALID, "no unit '%s'", unit ? unit : "");
    if (!e)
        return fail_new(error, LW_INVALID, "no engine '%s'; expected c, rtl or lockstep",
                        engine ? engine : "");
    void *cfg = calloc(1, d->cfg_bytes);
    if (!cfg)
        return fail_new(error, LW_NO_MEMORY, "%s: out of memory", d->name);
    lw_unit_t *u = set_params(d, cfg, settings, n, error) ? make(d, cfg, e, error) : NULL;
    free(cfg);
    return u;
}

void lw_unit_free(lw_unit_t *unit)
{
    if (!unit)
        return;
    unit_inst_free(unit->inst);
    free(unit->in);
    free(unit->out);
    free(unit->state);
    free(unit);
}

const char *lw_unit_message(const lw_unit_t *unit)
{
    return unit->message;
}

/* ---- Fields ---- */

int lw_unit_field(const lw_unit_t *unit, size_t i, lw_field_t *field)
{
    static const lw_direction_t direction[] = {
        [UNIT_IN] = LW_IN, [UNIT_OUT] = LW_OUT, [UNIT_STATE] = LW_STATE};
    if (i >= unit->desc->n_fields)
        return LW_INVALID;
    const unit_field_t *f = &unit->desc->fields[i];
    *field = (lw_field_t){.name = f->name,
                          .direction = direction[f->dir],
                          .width = f->width(unit->cfg),
                          .count = f->count(unit->cfg)};
    return LW_OK;
}

int lw_unit_find(const lw_unit_t *unit, const char *name)
{
    for (unsigned i = 0; name && i < unit->desc->n_fields; i++)
        if (strcmp(unit->desc->fields[i].name, name) == 0)
            return (int)i;
    return LW_INVALID;
}

/* The field of that number if it has the element; else NULL with a message. */
static const unit_field_t *element_of(lw_unit_t *u, int field, unsigned element)
{
    if (field < 0 || (unsigned)field >= u->desc->n_fields) {
        fail_text(u->message, LW_INVALID, "%s has no field %d", u->desc->name, field);
        return NULL;
    }
    const unit_field_t *f = &u->desc->fields[field];
    if (element < f->count(u->cfg))
        return f;
    fail_text(u->message, LW_INVALID, "%s: %s has %u elements, not an element %u", u->desc->name,
              f->name, f->count(u->cfg), element);
    return NULL;
}

int lw_unit_set(lw_unit_t *unit, int field, unsigned element, uint64_t value)
{
    const unit_field_t *f = element_of(unit, field, element);
    if (!f)
        return LW_INVALID;
    if (f->dir != UNIT_IN)
        return fail_text(unit->message, LW_INVALID, "%s: %s is no input", unit->desc->name,
                         f->name);
    const unsigned width = f->width(unit->cfg);
    if (width < 64 && value >> width)
        return fail_text(unit->message, LW_INVALID, "%s: %s has %u bits, and %" PRIu64 " has more",
                         unit->desc->name, f->name, width, value);
    if (unit_field_get(f, unit->in, element) != value) {
        unit_field_set(f, unit->in, element, value);
        unit->settled = false;
    }
    return LW_OK;
}

static int differ(lw_unit_t *u)
{
    return fail_text(u->message, LW_DIFFER,
                     "%s: C model and RTL differ, or an assertion has failed, in cycle %" PRIu64,
                     u->desc->name, u->cycle);
}

static int settle(lw_unit_t *u)
{
    if (u->settled)
        return LW_OK;
    if (unit_inst_eval(u->inst, u->in, u->out))
        return differ(u);
    u->settled = true;
    return LW_OK;
}

/* The state as the C struct, whichever side holds it. */
static int look(lw_unit_t *u)
{
    if (u->looked)
        return LW_OK;
    memset(u->state, 0, u->desc->state_bytes);
    if (u->desc->init(u->state, u->cfg))
        return fail_text(u->message, LW_INVALID, "%s refuses its parameters", u->desc->name);
    if (u->inst->engine->get_state(u->inst, u->state))
        return differ(u);
    u->looked = true;
    return LW_OK;
}

int lw_unit_get(lw_unit_t *unit, int field, unsigned element, uint64_t *value)
{
    const unit_field_t *f = element_of(unit, field, element);
    if (!f)
        return LW_INVALID;
    const int rc = f->dir == UNIT_OUT ? settle(unit) : f->dir == UNIT_STATE ? look(unit) : LW_OK;
    if (rc)
        return rc;
    const void *base = f->dir == UNIT_IN ? unit->in : f->dir == UNIT_OUT ? unit->out : unit->state;
    *value = unit_field_get(f, base, element);
    return LW_OK;
}

int lw_unit_counts(lw_unit_t *unit, int field, unsigned element)
{
    const unit_field_t *f = element_of(unit, field, element);
    if (!f)
        return LW_INVALID;
    if (!f->gated)
        return 1;
    const int rc = look(unit);
    return rc ? rc : f->gate(unit->cfg, unit->state, unit->in, element);
}

/* ---- Time ---- */

int lw_unit_tick(lw_unit_t *unit)
{
    const int rc = settle(unit);
    if (rc)
        return rc;
    unit->settled = unit->looked = false;
    if (unit_inst_tick(unit->inst, unit->in) || unit_inst_failed(unit->inst))
        return differ(unit);
    unit->cycle++;
    return LW_OK;
}

int lw_unit_reset(lw_unit_t *unit)
{
    memset(unit->in, 0, unit->desc->in_bytes);
    unit->settled = unit->looked = false;
    unit->cycle = 0;
    return unit_inst_reset(unit->inst) ? differ(unit) : LW_OK;
}

uint64_t lw_unit_cycle(const lw_unit_t *unit)
{
    return unit->cycle;
}
