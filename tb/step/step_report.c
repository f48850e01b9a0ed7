#include "step/step_report.h"

#include <inttypes.h>

#include "step/invariant.h"

enum { WRAP = 100 };

static void print_fields(FILE *out, const unit_desc_t *d, const void *cfg, unit_dir_t dir,
                         const void *base)
{
    for (unsigned k = 0; k < d->n_fields; k++) {
        const unit_field_t *f = &d->fields[k];
        if (f->dir != dir)
            continue;
        for (unsigned i = 0; i < f->count(cfg); i++) {
            const uint64_t v = unit_field_get(f, base, i);
            if (!v)
                continue;
            fprintf(out, " %s", f->name);
            if (f->capacity > 1)
                fprintf(out, "[%u]", i);
            fprintf(out, "=%" PRIx64, v);
        }
    }
    fputc('\n', out);
}

/* The step that failed: what differs, and where it began. */
static void print_step(FILE *out, const unit_desc_t *d, const void *cfg, const mismatch_t *bad,
                       const void *state, const void *in, bool reset)
{
    if (bad) {
        fputs("  ", out);
        fputs(mismatch_kind_name(bad->kind), out);
        if (bad->field) {
            fprintf(out, " %s", bad->field->name);
            if (bad->field->capacity > 1)
                fprintf(out, "[%u]", bad->index);
        }
        fputs(bad->kind == MISMATCH_STATE ? ", after the edge\n" : "\n", out);
        mismatch_print_values(bad, out);
    }
    fputs("  the step (hexadecimal, what is 0 left out):\n    state", out);
    print_fields(out, d, cfg, UNIT_STATE, state);
    fprintf(out, "    inputs%s", reset ? " (under reset)" : "");
    print_fields(out, d, cfg, UNIT_IN, in);
}

static const char *invariant_words(const unit_desc_t *d)
{
    const invariant_t *v = invariant_of(d);
    return v ? v->words : "none: every value of every register";
}

unsigned one_step_missing(const one_step_opts_t *o, const one_step_result_t *r)
{
    const stim_unit_t *s = stim_unit_of(o->desc);
    unsigned n = 0;
    for (unsigned k = 0; k < s->n_events && o->steps >= ONE_STEP_EVENTS_FROM; k++)
        n += r->possible[k] && !r->event[k];
    return n;
}

static void print_events(const one_step_opts_t *o, const one_step_result_t *r, FILE *out)
{
    const stim_unit_t *s = stim_unit_of(o->desc);
    int column = fprintf(out, "  events:");
    for (unsigned k = 0; k < s->n_events; k++) {
        char text[160];
        int n = snprintf(text, sizeof text, " %s %" PRIu64 "%s", s->events[k].name, r->event[k],
                         k + 1 < s->n_events ? "," : "");
        if (column + n > WRAP)
            column = fprintf(out, "\n         ") - 1;
        fputs(text, out);
        column += n;
    }
    fputc('\n', out);
    unsigned unseen = 0;
    for (unsigned k = 0; k < s->n_events; k++)
        unseen += r->possible[k] && !r->event[k];
    if (unseen) {
        fprintf(out,
                one_step_missing(o, r) ? "  never:" : "  not seen (required of %d steps or more):",
                ONE_STEP_EVENTS_FROM);
        for (unsigned k = 0; k < s->n_events; k++)
            if (r->possible[k] && !r->event[k])
                fprintf(out, " %s", s->events[k].name);
        fputc('\n', out);
    }
}

void one_step_print(const one_step_opts_t *o, const one_step_result_t *r, FILE *out)
{
    const unit_desc_t *d = o->desc;
    char label[UNIT_LABEL];
    fprintf(out, "%s, %s: %s\n", d->name, unit_cfg_label(d, o->cfg, label, sizeof label),
            r->broken                ? "FAIL, the invariant does not hold behind the step"
            : r->failed              ? "FAIL, model and RTL differ"
            : one_step_missing(o, r) ? "FAIL, declared events never happened"
                                     : "PASS, one step from any state");
    fprintf(out,
            "  %" PRIu64 " steps (%" PRIu64 " under reset, %" PRIu64 " idle), %" PRIu64
            " bits of state, %" PRIu64 " bits compared a step; %" PRIu64
            " states drawn; seed %" PRIu64 "\n  invariant: %s\n",
            r->steps, r->resets, r->idle, r->state_bits, r->bits, r->drawn, o->seed,
            invariant_words(d));
    if (!r->failed && stim_unit_of(d)->n_events)
        print_events(o, r, out);
    if (r->failed) {
        print_step(out, d, o->cfg, r->broken ? NULL : &r->bad, r->state, r->in, r->reset);
        fprintf(out,
                "  replay:    lockwarp cosim -u %s --exact --one-step %" PRIu64 " --seed %" PRIu64,
                d->name, r->steps, o->seed);
        const int g = unit_cfg_geometry_of(d, o->cfg);
        if (g >= 0)
            fprintf(out, " --geometry %s", unit_geometry_name((unit_geometry_t)g));
        for (unsigned k = 0; g < 0 && k < d->n_params; k++)
            fprintf(out, " --param %s=%" PRIu32, d->params[k].name,
                    unit_param_get(&d->params[k], o->cfg));
        fputc('\n', out);
    }
}

/* What is enumerated in place of a unit that is too large, and what is not. */
static void print_parts(const unit_desc_t *d, FILE *out)
{
    if (!d->n_subs)
        return;
    fprintf(out, "  its parts, which are units:");
    for (unsigned k = 0; k < d->n_subs; k++)
        fprintf(out, "%s %s", k ? "," : "", d->subs[k].unit->name);
    fprintf(out, "\n  wires between them, which no enumeration of a part takes together:");
    for (unsigned k = 0; k < d->n_wires; k++)
        fprintf(out, " %s", d->wires[k]);
    fprintf(out, "\n  its own registers and outputs, which drive parts or come from them, too:");
    for (unsigned k = 0; k < d->n_fields; k++)
        if (d->fields[k].dir == UNIT_OUT || (d->fields[k].dir == UNIT_STATE && !d->fields[k].view))
            fprintf(out, " %s", d->fields[k].name);
    fputc('\n', out);
}

/* Transitions of the states that are known to be reachable. */
static void print_least(const exhaust_result_t *r, FILE *out)
{
    if (r->states)
        fprintf(out, "  at least %" PRIu64 " transitions: these states under all inputs\n",
                r->states << r->input_bits);
    else
        fprintf(out, "  at least 2^%u transitions: one state under all inputs\n", r->input_bits);
}

void exhaust_print(const exhaust_opts_t *o, const exhaust_result_t *r, const char *path, FILE *out)
{
    const unit_desc_t *d = o->desc;
    char label[UNIT_LABEL];
    static const char *const ends[] = {
        [EXHAUST_ALL] = "PASS, all reachable states under all inputs",
        [EXHAUST_LIMITED] = "NOT DONE, more transitions than the limit",
        [EXHAUST_DIFFERS] = "FAIL, model and RTL differ",
    };
    fprintf(out, "%s, %s: %s\n", d->name, unit_cfg_label(d, o->cfg, label, sizeof label),
            r->broken ? "FAIL, a reachable state does not satisfy the invariant" : ends[r->end]);
    fprintf(out, "  %" PRIu64 " states, %" PRIu64 " transitions, %u bits of inputs with the reset",
            r->states, r->transitions, r->input_bits);
    if (r->end == EXHAUST_ALL)
        fprintf(out, ", the farthest state %u steps from reset", r->depth);
    fputc('\n', out);
    if (r->end == EXHAUST_LIMITED)
        print_least(r, out);
    for (unsigned k = 0; k < o->n_holds; k++)
        fprintf(out, "%s %s=%" PRIu64 "%s", k ? "," : "  inputs held:", o->hold[k].field->name,
                o->hold[k].value, k + 1 < o->n_holds ? "" : "\n");
    fprintf(out, "  invariant: %s\n", invariant_words(d));
    if (r->end == EXHAUST_LIMITED)
        print_parts(d, out);
    if (r->end != EXHAUST_DIFFERS)
        return;
    print_step(out, d, o->cfg, r->broken ? NULL : &r->bad, r->state, r->in, r->reset);
    if (path)
        fprintf(out,
                "  stimulus:  %s (%" PRIu64
                " cycles, none is shorter)\n  replay:    lockwarp cosim -u %s --stimulus %s\n",
                path, r->path.records, d->name, path);
}
