/*
 * step_mutant UNIT MODEL.so: another C model of the unit against the RTL at the small geometry, by
 * single steps from any state and, where these are few enough, by all transitions. Exit 1: each
 * form that was run finds a difference (a line says where), 0: one of them does not, 2: it could
 * not be tried.
 */
#include <inttypes.h>
#include <stdio.h>

#include "step/exhaust.h"
#include "step/one_step.h"

#include "mutant_model.h"

enum { STEPS = 300000, TRANSITIONS = 1 << 19 };

typedef enum answer { FOUND, NOT_FOUND, NOT_RUN, BROKEN } answer_t;

static const char *field_of(const mismatch_t *bad)
{
    return bad->field ? bad->field->name : mismatch_kind_name(bad->kind);
}

static answer_t by_steps(const unit_desc_t *d, const void *cfg, const rtl_model_t *m, diag_t *diag)
{
    one_step_opts_t o = {.desc = d, .cfg = cfg, .model = m, .steps = STEPS, .seed = 1};
    one_step_result_t r;
    if (one_step_run(&o, &r, diag))
        return BROKEN;
    const answer_t a = r.failed ? FOUND : NOT_FOUND;
    if (r.failed)
        printf("step %" PRIu64 ", %s", r.steps, r.broken ? "the invariant" : field_of(&r.bad));
    one_step_result_free(&r);
    return a;
}

static answer_t by_all(const unit_desc_t *d, const void *cfg, const rtl_model_t *m, diag_t *diag)
{
    exhaust_opts_t o = {.desc = d, .cfg = cfg, .model = m, .limit = TRANSITIONS};
    exhaust_result_t r;
    if (exhaust_run(&o, &r, diag))
        return BROKEN;
    const answer_t a = r.end == EXHAUST_DIFFERS ? FOUND
                       : r.end == EXHAUST_ALL   ? NOT_FOUND
                                                : NOT_RUN;
    if (a == FOUND)
        printf("; transition %" PRIu64 ", %s", r.transitions,
               r.broken ? "the invariant" : field_of(&r.bad));
    exhaust_result_free(&r);
    return a;
}

int main(int argc, char **argv)
{
    unit_desc_t other;
    diag_t diag = {0};
    answer_t steps = NOT_FOUND, all = NOT_RUN;
    if (argc != 3) {
        fprintf(stderr, "usage: step_mutant UNIT MODEL.so\n");
        return 2;
    }
    if (!mutant_load(argv[1], argv[2], &other))
        return 2;
    for (unsigned k = 0; k < UNIT_GEOMETRIES && steps == NOT_FOUND; k++) {
        static const unit_geometry_t order[] = {UNIT_SMALL, UNIT_PAPER, UNIT_LARGE};
        uint32_t cfg[UNIT_MAX_PARAMS];
        unit_cfg_geometry(&other, order[k], cfg);
        const rtl_model_t *m = rtl_model(unit_find(argv[1]), cfg, &diag);
        steps = m ? by_steps(&other, cfg, m, &diag) : BROKEN;
        if (steps == FOUND)
            printf(" at the %s geometry", unit_geometry_name(order[k]));
        if (steps == FOUND && k == 0)
            all = by_all(&other, cfg, m, &diag);
    }
    if (steps == BROKEN || all == BROKEN) {
        fprintf(stderr, "step_mutant: %s\n", diag.text);
        return 2;
    }
    printf("%s%s\n", steps == NOT_FOUND ? "not by single steps" : "",
           all == NOT_FOUND ? "; not by all transitions" : "");
    return steps == FOUND && all != NOT_FOUND ? 1 : 0;
}
