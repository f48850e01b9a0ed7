#include "common/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/unit_dump.h"
#include "common/unit_state.h"

/* Says why the model's init has refused. */
static int refused(const unit_desc_t *d, const void *cfg, diag_t *diag)
{
    const unit_param_t *which = NULL;
    if (unit_cfg_check(d, cfg, &which) && which)
        return diag_at(diag, d->name, 0, 0, "%s is out of range; expected %" PRIu32 " to %" PRIu32,
                       which->name, which->min, which->max);
    return diag_at(diag, d->name, 0, 0, "the unit refuses these parameters");
}

static int c_open(unit_inst_t *u, const void *cfg, diag_t *diag)
{
    u->model = calloc(1, u->desc->state_bytes);
    if (!u->model)
        return -ENOMEM;
    return u->desc->init(u->model, cfg) ? refused(u->desc, cfg, diag) : 0;
}

static void c_close(unit_inst_t *u)
{
    free(u->model);
}

static int c_reset(unit_inst_t *u)
{
    void *cfg = malloc(u->desc->cfg_bytes);
    if (!cfg)
        return -1;
    memcpy(cfg, u->model, u->desc->cfg_bytes); /* every state struct begins with its cfg */
    int err = u->desc->init(u->model, cfg);
    free(cfg);
    return err ? -1 : 0;
}

static int c_moore(unit_inst_t *u, void *out)
{
    u->desc->moore(u->model, out);
    return 0;
}

static int c_get_state(unit_inst_t *u, void *state)
{
    memcpy(state, u->model, u->desc->state_bytes);
    return 0;
}

static int c_set_state(unit_inst_t *u, const void *state)
{
    memcpy(u->model, state, u->desc->state_bytes);
    return 0;
}

const unit_engine_t unit_engine_c = {
    .name = "c",
    .open = c_open,
    .close = c_close,
    .reset = c_reset,
    .moore = c_moore,
    .get_state = c_get_state,
    .set_state = c_set_state,
};

unit_inst_t *unit_inst_new(const unit_desc_t *d, const void *cfg, const unit_engine_t *e,
                           const char *label, diag_t *diag)
{
    unit_inst_t *u = calloc(1, sizeof *u);
    int err = -ENOMEM;
    if (u) {
        u->desc = d;
        u->engine = e;
        u->label = strdup(label);
        u->cfg = malloc(d->cfg_bytes);
        if (u->cfg)
            memcpy(u->cfg, cfg, d->cfg_bytes);
        err = u->label && u->cfg ? e->open(u, cfg, diag) : -ENOMEM;
    }
    if (!err)
        return u;
    if (err == -ENOMEM)
        diag_at(diag, d->name, 0, 0, "out of memory");
    unit_inst_free(u);
    return NULL;
}

void unit_inst_free(unit_inst_t *u)
{
    if (!u)
        return;
    u->engine->close(u);
    free(u->label);
    free(u->cfg);
    free(u);
}

int unit_inst_reset(unit_inst_t *u)
{
    return u->engine->reset(u);
}

/* A PREFIX_t with the instance's parameters, reset; NULL: no memory. */
static void *new_state(const unit_inst_t *u)
{
    void *state = calloc(1, u->desc->state_bytes);
    if (state && u->desc->init(state, u->cfg) == 0)
        return state;
    free(state);
    return NULL;
}

void unit_inst_state(unit_inst_t *u, void (*check)(void *ctx, const void *state, state_io_t *io),
                     void *ctx, state_io_t *io)
{
    void *state = new_state(u);
    state_section(io, u->desc->name);
    if (!state) {
        state_fail(io, "needs more memory than there is");
        return;
    }
    if (!state_loading(io) && u->engine->get_state(u, state))
        state_fail(io, "cannot hold a unit whose two sides differ");
    unit_state(u->desc, state, io);
    STATE(io, u->clock);
    if (state_loading(io) && !state_error(io) && check)
        check(ctx, state, io);
    if (state_loading(io) && !state_error(io) && u->engine->set_state(u, state))
        state_fail(io, "has a state of %s that its RTL does not take", u->desc->name);
    free(state);
}

void unit_inst_dump(const unit_inst_t *u, FILE *out)
{
    fprintf(out, "unit of %s, engine %s: ", u->label, u->engine->name);
    if (u->engine->dump)
        u->engine->dump(u, out);
    else
        unit_dump(out, u->desc, u->model, u->model, NULL, NULL); /* the state begins with the cfg */
}

bool unit_inst_failed(const unit_inst_t *u)
{
    return u->engine->failed && u->engine->failed(u);
}

int unit_inst_report(const unit_inst_t *u, FILE *out, const char *dir, const char *when)
{
    return unit_inst_failed(u) ? u->engine->report(u, out, dir, when) : 0;
}

unit_inst_work_t unit_inst_work(const unit_inst_t *u)
{
    return u->engine->work ? u->engine->work(u) : (unit_inst_work_t){0};
}

int unit_inst_wave(unit_inst_t *u, const char *path, diag_t *diag)
{
    if (!u->engine->waves)
        return diag_at(diag, path, 0, 0, "a waveform shows both sides; it needs -e lockstep");
    return u->engine->wave(u, path, diag);
}

int unit_inst_wave_end(unit_inst_t *u, diag_t *diag)
{
    return u->engine->wave_end ? u->engine->wave_end(u, diag) : 0;
}

int unit_inst_record(const unit_inst_t *u, const char *path, diag_t *diag)
{
    if (!u->engine->record)
        return diag_at(diag, path, 0, 0, "engine %s keeps no stimulus", u->engine->name);
    return u->engine->record(u, path, diag);
}
