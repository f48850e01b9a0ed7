#include "cli/cosim_steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/bits.h"

#include "cli/args.h"
#include "cli/cmd.h"
#include "cli/evidence_command.h"
#include "cli/unit_choice.h"
#include "step/step_report.h"

void cosim_steps_hold(cosim_steps_t *s, const char *arg, diag_t *d)
{
    if (s->n_held == INPUT_SPACE_HOLDS)
        diag_at(d, "--hold", 0, 0, "more than %d inputs", INPUT_SPACE_HOLDS);
    else
        s->held[s->n_held++] = arg;
}

/* "NAME=VALUE" of a unit's input: 0, or -EINVAL with a message. */
static int parse_hold(const unit_desc_t *u, const void *cfg, const char *arg, input_hold_t *h,
                      diag_t *d)
{
    const size_t n = strcspn(arg, "=");
    for (unsigned k = 0; k < u->n_fields; k++) {
        const unit_field_t *f = &u->fields[k];
        if (f->dir != UNIT_IN || strlen(f->name) != n || strncmp(f->name, arg, n) != 0)
            continue;
        h->field = f;
        if (!arg[n] || !args_whole(arg + n + 1, 0, bits_mask(f->width(cfg)), &h->value))
            return diag_at(d, "--hold", 0, 0, "'%s' is not %s=VALUE with a value of %u bits", arg,
                           f->name, f->width(cfg));
        return 0;
    }
    return diag_at(d, "--hold", 0, 0, "%s has no input '%.*s'", u->name, (int)n, arg);
}

static int parse_holds(const cosim_steps_t *s, const unit_desc_t *u, const void *cfg,
                       input_hold_t hold[INPUT_SPACE_HOLDS], diag_t *d)
{
    int rc = 0;
    for (unsigned k = 0; !rc && k < s->n_held; k++)
        rc = parse_hold(u, cfg, s->held[k], &hold[k], d);
    return rc;
}

int cosim_steps_check(const cosim_steps_t *s, const unit_desc_t *u, const void *cfg, diag_t *d)
{
    input_hold_t hold[INPUT_SPACE_HOLDS];
    return parse_holds(s, u, cfg, hold, d);
}

/* Inputs held, as the evidence has them: "live=3+finish=0". */
static void held_words(const exhaust_opts_t *e, char *text, size_t size)
{
    size_t n = 0;
    text[0] = 0;
    for (unsigned k = 0; k < e->n_holds && n < size; k++)
        n += (size_t)snprintf(text + n, size - n, "%s%s=%" PRIu64, n ? "+" : "",
                              e->hold[k].field->name, e->hold[k].value);
}

static int keep_exhaustive(const cosim_steps_t *s, const cosim_opts_t *o, const exhaust_opts_t *e,
                           const exhaust_result_t *r, diag_t *d)
{
    evidence_draft_t row;
    char text[EVIDENCE_CELL];
    evidence_begin(&row, EVIDENCE_EXHAUSTIVE, o->desc->name, unit_geometry_name(s->geometry));
    unit_choice_fixed(o->desc, s->geometry, o->cfg, text, sizeof text);
    evidence_set(&row, "params", "%s", text);
    held_words(e, text, sizeof text);
    evidence_set(&row, "held", "%s", text);
    evidence_set(&row, "input_bits", "%u", r->input_bits);
    evidence_set(&row, "states", "%" PRIu64, r->states);
    evidence_set(&row, "transitions", "%" PRIu64, r->transitions);
    evidence_set(&row, "depth", "%u", r->depth);
    evidence_set(&row, "result", "%s", r->end == EXHAUST_ALL ? "passed" : "failed");
    evidence_command(&row, "cosim", o->desc, s->geometry, o->cfg, "--exhaustive", text);
    return evidence_save(s->evidence, &row, 1, d);
}

static int keep_one_step(const cosim_steps_t *s, const cosim_opts_t *o, const one_step_result_t *r,
                         bool passed, diag_t *d)
{
    const stim_unit_t *events = stim_unit_of(o->desc);
    evidence_draft_t row;
    char form[64];
    unsigned possible = 0, seen = 0;
    for (unsigned k = 0; k < events->n_events; k++) {
        possible += r->possible[k];
        seen += r->possible[k] && r->event[k];
    }
    evidence_begin(&row, EVIDENCE_ONE_STEP, o->desc->name, unit_geometry_name(s->geometry));
    evidence_set(&row, "seed", "%" PRIu64, o->seed);
    evidence_set(&row, "steps", "%" PRIu64, r->steps);
    evidence_set(&row, "resets", "%" PRIu64, r->resets);
    evidence_set(&row, "idle", "%" PRIu64, r->idle);
    evidence_set(&row, "drawn", "%" PRIu64, r->drawn);
    evidence_set(&row, "state_bits", "%" PRIu64, r->state_bits);
    evidence_set(&row, "bits_a_step", "%" PRIu64, r->bits);
    evidence_set(&row, "events", "%u", possible);
    evidence_set(&row, "events_seen", "%u", seen);
    evidence_set(&row, "result", "%s", passed ? "passed" : "failed");
    snprintf(form, sizeof form, "--one-step %" PRIu64 " --seed %" PRIu64, s->steps, o->seed);
    evidence_command(&row, "cosim", o->desc, s->geometry, o->cfg, form, "");
    return evidence_save(s->evidence, &row, 1, d);
}

static int exhaustive(const cosim_steps_t *s, const cosim_opts_t *o, diag_t *d)
{
    input_hold_t hold[INPUT_SPACE_HOLDS];
    exhaust_opts_t e = {.desc = o->desc,
                        .cfg = o->cfg,
                        .model = o->model,
                        .select = o->select,
                        .limit = s->limit,
                        .hold = hold,
                        .n_holds = s->n_held,
                        .progress = o->progress,
                        .progress_ctx = o->progress_ctx};
    if (parse_holds(s, o->desc, o->cfg, hold, d))
        return CMD_BAD_INPUT;
    exhaust_result_t r;
    char path[4096], label[UNIT_LABEL];
    int err = exhaust_run(&e, &r, d);
    if (!err && r.end == EXHAUST_DIFFERS) {
        snprintf(path, sizeof path, "%s/%s-%s-exhaustive.stim%s", s->out, o->desc->name,
                 unit_cfg_file_label(o->desc, o->cfg, label, sizeof label),
                 r.path.records > 4096 ? ".zst" : "");
        err = stim_write(&r.path, path, d);
    }
    if (!err && s->evidence)
        err = keep_exhaustive(s, o, &e, &r, d);
    if (!err)
        exhaust_print(&e, &r, path, stdout);
    int status = err ? CMD_BAD_INPUT : r.end == EXHAUST_ALL ? CMD_DONE : CMD_CHECK_FAILED;
    exhaust_result_free(&r);
    return status;
}

static int one_step(const cosim_steps_t *s, const cosim_opts_t *o, diag_t *d)
{
    one_step_opts_t e = {.desc = o->desc,
                         .cfg = o->cfg,
                         .model = o->model,
                         .select = o->select,
                         .steps = s->steps,
                         .seed = o->seed,
                         .progress = o->progress,
                         .progress_ctx = o->progress_ctx};
    one_step_result_t r;
    int err = one_step_run(&e, &r, d);
    const bool bad = r.failed || one_step_missing(&e, &r);
    if (!err && s->evidence)
        err = keep_one_step(s, o, &r, !bad, d);
    if (!err)
        one_step_print(&e, &r, stdout);
    int status = err ? CMD_BAD_INPUT : bad ? CMD_CHECK_FAILED : CMD_DONE;
    one_step_result_free(&r);
    return status;
}

int cosim_steps_run(const cosim_steps_t *s, const cosim_opts_t *o, diag_t *d)
{
    return s->exhaustive ? exhaustive(s, o, d) : one_step(s, o, d);
}
