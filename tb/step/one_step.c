#include "step/one_step.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "step/draw.h"
#include "step/invariant.h"

enum { PROGRESS_EVERY = 1 << 12 };

typedef struct run {
    const one_step_opts_t *o;
    one_step_result_t *r;
    const invariant_t *invariant; /* NULL: every state will do */
    const stim_unit_t *stim;
    step_t step;
    draw_t draw;
} run_t;

/* A state that satisfies the invariant into step.state: false if none was found. */
static bool next_state(run_t *u)
{
    for (unsigned t = 0; t < ONE_STEP_TRIES; t++) {
        draw_state(&u->draw, u->step.state);
        u->r->drawn++;
        if (u->invariant && u->invariant->fit)
            u->invariant->fit(u->step.state, &u->draw.rng);
        if (!u->invariant || u->invariant->holds(u->step.state))
            return true;
    }
    return false;
}

/* The events that happen in the step that is about to be taken. */
static void watch(run_t *u)
{
    const pair_t *p = &u->step.pair;
    bool happened[COSIM_MAX_EVENTS] = {false};
    u->stim->watch(p->cfg, u->step.state, p->in, p->out, happened);
    for (unsigned k = 0; k < u->stim->n_events; k++)
        u->r->event[k] += happened[k];
}

static void keep_failure(run_t *u)
{
    one_step_result_t *r = u->r;
    r->failed = true;
    r->bad = u->step.pair.bad;
    r->reset = u->step.reset;
    memcpy(r->state, u->step.state, u->o->desc->state_bytes);
    memcpy(r->in, u->step.in, u->o->desc->in_bytes);
}

/* The state behind the step becomes the one that the next draw may begin from. */
static void take_over(run_t *u)
{
    const ports_t *p = &u->step.pair.ports;
    for (unsigned k = 0; k < p->n_state; k++) {
        const port_bind_t *b = &p->state[k];
        memcpy((char *)u->step.state + b->field->offset,
               (const char *)u->step.pair.state + b->field->offset, (size_t)b->count * b->c_bytes);
    }
}

static int run_all(run_t *u, diag_t *diag)
{
    one_step_result_t *r = u->r;
    for (r->steps = 0; r->steps < u->o->steps;) {
        if (!next_state(u))
            return diag_at(diag, u->o->desc->name, 0, 0,
                           "no state that satisfies the invariant in %d draws", ONE_STEP_TRIES);
        draw_inputs(&u->draw, u->step.state, u->step.in);
        u->step.reset = rng_below(&u->draw.rng, ONE_STEP_RESET_ONE_IN) == 0;
        r->steps++;
        r->resets += u->step.reset;
        int differs = step_take(&u->step);
        if (!differs && !u->step.reset)
            watch(u);
        r->broken = !differs && u->invariant && !u->invariant->holds(u->step.pair.state);
        if (differs || r->broken) {
            keep_failure(u);
            return 0;
        }
        take_over(u);
        if (r->steps % PROGRESS_EVERY == 0 && u->o->progress)
            u->o->progress(u->o->progress_ctx, r->steps, u->o->steps);
    }
    return 0;
}

int one_step_run(const one_step_opts_t *o, one_step_result_t *r, diag_t *diag)
{
    const unit_desc_t *d = o->desc;
    run_t u = {.o = o, .r = r, .invariant = invariant_of(d), .stim = stim_unit_of(d)};
    memset(r, 0, sizeof *r);
    int err = step_open(&u.step, d, o->cfg, o->model, o->select, diag);
    if (err)
        return err;
    const ports_t *p = &u.step.pair.ports;
    r->state = malloc(d->state_bytes);
    r->in = malloc(d->in_bytes);
    r->bits = p->bits;
    r->state_bits = p->bits - p->io_bits;
    for (unsigned k = 0; k < u.stim->n_events && k < COSIM_MAX_EVENTS; k++)
        r->possible[k] = stim_event_possible(u.stim, k, o->cfg);
    if (!r->state || !r->in) {
        err = diag_at(diag, d->name, 0, 0, "out of memory");
    } else {
        draw_init(&u.draw, p, o->cfg, o->seed);
        err = run_all(&u, diag);
        r->idle = u.step.pair.idle_edges;
    }
    step_close(&u.step);
    return err;
}

void one_step_result_free(one_step_result_t *r)
{
    free(r->state);
    free(r->in);
    *r = (one_step_result_t){0};
}
