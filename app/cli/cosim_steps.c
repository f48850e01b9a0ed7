#include "cli/cosim_steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/bits.h"

#include "cli/args.h"
#include "cli/cmd.h"
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
    for (unsigned k = 0; k < s->n_held; k++)
        if (parse_hold(o->desc, o->cfg, s->held[k], &hold[k], d))
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
    if (!err)
        one_step_print(&e, &r, stdout);
    bool bad = r.failed || one_step_missing(&e, &r);
    int status = err ? CMD_BAD_INPUT : bad ? CMD_CHECK_FAILED : CMD_DONE;
    one_step_result_free(&r);
    return status;
}

int cosim_steps_run(const cosim_steps_t *s, const cosim_opts_t *o, diag_t *d)
{
    return s->exhaustive ? exhaustive(s, o, d) : one_step(s, o, d);
}
