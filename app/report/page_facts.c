/* What all parts of the report ask of the results and the catalog. */
#include <string.h>

#include "report/page.h"

void page_tally(const results_t *r, const catalog_t *c, const char *paper, tally_t *t)
{
    *t = (tally_t){0};
    for (unsigned i = 0; i < c->n_figures; i++) {
        comparison_t x;
        if (strcmp(c->figure[i].paper, paper))
            continue;
        figure_compare(r, &c->figure[i], &x);
        bool there = x.ours.state == VALUE_THERE;
        t->figures++;
        t->not_run += !there;
        t->input += there && *x.figure->input;
        if (!there || *x.figure->input)
            continue;
        t->close += x.grade == GRADE_CLOSE;
        t->differs += x.grade == GRADE_DIFFERS;
        t->other_sign += x.grade == GRADE_OTHER_SIGN;
        t->caused += x.caused && x.figure->kind == CAUSE_MACHINE;
        t->alone += x.caused && x.figure->kind != CAUSE_MACHINE;
    }
}

bool page_is_quick(const results_t *r)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (r->sweep[i].quick)
            return true;
    return false;
}

static bool figure_uses(const figure_t *f, const char *sweep)
{
    const char *other = f->other_sweep.label ? f->other_sweep.sweep : "";
    return f->has_rule && *sweep && (!strcmp(f->rule.sweep, sweep) || !strcmp(other, sweep));
}

bool page_uses_sweep(const catalog_t *c, const char *paper, const char *sweep)
{
    for (unsigned i = 0; i < c->n_figures; i++)
        if (figure_uses(&c->figure[i], sweep) && (!paper || strcmp(c->figure[i].paper, paper) == 0))
            return true;
    for (unsigned i = 0; i < c->n_plots; i++)
        if (strcmp(c->plot[i].sweep, sweep) == 0 &&
            (!paper || strcmp(c->plot[i].paper, paper) == 0))
            return true;
    return false;
}

bool page_has_runs(const results_t *r, const catalog_t *c, const char *paper)
{
    for (unsigned i = 0; i < r->n_sweeps; i++)
        if (r->sweep[i].done > r->sweep[i].others && page_uses_sweep(c, paper, r->sweep[i].name))
            return true;
    return false;
}
